"""The Shogun's Chosen: zones, arrivals, spawning, malice and finds (chapters 4, 5, 7, 15, 27, 29)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import below, shuffle

from .. import decisions as d
from .. import events as e
from .. import state as st
from .. import words as w
from .base import (
    ONE,
    PC,
    ask,
    ask_square,
    card_of,
    count,
    everybody,
    forget_answer,
    lowest,
    pop,
    push_list,
    zone_of,
)
from .ground import add_oracle, ground_free, nearest_free
from .harm import discard_ai, lift, put, remove_resistor, take_off

# ---- enemies enter -------------------------------------------------------------------------------


@rule
def free_slot(t: Any, s: Any, kind: Any) -> Any:
    # SHG-5.2, SHG-1.6, SHG-29.3
    first = t.k_first[kind]
    for f in range(first, first + t.k_count[kind]):
        if s.sq[f] < 0:
            return np.int64(f)
    return np.int64(st.NOBODY)


@rule
def enter(t: Any, s: Any, kind: Any, q: Any, plus: Any, log: Any) -> Any:
    """A new enemy stands on a square; returns its number, or NOBODY without a miniature."""
    # SHG-5.1, SHG-5.3, SHG-5.4, SHG-5.7, SHG-5.9, SHG-34.7
    if plus:
        s.upgraded |= ONE << kind
    f = free_slot(t, s, kind)
    if f < 0:
        return f
    s.plus[f] = (s.upgraded >> kind) & 1 if kind < st.KIND_SERVANT else 0
    health = np.int64(t.b_health[kind, s.plus[f], s.party - 1])
    top = np.int64(1)
    for h in range(st.HEROES):
        if s.status[h] != st.ABSENT:
            top = max(top, s.level[h])
    health += t.b_per_level[kind] * (top - 1)
    s.hp[f] = health
    s.max_hp[f] = health
    s.arm[f] = t.b_armour[kind, s.plus[f]]
    s.side_of[f] = w.THEIRS
    put(t, s, f, q)
    if f >= st.CHOSEN0:
        shuffle_ai(t, s, f)
    emit(log, e.E_APPEARS, ALL, ALL, f, q, 0, 0)
    return f


@rule
def shuffle_ai(t: Any, s: Any, f: Any) -> None:
    # SHG-5.6
    c = f - st.CHOSEN0
    n = np.int64(0)
    for card in range(st.AI_CARDS):
        if t.ai_of[card] == f:
            s.ai_deck[c, n] = st.AI0 + card
            s.box[st.AI0 + card] = 0
            n += 1
    s.ai_n[c] = n
    shuffle(s.rng, np.int64(st.S_AI), s.ai_deck[c], n)


@rule
def requeue(s: Any, new: Any) -> None:
    # SHG-8.12, SHG-8.13, SHG-8.14, SHG-8.15
    if s.step != st.IN_ACTIVATIONS:
        return
    for f in range(st.CREATURES):
        if (new >> f) & 1 and card_of(s, np.int64(f)) < 0:
            s.queue[s.queue_n] = f
            s.queue_n += 1
    start = s.at_card + 1
    for i in range(s.queue_n - 1, start, -1):
        j = start + below(s.rng, np.int64(st.S_QUEUE), np.int64(i - start + 1))
        held = s.queue[i]
        s.queue[i] = s.queue[j]
        s.queue[j] = held


@rule
def step_spawn(t: Any, s: Any, log: Any) -> None:
    # SHG-29.1 to SHG-29.5
    row = s.stack[s.sp - 1]
    kind = np.int64(row[2])
    if row[PC] == 0:
        if row[3] == 1:
            s.upgraded |= ONE << kind
        if free_slot(t, s, kind) < 0:
            pop(s)
            return
        row[PC] = 2
        if row[4] < 0:
            points = spawn_points(t, s, np.int64(row[5]))
            if points == 0:
                pop(s)
                return
            row[PC] = 1
            if count(points) == 1:
                s.ans = lowest(points)
                s.verb = d.V_SPAWN
            else:
                ask(s, np.int64(d.P_SPAWN_POINT), everybody(s))
                s.cand[0] = points
        return
    if row[PC] == 1:
        row[4] = t.spawn_sq[s.chapter, s.ans]
        forget_answer(s)
        row[PC] = 2
    if row[PC] == 2:
        q = np.int64(row[4])
        row[PC] = 3
        if ground_free(s, q):
            s.ans = q
        elif nearest_free(t, s, q, True) > 0:
            ask_square(s, np.int64(d.P_SPAWN_SQUARE), everybody(s), False, True)
            return
        else:
            pop(s)
            return
    q = np.int64(s.ans)
    forget_answer(s)
    pop(s)
    f = enter(t, s, kind, q, False, log)
    if f >= 0 and s.opt.spawned_act != st.SPAWNED_LATER:
        requeue(s, ONE << f)


@rule
def spawn_points(t: Any, s: Any, zone: Any) -> Any:
    # SHG-29.5
    every = np.int64(0)
    near = np.int64(0)
    for i in range(st.SPAWNS):
        q = t.spawn_sq[s.chapter, i]
        if q < 0 or s.zone[t.zone_at[s.chapter, q]] != 1:
            continue
        every |= ONE << i
        if t.zone_at[s.chapter, q] == zone:
            near |= ONE << i
    return near if near else every


# ---- zones ---------------------------------------------------------------------------------------


@rule
def reveal(t: Any, s: Any, z: Any, log: Any) -> Any:
    """A zone comes into play; returns the set of its enemies."""
    # SHG-4.1, SHG-4.4, SHG-4.10, SHG-4.12, SHG-7.3, SHG-7.11, SHG-7.20
    c = s.chapter
    s.zone[z] = 1
    s.revealed[s.revealed_n] = z
    s.revealed_n += 1
    emit(log, e.E_REVEALS, ALL, ALL, c * st.ZONES_MAX + z, 0, 0, 0)
    for q in range(st.SQUARES):
        if t.zone_at[c, q] == z:
            s.ground[q] = t.ground[c, q]
    for i in range(st.DOORS):
        q = t.door_sq[c, i, 0]
        if q >= 0 and t.zone_at[c, q] == z:
            s.door[i] = 1
    for i in range(st.POINTS):
        q = t.point_sq[c, i]
        if q >= 0 and t.zone_at[c, q] == z:
            s.point[i] = 1
    for i in range(st.DECOY):
        q = t.res_sq[c, i]
        if q >= 0 and t.zone_at[c, q] == z:
            s.res_sq[i] = q
            s.res_tokens[i] = t.res_tokens[c, i]
            s.at[q] = st.RES0 + i
    for _ in range(t.z_green[c, z]):
        add_oracle(s, np.int64(0))
    for _ in range(t.z_red[c, z]):
        add_oracle(s, np.int64(1))
    shuffle(s.rng, np.int64(st.S_ORACLE), s.oracle_deck, np.int64(s.oracle_n))
    fill_sleeves(t, s, z)
    new = np.int64(0)
    for i in range(t.z_enemies[c, z]):
        if t.z_min[c, z, i] <= s.party:
            plus = t.z_plus[c, z, i] == 1
            f = enter(t, s, np.int64(t.z_enemy[c, z, i]), np.int64(t.z_square[c, z, i]), plus, log)
            if f >= 0:
                new |= ONE << f
    return new


@rule
def fill_sleeves(t: Any, s: Any, z: Any) -> None:
    # SHG-4.4, SHG-7.11, SHG-33.17
    c = s.chapter
    if t.z_purple[c, z, 0] >= 0:
        card = st.EVENT0 + t.z_purple[c, z, 0 if s.attempt <= 1 else 1]
        s.sleeve[z, 0] = card
        s.box[card] = 0
        return
    for colour in range(2):
        s.event_n[colour] -= 1
        n = s.event_n[colour]
        s.sleeve[z, colour] = s.event_deck[colour, n]
        s.event_deck[colour, n] = EMPTY


@rule
def abandon(t: Any, s: Any, z: Any) -> None:
    # SHG-4.8, SHG-4.9, SHG-4.14
    c = s.chapter
    for f in range(st.HEROES, st.CREATURES):
        if s.sq[f] >= 0 and zone_of(t, s, np.int64(f)) == z:
            if s.side_of[f] == w.OURS:
                lift(t, s, np.int64(f))
            else:
                discard_ai(s, np.int64(f))
                take_off(t, s, np.int64(f))
    for i in range(st.RESISTORS):
        if s.res_sq[i] >= 0 and t.zone_at[c, s.res_sq[i]] == z:
            remove_resistor(s, np.int64(i))
    for i in range(st.DOORS):
        q = t.door_sq[c, i, 0]
        if q >= 0 and t.zone_at[c, q] == z:
            s.door[i] = 0
    for i in range(st.POINTS):
        q = t.point_sq[c, i]
        if q >= 0 and t.zone_at[c, q] == z:
            s.point[i] = 0
    for q in range(st.SQUARES):
        if t.zone_at[c, q] == z:
            s.ground[q] = w.OUTSIDE
            s.floor[q] = 0
            s.floor_boss[q] = 0
    s.zone[z] = 2


@rule
def step_place(t: Any, s: Any, log: Any) -> None:
    """Slots: 2 zone, 3 how (0 start, 1 all are moved, 2 a door), 6 new enemies, 7 the character at hand."""
    row = s.stack[s.sp - 1]
    z = np.int64(row[2])
    if row[PC] == 0:
        row[PC] = 1
        if row[3] == 1:
            for h in range(st.HEROES):
                lift(t, s, np.int64(h))
            for i in range(s.revealed_n):
                if s.zone[s.revealed[i]] == 1:
                    abandon(t, s, np.int64(s.revealed[i]))
                s.revealed[i] = 0
            s.revealed_n = 0
        row[6] = reveal(t, s, z, log)
        if row[3] == 2:
            row[PC] = 5
    if row[PC] == 1:
        # SHG-4.5, SHG-4.6
        for h in range(st.HEROES):
            if s.status[h] == st.STANDING and s.sq[h] < 0:
                free = np.int64(0)
                for k in range(4):
                    if s.at[t.arrival[s.chapter, z, k]] < 0:
                        free |= ONE << k
                row[7] = h
                row[PC] = 2
                if count(free) == 1:
                    s.ans = lowest(free)
                    s.verb = d.V_ARRIVE
                else:
                    ask(s, np.int64(d.P_PLACE), everybody(s))
                    s.cand[0] = free
                    s.cand[1] = h
                return
        row[PC] = 3
    if row[PC] == 2:
        put(t, s, np.int64(row[7]), np.int64(t.arrival[s.chapter, z, s.ans]))
        forget_answer(s)
        row[PC] = 1
        return
    if row[PC] == 3:
        # SHG-4.9: allies come along
        for f in range(st.WANDERER0, st.CHOSEN0):
            if s.hp[f] > 0 and s.sq[f] < 0:
                row[7] = f
                row[PC] = 4
                first = np.int64(0)
                while s.status[first] != st.STANDING:
                    first += 1
                if nearest_free(t, s, np.int64(s.sq[first]), True) > 0:
                    ask_square(s, np.int64(d.P_SPAWN_SQUARE), everybody(s), False, True)
                return
        row[PC] = 5
    if row[PC] == 4:
        if s.verb >= 0:
            put(t, s, np.int64(row[7]), np.int64(s.ans))
        else:
            take_off(t, s, np.int64(row[7]))
        forget_answer(s)
        row[PC] = 3
        return
    new = np.int64(row[6])
    pop(s)
    requeue(s, new)


# ---- malice --------------------------------------------------------------------------------------


@rule
def step_malice(t: Any, s: Any, log: Any) -> None:
    # SHG-7.15, SHG-7.16, SHG-7.17, SHG-7.21
    row = s.stack[s.sp - 1]
    if row[2] <= 0 or s.malice >= st.MAX_MALICE:
        pop(s)
        return
    row[2] -= 1
    s.malice += 1
    emit(log, e.E_MALICE, ALL, ALL, s.malice, 0, 0, 0)
    nobody = np.int64(st.NOBODY)
    push_list(
        s, np.int64(t.ch_malice[s.chapter, s.malice]), np.int64(w.ON_MALICE), nobody, nobody, np.int64(0)
    )
