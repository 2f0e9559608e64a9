"""Tossing Tiger: dividing the cards into dice (chapters 4, 13, 15, 16)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ..effects import DO, ON
from ..events import E
from ..moves import Q
from ..state import DEF, GATHER, MERGED, NONE, OPT, SEATS, SIDES, STEP
from . import conditions, memory, table


@rule
def may_hold(s: Any) -> Any:
    # TTR-4.4
    if s.opt.hold_back == OPT.HOLD_BACK_AUTO:
        return s.opt.together == 1
    return s.opt.hold_back == OPT.HOLD_BACK_ALWAYS


@rule
def in_stages(t: Any, s: Any) -> Any:
    # TTR-15.13
    return s.rule != NONE and conditions.dawn_effect(t, s, ON.WAR, DO.STAGES) != NONE


@rule
def has_die(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-14.4, TTR-15.1, TTR-15.2, TTR-15.27
    if table.is_dawn(s, side, spot) or s.void[spot] != 0:
        return False
    if side == DEF and s.rule != NONE:
        fewer = conditions.dawn_effect(t, s, ON.WAR, DO.FEWER_PILES)
        if fewer != NONE:
            return spot < s.number - t.fx_n[s.rule, fewer]
    return True


@rule
def begin_building(t: Any, s: Any, p: Any) -> None:
    # TTR-4.1, TTR-13.10
    side = table.side_of(s, p)
    stages = in_stages(t, s)
    end_building(s)
    s.builder = p
    s.build_min = s.minimum[side]
    for spot in range(s.number):
        if s.owner[side, spot] == p and has_die(t, s, side, spot):
            if not stages or spot == s.battle:
                s.build_spots |= 1 << spot
    to_next_card(s, side)


@rule
def end_building(s: Any) -> None:
    s.builder = NONE
    s.build_min = 0
    s.build_at = 0
    s.build_kind = 0
    s.build_same = 0
    s.build_kept = 0
    s.build_done = 0
    s.build_spots = 0


@rule
def source_has(s: Any, side: Any, kind: Any) -> Any:
    if s.rebuilding == 1:
        return s.heap[side, GATHER, kind]
    return s.hand[s.builder, kind]


@rule
def cards_left(s: Any, side: Any) -> Any:
    """The cards that still have to be placed."""
    if s.rebuilding == 1:
        return s.heap_n[side, GATHER]
    return s.hand_n[s.builder] - s.build_kept


@rule
def to_next_card(s: Any, side: Any) -> None:
    # TTR-4.7
    while s.build_kind < s.kinds and source_has(s, side, s.build_kind) <= s.build_same:
        s.build_kind += 1
        s.build_same = 0


@rule
def short_of(s: Any, side: Any) -> Any:
    """The cards that the dice still need."""
    need = 0
    for spot in range(s.number):
        if (s.build_spots >> spot) & 1 and s.heap_n[side, spot] < s.build_min:
            need += s.build_min - s.heap_n[side, spot]
    return need


@rule
def later_need(t: Any, s: Any, side: Any) -> Any:
    # TTR-15.14
    if not in_stages(t, s):
        return 0
    need = 0
    for spot in range(s.battle + 1, s.number):
        if s.owner[side, spot] == s.builder and has_die(t, s, side, spot):
            need += s.build_min
    return need


@rule
def can_keep(t: Any, s: Any, side: Any) -> Any:
    # TTR-4.3, TTR-4.4, TTR-4.7, TTR-15.14
    if s.rebuilding == 1:
        return False
    later = later_need(t, s, side)
    if later == 0 and not may_hold(s):
        return False
    later = max(0, later - s.build_kept - 1)
    return short_of(s, side) + later <= cards_left(s, side) - 1


@rule
def can_put(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-4.2, TTR-4.7, TTR-13.12, TTR-15.14
    if (s.build_spots >> spot) & 1 == 0:
        return False
    need = short_of(s, side)
    if s.heap_n[side, spot] < s.build_min:
        need -= 1
    need += max(0, later_need(t, s, side) - s.build_kept)
    return need <= cards_left(s, side) - 1


@rule
def put(s: Any, spot: Any, log: Any) -> None:
    # TTR-4.6, TTR-4.7
    emit(log, E.PUTS, 1 << s.builder, 1 << s.builder, s.build_kind, spot + 1, 0, 0)
    place(s, spot)


@rule
def place(s: Any, spot: Any) -> None:
    """Places the next card on a spot, or with NONE keeps it in hand."""
    p = s.builder
    side = table.side_of(s, p)
    kind = s.build_kind
    s.build_at += 1
    if spot == NONE:
        s.build_same += 1
        s.build_kept += 1
    else:
        if s.rebuilding == 1:
            s.heap[side, GATHER, kind] -= 1
            s.heap_n[side, GATHER] -= 1
        else:
            s.hand[p, kind] -= 1
            s.hand_n[p] -= 1
        s.heap[side, spot, kind] += 1
        s.heap_n[side, spot] += 1
        s.seen[side, spot] = 1 << p
    to_next_card(s, side)


@rule
def placed_all(s: Any) -> Any:
    """Whether the builder has placed every card; until the dice are laid each can be taken back."""
    return s.build_spots == 0 or s.build_kind >= s.kinds


@rule
def lay(s: Any) -> None:
    # TTR-4.7
    s.build_done = 1


@rule
def built(s: Any) -> Any:
    return s.build_spots == 0 or s.build_done == 1


@rule
def only_one_way(t: Any, s: Any) -> Any:
    # TTR-3.3: known to everybody, so it is not asked
    if s.rebuilding == 1 or table.bits(s.build_spots) != 1 or may_hold(s):
        return False
    return later_need(t, s, table.side_of(s, s.builder)) == 0


@rule
def put_all(s: Any) -> None:
    spot = table.lowest(s.build_spots)
    while not placed_all(s):
        place(s, spot)
    lay(s)


@rule
def step_build(t: Any, s: Any, log: Any) -> None:
    # TTR-4.6: attackers before defenders, hidden from each other
    while s.window < SIDES * SEATS:
        side = s.window // SEATS
        p = s.window % SEATS
        if p < s.seats and table.side_of(s, p) == side:
            if s.builder != p:
                begin_building(t, s, p)
                if not built(s) and only_one_way(t, s):
                    put_all(s)
            if not built(s):
                table.ask(s, Q.BUILD, p)
                return
        s.window += 1
    end_building(s)
    s.window = 0
    for side in range(SIDES):
        for spot in range(s.number):
            if s.heap_n[side, spot] > 0 and s.laid[side, spot] == 0:
                s.laid[side, spot] = 1
                emit(log, E.LAID, ALL, ALL, side, s.heap_n[side, spot], spot, s.owner[side, spot])
    s.step = STEP.BEFORE


# ---- dividing later dice anew ---------------------------------------------------------------


@rule
def later_dice(s: Any, side: Any, p: Any) -> Any:
    # TTR-16.13
    mask = 0
    for spot in range(s.battle + 1, s.number):
        if s.owner[side, spot] == p and s.laid[side, spot] == 1 and s.void[spot] == 0:
            if s.heap_n[side, spot] > 0:
                mask |= 1 << spot
    return mask


@rule
def begin_rebuilding(s: Any, side: Any, p: Any, log: Any) -> None:
    # TTR-16.12, TTR-16.13
    memory.note(s, p)
    mask = later_dice(s, side, p)
    s.rebuilding = 1
    s.builder = p
    s.build_spots = mask
    s.owner[side, GATHER] = p
    s.seen[side, GATHER] = 1 << p
    s.laid[side, GATHER] = 1
    for spot in range(s.number):
        if (mask >> spot) & 1 == 0:
            continue
        pour(s, side, spot, GATHER)
        if table.has_merged(s, side, spot) and s.owner[DEF, MERGED] == p:
            pour(s, side, MERGED, GATHER)
            s.merge_at = NONE
        s.laid[side, spot] = 0
        s.seen[side, spot] = 1 << p
        table.forget_top(s, side, spot)
    s.build_min = s.minimum[side]
    if s.heap_n[side, GATHER] < s.build_min * table.bits(mask):
        s.build_min = 1
    to_next_card(s, side)
    emit(log, E.REBUILDS, ALL, ALL, p, 0, 0, 0)


@rule
def pour(s: Any, side: Any, source: Any, target: Any) -> None:
    """Moves all cards of one heap into another."""
    for kind in range(s.kinds):
        s.heap[side, target, kind] += s.heap[side, source, kind]
        s.heap[side, source, kind] = 0
    s.heap_n[side, target] += s.heap_n[side, source]
    s.heap_n[side, source] = 0


@rule
def step_rebuild(s: Any, log: Any) -> None:
    if not built(s):
        table.ask(s, Q.BUILD, s.builder)
        return
    side = table.side_of(s, s.builder)
    for spot in range(s.number):
        if (s.build_spots >> spot) & 1:
            s.laid[side, spot] = 1
            emit(log, E.LAID, ALL, ALL, side, s.heap_n[side, spot], spot, s.owner[side, spot])
    s.rebuilding = 0
    s.laid[side, GATHER] = 0
    s.seen[side, GATHER] = 0
    s.owner[side, GATHER] = 0
    end_building(s)
    s.act_side = 0
    s.act_fx = NONE
    s.step = STEP.CHECK
