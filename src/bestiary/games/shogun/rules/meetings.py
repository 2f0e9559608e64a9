"""The Shogun's Chosen: what a character can interact with (chapter 14)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule

from .. import decisions as d
from .. import state as st
from ..state import cite
from .geometry import beside, touching

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
    here = np.int64(s.sq[h])
    if q < 0 or t.height[s.chapter, here] != t.height[s.chapter, q]:
        return False
    return q == here or touching(here, q)


@rule
def no_meeting(t: Any, s: Any, h: Any, verb: Any, a: Any) -> Any:
    """The rule that forbids something to interact with, or 0."""
    c = s.chapter
    if verb == d.V_CANCEL:
        return OK
    if verb == d.V_POINT:
        return OK if s.point[a] == 1 and near(t, s, h, np.int64(t.point_sq[c, a])) else INTERACT_COST
    if verb == d.V_DOOR:
        if s.door[a] == 2:
            return DOOR_OPEN
        beside_it = near(t, s, h, np.int64(t.door_sq[c, a, 0])) or near(t, s, h, np.int64(t.door_sq[c, a, 1]))
        return OK if s.door[a] == 1 and beside_it else INTERACT_COST
    if verb == d.V_RESISTOR:
        if s.res_sq[a] < 0 or not near(t, s, h, np.int64(s.res_sq[a])):
            return INTERACT_COST
        return OK if a != st.DECOY and t.res_interact[c, a] == 1 else RESISTOR_SILENT
    if verb == d.V_PARTNER:
        if a == h or s.status[a] != st.STANDING:
            return PARTNER
        return OK if beside(t, s, h, np.int64(s.sq[h]), a, np.int64(s.sq[a])) else PARTNER
    if verb == d.V_WEAPONS:
        return OK if s.weapon[h, 1] >= 0 else TWO_WEAPONS
    return NOT_HERE


@rule
def anything_near(t: Any, s: Any, h: Any) -> Any:
    for i in range(st.POINTS):
        if no_meeting(t, s, h, np.int64(d.V_POINT), np.int64(i)) == 0:
            return True
    for i in range(st.DOORS):
        if no_meeting(t, s, h, np.int64(d.V_DOOR), np.int64(i)) == 0:
            return True
    for i in range(st.RESISTORS):
        if no_meeting(t, s, h, np.int64(d.V_RESISTOR), np.int64(i)) == 0:
            return True
    for i in range(st.HEROES):
        if no_meeting(t, s, h, np.int64(d.V_PARTNER), np.int64(i)) == 0:
            return True
    return s.weapon[h, 1] >= 0
