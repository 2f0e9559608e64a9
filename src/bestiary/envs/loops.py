"""The compiled loops of the environments: one match, or thousands side by side.

Executed once per game with its rules bound, like ``core.kernels``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bestiary.core.asking import NOBODY, lowest
from bestiary.core.jit import rule
from bestiary.core.rng import below, mix
from bestiary.envs.listed import BLOCK

if TYPE_CHECKING:
    from bestiary.core.contract import apply, legal, returns, why
    from bestiary.core.kernels import k_observe, start
    from bestiary.core.scratch import Scratch, Start
    from bestiary.envs.listed import Lists
    from bestiary.envs.matches import Matches

NO_SUCH_ACTION = -1  # where ``why`` would give the number of a rule


@rule
def allowed(t: Any, s: Any, choices: Any, mask: Any) -> None:
    """Writes 1 for every legal action, 0 for all others."""
    for action in range(mask.shape[0]):
        mask[action] = 0
    for k in range(legal(t, s, choices)):
        mask[choices[k]] = 1


# ---- one match -----------------------------------------------------------------------------


@rule
def k_look(
    tables: Any, states: Any, i: Any, seat: Any, spare: Any, choices: Any, out: Any, mask: Any
) -> None:
    """What a seat observes, and what it may do: nothing, unless it is the one that answers."""
    t = tables[0]
    s = states[i]
    if s.over == 0 and lowest(s.actors) == seat:
        allowed(t, s, choices, mask)
    else:
        for action in range(mask.shape[0]):
            mask[action] = 0
    k_observe(tables, states, i, seat, spare, out)


@rule
def k_play(tables: Any, states: Any, i: Any, action: Any, logs: Any) -> Any:
    """Plays an action that is legal: 0, or the number of the rule that forbids it."""
    t = tables[0]
    s = states[i]
    if action < 0 or action >= t.verb.shape[0]:
        return NO_SUCH_ACTION
    broken = why(t, s, action)
    if broken == 0:
        logs[0].n = 0
        apply(t, s, action, logs[0])
    return broken


@rule
def k_actor(states: Any, i: Any) -> Any:
    """The seat that answers now, or -1 at the end."""
    s = states[i]
    return NOBODY if s.over != 0 else lowest(s.actors)


# ---- many matches --------------------------------------------------------------------------


@rule
def begin(t: Any, origin: Start, seed: Any, first: Any, matches: Matches, i: Any) -> None:
    """Sets up the next game of a match; match ``first + i`` has streams of its own."""
    matches.seeds[i] = mix(mix(seed, first + i), matches.games[i])
    start(t, matches.states, i, origin.blanks, origin.options[i], origin.carried, matches.seeds[i])


@rule
def begin_first(t: Any, origin: Start, seed: Any, first: Any, matches: Matches, i: Any) -> None:
    """Sets up the first game of a match."""
    matches.games[i] = 0
    matches.lengths[i] = 0
    begin(t, origin, seed, first, matches, i)


@rule
def show(tables: Any, matches: Matches, i: Any, scratch: Scratch, out: Any) -> None:
    """Observation, mask and actor of a match."""
    s = matches.states[i]
    actor = lowest(s.actors)
    matches.actors[i] = actor
    allowed(tables[0], s, scratch.choices, matches.masks[i])
    k_observe(tables, matches.states, i, actor, scratch.seen, out)


@rule
def put_list(lists: Lists, i: Any) -> Any:
    """Lists what is not 0 in the row, as far as there is room; how many that are.

    Blocks that hold something are found first: a processor would guess wrong at every number. Places without
    a sign are not looked at for being negative.
    """
    padded, words, blocks, made, found = lists.padded, lists.words, lists.blocks, lists.made, lists.found
    held = np.uint64(0)
    for b in range(words.shape[0]):
        blocks[held] = b
        held += np.uint64((words[b, 0] | words[b, 1] | words[b, 2] | words[b, 3]) != 0)
    n = np.uint64(0)
    for b in range(held):
        at = np.uint64(BLOCK * blocks[b])
        for _ in range(BLOCK):
            made[n] = at
            found[n] = padded[at]
            n += np.uint64(padded[at] != 0)
            at += np.uint64(1)
    count = np.int64(n)
    places, values = lists.places[i], lists.values[i]
    kept = min(count, places.shape[0])
    for k in range(kept):
        places[k] = made[k]
        values[k] = found[k]
    for k in range(kept, lists.counts[i]):
        places[k] = 0
        values[k] = 0.0
    lists.counts[i] = kept
    return count


@rule
def k_begin(tables: Any, origin: Start, seed: Any, first: Any, matches: Matches, scratch: Scratch) -> None:
    """Sets up the first game of every match."""
    for i in range(matches.states.shape[0]):
        begin_first(tables[0], origin, seed, first, matches, i)
        show(tables, matches, i, scratch, matches.observations[i])


@rule
def k_begin_listed(
    tables: Any, origin: Start, seed: Any, first: Any, matches: Matches, lists: Lists, scratch: Scratch
) -> Any:
    """The same with compact observations; the length of the longest list."""
    longest = 0
    for i in range(matches.states.shape[0]):
        begin_first(tables[0], origin, seed, first, matches, i)
        show(tables, matches, i, scratch, lists.row)
        longest = max(longest, put_list(lists, i))
    return longest


@rule
def k_check(tables: Any, states: Any, actions: Any) -> Any:
    """The first match whose action is not legal, or -1, and the rule against it."""
    t = tables[0]
    for i in range(states.shape[0]):
        action = actions[i]
        if action < 0 or action >= t.verb.shape[0]:
            return i, NO_SUCH_ACTION
        reason = why(t, states[i], action)
        if reason != 0:
            return i, reason
    return -1, 0


@rule
def advance(
    t: Any, origin: Start, seed: Any, first: Any, matches: Matches, i: Any, action: Any, log: Any
) -> None:
    """One decision in a match; one that ends pays out and begins anew."""
    s = matches.states[i]
    if matches.dones[i]:
        matches.lengths[i] = 0
    apply(t, s, action, log)
    matches.lengths[i] += 1
    matches.dones[i] = s.over != 0
    for seat in range(matches.rewards.shape[1]):
        matches.rewards[i, seat] = 0.0
    if matches.dones[i]:
        returns(t, s, matches.rewards[i])
        matches.games[i] += 1
        begin(t, origin, seed, first, matches, i)


@rule
def k_step(
    tables: Any, origin: Start, seed: Any, first: Any, matches: Matches, actions: Any, scratch: Scratch
) -> None:
    """One decision in every match."""
    for i in range(matches.states.shape[0]):
        advance(tables[0], origin, seed, first, matches, i, actions[i], scratch.logs[0])
        show(tables, matches, i, scratch, matches.observations[i])


@rule
def k_step_listed(
    tables: Any, origin: Start, seed: Any, first: Any, matches: Matches, lists: Lists, actions: Any,
    scratch: Scratch,
) -> Any:  # fmt: skip
    """The same with compact observations; the length of the longest list."""
    longest = 0
    for i in range(matches.states.shape[0]):
        advance(tables[0], origin, seed, first, matches, i, actions[i], scratch.logs[0])
        show(tables, matches, i, scratch, lists.row)
        longest = max(longest, put_list(lists, i))
    return longest


@rule
def k_sample(tables: Any, states: Any, rngs: Any, choices: Any, actions: Any) -> None:
    """A random legal action for every match, each with a stream of its own."""
    t = tables[0]
    for i in range(states.shape[0]):
        actions[i] = choices[below(rngs, i, legal(t, states[i], choices))]
