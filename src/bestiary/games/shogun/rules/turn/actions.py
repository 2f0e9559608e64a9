"""The Shogun's Chosen: the activation of a character (chapter 9)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ...effects import ATTACK, COND, ON, STAT
from ...events import E
from ...moves import Q, V
from ...state import FRAME, MAX_AP, NOBODY, SLOTS, STATUS
from ..effects import triggers
from ..fight import declare
from ..figures import value
from ..frames import ACT, ACT_STEP, PC, pop, push, push_list
from ..questions import ask, forget_answer, player
from . import activation, interact, skills, walking

GAIN = 3  # action points of an activation


@rule
def step_act(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    h = row[ACT.HERO]
    pc = row[PC]
    if pc > ACT_STEP.OPEN and s.status[h] != STATUS.STANDING:
        # SHG-25.2
        pop(s)
        activation.close_turn(t, s, h, log)
        return
    if pc == ACT_STEP.OPEN:
        row[PC] = ACT_STEP.SPECIAL
        activation.open_turn(t, s, h, log)
    elif pc == ACT_STEP.SPECIAL:
        row[PC] = ACT_STEP.START
        activation.on_special(t, s, h)
    elif pc == ACT_STEP.START:
        # SHG-9.2, SHG-9.3, SHG-22.15
        row[PC] = ACT_STEP.ASK
        gain = GAIN + value(t, s, h, STAT.AP_GAIN)
        if s.cond[h, COND.DOWNED] > 0:
            gain -= 1
        s.ap[h] = min(MAX_AP, s.ap[h] + max(0, gain))
        triggers.trigger(t, s, h, ON.START, NOBODY, NOBODY)
    elif pc == ACT_STEP.ASK:
        row[PC] = ACT_STEP.ANSWER
        s.phase = Q.ACT_MAIN
        if s.ap[h] == 0 and s.bonus == 0 and not skills.any_free(t, s, h):
            s.verb = V.END  # SHG-9.8
        else:
            ask(s, Q.ACT_MAIN, player(s, h))
    else:
        row[PC] = ACT_STEP.ASK
        act(t, s, h, log)


@rule
def act(t: Any, s: Any, h: Any, log: Any) -> None:
    # SHG-9.5, SHG-9.6, SHG-9.8
    verb = s.verb
    a = s.ans
    if skills.is_free(verb):
        skills.do_free(t, s, h, log)
        forget_answer(s)
        return
    forget_answer(s)
    zero = 0
    if verb == V.END:
        pop(s)
        activation.close_turn(t, s, h, log)
    elif verb == V.MOVE or verb == V.WALK or verb == V.GO:
        begin_move(t, s, h, verb, a)
    elif verb == V.TECHNIQUE:
        # SHG-11.1, SHG-23.6, SHG-23.11
        s.ap[h] -= 1
        emit(log, E.TECHNIQUE, ALL, ALL, h, skills.skill_name(t, s, h, a), 0, 0)
        skills.spend_skill(s, h, a)
        push_list(s, skills.skill_list(t, s, h, a), ON.USE, h, NOBODY, skills.skill_ki(s, h, a))
    elif verb == V.REROLL_KI:
        # SHG-11.4
        s.ap[h] -= 2
        push(s, FRAME.PICK_KI, h, SLOTS, zero, zero)
    elif verb == V.FAST or verb == V.STRONG:
        declare.begin_attack(t, s, h, a, ATTACK.FAST if verb == V.FAST else ATTACK.STRONG)
    elif verb == V.ITEM:
        s.ap[h] -= 1
        push(s, FRAME.ITEM, h, s.items[h, a], zero, zero)
    else:
        interact.meet(t, s, h, verb, a, log)


@rule
def begin_move(t: Any, s: Any, h: Any, verb: Any, a: Any) -> None:
    """The move action, or a walk with bonus points; ``go`` names where it leads."""
    # SHG-10.1, SHG-10.13, SHG-10.18
    zero = 0
    goal = 1 + a if verb == V.GO else zero
    if verb == V.WALK or not walking.may_move(t, s, h):
        push(s, FRAME.MOVE, h, 1, zero, goal)
        return
    s.mp = walking.move_points(t, s, h)
    s.ap[h] -= 1
    s.moves += 1
    push(s, FRAME.MOVE, h, zero, zero, goal)
