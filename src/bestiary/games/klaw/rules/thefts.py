"""KLAW: operations on the Items and Totems of a Host, and on Hosts (chapters 8, 18 and 21)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import below

from ..effects import DO, FX, PICK, TO, WHO
from ..events import E
from ..moves import Q
from ..state import CHANCE, EFFECT, ITEMS, NOBODY
from . import field, hand, singularity
from .work import ask, carries, champion_of, enemy_of, items_on, name_of, seat_of


@rule
def current(t: Any, s: Any, column: Any) -> Any:
    """A word of the effect that is being carried out."""
    frame = s.task[s.tasks - 1]
    return t.fx[frame[EFFECT.KIND], frame[EFFECT.STEP] - 1, column]


@rule
def picker(t: Any, s: Any, h: Any) -> Any:
    """Who selects among the cards of a Host."""
    if current(t, s, FX.PICK) == PICK.ACTOR:
        return s.task[s.tasks - 1, EFFECT.ACTOR]
    return seat_of(h)


@rule
def picked_host(t: Any, s: Any) -> Any:
    """The Host among whose cards somebody selects."""
    frame = s.task[s.tasks - 1]
    who = current(t, s, FX.WHO)
    if who == WHO.SELF:
        return frame[EFFECT.OWN]
    if who == WHO.ENEMY:
        return enemy_of(s, frame[EFFECT.OWN])
    if who == WHO.CHAMPION:
        return champion_of(s, frame[EFFECT.ACTOR])
    return frame[EFFECT.TARGET]


@rule
def only_item(s: Any, h: Any) -> Any:
    for i in range(ITEMS):
        if s.items[h, i] != EMPTY:
            return i
    return NOBODY


@rule
def choose_item(t: Any, s: Any, h: Any, log: Any) -> None:
    # KLW-D9
    n = items_on(s, h)
    if n == 0:
        return
    if n == 1:
        take_item(t, s, h, only_item(s, h), log)
    elif current(t, s, FX.PICK) == PICK.RANDOM:
        take_item(t, s, h, below(s.rng, CHANCE, ITEMS), log)
    else:
        ask(s, Q.PICK_ITEM, picker(t, s, h))


@rule
def take_item(t: Any, s: Any, h: Any, i: Any, log: Any) -> None:
    """The Item that was selected is stolen or destroyed."""
    card = s.items[h, i]
    s.items[h, i] = EMPTY
    if current(t, s, FX.DO) == DO.STEAL_ITEM:
        p = s.task[s.tasks - 1, EFFECT.ACTOR]
        emit(log, E.ROBS, ALL, ALL, p, card, name_of(s, h), 0)
        hand.return_to_hand(s, p, card, log)
    else:
        emit(log, E.BREAKS, ALL, ALL, card, name_of(s, h), 0, 0)
        hand.throw(s, card)


@rule
def steal_item(t: Any, s: Any, h: Any, log: Any) -> None:
    choose_item(t, s, h, log)


@rule
def break_items(t: Any, s: Any, h: Any, log: Any) -> None:
    if current(t, s, FX.N) < items_on(s, h):
        choose_item(t, s, h, log)
        return
    for i in range(ITEMS):
        if s.items[h, i] != EMPTY:
            take_item(t, s, h, i, log)


@rule
def exchange_items(s: Any, p: Any, h: Any, log: Any) -> None:
    # KLW-21.9
    own = champion_of(s, p)
    if own == NOBODY:
        return
    emit(log, E.SWAPS, ALL, ALL, name_of(s, own), name_of(s, h), 0, 0)
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
    pick = current(t, s, FX.PICK)
    if n == 0:
        return
    if n == 1:
        take_totem(t, s, h, 0, log)
    elif pick == PICK.RANDOM:
        take_totem(t, s, h, below(s.rng, CHANCE, n), log)
    else:
        ask(s, Q.PICK_TOTEM, picker(t, s, h))


@rule
def take_totem(t: Any, s: Any, h: Any, k: Any, log: Any) -> None:
    """The Totem that was selected falls Dormant or leaves its Host."""
    if current(t, s, FX.DO) == DO.DORMANT:
        field.put_dormant(s, h, k, current(t, s, FX.TURNS), log)
        return
    # KLW-18.5
    dest = current(t, s, FX.DEST)
    p = s.task[s.tasks - 1, EFFECT.ACTOR]
    card = field.unhook(s, h, k)
    if dest == TO.DECK:
        hand.sink(s, card, log)
    elif dest == TO.OWNER_HAND:
        hand.return_to_hand(s, seat_of(h), card, log)
    # KLW-8.28
    taker = champion_of(s, p)
    field.pay_for_totem(t, s, h, t.life[t.kind[card]], log)
    if dest != TO.DECK and dest != TO.OWNER_HAND:
        if taker == NOBODY or carries(t, s, taker, t.kind[card]):
            hand.return_to_hand(s, p, card, log)
        else:
            field.gain_totem(t, s, taker, card, log)
            singularity.start_check(s, taker)


@rule
def strip_totem(t: Any, s: Any, h: Any, log: Any) -> None:
    choose_totem(t, s, h, log)


@rule
def doze_totem(t: Any, s: Any, h: Any, log: Any) -> None:
    # KLW-21.7
    frame = s.task[s.tasks - 1]
    if current(t, s, FX.PICK) == PICK.THIS:
        for k in range(s.totem_n[h]):
            if s.totem[h, k] == frame[EFFECT.CARD]:
                field.put_dormant(s, h, k, current(t, s, FX.TURNS), log)
    elif field.can_doze(t, s, h):
        choose_totem(t, s, h, log)


@rule
def steal_from_field(s: Any, p: Any, h: Any, log: Any) -> None:
    # KLW-8.24, KLW-8.25
    if s.totem_n[h] > 0 or not field.has_room(s, p):
        return
    to = field.change_sides(s, h, p)
    emit(log, E.TURNCOAT, ALL, ALL, p, name_of(s, to), 0, 0)
