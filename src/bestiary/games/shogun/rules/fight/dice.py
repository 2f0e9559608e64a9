"""The Shogun's Chosen: the dice of an attack, and who answers a failure (chapters 12, 21, 22, 24)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ...effects import COND, ON, STAT
from ...state import DICE, FOCUS, NOBODY, OPT, RES0
from ..effects import targets
from ..figures import is_hero, standing, targetable, value, weapon_type
from ..ground import geometry
from ..turn import skills


@rule
def rerollable(s: Any) -> Any:
    """The dice that may be rerolled now, as a set."""
    # SHG-12.15
    found = 0
    for k in range(DICE):
        if s.a_dice[k] < 0 or (s.a_rerolled >> k) & 1:
            continue
        if (k == FOCUS and s.a_refocus == 1) or (k != FOCUS and s.a_rerolls > 0):
            found |= 1 << k
    return found


@rule
def marks(t: Any, s: Any) -> Any:
    # SHG-12.16, SHG-12.17
    seen = 0
    for k in range(FOCUS):
        if s.a_dice[k] < 0:
            continue
        if (s.a_rerolled >> k) & 1 and s.opt.reroll_yinyang != OPT.REROLL_YINYANG_FINAL:
            continue
        seen |= t.white_mark[s.a_dice[k]] if k < 4 else t.black_mark[s.a_dice[k]]
    return seen


@rule
def yinyang_list(t: Any, s: Any, by: Any) -> Any:
    if is_hero(by):
        return t.w_list[weapon_type(s, by)]
    return t.b_yinyang[t.kind[by], s.plus[by]]


@rule
def worth_taking(t: Any, s: Any, effects: Any, by: Any) -> Any:
    """Whether a yin-yang effect can still be had, and has somebody to fall on whom it changes."""
    # SHG-12.24
    first = t.list_first[effects]
    nobody = NOBODY
    for i in range(first, first + t.list_n[effects]):
        if targets.used_up(t, s, i, by):
            continue
        if t.fx_on[i] == ON.YINYANG_PRE:
            return True
        if targets.helped(t, s, effects, i, targets.reached(t, s, i, by, nobody, s.a_on, nobody)):
            return True
    return False


@rule
def may_counter(t: Any, s: Any, f: Any, by: Any) -> Any:
    if f >= RES0 or not standing(s, f) or not targetable(t, s, by):
        return False
    p = s.sq[f]
    q = s.sq[by]
    if is_hero(f):
        held = weapon_type(s, f)
        if held < 0 or t.w_fast[held, 0] < 0:
            return False
        return geometry.sees(t, s, f, p, by, q, skills.weapon_range(t, s, f), True)
    if s.cond[f, COND.DOWNED] > 0 and not geometry.beside(t, s, f, p, by, q):
        return False
    kind = t.kind[f]
    most = max(1, t.b_reach[kind, s.plus[f]] + value(t, s, f, STAT.RANGE))
    return geometry.sees(t, s, f, p, by, q, most, True)
