"""The Shogun's Chosen: listing the legal answers, and what an answer means."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from .. import decisions as d
from .. import state as st
from .. import words as w
from .activation import points_left, step_cost
from .aiming import attack_skills, may_do_without, no_kind
from .bargains import no_deal, no_gift, top
from .base import attribute, gait
from .choices import asked_hero, no_action, no_move_verb, no_step_to
from .dice import rerollable
from .meetings import no_meeting
from .paths import ahead
from .skills import no_head, no_mode, no_place, no_withdraw, reaches
from .trade import can_equip


@rule
def add_bits(mask: Any, base: Any, out: Any, n: Any) -> Any:
    """Adds an action for every member of a set."""
    i = np.int64(0)
    while mask:
        if mask & 1:
            out[n] = base + i
            n += 1
        mask >>= 1
        i += 1
    return np.int64(n)


@rule
def any_die(s: Any, h: Any) -> Any:
    for slot in range(st.SLOTS):
        if s.ki[h, slot] > 0:
            return True
    return False


@rule
def add_free(t: Any, s: Any, h: Any, out: Any, n: Any) -> Any:
    # SHG-16.2
    if s.active != h:
        return np.int64(n)
    for v in range(1, 7):
        if s.supply[h, v] > 0:
            for slot in range(st.SLOTS):
                if no_place(t, s, h, np.int64(v), np.int64(slot)) == 0:
                    out[n] = d.A_PLACE_KI + (v - 1) * st.SLOTS + slot
                    n += 1
    if any_die(s, h) and s.withdrawn < attribute(t, s, h, np.int64(w.SPIRIT)):
        for slot in range(st.SLOTS):
            if no_withdraw(t, s, h, np.int64(slot)) == 0:
                out[n] = d.A_WITHDRAW_KI + slot
                n += 1
    here = np.int64(s.sq[h])
    for k in range(9):
        q = here if k == 8 else ahead(here, np.int64(k))
        if q >= 0 and no_head(t, s, h, q) == 0:
            out[n] = d.A_TAKE_HEAD + q
            n += 1
    if no_mode(t, s, h) == 0:
        out[n] = d.A_KAMI_MODE
        n += 1
    return np.int64(n)


@rule
def add_acts(t: Any, s: Any, h: Any, out: Any, n: Any) -> Any:
    zero = np.int64(0)
    out[n] = d.A_END
    n += 1
    if no_action(t, s, h, np.int64(d.V_MOVE), zero) == 0:
        out[n] = d.A_MOVE
        n += 1
    if s.bonus > 0 and no_action(t, s, h, np.int64(d.V_WALK), zero) == 0:
        out[n] = d.A_WALK
        n += 1
    if s.ap[h] > 0:
        for k in range(st.TECHNIQUES):
            if no_action(t, s, h, np.int64(d.V_TECHNIQUE), np.int64(k)) == 0:
                out[n] = d.A_TECHNIQUE + k
                n += 1
        if no_action(t, s, h, np.int64(d.V_REROLL_KI), zero) == 0:
            out[n] = d.A_REROLL_KI
            n += 1
        if no_action(t, s, h, np.int64(d.V_ATTACK), zero) == 0:
            out[n] = d.A_ATTACK
            n += 1
        if no_action(t, s, h, np.int64(d.V_INTERACT), zero) == 0:
            out[n] = d.A_INTERACT
            n += 1
        for k in range(st.ITEMS_HELD):
            if s.items[h, k] == EMPTY:
                break
            if no_action(t, s, h, np.int64(d.V_ITEM), np.int64(k)) == 0:
                out[n] = d.A_ITEM + k
                n += 1
    return np.int64(n)


@rule
def add_moves(t: Any, s: Any, h: Any, out: Any, n: Any) -> Any:
    zero = np.int64(0)
    how = gait(t, s, h)
    cost = step_cost(t, s, h)
    if points_left(s) >= cost:
        for k in range(8):
            if no_step_to(t, s, h, how, cost, np.int64(k)) == 0:
                out[n] = d.A_STEP + k
                n += 1
    if no_move_verb(t, s, h, np.int64(d.V_EXERT), zero) == 0:
        out[n] = d.A_EXERT
        n += 1
    if s.ap[h] > 0 and no_move_verb(t, s, h, np.int64(d.V_INTERACT), zero) == 0:
        out[n] = d.A_INTERACT
        n += 1
    if no_move_verb(t, s, h, np.int64(d.V_STOP), zero) == 0:
        out[n] = d.A_STOP
        n += 1
    return np.int64(n)


@rule
def add_meetings(t: Any, s: Any, h: Any, out: Any, n: Any) -> Any:
    for k in range(st.POINTS):
        if s.point[k] == 1 and no_meeting(t, s, h, np.int64(d.V_POINT), np.int64(k)) == 0:
            out[n] = d.A_POINT + k
            n += 1
    for k in range(st.DOORS):
        if s.door[k] == 1 and no_meeting(t, s, h, np.int64(d.V_DOOR), np.int64(k)) == 0:
            out[n] = d.A_DOOR + k
            n += 1
    for k in range(st.RESISTORS):
        if no_meeting(t, s, h, np.int64(d.V_RESISTOR), np.int64(k)) == 0:
            out[n] = d.A_RESISTOR + k
            n += 1
    for k in range(st.HEROES):
        if no_meeting(t, s, h, np.int64(d.V_PARTNER), np.int64(k)) == 0:
            out[n] = d.A_PARTNER + k
            n += 1
    if s.weapon[h, 1] >= 0:
        out[n] = d.A_WEAPONS
        n += 1
    out[n] = d.A_CANCEL
    return np.int64(n + 1)


@rule
def add_attack(t: Any, s: Any, h: Any, out: Any, n: Any) -> Any:
    phase = s.phase
    if phase == d.P_TARGET:
        for f in range(st.MINION0, st.CREATURES):
            if s.sq[f] >= 0 and reaches(t, s, h, np.int64(f)):
                out[n] = d.A_TARGET + f
                n += 1
        out[n] = d.A_CANCEL
        n += 1
    elif phase == d.P_KIND:
        if no_kind(t, s, h, np.int64(w.FAST)) == 0:
            out[n] = d.A_FAST
            n += 1
        if no_kind(t, s, h, np.int64(w.STRONG)) == 0:
            out[n] = d.A_STRONG
            n += 1
    elif phase == d.P_SKILL:
        n = add_bits(attack_skills(t, s, h), np.int64(d.A_SKILL), out, np.int64(n))
        if may_do_without(t, s, h):
            out[n] = d.A_NONE
            n += 1
    elif phase == d.P_FOCUS or phase == d.P_YINYANG:
        out[n] = d.A_YES
        out[n + 1] = d.A_NO
        n += 2
    elif phase == d.P_SPREAD:
        n = add_bits(np.int64(s.cand[0]), np.int64(d.A_TARGET), out, np.int64(n))
        out[n] = d.A_DONE
        n += 1
    else:
        n = add_bits(rerollable(s), np.int64(d.A_DIE), out, np.int64(n))
        out[n] = d.A_DONE
        n += 1
    return np.int64(n)


@rule
def add_gifts(t: Any, s: Any, out: Any, n: Any) -> Any:
    for a in range(2):
        g = np.int64(a)
        for k in range(st.ITEMS_HELD):
            if no_gift(t, s, np.int64(d.V_GIVE_ITEM), g, np.int64(k)) == 0:
                out[n] = d.A_GIVE_ITEM + a * st.ITEMS_HELD + k
                n += 1
        for k in range(2):
            if no_gift(t, s, np.int64(d.V_GIVE_WEAPON), g, np.int64(k)) == 0:
                out[n] = d.A_GIVE_WEAPON + a * 2 + k
                n += 1
        if no_gift(t, s, np.int64(d.V_GIVE_ARMOUR), g, np.int64(0)) == 0:
            out[n] = d.A_GIVE_ARMOUR + a
            n += 1
        for k in range(3):
            if no_gift(t, s, np.int64(d.V_GIVE_COINS), g, np.int64(k)) == 0:
                out[n] = d.A_GIVE_COINS + a * 3 + k
                n += 1
        for k in range(2):
            if no_gift(t, s, np.int64(d.V_GIVE_HEADS), g, np.int64(k)) == 0:
                out[n] = d.A_GIVE_HEADS + a * 2 + k
                n += 1
            if no_gift(t, s, np.int64(d.V_GIVE_BOSS_HEADS), g, np.int64(k)) == 0:
                out[n] = d.A_GIVE_BOSS_HEADS + a * 2 + k
                n += 1
    out[n] = d.A_DONE
    return np.int64(n + 1)


@rule
def add_deals(t: Any, s: Any, out: Any, n: Any) -> Any:
    for h in range(st.HEROES):
        if s.status[h] == st.ABSENT:
            continue
        g = np.int64(h)
        for k in range(2):
            j = np.int64(k)
            if no_deal(t, s, np.int64(d.V_SELL_HEADS), g, j) == 0:
                out[n] = d.A_SELL_HEADS + h * 2 + k
                n += 1
            if no_deal(t, s, np.int64(d.V_SELL_BOSS_HEADS), g, j) == 0:
                out[n] = d.A_SELL_BOSS_HEADS + h * 2 + k
                n += 1
            if no_deal(t, s, np.int64(d.V_REPAIR), g, j) == 0:
                out[n] = d.A_REPAIR + h * 2 + k
                n += 1
        for k in range(st.MARKET_ROW):
            if no_deal(t, s, np.int64(d.V_BUY_MARKET), g, np.int64(k)) == 0:
                out[n] = d.A_BUY_MARKET + h * st.MARKET_ROW + k
                n += 1
        for k in range(st.SMITH):
            if no_deal(t, s, np.int64(d.V_BUY_SMITH), g, np.int64(k)) == 0:
                out[n] = d.A_BUY_SMITH + h * st.SMITH + k
                n += 1
        if no_deal(t, s, np.int64(d.V_DEVOTE), g, np.int64(0)) == 0:
            out[n] = d.A_DEVOTE + h
            n += 1
    n = add_bits(np.int64(s.cand[0]), np.int64(d.A_TRADE), out, np.int64(n))
    out[n] = d.A_DONE
    return np.int64(n + 1)


@rule
def add_picks(s: Any, h: Any, out: Any, n: Any) -> Any:
    for slot in range(st.SLOTS):
        if s.ki[h, slot] > 0:
            out[n] = d.A_PICK_SLOT + slot
            n += 1
    for v in range(1, 7):
        if s.supply[h, v] > 0:
            out[n] = d.A_PICK_SUPPLY + v - 1
            n += 1
    if s.exhausted[h] > 0:
        out[n] = d.A_PICK_EXHAUSTED
        n += 1
    if s.phase == d.P_EFFECT_KI:
        out[n] = d.A_DONE
        n += 1
    elif top(s, np.int64(5)) > 0:
        out[n] = d.A_ROLL
        n += 1
    return np.int64(n)


@rule
def legal(t: Any, s: Any, out: Any) -> Any:
    n = np.int64(0)
    phase = s.phase
    if s.over == 1:
        return n
    if phase == d.P_ACT:
        h = asked_hero(s)
        return add_free(t, s, h, out, add_acts(t, s, h, out, n))
    if phase == d.P_MOVE:
        h = asked_hero(s)
        return add_free(t, s, h, out, add_moves(t, s, h, out, n))
    if phase >= d.P_TARGET and phase <= d.P_YINYANG:
        h = asked_hero(s)
        return add_free(t, s, h, out, add_attack(t, s, h, out, n))
    if phase == d.P_INTERACT:
        h = asked_hero(s)
        return add_free(t, s, h, out, add_meetings(t, s, h, out, n))
    if phase == d.P_KI_REROLL or phase == d.P_EFFECT_KI:
        return add_picks(s, asked_hero(s), out, n)
    if phase == d.P_TRADE:
        return add_gifts(t, s, out, n)
    if phase == d.P_INTERLUDE:
        return add_deals(t, s, out, n)
    if phase == d.P_SHARE:
        for h in range(st.HEROES):
            if can_equip(s, np.int64(h)):
                out[n] = d.A_EQUIP + h * 2 + 1
                n += 1
        n = add_bits(np.int64(s.cand[0]), np.int64(d.A_TRADE), out, n)
        out[n] = d.A_DONE
        return np.int64(n + 1)
    return add_set(s, out, n)


@rule
def add_set(s: Any, out: Any, n: Any) -> Any:
    """The answers of a question that carries their set."""
    phase = s.phase
    mask = np.int64(s.cand[0])
    if phase == d.P_EFFECT_SQUARE or phase == d.P_ENEMY_SQUARE or phase == d.P_SPAWN_SQUARE:
        for i in range(st.WORDS):
            n = add_bits(np.int64(s.cand[i]), np.int64(d.A_SQUARE + i * st.BITS), out, np.int64(n))
        if s.may == 1:
            out[n] = d.A_NONE
            n += 1
        return np.int64(n)
    if phase == d.P_BUILD_ATTRIBUTE or phase == d.P_LEVEL_ATTRIBUTE:
        return add_bits(mask, np.int64(d.A_RAISE), out, n)
    if phase == d.P_END_ATTRIBUTE:
        return add_bits(mask, np.int64(d.A_LOSE), out, n)
    if phase == d.P_BUILD_SKILL or phase == d.P_LEVEL_SKILL:
        return add_bits(np.int64(3), np.int64(d.A_SIDE), out, n)
    if phase == d.P_PLACE:
        return add_bits(mask, np.int64(d.A_ARRIVE), out, n)
    if phase == d.P_EVENT_CHOOSE or phase == d.P_EFFECT_CHOOSE:
        return add_bits(mask, np.int64(d.A_OPTION), out, n)
    if phase == d.P_EVENT_KI:
        return add_bits(mask, np.int64(d.A_RAISE_KI), out, n)
    if phase == d.P_ORDER:
        return add_bits(mask, np.int64(d.A_ORDER), out, n)
    if phase == d.P_USE:
        n = add_bits(mask, np.int64(d.A_USE_ON), out, n)
        out[n] = d.A_NO
        return np.int64(n + 1)
    if phase == d.P_SWAP:
        n = add_bits(mask, np.int64(d.A_SWAP), out, n)
        out[n] = d.A_NONE
        return np.int64(n + 1)
    if phase == d.P_CURE:
        return add_bits(mask, np.int64(d.A_CURE), out, n)
    if phase == d.P_LIMIT:
        return add_bits(mask, np.int64(d.A_DISCARD), out, n)
    if phase == d.P_BLESS:
        out[0] = d.A_BLESS
        out[1] = d.A_ACCEPT
        return np.int64(2)
    if phase == d.P_COUNTER or phase == d.P_KAMI_REACT:
        out[0] = d.A_YES
        out[1] = d.A_NO
        return np.int64(2)
    if phase == d.P_SPAWN_POINT:
        return add_bits(mask, np.int64(d.A_SPAWN), out, n)
    if phase == d.P_KAMI_CHANGE:
        for h in range(st.HEROES):
            if s.status[h] != st.ABSENT and (s.cand[1] < 0 or s.cand[1] == h):
                n = add_bits(mask, np.int64(d.A_TAKE_KAMI + h * st.KAMI), out, np.int64(n))
        out[n] = d.A_NONE
        return np.int64(n + 1)
    return add_bits(mask, np.int64(d.A_CHOOSE), out, n)
