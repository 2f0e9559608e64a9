"""Totem: conquest, the count of an empty deck, and the match (chapters 17 to 19)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..events import BY, E
from ..moves import Q
from ..state import HIDDEN, NOBODY, OPT, REVEALED, ROW, SEATS


@rule
def finish(s: Any, winner: Any, by: Any) -> None:
    # TOT-18.14
    s.winner = winner
    s.by = by
    s.over = 1
    s.phase = Q.OVER
    s.actors = 0


@rule
def conquer(s: Any, p: Any, log: Any) -> None:
    # TOT-17.1, TOT-17.2, TOT-17.3
    emit(log, E.CONQUERS, ALL, ALL, p, 0, 0, 0)
    finish(s, p, BY.CONQUEST)


@rule
def count(t: Any, s: Any, log: Any) -> None:
    # TOT-18.6, TOT-18.7
    own = totems(s, 0)
    other = totems(s, 1)
    emit(log, E.COUNTS, ALL, ALL, 0, own, 0, 0)
    emit(log, E.COUNTS, ALL, ALL, 1, other, 0, 0)
    if own > other:
        declare(s, 0, BY.COUNT, log)
    elif other > own:
        declare(s, 1, BY.COUNT, log)
    else:
        sum_powers(t, s, log)


@rule
def declare(s: Any, winner: Any, by: Any, log: Any) -> None:
    """Names the winner of a counted game."""
    if winner == NOBODY:
        emit(log, E.TIE, ALL, ALL, 0, 0, 0, 0)
    else:
        emit(log, E.BEST, ALL, ALL, winner, 0, 0, 0)
    finish(s, winner, by)


@rule
def sum_powers(t: Any, s: Any, log: Any) -> None:
    # TOT-18.8 to TOT-18.12
    for p in range(SEATS):
        for i in range(ROW):
            card = s.row[p, i]
            if card == EMPTY:
                continue
            if s.face[p, i] == HIDDEN:
                s.face[p, i] = REVEALED
                emit(log, E.FLIPS, ALL, ALL, p, i, card, 0)
                s.sums[p] += t.power[card]
            elif s.opt.tie_sum != OPT.TIE_SUM_CONCEALED:
                s.sums[p] += t.power[card]
        emit(log, E.SUMS, ALL, ALL, p, s.sums[p], 0, 0)
    if s.sums[0] > s.sums[1]:
        declare(s, 0, BY.SUM, log)
    elif s.sums[1] > s.sums[0]:
        declare(s, 1, BY.SUM, log)
    else:
        declare(s, NOBODY, BY.SUM, log)


@rule
def returns(t: Any, s: Any, out: Any) -> None:
    # TOT-18.13
    for p in range(SEATS):
        out[p] = 0.0
        if s.winner != NOBODY:
            out[p] = 1.0 if s.winner == p else -1.0


@rule
def carry(t: Any, s: Any, out: Any) -> None:
    # TOT-19.1 to TOT-19.4
    out.game = s.game + 1
    out.first = 1 + (1 - s.first)
    for p in range(SEATS):
        out.score[p] = s.score[p]
    if s.winner != NOBODY:
        out.score[s.winner] += 1
    left = s.opt.match_games - out.game
    lead = abs(out.score[0] - out.score[1])
    out.more = 1 if left > 0 and lead <= left else 0


@rule
def totems(s: Any, p: Any) -> Any:
    """How many Totems defend a player."""
    n = 0
    for i in range(ROW):
        if s.row[p, i] != EMPTY:
            n += 1
    return n
