"""Totem: playing an action: restocking, exchanging, discarding (chapters 6 to 8), and what follows each."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ..events import WHY, E
from ..moves import Q, V
from ..state import CARDS, OPT
from . import attack, turn
from .ending import totems
from .setup import place_first
from .turn import THEN


@rule
def apply(t: Any, s: Any, action: Any, log: Any) -> None:
    # TOT-11.6, TOT-16.4: the action, then what follows it, each step in one place
    step = act(t, s, action, log)
    if step == THEN.RESOLVE:
        attack.resolve(t, s, log)
        step = THEN.RUN_EFFECTS
    if step == THEN.RUN_EFFECTS:
        step = attack.run_effects(t, s, log)
    if step == THEN.END_TURN:
        turn.end_turn(t, s, log)


@rule
def act(t: Any, s: Any, action: Any, log: Any) -> Any:
    """Carries the action itself out; returns the step that follows."""
    verb = t.verb[action]
    a = t.arg[action, 0]
    b = t.arg[action, 1]
    p = s.turn
    if verb == V.PLACE:
        place_first(t, s, a, log)
        return THEN.ASK
    if verb == V.RESTOCK:
        return restock(t, s, a, log)
    if verb == V.PAIR:
        return attack.pair(t, s, a, b, log)
    if verb == V.ATTACK:
        attack.attack(s, a, b, log)
        return THEN.RESOLVE
    if verb == V.STRIKE:
        attack.strike(t, s, a, log)
        return THEN.RESOLVE
    if verb == V.REVEAL or verb == V.DRAW or verb == V.DECLINE:
        if verb == V.REVEAL:
            attack.uncover(s, attack.effect_target(t, s), a, log)
        else:
            s.fx_left = 0
            if verb == V.DRAW:
                attack.draw_effect(t, s, log)
            else:
                emit(log, E.DECLINES, ALL, ALL, s.fx_owner, 0, 0, 0)
        attack.next_effect(s)
        return THEN.RUN_EFFECTS
    if verb == V.EXCHANGE:
        exchange(s, p, a, b, log)
    elif verb == V.STOP:
        emit(log, E.STOPS, ALL, ALL, p, 0, 0, 0)
    else:  # discard and trim
        turn.discard_from_hand(s, p, a, log)
        if verb == V.DISCARD:  # TOT-8.1, TOT-8.2
            for _ in range(t.discard_draw):
                turn.draw_card(s, p, WHY.PLAIN, log)
    return THEN.END_TURN


@rule
def keep_secret(s: Any, p: Any) -> None:
    # TOT-12.4: a card has gone face down, and nobody can tell which
    for card in range(CARDS):
        if s.shown[card] == 1 + p:
            s.shown[card] = 0


@rule
def restock(t: Any, s: Any, i: Any, log: Any) -> Any:
    # TOT-6.2, TOT-6.3, TOT-6.4, TOT-6.7
    p = s.turn
    turn.lay(s, p, i, log)
    keep_secret(s, p)
    if s.opt.restock == OPT.RESTOCK_ONE or totems(s, p) >= t.row or s.hand_n[p] == 0:
        return THEN.END_TURN
    turn.ask(s, Q.RESTOCK_MORE, p)
    return THEN.ASK


@rule
def exchange(s: Any, p: Any, i: Any, place: Any, log: Any) -> None:
    # TOT-7.1, TOT-7.4, TOT-7.5, TOT-7.6
    down = turn.take_from_hand(s, p, i)
    up = s.row[p, place]
    s.row[p, place] = down
    s.hand[p, s.hand_n[p]] = up
    s.hand_n[p] += 1
    keep_secret(s, p)
    emit(log, E.EXCHANGES, ALL, 1 << p, p, place, down, up)
