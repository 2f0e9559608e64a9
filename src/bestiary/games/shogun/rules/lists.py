"""The Shogun's Chosen: running a list of effects, and whom each falls on (chapters 1, 6, 7, 11, 23)."""

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
    ask_figure,
    attribute,
    count,
    everybody,
    forget_answer,
    is_hero,
    lowest,
    player,
    pop,
    push,
    push_list,
    value,
    who_decides,
)
from .geometry import size, spot, touching
from .operations import needs_nobody, operate, operate_answer, plain
from .paths import may_end
from .targets import best, holds, of_kind, preferred, reached

# Slots of a list: 2 list, 3 next effect, 4 trigger, 5 owner, 6 zone, 7 passed, 8 failed, 9 chosen target,
# 10 roll (or the kind slain), 11 Ki value, 12 attacker, 13 whether a test was made.
# Slots of an effect: 2 effect, 3 still to do, 4 at hand, 5 chosen so far.


@rule
def inline(t: Any, s: Any, i: Any) -> Any:
    """The operations on the attack under way; true where the effect is one of them."""
    do = t.fx_do[i]
    n = np.int64(t.fx_n[i])
    if do == w.DO_HITS:
        if t.fx_on[i] == w.ON_PRE:
            s.a_pre += n
        else:
            s.a_extra += n
    elif do == w.DO_WHITE:
        s.a_white = min(st.WHITES, s.a_white + n)
    elif do == w.DO_BLACK:
        s.a_black = min(st.BLACKS, s.a_black + n)
    elif do == w.DO_REROLL:
        s.a_rerolls += n
    elif do == w.DO_REROLL_FOCUS:
        s.a_refocus = 1
    elif do == w.DO_SAFE_FOCUS:
        s.a_safe = 1
    elif do == w.DO_NO_COUNTER:
        s.a_no_counter = 1
    elif do == w.DO_IGNORE:
        if t.fx_on[i] == w.ON_PRE:
            s.a_pre_ignore |= t.fx_what[i]
        else:
            s.a_ignore |= t.fx_what[i]
    elif do == w.DO_GUARD:
        s.a_guard += n
    elif do == w.DO_REACH or do == w.DO_SPREAD:
        return True  # read when targets are offered and chosen
    else:
        return False
    return True


@rule
def used_up(t: Any, s: Any, i: Any, o: Any) -> Any:
    return t.fx_once[i] > 0 and o >= 0 and (s.once[o] >> t.fx_once_bit[i]) & 1 == 1


