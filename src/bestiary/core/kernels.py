"""The compiled loops around a game's rules.

This file is executed once per game as a module of its own, with the ten functions of the contract
bound first (see ``driver.bind``): compiled code that takes functions as arguments would miss the
cache on disk in every new process. Everything takes arrays and an index, the cheap way into
compiled code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.rng import draw, mix, seed_streams, within

if TYPE_CHECKING:
    from bestiary.core.contract import (
        apply,
        carry,
        hide,
        legal,
        meaning,
        observe,
        resample,
        returns,
        setup,
        suggest,
        why,
    )
    from bestiary.core.scratch import Scratch, Start

CHOICES = 77  # keeps the choices of random players apart from the streams of the game


@rule(inline=True)
def start(t: Any, states: Any, i: Any, blanks: Any, opt: Any, carried: Any, seed: Any) -> None:
    """Sets up a game of one set of options."""
    states[i] = blanks[0]
    s = states[i]
    s.opt = opt
    seed_streams(s.rng, seed)
    setup(t, s, carried[0])


@rule
def k_start(tables: Any, states: Any, i: Any, blanks: Any, opts: Any, carried: Any, seed: Any) -> None:
    start(tables[0], states, i, blanks, opts[0], carried, seed)


@rule
def k_legal(tables: Any, states: Any, i: Any, out: Any) -> Any:
    return legal(tables[0], states[i], out)


@rule
def k_apply(tables: Any, states: Any, i: Any, action: Any, logs: Any) -> None:
    apply(tables[0], states[i], action, logs[0])


@rule
def k_why(tables: Any, states: Any, i: Any, action: Any) -> Any:
    return why(tables[0], states[i], action)


@rule
def k_why_all(tables: Any, states: Any, i: Any, out: Any) -> None:
    for action in range(out.shape[0]):
        out[action] = why(tables[0], states[i], action)


@rule
def k_hide(tables: Any, states: Any, i: Any, seat: Any) -> None:
    s = states[i]
    for stream in range(s.rng.shape[0]):
        s.rng[stream] = np.uint64(0)
    hide(tables[0], s, seat)


@rule
def k_resample(tables: Any, states: Any, i: Any, seat: Any, seed: Any, rng: Any, scratch: Any) -> None:
    s = states[i]
    rng[0] = mix(seed, 1)
    resample(tables[0], s, seat, rng, scratch)
    seed_streams(s.rng, mix(seed, 2))


@rule
def k_observe(tables: Any, states: Any, i: Any, seat: Any, spare: Any, out: Any) -> None:
    spare[0] = states[i]
    k_hide(tables, spare, 0, seat)
    observe(tables[0], spare[0], seat, out)


@rule
def k_returns(tables: Any, states: Any, i: Any, out: Any) -> None:
    returns(tables[0], states[i], out)


@rule
def k_meanings(tables: Any, states: Any, i: Any, actions: Any, out: Any) -> None:
    for n in range(actions.shape[0]):
        said = out[n]
        said.card = -1
        said.other = -1
        said.target = -1
        said.number = -1
        meaning(tables[0], states[i], actions[n], said)


@rule
def k_suggest(tables: Any, states: Any, i: Any, rng: Any, choices: Any) -> Any:
    """The action that is suggested."""
    count = legal(tables[0], states[i], choices)
    return choices[suggest(tables[0], states[i], rng, choices, count)]


@rule
def k_carry(tables: Any, states: Any, i: Any, out: Any) -> None:
    carry(tables[0], states[i], out[0])


@rule(inline=True)
def play_out(t: Any, s: Any, rng: Any, choices: Any, log: Any, limit: Any) -> Any:
    """Random legal play to the end; returns the decisions made, or -1 past the limit.

    Every word is drawn a decision ahead: what is chosen is hard to foresee for a processor, and the next
    word need not wait until it is known.
    """
    n = 0
    word = draw(rng, 0)
    while s.over == 0 and n < limit:
        count = legal(t, s, choices)
        action = choices[within(rng, 0, word, count)]
        word = draw(rng, 0)
        if log.on != 0:
            log.n = 0
        apply(t, s, action, log)
        n += 1
    return n if s.over != 0 else -1


@rule
def k_playout(tables: Any, states: Any, i: Any, rng: Any, choices: Any, logs: Any, limit: Any) -> Any:
    return play_out(tables[0], states[i], rng, choices, logs[0], limit)


@rule
def k_batch(
    tables: Any, origin: Start, seed: Any, first: Any, limit: Any, scores: Any, lengths: Any, scratch: Scratch
) -> None:
    """Plays games ``first`` and on at random, one after the other."""
    t = tables[0]
    states, rng, choices, log = scratch.work, scratch.rng, scratch.choices, scratch.logs[0]
    s = states[0]
    for g in range(lengths.shape[0]):
        own = mix(seed, first + g)
        rng[0] = mix(own, CHOICES)  # before the deal, which takes its time
        start(t, states, 0, origin.blanks, origin.options[0], origin.carried, own)
        lengths[g] = play_out(t, s, rng, choices, log, limit)
        returns(t, s, scores[g])


@rule
def k_copies(source: Any, target: Any, times: Any) -> None:
    """Copies whole records, for the benchmark."""
    n = target.shape[0]
    for k in range(times):
        target[k % n] = source[(k * 7) % n]
