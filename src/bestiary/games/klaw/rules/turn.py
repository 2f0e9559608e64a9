"""KLAW: the starting round, the turn, and the end of the game (chapters 5, 6, 15, 16 and 19)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..events import (
    BY_DUSK,
    BY_LAST,
    BY_STANDING,
    E_ALONE_ON_FIELD,
    E_BEGINS,
    E_BURNS,
    E_DUSK,
    E_RANKS,
    E_SICKENS,
    E_TURN,
)
from ..state import (
    ATTRITION,
    BURNING,
    DEPLOY_NOW,
    FORTIFY_ANY,
    LAST_ROUND,
    MAIN,
    MOMENT,
    NOBODY,
    POISONED,
    REVEAL,
    SHORT,
    SLOTS,
    START_FORTIFY,
    STEP,
    TURN,
    A,
)
from ..vocabulary import ON_TURN_START
from .field import drop_counts, drop_round_markers, lose_life
from .hand import draw_card
from .singularity import finish
from .work import all_totems, ask, hosts_of, name_of, pop, push

BURN_DAMAGE = 2
POISON_DAMAGE = 1

REVEALING, FORTIFYING = range(2)  # steps of the starting round
WAKE, STIR, CHOOSE, REPLENISH, CLOSE = range(5)  # steps of a turn


@rule
def step_starting(s: Any, log: Any) -> None:
    # KLW-5.1, KLW-5.3, KLW-5.4, KLW-5.9
    frame = s.task[s.tasks - 1]
    if frame[A] == s.seats:
        frame[A] = 0
        if frame[STEP] == REVEALING:
            frame[STEP] = FORTIFYING
        else:
            pop(s)
            push(s, TURN, 0, 0, 0, 0, 0, 0)
            emit(log, E_BEGINS, ALL, ALL, s.first, 0, 0, 0)
            return
    seat = (s.first + frame[A]) % s.seats
    ask(s, REVEAL if frame[STEP] == REVEALING else START_FORTIFY, np.int64(seat))


@rule
def fortified(s: Any) -> None:
    # KLW-5.5
    if s.opt.start_fortify != FORTIFY_ANY:
        next_to_start(s)


@rule
def next_to_start(s: Any) -> None:
    s.task[0, A] += 1


@rule
def step_turn(t: Any, s: Any, log: Any) -> None:
    # KLW-6.2
    frame = s.task[s.tasks - 1]
    step = frame[STEP]
    p = np.int64(s.turn)
    if step == WAKE:
        if s.opt.round_markers == SHORT:
            drop_round_markers(s)
        emit(log, E_TURN, ALL, ALL, p, np.int64(s.turns), 0, 0)
        suffer(t, s, p, log)
        frame[STEP] = STIR
        frame[A] = 0
    elif step == STIR:
        stir(s, p)
    elif step == CHOOSE:
        frame[STEP] = REPLENISH
        ask(s, MAIN, p)
    elif step == REPLENISH:
        frame[STEP] = CLOSE
        replenish(t, s, p, log)
    else:
        frame[STEP] = WAKE
        close_turn(s, p, log)


@rule
def suffer(t: Any, s: Any, p: Any, log: Any) -> None:
    # KLW-3.14 to KLW-3.18
    for i in range(SLOTS):
        h = np.int64(p * SLOTS + i)
        if s.host[h] != EMPTY and s.mark[h, BURNING] > 0:
            s.mark[h, BURNING] -= 1
            emit(log, E_BURNS, ALL, ALL, name_of(s, h), 0, 0, 0)
            lose_life(t, s, h, np.int64(BURN_DAMAGE), log)
        if s.host[h] != EMPTY and s.mark[h, POISONED] > 0:
            emit(log, E_SICKENS, ALL, ALL, name_of(s, h), 0, 0, 0)
            lose_life(t, s, h, np.int64(POISON_DAMAGE), log)


@rule
def stir(s: Any, p: Any) -> None:
    """Start-of-turn effects, Host by Host."""
    frame = s.task[s.tasks - 1]
    while frame[A] < SLOTS:
        h = np.int64(p * SLOTS + frame[A])
        frame[A] += 1
        if s.host[h] != EMPTY:
            push(s, MOMENT, ON_TURN_START, h, EMPTY, name_of(s, h), 0, 0)
            return
    frame[STEP] = CHOOSE


@rule
def replenish(t: Any, s: Any, p: Any, log: Any) -> None:
    # KLW-15.4, KLW-16.1 to KLW-16.4
    due = s.draw_due
    s.draw_due = 0
    if due == 0:
        return
    if draw_card(t, s, p, log) and hosts_of(s, p) == 0:
        s.hold = 1  # the ninth card may be deployed before one is discarded
        ask(s, DEPLOY_NOW, p)


@rule
def close_turn(s: Any, p: Any, log: Any) -> None:
    # KLW-3.2, KLW-3.3, KLW-6.2, KLW-16.10, KLW-19.7
    drop_counts(s, p)
    if s.opt.round_markers != SHORT:
        drop_round_markers(s)
    if extra_round(s, log) or dusk_falls(s, log) or last_round(s, log):
        return
    s.turns += 1
    s.turn = (p + 1) % s.seats


@rule
def lone_player(s: Any) -> Any:
    # KLW-19.1, KLW-19.5, KLW-19.6
    found = NOBODY
    for p in range(s.seats):
        if hosts_of(s, np.int64(p)) > 0:
            if found != NOBODY:
                return np.int64(NOBODY)
            found = p
    return np.int64(found)


@rule
def extra_round(s: Any, log: Any) -> Any:
    # KLW-19.2 to KLW-19.4, KLW-19.8
    lone = lone_player(s)
    if s.opt.ending == ATTRITION and s.ran_out == 0 and s.deck_n > 0:
        lone = np.int64(NOBODY)
    if lone == NOBODY:
        s.lone = NOBODY
        s.grace = 0
    elif lone != s.lone:
        s.lone = lone
        s.grace = s.seats
        emit(log, E_ALONE_ON_FIELD, ALL, ALL, lone, np.int64(s.grace), 0, 0)
    else:
        s.grace -= 1
        if s.grace == 0:
            finish(s, 1 << lone, np.int64(BY_STANDING), log)
            return True
    return False


@rule
def dusk_falls(s: Any, log: Any) -> Any:
    # KLW-19.9
    if s.dusk > 0:
        s.dusk -= 1
        if s.dusk == 0:
            rank(s, np.int64(BY_DUSK), log)
            return True
    elif s.deck_n == 0 and s.ran_out == 0:
        s.ran_out = 1
        s.dusk = s.opt.dusk * s.seats
        if s.dusk > 0:
            emit(log, E_DUSK, ALL, ALL, np.int64(s.dusk), 0, 0, 0)
    return False


@rule
def last_round(s: Any, log: Any) -> Any:
    # KLW-19.11
    if s.turns + 1 < LAST_ROUND * s.seats:
        return False
    rank(s, np.int64(BY_LAST), log)
    return True


@rule
def rank_of(s: Any, p: Any) -> Any:
    # KLW-19.10, as one number
    life = 0
    for i in range(SLOTS):
        life += s.life[p * SLOTS + i]
    return np.int64(((all_totems(s, p) * 128 + life) * 8 + hosts_of(s, p)) * 32 + s.hand_n[p])


@rule
def rank(s: Any, by: Any, log: Any) -> None:
    # KLW-19.10, KLW-19.15
    best = np.int64(-1)
    winners = np.int64(0)
    for p in range(s.seats):
        life = 0
        for i in range(SLOTS):
            life += s.life[p * SLOTS + i]
        q = np.int64(p)
        emit(log, E_RANKS, ALL, ALL, q, all_totems(s, q), np.int64(life), hosts_of(s, q))
        mine = rank_of(s, q)
        if mine > best:
            best = mine
            winners = np.int64(0)
        if mine == best:
            winners |= 1 << p
    finish(s, winners, by, log)
