"""Tossing Tiger: the end of a war, its spoils, and what teams pay (chapters 8, 13, 16)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..events import E_DISCARDS, E_KEEPS, E_TAKES, E_TAKES_PILE, E_WANTS, E_WINS_WAR
from ..state import (
    ABSOLUTE,
    ATT,
    BLIND,
    BY_COUNT,
    BY_NOBODY,
    DEF,
    HEAPS,
    MERGED,
    NONE,
    P_GRAB,
    P_KEEP,
    P_PILE,
    P_WISH_CARD,
    S_END_CHECK,
    S_PAY,
    S_RETURN,
    S_SPOILS,
    SETTLE,
    SIDES,
    TAKE_GIVEN,
    TAKE_PILES,
    TAKE_SINGLES,
    WISH,
)
from ..vocabulary import BY_SEEN, DO_GRAB, DO_WAR_WINNER, IF_EVEN_WAR, ON_SPOILS, ON_WAR, VALUE_NONE
from .battle import action_of, off
from .conditions import animal_at, count_before, dawn_effect, holds
from .memory import gain, keep_secret, look_through, lose, note, note_die, uncover_gone
from .table import (
    ask,
    die_has,
    die_n,
    heap_with,
    into_hand,
    lowest,
    offer,
    out_of_heap,
    random_card,
    side_mask,
    side_of,
    speaker,
    wins,
)
from .war import clear_war

NOBODY, BOTH = 0, 3
WISHES_EACH = 2

# ---- who won the war --------------------------------------------------------------------------


@rule
def war_winners(t: Any, s: Any, att: Any, deff: Any) -> Any:
    # TTR-8.2, TTR-8.3, TTR-8.4, TTR-16.24
    fx = dawn_effect(t, s, ON_WAR, DO_WAR_WINNER)
    if fx != NONE and (t.fx_if[s.rule, fx] != IF_EVEN_WAR or att == deff):
        return np.int64(NOBODY if t.fx_value[s.rule, fx] == VALUE_NONE else BOTH)
    if s.war_by == BY_NOBODY or (s.war_by == BY_COUNT and att == deff):
        return np.int64(NOBODY)
    if s.war_by != BY_COUNT:
        return np.int64(1 << (s.war_by - 1))
    if s.opt.majority == ABSOLUTE:
        fought = 0
        for spot in range(s.number):
            if s.done[spot] != 0 and s.void[spot] == 0:
                fought += 1
        if 2 * max(att, deff) <= fought:
            return np.int64(NOBODY)
    return np.int64(1 << ATT if att > deff else 1 << DEF)


@rule
def grab_count(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-8.6, TTR-16.17, TTR-16.18
    action = action_of(s, side, spot)
    if action == NONE or off(t, s, side, spot):
        return np.int64(1)
    for i in range(t.effects[action]):
        if t.fx_on[action, i] == ON_SPOILS and t.fx_do[action, i] == DO_GRAB:
            if holds(t, s, np.int64(t.fx_if[action, i]), np.int64(t.fx_n[action, i]), side, spot):
                if t.fx_by[action, i] == BY_SEEN:
                    return max(np.int64(1), count_before(t, s, spot, animal_at(t, s, side, spot)))
                return max(np.int64(1), np.int64(t.fx_n[action, i]))
    return np.int64(1)


@rule
def won(s: Any, side: Any, spot: Any) -> Any:
    # TTR-6.11, TTR-6.12
    return s.done[spot] != 0 and s.void[spot] == 0 and (s.result[spot] >> side) & 1 == 1


@rule
def step_count(t: Any, s: Any, log: Any) -> None:
    # TTR-8.1, TTR-8.2
    att = wins(s, np.int64(ATT))
    deff = wins(s, np.int64(DEF))
    s.war_won = war_winners(t, s, att, deff)
    emit(log, E_WINS_WAR, ALL, ALL, s.war_won, att, deff, 0)
    for side in range(SIDES):
        for spot in range(s.number):
            if won(s, np.int64(side), np.int64(spot)):
                s.grabs[side, spot] = grab_count(t, s, np.int64(side), np.int64(spot))
    begin_side(s, np.int64(ATT))
    s.step = S_SPOILS


@rule
def begin_side(s: Any, side: Any) -> None:
    # TTR-8.12, TTR-16.22
    s.side = side
    s.stage = TAKE_PILES
    s.spot = 0
    s.left = s.bonus if (s.war_won >> side) & 1 else 0


# ---- taking -------------------------------------------------------------------------------------


@rule
def step_spoils(t: Any, s: Any, log: Any) -> None:
    # TTR-8.12
    if s.stage == TAKE_PILES:
        take_piles(s, log)
    elif s.stage == TAKE_SINGLES:
        take_singles(s, log)
    elif s.stage == TAKE_GIVEN:
        if s.given != NONE and s.given_by != s.side:
            take_whole(s, s.given, log)
        s.stage = WISH
        s.spot = 0
        s.left = 0
    elif s.stage == WISH:
        wish(s)
    else:
        settle(s)


@rule
def take_piles(s: Any, log: Any) -> None:
    # TTR-8.10, TTR-8.17, TTR-16.22
    mask = np.int64(0)
    if s.left > 0:
        for spot in range(s.number):
            if won(s, s.side, np.int64(spot)) and die_n(s, 1 - s.side, np.int64(spot)) > 0:
                mask |= 1 << spot
    if mask == 0:
        s.stage = TAKE_SINGLES
        s.spot = 0
        s.left = NONE
    elif mask & (mask - 1) == 0:
        take_pile(s, lowest(mask), log)
    else:
        offer(s, P_PILE, speaker(s, s.side), mask, np.int64(0))


@rule
def take_pile(s: Any, spot: Any, log: Any) -> None:
    # TTR-8.10
    s.left -= 1
    take_whole(s, spot, log)


@rule
def taker_mask(s: Any) -> Any:
    # TTR-13.27: a team sees what it has taken, or it could not wish for it
    return side_mask(s, s.side)


@rule
def take_whole(s: Any, spot: Any, log: Any) -> None:
    # TTR-8.10, TTR-8.11
    other = 1 - s.side
    emit(log, E_TAKES_PILE, ALL, ALL, speaker(s, s.side), spot, 0, 0)
    look_through(s, other, spot, taker_mask(s), log)
    note_die(s, other, spot)
    up = np.int64(s.up[other, spot])
    for kind in range(s.kinds):
        while die_has(s, other, spot, np.int64(kind)) > 0:
            heap = heap_with(s, other, spot, np.int64(kind))
            knowers = np.int64(s.seen[other, heap])
            if kind == up:
                knowers = np.int64(ALL)
                up = np.int64(EMPTY)
            out_of_heap(s, other, heap, np.int64(kind))
            to_loot(s, np.int64(kind), np.int64(s.owner[other, heap]), knowers, spot, log)
    s.up[other, spot] = EMPTY
    s.toss[other, spot] = 0


@rule
def to_loot(s: Any, kind: Any, owner: Any, knowers: Any, spot: Any, log: Any) -> None:
    face = 1 if knowers == ALL else 0
    knowers = knowers | taker_mask(s) | (1 << owner)
    s.loot[s.loot_n] = kind
    s.loot_from[s.loot_n] = owner
    s.loot_seen[s.loot_n] = knowers
    s.loot_n += 1
    emit(log, E_TAKES, ALL, knowers, speaker(s, s.side), kind, spot, face)


@rule
def take_singles(s: Any, log: Any) -> None:
    # TTR-8.6, TTR-8.7, TTR-8.8, TTR-8.9, TTR-13.18
    while s.spot < s.number:
        if won(s, s.side, s.spot):
            other = 1 - s.side
            if s.left == NONE:
                s.left = s.grabs[s.side, s.spot]
            while s.left > 0 and die_n(s, other, s.spot) > 0:
                if s.opt.grab != BLIND and die_n(s, other, s.spot) > 1:
                    seat = np.int64(s.owner[s.side, s.spot])
                    look_through(s, other, s.spot, np.int64(1) << seat, log)
                    note_die(s, other, s.spot)
                    ask(s, P_GRAB, seat)
                    return
                note_die(s, other, s.spot)
                grab(s, random_card(s, other, s.spot), log)
        s.spot += 1
        s.left = NONE
    s.stage = TAKE_GIVEN


@rule
def grab(s: Any, kind: Any, log: Any) -> None:
    # TTR-8.6, TTR-8.8
    other = 1 - s.side
    spot = s.spot
    heap = heap_with(s, other, spot, kind)
    owner = np.int64(s.owner[other, heap])
    seat = np.int64(s.owner[s.side, spot])
    out_of_heap(s, other, heap, kind)
    knowers = np.int64(0)
    if uncover_gone(s, other, spot, kind):
        knowers = np.int64(ALL)
    else:
        keep_secret(s, other, heap, (np.int64(1) << seat) | (np.int64(1) << owner))
    to_loot(s, kind, owner, knowers, spot, log)
    s.left -= 1


# ---- dividing ---------------------------------------------------------------------------------------


@rule
def wish(s: Any) -> None:
    # TTR-13.27
    if s.opt.together == 1 and s.loot_n > 0:
        while s.spot < s.seats:
            p = s.spot
            if side_of(s, p) == s.side and p != speaker(s, s.side) and s.left < WISHES_EACH:
                s.left += 1
                ask(s, P_WISH_CARD, p)
                return
            s.spot += 1
            s.left = 0
    s.spot = 0
    s.left = 0
    s.stage = SETTLE


@rule
def say_wish(s: Any, kind: Any, log: Any) -> None:
    # TTR-13.27
    if kind == NONE:
        s.left = WISHES_EACH
    else:
        emit(log, E_WANTS, ALL, ALL, s.spot, kind, 0, 0)


@rule
def settle(s: Any) -> None:
    # TTR-8.13, TTR-13.18
    if s.loot_n > 0:
        mask = side_mask(s, s.side) if s.opt.together == 1 else np.int64(0)
        offer(s, P_KEEP, speaker(s, s.side), mask, np.int64(0))
        return
    if s.side == ATT:
        begin_side(s, np.int64(DEF))
    else:
        s.side = ATT
        s.stage = TAKE_PILES
        s.left = 0
        s.step = S_RETURN


@rule
def settle_card(s: Any, q: Any, log: Any) -> None:
    # TTR-8.13, TTR-8.14, TTR-8.15, TTR-13.17
    kind = np.int64(s.loot[0])
    owner = np.int64(s.loot_from[0])
    knowers = np.int64(s.loot_seen[0])
    s.loot_n -= 1
    for i in range(s.loot_n):
        s.loot[i] = s.loot[i + 1]
        s.loot_from[i] = s.loot_from[i + 1]
        s.loot_seen[i] = s.loot_seen[i + 1]
    s.loot[s.loot_n] = EMPTY
    s.loot_from[s.loot_n] = 0
    s.loot_seen[s.loot_n] = 0
    if q == NONE:
        s.discard[kind] += 1
        s.discard_n += 1
        emit(log, E_DISCARDS, ALL, ALL, speaker(s, s.side), kind, 0, 0)
        lose(s, owner, kind, np.int64(ALL))
    else:
        into_hand(s, q, kind)
        emit(log, E_KEEPS, ALL, knowers, q, kind, 0, 0)
        lose(s, owner, kind, knowers)
        gain(s, q, kind, knowers)


@rule
def step_return(s: Any) -> None:
    # TTR-8.16, TTR-13.19, TTR-14.7
    for p in range(s.seats):
        if side_of(s, np.int64(p)) != NONE:
            note(s, np.int64(p))
    for side in range(SIDES):
        for heap in range(HEAPS):
            if s.heap_n[side, heap] > 0:
                home(s, np.int64(side), np.int64(heap))
    clear_war(s)
    for animal in range(s.dropped.shape[0]):
        s.gift[ATT, animal] = 0
        s.gift[DEF, animal] = 0
        s.rooster_gift[animal] = 0
        s.dropped[animal] = 0
    for side in range(SIDES):
        s.minimum[side] = 0
        s.used[side] = 0
        s.skipped[side] = 0
    s.laid[DEF, MERGED] = 0
    s.seen[DEF, MERGED] = 0
    s.owner[DEF, MERGED] = 0
    s.number = 0
    s.battle = 0
    s.stopped = 0
    s.war_by = BY_COUNT
    s.bonus = 0
    s.bonus_gone = 0
    s.dawn = EMPTY
    s.rule = NONE
    s.change = NONE
    s.named = NONE
    s.merge_at = NONE
    s.talk = 0
    s.given = NONE
    s.given_by = 0
    s.clock = 0
    s.step = S_PAY if s.opt.together == 1 else S_END_CHECK


@rule
def home(s: Any, side: Any, heap: Any) -> None:
    owner = s.owner[side, heap]
    for kind in range(s.kinds):
        s.hand[owner, kind] += s.heap[side, heap, kind]
        s.heap[side, heap, kind] = 0
    s.hand_n[owner] += s.heap_n[side, heap]
    s.heap_n[side, heap] = 0
