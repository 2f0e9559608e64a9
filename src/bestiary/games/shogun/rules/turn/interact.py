"""The Shogun's Chosen: what a character can interact with (chapter 14)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ...effects import ON
from ...moves import Q, V
from ...state import DECOY, DOORS, FRAME, HEROES, POINTS, RESISTORS, STATUS, cite
from ..frames import INTERACT, INTERACT_STEP, PC, pop, push, push_list
from ..ground import geometry, squares
from ..questions import ask, forget_answer, player
from . import skills

DOOR_OPEN = cite("SHG-14.5")
RESISTOR_SILENT = cite("SHG-14.15")
TWO_WEAPONS = cite("SHG-14.13")
INTERACT_COST = cite("SHG-14.1")
PARTNER = cite("SHG-14.8")
NOT_HERE = cite("SHG-9.7")
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
    if verb == V.CANCEL:
        return OK
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
    if verb == V.WEAPONS:
        return OK if s.weapon[h, 1] >= 0 else TWO_WEAPONS
    return NOT_HERE


@rule
def anything_near(t: Any, s: Any, h: Any) -> Any:
    for i in range(POINTS):
        if no_meeting(t, s, h, V.POINT, i) == 0:
            return True
    for i in range(DOORS):
        if no_meeting(t, s, h, V.DOOR, i) == 0:
            return True
    for i in range(RESISTORS):
        if no_meeting(t, s, h, V.RESISTOR, i) == 0:
            return True
    for i in range(HEROES):
        if no_meeting(t, s, h, V.PARTNER, i) == 0:
            return True
    return s.weapon[h, 1] >= 0


@rule
def step_interact(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    h = row[INTERACT.HERO]
    pc = row[PC]
    if pc == INTERACT_STEP.ASK:
        row[PC] = INTERACT_STEP.ANSWER
        ask(s, Q.INTERACT_WHAT, player(s, h))
        return
    if pc == INTERACT_STEP.POINT:
        # SHG-14.7
        if t.point_keep[s.chapter, row[INTERACT.POINT]] == 0:
            s.point[row[INTERACT.POINT]] = 0
        pop(s)
        return
    if pc == INTERACT_STEP.DONE:
        pop(s)
        return
    verb = s.verb
    a = s.ans
    if skills.is_free(verb):
        skills.do_free(t, s, h, log)
        forget_answer(s)
        row[PC] = INTERACT_STEP.ASK
        return
    forget_answer(s)
    if verb == V.CANCEL:
        pop(s)
        return
    # SHG-14.1
    s.ap[h] -= 1
    row[PC] = INTERACT_STEP.DONE
    zone = t.zone_at[s.chapter, s.sq[h]]
    use = ON.USE
    if verb == V.POINT:
        row[INTERACT.POINT] = a
        row[PC] = INTERACT_STEP.POINT
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
