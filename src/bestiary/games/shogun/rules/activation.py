"""The Shogun's Chosen: a character acts: move, interact, items, Ki (chapters 9 to 11, 14 to 16)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.knowledge import take
from bestiary.core.record import EMPTY

from .. import decisions as d
from .. import events as e
from .. import state as st
from .. import words as w
from .base import PC, ask, attribute, flags, forget_answer, gait, player, pop, push, push_list, swift, value
from .dice import trigger
from .finds import item_type, to_market
from .ground import open_door, stopped
from .ki import check_ki, roll_ki
from .paths import ahead, forget_paths, leaving, may_end, no_step, spread_out
from .skills import do_free, is_free, skill_ki, skill_list, skill_name, spend_skill
from .turn import close_turn, on_special, open_turn

GAIN = 3  # action points of an activation, and movement points of a move


@rule
def step_act(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    h = np.int64(row[2])
    pc = row[PC]
    if pc > 0 and s.status[h] != st.STANDING:
        # SHG-25.2
        forget_answer(s)
        pop(s)
        close_turn(t, s, h, log)
        return
    if pc == 0:
        row[PC] = 1
        open_turn(t, s, h, log)
    elif pc == 1:
        row[PC] = 2
        on_special(t, s, h)
    elif pc == 2:
        # SHG-9.2, SHG-9.3, SHG-22.15
        row[PC] = 3
        gain = GAIN + value(t, s, h, np.int64(w.ST_AP_GAIN))
        if s.cond[h, w.DOWNED] > 0:
            gain -= 1
        s.ap[h] = min(st.MAX_AP, s.ap[h] + max(0, gain))
        trigger(t, s, h, np.int64(w.ON_START), np.int64(st.NOBODY), np.int64(st.NOBODY))
    elif pc == 3:
        row[PC] = 4
        ask(s, np.int64(d.P_ACT), player(s, h))
    else:
        row[PC] = 3
        act(t, s, h, log)


@rule
def act(t: Any, s: Any, h: Any, log: Any) -> None:
    # SHG-9.5, SHG-9.6, SHG-9.8
    verb = s.verb
    a = np.int64(s.ans)
    if is_free(verb):
        do_free(t, s, h, log)
        forget_answer(s)
        return
    forget_answer(s)
    zero = np.int64(0)
    if verb == d.V_END:
        pop(s)
        close_turn(t, s, h, log)
    elif verb == d.V_MOVE:
        # SHG-10.1, SHG-10.3, SHG-2.5
        s.ap[h] -= 1
        s.moves += 1
        points = GAIN + attribute(t, s, h, np.int64(w.DEXTERITY)) + value(t, s, h, np.int64(w.ST_MOVE))
        if s.cond[h, w.DOWNED] > 0 and s.opt.downed_affects == st.DOWNED_MOVE:
            points -= 1
        s.mp = min(st.MP_CAP, max(0, points))
        push(s, np.int64(st.F_MOVE), h, zero, zero, zero)
    elif verb == d.V_WALK:
        push(s, np.int64(st.F_MOVE), h, np.int64(1), zero, zero)
    elif verb == d.V_TECHNIQUE:
        # SHG-11.1, SHG-23.6, SHG-23.11
        s.ap[h] -= 1
        emit(log, e.E_TECHNIQUE, ALL, ALL, h, skill_name(t, s, h, a), 0, 0)
        spend_skill(s, h, a)
        push_list(s, skill_list(t, s, h, a), np.int64(w.ON_USE), h, np.int64(st.NOBODY), skill_ki(s, h, a))
    elif verb == d.V_REROLL_KI:
        # SHG-11.4
        s.ap[h] -= 2
        push(s, np.int64(st.F_PICK_KI), h, np.int64(st.SLOTS), zero, zero)
    elif verb == d.V_ATTACK:
        push(s, np.int64(st.F_ATTACK), h, np.int64(st.NOBODY), zero, np.int64(st.NOBODY))
    elif verb == d.V_INTERACT:
        push(s, np.int64(st.F_INTERACT), h, zero, zero, zero)
    elif verb == d.V_ITEM:
        s.ap[h] -= 1
        push(s, np.int64(st.F_ITEM), h, np.int64(s.items[h, a]), zero, zero)


# ---- move ----------------------------------------------------------------------------------------


@rule
def points_left(s: Any) -> Any:
    """Movement points of the move or walk under way."""
    return np.int64(s.bonus) if s.stack[s.sp - 1, 3] == 1 else np.int64(s.mp)


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
    return may_end(t, s, h, np.int64(1), gait(t, s, h), q)


@rule
def can_stop_after(t: Any, s: Any, h: Any, how: Any, q: Any, points: Any) -> Any:
    # SHG-10.7
    if may_end(t, s, h, np.int64(1), how, q):
        return True
    if points <= 0:
        return False
    here = np.int64(s.sq[h])
    s.sq[h] = q
    spread_out(t, s, h, how, swift(t, s, h), points)
    s.sq[h] = here
    found = False
    for p in range(st.SQUARES):
        if s.dist[p] > 0 and may_end(t, s, h, np.int64(1), how, np.int64(p)):
            found = True
            break
    forget_paths(s)
    return found


@rule
def step_cost(t: Any, s: Any, h: Any) -> Any:
    if s.ground[s.sq[h]] != w.DIFFICULT:
        return np.int64(1)
    easy = swift(t, s, h) or gait(t, s, h) != st.WALKING
    return leaving(s, np.int64(s.sq[h]), np.int64(1), easy)


@rule
def step_move(t: Any, s: Any, log: Any) -> None:
    """Slots: 2 character, 3 whether bonus points are walked off."""
    row = s.stack[s.sp - 1]
    h = np.int64(row[2])
    walk = row[3] == 1
    if s.status[h] != st.STANDING:
        forget_answer(s)
        pop(s)
        return
    if row[PC] == 0:
        row[PC] = 1
        if (
            points_left(s) == 0
            and s.ap[h] == 0
            and not free_left(t, s, h)
            and may_stop(t, s, h, np.int64(s.sq[h]))
        ):
            s.verb = d.V_STOP
        else:
            ask(s, np.int64(d.P_MOVE), player(s, h))
        return
    verb = s.verb
    a = np.int64(s.ans)
    row[PC] = 0
    if is_free(verb):
        do_free(t, s, h, log)
        forget_answer(s)
        return
    forget_answer(s)
    if verb == d.V_STEP:
        # SHG-10.4, SHG-30.4
        cost = step_cost(t, s, h)
        if walk:
            s.bonus -= cost
        else:
            s.mp -= cost
        s.moved += 1
        q = ahead(np.int64(s.sq[h]), a)
        stand(s, h, q)
        emit(log, e.E_MOVES, ALL, ALL, h, q, 0, 0)
    elif verb == d.V_EXERT:
        # SHG-10.2
        s.ap[h] -= 1
        s.mp = min(st.MP_CAP, s.mp + GAIN)
    elif verb == d.V_INTERACT:
        push(s, np.int64(st.F_INTERACT), h, np.int64(0), np.int64(0), np.int64(0))
    else:
        # SHG-10.11
        if not walk:
            s.mp = 0
        pop(s)
        stopped(t, s, h)


@rule
def free_left(t: Any, s: Any, h: Any) -> Any:
    """Whether a free action may be open; asked generously."""
    for v in range(1, 7):
        if s.supply[h, v] > 0:
            return True
    for slot in range(st.SLOTS):
        if s.ki[h, slot] > 0 and s.withdrawn < attribute(t, s, h, np.int64(w.SPIRIT)):
            return True
    if s.affinity[h] >= st.AFFINITY_CAP and s.mode[h] == 0 and s.hp[h] < s.max_hp[h] // 2:
        return True
    here = np.int64(s.sq[h])
    for k in range(9):
        q = here if k == 8 else ahead(here, np.int64(k))
        if q >= 0 and s.floor[q] + s.floor_boss[q] > 0:
            return True
    return False


@rule
def bound(t: Any, s: Any, h: Any) -> Any:
    return flags(t, s, h) & w.NO_MOVE != 0


@rule
def step_fits(t: Any, s: Any, h: Any, how: Any, a: Any) -> Any:
    """The rule that forbids a step, or 0, looking at the ground alone."""
    return no_step(t, s, np.int64(1), np.int64(w.OURS), how, np.int64(s.sq[h]), a)


# ---- interact ------------------------------------------------------------------------------------


@rule
def step_interact(t: Any, s: Any, log: Any) -> None:
    """Slots: 2 character, 3 the point used."""
    row = s.stack[s.sp - 1]
    h = np.int64(row[2])
    pc = row[PC]
    if pc == 0:
        row[PC] = 1
        ask(s, np.int64(d.P_INTERACT), player(s, h))
        return
    if pc == 2:
        # SHG-14.7
        if t.point_keep[s.chapter, row[3]] == 0:
            s.point[row[3]] = 0
        pop(s)
        return
    if pc == 3:
        pop(s)
        return
    verb = s.verb
    a = np.int64(s.ans)
    if is_free(verb):
        do_free(t, s, h, log)
        forget_answer(s)
        row[PC] = 0
        return
    forget_answer(s)
    if verb == d.V_CANCEL:
        pop(s)
        return
    # SHG-14.1
    s.ap[h] -= 1
    row[PC] = 3
    zone = np.int64(t.zone_at[s.chapter, s.sq[h]])
    use = np.int64(w.ON_USE)
    if verb == d.V_POINT:
        row[3] = a
        row[PC] = 2
        push_list(s, np.int64(t.point_list[s.chapter, a]), use, h, zone, np.int64(0))
    elif verb == d.V_DOOR:
        effects = np.int64(t.door_list[s.chapter, a])
        if effects >= 0:
            push_list(s, effects, use, h, zone, np.int64(0))
        else:
            open_door(t, s, a, log)
    elif verb == d.V_RESISTOR:
        push_list(s, np.int64(t.res_list[s.chapter, a]), use, h, zone, np.int64(0))
    elif verb == d.V_PARTNER:
        push(s, np.int64(st.F_TRADE), h, a, np.int64(0), np.int64(0))
    else:
        # SHG-14.13
        held = s.weapon[h, 0]
        s.weapon[h, 0] = s.weapon[h, 1]
        s.weapon[h, 1] = held


# ---- items ---------------------------------------------------------------------------------------


@rule
def step_item(t: Any, s: Any, log: Any) -> None:
    """Slots: 2 character, 3 card."""
    # SHG-15.1, SHG-15.2, SHG-15.4, SHG-15.5, SHG-15.7
    row = s.stack[s.sp - 1]
    h = np.int64(row[2])
    card = np.int64(row[3])
    sort = item_type(card)
    if row[PC] == 0:
        row[PC] = 1
        s.item_used[card] = 1
        emit(log, e.E_ITEM, ALL, ALL, h, card, 0, 0)
        push_list(s, np.int64(t.it_list[sort]), np.int64(w.ON_USE), h, np.int64(st.NOBODY), np.int64(0))
        return
    pop(s)
    spent = t.it_keyword[sort] == w.CONSUMABLE
    if t.it_keyword[sort] == w.USES:
        s.uses[card] -= 1
        spent = s.uses[card] <= 0
    if not spent:
        return
    for k in range(st.ITEMS_HELD):
        if s.items[h, k] == card:
            take(s.items[h], np.int64(k))
            s.item_used[card] = 0
            to_market(s, card)
            return


# ---- Ki dice -------------------------------------------------------------------------------------


@rule
def dice_left(s: Any, h: Any) -> Any:
    """Ki dice of a character that can still be picked."""
    n = np.int64(s.exhausted[h])
    for slot in range(st.SLOTS):
        if s.ki[h, slot] > 0:
            n += 1
    for v in range(1, 7):
        n += s.supply[h, v]
    return n


@rule
def step_pick_ki(t: Any, s: Any, log: Any) -> None:
    """Slots: 2 character, 3 at most, 4 whether none may be picked, 5 picked."""
    # SHG-11.4, SHG-11.5, SHG-11.6
    row = s.stack[s.sp - 1]
    h = np.int64(row[2])
    if row[PC] == 1:
        verb = s.verb
        a = np.int64(s.ans)
        forget_answer(s)
        row[PC] = 0
        if verb == d.V_PICK_SLOT:
            s.ki[h, a] = 0
        elif verb == d.V_PICK_SUPPLY:
            s.supply[h, a + 1] -= 1
        elif verb == d.V_PICK_EXHAUSTED:
            s.exhausted[h] -= 1
        else:
            roll_picked(s, log)
            return
        row[5] += 1
    left = dice_left(s, h)
    if row[5] >= row[3] or left == 0:
        roll_picked(s, log)
        return
    row[PC] = 1
    ask(s, np.int64(d.P_EFFECT_KI) if row[4] == 1 else np.int64(d.P_KI_REROLL), player(s, h))


@rule
def roll_picked(s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    h = np.int64(row[2])
    n = np.int64(row[5])
    pop(s)
    roll_ki(s, h, n, log)
    check_ki(s, h, log)
