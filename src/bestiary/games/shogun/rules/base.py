"""The Shogun's Chosen: frames, questions, and the values of creatures (chapters 2, 6, 23)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule

from .. import decisions as d
from .. import state as st
from .. import words as w
from .geometry import beside, sees, spot

ONE = np.int64(1)

# ---- frames --------------------------------------------------------------------------------------
# What is under way lies on a stack: the kind of the frame, how far it has come, and what it remembers.
# A frame that starts something pushes a new frame and goes on when that one is gone.

PC = 1


@rule
def push(s: Any, kind: Any, a: Any, b: Any, c: Any, e: Any) -> None:
    row = s.stack[s.sp]
    row[0] = kind
    row[1] = 0
    row[2] = a
    row[3] = b
    row[4] = c
    row[5] = e
    for i in range(6, st.WIDTH):
        row[i] = 0
    s.sp += 1


@rule
def pop(s: Any) -> None:
    s.sp -= 1
    row = s.stack[s.sp]
    for i in range(st.WIDTH):
        row[i] = 0


@rule
def push_list(s: Any, effects: Any, trigger: Any, owner: Any, zone: Any, ki: Any) -> None:
    """Runs the effects of a list for a trigger; the slots are those of ``effects.py``."""
    if effects < 0:
        return
    push(s, st.F_LIST, effects, np.int64(0), trigger, owner)
    row = s.stack[s.sp - 1]
    row[6] = zone
    row[9] = st.NOBODY
    row[11] = ki
    row[12] = st.NOBODY


# ---- questions -----------------------------------------------------------------------------------


@rule
def everybody(s: Any) -> Any:
    # SHG-1.3
    return (ONE << s.seats) - 1


@rule
def player(s: Any, hero: Any) -> Any:
    # SHG-1.2
    return ONE << s.owner[hero]


@rule
def who_decides(s: Any, f: Any) -> Any:
    # SHG-6.6: the player of a character, the team for everybody else
    if f >= 0 and f < st.HEROES:
        return player(s, f)
    return everybody(s)


@rule
def ask(s: Any, phase: Any, seats: Any) -> None:
    s.phase = phase
    s.actors = seats
    s.verb = st.NOBODY


@rule
def answered(s: Any, verb: Any, a: Any) -> None:
    """A question that has a single answer is not asked."""
    s.verb = verb
    s.ans = a
    s.ans2 = 0


@rule
def forget_answer(s: Any) -> None:
    s.verb = st.NOBODY
    s.ans = 0
    s.ans2 = 0
    s.may = 0
    for i in range(st.WORDS):
        s.cand[i] = 0


@rule
def lowest(mask: Any) -> Any:
    """The place of the lowest bit of a set that is not empty."""
    i = np.int64(0)
    while not (mask >> i) & 1:
        i += 1
    return i


@rule
def count(mask: Any) -> Any:
    n = np.int64(0)
    while mask:
        mask &= mask - 1
        n += 1
    return n


@rule
def ask_figure(s: Any, phase: Any, seats: Any, figures: Any, may: Any) -> None:
    # SHG-6.3: one possible: taken
    if not may and count(figures) == 1:
        answered(s, np.int64(d.V_CHOOSE), lowest(figures))
        return
    ask(s, phase, seats)
    s.cand[0] = figures
    s.may = 1 if may else 0


@rule
def add_square(s: Any, q: Any) -> None:
    s.cand[q // st.BITS] |= ONE << (q % st.BITS)


@rule
def has_square(s: Any, q: Any) -> Any:
    return (s.cand[q // st.BITS] >> (q % st.BITS)) & 1


@rule
def squares(s: Any) -> Any:
    n = np.int64(0)
    for i in range(st.WORDS):
        n += count(s.cand[i])
    return n


@rule
def first_square(s: Any) -> Any:
    for i in range(st.WORDS):
        if s.cand[i]:
            return np.int64(i * st.BITS + lowest(s.cand[i]))
    return np.int64(st.NOBODY)


@rule
def no_squares(s: Any) -> None:
    for i in range(st.WORDS):
        s.cand[i] = 0


@rule
def ask_square(s: Any, phase: Any, seats: Any, may: Any, tie: Any) -> None:
    """Asks for one of the squares in ``cand``, which must hold one; ties may be settled by order."""
    # SHG-6.5, SHG-20.7
    if not may and (squares(s) == 1 or (tie and s.opt.auto_ties == 1)):
        q = first_square(s)
        no_squares(s)
        answered(s, np.int64(d.V_SQUARE), q)
        return
    ask(s, phase, seats)
    s.may = 1 if may else 0


# ---- who is there --------------------------------------------------------------------------------


@rule
def is_hero(f: Any) -> Any:
    return f >= 0 and f < st.HEROES


@rule
def is_minion(f: Any) -> Any:
    return f >= st.MINION0 and f < st.SERVANT0


@rule
def standing(s: Any, f: Any) -> Any:
    """Whether a figure is on the board."""
    return f >= 0 and spot(s, f) >= 0


@rule
def in_terrain(s: Any, f: Any) -> Any:
    # SHG-30.15
    q = spot(s, f)
    if q < 0:
        return True
    ground = s.ground[q]
    return ground == w.WALL or ground == w.OBSTACLE or ground == w.DOOR


@rule
def zone_of(t: Any, s: Any, f: Any) -> Any:
    # SHG-4.13
    q = spot(s, f)
    return np.int64(t.zone_at[s.chapter, q]) if q >= 0 else np.int64(st.NOBODY)


@rule
def card_of(s: Any, f: Any) -> Any:
    """The place of a creature's card in the queue, or NOBODY."""
    for i in range(s.queue_n):
        if s.queue[i] == f:
            return np.int64(i)
    return np.int64(st.NOBODY)