@rule
def step_list(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    effects = row[2]
    if row[3] >= t.list_n[effects]:
        pop(s)
        return
    i = np.int64(t.list_first[effects] + row[3])
    row[3] += 1
    on = t.fx_on[i]
    o = np.int64(row[5])
    if on == w.ON_PASS:
        if row[13] == 0 or row[7] == 0:
            return
    elif on == w.ON_FAIL:
        if row[13] == 0 or row[8] == 0:
            return
    elif on != row[4]:
        return
    if on == w.ON_SLAIN and t.fx_kind[i] >= 0 and t.fx_kind[i] != row[10]:
        return
    if used_up(t, s, i, o) or not holds(t, s, i, o, np.int64(row[11]), np.int64(row[10])):
        return
    if t.fx_once[i] > 0 and o >= 0:
        s.once[o] |= ONE << t.fx_once_bit[i]
    if t.fx_stop[i] == 1:
        row[3] = t.list_n[effects]
    if not inline(t, s, i):
        push(s, np.int64(st.F_EFFECT), i, np.int64(0), np.int64(st.NOBODY), np.int64(0))


@rule
def single(who: Any) -> Any:
    """Whether the word names one creature, chosen."""
    return who == w.ALLY or who == w.CHARACTER or who == w.ENEMY or who == w.MINION or who == w.KIN


@rule
def pays(t: Any, i: Any) -> Any:
    # SHG-7.19
    do = t.fx_do[i]
    money = do == w.DO_COINS or do == w.DO_HEADS or do == w.DO_KARMA
    who = t.fx_who[i]
    return money and t.fx_n[i] < 0 and (who == w.CHARACTER or who == w.ACTOR)


@rule
def can_pay(t: Any, s: Any, i: Any, h: Any) -> Any:
    n = -np.int64(t.fx_n[i])
    do = t.fx_do[i]
    if do == w.DO_COINS:
        return s.coins[h] >= n
    if do == w.DO_HEADS:
        return s.heads[h] >= n
    return s.karma[h] >= n


@rule
def candidates(t: Any, s: Any, i: Any, row: Any) -> Any:
    """The creatures an effect can fall on within its list."""
    who = reached(t, s, i, np.int64(row[5]), np.int64(row[6]), np.int64(row[9]), np.int64(row[12]))
    if t.fx_on[i] == w.ON_PASS:
        who &= row[7]
    elif t.fx_on[i] == w.ON_FAIL:
        who &= row[8]
    if pays(t, i):
        for h in range(st.HEROES):
            if (who >> h) & 1 and not can_pay(t, s, i, np.int64(h)):
                who &= ~(ONE << h)
    return who


@rule
def payable(t: Any, s: Any, effects: Any, o: Any, zone: Any) -> Any:
    # SHG-7.19
    if effects < 0:
        return True
    first = t.list_first[effects]
    for i in range(first, first + t.list_n[effects]):
        j = np.int64(i)
        if not pays(t, j):
            continue
        who = reached(t, s, j, o, zone, np.int64(st.NOBODY), np.int64(st.NOBODY))
        able = False
        for h in range(st.HEROES):
            if (who >> h) & 1 and can_pay(t, s, j, np.int64(h)):
                able = True
        if not able:
            return False
    return True


@rule
def step_effect(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    above = s.stack[s.sp - 2]
    i = np.int64(row[2])
    if row[PC] == 0:
        if t.fx_do[i] == w.DO_CHOOSE:
            begin_choice(t, s, i, log)
        elif t.fx_do[i] == w.DO_TEST:
            test_all(t, s, i, above, log)
            pop(s)
        elif needs_nobody(t, i):
            o = np.int64(above[5])
            zone = np.int64(above[6])
            row[PC] = 9
            plain(t, s, i, o, zone, above, log)
        else:
            select(t, s, i, log)
    elif row[PC] == 1:
        row[5] |= ONE << s.ans
        forget_answer(s)
        select(t, s, i, log)
    elif row[PC] == 2:
        next_target(t, s, i, log)
    elif row[PC] == 3:
        take_choice(t, s, i)
    elif row[PC] == 9:
        pop(s)
    else:
        operate_answer(t, s, i, np.int64(above[5]), log)


@rule
def select(t: Any, s: Any, i: Any, log: Any) -> None:
    """Settles whom the effect falls on, asking as often as needed."""
    # SHG-6.3, SHG-6.6
    row = s.stack[s.sp - 1]
    above = s.stack[s.sp - 2]
    o = np.int64(above[5])
    who = candidates(t, s, i, above)
    most = ONE if single(t.fx_who[i]) else np.int64(t.fx_max[i])
    if t.fx_do[i] == w.DO_SWAP:
        who = same_size(t, s, o, who)
    if most < 0 or count(who) <= most:
        row[5] = who
    if most >= 0 and count(row[5]) < min(most, count(who)):
        left = who & ~row[5]
        seats = everybody(s)
        phase = np.int64(d.P_EFFECT_TARGET)
        if above[4] == w.ON_EVENT or (above[4] == w.ON_ANY and o < 0):
            phase = np.int64(d.P_EVENT_WHO)
        if t.fx_prio[i] >= 0:
            left = best(t, s, left, np.int64(t.fx_prio[i]), o, np.int64(0))
        elif o >= st.HEROES:
            left = preferred(t, s, left, np.int64(t.k_prio[t.kind[o]]), o, np.int64(s.sq[o]))
            phase = np.int64(d.P_ENEMY_TARGET)
        elif is_hero(o):
            seats = player(s, o)
        row[PC] = 1
        if phase == d.P_ENEMY_TARGET and s.opt.auto_ties == 1:
            left = ONE << lowest(left)
        ask_figure(s, phase, seats, left, False)
        return
    row[3] = row[5]
    if single(t.fx_who[i]) and row[5]:
        above[9] = lowest(row[5])
    row[PC] = 2


@rule
def same_size(t: Any, s: Any, o: Any, who: Any) -> Any:
    # SHG-10.15
    for f in range(st.CREATURES):
        if (who >> f) & 1 and size(t, s, np.int64(f)) != size(t, s, o):
            who &= ~(ONE << f)
    return who


@rule
def next_target(t: Any, s: Any, i: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    if row[3] == 0:
        pop(s)
        return
    f = lowest(row[3])
    row[3] &= ~(ONE << f)
    row[4] = f
    if s.sq[f] >= 0:
        above = s.stack[s.sp - 2]
        operate(t, s, i, np.int64(above[5]), f, log)


# ---- tests ---------------------------------------------------------------------------------------


@rule
def has_trait(t: Any, s: Any, h: Any, trait: Any) -> Any:
    # SHG-22.3
    for slot in range(st.SLOTS):
        skill = s.skill[h, slot]
        if skill >= 0 and t.sk_trait[skill] == trait:
            return True
    return False


@rule
def test_total(t: Any, s: Any, h: Any, what: Any, trait: Any, rolled: Any) -> Any:
    # SHG-22.1, SHG-22.3, SHG-22.10, SHG-22.11
    total = rolled + attribute(t, s, h, what) + value(t, s, h, np.int64(w.ST_TEST))
    if trait >= 0 and has_trait(t, s, h, trait):
        total += 1
    return max(total - s.cond[h, w.POISONED], 0)


@rule
def test_all(t: Any, s: Any, i: Any, above: Any, log: Any) -> None:
    # SHG-22.1, SHG-22.2
    who = candidates(t, s, i, above)
    above[13] = 1
    above[7] = 0
    above[8] = 0
    for h in range(st.HEROES):
        if not (who >> h) & 1:
            continue
        rolled = 1 + below(s.rng, np.int64(st.S_DICE), np.int64(6))
        total = test_total(t, s, np.int64(h), np.int64(t.fx_what[i]), np.int64(t.fx_y[i]), rolled)
        emit(log, e.E_TESTS, ALL, ALL, h, t.fx_what[i], total, t.fx_x[i])
        if total >= t.fx_x[i]:
            above[7] |= ONE << h
        else:
            above[8] |= ONE << h


# ---- a choice of two -----------------------------------------------------------------------------


@rule
def begin_choice(t: Any, s: Any, i: Any, log: Any) -> None:
    # SHG-7.19: an option nobody can pay is not offered
    row = s.stack[s.sp - 1]
    above = s.stack[s.sp - 2]
    o = np.int64(above[5])
    zone = np.int64(above[6])
    open_ = np.int64(0)
    if payable(t, s, np.int64(t.fx_x[i]), o, zone):
        open_ |= 1
    if payable(t, s, np.int64(t.fx_y[i]), o, zone):
        open_ |= 2
    if open_ == 0:
        pop(s)
        return
    row[PC] = 3
    event = above[4] == w.ON_EVENT
    seats = everybody(s) if event or t.fx_who[i] == w.TEAM else who_decides(s, o)
    if count(open_) == 1:
        s.verb = d.V_OPTION
        s.ans = lowest(open_)
        return
    ask(s, np.int64(d.P_EVENT_CHOOSE) if event else np.int64(d.P_EFFECT_CHOOSE), seats)
    s.cand[0] = open_
    s.cand[1] = t.fx_what[i]


@rule
def take_choice(t: Any, s: Any, i: Any) -> None:
    row = s.stack[s.sp - 1]
    above = s.stack[s.sp - 2]
    o = np.int64(above[5])
    zone = np.int64(above[6])
    effects = np.int64(t.fx_x[i]) if s.ans == 0 else np.int64(t.fx_y[i])
    forget_answer(s)
    row[PC] = 9
    push_list(s, effects, np.int64(w.ON_ANY), o, zone, np.int64(0))


# ---- whether a technique or an item can be used --------------------------------------------------


@rule
def room_beside(t: Any, s: Any, h: Any) -> Any:
    """Whether an adjacent square is empty."""
    q = spot(s, h)
    for p in range(st.SQUARES):
        if touching(q, np.int64(p)) and free_for(t, s, h, np.int64(p)):
            return True
    return False


@rule
def free_for(t: Any, s: Any, h: Any, q: Any) -> Any:
    """Whether a square is regular enough for a figure to be put there."""
    ground = s.ground[q]
    if ground == w.OUTSIDE or ground == w.WALL or ground == w.DOOR or ground == w.OBSTACLE:
        return False
    return s.at[q] < 0 and may_end(t, s, h, np.int64(1), np.int64(st.WALKING), q)


@rule
def useful(t: Any, s: Any, effects: Any, h: Any, ki: Any) -> Any:
    # SHG-11.3
    if effects < 0:
        return False
    nobody = np.int64(st.NOBODY)
    first = t.list_first[effects]
    for i in range(first, first + t.list_n[effects]):
        j = np.int64(i)
        if t.fx_on[j] != w.ON_USE or used_up(t, s, j, h) or not holds(t, s, j, h, ki, np.int64(0)):
            continue
        if t.fx_do[j] == w.DO_DECOY:
            if room_beside(t, s, h):
                return True
        elif needs_nobody(t, j) or t.fx_do[j] == w.DO_CHOOSE:
            return True
        elif t.fx_who[j] != w.TARGET:
            if reached(t, s, j, h, nobody, nobody, nobody) and of_kind(t, h, nobody):
                return True
    return False
