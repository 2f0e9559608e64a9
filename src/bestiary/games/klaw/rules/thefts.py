"""KLAW: operations on the Items and Totems of a Host, and on Hosts (chapters 8, 18 and 21)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import below

from ..events import E_BREAKS, E_ROBS, E_SWAPS, E_TURNCOAT
from ..state import CHANCE, ITEMS, NOBODY, PICK_ITEM, PICK_TOTEM, STEP, A, C, D, E, H
from ..vocabulary import (
    DO_DORMANT,
    DO_STEAL_ITEM,
    FX_DEST,
    FX_DO,
    FX_N,
    FX_PICK,
    FX_TURNS,
    FX_WHO,
    P_ACTOR,
    P_RANDOM,
    P_THIS,
    TO_DECK,
    TO_OWNER_HAND,
    W_CHAMPION,
    W_ENEMY,
    W_SELF,
)
from .field import can_doze, change_sides, gain_totem, has_room, pay_for_totem, put_dormant, unhook
from .hand import return_to_hand, sink, throw
from .singularity import start_check
from .work import ask, carries, champion_of, enemy_of, items_on, name_of, seat_of


@rule
def current(t: Any, s: Any, column: Any) -> Any:
    """A word of the effect that is being carried out."""
    frame = s.task[s.tasks - 1]
    return np.int64(t.fx[frame[A], frame[STEP] - 1, column])


@rule
def picker(t: Any, s: Any, h: Any) -> Any:
    """Who selects among the cards of a Host."""
    if current(t, s, np.int64(FX_PICK)) == P_ACTOR:
        return np.int64(s.task[s.tasks - 1, C])
    return seat_of(h)


@rule
def picked_host(t: Any, s: Any) -> Any:
    """The Host among whose cards somebody selects."""
    frame = s.task[s.tasks - 1]
    who = current(t, s, np.int64(FX_WHO))
    if who == W_SELF:
        return np.int64(frame[D])
    if who == W_ENEMY:
        return enemy_of(s, np.int64(frame[D]))
    if who == W_CHAMPION:
        return champion_of(s, np.int64(frame[C]))
    return np.int64(frame[E])


@rule
def only_item(s: Any, h: Any) -> Any:
    for i in range(ITEMS):
        if s.items[h, i] != EMPTY:
            return np.int64(i)
    return np.int64(NOBODY)


@rule
def choose_item(t: Any, s: Any, h: Any, log: Any) -> None:
    # KLW-D9
    n = items_on(s, h)
    if n == 0:
        return
    if n == 1:
        take_item(t, s, h, only_item(s, h), log)
    elif current(t, s, np.int64(FX_PICK)) == P_RANDOM:
        take_item(t, s, h, below(s.rng, CHANCE, np.int64(ITEMS)), log)
    else:
        ask(s, PICK_ITEM, picker(t, s, h))


@rule
def take_item(t: Any, s: Any, h: Any, i: Any, log: Any) -> None:
    """The Item that was selected is stolen or destroyed."""
    card = np.int64(s.items[h, i])
    s.items[h, i] = EMPTY
    if current(t, s, np.int64(FX_DO)) == DO_STEAL_ITEM:
        p = np.int64(s.task[s.tasks - 1, C])
        emit(log, E_ROBS, ALL, ALL, p, card, name_of(s, h), 0)
        return_to_hand(s, p, card, log)
    else:
        emit(log, E_BREAKS, ALL, ALL, card, name_of(s, h), 0, 0)
        throw(s, card)


@rule
def steal_item(t: Any, s: Any, h: Any, log: Any) -> None:
    choose_item(t, s, h, log)


@rule
def break_items(t: Any, s: Any, h: Any, log: Any) -> None:
    if current(t, s, np.int64(FX_N)) < items_on(s, h):
        choose_item(t, s, h, log)
        return
    for i in range(ITEMS):
        if s.items[h, i] != EMPTY:
            take_item(t, s, h, np.int64(i), log)


@rule
def exchange_items(s: Any, p: Any, h: Any, log: Any) -> None:
    # KLW-21.9
    own = champion_of(s, p)
    if own == NOBODY:
        return
    emit(log, E_SWAPS, ALL, ALL, name_of(s, own), name_of(s, h), 0, 0)
    for i in range(ITEMS):
        held = s.items[own, i]
        s.items[own, i] = s.items[h, i]
        s.items[h, i] = held
    close_gap(s, own)
    close_gap(s, h)


@rule
def close_gap(s: Any, h: Any) -> None:
    # KLW-7.21: Items that come to a Host take the lowest free slots
    if s.items[h, 0] == EMPTY:
        s.items[h, 0] = s.items[h, 1]
        s.items[h, 1] = EMPTY


@rule
def choose_totem(t: Any, s: Any, h: Any, log: Any) -> None:
    # KLW-D10
    n = s.totem_n[h]
    pick = current(t, s, np.int64(FX_PICK))
    if n == 0:
        return
    if n == 1:
        take_totem(t, s, h, np.int64(0), log)
    elif pick == P_RANDOM:
        take_totem(t, s, h, below(s.rng, CHANCE, np.int64(n)), log)
    else:
        ask(s, PICK_TOTEM, picker(t, s, h))


@rule
def take_totem(t: Any, s: Any, h: Any, k: Any, log: Any) -> None:
    """The Totem that was selected falls Dormant or leaves its Host."""
    if current(t, s, np.int64(FX_DO)) == DO_DORMANT:
        put_dormant(s, h, k, current(t, s, np.int64(FX_TURNS)), log)
        return
    # KLW-18.5
    dest = current(t, s, np.int64(FX_DEST))
    p = np.int64(s.task[s.tasks - 1, C])
    card = unhook(s, h, k)
    if dest == TO_DECK:
        sink(s, card, log)
    elif dest == TO_OWNER_HAND:
        return_to_hand(s, seat_of(h), card, log)
    # KLW-8.28
    taker = champion_of(s, p)
    pay_for_totem(t, s, h, np.int64(t.life[t.kind[card]]), log)
    if dest != TO_DECK and dest != TO_OWNER_HAND:
        if taker == NOBODY or carries(t, s, taker, np.int64(t.kind[card])):
            return_to_hand(s, p, card, log)
        else:
            gain_totem(t, s, taker, card, log)
            start_check(s, taker)


@rule
def strip_totem(t: Any, s: Any, h: Any, log: Any) -> None:
    choose_totem(t, s, h, log)


@rule
def doze_totem(t: Any, s: Any, h: Any, log: Any) -> None:
    # KLW-21.7
    frame = s.task[s.tasks - 1]
    if current(t, s, np.int64(FX_PICK)) == P_THIS:
        for k in range(s.totem_n[h]):
            if s.totem[h, k] == frame[H]:
                put_dormant(s, h, np.int64(k), current(t, s, np.int64(FX_TURNS)), log)
    elif can_doze(t, s, h):
        choose_totem(t, s, h, log)


@rule
def steal_from_field(s: Any, p: Any, h: Any, log: Any) -> None:
    # KLW-8.24, KLW-8.25
    if s.totem_n[h] > 0 or not has_room(s, p):
        return
    to = change_sides(s, h, p)
    emit(log, E_TURNCOAT, ALL, ALL, p, name_of(s, to), 0, 0)
