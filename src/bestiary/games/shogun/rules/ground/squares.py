"""The Shogun's Chosen: the ground changed by effects, and stopping on it (chapters 4, 14, 18, 30)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ...effects import ON, TERRAIN
from ...events import E
from ...state import BEYOND, BITS, CREATURES, FRAME, NOBODY, SQUARES
from ..frames import ARRIVAL, push, push_list
from ..questions import add_square, no_squares, squares
from . import geometry, placing


@rule
def ground_free(s: Any, q: Any) -> Any:
    """An empty square that a walker can enter."""
    ground = s.ground[q]
    if (
        ground == TERRAIN.OUTSIDE
        or ground == TERRAIN.WALL
        or ground == TERRAIN.DOOR
        or ground == TERRAIN.OBSTACLE
    ):
        return False
    return s.at[q] < 0


@rule
def eat_head(t: Any, s: Any, o: Any, near: Any) -> None:
    """The nearest head token within range, the first in reading order among equals."""
    # SHG-18.18
    mine = geometry.spot(s, o)
    found = NOBODY
    for q in range(SQUARES):
        if s.floor[q] + s.floor_boss[q] > 0 and geometry.span(t, mine, q) <= near:
            if found < 0 or geometry.span(t, mine, q) < geometry.span(t, mine, found):
                found = q
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
    near = BEYOND
    for p in range(SQUARES):
        if not ground_free(s, p):
            continue
        if same_height and t.height[s.chapter, p] != t.height[s.chapter, q]:
            continue
        far = geometry.span(t, q, p)
        if far < near:
            near = far
            no_squares(s)
        if far == near:
            add_square(s, p)
    return squares(s)


@rule
def cut_path(t: Any, s: Any, q: Any) -> None:
    # SHG-30.16
    f = s.at[q]
    s.ground[q] = TERRAIN.WALL
    if f >= 0 and f < CREATURES:
        if nearest_free(t, s, q, True) > 0:
            first = 0
            while not (s.cand[first // BITS] >> (first % BITS)) & 1:
                first += 1
            no_squares(s)
            placing.lift(t, s, f)
            placing.put(t, s, f, first)


@rule
def open_door(t: Any, s: Any, door: Any, log: Any) -> None:
    # SHG-14.4, SHG-14.6, SHG-4.7
    if s.door[door] != 1:
        return
    s.door[door] = 2
    emit(log, E.DOOR, ALL, ALL, door, 0, 0, 0)
    for k in range(2):
        q = t.door_sq[s.chapter, door, k]
        if q >= 0:
            s.ground[q] = TERRAIN.REGULAR
    z = t.door_to[s.chapter, door]
    if s.zone[z] == 0:
        push(s, FRAME.PLACE, z, ARRIVAL.DOOR, 0, 0)


@rule
def stopped(t: Any, s: Any, f: Any) -> None:
    """A creature has ended its movement: special terrain may have something to say."""
    # SHG-30.3, SHG-10.15
    q = s.sq[f]
    if q < 0 or s.ground[q] != TERRAIN.SPECIAL:
        return
    zone = t.zone_at[s.chapter, q]
    effects = t.z_special[s.chapter, zone]
    if effects >= 0 and (t.list_on[effects] >> ON.STOP) & 1:
        push_list(s, effects, ON.STOP, f, zone, 0)
