"""The Shogun's Chosen: the interlude: market, smith, repairs, devotion (chapters 27, 35)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.knowledge import take
from bestiary.core.record import EMPTY
from bestiary.core.rng import shuffle

from ... import state as st
from ...effects import DO, ON, PRICE
from ...moves import Q, V
from ...state import FRAME, STATUS, STREAM
from ..effects import operations
from ..figures import armour_type
from ..frames import INTERLUDE, INTERLUDE_STEP, PC, pop, push
from ..questions import ask, everybody, forget_answer
from ..turn import rounds
from . import exchange, items
from .exchange import OK

BUY = st.cite("SHG-35.3")
BUY_SMITH = st.cite("SHG-35.4")
SELL = st.cite("SHG-35.2")
REPAIR = st.cite("SHG-35.5")
DEVOTE = st.cite("SHG-35.6")
SHARE = st.cite("SHG-3.2")
HEAD_PRICE, BOSS_PRICE, REPAIR_PRICE, DEVOTION = 10, 50, 5, 3
ROW_SIZE = 5


@rule
def no_deal(t: Any, s: Any, verb: Any, a: Any, b: Any) -> Any:
    """The rule that forbids an answer in the interlude, or 0."""
    if verb == V.DONE:
        return OK
    if verb == V.TRADE:
        return OK if (s.cand[0] >> a) & 1 else SHARE
    if a >= st.HEROES or s.status[a] == STATUS.ABSENT:
        return SHARE
    if verb == V.SELL_HEADS:
        return OK if exchange.one_or_all(s.heads[a], b) > 0 else SELL
    if verb == V.SELL_BOSS_HEADS:
        return OK if exchange.one_or_all(s.boss[a], b) > 0 else SELL
    if verb == V.BUY_MARKET:
        card = s.row[b]
        return OK if card >= 0 and market_price(t, s, a, card) <= s.coins[a] else BUY
    if verb == V.BUY_SMITH:
        card = smith_card(t, s, a, b)
        return OK if card >= 0 and smith_price(t, s, a, card) <= s.coins[a] else BUY_SMITH
    if verb == V.REPAIR:
        n = exchange.one_or_all(wear(t, s, a), b)
        return OK if n > 0 and repair_price(t, s, a, n) <= s.coins[a] else REPAIR
    if verb == V.DEVOTE:
        return OK if s.karma[a] >= DEVOTION and s.affinity[a] < st.AFFINITY_CAP else DEVOTE
    return exchange.NOT_HERE


@rule
def first_skill(t: Any, s: Any, h: Any, do: Any, what: Any) -> Any:
    """What the first Kami skill of a character adds in the interlude."""
    kami = s.kami[h]
    if kami < 0 or s.affinity[h] < t.kami_affinity[kami, 0]:
        return 0
    effects = t.kami_list[kami, 0]
    total = 0
    first = t.list_first[effects]
    for i in range(first, first + t.list_n[effects]):
        if t.fx_on[i] == ON.INTERLUDE and t.fx_do[i] == do and (what < 0 or t.fx_what[i] == what):
            total += t.fx_n[i]
    return total


@rule
def price(t: Any, s: Any, h: Any, what: Any, base: Any) -> Any:
    # SHG-35.7
    return base * (100 + first_skill(t, s, h, DO.PRICE, what)) // 100


@rule
def market_price(t: Any, s: Any, h: Any, card: Any) -> Any:
    return price(t, s, h, PRICE.MARKET, t.it_cost[card // st.ITEM_COPIES])


@rule
def smith_card(t: Any, s: Any, h: Any, j: Any) -> Any:
    """A card of the j-th type of a character's pile that can be bought now, or EMPTY."""
    # SHG-3.7, SHG-33.12, SHG-35.4
    first = t.smith[h, j]
    if first < 0 or smith_level(t, first) > s.level[h]:
        return EMPTY
    for card in range(first, first + st.SMITH_COPIES):
        if s.box[card] == 1:
            return card
    return EMPTY


