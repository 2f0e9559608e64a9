"""Coin: seat 0 calls, and wins by a roll whose odds are written in the card file."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL
from bestiary.core.jit import rule
from bestiary.core.knowledge import blank, fill, gather, mark
from bestiary.core.record import EMPTY, UNKNOWN
from bestiary.core.rng import below, shuffle

from .state import CALL, CARDS, DECK, DICE, OVER, RULEBOOK, SEATS

ENDED = RULEBOOK.number("COI-2")


@rule
def setup(t: Any, s: Any, carried: Any) -> None:
    s.seats = SEATS
    s.winner = EMPTY
    for card in range(CARDS):
        s.deck[card] = card
    shuffle(s.rng, DECK, s.deck, np.int64(CARDS))
    for p in range(SEATS):
        s.hand[p] = s.deck[CARDS - 1 - p]
        s.deck[CARDS - 1 - p] = EMPTY
    s.phase = CALL
    s.actors = 1


@rule
def legal(t: Any, s: Any, out: Any) -> Any:
    if s.phase == OVER:
        return np.int64(0)
    out[0] = 0
    out[1] = 1
    return np.int64(2)


@rule
def why(t: Any, s: Any, action: Any) -> Any:
    return np.int64(ENDED if s.phase == OVER else 0)


@rule
def apply(t: Any, s: Any, action: Any, log: Any) -> None:
    chance = t.odds + t.luck[s.hand[0]] - t.luck[s.hand[1]]
    s.winner = 0 if below(s.rng, DICE, np.int64(100)) < chance else 1
    s.by = 1
    s.over = 1
    s.actors = 0
    s.phase = OVER


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
    shuffle(rng, np.int64(0), pool, n)
    n = fill(s.hand, pool, n)
    fill(s.deck, pool, n)


@rule
def observe(t: Any, s: Any, seat: Any, out: Any) -> None:
    for i in range(out.shape[0]):
        out[i] = 0.0
    if seat >= 0:
        out[s.hand[seat]] = 1.0


@rule
def returns(t: Any, s: Any, out: Any) -> None:
    for p in range(SEATS):
        out[p] = 0.0 if s.winner == EMPTY else (1.0 if s.winner == p else -1.0)


@rule
def meaning(t: Any, s: Any, action: Any, out: Any) -> None:
    out.verb = t.verb[action]
    out.number = t.arg[action, 0]
    out.see = ALL


@rule
def carry(t: Any, s: Any, out: Any) -> None:
    out.more = 0
