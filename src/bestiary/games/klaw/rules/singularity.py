"""KLAW: Singularity Checks and Events (chapter 17)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..events import BY_GOAL, E_BOXED, E_CHECKS, E_CONTAINS, E_LOSES, E_SHOWS, E_SINGULARITY, E_VICTORY
from ..state import (
    AFTERMATH,
    CHECK,
    HAUNTED,
    MAX_LIFE,
    MOMENT,
    OVER,
    SINGULARITY,
    STEP,
    A,
    B,
)
from ..vocabulary import (
    DO_CHECK,
    DO_CHECK_FREE,
    DO_CHECK_REROLL,
    DO_EVENT_SHIELD,
    ON_CHECK_PASSED,
    ON_EVENT,
)
from .field import remove_host, unhook
from .hand import sink
from .work import (
    ANY_POOL,
    MOST,
    SUM,
    all_places,
    all_totems,
    always,
    has,
    name_of,
    next_host,
    pop,
    pop_all,
    push,
    roll_die,
    seat_of,
)


@rule
def finish(s: Any, winners: Any, by: Any, log: Any) -> None:
    """The game is over; who has won, and how. All hands and the box are shown."""
    for p in range(s.seats):
        for i in range(s.hand_n[p]):
            emit(log, E_SHOWS, ALL, ALL, p, np.int64(s.hand[p, i]), 0, 0)
    for i in range(s.box_n):
        emit(log, E_BOXED, ALL, ALL, np.int64(s.box[i]), 0, 0, 0)
    for p in range(s.seats):
        if (winners >> p) & 1:
            emit(log, E_VICTORY, ALL, ALL, p, by, 0, 0)
    s.winners = winners
    s.by = by
    s.over = 1
    s.phase = OVER
    s.actors = 0
    s.ask = 0
    s.hold = 0
    s.crowded = 0
    pop_all(s)


@rule
def reach_for_goal(s: Any, p: Any, log: Any) -> Any:
    # KLW-19.12, KLW-19.13
    if s.opt.totem_goal == 0 or all_totems(s, p) < s.opt.totem_goal:
        return False
    finish(s, 1 << p, np.int64(BY_GOAL), log)
    return True


@rule
def check_bonus(t: Any, s: Any, h: Any) -> Any:
    # KLW-17.5, KLW-20.16
    bonus = always(t, s, h, np.int64(DO_CHECK), np.int64(ANY_POOL), np.int64(SUM))
    if s.mark[h, HAUNTED] > 0:
        bonus -= 1
    return bonus


@rule
def needs_no_check(t: Any, s: Any, h: Any) -> Any:
    # KLW-17.4, KLW-17.7
    n = s.totem_n[h]
    if n <= 1:
        return True
    return n < SINGULARITY and n <= always(
        t, s, h, np.int64(DO_CHECK_FREE), np.int64(ANY_POOL), np.int64(MOST)
    )


@rule
def roll_check(t: Any, s: Any, h: Any, log: Any) -> Any:
    # KLW-17.2, KLW-17.6
    n = np.int64(s.totem_n[h])
    if n >= SINGULARITY:
        return False
    die = roll_die(s)
    total = die + check_bonus(t, s, h)
    emit(log, E_CHECKS, ALL, ALL, name_of(s, h), die, total, n)
    return total >= n


@rule
def step_check(t: Any, s: Any, log: Any) -> None:
    # KLW-17.1, KLW-17.8: the frame says which Host; it may be gone
    frame = s.task[s.tasks - 1]
    h = frame[A]
    card = frame[B]
    if s.host[h] != card or frame[STEP] == 1:
        pop(s)
        if s.host[h] == card:
            reach_for_goal(s, seat_of(h), log)
        return
    if needs_no_check(t, s, h):
        frame[STEP] = 1
        return
    passed = roll_check(t, s, h, log)
    if not passed and s.totem_n[h] < SINGULARITY and has(t, s, h, np.int64(DO_CHECK_REROLL)):
        passed = roll_check(t, s, h, log)
    if passed:
        frame[STEP] = 1
        emit(log, E_CONTAINS, ALL, ALL, name_of(s, h), 0, 0, 0)
        push(s, MOMENT, ON_CHECK_PASSED, h, EMPTY, name_of(s, h), 0, 0)
    else:
        pop(s)
        singularity_event(t, s, h, log)


@rule
def start_check(s: Any, h: Any) -> None:
    push(s, CHECK, h, name_of(s, h), 0, 0, 0, 0)


@rule
def singularity_event(t: Any, s: Any, cause: Any, log: Any) -> None:
    # KLW-17.9 to KLW-17.16
    emit(log, E_SINGULARITY, ALL, ALL, name_of(s, cause), 0, 0, 0)
    for k in range(all_places(s)):
        h = next_host(s, s.turn, np.int64(k))
        if s.host[h] == EMPTY or s.totem_n[h] == 0:
            continue
        if h != cause and has(t, s, h, np.int64(DO_EVENT_SHIELD)):
            continue
        value = np.int64(0)
        while s.totem_n[h] > 0:
            card = unhook(s, h, np.int64(0))
            value += t.life[t.kind[card]]
            sink(s, card, log)
        s.life[h] = min(MAX_LIFE, s.life[h] - value)
        emit(log, E_LOSES, ALL, ALL, name_of(s, h), value, max(0, np.int64(s.life[h])), 0)
    for k in range(all_places(s)):
        h = next_host(s, s.turn, np.int64(k))
        if s.host[h] != EMPTY and s.life[h] <= 0:
            remove_host(s, h, log)
    push(s, AFTERMATH, 0, 0, 0, 0, 0, 0)


@rule
def step_aftermath(t: Any, s: Any, log: Any) -> None:
    # KLW-17.17
    frame = s.task[s.tasks - 1]
    while frame[A] < all_places(s):
        h = next_host(s, s.turn, frame[A])
        frame[A] += 1
        if s.host[h] != EMPTY:
            push(s, MOMENT, ON_EVENT, h, EMPTY, name_of(s, h), 0, 0)
            return
    pop(s)
