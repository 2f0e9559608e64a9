"""Tiny: both lay a card in secret, the higher wins; the winner may look at the deck."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.knowledge import blank, fill, gather, mark, take
from bestiary.core.record import EMPTY, UNKNOWN
from bestiary.core.rng import below, shuffle

from .state import (
    A_KEEP,
    A_LAY,
    A_PEEK,
    CARDS,
    DECK,
    DICE,
    E_DRAWS,
    E_LAYS,
    E_PEEKS,
    E_ROLLS,
    E_SHOWS,
    E_WINS,
    HAND,
    OVER,
    PEEK,
    PICK,
    SEATS,
    SIDES,
    V_KEEP,
    V_LAY,
    V_PEEK,
    cite,
)

FROM_HAND = cite("TIN-1")
PEEK_OR_KEEP = cite("TIN-2")
ENDED = cite("TIN-4")


@rule
def setup(t: Any, s: Any, carried: Any) -> None:
    s.seats = SEATS
    s.game = carried.game
    s.winner = EMPTY
    for p in range(SEATS):
        s.won[p] = carried.won[p]
    for card in range(CARDS):
        s.deck[card] = card
    shuffle(s.rng, DECK, s.deck, np.int64(CARDS))
    s.deck_n = CARDS
    for p in range(SEATS):
        for i in range(HAND):
            s.deck_n -= 1
            s.hand[p, i] = s.deck[s.deck_n]
            s.deck[s.deck_n] = EMPTY
        s.hand_n[p] = HAND
    ask(s, PICK, s.lead)


@rule
def ask(s: Any, phase: Any, seat: Any) -> None:
    s.phase = phase
    s.turn = seat
    s.actors = 1 << seat


@rule
def legal(t: Any, s: Any, out: Any) -> Any:
    if s.phase == PICK:
        for i in range(s.hand_n[s.turn]):
            out[i] = A_LAY + i
        return np.int64(s.hand_n[s.turn])
    if s.phase == PEEK:
        out[0] = A_PEEK
        out[1] = A_KEEP
        return np.int64(2)
    return np.int64(0)


@rule
def why(t: Any, s: Any, action: Any) -> Any:
    if s.phase == OVER:
        return np.int64(ENDED)
    if s.phase == PICK:
        fits = t.verb[action] == V_LAY and t.arg[action, 0] < s.hand_n[s.turn]
        return np.int64(0 if fits else FROM_HAND)
    return np.int64(0 if t.verb[action] != V_LAY else PEEK_OR_KEEP)


@rule
def apply(t: Any, s: Any, action: Any, log: Any) -> None:
    verb = t.verb[action]
    if verb == V_LAY:
        lay(t, s, np.int64(t.arg[action, 0]), log)
    elif verb == V_PEEK:
        card = np.int64(s.deck[s.deck_n - 1])
        s.peeker = 1 + s.turn
        emit(log, E_PEEKS, ALL, 1 << s.turn, s.turn, card, 0, 0)
        next_round(t, s, log)
    elif verb == V_KEEP:
        next_round(t, s, log)


@rule
def lay(t: Any, s: Any, i: Any, log: Any) -> None:
    p = s.turn
    card = take(s.hand[p], i)
    s.hand_n[p] -= 1
    s.laid[p] = card
    emit(log, E_LAYS, ALL, 1 << p, p, card, 0, 0)
    if s.laid[1 - p] == EMPTY:
        ask(s, PICK, 1 - p)
    else:
        compare(t, s, log)


@rule
def compare(t: Any, s: Any, log: Any) -> None:
    s.roll = 1 + below(s.rng, DICE, np.int64(SIDES))
    s.luck += s.roll
    emit(log, E_ROLLS, ALL, ALL, s.lead, s.roll, 0, 0)
    best = t.value[s.laid[s.lead]] - t.value[s.laid[1 - s.lead]]
    if s.opt.bonus == 1 and s.roll >= t.lucky:
        best += t.bonus
    s.winner = s.lead if best > 0 else 1 - s.lead
    for p in range(SEATS):
        card = np.int64(s.laid[p])
        emit(log, E_SHOWS, ALL, ALL, p, card, 0, 0)
        s.laid[p] = EMPTY
        s.discard[card] = 1
        s.knows[1 - p, card] = 0
    s.score[s.winner] += 1
    s.rounds += 1
    emit(log, E_WINS, ALL, ALL, s.winner, 0, 0, 0)
    if s.deck_n > 0:
        ask(s, PEEK, s.winner)
    else:
        next_round(t, s, log)


@rule
def draw(s: Any, p: Any, log: Any) -> None:
    if s.deck_n == 0:
        return
    s.deck_n -= 1
    card = np.int64(s.deck[s.deck_n])
    s.deck[s.deck_n] = EMPTY
    s.hand[p, s.hand_n[p]] = card
    s.hand_n[p] += 1
    seen = np.int64(1 << p)
    if s.peeker > 0:
        seen |= 1 << (s.peeker - 1)
        if s.peeker != 1 + p:
            s.knows[1 - p, card] = 1
        s.peeker = 0
    emit(log, E_DRAWS, ALL, seen, p, card, 0, 0)


@rule
def next_round(t: Any, s: Any, log: Any) -> None:
    draw(s, 1 - s.winner, log)
    draw(s, s.winner, log)
    s.lead = s.winner
    if s.hand_n[0] == 0:
        s.over = 1
        s.actors = 0
        s.phase = OVER
    else:
        ask(s, PICK, s.lead)


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
    shuffle(rng, np.int64(0), pool, n)
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
        free = np.int64(1 if s.laid[enemy] == UNKNOWN else 0)
        for i in range(HAND):
            if s.hand[enemy, i] == UNKNOWN:
                free += 1
        at = below(rng, np.int64(0), free)
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


@rule
def observe(t: Any, s: Any, seat: Any, out: Any) -> None:
    for i in range(out.shape[0]):
        out[i] = 0.0
    me = seat if seat >= 0 else np.int64(0)
    out[s.phase] = 1.0
    out[3] = 1.0 if s.turn == me else 0.0
    out[4] = 1.0 if s.lead == me else 0.0
    out[5] = s.deck_n / CARDS
    out[6] = s.hand_n[me] / HAND
    out[7] = s.hand_n[1 - me] / HAND
    out[8] = s.score[me] / 4.0
    out[9] = s.score[1 - me] / 4.0
    out[10] = s.roll / SIDES
    at = 11
    for i in range(HAND):
        if s.hand[me, i] >= 0:
            out[at + s.hand[me, i]] = 1.0
    for card in range(CARDS):
        out[at + CARDS + card] = s.knows[me, card]
        out[at + 2 * CARDS + card] = s.discard[card]


@rule
def returns(t: Any, s: Any, out: Any) -> None:
    ahead = s.score[0] - s.score[1]
    out[0] = 1.0 if ahead > 0 else (-1.0 if ahead < 0 else 0.0)
    out[1] = -out[0]


@rule
def meaning(t: Any, s: Any, action: Any, out: Any) -> None:
    out.verb = t.verb[action]
    out.see = ALL
    if t.verb[action] == V_LAY:
        out.card = s.hand[s.turn, t.arg[action, 0]]
        out.see = 1 << s.turn


@rule
def suggest(t: Any, s: Any, rng: Any, choices: Any, count: Any) -> Any:
    if s.phase == PICK:
        best = np.int64(0)
        for i in range(count):
            if t.value[s.hand[s.turn, i]] > t.value[s.hand[s.turn, best]]:
                best = np.int64(i)
        return best
    return below(rng, np.int64(0), count)


@rule
def carry(t: Any, s: Any, out: Any) -> None:
    out.game = s.game + 1
    for p in range(SEATS):
        out.won[p] = s.won[p]
    if s.score[0] != s.score[1]:
        out.won[0 if s.score[0] > s.score[1] else 1] += 1
    most = max(out.won[0], out.won[1])
    out.more = 1 if out.game < s.opt.match_games and 2 * most <= s.opt.match_games else 0
