"""Tossing Tiger: the Dawn card and the powers of its rule (chapters 14 and 15)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ..effects import DO, IF, ON, WHO
from ..events import E
from ..moves import Q
from ..state import ATT, DEF, MERGED, NONE, ROOSTER, SIDES, STEP
from . import conditions, memory, table
from .battle import check, roll
from .dice import pour

MERGE_WINDOW, EXCHANGE_WINDOW = SIDES, SIDES + 1  # at the end of a war, after those of the two sides

# ---- laying the card ---------------------------------------------------------------------------


@rule
def lay_dawn(t: Any, s: Any, kind: Any, log: Any) -> None:
    # TTR-14.2, TTR-14.4, TTR-14.6
    seat = s.owner[ATT, 0]
    s.hand[seat, kind] -= 1
    s.hand_n[seat] -= 1
    s.heap[ATT, 0, kind] = 1
    s.heap_n[ATT, 0] = 1
    s.laid[ATT, 0] = 1
    s.seen[ATT, 0] = (1 << s.seats) - 1
    s.up[ATT, 0] = kind
    s.dawn = kind
    s.rule = s.rooster_dawn[kind - ROOSTER]
    s.change = s.rooster_change[kind - ROOSTER]
    memory.note(s, seat)
    emit(log, E.LAYS_DAWN, ALL, ALL, seat, kind, 0, 0)
    s.step = STEP.BUILD
    if conditions.dawn_effect(t, s, ON.DAWN, DO.NAME) != NONE:
        table.offer(s, Q.NAME, seat, s.animals, 0)


@rule
def name_dawn(s: Any, animal: Any, log: Any) -> None:
    # TTR-14.6, TTR-14.16
    s.named = animal
    emit(log, E.NAMES, ALL, ALL, s.owner[ATT, 0], animal, 0, 0)


# ---- before a battle -----------------------------------------------------------------------------


@rule
def concede(t: Any, s: Any, side: Any, fled: Any, log: Any) -> None:
    # TTR-12.7, TTR-15.24
    s.conceded[s.battle] = 1 + side
    emit(log, E.CONCEDES, ALL, ALL, s.owner[side, s.battle], s.battle, 0, 0)
    if fled != NONE:
        s.bonus = t.fx_n[s.rule, fled]
        s.bonus_gone = 1
        emit(log, E.BONUS, ALL, ALL, s.bonus, 0, 0, 0)


@rule
def mergeable(s: Any, at_the_end: Any) -> Any:
    # TTR-15.4
    mask = table.piles(s, DEF, 0, s.number)
    if at_the_end:
        for spot in range(s.number):
            if s.done[spot] == 0:
                mask &= ~(1 << spot)
    return mask if table.bits(mask) > 1 else 0


@rule
def dawn_power(t: Any, s: Any) -> Any:
    # TTR-14.15, TTR-15.4, TTR-15.22
    if s.used[ATT] != 0:
        return False
    seat = s.owner[ATT, 0]
    if conditions.dawn_effect(t, s, ON.BEFORE_ROLL, DO.GUESS) != NONE:
        if s.conceded[s.battle] == 0 and table.die_n(s, DEF, s.battle) > 0:
            table.offer(s, Q.GUESS, seat, s.animals, 1)
            return True
    if conditions.dawn_effect(t, s, ON.BEFORE_ROLL, DO.MERGE) != NONE:
        return offer_merge(s, False)
    return False


@rule
def guess(s: Any, animal: Any, log: Any) -> None:
    # TTR-15.22
    s.used[ATT] = 1
    s.guess = animal
    emit(log, E.GUESSES, ALL, ALL, s.owner[ATT, 0], animal, s.battle, 0)


@rule
def offer_merge(s: Any, at_the_end: Any) -> Any:
    # TTR-15.4
    mask = mergeable(s, at_the_end) & ~1
    if mask == 0:
        return False
    table.offer(s, Q.MERGE_FROM, s.owner[ATT, 0], mask, 1)
    return True


@rule
def merge_from(t: Any, s: Any, spot: Any, at_the_end: Any, log: Any) -> None:
    # TTR-15.4
    s.pick = spot
    mask = mergeable(s, at_the_end) & ~(1 << spot)
    if mask & (mask - 1) == 0:
        merge_into(t, s, table.lowest(mask), log)
    else:
        table.offer(s, Q.MERGE_INTO, s.owner[ATT, 0], mask, 0)


@rule
def merge_into(t: Any, s: Any, into: Any, log: Any) -> None:
    # TTR-15.3, TTR-15.5
    gone = s.pick
    s.pick = NONE
    s.used[ATT] = 1
    emit(log, E.MERGES, ALL, ALL, gone, into, 0, 0)
    memory.note(s, s.owner[DEF, gone])
    memory.note(s, s.owner[DEF, into])
    pour(s, DEF, gone, MERGED)
    s.owner[DEF, MERGED] = s.owner[DEF, gone]
    s.seen[DEF, MERGED] = s.seen[DEF, gone]
    s.laid[DEF, MERGED] = 1
    s.seen[DEF, gone] = 0
    s.merge_at = into
    table.gather_up(s, DEF, gone)
    table.forget_top(s, DEF, gone)
    table.forget_top(s, DEF, into)
    if s.done[into] != 0:
        roll(t, s, DEF, into, log)
    if s.done[gone] != 0:
        check(t, s, gone, log)
    if s.done[into] != 0:
        check(t, s, into, log)


# ---- after a battle --------------------------------------------------------------------------------


@rule
def is_for(t: Any, s: Any, fx: Any, side: Any) -> Any:
    """Whether the effect of the dawn rule is for this side."""
    who = t.fx_who[s.rule, fx]
    return who == WHO.BOTH or (who == WHO.ME) == (side == ATT)


@rule
def fought_dice(s: Any, side: Any) -> Any:
    # TTR-15.7
    mask = 0
    for spot in range(s.number):
        if s.done[spot] != 0 and table.is_pile(s, side, spot):
            mask |= 1 << spot
    return mask


@rule
def after_check(t: Any, s: Any) -> Any:
    # TTR-15.6, TTR-15.7, TTR-15.10
    fx = conditions.dawn_effect(t, s, ON.AFTER_CHECK, DO.REROLL)
    while fx != NONE and s.window < SIDES:
        side = s.window
        s.window += 1
        mask = fought_dice(s, side)
        if s.used[side] == 0 and mask != 0 and is_for(t, s, fx, side):
            table.offer(s, Q.FREE_REROLL, table.speaker(s, side), mask, 1)
            return True
    fx = conditions.dawn_effect(t, s, ON.AFTER_CHECK, DO.STOP)
    if fx != NONE:
        most = max(table.losses(s, ATT), table.losses(s, DEF))
        if t.fx_if[s.rule, fx] != IF.LOST_BATTLES or most >= t.fx_n[s.rule, fx]:
            s.stopped = 1
    return False


@rule
def free_reroll(t: Any, s: Any, spot: Any, log: Any) -> None:
    # TTR-15.7, TTR-15.12
    side = s.window - 1
    s.used[side] = 1
    emit(log, E.REROLLS, ALL, ALL, s.owner[side, spot], spot, 0, 0)
    roll(t, s, side, spot, log)
    check(t, s, spot, log)


# ---- at the end of the war ---------------------------------------------------------------------------


@rule
def last_battle(s: Any) -> Any:
    # TTR-15.12
    spot = s.number - 1
    while spot >= 0 and (s.done[spot] == 0 or s.void[spot] != 0):
        spot -= 1
    return spot


@rule
def step_war_end(t: Any, s: Any) -> None:
    # TTR-15.4, TTR-15.11, TTR-15.15
    if s.rule != NONE:
        if offer_final_reroll(t, s):
            return
        if s.window == MERGE_WINDOW:
            s.window += 1
            if s.used[ATT] == 0 and conditions.dawn_effect(t, s, ON.WAR_END, DO.MERGE) != NONE:
                if offer_merge(s, True):
                    return
        if s.window == EXCHANGE_WINDOW:
            s.window += 1
            if conditions.dawn_effect(t, s, ON.WAR_END, DO.EXCHANGE) != NONE and offer_exchange(s):
                return
    s.window = 0
    s.step = STEP.COUNT


@rule
def offer_final_reroll(t: Any, s: Any) -> Any:
    # TTR-15.11, TTR-15.12
    fx = conditions.dawn_effect(t, s, ON.WAR_END, DO.REROLL)
    last = last_battle(s)
    while s.window < SIDES:
        side = s.window
        s.window += 1
        if fx == NONE or last < 0 or s.used[ATT] != 0 or s.used[DEF] != 0:
            continue
        alone = s.result[last] == 1 << side or t.fx_if[s.rule, fx] != IF.WON_LAST_ALONE
        mask = fought_dice(s, side)
        if alone and mask != 0 and is_for(t, s, fx, side):
            table.offer(s, Q.FREE_REROLL, s.owner[side, last], mask, 1)
            return True
    return False


@rule
def exchangeable(s: Any, won: Any) -> Any:
    # TTR-15.16
    mask = 0
    for spot in range(s.number):
        if s.done[spot] != 0 and s.void[spot] == 0 and (s.result[spot] & 1 == 1) == won:
            mask |= 1 << spot
    return mask


@rule
def offer_exchange(s: Any) -> Any:
    # TTR-15.15
    mask = exchangeable(s, True)
    if mask == 0 or exchangeable(s, False) == 0:
        return False
    table.offer(s, Q.EXCHANGE, s.owner[ATT, 0], mask, 1)
    return True


@rule
def give_up(s: Any, spot: Any, log: Any) -> None:
    # TTR-15.15
    s.pick = spot
    mask = exchangeable(s, False)
    if mask & (mask - 1) == 0:
        gain_battle(s, table.lowest(mask), log)
    else:
        table.offer(s, Q.EXCHANGE_GAIN, s.owner[ATT, 0], mask, 0)


@rule
def gain_battle(s: Any, spot: Any, log: Any) -> None:
    # TTR-15.16
    emit(log, E.EXCHANGES, ALL, ALL, s.owner[ATT, 0], s.pick, spot, 0)
    s.result[s.pick] = 1 << DEF
    s.result[spot] = 1 << ATT
    s.pick = NONE
