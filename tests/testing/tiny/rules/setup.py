"""Tiny: the deal, and asking a seat."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import shuffle

from ..moves import Q
from ..state import CARDS, DECK, HAND, SEATS


@rule
def setup(t: Any, s: Any, carried: Any) -> None:
    s.seats = SEATS
    s.game = carried.game
    s.winner = EMPTY
    for p in range(SEATS):
        s.won[p] = carried.won[p]
    for card in range(CARDS):
        s.deck[card] = card
    shuffle(s.rng, DECK, s.deck, CARDS)
    s.deck_n = CARDS
    for p in range(SEATS):
        for i in range(HAND):
            s.deck_n -= 1
            s.hand[p, i] = s.deck[s.deck_n]
            s.deck[s.deck_n] = EMPTY
        s.hand_n[p] = HAND
    ask(s, Q.PICK, s.lead)


@rule
def ask(s: Any, phase: Any, seat: Any) -> None:
    s.phase = phase
    s.turn = seat
    s.actors = 1 << seat
