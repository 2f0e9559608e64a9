"""The Shogun's Chosen: running a list of effects, and whom each falls on (chapters 1, 6, 7, 11, 23)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.rng import below

from ...effects import COND, DO, ON, STAT, TERRAIN, WHO
from ...events import E
from ...moves import Q, V
from ...state import BLACKS, CREATURES, FRAME, GAIT, HEROES, NOBODY, SLOTS, SQUARES, STREAM, WHITES
from ..figures import attribute, is_hero, value
from ..frames import EFFECT, EFFECT_STEP, LIST, PC, pop, push, push_list
from ..ground import geometry, paths
from ..questions import ask, ask_figure, count, everybody, forget_answer, lowest, player, who_decides
from . import operations, targets


@rule
def inline(t: Any, s: Any, i: Any) -> Any:
    """The operations on the attack under way; true where the effect is one of them."""
    do = t.fx_do[i]
    n = t.fx_n[i]
    if do == DO.HITS:
        if t.fx_on[i] == ON.YINYANG_PRE:
            s.a_pre += n
        else:
            s.a_extra += n
    elif do == DO.WHITE:
        s.a_white = min(WHITES, s.a_white + n)
    elif do == DO.BLACK:
        s.a_black = min(BLACKS, s.a_black + n)
    elif do == DO.REROLL:
        s.a_rerolls += n
    elif do == DO.REROLL_FOCUS:
        s.a_refocus = 1
    elif do == DO.SAFE_FOCUS:
        s.a_safe = 1
    elif do == DO.NO_COUNTER:
        s.a_no_counter = 1
    elif do == DO.IGNORE:
        if t.fx_on[i] == ON.YINYANG_PRE:
            s.a_pre_ignore |= t.fx_what[i]
        else:
            s.a_ignore |= t.fx_what[i]
    elif do == DO.GUARD:
        s.a_guard += n
    elif do == DO.REACH or do == DO.SPREAD:
        return True  # read when targets are offered and chosen
    else:
        return False
    return True


@rule
def step_list(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    effects = row[LIST.EFFECTS]
    if row[LIST.NEXT] >= t.list_n[effects]:
        pop(s)
        return
    i = t.list_first[effects] + row[LIST.NEXT]
    row[LIST.NEXT] += 1
    on = t.fx_on[i]
    o = row[LIST.OWNER]
    if on == ON.PASS:
        if row[LIST.TESTED] == 0 or row[LIST.PASSED] == 0:
            return
    elif on == ON.FAIL:
        if row[LIST.TESTED] == 0 or row[LIST.FAILED] == 0:
            return
    elif on != row[LIST.ON]:
        return
    if on == ON.SLAIN and t.fx_kind[i] >= 0 and t.fx_kind[i] != row[LIST.ROLL]:
        return
    if targets.used_up(t, s, i, o) or not targets.holds(t, s, i, o, row[LIST.KI], row[LIST.ROLL]):
        return
    if t.fx_once[i] > 0 and o >= 0:
        s.once[o] |= 1 << np.int64(t.fx_once_bit[i])
    if t.fx_stop[i] == 1:
        row[LIST.NEXT] = t.list_n[effects]
    if not inline(t, s, i):
        push(s, FRAME.EFFECT, i, 0, NOBODY, 0)


@rule
def single(who: Any) -> Any:
    """Whether the word names one creature, chosen."""
    return who == WHO.ALLY or who == WHO.CHARACTER or who == WHO.ENEMY or who == WHO.MINION or who == WHO.KIN


@rule
def pays(t: Any, i: Any) -> Any:
    # SHG-7.19
    do = t.fx_do[i]
    money = do == DO.COINS or do == DO.HEADS or do == DO.KARMA
    who = t.fx_who[i]
    return money and t.fx_n[i] < 0 and (who == WHO.CHARACTER or who == WHO.ACTOR)


@rule
def can_pay(t: Any, s: Any, i: Any, h: Any) -> Any:
    n = -t.fx_n[i]
    do = t.fx_do[i]
    if do == DO.COINS:
        return s.coins[h] >= n
    if do == DO.HEADS:
        return s.heads[h] >= n
    return s.karma[h] >= n


@rule
def candidates(t: Any, s: Any, i: Any, row: Any) -> Any:
    """The creatures an effect can fall on within its list."""
    who = targets.reached(t, s, i, row[LIST.OWNER], row[LIST.ZONE], row[LIST.TARGET], row[LIST.ATTACKER])
    if t.fx_on[i] == ON.PASS:
        who &= row[LIST.PASSED]
    elif t.fx_on[i] == ON.FAIL:
        who &= row[LIST.FAILED]
    if pays(t, i):
        for h in range(HEROES):
            if (who >> h) & 1 and not can_pay(t, s, i, h):
                who &= ~(1 << h)
    return who


@rule
def payable(t: Any, s: Any, effects: Any, o: Any, zone: Any) -> Any:
    # SHG-7.19
    if effects < 0:
        return True
    first = t.list_first[effects]
    for i in range(first, first + t.list_n[effects]):
        j = i
        if not pays(t, j):
            continue
        who = targets.reached(t, s, j, o, zone, NOBODY, NOBODY)
        able = False
        for h in range(HEROES):
            if (who >> h) & 1 and can_pay(t, s, j, h):
                able = True
        if not able:
            return False
    return True


@rule
def step_effect(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    above = s.stack[s.sp - 2]
    i = row[EFFECT.EFFECT]
    if row[PC] == EFFECT_STEP.BEGIN:
        if t.fx_do[i] == DO.CHOOSE:
            begin_choice(t, s, i, log)
        elif t.fx_do[i] == DO.TEST:
            test_all(t, s, i, above, log)
            pop(s)
        elif operations.needs_nobody(t, i):
            o = above[LIST.OWNER]
            zone = above[LIST.ZONE]
            row[PC] = EFFECT_STEP.DONE
            operations.plain(t, s, i, o, zone, above, log)
        else:
            select(t, s, i, log)
    elif row[PC] == EFFECT_STEP.CHOSEN:
        row[EFFECT.CHOSEN] |= 1 << s.ans
        forget_answer(s)
        select(t, s, i, log)
    elif row[PC] == EFFECT_STEP.NEXT:
        next_target(t, s, i, log)
    elif row[PC] == EFFECT_STEP.OPTION:
        take_choice(t, s, i)
    elif row[PC] == EFFECT_STEP.DONE:
        pop(s)
    else:
        operations.operate_answer(t, s, i, above[LIST.OWNER], log)


@rule
def select(t: Any, s: Any, i: Any, log: Any) -> None:
    """Settles whom the effect falls on, asking as often as needed."""
    # SHG-6.3, SHG-6.6
    row = s.stack[s.sp - 1]
    above = s.stack[s.sp - 2]
    o = above[LIST.OWNER]
    who = candidates(t, s, i, above)
    most = 1 if single(t.fx_who[i]) else t.fx_max[i]
    if t.fx_do[i] == DO.SWAP:
        who = same_size(t, s, o, who)
    if above[LIST.ON] == ON.USE and is_hero(o) and single(t.fx_who[i]):
        who = targets.helped(t, s, above[LIST.EFFECTS], i, who)
    if most < 0 or count(who) <= most:
        row[EFFECT.CHOSEN] = who
    if most >= 0 and count(row[EFFECT.CHOSEN]) < min(most, count(who)):
        left = who & ~row[EFFECT.CHOSEN]
        seats = everybody(s)
        phase = Q.EFFECT_TARGET
        if above[LIST.ON] == ON.EVENT or (above[LIST.ON] == ON.ANY and o < 0):
            phase = Q.EVENT_WHO
        if t.fx_prio[i] >= 0:
            left = targets.best(t, s, left, t.fx_prio[i], o, s.sq[o] if o >= 0 else NOBODY)
        elif o >= HEROES:
            left = targets.preferred(t, s, left, t.k_prio[t.kind[o]], o, s.sq[o])
            phase = Q.ENEMY_TARGET
        elif is_hero(o):
            seats = player(s, o)
        row[PC] = EFFECT_STEP.CHOSEN
        if phase == Q.ENEMY_TARGET and s.opt.auto_ties == 1:
            left = 1 << lowest(left)
        ask_figure(s, phase, seats, left, False)
        return
    row[EFFECT.WAITING] = row[EFFECT.CHOSEN]
    if single(t.fx_who[i]) and row[EFFECT.CHOSEN]:
        above[LIST.TARGET] = lowest(row[EFFECT.CHOSEN])
    row[PC] = EFFECT_STEP.NEXT


@rule
def same_size(t: Any, s: Any, o: Any, who: Any) -> Any:
    # SHG-10.15
    for f in range(CREATURES):
        if (who >> f) & 1 and geometry.size(t, s, f) != geometry.size(t, s, o):
            who &= ~(1 << f)
    return who


@rule
def next_target(t: Any, s: Any, i: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    if row[EFFECT.WAITING] == 0:
        pop(s)
        return
    f = lowest(row[EFFECT.WAITING])
    row[EFFECT.WAITING] &= ~(1 << f)
    row[EFFECT.AT_HAND] = f
    if s.sq[f] >= 0:
        above = s.stack[s.sp - 2]
        operations.operate(t, s, i, above[LIST.OWNER], f, log)


# ---- tests ---------------------------------------------------------------------------------------


@rule
def has_trait(t: Any, s: Any, h: Any, trait: Any) -> Any:
    # SHG-22.3
    for slot in range(SLOTS):
        skill = s.skill[h, slot]
        if skill >= 0 and t.sk_trait[skill] == trait:
            return True
    return False


@rule
def test_total(t: Any, s: Any, h: Any, what: Any, trait: Any, rolled: Any) -> Any:
    # SHG-22.1, SHG-22.3, SHG-22.10, SHG-22.11
    total = rolled + attribute(t, s, h, what) + value(t, s, h, STAT.TEST)
    if trait >= 0 and has_trait(t, s, h, trait):
        total += 1
    return max(total - s.cond[h, COND.POISONED], 0)


@rule
def test_all(t: Any, s: Any, i: Any, above: Any, log: Any) -> None:
    # SHG-22.1, SHG-22.2
    who = candidates(t, s, i, above)
    above[LIST.TESTED] = 1
    above[LIST.PASSED] = 0
    above[LIST.FAILED] = 0
    for h in range(HEROES):
        if not (who >> h) & 1:
            continue
        rolled = 1 + below(s.rng, STREAM.DICE, 6)
        total = test_total(t, s, h, t.fx_what[i], t.fx_y[i], rolled)
        emit(log, E.TESTS, ALL, ALL, h, t.fx_what[i], total, t.fx_x[i])
        if total >= t.fx_x[i]:
            above[LIST.PASSED] |= 1 << h
        else:
            above[LIST.FAILED] |= 1 << h


# ---- a choice of two -----------------------------------------------------------------------------


@rule
def begin_choice(t: Any, s: Any, i: Any, log: Any) -> None:
    # SHG-7.19: an option nobody can pay is not offered
    row = s.stack[s.sp - 1]
    above = s.stack[s.sp - 2]
    o = above[LIST.OWNER]
    zone = above[LIST.ZONE]
    open_ = 0
    if payable(t, s, t.fx_x[i], o, zone):
        open_ |= 1
    if payable(t, s, t.fx_y[i], o, zone):
        open_ |= 2
    if open_ == 0:
        pop(s)
        return
    row[PC] = EFFECT_STEP.OPTION
    event = above[LIST.ON] == ON.EVENT
    seats = everybody(s) if event or t.fx_who[i] == WHO.TEAM else who_decides(s, o)
    if count(open_) == 1:
        s.verb = V.OPTION
        s.ans = lowest(open_)
        return
    ask(s, Q.EVENT_CHOOSE if event else Q.EFFECT_CHOOSE, seats)
    s.cand[0] = open_
    s.cand[1] = t.fx_what[i]


@rule
def take_choice(t: Any, s: Any, i: Any) -> None:
    row = s.stack[s.sp - 1]
    above = s.stack[s.sp - 2]
    o = above[LIST.OWNER]
    zone = above[LIST.ZONE]
    effects = t.fx_x[i] if s.ans == 0 else t.fx_y[i]
    forget_answer(s)
    row[PC] = EFFECT_STEP.DONE
    push_list(s, effects, ON.ANY, o, zone, 0)


# ---- whether a technique or an item can be used --------------------------------------------------


@rule
def room_beside(t: Any, s: Any, h: Any) -> Any:
    """Whether an adjacent square is empty."""
    q = geometry.spot(s, h)
    for p in range(SQUARES):
        if geometry.touching(q, p) and free_for(t, s, h, p):
            return True
    return False


@rule
def free_for(t: Any, s: Any, h: Any, q: Any) -> Any:
    """Whether a square is regular enough for a figure to be put there."""
    ground = s.ground[q]
    if (
        ground == TERRAIN.OUTSIDE
        or ground == TERRAIN.WALL
        or ground == TERRAIN.DOOR
        or ground == TERRAIN.OBSTACLE
    ):
        return False
    return s.at[q] < 0 and paths.may_end(t, s, h, 1, GAIT.WALKING, q)


@rule
def useful(t: Any, s: Any, effects: Any, h: Any, ki: Any) -> Any:
    # SHG-11.3
    if effects < 0:
        return False
    nobody = NOBODY
    first = t.list_first[effects]
    for i in range(first, first + t.list_n[effects]):
        j = i
        if t.fx_on[j] != ON.USE or targets.used_up(t, s, j, h) or not targets.holds(t, s, j, h, ki, 0):
            continue
        if t.fx_do[j] == DO.DECOY:
            if room_beside(t, s, h):
                return True
        elif operations.needs_nobody(t, j) or t.fx_do[j] == DO.CHOOSE:
            return True
        elif t.fx_who[j] != WHO.TARGET:
            who = targets.reached(t, s, j, h, nobody, nobody, nobody)
            if targets.helped(t, s, effects, j, who):
                return True
    return False
