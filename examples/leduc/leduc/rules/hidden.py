"""Leduc: what a seat may know, and what it may imagine."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.knowledge import blank, fill, gather, mark
from bestiary.core.rng import shuffle

from ..state import CARDS, SEATS


@rule
def hide(t: Any, s: Any, seat: Any) -> None:
    blank(s.deck)
    for p in range(SEATS):
        if p != seat and s.open == 0:
            blank(s.hand[p])


@rule
def resample(t: Any, s: Any, seat: Any, rng: Any, scratch: Any) -> None:
    hide(t, s, seat)
    seen = scratch[:CARDS]
    pool = scratch[CARDS:]
    for card in range(CARDS):
        seen[card] = 0
    mark(s.table, seen)
    for p in range(SEATS):
        mark(s.hand[p], seen)
    n = gather(seen, pool)
    shuffle(rng, 0, pool, n)
    for p in range(SEATS):
        n = fill(s.hand[p], pool, n)
    fill(s.deck, pool, n)
