"""Totem: drawing, the end of a turn, and the two endings (chapters 5, 16, 17, 18)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.knowledge import take
from bestiary.core.record import EMPTY

from ..state import (
    ACTION,
    BY_CONQUEST,
    BY_COUNT,
    BY_SUM,
    E_BEST,
    E_CONQUERS,
    E_COUNTS,
    E_DISCARDS,
    E_DRAWS,
    E_FLIPS,
    E_LAST,
    E_SUMS,
    E_TIE,
    E_TURN,
    FINAL_EXTRA,
    FINAL_ROUND,
    HIDDEN,
    NOBODY,
    OVER,
    REVEALED,
    ROW,
    SEATS,
    SUM_CONCEALED,
    TRIM,
)


@rule
def ask(s: Any, phase: Any, seat: Any) -> None:
    # TOT-5.7
    s.phase = phase
    s.actors = 1 << seat


@rule
def totems(s: Any, p: Any) -> Any:
    """How many Totems defend a player."""
    n = 0
    for i in range(ROW):
        if s.row[p, i] != EMPTY:
            n += 1
    return np.int64(n)


@rule
def hidden_totems(s: Any, p: Any) -> Any:
    """How many of them are hidden."""
    n = 0
    for i in range(ROW):
        if s.row[p, i] != EMPTY and s.face[p, i] == HIDDEN:
            n += 1
    return np.int64(n)


@rule
def draw_card(s: Any, p: Any, log: Any) -> None:
    # TOT-5.2, TOT-5.3, TOT-18.1
    if s.deck_n == 0:
        return
    s.deck_n -= 1
    card = np.int64(s.deck[s.deck_n])
    s.deck[s.deck_n] = EMPTY
    s.hand[p, s.hand_n[p]] = card
    s.hand_n[p] += 1
    emit(log, E_DRAWS, ALL, 1 << p, p, card, 0, 0)
    if s.deck_n == 0:
        last_card(s, p, log)


@rule
def last_card(s: Any, p: Any, log: Any) -> None:
    # TOT-18.2, TOT-18.3, TOT-18.4
    s.drawer = p
    s.final = 2
    if p == s.turn:
        s.final = 1
        if s.opt.final_turn == FINAL_EXTRA:
            s.final = 2
        elif s.opt.final_turn == FINAL_ROUND:
            s.final = 3
    emit(log, E_LAST, ALL, ALL, p, 0, 0, 0)


@rule
def take_from_hand(s: Any, p: Any, i: Any) -> Any:
    """Takes a card out of a hand."""
    card = take(s.hand[p], i)
    s.hand_n[p] -= 1
    s.shown[card] = 0
    return card


@rule
def throw(s: Any, card: Any) -> None:
    # TOT-2.9
    s.discard[card] = 1
    s.discard_n += 1


@rule
def discard_from_hand(s: Any, p: Any, i: Any, log: Any) -> None:
    """Throws a hand card onto the open pile."""
    card = take_from_hand(s, p, i)
    throw(s, card)
    emit(log, E_DISCARDS, ALL, ALL, p, card, 0, 0)


@rule
def end_turn(t: Any, s: Any, log: Any) -> None:
    # TOT-16.1, TOT-16.4
    p = s.turn
    if s.hand_n[p] > t.hand_limit:
        ask(s, TRIM, p)
    else:
        next_turn(t, s, log)


@rule
def next_turn(t: Any, s: Any, log: Any) -> None:
    # TOT-5.1, TOT-5.2, TOT-5.5, TOT-18.2 to TOT-18.4
    while True:
        if s.final > 0:
            s.final -= 1
            if s.final == 0:
                count(t, s, log)
                return
        if s.final == 1:
            s.turn = s.drawer
        else:
            s.turn = 1 - s.turn
        begin_turn(t, s, log)
        if s.hand_n[s.turn] > 0:
            ask(s, ACTION, s.turn)
            return


@rule
def begin_turn(t: Any, s: Any, log: Any) -> None:
    # TOT-5.2
    p = s.turn
    s.turns += 1
    s.attacks = 0
    emit(log, E_TURN, ALL, ALL, p, s.turns, 0, 0)
    for _ in range(t.start_draw):
        draw_card(s, p, log)


@rule
def finish(s: Any, winner: Any, by: Any) -> None:
    # TOT-18.14
    s.winner = winner
    s.by = by
    s.over = 1
    s.phase = OVER
    s.actors = 0


@rule
def conquer(s: Any, p: Any, log: Any) -> None:
    # TOT-17.1, TOT-17.2, TOT-17.3
    emit(log, E_CONQUERS, ALL, ALL, p, 0, 0, 0)
    finish(s, p, BY_CONQUEST)


@rule
def count(t: Any, s: Any, log: Any) -> None:
    # TOT-18.6, TOT-18.7
    own = totems(s, np.int64(0))
    other = totems(s, np.int64(1))
    emit(log, E_COUNTS, ALL, ALL, 0, own, 0, 0)
    emit(log, E_COUNTS, ALL, ALL, 1, other, 0, 0)
    if own > other:
        declare(s, np.int64(0), np.int64(BY_COUNT), log)
    elif other > own:
        declare(s, np.int64(1), np.int64(BY_COUNT), log)
    else:
        sum_powers(t, s, log)


@rule
def declare(s: Any, winner: Any, by: Any, log: Any) -> None:
    """Names the winner of a counted game."""
    if winner == NOBODY:
        emit(log, E_TIE, ALL, ALL, 0, 0, 0, 0)
    else:
        emit(log, E_BEST, ALL, ALL, winner, 0, 0, 0)
    finish(s, winner, by)


@rule
def sum_powers(t: Any, s: Any, log: Any) -> None:
    # TOT-18.8 to TOT-18.12
    for p in range(SEATS):
        for i in range(ROW):
            card = np.int64(s.row[p, i])
            if card == EMPTY:
                continue
            if s.face[p, i] == HIDDEN:
                s.face[p, i] = REVEALED
                emit(log, E_FLIPS, ALL, ALL, p, i, card, 0)
                s.sums[p] += t.power[card]
            elif s.opt.tie_sum != SUM_CONCEALED:
                s.sums[p] += t.power[card]
        emit(log, E_SUMS, ALL, ALL, p, s.sums[p], 0, 0)
    if s.sums[0] > s.sums[1]:
        declare(s, np.int64(0), np.int64(BY_SUM), log)
    elif s.sums[1] > s.sums[0]:
        declare(s, np.int64(1), np.int64(BY_SUM), log)
    else:
        declare(s, np.int64(NOBODY), np.int64(BY_SUM), log)
