"""Whole games with the luck of every draw and roll, in compiled code; bound to a game by ``control.py``.

The luck of an action is the guess of the position after it less the mean of the guesses after redraws: the
same action from the same position, with all dice still to be rolled, and the order of every deck that nobody
has seen, drawn again. Given all that anybody knows, what came is one of those: luck has mean zero by
construction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bestiary.core.asking import lowest
from bestiary.core.jit import rule
from bestiary.core.rng import below, mix, seed_streams

if TYPE_CHECKING:
    from bestiary.agents.search import finish
    from bestiary.agents.trials import k_try
    from bestiary.core.contract import apply, legal, returns
    from bestiary.core.kernels import k_hide, start

THOUGHTS, REDRAW = 1 << 40, 1 << 43  # streams of seeds: for agents, and for redraws


@rule
def redraw(s: Any, words: Any, decks: Any, rng: Any, seed: Any) -> None:
    """Dice still to be rolled, and the order of every deck, once more."""
    rng[0] = mix(seed, 1)
    seed_streams(s.rng, mix(seed, 2))
    for d in range(decks.shape[0]):
        at = decks[d, 0]
        n = 0
        while n < decks[d, 1] and words[at + n] >= 0:
            n += 1
        for i in range(n - 1, 0, -1):
            j = below(rng, 0, i + 1)
            held = words[at + i]
            words[at + i] = words[at + j]
            words[at + j] = held


@rule
def is_chance(s: Any, before: Any, words: Any, old: Any, decks: Any) -> Any:
    """Whether an action has drawn or rolled; where it has not, no redraw would have either."""
    for stream in range(s.rng.shape[0]):
        if s.rng[stream] != before.rng[stream]:
            return True
    for d in range(decks.shape[0]):
        for i in range(decks[d, 1]):
            if words[decks[d, 0] + i] != old[decks[d, 0] + i]:
                return True
    return False


@rule
def add_guess(t: Any, s: Any, seed: Any, left: Any, part: Any, luck: Any, scratch: Any) -> None:
    """Adds a part of what a position is guessed to come to; it is played on."""
    scratch.rng[0] = seed
    finish(t, s, scratch.rng, scratch.choices, scratch.logs[0], left, scratch.payoffs)
    for p in range(luck.shape[0]):
        luck[p] += part * scratch.payoffs[p]


@rule
def k_game(
    tables: Any, room: Any, origin: Any, decks: Any, seed: Any, policies: Any, numbers: Any, trials: Any,
    scratch: Any, payoffs: Any, luck: Any,
) -> Any:  # fmt: skip
    """Plays a game of one agent everywhere; writes payoffs and luck by seat, returns the draws and rolls."""
    t, s, log, seen = tables[0], room.states[0], scratch.logs[0], scratch.seen
    redraws, left, limit = numbers[0], numbers[1], numbers[2]
    start(t, room.states, 0, origin.blanks, origin.options[0], origin.carried, seed)
    thoughts, again = mix(seed, THOUGHTS), mix(seed, REDRAW)
    luck[:] = 0.0
    n = 0
    events = 0
    while s.over == 0 and n < limit:
        count = legal(t, s, trials.choices)
        seat = lowest(s.actors)
        action = trials.choices[0]
        if count > 1:
            own = mix(mix(thoughts, n), seat)
            seen[0] = room.states[0]
            k_hide(tables, seen, 0, seat)
            action = trials.choices[k_try(tables, seen, seat, own, policies, count, trials, scratch)]
        room.before[0] = room.states[0]
        apply(t, s, action, log)
        if redraws > 0 and is_chance(s, room.before[0], room.words, room.old, decks):
            events += 1
            mine = mix(again, n)
            room.other[0] = room.states[0]
            add_guess(t, room.other[0], mix(mine, 1), left, 1.0, luck, scratch)
            for k in range(redraws):
                room.other[0] = room.before[0]
                redraw(room.other[0], room.another, decks, scratch.rng, mix(mine, 2 + 2 * k))
                apply(t, room.other[0], action, log)
                add_guess(t, room.other[0], mix(mine, 3 + 2 * k), left, -1.0 / redraws, luck, scratch)
        n += 1
    returns(t, s, payoffs)
    return events
