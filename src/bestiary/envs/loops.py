"""The compiled loops of the environments: one match, or thousands side by side.

Executed once per game with its rules bound, like ``core.kernels``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bestiary.core.asking import NOBODY, lowest
from bestiary.core.jit import rule
from bestiary.core.rng import below, mix

if TYPE_CHECKING:
    from bestiary.core.contract import apply, legal, returns, why
    from bestiary.core.kernels import k_observe, start
    from bestiary.core.scratch import Scratch, Start
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
def show(tables: Any, matches: Matches, i: Any, scratch: Scratch) -> None:
    """Observation, mask and actor of a match."""
    s = matches.states[i]
    actor = lowest(s.actors)
    matches.actors[i] = actor
    allowed(tables[0], s, scratch.choices, matches.masks[i])
    k_observe(tables, matches.states, i, actor, scratch.seen, matches.observations[i])


@rule
def k_begin(tables: Any, origin: Start, seed: Any, first: Any, matches: Matches, scratch: Scratch) -> None:
    """Sets up the first game of every match."""
    for i in range(matches.states.shape[0]):
        matches.games[i] = 0
        matches.lengths[i] = 0
        begin(tables[0], origin, seed, first, matches, i)
        show(tables, matches, i, scratch)


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
def k_step(
    tables: Any, origin: Start, seed: Any, first: Any, matches: Matches, actions: Any, scratch: Scratch
) -> None:
    """One decision in every match; one that ends pays out and begins anew."""
    t = tables[0]
    lengths, dones, rewards = matches.lengths, matches.dones, matches.rewards
    for i in range(matches.states.shape[0]):
        s = matches.states[i]
        if dones[i]:
            lengths[i] = 0
        apply(t, s, actions[i], scratch.logs[0])
        lengths[i] += 1
        dones[i] = s.over != 0
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0.0
        if dones[i]:
            returns(t, s, rewards[i])
            matches.games[i] += 1
            begin(t, origin, seed, first, matches, i)
        show(tables, matches, i, scratch)


@rule
def k_sample(tables: Any, states: Any, rngs: Any, choices: Any, actions: Any) -> None:
    """A random legal action for every match, each with a stream of its own."""
    t = tables[0]
    for i in range(states.shape[0]):
        actions[i] = choices[below(rngs, i, legal(t, states[i], choices))]
