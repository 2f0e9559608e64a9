"""The Shogun's Chosen: skills a character can use, its weapon, and free actions (chapters 11, 12, 16, 23)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ...effects import ATTR, DO, FLAG, SIDE, SKILL, STAT
from ...events import E
from ...moves import Q, V
from ...state import AFFINITY_CAP, BOSS_CAP, HEAD_CAP, HEROES, SKILLS, SLOTS, TECHNIQUES, cite
from ..figures import attribute, flags, in_terrain, ready, targetable, value, weapon_type
from ..ground import geometry, paths
from . import ki

OK = 0
NO_SUCH_SKILL = cite("SHG-3.8")
NOT_READY = cite("SHG-23.1")
KAMI_LIMIT = cite("SHG-23.2")
FIRST_KAMI = cite("SHG-23.3")
NO_KAMI_NOW = cite("SHG-18.16")
OTHER_KIND = cite("SHG-23.6")
NO_DIE = cite("SHG-16.3")
SLOT_FULL = cite("SHG-16.4")
SPIRIT_LIMIT = cite("SHG-16.5")
NO_HEAD = cite("SHG-16.6")
MODE_LIMIT = cite("SHG-16.7")
NEEDED_DIE = cite("SHG-12.22")
KAMI_FIRST = SLOTS - 1  # technique 5 is the second Kami skill, 6 the third


@rule
def no_skill(t: Any, s: Any, h: Any, k: Any, kind: Any) -> Any:
    """The rule that keeps a character from using its k-th skill as a skill of this kind, or 0."""
    # SHG-23.1, SHG-23.2, SHG-23.3
    if k < SLOTS:
        skill = s.skill[h, k]
        if skill < 0:
            return NO_SUCH_SKILL
        if t.sk_kind[skill] != kind:
            return OTHER_KIND
        return OK if ready(t, s, h, k) else NOT_READY
    n = k - KAMI_FIRST
    kami = s.kami[h]
    if kami < 0 or t.kami_kind[kami, n] != kind:
        return OTHER_KIND
    if s.affinity[h] < t.kami_affinity[kami, n] or (s.kami_used[h] >> n) & 1:
        return KAMI_LIMIT
    return NO_KAMI_NOW if flags(t, s, h) & FLAG.NO_KAMI else OK


@rule
def skill_list(t: Any, s: Any, h: Any, k: Any) -> Any:
    if k < SLOTS:
        return t.sk_list[s.skill[h, k]]
    return t.kami_list[s.kami[h], k - KAMI_FIRST]


@rule
def skill_ki(s: Any, h: Any, k: Any) -> Any:
    return s.ki[h, k] if k < SLOTS else 0


@rule
def skill_name(t: Any, s: Any, h: Any, k: Any) -> Any:
    """The number of a skill among all names of skills."""
    if k < SLOTS:
        return s.skill[h, k]
    return SKILLS + 3 * s.kami[h] + k - KAMI_FIRST


@rule
def spend_skill(s: Any, h: Any, k: Any) -> None:
    # SHG-23.2
    if k >= SLOTS:
        s.kami_used[h] |= 1 << (k - KAMI_FIRST)


# ---- range ---------------------------------------------------------------------------------------


@rule
def weapon_range(t: Any, s: Any, h: Any) -> Any:
    # SHG-12.2, SHG-12.3, SHG-12.21
    held = weapon_type(s, h)
    if held < 0:
        return 0
    return max(1, t.w_range[held] + value(t, s, h, STAT.RANGE))


@rule
def skill_reach(t: Any, s: Any, h: Any, k: Any) -> Any:
    """The range that an attack skill lends to an attack, 0 for none."""
    effects = skill_list(t, s, h, k)
    if effects < 0:
        return 0
    reach = 0
    first = t.list_first[effects]
    for i in range(first, first + t.list_n[effects]):
        if t.fx_do[i] == DO.REACH:
            reach = max(reach, t.fx_n[i])
    return reach


@rule
def strikes(t: Any, s: Any, h: Any, f: Any, most: Any) -> Any:
    return geometry.sees(t, s, h, s.sq[h], f, s.sq[f], most, True)


@rule
def longest(t: Any, s: Any, h: Any, most: Any) -> Any:
    """The longest range that an attack skill at hand lends to an attack."""
    for k in range(TECHNIQUES):
        if no_skill(t, s, h, k, SKILL.ATTACK) == 0:
            most = max(most, skill_reach(t, s, h, k))
    return most


@rule
def reaches(t: Any, s: Any, h: Any, f: Any) -> Any:
    """Whether an enemy can be attacked, with the weapon alone or with a skill."""
    # SHG-12.2, SHG-12.10, SHG-12.20
    if in_terrain(s, h):
        return False
    return in_reach(t, s, h, f, longest(t, s, h, weapon_range(t, s, h)))


@rule
def in_reach(t: Any, s: Any, h: Any, f: Any, most: Any) -> Any:
    if most == 0 or s.sq[f] < 0 or s.side_of[f] == SIDE.CHARACTERS:
        return False
    return strikes(t, s, h, f, most) and targetable(t, s, f)


@rule
def carrying_skills(t: Any, s: Any, h: Any, f: Any) -> Any:
    """The skills with which an enemy out of the weapon's range can be reached, as a set."""
    found = 0
    for k in range(TECHNIQUES):
        if no_skill(t, s, h, k, SKILL.ATTACK) == 0:
            if strikes(t, s, h, f, skill_reach(t, s, h, k)):
                found |= 1 << k
    return found


