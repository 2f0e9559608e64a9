"""Tiny: what a seat may know, and what it may imagine."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.knowledge import blank, fill, gather, mark
from bestiary.core.record import EMPTY, UNKNOWN
from bestiary.core.rng import below, shuffle

from ..state import CARDS, HAND, SEATS


@rule
def hide(t: Any, s: Any, seat: Any) -> None:
    for i in range(CARDS):
        top = i == s.deck_n - 1 and s.peeker == 1 + seat and seat >= 0
        if s.deck[i] != EMPTY and not top:
            s.deck[i] = UNKNOWN
    for p in range(SEATS):
        if p == seat:
            continue
        blank(s.hand[p])
        if s.laid[p] != EMPTY:
            s.laid[p] = UNKNOWN
        for card in range(CARDS):
            s.knows[p, card] = 0


@rule
def resample(t: Any, s: Any, seat: Any, rng: Any, scratch: Any) -> None:
    hide(t, s, seat)
    seen = scratch[:CARDS]
    pool = scratch[CARDS:]
    for card in range(CARDS):
        seen[card] = s.discard[card]
    if seat >= 0:
        settle(s, 1 - seat, seat, rng)
    mark(s.deck, seen)
    mark(s.laid, seen)
    for p in range(SEATS):
        mark(s.hand[p], seen)
    n = gather(seen, pool)
    shuffle(rng, 0, pool, n)
    for p in range(SEATS):
        n = fill(s.hand[p], pool, n)
    n = fill(s.laid, pool, n)
    fill(s.deck, pool, n)
    for p in range(SEATS):
        if p != seat:
            imagine(s, p)


@rule
def settle(s: Any, enemy: Any, seat: Any, rng: Any) -> None:
    """The cards known to be with the enemy go into its hand, or lie there already."""
    for card in range(CARDS):
        if s.knows[seat, card] == 0:
            continue
        free = 1 if s.laid[enemy] == UNKNOWN else 0
        for i in range(HAND):
            if s.hand[enemy, i] == UNKNOWN:
                free += 1
        at = below(rng, 0, free)
        for i in range(HAND):
            if s.hand[enemy, i] == UNKNOWN:
                if at == 0:
                    s.hand[enemy, i] = card
                at -= 1
        if at == 0:
            s.laid[enemy] = card


@rule
def imagine(s: Any, p: Any) -> None:
    """What another seat knows cannot be known; it is taken to know nothing more."""
    for card in range(CARDS):
        s.knows[p, card] = 0
