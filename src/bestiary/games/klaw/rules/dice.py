"""KLAW: how many dice, what they show, and what they count (chapters 11 and 12)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..events import DIE_BITS, E_COUNTS, E_ROLLS, E_WILD
from ..state import (
    DICE,
    FRENZIED,
    NO_CAP,
    NO_WILD,
    PLAIN_WILD,
    SHACKLED,
    WILD_ONE,
    WILD_SIX,
)
from ..vocabulary import (
    ALWAYS,
    ATTACK_POOL,
    DEFENCE_POOL,
    DO_AT_LEAST,
    DO_CHOOSE_DICE,
    DO_DICE,
    DO_ENEMY_DICE,
    DO_ENEMY_VALUE,
    DO_NO_WILD_ONE,
    DO_REROLL,
    DO_VALUE,
    DO_WILD_SIX_ON,
    FX_DO,
    FX_IF,
    FX_IF_K,
    FX_K,
    FX_M,
    FX_N,
    FX_ON,
    FX_POOL,
)
from .work import (
    ANY_POOL,
    COUNT,
    LEAST,
    SUM,
    always,
    at_work,
    enemy_of,
    fights,
    has,
    holds,
    name_of,
    places,
    roll_die,
)


@rule
def totem_dice(t: Any, s: Any, h: Any, pool: Any) -> Any:
    # KLW-1.7, KLW-1.8, KLW-3.9, KLW-3.12, KLW-14.22
    n = np.int64(0)
    for k in range(s.totem_n[h]):
        if s.dormant[h, k] > 0 or (s.rest[h, k] > 0 and fights(s, h)):
            continue
        kind = t.kind[s.totem[h, k]]
        n += t.attack[kind] if pool == ATTACK_POOL else t.defence[kind]
    return n


@rule
def pool_of(t: Any, s: Any, h: Any, pool: Any) -> Any:
    # KLW-1.13, KLW-1.14, KLW-3.20, KLW-11.1, KLW-20.15
    kind = t.kind[s.host[h]]
    n = totem_dice(t, s, h, pool)
    n += t.attack[kind] if pool == ATTACK_POOL else t.defence[kind]
    n += always(t, s, h, np.int64(DO_DICE), pool, np.int64(SUM))
    if fights(s, h):
        n += always(t, s, enemy_of(s, h), np.int64(DO_ENEMY_DICE), pool, np.int64(SUM))
    if s.mark[h, FRENZIED] > 0:
        n += 1 if pool == ATTACK_POOL else -1
    n = min(DICE, max(1, n))
    if pool == ATTACK_POOL and s.mark[h, SHACKLED] > 0:
        n = (n + 1) // 2
    return np.int64(n)


@rule
def chooses_dice(t: Any, s: Any, h: Any, pool: Any) -> Any:
    # KLW-11.2
    return always(t, s, h, np.int64(DO_CHOOSE_DICE), pool, np.int64(COUNT)) > 0


@rule
def lowest(s: Any, side: Any, n: Any, done: Any) -> Any:
    """The lowest die of a roll that is not marked as done."""
    best = -1
    for i in range(n):
        if (done >> i) & 1 == 0 and (best < 0 or s.die[side, i] < s.die[side, best]):
            best = i
    return np.int64(best)


@rule
def highest(s: Any, side: Any, n: Any, done: Any) -> Any:
    best = -1
    for i in range(n):
        if (done >> i) & 1 == 0 and (best < 0 or s.die[side, i] > s.die[side, best]):
            best = i
    return np.int64(best)


@rule
def change_dice(t: Any, s: Any, owner: Any, side: Any, pool: Any, operation: Any) -> None:
    # KLW-11.7: one step of the order, for the cards of one Host, on the dice of one side
    n = s.pool[side]
    for j in range(places(s, owner)):
        card = at_work(s, owner, np.int64(j))
        if card == EMPTY:
            continue
        kind = np.int64(t.kind[card])
        if (t.ops[kind] >> operation) & 1 == 0:
            continue
        for e in range(t.effects[kind]):
            fx = t.fx[kind, e]
            if fx[FX_ON] != ALWAYS or fx[FX_DO] != operation or fx[FX_POOL] != pool:
                continue
            if not holds(t, s, np.int64(fx[FX_IF]), np.int64(fx[FX_IF_K]), owner):
                continue
            change_roll(s, side, n, operation, np.int64(fx[FX_N]), np.int64(fx[FX_M]), np.int64(fx[FX_K]))


@rule
def change_roll(s: Any, side: Any, n: Any, operation: Any, add: Any, m: Any, k: Any) -> None:
    # KLW-11.6, KLW-11.8, KLW-12.6
    if operation == DO_AT_LEAST:
        for i in range(n):
            s.die[side, i] = max(np.int64(s.die[side, i]), add)
        return
    done = np.int64(0)
    ordinary = n - 1 if operation == DO_REROLL and n == DICE else n  # the Wild die is the last
    for _ in range(min(m, ordinary)):
        if operation == DO_ENEMY_VALUE:
            i = highest(s, side, ordinary, done)
            s.die[side, i] = max(1, s.die[side, i] - add)
        else:
            i = lowest(s, side, ordinary, done)
            if operation == DO_REROLL:
                if s.die[side, i] > k:
                    return
                s.die[side, i] = roll_die(s)
            else:
                s.die[side, i] += add
                if s.die[side, i] > DICE and s.opt.die_cap != NO_CAP:
                    s.die[side, i] = DICE
        done |= 1 << i


@rule
def digits(s: Any, side: Any) -> Any:
    """A roll as one number, the highest die first: for the story."""
    shown = np.int64(0)
    done = np.int64(0)
    for _ in range(s.pool[side]):
        i = highest(s, side, s.pool[side], done)
        done |= 1 << i
        shown = (shown << DIE_BITS) + s.die[side, i]
    return shown


@rule
def read_wild(t: Any, s: Any, h: Any, side: Any, log: Any) -> None:
    # KLW-12.1 to KLW-12.4, KLW-12.9
    s.wild[side] = NO_WILD
    if s.pool[side] < DICE:
        return
    value = np.int64(s.die[side, DICE - 1])
    six_on = always(t, s, h, np.int64(DO_WILD_SIX_ON), np.int64(ANY_POOL), np.int64(LEAST))
    s.wild[side] = PLAIN_WILD
    if value >= (six_on if six_on > 0 else DICE):
        s.wild[side] = WILD_SIX
    elif value == 1 and not has(t, s, h, np.int64(DO_NO_WILD_ONE)):
        s.wild[side] = WILD_ONE
    emit(log, E_WILD, ALL, ALL, name_of(s, h), value, np.int64(s.wild[side]), 0)
    if s.wild[side] == WILD_SIX or s.wild[side] == WILD_ONE:
        for i in range(DICE):
            s.die[side, i] = DICE if s.wild[side] == WILD_SIX else 1


@rule
def is_fixed(s: Any, side: Any) -> Any:
    # KLW-12.5
    return s.wild[side] == WILD_SIX or s.wild[side] == WILD_ONE


@rule
def roll_side(t: Any, s: Any, h: Any, side: Any, pool: Any) -> None:
    for i in range(s.pool[side]):
        s.die[side, i] = roll_die(s)
    change_dice(t, s, h, side, pool, np.int64(DO_REROLL))


@rule
def roll_dice(t: Any, s: Any, log: Any) -> None:
    # KLW-11.4, KLW-11.7
    side = np.int64(s.role)
    other = 1 - side
    attacker = np.int64(s.fighter[side])
    defender = np.int64(s.fighter[other])
    roll_side(t, s, attacker, side, np.int64(ATTACK_POOL))
    roll_side(t, s, defender, other, np.int64(DEFENCE_POOL))
    if log.on == 1:
        dice = digits(s, side)
        emit(log, E_ROLLS, ALL, ALL, name_of(s, attacker), dice, name_of(s, defender), digits(s, other))
    read_wild(t, s, attacker, side, log)
    read_wild(t, s, defender, other, log)
    settle(t, s, attacker, defender, side, np.int64(ATTACK_POOL), log)
    settle(t, s, defender, attacker, other, np.int64(DEFENCE_POOL), log)


@rule
def settle(t: Any, s: Any, h: Any, enemy: Any, side: Any, pool: Any, log: Any) -> None:
    # KLW-11.7, KLW-12.5
    if not is_fixed(s, side):
        rolled = digits(s, side) if log.on == 1 else np.int64(0)
        change_dice(t, s, h, side, pool, np.int64(DO_AT_LEAST))
        change_dice(t, s, h, side, pool, np.int64(DO_VALUE))
        change_dice(t, s, enemy, side, pool, np.int64(DO_ENEMY_VALUE))
        if log.on == 1 and digits(s, side) != rolled:
            emit(log, E_COUNTS, ALL, ALL, name_of(s, h), digits(s, side), 0, 0)
    for i in range(s.pool[side] - 1):  # KLW-11.9
        for j in range(i + 1, s.pool[side]):
            if s.die[side, j] > s.die[side, i]:
                held = s.die[side, i]
                s.die[side, i] = s.die[side, j]
                s.die[side, j] = held
