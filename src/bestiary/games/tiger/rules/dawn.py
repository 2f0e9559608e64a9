"""Tossing Tiger: the Dawn card and the powers of its rule (chapters 14 and 15)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ..events import E_BONUS, E_CONCEDES, E_EXCHANGES, E_GUESSES, E_LAYS_DAWN, E_MERGES, E_NAMES, E_REROLLS
from ..state import (
    ATT,
    DEF,
    MERGED,
    NONE,
    P_EXCHANGE,
    P_FREE_REROLL,
    P_GAIN,
    P_GUESS,
    P_MERGE_FROM,
    P_MERGE_INTO,
    P_NAME,
    ROOSTER,
    S_BUILD,
    S_COUNT,
    SIDES,
)
from ..vocabulary import (
    DO_EXCHANGE,
    DO_GUESS,
    DO_MERGE,
    DO_NAME,
    DO_REROLL,
    DO_STOP,
    IF_LOST_BATTLES,
    IF_WON_LAST,
    ON_AFTER_CHECK,
    ON_BEFORE_ROLL,
    ON_DAWN,
    ON_WAR_END,
)
from .battle import check, roll
from .conditions import dawn_effect
from .dice import pour
from .memory import note
from .table import (
    bits,
    die_n,
    forget_top,
    gather_up,
    is_pile,
    losses,
    lowest,
    offer,
    piles,
    speaker,
)

WHO_ME, WHO_FOE, WHO_BOTH = range(3)


# ---- laying the card ---------------------------------------------------------------------------


@rule
def lay_dawn(t: Any, s: Any, kind: Any, log: Any) -> None:
    # TTR-14.2, TTR-14.4, TTR-14.6
    seat = np.int64(s.owner[ATT, 0])
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
    note(s, seat)
    emit(log, E_LAYS_DAWN, ALL, ALL, seat, kind, 0, 0)
    s.step = S_BUILD
    if dawn_effect(t, s, ON_DAWN, DO_NAME) != NONE:
        offer(s, P_NAME, seat, s.animals, np.int64(0))


@rule
def name_dawn(s: Any, animal: Any, log: Any) -> None:
    # TTR-14.6, TTR-14.16
    s.named = animal
    emit(log, E_NAMES, ALL, ALL, s.owner[ATT, 0], animal, 0, 0)


# ---- before a battle -----------------------------------------------------------------------------


@rule
def concede(t: Any, s: Any, side: Any, fled: Any, log: Any) -> None:
    # TTR-12.7, TTR-15.24
    s.conceded[s.battle] = 1 + side
    emit(log, E_CONCEDES, ALL, ALL, s.owner[side, s.battle], s.battle, 0, 0)
    if fled != NONE:
        s.bonus = t.fx_n[s.rule, fled]
        s.bonus_gone = 1
        emit(log, E_BONUS, ALL, ALL, s.bonus, 0, 0, 0)


@rule
def mergeable(s: Any, at_the_end: Any) -> Any:
    # TTR-15.4
    mask = piles(s, np.int64(DEF), np.int64(0), s.number)
    if at_the_end:
        for spot in range(s.number):
            if s.done[spot] == 0:
                mask &= ~(1 << spot)
    return np.int64(mask if bits(mask) > 1 else 0)


@rule
def dawn_power(t: Any, s: Any) -> Any:
    # TTR-14.15, TTR-15.4, TTR-15.22
    if s.used[ATT] != 0:
        return False
    seat = np.int64(s.owner[ATT, 0])
    if dawn_effect(t, s, ON_BEFORE_ROLL, DO_GUESS) != NONE:
        if s.conceded[s.battle] == 0 and die_n(s, np.int64(DEF), s.battle) > 0:
            offer(s, P_GUESS, seat, s.animals, np.int64(1))
            return True
    if dawn_effect(t, s, ON_BEFORE_ROLL, DO_MERGE) != NONE:
        return offer_merge(s, False)
    return False


@rule
def guess(s: Any, animal: Any, log: Any) -> None:
    # TTR-15.22
    s.used[ATT] = 1
    s.guess = animal
    emit(log, E_GUESSES, ALL, ALL, s.owner[ATT, 0], animal, s.battle, 0)


@rule
def offer_merge(s: Any, at_the_end: Any) -> Any:
    # TTR-15.4
    mask = mergeable(s, at_the_end) & ~np.int64(1)
    if mask == 0:
        return False
    offer(s, P_MERGE_FROM, np.int64(s.owner[ATT, 0]), mask, np.int64(1))
    return True


@rule
def merge_from(t: Any, s: Any, spot: Any, at_the_end: Any, log: Any) -> None:
    # TTR-15.4
    s.pick = spot
    mask = mergeable(s, at_the_end) & ~(np.int64(1) << spot)
    if mask & (mask - 1) == 0:
        merge_into(t, s, lowest(mask), log)
    else:
        offer(s, P_MERGE_INTO, np.int64(s.owner[ATT, 0]), mask, np.int64(0))


@rule
def merge_into(t: Any, s: Any, into: Any, log: Any) -> None:
    # TTR-15.3, TTR-15.5
    gone = s.pick
    s.pick = NONE
    s.used[ATT] = 1
    emit(log, E_MERGES, ALL, ALL, gone, into, 0, 0)
    note(s, np.int64(s.owner[DEF, gone]))
    note(s, np.int64(s.owner[DEF, into]))
    pour(s, np.int64(DEF), gone, np.int64(MERGED))
    s.owner[DEF, MERGED] = s.owner[DEF, gone]
    s.seen[DEF, MERGED] = s.seen[DEF, gone]
    s.laid[DEF, MERGED] = 1
    s.seen[DEF, gone] = 0
    s.merge_at = into
    gather_up(s, np.int64(DEF), gone)
    forget_top(s, np.int64(DEF), gone)
    forget_top(s, np.int64(DEF), into)
    if s.done[into] != 0:
        roll(t, s, np.int64(DEF), into, log)
    if s.done[gone] != 0:
        check(t, s, gone, log)
    if s.done[into] != 0:
        check(t, s, into, log)


# ---- after a battle --------------------------------------------------------------------------------


@rule
def is_for(t: Any, s: Any, fx: Any, side: Any) -> Any:
    """Whether the effect of the dawn rule is for this side."""
    who = t.fx_who[s.rule, fx]
    return who == WHO_BOTH or (who == WHO_ME) == (side == ATT)


@rule
def fought_dice(s: Any, side: Any) -> Any:
    # TTR-15.7
    mask = 0
    for spot in range(s.number):
        if s.done[spot] != 0 and is_pile(s, side, np.int64(spot)):
            mask |= 1 << spot
    return np.int64(mask)


@rule
def after_check(t: Any, s: Any) -> Any:
    # TTR-15.6, TTR-15.7, TTR-15.10
    fx = dawn_effect(t, s, ON_AFTER_CHECK, DO_REROLL)
    while fx != NONE and s.window < SIDES:
        side = s.window
        s.window += 1
        mask = fought_dice(s, side)
        if s.used[side] == 0 and mask != 0 and is_for(t, s, fx, side):
            offer(s, P_FREE_REROLL, speaker(s, side), mask, np.int64(1))
            return True
    fx = dawn_effect(t, s, ON_AFTER_CHECK, DO_STOP)
    if fx != NONE:
        most = max(losses(s, np.int64(ATT)), losses(s, np.int64(DEF)))
        if t.fx_if[s.rule, fx] != IF_LOST_BATTLES or most >= t.fx_n[s.rule, fx]:
            s.stopped = 1
    return False


@rule
def free_reroll(t: Any, s: Any, spot: Any, log: Any) -> None:
    # TTR-15.7, TTR-15.12
    side = s.window - 1
    s.used[side] = 1
    emit(log, E_REROLLS, ALL, ALL, s.owner[side, spot], spot, 0, 0)
    roll(t, s, side, spot, log)
    check(t, s, spot, log)


# ---- at the end of the war ---------------------------------------------------------------------------


@rule
def last_battle(s: Any) -> Any:
    # TTR-15.12
    spot = s.number - 1
    while spot >= 0 and (s.done[spot] == 0 or s.void[spot] != 0):
        spot -= 1
    return np.int64(spot)


@rule
def step_war_end(t: Any, s: Any) -> None:
    # TTR-15.4, TTR-15.11, TTR-15.15
    if s.rule != NONE:
        if offer_final_reroll(t, s):
            return
        if s.window == SIDES:
            s.window += 1
            if s.used[ATT] == 0 and dawn_effect(t, s, ON_WAR_END, DO_MERGE) != NONE:
                if offer_merge(s, True):
                    return
        if s.window == SIDES + 1:
            s.window += 1
            if dawn_effect(t, s, ON_WAR_END, DO_EXCHANGE) != NONE and offer_exchange(s):
                return
    s.window = 0
    s.step = S_COUNT


@rule
def offer_final_reroll(t: Any, s: Any) -> Any:
    # TTR-15.11, TTR-15.12
    fx = dawn_effect(t, s, ON_WAR_END, DO_REROLL)
    last = last_battle(s)
    while s.window < SIDES:
        side = s.window
        s.window += 1
        if fx == NONE or last < 0 or s.used[ATT] != 0 or s.used[DEF] != 0:
            continue
        alone = s.result[last] == 1 << side or t.fx_if[s.rule, fx] != IF_WON_LAST
        mask = fought_dice(s, side)
        if alone and mask != 0 and is_for(t, s, fx, side):
            offer(s, P_FREE_REROLL, np.int64(s.owner[side, last]), mask, np.int64(1))
            return True
    return False


@rule
def exchangeable(s: Any, won: Any) -> Any:
    # TTR-15.16
    mask = 0
    for spot in range(s.number):
        if s.done[spot] != 0 and s.void[spot] == 0 and (s.result[spot] & 1 == 1) == won:
            mask |= 1 << spot
    return np.int64(mask)


@rule
def offer_exchange(s: Any) -> Any:
    # TTR-15.15
    mask = exchangeable(s, True)
    if mask == 0 or exchangeable(s, False) == 0:
        return False
    offer(s, P_EXCHANGE, np.int64(s.owner[ATT, 0]), mask, np.int64(1))
    return True


@rule
def give_up(s: Any, spot: Any, log: Any) -> None:
    # TTR-15.15
    s.pick = spot
    mask = exchangeable(s, False)
    if mask & (mask - 1) == 0:
        gain_battle(s, lowest(mask), log)
    else:
        offer(s, P_GAIN, np.int64(s.owner[ATT, 0]), mask, np.int64(0))


@rule
def gain_battle(s: Any, spot: Any, log: Any) -> None:
    # TTR-15.16
    emit(log, E_EXCHANGES, ALL, ALL, s.owner[ATT, 0], s.pick, spot, 0)
    s.result[s.pick] = 1 << DEF
    s.result[spot] = 1 << ATT
    s.pick = NONE
