"""Tiny: both lay a card in secret, the higher wins; the winner may look at the deck."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.knowledge import take
from bestiary.core.record import EMPTY
from bestiary.core.rng import below

from ..events import E
from ..moves import Q, V
from ..state import DICE, SEATS, SIDES
from .setup import ask


@rule
def apply(t: Any, s: Any, action: Any, log: Any) -> None:
    verb = t.verb[action]
    if verb == V.LAY:
        lay(t, s, t.arg[action, 0], log)
    elif verb == V.PEEK:
        card = s.deck[s.deck_n - 1]
        s.peeker = 1 + s.turn
        emit(log, E.PEEKS, ALL, 1 << s.turn, s.turn, card, 0, 0)
        next_round(t, s, log)
    elif verb == V.KEEP:
        next_round(t, s, log)


@rule
def lay(t: Any, s: Any, i: Any, log: Any) -> None:
    p = s.turn
    card = take(s.hand[p], i)
    s.hand_n[p] -= 1
    s.laid[p] = card
    emit(log, E.LAYS, ALL, 1 << p, p, card, 0, 0)
    if s.laid[1 - p] == EMPTY:
        ask(s, Q.PICK, 1 - p)
    else:
        compare(t, s, log)


@rule
def compare(t: Any, s: Any, log: Any) -> None:
    s.roll = 1 + below(s.rng, DICE, SIDES)
    s.luck += s.roll
    emit(log, E.ROLLS, ALL, ALL, s.lead, s.roll, 0, 0)
    best = t.value[s.laid[s.lead]] - t.value[s.laid[1 - s.lead]]
    if s.opt.bonus == 1 and s.roll >= t.lucky:
        best += t.bonus
    s.winner = s.lead if best > 0 else 1 - s.lead
    for p in range(SEATS):
        card = s.laid[p]
        emit(log, E.SHOWS, ALL, ALL, p, card, 0, 0)
        s.laid[p] = EMPTY
        s.discard[card] = 1
        s.knows[1 - p, card] = 0
    s.score[s.winner] += 1
    s.rounds += 1
    emit(log, E.WINS, ALL, ALL, s.winner, 0, 0, 0)
    if s.deck_n > 0:
        ask(s, Q.PEEK, s.winner)
    else:
        next_round(t, s, log)


@rule
def draw(s: Any, p: Any, log: Any) -> None:
    if s.deck_n == 0:
        return
    s.deck_n -= 1
    card = s.deck[s.deck_n]
    s.deck[s.deck_n] = EMPTY
    s.hand[p, s.hand_n[p]] = card
    s.hand_n[p] += 1
    seen = 1 << p
    if s.peeker > 0:
        seen |= 1 << (s.peeker - 1)
        if s.peeker != 1 + p:
            s.knows[1 - p, card] = 1
        s.peeker = 0
    emit(log, E.DRAWS, ALL, seen, p, card, 0, 0)


@rule
def next_round(t: Any, s: Any, log: Any) -> None:
    draw(s, 1 - s.winner, log)
    draw(s, s.winner, log)
    s.lead = s.winner
    if s.hand_n[0] == 0:
        s.over = 1
        s.actors = 0
        s.phase = Q.OVER
    else:
        ask(s, Q.PICK, s.lead)
