"""The Shogun's Chosen: figures: who is there, their skills in use and their values (chapters 2, 6, 23)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from .. import state as st
from ..effects import ATTR, COND, DO, FLAG, ON, SIDE, SKILL, STAT, TERRAIN, UNTILS, WHO
from ..state import GAIT, IN, OPT, STATUS
from .ground import geometry

SOURCES = 7  # five skill slots, Kami Mode, armour


# ---- who is there --------------------------------------------------------------------------------


@rule
def is_hero(f: Any) -> Any:
    return f >= 0 and f < st.HEROES


@rule
def name_of(s: Any, f: Any) -> Any:
    """The number by which the log names a figure: resistors have other names in every chapter."""
    return f if f < st.RES0 else st.FIGURES + s.chapter * st.RESISTORS + f - st.RES0


@rule
def is_minion(f: Any) -> Any:
    return f >= st.MINION0 and f < st.SERVANT0


@rule
def standing(s: Any, f: Any) -> Any:
    """Whether a figure is on the board."""
    return f >= 0 and geometry.spot(s, f) >= 0


@rule
def in_terrain(s: Any, f: Any) -> Any:
    # SHG-30.15
    q = geometry.spot(s, f)
    if q < 0:
        return True
    ground = s.ground[q]
    return ground == TERRAIN.WALL or ground == TERRAIN.OBSTACLE or ground == TERRAIN.DOOR


@rule
def zone_of(t: Any, s: Any, f: Any) -> Any:
    # SHG-4.13
    q = geometry.spot(s, f)
    return t.zone_at[s.chapter, q] if q >= 0 else st.NOBODY


@rule
def card_of(s: Any, f: Any) -> Any:
    """The place of a creature's card in the queue, or NOBODY."""
    for i in range(s.queue_n):
        if s.queue[i] == f:
            return i
    return st.NOBODY


@rule
def has_acted(s: Any, f: Any) -> Any:
    i = card_of(s, f)
    return s.step == IN.ACTIVATIONS and i >= 0 and i <= s.at_card


# ---- skills in use -------------------------------------------------------------------------------


@rule
def ready(t: Any, s: Any, h: Any, slot: Any) -> Any:
    # SHG-23.1, SHG-17.5
    skill = s.skill[h, slot]
    return skill >= 0 and s.ki[h, slot] >= t.sk_ki[skill]


@rule
def weapon_type(s: Any, h: Any) -> Any:
    """The type of the equipped weapon, or NOBODY."""
    card = s.weapon[h, 0]
    return (card - st.WEAPON0) // st.SMITH_COPIES if card >= 0 else st.NOBODY


@rule
def armour_type(s: Any, h: Any) -> Any:
    card = s.armour[h, 0]
    return (card - st.ARMOUR0) // st.SMITH_COPIES if card >= 0 else st.NOBODY


@rule
def source(t: Any, s: Any, h: Any, k: Any) -> Any:
    """The list of the k-th lasting source of a character, or NOBODY where it does not hold now."""
    # SHG-23.4, SHG-3.9
    if k < st.SLOTS:
        if ready(t, s, h, k) and t.sk_kind[s.skill[h, k]] == SKILL.PASSIVE:
            return t.sk_list[s.skill[h, k]]
        return st.NOBODY
    if k == st.SLOTS:
        return t.kami_mode[s.kami[h]] if s.mode[h] > 0 else st.NOBODY
    worn = armour_type(s, h)
    return t.ar_list[worn] if worn >= 0 else st.NOBODY


@rule
def source_ki(s: Any, h: Any, k: Any) -> Any:
    return s.ki[h, k] if k < st.SLOTS else 0


@rule
def lasting(t: Any, s: Any, f: Any, what: Any) -> Any:
    """What the continuous effects of the characters add to a value of a creature of their side."""
    # SHG-23.10
    total = 0
    for h in range(st.HEROES):
        if s.status[h] != STATUS.STANDING:
            continue
        for k in range(SOURCES):
            effects = source(t, s, h, k)
            if effects < 0 or not (t.list_on[effects] >> ON.ALWAYS) & 1:
                continue
            first = t.list_first[effects]
            for i in range(first, first + t.list_n[effects]):
                if t.fx_on[i] != ON.ALWAYS or t.fx_do[i] != DO.MOD or t.fx_what[i] != what:
                    continue
                if falls_on(t, s, h, f, i):
                    total += t.fx_n[i]
    return total


