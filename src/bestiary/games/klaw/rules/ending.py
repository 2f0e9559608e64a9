"""KLAW: who wins, and when (chapter 19)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ..effects import SORT
from ..events import BY, E
from ..moves import Q
from ..state import LAST_ROUND, NOBODY, OPT, PATIENCE, SLOTS
from .work import all_totems, for_each, hosts_of, pop_all


@rule
def finish(s: Any, winners: Any, by: Any, log: Any) -> None:
    """The game is over; who has won, and how. All hands and the box are shown."""
    for p in range(s.seats):
        for i in range(s.hand_n[p]):
            emit(log, E.SHOWS, ALL, ALL, p, s.hand[p, i], 0, 0)
    for i in range(s.box_n):
        emit(log, E.BOXED, ALL, ALL, s.box[i], s.box_n - i, s.box_n, 0)
    for p in range(s.seats):
        if (winners >> p) & 1:
            emit(log, E.VICTORY, ALL, ALL, p, by, 0, 0)
    s.winners = winners
    s.by = by
    s.over = 1
    s.phase = Q.OVER
    s.actors = 0
    s.ask = 0
    s.hold = 0
    s.crowded = 0
    pop_all(s)


@rule
def totem_goal(t: Any, s: Any) -> Any:
    # KLW-19.12: how many Totems win, or 0
    if s.opt.totem_goal != OPT.TOTEM_GOAL_ALL:
        return s.opt.totem_goal + 1 if s.opt.totem_goal > 0 else 0  # the values are 0, 2, 3 and so on
    n = 0
    for kind in range(t.kinds):
        if t.sorts[kind] == SORT.TOTEM and (t.forgotten[kind] == 0 or s.opt.forgotten == 1):
            n += t.copies[kind]
    if s.opt.deck == OPT.DECK_FULL:
        return n
    return min(n, s.seats * for_each(t, s, SORT.TOTEM))


@rule
def reach_for_goal(t: Any, s: Any, p: Any, log: Any) -> Any:
    # KLW-19.12, KLW-19.13
    goal = totem_goal(t, s)
    if goal == 0 or all_totems(s, p) < goal:
        return False
    finish(s, 1 << p, BY.THE_TOTEM_GOAL, log)
    return True


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
def extra_turns(s: Any) -> Any:
    # KLW-19.3, KLW-19.8
    return s.seats * PATIENCE if s.opt.ending == OPT.ENDING_PATIENCE else s.seats


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
        s.grace = extra_turns(s)
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


@rule
def returns(t: Any, s: Any, out: Any) -> None:
    # KLW-19.15: a shared victory is worth less, and all payoffs add up to 0
    won = 0
    for p in range(s.seats):
        if (s.winners >> p) & 1:
            won += 1
    for p in range(s.seats):
        out[p] = 0.0
        if won > 0:
            if (s.winners >> p) & 1:
                out[p] = (s.seats - won) / (s.seats - 1)
            else:
                out[p] = -won / (s.seats - 1)


@rule
def carry(t: Any, s: Any, out: Any) -> None:
    out.more = 0
