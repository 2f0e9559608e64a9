"""The Shogun's Chosen: finds, limits and the market deck (chapters 15, 27)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.knowledge import take
from bestiary.core.record import EMPTY
from bestiary.core.rng import shuffle

from .. import decisions as d
from .. import events as e
from .. import state as st
from .. import words as w
from .base import ONE, PC, ask, count, forget_answer, player, pop, push


@rule
def draw_market(s: Any) -> Any:
    """The top card of the market deck, or EMPTY."""
    if s.market_n == 0:
        return np.int64(EMPTY)
    s.market_n -= 1
    card = np.int64(s.market[s.market_n])
    s.market[s.market_n] = EMPTY
    s.bottom = min(s.bottom, s.market_n)
    return card


@rule
def add_card(cards: Any, card: Any) -> None:
    for k in range(cards.shape[0]):
        if cards[k] == EMPTY:
            cards[k] = card
            return


@rule
def item_type(card: Any) -> Any:
    return card // st.ITEM_COPIES


@rule
def gain_item(t: Any, s: Any, h: Any, card: Any) -> None:
    # SHG-15.6
    add_card(s.items[h], card)
    s.uses[card] = t.it_uses[item_type(card)]


@rule
def step_draw(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    h = np.int64(row[2])
    if row[3] <= 0 or s.market_n == 0:
        pop(s)
        return
    row[3] -= 1
    card = draw_market(s)
    gain_item(t, s, h, card)
    emit(log, e.E_FINDS, ALL, ALL, h, card, 0, 0)
    push(s, np.int64(st.F_LIMIT), h, np.int64(0), np.int64(0), np.int64(0))


@rule
def excess(t: Any, s: Any, h: Any) -> Any:
    """The cards of which one has to go, as a set of places; 0 where the limits are kept."""
    # SHG-27.1, SHG-27.2, SHG-27.3
    if s.weapon[h, 2] >= 0:
        return np.int64(0b111)
    if s.armour[h, 1] >= 0:
        return np.int64(0b11000)
    lasting = np.int64(0)
    every = np.int64(0)
    for k in range(st.ITEMS_HELD):
        card = np.int64(s.items[h, k])
        if card >= 0 and card < st.MARKET:
            every |= ONE << (5 + k)
            if t.it_keyword[item_type(card)] == w.PERMANENT:
                lasting |= ONE << (5 + k)
    if count(lasting) > 3:
        return lasting
    return every if count(every) > 5 else np.int64(0)


@rule
def put_back(t: Any, s: Any, h: Any, place: Any) -> None:
    # SHG-27.1, SHG-27.2, SHG-27.6
    if place < 3:
        s.box[take(s.weapon[h], place)] = 1
    elif place < 5:
        s.box[take(s.armour[h], place - 3)] = 1
        if place == 3:
            s.arm[h] = s.spare_arm[h]
        s.spare_arm[h] = 0
    else:
        card = take(s.items[h], place - 5)
        s.uses[card] = 0
        for k in range(s.market_n, 0, -1):
            s.market[k] = s.market[k - 1]
        s.market[0] = card
        s.market_n += 1
        s.bottom += 1


@rule
def step_limit(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    h = np.int64(row[2])
    if row[PC] == 1:
        put_back(t, s, h, np.int64(s.ans))
        forget_answer(s)
        row[PC] = 0
        return
    over = excess(t, s, h)
    if over == 0:
        pop(s)
        return
    row[PC] = 1
    ask(s, np.int64(d.P_LIMIT), player(s, h))
    s.cand[0] = over
    s.cand[1] = h


@rule
def to_market(s: Any, card: Any) -> None:
    # SHG-15.4, SHG-15.5
    s.uses[card] = 0
    s.market[s.market_n] = card
    s.market_n += 1
    s.bottom = 0
    shuffle(s.rng, np.int64(st.S_MARKET), s.market, np.int64(s.market_n))
