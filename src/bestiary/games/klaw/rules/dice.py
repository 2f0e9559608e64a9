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
            if operation == DO.VALUE and s.opt.bonus_dice == OPT.BONUS_DICE_BEST:
                place_bonus(t, s, side, fx[FX.N], min(n, fx[FX.M]))
            else:
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
                s.die[side, i] = raised(s, s.die[side, i], add)
        done |= 1 << i


@rule
def raised(s: Any, value: Any, add: Any) -> Any:
    # KLW-11.8
    if value + add > DICE and s.opt.die_cap != OPT.DIE_CAP_NONE:
        return max(value, DICE)
    return value + add


# ---- where a bonus does most (KLW-11.6) ------------------------------------------------------------


@rule
def order(s: Any, side: Any) -> None:
    # KLW-11.9: the highest die first
    for i in range(s.pool[side] - 1):
        for j in range(i + 1, s.pool[side]):
            if s.die[side, j] > s.die[side, i]:
                held = s.die[side, i]
                s.die[side, i] = s.die[side, j]
                s.die[side, j] = held


@rule
def wins_ties(t: Any, s: Any, side: Any) -> Any:
    pool = POOL.ATTACK if side == s.role else POOL.DEFENCE
    return always(t, s, s.fighter[side], DO.WIN_TIES, pool, HOW.COUNT) > 0


@rule
def tie_edge(t: Any, s: Any, side: Any) -> Any:
    # KLW-11.19: 1 where this side wins ties, -1 where the other one does
    edge = 0
    if wins_ties(t, s, side):
        edge += 1
    if wins_ties(t, s, 1 - side):
        edge -= 1
    return edge


@rule
def only_blocks(s: Any, side: Any) -> Any:
    # KLW-3.9
    return s.mark[s.fighter[side], IS.ASLEEP] > 0 and s.opt.sleepers == OPT.SLEEPERS_BLOCK


@rule
def bits(mask: Any) -> Any:
    n = 0
    while mask > 0:
        n += mask & 1
        mask >>= 1
    return n


@rule
def next_in(mask: Any, i: Any, n: Any, wanted: Any) -> Any:
    """The first die from i on that is raised, or that is not."""
    while i < n and (mask >> i) & 1 != wanted:
        i += 1
    return i


@rule
def worth_of_placing(s: Any, side: Any, mask: Any, add: Any, edge: Any) -> Any:
    """Hits dealt, then hits not taken, if these of the ordered dice were raised."""
    other = 1 - side
    n = s.pool[side]
    counted = not only_blocks(s, other)
    worth = 0
    high = next_in(mask, 0, n, 1)
    plain = next_in(mask, 0, n, 0)
    for i in range(min(n, s.pool[other])):
        if plain == n or (high < n and raised(s, s.die[side, high], add) >= s.die[side, plain]):
            value = raised(s, s.die[side, high], add)
            high = next_in(mask, high + 1, n, 1)
        else:
            value = s.die[side, plain]
            plain = next_in(mask, plain + 1, n, 0)
        ahead = 2 * (value - s.die[other, i]) + edge
        if ahead > 0:
            worth += DICE + 1
        elif ahead < 0 and counted:
            worth -= 1
    return worth


@rule
def place_bonus(t: Any, s: Any, side: Any, add: Any, m: Any) -> None:
    # KLW-11.6: both rolls are ordered, so the highest number is the mask of the lowest dice
    n = s.pool[side]
    chosen = (1 << n) - 1
    if m < n:
        edge = tie_edge(t, s, side)
        best = -(1 << DICE)
        for mask in range((1 << n) - 1, 0, -1):
            if bits(mask) == m:
                worth = worth_of_placing(s, side, mask, add, edge)
                if worth > best:
                    best = worth
                    chosen = mask
    for i in range(n):
        if (chosen >> i) & 1:
            s.die[side, i] = raised(s, s.die[side, i], add)
    order(s, side)


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
    order(s, side)
    order(s, other)
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
    order(s, side)
