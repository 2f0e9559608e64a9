"""Totem: attacks, their outcome, and the abilities (chapters 4 and 9 to 15)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..effects import DO, IF, ON, WHO
from ..events import E
from ..moves import Q
from ..state import HIDDEN, OPT, REVEALED, ROW
from .ending import conquer, totems
from .turn import THEN, ask, ask_action, draw_card, hidden_totems, take_from_hand, throw


@rule
def attackable(t: Any, s: Any, enemy: Any, place: Any, power: Any) -> Any:
    # TOT-9.2, TOT-9.3, TOT-9.4, TOT-10.6
    card = s.row[enemy, place]
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
    return power


@rule
def attack(s: Any, i: Any, place: Any, log: Any) -> None:
    # TOT-9.1, TOT-9.5, TOT-9.6
    p = s.turn
    card = take_from_hand(s, p, i)
    s.clash[0] = card
    s.clash_n = 1
    s.attacks += 1
    s.target = place
    emit(log, E.ATTACKS, ALL, ALL, p, place, card, 0)


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
    emit(log, E.JOINS, ALL, ALL, p, first, second, 0)
    power = clash_power(t, s)
    targets = 0
    only = 0
    for place in range(ROW):
        if attackable(t, s, 1 - p, place, power):
            targets += 1
            only = place
    if targets == 1:
        strike(t, s, only, log)
        return THEN.RESOLVE
    ask(s, Q.STRIKE, p)
    return THEN.ASK


@rule
def strike(t: Any, s: Any, place: Any, log: Any) -> None:
    # TOT-10.6
    s.target = place
    emit(log, E.STRIKES, ALL, ALL, s.turn, place, clash_power(t, s), 0)


@rule
def resolve(t: Any, s: Any, log: Any) -> None:
    # TOT-11.6
    enemy = 1 - s.turn
    place = s.target
    card = s.row[enemy, place]
    power = clash_power(t, s)
    fresh = s.face[enemy, place] == HIDDEN
    if fresh:
        s.face[enemy, place] = REVEALED
        emit(log, E.FLIPS, ALL, ALL, enemy, place, card, 0)
    if fresh and withstands(t, s, card, enemy):
        emit(log, E.WITHSTANDS, ALL, ALL, card, 0, 0, 0)
        home = s.opt.shield_attacker == OPT.SHIELD_ATTACKER_RETURN and power >= t.power[card]
        fail(s, card, home, log)
    elif power < t.power[card]:
        emit(log, E.FAILS, ALL, ALL, power, t.power[card], 0, 0)
        fail(s, card, False, log)
    else:
        emit(log, E.WINS, ALL, ALL, power, t.power[card], 0, 0)
        succeed(s)


@rule
def withstands(t: Any, s: Any, card: Any, owner: Any) -> Any:
    # TOT-12.1, TOT-12.6
    for e in range(t.effects[card]):
        # an attack that flips the card is the only moment that the loader allows
        if t.fx_do[card, e] == DO.WITHSTAND and holds(s, t.fx_if[card, e], owner):
            return True
    return False


@rule
def fail(s: Any, defender: Any, home: Any, log: Any) -> None:
    # TOT-11.1, TOT-11.2, TOT-12.2, TOT-12.3
    p = s.turn
    for i in range(s.clash_n):
        card = s.clash[i]
        s.clash[i] = EMPTY
        if home:
            s.hand[p, s.hand_n[p]] = card
            s.hand_n[p] += 1
            s.shown[card] = 1 + p  # TOT-12.4
            emit(log, E.RETURNS, ALL, ALL, p, card, 0, 0)
        else:
            throw(s, card)
            emit(log, E.DISCARDS, ALL, ALL, p, card, 0, 0)
    s.clash_n = 0
    start_effects(s, defender, 1 - p, ON.DEFENCE_WON)


@rule
def succeed(s: Any) -> None:
    # TOT-11.4, TOT-10.9: the lead of a pair has used its Sword, the other card is cancelled
    lead = s.clash[0]
    if s.clash_n > 1:
        lead = EMPTY
    start_effects(s, lead, s.turn, ON.ATTACK_WON)


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
    if condition == IF.HAND_LEFT:
        return s.hand_n[owner] > 0
    if condition == IF.ENEMY_HIDDEN:
        return hidden_totems(s, 1 - owner) > 0
    if condition == IF.DECK_LEFT:
        return s.deck_n > 0
    return True


@rule
def run_effects(t: Any, s: Any, log: Any) -> Any:
    # TOT-4.6, TOT-11.6: the effects in their order, then what follows the attack
    while s.fx_card != EMPTY and s.fx_next < t.effects[s.fx_card]:
        card = s.fx_card
        e = s.fx_next
        owner = s.fx_owner
        if t.fx_on[card, e] == s.fx_on and holds(s, t.fx_if[card, e], owner):
            who = owner
            if t.fx_who[card, e] == WHO.OPPONENT:
                who = 1 - owner
            if t.fx_do[card, e] == DO.REVEAL:
                if s.fx_left == 0:
                    s.fx_left = t.fx_n[card, e]
                if asks_to_uncover(t, s, who, log):
                    return THEN.ASK
            elif t.fx_do[card, e] == DO.DRAW:
                if t.fx_may[card, e] == 1 or s.opt.requisition == OPT.REQUISITION_MAY:
                    if s.deck_n > 0:
                        ask(s, Q.REQUISITION, owner)
                        return THEN.ASK
                else:
                    draw_effect(t, s, log)
        s.fx_next += 1
        s.fx_left = 0
    won = s.fx_on == ON.ATTACK_WON
    start_effects(s, EMPTY, 0, 0)
    if won:
        return after_success(t, s, log)
    s.target = 0  # TOT-15.3, TOT-15.8
    return THEN.END_TURN


@rule
def effect_target(t: Any, s: Any) -> Any:
    """The player whom the running effect concerns."""
    if t.fx_who[s.fx_card, s.fx_next] == WHO.OPPONENT:
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
        ask(s, Q.EYE, s.fx_owner)
        return True
    for i in range(ROW):
        if s.row[who, i] != EMPTY and s.face[who, i] == HIDDEN:
            uncover(s, who, i, log)
    return False


@rule
def uncover(s: Any, who: Any, place: Any, log: Any) -> None:
    # TOT-13.1, TOT-13.4, TOT-13.7
    s.face[who, place] = REVEALED
    s.fx_left -= 1
    emit(log, E.UNCOVERS, ALL, ALL, s.fx_owner, place, s.row[who, place], 0)


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
        card = s.clash[i]
        s.clash[i] = EMPTY
        throw(s, card)
        emit(log, E.DISCARDS, ALL, ALL, p, card, 0, 0)
    s.clash_n = 0
    beaten = s.row[enemy, s.target]
    throw(s, beaten)
    emit(log, E.FALLS, ALL, ALL, enemy, beaten, s.target, 0)
    s.row[enemy, s.target] = EMPTY
    s.face[enemy, s.target] = HIDDEN
    s.target = 0
    if totems(s, enemy) == 0:
        conquer(s, p, log)
        return THEN.ASK
    if s.attacks >= t.attacks_per_turn:
        return THEN.END_TURN
    if s.hand_n[p] == 0:
        for _ in range(t.empty_hand_draw):
            draw_card(s, p, log)
        return THEN.END_TURN
    ask_action(s, Q.SECOND, p)
    return THEN.ASK