# ---- free actions --------------------------------------------------------------------------------


@rule
def is_free(verb: Any) -> Any:
    # SHG-16.1
    return verb == V.PLACE_KI or verb == V.WITHDRAW_KI or verb == V.TAKE_HEAD or verb == V.KAMI_MODE


@rule
def no_place(t: Any, s: Any, h: Any, v: Any, slot: Any) -> Any:
    # SHG-16.3, SHG-16.4
    if s.skill[h, slot] < 0:
        return NO_SUCH_SKILL
    if s.ki[h, slot] > 0:
        return SLOT_FULL
    return OK if s.supply[h, v] > 0 and v >= t.sk_ki[s.skill[h, slot]] else NO_DIE


@rule
def no_withdraw(t: Any, s: Any, h: Any, slot: Any) -> Any:
    # SHG-16.5, SHG-12.22
    if s.ki[h, slot] == 0 or s.withdrawn >= attribute(t, s, h, ATTR.SPIRIT):
        return SPIRIT_LIMIT
    if s.phase == Q.ATTACK_SKILL:
        f = s.a_on
        if not strikes(t, s, h, f, weapon_range(t, s, h)):
            if carrying_skills(t, s, h, f) == 1 << slot:
                return NEEDED_DIE
    return OK


@rule
def no_head(t: Any, s: Any, h: Any, q: Any) -> Any:
    # SHG-16.6, SHG-14.2, SHG-14.3
    if s.floor[q] + s.floor_boss[q] == 0:
        return NO_HEAD
    here = s.sq[h]
    if q != here and not geometry.touching(here, q):
        return NO_HEAD
    return OK if t.height[s.chapter, here] == t.height[s.chapter, q] else NO_HEAD


@rule
def no_mode(t: Any, s: Any, h: Any) -> Any:
    # SHG-16.7
    if s.kami[h] < 0 or s.affinity[h] < AFFINITY_CAP or s.hp[h] >= s.max_hp[h] // 2:
        return MODE_LIMIT
    for g in range(HEROES):
        if s.mode[g] > 0:
            return MODE_LIMIT
    return OK


@rule
def any_free(t: Any, s: Any, h: Any) -> Any:
    """Whether a free action is open."""
    for slot in range(SLOTS):
        if no_withdraw(t, s, h, slot) == 0:
            return True
        for v in range(1, 7):
            if s.supply[h, v] > 0 and no_place(t, s, h, v, slot) == 0:
                return True
    here = s.sq[h]
    for k in range(9):
        q = here if k == 8 else paths.ahead(here, k)
        if q >= 0 and no_head(t, s, h, q) == 0:
            return True
    return no_mode(t, s, h) == 0


@rule
def do_free(t: Any, s: Any, h: Any, log: Any) -> None:
    """Carries out a free action; the question it came in between is asked again."""
    verb = s.verb
    if verb == V.PLACE_KI:
        s.supply[h, s.ans + 1] -= 1
        s.ki[h, s.ans2] = s.ans + 1
    elif verb == V.WITHDRAW_KI:
        s.ki[h, s.ans] = 0
        s.exhausted[h] += 1
        s.withdrawn += 1
        ki.check_ki(s, h, log)
    elif verb == V.TAKE_HEAD:
        q = s.ans
        if s.floor_boss[q] > 0:
            s.floor_boss[q] -= 1
            s.boss[h] = min(BOSS_CAP, s.boss[h] + 1)
        else:
            s.floor[q] -= 1
            s.heads[h] = min(HEAD_CAP, s.heads[h] + 1)
        emit(log, E.HEAD, ALL, ALL, h, 0, 0, 0)
    else:
        # SHG-16.8
        s.mode[h] = 1
        s.moded |= 1 << h
        emit(log, E.KAMI, ALL, ALL, h, 0, 0, 0)
