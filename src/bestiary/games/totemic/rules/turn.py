"""Totemic: the turn and its three actions (chapters 4, 5, 6 and 9)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.knowledge import take
from bestiary.core.record import EMPTY

from ..effects import ON
from ..events import E
from ..moves import Q
from ..state import SIDES, STEP
from . import deck
from .challenge import call_advantages
from .effects import initiate, run_effects, start_effects, stop_effects
from .rival import rival_challenges
from .sides import ask, instead, is_rival, who


@rule
def begin_turn(s: Any, log: Any) -> None:
    # TMC-4.1, TMC-4.5, TMC-11.9
    s.turns += 1
    for p in range(SIDES):
        s.bonus[p] = 0
    emit(log, E.TURN, ALL, ALL, s.turn, who(s, s.turn), s.turns, 0)
    call_advantages(s, ON.TURN_BEGINS)


@rule
def act(t: Any, s: Any, log: Any) -> None:
    # TMC-4.3, TMC-13.1 to TMC-13.6
    if not is_rival(s, s.turn):
        ask(s, Q.ACT, s.turn)
    elif rival_challenges(t, s):
        initiate(s, s.turn, log)
    else:
        s.step = STEP.RIVAL_TAKES


@rule
def draw(t: Any, s: Any, log: Any) -> None:
    # TMC-5.1, TMC-5.2, TMC-11.16
    for _ in range(instead(t, s, s.turn, ON.DRAW_ACTION, 1)):
        deck.draw_card(t, s, s.turn, log)
    s.step = STEP.DRAWN


@rule
def drawn(t: Any, s: Any, log: Any) -> None:
    # TMC-5.3
    if deck.trimmed(t, s, s.turn, log):
        s.step = STEP.CHECK


# ---- invoke --------------------------------------------------------------------------------


@rule
def lay_apart(s: Any, i: Any, log: Any) -> None:
    # TMC-6.1, TMC-6.2
    card = take(s.offering, i)
    s.offering_n -= 1
    s.apart[0] = card
    emit(log, E.INVOKES, ALL, ALL, s.turn, who(s, s.turn), card, 0)


@rule
def invoke(s: Any, card: Any, log: Any) -> None:
    # TMC-6.1 to TMC-6.3
    lay_apart(s, deck.slot_of(s.offering[:], card), log)
    start_effects(s, card, s.turn, ON.INVOKE, 0)
    s.step = STEP.EFFECTS


@rule
def resolve(t: Any, s: Any, log: Any) -> None:
    # TMC-6.3, TMC-6.11
    if not run_effects(t, s, log):
        stop_effects(s)
        s.step = STEP.FILL


@rule
def fill_hand(t: Any, s: Any, log: Any) -> None:
    # TMC-6.4
    if deck.filled(t, s, s.turn, log):
        s.step = STEP.INVOKE_PAY


@rule
def invoke_pay(s: Any, log: Any) -> None:
    # TMC-6.5
    p = s.turn
    if s.hand_n[p] > 1:
        ask(s, Q.INVOKE_PAY, p)
    else:
        if s.hand_n[p] == 1:
            deck.discard_from_hand(s, p, 0, log)
        take_apart(s, log)


@rule
def take_apart(s: Any, log: Any) -> None:
    # TMC-6.6, TMC-15.5
    p = s.turn
    card = s.apart[0]
    s.apart[0] = EMPTY
    deck.add_to_hand(s, p, card)
    deck.show(s, p, card)
    emit(log, E.TAKES, ALL, ALL, p, who(s, p), card, 0)
    s.step = STEP.CHECK


# ---- the end of a turn -----------------------------------------------------------------------


@rule
def refill(t: Any, s: Any, log: Any) -> None:
    # TMC-9.3, TMC-16.2
    if s.seats == SIDES:
        if not deck.filled(t, s, 1 - s.turn, log):
            return
    else:
        for p in range(SIDES):
            if not deck.filled(t, s, p, log):
                return
    s.step = STEP.OFFERING


@rule
def next_turn(s: Any) -> None:
    # TMC-4.1, TMC-9.6, TMC-16.4
    s.turn = 1 - s.turn
    s.step = STEP.TURN


@rule
def offer(t: Any, s: Any, log: Any) -> None:
    # TMC-9.4, TMC-9.5, TMC-16.3
    deck.fill_offering(t, s, log)
    s.level = 0
