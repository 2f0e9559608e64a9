"""The Shogun's Chosen: attacks of characters, enemies and counterattacks (chapters 12, 13, 21, 24)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.rng import below

from ...effects import ATTACK, COND, FACE, FACES, FLAG, MARK, ON, UNTILS
from ...events import E
from ...moves import Q, V
from ...state import BEYOND, FOCUS, FRAME, MANNER, NOBODY, RES0, STREAM
from ..effects import triggers
from ..figures import is_hero, name_of, standing, weapon_type
from ..frames import BLOW, BLOW_STEP, LIST, PC, pop, push, push_list
from ..ground import geometry
from ..questions import ask, forget_answer, lowest, player
from ..turn import skills
from . import damage, declare, dice, health


@rule
def step_attack(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    if row[PC] < BLOW_STEP.ENEMY:
        declare.choose_attack(t, s, row, log)
    elif row[PC] < BLOW_STEP.NEXT:
        roll_attack(t, s, row, log)
    else:
        land_attack(t, s, row, log)


# ---- the roll ------------------------------------------------------------------------------------


@rule
def roll_attack(t: Any, s: Any, row: Any, log: Any) -> None:
    by = row[BLOW.BY]
    pc = row[PC]
    if pc == BLOW_STEP.ENEMY:
        begin_enemy_attack(t, s, row, log)
    elif pc == BLOW_STEP.POOL:
        begin_pool(t, s, row, log)
    elif pc == BLOW_STEP.ROLL:
        for k in range(s.a_white):
            s.a_dice[k] = below(s.rng, STREAM.DICE, FACES)
        for k in range(s.a_black):
            s.a_dice[4 + k] = below(s.rng, STREAM.DICE, FACES)
        if s.a_focus == 1:
            s.a_dice[FOCUS] = below(s.rng, STREAM.DICE, FACES)
        row[PC] = BLOW_STEP.REROLL
    elif pc == BLOW_STEP.REROLL:
        row[PC] = BLOW_STEP.RESULT
        if is_hero(by) and dice.rerollable(s):
            row[PC] = BLOW_STEP.REROLL + 1
            ask(s, Q.ATTACK_REROLL, player(s, by))
    elif pc == BLOW_STEP.REROLL + 1:
        # SHG-12.14, SHG-12.15
        row[PC] = BLOW_STEP.REROLL
        if skills.is_free(s.verb):
            skills.do_free(t, s, by, log)
        elif s.verb == V.DIE:
            k = s.ans
            s.a_dice[k] = below(s.rng, STREAM.DICE, FACES)
            s.a_rerolled |= 1 << k
            if k == FOCUS:
                s.a_refocus = 0
            else:
                s.a_rerolls -= 1
        else:
            row[PC] = BLOW_STEP.RESULT
        forget_answer(s)
    elif pc == BLOW_STEP.RESULT:
        result(t, s, row, log)
    elif pc == BLOW_STEP.RESULT + 1:
        if skills.is_free(s.verb):
            skills.do_free(t, s, by, log)
            forget_answer(s)
            ask(s, Q.ATTACK_YINYANG, player(s, by))
            return
        s.a_yinyang = 1 if s.verb == V.YES else 0
        forget_answer(s)
        row[PC] = BLOW_STEP.PRE
    elif pc == BLOW_STEP.PRE:
        row[PC] = BLOW_STEP.NEXT
        s.a_waiting = s.a_targets
        if s.a_yinyang == 1:
            push_list(s, dice.yinyang_list(t, s, by), ON.YINYANG_PRE, by, NOBODY, 0)


@rule
def begin_enemy_attack(t: Any, s: Any, row: Any, log: Any) -> None:
    # SHG-21.4, SHG-21.16, SHG-22.16, SHG-24.3, SHG-24.4
    by = row[BLOW.BY]
    on = row[BLOW.ON]
    damage.aim(t, s, by, on)
    s.a_manner = row[BLOW.MANNER]
    s.a_focus = row[BLOW.FOCUS]
    row[PC] = BLOW_STEP.SPREAD
    if row[BLOW.MANNER] == MANNER.COUNTER:
        s.a_kind = ATTACK.FAST | ATTACK.COUNTER
        emit(log, E.COUNTERS, ALL, ALL, by, 0, 0, 0)
        row[PC] = BLOW_STEP.POOL
        return
    if row[BLOW.MANNER] == MANNER.ENEMY_COUNTER:
        s.a_kind = ATTACK.COUNTER
        emit(log, E.COUNTERS, ALL, ALL, by, 0, 0, 0)
        row[PC] = BLOW_STEP.POOL
        return
    if row[BLOW.SKILL] >= 0 and s.cond[by, COND.DOWNED] == 0:
        s.a_skill = row[BLOW.SKILL]
        s.a_list = t.bs_list[row[BLOW.SKILL]]
        emit(log, E.STRIKES, ALL, ALL, by, name_of(s, on), row[BLOW.SKILL], 0)
    else:
        emit(log, E.ATTACKS, ALL, ALL, by, name_of(s, on), 0, 0)


@rule
def begin_pool(t: Any, s: Any, row: Any, log: Any) -> None:
    # SHG-12.6, SHG-12.7, SHG-21.2
    by = row[BLOW.BY]
    for until in range(UNTILS):
        s.flag[by, until] &= ~FLAG.UNTARGETABLE
    creatures = s.a_targets & ((1 << RES0) - 1)
    if creatures == 0:
        row[PC] = BLOW_STEP.NEXT
        s.a_waiting = s.a_targets
        return
    if is_hero(by):
        held = weapon_type(s, by)
        strong = s.a_kind & ATTACK.STRONG
        s.a_white = t.w_strong[held, 0] if strong else t.w_fast[held, 0]
        s.a_black = t.w_strong[held, 1] if strong else t.w_fast[held, 1]
        if s.a_manner == MANNER.ACTION:
            emit(log, E.ATTACKS, ALL, ALL, by, s.a_on, 0, 0)
    elif s.a_skill >= 0:
        s.a_white = t.bs_dice[s.a_skill, 0]
        s.a_black = t.bs_dice[s.a_skill, 1]
    else:
        kind = t.kind[by]
        s.a_white = t.b_dice[kind, s.plus[by], 0]
        s.a_black = t.b_dice[kind, s.plus[by], 1]
    row[PC] = BLOW_STEP.ROLL
    triggers.trigger(t, s, by, ON.POOL, s.a_on, NOBODY)


@rule
def result(t: Any, s: Any, row: Any, log: Any) -> None:
    # SHG-12.11, SHG-12.12, SHG-12.13, SHG-12.18, SHG-21.5, SHG-22.12, SHG-22.13
    by = row[BLOW.BY]
    hits = 0
    for k in range(FOCUS):
        if s.a_dice[k] >= 0:
            hits += t.white_hits[s.a_dice[k]] if k < 4 else t.black_hits[s.a_dice[k]]
    failed = False
    if s.a_focus == 1:
        face = s.a_dice[FOCUS]
        s.a_result = t.focus_result[face]
        hits += t.focus_hits[face]
        emit(log, E.FOCUS, ALL, ALL, s.a_result, 0, 0, 0)
        if s.a_result == FACE.BLANK and s.a_safe == 0:
            failed = True
        if s.a_result == FACE.CRITICAL:
            critical_failure(t, s, row, log)
            return
    if not failed and s.cond[by, COND.BLINDED] > 0:
        rolled = 1 + below(s.rng, STREAM.DICE, 6)
        emit(log, E.BLIND, ALL, ALL, by, rolled, 0, 0)
        s.cond[by, COND.BLINDED] = 0
        failed = rolled - s.cond[by, COND.POISONED] <= 3
    if failed:
        fail_attack(t, s, row, log)
        return
    # SHG-13.4, SHG-22.10
    s.a_hits = max(0, hits - s.cond[by, COND.POISONED])
    emit(log, E.HITS, ALL, ALL, s.a_hits, 0, 0, 0)
    effects = dice.yinyang_list(t, s, by)
    row[PC] = BLOW_STEP.PRE
    if dice.marks(t, s) != MARK.YANG | MARK.YIN or effects < 0:
        return
    if is_hero(by):
        if dice.worth_taking(t, s, effects, by):
            row[PC] = BLOW_STEP.RESULT + 1
            ask(s, Q.ATTACK_YINYANG, player(s, by))
    else:
        s.a_yinyang = 1  # SHG-21.15


@rule
def fail_attack(t: Any, s: Any, row: Any, log: Any) -> None:
    emit(log, E.FAILS, ALL, ALL, row[BLOW.BY], 0, 0, 0)
    row[PC] = BLOW_STEP.FINISH
    damage.strike_tokens(t, s, log)


@rule
def critical_failure(t: Any, s: Any, row: Any, log: Any) -> None:
    # SHG-12.12, SHG-12.19, SHG-24.1, SHG-24.2, SHG-24.5, SHG-24.7
    by = row[BLOW.BY]
    on = s.a_on
    answers = s.a_no_counter == 0 and dice.may_counter(t, s, on, by)
    fail_attack(t, s, row, log)
    row[BLOW.COUNTER] = 1 if answers else 0


# ---- damage --------------------------------------------------------------------------------------


@rule
def land_attack(t: Any, s: Any, row: Any, log: Any) -> None:
    by = row[BLOW.BY]
    pc = row[PC]
    if pc == BLOW_STEP.NEXT:
        next_struck(t, s, row, log)
    elif pc == BLOW_STEP.HURT:
        row[PC] = BLOW_STEP.HARM
        triggers.trigger(t, s, s.a_now, ON.HURT, s.a_now, by)
    elif pc == BLOW_STEP.HARM:
        row[PC] = BLOW_STEP.AFTER
        damage.harm(t, s, by, log)
    elif pc == BLOW_STEP.AFTER:
        # SHG-13.7, SHG-21.12, SHG-22.7
        row[PC] = BLOW_STEP.LAST
        if s.a_damage > 0:
            triggers.trigger(t, s, by, ON.DAMAGE, s.a_now, NOBODY)
    elif pc == BLOW_STEP.LAST:
        # SHG-13.8, SHG-21.13, SHG-21.14
        row[PC] = BLOW_STEP.NEXT
        on = s.a_now
        if s.sq[on] >= 0:
            if s.a_result == FACE.BREAK or s.a_result == FACE.PIERCE:
                health.break_armour(s, on, 1, log)
        else:
            triggers.trigger(t, s, by, ON.KILL, on, NOBODY)
    elif pc == BLOW_STEP.POST:
        # SHG-12.23
        row[PC] = BLOW_STEP.FINISH
        if s.a_yinyang == 1:
            s.a_now = s.a_on
            s.a_damage = s.a_first
            target = s.a_on
            push_list(s, dice.yinyang_list(t, s, by), ON.YINYANG, by, NOBODY, 0)
            s.stack[s.sp - 1, LIST.TARGET] = target
    elif pc == BLOW_STEP.FINISH:
        finish_attack(t, s, row, log)
    else:
        # SHG-24.4: a character answers, or not
        on = row[BLOW.ON]
        if s.verb == V.YES:
            counter = MANNER.COUNTER
            forget_answer(s)
            pop(s)
            push(s, FRAME.ATTACK, on, by, counter, NOBODY)
            s.stack[s.sp - 1, PC] = BLOW_STEP.ENEMY
            return
        forget_answer(s)
        pop(s)


@rule
def next_struck(t: Any, s: Any, row: Any, log: Any) -> None:
    # SHG-6.4
    if s.a_waiting == 0:
        row[PC] = BLOW_STEP.POST
        return
    on = s.a_on if (s.a_waiting >> s.a_on) & 1 else lowest(s.a_waiting)
    s.a_waiting &= ~(1 << on)
    if on >= RES0:
        if s.res_tokens[on - RES0] > 0:
            health.lose_tokens(t, s, on - RES0, 1, True, log)
        return
    if s.sq[on] < 0:
        return
    by = row[BLOW.BY]
    s.a_now = on
    s.a_extra = 0
    s.a_guard = 0
    s.a_damage = 0
    s.a_ignore = s.a_pre_ignore
    if s.sq[by] >= 0:
        near = geometry.stroke(t, s, by, s.sq[by], on, s.sq[on], BEYOND)
        if near < BEYOND:
            s.a_range = near
    row[PC] = BLOW_STEP.HURT
    triggers.trigger(t, s, by, ON.HIT, on, NOBODY)


@rule
def finish_attack(t: Any, s: Any, row: Any, log: Any) -> None:
    # SHG-24.6
    by = row[BLOW.BY]
    on = row[BLOW.ON]
    answers = row[BLOW.COUNTER] == 1 and standing(s, on) and s.sq[by] >= 0
    damage.forget_attack(s)
    if answers and is_hero(on):
        row[PC] = BLOW_STEP.FINISH + 1
        ask(s, Q.REACT_COUNTER, player(s, on))
        return
    pop(s)
    if answers:
        push(s, FRAME.ATTACK, on, by, MANNER.ENEMY_COUNTER, NOBODY)
        s.stack[s.sp - 1, PC] = BLOW_STEP.ENEMY


@rule
def attack_now(s: Any, by: Any, on: Any, skill: Any, focus: Any, prio: Any) -> None:
    """An enemy attacks."""
    push(s, FRAME.ATTACK, by, on, MANNER.ENEMY, skill)
    row = s.stack[s.sp - 1]
    row[PC] = BLOW_STEP.ENEMY
    row[BLOW.FOCUS] = focus
    row[BLOW.PRIO] = prio
