"""The Shogun's Chosen: the further targets of an attack (chapters 6, 12, 21)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ...effects import DO, SIDE, WHO
from ...state import BEYOND, FIGURES, NOBODY, RES0, RESISTORS
from ..effects import targets
from ..figures import targetable
from ..ground import geometry


@rule
def spread_effect(t: Any, s: Any) -> Any:
    """The effect of the attack skill that adds targets, or NOBODY."""
    if s.a_list < 0:
        return NOBODY
    first = t.list_first[s.a_list]
    for i in range(first, first + t.list_n[s.a_list]):
        if t.fx_do[i] == DO.SPREAD and targets.holds(t, s, i, s.a_by, s.a_ki, 0):
            return i
    return NOBODY


@rule
def spread_over(t: Any, s: Any, i: Any) -> Any:
    """All figures that the attack could strike besides its first target."""
    # SHG-12.19, SHG-21.17
    by = s.a_by
    on = s.a_on
    nobody = NOBODY
    found = targets.reached(t, s, i, by, nobody, on, nobody)
    p = s.sq[by]
    if s.side_of[by] == SIDE.FOLLOWERS:
        for r in range(RESISTORS):
            f = RES0 + r
            if not targetable(t, s, f):
                continue
            q = geometry.spot(s, f)
            near = t.fx_within[i] < 0 or geometry.gap(t, s, by, p, f, q) <= t.fx_within[i]
            if t.fx_who[i] == WHO.NEAR_TARGET:
                near = f != on and geometry.beside(t, s, f, q, on, geometry.spot(s, on))
            elif t.fx_who[i] == WHO.ADJACENT_ENEMIES:
                near = geometry.beside(t, s, by, p, f, q)
            if near:
                found |= 1 << f
    found &= ~(1 << on)
    for g in range(FIGURES):
        if (found >> g) & 1:
            if not geometry.sees(t, s, by, p, g, geometry.spot(s, g), BEYOND, False):
                found &= ~(1 << g)
    return found
