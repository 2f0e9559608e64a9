"""Totem: set-up, playing an action, and the match (chapters 2, 6, 7, 8, 19)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import below, shuffle

from ..state import (
    ACTION,
    ASKED,
    CARDS,
    DECK,
    E_BEGINS,
    E_DECLINES,
    E_EXCHANGES,
    E_LAYS,
    E_STOPS,
    EFFECTS_RUN,
    HIDDEN,
    LOTS,
    NOBODY,
    PLACE,
    RESOLVE,
    RESTOCK_MORE,
    RESTOCK_ONE,
    ROW,
    SEATS,
    TURN_ENDS,
    V_ATTACK,
    V_DECLINE,
    V_DISCARD,
    V_DRAW,
    V_EXCHANGE,
    V_PAIR,
    V_PLACE,
    V_RESTOCK,
    V_REVEAL,
    V_STOP,
    V_STRIKE,
)
from .attack import (
    attack,
    draw_effect,
    effect_target,
    next_effect,
    pair,
    resolve,
    run_effects,
    strike,
    uncover,
)
from .turn import (
    ask,
    begin_turn,
    discard_from_hand,
    draw_card,
    end_turn,
    take_from_hand,
    totems,
)


@rule
def setup(t: Any, s: Any, carried: Any) -> None:
    # TOT-2.3, TOT-2.4, TOT-2.8, TOT-19.2, TOT-19.5
    s.seats = SEATS
    s.drawer = NOBODY
    s.winner = NOBODY
    s.fx_card = EMPTY
    s.game = carried.game
    s.first = carried.first - 1
    for p in range(SEATS):
        s.score[p] = carried.score[p]
    if carried.first == 0:
        s.first = below(s.rng, LOTS, np.int64(SEATS))
    s.turn = s.first
    for card in range(CARDS):
        s.deck[card] = card
    shuffle(s.rng, DECK, s.deck, np.int64(CARDS))
    s.deck_n = CARDS
    for p in range(SEATS):
        for i in range(t.deal):
            s.deck_n -= 1
            s.hand[p, i] = s.deck[s.deck_n]
            s.deck[s.deck_n] = EMPTY
        s.hand_n[p] = t.deal
    ask(s, PLACE, s.first)


@rule
def apply(t: Any, s: Any, action: Any, log: Any) -> None:
    # TOT-11.6, TOT-16.4: the action, then what follows it, each step in one place
    step = act(t, s, action, log)
    if step == RESOLVE:
        resolve(t, s, log)
        step = EFFECTS_RUN
    if step == EFFECTS_RUN:
        step = run_effects(t, s, log)
    if step == TURN_ENDS:
        end_turn(t, s, log)


@rule
def act(t: Any, s: Any, action: Any, log: Any) -> Any:
    """Carries the action itself out; returns the step that follows."""
    verb = t.verb[action]
    a = np.int64(t.arg[action, 0])
    b = np.int64(t.arg[action, 1])
    p = s.turn
    if verb == V_PLACE:
        place_first(t, s, a, log)
        return ASKED
    if verb == V_RESTOCK:
        return restock(t, s, a, log)
    if verb == V_PAIR:
        return pair(t, s, a, b, log)
    if verb == V_ATTACK:
        attack(s, a, b, log)
        return RESOLVE
    if verb == V_STRIKE:
        strike(t, s, a, log)
        return RESOLVE
    if verb == V_REVEAL or verb == V_DRAW or verb == V_DECLINE:
        if verb == V_REVEAL:
            uncover(s, effect_target(t, s), a, log)
        else:
            s.fx_left = 0
            if verb == V_DRAW:
                draw_effect(t, s, log)
            else:
                emit(log, E_DECLINES, ALL, ALL, s.fx_owner, 0, 0, 0)
        next_effect(s)
        return EFFECTS_RUN
    if verb == V_EXCHANGE:
        exchange(s, p, a, b, log)
    elif verb == V_STOP:
        emit(log, E_STOPS, ALL, ALL, p, 0, 0, 0)
    else:  # discard and trim
        discard_from_hand(s, p, a, log)
        if verb == V_DISCARD:  # TOT-8.1, TOT-8.2
            for _ in range(t.discard_draw):
                draw_card(s, p, log)
    return TURN_ENDS


@rule
def lay(s: Any, p: Any, i: Any, log: Any) -> None:
    # TOT-2.10, TOT-6.5, TOT-6.6
    card = take_from_hand(s, p, i)
    for place in range(ROW):
        if s.row[p, place] == EMPTY:
            s.row[p, place] = card
            s.face[p, place] = HIDDEN
            emit(log, E_LAYS, ALL, 1 << p, p, card, place, 0)
            break


@rule
def keep_secret(s: Any, p: Any) -> None:
    # TOT-12.4: a card has gone face down, and nobody can tell which
    for card in range(CARDS):
        if s.shown[card] == 1 + p:
            s.shown[card] = 0


@rule
def place_first(t: Any, s: Any, i: Any, log: Any) -> None:
    # TOT-2.5, TOT-2.6
    p = s.turn
    lay(s, p, i, log)
    if totems(s, p) < t.row:
        return
    s.turn = 1 - p
    if s.turn != s.first:
        ask(s, PLACE, s.turn)
    else:
        emit(log, E_BEGINS, ALL, ALL, s.first, 0, 0, 0)
        begin_turn(t, s, log)
        ask(s, ACTION, s.first)


@rule
def restock(t: Any, s: Any, i: Any, log: Any) -> Any:
    # TOT-6.2, TOT-6.3, TOT-6.4, TOT-6.7
    p = s.turn
    lay(s, p, i, log)
    keep_secret(s, p)
    if s.opt.restock == RESTOCK_ONE or totems(s, p) >= t.row or s.hand_n[p] == 0:
        return TURN_ENDS
    ask(s, RESTOCK_MORE, p)
    return ASKED


@rule
def exchange(s: Any, p: Any, i: Any, place: Any, log: Any) -> None:
    # TOT-7.1, TOT-7.4, TOT-7.5, TOT-7.6
    down = take_from_hand(s, p, i)
    up = np.int64(s.row[p, place])
    s.row[p, place] = down
    s.hand[p, s.hand_n[p]] = up
    s.hand_n[p] += 1
    keep_secret(s, p)
    emit(log, E_EXCHANGES, ALL, 1 << p, p, place, down, up)


@rule
def returns(t: Any, s: Any, out: Any) -> None:
    # TOT-18.13
    for p in range(SEATS):
        out[p] = 0.0
        if s.winner != NOBODY:
            out[p] = 1.0 if s.winner == p else -1.0


@rule
def carry(t: Any, s: Any, out: Any) -> None:
    # TOT-19.1 to TOT-19.4
    out.game = s.game + 1
    out.first = 1 + (1 - s.first)
    for p in range(SEATS):
        out.score[p] = s.score[p]
    if s.winner != NOBODY:
        out.score[s.winner] += 1
    left = s.opt.match_games - out.game
    lead = abs(out.score[0] - out.score[1])
    out.more = 1 if left > 0 and lead <= left else 0
