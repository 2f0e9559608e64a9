"""Tossing Tiger: Bull, RedPanda and Chameleon (chapter 12)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import below

from ..events import E
from ..state import DECK_BIT, DRAW, SIDES
from . import memory, table
from .battle import action_of, toss

# ---- Bull ----------------------------------------------------------------------------------


@rule
def destroyable(s: Any) -> Any:
    # TTR-12.19, TTR-12.20
    mask = 0
    for spot in range(s.battle):
        if s.void[spot] != 0:
            continue
        for side in range(SIDES):
            if s.up[side, spot] != EMPTY and not table.is_dawn(s, side, spot):
                mask |= 1 << (SIDES * spot + side)
    return mask


@rule
def destroy(s: Any, side: Any, spot: Any, log: Any) -> None:
    # TTR-12.11, TTR-12.20
    kind = s.up[side, spot]
    emit(log, E.DESTROYS, ALL, ALL, table.acting_seat(s), kind, side, spot)
    memory.note_die(s, side, spot)
    heap = table.heap_with(s, side, spot, kind)
    table.out_of_heap(s, side, heap, kind)
    table.gather_up(s, side, spot)
    table.forget_top(s, side, spot)
    s.gone[kind] += 1
    memory.lose(s, s.owner[side, heap], kind, ALL)


# ---- RedPanda ------------------------------------------------------------------------------


@rule
def drawable(s: Any) -> Any:
    # TTR-12.13, TTR-12.21, TTR-12.22
    mask = 0
    for spot in range(s.battle):
        if s.void[spot] != 0:
            continue
        for side in range(SIDES):
            if table.face_down_n(s, side, spot) > 0:
                mask |= 1 << (SIDES * spot + side)
    if s.deck_n > 0:
        mask |= 1 << DECK_BIT
    return mask


@rule
def draw(s: Any, target: Any, log: Any) -> None:
    # TTR-12.12, TTR-12.14, TTR-12.22
    seat = table.acting_seat(s)
    if target == DECK_BIT:
        kind = draw_from_deck(s, DRAW)
        table.into_hand(s, seat, kind)
        emit(log, E.DRAWS, ALL, 1 << seat, seat, kind, 0, 0)
        return
    side = target % SIDES
    spot = target // SIDES
    memory.note_die(s, side, spot)
    kind = table.random_face_down(s, side, spot)
    heap = table.heap_with(s, side, spot, kind)
    owner = s.owner[side, heap]
    knowers = (1 << seat) | (1 << owner)
    table.out_of_heap(s, side, heap, kind)
    memory.keep_secret(s, side, heap, knowers)
    table.forget_top(s, side, spot)
    table.into_hand(s, seat, kind)
    emit(log, E.DRAWS_FROM, ALL, knowers, seat, kind, side, spot)
    if owner != seat:
        memory.lose(s, owner, kind, knowers)
        memory.gain(s, seat, kind, knowers)


@rule
def draw_from_deck(s: Any, stream: Any) -> Any:
    # TTR-1.5, TTR-12.12: an order that nobody has seen is no order
    skip = below(s.rng, stream, s.deck_n)
    kind = 0
    while skip >= s.deck[kind]:
        skip -= s.deck[kind]
        kind += 1
    s.deck[kind] -= 1
    s.deck_n -= 1
    return kind


# ---- Chameleon -----------------------------------------------------------------------------


@rule
def copyable(t: Any, s: Any) -> Any:
    # TTR-12.24, TTR-14.14
    mask = 0
    before = table.previous_battle(s, s.battle)
    if before >= 0:
        for side in range(SIDES):
            kind = s.up[side, before]
            if kind < 0 or table.is_dawn(s, side, before) or t.copier[kind] == 1:
                continue
            if t.acts[action_of(s, side, before)] == 1:
                mask |= 1 << side
    return mask


@rule
def copy_card(t: Any, s: Any, side: Any, log: Any) -> None:
    # TTR-12.23, TTR-12.25
    before = table.previous_battle(s, s.battle)
    emit(log, E.COPIES, ALL, ALL, table.acting_seat(s), s.up[side, before], 0, 0)
    s.copied[s.act_side, s.battle] = action_of(s, side, before)
    s.act_fx = 0
    toss(t, s, s.act_side, s.battle, log)
