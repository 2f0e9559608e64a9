"""The Shogun's Chosen: the operations of effects, one by one (chapters 7, 10, 14, 15, 17, 22, 29, 30, 32)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import below, shuffle

from ... import state as st
from ...effects import AT, CURE, DO, FLAG, KI, LATER, LAY, TERRAIN, UNTIL
from ...events import GAIN, E
from ...moves import Q, V
from ...state import FRAME, IN, STREAM
from .. import questions
from ..fight import conditions, health
from ..figures import armour_type, flags, gait, is_hero, name_of, swift
from ..frames import ARRIVAL, EFFECT, EFFECT_STEP, LIST, PC, push
from ..ground import geometry, paths, placing, squares
from ..turn import ki, rounds


@rule
def needs_nobody(t: Any, i: Any) -> Any:
    """Whether an operation falls on the table and not on creatures."""
    do = t.fx_do[i]
    if do == DO.SPAWN or do == DO.DECOY or do == DO.EAT_HEAD or do == DO.RESIST:
        return True
    if do == DO.REMOVE or do == DO.CUT or do == DO.OPEN or do == DO.RELOCATE:
        return True
    if do == DO.MALICE or do == DO.ORACLE or do == DO.COUNT or do == DO.UNLOCK:
        return True
    if do == DO.LEVEL or do == DO.TURN or do == DO.ROLL:
        return True
    return do == DO.TERRAIN and t.fx_x[i] == LAY.EMPTY


# ---- operations on the table ---------------------------------------------------------------------


@rule
def plain(t: Any, s: Any, i: Any, o: Any, zone: Any, above: Any, log: Any) -> None:
    do = t.fx_do[i]
    n = t.fx_n[i]
    if do == DO.SPAWN:
        kind = t.fx_what[i]
        if kind < 0:
            kind = t.z_ambush[s.chapter, zone]
        plus = t.fx_y[i]
        at = st.NOBODY if t.fx_x[i] == AT.ANY else geometry.spot(s, o)
        for _ in range(n):
            push(s, FRAME.SPAWN, kind, plus, at, zone)
    elif do == DO.DECOY:
        # SHG-1.7
        q = geometry.spot(s, o)
        for p in range(st.SQUARES):
            if geometry.touching(q, p) and squares.ground_free(s, p):
                questions.add_square(s, p)
        if questions.squares(s) > 0:
            s.stack[s.sp - 1, PC] = EFFECT_STEP.DECOY
            questions.ask_square(s, Q.EFFECT_SQUARE, questions.who_decides(s, o), False, False)
    elif do == DO.EAT_HEAD:
        squares.eat_head(t, s, o, t.fx_within[i])
    elif do == DO.RESIST:
        for r in range(st.RESISTORS):
            if s.res_sq[r] >= 0 and s.res_tokens[r] > 0 and t.zone_at[s.chapter, s.res_sq[r]] == zone:
                health.lose_tokens(t, s, r, -n, False, log)
    elif do == DO.REMOVE:
        x = t.fx_x[i]
        if x >= 16:
            if s.res_sq[x - 16] >= 0 and is_hero(o):
                emit(log, E.SAVED, ALL, ALL, name_of(s, st.RES0 + x - 16), o, 0, 0)
            placing.remove_resistor(s, x - 16)
        else:
            s.point[x] = 0
    elif do == DO.CUT:
        if s.zone[t.fx_y[i]] == 1:
            squares.cut_path(t, s, t.fx_x[i])
    elif do == DO.OPEN:
        squares.open_door(t, s, t.fx_x[i], log)
    elif do == DO.RELOCATE:
        push(s, FRAME.PLACE, t.fx_x[i], ARRIVAL.ALL_MOVED, 0, 0)
    elif do == DO.MALICE:
        push(s, FRAME.MALICE, n, 0, 0, 0)
    elif do == DO.ORACLE:
        for _ in range(n):
            rounds.add_oracle(s, t.fx_what[i])
        shuffle(s.rng, STREAM.ORACLE, s.oracle_deck, s.oracle_n)
    elif do == DO.COUNT:
        c = t.fx_what[i]
        s.counter[c] = min(st.COUNTER_CAP, max(0, s.counter[c] + n))
    elif do == DO.UNLOCK:
        unlock(t, s, i, log)
    elif do == DO.TURN:
        f = t.k_first[t.fx_what[i]]
        if s.sq[f] >= 0:
            s.side_of[f] = t.fx_y[i]
    elif do == DO.ROLL:
        above[LIST.ROLL] = 1 + below(s.rng, STREAM.DICE, 6)
        emit(log, E.ROLLS, ALL, ALL, max(o, 0), above[LIST.ROLL], 0, 0)
    elif do == DO.TERRAIN:
        mine = geometry.spot(s, o)
        for p in range(st.SQUARES):
            if squares.ground_free(s, p) and geometry.span(t, mine, p) <= t.fx_within[i]:
                questions.add_square(s, p)
        if questions.squares(s) > 0:
            s.stack[s.sp - 1, PC] = EFFECT_STEP.GROUND
            questions.ask_square(s, Q.EFFECT_SQUARE, questions.who_decides(s, o), False, False)


# ---- operations on one creature ------------------------------------------------------------------


@rule
def clip(n: Any, most: Any) -> Any:
    return min(max(n, 0), most)


@rule
def tell_gain(h: Any, what: Any, before: Any, after: Any, log: Any) -> None:
    if after != before:
        emit(log, E.GAINS, ALL, ALL, h, what, after - before, 0)


@rule
def gain_karma(s: Any, h: Any, n: Any, log: Any) -> None:
    tell_gain(h, GAIN.KARMA, s.karma[h], clip(s.karma[h] + n, st.KARMA_CAP), log)
    s.karma[h] = clip(s.karma[h] + n, st.KARMA_CAP)


@rule
def gain_coins(s: Any, h: Any, n: Any, log: Any) -> None:
    tell_gain(h, GAIN.COINS, s.coins[h], clip(s.coins[h] + n, st.COIN_CAP), log)
    s.coins[h] = clip(s.coins[h] + n, st.COIN_CAP)


@rule
def gain_affinity(s: Any, h: Any, n: Any, log: Any) -> None:
    tell_gain(h, GAIN.AFFINITY, s.affinity[h], clip(s.affinity[h] + n, st.AFFINITY_CAP), log)
    s.affinity[h] = clip(s.affinity[h] + n, st.AFFINITY_CAP)


@rule
def unlock(t: Any, s: Any, i: Any, log: Any) -> None:
    s.opened |= 1 << t.fx_what[i]
    s.personal[t.fx_what[i]] = t.fx_y[i]
    emit(log, E.UNLOCKS, ALL, ALL, t.fx_what[i], 0, 0, 0)


@rule
def set_mod(s: Any, f: Any, what: Any, n: Any, until: Any) -> None:
    # SHG-6.7
    slot = until
    if until == UNTIL.NEXT_END and s.active == f:
        slot = LATER
    s.mod[f, what, slot] = min(max(s.mod[f, what, slot] + n, -st.MOD_CAP), st.MOD_CAP)


@rule
def set_flag(s: Any, f: Any, flag: Any, until: Any) -> None:
    slot = until
    if until == UNTIL.NEXT_END and s.active == f:
        slot = LATER
    s.flag[f, slot] |= flag


@rule
def operate(t: Any, s: Any, i: Any, o: Any, f: Any, log: Any) -> None:
    """Carries an operation out on one creature; a question leaves its number in the frame."""
    do = t.fx_do[i]
    n = t.fx_n[i]
    what = t.fx_what[i]
    hero = is_hero(f)
    row = s.stack[s.sp - 1]
    if do == DO.WOUND:
        health.wound(t, s, f, n, o, log)
    elif do == DO.HEAL:
        health.heal(t, s, f, n, log)
    elif do == DO.REPAIR:
        if hero and armour_type(s, f) >= 0:
            s.arm[f] = max(s.arm[f], min(s.arm[f] + n, t.ar_resistance[armour_type(s, f)]))
    elif do == DO.BREAK:
        health.break_armour(s, f, n, log)
    elif do == DO.INFLICT:
        push(s, FRAME.INFLICT, f, what, n, 0)
    elif do == DO.CURE:
        begin_cure(s, f, what, log)
    elif do == DO.BLESS:
        if hero:
            tell_gain(f, GAIN.BLESSED, s.blessed[f], clip(s.blessed[f] + n, st.BLESSED_CAP), log)
            s.blessed[f] = clip(s.blessed[f] + n, st.BLESSED_CAP)
    elif do == DO.AP:
        if hero:
            tell_gain(f, GAIN.AP, s.ap[f], clip(s.ap[f] + n, st.MAX_AP), log)
            s.ap[f] = clip(s.ap[f] + n, st.MAX_AP)
    elif do == DO.MP:
        if hero and s.active == f and not flags(t, s, f) & FLAG.NO_MOVE:
            tell_gain(f, GAIN.MP, s.bonus, clip(s.bonus + n, st.MP_CAP), log)
            s.bonus = clip(s.bonus + n, st.MP_CAP)
    elif do == DO.KARMA:
        if hero:
            gain_karma(s, f, n, log)
    elif do == DO.COINS:
        if hero:
            gain_coins(s, f, n, log)
    elif do == DO.HEADS:
        if hero:
            tell_gain(f, GAIN.HEADS, s.heads[f], clip(s.heads[f] + n, st.HEAD_CAP), log)
            s.heads[f] = clip(s.heads[f] + n, st.HEAD_CAP)
    elif do == DO.AFFINITY:
        if hero:
            gain_affinity(s, f, n, log)
    elif do == DO.ITEM:
        if hero:
            if what < 0:
                push(s, FRAME.DRAW, f, n, 0, 0)
            else:
                take_special(s, f, what, log)
    elif do == DO.KI:
        if hero:
            begin_ki(s, f, n, what, log)
    elif do == DO.KI_READY:
        if hero:
            rolled = min(n, s.exhausted[f])
            s.exhausted[f] -= rolled
            ki.roll_ki(s, f, rolled, log)
    elif do == DO.KI_ROLL:
        if hero:
            push(s, FRAME.PICK_KI, f, n, 1, 0)
    elif do == DO.STEP:
        begin_step(t, s, f, n)
    elif do == DO.PUSH or do == DO.PULL:
        source = o
        if o < 0:
            for c in range(st.CHOSEN0, st.CREATURES):
                if s.sq[c] >= 0:
                    source = c
        if source >= 0 and source != f:
            push(s, FRAME.SHOVE, source, f, n, 1 if do == DO.PULL else 0)
    elif do == DO.SWAP:
        mine = s.sq[o]
        yours = s.sq[f]
        placing.lift(t, s, o)
        placing.lift(t, s, f)
        placing.put(t, s, o, yours)
        placing.put(t, s, f, mine)
        squares.stopped(t, s, f)
        squares.stopped(t, s, o)
    elif do == DO.TELEPORT:
        mine = s.sq[f]
        for p in range(st.SQUARES):
            if squares.ground_free(s, p) and geometry.span(t, mine, p) <= n:
                questions.add_square(s, p)
        if questions.squares(s) > 0:
            row[PC] = EFFECT_STEP.SQUARE
            questions.ask_square(s, Q.EFFECT_SQUARE, questions.who_decides(s, f), False, False)
    elif do == DO.MOD:
        set_mod(s, f, what, n, t.fx_until[i])
    elif do == DO.FLAG:
        set_flag(s, f, what, t.fx_until[i])
    elif do == DO.ADVANCE or do == DO.DELAY:
        shift_later(s, i, f, n, do == DO.ADVANCE)
    elif do == DO.TERRAIN:
        k = geometry.size(t, s, f)
        for j in range(k * k):
            q = s.sq[f] + j % 2 + (j // 2) * st.COLS
            if s.ground[q] == TERRAIN.REGULAR or s.ground[q] == TERRAIN.DIFFICULT:
                s.ground[q] = what


@rule
def shift_later(s: Any, i: Any, f: Any, n: Any, forward: Any) -> None:
    # SHG-8.3: in the events of a round the queue is not there yet
    if s.step == IN.EVENTS:
        k = s.pending_n
        if k > 0 and s.pending[k - 1] == i + 1 and (s.pending_who[k - 1] >> f) == 0:
            s.pending_who[k - 1] |= 1 << f
        elif k < s.pending.shape[0]:
            s.pending[k] = i + 1
            s.pending_who[k] = 1 << f
            s.pending_n += 1
        return
    shift(s, f, n, forward)


@rule
def shift(s: Any, f: Any, n: Any, forward: Any) -> None:
    # SHG-8.5
    place = st.NOBODY
    for k in range(s.queue_n):
        if s.queue[k] == f:
            place = k
    if place < 0:
        return
    least = 0
    if s.step == IN.ACTIVATIONS:
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
            emit(log, E.FINDS, ALL, ALL, h, card, 0, 0)
            return


@rule
def begin_cure(s: Any, f: Any, what: Any, log: Any) -> None:
    # SHG-22.5
    if what < 4:
        conditions.cure(s, f, what, log)
    elif what == CURE.ALL:
        for c in range(4):
            conditions.cure(s, f, c, log)
    else:
        kinds = 0
        for c in range(4):
            if s.cond[f, c] > 0:
                kinds |= 1 << c
        if questions.count(kinds) == 1:
            conditions.cure(s, f, questions.lowest(kinds), log)
        elif kinds:
            s.stack[s.sp - 1, PC] = EFFECT_STEP.CURE
            questions.ask(s, Q.EFFECT_CURE, questions.who_decides(s, f))
            s.cand[0] = kinds


@rule
def begin_ki(s: Any, h: Any, n: Any, what: Any, log: Any) -> None:
    slots = 0
    for slot in range(st.SLOTS):
        if s.ki[h, slot] > 0:
            slots |= 1 << slot
    if what == KI.ALL or questions.count(slots) <= 1:
        for slot in range(st.SLOTS):
            ki.change_ki(s, h, slot, n)
        ki.check_ki(s, h, log)
    else:
        s.stack[s.sp - 1, PC] = EFFECT_STEP.KI
        questions.ask(s, Q.EVENT_KI, questions.player(s, h))
        s.cand[0] = slots


@rule
def begin_step(t: Any, s: Any, f: Any, n: Any) -> None:
    # SHG-10.16
    if flags(t, s, f) & FLAG.NO_MOVE:
        return
    how = gait(t, s, f)
    paths.spread_out(t, s, f, how, swift(t, s, f), n)
    k = geometry.size(t, s, f)
    for q in range(st.SQUARES):
        if s.dist[q] > 1 and paths.may_end(t, s, f, k, how, q):
            questions.add_square(s, q)
    if questions.squares(s) > 0:
        s.stack[s.sp - 1, PC] = EFFECT_STEP.SQUARE
        questions.ask_square(s, Q.EFFECT_SQUARE, questions.who_decides(s, f), True, False)


@rule
def operate_answer(t: Any, s: Any, i: Any, o: Any, log: Any) -> None:
    """Goes on with an operation after its question."""
    row = s.stack[s.sp - 1]
    f = row[EFFECT.AT_HAND]
    a = s.ans
    declined = s.verb == V.NONE
    questions.forget_answer(s)
    if row[PC] == EFFECT_STEP.CURE:
        conditions.cure(s, f, a, log)
    elif row[PC] == EFFECT_STEP.KI:
        ki.change_ki(s, f, a, t.fx_n[i])
        ki.check_ki(s, f, log)
    elif row[PC] == EFFECT_STEP.SQUARE:
        row[PC] = EFFECT_STEP.NEXT
        if not declined:
            placing.lift(t, s, f)
            placing.put(t, s, f, a)
            emit(log, E.SHOVED, ALL, ALL, f, a, 0, 0)
            squares.stopped(t, s, f)
        return
    elif row[PC] == EFFECT_STEP.DECOY:
        placing.remove_resistor(s, st.DECOY)
        s.res_sq[st.DECOY] = a
        s.res_tokens[st.DECOY] = t.fx_n[i]
        s.at[a] = st.RES0 + st.DECOY
        row[PC] = EFFECT_STEP.DONE
        return
    elif row[PC] == EFFECT_STEP.GROUND:
        s.ground[a] = t.fx_what[i]
        row[PC] = EFFECT_STEP.DONE
        return
    row[PC] = EFFECT_STEP.NEXT
