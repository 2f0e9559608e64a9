"""The Shogun's Chosen: what an answer means, in words for people and records."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ...moves import Q, V
from ..frames import TRADE, top
from ..things import exchange, interlude


@rule
def takes_target(verb: Any) -> Any:
    if verb == V.RAISE or verb == V.LOSE or verb == V.TRADE or verb == V.ARRIVE:
        return True
    if verb == V.CHOOSE or verb == V.SQUARE or verb == V.SPAWN or verb == V.ORDER:
        return True
    if verb == V.USE_ON or verb == V.SWAP or verb == V.TAKE_HEAD or verb == V.STEP:
        return True
    if verb == V.TARGET or verb == V.DIE or verb == V.POINT or verb == V.DOOR:
        return True
    if verb == V.FAST or verb == V.STRONG or verb == V.GO:
        return True
    return verb == V.RESISTOR or verb == V.PARTNER or verb == V.CURE


@rule
def card_meaning(card: Any, place: Any, out: Any) -> None:
    """A card by its name; a place that holds none by its number."""
    if card >= 0:
        out.card = card
    else:
        out.number = place + 1


@rule
def slot_meaning(s: Any, h: Any, slot: Any, out: Any) -> None:
    if s.skill[h, slot] >= 0:
        out.target = s.skill[h, slot]
    else:
        out.number = slot + 1


@rule
def gift_meaning(s: Any, verb: Any, a: Any, b: Any, out: Any) -> None:
    if s.phase != Q.TRADE_GIVE:
        out.target = a
        out.number = b
        return
    giver = top(s, TRADE.ONE + a)
    out.target = giver
    if verb == V.GIVE_ITEM:
        card_meaning(s.items[giver, b], b, out)
    elif verb == V.GIVE_WEAPON:
        card_meaning(s.weapon[giver, b], b, out)
    elif verb == V.GIVE_ARMOUR:
        card_meaning(s.armour[giver, 0], b, out)
    elif verb == V.GIVE_COINS:
        out.number = exchange.amount(s.coins[giver], b)
    elif verb == V.GIVE_HEADS:
        out.number = exchange.one_or_all(s.heads[giver], b)
    elif verb == V.GIVE_BOSS_HEADS:
        out.number = exchange.one_or_all(s.boss[giver], b)


@rule
def deal_meaning(t: Any, s: Any, verb: Any, a: Any, b: Any, out: Any) -> None:
    out.target = a
    if verb == V.SELL_HEADS:
        out.number = exchange.one_or_all(s.heads[a], b)
    elif verb == V.SELL_BOSS_HEADS:
        out.number = exchange.one_or_all(s.boss[a], b)
    elif verb == V.REPAIR:
        out.number = exchange.one_or_all(interlude.wear(t, s, a), b)
    elif verb == V.BUY_MARKET:
        card_meaning(s.row[b], b, out)
    elif verb == V.BUY_SMITH:
        card = interlude.smith_card(t, s, a, b)
        card_meaning(card if card >= 0 else t.smith[a, b], b, out)