@rule
def falls_on(t: Any, s: Any, h: Any, f: Any, i: Any) -> Any:
    """Whether a continuous effect of a character reaches a creature of its side."""
    who = t.fx_who[i]
    if who == WHO.SELF:
        return f == h
    if who == WHO.ADJACENT_ALLIES:
        if f == h or s.sq[f] < 0 or s.sq[h] < 0:
            return False
        return geometry.beside(t, s, h, s.sq[h], f, s.sq[f])
    if who == WHO.CHARACTERS:
        if f == h:
            return True
        if f >= st.HEROES or s.sq[f] < 0 or s.sq[h] < 0:
            return False
        return geometry.sees(t, s, h, s.sq[h], f, s.sq[f], t.fx_within[i], False)
    return False


@rule
def value(t: Any, s: Any, f: Any, what: Any) -> Any:
    """All that is added to a value of a creature now."""
    # SHG-6.7
    total = 0
    for until in range(UNTILS):
        total += s.mod[f, what, until]
    if s.side_of[f] == SIDE.CHARACTERS:
        total += lasting(t, s, f, what)
    return total


@rule
def flags(t: Any, s: Any, f: Any) -> Any:
    """The flags that hold for a creature now, as a mask."""
    mask = t.k_flags[t.kind[f]]
    for until in range(UNTILS):
        mask |= s.flag[f, until]
    if f < st.HEROES:
        for k in range(SOURCES):
            effects = source(t, s, f, k)
            if effects < 0 or not (t.list_on[effects] >> ON.ALWAYS) & 1:
                continue
            first = t.list_first[effects]
            for i in range(first, first + t.list_n[effects]):
                if t.fx_on[i] == ON.ALWAYS and t.fx_do[i] == DO.FLAG:
                    mask |= t.fx_what[i]
    return mask


@rule
def attribute(t: Any, s: Any, h: Any, what: Any) -> Any:
    # SHG-2.2, SHG-33.9
    if h >= st.HEROES:
        return 0
    total = s.attr[h, what]
    if what == ATTR.POWER:
        total += value(t, s, h, STAT.POWER)
    elif what == ATTR.DEXTERITY:
        total += value(t, s, h, STAT.DEXTERITY)
    elif what == ATTR.SPIRIT:
        total += value(t, s, h, STAT.SPIRIT)
    return min(max(total, 0), 9)


@rule
def armour_of(t: Any, s: Any, f: Any) -> Any:
    # SHG-2.7, SHG-22.14
    total = s.arm[f] + value(t, s, f, STAT.ARMOUR)
    if s.cond[f, COND.DOWNED] > 0 and s.opt.downed_affects != OPT.DOWNED_AFFECTS_MOVE:
        total -= 1
    return min(max(total, 0), 9)


@rule
def defence_of(t: Any, s: Any, f: Any) -> Any:
    """Natural defence."""
    # SHG-2.7
    if f < st.HEROES:
        return 0
    base = t.b_nd[t.kind[f], s.plus[f]]
    return max(base + value(t, s, f, STAT.ND), 0)


@rule
def gait(t: Any, s: Any, f: Any) -> Any:
    """How a creature moves."""
    mask = flags(t, s, f)
    if mask & FLAG.SPECTRAL:
        return GAIT.SPIRIT_WALK
    return GAIT.FLIES if mask & FLAG.FLYING else GAIT.WALKING


@rule
def swift(t: Any, s: Any, f: Any) -> Any:
    return flags(t, s, f) & FLAG.SWIFT != 0


@rule
def targetable(t: Any, s: Any, f: Any) -> Any:
    """Whether a figure can be targeted by an enemy."""
    # SHG-19.10, SHG-28.2, SHG-30.15
    if not standing(s, f) or in_terrain(s, f):
        return False
    if f >= st.RES0:
        return s.res_tokens[f - st.RES0] > 0
    return flags(t, s, f) & FLAG.UNTARGETABLE == 0


@rule
def half_dead(s: Any, f: Any) -> Any:
    return s.hp[f] <= s.max_hp[f] // 2
