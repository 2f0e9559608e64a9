"""The Shogun's Chosen: listing the legal answers."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ... import state as st
from ...effects import ATTACK, ATTR
from ...moves import A, Q, V
from ...state import STATUS
from ..fight import declare, dice
from ..figures import attribute, gait, in_terrain
from ..frames import PICK_KI, top
from ..ground import paths
from ..things import exchange, interlude
from ..turn import interact, skills, walking
from . import refusals


@rule
def add_bits(mask: Any, base: Any, out: Any, n: Any) -> Any:
    """Adds an action for every member of a set."""
    i = 0
    while mask:
        if mask & 1:
            out[n] = base + i
            n += 1
        mask >>= 1
        i += 1
    return n


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
        return n
    for v in range(1, 7):
        if s.supply[h, v] > 0:
            for slot in range(st.SLOTS):
                if skills.no_place(t, s, h, v, slot) == 0:
                    out[n] = A.PLACE_KI + (v - 1) * st.SLOTS + slot
                    n += 1
    if any_die(s, h) and s.withdrawn < attribute(t, s, h, ATTR.SPIRIT):
        for slot in range(st.SLOTS):
            if skills.no_withdraw(t, s, h, slot) == 0:
                out[n] = A.WITHDRAW_KI + slot
                n += 1
    here = s.sq[h]
    for k in range(9):
        q = here if k == 8 else paths.ahead(here, k)
        if q >= 0 and skills.no_head(t, s, h, q) == 0:
            out[n] = A.TAKE_HEAD + q
            n += 1
    if skills.no_mode(t, s, h) == 0:
        out[n] = A.KAMI_MODE
        n += 1
    return n


@rule
def add_acts(t: Any, s: Any, h: Any, out: Any, n: Any) -> Any:
    zero = 0
    out[n] = A.END
    n += 1
    if refusals.no_action(t, s, h, V.MOVE, zero) == 0:
        out[n] = A.MOVE
        n += 1
    if s.bonus > 0 and refusals.no_action(t, s, h, V.WALK, zero) == 0:
        out[n] = A.WALK
        n += 1
    n = add_walks(t, s, h, out, n)
    n = add_meetings(t, s, h, out, n)
    return add_paid(t, s, h, out, n)


@rule
def add_paid(t: Any, s: Any, h: Any, out: Any, n: Any) -> Any:
    """Actions that end a move under way: techniques, Ki dice, attacks, items."""
    zero = 0
    if s.ap[h] > 0:
        for k in range(st.TECHNIQUES):
            if refusals.no_action(t, s, h, V.TECHNIQUE, k) == 0:
                out[n] = A.TECHNIQUE + k
                n += 1
        if refusals.no_action(t, s, h, V.REROLL_KI, zero) == 0:
            out[n] = A.REROLL_KI
            n += 1
        n = add_attacks(t, s, h, out, n)
        for k in range(st.ITEMS_HELD):
            if s.items[h, k] == EMPTY:
                break
            if refusals.no_action(t, s, h, V.ITEM, k) == 0:
                out[n] = A.ITEM + k
                n += 1
    return n


@rule
def add_attacks(t: Any, s: Any, h: Any, out: Any, n: Any) -> Any:
    if refusals.no_attacks(t, s, h) != 0 or in_terrain(s, h):
        return n
    most = skills.longest(t, s, h, skills.weapon_range(t, s, h))
    quick = declare.no_kind(t, s, h, ATTACK.FAST) == 0
    heavy = declare.no_kind(t, s, h, ATTACK.STRONG) == 0
    for f in range(st.MINION0, st.CREATURES):
        if s.sq[f] < 0 or not skills.in_reach(t, s, h, f, most):
            continue
        if quick:
            out[n] = A.FAST + f
            n += 1
        if heavy:
            out[n] = A.STRONG + f
            n += 1
    return n


@rule
def add_walks(t: Any, s: Any, h: Any, out: Any, n: Any) -> Any:
    """Every square that can be walked to."""
    points = walking.walk_points(t, s, h)
    if points <= 0:
        return n
    how = gait(t, s, h)
    walking.spread_walk(t, s, h, points)
    for q in range(st.SQUARES):
        if s.dist[q] > 1 and walking.is_walk(t, s, h, how, q):
            out[n] = A.GO + q
            n += 1
    paths.forget_paths(s)
    return n


@rule
def add_moves(t: Any, s: Any, h: Any, out: Any, n: Any) -> Any:
    zero = 0
    how = gait(t, s, h)
    cost = walking.step_cost(t, s, h)
    points = walking.points_left(s)
    if points >= cost:
        for k in range(8):
            if walking.no_step_to(t, s, h, how, cost, points, k) == 0:
                out[n] = A.STEP + k
                n += 1
        n = add_walks(t, s, h, out, n)
    if refusals.no_move_verb(t, s, h, V.EXERT, zero) == 0:
        out[n] = A.EXERT
        n += 1
    if s.opt.interact_breaks_move == 0 and walking.may_stop(t, s, h, s.sq[h]):
        n = add_meetings(t, s, h, out, n)
    if refusals.no_move_verb(t, s, h, V.STOP, zero) == 0:
        out[n] = A.STOP
        n += 1
    if walking.may_go_over(t, s, h):
        out[n] = A.END
        n = add_paid(t, s, h, out, n + 1)
    return n


@rule
def add_meetings(t: Any, s: Any, h: Any, out: Any, n: Any) -> Any:
    if s.ap[h] < 1:
        return n
    for k in range(st.POINTS):
        if s.point[k] == 1 and interact.no_meeting(t, s, h, V.POINT, k) == 0:
            out[n] = A.POINT + k
            n += 1
    for k in range(st.DOORS):
        if s.door[k] == 1 and interact.no_meeting(t, s, h, V.DOOR, k) == 0:
            out[n] = A.DOOR + k
            n += 1
    for k in range(st.RESISTORS):
        if interact.no_meeting(t, s, h, V.RESISTOR, k) == 0:
            out[n] = A.RESISTOR + k
            n += 1
    for k in range(st.HEROES):
        if interact.no_meeting(t, s, h, V.PARTNER, k) == 0:
            out[n] = A.PARTNER + k
            n += 1
    if s.weapon[h, 1] >= 0:
        out[n] = A.WEAPONS
        n += 1
    return n


@rule
def add_attack(t: Any, s: Any, h: Any, out: Any, n: Any) -> Any:
    phase = s.phase
    if phase == Q.ATTACK_SKILL:
        n = add_bits(declare.attack_skills(t, s, h), A.SKILL, out, n)
        if declare.may_do_without(t, s, h):
            out[n] = A.NONE
            n += 1
    elif phase == Q.ATTACK_FOCUS or phase == Q.ATTACK_YINYANG:
        out[n] = A.YES
        out[n + 1] = A.NO
        n += 2
    elif phase == Q.ATTACK_SPREAD:
        n = add_bits(s.cand[0], A.TARGET, out, n)
        out[n] = A.DONE
        n += 1
    else:
        n = add_bits(dice.rerollable(s), A.DIE, out, n)
        out[n] = A.DONE
        n += 1
    return n


@rule
def add_gifts(t: Any, s: Any, out: Any, n: Any) -> Any:
    for a in range(2):
        g = a
        for k in range(st.ITEMS_HELD):
            if exchange.no_gift(t, s, V.GIVE_ITEM, g, k) == 0:
                out[n] = A.GIVE_ITEM + a * st.ITEMS_HELD + k
                n += 1
        for k in range(2):
            if exchange.no_gift(t, s, V.GIVE_WEAPON, g, k) == 0:
                out[n] = A.GIVE_WEAPON + a * 2 + k
                n += 1
        if exchange.no_gift(t, s, V.GIVE_ARMOUR, g, 0) == 0:
            out[n] = A.GIVE_ARMOUR + a
            n += 1
        for k in range(3):
            if exchange.no_gift(t, s, V.GIVE_COINS, g, k) == 0:
                out[n] = A.GIVE_COINS + a * 3 + k
                n += 1
        for k in range(2):
            if exchange.no_gift(t, s, V.GIVE_HEADS, g, k) == 0:
                out[n] = A.GIVE_HEADS + a * 2 + k
                n += 1
            if exchange.no_gift(t, s, V.GIVE_BOSS_HEADS, g, k) == 0:
                out[n] = A.GIVE_BOSS_HEADS + a * 2 + k
                n += 1
    out[n] = A.DONE
    return n + 1


@rule
def add_deals(t: Any, s: Any, out: Any, n: Any) -> Any:
    for h in range(st.HEROES):
        if s.status[h] == STATUS.ABSENT:
            continue
        g = h
        for k in range(2):
            j = k
            if interlude.no_deal(t, s, V.SELL_HEADS, g, j) == 0:
                out[n] = A.SELL_HEADS + h * 2 + k
                n += 1
            if interlude.no_deal(t, s, V.SELL_BOSS_HEADS, g, j) == 0:
                out[n] = A.SELL_BOSS_HEADS + h * 2 + k
                n += 1
            if interlude.no_deal(t, s, V.REPAIR, g, j) == 0:
                out[n] = A.REPAIR + h * 2 + k
                n += 1
        for k in range(st.MARKET_ROW):
            if interlude.no_deal(t, s, V.BUY_MARKET, g, k) == 0:
                out[n] = A.BUY_MARKET + h * st.MARKET_ROW + k
                n += 1
        for k in range(st.SMITH):
            if interlude.no_deal(t, s, V.BUY_SMITH, g, k) == 0:
                out[n] = A.BUY_SMITH + h * st.SMITH + k
                n += 1
        if interlude.no_deal(t, s, V.DEVOTE, g, 0) == 0:
            out[n] = A.DEVOTE + h
            n += 1
    n = add_bits(s.cand[0], A.TRADE, out, n)
    out[n] = A.DONE
    return n + 1


@rule
def add_picks(s: Any, h: Any, out: Any, n: Any) -> Any:
    for slot in range(st.SLOTS):
        if s.ki[h, slot] > 0:
            out[n] = A.PICK_SLOT + slot
            n += 1
    for v in range(1, 7):
        if s.supply[h, v] > 0:
            out[n] = A.PICK_SUPPLY + v - 1
            n += 1
    if s.exhausted[h] > 0:
        out[n] = A.PICK_EXHAUSTED
        n += 1
    if s.phase == Q.EFFECT_KI:
        out[n] = A.DONE
        n += 1
    elif top(s, PICK_KI.PICKED) > 0:
        out[n] = A.ROLL
        n += 1
    return n


@rule
def add_set(s: Any, out: Any, n: Any) -> Any:
    """The answers of a question that carries their set."""
    phase = s.phase
    mask = s.cand[0]
    if phase == Q.EFFECT_SQUARE or phase == Q.ENEMY_SQUARE or phase == Q.SPAWN_SQUARE:
        for i in range(st.WORDS):
            n = add_bits(s.cand[i], A.SQUARE + i * st.BITS, out, n)
        if s.may == 1:
            out[n] = A.NONE
            n += 1
        return n
    if phase == Q.BUILD_ATTRIBUTE or phase == Q.LEVEL_ATTRIBUTE:
        return add_bits(mask, A.RAISE, out, n)
    if phase == Q.END_ATTRIBUTE:
        return add_bits(mask, A.LOSE, out, n)
    if phase == Q.BUILD_SKILL or phase == Q.LEVEL_SKILL:
        return add_bits(3, A.SIDE, out, n)
    if phase == Q.PLACE_CHARACTER:
        return add_bits(mask, A.ARRIVE, out, n)
    if phase == Q.EVENT_CHOOSE or phase == Q.EFFECT_CHOOSE:
        return add_bits(mask, A.OPTION, out, n)
    if phase == Q.EVENT_KI:
        return add_bits(mask, A.RAISE_KI, out, n)
    if phase == Q.INIT_ORDER:
        return add_bits(mask, A.ORDER, out, n)
    if phase == Q.INIT_USE:
        n = add_bits(mask, A.USE_ON, out, n)
        out[n] = A.NO
        return n + 1
    if phase == Q.INIT_SWAP:
        n = add_bits(mask, A.SWAP, out, n)
        out[n] = A.NONE
        return n + 1
    if phase == Q.EFFECT_CURE:
        return add_bits(mask, A.CURE, out, n)
    if phase == Q.LIMIT_DISCARD:
        return add_bits(mask, A.DISCARD, out, n)
    if phase == Q.REACT_BLESS:
        out[0] = A.BLESS
        out[1] = A.ACCEPT
        return 2
    if phase == Q.REACT_COUNTER or phase == Q.REACT_KAMI:
        out[0] = A.YES
        out[1] = A.NO
        return 2
    if phase == Q.SPAWN_POINT:
        return add_bits(mask, A.SPAWN, out, n)
    if phase == Q.KAMI_CHANGE:
        for h in range(st.HEROES):
            if s.status[h] != STATUS.ABSENT and (s.cand[1] < 0 or s.cand[1] == h):
                n = add_bits(mask, A.TAKE_KAMI + h * st.KAMI, out, n)
        out[n] = A.NONE
        return n + 1
    return add_bits(mask, A.CHOOSE, out, n)
