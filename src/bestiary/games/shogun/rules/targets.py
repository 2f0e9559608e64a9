"""The Shogun's Chosen: whom an effect reaches, under which condition, and priorities (chapters 6, 19, 23)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule

from .. import state as st
from .. import words as w
from .base import (
    ONE,
    armour_of,
    attribute,
    card_of,
    flags,
    half_dead,
    has_acted,
    in_terrain,
    is_minion,
    targetable,
    zone_of,
)
from .geometry import beside, gap, part, sees, side, size, spot, touching

# ---- priorities ----------------------------------------------------------------------------------


@rule
def ki_in_slots(s: Any, h: Any) -> Any:
    n = np.int64(0)
    for slot in range(st.SLOTS):
        if s.ki[h, slot] > 0:
            n += 1
    return n


@rule
def characteristic(t: Any, s: Any, f: Any, what: Any) -> Any:
    # SHG-19.8
    if f >= st.RES0:
        return np.int64(0)
    if what == w.C_HEALTH:
        return np.int64(s.hp[f])
    if what == w.C_ARMOUR:
        return armour_of(t, s, f)
    if what == w.C_CONDITIONS:
        return np.int64(s.cond[f, 0] + s.cond[f, 1] + s.cond[f, 2] + s.cond[f, 3])
    if f >= st.HEROES:
        return np.int64(0)
    if what >= w.C_POWER and what <= w.C_SPIRIT:
        return attribute(t, s, f, what - w.C_POWER)
    if what == w.C_HEADS:
        return np.int64(s.heads[f] + s.boss[f])
    if what == w.C_COINS:
        return np.int64(s.coins[f])
    if what == w.C_KARMA:
        return np.int64(s.karma[f])
    if what == w.C_AP:
        return np.int64(s.ap[f])
    return ki_in_slots(s, f)


@rule
def worth(t: Any, s: Any, f: Any, prio: Any, by: Any, at: Any) -> Any:
    """How well a figure fits a priority of ``by`` standing at a square; the highest is taken."""
    # SHG-19.2, SHG-19.7
    if prio == w.BY_NEAREST:
        return -gap(t, s, by, at, f, spot(s, f))
    if prio == w.BY_FARTHEST:
        return gap(t, s, by, at, f, spot(s, f))
    if prio == w.BY_FIRST or prio == w.BY_NEXT:
        place = card_of(s, f) if f < st.RES0 else np.int64(st.NOBODY)
        if place < 0:
            return np.int64(-999)
        if prio == w.BY_NEXT and place > s.at_card:
            return np.int64(200 - place)
        return np.int64(-place)
    if prio >= w.LEAST:
        return -characteristic(t, s, f, prio - w.LEAST)
    return characteristic(t, s, f, prio)


@rule
def best(t: Any, s: Any, figures: Any, prio: Any, by: Any, at: Any) -> Any:
    """Those of the figures that a priority puts first."""
    if prio < 0:
        return figures
    top = np.int64(-100000)
    found = np.int64(0)
    for f in range(st.FIGURES):
        if (figures >> f) & 1:
            fits = worth(t, s, np.int64(f), prio, by, at)
            if fits > top:
                top = fits
                found = np.int64(0)
            if fits == top:
                found |= ONE << f
    return found


@rule
def preferred(t: Any, s: Any, figures: Any, prio: Any, by: Any, at: Any) -> Any:
    """Whom an enemy takes among available figures: several where the team has to choose."""
    # SHG-19.1, SHG-19.4, SHG-19.5, SHG-19.6, SHG-19.10
    ours = figures >> st.RES0 << st.RES0
    for f in range(st.WANDERER0, st.CHOSEN0):
        if (figures >> f) & 1 and s.side_of[f] == w.OURS:
            ours |= ONE << f
    if ours and s.side_of[by] == w.THEIRS:
        return ours
    taunting = np.int64(0)
    for h in range(st.HEROES):
        if (figures >> h) & 1 and flags(t, s, np.int64(h)) & w.TAUNT:
            taunting |= ONE << h
    if taunting:
        return best(t, s, taunting, prio, by, at)
    return best(t, s, figures, prio, by, at)


# ---- whom an effect reaches ----------------------------------------------------------------------


@rule
def near_place(t: Any, s: Any, f: Any, q: Any, other: Any) -> Any:
    """Whether a figure touches a square, or the base of another figure that stands there."""
    p = spot(s, f)
    if other >= 0 and spot(s, other) >= 0:
        return beside(t, s, f, p, other, spot(s, other))
    n = size(t, s, f)
    for k in range(n * n):
        a = part(p, np.int64(k))
        if touching(a, q) and t.height[s.chapter, a] == t.height[s.chapter, q]:
            return True
    return False


@rule
def of_kind(t: Any, f: Any, kind: Any) -> Any:
    if kind < 0:
        return True
    if kind == 100:
        return f < st.HEROES
    if kind == 101:
        return f >= st.SERVANT0 and f < st.WANDERER0
    if kind == 102:
        return f < st.CREATURES and t.k_dead[t.kind[f]] == 1
    return f < st.CREATURES and t.kind[f] == kind


@rule
def belongs(t: Any, s: Any, i: Any, f: Any, o: Any, zone: Any, target: Any, by: Any) -> Any:
    """Whether a creature on the board is one of those that an effect names."""
    # SHG-6.1, SHG-6.2, SHG-7.12
    who = t.fx_who[i]
    ours = side(s, o) if o >= 0 else np.int64(w.OURS)
    friend = s.side_of[f] == ours
    if who == w.SELF or who == w.ACTOR:
        return f == o
    if who == w.TARGET:
        return f == target
    if who == w.ATTACKER:
        return f == by
    if who == w.ALLY or who == w.ALLIES:
        return friend and f != o
    if who == w.CHARACTER:
        return f < st.HEROES and (zone < 0 or o >= 0 or zone_of(t, s, f) == zone)
    if who == w.CHARACTERS:
        return f < st.HEROES
    if who == w.ENEMY or who == w.ENEMIES:
        return not friend
    if who == w.MINION or who == w.MINIONS:
        return not friend and is_minion(f)
    if who == w.KIN:
        return f != o and t.kind[f] == t.kind[o]
    if who == w.ADJACENT_ENEMIES or who == w.ADJACENT_MINIONS or who == w.ADJACENT_ALLIES:
        if f == o or friend != (who == w.ADJACENT_ALLIES):
            return False
        if who == w.ADJACENT_MINIONS and not is_minion(f):
            return False
        return s.sq[o] >= 0 and beside(t, s, o, np.int64(s.sq[o]), f, np.int64(s.sq[f]))
    if who == w.NEAR_TARGET:
        return not friend and f != target and near_place(t, s, f, np.int64(s.a_place), target)
    if who == w.CHOSEN:
        return f >= st.CHOSEN0
    if who == w.TEAM or zone_of(t, s, f) != zone:
        return False
    if who == w.ZONE_CHARACTERS:
        return f < st.HEROES
    if who == w.ZONE_ENEMIES:
        return s.side_of[f] == w.THEIRS
    if who == w.ZONE_MINIONS:
        return is_minion(f)
    return who == w.ZONE_ALL


@rule
def reached(t: Any, s: Any, i: Any, o: Any, zone: Any, target: Any, by: Any) -> Any:
    """The creatures that an effect can fall on, as a set."""
    # SHG-23.10, SHG-30.15
    found = np.int64(0)
    for f in range(st.CREATURES):
        if s.sq[f] < 0:
            continue
        g = np.int64(f)
        if not of_kind(t, g, np.int64(t.fx_kind[i])) or not belongs(t, s, i, g, o, zone, target, by):
            continue
        named = t.fx_who[i] == w.TARGET or t.fx_who[i] == w.ATTACKER
        if o >= 0 and g != o and not named:
            if in_terrain(s, g) or in_terrain(s, o):
                continue
            if s.side_of[g] != side(s, o) and not targetable(t, s, g):
                continue
            if t.fx_within[i] >= 0:
                near = np.int64(t.fx_within[i])
                if s.sq[o] < 0 or gap(t, s, o, np.int64(s.sq[o]), g, np.int64(s.sq[g])) > near:
                    continue
                if t.fx_los[i] == 1:
                    if not sees(t, s, o, np.int64(s.sq[o]), g, np.int64(s.sq[g]), near, False):
                        continue
        if not right_time(t, s, i, g):
            continue
        found |= ONE << f
    return found


@rule
def right_time(t: Any, s: Any, i: Any, f: Any) -> Any:
    """The one condition that is about the target: whether it was activated."""
    for k in range(st.ATOMS):
        if t.fx_if[i, k] == w.IF_ACTIVATED:
            acted = np.int64(1) if has_acted(s, f) else np.int64(0)
            if acted != t.fx_value[i, k] or card_of(s, f) < 0:
                return False
    return True


# ---- conditions ----------------------------------------------------------------------------------


@rule
def compare(a: Any, op: Any, b: Any) -> Any:
    if op == w.GE:
        return a >= b
    if op == w.LE:
        return a <= b
    if op == w.EQ:
        return a == b
    if op == w.GT:
        return a > b
    return a < b


@rule
def carries(s: Any, h: Any, special: Any) -> Any:
    # SHG-15.8
    for i in range(st.ITEMS_HELD):
        if s.items[h, i] == st.SPECIAL0 + special:
            return True
    return False


@rule
def friends_beside(t: Any, s: Any, f: Any, target: Any, but: Any) -> Any:
    """How many creatures of f's side, other than ``but``, are adjacent to the target."""
    n = np.int64(0)
    q = spot(s, target)
    if q < 0:
        return n
    for g in range(st.CREATURES):
        if g == but or g == target or s.sq[g] < 0 or s.side_of[g] != s.side_of[f]:
            continue
        if beside(t, s, np.int64(g), np.int64(s.sq[g]), target, q):
            n += 1
    return n


