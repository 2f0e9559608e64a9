"""The Shogun's Chosen: a character moves, step by step or all the way to a square (chapter 10)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ...effects import ATTR, COND, FLAG, SIDE, STAT, TERRAIN
from ...events import E
from ...moves import Q, V
from ...state import GAIT, MP_CAP, NOBODY, OPT, SQUARES, STATUS, cite
from ..figures import attribute, flags, gait, swift, value
from ..frames import ACT_STEP, PC, WALK, WALK_STEP, pop
from ..ground import geometry, paths, squares
from ..questions import ask, forget_answer, player
from . import interact, skills

GAIN = 3  # movement points of a move, and of one more effort
OK = 0
STEP_COST = cite("SHG-10.4")
STOP_LATER = cite("SHG-10.7")
WALK_TO = cite("SHG-10.18")


@rule
def bound(t: Any, s: Any, h: Any) -> Any:
    return flags(t, s, h) & FLAG.NO_MOVE != 0


# ---- points --------------------------------------------------------------------------------------


@rule
def move_points(t: Any, s: Any, h: Any) -> Any:
    # SHG-10.1, SHG-10.3, SHG-2.5
    points = GAIN + attribute(t, s, h, ATTR.DEXTERITY) + value(t, s, h, STAT.MOVE)
    if s.cond[h, COND.DOWNED] > 0 and s.opt.downed_affects == OPT.DOWNED_AFFECTS_MOVE:
        points -= 1
    return min(MP_CAP, max(0, points))


@rule
def points_left(s: Any) -> Any:
    """Movement points of the move or walk under way."""
    return s.bonus if s.stack[s.sp - 1, WALK.BONUS] == 1 else s.mp


@rule
def may_move(t: Any, s: Any, h: Any) -> Any:
    """Whether the move action can still be taken, wherever it leads."""
    return s.moves == 0 and s.ap[h] >= 1 and not bound(t, s, h)


@rule
def walk_points(t: Any, s: Any, h: Any) -> Any:
    """Movement points for a walk to a square: of the move under way, of the one it begins, or the bonus."""
    if s.phase == Q.MOVE_STEP:
        return points_left(s)
    if may_move(t, s, h):
        return move_points(t, s, h)
    return 0 if bound(t, s, h) else s.bonus


@rule
def step_cost(t: Any, s: Any, h: Any) -> Any:
    if s.ground[s.sq[h]] != TERRAIN.DIFFICULT:
        return 1
    easy = swift(t, s, h) or gait(t, s, h) != GAIT.WALKING
    return paths.leaving(s, s.sq[h], 1, easy)


# ---- single steps --------------------------------------------------------------------------------


@rule
def may_stop(t: Any, s: Any, h: Any, q: Any) -> Any:
    # SHG-10.6
    return paths.may_end(t, s, h, 1, gait(t, s, h), q)


@rule
def can_stop_after(t: Any, s: Any, h: Any, how: Any, q: Any, points: Any) -> Any:
    # SHG-10.7
    if paths.may_end(t, s, h, 1, how, q):
        return True
    if points <= 0:
        return False
    here = s.sq[h]
    s.sq[h] = q
    paths.spread_out(t, s, h, how, swift(t, s, h), points)
    s.sq[h] = here
    found = False
    for p in range(SQUARES):
        if s.dist[p] > 0 and paths.may_end(t, s, h, 1, how, p):
            found = True
            break
    paths.forget_paths(s)
    return found


@rule
def no_step_to(t: Any, s: Any, h: Any, how: Any, cost: Any, points: Any, a: Any) -> Any:
    """The rule that forbids a step in a direction with so many movement points, or 0."""
    wrong = paths.no_step(t, s, 1, SIDE.CHARACTERS, how, s.sq[h], a)
    if wrong != 0:
        return wrong
    if points < cost:
        return STEP_COST
    return OK if can_stop_after(t, s, h, how, paths.ahead(s.sq[h], a), points - cost) else STOP_LATER


@rule
def any_step(t: Any, s: Any, h: Any, points: Any) -> Any:
    # SHG-10.17
    how = gait(t, s, h)
    cost = step_cost(t, s, h)
    for k in range(8):
        if points >= cost and no_step_to(t, s, h, how, cost, points, k) == 0:
            return True
    return False


@rule
def may_finish(t: Any, s: Any, h: Any) -> Any:
    """Whether the move under way has been one: a step was taken, or none is possible."""
    # SHG-10.17
    return s.stack[s.sp - 1, WALK.STEPPED] == 1 or not any_step(t, s, h, points_left(s))


@rule
def may_go_over(t: Any, s: Any, h: Any) -> Any:
    """Whether another action may end the move under way: nothing happens here to whoever stops."""
    # SHG-10.19
    q = s.sq[h]
    return s.ground[q] != TERRAIN.SPECIAL and may_stop(t, s, h, q) and may_finish(t, s, h)


# ---- the way to a square -------------------------------------------------------------------------


@rule
def spread_walk(t: Any, s: Any, h: Any, points: Any) -> None:
    paths.spread_out(t, s, h, gait(t, s, h), swift(t, s, h), points)


@rule
def is_walk(t: Any, s: Any, h: Any, how: Any, q: Any) -> Any:
    """Whether a square that was searched is one to walk to: empty, and no single step of a move under way."""
    # SHG-10.18
    if s.dist[q] <= 1 or not paths.may_end(t, s, h, 1, how, q):
        return False
    if s.phase != Q.MOVE_STEP or not geometry.touching(s.sq[h], q):
        return True
    for k in range(8):
        if paths.ahead(s.sq[h], k) == q:
            return paths.no_step(t, s, 1, SIDE.CHARACTERS, how, s.sq[h], k) != 0
    return True


@rule
def no_walk(t: Any, s: Any, h: Any, q: Any) -> Any:
    """The rule that forbids walking to a square, or 0."""
    points = walk_points(t, s, h)
    if points <= 0:
        return WALK_TO
    spread_walk(t, s, h, points)
    found = is_walk(t, s, h, gait(t, s, h), q)
    paths.forget_paths(s)
    return OK if found else WALK_TO


@rule
def mark_way(t: Any, s: Any, how: Any, easy: Any, goal: Any) -> None:
    """Turns the distances on all cheapest ways to a square negative."""
    s.dist[goal] = -s.dist[goal]
    s.frontier[0] = goal
    head = 0
    tail = 1
    while head < tail:
        q = s.frontier[head]
        head += 1
        for d in range(8):
            p = paths.ahead(q, (d + 4) % 8)
            if p < 0 or s.dist[p] <= 0 or s.dist[p] + paths.leaving(s, p, 1, easy) != -s.dist[q]:
                continue
            if paths.no_step(t, s, 1, SIDE.CHARACTERS, how, p, d) == 0:
                s.dist[p] = -s.dist[p]
                s.frontier[tail] = p
                tail += 1


@rule
def next_step(t: Any, s: Any, h: Any, goal: Any) -> Any:
    """The direction in which a cheapest way to a square begins, the first of equals; NOBODY without one."""
    # SHG-10.18
    how = gait(t, s, h)
    spread_walk(t, s, h, points_left(s))
    found = NOBODY
    if s.dist[goal] > 1:
        mark_way(t, s, how, swift(t, s, h) or how != GAIT.WALKING, goal)
        for d in range(8):
            q = paths.ahead(s.sq[h], d)
            if q < 0 or -s.dist[q] != 1 + step_cost(t, s, h):
                continue
            if paths.no_step(t, s, 1, SIDE.CHARACTERS, how, s.sq[h], d) == 0:
                found = d
                break
    paths.forget_paths(s)
    return found


@rule
def new_head(t: Any, s: Any, h: Any, before: Any) -> Any:
    """Whether a head can be taken here that could not be taken from the square before."""
    for k in range(9):
        q = s.sq[h] if k == 8 else paths.ahead(s.sq[h], k)
        if q < 0 or skills.no_head(t, s, h, q) != 0:
            continue
        if q != before and not geometry.touching(before, q):
            return True
    return False


# ---- moving --------------------------------------------------------------------------------------


@rule
def stand(s: Any, h: Any, q: Any) -> None:
    """A character in the middle of a move comes to a square, which an ally may hold."""
    p = s.sq[h]
    if s.at[p] == h:
        s.at[p] = EMPTY
    s.sq[h] = q
    if s.at[q] == EMPTY:
        s.at[q] = h


@rule
def take_step(t: Any, s: Any, row: Any, h: Any, d: Any, log: Any) -> None:
    # SHG-10.4, SHG-30.4
    cost = step_cost(t, s, h)
    if row[WALK.BONUS] == 1:
        s.bonus -= cost
    else:
        s.mp -= cost
    s.moved += 1
    row[WALK.STEPPED] = 1
    q = paths.ahead(s.sq[h], d)
    stand(s, h, q)
    emit(log, E.MOVES, ALL, ALL, h, q, 0, 0)


@rule
def walk_on(t: Any, s: Any, row: Any, h: Any, log: Any) -> None:
    """The next step of a walk to a square; it is over there, without a way, or where a head turns up."""
    # SHG-10.18
    goal = row[WALK.GOAL] - 1
    before = s.sq[h]
    d = next_step(t, s, h, goal)
    if d >= 0:
        take_step(t, s, row, h, d, log)
    if d < 0 or s.sq[h] == goal or (new_head(t, s, h, before) and may_stop(t, s, h, s.sq[h])):
        row[WALK.GOAL] = 0


@rule
def worn_out(t: Any, s: Any, row: Any, h: Any) -> Any:
    """Whether the move is over by itself: no points, none to be had, and nothing happens to whoever stops."""
    if points_left(s) > 0 or (row[WALK.BONUS] == 0 and s.ap[h] > 0):
        return False
    return s.ground[s.sq[h]] != TERRAIN.SPECIAL or not skills.any_free(t, s, h)


@rule
def step_move(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    h = row[WALK.HERO]
    if s.status[h] != STATUS.STANDING:
        pop(s)
        return
    if row[PC] == WALK_STEP.ASK:
        if row[WALK.GOAL] > 0:
            walk_on(t, s, row, h, log)
            return
        row[PC] = WALK_STEP.ANSWER
        s.phase = Q.MOVE_STEP
        if worn_out(t, s, row, h):
            s.verb = V.STOP
        else:
            ask(s, Q.MOVE_STEP, player(s, h))
        return
    row[PC] = WALK_STEP.ASK
    verb = s.verb
    a = s.ans
    if goes_over(verb):
        # SHG-10.19
        finish(s, row)
        s.stack[s.sp - 1, PC] = ACT_STEP.ANSWER
        return
    if skills.is_free(verb):
        skills.do_free(t, s, h, log)
        forget_answer(s)
        return
    forget_answer(s)
    if verb == V.STEP:
        take_step(t, s, row, h, a, log)
    elif verb == V.GO:
        row[WALK.GOAL] = 1 + a
    elif verb == V.EXERT:
        # SHG-10.2
        s.ap[h] -= 1
        s.mp = min(MP_CAP, s.mp + GAIN)
    elif interact.is_meeting(verb):
        interact.meet(t, s, h, verb, a, log)
    else:
        finish(s, row)
        squares.stopped(t, s, h)


@rule
def goes_over(verb: Any) -> Any:
    """Whether an answer is an action of its own, which ends a move under way."""
    if verb == V.END or verb == V.TECHNIQUE or verb == V.REROLL_KI:
        return True
    return verb == V.ITEM or verb == V.FAST or verb == V.STRONG


@rule
def finish(s: Any, row: Any) -> None:
    # SHG-10.11
    if row[WALK.BONUS] == 0:
        s.mp = 0
    pop(s)
