"""The Shogun's Chosen: what the attacker chooses, from target to further targets (chapter 12)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule

from .. import decisions as d
from .. import words as w
from .aiming import attack_skills, can_place, no_kind
from .base import (
    ONE,
    PC,
    ask,
    ask_figure,
    count,
    everybody,
    flags,
    forget_answer,
    is_hero,
    lowest,
    player,
    pop,
)
from .damage import aim
from .skills import do_free, is_free, skill_ki, skill_list, spend_skill
from .spread import spread_effect, spread_over
from .targets import preferred

# Slots: 2 attacker, 3 first target, 4 manner, 5 board skill, 6 focus, 7 priority, 9 done, 10 counter.
TARGET, KIND, SKILL, FOCUS_DIE, SPREAD = 0, 2, 4, 6, 8
ENEMY, POOL, ROLL, REROLL, RESULT, PRE, NEXT, HURT, HARM, AFTER, LAST, POST, FINISH = (
    20,
    21,
    22,
    23,
    25,
    27,
    28,
    29,
    30,
    31,
    32,
    33,
    34,
)


@rule
def choose_spread(t: Any, s: Any, row: Any) -> None:
    i = spread_effect(t, s)
    by = np.int64(s.a_by)
    row[PC] = POOL
    if i < 0 or row[9] == 1:
        return
    left = spread_over(t, s, i) & ~s.a_targets
    most = np.int64(t.fx_max[i])
    room = most - (count(s.a_targets) - 1)
    if most < 0 or count(left) <= room:
        s.a_targets |= left
        return
    if room <= 0:
        return
    row[PC] = SPREAD + 1
    if is_hero(by):
        ask(s, np.int64(d.P_SPREAD), player(s, by))
        s.cand[0] = left
        return
    # SHG-6.6
    prio = np.int64(row[7])
    left = preferred(t, s, left, prio, by, np.int64(s.sq[by]))
    if s.opt.auto_ties == 1:
        left = ONE << lowest(left)
    ask_figure(s, np.int64(d.P_ENEMY_TARGET), everybody(s), left, False)


@rule
def choose_attack(t: Any, s: Any, row: Any, log: Any) -> None:
    # SHG-12.1, SHG-12.4, SHG-12.8, SHG-12.9, SHG-12.10
    h = np.int64(row[2])
    pc = row[PC]
    if pc % 2 == 1 and is_free(s.verb):
        do_free(t, s, h, log)
        forget_answer(s)
        row[PC] = pc - 1
        return
    if pc == TARGET:
        row[PC] = 1
        ask(s, np.int64(d.P_TARGET), player(s, h))
    elif pc == TARGET + 1:
        verb = s.verb
        f = np.int64(s.ans)
        forget_answer(s)
        if verb == d.V_CANCEL:
            pop(s)
            return
        row[3] = f
        aim(t, s, h, f)
        row[PC] = KIND
    elif pc == KIND:
        row[PC] = KIND + 1
        quick = no_kind(t, s, h, np.int64(w.FAST)) == 0
        heavy = no_kind(t, s, h, np.int64(w.STRONG)) == 0
        if quick and heavy:
            ask(s, np.int64(d.P_KIND), player(s, h))
        else:
            s.verb = d.V_FAST if quick else d.V_STRONG
    elif pc == KIND + 1:
        s.a_kind = w.FAST if s.verb == d.V_FAST else w.STRONG
        s.ap[h] -= s.a_kind
        s.attacks += 1
        forget_answer(s)
        row[PC] = SKILL
    elif pc == SKILL:
        row[PC] = SKILL + 1
        if attack_skills(t, s, h) or can_place(t, s, h):
            ask(s, np.int64(d.P_SKILL), player(s, h))
        else:
            s.verb = d.V_NONE
    elif pc == SKILL + 1:
        if s.verb == d.V_SKILL:
            k = np.int64(s.ans)
            s.a_skill = k
            s.a_list = skill_list(t, s, h, k)
            s.a_ki = skill_ki(s, h, k)
            spend_skill(s, h, k)
        forget_answer(s)
        row[PC] = FOCUS_DIE
    elif pc == FOCUS_DIE:
        row[PC] = FOCUS_DIE + 1
        if flags(t, s, h) & w.NO_FOCUS:
            s.verb = d.V_NO
        else:
            ask(s, np.int64(d.P_FOCUS), player(s, h))
    elif pc == FOCUS_DIE + 1:
        s.a_focus = 1 if s.verb == d.V_YES else 0
        forget_answer(s)
        row[PC] = SPREAD
    elif pc == SPREAD:
        choose_spread(t, s, row)
    else:
        if s.verb == d.V_DONE:
            row[9] = 1
        else:
            s.a_targets |= ONE << s.ans
        forget_answer(s)
        row[PC] = SPREAD
