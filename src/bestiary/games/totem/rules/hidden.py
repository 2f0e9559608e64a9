"""Totem: what a seat may know, and what it may imagine (chapter 3)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.knowledge import blank, fill, gather, mark, place
from bestiary.core.record import EMPTY, UNKNOWN
from bestiary.core.rng import shuffle

from ..state import CARDS, HIDDEN, ROW, SEATS


@rule
def hide(t: Any, s: Any, seat: Any) -> None:
    # TOT-3.2, TOT-3.3, TOT-5.9, TOT-2.8
    blank(s.deck)
    for p in range(SEATS):
        if p == seat:
            continue
        blank(s.hand[p])
        for i in range(ROW):
            if s.row[p, i] != EMPTY and s.face[p, i] == HIDDEN:
                s.row[p, i] = UNKNOWN


@rule
def resample(t: Any, s: Any, seat: Any, rng: Any, scratch: Any) -> None:
    # TOT-12.4 for what is known of a hand; everything else unseen can lie anywhere
    hide(t, s, seat)
    seen = scratch[:CARDS]
    pool = scratch[CARDS:]
    for card in range(CARDS):
        seen[card] = s.discard[card]
    mark(s.clash, seen)
    for p in range(SEATS):
        mark(s.row[p], seen)
        if p != seat:
            place(s.hand[p], s.shown, 1 + p, rng, 0)
        mark(s.hand[p], seen)
    n = gather(seen, pool)
    shuffle(rng, 0, pool, n)
    for p in range(SEATS):
        n = fill(s.hand[p], pool, n)
        n = fill(s.row[p], pool, n)
    fill(s.deck, pool, n)
