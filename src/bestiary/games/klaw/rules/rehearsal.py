"""KLAW: a fight played out to its end with the plainest answers: for chances, not a rule of the game."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import mix, seed_streams

from ..moves import Q
from ..state import FRAME, ITEMS, SPOILS, STAGE, TASK
from . import effects, fight, hidden, singularity, thefts


@rule
def answer_plainly(t: Any, s: Any, log: Any) -> None:
    """Rolls all dice; of Items and Totems the first is taken."""
    asked = s.phase
    s.actors = 0
    if asked == Q.PICK_ITEM:
        h = thefts.picked_host(t, s)
        for i in range(ITEMS):
            if s.items[h, i] != EMPTY:
                thefts.take_item(t, s, h, i, log)
                break
    elif asked == Q.PICK_TOTEM:
        thefts.take_totem(t, s, thefts.picked_host(t, s), 0, log)


@rule
def step(t: Any, s: Any, task: Any, log: Any) -> None:
    if task == TASK.EFFECT:
        effects.step_effect(t, s, log)
    elif task == TASK.MOMENT:
        effects.step_moment(t, s, log)
    elif task == TASK.FIGHT:
        fight.step_fight(t, s, log)
    elif task == TASK.CHECK:
        singularity.step_check(t, s, log)
    else:
        singularity.step_aftermath(t, s, log)


@rule
def play_out(t: Any, s: Any, own: Any, other: Any, log: Any) -> Any:
    """1 where the first Host wins, -1 where it falls, 0 where neither does."""
    base = 0
    while base < s.tasks and s.task[base, FRAME.TASK] != TASK.FIGHT:
        base += 1
    if base == s.tasks:  # not begun yet
        s.fight = STAGE.QUIET
        fight.start_fight(s, own, other)
    s.actors = 0
    while s.over == 0 and s.tasks > base:
        task = s.task[s.tasks - 1, FRAME.TASK]
        if task == TASK.SPOILS:
            return 1 if s.task[s.tasks - 1, SPOILS.VICTOR] == own else -1
        if s.actors != 0:
            answer_plainly(t, s, log)
        else:
            step(t, s, task, log)
    if s.host[own] == EMPTY:
        return -1
    return 1 if s.host[other] == EMPTY else 0


@rule
def rehearse(
    t: Any, roots: Any, work: Any, own: Any, other: Any, seat: Any, times: Any, rng: Any, room: Any, log: Any
) -> Any:
    """How many of so many fights the first Host wins, and in how many it falls, each in a deal of its own
    that the seat holds for possible."""
    wins = falls = 0
    for n in range(times):
        work[0] = roots[0]
        s = work[0]
        rng[0] = mix(np.uint64(n), 1)
        hidden.resample(t, s, seat, rng, room)
        seed_streams(s.rng, mix(np.uint64(n), 2))
        result = play_out(t, s, own, other, log)
        if result > 0:
            wins += 1
        elif result < 0:
            falls += 1
    return wins, falls
