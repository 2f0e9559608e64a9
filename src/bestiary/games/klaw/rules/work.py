"""KLAW: what lies on a Host, what of it works, and what it adds up to (chapters 1, 3 and 21)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import below

from ..state import (
    ASLEEP,
    DEPTH,
    FIGHTING,
    FROZEN,
    HOSTS,
    ITEMS,
    LOADED,
    NOBODY,
    QUIET,
    ROLLS,
    SHORT,
    SLOTS,
    SQUAD,
    WORDS,
)
from ..vocabulary import (
    ALWAYS,
    DO_IMMUNE,
    FX_DO,
    FX_IF,
    FX_IF_K,
    FX_K,
    FX_N,
    FX_ON,
    FX_POOL,
    FX_TAGS,
    IF_ALLY,
    IF_EARLY,
    IF_ENEMY_LIFE,
    IF_ENEMY_TOTEMS,
    IF_HAND,
    IF_HITS,
    IF_LIFE,
    IF_NONE,
    IF_OPENING,
    IF_RESPONDER,
)

SUM, MOST, LEAST, TAGS, COUNT = range(5)  # how the always-working effects of a Host add up
ANY_POOL = -1


@rule
def ask(s: Any, phase: Any, seat: Any) -> None:
    s.phase = phase
    s.ask = seat
    s.actors = 1 << seat


@rule
def push(s: Any, kind: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> None:
    """Begins something that the rules then carry through step by step."""
    frame = s.task[s.tasks]
    frame[0] = kind
    frame[1] = 0
    frame[2] = a
    frame[3] = b
    frame[4] = c
    frame[5] = d
    frame[6] = e
    frame[7] = f
    s.tasks += 1


@rule
def pop(s: Any) -> None:
    """Ends what was begun last; nothing stale stays behind."""
    s.tasks -= 1
    for i in range(WORDS):
        s.task[s.tasks, i] = 0


@rule
def pop_all(s: Any) -> None:
    while s.tasks > 0:
        pop(s)
    for i in range(DEPTH):
        s.task[i, 0] = 0


@rule
def roll_die(s: Any) -> Any:
    """One die; a prepared position may foretell it."""
    if s.loaded_n > 0:
        value = np.int64(s.loaded[0])
        for i in range(LOADED - 1):
            s.loaded[i] = s.loaded[i + 1]
        s.loaded[LOADED - 1] = 0
        s.loaded_n -= 1
        return value
    return below(s.rng, ROLLS, np.int64(6)) + 1


# ---- Hosts ---------------------------------------------------------------------------------


@rule
def seat_of(h: Any) -> Any:
    return h // SLOTS


@rule
def name_of(s: Any, h: Any) -> Any:
    """The Host card that lies in a place."""
    return np.int64(s.host[h])


@rule
def hosts_of(s: Any, p: Any) -> Any:
    """How many Hosts a player has on the field."""
    n = 0
    for i in range(SLOTS):
        if s.host[p * SLOTS + i] != EMPTY:
            n += 1
    return np.int64(n)


@rule
def champion_of(s: Any, p: Any) -> Any:
    # KLW-7.1, KLW-20.10
    if s.opt.mode != SQUAD:
        if s.champion[p] == NOBODY:
            return np.int64(NOBODY)
        return np.int64(p * SLOTS + s.champion[p])
    best = NOBODY
    most = -1
    for i in range(SLOTS):
        h = p * SLOTS + i
        if s.host[h] != EMPTY and s.totem_n[h] > most:
            most = s.totem_n[h]
            best = h
    return np.int64(best)


@rule
def may_carry_totems(s: Any, h: Any) -> Any:
    # KLW-9.6, KLW-20.3
    return s.opt.mode == SQUAD or s.champion[h // SLOTS] == h % SLOTS


@rule
def items_on(s: Any, h: Any) -> Any:
    n = 0
    for i in range(ITEMS):
        if s.items[h, i] != EMPTY:
            n += 1
    return np.int64(n)


@rule
def carries(t: Any, s: Any, h: Any, kind: Any) -> Any:
    """Whether a Host carries a Totem of this kind."""
    for i in range(s.totem_n[h]):
        if t.kind[s.totem[h, i]] == kind:
            return True
    return False


@rule
def share_totem(t: Any, s: Any, h: Any, other: Any) -> Any:
    # KLW-10.3
    for i in range(s.totem_n[h]):
        if carries(t, s, other, np.int64(t.kind[s.totem[h, i]])):
            return True
    return False


@rule
def round_length(s: Any) -> Any:
    # KLW-3.2: such a marker is counted down once in every turn
    if s.opt.round_markers == SHORT:
        return np.int64(s.seats)
    return np.int64(s.seats + 1)


# ---- fights ----------------------------------------------------------------------------------


@rule
def fights(s: Any, h: Any) -> Any:
    return s.fight == FIGHTING and (s.fighter[0] == h or s.fighter[1] == h)


@rule
def side_of(s: Any, h: Any) -> Any:
    """0 for the Host that began the fight, 1 for the one that was attacked."""
    return np.int64(0 if s.fighter[0] == h else 1)


@rule
def enemy_of(s: Any, h: Any) -> Any:
    """The opposing Host of the fight, or NOBODY."""
    if s.fight == QUIET:
        return np.int64(NOBODY)
    return np.int64(s.fighter[1 - side_of(s, h)])


# ---- the cards of a Host, in the order in which they act ------------------------------------------


@rule
def places(s: Any, h: Any) -> Any:
    # KLW-21.2: the Talent, the Totems in the order they were attached, the Items by slot
    return np.int64(1 + s.totem_n[h] + ITEMS)


@rule
def at_work(s: Any, h: Any, j: Any) -> Any:
    # KLW-3.9, KLW-3.12, KLW-14.22, KLW-20.14, KLW-21.4
    if s.mark[h, ASLEEP] > 0:
        return np.int64(EMPTY)
    n = s.totem_n[h]
    if j == 0:
        return np.int64(s.host[h])
    if j <= n:
        if s.dormant[h, j - 1] > 0 or (s.rest[h, j - 1] > 0 and fights(s, h)):
            return np.int64(EMPTY)
        return np.int64(s.totem[h, j - 1])
    if s.mark[h, FROZEN] > 0:
        return np.int64(EMPTY)
    return np.int64(s.items[h, j - 1 - n])


@rule
def holds(t: Any, s: Any, condition: Any, k: Any, h: Any) -> Any:
    """Whether the condition of an effect of a card on this Host is met."""
    if condition == IF_NONE:
        return True
    if condition == IF_OPENING:
        return fights(s, h) and s.exchange == 1 and s.fighter[0] == h
    if condition == IF_EARLY:
        return fights(s, h) and s.exchange <= 2
    if condition == IF_RESPONDER:
        return fights(s, h) and s.fighter[1] == h
    if condition == IF_HITS:
        return s.dealt[side_of(s, h)] >= k
    if condition == IF_LIFE:
        return s.life[h] <= k
    if condition == IF_ENEMY_LIFE:
        return fights(s, h) and s.life[enemy_of(s, h)] <= k
    if condition == IF_ENEMY_TOTEMS:
        return fights(s, h) and s.totem_n[enemy_of(s, h)] >= k
    if condition == IF_ALLY:
        return hosts_of(s, seat_of(h)) > 1
    if condition == IF_HAND:
        return s.hand_n[seat_of(h)] <= k
    return roll_die(s) >= k  # by chance


@rule
def always(t: Any, s: Any, h: Any, operation: Any, pool: Any, how: Any) -> Any:
    """What the effects that work always add up to, for one operation."""
    total = np.int64(0)
    for j in range(places(s, h)):
        card = at_work(s, h, np.int64(j))
        if card == EMPTY:
            continue
        kind = np.int64(t.kind[card])
        if (t.ops[kind] >> operation) & 1 == 0:
            continue
        for e in range(t.effects[kind]):
            fx = t.fx[kind, e]
            if fx[FX_ON] != ALWAYS or fx[FX_DO] != operation:
                continue
            if pool != ANY_POOL and fx[FX_POOL] != pool:
                continue
            if not holds(t, s, np.int64(fx[FX_IF]), np.int64(fx[FX_IF_K]), h):
                continue
            if how == SUM:
                total += fx[FX_N]
            elif how == MOST:
                total = max(total, np.int64(fx[FX_K]))
            elif how == LEAST:
                total = np.int64(fx[FX_K]) if total == 0 else min(total, np.int64(fx[FX_K]))
            elif how == TAGS:
                total |= np.int64(fx[FX_TAGS])
            else:
                total += 1
    return total


@rule
def immunity(t: Any, s: Any, h: Any) -> Any:
    # KLW-8.22
    return always(t, s, h, np.int64(DO_IMMUNE), np.int64(ANY_POOL), np.int64(TAGS))


@rule
def has(t: Any, s: Any, h: Any, operation: Any) -> Any:
    """Whether a working card of the Host has this operation."""
    return always(t, s, h, operation, np.int64(ANY_POOL), np.int64(COUNT)) > 0


@rule
def all_totems(s: Any, p: Any) -> Any:
    """How many Totems the Hosts of a player carry."""
    n = 0
    for i in range(SLOTS):
        n += s.totem_n[p * SLOTS + i]
    return np.int64(n)


@rule
def next_host(s: Any, start: Any, k: Any) -> Any:
    """The k-th place of the field, clockwise from a seat and by slot."""
    return np.int64(((start + k // SLOTS) % s.seats) * SLOTS + k % SLOTS)


@rule
def all_places(s: Any) -> Any:
    return np.int64(min(HOSTS, s.seats * SLOTS))
