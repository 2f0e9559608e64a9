"""Totem: attacks, their outcome, and the abilities (chapters 4 and 9 to 15)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..state import (
    ASKED,
    ATTACK_WON,
    DECK_LEFT,
    DEFENCE_WON,
    E_ATTACKS,
    E_DISCARDS,
    E_FAILS,
    E_FALLS,
    E_FLIPS,
    E_JOINS,
    E_RETURNS,
    E_STRIKES,
    E_UNCOVERS,
    E_WINS,
    E_WITHSTANDS,
    ENEMY_HIDDEN,
    EYE,
    HAND_LEFT,
    HIDDEN,
    OPPONENT,
    REQUISITION,
    REQUISITION_MAY,
    RESOLVE,
    REVEALED,
    ROW,
    SECOND,
    SHIELD_RETURN,
    STRIKE,
    TAKE,
    TURN_ENDS,
    UNCOVER,
    WITHSTAND,
)
from .turn import (
    ask,
    conquer,
    draw_card,
    hidden_totems,
    take_from_hand,
    throw,
    totems,
)


@rule
def attackable(t: Any, s: Any, enemy: Any, place: Any, power: Any) -> Any:
    # TOT-9.2, TOT-9.3, TOT-9.4, TOT-10.6
    card = np.int64(s.row[enemy, place])
    if card == EMPTY:
        return False
    if s.face[enemy, place] == HIDDEN:
        return True
    return t.power[card] <= power


@rule
def clash_power(t: Any, s: Any) -> Any:
    # TOT-10.2
    power = 0
    for i in range(s.clash_n):
        power += t.power[s.clash[i]]
    return np.int64(power)


@rule
def attack(s: Any, i: Any, place: Any, log: Any) -> None:
    # TOT-9.1, TOT-9.5, TOT-9.6
    p = s.turn
    card = take_from_hand(s, p, i)
    s.clash[0] = card
    s.clash_n = 1
    s.attacks += 1
    s.target = place
    emit(log, E_ATTACKS, ALL, ALL, p, place, card, 0)


@rule
def pair(t: Any, s: Any, i: Any, j: Any, log: Any) -> Any:
    # TOT-10.1, TOT-10.4, TOT-10.8, TOT-10.10
    p = s.turn
    second = take_from_hand(s, p, j)
    first = take_from_hand(s, p, i)
    s.clash[0] = first
    s.clash[1] = second
    s.clash_n = 2
    s.attacks += 1
    emit(log, E_JOINS, ALL, ALL, p, first, second, 0)
    power = clash_power(t, s)
    targets = 0
    only = 0
    for place in range(ROW):
        if attackable(t, s, 1 - p, np.int64(place), power):
            targets += 1
            only = place
    if targets == 1:
        strike(t, s, np.int64(only), log)
        return RESOLVE
    ask(s, STRIKE, p)
    return ASKED


@rule
def strike(t: Any, s: Any, place: Any, log: Any) -> None:
    # TOT-10.6
    s.target = place
    emit(log, E_STRIKES, ALL, ALL, s.turn, place, clash_power(t, s), 0)


@rule
def resolve(t: Any, s: Any, log: Any) -> None:
    # TOT-11.6
    enemy = 1 - s.turn
    place = s.target
    card = np.int64(s.row[enemy, place])
    power = clash_power(t, s)
    fresh = s.face[enemy, place] == HIDDEN
    if fresh:
        s.face[enemy, place] = REVEALED
        emit(log, E_FLIPS, ALL, ALL, enemy, place, card, 0)
    if fresh and withstands(t, s, card, enemy):
        emit(log, E_WITHSTANDS, ALL, ALL, card, 0, 0, 0)
        home = s.opt.shield_attacker == SHIELD_RETURN and power >= t.power[card]
        fail(s, card, home, log)
    elif power < t.power[card]:
        emit(log, E_FAILS, ALL, ALL, power, np.int64(t.power[card]), 0, 0)
        fail(s, card, False, log)
    else:
        emit(log, E_WINS, ALL, ALL, power, np.int64(t.power[card]), 0, 0)
        succeed(s)


@rule
def withstands(t: Any, s: Any, card: Any, owner: Any) -> Any:
    # TOT-12.1, TOT-12.6
    for e in range(t.effects[card]):
        # an attack that flips the card is the only moment that the loader allows
        if t.fx_do[card, e] == WITHSTAND and holds(s, np.int64(t.fx_if[card, e]), owner):
            return True
    return False


@rule
def fail(s: Any, defender: Any, home: Any, log: Any) -> None:
    # TOT-11.1, TOT-11.2, TOT-12.2, TOT-12.3
    p = s.turn
    for i in range(s.clash_n):
        card = np.int64(s.clash[i])
        s.clash[i] = EMPTY
        if home:
            s.hand[p, s.hand_n[p]] = card
            s.hand_n[p] += 1
            s.shown[card] = 1 + p  # TOT-12.4
            emit(log, E_RETURNS, ALL, ALL, p, card, 0, 0)
        else:
            throw(s, card)
            emit(log, E_DISCARDS, ALL, ALL, p, card, 0, 0)
    s.clash_n = 0
    start_effects(s, defender, 1 - p, np.int64(DEFENCE_WON))


@rule
def succeed(s: Any) -> None:
    # TOT-11.4, TOT-10.9: the lead of a pair has used its Sword, the other card is cancelled
    lead = np.int64(s.clash[0])
    if s.clash_n > 1:
        lead = np.int64(EMPTY)
    start_effects(s, lead, s.turn, np.int64(ATTACK_WON))


@rule
def start_effects(s: Any, card: Any, owner: Any, trigger: Any) -> None:
    # TOT-4.1
    s.fx_card = card
    s.fx_owner = owner
    s.fx_on = trigger
    s.fx_next = 0
    s.fx_left = 0


@rule
def holds(s: Any, condition: Any, owner: Any) -> Any:
    """Whether the condition of an effect is met; a card whose effects run is always fresh."""
    if condition == HAND_LEFT:
        return s.hand_n[owner] > 0
    if condition == ENEMY_HIDDEN:
        return hidden_totems(s, 1 - owner) > 0
    if condition == DECK_LEFT:
        return s.deck_n > 0
    return True


@rule
def run_effects(t: Any, s: Any, log: Any) -> Any:
    # TOT-4.6, TOT-11.6: the effects in their order, then what follows the attack
    while s.fx_card != EMPTY and s.fx_next < t.effects[s.fx_card]:
        card = s.fx_card
        e = s.fx_next
        owner = s.fx_owner
        if t.fx_on[card, e] == s.fx_on and holds(s, np.int64(t.fx_if[card, e]), owner):
            who = owner
            if t.fx_who[card, e] == OPPONENT:
                who = 1 - owner
            if t.fx_do[card, e] == UNCOVER:
                if s.fx_left == 0:
                    s.fx_left = np.int64(t.fx_n[card, e])
                if asks_to_uncover(t, s, who, log):
                    return ASKED
            elif t.fx_do[card, e] == TAKE:
                if t.fx_may[card, e] == 1 or s.opt.requisition == REQUISITION_MAY:
                    if s.deck_n > 0:
                        ask(s, REQUISITION, owner)
                        return ASKED
                else:
                    draw_effect(t, s, log)
        s.fx_next += 1
        s.fx_left = 0
    won = s.fx_on == ATTACK_WON
    start_effects(s, np.int64(EMPTY), np.int64(0), np.int64(0))
    if won:
        return after_success(t, s, log)
    s.target = 0  # TOT-15.3, TOT-15.8
    return TURN_ENDS


@rule
def effect_target(t: Any, s: Any) -> Any:
    """The player whom the running effect concerns."""
    if t.fx_who[s.fx_card, s.fx_next] == OPPONENT:
        return 1 - s.fx_owner
    return s.fx_owner


@rule
def draw_effect(t: Any, s: Any, log: Any) -> None:
    # TOT-14.1, TOT-14.2
    who = effect_target(t, s)
    for _ in range(t.fx_n[s.fx_card, s.fx_next]):
        draw_card(s, who, log)


@rule
def asks_to_uncover(t: Any, s: Any, who: Any, log: Any) -> Any:
    # TOT-13.2, TOT-13.5, TOT-13.6
    hidden = hidden_totems(s, who)
    if hidden == 0:
        return False
    if hidden > s.fx_left or t.fx_may[s.fx_card, s.fx_next] == 1:
        ask(s, EYE, s.fx_owner)
        return True
    for i in range(ROW):
        if s.row[who, i] != EMPTY and s.face[who, i] == HIDDEN:
            uncover(s, who, np.int64(i), log)
    return False


@rule
def uncover(s: Any, who: Any, place: Any, log: Any) -> None:
    # TOT-13.1, TOT-13.4, TOT-13.7
    s.face[who, place] = REVEALED
    s.fx_left -= 1
    emit(log, E_UNCOVERS, ALL, ALL, s.fx_owner, place, np.int64(s.row[who, place]), 0)


@rule
def next_effect(s: Any) -> None:
    """Goes on to the next effect, unless this one still asks."""
    if s.fx_left == 0:
        s.fx_next += 1


@rule
def after_success(t: Any, s: Any, log: Any) -> Any:
    # TOT-11.4, TOT-15.1, TOT-15.2, TOT-15.5 to TOT-15.9
    p = s.turn
    enemy = 1 - p
    for i in range(s.clash_n):
        card = np.int64(s.clash[i])
        s.clash[i] = EMPTY
        throw(s, card)
        emit(log, E_DISCARDS, ALL, ALL, p, card, 0, 0)
    s.clash_n = 0
    beaten = np.int64(s.row[enemy, s.target])
    throw(s, beaten)
    emit(log, E_FALLS, ALL, ALL, enemy, beaten, s.target, 0)
    s.row[enemy, s.target] = EMPTY
    s.face[enemy, s.target] = HIDDEN
    s.target = 0
    if totems(s, enemy) == 0:
        conquer(s, p, log)
        return ASKED
    if s.attacks >= t.attacks_per_turn:
        return TURN_ENDS
    if s.hand_n[p] == 0:
        for _ in range(t.empty_hand_draw):
            draw_card(s, p, log)
        return TURN_ENDS
    ask(s, SECOND, p)
    return ASKED
