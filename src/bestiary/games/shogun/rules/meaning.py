"""The Shogun's Chosen: what an answer means, in words for people and records."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from .. import decisions as d
from .. import state as st
from .bargains import top
from .choices import asked_hero
from .skills import skill_name
from .trade import amount, one_or_all, smith_card, wear


@rule
def takes_target(verb: Any) -> Any:
    if verb == d.V_RAISE or verb == d.V_LOSE or verb == d.V_TRADE or verb == d.V_ARRIVE:
        return True
    if verb == d.V_CHOOSE or verb == d.V_SQUARE or verb == d.V_SPAWN or verb == d.V_ORDER:
        return True
    if verb == d.V_USE_ON or verb == d.V_SWAP or verb == d.V_TAKE_HEAD or verb == d.V_STEP:
        return True
    if verb == d.V_TARGET or verb == d.V_DIE or verb == d.V_POINT or verb == d.V_DOOR:
        return True
    return verb == d.V_RESISTOR or verb == d.V_PARTNER or verb == d.V_CURE


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
    if s.phase != d.P_TRADE:
        out.target = a
        out.number = b
        return
    giver = top(s, np.int64(2) + a)
    out.target = giver
    if verb == d.V_GIVE_ITEM:
        card_meaning(np.int64(s.items[giver, b]), b, out)
    elif verb == d.V_GIVE_WEAPON:
        card_meaning(np.int64(s.weapon[giver, b]), b, out)
    elif verb == d.V_GIVE_ARMOUR:
        card_meaning(np.int64(s.armour[giver, 0]), b, out)
    elif verb == d.V_GIVE_COINS:
        out.number = amount(np.int64(s.coins[giver]), b)
    elif verb == d.V_GIVE_HEADS:
        out.number = one_or_all(np.int64(s.heads[giver]), b)
    elif verb == d.V_GIVE_BOSS_HEADS:
        out.number = one_or_all(np.int64(s.boss[giver]), b)


@rule
def deal_meaning(t: Any, s: Any, verb: Any, a: Any, b: Any, out: Any) -> None:
    out.target = a
    if verb == d.V_SELL_HEADS:
        out.number = one_or_all(np.int64(s.heads[a]), b)
    elif verb == d.V_SELL_BOSS_HEADS:
        out.number = one_or_all(np.int64(s.boss[a]), b)
    elif verb == d.V_REPAIR:
        out.number = one_or_all(wear(t, s, a), b)
    elif verb == d.V_BUY_MARKET:
        card_meaning(np.int64(s.row[b]), b, out)
    elif verb == d.V_BUY_SMITH:
        card = smith_card(t, s, a, b)
        card_meaning(card if card >= 0 else np.int64(t.smith[a, b]), b, out)


@rule
def meaning(t: Any, s: Any, action: Any, out: Any) -> None:
    verb = np.int64(t.verb[action])
    a = np.int64(t.arg[action, 0])
    b = np.int64(t.arg[action, 1])
    out.verb = verb
    out.see = ALL
    h = min(max(asked_hero(s), 0), st.HEROES - 1) if s.sp > 0 else np.int64(0)
    if verb == d.V_TECHNIQUE or verb == d.V_SKILL:
        out.target = skill_name(t, s, h, a) if a >= st.SLOTS or s.skill[h, a] >= 0 else EMPTY
        if out.target == EMPTY:
            out.number = a + 1
    elif verb == d.V_WITHDRAW_KI or verb == d.V_PICK_SLOT or verb == d.V_RAISE_KI:
        who = np.int64(s.stack[s.sp - 1, 4]) if verb == d.V_RAISE_KI and s.sp > 0 else h
        slot_meaning(s, min(max(who, 0), st.HEROES - 1), a, out)
    elif verb == d.V_PLACE_KI:
        slot_meaning(s, h, b, out)
        out.number = a + 1 if s.skill[h, b] >= 0 else 10 * (b + 1) + a + 1
    elif verb == d.V_SIDE:
        out.target = s.cand[a] if s.phase == d.P_BUILD_SKILL or s.phase == d.P_LEVEL_SKILL else a
    elif verb == d.V_OPTION:
        out.target = s.cand[1] + a if s.phase == d.P_EVENT_CHOOSE or s.phase == d.P_EFFECT_CHOOSE else a
    elif verb == d.V_PICK_SUPPLY:
        out.number = a + 1
    elif verb == d.V_ITEM:
        card_meaning(np.int64(s.items[h, a]), a, out)
    elif verb == d.V_EQUIP:
        out.target = a
        card_meaning(np.int64(s.weapon[a, b]), b, out)
    elif verb == d.V_TAKE_KAMI:
        out.target = a * st.KAMI + b
    elif verb >= d.V_GIVE_ITEM and verb <= d.V_GIVE_BLESSED:
        gift_meaning(s, verb, a, b, out)
    elif verb == d.V_DISCARD:
        who = h
        if a < 3:
            card_meaning(np.int64(s.weapon[who, a]), a, out)
        elif a < 5:
            card_meaning(np.int64(s.armour[who, a - 3]), a, out)
        else:
            card_meaning(np.int64(s.items[who, a - 5]), a, out)
    elif verb >= d.V_SELL_HEADS and verb <= d.V_DEVOTE:
        deal_meaning(t, s, verb, a, b, out)
    elif t.arg[action, 0] >= 0 and takes_target(verb):
        out.target = a
