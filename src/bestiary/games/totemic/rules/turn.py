"""Totemic: the turn, its three actions and its end (chapters 4, 5, 6, 9 and 10)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.knowledge import take
from bestiary.core.record import EMPTY

from ..events import (
    E_BEST,
    E_INVOKES,
    E_TAKES,
    E_TURN,
)
from ..state import (
    ACT,
    BY_POWER,
    BY_RESHUFFLES,
    INVOKE_PAY,
    OVER,
    S_CHECK,
    S_DRAWN,
    S_EFFECTS,
    S_FILL,
    S_INVOKE_PAY,
    S_OFFERING,
    S_RIVAL_TAKES,
    S_TURN,
    SIDES,
)
from ..vocabulary import (
    DRAW_ACTION,
    INVOKED,
    TURN_BEGINS,
)
from .challenge import call_advantages
from .deck import (
    add_to_hand,
    discard_from_hand,
    draw_card,
    fill_offering,
    filled,
    show,
    slot_of,
    trimmed,
)
from .effects import initiate, run_effects, start_effects, stop_effects
from .rival import rival_challenges
from .sides import ask, instead, is_rival, who


@rule
def begin_turn(s: Any, log: Any) -> None:
    # TMC-4.1, TMC-4.5, TMC-11.9
    s.turns += 1
    for p in range(SIDES):
        s.bonus[p] = 0
    emit(log, E_TURN, ALL, ALL, s.turn, who(s, s.turn), s.turns, 0)
    call_advantages(s, np.int64(TURN_BEGINS))


@rule
def act(t: Any, s: Any, log: Any) -> None:
    # TMC-4.3, TMC-13.1 to TMC-13.6
    if not is_rival(s, s.turn):
        ask(s, ACT, s.turn)
    elif rival_challenges(t, s):
        initiate(s, s.turn, log)
    else:
        s.step = S_RIVAL_TAKES


@rule
def draw(t: Any, s: Any, log: Any) -> None:
    # TMC-5.1, TMC-5.2, TMC-11.16
    for _ in range(instead(t, s, s.turn, np.int64(DRAW_ACTION), np.int64(1))):
        draw_card(t, s, s.turn, log)
    s.step = S_DRAWN


@rule
def drawn(t: Any, s: Any, log: Any) -> None:
    # TMC-5.3
    if trimmed(t, s, s.turn, log):
        s.step = S_CHECK


# ---- invoke --------------------------------------------------------------------------------


@rule
def lay_apart(s: Any, i: Any, log: Any) -> None:
    # TMC-6.1, TMC-6.2
    card = take(s.offering, i)
    s.offering_n -= 1
    s.apart[0] = card
    emit(log, E_INVOKES, ALL, ALL, s.turn, who(s, s.turn), card, 0)


@rule
def invoke(s: Any, card: Any, log: Any) -> None:
    # TMC-6.1 to TMC-6.3
    lay_apart(s, slot_of(s.offering[:], card), log)
    start_effects(s, card, s.turn, np.int64(INVOKED), np.int64(0))
    s.step = S_EFFECTS


@rule
def resolve(t: Any, s: Any, log: Any) -> None:
    # TMC-6.3, TMC-6.11
    if not run_effects(t, s, log):
        stop_effects(s)
        s.step = S_FILL


@rule
def fill_hand(t: Any, s: Any, log: Any) -> None:
    # TMC-6.4
    if filled(t, s, s.turn, log):
        s.step = S_INVOKE_PAY


@rule
def invoke_pay(s: Any, log: Any) -> None:
    # TMC-6.5
    p = s.turn
    if s.hand_n[p] > 1:
        ask(s, INVOKE_PAY, p)
    else:
        if s.hand_n[p] == 1:
            discard_from_hand(s, p, np.int64(0), log)
        take_apart(s, log)


@rule
def take_apart(s: Any, log: Any) -> None:
    # TMC-6.6, TMC-15.5
    p = s.turn
    card = np.int64(s.apart[0])
    s.apart[0] = EMPTY
    add_to_hand(s, p, card)
    show(s, p, card)
    emit(log, E_TAKES, ALL, ALL, p, who(s, p), card, 0)
    s.step = S_CHECK


# ---- the end of a turn -----------------------------------------------------------------------


@rule
def fallen(t: Any, s: Any) -> Any:
    # TMC-9.1, TMC-10.6, TMC-16.1, TMC-16.11
    return s.power[0] <= 0 or s.power[1] <= 0 or s.reshuffles >= t.last_reshuffle


@rule
def refill(t: Any, s: Any, log: Any) -> None:
    # TMC-9.3, TMC-16.2
    if s.seats == SIDES:
        if not filled(t, s, 1 - s.turn, log):
            return
    else:
        for p in range(SIDES):
            if not filled(t, s, np.int64(p), log):
                return
    s.step = S_OFFERING


@rule
def next_turn(s: Any) -> None:
    # TMC-4.1, TMC-9.6, TMC-16.4
    s.turn = 1 - s.turn
    s.step = S_TURN


@rule
def offer(t: Any, s: Any, log: Any) -> None:
    # TMC-9.4, TMC-9.5, TMC-16.3
    fill_offering(t, s, log)
    s.level = 0


@rule
def leader(s: Any) -> Any:
    # TMC-10.1 to TMC-10.5, TMC-16.5, TMC-16.6
    own = s.power[0]
    other = s.power[1]
    if s.opt.floor_zero == 1:
        own = max(own, np.int64(0))
        other = max(other, np.int64(0))
    if own == other:
        return s.dominance
    return np.int64(0 if own > other else 1)


@rule
def finish(s: Any, winner: Any, log: Any) -> None:
    # TMC-10.5, TMC-10.6
    emit(log, E_BEST, ALL, ALL, winner, who(s, winner), 0, 0)
    s.winner = winner
    s.by = BY_POWER if s.power[0] <= 0 or s.power[1] <= 0 else BY_RESHUFFLES
    s.over = 1
    s.phase = OVER
    s.actors = 0
