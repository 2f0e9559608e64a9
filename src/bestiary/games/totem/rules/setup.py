"""Totem: the deal, and laying down the first Totems (chapter 2)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import below, shuffle

from ..events import E
from ..moves import Q
from ..state import CARDS, DECK, LOTS, NOBODY, SEATS
from .ending import totems
from .turn import ask, begin_turn, lay


@rule
def setup(t: Any, s: Any, carried: Any) -> None:
    # TOT-2.3, TOT-2.4, TOT-2.8, TOT-19.2, TOT-19.5
    s.seats = SEATS
    s.drawer = NOBODY
    s.winner = NOBODY
    s.fx_card = EMPTY
    s.game = carried.game
    s.first = carried.first - 1
    for p in range(SEATS):
        s.score[p] = carried.score[p]
    if carried.first == 0:
        s.first = below(s.rng, LOTS, SEATS)
    s.turn = s.first
    for card in range(CARDS):
        s.deck[card] = card
    shuffle(s.rng, DECK, s.deck, CARDS)
    s.deck_n = CARDS
    for p in range(SEATS):
        for i in range(t.deal):
            s.deck_n -= 1
            s.hand[p, i] = s.deck[s.deck_n]
            s.deck[s.deck_n] = EMPTY
        s.hand_n[p] = t.deal
    ask(s, Q.PLACE, s.first)


@rule
def place_first(t: Any, s: Any, i: Any, log: Any) -> None:
    # TOT-2.5, TOT-2.6
    p = s.turn
    lay(s, p, i, log)
    if totems(s, p) < t.row:
        return
    s.turn = 1 - p
    if s.turn != s.first:
        ask(s, Q.PLACE, s.turn)
    else:
        emit(log, E.BEGINS, ALL, ALL, s.first, 0, 0, 0)
        begin_turn(t, s, log)
        ask(s, Q.ACTION, s.first)
