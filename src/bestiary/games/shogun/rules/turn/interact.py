"""The Shogun's Chosen: what a character can interact with (chapter 14)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ...effects import ON
from ...moves import V
from ...state import DECOY, FRAME, STATUS, cite
from ..frames import INTERACT, pop, push, push_list
from ..ground import geometry, squares

DOOR_OPEN = cite("SHG-14.5")
RESISTOR_SILENT = cite("SHG-14.15")
TWO_WEAPONS = cite("SHG-14.13")
INTERACT_COST = cite("SHG-14.1")
PARTNER = cite("SHG-14.8")
OK = 0


@rule
def near(t: Any, s: Any, h: Any, q: Any) -> Any:
    # SHG-14.2, SHG-14.3
    here = s.sq[h]
    if q < 0 or t.height[s.chapter, here] != t.height[s.chapter, q]:
        return False
    return q == here or geometry.touching(here, q)


@rule
def no_meeting(t: Any, s: Any, h: Any, verb: Any, a: Any) -> Any:
    """The rule that forbids something to interact with, or 0."""
    c = s.chapter
    if s.ap[h] < 1:
        return INTERACT_COST
    if verb == V.POINT:
        return OK if s.point[a] == 1 and near(t, s, h, t.point_sq[c, a]) else INTERACT_COST
    if verb == V.DOOR:
        if s.door[a] == 2:
            return DOOR_OPEN
        beside_it = near(t, s, h, t.door_sq[c, a, 0]) or near(t, s, h, t.door_sq[c, a, 1])
        return OK if s.door[a] == 1 and beside_it else INTERACT_COST
    if verb == V.RESISTOR:
        if s.res_sq[a] < 0 or not near(t, s, h, s.res_sq[a]):
            return INTERACT_COST
        return OK if a != DECOY and t.res_interact[c, a] == 1 else RESISTOR_SILENT
    if verb == V.PARTNER:
        if a == h or s.status[a] != STATUS.STANDING:
            return PARTNER
        return OK if geometry.beside(t, s, h, s.sq[h], a, s.sq[a]) else PARTNER
    return OK if s.weapon[h, 1] >= 0 else TWO_WEAPONS


@rule
def is_meeting(verb: Any) -> Any:
    return verb >= V.POINT and verb <= V.WEAPONS


@rule
def meet(t: Any, s: Any, h: Any, verb: Any, a: Any, log: Any) -> None:
    # SHG-14.1, SHG-14.17
    s.ap[h] -= 1
    zone = t.zone_at[s.chapter, s.sq[h]]
    use = ON.USE
    if verb == V.POINT:
        push(s, FRAME.INTERACT, h, a, 0, 0)
        push_list(s, t.point_list[s.chapter, a], use, h, zone, 0)
    elif verb == V.DOOR:
        effects = t.door_list[s.chapter, a]
        if effects >= 0:
            push_list(s, effects, use, h, zone, 0)
        else:
            squares.open_door(t, s, a, log)
    elif verb == V.RESISTOR:
        push_list(s, t.res_list[s.chapter, a], use, h, zone, 0)
    elif verb == V.PARTNER:
        push(s, FRAME.TRADE, h, a, 0, 0)
    else:
        # SHG-14.13
        held = s.weapon[h, 0]
        s.weapon[h, 0] = s.weapon[h, 1]
        s.weapon[h, 1] = held


@rule
def step_interact(t: Any, s: Any, log: Any) -> None:
    # SHG-14.7: the entry of the point is resolved
    point = s.stack[s.sp - 1, INTERACT.POINT]
    if t.point_keep[s.chapter, point] == 0:
        s.point[point] = 0
    pop(s)
