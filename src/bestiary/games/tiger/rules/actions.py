"""Tossing Tiger: carrying out the actions of the two face-up cards (chapters 6, 10, 11, 12)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..effects import DO, ON
from ..events import E
from ..moves import Q
from ..state import DEF, NONE, OPT, SIDES, STEP
from . import memory, roosters, table, zoo
from .battle import action_of, check, holds_facing, roll, stopped_from_acting


@rule
def step_act(t: Any, s: Any, log: Any) -> None:
    # TTR-5.4, TTR-14.21, TTR-16.10
    side = s.act_side
    battle = s.battle
    if side > DEF or s.stopped != 0 or s.conceded[battle] != 0 or s.void[battle] != 0:
        s.act_side = 0
        s.act_fx = NONE
        s.step = STEP.CHECK
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
        if t.fx_on[action, fx] == ON.ACT and holds_facing(
            t, s, t.fx_if[action, fx], t.fx_n[action, fx], side, battle
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
    if s.opt.reroll_acts == OPT.REROLL_ACTS_NEVER:
        next_side(s)
    else:
        s.act_fx = NONE


@rule
def carry_out(t: Any, s: Any, side: Any, action: Any, fx: Any, log: Any) -> None:
    # TTR-6.1, TTR-6.2, TTR-6.3
    do = t.fx_do[action, fx]
    may = 1 if s.opt.actions == OPT.ACTIONS_OPTIONAL or t.fx_may[action, fx] == 1 else 0
    seat = table.acting_seat(s)
    if do == DO.REROLL:
        choose(t, s, Q.REROLL, seat, rerollable(s, side), may, log)
    elif do == DO.LOOK:
        choose(t, s, Q.LOOK, seat, lookable(s), may, log)
    elif do == DO.SWAP:
        mask = swappable(s, side)
        if table.bits(mask) > 1:
            table.offer(s, Q.SWAP_FIRST, seat, mask, may)
    elif do == DO.DESTROY:
        choose(t, s, Q.DESTROY, seat, zoo.destroyable(s), may, log)
    elif do == DO.DRAW:
        choose(t, s, Q.DRAW, seat, zoo.drawable(s), may, log)
    elif do == DO.COPY:
        choose(t, s, Q.COPY, seat, zoo.copyable(t, s), may, log)
    elif do == DO.STEAL:
        choose(t, s, Q.STEAL_FROM, seat, table.piles(s, 1 - side, 0, s.number), may, log)
    else:
        roosters.rooster_effect(t, s, side, action, fx, log)


@rule
def choose(t: Any, s: Any, phase: Any, seat: Any, mask: Any, may: Any, log: Any) -> None:
    """Asks for a target; a single one is taken without asking."""
    if mask == 0:
        return
    if may == 0 and mask & (mask - 1) == 0:
        take_target(t, s, phase, table.lowest(mask), log)
    else:
        table.offer(s, phase, seat, mask, may)


@rule
def take_target(t: Any, s: Any, phase: Any, target: Any, log: Any) -> None:
    """Carries an action out on its target."""
    if phase == Q.REROLL:
        reroll(t, s, s.act_side, target, log)
    elif phase == Q.LOOK:
        look(s, target, log)
    elif phase == Q.DESTROY:
        zoo.destroy(s, target % SIDES, target // SIDES, log)
    elif phase == Q.DRAW:
        zoo.draw(s, target, log)
    elif phase == Q.COPY:
        zoo.copy_card(t, s, target, log)
    elif phase == Q.STEAL_FROM:
        roosters.steal_look(s, target, log)


# ---- Dragon --------------------------------------------------------------------------------


@rule
def rerollable(s: Any, side: Any) -> Any:
    # TTR-10.3, TTR-10.4, TTR-6.6
    mask = table.piles(s, side, 0, s.battle + 1)
    if s.replaced[side] != 0:
        mask &= ~(1 << s.battle)
    return mask


@rule
def reroll(t: Any, s: Any, side: Any, spot: Any, log: Any) -> None:
    # TTR-12.5, TTR-12.6, TTR-6.5, TTR-6.7
    emit(log, E.REROLLS, ALL, ALL, table.acting_seat(s), spot, 0, 0)
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
                if table.is_pile(s, side, spot):
                    mask |= 1 << spot
    return mask


@rule
def look(s: Any, spot: Any, log: Any) -> None:
    # TTR-10.6, TTR-10.7
    seat = table.acting_seat(s)
    emit(log, E.LOOKS, ALL, ALL, seat, spot, 0, 0)
    for side in range(SIDES):
        if s.laid[side, spot] == 1:
            memory.look_through(s, side, spot, 1 << seat, log)


# ---- Leopard -------------------------------------------------------------------------------


@rule
def swappable(s: Any, side: Any) -> Any:
    # TTR-10.15, TTR-10.16, TTR-6.6
    mask = table.piles(s, side, 0, s.number)
    if s.replaced[side] != 0:
        mask &= ~(1 << s.battle)
    return mask


@rule
def swap_first(t: Any, s: Any, spot: Any, log: Any) -> None:
    # TTR-10.15
    mask = swappable(s, s.act_side) & ~(1 << spot)
    s.pick = spot
    if mask & (mask - 1) == 0:
        swap_second(t, s, table.lowest(mask), log)
    else:
        table.offer(s, Q.SWAP_SECOND, table.acting_seat(s), mask, 0)


@rule
def swap_second(t: Any, s: Any, other: Any, log: Any) -> None:
    # TTR-10.17, TTR-10.18
    side = s.act_side
    first = min(s.pick, other)
    second = max(s.pick, other)
    s.pick = NONE
    emit(log, E.SWAPS, ALL, ALL, table.acting_seat(s), first, second, 0)
    exchange_piles(s, side, first, second)
    fresh_here = False
    for k in range(2):
        spot = first if k == 0 else second
        if spot > s.battle:
            table.gather_up(s, side, spot)
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
    table.offer(s, Q.ACT_OR_PEEK, table.acting_seat(s), mask, 1)
    return True


@rule
def peek(s: Any, spot: Any, log: Any) -> None:
    # TTR-11.6, TTR-11.7
    side = s.act_side
    seat = table.acting_seat(s)
    s.skipped[side] = 1
    s.passed[side, s.battle] = 1
    emit(log, E.PEEKS, ALL, ALL, seat, spot, 0, 0)
    for other in range(SIDES):
        if not table.is_pile(s, other, spot):
            continue
        if s.top[other, spot] == EMPTY:
            s.top[other, spot] = table.random_card(s, other, spot)
        s.top_seen[other, spot] |= 1 << seat
        emit(log, E.TOPS, ALL, 1 << seat, other, spot, s.top[other, spot], 0)
        memory.note_die(s, other, spot)
    if table.is_pile(s, side, spot):
        s.pick = spot
        table.offer(s, Q.RESHUFFLE, seat, 0, 0)
    else:
        next_side(s)


@rule
def reshuffle(s: Any, again: Any, log: Any) -> None:
    # TTR-11.6
    if again:
        table.forget_top(s, s.act_side, s.pick)
        emit(log, E.RESHUFFLES, ALL, ALL, table.acting_seat(s), s.pick, 0, 0)
    s.pick = NONE
    next_side(s)
