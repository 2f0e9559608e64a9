"""KLAW: Hosts come, are marked, gain and lose Life and Totems, and go (chapters 1, 3, 7 and 18)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..effects import DO, FX, TAG
from ..events import E
from ..state import IS, ITEMS, MAX_LIFE, NOBODY, OPT, SLOTS, SUPPORTS, TOTEMS
from . import work
from .hand import seen_by_all, sink, throw

MARKS = len(IS)


@rule
def has_room(s: Any, p: Any) -> Any:
    # KLW-7.1, KLW-9.7, KLW-20.2: for one more Host, whatever becomes of it
    n = work.hosts_of(s, p)
    if s.opt.mode == OPT.MODE_WERE_SQUAD:
        return n < s.opt.squad_size
    if s.champion[p] == NOBODY:
        return n <= SUPPORTS
    return n - 1 < SUPPORTS


@rule
def lowest_slot(s: Any, p: Any) -> Any:
    # KLW-7.21
    for i in range(SLOTS):
        if s.host[p * SLOTS + i] == EMPTY:
            return p * SLOTS + i
    return NOBODY


@rule
def enter(t: Any, s: Any, p: Any, card: Any) -> Any:
    # KLW-1.5, KLW-7.3, KLW-7.21
    h = lowest_slot(s, p)
    s.host[h] = card
    s.life[h] = t.life[t.kind[card]]
    seen_by_all(s, card)
    return h


@rule
def protect(s: Any, h: Any) -> None:
    # KLW-3.2, KLW-7.2
    s.mark[h, IS.PROTECTED] = work.round_length(s)


@rule
def protect_first(s: Any, h: Any) -> None:
    # KLW-5.8
    s.mark[h, IS.PROTECTED] = s.seats + 1 if s.opt.round_markers == OPT.ROUND_MARKERS_SHORT else s.seats


@rule
def clear_host(s: Any, h: Any) -> None:
    # KLW-3.23
    s.host[h] = EMPTY
    s.life[h] = 0
    s.totem_n[h] = 0
    for i in range(MARKS):
        s.mark[h, i] = 0
    for i in range(ITEMS):
        s.items[h, i] = EMPTY
    for i in range(TOTEMS):
        s.totem[h, i] = EMPTY
        s.dormant[h, i] = 0
        s.rest[h, i] = 0
    p = work.seat_of(h)
    if s.champion[p] == h % SLOTS:
        s.champion[p] = NOBODY


@rule
def remove_host(s: Any, h: Any, log: Any) -> None:
    # KLW-2.2, KLW-3.24
    emit(log, E.FALLS, ALL, ALL, work.seat_of(h), work.name_of(s, h), 0, 0)
    throw(s, work.name_of(s, h))
    for i in range(ITEMS):
        if s.items[h, i] != EMPTY:
            throw(s, s.items[h, i])
    for i in range(s.totem_n[h]):
        sink(s, s.totem[h, i], log)
    clear_host(s, h)


@rule
def change_sides(s: Any, h: Any, p: Any) -> Any:
    # KLW-3.23, KLW-8.25: a bare Host, with its Items, Life and states
    to = lowest_slot(s, p)
    s.host[to] = s.host[h]
    s.life[to] = s.life[h]
    for i in range(MARKS):
        s.mark[to, i] = s.mark[h, i]
    for i in range(ITEMS):
        s.items[to, i] = s.items[h, i]
    clear_host(s, h)
    if s.opt.mode != OPT.MODE_WERE_SQUAD and s.champion[p] == NOBODY:
        s.champion[p] = to % SLOTS
    protect(s, to)
    return to


# ---- Life --------------------------------------------------------------------------------------


@rule
def heal(s: Any, h: Any, n: Any, log: Any) -> None:
    # KLW-1.12, KLW-1.16, KLW-1.23
    before = s.life[h]
    s.life[h] = min(MAX_LIFE, before + n)
    emit(log, E.GAINS, ALL, ALL, work.name_of(s, h), s.life[h] - before, s.life[h], 0)


@rule
def lose_life(t: Any, s: Any, h: Any, n: Any, log: Any) -> None:
    # KLW-18.2
    s.life[h] -= n
    emit(log, E.LOSES, ALL, ALL, work.name_of(s, h), n, max(s.life[h], 0), 0)
    if s.life[h] <= 0:
        fall(t, s, h, log)


@rule
def fall(t: Any, s: Any, h: Any, log: Any) -> None:
    # KLW-3.24, KLW-13.2, KLW-13.15
    if not work.fights(s, h):
        remove_host(s, h, log)
    elif not outlives(t, s, h, log):
        s.life[h] = 0
        if s.fallen == NOBODY:
            s.fallen = work.side_of(s, h)


@rule
def outlives(t: Any, s: Any, h: Any, log: Any) -> Any:
    # KLW-13.16
    for j in range(1, work.places(s, h)):
        card = work.at_work(s, h, j)
        if card == EMPTY:
            continue
        kind = t.kind[card]
        if (t.ops[kind] >> DO.SURVIVE) & 1 == 0:
            continue
        for e in range(t.effects[kind]):
            if t.fx[kind, e, FX.DO] == DO.SURVIVE:
                s.life[h] = t.fx[kind, e, FX.N]
        s.saved = 1
        emit(log, E.OUTLIVES, ALL, ALL, card, work.name_of(s, h), s.life[h], 0)
        if j <= s.totem_n[h]:
            unhook(s, h, j - 1)
            sink(s, card, log)
        else:
            s.items[h, j - 1 - s.totem_n[h]] = EMPTY
            throw(s, card)
        return True
    return False


# ---- Totems --------------------------------------------------------------------------------------


@rule
def hook(s: Any, h: Any, card: Any) -> None:
    k = s.totem_n[h]
    s.totem[h, k] = card
    s.totem_n[h] = k + 1
    seen_by_all(s, card)


@rule
def unhook(s: Any, h: Any, k: Any) -> Any:
    # KLW-14.21: the markers of a Totem stay behind
    card = s.totem[h, k]
    for i in range(k, TOTEMS - 1):
        s.totem[h, i] = s.totem[h, i + 1]
        s.dormant[h, i] = s.dormant[h, i + 1]
        s.rest[h, i] = s.rest[h, i + 1]
    s.totem[h, TOTEMS - 1] = EMPTY
    s.dormant[h, TOTEMS - 1] = 0
    s.rest[h, TOTEMS - 1] = 0
    s.totem_n[h] -= 1
    return card


@rule
def gain_totem(t: Any, s: Any, h: Any, card: Any, log: Any) -> None:
    # KLW-7.6, KLW-14.5, KLW-14.11
    hook(s, h, card)
    s.life[h] = min(MAX_LIFE, max(1, s.life[h] + t.life[t.kind[card]]))
    emit(log, E.JOINS, ALL, ALL, card, work.name_of(s, h), s.life[h], 0)


@rule
def pay_for_totem(t: Any, s: Any, h: Any, value: Any, log: Any) -> None:
    # KLW-18.1 to KLW-18.4: the Life that Totems gave goes with them
    if value > 0:
        lose_life(t, s, h, value, log)
    elif value < 0:
        heal(s, h, -value, log)


# ---- states ----------------------------------------------------------------------------------------


@rule
def put_state(t: Any, s: Any, h: Any, state: Any, turns: Any, log: Any) -> None:
    # KLW-3.1, KLW-3.3, KLW-21.7
    if t.state_tag[state] & work.immunity(t, s, h):
        return
    if state == IS.PROTECTED or state == IS.RESTING:
        s.mark[h, state] = work.round_length(s)
    elif state == IS.POISONED or state == IS.HAUNTED:
        s.mark[h, state] = 1
    elif state == IS.BURNING:
        s.mark[h, state] = turns
    else:
        s.mark[h, state] = turns + (1 if work.seat_of(h) == s.turn else 0)
    emit(log, E.MARKS, ALL, ALL, work.name_of(s, h), state, turns, 0)


@rule
def put_dormant(s: Any, h: Any, k: Any, turns: Any, log: Any) -> None:
    # KLW-3.3, KLW-3.12
    s.dormant[h, k] = turns + (1 if work.seat_of(h) == s.turn else 0)
    emit(log, E.DOZES, ALL, ALL, s.totem[h, k], work.name_of(s, h), turns, 0)


@rule
def can_doze(t: Any, s: Any, h: Any) -> Any:
    # KLW-21.7
    return work.immunity(t, s, h) & (1 << TAG.SLEEP) == 0


@rule
def never_rests(t: Any, s: Any, h: Any) -> Any:
    return work.immunity(t, s, h) & (1 << TAG.REST) != 0


@rule
def put_to_rest(t: Any, s: Any, h: Any, log: Any) -> None:
    # KLW-14.15, KLW-14.16
    if never_rests(t, s, h):
        return
    s.mark[h, IS.RESTING] = work.round_length(s)
    for i in range(s.totem_n[h]):
        s.rest[h, i] = work.round_length(s)
    emit(log, E.RESTS, ALL, ALL, work.name_of(s, h), 0, 0, 0)


@rule
def cure(s: Any, h: Any, states: Any, log: Any) -> None:
    # KLW-3.22
    for state in range(MARKS):
        if (states >> state) & 1 and s.mark[h, state] > 0:
            s.mark[h, state] = 0
            emit(log, E.FREES, ALL, ALL, work.name_of(s, h), state, 0, 0)
    for i in range(s.totem_n[h]):
        if (states >> IS.DORMANT) & 1:
            s.dormant[h, i] = 0
        if (states >> IS.RESTING) & 1:
            s.rest[h, i] = 0


@rule
def has_any_state(s: Any, h: Any, states: Any) -> Any:
    """Whether a cure of these states would change anything."""
    for state in range(MARKS):
        if (states >> state) & 1 and s.mark[h, state] > 0:
            return True
    for i in range(s.totem_n[h]):
        if (states >> IS.DORMANT) & 1 and s.dormant[h, i] > 0:
            return True
        if (states >> IS.RESTING) & 1 and s.rest[h, i] > 0:
            return True
    return False


@rule
def drop_counts(s: Any, p: Any) -> None:
    # KLW-3.3, at the end of a turn of the Host's player
    for i in range(SLOTS):
        h = p * SLOTS + i
        if s.host[h] == EMPTY:
            continue
        for state in range(MARKS):
            counted = state == IS.ASLEEP or state == IS.SHACKLED or state == IS.FROZEN or state == IS.FRENZIED
            if counted and s.mark[h, state] > 0:
                s.mark[h, state] -= 1
        for k in range(s.totem_n[h]):
            if s.dormant[h, k] > 0:
                s.dormant[h, k] -= 1


@rule
def drop_round_markers(s: Any) -> None:
    # KLW-3.2
    for h in range(s.seats * SLOTS):
        if s.host[h] == EMPTY:
            continue
        if s.mark[h, IS.PROTECTED] > 0:
            s.mark[h, IS.PROTECTED] -= 1
        if s.mark[h, IS.RESTING] > 0:
            s.mark[h, IS.RESTING] -= 1
        for k in range(s.totem_n[h]):
            if s.rest[h, k] > 0:
                s.rest[h, k] -= 1


@rule
def struck_host(s: Any, p: Any) -> Any:
    # KLW-8.16: whom a reflected effect strikes
    h = work.champion_of(s, p)
    if h == NOBODY:
        for i in range(SLOTS):
            if s.host[p * SLOTS + i] != EMPTY:
                return p * SLOTS + i
    return h