@rule
def asides(t: Any, s: Any, o: Any) -> Any:
    """How many cards with the title being resolved were set aside before."""
    # SHG-18.15
    c = o - st.CHOSEN0
    if c < 0 or s.ai_card[c] < 0:
        return np.int64(0)
    n = np.int64(0)
    title = t.ai_type[s.ai_card[c] - st.AI0]
    for i in range(s.ai_aside_n[c]):
        if t.ai_type[s.ai_aside[c, i] - st.AI0] == title:
            n += 1
    return n


@rule
def atom(t: Any, s: Any, kind: Any, op: Any, v: Any, o: Any, ki: Any, roll: Any) -> Any:
    """Whether one condition holds."""
    if kind == w.IF_NONE or kind == w.IF_ACTIVATED:
        return True
    if kind == w.IF_KI:
        return compare(ki, op, v)
    if kind == w.IF_DAMAGE:
        return compare(np.int64(s.a_damage), op, v)
    if kind == w.IF_RANGE:
        return compare(np.int64(s.a_range), op, v)
    if kind == w.IF_HEALTH:
        return compare(np.int64(s.hp[o]), op, v)
    if kind == w.IF_WOUNDED:
        return half_dead(s, o)
    if kind == w.IF_ATTACK:
        return s.a_kind & v != 0
    if kind == w.IF_FLANKED:
        return friends_beside(t, s, np.int64(s.a_by), np.int64(s.a_now), np.int64(s.a_by)) > 0
    if kind == w.IF_ALLIES:
        return compare(friends_beside(t, s, o, o, o), op, v)
    if kind == w.IF_ROLL:
        return compare(roll, op, v)
    if kind == w.IF_MOVED:
        return compare(np.int64(s.moved) if s.active == o else np.int64(0), op, v)
    if kind == w.IF_CARD:
        c = o - st.CHOSEN0
        return c >= 0 and s.ai_card[c] >= 0 and t.ai_type[s.ai_card[c] - st.AI0] == v
    if kind == w.IF_ASIDE:
        return compare(asides(t, s, o), op, v)
    if kind == w.IF_PARTY:
        return compare(np.int64(s.party), op, v)
    if kind == w.IF_TERRAIN:
        return s.sq[o] >= 0 and s.ground[s.sq[o]] == v
    if kind == w.IF_CLASS:
        return o == v
    if kind == w.IF_CARRIES:
        return o >= 0 and o < st.HEROES and carries(s, o, v)
    return compare(np.int64(s.counter[kind - w.IF_COUNTER_A]), op, v)


@rule
def holds(t: Any, s: Any, i: Any, o: Any, ki: Any, roll: Any) -> Any:
    """Whether all conditions of an effect hold."""
    # SHG-23.7, SHG-23.8, SHG-23.9
    for k in range(st.ATOMS):
        if not atom(
            t,
            s,
            np.int64(t.fx_if[i, k]),
            np.int64(t.fx_op[i, k]),
            np.int64(t.fx_value[i, k]),
            o,
            ki,
            roll,
        ):
            return False
    return True