@rule
def has_acted(s: Any, f: Any) -> Any:
    i = card_of(s, f)
    return s.step == st.IN_ACTIVATIONS and i >= 0 and i <= s.at_card


# ---- skills in use -------------------------------------------------------------------------------


@rule
def ready(t: Any, s: Any, h: Any, slot: Any) -> Any:
    # SHG-23.1, SHG-17.5
    skill = s.skill[h, slot]
    return skill >= 0 and s.ki[h, slot] >= t.sk_ki[skill]


@rule
def weapon_type(s: Any, h: Any) -> Any:
    """The type of the equipped weapon, or NOBODY."""
    card = np.int64(s.weapon[h, 0])
    return (card - st.WEAPON0) // st.SMITH_COPIES if card >= 0 else np.int64(st.NOBODY)


@rule
def armour_type(s: Any, h: Any) -> Any:
    card = np.int64(s.armour[h, 0])
    return (card - st.ARMOUR0) // st.SMITH_COPIES if card >= 0 else np.int64(st.NOBODY)


SOURCES = 7  # five skill slots, Kami Mode, armour


@rule
def source(t: Any, s: Any, h: Any, k: Any) -> Any:
    """The list of the k-th lasting source of a character, or NOBODY where it does not hold now."""
    # SHG-23.4, SHG-3.9
    if k < st.SLOTS:
        if ready(t, s, h, k) and t.sk_kind[s.skill[h, k]] == w.PASSIVE:
            return np.int64(t.sk_list[s.skill[h, k]])
        return np.int64(st.NOBODY)
    if k == st.SLOTS:
        return np.int64(t.kami_mode[s.kami[h]]) if s.mode[h] > 0 else np.int64(st.NOBODY)
    worn = armour_type(s, h)
    return np.int64(t.ar_list[worn]) if worn >= 0 else np.int64(st.NOBODY)


@rule
def source_ki(s: Any, h: Any, k: Any) -> Any:
    return np.int64(s.ki[h, k]) if k < st.SLOTS else np.int64(0)


@rule
def lasting(t: Any, s: Any, f: Any, what: Any) -> Any:
    """What the continuous effects of the characters add to a value of a creature of their side."""
    # SHG-23.10
    total = np.int64(0)
    for h in range(st.HEROES):
        if s.status[h] != st.STANDING:
            continue
        for k in range(SOURCES):
            effects = source(t, s, np.int64(h), np.int64(k))
            if effects < 0 or not (t.list_on[effects] >> w.ON_ALWAYS) & 1:
                continue
            first = t.list_first[effects]
            for i in range(first, first + t.list_n[effects]):
                if t.fx_on[i] != w.ON_ALWAYS or t.fx_do[i] != w.DO_MOD or t.fx_what[i] != what:
                    continue
                if falls_on(t, s, np.int64(h), f, np.int64(i)):
                    total += t.fx_n[i]
    return total


