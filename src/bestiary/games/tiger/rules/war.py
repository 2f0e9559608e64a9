"""Tossing Tiger: the turn, the number, the spots, and the battles one after the other
(chapters 2, 3, 5, 13, 14, 15, 17)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..events import E_CHALLENGES, E_GUESSED, E_SAYS, E_SUPPLIES
from ..state import (
    ATT,
    DEF,
    NONE,
    P_CHALLENGE,
    P_CONCEDE,
    P_DAWN,
    P_NUMBER,
    P_PAIR,
    P_SPOT,
    P_WISH_PLACE,
    S_ACT,
    S_AFTER,
    S_BEFORE,
    S_BUILD,
    S_CHECK,
    S_DAWN,
    S_NUMBER,
    S_PAIR,
    S_ROLL,
    S_SPOT,
    S_WAR_END,
    S_WISH_PLACE,
    SIDES,
    SOFT,
    SPOTS,
)
from ..vocabulary import COST_LOSE_HERE, DO_BONUS, ON_BEFORE_ROLL
from .battle import check, roll
from .conditions import animal_at, dawn_effect
from .dawn import after_check, dawn_power
from .dice import in_stages
from .table import (
    ask,
    bits,
    die_n,
    is_dawn,
    lowest,
    offer,
    side_mask,
    side_of,
    speaker,
)

# ---- whose war ------------------------------------------------------------------------------


@rule
def step_turn(s: Any) -> None:
    # TTR-2.1, TTR-2.2, TTR-2.3, TTR-13.5, TTR-13.7
    if s.opt.together == 1:
        s.attacker = s.captain[s.team]
        s.defender = s.captain[1 - s.team]
        s.step = S_NUMBER
    elif s.opt.simulwars == 1:
        s.pairs = 0
        s.pair_at = 0
        s.paired = 0
        if s.seats % 2 == 1:
            s.paired = 1 << s.turn  # TTR-17.3
        s.step = S_PAIR
    else:
        s.attacker = s.turn
        others = ((1 << s.seats) - 1) & ~(1 << s.turn)
        if s.seats == 2:
            challenge(s, lowest(np.int64(others)))
        else:
            offer(s, P_CHALLENGE, s.turn, np.int64(others), np.int64(0))


@rule
def challenge(s: Any, other: Any) -> None:
    # TTR-2.3
    s.defender = other
    s.step = S_NUMBER


@rule
def picker(s: Any) -> Any:
    # TTR-17.2
    for i in range(s.seats):
        p = (s.turn + i) % s.seats
        if (s.paired >> p) & 1 == 0:
            return np.int64(p)
    return np.int64(NONE)


@rule
def step_pair(s: Any) -> None:
    # TTR-17.2, TTR-17.4
    p = picker(s)
    if p == NONE:
        begin_pair(s)
        return
    others = ((1 << s.seats) - 1) & ~s.paired & ~(1 << p)
    if others & (others - 1) == 0:
        pair(s, lowest(np.int64(others)))
    else:
        offer(s, P_PAIR, p, np.int64(others), np.int64(0))


@rule
def pair(s: Any, other: Any) -> None:
    # TTR-17.2
    p = picker(s)
    s.pair[s.pairs, ATT] = p
    s.pair[s.pairs, DEF] = other
    s.pairs += 1
    s.paired |= (1 << p) | (1 << other)


@rule
def begin_pair(s: Any) -> None:
    # TTR-17.4
    s.attacker = s.pair[s.pair_at, ATT]
    challenge(s, np.int64(s.pair[s.pair_at, DEF]))


# ---- the number -------------------------------------------------------------------------------


@rule
def dice_of(s: Any, side: Any, least: Any) -> Any:
    # TTR-13.10, TTR-13.11: dice that a team can make; 0 when a member can make none
    dice = 0
    for p in range(s.seats):
        if side_of(s, np.int64(p)) == side:
            if s.hand_n[p] < least:
                return np.int64(0)
            dice += s.hand_n[p] // least
    return np.int64(dice)


@rule
def team_numbers(s: Any) -> Any:
    # TTR-13.8, TTR-13.9, TTR-13.12, TTR-13.13
    low = max(bits(side_mask(s, np.int64(ATT))) + 1, bits(side_mask(s, np.int64(DEF))))
    for k in range(3):
        least = np.int64(3 - k)
        high = min(dice_of(s, np.int64(ATT), least), dice_of(s, np.int64(DEF), least))
        high = min(high, SPOTS)
        if high >= low:
            s.minimum[ATT] = least
            s.minimum[DEF] = least
            return np.int64((1 << (high + 1)) - (1 << low))
    return np.int64(0)


@rule
def numbers(s: Any) -> Any:
    # TTR-3.2, TTR-3.3, TTR-3.4, TTR-3.5, TTR-3.6
    if s.opt.together == 1:
        return team_numbers(s)
    small = min(s.hand_n[s.attacker], s.hand_n[s.defender])
    high = np.int64(small if s.opt.pile_min == SOFT else small // 2)
    high = min(high, np.int64(SPOTS))
    low = min(np.int64(s.opt.least_number), high)
    return np.int64((1 << (high + 1)) - (1 << low))


@rule
def step_number(s: Any) -> None:
    # TTR-3.1: asked even where there is one number only, so that no two wars run into one
    offer(s, P_NUMBER, s.attacker, numbers(s), np.int64(0))


@rule
def say(s: Any, number: Any, log: Any) -> None:
    # TTR-3.1, TTR-3.6
    s.number = number
    emit(log, E_CHALLENGES, ALL, ALL, s.attacker, s.defender, 0, 0)
    emit(log, E_SAYS, ALL, ALL, s.attacker, number, 0, 0)
    s.battle = 0
    s.bonus = 1
    s.side = ATT
    s.window = 0
    s.spot = 0
    if s.opt.together == 1:
        s.step = S_WISH_PLACE
        return
    for side in range(SIDES):
        seat = speaker(s, np.int64(side))
        s.minimum[side] = 2 if s.hand_n[seat] >= 2 * number else 1
        for spot in range(number):
            s.owner[side, spot] = seat
    s.step = S_DAWN


# ---- spots of a team ----------------------------------------------------------------------------


@rule
def step_wish_place(s: Any) -> None:
    # TTR-13.27
    while s.window < s.seats:
        p = s.window
        s.window += 1
        if side_of(s, p) == s.side and p != speaker(s, s.side):
            ask(s, P_WISH_PLACE, p)
            return
    s.window = 0
    s.spot = 0
    s.step = S_SPOT


@rule
def supplied(s: Any, side: Any, p: Any) -> Any:
    """The spots that a member supplies so far."""
    n = 0
    for spot in range(s.spot):
        if s.owner[side, spot] == p:
            n += 1
    return np.int64(n)


@rule
def suppliers(s: Any) -> Any:
    # TTR-13.10, TTR-13.11
    side = s.side
    least = s.minimum[side]
    left = s.number - s.spot
    without = 0
    for p in range(s.seats):
        if side_of(s, np.int64(p)) == side and supplied(s, side, np.int64(p)) == 0:
            without += 1
    mask = 0
    for p in range(s.seats):
        if side_of(s, np.int64(p)) != side:
            continue
        n = supplied(s, side, np.int64(p))
        if n >= s.hand_n[p] // least:
            continue
        if n == 0 or without < left:
            mask |= 1 << p
    return np.int64(mask)


@rule
def step_spot(s: Any, log: Any) -> None:
    # TTR-13.11
    if s.spot >= s.number:
        s.spot = 0
        s.side += 1
        if s.side > DEF:
            s.side = ATT
            s.step = S_DAWN
        else:
            s.step = S_WISH_PLACE
        return
    mask = suppliers(s)
    if mask & (mask - 1) == 0:
        supply(s, lowest(mask), log)
    else:
        offer(s, P_SPOT, speaker(s, s.side), mask, np.int64(0))


@rule
def supply(s: Any, p: Any, log: Any) -> None:
    # TTR-13.11
    s.owner[s.side, s.spot] = p
    emit(log, E_SUPPLIES, ALL, ALL, p, s.spot, 0, 0)
    s.spot += 1


@rule
def step_dawn(s: Any) -> None:
    # TTR-14.2, TTR-14.5, TTR-14.20; asked whatever is held, so that silence tells nothing
    seat = np.int64(s.owner[ATT, 0])
    own = 0
    for spot in range(s.number):
        if s.owner[ATT, spot] == seat:
            own += 1
    if s.opt.dawn == 1 and own > 1:
        ask(s, P_DAWN, seat)
    else:
        s.step = S_BUILD


# ---- the battles ----------------------------------------------------------------------------------


@rule
def flees(t: Any, s: Any) -> Any:
    # TTR-14.15, TTR-15.24, TTR-15.25
    if s.rule == NONE or s.battle == 0 or s.bonus_gone != 0:
        return np.int64(NONE)
    fx = dawn_effect(t, s, ON_BEFORE_ROLL, DO_BONUS)
    if fx != NONE and t.fx_cost[s.rule, fx] == COST_LOSE_HERE:
        return fx
    return np.int64(NONE)


@rule
def may_concede(t: Any, s: Any, side: Any) -> Any:
    # TTR-12.8, TTR-12.9, TTR-12.10
    if is_dawn(s, side, s.battle) or die_n(s, side, s.battle) == 0 or s.conceded[s.battle] != 0:
        return False
    return s.opt.free_concede == 1 or flees(t, s) != NONE


@rule
def to_next_battle(t: Any, s: Any) -> None:
    s.battle += 1
    s.window = 0
    s.step = S_BUILD if in_stages(t, s) else S_BEFORE


@rule
def step_before(t: Any, s: Any) -> None:
    # TTR-5.1, TTR-8.1, TTR-12.10, TTR-14.15
    if s.stopped != 0 or s.battle >= s.number:
        s.window = 0
        s.step = S_WAR_END
        return
    if s.void[s.battle] != 0:
        to_next_battle(t, s)
        return
    while s.window < SIDES:
        side = s.window
        s.window += 1
        if may_concede(t, s, side):
            ask(s, P_CONCEDE, np.int64(s.owner[side, s.battle]))
            return
    if s.window == SIDES:
        s.window += 1
        if s.battle > 0 and s.rule != NONE and dawn_power(t, s):
            return
    s.window = 0
    s.step = S_ROLL


@rule
def step_roll(t: Any, s: Any, log: Any) -> None:
    # TTR-5.2, TTR-5.8, TTR-13.36, TTR-15.23
    battle = s.battle
    s.talk = 0
    for side in range(SIDES):
        if die_n(s, np.int64(side), battle) > 0 and not is_dawn(s, np.int64(side), battle):
            roll(t, s, np.int64(side), battle, log)
    if s.guess != NONE:
        if animal_at(t, s, np.int64(DEF), battle) == s.guess:
            s.guessed[battle] = 1
            emit(log, E_GUESSED, ALL, ALL, 0, 0, 0, 0)
        s.guess = NONE
    s.replaced[ATT] = 0
    s.replaced[DEF] = 0
    s.act_side = ATT
    s.act_fx = NONE
    s.step = S_CHECK if s.conceded[battle] != 0 else S_ACT


@rule
def step_check(t: Any, s: Any, log: Any) -> None:
    # TTR-5.6, TTR-14.21
    if s.void[s.battle] == 0:
        check(t, s, s.battle, log)
    s.replaced[ATT] = 0
    s.replaced[DEF] = 0
    s.window = 0
    s.step = S_AFTER


@rule
def step_after(t: Any, s: Any) -> None:
    # TTR-15.6, TTR-15.10
    if s.void[s.battle] == 0 and s.rule != NONE and after_check(t, s):
        return
    to_next_battle(t, s)


@rule
def clear_war(s: Any) -> None:
    # TTR-14.7
    for spot in range(s.number):
        for side in range(SIDES):
            s.laid[side, spot] = 0
            s.seen[side, spot] = 0
            s.owner[side, spot] = 0
            s.up[side, spot] = EMPTY
            s.toss[side, spot] = 0
            s.copied[side, spot] = NONE
            s.passed[side, spot] = 0
            s.shown_at[side, spot] = 0
            s.top[side, spot] = EMPTY
            s.top_seen[side, spot] = 0
            s.grabs[side, spot] = 0
        s.done[spot] = 0
        s.result[spot] = 0
        s.void[spot] = 0
        s.conceded[spot] = 0
        s.guessed[spot] = 0
