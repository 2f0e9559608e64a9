"""The Shogun's Chosen: what the steps of an enemy's line can reach (chapters 18, 20, 21, 22)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule

from .. import state as st
from .. import words as w
from .base import ONE, add_square, flags, gait, no_squares, swift, targetable, value
from .geometry import beside, gap, sees, side, size, span, spot, touching
from .paths import may_end, spread_out


@rule
def foes(t: Any, s: Any, f: Any) -> Any:
    """The figures that a creature can target, wherever they are."""
    # SHG-6.1, SHG-28.2
    found = np.int64(0)
    mine = s.side_of[f]
    for g in range(st.FIGURES):
        h = np.int64(g)
        if g >= st.RES0 and mine == w.OURS:
            break
        if spot(s, h) >= 0 and side(s, h) != mine and targetable(t, s, h):
            found |= ONE << g
    return found


@rule
def kin(t: Any, s: Any, f: Any) -> Any:
    found = np.int64(0)
    first = t.k_first[t.kind[f]]
    for g in range(first, first + t.k_count[t.kind[f]]):
        if g != f and s.sq[g] >= 0:
            found |= ONE << g
    return found


@rule
def attack_range(t: Any, s: Any, f: Any, skill: Any) -> Any:
    # SHG-21.1, SHG-12.21
    base = t.bs_range[skill] if skill >= 0 else t.b_range[t.kind[f], s.plus[f]]
    return max(1, base + value(t, s, f, np.int64(w.ST_RANGE)))


@rule
def attackable(t: Any, s: Any, f: Any, q: Any, i: Any, among: Any) -> Any:
    """Those of the figures that an attack step reaches from a square."""
    # SHG-21.1, SHG-22.16
    downed = s.cond[f, w.DOWNED] > 0
    skill = np.int64(w.BASIC) if downed else np.int64(t.st_skill[i])
    close = downed or t.st_adjacent[i] == 1
    most = ONE if close else attack_range(t, s, f, skill)
    ground = s.ground[q]
    if ground == w.WALL or ground == w.OBSTACLE or ground == w.DOOR:
        return np.int64(0)
    found = np.int64(0)
    for g in range(st.FIGURES):
        if not (among >> g) & 1:
            continue
        h = np.int64(g)
        p = spot(s, h)
        if close and not beside(t, s, f, q, h, p):
            continue
        if sees(t, s, f, q, h, p, most, True):
            found |= ONE << g
    return found


@rule
def need_met(t: Any, s: Any, f: Any, q: Any, skill: Any, among: Any) -> Any:
    # SHG-18.18, SHG-22.17
    need = t.bs_need[skill]
    if need == w.NEED_NONE or s.cond[f, w.DOWNED] > 0:
        return True
    most = np.int64(t.bs_within[skill])
    if need == w.NEED_HEAD:
        for p in range(st.SQUARES):
            if s.floor[p] + s.floor_boss[p] > 0 and span(t, q, np.int64(p)) <= most:
                return True
        return False
    who = kin(t, s, f) if need == w.NEED_KIN else among & ((ONE << st.RES0) - 1)
    for g in range(st.CREATURES):
        if not (who >> g) & 1:
            continue
        h = np.int64(g)
        if need == w.NEED_KIN:
            if gap(t, s, f, q, h, spot(s, h)) <= most:
                return True
        elif sees(t, s, f, q, h, spot(s, h), most, False):
            return True
    return False


@rule
def rest_holds(t: Any, s: Any, f: Any, line: Any, k: Any, q: Any, among: Any) -> Any:
    """Whether the needed steps from the k-th on have their targets from a square."""
    # SHG-18.3, SHG-18.4, SHG-18.9, SHG-18.10
    first = t.line_first[line]
    for i in range(first + k, first + t.line_n[line]):
        if t.st_opt[i] == 1:
            continue
        if t.st_kind[i] == w.STEP_MOVE:
            return True
        if t.st_kind[i] == w.STEP_ATTACK:
            if attackable(t, s, f, q, np.int64(i), among) == 0:
                return False
        elif not need_met(t, s, f, q, np.int64(t.st_skill[i]), among):
            return False
    return True


@rule
def movement(t: Any, s: Any, f: Any, i: Any) -> Any:
    # SHG-18.8
    if flags(t, s, f) & w.NO_MOVE:
        return np.int64(0)
    points = t.b_move[t.kind[f], s.plus[f]] + t.st_extra[i] + value(t, s, f, np.int64(w.ST_MOVE))
    if s.cond[f, w.DOWNED] > 0 and s.opt.downed_affects == st.DOWNED_MOVE:
        points -= 1
    return max(0, points)


@rule
def fits(t: Any, s: Any, f: Any, q: Any, g: Any, i: Any) -> Any:
    """Whether a square meets the condition of a movement toward a figure."""
    # SHG-20.1, SHG-20.2, SHG-20.3
    how = t.st_move[i]
    if how == w.M_ADJACENT:
        return beside(t, s, f, q, g, spot(s, g))
    if how == w.M_RANGE:
        ground = s.ground[q]
        if ground == w.WALL or ground == w.OBSTACLE or ground == w.DOOR:
            return False
        return sees(t, s, f, q, g, spot(s, g), np.int64(t.st_x[i]), False)
    return True


@rule
def by_head(t: Any, s: Any, q: Any) -> Any:
    """Whether a head token lies on a square or next to it."""
    # SHG-20.11
    for p in range(st.SQUARES):
        if s.floor[p] + s.floor_boss[p] == 0:
            continue
        near = p == q or touching(q, np.int64(p))
        if near and t.height[s.chapter, p] == t.height[s.chapter, q]:
            return True
    return False


@rule
def available(t: Any, s: Any, f: Any, line: Any, k: Any, found: Any, among: Any) -> Any:
    """The goals that a movement can take: figures as a set, -1 where squares meet its condition but
    leave the rest of the line without targets. A head counts as figure 0."""
    # SHG-20.13, SHG-18.6, SHG-20.11
    i = np.int64(t.line_first[line] + k)
    how = gait(t, s, f)
    n = size(t, s, f)
    goals = among
    if t.st_to[i] == w.TO_KIN:
        goals = kin(t, s, f)
    elif t.st_to[i] == w.TO_HEAD:
        goals = ONE
    able = np.int64(0)
    blocked = False
    least = np.int64(9999)
    for g in range(st.FIGURES):
        if not (goals >> g) & 1:
            continue
        seen = 0
        at = np.int64(0)
        while seen < found:
            q = np.int64(s.frontier[at])
            at += 1
            if q >= st.SQUARES:
                continue
            seen += 1
            cost = np.int64(s.dist[q])
            if t.st_to[i] == w.TO_KIN and cost > least:
                break
            if not may_end(t, s, f, n, how, q):
                continue
            if t.st_to[i] == w.TO_HEAD:
                if not by_head(t, s, q):
                    continue
            elif not fits(t, s, f, q, np.int64(g), i):
                continue
            if not rest_holds(t, s, f, line, k + 1, q, among):
                blocked = True
                continue
            if t.st_to[i] == w.TO_KIN and cost < least:
                least = cost
                able = np.int64(0)
            able |= ONE << g
            break
    if able == 0 and blocked:
        return np.int64(-1)
    return able


@rule
def search(t: Any, s: Any, f: Any, i: Any) -> Any:
    return spread_out(t, s, f, gait(t, s, f), swift(t, s, f), movement(t, s, f, i))


@rule
def needs_more(t: Any, line: Any, k: Any) -> Any:
    """Whether a line has needed attacks or techniques from its k-th step on."""
    first = t.line_first[line]
    for i in range(first + k, first + t.line_n[line]):
        if t.st_opt[i] == 0 and t.st_kind[i] != w.STEP_MOVE:
            return True
    return False


@rule
def resolvable(t: Any, s: Any, f: Any, line: Any, among: Any) -> Any:
    # SHG-18.3, SHG-18.4, SHG-18.6
    here = np.int64(s.sq[f])
    first = t.line_first[line]
    for k in range(t.line_n[line]):
        i = np.int64(first + k)
        if t.st_opt[i] == 1:
            continue
        if t.st_kind[i] == w.STEP_MOVE:
            if not needs_more(t, line, np.int64(k + 1)):
                return True
            found = search(t, s, f, i)
            able = available(t, s, f, line, np.int64(k), found, among)
            if able == 0:
                return rest_holds(t, s, f, line, np.int64(k + 1), here, among)
            return able > 0
        if t.st_kind[i] == w.STEP_ATTACK:
            if attackable(t, s, f, here, i, among) == 0:
                return False
        elif not need_met(t, s, f, here, np.int64(t.st_skill[i]), among):
            return False
    return True


@rule
def mark_squares(t: Any, s: Any, f: Any, line: Any, k: Any, g: Any, found: Any, among: Any) -> None:
    """Puts the squares that a movement may end on into ``cand``."""
    # SHG-20.3, SHG-20.4, SHG-20.5, SHG-20.6, SHG-20.8
    i = np.int64(t.line_first[line] + k)
    how = gait(t, s, f)
    n = size(t, s, f)
    no_squares(s)
    top = np.int64(-99999)
    least = np.int64(9999)
    seen = 0
    at = np.int64(0)
    while seen < found:
        q = np.int64(s.frontier[at])
        at += 1
        if q >= st.SQUARES:
            continue
        seen += 1
        cost = np.int64(s.dist[q])
        ranged = t.st_move[i] == w.M_TOWARD or t.st_move[i] == w.M_AWAY
        if not ranged and cost > least:
            break
        if not may_end(t, s, f, n, how, q):
            continue
        merit = np.int64(0)
        if t.st_to[i] == w.TO_HEAD:
            if not by_head(t, s, q):
                continue
        elif ranged:
            merit = gap(t, s, f, q, g, spot(s, g))
            if t.st_move[i] == w.M_TOWARD:
                merit = -merit
            if merit < top or (merit == top and cost > least):
                continue
        elif not fits(t, s, f, q, g, i):
            continue
        if not rest_holds(t, s, f, line, k + 1, q, among):
            continue
        if merit > top or cost < least:
            top = merit
            least = cost
            no_squares(s)
        add_square(s, q)
