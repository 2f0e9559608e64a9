"""The Shogun's Chosen: a character acts and moves (chapters 9, 10)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ...effects import ATTR, COND, FLAG, ON, SIDE, STAT, TERRAIN
from ...events import E
from ...moves import Q, V
from ...state import AFFINITY_CAP, FRAME, GAIT, MAX_AP, MP_CAP, NOBODY, OPT, SLOTS, SQUARES, STATUS
from ..effects import triggers
from ..figures import attribute, flags, gait, swift, value
from ..frames import ACT, ACT_STEP, PC, WALK, WALK_STEP, pop, push, push_list
from ..ground import paths, squares
from ..questions import ask, forget_answer, player
from . import activation, skills

GAIN = 3  # action points of an activation, and movement points of a move


@rule
def step_act(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    h = row[ACT.HERO]
    pc = row[PC]
    if pc > ACT_STEP.OPEN and s.status[h] != STATUS.STANDING:
        # SHG-25.2
        forget_answer(s)
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
    elif verb == V.MOVE:
        # SHG-10.1, SHG-10.3, SHG-2.5
        s.ap[h] -= 1
        s.moves += 1
        points = GAIN + attribute(t, s, h, ATTR.DEXTERITY) + value(t, s, h, STAT.MOVE)
        if s.cond[h, COND.DOWNED] > 0 and s.opt.downed_affects == OPT.DOWNED_AFFECTS_MOVE:
            points -= 1
        s.mp = min(MP_CAP, max(0, points))
        push(s, FRAME.MOVE, h, zero, zero, zero)
    elif verb == V.WALK:
        push(s, FRAME.MOVE, h, 1, zero, zero)
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
    elif verb == V.ATTACK:
        push(s, FRAME.ATTACK, h, NOBODY, zero, NOBODY)
    elif verb == V.INTERACT:
        push(s, FRAME.INTERACT, h, zero, zero, zero)
    elif verb == V.ITEM:
        s.ap[h] -= 1
        push(s, FRAME.ITEM, h, s.items[h, a], zero, zero)


# ---- move ----------------------------------------------------------------------------------------


@rule
def points_left(s: Any) -> Any:
    """Movement points of the move or walk under way."""
    return s.bonus if s.stack[s.sp - 1, WALK.BONUS] == 1 else s.mp


@rule
def stand(s: Any, h: Any, q: Any) -> None:
    """A character in the middle of a move comes to a square, which an ally may hold."""
    p = s.sq[h]
    if s.at[p] == h:
        s.at[p] = EMPTY
    s.sq[h] = q
    if s.at[q] == EMPTY:
        s.at[q] = h


@rule
def may_stop(t: Any, s: Any, h: Any, q: Any) -> Any:
    # SHG-10.6
    return paths.may_end(t, s, h, 1, gait(t, s, h), q)


@rule
def can_stop_after(t: Any, s: Any, h: Any, how: Any, q: Any, points: Any) -> Any:
    # SHG-10.7
    if paths.may_end(t, s, h, 1, how, q):
        return True
    if points <= 0:
        return False
    here = s.sq[h]
    s.sq[h] = q
    paths.spread_out(t, s, h, how, swift(t, s, h), points)
    s.sq[h] = here
    found = False
    for p in range(SQUARES):
        if s.dist[p] > 0 and paths.may_end(t, s, h, 1, how, p):
            found = True
            break
    paths.forget_paths(s)
    return found


@rule
def step_cost(t: Any, s: Any, h: Any) -> Any:
    if s.ground[s.sq[h]] != TERRAIN.DIFFICULT:
        return 1
    easy = swift(t, s, h) or gait(t, s, h) != GAIT.WALKING
    return paths.leaving(s, s.sq[h], 1, easy)


@rule
def step_move(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    h = row[WALK.HERO]
    walk = row[WALK.BONUS] == 1
    if s.status[h] != STATUS.STANDING:
        forget_answer(s)
        pop(s)
        return
    if row[PC] == WALK_STEP.ASK:
        row[PC] = WALK_STEP.ANSWER
        if points_left(s) == 0 and s.ap[h] == 0 and not free_left(t, s, h) and may_stop(t, s, h, s.sq[h]):
            s.verb = V.STOP
        else:
            ask(s, Q.MOVE_STEP, player(s, h))
        return
    verb = s.verb
    a = s.ans
    row[PC] = WALK_STEP.ASK
    if skills.is_free(verb):
        skills.do_free(t, s, h, log)
        forget_answer(s)
        return
    forget_answer(s)
    if verb == V.STEP:
        # SHG-10.4, SHG-30.4
        cost = step_cost(t, s, h)
        if walk:
            s.bonus -= cost
        else:
            s.mp -= cost
        s.moved += 1
        q = paths.ahead(s.sq[h], a)
        stand(s, h, q)
        emit(log, E.MOVES, ALL, ALL, h, q, 0, 0)
    elif verb == V.EXERT:
        # SHG-10.2
        s.ap[h] -= 1
        s.mp = min(MP_CAP, s.mp + GAIN)
    elif verb == V.INTERACT:
        push(s, FRAME.INTERACT, h, 0, 0, 0)
    else:
        # SHG-10.11
        if not walk:
            s.mp = 0
        pop(s)
        squares.stopped(t, s, h)


@rule
def free_left(t: Any, s: Any, h: Any) -> Any:
    """Whether a free action may be open; asked generously."""
    for v in range(1, 7):
        if s.supply[h, v] > 0:
            return True
    for slot in range(SLOTS):
        if s.ki[h, slot] > 0 and s.withdrawn < attribute(t, s, h, ATTR.SPIRIT):
            return True
    if s.affinity[h] >= AFFINITY_CAP and s.mode[h] == 0 and s.hp[h] < s.max_hp[h] // 2:
        return True
    here = s.sq[h]
    for k in range(9):
        q = here if k == 8 else paths.ahead(here, k)
        if q >= 0 and s.floor[q] + s.floor_boss[q] > 0:
            return True
    return False


@rule
def bound(t: Any, s: Any, h: Any) -> Any:
    return flags(t, s, h) & FLAG.NO_MOVE != 0


@rule
def step_fits(t: Any, s: Any, h: Any, how: Any, a: Any) -> Any:
    """The rule that forbids a step, or 0, looking at the ground alone."""
    return paths.no_step(t, s, 1, SIDE.CHARACTERS, how, s.sq[h], a)
