"""Who knows which card: the tools that ``hide`` and ``resample`` of a game are made of.

A zone is an array of slots. A slot holds a card, ``EMPTY``, or, in a record made for one seat,
``UNKNOWN``: a card that this seat cannot name. What a seat knows without seeing the slot (that a
card is in that hand, whichever of its cards it is) is a number per card, the code of the zone.
"""

from __future__ import annotations

from typing import Any

from .jit import rule
from .record import EMPTY, UNKNOWN
from .rng import below


@rule
def blank(zone: Any) -> None:
    """Every card of the zone becomes unknown."""
    for i in range(zone.shape[0]):
        if zone[i] != EMPTY:
            zone[i] = UNKNOWN


@rule
def blank_unless(zone: Any, known: Any) -> None:
    """Every card of the zone becomes unknown, but for those that ``known`` marks."""
    for i in range(zone.shape[0]):
        if zone[i] >= 0 and known[zone[i]] == 0:
            zone[i] = UNKNOWN


@rule
def mark(zone: Any, seen: Any) -> None:
    """Marks the cards of a zone that can be named as seen."""
    for i in range(zone.shape[0]):
        if zone[i] >= 0:
            seen[zone[i]] = 1


@rule
def gather(seen: Any, pool: Any) -> Any:
    """Collects the cards that nothing marked into the pool; returns how many."""
    n = 0
    for card in range(seen.shape[0]):
        if seen[card] == 0:
            pool[n] = card
            n += 1
    return n


@rule
def unknown_slots(zone: Any) -> Any:
    """How many slots of the zone hold an unknown card."""
    n = 0
    for i in range(zone.shape[0]):
        if zone[i] == UNKNOWN:
            n += 1
    return n


@rule
def put_unknown(zone: Any, card: Any, skip: Any) -> None:
    """Puts a card into the unknown slot that comes after so many others."""
    for i in range(zone.shape[0]):
        if zone[i] == UNKNOWN:
            if skip == 0:
                zone[i] = card
                return
            skip -= 1


@rule
def place(zone: Any, known: Any, code: Any, rng: Any, stream: Any) -> None:
    """Puts the cards known to be in this zone into unknown slots of it, each equally likely."""
    free = unknown_slots(zone)
    for card in range(known.shape[0]):
        if known[card] == code and free > 0:
            put_unknown(zone, card, below(rng, stream, free))
            free -= 1


@rule
def fill(zone: Any, pool: Any, n: Any) -> Any:
    """Deals the pool, from its end, over the unknown slots; returns how many are left."""
    for i in range(zone.shape[0]):
        if zone[i] == UNKNOWN:
            n -= 1
            zone[i] = pool[n]
    return n


@rule
def take(zone: Any, i: Any) -> Any:
    """Takes the card out of slot i of a hand; the later ones move up and the last slot is empty."""
    card = zone[i]
    last = zone.shape[0] - 1
    for j in range(i, last):
        zone[j] = zone[j + 1]
    zone[last] = EMPTY
    return card
