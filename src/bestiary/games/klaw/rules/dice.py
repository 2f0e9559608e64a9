"""KLAW: how many dice, what they show, and what they count (chapters 11 and 12)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..effects import ANY_POOL, DO, FX, ON, POOL
from ..events import DIE_BITS, WILD, E
from ..state import DICE, IS, OPT
from .work import HOW, always, at_work, enemy_of, fights, has, holds, name_of, places, roll_die


@rule
def totem_dice(t: Any, s: Any, h: Any, pool: Any) -> Any:
    # KLW-1.7, KLW-1.8, KLW-3.9, KLW-3.12, KLW-14.22
    n = 0
    for k in range(s.totem_n[h]):
        if s.dormant[h, k] > 0 or (s.rest[h, k] > 0 and fights(s, h)):
            continue
        kind = t.kind[s.totem[h, k]]
        n += t.attack[kind] if pool == POOL.ATTACK else t.defence[kind]
    return n


@rule
def pool_of(t: Any, s: Any, h: Any, pool: Any) -> Any:
    # KLW-1.13, KLW-1.14, KLW-3.20, KLW-11.1, KLW-20.15
    kind = t.kind[s.host[h]]
    n = totem_dice(t, s, h, pool)
    n += t.attack[kind] if pool == POOL.ATTACK else t.defence[kind]
    n += always(t, s, h, DO.DICE, pool, HOW.SUM)
    if fights(s, h):
        n += always(t, s, enemy_of(s, h), DO.ENEMY_DICE, pool, HOW.SUM)
    if s.mark[h, IS.FRENZIED] > 0:
        n += 1 if pool == POOL.ATTACK else -1
    n = min(DICE, max(1, n))
    if pool == POOL.ATTACK and s.mark[h, IS.SHACKLED] > 0:
        n = (n + 1) // 2
    return n


@rule
def chooses_dice(t: Any, s: Any, h: Any, pool: Any) -> Any:
    # KLW-11.2
    return always(t, s, h, DO.CHOOSE_DICE, pool, HOW.COUNT) > 0


@rule
def lowest(s: Any, side: Any, n: Any, done: Any) -> Any:
    """The lowest die of a roll that is not marked as done."""
    best = -1
    for i in range(n):
        if (done >> i) & 1 == 0 and (best < 0 or s.die[side, i] < s.die[side, best]):
            best = i
    return best


@rule
def highest(s: Any, side: Any, n: Any, done: Any) -> Any:
    best = -1
    for i in range(n):
        if (done >> i) & 1 == 0 and (best < 0 or s.die[side, i] > s.die[side, best]):
            best = i
    return best


@rule
def change_dice(t: Any, s: Any, owner: Any, side: Any, pool: Any, operation: Any) -> None:
    # KLW-11.7: one step of the order, for the cards of one Host, on the dice of one side
    n = s.pool[side]
    for j in range(places(s, owner)):
        card = at_work(s, owner, j)
        if card == EMPTY:
            continue
        kind = t.kind[card]
        if (t.ops[kind] >> operation) & 1 == 0:
            continue
        for e in range(t.effects[kind]):
            fx = t.fx[kind, e]
            if fx[FX.ON] != ON.ALWAYS or fx[FX.DO] != operation or fx[FX.POOL] != pool:
                continue
            if not holds(t, s, fx[FX.IF], fx[FX.IF_K], owner):
                continue
            change_roll(s, side, n, operation, fx[FX.N], fx[FX.M], fx[FX.K])


@rule
def change_roll(s: Any, side: Any, n: Any, operation: Any, add: Any, m: Any, k: Any) -> None:
    # KLW-11.6, KLW-11.8, KLW-12.6
    if operation == DO.AT_LEAST:
        for i in range(n):
            s.die[side, i] = max(s.die[side, i], add)
        return
    done = 0
    ordinary = n - 1 if operation == DO.REROLL and n == DICE else n  # the Wild die is the last
    for _ in range(min(m, ordinary)):
        if operation == DO.ENEMY_VALUE:
            i = highest(s, side, ordinary, done)
            s.die[side, i] = max(1, s.die[side, i] - add)
        else:
            i = lowest(s, side, ordinary, done)
            if operation == DO.REROLL:
                if s.die[side, i] > k:
                    return
                s.die[side, i] = roll_die(s)
            else:
                s.die[side, i] += add
                if s.die[side, i] > DICE and s.opt.die_cap != OPT.DIE_CAP_NONE:
                    s.die[side, i] = DICE
        done |= 1 << i


@rule
def digits(s: Any, side: Any) -> Any:
    """A roll as one number, the highest die first: for the story."""
    shown = np.int64(0)  # interpreted, a sum of small dice would stay small
    done = 0
    for _ in range(s.pool[side]):
        i = highest(s, side, s.pool[side], done)
        done |= 1 << i
        shown = (shown << DIE_BITS) + s.die[side, i]
    return shown


@rule
def read_wild(t: Any, s: Any, h: Any, side: Any, log: Any) -> None:
    # KLW-12.1 to KLW-12.4, KLW-12.9
    s.wild[side] = WILD.NO_WILD_DIE
    if s.pool[side] < DICE:
        return
    value = s.die[side, DICE - 1]
    six_on = always(t, s, h, DO.WILD_SIX_ON, ANY_POOL, HOW.LEAST)
    s.wild[side] = WILD.AN_ORDINARY_DIE
    if value >= (six_on if six_on > 0 else DICE):
        s.wild[side] = WILD.EXCEPTIONAL_SUCCESS
    elif value == 1 and not has(t, s, h, DO.NO_WILD_ONE):
        s.wild[side] = WILD.CATASTROPHIC_FAILURE
    emit(log, E.WILD, ALL, ALL, name_of(s, h), value, s.wild[side], 0)
    if s.wild[side] == WILD.EXCEPTIONAL_SUCCESS or s.wild[side] == WILD.CATASTROPHIC_FAILURE:
        for i in range(DICE):
            s.die[side, i] = DICE if s.wild[side] == WILD.EXCEPTIONAL_SUCCESS else 1


@rule
def is_fixed(s: Any, side: Any) -> Any:
    # KLW-12.5
    return s.wild[side] == WILD.EXCEPTIONAL_SUCCESS or s.wild[side] == WILD.CATASTROPHIC_FAILURE


@rule
def roll_side(t: Any, s: Any, h: Any, side: Any, pool: Any) -> None:
    for i in range(s.pool[side]):
        s.die[side, i] = roll_die(s)
    change_dice(t, s, h, side, pool, DO.REROLL)


@rule
def roll_dice(t: Any, s: Any, log: Any) -> None:
    # KLW-11.4, KLW-11.7
    side = s.role
    other = 1 - side
    attacker = s.fighter[side]
    defender = s.fighter[other]
    roll_side(t, s, attacker, side, POOL.ATTACK)
    roll_side(t, s, defender, other, POOL.DEFENCE)
    if log.on == 1:
        dice = digits(s, side)
        emit(log, E.ROLLS, ALL, ALL, name_of(s, attacker), dice, name_of(s, defender), digits(s, other))
    read_wild(t, s, attacker, side, log)
    read_wild(t, s, defender, other, log)
    settle(t, s, attacker, defender, side, POOL.ATTACK, log)
    settle(t, s, defender, attacker, other, POOL.DEFENCE, log)


@rule
def settle(t: Any, s: Any, h: Any, enemy: Any, side: Any, pool: Any, log: Any) -> None:
    # KLW-11.7, KLW-12.5
    if not is_fixed(s, side):
        rolled = digits(s, side) if log.on == 1 else 0
        change_dice(t, s, h, side, pool, DO.AT_LEAST)
        change_dice(t, s, h, side, pool, DO.VALUE)
        change_dice(t, s, enemy, side, pool, DO.ENEMY_VALUE)
        if log.on == 1 and digits(s, side) != rolled:
            emit(log, E.COUNTS, ALL, ALL, name_of(s, h), digits(s, side), 0, 0)
    for i in range(s.pool[side] - 1):  # KLW-11.9
        for j in range(i + 1, s.pool[side]):
            if s.die[side, j] > s.die[side, i]:
                held = s.die[side, i]
                s.die[side, i] = s.die[side, j]
                s.die[side, j] = held
