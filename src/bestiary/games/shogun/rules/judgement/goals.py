"""The Shogun's Chosen: where a sensible character goes."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ...effects import GOAL, SIDE, TERRAIN, UNREACHED
from ...moves import A, V
from ...state import COLS, CREATURES, GAIT, HEROES, ROWS, SQUARES
from ..ground import geometry, paths
from ..turn import skills
from . import worth

NONE = -1
NEAR = 4  # squares to an enemy for which somebody leaves the way
STRIDE = 3  # squares that an action point takes a character, roughly
RUNNERS = 3  # the size of a team of which one goes on while the others fight


# ---- what is wanted ------------------------------------------------------------------------------


@rule
def wants(t: Any, s: Any) -> Any:
    """The steps of the way to be taken now: points and doors wait for the points before them."""
    found = 0
    waits = False
    for k in range(t.way_n[s.chapter]):
        if not worth.in_play(t, s, k):
            continue
        sort = t.way_sort[s.chapter, k]
        if sort == GOAL.RESISTOR or not waits:
            found |= 1 << k
        if sort == GOAL.POINT:
            waits = True
    return found


@rule
def rescues(t: Any, s: Any, wanted: Any) -> Any:
    """Those steps that are somebody who waits to be saved."""
    found = 0
    for k in range(t.way_n[s.chapter]):
        if (wanted >> k) & 1 and t.way_sort[s.chapter, k] == GOAL.RESISTOR:
            found |= 1 << k
    return found


@rule
def verb_for(sort: Any) -> Any:
    """How a step of the way is interacted with."""
    if sort == GOAL.POINT:
        return V.POINT
    return V.DOOR if sort == GOAL.DOOR else V.RESISTOR


@rule
def far_from(t: Any, s: Any, q: Any, wanted: Any) -> Any:
    """How far a square is from the nearest of these steps, had nobody stood in between."""
    near = UNREACHED
    for k in range(t.way_n[s.chapter]):
        if (wanted >> k) & 1:
            near = min(near, t.way_far[s.chapter, k, q])
    return near


@rule
def nearest(t: Any, s: Any, h: Any, far: Any, wanted: Any) -> Any:
    """Whether nobody else is nearer than this character is."""
    for g in range(HEROES):
        if g != h and s.sq[g] >= 0 and far_from(t, s, s.sq[g], wanted) < far:
            return False
    return True


@rule
def hurries(t: Any, s: Any, h: Any, saved: Any) -> Any:
    """Whether somebody waits to be saved within reach of this activation, and nobody else is nearer."""
    if saved == 0:
        return False
    far = far_from(t, s, s.sq[h], saved)
    return far <= STRIDE * (s.ap[h] - 1) + 1 and nearest(t, s, h, far, saved)


@rule
def runs(t: Any, s: Any, h: Any, wanted: Any) -> Any:
    """Whether this one, being nearest and well, goes on while the others fight: malice does not wait."""
    if wanted == 0 or s.party < RUNNERS or s.malice < 1 or 2 * s.hp[h] < s.max_hp[h]:
        return False
    far = far_from(t, s, s.sq[h], wanted)
    return far > 0 and far < UNREACHED and nearest(t, s, h, far, wanted)


@rule
def is_foe(s: Any, f: Any) -> Any:
    return s.sq[f] >= 0 and s.side_of[f] == SIDE.FOLLOWERS


@rule
def foe_near(t: Any, s: Any, q: Any, most: Any) -> Any:
    for f in range(HEROES, CREATURES):
        if is_foe(s, f) and geometry.span(t, q, s.sq[f]) <= most:
            return True
    return False


# ---- goals ---------------------------------------------------------------------------------------


@rule
def is_goal(s: Any, q: Any) -> Any:
    return s.frontier[SQUARES + q] == 1


@rule
def mark(s: Any, h: Any, q: Any) -> None:
    """A square where this character could stop becomes a goal."""
    ground = s.ground[q]
    if (
        ground == TERRAIN.OUTSIDE
        or ground == TERRAIN.WALL
        or ground == TERRAIN.OBSTACLE
        or ground == TERRAIN.DOOR
    ):
        return
    if s.at[q] < 0 or s.at[q] == h:
        s.frontier[SQUARES + q] = 1


@rule
def mark_around(t: Any, s: Any, h: Any, q: Any) -> None:
    for k in range(8):
        p = paths.ahead(q, k)
        if p >= 0 and t.height[s.chapter, p] == t.height[s.chapter, q]:
            mark(s, h, p)


@rule
def mark_step(t: Any, s: Any, h: Any, k: Any) -> None:
    """From where a step of the way can be interacted with."""
    c = s.chapter
    i = t.way_id[c, k]
    sort = t.way_sort[c, k]
    if sort == GOAL.POINT:
        mark(s, h, t.point_sq[c, i])
        mark_around(t, s, h, t.point_sq[c, i])
    elif sort == GOAL.RESISTOR:
        mark_around(t, s, h, s.res_sq[i])
    else:
        for part in range(2):
            if t.door_sq[c, i, part] >= 0:
                mark_around(t, s, h, t.door_sq[c, i, part])


@rule
def mark_foe(t: Any, s: Any, h: Any, f: Any, reach: Any) -> None:
    """From where an enemy can be struck."""
    q = s.sq[f]
    x = q % COLS
    y = q // COLS
    for j in range(max(0, y - reach), min(ROWS, y + reach + 2)):  # a base may be two squares wide
        for i in range(max(0, x - reach), min(COLS, x + reach + 2)):
            p = j * COLS + i
            if s.ground[p] != TERRAIN.OUTSIDE and geometry.sees(t, s, h, p, f, q, reach, True):
                mark(s, h, p)


@rule
def mark_goals(t: Any, s: Any, h: Any, wanted: Any, saved: Any) -> None:
    """What is worth going to: what is wanted, or those alone who are saved in time, and enemies nearby."""
    s.searched = 1
    hasty = hurries(t, s, h, saved)
    steps = saved if hasty else wanted
    for k in range(t.way_n[s.chapter]):
        if (steps >> k) & 1:
            mark_step(t, s, h, k)
    if hasty or runs(t, s, h, wanted):
        return
    if wanted == 0 or foe_near(t, s, s.sq[h], NEAR):
        reach = skills.longest(t, s, h, skills.weapon_range(t, s, h))
        for f in range(HEROES, CREATURES):
            if is_foe(s, f):
                mark_foe(t, s, h, f, reach)


@rule
def choice_at(t: Any, s: Any, h: Any, choices: Any, count: Any, q: Any) -> Any:
    """The place of the choice that leads to a square, by a step or a walk; NONE without one."""
    for i in range(count):
        verb = t.verb[choices[i]]
        if verb == V.GO and choices[i] - A.GO == q:
            return i
        if verb == V.STEP and paths.ahead(s.sq[h], choices[i] - A.STEP) == q:
            return i
    return NONE


@rule
def nearest_goal(t: Any, s: Any, h: Any) -> Any:
    """The goal that is the fewest steps away, around all who stand there; ``dist`` tells the way to it."""
    head = 0
    tail = 1
    s.frontier[0] = s.sq[h]
    s.dist[s.sq[h]] = 9
    while head < tail:
        p = s.frontier[head]
        head += 1
        for k in range(8):
            q = paths.ahead(p, k)
            if q < 0 or s.dist[q] > 0 or paths.no_step(t, s, 1, SIDE.CHARACTERS, GAIT.WALKING, p, k) != 0:
                continue
            s.dist[q] = 1 + k
            if is_goal(s, q):
                return q
            s.frontier[tail] = q
            tail += 1
    return NONE


@rule
def stride(t: Any, s: Any, h: Any, choices: Any, count: Any, wanted: Any, saved: Any) -> Any:
    """The choice that goes farthest on the shortest way to a goal; NONE there, or where no choice does."""
    mark_goals(t, s, h, wanted, saved)
    pick = NONE
    if not is_goal(s, s.sq[h]):
        q = nearest_goal(t, s, h)
        while q >= 0 and q != s.sq[h] and pick < 0:
            pick = choice_at(t, s, h, choices, count, q)
            q = paths.ahead(q, (s.dist[q] + 3) % 8)
    paths.forget_paths(s)
    return pick


@rule
def arrived(t: Any, s: Any, h: Any, wanted: Any, saved: Any) -> Any:
    """Whether there is nowhere better to be."""
    mark_goals(t, s, h, wanted, saved)
    found = is_goal(s, s.sq[h])
    paths.forget_paths(s)
    return found
