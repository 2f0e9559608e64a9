"""The Shogun's Chosen: the operations of effects, one by one (chapters 7, 10, 14, 15, 17, 22, 29, 30, 32)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import below, shuffle

from .. import decisions as d
from .. import events as e
from .. import state as st
from .. import words as w
from .base import (
    PC,
    add_square,
    armour_type,
    ask,
    ask_square,
    count,
    flags,
    forget_answer,
    gait,
    is_hero,
    lowest,
    player,
    push,
    squares,
    swift,
    who_decides,
)
from .geometry import size, span, spot, touching
from .ground import add_oracle, cut_path, eat_head, ground_free, open_door, stopped
from .harm import break_armour, cure, heal, lift, lose_tokens, put, remove_resistor, wound
from .ki import change_ki, check_ki, roll_ki
from .paths import may_end, spread_out


@rule
def needs_nobody(t: Any, i: Any) -> Any:
    """Whether an operation falls on the table and not on creatures."""
    do = t.fx_do[i]
    if do == w.DO_SPAWN or do == w.DO_DECOY or do == w.DO_EAT_HEAD or do == w.DO_RESIST:
        return True
    if do == w.DO_REMOVE or do == w.DO_CUT or do == w.DO_OPEN or do == w.DO_RELOCATE:
        return True
    if do == w.DO_MALICE or do == w.DO_ORACLE or do == w.DO_COUNT or do == w.DO_UNLOCK:
        return True
    if do == w.DO_LEVEL or do == w.DO_TURN or do == w.DO_ROLL:
        return True
    return do == w.DO_TERRAIN and t.fx_x[i] == w.AT_EMPTY


# ---- operations on the table ---------------------------------------------------------------------


@rule
def plain(t: Any, s: Any, i: Any, o: Any, zone: Any, above: Any, log: Any) -> None:
    do = t.fx_do[i]
    n = np.int64(t.fx_n[i])
    if do == w.DO_SPAWN:
        kind = np.int64(t.fx_what[i])
        if kind < 0:
            kind = np.int64(t.z_ambush[s.chapter, zone])
        plus = np.int64(t.fx_y[i])
        at = np.int64(st.NOBODY) if t.fx_x[i] == w.AT_ANY else spot(s, o)
        for _ in range(n):
            push(s, np.int64(st.F_SPAWN), kind, plus, at, zone)
    elif do == w.DO_DECOY:
        # SHG-1.7
        q = spot(s, o)
        for p in range(st.SQUARES):
            if touching(q, np.int64(p)) and ground_free(s, np.int64(p)):
                add_square(s, np.int64(p))
        if squares(s) > 0:
            s.stack[s.sp - 1, PC] = 13
            ask_square(s, np.int64(d.P_EFFECT_SQUARE), who_decides(s, o), False, False)
    elif do == w.DO_EAT_HEAD:
        eat_head(t, s, o, np.int64(t.fx_within[i]))
    elif do == w.DO_RESIST:
        for r in range(st.RESISTORS):
            if s.res_sq[r] >= 0 and s.res_tokens[r] > 0 and t.zone_at[s.chapter, s.res_sq[r]] == zone:
                lose_tokens(t, s, np.int64(r), -n, False, log)
    elif do == w.DO_REMOVE:
        x = t.fx_x[i]
        if x >= 16:
            remove_resistor(s, np.int64(x - 16))
        else:
            s.point[x] = 0
    elif do == w.DO_CUT:
        if s.zone[t.fx_y[i]] == 1:
            cut_path(t, s, np.int64(t.fx_x[i]))
    elif do == w.DO_OPEN:
        open_door(t, s, np.int64(t.fx_x[i]), log)
    elif do == w.DO_RELOCATE:
        push(s, np.int64(st.F_PLACE), np.int64(t.fx_x[i]), np.int64(1), np.int64(0), np.int64(0))
    elif do == w.DO_MALICE:
        push(s, np.int64(st.F_MALICE), n, np.int64(0), np.int64(0), np.int64(0))
    elif do == w.DO_ORACLE:
        for _ in range(n):
            add_oracle(s, np.int64(t.fx_what[i]))
        shuffle(s.rng, np.int64(st.S_ORACLE), s.oracle_deck, np.int64(s.oracle_n))
    elif do == w.DO_COUNT:
        c = t.fx_what[i]
        s.counter[c] = min(st.COUNTER_CAP, max(0, s.counter[c] + n))
    elif do == w.DO_UNLOCK:
        s.opened |= np.int64(1) << t.fx_what[i]
        s.personal[t.fx_what[i]] = t.fx_y[i]
    elif do == w.DO_TURN:
        f = np.int64(t.k_first[t.fx_what[i]])
        if s.sq[f] >= 0:
            s.side_of[f] = t.fx_y[i]
    elif do == w.DO_ROLL:
        above[10] = 1 + below(s.rng, np.int64(st.S_DICE), np.int64(6))
        emit(log, e.E_ROLLS, ALL, ALL, max(o, 0), above[10], 0, 0)
    elif do == w.DO_TERRAIN:
        mine = spot(s, o)
        for p in range(st.SQUARES):
            if ground_free(s, np.int64(p)) and span(t, mine, np.int64(p)) <= t.fx_within[i]:
                add_square(s, np.int64(p))
        if squares(s) > 0:
            s.stack[s.sp - 1, PC] = 14
            ask_square(s, np.int64(d.P_EFFECT_SQUARE), who_decides(s, o), False, False)


# ---- operations on one creature ------------------------------------------------------------------


@rule
def clip(n: Any, most: Any) -> Any:
    return min(max(n, 0), most)


@rule
def set_mod(s: Any, f: Any, what: Any, n: Any, until: Any) -> None:
    # SHG-6.7
    slot = until
    if until == w.U_END and s.active == f:
        slot = np.int64(w.U_LATER)
    s.mod[f, what, slot] = min(max(s.mod[f, what, slot] + n, -99), 99)


@rule
def set_flag(s: Any, f: Any, flag: Any, until: Any) -> None:
    slot = until
    if until == w.U_END and s.active == f:
        slot = np.int64(w.U_LATER)
    s.flag[f, slot] |= flag


@rule
def operate(t: Any, s: Any, i: Any, o: Any, f: Any, log: Any) -> None:
    """Carries an operation out on one creature; a question leaves its number in the frame."""
    do = t.fx_do[i]
    n = np.int64(t.fx_n[i])
    what = np.int64(t.fx_what[i])
    hero = is_hero(f)
    row = s.stack[s.sp - 1]
    if do == w.DO_WOUND:
        wound(t, s, f, n, o, log)
    elif do == w.DO_HEAL:
        heal(t, s, f, n, log)
    elif do == w.DO_REPAIR:
        if hero and armour_type(s, f) >= 0:
            s.arm[f] = max(s.arm[f], min(s.arm[f] + n, t.ar_resistance[armour_type(s, f)]))
    elif do == w.DO_BREAK:
        break_armour(s, f, n, log)
    elif do == w.DO_INFLICT:
        push(s, np.int64(st.F_INFLICT), f, what, n, np.int64(0))
    elif do == w.DO_CURE:
        begin_cure(s, f, what, log)
    elif do == w.DO_BLESS:
        if hero:
            s.blessed[f] = clip(s.blessed[f] + n, st.BLESSED_CAP)
    elif do == w.DO_AP:
        if hero:
            s.ap[f] = clip(s.ap[f] + n, st.MAX_AP)
    elif do == w.DO_MP:
        if hero and s.active == f and not flags(t, s, f) & w.NO_MOVE:
            s.bonus = clip(s.bonus + n, st.MP_CAP)
    elif do == w.DO_KARMA:
        if hero:
            s.karma[f] = clip(s.karma[f] + n, st.KARMA_CAP)
    elif do == w.DO_COINS:
        if hero:
            s.coins[f] = clip(s.coins[f] + n, st.COIN_CAP)
    elif do == w.DO_HEADS:
        if hero:
            s.heads[f] = clip(s.heads[f] + n, st.HEAD_CAP)
    elif do == w.DO_AFFINITY:
        if hero:
            s.affinity[f] = clip(s.affinity[f] + n, st.AFFINITY_CAP)
    elif do == w.DO_ITEM:
        if hero:
            if what < 0:
                push(s, np.int64(st.F_DRAW), f, n, np.int64(0), np.int64(0))
            else:
                take_special(s, f, what, log)
    elif do == w.DO_KI:
        if hero:
            begin_ki(s, f, n, what, log)
    elif do == w.DO_KI_READY:
        if hero:
            rolled = min(n, s.exhausted[f])
            s.exhausted[f] -= rolled
            roll_ki(s, f, rolled, log)
    elif do == w.DO_KI_ROLL:
        if hero:
            push(s, np.int64(st.F_PICK_KI), f, n, np.int64(1), np.int64(0))
    elif do == w.DO_STEP:
        begin_step(t, s, f, n)
    elif do == w.DO_PUSH or do == w.DO_PULL:
        source = o
        if o < 0:
            for c in range(st.CHOSEN0, st.CREATURES):
                if s.sq[c] >= 0:
                    source = np.int64(c)
        if source >= 0 and source != f:
            push(s, np.int64(st.F_SHOVE), source, f, n, np.int64(1) if do == w.DO_PULL else np.int64(0))
    elif do == w.DO_SWAP:
        mine = np.int64(s.sq[o])
        yours = np.int64(s.sq[f])
        lift(t, s, o)
        lift(t, s, f)
        put(t, s, o, yours)
        put(t, s, f, mine)
        stopped(t, s, f)
        stopped(t, s, o)
    elif do == w.DO_TELEPORT:
        mine = np.int64(s.sq[f])
        for p in range(st.SQUARES):
            if ground_free(s, np.int64(p)) and span(t, mine, np.int64(p)) <= n:
                add_square(s, np.int64(p))
        if squares(s) > 0:
            row[PC] = 12
            ask_square(s, np.int64(d.P_EFFECT_SQUARE), who_decides(s, f), False, False)
    elif do == w.DO_MOD:
        set_mod(s, f, what, n, np.int64(t.fx_until[i]))
    elif do == w.DO_FLAG:
        set_flag(s, f, what, np.int64(t.fx_until[i]))
    elif do == w.DO_ADVANCE or do == w.DO_DELAY:
        shift_later(s, i, f, n, do == w.DO_ADVANCE)
    elif do == w.DO_TERRAIN:
        k = size(t, s, f)
        for j in range(k * k):
            q = s.sq[f] + j % 2 + (j // 2) * st.COLS
            if s.ground[q] == w.REGULAR or s.ground[q] == w.DIFFICULT:
                s.ground[q] = what


@rule
def shift_later(s: Any, i: Any, f: Any, n: Any, forward: Any) -> None:
    # SHG-8.3: in the events of a round the queue is not there yet
    if s.step == st.IN_EVENTS:
        k = s.pending_n
        if k > 0 and s.pending[k - 1] == i + 1 and (s.pending_who[k - 1] >> f) == 0:
            s.pending_who[k - 1] |= np.int64(1) << f
        elif k < s.pending.shape[0]:
            s.pending[k] = i + 1
            s.pending_who[k] = np.int64(1) << f
            s.pending_n += 1
        return
    shift(s, f, n, forward)


@rule
def shift(s: Any, f: Any, n: Any, forward: Any) -> None:
    # SHG-8.5
    place = np.int64(st.NOBODY)
    for k in range(s.queue_n):
        if s.queue[k] == f:
            place = np.int64(k)
    if place < 0:
        return
    least = np.int64(0)
    if s.step == st.IN_ACTIVATIONS:
        least = s.at_card + 1
    for _ in range(n):
        other = place - 1 if forward else place + 1
        if other < least or other >= s.queue_n or place < least:
            return
        s.queue[place] = s.queue[other]
        s.queue[other] = f
        place = other


@rule
def take_special(s: Any, h: Any, special: Any, log: Any) -> None:
    # SHG-15.8, SHG-15.9
    card = st.SPECIAL0 + special
    if s.box[card] == 0:
        return
    for k in range(st.ITEMS_HELD):
        if s.items[h, k] == EMPTY:
            s.items[h, k] = card
            s.box[card] = 0
            emit(log, e.E_FINDS, ALL, ALL, h, card, 0, 0)
            return


@rule
def begin_cure(s: Any, f: Any, what: Any, log: Any) -> None:
    # SHG-22.5
    if what < 4:
        cure(s, f, what, log)
    elif what == w.CURE_ALL:
        for c in range(4):
            cure(s, f, np.int64(c), log)
    else:
        kinds = np.int64(0)
        for c in range(4):
            if s.cond[f, c] > 0:
                kinds |= np.int64(1) << c
        if count(kinds) == 1:
            cure(s, f, lowest(kinds), log)
        elif kinds:
            s.stack[s.sp - 1, PC] = 10
            ask(s, np.int64(d.P_CURE), who_decides(s, f))
            s.cand[0] = kinds


@rule
def begin_ki(s: Any, h: Any, n: Any, what: Any, log: Any) -> None:
    slots = np.int64(0)
    for slot in range(st.SLOTS):
        if s.ki[h, slot] > 0:
            slots |= np.int64(1) << slot
    if what == w.KI_ALL or count(slots) <= 1:
        for slot in range(st.SLOTS):
            change_ki(s, h, np.int64(slot), n)
        check_ki(s, h, log)
    else:
        s.stack[s.sp - 1, PC] = 11
        ask(s, np.int64(d.P_EVENT_KI), player(s, h))
        s.cand[0] = slots


@rule
def begin_step(t: Any, s: Any, f: Any, n: Any) -> None:
    # SHG-10.16
    if flags(t, s, f) & w.NO_MOVE:
        return
    how = gait(t, s, f)
    spread_out(t, s, f, how, swift(t, s, f), n)
    k = size(t, s, f)
    for q in range(st.SQUARES):
        if s.dist[q] > 1 and may_end(t, s, f, k, how, np.int64(q)):
            add_square(s, np.int64(q))
    if squares(s) > 0:
        s.stack[s.sp - 1, PC] = 12
        ask_square(s, np.int64(d.P_EFFECT_SQUARE), who_decides(s, f), True, False)


@rule
def operate_answer(t: Any, s: Any, i: Any, o: Any, log: Any) -> None:
    """Goes on with an operation after its question."""
    row = s.stack[s.sp - 1]
    f = np.int64(row[4])
    a = np.int64(s.ans)
    declined = s.verb == d.V_NONE
    forget_answer(s)
    if row[PC] == 10:
        cure(s, f, a, log)
    elif row[PC] == 11:
        change_ki(s, f, a, np.int64(t.fx_n[i]))
        check_ki(s, f, log)
    elif row[PC] == 12:
        row[PC] = 2
        if not declined:
            lift(t, s, f)
            put(t, s, f, a)
            emit(log, e.E_SHOVED, ALL, ALL, f, a, 0, 0)
            stopped(t, s, f)
        return
    elif row[PC] == 13:
        remove_resistor(s, np.int64(st.DECOY))
        s.res_sq[st.DECOY] = a
        s.res_tokens[st.DECOY] = t.fx_n[i]
        s.at[a] = st.RES0 + st.DECOY
        row[PC] = 9
        return
    elif row[PC] == 14:
        s.ground[a] = t.fx_what[i]
        row[PC] = 9
        return
    row[PC] = 2
