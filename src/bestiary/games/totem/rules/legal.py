"""Totem: what may be chosen, why not, and what a choice means (the decisions of the rulebook)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..moves import A, Q, V
from ..state import HAND, HIDDEN, ROW, cite
from .attack import attackable, clash_power, effect_target
from .ending import totems

OVER_ALREADY = cite("TOT-18.14")
FOUR_OF_SEVEN = cite("TOT-2.5")
ONE_ACTION = cite("TOT-5.4")
RESTOCK_OR_STOP = cite("TOT-6.7")
COMMITTED = cite("TOT-9.5")
MUST_TAKE_EFFECT = cite("TOT-4.6")
DRAW_OR_DECLINE = cite("TOT-14.4")
ATTACK_OR_STOP = cite("TOT-15.1")
HAND_LIMIT = cite("TOT-16.1")
FOUR_ALREADY = cite("TOT-6.1")
RESTOCK_FROM_HAND = cite("TOT-6.2")
ATTACK_FROM_HAND = cite("TOT-9.1")
NO_TOTEM_THERE = cite("TOT-9.2")
TOO_STRONG = cite("TOT-9.4")
NO_SWORD = cite("TOT-10.1")
NO_TARGET = cite("TOT-10.10")
SUM_TOO_LOW = cite("TOT-10.6")
EXCHANGE_FROM_HAND = cite("TOT-7.1")
NOTHING_TO_EXCHANGE = cite("TOT-7.3")
REVEALED_STAYS = cite("TOT-7.2")
DISCARD_FROM_HAND = cite("TOT-8.1")
NOT_HIDDEN = cite("TOT-13.2")
TRIM_FROM_HAND = cite("TOT-16.2")


@rule
def power_of(t: Any, card: Any) -> Any:
    return t.power[card]


@rule
def pair_reaches(t: Any, s: Any, p: Any, i: Any, j: Any) -> Any:
    # TOT-10.10
    power = power_of(t, s.hand[p, i]) + power_of(t, s.hand[p, j])
    for place in range(ROW):
        if attackable(t, s, 1 - p, place, power):
            return True
    return False


@rule
def has_sword(t: Any, s: Any, p: Any, i: Any, j: Any) -> Any:
    # TOT-10.1
    return t.joins[s.hand[p, i]] == 1 or t.joins[s.hand[p, j]] == 1


@rule
def pair_id(i: Any, j: Any) -> Any:
    return A.PAIR + i * (2 * HAND - i - 1) // 2 + (j - i - 1)


@rule
def add_attacks(t: Any, s: Any, out: Any, n: Any) -> Any:
    p = s.turn
    held = s.hand_n[p]
    for i in range(held):
        power = power_of(t, s.hand[p, i])
        for place in range(ROW):
            if attackable(t, s, 1 - p, place, power):
                out[n] = A.ATTACK + i * ROW + place
                n += 1
    for i in range(held):
        for j in range(i + 1, held):
            if has_sword(t, s, p, i, j) and pair_reaches(t, s, p, i, j):
                out[n] = pair_id(i, j)
                n += 1
    return n


@rule
def add_hand(s: Any, p: Any, base: Any, out: Any, n: Any) -> Any:
    for i in range(s.hand_n[p]):
        out[n] = base + i
        n += 1
    return n


@rule
def is_hidden(s: Any, p: Any, place: Any) -> Any:
    return s.row[p, place] != EMPTY and s.face[p, place] == HIDDEN


@rule
def legal(t: Any, s: Any, out: Any) -> Any:
    p = s.turn
    n = 0
    if s.phase == Q.PLACE:
        n = add_hand(s, p, A.PLACE, out, n)
    elif s.phase == Q.ACTION or s.phase == Q.SECOND:
        n = add_attacks(t, s, out, n)
        if s.phase == Q.SECOND:
            out[n] = A.STOP
            return n + 1
        if totems(s, p) < t.row:
            n = add_hand(s, p, A.RESTOCK, out, n)
        for i in range(s.hand_n[p]):
            for place in range(ROW):
                if is_hidden(s, p, place):
                    out[n] = A.EXCHANGE + i * ROW + place
                    n += 1
        n = add_hand(s, p, A.DISCARD, out, n)
    elif s.phase == Q.RESTOCK_MORE:
        n = add_hand(s, p, A.RESTOCK, out, n)
        out[n] = A.STOP
        n += 1
    elif s.phase == Q.STRIKE:
        power = clash_power(t, s)
        for place in range(ROW):
            if attackable(t, s, 1 - p, place, power):
                out[n] = A.STRIKE + place
                n += 1
    elif s.phase == Q.EYE:
        who = effect_target(t, s)
        for place in range(ROW):
            if is_hidden(s, who, place):
                out[n] = A.REVEAL + place
                n += 1
        if t.fx_may[s.fx_card, s.fx_next] == 1:
            out[n] = A.DECLINE
            n += 1
    elif s.phase == Q.REQUISITION:
        out[0] = A.DRAW
        out[1] = A.DECLINE
        n = 2
    elif s.phase == Q.TRIM:
        n = add_hand(s, p, A.TRIM, out, n)
    return n


@rule
def why(t: Any, s: Any, action: Any) -> Any:
    verb = t.verb[action]
    a = t.arg[action, 0]
    b = t.arg[action, 1]
    wrong = wrong_verb(t, s, verb)
    if wrong != 0:
        return wrong
    return why_not(t, s, verb, a, b)


@rule
def wrong_verb(t: Any, s: Any, verb: Any) -> Any:
    """The rule that keeps a verb out of this phase, or 0."""
    phase = s.phase
    if phase == Q.OVER:
        return OVER_ALREADY
    if phase == Q.PLACE:
        return 0 if verb == V.PLACE else FOUR_OF_SEVEN
    if phase == Q.ACTION:
        fits = verb == V.RESTOCK or verb == V.ATTACK or verb == V.PAIR
        fits = fits or verb == V.EXCHANGE or verb == V.DISCARD
        return 0 if fits else ONE_ACTION
    if phase == Q.RESTOCK_MORE:
        return 0 if verb == V.RESTOCK or verb == V.STOP else RESTOCK_OR_STOP
    if phase == Q.STRIKE:
        return 0 if verb == V.STRIKE else COMMITTED
    if phase == Q.EYE:
        optional = t.fx_may[s.fx_card, s.fx_next] == 1
        fits = verb == V.REVEAL or (verb == V.DECLINE and optional)
        return 0 if fits else MUST_TAKE_EFFECT
    if phase == Q.REQUISITION:
        return 0 if verb == V.DRAW or verb == V.DECLINE else DRAW_OR_DECLINE
    if phase == Q.SECOND:
        return 0 if verb == V.ATTACK or verb == V.PAIR or verb == V.STOP else ATTACK_OR_STOP
    return 0 if verb == V.TRIM else HAND_LIMIT


@rule
def why_not(t: Any, s: Any, verb: Any, a: Any, b: Any) -> Any:
    """The first rule that forbids these arguments to a verb of this phase, or 0."""
    p = s.turn
    held = s.hand_n[p]
    if verb == V.PLACE:
        return FOUR_OF_SEVEN if a >= held else 0
    if verb == V.RESTOCK:
        if totems(s, p) >= t.row:
            return FOUR_ALREADY
        return RESTOCK_FROM_HAND if a >= held else 0
    if verb == V.ATTACK:
        if a >= held:
            return ATTACK_FROM_HAND
        if s.row[1 - p, b] == EMPTY:
            return NO_TOTEM_THERE
        fits = attackable(t, s, 1 - p, b, power_of(t, s.hand[p, a]))
        return 0 if fits else TOO_STRONG
    if verb == V.PAIR:
        if b >= held or not has_sword(t, s, p, a, b):
            return NO_SWORD
        return 0 if pair_reaches(t, s, p, a, b) else NO_TARGET
    if verb == V.STRIKE:
        if s.row[1 - p, a] == EMPTY:
            return NO_TOTEM_THERE
        return 0 if attackable(t, s, 1 - p, a, clash_power(t, s)) else SUM_TOO_LOW
    if verb == V.EXCHANGE:
        if a >= held:
            return EXCHANGE_FROM_HAND
        if s.row[p, b] == EMPTY:
            return NOTHING_TO_EXCHANGE
        return 0 if s.face[p, b] == HIDDEN else REVEALED_STAYS
    if verb == V.DISCARD:
        return DISCARD_FROM_HAND if a >= held else 0
    if verb == V.REVEAL:
        return 0 if is_hidden(s, effect_target(t, s), a) else NOT_HIDDEN
    if verb == V.TRIM:
        return TRIM_FROM_HAND if a >= held else 0
    return 0


@rule
def meaning(t: Any, s: Any, action: Any, out: Any) -> None:
    verb = t.verb[action]
    a = t.arg[action, 0]
    b = t.arg[action, 1]
    p = s.turn
    out.verb = verb
    out.see = ALL
    if verb == V.PLACE or verb == V.RESTOCK or verb == V.EXCHANGE:
        out.see = 1 << p
    if verb == V.STRIKE or verb == V.REVEAL:
        out.target = a
    elif verb != V.DRAW and verb != V.DECLINE and verb != V.STOP:
        out.card = s.hand[p, a]
        if verb == V.PAIR:
            out.other = s.hand[p, b]
        elif verb == V.ATTACK or verb == V.EXCHANGE:
            out.target = b
