"""The Shogun's Chosen: rounds, oracle, events, initiative and Ki dice (chapters 7, 8, 9, 17)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import shuffle

from .. import decisions as d
from .. import events as e
from .. import state as st
from .. import words as w
from .base import (
    ONE,
    PC,
    ask,
    card_of,
    count,
    everybody,
    flags,
    forget_answer,
    lowest,
    player,
    pop,
    push,
    push_list,
    ready,
    zone_of,
)
from .ki import change_ki, check_ki
from .operations import shift


@rule
def step_round(t: Any, s: Any, log: Any) -> None:
    # SHG-7.1, SHG-9.1
    row = s.stack[s.sp - 1]
    if row[PC] == 0:
        begin_round(s, log)
        row[PC] = 1
        push(s, np.int64(st.F_EVENTS), np.int64(0), np.int64(0), np.int64(0), np.int64(0))
    elif row[PC] == 1:
        s.step = st.IN_INITIATIVE
        row[PC] = 2
        push(s, np.int64(st.F_INITIATIVE), np.int64(0), np.int64(0), np.int64(0), np.int64(0))
    elif row[PC] == 2:
        s.step = st.IN_ACTIVATIONS
        s.at_card = st.NOBODY
        row[PC] = 3
    elif row[PC] == 3:
        s.at_card += 1
        if s.at_card >= s.queue_n:
            end_round(t, s, log)
            row[PC] = 0
            return
        f = np.int64(s.queue[s.at_card])
        s.active = f
        if flags(t, s, f) & w.SKIP:
            for until in range(w.UNTILS):
                s.flag[f, until] &= ~np.int64(w.SKIP)
            s.active = st.NOBODY
            return
        emit(log, e.E_TURN, ALL, ALL, f, 0, 0, 0)
        kind = st.F_ACT if f < st.HEROES else st.F_ENEMY
        push(s, np.int64(kind), f, np.int64(0), np.int64(0), np.int64(0))


@rule
def begin_round(s: Any, log: Any) -> None:
    # SHG-7.5, SHG-7.6
    s.rounds += 1
    s.step = st.IN_EVENTS
    s.oracle_n -= 1
    card = s.oracle_deck[s.oracle_n]
    s.oracle_deck[s.oracle_n] = EMPTY
    s.drawn[s.drawn_n] = card
    s.drawn_n += 1
    s.oracle = 0 if card < st.ORACLE0 + st.ORACLE_COLOUR else 1
    emit(log, e.E_ROUND, ALL, ALL, s.rounds, s.oracle, card, 0)
    if s.oracle_n == 0:
        for i in range(s.drawn_n):
            s.oracle_deck[i] = s.drawn[i]
            s.drawn[i] = EMPTY
        s.oracle_n = s.drawn_n
        s.drawn_n = 0
        shuffle(s.rng, np.int64(st.S_ORACLE), s.oracle_deck, np.int64(s.oracle_n))


@rule
def end_round(t: Any, s: Any, log: Any) -> None:
    # SHG-17.1, SHG-17.2, SHG-17.3, SHG-17.6, SHG-7.13
    for h in range(st.HEROES):
        if s.status[h] == st.STANDING:
            for slot in range(st.SLOTS):
                change_ki(s, np.int64(h), np.int64(slot), np.int64(-1))
            check_ki(s, np.int64(h), log)
    for f in range(st.CREATURES):
        for what in range(len(w.STATS)):
            s.mod[f, what, w.U_ROUND] = 0
        s.flag[f, w.U_ROUND] = 0
        s.once[f] &= ~t.once_round
    for i in range(st.MARKET):
        s.item_used[i] = 0
    for i in range(s.queue_n):
        s.queue[i] = st.NOBODY
    s.queue_n = 0
    s.at_card = st.NOBODY


# ---- events --------------------------------------------------------------------------------------


@rule
def step_events(t: Any, s: Any, log: Any) -> None:
    # SHG-7.7, SHG-7.8, SHG-7.9, SHG-7.10, SHG-7.14, SHG-7.18
    row = s.stack[s.sp - 1]
    if row[2] >= s.revealed_n:
        pop(s)
        return
    z = np.int64(s.revealed[row[2]])
    row[2] += 1
    peopled = False
    for f in range(st.CREATURES):
        if s.sq[f] >= 0 and zone_of(t, s, np.int64(f)) == z:
            peopled = True
    if not peopled:
        return
    scripted = t.z_purple[s.chapter, z, 0] >= 0
    k = np.int64(0) if scripted else np.int64(s.oracle)
    card = s.sleeve[z, k] - st.EVENT0
    n = s.shown_n[z, k]
    if n >= t.ev_n[card]:
        push(s, np.int64(st.F_MALICE), np.int64(1), np.int64(0), np.int64(0), np.int64(0))
        return
    event = t.ev_event[card, n]
    s.shown[z, k, n] = 1 + event
    s.shown_n[z, k] += 1
    emit(log, e.E_EVENT, ALL, ALL, s.chapter * st.ZONES_MAX + z, event, 0, 0)
    push_list(s, np.int64(t.ev_list[event]), np.int64(w.ON_EVENT), np.int64(st.NOBODY), z, np.int64(0))


# ---- initiative ----------------------------------------------------------------------------------
# Slots: 6 what is still to be done in the group at hand, 7 the one being done.


@rule
def step_initiative(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    pc = row[PC]
    if pc == 0:
        lay_out(s)
        row[PC] = 1
    elif pc == 1:
        # SHG-8.3, SHG-8.4: events
        if s.pending_n == 0:
            row[PC] = 3
            row[6] = queue_skills(t, s)
        else:
            row[PC] = 2
            ask_order(s, np.int64(s.pending_n))
    elif pc == 2:
        apply_pending(t, s, np.int64(s.ans))
        forget_answer(s)
        row[PC] = 1
    elif pc == 3:
        # character skills
        if row[6] == 0:
            row[6] = forward_cards(s)
            row[PC] = 6
        else:
            row[PC] = 4
            ask_order(s, count(row[6]))
    elif pc == 4:
        row[7] = nth(row[6], np.int64(s.ans))
        row[6] &= ~(ONE << row[7])
        forget_answer(s)
        row[PC] = 5
        ask_use(t, s, np.int64(row[7]))
    elif pc == 5:
        if s.verb == d.V_USE_ON:
            i = skill_effect(t, s, np.int64(row[7]))
            shift(s, np.int64(s.ans), np.int64(t.fx_n[i]), t.fx_do[i] == w.DO_ADVANCE)
        forget_answer(s)
        row[PC] = 3
    elif pc == 6:
        # SHG-8.7, SHG-8.8: servants and wanderers
        if row[6] == 0:
            row[PC] = 8
        else:
            row[PC] = 7
            ask_order(s, count(row[6]))
    elif pc == 7:
        f = nth(row[6], np.int64(s.ans))
        row[6] &= ~(ONE << f)
        forget_answer(s)
        shift(s, f, np.int64(3), True)
        row[PC] = 6
    elif pc == 8:
        # SHG-8.9
        row[PC] = 9
        pairs = np.int64(0)
        for k in range(6):
            if card_of(s, pair_first(np.int64(k))) >= 0 and card_of(s, pair_second(np.int64(k))) >= 0:
                pairs |= ONE << k
        if pairs:
            ask(s, np.int64(d.P_SWAP), everybody(s))
            s.cand[0] = pairs
    elif pc == 9:
        if s.verb == d.V_SWAP:
            a = card_of(s, pair_first(np.int64(s.ans)))
            b = card_of(s, pair_second(np.int64(s.ans)))
            held = s.queue[a]
            s.queue[a] = s.queue[b]
            s.queue[b] = held
        forget_answer(s)
        row[6] = 0
        row[8] = 0
        for f in range(st.CHOSEN0, st.CREATURES):
            if s.sq[f] >= 0:
                row[6] |= ONE << f
        row[PC] = 10
    elif pc == 10:
        # SHG-8.10, SHG-8.11, SHG-34.8
        if row[6] == 0:
            pop(s)
        else:
            row[PC] = 11
            ask_order(s, count(row[6]))
    else:
        f = nth(row[6], np.int64(s.ans))
        row[6] &= ~(ONE << f)
        forget_answer(s)
        for i in range(s.queue_n, row[8], -1):
            s.queue[i] = s.queue[i - 1]
        s.queue[row[8]] = f
        s.queue_n += 1
        row[8] += 1
        row[PC] = 10


@rule
def lay_out(s: Any) -> None:
    # SHG-8.1, SHG-8.2, SHG-8.16
    s.queue_n = 0
    for f in range(st.CHOSEN0):
        if s.sq[f] >= 0:
            s.queue[s.queue_n] = f
            s.queue_n += 1
    shuffle(s.rng, np.int64(st.S_QUEUE), s.queue, np.int64(s.queue_n))


@rule
def ask_order(s: Any, n: Any) -> None:
    # SHG-8.4
    if n == 1:
        s.verb = d.V_ORDER
        s.ans = 0
        return
    ask(s, np.int64(d.P_ORDER), everybody(s))
    s.cand[0] = (ONE << min(n, 8)) - 1


@rule
def nth(mask: Any, n: Any) -> Any:
    """The place of the n-th bit of a set, counted from 0."""
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)


@rule
def apply_pending(t: Any, s: Any, k: Any) -> None:
    # SHG-8.5, SHG-8.6
    i = s.pending[k] - 1
    who = np.int64(s.pending_who[k])
    for j in range(k, s.pending_n - 1):
        s.pending[j] = s.pending[j + 1]
        s.pending_who[j] = s.pending_who[j + 1]
    s.pending_n -= 1
    s.pending[s.pending_n] = 0
    s.pending_who[s.pending_n] = 0
    n = np.int64(t.fx_n[i])
    forward = t.fx_do[i] == w.DO_ADVANCE
    place = np.int64(0) if forward else np.int64(s.queue_n - 1)
    while who and place >= 0 and place < s.queue_n:
        f = np.int64(s.queue[place])
        if (who >> f) & 1:
            who &= ~(ONE << f)
            shift(s, f, n, forward)
        place += 1 if forward else -1


@rule
def queue_skills(t: Any, s: Any) -> Any:
    """The usable character skills on the queue: character times slots plus slot, as a set."""
    found = np.int64(0)
    for h in range(st.HEROES):
        if s.status[h] != st.STANDING:
            continue
        for slot in range(st.SLOTS):
            if ready(t, s, np.int64(h), np.int64(slot)):
                effects = t.sk_list[s.skill[h, slot]]
                if (t.list_on[effects] >> w.ON_INITIATIVE) & 1:
                    found |= ONE << (h * st.SLOTS + slot)
    return found


@rule
def skill_effect(t: Any, s: Any, k: Any) -> Any:
    skill = s.skill[k // st.SLOTS, k % st.SLOTS]
    return np.int64(t.list_first[t.sk_list[skill]])


@rule
def ask_use(t: Any, s: Any, k: Any) -> None:
    h = k // st.SLOTS
    i = skill_effect(t, s, k)
    who = np.int64(0)
    for j in range(s.queue_n):
        f = s.queue[j]
        if t.fx_who[i] == w.SELF:
            if f == h and j > 0:
                who |= ONE << f
        elif f >= st.MINION0 and f < st.SERVANT0 and j < s.queue_n - 1:
            who |= ONE << f
    if who:
        ask(s, np.int64(d.P_USE), player(s, h))
        s.cand[0] = who


@rule
def forward_cards(s: Any) -> Any:
    """The servants and wanderers in the queue."""
    found = np.int64(0)
    for i in range(s.queue_n):
        if s.queue[i] >= st.SERVANT0 and s.queue[i] < st.CHOSEN0:
            found |= ONE << s.queue[i]
    return found


@rule
def pair_first(k: Any) -> Any:
    return np.int64(0) if k < 3 else (np.int64(1) if k < 5 else np.int64(2))


@rule
def pair_second(k: Any) -> Any:
    if k < 3:
        return k + 1
    return k - 1 if k < 5 else np.int64(3)
