"""The Shogun's Chosen: exchanges, the free exchange and the interlude (chapters 3, 14, 27, 35)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.knowledge import take
from bestiary.core.record import EMPTY
from bestiary.core.rng import shuffle

from .. import decisions as d
from .. import state as st
from .. import words as w
from .base import ONE, PC, armour_type, ask, everybody, forget_answer, player, pop, push
from .finds import add_card, draw_market, gain_item
from .operations import clip
from .rounds import pair_first, pair_second

COINS_GIVEN, HEADS_GIVEN, BOSS_GIVEN = 1, 2, 4
HEAD_PRICE, BOSS_PRICE, REPAIR_PRICE, DEVOTION = 10, 50, 5, 3
ROW_SIZE = 5


@rule
def forget_trades(s: Any) -> None:
    for card in range(st.ORACLE0):
        s.traded[card] = 0
    for a in range(st.HEROES):
        for b in range(st.HEROES):
            s.gave[a, b] = 0


@rule
def amount(n: Any, k: Any) -> Any:
    """What the k-th amount of coins means: 1, 5 or all; 0 where it would repeat another."""
    if k == 0:
        return np.int64(1) if n >= 1 else np.int64(0)
    if k == 1:
        return np.int64(5) if n >= 5 else np.int64(0)
    return np.int64(n) if n > 1 and n != 5 else np.int64(0)


@rule
def one_or_all(n: Any, k: Any) -> Any:
    if k == 0:
        return np.int64(1) if n >= 1 else np.int64(0)
    return np.int64(n) if n > 1 else np.int64(0)


@rule
def step_trade(t: Any, s: Any, log: Any) -> None:
    """Slots: 2 and 3 the two characters, 4 whether before a phase or in the interlude."""
    # SHG-14.8, SHG-14.11, SHG-14.12, SHG-14.14
    row = s.stack[s.sp - 1]
    if row[PC] == 0:
        row[PC] = 1
        one = np.int64(row[2])
        two = np.int64(row[3])
        ask(s, np.int64(d.P_TRADE), everybody(s) if row[4] == 1 else player(s, one) | player(s, two))
        return
    verb = s.verb
    a = np.int64(s.ans)
    b = np.int64(s.ans2)
    forget_answer(s)
    if verb == d.V_DONE:
        if row[4] == 0:
            forget_trades(s)
        pop(s)
        return
    row[PC] = 0
    giver = np.int64(row[2 + a])
    taker = np.int64(row[3 - a])
    if verb == d.V_GIVE_COINS:
        n = amount(np.int64(s.coins[giver]), b)
        s.coins[giver] -= n
        s.coins[taker] = clip(s.coins[taker] + n, st.COIN_CAP)
        s.gave[giver, taker] |= COINS_GIVEN
    elif verb == d.V_GIVE_HEADS:
        n = one_or_all(np.int64(s.heads[giver]), b)
        s.heads[giver] -= n
        s.heads[taker] = clip(s.heads[taker] + n, st.HEAD_CAP)
        s.gave[giver, taker] |= HEADS_GIVEN
    elif verb == d.V_GIVE_BOSS_HEADS:
        n = one_or_all(np.int64(s.boss[giver]), b)
        s.boss[giver] -= n
        s.boss[taker] = clip(s.boss[taker] + n, st.BOSS_CAP)
        s.gave[giver, taker] |= BOSS_GIVEN
    else:
        hand_over(s, giver, taker, verb, b)
        push(s, np.int64(st.F_LIMIT), taker, np.int64(0), np.int64(0), np.int64(0))


@rule
def hand_over(s: Any, giver: Any, taker: Any, verb: Any, b: Any) -> None:
    # SHG-27.4, SHG-27.5
    card = np.int64(EMPTY)
    if verb == d.V_GIVE_ITEM:
        card = take(s.items[giver], b)
        add_card(s.items[taker], card)
    elif verb == d.V_GIVE_WEAPON:
        card = take(s.weapon[giver], b)
        add_card(s.weapon[taker], card)
    else:
        card = take(s.armour[giver], np.int64(0))
        if s.armour[taker, 0] == EMPTY:
            s.arm[taker] = s.arm[giver]
        else:
            s.spare_arm[taker] = s.arm[giver]
        s.arm[giver] = 0
        add_card(s.armour[taker], card)
    s.traded[card] = 1


# ---- before the phase ----------------------------------------------------------------------------


@rule
def open_pairs(s: Any, closed: Any) -> Any:
    """The pairs of characters that can still exchange, as a set."""
    found = np.int64(0)
    for k in range(6):
        a = pair_first(np.int64(k))
        b = pair_second(np.int64(k))
        if s.status[a] != st.ABSENT and s.status[b] != st.ABSENT and not (closed >> k) & 1:
            found |= ONE << k
    return found


@rule
def can_equip(s: Any, h: Any) -> Any:
    return s.status[h] != st.ABSENT and s.weapon[h, 1] >= 0 and not (s.equipped >> h) & 1


@rule
def ask_share(s: Any) -> None:
    row = s.stack[s.sp - 1]
    row[PC] = 1
    ask(s, np.int64(d.P_SHARE), everybody(s))
    s.cand[0] = open_pairs(s, np.int64(row[3]))


@rule
def step_share(t: Any, s: Any, log: Any) -> None:
    """Slot 3: the pairs that have exchanged."""
    # SHG-3.2, SHG-3.9
    row = s.stack[s.sp - 1]
    if row[PC] == 0:
        ready = open_pairs(s, np.int64(row[3]))
        for h in range(st.HEROES):
            if can_equip(s, np.int64(h)):
                ready |= 64
        if ready:
            ask_share(s)
        else:
            end_share(s)
        return
    verb = s.verb
    a = np.int64(s.ans)
    forget_answer(s)
    row[PC] = 0
    if verb == d.V_TRADE:
        row[3] |= ONE << a
        push(s, np.int64(st.F_TRADE), pair_first(a), pair_second(a), np.int64(1), np.int64(0))
    elif verb == d.V_EQUIP:
        held = s.weapon[a, 0]
        s.weapon[a, 0] = s.weapon[a, 1]
        s.weapon[a, 1] = held
        s.equipped |= ONE << a
    else:
        end_share(s)


@rule
def end_share(s: Any) -> None:
    forget_trades(s)
    s.equipped = 0
    pop(s)


# ---- the interlude -------------------------------------------------------------------------------


@rule
def first_skill(t: Any, s: Any, h: Any, do: Any, what: Any) -> Any:
    """What the first Kami skill of a character adds in the interlude."""
    kami = s.kami[h]
    if kami < 0 or s.affinity[h] < t.kami_affinity[kami, 0]:
        return np.int64(0)
    effects = t.kami_list[kami, 0]
    total = np.int64(0)
    first = t.list_first[effects]
    for i in range(first, first + t.list_n[effects]):
        if t.fx_on[i] == w.ON_INTERLUDE and t.fx_do[i] == do and (what < 0 or t.fx_what[i] == what):
            total += t.fx_n[i]
    return total


@rule
def price(t: Any, s: Any, h: Any, what: Any, base: Any) -> Any:
    # SHG-35.7
    return base * (100 + first_skill(t, s, h, np.int64(w.DO_PRICE), what)) // 100


@rule
def market_price(t: Any, s: Any, h: Any, card: Any) -> Any:
    return price(t, s, h, np.int64(w.P_MARKET), np.int64(t.it_cost[card // st.ITEM_COPIES]))


@rule
def smith_card(t: Any, s: Any, h: Any, j: Any) -> Any:
    """A card of the j-th type of a character's pile that can be bought now, or EMPTY."""
    # SHG-3.7, SHG-33.12, SHG-35.4
    first = np.int64(t.smith[h, j])
    if first < 0 or smith_level(t, first) > s.level[h]:
        return np.int64(EMPTY)
    for card in range(first, first + st.SMITH_COPIES):
        if s.box[card] == 1:
            return np.int64(card)
    return np.int64(EMPTY)


