"""The Shogun's Chosen: what a character can attack, and how (chapter 12)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule

from .. import state as st
from .. import words as w
from .base import ONE, in_terrain, weapon_type
from .skills import carrying_skills, in_reach, longest, no_place, no_skill, strikes, weapon_range


@rule
def no_kind(t: Any, s: Any, h: Any, kind: Any) -> Any:
    """0 where a fast (1) or strong (2) attack can be paid and the weapon shows it."""
    # SHG-12.4, SHG-12.5
    held = weapon_type(s, h)
    if held < 0 or s.ap[h] < kind:
        return 1
    dice = t.w_fast[held, 0] if kind == w.FAST else t.w_strong[held, 0]
    return 0 if dice >= 0 else 1


@rule
def attack_skills(t: Any, s: Any, h: Any) -> Any:
    """The attack skills that can be used in the attack under way, as a set."""
    # SHG-12.9, SHG-12.10
    found = np.int64(0)
    for k in range(st.TECHNIQUES):
        if no_skill(t, s, h, np.int64(k), np.int64(w.ATTACK_SKILL)) == 0:
            found |= ONE << k
    f = np.int64(s.a_on)
    if strikes(t, s, h, f, weapon_range(t, s, h)):
        return found
    needed = carrying_skills(t, s, h, f)
    return needed if needed else found


@rule
def may_do_without(t: Any, s: Any, h: Any) -> Any:
    """Whether the attack under way needs no skill to reach its target."""
    f = np.int64(s.a_on)
    return strikes(t, s, h, f, weapon_range(t, s, h)) or carrying_skills(t, s, h, f) == 0


@rule
def can_place(t: Any, s: Any, h: Any) -> Any:
    for slot in range(st.SLOTS):
        for v in range(1, 7):
            if s.supply[h, v] > 0 and no_place(t, s, h, np.int64(v), np.int64(slot)) == 0:
                return True
    return False


@rule
def any_target(t: Any, s: Any, h: Any) -> Any:
    """Whether a character has an enemy to attack."""
    if in_terrain(s, h):
        return False
    most = longest(t, s, h, weapon_range(t, s, h))
    for f in range(st.MINION0, st.CREATURES):
        if s.sq[f] >= 0 and in_reach(t, s, h, np.int64(f), most):
            return True
    return False
