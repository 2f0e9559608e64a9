"""Coin: what a seat may know, and what it may imagine."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.knowledge import blank, fill, gather, mark
from bestiary.core.record import UNKNOWN
from bestiary.core.rng import shuffle

from ..state import CARDS, SEATS


@rule
def hide(t: Any, s: Any, seat: Any) -> None:
    blank(s.deck)
    for p in range(SEATS):
        if p != seat:
            s.hand[p] = UNKNOWN


@rule
def resample(t: Any, s: Any, seat: Any, rng: Any, scratch: Any) -> None:
    hide(t, s, seat)
    seen = scratch[:CARDS]
    pool = scratch[CARDS:]
    for card in range(CARDS):
        seen[card] = 0
    mark(s.hand, seen)
    n = gather(seen, pool)
    shuffle(rng, 0, pool, n)
    n = fill(s.hand, pool, n)
    fill(s.deck, pool, n)
