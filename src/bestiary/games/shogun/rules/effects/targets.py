"""The Shogun's Chosen: whom an effect reaches, under which condition, and priorities (chapters 6, 19, 23)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ... import state as st
from ...effects import CURE, DO, FLAG, IF, IS, LEAST, MOST, OF, PRIO, SIDE, WHO
from .. import figures
from ..figures import flags
from ..ground import geometry

# ---- priorities ----------------------------------------------------------------------------------


@rule
def ki_in_slots(s: Any, h: Any) -> Any:
    n = 0
    for slot in range(st.SLOTS):
        if s.ki[h, slot] > 0:
            n += 1
    return n


@rule
def characteristic(t: Any, s: Any, f: Any, what: Any) -> Any:
    # SHG-19.8
    if f >= st.RES0:
        return 0
    if what == MOST.HEALTH:
        return s.hp[f]
    if what == MOST.ARMOUR:
        return figures.armour_of(t, s, f)
    if what == MOST.CONDITIONS:
        return s.cond[f, 0] + s.cond[f, 1] + s.cond[f, 2] + s.cond[f, 3]
    if f >= st.HEROES:
        return 0
    if what >= MOST.POWER and what <= MOST.SPIRIT:
        return figures.attribute(t, s, f, what - MOST.POWER)
    if what == MOST.HEADS:
        return s.heads[f] + s.boss[f]
    if what == MOST.COINS:
        return s.coins[f]
    if what == MOST.KARMA:
        return s.karma[f]
    if what == MOST.AP:
        return s.ap[f]
    return ki_in_slots(s, f)


@rule
def worth(t: Any, s: Any, f: Any, prio: Any, by: Any, at: Any) -> Any:
    """How well a figure fits a priority of ``by`` standing at a square; the highest is taken."""
    # SHG-19.2, SHG-19.7, SHG-19.8
    if by < 0 and (prio == PRIO.NEAREST or prio == PRIO.FARTHEST):
        return 0
    if prio == PRIO.NEAREST:
        return -geometry.gap(t, s, by, at, f, geometry.spot(s, f))
    if prio == PRIO.FARTHEST:
        return geometry.gap(t, s, by, at, f, geometry.spot(s, f))
    if prio == PRIO.FIRST_INITIATIVE or prio == PRIO.NEXT_INITIATIVE:
        place = figures.card_of(s, f) if f < st.RES0 else st.NOBODY
        if place < 0:
            return -st.CREATURES
        if prio == PRIO.NEXT_INITIATIVE and place > s.at_card:
            return st.CREATURES - place
        return -place
    if prio >= LEAST:
        return -characteristic(t, s, f, prio - LEAST)
    return characteristic(t, s, f, prio)


@rule
def best(t: Any, s: Any, figures: Any, prio: Any, by: Any, at: Any) -> Any:
    """Those of the figures that a priority puts first."""
    if prio < 0:
        return figures
    top = -st.BEYOND
    found = 0
    for f in range(st.FIGURES):
        if (figures >> f) & 1:
            fits = worth(t, s, f, prio, by, at)
            if fits > top:
                top = fits
                found = 0
            if fits == top:
                found |= 1 << f
    return found


@rule
def preferred(t: Any, s: Any, figures: Any, prio: Any, by: Any, at: Any) -> Any:
    """Whom an enemy takes among available figures: several where the team has to choose."""
    # SHG-19.1, SHG-19.4, SHG-19.5, SHG-19.6, SHG-19.10
    ours = figures >> st.RES0 << st.RES0
    for f in range(st.WANDERER0, st.CHOSEN0):
        if (figures >> f) & 1 and s.side_of[f] == SIDE.CHARACTERS:
            ours |= 1 << f
    if ours and s.side_of[by] == SIDE.FOLLOWERS:
        return ours
    taunting = 0
    for h in range(st.HEROES):
        if (figures >> h) & 1 and flags(t, s, h) & FLAG.TAUNT:
            taunting |= 1 << h
    if taunting:
        return best(t, s, taunting, prio, by, at)
    return best(t, s, figures, prio, by, at)


# ---- whom an effect reaches ----------------------------------------------------------------------


@rule
def near_place(t: Any, s: Any, f: Any, q: Any, other: Any) -> Any:
    """Whether a figure touches a square, or the base of another figure that stands there."""
    p = geometry.spot(s, f)
    if other >= 0 and geometry.spot(s, other) >= 0:
        return geometry.beside(t, s, f, p, other, geometry.spot(s, other))
    n = geometry.size(t, s, f)
    for k in range(n * n):
        a = geometry.part(p, k)
        if geometry.touching(a, q) and t.height[s.chapter, a] == t.height[s.chapter, q]:
            return True
    return False


@rule
def of_kind(t: Any, f: Any, kind: Any) -> Any:
    if kind < 0:
        return True
    if kind == OF.CHARACTER:
        return f < st.HEROES
    if kind == OF.SERVANT:
        return f >= st.SERVANT0 and f < st.WANDERER0
    if kind == OF.DEAD:
        return f < st.CREATURES and t.k_dead[t.kind[f]] == 1
    return f < st.CREATURES and t.kind[f] == kind


@rule
def belongs(t: Any, s: Any, i: Any, f: Any, o: Any, zone: Any, target: Any, by: Any) -> Any:
    """Whether a creature on the board is one of those that an effect names."""
    # SHG-6.1, SHG-6.2, SHG-7.12
    who = t.fx_who[i]
    ours = geometry.side(s, o) if o >= 0 else SIDE.CHARACTERS
    friend = s.side_of[f] == ours
    if who == WHO.SELF or who == WHO.ACTOR:
        return f == o
    if who == WHO.TARGET:
        return f == target
    if who == WHO.ATTACKER:
        return f == by
    if who == WHO.ALLY or who == WHO.ALLIES:
        return friend and f != o
    if who == WHO.CHARACTER:
        return f < st.HEROES and (zone < 0 or o >= 0 or figures.zone_of(t, s, f) == zone)
    if who == WHO.CHARACTERS:
        return f < st.HEROES
    if who == WHO.ENEMY or who == WHO.ENEMIES:
        return not friend
    if who == WHO.MINION or who == WHO.MINIONS:
        return not friend and figures.is_minion(f)
    if who == WHO.KIN:
        return f != o and t.kind[f] == t.kind[o]
    if who == WHO.ADJACENT_ENEMIES or who == WHO.ADJACENT_MINIONS or who == WHO.ADJACENT_ALLIES:
        if f == o or friend != (who == WHO.ADJACENT_ALLIES):
            return False
        if who == WHO.ADJACENT_MINIONS and not figures.is_minion(f):
            return False
        return s.sq[o] >= 0 and geometry.beside(t, s, o, s.sq[o], f, s.sq[f])
    if who == WHO.NEAR_TARGET:
        return not friend and f != target and near_place(t, s, f, s.a_place, target)
    if who == WHO.CHOSEN:
        return f >= st.CHOSEN0
    if who == WHO.TEAM or figures.zone_of(t, s, f) != zone:
        return False
    if who == WHO.ZONE_CHARACTERS:
        return f < st.HEROES
    if who == WHO.ZONE_ENEMIES:
        return s.side_of[f] == SIDE.FOLLOWERS
    if who == WHO.ZONE_MINIONS:
        return figures.is_minion(f)
    return who == WHO.ZONE_ALL


@rule
def reached(t: Any, s: Any, i: Any, o: Any, zone: Any, target: Any, by: Any) -> Any:
    """The creatures that an effect can fall on, as a set."""
    # SHG-23.10, SHG-30.15
    found = 0
    for f in range(st.CREATURES):
        if s.sq[f] < 0:
            continue
        g = f
        if not of_kind(t, g, t.fx_kind[i]) or not belongs(t, s, i, g, o, zone, target, by):
            continue
        named = t.fx_who[i] == WHO.TARGET or t.fx_who[i] == WHO.ATTACKER
        if o >= 0 and g != o and not named:
            if figures.in_terrain(s, g) or figures.in_terrain(s, o):
                continue
            if s.side_of[g] != geometry.side(s, o) and not figures.targetable(t, s, g):
                continue
            if t.fx_within[i] >= 0:
                near = t.fx_within[i]
                if s.sq[o] < 0 or geometry.gap(t, s, o, s.sq[o], g, s.sq[g]) > near:
                    continue
                if t.fx_los[i] == 1:
                    if not geometry.sees(t, s, o, s.sq[o], g, s.sq[g], near, False):
                        continue
        if not right_time(t, s, i, g):
            continue
        found |= 1 << f
    return found


@rule
def right_time(t: Any, s: Any, i: Any, f: Any) -> Any:
    """The one condition that is about the target: whether it was activated."""
    for k in range(st.ATOMS):
        if t.fx_if[i, k] == IF.ACTIVATED:
            acted = 1 if figures.has_acted(s, f) else 0
            if acted != t.fx_value[i, k] or figures.card_of(s, f) < 0:
                return False
    return True


@rule
def used_up(t: Any, s: Any, i: Any, o: Any) -> Any:
    return t.fx_once[i] > 0 and o >= 0 and (s.once[o] >> t.fx_once_bit[i]) & 1 == 1


@rule
def does_good(t: Any, s: Any, i: Any, f: Any) -> Any:
    """Whether an effect changes anything for a creature: nobody is healed or cured who does not need it."""
    # SHG-11.7
    if t.fx_do[i] == DO.HEAL:
        return s.hp[f] < s.max_hp[f] and flags(t, s, f) & FLAG.NO_HEAL == 0
    if t.fx_do[i] == DO.CURE:
        what = t.fx_what[i]
        for c in range(4):
            if s.cond[f, c] > 0 and (what == c or what == CURE.ALL or what == CURE.ANY):
                return True
        return False
    return True


@rule
def helped(t: Any, s: Any, effects: Any, i: Any, who: Any) -> Any:
    """Those of the creatures for whom an effect, or what falls on its target afterwards, changes anything."""
    # SHG-11.7
    found = 0
    first = t.list_first[effects]
    for f in range(st.CREATURES):
        if not (who >> f) & 1:
            continue
        for j in range(i, first + t.list_n[effects]):
            if (j == i or t.fx_who[j] == WHO.TARGET) and does_good(t, s, j, f):
                found |= 1 << f
                break
    return found


# ---- conditions ----------------------------------------------------------------------------------


@rule
def compare(a: Any, op: Any, b: Any) -> Any:
    if op == IS.GE:
        return a >= b
    if op == IS.LE:
        return a <= b
    if op == IS.EQ:
        return a == b
    if op == IS.GT:
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
    n = 0
    q = geometry.spot(s, target)
    if q < 0:
        return n
    for g in range(st.CREATURES):
        if g == but or g == target or s.sq[g] < 0 or s.side_of[g] != s.side_of[f]:
            continue
        if geometry.beside(t, s, g, s.sq[g], target, q):
            n += 1
    return n


@rule
def asides(t: Any, s: Any, o: Any) -> Any:
    """How many cards with the title being resolved were set aside before."""
    # SHG-18.15
    c = o - st.CHOSEN0
    if c < 0 or s.ai_card[c] < 0:
        return 0
    n = 0
    title = t.ai_type[s.ai_card[c] - st.AI0]
    for i in range(s.ai_aside_n[c]):
        if t.ai_type[s.ai_aside[c, i] - st.AI0] == title:
            n += 1
    return n


@rule
def atom(t: Any, s: Any, kind: Any, op: Any, v: Any, o: Any, ki: Any, roll: Any) -> Any:
    """Whether one condition holds."""
    if kind == IF.NONE or kind == IF.ACTIVATED:
        return True
    if kind == IF.KI:
        return compare(ki, op, v)
    if kind == IF.DAMAGE:
        return compare(s.a_damage, op, v)
    if kind == IF.RANGE:
        return compare(s.a_range, op, v)
    if kind == IF.HEALTH:
        return compare(s.hp[o], op, v)
    if kind == IF.WOUNDED:
        return figures.half_dead(s, o)
    if kind == IF.ATTACK:
        return s.a_kind & v != 0
    if kind == IF.FLANKED:
        return friends_beside(t, s, s.a_by, s.a_now, s.a_by) > 0
    if kind == IF.ALLIES_ADJACENT:
        return compare(friends_beside(t, s, o, o, o), op, v)
    if kind == IF.ROLL:
        return compare(roll, op, v)
    if kind == IF.MOVED:
        return compare(s.moved if s.active == o else 0, op, v)
    if kind == IF.CARD:
        c = o - st.CHOSEN0
        return c >= 0 and s.ai_card[c] >= 0 and t.ai_type[s.ai_card[c] - st.AI0] == v
    if kind == IF.ASIDE:
        return compare(asides(t, s, o), op, v)
    if kind == IF.PARTY:
        return compare(s.party, op, v)
    if kind == IF.TERRAIN:
        return s.sq[o] >= 0 and s.ground[s.sq[o]] == v
    if kind == IF.CLASS:
        return o == v
    if kind == IF.CARRIES:
        return o >= 0 and o < st.HEROES and carries(s, o, v)
    return compare(s.counter[kind - IF.COUNTER_A], op, v)


@rule
def holds(t: Any, s: Any, i: Any, o: Any, ki: Any, roll: Any) -> Any:
    """Whether all conditions of an effect hold."""
    # SHG-23.7, SHG-23.8, SHG-23.9
    for k in range(st.ATOMS):
        if not atom(
            t,
            s,
            t.fx_if[i, k],
            t.fx_op[i, k],
            t.fx_value[i, k],
            o,
            ki,
            roll,
        ):
            return False
    return True
