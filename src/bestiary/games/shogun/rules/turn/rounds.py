"""The Shogun's Chosen: rounds, oracle, events, initiative and Ki dice (chapters 7, 8, 9, 17)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import shuffle

from ... import state as st
from ...effects import DO, FLAG, ON, STATS, UNTIL, UNTILS, WHO
from ...events import E
from ...moves import Q, V
from ...state import FRAME, IN, STATUS, STREAM
from ..effects import operations
from ..figures import card_of, flags, ready, zone_of
from ..frames import EVENTS, INITIATIVE, INITIATIVE_STEP, PC, ROUND_STEP, pop, push, push_list
from ..questions import ask, count, everybody, forget_answer, lowest, player
from . import ki


@rule
def add_oracle(s: Any, colour: Any) -> None:
    # SHG-7.4
    first = st.ORACLE0 + colour * st.ORACLE_COLOUR
    for card in range(first, first + st.ORACLE_COLOUR):
        if s.box[card] == 1:
            s.box[card] = 0
            s.oracle_deck[s.oracle_n] = card
            s.oracle_n += 1
            return


@rule
def step_round(t: Any, s: Any, log: Any) -> None:
    # SHG-7.1, SHG-9.1
    row = s.stack[s.sp - 1]
    if row[PC] == ROUND_STEP.BEGIN:
        begin_round(s, log)
        row[PC] = ROUND_STEP.INITIATIVE
        push(s, FRAME.EVENTS, 0, 0, 0, 0)
    elif row[PC] == ROUND_STEP.INITIATIVE:
        s.step = IN.INITIATIVE
        row[PC] = ROUND_STEP.ACTIVATIONS
        push(s, FRAME.INITIATIVE, 0, 0, 0, 0)
    elif row[PC] == ROUND_STEP.ACTIVATIONS:
        s.step = IN.ACTIVATIONS
        s.at_card = st.NOBODY
        row[PC] = ROUND_STEP.NEXT
    elif row[PC] == ROUND_STEP.NEXT:
        s.at_card += 1
        if s.at_card >= s.queue_n:
            end_round(t, s, log)
            row[PC] = ROUND_STEP.BEGIN
            return
        f = s.queue[s.at_card]
        s.active = f
        if flags(t, s, f) & FLAG.SKIP:
            for until in range(UNTILS):
                s.flag[f, until] &= ~FLAG.SKIP
            s.active = st.NOBODY
            return
        emit(log, E.TURN, ALL, ALL, f, 0, 0, 0)
        kind = FRAME.ACT if f < st.HEROES else FRAME.ENEMY
        push(s, kind, f, 0, 0, 0)


@rule
def begin_round(s: Any, log: Any) -> None:
    # SHG-7.5, SHG-7.6
    s.rounds += 1
    s.step = IN.EVENTS
    s.oracle_n -= 1
    card = s.oracle_deck[s.oracle_n]
    s.oracle_deck[s.oracle_n] = EMPTY
    s.drawn[s.drawn_n] = card
    s.drawn_n += 1
    s.oracle = 0 if card < st.ORACLE0 + st.ORACLE_COLOUR else 1
    emit(log, E.ROUND, ALL, ALL, s.rounds, s.oracle, card, 0)
    if s.oracle_n == 0:
        for i in range(s.drawn_n):
            s.oracle_deck[i] = s.drawn[i]
            s.drawn[i] = EMPTY
        s.oracle_n = s.drawn_n
        s.drawn_n = 0
        shuffle(s.rng, STREAM.ORACLE, s.oracle_deck, s.oracle_n)


@rule
def end_round(t: Any, s: Any, log: Any) -> None:
    # SHG-17.1, SHG-17.2, SHG-17.3, SHG-17.6, SHG-7.13
    for h in range(st.HEROES):
        if s.status[h] == STATUS.STANDING:
            for slot in range(st.SLOTS):
                ki.change_ki(s, h, slot, -1)
            ki.check_ki(s, h, log)
    for f in range(st.CREATURES):
        for what in range(STATS):
            s.mod[f, what, UNTIL.ROUND] = 0
        s.flag[f, UNTIL.ROUND] = 0
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
    if row[EVENTS.NEXT] >= s.revealed_n:
        pop(s)
        return
    z = s.revealed[row[EVENTS.NEXT]]
    row[EVENTS.NEXT] += 1
    peopled = False
    for f in range(st.CREATURES):
        if s.sq[f] >= 0 and zone_of(t, s, f) == z:
            peopled = True
    if not peopled:
        return
    scripted = t.z_purple[s.chapter, z, 0] >= 0
    k = 0 if scripted else s.oracle
    card = s.sleeve[z, k] - st.EVENT0
    n = s.shown_n[z, k]
    if n >= t.ev_n[card]:
        push(s, FRAME.MALICE, 1, 0, 0, 0)
        return
    event = t.ev_event[card, n]
    s.shown[z, k, n] = 1 + event
    s.shown_n[z, k] += 1
    emit(log, E.EVENT, ALL, ALL, s.chapter * st.ZONES_MAX + z, event, 0, 0)
    push_list(s, t.ev_list[event], ON.EVENT, st.NOBODY, z, 0)


# ---- initiative ----------------------------------------------------------------------------------


@rule
def step_initiative(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    pc = row[PC]
    if pc == INITIATIVE_STEP.LAY_OUT:
        lay_out(s)
        row[PC] = INITIATIVE_STEP.EVENTS
    elif pc == INITIATIVE_STEP.EVENTS:
        # SHG-8.3, SHG-8.4: events
        if s.pending_n == 0:
            row[PC] = INITIATIVE_STEP.SKILLS
            row[INITIATIVE.WAITING] = queue_skills(t, s)
        else:
            row[PC] = INITIATIVE_STEP.EVENT
            ask_order(s, s.pending_n)
    elif pc == INITIATIVE_STEP.EVENT:
        apply_pending(t, s, s.ans)
        forget_answer(s)
        row[PC] = INITIATIVE_STEP.EVENTS
    elif pc == INITIATIVE_STEP.SKILLS:
        # character skills
        if row[INITIATIVE.WAITING] == 0:
            row[INITIATIVE.WAITING] = forward_cards(s)
            row[PC] = INITIATIVE_STEP.CARDS
        else:
            row[PC] = INITIATIVE_STEP.SKILL
            ask_order(s, count(row[INITIATIVE.WAITING]))
    elif pc == INITIATIVE_STEP.SKILL:
        row[INITIATIVE.AT_HAND] = nth(row[INITIATIVE.WAITING], s.ans)
        row[INITIATIVE.WAITING] &= ~(1 << row[INITIATIVE.AT_HAND])
        forget_answer(s)
        row[PC] = INITIATIVE_STEP.USE
        ask_use(t, s, row[INITIATIVE.AT_HAND])
    elif pc == INITIATIVE_STEP.USE:
        if s.verb == V.USE_ON:
            i = skill_effect(t, s, row[INITIATIVE.AT_HAND])
            operations.shift(s, s.ans, t.fx_n[i], t.fx_do[i] == DO.ADVANCE)
        forget_answer(s)
        row[PC] = INITIATIVE_STEP.SKILLS
    elif pc == INITIATIVE_STEP.CARDS:
        # SHG-8.7, SHG-8.8: servants and wanderers
        if row[INITIATIVE.WAITING] == 0:
            row[PC] = INITIATIVE_STEP.SWAP
        else:
            row[PC] = INITIATIVE_STEP.CARD
            ask_order(s, count(row[INITIATIVE.WAITING]))
    elif pc == INITIATIVE_STEP.CARD:
        f = nth(row[INITIATIVE.WAITING], s.ans)
        row[INITIATIVE.WAITING] &= ~(1 << f)
        forget_answer(s)
        operations.shift(s, f, 3, True)
        row[PC] = INITIATIVE_STEP.CARDS
    elif pc == INITIATIVE_STEP.SWAP:
        # SHG-8.9
        row[PC] = INITIATIVE_STEP.SWAPPED
        pairs = 0
        for k in range(6):
            if card_of(s, pair_first(k)) >= 0 and card_of(s, pair_second(k)) >= 0:
                pairs |= 1 << k
        if pairs:
            ask(s, Q.INIT_SWAP, everybody(s))
            s.cand[0] = pairs
    elif pc == INITIATIVE_STEP.SWAPPED:
        if s.verb == V.SWAP:
            a = card_of(s, pair_first(s.ans))
            b = card_of(s, pair_second(s.ans))
            held = s.queue[a]
            s.queue[a] = s.queue[b]
            s.queue[b] = held
        forget_answer(s)
        row[INITIATIVE.WAITING] = 0
        row[INITIATIVE.PLACE] = 0
        for f in range(st.CHOSEN0, st.CREATURES):
            if s.sq[f] >= 0:
                row[INITIATIVE.WAITING] |= 1 << f
        row[PC] = INITIATIVE_STEP.CHOSEN
    elif pc == INITIATIVE_STEP.CHOSEN:
        # SHG-8.10, SHG-8.11, SHG-34.8
        if row[INITIATIVE.WAITING] == 0:
            pop(s)
        else:
            row[PC] = INITIATIVE_STEP.PLACE
            ask_order(s, count(row[INITIATIVE.WAITING]))
    else:
        f = nth(row[INITIATIVE.WAITING], s.ans)
        row[INITIATIVE.WAITING] &= ~(1 << f)
        forget_answer(s)
        for i in range(s.queue_n, row[INITIATIVE.PLACE], -1):
            s.queue[i] = s.queue[i - 1]
        s.queue[row[INITIATIVE.PLACE]] = f
        s.queue_n += 1
        row[INITIATIVE.PLACE] += 1
        row[PC] = INITIATIVE_STEP.CHOSEN


@rule
def lay_out(s: Any) -> None:
    # SHG-8.1, SHG-8.2, SHG-8.16
    s.queue_n = 0
    for f in range(st.CHOSEN0):
        if s.sq[f] >= 0:
            s.queue[s.queue_n] = f
            s.queue_n += 1
    shuffle(s.rng, STREAM.QUEUE, s.queue, s.queue_n)


@rule
def ask_order(s: Any, n: Any) -> None:
    # SHG-8.4
    if n == 1:
        s.verb = V.ORDER
        s.ans = 0
        return
    ask(s, Q.INIT_ORDER, everybody(s))
    s.cand[0] = (1 << min(n, 8)) - 1


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
    who = s.pending_who[k]
    for j in range(k, s.pending_n - 1):
        s.pending[j] = s.pending[j + 1]
        s.pending_who[j] = s.pending_who[j + 1]
    s.pending_n -= 1
    s.pending[s.pending_n] = 0
    s.pending_who[s.pending_n] = 0
    n = t.fx_n[i]
    forward = t.fx_do[i] == DO.ADVANCE
    place = 0 if forward else s.queue_n - 1
    while who and place >= 0 and place < s.queue_n:
        f = s.queue[place]
        if (who >> f) & 1:
            who &= ~(1 << f)
            operations.shift(s, f, n, forward)
        place += 1 if forward else -1


@rule
def queue_skills(t: Any, s: Any) -> Any:
    """The usable character skills on the queue: character times slots plus slot, as a set."""
    found = 0
    for h in range(st.HEROES):
        if s.status[h] != STATUS.STANDING:
            continue
        for slot in range(st.SLOTS):
            if ready(t, s, h, slot):
                effects = t.sk_list[s.skill[h, slot]]
                if (t.list_on[effects] >> ON.INITIATIVE) & 1:
                    found |= 1 << (h * st.SLOTS + slot)
    return found


@rule
def skill_effect(t: Any, s: Any, k: Any) -> Any:
    skill = s.skill[k // st.SLOTS, k % st.SLOTS]
    return t.list_first[t.sk_list[skill]]


@rule
def ask_use(t: Any, s: Any, k: Any) -> None:
    h = k // st.SLOTS
    i = skill_effect(t, s, k)
    who = 0
    for j in range(s.queue_n):
        f = s.queue[j]
        if t.fx_who[i] == WHO.SELF:
            if f == h and j > 0:
                who |= 1 << f
        elif f >= st.MINION0 and f < st.SERVANT0 and j < s.queue_n - 1:
            who |= 1 << f
    if who:
        ask(s, Q.INIT_USE, player(s, h))
        s.cand[0] = who


@rule
def forward_cards(s: Any) -> Any:
    """The servants and wanderers in the queue."""
    found = 0
    for i in range(s.queue_n):
        if s.queue[i] >= st.SERVANT0 and s.queue[i] < st.CHOSEN0:
            found |= 1 << s.queue[i]
    return found


@rule
def pair_first(k: Any) -> Any:
    return 0 if k < 3 else (1 if k < 5 else 2)


@rule
def pair_second(k: Any) -> Any:
    if k < 3:
        return k + 1
    return k - 1 if k < 5 else 3
