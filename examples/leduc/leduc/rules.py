"""Leduc: the ten functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.knowledge import blank, fill, gather, mark
from bestiary.core.record import EMPTY
from bestiary.core.rng import shuffle

from .state import (
    CARDS,
    DECK,
    E_CALLS,
    E_FOLDS,
    E_RAISES,
    E_SHOWS,
    E_TURNS,
    FIRST,
    FOLD,
    NOBODY,
    OVER,
    RAISE,
    SEATS,
    SECOND,
    cite,
)

NO_FOLD, NO_RAISE, ENDED = cite("LED-3"), cite("LED-4"), cite("LED-9")


@rule(inline=True)
def setup(t: Any, s: Any, carried: Any) -> None:
    # LED-1
    s.seats = SEATS
    s.winner = NOBODY
    for card in range(CARDS):
        s.deck[card] = card
    shuffle(s.rng, DECK, s.deck, np.int64(CARDS))
    s.deck_n = CARDS
    for p in range(SEATS):
        s.hand[p, 0] = draw(s)
        s.paid[p] = t.ante
    ask(s, np.int64(FIRST), np.int64(0))


@rule
def draw(s: Any) -> Any:
    s.deck_n -= 1
    card = np.int64(s.deck[s.deck_n])
    s.deck[s.deck_n] = EMPTY
    return card


@rule
def ask(s: Any, phase: Any, seat: Any) -> None:
    s.phase = phase
    s.turn = seat
    s.actors = 1 << seat


@rule
def legal(t: Any, s: Any, out: Any) -> Any:
    n = 0
    for action in range(RAISE + 1):
        if why(t, s, np.int64(action)) == 0:
            out[n] = action
            n += 1
    return np.int64(n)


@rule
def why(t: Any, s: Any, action: Any) -> Any:
    if s.phase == OVER:
        return np.int64(ENDED)
    if action == FOLD and s.paid[s.turn] == s.paid[1 - s.turn]:  # LED-3
        return np.int64(NO_FOLD)
    if action == RAISE and s.raises == t.raises:  # LED-4
        return np.int64(NO_RAISE)
    return np.int64(0)


@rule(inline=True)
def apply(t: Any, s: Any, action: Any, log: Any) -> None:
    me = np.int64(s.turn)
    other = np.int64(1 - me)
    if action == FOLD:
        # LED-7
        emit(log, E_FOLDS, ALL, ALL, me, 0, 0, 0)
        finish(s, other)
        return
    s.paid[me] = s.paid[other]
    s.spoken += 1
    if action == RAISE:
        # LED-4
        s.paid[me] += t.stake[s.phase]
        s.raises += 1
        emit(log, E_RAISES, ALL, ALL, me, s.paid[me], 0, 0)
        ask(s, np.int64(s.phase), other)
    else:
        # LED-5
        emit(log, E_CALLS, ALL, ALL, me, s.paid[me], 0, 0)
        if s.spoken == 1:
            ask(s, np.int64(s.phase), other)
        elif s.phase == FIRST:
            turn_card(s, log)
        else:
            show_down(t, s, log)


@rule
def turn_card(s: Any, log: Any) -> None:
    # LED-6
    s.table[0] = draw(s)
    emit(log, E_TURNS, ALL, ALL, s.table[0], 0, 0, 0)
    s.spoken = 0
    s.raises = 0
    ask(s, np.int64(SECOND), np.int64(0))


@rule(inline=True)
def show_down(t: Any, s: Any, log: Any) -> None:
    # LED-8
    s.open = 1
    for p in range(SEATS):
        emit(log, E_SHOWS, ALL, ALL, p, s.hand[p, 0], 0, 0)
    mine, yours = strength(t, s, np.int64(0)), strength(t, s, np.int64(1))
    finish(s, np.int64(NOBODY if mine == yours else (0 if mine > yours else 1)))


@rule
def strength(t: Any, s: Any, p: Any) -> Any:
    rank = np.int64(t.rank[s.hand[p, 0]])
    return np.int64(rank + CARDS if rank == t.rank[s.table[0]] else rank)


@rule
def finish(s: Any, winner: Any) -> None:
    s.winner = winner
    s.over = 1
    s.actors = 0
    s.phase = OVER


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
    shuffle(rng, np.int64(0), pool, n)
    for p in range(SEATS):
        n = fill(s.hand[p], pool, n)
    fill(s.deck, pool, n)


@rule
def observe(t: Any, s: Any, seat: Any, out: Any) -> None:
    for i in range(out.shape[0]):
        out[i] = 0.0
    me = seat if seat >= 0 else np.int64(0)
    out[s.phase] = 1.0
    out[3] = s.actors >> me & 1
    out[4] = me
    out[5] = s.paid[me] / 13.0
    out[6] = s.paid[1 - me] / 13.0
    out[7] = s.raises / 2.0
    out[8] = s.spoken / 4.0
    at = 9
    one_of(np.int64(s.hand[me, 0]), out[at : at + CARDS])
    one_of(np.int64(s.table[0]), out[at + CARDS : at + 2 * CARDS])
    one_of(np.int64(s.hand[1 - me, 0]), out[at + 2 * CARDS : at + 3 * CARDS])
    if s.winner != NOBODY:
        out[at + 3 * CARDS + (0 if s.winner == me else 1)] = 1.0


@rule
def one_of(card: Any, out: Any) -> None:
    if card >= 0:
        out[card] = 1.0


@rule
def returns(t: Any, s: Any, out: Any) -> None:
    for p in range(SEATS):
        out[p] = 0.0
    if s.winner != NOBODY:
        out[s.winner] = s.paid[1 - s.winner]
        out[1 - s.winner] = -s.paid[1 - s.winner]


@rule
def meaning(t: Any, s: Any, action: Any, out: Any) -> None:
    out.verb = t.verb[action]
    out.see = ALL


@rule
def carry(t: Any, s: Any, out: Any) -> None:
    out.more = 0
