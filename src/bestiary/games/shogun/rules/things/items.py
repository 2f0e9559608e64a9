"""The Shogun's Chosen: items, finds, limits and the market deck (chapters 15, 27)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.knowledge import take
from bestiary.core.record import EMPTY
from bestiary.core.rng import shuffle

from ...effects import KEYWORD, ON
from ...events import E
from ...moves import Q
from ...state import FRAME, ITEM_COPIES, ITEMS_HELD, MARKET, NOBODY, STREAM
from ..frames import DRAW, ITEM, ITEM_STEP, LIMIT, LIMIT_STEP, PC, pop, push, push_list
from ..questions import ask, count, forget_answer, player


@rule
def draw_market(s: Any) -> Any:
    """The top card of the market deck, or EMPTY."""
    if s.market_n == 0:
        return EMPTY
    s.market_n -= 1
    card = s.market[s.market_n]
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
    return card // ITEM_COPIES


@rule
def gain_item(t: Any, s: Any, h: Any, card: Any) -> None:
    # SHG-15.6
    add_card(s.items[h], card)
    s.uses[card] = t.it_uses[item_type(card)]


@rule
def step_draw(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    h = row[DRAW.HERO]
    if row[DRAW.LEFT] <= 0 or s.market_n == 0:
        pop(s)
        return
    row[DRAW.LEFT] -= 1
    card = draw_market(s)
    gain_item(t, s, h, card)
    emit(log, E.FINDS, ALL, ALL, h, card, 0, 0)
    push(s, FRAME.LIMIT, h, 0, 0, 0)


@rule
def excess(t: Any, s: Any, h: Any) -> Any:
    """The cards of which one has to go, as a set of places; 0 where the limits are kept."""
    # SHG-27.1, SHG-27.2, SHG-27.3
    if s.weapon[h, 2] >= 0:
        return 0b111
    if s.armour[h, 1] >= 0:
        return 0b11000
    lasting = 0
    every = 0
    for k in range(ITEMS_HELD):
        card = s.items[h, k]
        if card >= 0 and card < MARKET:
            every |= 1 << (5 + k)
            if t.it_keyword[item_type(card)] == KEYWORD.PERMANENT:
                lasting |= 1 << (5 + k)
    if count(lasting) > 3:
        return lasting
    return every if count(every) > 5 else 0


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
    h = row[LIMIT.HERO]
    if row[PC] == LIMIT_STEP.ANSWER:
        put_back(t, s, h, s.ans)
        forget_answer(s)
        row[PC] = LIMIT_STEP.ASK
        return
    over = excess(t, s, h)
    if over == 0:
        pop(s)
        return
    row[PC] = LIMIT_STEP.ANSWER
    ask(s, Q.LIMIT_DISCARD, player(s, h))
    s.cand[0] = over
    s.cand[1] = h


@rule
def to_market(s: Any, card: Any) -> None:
    # SHG-15.4, SHG-15.5
    s.uses[card] = 0
    s.market[s.market_n] = card
    s.market_n += 1
    s.bottom = 0
    shuffle(s.rng, STREAM.MARKET, s.market, s.market_n)


@rule
def step_item(t: Any, s: Any, log: Any) -> None:
    # SHG-15.1, SHG-15.2, SHG-15.4, SHG-15.5, SHG-15.7
    row = s.stack[s.sp - 1]
    h = row[ITEM.HERO]
    card = row[ITEM.CARD]
    sort = item_type(card)
    if row[PC] == ITEM_STEP.USE:
        row[PC] = ITEM_STEP.AFTER
        s.item_used[card] = 1
        emit(log, E.ITEM, ALL, ALL, h, card, 0, 0)
        push_list(s, t.it_list[sort], ON.USE, h, NOBODY, 0)
        return
    pop(s)
    spent = t.it_keyword[sort] == KEYWORD.CONSUMABLE
    if t.it_keyword[sort] == KEYWORD.USES:
        s.uses[card] -= 1
        spent = s.uses[card] <= 0
    if not spent:
        return
    for k in range(ITEMS_HELD):
        if s.items[h, k] == card:
            take(s.items[h], k)
            s.item_used[card] = 0
            to_market(s, card)
            return
