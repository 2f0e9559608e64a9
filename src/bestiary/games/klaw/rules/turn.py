"""KLAW: the starting round, the turn, and the end of the game (chapters 5, 6, 15, 16 and 19)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.names import Names
from bestiary.core.record import EMPTY

from ..effects import ON
from ..events import BY, E
from ..moves import Q
from ..state import IS, LAST_ROUND, NOBODY, OPT, SLOTS, STARTING, TASK, TURN
from .field import drop_counts, drop_round_markers, lose_life
from .hand import draw_card
from .singularity import finish
from .work import all_totems, ask, hosts_of, name_of, pop, push, start_moment

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
            drop_round_markers(s)
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
            lose_life(t, s, h, BURN_DAMAGE, log)
        if s.host[h] != EMPTY and s.mark[h, IS.POISONED] > 0:
            emit(log, E.SICKENS, ALL, ALL, name_of(s, h), 0, 0, 0)
            lose_life(t, s, h, POISON_DAMAGE, log)


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
    if draw_card(t, s, p, log) and hosts_of(s, p) == 0:
        s.hold = 1  # the ninth card may be deployed before one is discarded
        ask(s, Q.DEPLOY_NOW, p)


@rule
def close_turn(s: Any, p: Any, log: Any) -> None:
    # KLW-3.2, KLW-3.3, KLW-6.2, KLW-16.10, KLW-19.7
    drop_counts(s, p)
    if s.opt.round_markers != OPT.ROUND_MARKERS_SHORT:
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
        if hosts_of(s, p) > 0:
            if found != NOBODY:
                return NOBODY
            found = p
    return found


@rule
def extra_round(s: Any, log: Any) -> Any:
    # KLW-19.2 to KLW-19.4, KLW-19.8
    lone = lone_player(s)
    if s.opt.ending == OPT.ENDING_ATTRITION and s.ran_out == 0 and s.deck_n > 0:
        lone = NOBODY
    if lone == NOBODY:
        s.lone = NOBODY
        s.grace = 0
    elif lone != s.lone:
        s.lone = lone
        s.grace = s.seats
        emit(log, E.ALONE_ON_FIELD, ALL, ALL, lone, s.grace, 0, 0)
    else:
        s.grace -= 1
        if s.grace == 0:
            finish(s, 1 << lone, BY.THE_LAST_ONE_STANDING, log)
            return True
    return False


@rule
def dusk_falls(s: Any, log: Any) -> Any:
    # KLW-19.9
    if s.dusk > 0:
        s.dusk -= 1
        if s.dusk == 0:
            rank(s, BY.THE_RANKING_AFTER_DUSK, log)
            return True
    elif s.deck_n == 0 and s.ran_out == 0:
        s.ran_out = 1
        s.dusk = s.opt.dusk * s.seats
        if s.dusk > 0:
            emit(log, E.DUSK, ALL, ALL, s.dusk, 0, 0, 0)
    return False


@rule
def last_round(s: Any, log: Any) -> Any:
    # KLW-19.11
    if s.turns + 1 < LAST_ROUND * s.seats:
        return False
    rank(s, BY.THE_RANKING_OF_ROUND_200, log)
    return True


@rule
def rank_of(s: Any, p: Any) -> Any:
    # KLW-19.10, as one number
    life = 0
    for i in range(SLOTS):
        life += s.life[p * SLOTS + i]
    return ((all_totems(s, p) * 128 + life) * 8 + hosts_of(s, p)) * 32 + s.hand_n[p]


@rule
def rank(s: Any, by: Any, log: Any) -> None:
    # KLW-19.10, KLW-19.15
    best = -1
    winners = 0
    for p in range(s.seats):
        life = 0
        for i in range(SLOTS):
            life += s.life[p * SLOTS + i]
        emit(log, E.RANKS, ALL, ALL, p, all_totems(s, p), life, hosts_of(s, p))
        mine = rank_of(s, p)
        if mine > best:
            best = mine
            winners = 0
        if mine == best:
            winners |= 1 << p
    finish(s, winners, by, log)