@rule
def smith_level(t: Any, card: Any) -> Any:
    if card < st.ARMOUR0:
        return np.int64(t.w_level[(card - st.WEAPON0) // st.SMITH_COPIES])
    return np.int64(t.ar_level[(card - st.ARMOUR0) // st.SMITH_COPIES])


@rule
def smith_price(t: Any, s: Any, h: Any, card: Any) -> Any:
    base = np.int64(0)
    if card < st.ARMOUR0:
        base = np.int64(t.w_cost[(card - st.WEAPON0) // st.SMITH_COPIES])
    else:
        base = np.int64(t.ar_cost[(card - st.ARMOUR0) // st.SMITH_COPIES])
    return price(t, s, h, np.int64(w.P_SMITH), base)


@rule
def wear(t: Any, s: Any, h: Any) -> Any:
    """Armour points that could be repaired."""
    worn = armour_type(s, h)
    return max(0, t.ar_resistance[worn] - s.arm[h]) if worn >= 0 else np.int64(0)


@rule
def repair_price(t: Any, s: Any, h: Any, n: Any) -> Any:
    return price(t, s, h, np.int64(w.P_REPAIR), np.int64(REPAIR_PRICE * n))


@rule
def ask_interlude(s: Any) -> None:
    row = s.stack[s.sp - 1]
    row[PC] = 1
    ask(s, np.int64(d.P_INTERLUDE), everybody(s))
    s.cand[0] = open_pairs(s, np.int64(row[3]))


@rule
def step_interlude(t: Any, s: Any, log: Any) -> None:
    """Slot 3: the pairs that have exchanged."""
    # SHG-35.1 to SHG-35.6
    row = s.stack[s.sp - 1]
    if row[PC] == 0:
        ask_interlude(s)
        return
    verb = s.verb
    h = np.int64(s.ans)
    b = np.int64(s.ans2)
    forget_answer(s)
    row[PC] = 0
    if verb == d.V_SELL_HEADS:
        n = one_or_all(np.int64(s.heads[h]), b)
        s.heads[h] -= n
        s.coins[h] = clip(s.coins[h] + price(t, s, h, np.int64(w.P_HEADS), HEAD_PRICE * n), st.COIN_CAP)
    elif verb == d.V_SELL_BOSS_HEADS:
        n = one_or_all(np.int64(s.boss[h]), b)
        s.boss[h] -= n
        s.coins[h] = clip(s.coins[h] + price(t, s, h, np.int64(w.P_HEADS), BOSS_PRICE * n), st.COIN_CAP)
    elif verb == d.V_BUY_MARKET:
        card = np.int64(s.row[b])
        s.coins[h] -= market_price(t, s, h, card)
        take(s.row, b)
        gain_item(t, s, h, card)
        push(s, np.int64(st.F_LIMIT), h, np.int64(0), np.int64(0), np.int64(0))
    elif verb == d.V_BUY_SMITH:
        buy_smith(t, s, h, smith_card(t, s, h, b))
    elif verb == d.V_REPAIR:
        n = one_or_all(wear(t, s, h), b)
        s.coins[h] -= repair_price(t, s, h, n)
        s.arm[h] += n
    elif verb == d.V_DEVOTE:
        s.karma[h] -= DEVOTION
        s.affinity[h] += 1
    elif verb == d.V_TRADE:
        row[3] |= ONE << h
        push(s, np.int64(st.F_TRADE), pair_first(h), pair_second(h), np.int64(1), np.int64(0))
    else:
        clear_market(s)
        forget_trades(s)
        pop(s)


@rule
def lay_market(t: Any, s: Any) -> None:
    # SHG-35.3
    n = np.int64(ROW_SIZE)
    nothing = np.int64(st.NOBODY)
    for h in range(st.HEROES):
        if s.status[h] == st.ABSENT:
            continue
        g = np.int64(h)
        n += first_skill(t, s, g, np.int64(w.DO_OFFER), nothing)
        s.coins[h] = clip(s.coins[h] + first_skill(t, s, g, np.int64(w.DO_COINS), nothing), st.COIN_CAP)
        s.karma[h] = clip(s.karma[h] + first_skill(t, s, g, np.int64(w.DO_KARMA), nothing), st.KARMA_CAP)
    for k in range(st.MARKET_ROW):
        if k < n:
            s.row[k] = draw_market(s)


@rule
def clear_market(s: Any) -> None:
    for k in range(st.MARKET_ROW):
        if s.row[k] >= 0:
            s.market[s.market_n] = s.row[k]
            s.market_n += 1
            s.row[k] = EMPTY
    s.bottom = 0
    shuffle(s.rng, np.int64(st.S_MARKET), s.market, np.int64(s.market_n))


@rule
def buy_smith(t: Any, s: Any, h: Any, card: Any) -> None:
    # SHG-35.4, SHG-27.5
    s.coins[h] -= smith_price(t, s, h, card)
    s.box[card] = 0
    if card < st.ARMOUR0:
        add_card(s.weapon[h], card)
        push(s, np.int64(st.F_LIMIT), h, np.int64(0), np.int64(0), np.int64(0))
        return
    if s.armour[h, 0] >= 0:
        s.box[s.armour[h, 0]] = 1
    s.armour[h, 0] = card
    s.arm[h] = t.ar_resistance[(card - st.ARMOUR0) // st.SMITH_COPIES]
