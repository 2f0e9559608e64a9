"""Leduc: the deal, and asking a seat."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import shuffle

from ..moves import Q
from ..state import CARDS, DECK, NOBODY, SEATS


@rule(inline=True)
def setup(t: Any, s: Any, carried: Any) -> None:
    # LED-1
    s.seats = SEATS
    s.winner = NOBODY
    for card in range(CARDS):
        s.deck[card] = card
    shuffle(s.rng, DECK, s.deck, CARDS)
    s.deck_n = CARDS
    for p in range(SEATS):
        s.hand[p, 0] = draw(s)
        s.paid[p] = t.ante
    ask(s, Q.FIRST, 0)


@rule
def draw(s: Any) -> Any:
    s.deck_n -= 1
    card = s.deck[s.deck_n]
    s.deck[s.deck_n] = EMPTY
    return card


@rule
def ask(s: Any, phase: Any, seat: Any) -> None:
    s.phase = phase
    s.turn = seat
    s.actors = 1 << seat
