"""The Shogun's Chosen: what the steps of an enemy's line can reach (chapters 18, 20, 21, 22)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ...effects import BASIC, COND, FLAG, MOVE, NEED, SIDE, STAT, STEP, TERRAIN, TO
from ...state import BEYOND, CREATURES, FIGURES, OPT, RES0, SQUARES
from ..figures import flags, gait, swift, targetable, value
from ..ground import geometry, paths
from ..questions import add_square, no_squares


@rule
def foes(t: Any, s: Any, f: Any) -> Any:
    """The figures that a creature can target, wherever they are."""
    # SHG-6.1, SHG-28.2
    found = 0
    mine = s.side_of[f]
    for g in range(FIGURES):
        h = g
        if g >= RES0 and mine == SIDE.CHARACTERS:
            break
        if geometry.spot(s, h) >= 0 and geometry.side(s, h) != mine and targetable(t, s, h):
            found |= 1 << g
    return found


@rule
def kin(t: Any, s: Any, f: Any) -> Any:
    found = 0
    first = t.k_first[t.kind[f]]
    for g in range(first, first + t.k_count[t.kind[f]]):
        if g != f and s.sq[g] >= 0:
            found |= 1 << g
    return found


@rule
def attack_range(t: Any, s: Any, f: Any, skill: Any) -> Any:
    # SHG-21.1, SHG-12.21
    base = t.bs_range[skill] if skill >= 0 else t.b_range[t.kind[f], s.plus[f]]
    return max(1, base + value(t, s, f, STAT.RANGE))


@rule
def attackable(t: Any, s: Any, f: Any, q: Any, i: Any, among: Any) -> Any:
    """Those of the figures that an attack step reaches from a square."""
    # SHG-21.1, SHG-22.16
    downed = s.cond[f, COND.DOWNED] > 0
    skill = BASIC if downed else t.st_skill[i]
    close = downed or t.st_adjacent[i] == 1
    most = 1 if close else attack_range(t, s, f, skill)
    ground = s.ground[q]
    if ground == TERRAIN.WALL or ground == TERRAIN.OBSTACLE or ground == TERRAIN.DOOR:
        return 0
    found = 0
    for g in range(FIGURES):
        if not (among >> g) & 1:
            continue
        h = g
        p = geometry.spot(s, h)
        if close and not geometry.beside(t, s, f, q, h, p):
            continue
        if geometry.sees(t, s, f, q, h, p, most, True):
            found |= 1 << g
    return found


@rule
def need_met(t: Any, s: Any, f: Any, q: Any, skill: Any, among: Any) -> Any:
    # SHG-18.18, SHG-22.17
    need = t.bs_need[skill]
    if need == NEED.NONE or s.cond[f, COND.DOWNED] > 0:
        return True
    most = t.bs_within[skill]
    if need == NEED.HEAD:
        for p in range(SQUARES):
            if s.floor[p] + s.floor_boss[p] > 0 and geometry.span(t, q, p) <= most:
                return True
        return False
    who = kin(t, s, f) if need == NEED.KIN else among
    for g in range(CREATURES):
        if not (who >> g) & 1:
            continue
        h = g
        if need == NEED.KIN:
            if geometry.gap(t, s, f, q, h, geometry.spot(s, h)) <= most:
                return True
        elif geometry.sees(t, s, f, q, h, geometry.spot(s, h), most, False):
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
        if t.st_kind[i] == STEP.MOVE:
            return True
        if t.st_kind[i] == STEP.ATTACK:
            if attackable(t, s, f, q, i, among) == 0:
                return False
        elif not need_met(t, s, f, q, t.st_skill[i], among):
            return False
    return True


@rule
def movement(t: Any, s: Any, f: Any, i: Any) -> Any:
    # SHG-18.8
    if flags(t, s, f) & FLAG.NO_MOVE:
        return 0
    points = t.b_move[t.kind[f], s.plus[f]] + t.st_extra[i] + value(t, s, f, STAT.MOVE)
    if s.cond[f, COND.DOWNED] > 0 and s.opt.downed_affects == OPT.DOWNED_AFFECTS_MOVE:
        points -= 1
    return max(0, points)


@rule
def fits(t: Any, s: Any, f: Any, q: Any, g: Any, i: Any) -> Any:
    """Whether a square meets the condition of a movement toward a figure."""
    # SHG-20.1, SHG-20.2, SHG-20.3
    how = t.st_move[i]
    if how == MOVE.ADJACENT:
        return geometry.beside(t, s, f, q, g, geometry.spot(s, g))
    if how == MOVE.RANGE:
        ground = s.ground[q]
        if ground == TERRAIN.WALL or ground == TERRAIN.OBSTACLE or ground == TERRAIN.DOOR:
            return False
        return geometry.sees(t, s, f, q, g, geometry.spot(s, g), t.st_x[i], False)
    return True


@rule
def by_head(t: Any, s: Any, q: Any) -> Any:
    """Whether a head token lies on a square or next to it."""
    # SHG-20.11
    for p in range(SQUARES):
        if s.floor[p] + s.floor_boss[p] == 0:
            continue
        near = p == q or geometry.touching(q, p)
        if near and t.height[s.chapter, p] == t.height[s.chapter, q]:
            return True
    return False


@rule
def available(t: Any, s: Any, f: Any, line: Any, k: Any, found: Any, among: Any) -> Any:
    """The goals that a movement can take: figures as a set, -1 where squares meet its condition but
    leave the rest of the line without targets. A head counts as figure 0."""
    # SHG-20.13, SHG-18.6, SHG-20.11
    i = t.line_first[line] + k
    how = gait(t, s, f)
    n = geometry.size(t, s, f)
    goals = among
    if t.st_to[i] == TO.KIN:
        goals = kin(t, s, f)
    elif t.st_to[i] == TO.HEAD:
        goals = 1
    able = 0
    blocked = False
    least = BEYOND
    for g in range(FIGURES):
        if not (goals >> g) & 1:
            continue
        seen = 0
        at = 0
        while seen < found:
            q = s.frontier[at]
            at += 1
            if q >= SQUARES:
                continue
            seen += 1
            cost = s.dist[q]
            if t.st_to[i] == TO.KIN and cost > least:
                break
            if not paths.may_end(t, s, f, n, how, q):
                continue
            if t.st_to[i] == TO.HEAD:
                if not by_head(t, s, q):
                    continue
            elif not fits(t, s, f, q, g, i):
                continue
            if not rest_holds(t, s, f, line, k + 1, q, among):
                blocked = True
                continue
            if t.st_to[i] == TO.KIN and cost < least:
                least = cost
                able = 0
            able |= 1 << g
            break
    if able == 0 and blocked:
        return -1
    return able


@rule
def search(t: Any, s: Any, f: Any, i: Any) -> Any:
    return paths.spread_out(t, s, f, gait(t, s, f), swift(t, s, f), movement(t, s, f, i))


@rule
def needs_more(t: Any, line: Any, k: Any) -> Any:
    """Whether a line has needed attacks or techniques from its k-th step on."""
    first = t.line_first[line]
    for i in range(first + k, first + t.line_n[line]):
        if t.st_opt[i] == 0 and t.st_kind[i] != STEP.MOVE:
            return True
    return False


@rule
def resolvable(t: Any, s: Any, f: Any, line: Any, among: Any) -> Any:
    # SHG-18.3, SHG-18.4, SHG-18.6
    here = s.sq[f]
    first = t.line_first[line]
    for k in range(t.line_n[line]):
        i = first + k
        if t.st_opt[i] == 1:
            continue
        if t.st_kind[i] == STEP.MOVE:
            if not needs_more(t, line, k + 1):
                return True
            found = search(t, s, f, i)
            able = available(t, s, f, line, k, found, among)
            if able == 0:
                return rest_holds(t, s, f, line, k + 1, here, among)
            return able > 0
        if t.st_kind[i] == STEP.ATTACK:
            if attackable(t, s, f, here, i, among) == 0:
                return False
        elif not need_met(t, s, f, here, t.st_skill[i], among):
            return False
    return True


@rule
def mark_squares(t: Any, s: Any, f: Any, line: Any, k: Any, g: Any, found: Any, among: Any) -> None:
    """Puts the squares that a movement may end on into ``cand``."""
    # SHG-20.3, SHG-20.4, SHG-20.5, SHG-20.6, SHG-20.8
    i = t.line_first[line] + k
    how = gait(t, s, f)
    n = geometry.size(t, s, f)
    no_squares(s)
    top = -BEYOND
    least = BEYOND
    seen = 0
    at = 0
    while seen < found:
        q = s.frontier[at]
        at += 1
        if q >= SQUARES:
            continue
        seen += 1
        cost = s.dist[q]
        ranged = t.st_move[i] == MOVE.TOWARD or t.st_move[i] == MOVE.AWAY
        if not ranged and cost > least:
            break
        if not paths.may_end(t, s, f, n, how, q):
            continue
        merit = 0
        if t.st_to[i] == TO.HEAD:
            if not by_head(t, s, q):
                continue
        elif ranged:
            merit = geometry.gap(t, s, f, q, g, geometry.spot(s, g))
            if t.st_move[i] == MOVE.TOWARD:
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
