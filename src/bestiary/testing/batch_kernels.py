"""The compiled loops of the sweep: many games side by side, every decision checked.

Executed once per game with its rules bound, like ``core.kernels``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bestiary.core.jit import rule
from bestiary.core.rng import below, mix

if TYPE_CHECKING:
    from bestiary.core.contract import apply, legal, resample, why
    from bestiary.core.kernels import k_hide, start
    from bestiary.core.scratch import Scratch, Start
    from bestiary.testing.bundle import Batch

WHY_EVERY = 16  # decisions between two questions about every action

COUNT, RANGE, TWICE, FORBIDDEN, ALLOWED, OVERFLOW, ENDLESS = 1, 2, 3, 4, 5, 6, 7


@rule
def k_advance(
    tables: Any, origin: Start, batch: Batch, tick: Any, most: Any, limit: Any, scratch: Scratch
) -> None:
    """One decision in every game; a game that has ended begins anew first."""
    t = tables[0]
    seeds, ages, wrong, marks = batch.seeds, batch.ages, batch.wrong, batch.marks
    choices, log = scratch.choices, scratch.logs[0]
    for i in range(batch.states.shape[0]):
        s = batch.states[i]
        if s.over != 0:
            seeds[i] = mix(seeds[i], 1)
            start(t, batch.states, i, origin.blanks, origin.options[i], origin.carried, seeds[i])
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
        if tick % WHY_EVERY == 0:
            for other in range(marks.shape[0]):
                if marks[other] != tick and why(t, s, other) == 0:
                    wrong[i] = ALLOWED
                    return
        log.n = 0
        apply(t, s, choices[below(scratch.rng, 0, count)], log)
        if log.overflow != 0:
            wrong[i] = OVERFLOW
            return
        ages[i] += 1
        if ages[i] >= limit and s.over == 0:
            wrong[i] = ENDLESS
            return


@rule
def k_see(tables: Any, batch: Batch, turn: Any, scratch: Scratch) -> None:
    """Hides every state for one seat of it, and the same state dealt again for that seat."""
    states, seen, again, worlds = batch.states, batch.seen, batch.again, batch.worlds
    for i in range(states.shape[0]):
        seat = turn % (states[i].seats + 1) - 1
        seen[i] = states[i]
        worlds[i] = states[i]
        resample(tables[0], worlds[i], seat, scratch.rng, scratch.room)
        again[i] = worlds[i]
        k_hide(tables, seen, i, seat)
        k_hide(tables, again, i, seat)