@rule
def smith_level(t: Any, card: Any) -> Any:
    if card < st.ARMOUR0:
        return t.w_level[(card - st.WEAPON0) // st.SMITH_COPIES]
    return t.ar_level[(card - st.ARMOUR0) // st.SMITH_COPIES]


@rule
def smith_price(t: Any, s: Any, h: Any, card: Any) -> Any:
    base = 0
    if card < st.ARMOUR0:
        base = t.w_cost[(card - st.WEAPON0) // st.SMITH_COPIES]
    else:
        base = t.ar_cost[(card - st.ARMOUR0) // st.SMITH_COPIES]
    return price(t, s, h, PRICE.SMITH, base)


@rule
def wear(t: Any, s: Any, h: Any) -> Any:
    """Armour points that could be repaired."""
    worn = armour_type(s, h)
    return max(0, t.ar_resistance[worn] - s.arm[h]) if worn >= 0 else 0


@rule
def repair_price(t: Any, s: Any, h: Any, n: Any) -> Any:
    return price(t, s, h, PRICE.REPAIR, REPAIR_PRICE * n)


@rule
def ask_interlude(s: Any) -> None:
    row = s.stack[s.sp - 1]
    row[PC] = INTERLUDE_STEP.ANSWER
    ask(s, Q.INTERLUDE_MAIN, everybody(s))
    s.cand[0] = exchange.open_pairs(s, row[INTERLUDE.PAIRS])


@rule
def step_interlude(t: Any, s: Any, log: Any) -> None:
    """Slot 3: the pairs that have exchanged."""
    # SHG-35.1 to SHG-35.6
    row = s.stack[s.sp - 1]
    if row[PC] == INTERLUDE_STEP.ASK:
        ask_interlude(s)
        return
    verb = s.verb
    h = s.ans
    b = s.ans2
    forget_answer(s)
    row[PC] = INTERLUDE_STEP.ASK
    if verb == V.SELL_HEADS:
        n = exchange.one_or_all(s.heads[h], b)
        s.heads[h] -= n
        s.coins[h] = operations.clip(s.coins[h] + price(t, s, h, PRICE.HEADS, HEAD_PRICE * n), st.COIN_CAP)
    elif verb == V.SELL_BOSS_HEADS:
        n = exchange.one_or_all(s.boss[h], b)
        s.boss[h] -= n
        s.coins[h] = operations.clip(s.coins[h] + price(t, s, h, PRICE.HEADS, BOSS_PRICE * n), st.COIN_CAP)
    elif verb == V.BUY_MARKET:
        card = s.row[b]
        s.coins[h] -= market_price(t, s, h, card)
        take(s.row, b)
        items.gain_item(t, s, h, card)
        push(s, FRAME.LIMIT, h, 0, 0, 0)
    elif verb == V.BUY_SMITH:
        buy_smith(t, s, h, smith_card(t, s, h, b))
    elif verb == V.REPAIR:
        n = exchange.one_or_all(wear(t, s, h), b)
        s.coins[h] -= repair_price(t, s, h, n)
        s.arm[h] += n
    elif verb == V.DEVOTE:
        s.karma[h] -= DEVOTION
        s.affinity[h] += 1
    elif verb == V.TRADE:
        row[INTERLUDE.PAIRS] |= 1 << h
        push(s, FRAME.TRADE, rounds.pair_first(h), rounds.pair_second(h), 1, 0)
    else:
        clear_market(s)
        exchange.forget_trades(s)
        pop(s)


@rule
def lay_market(t: Any, s: Any) -> None:
    # SHG-35.3
    n = ROW_SIZE
    nothing = st.NOBODY
    for h in range(st.HEROES):
        if s.status[h] == STATUS.ABSENT:
            continue
        g = h
        n += first_skill(t, s, g, DO.OFFER, nothing)
        s.coins[h] = operations.clip(s.coins[h] + first_skill(t, s, g, DO.COINS, nothing), st.COIN_CAP)
        s.karma[h] = operations.clip(s.karma[h] + first_skill(t, s, g, DO.KARMA, nothing), st.KARMA_CAP)
    for k in range(st.MARKET_ROW):
        if k < n:
            s.row[k] = items.draw_market(s)


@rule
def clear_market(s: Any) -> None:
    for k in range(st.MARKET_ROW):
        if s.row[k] >= 0:
            s.market[s.market_n] = s.row[k]
            s.market_n += 1
            s.row[k] = EMPTY
    s.bottom = 0
    shuffle(s.rng, STREAM.MARKET, s.market, s.market_n)


@rule
def buy_smith(t: Any, s: Any, h: Any, card: Any) -> None:
    # SHG-35.4, SHG-27.5
    s.coins[h] -= smith_price(t, s, h, card)
    s.box[card] = 0
    if card < st.ARMOUR0:
        items.add_card(s.weapon[h], card)
        push(s, FRAME.LIMIT, h, 0, 0, 0)
        return
    if s.armour[h, 0] >= 0:
        s.box[s.armour[h, 0]] = 1
    s.armour[h, 0] = card
    s.arm[h] = t.ar_resistance[(card - st.ARMOUR0) // st.SMITH_COPIES]
