"""Tossing Tiger: carrying out the actions of the two face-up cards (chapters 6, 10, 11, 12)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..events import (
    E_LOOKS,
    E_PEEKS,
    E_REROLLS,
    E_RESHUFFLES,
    E_SWAPS,
    E_TOPS,
)
from ..state import (
    DEF,
    NONE,
    OPTIONAL,
    P_COPY,
    P_DESTROY,
    P_DRAW,
    P_LOOK,
    P_PEEK,
    P_REROLL,
    P_RESHUFFLE,
    P_STEAL_FROM,
    P_SWAP_FIRST,
    P_SWAP_SECOND,
    REROLL_NEVER,
    S_CHECK,
    SIDES,
)
from ..vocabulary import (
    DO_COPY,
    DO_DESTROY,
    DO_DRAW,
    DO_LOOK,
    DO_REROLL,
    DO_STEAL,
    DO_SWAP,
    ON_ACT,
)
from .battle import action_of, check, holds_facing, roll, stopped_from_acting
from .memory import look_through, note_die
from .roosters import rooster_effect, steal_look
from .table import (
    acting_seat,
    bits,
    forget_top,
    gather_up,
    is_pile,
    lowest,
    offer,
    piles,
    random_card,
)
from .zoo import copy, copyable, destroy, destroyable, draw, drawable


@rule
def step_act(t: Any, s: Any, log: Any) -> None:
    # TTR-5.4, TTR-14.21, TTR-16.10
    side = s.act_side
    battle = s.battle
    if side > DEF or s.stopped != 0 or s.conceded[battle] != 0 or s.void[battle] != 0:
        s.act_side = 0
        s.act_fx = NONE
        s.step = S_CHECK
        return
    action = action_of(s, side, battle)
    if s.act_fx == NONE:
        if action == NONE or stopped_from_acting(t, s, side, battle):
            next_side(s)
        elif not offer_peek(t, s, side, action):
            s.act_fx = 0
    elif action == NONE or s.act_fx >= t.effects[action]:
        next_side(s)
    else:
        fx = s.act_fx
        s.act_fx += 1
        if t.fx_on[action, fx] == ON_ACT and holds_facing(
            t, s, np.int64(t.fx_if[action, fx]), np.int64(t.fx_n[action, fx]), side, battle
        ):
            carry_out(t, s, side, action, fx, log)


@rule
def next_side(s: Any) -> None:
    s.act_side += 1
    s.act_fx = NONE


@rule
def fresh_card(s: Any, side: Any) -> None:
    # TTR-6.5, TTR-6.6, TTR-6.8
    s.replaced[side] = 1
    if s.opt.reroll_acts == REROLL_NEVER:
        next_side(s)
    else:
        s.act_fx = NONE


@rule
def carry_out(t: Any, s: Any, side: Any, action: Any, fx: Any, log: Any) -> None:
    # TTR-6.1, TTR-6.2, TTR-6.3
    do = t.fx_do[action, fx]
    may = np.int64(1 if s.opt.actions == OPTIONAL or t.fx_may[action, fx] == 1 else 0)
    seat = acting_seat(s)
    if do == DO_REROLL:
        choose(t, s, P_REROLL, seat, rerollable(s, side), may, log)
    elif do == DO_LOOK:
        choose(t, s, P_LOOK, seat, lookable(s), may, log)
    elif do == DO_SWAP:
        mask = swappable(s, side)
        if bits(mask) > 1:
            offer(s, P_SWAP_FIRST, seat, mask, may)
    elif do == DO_DESTROY:
        choose(t, s, P_DESTROY, seat, destroyable(s), may, log)
    elif do == DO_DRAW:
        choose(t, s, P_DRAW, seat, drawable(s), may, log)
    elif do == DO_COPY:
        choose(t, s, P_COPY, seat, copyable(t, s), may, log)
    elif do == DO_STEAL:
        choose(t, s, P_STEAL_FROM, seat, piles(s, 1 - side, np.int64(0), s.number), may, log)
    else:
        rooster_effect(t, s, side, action, fx, log)


@rule
def choose(t: Any, s: Any, phase: Any, seat: Any, mask: Any, may: Any, log: Any) -> None:
    """Asks for a target; a single one is taken without asking."""
    if mask == 0:
        return
    if may == 0 and mask & (mask - 1) == 0:
        take_target(t, s, phase, lowest(mask), log)
    else:
        offer(s, phase, seat, mask, may)


@rule
def take_target(t: Any, s: Any, phase: Any, target: Any, log: Any) -> None:
    """Carries an action out on its target."""
    if phase == P_REROLL:
        reroll(t, s, s.act_side, target, log)
    elif phase == P_LOOK:
        look(s, target, log)
    elif phase == P_DESTROY:
        destroy(s, target % 2, target // 2, log)
    elif phase == P_DRAW:
        draw(s, target, log)
    elif phase == P_COPY:
        copy(t, s, target, log)
    elif phase == P_STEAL_FROM:
        steal_look(s, target, log)


# ---- Dragon --------------------------------------------------------------------------------


@rule
def rerollable(s: Any, side: Any) -> Any:
    # TTR-10.3, TTR-10.4, TTR-6.6
    mask = piles(s, side, np.int64(0), s.battle + 1)
    if s.replaced[side] != 0:
        mask &= ~(1 << s.battle)
    return np.int64(mask)


@rule
def reroll(t: Any, s: Any, side: Any, spot: Any, log: Any) -> None:
    # TTR-12.5, TTR-12.6, TTR-6.5, TTR-6.7
    emit(log, E_REROLLS, ALL, ALL, acting_seat(s), spot, 0, 0)
    roll(t, s, side, spot, log)
    if spot == s.battle:
        fresh_card(s, side)
    else:
        check(t, s, spot, log)


# ---- Monkey --------------------------------------------------------------------------------


@rule
def lookable(s: Any) -> Any:
    # TTR-10.6, TTR-12.4, TTR-15.14
    mask = 0
    for spot in range(s.battle + 1, s.number):
        if s.void[spot] == 0:
            for side in range(SIDES):
                if is_pile(s, np.int64(side), np.int64(spot)):
                    mask |= 1 << spot
    return np.int64(mask)


@rule
def look(s: Any, spot: Any, log: Any) -> None:
    # TTR-10.6, TTR-10.7
    seat = acting_seat(s)
    emit(log, E_LOOKS, ALL, ALL, seat, spot, 0, 0)
    for side in range(SIDES):
        if s.laid[side, spot] == 1:
            look_through(s, np.int64(side), spot, np.int64(1) << seat, log)


# ---- Leopard -------------------------------------------------------------------------------


@rule
def swappable(s: Any, side: Any) -> Any:
    # TTR-10.15, TTR-10.16, TTR-6.6
    mask = piles(s, side, np.int64(0), s.number)
    if s.replaced[side] != 0:
        mask &= ~(1 << s.battle)
    return np.int64(mask)


@rule
def swap_first(t: Any, s: Any, spot: Any, log: Any) -> None:
    # TTR-10.15
    mask = swappable(s, s.act_side) & ~(np.int64(1) << spot)
    s.pick = spot
    if mask & (mask - 1) == 0:
        swap_second(t, s, lowest(mask), log)
    else:
        offer(s, P_SWAP_SECOND, acting_seat(s), mask, np.int64(0))


@rule
def swap_second(t: Any, s: Any, other: Any, log: Any) -> None:
    # TTR-10.17, TTR-10.18
    side = s.act_side
    first = np.int64(min(s.pick, other))
    second = np.int64(max(s.pick, other))
    s.pick = NONE
    emit(log, E_SWAPS, ALL, ALL, acting_seat(s), first, second, 0)
    exchange_piles(s, side, first, second)
    fresh_here = False
    for k in range(2):
        spot = first if k == 0 else second
        if spot > s.battle:
            gather_up(s, side, spot)
        elif s.up[side, spot] == EMPTY:
            roll(t, s, side, spot, log)
            fresh_here = fresh_here or spot == s.battle
    for k in range(2):
        spot = first if k == 0 else second
        if spot < s.battle:
            check(t, s, spot, log)
    if fresh_here:
        fresh_card(s, side)
    elif first == s.battle or second == s.battle:
        next_side(s)


@rule
def trade(row: Any, a: Any, b: Any) -> None:
    held = row[a]
    row[a] = row[b]
    row[b] = held


@rule
def exchange_piles(s: Any, side: Any, a: Any, b: Any) -> None:
    # TTR-10.17, TTR-11.7
    for kind in range(s.kinds):
        held = s.heap[side, a, kind]
        s.heap[side, a, kind] = s.heap[side, b, kind]
        s.heap[side, b, kind] = held
    trade(s.heap_n[side], a, b)
    trade(s.seen[side], a, b)
    trade(s.owner[side], a, b)
    trade(s.up[side], a, b)
    trade(s.toss[side], a, b)
    trade(s.copied[side], a, b)
    trade(s.passed[side], a, b)
    trade(s.shown_at[side], a, b)
    trade(s.top[side], a, b)
    trade(s.top_seen[side], a, b)
    if side == DEF:
        if s.merge_at == a:
            s.merge_at = b
        elif s.merge_at == b:
            s.merge_at = a


# ---- the tactical pass ---------------------------------------------------------------------


@rule
def offer_peek(t: Any, s: Any, side: Any, action: Any) -> Any:
    # TTR-11.6
    if s.opt.tactical_skip == 0 or s.skipped[side] != 0 or t.acts[action] == 0:
        return False
    mask = lookable(s)
    if mask == 0:
        return False
    offer(s, P_PEEK, acting_seat(s), mask, np.int64(1))
    return True


@rule
def peek(s: Any, spot: Any, log: Any) -> None:
    # TTR-11.6, TTR-11.7
    side = s.act_side
    seat = acting_seat(s)
    s.skipped[side] = 1
    s.passed[side, s.battle] = 1
    emit(log, E_PEEKS, ALL, ALL, seat, spot, 0, 0)
    for other in range(SIDES):
        if not is_pile(s, np.int64(other), spot):
            continue
        if s.top[other, spot] == EMPTY:
            s.top[other, spot] = random_card(s, np.int64(other), spot)
        s.top_seen[other, spot] |= 1 << seat
        emit(log, E_TOPS, ALL, 1 << seat, other, spot, s.top[other, spot], 0)
        note_die(s, np.int64(other), spot)
    if is_pile(s, side, spot):
        s.pick = spot
        offer(s, P_RESHUFFLE, seat, np.int64(0), np.int64(0))
    else:
        next_side(s)


@rule
def reshuffle(s: Any, again: Any, log: Any) -> None:
    # TTR-11.6
    if again:
        forget_top(s, s.act_side, s.pick)
        emit(log, E_RESHUFFLES, ALL, ALL, acting_seat(s), s.pick, 0, 0)
    s.pick = NONE
    next_side(s)
