"""Tossing Tiger: the end of a war and its spoils (chapters 8, 13, 16)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, OWNED, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..effects import AMOUNT, DO, IF, ON, VALUE
from ..events import FACE, WAR_WHY, E
from ..moves import Q
from ..state import ATT, DEF, HEAPS, MERGED, NONE, OPT, SIDES, STAGE, STEP, TOSS, WAR_BY, WON
from . import conditions, memory, table, war
from .battle import action_of, off

WISHES_EACH = 2

# ---- who won the war --------------------------------------------------------------------------


@rule
def war_winners(t: Any, s: Any, att: Any, deff: Any) -> Any:
    # TTR-8.2, TTR-8.3, TTR-8.4, TTR-16.24
    fx = conditions.dawn_effect(t, s, ON.WAR, DO.WAR_WINNER)
    if fx != NONE and (t.fx_if[s.rule, fx] != IF.EVEN_WAR or att == deff):
        return WON.NOBODY if t.fx_value[s.rule, fx] == VALUE.NONE else WON.BOTH
    if s.war_by == WAR_BY.NOBODY or (s.war_by == WAR_BY.COUNT and att == deff):
        return WON.NOBODY
    if s.war_by != WAR_BY.COUNT:
        return 1 << (s.war_by - 1)
    if s.opt.majority == OPT.MAJORITY_ABSOLUTE:
        fought = 0
        for spot in range(s.number):
            if s.done[spot] != 0 and s.void[spot] == 0:
                fought += 1
        if 2 * max(att, deff) <= fought:
            return WON.NOBODY
    return WON.A if att > deff else WON.D


@rule
def war_why(t: Any, s: Any, att: Any, deff: Any) -> Any:
    # TTR-16.24
    fx = conditions.dawn_effect(t, s, ON.WAR, DO.WAR_WINNER)
    if fx != NONE and (t.fx_if[s.rule, fx] != IF.EVEN_WAR or att == deff):
        return WAR_WHY.DAWN
    if s.war_by != WAR_BY.COUNT:
        return WAR_WHY.ROOSTER
    return WAR_WHY.MAJORITY if s.war_won == WON.NOBODY and att != deff else WAR_WHY.COUNT


@rule
def grab_count(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-8.6, TTR-16.17, TTR-16.18
    action = action_of(s, side, spot)
    if action == NONE or off(t, s, side, spot):
        return 1
    for i in range(t.effects[action]):
        if t.fx_on[action, i] == ON.SPOILS and t.fx_do[action, i] == DO.GRAB:
            if conditions.holds(t, s, t.fx_if[action, i], t.fx_n[action, i], side, spot):
                if t.fx_by[action, i] == AMOUNT.SEEN_EARLIER:
                    animal = conditions.animal_at(t, s, side, spot)
                    return max(1, conditions.count_before(t, s, spot, animal))
                return max(1, t.fx_n[action, i])
    return 1


@rule
def won(s: Any, side: Any, spot: Any) -> Any:
    # TTR-6.11, TTR-6.12
    return s.done[spot] != 0 and s.void[spot] == 0 and (s.result[spot] >> side) & 1 == 1


@rule
def step_count(t: Any, s: Any, log: Any) -> None:
    # TTR-8.1, TTR-8.2
    att = table.wins(s, ATT)
    deff = table.wins(s, DEF)
    s.war_won = war_winners(t, s, att, deff)
    told = OWNED * table.speaker(s, DEF if s.war_won == WON.D else ATT) + war_why(t, s, att, deff)
    emit(log, E.WINS_WAR, ALL, ALL, s.war_won, att, deff, told)
    for side in range(SIDES):
        for spot in range(s.number):
            if won(s, side, spot):
                s.grabs[side, spot] = grab_count(t, s, side, spot)
    begin_side(s, ATT)
    s.step = STEP.SPOILS


@rule
def begin_side(s: Any, side: Any) -> None:
    # TTR-8.12, TTR-16.22
    s.side = side
    s.stage = STAGE.PILES
    s.spot = 0
    s.left = s.bonus if (s.war_won >> side) & 1 else 0


# ---- taking -------------------------------------------------------------------------------------


@rule
def step_spoils(t: Any, s: Any, log: Any) -> None:
    # TTR-8.12
    if s.stage == STAGE.PILES:
        take_piles(s, log)
    elif s.stage == STAGE.SINGLES:
        take_singles(s, log)
    elif s.stage == STAGE.GIVEN:
        if s.given != NONE and s.given_by != s.side:
            take_whole(s, s.given, log)
        s.stage = STAGE.WISH
        s.spot = 0
        s.left = 0
    elif s.stage == STAGE.WISH:
        wish(s)
    else:
        settle(s)


@rule
def take_piles(s: Any, log: Any) -> None:
    # TTR-8.10, TTR-8.17, TTR-16.22
    mask = 0
    if s.left > 0:
        for spot in range(s.number):
            if won(s, s.side, spot) and table.die_n(s, 1 - s.side, spot) > 0:
                mask |= 1 << spot
    if mask == 0:
        s.stage = STAGE.SINGLES
        s.spot = 0
        s.left = NONE
    elif mask & (mask - 1) == 0:
        take_pile(s, table.lowest(mask), log)
    else:
        table.offer(s, Q.PILE, table.speaker(s, s.side), mask, 0)


@rule
def take_pile(s: Any, spot: Any, log: Any) -> None:
    # TTR-8.10
    s.left -= 1
    take_whole(s, spot, log)


@rule
def taker_mask(s: Any) -> Any:
    # TTR-13.27: a team sees what it has taken, or it could not wish for it
    return table.side_mask(s, s.side)


@rule
def take_whole(s: Any, spot: Any, log: Any) -> None:
    # TTR-8.10, TTR-8.11
    other = 1 - s.side
    emit(log, E.TAKES_PILE, ALL, ALL, table.speaker(s, s.side), spot, 0, 0)
    memory.look_through(s, other, spot, taker_mask(s), log)
    memory.note_die(s, other, spot)
    up = s.up[other, spot]
    for kind in range(s.kinds):
        while table.die_has(s, other, spot, kind) > 0:
            heap = table.heap_with(s, other, spot, kind)
            knowers = s.seen[other, heap]
            if kind == up:
                knowers = ALL
                up = EMPTY
            table.out_of_heap(s, other, heap, kind)
            to_loot(s, kind, s.owner[other, heap], knowers, spot, log)
    s.up[other, spot] = EMPTY
    s.toss[other, spot] = TOSS.NONE


@rule
def to_loot(s: Any, kind: Any, owner: Any, knowers: Any, spot: Any, log: Any) -> None:
    face = FACE.THE_ONE_THAT_LAY_OPEN if knowers == ALL else FACE.OUT_OF_THE_PILE
    knowers = knowers | taker_mask(s) | (1 << owner)
    s.loot[s.loot_n] = kind
    s.loot_from[s.loot_n] = owner
    s.loot_seen[s.loot_n] = knowers
    s.loot_n += 1
    emit(log, E.TAKES, ALL, knowers, table.speaker(s, s.side), kind, spot, face)


@rule
def take_singles(s: Any, log: Any) -> None:
    # TTR-8.6, TTR-8.7, TTR-8.8, TTR-8.9, TTR-13.18
    while s.spot < s.number:
        if won(s, s.side, s.spot):
            other = 1 - s.side
            if s.left == NONE:
                s.left = s.grabs[s.side, s.spot]
            while s.left > 0 and table.die_n(s, other, s.spot) > 0:
                if s.opt.grab != OPT.GRAB_BLIND and table.die_n(s, other, s.spot) > 1:
                    seat = s.owner[s.side, s.spot]
                    memory.look_through(s, other, s.spot, 1 << seat, log)
                    memory.note_die(s, other, s.spot)
                    table.ask(s, Q.GRAB, seat)
                    return
                memory.note_die(s, other, s.spot)
                grab(s, table.random_card(s, other, s.spot), log)
        s.spot += 1
        s.left = NONE
    s.stage = STAGE.GIVEN


@rule
def grab(s: Any, kind: Any, log: Any) -> None:
    # TTR-8.6, TTR-8.8
    other = 1 - s.side
    spot = s.spot
    heap = table.heap_with(s, other, spot, kind)
    owner = s.owner[other, heap]
    seat = s.owner[s.side, spot]
    table.out_of_heap(s, other, heap, kind)
    knowers = 0
    if memory.uncover_gone(s, other, spot, kind):
        knowers = ALL
    else:
        memory.keep_secret(s, other, heap, (1 << seat) | (1 << owner))
    to_loot(s, kind, owner, knowers, spot, log)
    s.left -= 1


# ---- dividing ---------------------------------------------------------------------------------------


@rule
def wish(s: Any) -> None:
    # TTR-13.27
    if s.opt.together == 1 and s.loot_n > 0:
        while s.spot < s.seats:
            p = s.spot
            if table.side_of(s, p) == s.side and p != table.speaker(s, s.side) and s.left < WISHES_EACH:
                s.left += 1
                table.ask(s, Q.WISH_CARD, p)
                return
            s.spot += 1
            s.left = 0
    s.spot = 0
    s.stage = STAGE.SETTLE


@rule
def say_wish(s: Any, kind: Any, log: Any) -> None:
    # TTR-13.27
    if kind == NONE:
        s.left = WISHES_EACH
    else:
        emit(log, E.WANTS, ALL, ALL, s.spot, kind, 0, 0)


@rule
def settle(s: Any) -> None:
    # TTR-8.13, TTR-13.18
    if s.loot_n > 0:
        mask = table.side_mask(s, s.side) if s.opt.together == 1 else 0
        table.offer(s, Q.KEEP, table.speaker(s, s.side), mask, 0)
        return
    if s.side == ATT:
        begin_side(s, DEF)
    else:
        s.side = ATT
        s.stage = STAGE.PILES
        s.step = STEP.RETURN


@rule
def settle_card(s: Any, q: Any, log: Any) -> None:
    # TTR-8.13, TTR-8.14, TTR-8.15, TTR-13.17
    kind = s.loot[0]
    owner = s.loot_from[0]
    knowers = s.loot_seen[0]
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
        emit(log, E.DISCARDS, ALL, ALL, table.speaker(s, s.side), kind, 0, 0)
        memory.lose(s, owner, kind, ALL)
    else:
        table.into_hand(s, q, kind)
        emit(log, E.KEEPS, ALL, knowers, q, kind, 0, 0)
        memory.lose(s, owner, kind, knowers)
        memory.gain(s, q, kind, knowers)


@rule
def step_return(s: Any) -> None:
    # TTR-8.16, TTR-13.19, TTR-14.7
    for p in range(s.seats):
        if table.side_of(s, p) != NONE:
            memory.note(s, p)
    for side in range(SIDES):
        for heap in range(HEAPS):
            if s.heap_n[side, heap] > 0:
                home(s, side, heap)
    war.clear_war(s)
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
    s.war_by = WAR_BY.COUNT
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
    s.step = STEP.PAY if s.opt.together == 1 else STEP.END_CHECK


@rule
def home(s: Any, side: Any, heap: Any) -> None:
    owner = s.owner[side, heap]
    for kind in range(s.kinds):
        s.hand[owner, kind] += s.heap[side, heap, kind]
        s.heap[side, heap, kind] = 0
    s.hand_n[owner] += s.heap_n[side, heap]
    s.heap_n[side, heap] = 0
