"""KLAW: the starting round and the turn (chapters 5, 6, 15 and 16)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.names import Names
from bestiary.core.record import EMPTY

from ..effects import ON
from ..events import E
from ..moves import Q
from ..state import IS, OPT, SLOTS, STARTING, TASK, TURN
from . import ending, field, hand
from .work import ask, hosts_of, name_of, pop, push, start_moment

BURN_DAMAGE = 2
POISON_DAMAGE = 1

START = Names("START", ("revealing", "fortifying"))  # steps of the starting round
STEP = Names("STEP", ("wake", "stir", "choose", "replenish", "close"))  # steps of a turn


@rule
def step_starting(s: Any, log: Any) -> None:
    # KLW-5.1, KLW-5.3, KLW-5.4, KLW-5.9
    frame = s.task[s.tasks - 1]
    if frame[STARTING.DONE] == s.seats:
        frame[STARTING.DONE] = 0
        if frame[STARTING.STEP] == START.REVEALING:
            frame[STARTING.STEP] = START.FORTIFYING
        else:
            pop(s)
            push(s, TASK.TURN)
            emit(log, E.BEGINS, ALL, ALL, s.first, 0, 0, 0)
            return
    seat = (s.first + frame[STARTING.DONE]) % s.seats
    ask(s, Q.REVEAL if frame[STARTING.STEP] == START.REVEALING else Q.START_FORTIFY, seat)


@rule
def fortified(s: Any) -> None:
    # KLW-5.5
    if s.opt.start_fortify != OPT.START_FORTIFY_ANY:
        next_to_start(s)


@rule
def next_to_start(s: Any) -> None:
    s.task[0, STARTING.DONE] += 1


@rule
def step_turn(t: Any, s: Any, log: Any) -> None:
    # KLW-6.2
    frame = s.task[s.tasks - 1]
    step = frame[TURN.STEP]
    p = s.turn
    if step == STEP.WAKE:
        if s.opt.round_markers == OPT.ROUND_MARKERS_SHORT:
            field.drop_round_markers(s)
        emit(log, E.TURN, ALL, ALL, p, s.turns, 0, 0)
        suffer(t, s, p, log)
        frame[TURN.STEP] = STEP.STIR
        frame[TURN.DONE] = 0
    elif step == STEP.STIR:
        stir(s, p)
    elif step == STEP.CHOOSE:
        frame[TURN.STEP] = STEP.REPLENISH
        ask(s, Q.MAIN, p)
    elif step == STEP.REPLENISH:
        frame[TURN.STEP] = STEP.CLOSE
        replenish(t, s, p, log)
    else:
        frame[TURN.STEP] = STEP.WAKE
        close_turn(s, p, log)


@rule
def suffer(t: Any, s: Any, p: Any, log: Any) -> None:
    # KLW-3.14 to KLW-3.18
    for i in range(SLOTS):
        h = p * SLOTS + i
        if s.host[h] != EMPTY and s.mark[h, IS.BURNING] > 0:
            s.mark[h, IS.BURNING] -= 1
            emit(log, E.BURNS, ALL, ALL, name_of(s, h), 0, 0, 0)
            field.lose_life(t, s, h, BURN_DAMAGE, log)
        if s.host[h] != EMPTY and s.mark[h, IS.POISONED] > 0:
            emit(log, E.SICKENS, ALL, ALL, name_of(s, h), 0, 0, 0)
            field.lose_life(t, s, h, POISON_DAMAGE, log)


@rule
def stir(s: Any, p: Any) -> None:
    """Start-of-turn effects, Host by Host."""
    frame = s.task[s.tasks - 1]
    while frame[TURN.DONE] < SLOTS:
        h = p * SLOTS + frame[TURN.DONE]
        frame[TURN.DONE] += 1
        if s.host[h] != EMPTY:
            start_moment(s, ON.TURN_START, h)
            return
    frame[TURN.STEP] = STEP.CHOOSE


@rule
def replenish(t: Any, s: Any, p: Any, log: Any) -> None:
    # KLW-15.4, KLW-16.1 to KLW-16.4
    due = s.draw_due
    s.draw_due = 0
    if due == 0:
        return
    if hand.draw_card(t, s, p, log) and hosts_of(s, p) == 0:
        s.hold = 1  # the ninth card may be deployed before one is discarded
        ask(s, Q.DEPLOY_NOW, p)


@rule
def close_turn(s: Any, p: Any, log: Any) -> None:
    # KLW-3.2, KLW-3.3, KLW-6.2, KLW-16.10, KLW-19.7
    field.drop_counts(s, p)
    if s.opt.round_markers != OPT.ROUND_MARKERS_SHORT:
        field.drop_round_markers(s)
    if ending.extra_round(s, log) or ending.dusk_falls(s, log) or ending.last_round(s, log):
        return
    s.turns += 1
    s.turn = (p + 1) % s.seats
