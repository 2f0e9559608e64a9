"""Tossing Tiger: the entry that a refused choice breaks, where it depends on the position."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule

from ..state import ATT, DECK_BIT, DEF, P_KEEP, S_ACT, SPOTS, STOP_BIT, USE_BIT, cite
from ..verbs import (
    V_DESTROY,
    V_DRAW_DECK,
    V_DRAW_FROM,
    V_KEEP,
    V_STOP,
    V_USE,
)
from .dice import cards_left, later_need, may_hold
from .table import bits, is_dawn, side_mask, side_of

TOO_MANY_DICE = cite("TTR-3.2")
TWO_AT_LEAST = cite("TTR-3.4")
TWELVE_AT_MOST = cite("TTR-3.5")
MORE_THAN_MEMBERS = cite("TTR-13.8")
ONE_FOR_EACH_FOE = cite("TTR-13.9")
TEAM_MINIMUM = cite("TTR-13.12")
OWN_SPOTS = cite("TTR-4.1")
WHOLE_DECK = cite("TTR-4.3")
NO_HOLDING_BACK = cite("TTR-4.4")
PILE_MINIMUM = cite("TTR-4.2")
LATER_DICE = cite("TTR-15.14")
NOT_A_MEMBER = cite("TTR-13.11")
ONE_DIE_EACH = cite("TTR-13.10")
REROLLED_ALREADY = cite("TTR-6.6")
NO_DIE_THERE = cite("TTR-10.4")
NOT_FOUGHT = cite("TTR-15.7")


@rule
def no_number(s: Any, number: Any) -> Any:
    if number > SPOTS:
        return np.int64(TWELVE_AT_MOST)
    if s.opt.together == 1:
        if number <= bits(side_mask(s, np.int64(ATT))):
            return np.int64(MORE_THAN_MEMBERS)
        if number < bits(side_mask(s, np.int64(DEF))):
            return np.int64(ONE_FOR_EACH_FOE)
        return np.int64(TEAM_MINIMUM)
    return np.int64(TWO_AT_LEAST if number < s.opt.least_number else TOO_MANY_DICE)


@rule
def no_put(t: Any, s: Any, side: Any, spot: Any) -> Any:
    if spot < 0:
        if s.rebuilding == 1 or (later_need(t, s, side) == 0 and not may_hold(s)):
            return np.int64(WHOLE_DECK if s.opt.together == 1 else NO_HOLDING_BACK)
    elif (s.build_spots >> spot) & 1 == 0:
        return np.int64(OWN_SPOTS)
    if cards_left(s, side) - 1 < later_need(t, s, side) - s.build_kept:
        return np.int64(LATER_DICE)
    return np.int64(TEAM_MINIMUM if s.opt.together == 1 else PILE_MINIMUM)


@rule
def no_supplier(s: Any, p: Any) -> Any:
    if p >= s.seats or side_of(s, p) != s.side:
        return np.int64(NOT_A_MEMBER)
    taken = 0
    for spot in range(s.spot):
        if s.owner[s.side, spot] == p:
            taken += 1
    full = (taken + 1) * s.minimum[s.side] > s.hand_n[p]
    return np.int64(NOT_A_MEMBER if full else ONE_DIE_EACH)


@rule
def no_reroll(t: Any, s: Any, verb: Any, spot: Any) -> Any:
    if s.step != S_ACT:
        return np.int64(NOT_FOUGHT)
    if spot == s.battle and s.replaced[s.act_side] != 0:
        return np.int64(REROLLED_ALREADY)
    if spot <= s.battle and (is_dawn(s, s.act_side, spot) or s.void[spot] != 0):
        return np.int64(NO_DIE_THERE)
    return np.int64(t.verb_rule[verb])


@rule
def bit_of(s: Any, verb: Any, a: Any, b: Any) -> Any:
    """The bit of the mask that a choice stands for."""
    if verb == V_DESTROY or verb == V_DRAW_FROM:
        return np.int64(2 * a + b)
    if verb == V_DRAW_DECK:
        return np.int64(DECK_BIT)
    if verb == V_USE:
        return np.int64(USE_BIT)
    if verb == V_STOP:
        return np.int64(STOP_BIT)
    return np.int64(a)


@rule
def keeps(s: Any, verb: Any) -> Any:
    # TTR-13.18: in a team cards are given
    return verb == V_KEEP and s.phase == P_KEEP and s.mask == 0
