"""Totem: drawing, laying down, and the course of a turn (chapters 5, 6 and 16)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.knowledge import take
from bestiary.core.names import Names
from bestiary.core.record import EMPTY

from ..events import E
from ..moves import Q
from ..state import HIDDEN, OPT, ROW
from .ending import count

DRAWERS_NEXT = 3  # turns left: the one in progress, the opponent's, the drawer's next
# what follows an action: each step ends in a question or hands on to the next
THEN = Names("THEN", ("ask", "resolve", "run_effects", "end_turn"))


@rule
def ask(s: Any, phase: Any, seat: Any) -> None:
    # TOT-5.7
    s.phase = phase
    s.actors = 1 << seat


@rule
def ask_action(s: Any, phase: Any, p: Any) -> None:
    # TOT-18.2: who has just drawn the last card has this action still to come
    if s.opt.final_turn == OPT.FINAL_TURN_ACTION and s.final == DRAWERS_NEXT:
        s.final = 1
    ask(s, phase, p)


@rule
def hidden_totems(s: Any, p: Any) -> Any:
    """How many of them are hidden."""
    n = 0
    for i in range(ROW):
        if s.row[p, i] != EMPTY and s.face[p, i] == HIDDEN:
            n += 1
    return n


@rule
def draw_card(s: Any, p: Any, log: Any) -> None:
    # TOT-5.2, TOT-5.3, TOT-18.1
    if s.deck_n == 0:
        return
    s.deck_n -= 1
    card = s.deck[s.deck_n]
    s.deck[s.deck_n] = EMPTY
    s.hand[p, s.hand_n[p]] = card
    s.hand_n[p] += 1
    emit(log, E.DRAWS, ALL, 1 << p, p, card, 0, 0)
    if s.deck_n == 0:
        last_card(s, p, log)


@rule
def last_card(s: Any, p: Any, log: Any) -> None:
    # TOT-18.2, TOT-18.3, TOT-18.4
    s.drawer = p
    s.final = 2
    if p == s.turn:
        s.final = DRAWERS_NEXT
        if s.opt.final_turn == OPT.FINAL_TURN_EXTRA:
            s.final = 2
        elif s.opt.final_turn == OPT.FINAL_TURN_CURRENT:
            s.final = 1
    emit(log, E.LAST, ALL, ALL, p, 0, 0, 0)


@rule
def take_from_hand(s: Any, p: Any, i: Any) -> Any:
    """Takes a card out of a hand."""
    card = take(s.hand[p], i)
    s.hand_n[p] -= 1
    s.shown[card] = 0
    return card


@rule
def throw(s: Any, card: Any) -> None:
    # TOT-2.9
    s.discard[card] = 1
    s.discard_n += 1


@rule
def discard_from_hand(s: Any, p: Any, i: Any, log: Any) -> None:
    """Throws a hand card onto the open pile."""
    card = take_from_hand(s, p, i)
    throw(s, card)
    emit(log, E.DISCARDS, ALL, ALL, p, card, 0, 0)


@rule
def end_turn(t: Any, s: Any, log: Any) -> None:
    # TOT-16.1, TOT-16.4
    p = s.turn
    if s.hand_n[p] > t.hand_limit:
        ask(s, Q.TRIM, p)
    else:
        next_turn(t, s, log)


@rule
def next_turn(t: Any, s: Any, log: Any) -> None:
    # TOT-5.1, TOT-5.2, TOT-5.5, TOT-18.2 to TOT-18.4
    while True:
        if s.final > 0:
            s.final -= 1
            if s.final == 0:
                count(t, s, log)
                return
        if s.final == 1:
            s.turn = s.drawer
        else:
            s.turn = 1 - s.turn
        begin_turn(t, s, log)
        if s.hand_n[s.turn] > 0:
            ask_action(s, Q.ACTION, s.turn)
            return


@rule
def begin_turn(t: Any, s: Any, log: Any) -> None:
    # TOT-5.2
    p = s.turn
    s.turns += 1
    s.attacks = 0
    emit(log, E.TURN, ALL, ALL, p, s.turns, 0, 0)
    for _ in range(t.start_draw):
        draw_card(s, p, log)


@rule
def lay(s: Any, p: Any, i: Any, log: Any) -> None:
    # TOT-2.10, TOT-6.5, TOT-6.6
    card = take_from_hand(s, p, i)
    for place in range(ROW):
        if s.row[p, place] == EMPTY:
            s.row[p, place] = card
            s.face[p, place] = HIDDEN
            emit(log, E.LAYS, ALL, 1 << p, p, card, place, 0)
            break
