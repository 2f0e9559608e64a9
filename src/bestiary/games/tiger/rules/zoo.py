"""Tossing Tiger: Bull, RedPanda and Chameleon (chapter 12)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import below

from ..events import E_COPIES, E_DESTROYS, E_DRAWS, E_DRAWS_FROM
from ..state import DECK_BIT, DRAW, SIDES
from .battle import action_of, toss
from .memory import gain, keep_secret, lose, note_die
from .table import (
    acting_seat,
    face_down_n,
    forget_top,
    gather_up,
    heap_with,
    into_hand,
    is_dawn,
    out_of_heap,
    previous_battle,
    random_face_down,
)

# ---- Bull ----------------------------------------------------------------------------------


@rule
def destroyable(s: Any) -> Any:
    # TTR-12.19, TTR-12.20
    mask = 0
    for spot in range(s.battle):
        if s.void[spot] != 0:
            continue
        for side in range(SIDES):
            if s.up[side, spot] != EMPTY and not is_dawn(s, np.int64(side), np.int64(spot)):
                mask |= 1 << (2 * spot + side)
    return np.int64(mask)


@rule
def destroy(s: Any, side: Any, spot: Any, log: Any) -> None:
    # TTR-12.11, TTR-12.20
    kind = np.int64(s.up[side, spot])
    emit(log, E_DESTROYS, ALL, ALL, acting_seat(s), kind, side, spot)
    note_die(s, side, spot)
    heap = heap_with(s, side, spot, kind)
    out_of_heap(s, side, heap, kind)
    gather_up(s, side, spot)
    forget_top(s, side, spot)
    s.gone[kind] += 1
    lose(s, np.int64(s.owner[side, heap]), kind, np.int64(ALL))


# ---- RedPanda ------------------------------------------------------------------------------


@rule
def drawable(s: Any) -> Any:
    # TTR-12.13, TTR-12.21, TTR-12.22
    mask = 0
    for spot in range(s.battle):
        if s.void[spot] != 0:
            continue
        for side in range(SIDES):
            if face_down_n(s, np.int64(side), np.int64(spot)) > 0:
                mask |= 1 << (2 * spot + side)
    if s.deck_n > 0:
        mask |= 1 << DECK_BIT
    return np.int64(mask)


@rule
def draw(s: Any, target: Any, log: Any) -> None:
    # TTR-12.12, TTR-12.14, TTR-12.22
    seat = acting_seat(s)
    if target == DECK_BIT:
        kind = draw_from_deck(s, np.int64(DRAW))
        into_hand(s, seat, kind)
        emit(log, E_DRAWS, ALL, 1 << seat, seat, kind, 0, 0)
        return
    side = target % 2
    spot = target // 2
    note_die(s, side, spot)
    kind = random_face_down(s, side, spot)
    heap = heap_with(s, side, spot, kind)
    owner = np.int64(s.owner[side, heap])
    knowers = (np.int64(1) << seat) | (np.int64(1) << owner)
    out_of_heap(s, side, heap, kind)
    keep_secret(s, side, heap, knowers)
    forget_top(s, side, spot)
    into_hand(s, seat, kind)
    emit(log, E_DRAWS_FROM, ALL, knowers, seat, kind, side, spot)
    if owner != seat:
        lose(s, owner, kind, knowers)
        gain(s, seat, kind, knowers)


@rule
def draw_from_deck(s: Any, stream: Any) -> Any:
    # TTR-1.5, TTR-12.12: an order that nobody has seen is no order
    skip = below(s.rng, stream, s.deck_n)
    kind = np.int64(0)
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
    before = previous_battle(s, s.battle)
    if before >= 0:
        for side in range(SIDES):
            kind = s.up[side, before]
            if kind < 0 or is_dawn(s, np.int64(side), before) or t.copier[kind] == 1:
                continue
            if t.acts[action_of(s, np.int64(side), before)] == 1:
                mask |= 1 << side
    return np.int64(mask)


@rule
def copy(t: Any, s: Any, side: Any, log: Any) -> None:
    # TTR-12.23, TTR-12.25
    before = previous_battle(s, s.battle)
    emit(log, E_COPIES, ALL, ALL, acting_seat(s), s.up[side, before], 0, 0)
    s.copied[s.act_side, s.battle] = action_of(s, side, before)
    s.act_fx = 0
    toss(t, s, s.act_side, s.battle, log)
