"""Totemic: what a seat may know, and what it may imagine (hidden H1 to H5)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.knowledge import blank, fill, gather, mark, put_unknown, unknown_slots
from bestiary.core.rng import below, shuffle

from ..moves import Q
from ..state import ASPECTS, CARDS, SIDES


@rule
def hide(t: Any, s: Any, seat: Any) -> None:
    # TMC-2.13, TMC-7.4, TMC-12.13, TMC-12.15
    blank(s.deck)
    blank(s.stack)
    if s.seats < SIDES:
        return
    for p in range(SIDES):
        if p == seat:
            continue
        blank(s.hand[p])
        if s.open == 0:
            blank(s.selected[p])
    if seat < 0:
        for card in range(ASPECTS):
            s.known[card] = 0


@rule
def put_somewhere(s: Any, p: Any, card: Any, rng: Any) -> None:
    """Puts a card into a hand or among the cards it has laid face down, each slot equally likely."""
    held = unknown_slots(s.hand[p])
    free = held + unknown_slots(s.selected[p])
    if free == 0:
        return
    skip = below(rng, 0, free)
    if skip < held:
        put_unknown(s.hand[p], card, skip)
    else:
        put_unknown(s.selected[p], card, skip - held)


@rule
def place_old(s: Any, rng: Any, pool: Any) -> None:
    """For a spectator: the cards that were in the hands at the last reshuffle, but not whose."""
    n = 0
    need = s.old_n[0]
    for card in range(ASPECTS):
        if s.old[card] == 1:
            if s.shown[card] == 0:
                pool[n] = card
                n += 1
            else:
                s.known[card] = s.shown[card]
                if s.shown[card] == 1:
                    need -= 1
    shuffle(rng, 0, pool, n)
    for i in range(n):
        p = 0 if i < need else 1
        s.known[pool[i]] = 1 + p
        put_somewhere(s, p, pool[i], rng)


@rule
def resample(t: Any, s: Any, seat: Any, rng: Any, scratch: Any) -> None:
    # TMC-2.13 for what is known of a hand; everything else unseen can lie anywhere
    hide(t, s, seat)
    seen = scratch[:CARDS]
    pool = scratch[CARDS:]
    if s.seats == SIDES:
        for card in range(ASPECTS):
            for p in range(SIDES):
                if p != seat and (s.shown[card] == 1 + p or s.known[card] == 1 + p):
                    put_somewhere(s, p, card, rng)
        if seat < 0:
            place_old(s, rng, pool)
    for card in range(CARDS):
        seen[card] = s.box[card]
    mark(s.discard, seen)
    mark(s.offering, seen)
    mark(s.apart, seen)
    mark(s.turned, seen)
    mark(s.used, seen)
    for p in range(SIDES):
        mark(s.hand[p], seen)
        mark(s.selected[p], seen)
    n = gather(seen, pool)
    fates = 0  # the last of the pool: their numbers are the highest
    for i in range(n):
        if pool[i] >= ASPECTS:
            fates += 1
    shuffle(rng, 0, pool[n - fates :], fates)
    fill(s.stack, pool, n)
    n -= fates
    shuffle(rng, 0, pool, n)
    for p in range(SIDES):
        n = fill(s.hand[p], pool, n)
        n = fill(s.selected[p], pool, n)
    fill(s.deck, pool, n)
    if seat < 0 and s.phase == Q.REMOVE and s.seats == SIDES:
        held = 1 - (s.actors >> 1)
        for i in range(s.hand_n[held]):
            s.known[s.hand[held, i]] = 1 + held
