"""The Shogun's Chosen: zones, arrivals and malice (chapters 4, 5, 7)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import shuffle

from ... import state as st
from ...effects import ON, SIDE, TERRAIN
from ...events import E
from ...moves import Q, V
from ...state import STATUS, STREAM
from ..fight import defeat
from ..figures import zone_of
from ..frames import ARRIVAL, MALICE, PC, PLACE, PLACE_STEP, pop, push_list
from ..questions import ask, ask_square, count, everybody, forget_answer, lowest
from ..turn import rounds
from . import placing, spawning, squares


@rule
def reveal(t: Any, s: Any, z: Any, log: Any) -> Any:
    """A zone comes into play; returns the set of its enemies."""
    # SHG-4.1, SHG-4.4, SHG-4.10, SHG-4.12, SHG-7.3, SHG-7.11, SHG-7.20, SHG-36.4
    c = s.chapter
    s.zone[z] = 1
    s.revealed[s.revealed_n] = z
    s.revealed_n += 1
    emit(log, E.REVEALS, ALL, ALL, c * st.ZONES_MAX + z, 0, 0, 0)
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
        rounds.add_oracle(s, 0)
    for _ in range(t.z_red[c, z]):
        rounds.add_oracle(s, 1)
    shuffle(s.rng, STREAM.ORACLE, s.oracle_deck, s.oracle_n)
    fill_sleeves(t, s, z)
    new = 0
    crowd = max(1, s.party + t.df_party[s.opt.difficulty, c, s.party - 1])
    for i in range(t.z_enemies[c, z]):
        if t.z_min[c, z, i] <= crowd:
            plus = t.z_plus[c, z, i] == 1
            f = spawning.enter(t, s, t.z_enemy[c, z, i], t.z_square[c, z, i], plus, log)
            if f >= 0:
                new |= 1 << f
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
        if s.sq[f] >= 0 and zone_of(t, s, f) == z:
            if s.side_of[f] == SIDE.CHARACTERS:
                placing.lift(t, s, f)
            else:
                defeat.discard_ai(s, f)
                placing.take_off(t, s, f)
    for i in range(st.RESISTORS):
        if s.res_sq[i] >= 0 and t.zone_at[c, s.res_sq[i]] == z:
            placing.remove_resistor(s, i)
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
            s.ground[q] = TERRAIN.OUTSIDE
            s.floor[q] = 0
            s.floor_boss[q] = 0
    s.zone[z] = 2


@rule
def step_place(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    z = row[PLACE.ZONE]
    if row[PC] == PLACE_STEP.BEGIN:
        row[PC] = PLACE_STEP.HEROES
        if row[PLACE.HOW] == ARRIVAL.ALL_MOVED:
            for h in range(st.HEROES):
                placing.lift(t, s, h)
            for i in range(s.revealed_n):
                if s.zone[s.revealed[i]] == 1:
                    abandon(t, s, s.revealed[i])
                s.revealed[i] = 0
            s.revealed_n = 0
        row[PLACE.NEW] = reveal(t, s, z, log)
        if row[PLACE.HOW] == ARRIVAL.DOOR:
            row[PC] = PLACE_STEP.DONE
    if row[PC] == PLACE_STEP.HEROES:
        # SHG-4.5, SHG-4.6
        for h in range(st.HEROES):
            if s.status[h] == STATUS.STANDING and s.sq[h] < 0:
                free = 0
                for k in range(4):
                    if s.at[t.arrival[s.chapter, z, k]] < 0:
                        free |= 1 << k
                row[PLACE.AT_HAND] = h
                row[PC] = PLACE_STEP.HERO
                if count(free) == 1:
                    s.ans = lowest(free)
                    s.verb = V.ARRIVE
                else:
                    ask(s, Q.PLACE_CHARACTER, everybody(s))
                    s.cand[0] = free
                    s.cand[1] = h
                return
        row[PC] = PLACE_STEP.OTHERS
    if row[PC] == PLACE_STEP.HERO:
        placing.put(t, s, row[PLACE.AT_HAND], t.arrival[s.chapter, z, s.ans])
        forget_answer(s)
        row[PC] = PLACE_STEP.HEROES
        return
    if row[PC] == PLACE_STEP.OTHERS:
        # SHG-4.9: allies come along
        for f in range(st.WANDERER0, st.CHOSEN0):
            if s.hp[f] > 0 and s.sq[f] < 0:
                row[PLACE.AT_HAND] = f
                row[PC] = PLACE_STEP.OTHER
                first = 0
                while s.status[first] != STATUS.STANDING:
                    first += 1
                if squares.nearest_free(t, s, s.sq[first], True) > 0:
                    ask_square(s, Q.SPAWN_SQUARE, everybody(s), False, True)
                return
        row[PC] = PLACE_STEP.DONE
    if row[PC] == PLACE_STEP.OTHER:
        if s.verb >= 0:
            placing.put(t, s, row[PLACE.AT_HAND], s.ans)
        else:
            placing.take_off(t, s, row[PLACE.AT_HAND])
        forget_answer(s)
        row[PC] = PLACE_STEP.OTHERS
        return
    new = row[PLACE.NEW]
    pop(s)
    spawning.requeue(s, new)


# ---- malice --------------------------------------------------------------------------------------


@rule
def step_malice(t: Any, s: Any, log: Any) -> None:
    # SHG-7.15, SHG-7.16, SHG-7.17, SHG-7.21
    row = s.stack[s.sp - 1]
    if row[MALICE.LEFT] <= 0 or s.malice >= st.MAX_MALICE:
        pop(s)
        return
    row[MALICE.LEFT] -= 1
    s.malice += 1
    emit(log, E.MALICE, ALL, ALL, s.malice, 0, 0, 0)
    nobody = st.NOBODY
    push_list(s, t.ch_malice[s.chapter, s.malice], ON.MALICE, nobody, nobody, 0)
