"""The Shogun's Chosen: health, conditions, defeat and heads (chapters 13, 21, 22, 25, 28)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from .. import decisions as d
from .. import events as e
from .. import state as st
from .. import words as w
from .base import (
    PC,
    ask,
    card_of,
    flags,
    forget_answer,
    is_hero,
    is_minion,
    player,
    pop,
    push,
    push_list,
    standing,
)
from .geometry import beside, part, size, span
from .targets import atom

# ---- on and off the board ------------------------------------------------------------------------


@rule
def put(t: Any, s: Any, f: Any, q: Any) -> None:
    """A creature stands on a square, with its whole base."""
    s.sq[f] = q
    n = size(t, s, f)
    for k in range(n * n):
        s.at[part(q, np.int64(k))] = f


@rule
def lift(t: Any, s: Any, f: Any) -> None:
    q = np.int64(s.sq[f])
    if q >= 0:
        n = size(t, s, f)
        for k in range(n * n):
            s.at[part(q, np.int64(k))] = EMPTY
    s.sq[f] = st.NOBODY


@rule
def drop_card(s: Any, f: Any) -> None:
    # SHG-8.2
    i = card_of(s, f)
    if i < 0:
        return
    for j in range(i, s.queue_n - 1):
        s.queue[j] = s.queue[j + 1]
    s.queue_n -= 1
    s.queue[s.queue_n] = st.NOBODY
    if i <= s.at_card:
        s.at_card -= 1


@rule
def take_off(t: Any, s: Any, f: Any) -> None:
    """A creature leaves the game with all that lay on it."""
    lift(t, s, f)
    drop_card(s, f)
    for what in range(len(w.STATS)):
        for until in range(w.UNTILS):
            s.mod[f, what, until] = 0
    for until in range(w.UNTILS):
        s.flag[f, until] = 0
    for what in range(4):
        s.cond[f, what] = 0
    s.once[f] = 0
    s.hp[f] = 0
    if f >= st.HEROES:
        s.max_hp[f] = 0
        s.arm[f] = 0
        s.plus[f] = 0
        s.side_of[f] = w.THEIRS


@rule
def remove_resistor(s: Any, r: Any) -> None:
    if s.res_sq[r] >= 0:
        s.at[s.res_sq[r]] = EMPTY
        s.res_sq[r] = st.NOBODY
        s.res_tokens[r] = 0


@rule
def lose_tokens(t: Any, s: Any, r: Any, n: Any, struck: Any, log: Any) -> None:
    # SHG-21.2, SHG-21.3, SHG-28.4, SHG-28.5, SHG-28.6
    s.res_tokens[r] = max(0, s.res_tokens[r] - n)
    emit(log, e.E_TOKEN, ALL, ALL, st.RES0 + r, s.res_tokens[r], 0, 0)
    if s.res_tokens[r] > 0:
        return
    living = r == st.DECOY or t.res_living[s.chapter, r] == 1
    if not living and not struck:
        return
    zone = np.int64(t.zone_at[s.chapter, s.res_sq[r]])
    remove_resistor(s, r)
    emit(log, e.E_LOST, ALL, ALL, st.RES0 + r, 0, 0, 0)
    if r != st.DECOY:
        push_list(
            s, np.int64(t.res_list[s.chapter, r]), np.int64(w.ON_LOST), np.int64(st.NOBODY), zone, np.int64(0)
        )


# ---- health --------------------------------------------------------------------------------------


@rule
def lose_health(t: Any, s: Any, f: Any, n: Any, by: Any, struck: Any) -> None:
    # SHG-2.1, SHG-13.5, SHG-13.6, SHG-21.11
    s.hp[f] = max(0, s.hp[f] - n)
    if s.hp[f] == 0:
        push(s, np.int64(st.F_DEFEAT), f, by, np.int64(1) if struck else np.int64(0), np.int64(0))


@rule
def wound(t: Any, s: Any, f: Any, n: Any, by: Any, log: Any) -> None:
    # SHG-22.9
    if s.hp[f] <= 0 or n <= 0:
        return
    emit(log, e.E_WOUND, ALL, ALL, f, n, max(0, s.hp[f] - n), 0)
    lose_health(t, s, f, n, by, False)


@rule
def heal(t: Any, s: Any, f: Any, n: Any, log: Any) -> None:
    if flags(t, s, f) & w.NO_HEAL or s.hp[f] <= 0:
        return
    gained = min(n, s.max_hp[f] - s.hp[f])
    if gained > 0:
        s.hp[f] += gained
        emit(log, e.E_HEALS, ALL, ALL, f, gained, 0, 0)


@rule
def break_armour(s: Any, f: Any, n: Any, log: Any) -> None:
    # SHG-13.8, SHG-13.9, SHG-13.10, SHG-21.13
    if s.arm[f] > 0 and n > 0:
        s.arm[f] = max(0, s.arm[f] - n)
        emit(log, e.E_ARMOUR, ALL, ALL, f, s.arm[f], 0, 0)


# ---- conditions ----------------------------------------------------------------------------------


@rule
def cap(what: Any) -> Any:
    # SHG-22.4, SHG-22.21
    return np.int64(1) if what == w.DOWNED or what == w.BLINDED else np.int64(st.CONDITION_CAP)


@rule
def step_inflict(t: Any, s: Any, log: Any) -> None:
    # SHG-13.12, SHG-22.4, SHG-22.6, SHG-22.19, SHG-22.20
    row = s.stack[s.sp - 1]
    f = np.int64(row[2])
    what = np.int64(row[3])
    if row[PC] == 0:
        able = standing(s, f) and (is_hero(f) or is_minion(f)) and s.cond[f, what] < cap(what)
        if able and what == w.DOWNED and flags(t, s, f) & w.STURDY:
            able = False
        if not able:
            pop(s)
            return
        row[PC] = 1
        if is_hero(f) and s.blessed[f] > 0:
            ask(s, np.int64(d.P_BLESS), player(s, f))
            return
    if s.verb == d.V_BLESS:
        s.blessed[f] -= 1
        emit(log, e.E_BLESSED, ALL, ALL, f, 0, 0, 0)
    else:
        s.cond[f, what] = min(cap(what), s.cond[f, what] + row[4])
        emit(log, e.E_CONDITION, ALL, ALL, f, what, s.cond[f, what], 0)
    forget_answer(s)
    pop(s)


@rule
def cure(s: Any, f: Any, what: Any, log: Any) -> None:
    # SHG-22.5
    if s.cond[f, what] > 0:
        s.cond[f, what] = 0
        emit(log, e.E_CURED, ALL, ALL, f, what, 0, 0)


# ---- defeat --------------------------------------------------------------------------------------


@rule
def achieved(t: Any, s: Any) -> Any:
    """Whether the objective of the chapter stands."""
    c = s.chapter
    for k in range(st.ATOMS):
        if not atom(
            t,
            s,
            np.int64(t.ch_if[c, k]),
            np.int64(t.ch_op[c, k]),
            np.int64(t.ch_value[c, k]),
            np.int64(st.NOBODY),
            np.int64(0),
            np.int64(0),
        ):
            return False
    return True


@rule
def may_endure(t: Any, s: Any, h: Any) -> Any:
    """The list of the Kami skill that keeps a character standing, or NOBODY."""
    # SHG-23.5, SHG-18.16
    kami = s.kami[h]
    if kami < 0 or flags(t, s, h) & w.NO_KAMI:
        return np.int64(st.NOBODY)
    for n in range(1, 3):
        effects = np.int64(t.kami_list[kami, n])
        if t.kami_kind[kami, n] != w.PASSIVE or effects < 0 or (s.kami_used[h] >> n) & 1:
            continue
        if s.affinity[h] >= t.kami_affinity[kami, n] and (t.list_on[effects] >> w.ON_DEFEATED) & 1:
            return np.int64(n)
    return np.int64(st.NOBODY)


@rule
def head_square(t: Any, s: Any, f: Any, by: Any) -> Any:
    # SHG-13.15, SHG-13.17
    q = np.int64(s.sq[f])
    n = size(t, s, f)
    if n == 1 or by < 0 or s.sq[by] < 0:
        return q
    found = q
    for k in range(n * n):
        here = part(q, np.int64(k))
        if span(t, np.int64(s.sq[by]), here) < span(t, np.int64(s.sq[by]), found):
            found = here
    return found


@rule
def step_defeat(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    f = np.int64(row[2])
    if is_hero(f):
        defeat_hero(t, s, f, log)
    else:
        defeat_follower(t, s, f, log)


@rule
def defeat_hero(t: Any, s: Any, h: Any, log: Any) -> None:
    # SHG-25.1, SHG-25.2, SHG-23.5, SHG-16.8
    row = s.stack[s.sp - 1]
    if row[PC] == 0:
        row[PC] = 1
        skill = may_endure(t, s, h)
        row[6] = skill
        if s.status[h] != st.STANDING:
            pop(s)
            return
        if skill >= 0 and row[4] != 2:
            ask(s, np.int64(d.P_KAMI_REACT), player(s, h))
            return
    if s.verb == d.V_YES:
        s.kami_used[h] |= np.int64(1) << row[6]
        effects = t.kami_list[s.kami[h], row[6]]
        s.hp[h] = t.fx_n[t.list_first[effects]]
        emit(log, e.E_ENDURES, ALL, ALL, h, s.hp[h], 0, 0)
        forget_answer(s)
        pop(s)
        return
    forget_answer(s)
    emit(log, e.E_FALLS, ALL, ALL, h, 0, 0, 0)
    s.status[h] = st.DEFEATED
    s.mode[h] = 0
    s.blessed[h] = 0
    s.ap[h] = 0
    take_off(t, s, h)
    if h == 1:
        remove_resistor(s, np.int64(st.DECOY))
    pop(s)


@rule
def defeat_follower(t: Any, s: Any, f: Any, log: Any) -> None:
    # SHG-13.5, SHG-13.13 to SHG-13.17, SHG-31.3
    row = s.stack[s.sp - 1]
    by = np.int64(row[3])
    if row[PC] == 0:
        if s.sq[f] < 0:
            pop(s)
            return
        emit(log, e.E_FALLS, ALL, ALL, f, 0, 0, 0)
        row[PC] = 1
        row[6] = head_square(t, s, f, by)
        row[7] = t.kind[f]
        hero = row[4] == 1 and is_hero(by) and s.sq[by] >= 0
        row[8] = 1 if hero else 0
        row[9] = 1 if hero and beside(t, s, by, np.int64(s.sq[by]), f, np.int64(s.sq[f])) else 0
        row[10] = 0 if f >= st.WANDERER0 and f < st.CHOSEN0 else (1 if is_minion(f) else 2)
        discard_ai(s, f)
        take_off(t, s, f)
        for i in range(s.revealed_n):
            z = np.int64(s.revealed[i])
            effects = np.int64(t.z_trigger[s.chapter, z])
            if effects >= 0:
                push_list(s, effects, np.int64(w.ON_SLAIN), np.int64(st.NOBODY), z, np.int64(0))
                s.stack[s.sp - 1, 10] = row[7]
        return
    if row[PC] == 1:
        row[PC] = 2
        takes = row[9] == 1 or (row[8] == 1 and achieved(t, s))
        if row[10] > 0:
            if takes:
                gain_head(s, by, row[10] == 2)
                emit(log, e.E_HEAD, ALL, ALL, by, 0, 0, 0)
            else:
                q = np.int64(row[6])
                if row[10] == 2:
                    s.floor_boss[q] += 1
                else:
                    s.floor[q] += 1
                emit(log, e.E_DROPS, ALL, ALL, q, 0, 0, 0)
        return
    kind = np.int64(row[7])
    blow = row[4] == 1
    pop(s)
    if blow and by >= 0:
        for i in range(t.k_skills[kind]):
            skill = t.k_skill[kind] + i
            effects = np.int64(t.bs_list[skill])
            if t.bs_kind[skill] == w.PASSIVE and effects >= 0 and (t.list_on[effects] >> w.ON_DEFEATED) & 1:
                push_list(s, effects, np.int64(w.ON_DEFEATED), f, np.int64(st.NOBODY), np.int64(0))
                s.stack[s.sp - 1, 12] = by


@rule
def gain_head(s: Any, h: Any, boss: Any) -> None:
    # SHG-2.13
    if boss:
        s.boss[h] = min(st.BOSS_CAP, s.boss[h] + 1)
    else:
        s.heads[h] = min(st.HEAD_CAP, s.heads[h] + 1)


@rule
def discard_ai(s: Any, f: Any) -> None:
    """The AI cards of a Chosen that leaves go back into the box."""
    c = f - st.CHOSEN0
    if c < 0:
        return
    for i in range(st.AI_DECK):
        if s.ai_deck[c, i] >= 0:
            s.box[s.ai_deck[c, i]] = 1
        if s.ai_discard[c, i] >= 0:
            s.box[s.ai_discard[c, i]] = 1
        if s.ai_aside[c, i] >= 0:
            s.box[s.ai_aside[c, i]] = 1
        s.ai_deck[c, i] = EMPTY
        s.ai_discard[c, i] = EMPTY
        s.ai_aside[c, i] = EMPTY
    if s.ai_card[c] >= 0:
        s.box[s.ai_card[c]] = 1
        s.ai_card[c] = EMPTY
    s.ai_n[c] = 0
    s.ai_discard_n[c] = 0
    s.ai_aside_n[c] = 0
