"""Tossing Tiger: the turn, the number, the spots, and the battles one after the other
(chapters 2, 3, 5, 13, 14, 15, 17)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ..effects import COST, DO, ON
from ..events import E
from ..moves import Q
from ..state import ATT, DEF, LEAST_DIE, LEAST_TEAM_DIE, NONE, OPT, SIDES, SPOTS, STEP
from . import conditions, dawn, table
from .battle import check, roll
from .dice import in_stages

POWER_WINDOW = SIDES  # before a battle, after those of the two sides

# ---- whose war ------------------------------------------------------------------------------


@rule
def step_turn(s: Any) -> None:
    # TTR-2.1, TTR-2.2, TTR-2.3, TTR-13.5, TTR-13.7
    if s.opt.together == 1:
        s.attacker = s.captain[s.team]
        s.defender = s.captain[1 - s.team]
        s.step = STEP.NUMBER
    elif s.opt.simulwars == 1:
        s.pairs = 0
        s.pair_at = 0
        s.paired = 0
        if s.seats % 2 == 1:
            s.paired = 1 << s.turn  # TTR-17.3
        s.step = STEP.PAIR
    else:
        s.attacker = s.turn
        others = ((1 << s.seats) - 1) & ~(1 << s.turn)
        if s.seats == 2:
            challenge(s, table.lowest(others))
        else:
            table.offer(s, Q.CHALLENGE, s.turn, others, 0)


@rule
def challenge(s: Any, other: Any) -> None:
    # TTR-2.3
    s.defender = other
    s.step = STEP.NUMBER


@rule
def picker(s: Any) -> Any:
    # TTR-17.2
    for i in range(s.seats):
        p = (s.turn + i) % s.seats
        if (s.paired >> p) & 1 == 0:
            return p
    return NONE


@rule
def step_pair(s: Any) -> None:
    # TTR-17.2, TTR-17.4
    p = picker(s)
    if p == NONE:
        begin_pair(s)
        return
    others = ((1 << s.seats) - 1) & ~s.paired & ~(1 << p)
    if others & (others - 1) == 0:
        pair(s, table.lowest(others))
    else:
        table.offer(s, Q.PAIR, p, others, 0)


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
    challenge(s, s.pair[s.pair_at, DEF])


# ---- the number -------------------------------------------------------------------------------


@rule
def dice_of(s: Any, side: Any, least: Any) -> Any:
    # TTR-13.10, TTR-13.11: dice that a team can make; 0 when a member can make none
    dice = 0
    for p in range(s.seats):
        if table.side_of(s, p) == side:
            if s.hand_n[p] < least:
                return 0
            dice += s.hand_n[p] // least
    return dice


@rule
def team_numbers(s: Any) -> Any:
    # TTR-13.8, TTR-13.9, TTR-13.12, TTR-13.13
    low = max(table.bits(table.side_mask(s, ATT)) + 1, table.bits(table.side_mask(s, DEF)))
    for least in range(LEAST_TEAM_DIE, 0, -1):
        high = min(dice_of(s, ATT, least), dice_of(s, DEF, least))
        high = min(high, SPOTS)
        if high >= low:
            s.minimum[ATT] = least
            s.minimum[DEF] = least
            return (1 << (high + 1)) - (1 << low)
    return 0


@rule
def numbers(s: Any) -> Any:
    # TTR-3.2, TTR-3.3, TTR-3.4, TTR-3.5, TTR-3.6
    if s.opt.together == 1:
        return team_numbers(s)
    small = min(s.hand_n[s.attacker], s.hand_n[s.defender])
    high = small if s.opt.pile_min == OPT.PILE_MIN_SOFT else small // LEAST_DIE
    high = min(high, SPOTS)
    low = min(s.opt.least_number, high)
    return (1 << (high + 1)) - (1 << low)


@rule
def step_number(s: Any) -> None:
    # TTR-3.1: asked even where there is one number only, so that no two wars run into one
    table.offer(s, Q.NUMBER, s.attacker, numbers(s), 0)


@rule
def say(s: Any, number: Any, log: Any) -> None:
    # TTR-3.1, TTR-3.6
    s.number = number
    emit(log, E.CHALLENGES, ALL, ALL, s.attacker, s.defender, 0, 0)
    emit(log, E.SAYS, ALL, ALL, s.attacker, number, 0, 0)
    s.battle = 0
    s.bonus = 1
    s.side = ATT
    s.window = 0
    s.spot = 0
    if s.opt.together == 1:
        s.step = STEP.WISH_PLACE
        return
    for side in range(SIDES):
        seat = table.speaker(s, side)
        s.minimum[side] = LEAST_DIE if s.hand_n[seat] >= LEAST_DIE * number else 1
        for spot in range(number):
            s.owner[side, spot] = seat
    s.step = STEP.DAWN


# ---- spots of a team ----------------------------------------------------------------------------


@rule
def step_wish_place(s: Any) -> None:
    # TTR-13.27
    while s.window < s.seats:
        p = s.window
        s.window += 1
        if table.side_of(s, p) == s.side and p != table.speaker(s, s.side):
            table.ask(s, Q.WISH_PLACE, p)
            return
    s.window = 0
    s.spot = 0
    s.step = STEP.SPOT


@rule
def supplied(s: Any, side: Any, p: Any) -> Any:
    """The spots that a member supplies so far."""
    n = 0
    for spot in range(s.spot):
        if s.owner[side, spot] == p:
            n += 1
    return n


@rule
def suppliers(s: Any) -> Any:
    # TTR-13.10, TTR-13.11
    side = s.side
    least = s.minimum[side]
    left = s.number - s.spot
    without = 0
    for p in range(s.seats):
        if table.side_of(s, p) == side and supplied(s, side, p) == 0:
            without += 1
    mask = 0
    for p in range(s.seats):
        if table.side_of(s, p) != side:
            continue
        n = supplied(s, side, p)
        if n >= s.hand_n[p] // least:
            continue
        if n == 0 or without < left:
            mask |= 1 << p
    return mask


@rule
def step_spot(s: Any, log: Any) -> None:
    # TTR-13.11
    if s.spot >= s.number:
        s.spot = 0
        s.side += 1
        if s.side > DEF:
            s.side = ATT
            s.step = STEP.DAWN
        else:
            s.step = STEP.WISH_PLACE
        return
    mask = suppliers(s)
    if mask & (mask - 1) == 0:
        supply(s, table.lowest(mask), log)
    else:
        table.offer(s, Q.SPOT, table.speaker(s, s.side), mask, 0)


@rule
def supply(s: Any, p: Any, log: Any) -> None:
    # TTR-13.11
    s.owner[s.side, s.spot] = p
    emit(log, E.SUPPLIES, ALL, ALL, p, s.spot, 0, 0)
    s.spot += 1


@rule
def step_dawn(s: Any) -> None:
    # TTR-14.2, TTR-14.5, TTR-14.20; asked whatever is held, so that silence tells nothing
    seat = s.owner[ATT, 0]
    own = 0
    for spot in range(s.number):
        if s.owner[ATT, spot] == seat:
            own += 1
    if s.opt.dawn == 1 and own > 1:
        table.ask(s, Q.DAWN, seat)
    else:
        s.step = STEP.BUILD


# ---- the battles ----------------------------------------------------------------------------------


@rule
def flees(t: Any, s: Any) -> Any:
    # TTR-14.15, TTR-15.24, TTR-15.25
    if s.rule == NONE or s.battle == 0 or s.bonus_gone != 0:
        return NONE
    fx = conditions.dawn_effect(t, s, ON.BEFORE_ROLL, DO.BONUS)
    if fx != NONE and t.fx_cost[s.rule, fx] == COST.LOSE_HERE:
        return fx
    return NONE


@rule
def may_concede(t: Any, s: Any, side: Any) -> Any:
    # TTR-12.8, TTR-12.9, TTR-12.10
    if table.is_dawn(s, side, s.battle) or table.die_n(s, side, s.battle) == 0 or s.conceded[s.battle] != 0:
        return False
    return s.opt.free_concede == 1 or flees(t, s) != NONE


@rule
def to_next_battle(t: Any, s: Any) -> None:
    s.battle += 1
    s.window = 0
    s.step = STEP.BUILD if in_stages(t, s) else STEP.BEFORE


@rule
def step_before(t: Any, s: Any) -> None:
    # TTR-5.1, TTR-8.1, TTR-12.10, TTR-14.15
    if s.stopped != 0 or s.battle >= s.number:
        s.window = 0
        s.step = STEP.WAR_END
        return
    if s.void[s.battle] != 0:
        to_next_battle(t, s)
        return
    while s.window < SIDES:
        side = s.window
        s.window += 1
        if may_concede(t, s, side):
            table.ask(s, Q.CONCEDE, s.owner[side, s.battle])
            return
    if s.window == POWER_WINDOW:
        s.window += 1
        if s.battle > 0 and s.rule != NONE and dawn.dawn_power(t, s):
            return
    s.window = 0
    s.step = STEP.ROLL


@rule
def step_roll(t: Any, s: Any, log: Any) -> None:
    # TTR-5.2, TTR-5.8, TTR-13.36, TTR-15.23
    battle = s.battle
    s.talk = 0
    for side in range(SIDES):
        if table.die_n(s, side, battle) > 0 and not table.is_dawn(s, side, battle):
            roll(t, s, side, battle, log)
    if s.guess != NONE:
        if conditions.animal_at(t, s, DEF, battle) == s.guess:
            s.guessed[battle] = 1
            emit(log, E.GUESSED, ALL, ALL, 0, 0, 0, 0)
        s.guess = NONE
    s.replaced[ATT] = 0
    s.replaced[DEF] = 0
    s.act_side = ATT
    s.act_fx = NONE
    s.step = STEP.CHECK if s.conceded[battle] != 0 else STEP.ACT


@rule
def step_check(t: Any, s: Any, log: Any) -> None:
    # TTR-5.6, TTR-14.21
    if s.void[s.battle] == 0:
        check(t, s, s.battle, log)
    s.replaced[ATT] = 0
    s.replaced[DEF] = 0
    s.window = 0
    s.step = STEP.AFTER


@rule
def step_after(t: Any, s: Any) -> None:
    # TTR-15.6, TTR-15.10
    if s.void[s.battle] == 0 and s.rule != NONE and dawn.after_check(t, s):
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
            table.gather_up(s, side, spot)
            table.forget_top(s, side, spot)
            s.grabs[side, spot] = 0
        s.done[spot] = 0
        s.result[spot] = 0
        s.void[spot] = 0
        s.conceded[spot] = 0
        s.guessed[spot] = 0
