"""The compiled loops of the environments: one match, or thousands side by side.

Executed once per game with its rules bound, like ``core.kernels``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.rng import below, mix, seed_streams

if TYPE_CHECKING:
    from bestiary.core.contract import apply, hide, legal, observe, returns, setup, why

NOBODY = -1
NO_SUCH_ACTION = -1  # where ``why`` would give the number of a rule
MOST_SEATS = 16


@rule
def lowest(asked: Any) -> Any:
    """The lowest seat of a mask: whoever answers for a team."""
    for seat in range(MOST_SEATS):
        if asked >> seat & 1:
            return np.int64(seat)
    return np.int64(NOBODY)


@rule
def allowed(t: Any, s: Any, choices: Any, mask: Any) -> None:
    """Writes 1 for every legal action, 0 for all others."""
    for action in range(mask.shape[0]):
        mask[action] = 0
    for k in range(legal(t, s, choices)):
        mask[choices[k]] = 1


@rule
def seen(t: Any, states: Any, i: Any, seat: Any, spare: Any, out: Any) -> None:
    """Writes what a seat observes; the streams are wiped before ``hide``, as the contract says."""
    spare[0] = states[i]
    h = spare[0]
    for stream in range(h.rng.shape[0]):
        h.rng[stream] = np.uint64(0)
    hide(t, h, seat)
    observe(t, h, seat, out)


@rule
def begin(t: Any, states: Any, i: Any, blanks: Any, opt: Any, carried: Any, seed: Any) -> None:
    states[i] = blanks[0]
    s = states[i]
    s.opt = opt
    seed_streams(s.rng, seed)
    setup(t, s, carried[0])


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
    seen(t, states, i, seat, spare, out)


@rule
def k_play(tables: Any, states: Any, i: Any, action: Any, logs: Any) -> Any:
    """Plays an action that is legal: 0, or the number of the rule that forbids it."""
    t = tables[0]
    s = states[i]
    if action < 0 or action >= t.verb.shape[0]:
        return np.int64(NO_SUCH_ACTION)
    broken = why(t, s, action)
    if broken == 0:
        logs[0].n = 0
        apply(t, s, action, logs[0])
    return np.int64(broken)


@rule
def k_actor(states: Any, i: Any) -> Any:
    """The seat that answers now, or -1 at the end."""
    s = states[i]
    return np.int64(NOBODY) if s.over != 0 else lowest(s.actors)


# ---- many matches --------------------------------------------------------------------------


@rule
def k_begin(
    tables: Any,
    states: Any,
    blanks: Any,
    opts: Any,
    carried: Any,
    seed: Any,
    first: Any,
    seeds: Any,
    games: Any,
    lengths: Any,
) -> None:
    """Sets up the first game of every match; match ``first + i`` has streams of its own."""
    t = tables[0]
    for i in range(states.shape[0]):
        games[i] = 0
        lengths[i] = 0
        seeds[i] = mix(mix(seed, np.int64(first + i)), np.int64(0))
        begin(t, states, np.int64(i), blanks, opts[i], carried, seeds[i])


@rule
def k_fill(tables: Any, states: Any, spare: Any, choices: Any, out: Any, masks: Any, actors: Any) -> None:
    """Observation, mask and actor of every match."""
    t = tables[0]
    for i in range(states.shape[0]):
        actors[i] = lowest(states[i].actors)
        allowed(t, states[i], choices, masks[i])
        seen(t, states, np.int64(i), np.int64(actors[i]), spare, out[i])


@rule
def k_check(tables: Any, states: Any, actions: Any, broken: Any) -> Any:
    """The first match whose action is not legal, or -1; ``broken[0]`` is the rule against it."""
    t = tables[0]
    for i in range(states.shape[0]):
        action = np.int64(actions[i])
        if action < 0 or action >= t.verb.shape[0]:
            broken[0] = NO_SUCH_ACTION
            return np.int64(i)
        reason = why(t, states[i], action)
        if reason != 0:
            broken[0] = reason
            return np.int64(i)
    return np.int64(-1)


@rule
def k_step(
    tables: Any,
    states: Any,
    blanks: Any,
    opts: Any,
    carried: Any,
    seed: Any,
    first: Any,
    seeds: Any,
    games: Any,
    lengths: Any,
    actions: Any,
    logs: Any,
    spare: Any,
    choices: Any,
    out: Any,
    masks: Any,
    rewards: Any,
    actors: Any,
    dones: Any,
) -> None:
    """One decision in every match; one that ends pays out and begins anew."""
    t = tables[0]
    for i in range(states.shape[0]):
        s = states[i]
        if dones[i]:
            lengths[i] = 0
        apply(t, s, np.int64(actions[i]), logs[0])
        lengths[i] += 1
        dones[i] = s.over != 0
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0.0
        if dones[i]:
            returns(t, s, rewards[i])
            games[i] += 1
            seeds[i] = mix(mix(seed, np.int64(first + i)), np.int64(games[i]))
            begin(t, states, np.int64(i), blanks, opts[i], carried, seeds[i])
        actors[i] = lowest(s.actors)
        allowed(t, s, choices, masks[i])
        seen(t, states, np.int64(i), np.int64(actors[i]), spare, out[i])


@rule
def k_sample(tables: Any, states: Any, rngs: Any, choices: Any, actions: Any) -> None:
    """A random legal action for every match, each with a stream of its own."""
    t = tables[0]
    for i in range(states.shape[0]):
        n = legal(t, states[i], choices)
        actions[i] = choices[below(rngs, np.int64(i), n)]
