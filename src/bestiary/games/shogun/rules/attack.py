"""The Shogun's Chosen: attacks of characters, enemies and counterattacks (chapters 12, 13, 21, 24)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.rng import below

from .. import decisions as d
from .. import events as e
from .. import state as st
from .. import words as w
from .base import (
    ONE,
    PC,
    ask,
    forget_answer,
    is_hero,
    lowest,
    player,
    pop,
    push,
    push_list,
    standing,
    weapon_type,
)
from .choosing import (
    AFTER,
    ENEMY,
    FINISH,
    HARM,
    HURT,
    LAST,
    NEXT,
    POOL,
    POST,
    PRE,
    REROLL,
    RESULT,
    ROLL,
    SPREAD,
    choose_attack,
)
from .damage import aim, forget_attack, harm, strike_tokens
from .dice import marks, may_counter, rerollable, trigger, worth_taking, yinyang_list
from .geometry import stroke
from .harm import break_armour, lose_tokens
from .skills import do_free, is_free


@rule
def step_attack(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    if row[PC] < ENEMY:
        choose_attack(t, s, row, log)
    elif row[PC] < NEXT:
        roll_attack(t, s, row, log)
    else:
        land_attack(t, s, row, log)


# ---- the roll ------------------------------------------------------------------------------------


@rule
def roll_attack(t: Any, s: Any, row: Any, log: Any) -> None:
    by = np.int64(row[2])
    pc = row[PC]
    if pc == ENEMY:
        begin_enemy_attack(t, s, row, log)
    elif pc == POOL:
        begin_pool(t, s, row, log)
    elif pc == ROLL:
        for k in range(s.a_white):
            s.a_dice[k] = below(s.rng, np.int64(st.S_DICE), np.int64(w.FACES))
        for k in range(s.a_black):
            s.a_dice[4 + k] = below(s.rng, np.int64(st.S_DICE), np.int64(w.FACES))
        if s.a_focus == 1:
            s.a_dice[st.FOCUS] = below(s.rng, np.int64(st.S_DICE), np.int64(w.FACES))
        row[PC] = REROLL
    elif pc == REROLL:
        row[PC] = RESULT
        if is_hero(by) and rerollable(s):
            row[PC] = REROLL + 1
            ask(s, np.int64(d.P_REROLL), player(s, by))
    elif pc == REROLL + 1:
        # SHG-12.14, SHG-12.15
        row[PC] = REROLL
        if is_free(s.verb):
            do_free(t, s, by, log)
        elif s.verb == d.V_DIE:
            k = s.ans
            s.a_dice[k] = below(s.rng, np.int64(st.S_DICE), np.int64(w.FACES))
            s.a_rerolled |= ONE << k
            if k == st.FOCUS:
                s.a_refocus = 0
            else:
                s.a_rerolls -= 1
        else:
            row[PC] = RESULT
        forget_answer(s)
    elif pc == RESULT:
        result(t, s, row, log)
    elif pc == RESULT + 1:
        if is_free(s.verb):
            do_free(t, s, by, log)
            forget_answer(s)
            ask(s, np.int64(d.P_YINYANG), player(s, by))
            return
        s.a_yinyang = 1 if s.verb == d.V_YES else 0
        forget_answer(s)
        row[PC] = PRE
    elif pc == PRE:
        row[PC] = NEXT
        s.a_todo = s.a_targets
        if s.a_yinyang == 1:
            push_list(s, yinyang_list(t, s, by), np.int64(w.ON_PRE), by, np.int64(st.NOBODY), np.int64(0))


@rule
def begin_enemy_attack(t: Any, s: Any, row: Any, log: Any) -> None:
    # SHG-21.4, SHG-21.16, SHG-22.16, SHG-24.3, SHG-24.4
    by = np.int64(row[2])
    on = np.int64(row[3])
    aim(t, s, by, on)
    s.a_manner = row[4]
    s.a_focus = row[6]
    row[PC] = SPREAD
    if row[4] == st.BY_COUNTER:
        s.a_kind = w.FAST | w.COUNTER
        emit(log, e.E_COUNTERS, ALL, ALL, by, 0, 0, 0)
        row[PC] = POOL
        return
    if row[4] == st.BY_ENEMY_COUNTER:
        s.a_kind = w.COUNTER
        emit(log, e.E_COUNTERS, ALL, ALL, by, 0, 0, 0)
        row[PC] = POOL
        return
    if row[5] >= 0 and s.cond[by, w.DOWNED] == 0:
        s.a_skill = row[5]
        s.a_list = t.bs_list[row[5]]
        emit(log, e.E_STRIKES, ALL, ALL, by, on, row[5], 0)
    else:
        emit(log, e.E_ATTACKS, ALL, ALL, by, on, 0, 0)


@rule
def begin_pool(t: Any, s: Any, row: Any, log: Any) -> None:
    # SHG-12.6, SHG-12.7, SHG-21.2
    by = np.int64(row[2])
    for until in range(w.UNTILS):
        s.flag[by, until] &= ~np.int64(w.UNTARGETABLE)
    creatures = s.a_targets & ((ONE << st.RES0) - 1)
    if creatures == 0:
        row[PC] = NEXT
        s.a_todo = s.a_targets
        return
    if is_hero(by):
        held = weapon_type(s, by)
        strong = s.a_kind & w.STRONG
        s.a_white = t.w_strong[held, 0] if strong else t.w_fast[held, 0]
        s.a_black = t.w_strong[held, 1] if strong else t.w_fast[held, 1]
        if s.a_manner == st.BY_ACTION:
            emit(log, e.E_ATTACKS, ALL, ALL, by, s.a_on, 0, 0)
    elif s.a_skill >= 0:
        s.a_white = t.bs_dice[s.a_skill, 0]
        s.a_black = t.bs_dice[s.a_skill, 1]
    else:
        kind = t.kind[by]
        s.a_white = t.b_dice[kind, s.plus[by], 0]
        s.a_black = t.b_dice[kind, s.plus[by], 1]
    row[PC] = ROLL
    trigger(t, s, by, np.int64(w.ON_POOL), np.int64(s.a_on), np.int64(st.NOBODY))


@rule
def result(t: Any, s: Any, row: Any, log: Any) -> None:
    # SHG-12.11, SHG-12.12, SHG-12.13, SHG-12.18, SHG-21.5, SHG-22.12, SHG-22.13
    by = np.int64(row[2])
    hits = np.int64(0)
    for k in range(st.FOCUS):
        if s.a_dice[k] >= 0:
            hits += t.white_hits[s.a_dice[k]] if k < 4 else t.black_hits[s.a_dice[k]]
    failed = False
    if s.a_focus == 1:
        face = s.a_dice[st.FOCUS]
        s.a_result = t.focus_result[face]
        hits += t.focus_hits[face]
        emit(log, e.E_FOCUS, ALL, ALL, s.a_result, 0, 0, 0)
        if s.a_result == w.BLANK and s.a_safe == 0:
            failed = True
        if s.a_result == w.CRITICAL:
            critical_failure(t, s, row, log)
            return
    if not failed and s.cond[by, w.BLINDED] > 0:
        rolled = 1 + below(s.rng, np.int64(st.S_DICE), np.int64(6))
        emit(log, e.E_BLIND, ALL, ALL, by, rolled, 0, 0)
        s.cond[by, w.BLINDED] = 0
        failed = rolled - s.cond[by, w.POISONED] <= 3
    if failed:
        fail_attack(t, s, row, log)
        return
    # SHG-13.4, SHG-22.10
    s.a_hits = max(0, hits - s.cond[by, w.POISONED])
    emit(log, e.E_HITS, ALL, ALL, s.a_hits, 0, 0, 0)
    effects = yinyang_list(t, s, by)
    row[PC] = PRE
    if marks(t, s) != w.YANG | w.YIN or effects < 0:
        return
    if is_hero(by):
        if worth_taking(t, s, effects, by):
            row[PC] = RESULT + 1
            ask(s, np.int64(d.P_YINYANG), player(s, by))
    else:
        s.a_yinyang = 1  # SHG-21.15


@rule
def fail_attack(t: Any, s: Any, row: Any, log: Any) -> None:
    emit(log, e.E_FAILS, ALL, ALL, row[2], 0, 0, 0)
    row[PC] = FINISH
    strike_tokens(t, s, log)


@rule
def critical_failure(t: Any, s: Any, row: Any, log: Any) -> None:
    # SHG-12.12, SHG-12.19, SHG-24.1, SHG-24.2, SHG-24.5, SHG-24.7
    by = np.int64(row[2])
    on = np.int64(s.a_on)
    answers = s.a_no_counter == 0 and may_counter(t, s, on, by)
    fail_attack(t, s, row, log)
    row[10] = 1 if answers else 0


# ---- damage --------------------------------------------------------------------------------------


@rule
def land_attack(t: Any, s: Any, row: Any, log: Any) -> None:
    by = np.int64(row[2])
    pc = row[PC]
    if pc == NEXT:
        next_struck(t, s, row, log)
    elif pc == HURT:
        row[PC] = HARM
        trigger(t, s, np.int64(s.a_now), np.int64(w.ON_HURT), np.int64(s.a_now), by)
    elif pc == HARM:
        row[PC] = AFTER
        harm(t, s, by, log)
    elif pc == AFTER:
        # SHG-13.7, SHG-21.12, SHG-22.7
        row[PC] = LAST
        if s.a_damage > 0:
            trigger(t, s, by, np.int64(w.ON_DAMAGE), np.int64(s.a_now), np.int64(st.NOBODY))
    elif pc == LAST:
        # SHG-13.8, SHG-21.13, SHG-21.14
        row[PC] = NEXT
        on = np.int64(s.a_now)
        if s.sq[on] >= 0:
            if s.a_result == w.BREAK or s.a_result == w.PIERCE:
                break_armour(s, on, np.int64(1), log)
        else:
            trigger(t, s, by, np.int64(w.ON_KILL), on, np.int64(st.NOBODY))
    elif pc == POST:
        # SHG-12.23
        row[PC] = FINISH
        if s.a_yinyang == 1:
            s.a_now = s.a_on
            s.a_damage = s.a_first
            target = np.int64(s.a_on)
            push_list(s, yinyang_list(t, s, by), np.int64(w.ON_YINYANG), by, np.int64(st.NOBODY), np.int64(0))
            s.stack[s.sp - 1, 9] = target
    elif pc == FINISH:
        finish_attack(t, s, row, log)
    else:
        # SHG-24.4: a character answers, or not
        on = np.int64(row[3])
        if s.verb == d.V_YES:
            counter = np.int64(st.BY_COUNTER)
            forget_answer(s)
            pop(s)
            push(s, np.int64(st.F_ATTACK), on, by, counter, np.int64(st.NOBODY))
            s.stack[s.sp - 1, PC] = ENEMY
            return
        forget_answer(s)
        pop(s)


@rule
def next_struck(t: Any, s: Any, row: Any, log: Any) -> None:
    # SHG-6.4
    if s.a_todo == 0:
        row[PC] = POST
        return
    on = np.int64(s.a_on) if (s.a_todo >> s.a_on) & 1 else lowest(s.a_todo)
    s.a_todo &= ~(ONE << on)
    if on >= st.RES0:
        if s.res_tokens[on - st.RES0] > 0:
            lose_tokens(t, s, on - st.RES0, np.int64(1), True, log)
        return
    if s.sq[on] < 0:
        return
    by = np.int64(row[2])
    s.a_now = on
    s.a_extra = 0
    s.a_guard = 0
    s.a_damage = 0
    s.a_ignore = s.a_pre_ignore
    near = np.int64(999)
    if s.sq[by] >= 0:
        near = stroke(t, s, by, np.int64(s.sq[by]), on, np.int64(s.sq[on]), np.int64(99))
    if near < 999:
        s.a_range = near
    row[PC] = HURT
    trigger(t, s, by, np.int64(w.ON_HIT), on, np.int64(st.NOBODY))


@rule
def finish_attack(t: Any, s: Any, row: Any, log: Any) -> None:
    # SHG-24.6
    by = np.int64(row[2])
    on = np.int64(row[3])
    answers = row[10] == 1 and standing(s, on) and s.sq[by] >= 0
    forget_attack(s)
    if answers and is_hero(on):
        row[PC] = FINISH + 1
        ask(s, np.int64(d.P_COUNTER), player(s, on))
        return
    pop(s)
    if answers:
        push(s, np.int64(st.F_ATTACK), on, by, np.int64(st.BY_ENEMY_COUNTER), np.int64(st.NOBODY))
        s.stack[s.sp - 1, PC] = ENEMY


@rule
def attack_now(s: Any, by: Any, on: Any, skill: Any, focus: Any, prio: Any) -> None:
    """An enemy attacks."""
    push(s, np.int64(st.F_ATTACK), by, on, np.int64(st.BY_ENEMY), skill)
    row = s.stack[s.sp - 1]
    row[PC] = ENEMY
    row[6] = focus
    row[7] = prio
