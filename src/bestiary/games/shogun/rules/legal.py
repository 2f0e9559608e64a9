"""The Shogun's Chosen: what may be answered, why not, and what an answer means."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..moves import A, Q, V
from ..state import HEROES, KAMI, SLOTS
from .answers import listing, meanings, refusals
from .frames import EFFECT, asked_hero
from .things import exchange
from .turn import skills


@rule
def why(t: Any, s: Any, action: Any) -> Any:
    verb = t.verb[action]
    a = t.arg[action, 0]
    b = t.arg[action, 1]
    return refusals.forbidden(t, s, verb, a, b)


@rule
def legal(t: Any, s: Any, out: Any) -> Any:
    n = 0
    phase = s.phase
    if s.over == 1:
        return n
    if phase == Q.ACT_MAIN:
        h = asked_hero(s)
        return listing.add_free(t, s, h, out, listing.add_acts(t, s, h, out, n))
    if phase == Q.MOVE_STEP:
        h = asked_hero(s)
        return listing.add_free(t, s, h, out, listing.add_moves(t, s, h, out, n))
    if phase >= Q.ATTACK_SKILL and phase <= Q.ATTACK_YINYANG:
        h = asked_hero(s)
        return listing.add_free(t, s, h, out, listing.add_attack(t, s, h, out, n))
    if phase == Q.KI_REROLL or phase == Q.EFFECT_KI:
        return listing.add_picks(s, asked_hero(s), out, n)
    if phase == Q.TRADE_GIVE:
        return listing.add_gifts(t, s, out, n)
    if phase == Q.INTERLUDE_MAIN:
        return listing.add_deals(t, s, out, n)
    if phase == Q.SHARE_MAIN:
        for h in range(HEROES):
            if exchange.can_equip(s, h):
                out[n] = A.EQUIP + h * 2 + 1
                n += 1
        n = listing.add_bits(s.cand[0], A.TRADE, out, n)
        out[n] = A.DONE
        return n + 1
    return listing.add_set(s, out, n)


@rule
def meaning(t: Any, s: Any, action: Any, out: Any) -> None:
    verb = t.verb[action]
    a = t.arg[action, 0]
    b = t.arg[action, 1]
    out.verb = verb
    out.see = ALL
    h = min(max(asked_hero(s), 0), HEROES - 1) if s.sp > 0 else 0
    if verb == V.TECHNIQUE or verb == V.SKILL:
        out.target = skills.skill_name(t, s, h, a) if a >= SLOTS or s.skill[h, a] >= 0 else EMPTY
        if out.target == EMPTY:
            out.number = a + 1
    elif verb == V.WITHDRAW_KI or verb == V.PICK_SLOT or verb == V.RAISE_KI:
        who = s.stack[s.sp - 1, EFFECT.AT_HAND] if verb == V.RAISE_KI and s.sp > 0 else h
        meanings.slot_meaning(s, min(max(who, 0), HEROES - 1), a, out)
    elif verb == V.PLACE_KI:
        meanings.slot_meaning(s, h, b, out)
        out.number = a + 1 if s.skill[h, b] >= 0 else 10 * (b + 1) + a + 1
    elif verb == V.SIDE:
        out.target = s.cand[a] if s.phase == Q.BUILD_SKILL or s.phase == Q.LEVEL_SKILL else a
    elif verb == V.OPTION:
        out.target = s.cand[1] + a if s.phase == Q.EVENT_CHOOSE or s.phase == Q.EFFECT_CHOOSE else a
    elif verb == V.PICK_SUPPLY:
        out.number = a + 1
    elif verb == V.ITEM:
        meanings.card_meaning(s.items[h, a], a, out)
    elif verb == V.EQUIP:
        out.target = a
        meanings.card_meaning(s.weapon[a, b], b, out)
    elif verb == V.TAKE_KAMI:
        out.target = a * KAMI + b
    elif verb >= V.GIVE_ITEM and verb <= V.GIVE_BLESSED:
        meanings.gift_meaning(s, verb, a, b, out)
    elif verb == V.DISCARD:
        who = h
        if a < 3:
            meanings.card_meaning(s.weapon[who, a], a, out)
        elif a < 5:
            meanings.card_meaning(s.armour[who, a - 3], a, out)
        else:
            meanings.card_meaning(s.items[who, a - 5], a, out)
    elif verb >= V.SELL_HEADS and verb <= V.DEVOTE:
        meanings.deal_meaning(t, s, verb, a, b, out)
    elif meanings.takes_target(verb):
        out.target = a
