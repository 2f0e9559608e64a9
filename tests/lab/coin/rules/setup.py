"""Coin: the deal."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import shuffle

from ..moves import Q
from ..state import CARDS, DECK, SEATS


@rule
def setup(t: Any, s: Any, carried: Any) -> None:
    s.seats = SEATS
    s.winner = EMPTY
    for card in range(CARDS):
        s.deck[card] = card
    shuffle(s.rng, DECK, s.deck, CARDS)
    for p in range(SEATS):
        s.hand[p] = s.deck[CARDS - 1 - p]
        s.deck[CARDS - 1 - p] = EMPTY
    s.phase = Q.CALL
    s.actors = 1
