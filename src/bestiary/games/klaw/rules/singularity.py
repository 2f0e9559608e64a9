"""KLAW: Singularity Checks and Events (chapter 17)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.names import Names
from bestiary.core.record import EMPTY

from ..effects import ANY_POOL, DO, ON
from ..events import E
from ..state import AFTERMATH, CHECK, IS, SINGULARITY, TASK
from . import ending, field, hand
from .work import HOW, all_places, always, has, name_of, next_host, pop, push, roll_die, seat_of, start_moment

STEP = Names("STEP", ("roll", "passed"))  # of a check


@rule
def check_bonus(t: Any, s: Any, h: Any) -> Any:
    # KLW-17.5, KLW-20.16
    bonus = always(t, s, h, DO.CHECK, ANY_POOL, HOW.SUM)
    if s.mark[h, IS.HAUNTED] > 0:
        bonus -= 1
    return bonus


@rule
def needs_no_check(t: Any, s: Any, h: Any) -> Any:
    # KLW-17.4, KLW-17.7
    n = s.totem_n[h]
    if n <= 1:
        return True
    return n < SINGULARITY and n <= always(t, s, h, DO.CHECK_FREE, ANY_POOL, HOW.MOST)


@rule
def roll_check(t: Any, s: Any, h: Any, log: Any) -> Any:
    # KLW-17.2, KLW-17.6
    n = s.totem_n[h]
    if n >= SINGULARITY:
        return False
    die = roll_die(s)
    total = die + check_bonus(t, s, h)
    emit(log, E.CHECKS, ALL, ALL, name_of(s, h), die, total, n)
    return total >= n


@rule
def step_check(t: Any, s: Any, log: Any) -> None:
    # KLW-17.1, KLW-17.8: the frame says which Host; it may be gone
    frame = s.task[s.tasks - 1]
    h = frame[CHECK.HOST]
    card = frame[CHECK.NAME]
    if s.host[h] != card or frame[CHECK.STEP] == STEP.PASSED:
        pop(s)
        if s.host[h] == card:
            ending.reach_for_goal(t, s, seat_of(h), log)
        return
    if needs_no_check(t, s, h):
        frame[CHECK.STEP] = STEP.PASSED
        return
    passed = roll_check(t, s, h, log)
    if not passed and s.totem_n[h] < SINGULARITY and has(t, s, h, DO.CHECK_REROLL):
        passed = roll_check(t, s, h, log)
    if passed:
        frame[CHECK.STEP] = STEP.PASSED
        emit(log, E.CONTAINS, ALL, ALL, name_of(s, h), 0, 0, 0)
        start_moment(s, ON.CHECK_PASSED, h)
    else:
        pop(s)
        singularity_event(t, s, h, log)


@rule
def start_check(s: Any, h: Any) -> None:
    push(s, TASK.CHECK)
    frame = s.task[s.tasks - 1]
    frame[CHECK.HOST] = h
    frame[CHECK.NAME] = name_of(s, h)


@rule
def singularity_event(t: Any, s: Any, cause: Any, log: Any) -> None:
    # KLW-17.9 to KLW-17.16
    emit(log, E.SINGULARITY, ALL, ALL, name_of(s, cause), 0, 0, 0)
    for k in range(all_places(s)):
        h = next_host(s, s.turn, k)
        if s.host[h] == EMPTY or s.totem_n[h] == 0:
            continue
        if h != cause and has(t, s, h, DO.EVENT_SHIELD):
            continue
        value = 0
        while s.totem_n[h] > 0:
            card = field.unhook(s, h, 0)
            value += t.life[t.kind[card]]
            hand.sink(s, card, log)
        if value < 0:
            field.heal(s, h, -value, log)
        else:
            s.life[h] -= value
            emit(log, E.LOSES, ALL, ALL, name_of(s, h), value, max(0, s.life[h]), 0)
    for k in range(all_places(s)):
        h = next_host(s, s.turn, k)
        if s.host[h] != EMPTY and s.life[h] <= 0:
            field.remove_host(s, h, log)
    push(s, TASK.AFTERMATH)


@rule
def step_aftermath(t: Any, s: Any, log: Any) -> None:
    # KLW-17.17
    frame = s.task[s.tasks - 1]
    while frame[AFTERMATH.DONE] < all_places(s):
        h = next_host(s, s.turn, frame[AFTERMATH.DONE])
        frame[AFTERMATH.DONE] += 1
        if s.host[h] != EMPTY:
            start_moment(s, ON.EVENT, h)
            return
    pop(s)
