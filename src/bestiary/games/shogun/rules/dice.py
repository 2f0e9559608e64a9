"""The Shogun's Chosen: the dice of an attack, and who answers a failure (chapters 12, 21, 22, 24)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule

from .. import state as st
from .. import words as w
from .base import (
    ONE,
    SOURCES,
    is_hero,
    pop,
    push,
    push_list,
    source,
    source_ki,
    standing,
    targetable,
    value,
    weapon_type,
)
from .geometry import beside, sees
from .skills import weapon_range
from .targets import reached


@rule
def trigger(t: Any, s: Any, f: Any, on: Any, target: Any, by: Any) -> None:
    push(s, np.int64(st.F_TRIGGER), f, on, np.int64(0), target)
    s.stack[s.sp - 1, 6] = by


@rule
def trigger_source(t: Any, s: Any, f: Any, k: Any) -> Any:
    """The k-th list of a creature that triggers can wake; -2 after the last."""
    if f < st.HEROES:
        if k < SOURCES:
            return source(t, s, f, k)
        if k == SOURCES and s.a_by == f:
            return np.int64(s.a_list)
        return np.int64(-2)
    kind = t.kind[f]
    if k < t.k_skills[kind]:
        skill = t.k_skill[kind] + k
        return np.int64(t.bs_list[skill]) if t.bs_kind[skill] == w.PASSIVE else np.int64(st.NOBODY)
    if k == t.k_skills[kind] and s.a_by == f:
        return np.int64(s.a_list)
    return np.int64(-2)


@rule
def step_trigger(t: Any, s: Any, log: Any) -> None:
    """Slots: 2 creature, 3 trigger, 4 next source, 5 target, 6 attacker."""
    row = s.stack[s.sp - 1]
    f = np.int64(row[2])
    while True:
        k = np.int64(row[4])
        effects = trigger_source(t, s, f, k)
        if effects == -2:
            pop(s)
            return
        row[4] += 1
        if effects >= 0 and (t.list_on[effects] >> row[3]) & 1:
            ki = np.int64(0)
            if f < st.HEROES:
                ki = np.int64(s.a_ki) if k == SOURCES else source_ki(s, f, k)
            target = np.int64(row[5])
            by = np.int64(row[6])
            push_list(s, effects, np.int64(row[3]), f, np.int64(st.NOBODY), ki)
            s.stack[s.sp - 1, 9] = target
            s.stack[s.sp - 1, 12] = by
            return


@rule
def rerollable(s: Any) -> Any:
    """The dice that may be rerolled now, as a set."""
    # SHG-12.15
    found = np.int64(0)
    for k in range(st.DICE):
        if s.a_dice[k] < 0 or (s.a_rerolled >> k) & 1:
            continue
        if (k == st.FOCUS and s.a_refocus == 1) or (k != st.FOCUS and s.a_rerolls > 0):
            found |= ONE << k
    return found


@rule
def marks(t: Any, s: Any) -> Any:
    # SHG-12.16, SHG-12.17
    seen = np.int64(0)
    for k in range(st.FOCUS):
        if s.a_dice[k] < 0:
            continue
        if (s.a_rerolled >> k) & 1 and s.opt.reroll_yinyang != st.YINYANG_FINAL:
            continue
        seen |= t.white_mark[s.a_dice[k]] if k < 4 else t.black_mark[s.a_dice[k]]
    return seen


@rule
def yinyang_list(t: Any, s: Any, by: Any) -> Any:
    if is_hero(by):
        return np.int64(t.w_list[weapon_type(s, by)])
    return np.int64(t.b_yinyang[t.kind[by], s.plus[by]])


@rule
def worth_taking(t: Any, s: Any, effects: Any, by: Any) -> Any:
    """Whether a yin-yang effect has somebody to fall on."""
    first = t.list_first[effects]
    nobody = np.int64(st.NOBODY)
    for i in range(first, first + t.list_n[effects]):
        if t.fx_on[i] == w.ON_PRE:
            return True
        if reached(t, s, np.int64(i), by, nobody, np.int64(s.a_on), nobody):
            return True
    return False


@rule
def may_counter(t: Any, s: Any, f: Any, by: Any) -> Any:
    if f >= st.RES0 or not standing(s, f) or not targetable(t, s, by):
        return False
    p = np.int64(s.sq[f])
    q = np.int64(s.sq[by])
    if is_hero(f):
        held = weapon_type(s, f)
        if held < 0 or t.w_fast[held, 0] < 0:
            return False
        return sees(t, s, f, p, by, q, weapon_range(t, s, f), True)
    if s.cond[f, w.DOWNED] > 0 and not beside(t, s, f, p, by, q):
        return False
    kind = t.kind[f]
    most = max(1, t.b_reach[kind, s.plus[f]] + value(t, s, f, np.int64(w.ST_RANGE)))
    return sees(t, s, f, p, by, q, most, True)
