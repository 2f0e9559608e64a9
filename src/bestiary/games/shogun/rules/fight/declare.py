"""The Shogun's Chosen: declaring an attack, from target to further targets (chapter 12)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ...effects import ATTACK, FLAG, SKILL
from ...moves import Q, V
from ...state import FRAME, NOBODY, SLOTS, TECHNIQUES
from ..effects import targets
from ..figures import flags, is_hero, weapon_type
from ..frames import BLOW, BLOW_STEP, PC, push
from ..questions import ask, ask_figure, count, everybody, forget_answer, lowest, player
from ..turn import skills
from . import damage, spread


@rule
def no_kind(t: Any, s: Any, h: Any, kind: Any) -> Any:
    """0 where a fast (1) or strong (2) attack can be paid and the weapon shows it."""
    # SHG-12.4, SHG-12.5
    held = weapon_type(s, h)
    if held < 0 or s.ap[h] < kind:
        return 1
    dice = t.w_fast[held, 0] if kind == ATTACK.FAST else t.w_strong[held, 0]
    return 0 if dice >= 0 else 1


@rule
def attack_skills(t: Any, s: Any, h: Any) -> Any:
    """The attack skills that can be used in the attack under way, as a set."""
    # SHG-12.9, SHG-12.10
    found = 0
    for k in range(TECHNIQUES):
        if skills.no_skill(t, s, h, k, SKILL.ATTACK) == 0:
            found |= 1 << k
    f = s.a_on
    if skills.strikes(t, s, h, f, skills.weapon_range(t, s, h)):
        return found
    needed = skills.carrying_skills(t, s, h, f)
    return needed if needed else found


@rule
def may_do_without(t: Any, s: Any, h: Any) -> Any:
    """Whether the attack under way needs no skill to reach its target."""
    f = s.a_on
    return skills.strikes(t, s, h, f, skills.weapon_range(t, s, h)) or skills.carrying_skills(t, s, h, f) == 0


@rule
def can_place(t: Any, s: Any, h: Any) -> Any:
    for slot in range(SLOTS):
        for v in range(1, 7):
            if s.supply[h, v] > 0 and skills.no_place(t, s, h, v, slot) == 0:
                return True
    return False


@rule
def choose_spread(t: Any, s: Any, row: Any) -> None:
    i = spread.spread_effect(t, s)
    by = s.a_by
    row[PC] = BLOW_STEP.POOL
    if i < 0 or row[BLOW.SPREAD] == 1:
        return
    left = spread.spread_over(t, s, i) & ~s.a_targets
    most = t.fx_max[i]
    room = most - (count(s.a_targets) - 1)
    if most < 0 or count(left) <= room:
        s.a_targets |= left
        return
    if room <= 0:
        return
    row[PC] = BLOW_STEP.SPREAD + 1
    if is_hero(by):
        ask(s, Q.ATTACK_SPREAD, player(s, by))
        s.cand[0] = left
        return
    # SHG-6.6
    prio = row[BLOW.PRIO]
    left = targets.preferred(t, s, left, prio, by, s.sq[by])
    if s.opt.auto_ties == 1:
        left = 1 << lowest(left)
    ask_figure(s, Q.ENEMY_TARGET, everybody(s), left, False)


@rule
def begin_attack(t: Any, s: Any, h: Any, f: Any, kind: Any) -> None:
    # SHG-12.1, SHG-12.4, SHG-12.10
    push(s, FRAME.ATTACK, h, f, 0, NOBODY)
    damage.aim(t, s, h, f)
    s.a_kind = kind
    s.ap[h] -= kind
    s.attacks += 1


@rule
def choose_attack(t: Any, s: Any, row: Any, log: Any) -> None:
    # SHG-12.8, SHG-12.9, SHG-12.10
    h = row[BLOW.BY]
    pc = row[PC]
    if pc % 2 == 1 and skills.is_free(s.verb):
        skills.do_free(t, s, h, log)
        forget_answer(s)
        row[PC] = pc - 1
        return
    if pc == BLOW_STEP.SKILL:
        row[PC] = BLOW_STEP.SKILL + 1
        if attack_skills(t, s, h) or can_place(t, s, h):
            ask(s, Q.ATTACK_SKILL, player(s, h))
        else:
            s.verb = V.NONE
    elif pc == BLOW_STEP.SKILL + 1:
        if s.verb == V.SKILL:
            k = s.ans
            s.a_skill = k
            s.a_list = skills.skill_list(t, s, h, k)
            s.a_ki = skills.skill_ki(s, h, k)
            skills.spend_skill(s, h, k)
        forget_answer(s)
        row[PC] = BLOW_STEP.FOCUS
    elif pc == BLOW_STEP.FOCUS:
        row[PC] = BLOW_STEP.FOCUS + 1
        if flags(t, s, h) & FLAG.NO_FOCUS:
            s.verb = V.NO
        else:
            ask(s, Q.ATTACK_FOCUS, player(s, h))
    elif pc == BLOW_STEP.FOCUS + 1:
        s.a_focus = 1 if s.verb == V.YES else 0
        forget_answer(s)
        row[PC] = BLOW_STEP.SPREAD
    elif pc == BLOW_STEP.SPREAD:
        choose_spread(t, s, row)
    else:
        if s.verb == V.DONE:
            row[BLOW.SPREAD] = 1
        else:
            s.a_targets |= 1 << s.ans
        forget_answer(s)
        row[PC] = BLOW_STEP.SPREAD
