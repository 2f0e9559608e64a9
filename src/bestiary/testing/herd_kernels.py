"""The compiled loops of the sweep: many games side by side, every decision checked.

Executed once per game with its rules bound, like ``core.kernels``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.rng import below, mix, seed_streams

if TYPE_CHECKING:
    from bestiary.core.contract import apply, hide, legal, resample, setup, why

COUNT, RANGE, TWICE, FORBIDDEN, ALLOWED, OVERFLOW, ENDLESS = 1, 2, 3, 4, 5, 6, 7


@rule
def k_advance(
    tables: Any,
    states: Any,
    blanks: Any,
    opts: Any,
    carried: Any,
    seeds: Any,
    ages: Any,
    wrong: Any,
    rng: Any,
    choices: Any,
    most: Any,
    marks: Any,
    tick: Any,
    every: Any,
    logs: Any,
    limit: Any,
) -> None:
    """One decision in every game; a game that has ended begins anew first."""
    t = tables[0]
    log = logs[0]
    for i in range(states.shape[0]):
        s = states[i]
        if s.over != 0:
            seeds[i] = mix(seeds[i], np.int64(1))
            states[i] = blanks[0]
            s.opt = opts[i]
            seed_streams(s.rng, seeds[i])
            setup(t, s, carried[0])
            ages[i] = 0
        tick += 1
        count = legal(t, s, choices)
        if count < 1 or count > most:
            wrong[i] = COUNT
            return
        for k in range(count):
            action = choices[k]
            if action < 0 or action >= marks.shape[0]:
                wrong[i] = RANGE
                return
            if marks[action] == tick:
                wrong[i] = TWICE
                return
            marks[action] = tick
            if why(t, s, action) != 0:
                wrong[i] = FORBIDDEN
                return
        if tick % every == 0:
            for other in range(marks.shape[0]):
                if marks[other] != tick and why(t, s, np.int64(other)) == 0:
                    wrong[i] = ALLOWED
                    return
        log.n = 0
        apply(t, s, choices[below(rng, np.int64(0), count)], log)
        if log.overflow != 0:
            wrong[i] = OVERFLOW
            return
        ages[i] += 1
        if ages[i] >= limit and s.over == 0:
            wrong[i] = ENDLESS
            return


@rule
def k_see(
    tables: Any, states: Any, turn: Any, seen: Any, again: Any, worlds: Any, rng: Any, scratch: Any
) -> None:
    """Hides every state for one seat of it, and the same state dealt again for that seat."""
    t = tables[0]
    for i in range(states.shape[0]):
        seat = np.int64(turn % (states[i].seats + 1) - 1)
        seen[i] = states[i]
        worlds[i] = states[i]
        resample(t, worlds[i], seat, rng, scratch)
        again[i] = worlds[i]
        for stream in range(seen[i].rng.shape[0]):
            seen[i].rng[stream] = np.uint64(0)
            again[i].rng[stream] = np.uint64(0)
        hide(t, seen[i], seat)
        hide(t, again[i], seat)
