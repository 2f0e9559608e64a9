"""The Shogun's Chosen: defeat and heads (chapters 13, 25, 28)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ...effects import FLAG, ON, SKILL
from ...events import E
from ...moves import Q, V
from ...state import AI_DECK, ATOMS, BOSS_CAP, CHOSEN0, DECOY, HEAD_CAP, NOBODY, STATUS, WANDERER0
from ..effects import targets
from ..figures import flags, is_hero, is_minion
from ..frames import DEFEAT, DEFEAT_STEP, FALL, HEAD, LIST, PC, pop, push_list
from ..ground import geometry, placing
from ..questions import ask, forget_answer, player


@rule
def achieved(t: Any, s: Any) -> Any:
    """Whether the objective of the chapter stands."""
    c = s.chapter
    for k in range(ATOMS):
        if not targets.atom(
            t,
            s,
            t.ch_if[c, k],
            t.ch_op[c, k],
            t.ch_value[c, k],
            NOBODY,
            0,
            0,
        ):
            return False
    return True


@rule
def may_endure(t: Any, s: Any, h: Any) -> Any:
    """The list of the Kami skill that keeps a character standing, or NOBODY."""
    # SHG-23.5, SHG-18.16
    kami = s.kami[h]
    if kami < 0 or flags(t, s, h) & FLAG.NO_KAMI:
        return NOBODY
    for n in range(1, 3):
        effects = t.kami_list[kami, n]
        if t.kami_kind[kami, n] != SKILL.PASSIVE or effects < 0 or (s.kami_used[h] >> n) & 1:
            continue
        if s.affinity[h] >= t.kami_affinity[kami, n] and (t.list_on[effects] >> ON.DEFEATED) & 1:
            return n
    return NOBODY


@rule
def head_square(t: Any, s: Any, f: Any, by: Any) -> Any:
    # SHG-13.15, SHG-13.17
    q = s.sq[f]
    n = geometry.size(t, s, f)
    if n == 1 or by < 0 or s.sq[by] < 0:
        return q
    found = q
    for k in range(n * n):
        here = geometry.part(q, k)
        if geometry.span(t, s.sq[by], here) < geometry.span(t, s.sq[by], found):
            found = here
    return found


@rule
def step_defeat(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    f = row[DEFEAT.FIGURE]
    if is_hero(f):
        defeat_hero(t, s, f, log)
    else:
        defeat_follower(t, s, f, log)


@rule
def defeat_hero(t: Any, s: Any, h: Any, log: Any) -> None:
    # SHG-25.1, SHG-25.2, SHG-23.5, SHG-16.8
    row = s.stack[s.sp - 1]
    if row[PC] == DEFEAT_STEP.BEGIN:
        row[PC] = DEFEAT_STEP.KAMI
        skill = may_endure(t, s, h)
        row[DEFEAT.SKILL] = skill
        if s.status[h] != STATUS.STANDING:
            pop(s)
            return
        if skill >= 0 and row[DEFEAT.HOW] != FALL.END_OF_KAMI_MODE:
            ask(s, Q.REACT_KAMI, player(s, h))
            return
    if s.verb == V.YES:
        s.kami_used[h] |= 1 << row[DEFEAT.SKILL]
        effects = t.kami_list[s.kami[h], row[DEFEAT.SKILL]]
        s.hp[h] = t.fx_n[t.list_first[effects]]
        emit(log, E.ENDURES, ALL, ALL, h, s.hp[h], 0, 0)
        forget_answer(s)
        pop(s)
        return
    forget_answer(s)
    emit(log, E.FALLS, ALL, ALL, h, 0, 0, 0)
    s.status[h] = STATUS.DEFEATED
    s.mode[h] = 0
    s.blessed[h] = 0
    s.ap[h] = 0
    placing.take_off(t, s, h)
    if h == 1:
        placing.remove_resistor(s, DECOY)
    pop(s)


@rule
def defeat_follower(t: Any, s: Any, f: Any, log: Any) -> None:
    # SHG-13.5, SHG-13.13 to SHG-13.17, SHG-31.3
    row = s.stack[s.sp - 1]
    by = row[DEFEAT.BY]
    if row[PC] == DEFEAT_STEP.BEGIN:
        if s.sq[f] < 0:
            pop(s)
            return
        emit(log, E.FALLS, ALL, ALL, f, 0, 0, 0)
        row[PC] = DEFEAT_STEP.HEAD
        row[DEFEAT.HEAD] = head_square(t, s, f, by)
        row[DEFEAT.KIND] = t.kind[f]
        hero = row[DEFEAT.HOW] == FALL.STRUCK_DOWN and is_hero(by) and s.sq[by] >= 0
        row[DEFEAT.BY_HERO] = 1 if hero else 0
        row[DEFEAT.BESIDE] = 1 if hero and geometry.beside(t, s, by, s.sq[by], f, s.sq[f]) else 0
        if f < WANDERER0 or f >= CHOSEN0:
            row[DEFEAT.WORTH] = HEAD.MINION if is_minion(f) else HEAD.BOSS
        discard_ai(s, f)
        placing.take_off(t, s, f)
        for i in range(s.revealed_n):
            z = s.revealed[i]
            effects = t.z_trigger[s.chapter, z]
            if effects >= 0:
                push_list(s, effects, ON.SLAIN, NOBODY, z, 0)
                s.stack[s.sp - 1, LIST.ROLL] = row[DEFEAT.KIND]
        return
    if row[PC] == DEFEAT_STEP.HEAD:
        row[PC] = DEFEAT_STEP.REST
        takes = row[DEFEAT.BESIDE] == 1 or (row[DEFEAT.BY_HERO] == 1 and achieved(t, s))
        if row[DEFEAT.WORTH] != HEAD.NONE:
            if takes:
                gain_head(s, by, row[DEFEAT.WORTH] == HEAD.BOSS)
                emit(log, E.HEAD, ALL, ALL, by, 0, 0, 0)
            else:
                q = row[DEFEAT.HEAD]
                if row[DEFEAT.WORTH] == HEAD.BOSS:
                    s.floor_boss[q] += 1
                else:
                    s.floor[q] += 1
                emit(log, E.DROPS, ALL, ALL, q, 0, 0, 0)
        return
    kind = row[DEFEAT.KIND]
    blow = row[DEFEAT.HOW] == FALL.STRUCK_DOWN
    pop(s)
    if blow and by >= 0:
        for i in range(t.k_skills[kind]):
            skill = t.k_skill[kind] + i
            effects = t.bs_list[skill]
            if t.bs_kind[skill] == SKILL.PASSIVE and effects >= 0 and (t.list_on[effects] >> ON.DEFEATED) & 1:
                push_list(s, effects, ON.DEFEATED, f, NOBODY, 0)
                s.stack[s.sp - 1, LIST.ATTACKER] = by


@rule
def gain_head(s: Any, h: Any, boss: Any) -> None:
    # SHG-2.13
    if boss:
        s.boss[h] = min(BOSS_CAP, s.boss[h] + 1)
    else:
        s.heads[h] = min(HEAD_CAP, s.heads[h] + 1)


@rule
def discard_ai(s: Any, f: Any) -> None:
    """The AI cards of a Chosen that leaves go back into the box."""
    c = f - CHOSEN0
    if c < 0:
        return
    for i in range(AI_DECK):
        if s.ai_deck[c, i] >= 0:
            s.box[s.ai_deck[c, i]] = 1
        if s.ai_discard[c, i] >= 0:
            s.box[s.ai_discard[c, i]] = 1
        if s.ai_aside[c, i] >= 0:
            s.box[s.ai_aside[c, i]] = 1
        s.ai_deck[c, i] = EMPTY
        s.ai_discard[c, i] = EMPTY
        s.ai_aside[c, i] = EMPTY
    if s.ai_card[c] >= 0:
        s.box[s.ai_card[c]] = 1
        s.ai_card[c] = EMPTY
    s.ai_n[c] = 0
    s.ai_discard_n[c] = 0
    s.ai_aside_n[c] = 0