@rule
def falls_on(t: Any, s: Any, h: Any, f: Any, i: Any) -> Any:
    """Whether a continuous effect of a character reaches a creature of its side."""
    who = t.fx_who[i]
    if who == w.SELF:
        return f == h
    if who == w.ADJACENT_ALLIES:
        if f == h or s.sq[f] < 0 or s.sq[h] < 0:
            return False
        return beside(t, s, h, np.int64(s.sq[h]), f, np.int64(s.sq[f]))
    if who == w.CHARACTERS:
        if f == h:
            return True
        if f >= st.HEROES or s.sq[f] < 0 or s.sq[h] < 0:
            return False
        return sees(t, s, h, np.int64(s.sq[h]), f, np.int64(s.sq[f]), np.int64(t.fx_within[i]), False)
    return False


@rule
def value(t: Any, s: Any, f: Any, what: Any) -> Any:
    """All that is added to a value of a creature now."""
    # SHG-6.7
    total = np.int64(0)
    for until in range(w.UNTILS):
        total += s.mod[f, what, until]
    if s.side_of[f] == w.OURS:
        total += lasting(t, s, f, what)
    return total


@rule
def flags(t: Any, s: Any, f: Any) -> Any:
    """The flags that hold for a creature now, as a mask."""
    mask = np.int64(t.k_flags[t.kind[f]])
    for until in range(w.UNTILS):
        mask |= s.flag[f, until]
    if f < st.HEROES:
        for k in range(SOURCES):
            effects = source(t, s, f, np.int64(k))
            if effects < 0 or not (t.list_on[effects] >> w.ON_ALWAYS) & 1:
                continue
            first = t.list_first[effects]
            for i in range(first, first + t.list_n[effects]):
                if t.fx_on[i] == w.ON_ALWAYS and t.fx_do[i] == w.DO_FLAG:
                    mask |= t.fx_what[i]
    return mask


@rule
def attribute(t: Any, s: Any, h: Any, what: Any) -> Any:
    # SHG-2.2, SHG-33.9
    if h >= st.HEROES:
        return np.int64(0)
    total = np.int64(s.attr[h, what])
    if what == w.POWER:
        total += value(t, s, h, np.int64(w.ST_POWER))
    elif what == w.DEXTERITY:
        total += value(t, s, h, np.int64(w.ST_DEXTERITY))
    elif what == w.SPIRIT:
        total += value(t, s, h, np.int64(w.ST_SPIRIT))
    return min(max(total, 0), 9)


@rule
def armour_of(t: Any, s: Any, f: Any) -> Any:
    # SHG-2.7, SHG-22.14
    total = s.arm[f] + value(t, s, f, np.int64(w.ST_ARMOUR))
    if s.cond[f, w.DOWNED] > 0 and s.opt.downed_affects != st.DOWNED_MOVE:
        total -= 1
    return min(max(total, 0), 9)


@rule
def defence_of(t: Any, s: Any, f: Any) -> Any:
    """Natural defence."""
    # SHG-2.7
    if f < st.HEROES:
        return np.int64(0)
    base = np.int64(t.b_nd[t.kind[f], s.plus[f]])
    return max(base + value(t, s, f, np.int64(w.ST_ND)), 0)


@rule
def gait(t: Any, s: Any, f: Any) -> Any:
    """How a creature moves."""
    mask = flags(t, s, f)
    if mask & w.SPECTRAL:
        return np.int64(st.SPIRIT_WALK)
    return np.int64(st.FLIES) if mask & w.FLYING else np.int64(st.WALKING)


@rule
def swift(t: Any, s: Any, f: Any) -> Any:
    return flags(t, s, f) & w.SWIFT != 0


@rule
def targetable(t: Any, s: Any, f: Any) -> Any:
    """Whether a figure can be targeted by an enemy."""
    # SHG-19.10, SHG-28.2, SHG-30.15
    if not standing(s, f) or in_terrain(s, f):
        return False
    if f >= st.RES0:
        return s.res_tokens[f - st.RES0] > 0
    return flags(t, s, f) & w.UNTARGETABLE == 0


@rule
def half_dead(s: Any, f: Any) -> Any:
    return s.hp[f] <= s.max_hp[f] // 2
