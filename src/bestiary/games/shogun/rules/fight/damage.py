"""The Shogun's Chosen: the damage of an attack (chapters 13, 21)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ...effects import ATTR, FACE, STAT
from ...events import E
from ...state import DICE, NOBODY, RES0, RESISTORS
from ..figures import armour_of, attribute, defence_of, is_hero, value
from ..ground import geometry
from . import health


@rule
def forget_attack(s: Any) -> None:
    s.a_by = NOBODY
    s.a_on = NOBODY
    s.a_now = NOBODY
    s.a_from = 0
    s.a_place = 0
    s.a_range = 0
    s.a_manner = 0
    s.a_kind = 0
    s.a_skill = NOBODY
    s.a_list = NOBODY
    s.a_ki = 0
    s.a_focus = 0
    s.a_white = 0
    s.a_black = 0
    s.a_rerolls = 0
    s.a_refocus = 0
    s.a_rerolled = 0
    s.a_safe = 0
    s.a_no_counter = 0
    s.a_targets = 0
    s.a_waiting = 0
    s.a_hits = 0
    s.a_extra = 0
    s.a_pre = 0
    s.a_ignore = 0
    s.a_pre_ignore = 0
    s.a_guard = 0
    s.a_damage = 0
    s.a_first = 0
    s.a_yinyang = 0
    s.a_result = NOBODY
    s.a_prio = 0
    for k in range(DICE):
        s.a_dice[k] = NOBODY


@rule
def aim(t: Any, s: Any, by: Any, on: Any) -> None:
    s.a_by = by
    s.a_on = on
    s.a_now = on
    s.a_from = s.sq[by]
    s.a_place = geometry.spot(s, on)
    s.a_targets = 1 << on
    s.a_range = geometry.gap(t, s, by, s.sq[by], on, geometry.spot(s, on))


@rule
def damage_of(t: Any, s: Any, by: Any, on: Any) -> Any:
    # SHG-2.3, SHG-13.1, SHG-13.2, SHG-13.3, SHG-13.4, SHG-21.6 to SHG-21.10
    hits = s.a_hits + s.a_pre + s.a_extra + value(t, s, by, STAT.HITS)
    if is_hero(by):
        hits += attribute(t, s, by, ATTR.POWER)
    if geometry.higher(t, s, by, s.a_from, on, s.sq[on]):
        hits += 1
    hits = max(0, hits)
    if s.a_result != FACE.PIERCE:
        if not s.a_ignore & 2:
            hits -= defence_of(t, s, on)
        if not s.a_ignore & 1:
            hits -= armour_of(t, s, on)
    hits = max(0, max(0, hits) - s.a_guard)
    if hits > 0:
        hits = max(0, hits + value(t, s, on, STAT.TAKEN))
    return hits


@rule
def harm(t: Any, s: Any, by: Any, log: Any) -> None:
    on = s.a_now
    if s.sq[on] < 0:
        return
    n = damage_of(t, s, by, on)
    s.a_damage = n
    if on == s.a_on:
        s.a_first = n
    emit(log, E.DAMAGE, ALL, ALL, on, n, max(0, s.hp[on] - n), 0)
    if n > 0:
        health.lose_health(t, s, on, n, by, True)


@rule
def strike_tokens(t: Any, s: Any, log: Any) -> None:
    # SHG-21.17
    for r in range(RESISTORS):
        if (s.a_targets >> (RES0 + r)) & 1 and s.res_tokens[r] > 0:
            health.lose_tokens(t, s, r, 1, True, log)
