"""The Shogun's Chosen: spawning and the initiative of who appears (chapters 5, 15, 27, 29)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.rng import below, shuffle

from ... import state as st
from ...effects import SIDE, STAT, UNTIL
from ...events import E
from ...moves import Q, V
from ...state import IN, OPT, STATUS, STREAM
from ..figures import card_of
from ..frames import PC, SPAWN, SPAWN_STEP, pop
from ..questions import ask, ask_square, count, everybody, forget_answer, lowest
from . import placing, squares


@rule
def free_slot(t: Any, s: Any, kind: Any) -> Any:
    # SHG-5.2, SHG-1.6, SHG-29.3
    first = t.k_first[kind]
    for f in range(first, first + t.k_count[kind]):
        if s.sq[f] < 0:
            return f
    return st.NOBODY


@rule
def enter(t: Any, s: Any, kind: Any, q: Any, plus: Any, log: Any) -> Any:
    """A new enemy stands on a square; returns its number, or NOBODY without a miniature."""
    # SHG-5.1, SHG-5.3, SHG-5.4, SHG-5.7, SHG-5.9, SHG-34.7
    if plus:
        s.upgraded |= 1 << kind
    f = free_slot(t, s, kind)
    if f < 0:
        return f
    s.plus[f] = (s.upgraded >> kind) & 1 if kind < st.KIND_SERVANT else 0
    health = t.b_health[kind, s.plus[f], s.party - 1]
    top = 1
    for h in range(st.HEROES):
        if s.status[h] != STATUS.ABSENT:
            top = max(top, s.level[h])
    health += t.b_per_level[kind] * (top - 1)
    s.hp[f] = health
    s.max_hp[f] = health
    s.arm[f] = t.b_armour[kind, s.plus[f]]
    s.side_of[f] = SIDE.FOLLOWERS
    harden(t, s, f, kind)
    placing.put(t, s, f, q)
    if f >= st.CHOSEN0:
        shuffle_ai(t, s, f)
    emit(log, E.APPEARS, ALL, ALL, f, q, 0, 0)
    return f


@rule
def harden(t: Any, s: Any, f: Any, kind: Any) -> None:
    """What the difficulty makes of an enemy that enters."""
    # SHG-36.3
    if kind < st.KIND_WANDERER or kind >= st.KIND_CHOSEN:
        s.mod[f, STAT.HITS, UNTIL.PHASE] = t.df_hits[s.opt.difficulty, s.chapter, s.party - 1]


@rule
def shuffle_ai(t: Any, s: Any, f: Any) -> None:
    # SHG-5.6
    c = f - st.CHOSEN0
    n = 0
    for card in range(st.AI_CARDS):
        if t.ai_of[card] == f:
            s.ai_deck[c, n] = st.AI0 + card
            s.box[st.AI0 + card] = 0
            n += 1
    s.ai_n[c] = n
    shuffle(s.rng, STREAM.AI, s.ai_deck[c], n)


@rule
def requeue(s: Any, new: Any) -> None:
    # SHG-8.12, SHG-8.13, SHG-8.14, SHG-8.15
    if s.step != IN.ACTIVATIONS:
        return
    for f in range(st.CREATURES):
        if (new >> f) & 1 and card_of(s, f) < 0:
            s.queue[s.queue_n] = f
            s.queue_n += 1
    start = s.at_card + 1
    for i in range(s.queue_n - 1, start, -1):
        j = start + below(s.rng, STREAM.QUEUE, i - start + 1)
        held = s.queue[i]
        s.queue[i] = s.queue[j]
        s.queue[j] = held


@rule
def step_spawn(t: Any, s: Any, log: Any) -> None:
    # SHG-29.1 to SHG-29.5
    row = s.stack[s.sp - 1]
    kind = row[SPAWN.KIND]
    if row[PC] == SPAWN_STEP.BEGIN:
        if row[SPAWN.PLUS] == 1:
            s.upgraded |= 1 << kind
        if free_slot(t, s, kind) < 0:
            pop(s)
            return
        row[PC] = SPAWN_STEP.SQUARE
        if row[SPAWN.SQUARE] < 0:
            points = spawn_points(t, s, row[SPAWN.ZONE])
            if points == 0:
                pop(s)
                return
            row[PC] = SPAWN_STEP.POINT
            if count(points) == 1:
                s.ans = lowest(points)
                s.verb = V.SPAWN
            else:
                ask(s, Q.SPAWN_POINT, everybody(s))
                s.cand[0] = points
        return
    if row[PC] == SPAWN_STEP.POINT:
        row[SPAWN.SQUARE] = t.spawn_sq[s.chapter, s.ans]
        forget_answer(s)
        row[PC] = SPAWN_STEP.SQUARE
    if row[PC] == SPAWN_STEP.SQUARE:
        q = row[SPAWN.SQUARE]
        row[PC] = SPAWN_STEP.PUT
        if squares.ground_free(s, q):
            s.ans = q
        elif squares.nearest_free(t, s, q, True) > 0:
            ask_square(s, Q.SPAWN_SQUARE, everybody(s), False, True)
            return
        else:
            pop(s)
            return
    q = s.ans
    forget_answer(s)
    pop(s)
    f = enter(t, s, kind, q, False, log)
    if f >= 0 and s.opt.spawned_act != OPT.SPAWNED_ACT_NEXT_ROUND:
        requeue(s, 1 << f)


@rule
def spawn_points(t: Any, s: Any, zone: Any) -> Any:
    # SHG-29.5
    every = 0
    near = 0
    for i in range(st.SPAWNS):
        q = t.spawn_sq[s.chapter, i]
        if q < 0 or s.zone[t.zone_at[s.chapter, q]] != 1:
            continue
        every |= 1 << i
        if t.zone_at[s.chapter, q] == zone:
            near |= 1 << i
    return near if near else every
