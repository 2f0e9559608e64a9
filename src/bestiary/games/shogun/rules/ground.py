"""The Shogun's Chosen: the ground and the table changed by effects (chapters 4, 14, 18, 29, 30)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from .. import events as e
from .. import state as st
from .. import words as w
from .base import add_square, no_squares, push, push_list, squares
from .geometry import span, spot
from .harm import lift, put


@rule
def ground_free(s: Any, q: Any) -> Any:
    """An empty square that a walker can enter."""
    ground = s.ground[q]
    if ground == w.OUTSIDE or ground == w.WALL or ground == w.DOOR or ground == w.OBSTACLE:
        return False
    return s.at[q] < 0


@rule
def eat_head(t: Any, s: Any, o: Any, near: Any) -> None:
    """The nearest head token within range, the first in reading order among equals."""
    # SHG-18.18
    mine = spot(s, o)
    found = np.int64(st.NOBODY)
    for q in range(st.SQUARES):
        if s.floor[q] + s.floor_boss[q] > 0 and span(t, mine, np.int64(q)) <= near:
            if found < 0 or span(t, mine, np.int64(q)) < span(t, mine, found):
                found = np.int64(q)
    if found >= 0:
        if s.floor[found] > 0:
            s.floor[found] -= 1
        else:
            s.floor_boss[found] -= 1


@rule
def nearest_free(t: Any, s: Any, q: Any, same_height: Any) -> Any:
    """Puts the empty squares nearest to a square into ``cand``; returns how many."""
    # SHG-29.1, SHG-29.2
    no_squares(s)
    near = np.int64(9999)
    for p in range(st.SQUARES):
        if not ground_free(s, np.int64(p)):
            continue
        if same_height and t.height[s.chapter, p] != t.height[s.chapter, q]:
            continue
        far = span(t, q, np.int64(p))
        if far < near:
            near = far
            no_squares(s)
        if far == near:
            add_square(s, np.int64(p))
    return squares(s)


@rule
def cut_path(t: Any, s: Any, q: Any) -> None:
    # SHG-30.16
    f = np.int64(s.at[q])
    s.ground[q] = w.WALL
    if f >= 0 and f < st.CREATURES:
        if nearest_free(t, s, q, True) > 0:
            first = np.int64(0)
            while not (s.cand[first // st.BITS] >> (first % st.BITS)) & 1:
                first += 1
            no_squares(s)
            lift(t, s, f)
            put(t, s, f, first)


@rule
def open_door(t: Any, s: Any, door: Any, log: Any) -> None:
    # SHG-14.4, SHG-14.6, SHG-4.7
    if s.door[door] != 1:
        return
    s.door[door] = 2
    emit(log, e.E_DOOR, ALL, ALL, door, 0, 0, 0)
    for k in range(2):
        q = t.door_sq[s.chapter, door, k]
        if q >= 0:
            s.ground[q] = w.REGULAR
    z = np.int64(t.door_to[s.chapter, door])
    if s.zone[z] == 0:
        push(s, np.int64(st.F_PLACE), z, np.int64(2), np.int64(0), np.int64(0))


@rule
def add_oracle(s: Any, colour: Any) -> None:
    # SHG-7.4
    first = st.ORACLE0 + colour * st.ORACLE_COLOUR
    for card in range(first, first + st.ORACLE_COLOUR):
        if s.box[card] == 1:
            s.box[card] = 0
            s.oracle_deck[s.oracle_n] = card
            s.oracle_n += 1
            return


@rule
def stopped(t: Any, s: Any, f: Any) -> None:
    """A creature has ended its movement: special terrain may have something to say."""
    # SHG-30.3, SHG-10.15
    q = np.int64(s.sq[f])
    if q < 0 or s.ground[q] != w.SPECIAL:
        return
    zone = np.int64(t.zone_at[s.chapter, q])
    effects = np.int64(t.z_special[s.chapter, zone])
    if effects >= 0 and (t.list_on[effects] >> w.ON_STOP) & 1:
        push_list(s, effects, np.int64(w.ON_STOP), f, zone, np.int64(0))
