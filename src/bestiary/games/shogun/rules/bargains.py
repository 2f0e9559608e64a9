"""The Shogun's Chosen: what may be exchanged, bought and sold (chapters 14, 35)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule

from .. import decisions as d
from .. import state as st
from ..state import cite
from .trade import amount, market_price, one_or_all, repair_price, smith_card, smith_price, wear

PARTNER = cite("SHG-14.8")
NO_KARMA = cite("SHG-14.9")
NO_TOKENS = cite("SHG-14.10")
ONE_HAND = cite("SHG-14.12")
BUY = cite("SHG-35.3")
BUY_SMITH = cite("SHG-35.4")
SELL = cite("SHG-35.2")
REPAIR = cite("SHG-35.5")
DEVOTE = cite("SHG-35.6")
SHARE = cite("SHG-3.2")
NOT_HERE = cite("SHG-9.7")
OK = 0


@rule
def top(s: Any, k: Any) -> Any:
    """A slot of the frame that asks."""
    return np.int64(s.stack[s.sp - 1, k])


@rule
def no_gift(t: Any, s: Any, verb: Any, a: Any, b: Any) -> Any:
    """The rule that forbids a transfer, or 0."""
    # SHG-14.9, SHG-14.10, SHG-14.12
    if verb == d.V_DONE:
        return OK
    if verb < d.V_GIVE_ITEM or verb > d.V_GIVE_BLESSED:
        return NOT_HERE
    if verb == d.V_GIVE_KARMA:
        return NO_KARMA
    if verb == d.V_GIVE_BLESSED:
        return NO_TOKENS
    giver = top(s, np.int64(2) + a)
    taker = top(s, np.int64(3) - a)
    gave = s.gave[giver, taker]
    if verb == d.V_GIVE_COINS:
        if gave & 1:
            return ONE_HAND
        return OK if amount(np.int64(s.coins[giver]), b) > 0 else PARTNER
    if verb == d.V_GIVE_HEADS:
        if gave & 2:
            return ONE_HAND
        return OK if one_or_all(np.int64(s.heads[giver]), b) > 0 else PARTNER
    if verb == d.V_GIVE_BOSS_HEADS:
        if gave & 4:
            return ONE_HAND
        return OK if one_or_all(np.int64(s.boss[giver]), b) > 0 else PARTNER
    card = np.int64(-1)
    if verb == d.V_GIVE_ITEM:
        card = np.int64(s.items[giver, b])
    elif verb == d.V_GIVE_WEAPON:
        card = np.int64(s.weapon[giver, b])
    else:
        card = np.int64(s.armour[giver, 0])
    if card < 0:
        return PARTNER
    return ONE_HAND if s.traded[card] == 1 else OK


@rule
def no_deal(t: Any, s: Any, verb: Any, a: Any, b: Any) -> Any:
    """The rule that forbids an answer in the interlude, or 0."""
    if verb == d.V_DONE:
        return OK
    if verb == d.V_TRADE:
        return OK if (s.cand[0] >> a) & 1 else SHARE
    if a >= st.HEROES or s.status[a] == st.ABSENT:
        return SHARE
    if verb == d.V_SELL_HEADS:
        return OK if one_or_all(np.int64(s.heads[a]), b) > 0 else SELL
    if verb == d.V_SELL_BOSS_HEADS:
        return OK if one_or_all(np.int64(s.boss[a]), b) > 0 else SELL
    if verb == d.V_BUY_MARKET:
        card = np.int64(s.row[b])
        return OK if card >= 0 and market_price(t, s, a, card) <= s.coins[a] else BUY
    if verb == d.V_BUY_SMITH:
        card = smith_card(t, s, a, b)
        return OK if card >= 0 and smith_price(t, s, a, card) <= s.coins[a] else BUY_SMITH
    if verb == d.V_REPAIR:
        n = one_or_all(wear(t, s, a), b)
        return OK if n > 0 and repair_price(t, s, a, n) <= s.coins[a] else REPAIR
    if verb == d.V_DEVOTE:
        return OK if s.karma[a] >= 3 and s.affinity[a] < st.AFFINITY_CAP else DEVOTE
    return NOT_HERE
