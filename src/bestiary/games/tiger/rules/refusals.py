"""Tossing Tiger: the entry that a refused choice breaks, where it depends on the position."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ..state import ATT, DEF, LEAST_DIE, LEAST_TEAM_DIE, OPT, SPOTS, STEP, cite
from . import table, war
from .dice import cards_left, later_need, may_hold

TOO_MANY_DICE = cite("TTR-3.2")
SMALLER_DECK = cite("TTR-3.6")
TWO_AT_LEAST = cite("TTR-3.4")
TWELVE_AT_MOST = cite("TTR-3.5")
MORE_THAN_MEMBERS = cite("TTR-13.8")
ONE_FOR_EACH_FOE = cite("TTR-13.9")
TEAM_MINIMUM = cite("TTR-13.12")
LOWER_MINIMUM = cite("TTR-13.13")
OWN_SPOTS = cite("TTR-4.1")
WHOLE_DECK = cite("TTR-4.3")
ONE_BY_ONE = cite("TTR-4.7")
SAME_SPOTS = cite("TTR-16.13")
NO_HOLDING_BACK = cite("TTR-4.4")
PILE_MINIMUM = cite("TTR-4.2")
LATER_DICE = cite("TTR-15.14")
NOT_A_MEMBER = cite("TTR-13.11")
ONE_DIE_EACH = cite("TTR-13.10")
REROLLED_ALREADY = cite("TTR-6.6")
NO_DIE_THERE = cite("TTR-10.4")
NOT_FOUGHT = cite("TTR-15.7")


@rule
def team_minimum(s: Any) -> Any:
    """The entry behind the least size of a team's die: the usual one, or what it gave way to in this war."""
    return TEAM_MINIMUM if s.minimum[ATT] >= LEAST_TEAM_DIE else LOWER_MINIMUM


@rule
def no_number(s: Any, number: Any) -> Any:
    if number > SPOTS:
        return TWELVE_AT_MOST
    if s.opt.together == 1:
        if number <= table.bits(table.side_mask(s, ATT)):
            return MORE_THAN_MEMBERS
        if number < table.bits(table.side_mask(s, DEF)):
            return ONE_FOR_EACH_FOE
        return team_minimum(s)
    if number < s.opt.least_number:
        return TWO_AT_LEAST
    return SMALLER_DECK if s.opt.pile_min == OPT.PILE_MIN_SOFT else TOO_MANY_DICE


@rule
def no_put(t: Any, s: Any, side: Any, spot: Any) -> Any:
    if spot < 0:
        if s.rebuilding == 1:
            return SAME_SPOTS
        if later_need(t, s, side) == 0 and not may_hold(s):
            return WHOLE_DECK if s.opt.hold_back == OPT.HOLD_BACK_AUTO else NO_HOLDING_BACK
    elif (s.build_spots >> spot) & 1 == 0:
        return OWN_SPOTS
    if cards_left(s, side) - 1 < later_need(t, s, side) - s.build_kept:
        return LATER_DICE
    if s.opt.together == 1:
        return team_minimum(s)
    if s.build_min < LEAST_DIE:
        return SAME_SPOTS if s.rebuilding == 1 else SMALLER_DECK
    return PILE_MINIMUM


@rule
def no_lay(s: Any) -> Any:
    return ONE_BY_ONE if s.opt.together == 1 or may_hold(s) else WHOLE_DECK


@rule
def no_supplier(s: Any, p: Any) -> Any:
    if p >= s.seats or table.side_of(s, p) != s.side:
        return NOT_A_MEMBER
    full = (war.supplied(s, s.side, p) + 1) * s.minimum[s.side] > s.hand_n[p]
    return NOT_A_MEMBER if full else ONE_DIE_EACH


@rule
def no_reroll(t: Any, s: Any, verb: Any, spot: Any) -> Any:
    if s.step != STEP.ACT:
        return NOT_FOUGHT
    if spot == s.battle and s.replaced[s.act_side] != 0:
        return REROLLED_ALREADY
    if spot <= s.battle:
        return NO_DIE_THERE
    return t.verb_rule[verb]
