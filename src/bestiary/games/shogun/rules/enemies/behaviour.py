"""The Shogun's Chosen: activations of enemies and wanderers, lines and movement (chapters 18, 19, 20, 21)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import below, shuffle

from ...effects import COND, FLAG, ON, SIDE, STEP, TO
from ...events import AIM, E
from ...moves import Q
from ...state import AI0, CHOSEN0, ENTRY_LINES, HEROES, NOBODY, RES0, STREAM
from ..effects import targets, triggers
from ..fight import attack
from ..figures import flags, name_of
from ..frames import ENEMY, ENEMY_STEP, PC, pop, push_list
from ..ground import placing, squares
from ..questions import ask_figure, ask_square, count, everybody, forget_answer, lowest
from ..turn import activation
from . import lines


@rule
def step_enemy(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    f = row[ENEMY.FIGURE]
    pc = row[PC]
    if pc > ENEMY_STEP.OPEN and s.sq[f] < 0:
        # SHG-24.9
        pop(s)
        activation.close_turn(t, s, f, log)
        return
    if pc == ENEMY_STEP.OPEN:
        row[PC] = ENEMY_STEP.SPECIAL
        activation.open_turn(t, s, f, log)
    elif pc == ENEMY_STEP.SPECIAL:
        row[PC] = ENEMY_STEP.START
        activation.on_special(t, s, f)
    elif pc == ENEMY_STEP.START:
        row[PC] = ENEMY_STEP.LINE
        triggers.trigger(t, s, f, ON.START, NOBODY, NOBODY)
    elif pc == ENEMY_STEP.LINE:
        row[ENEMY.LINE] = choose_line(t, s, f, log)
        row[ENEMY.NEXT] = 0
        row[PC] = ENEMY_STEP.NEXT
    elif pc == ENEMY_STEP.NEXT:
        if row[ENEMY.LINE] < 0 or row[ENEMY.NEXT] >= t.line_n[row[ENEMY.LINE]]:
            discard_card(t, s, f)
            pop(s)
            activation.close_turn(t, s, f, log)
            return
        k = row[ENEMY.NEXT]
        row[ENEMY.NEXT] += 1
        do_step(t, s, row, f, row[ENEMY.LINE], k, log)
    elif pc == ENEMY_STEP.WALK:
        g = s.ans
        forget_answer(s)
        begin_walk(t, s, row, f, g, log)
    elif pc == ENEMY_STEP.STRIKE:
        g = s.ans
        forget_answer(s)
        i = t.line_first[row[ENEMY.LINE]] + row[ENEMY.NEXT] - 1
        row[PC] = ENEMY_STEP.NEXT
        prio = step_priority(t, f, i)
        row[ENEMY.STRUCK] |= 1 << g
        tell_aim(s, f, g, prio, log)
        attack.attack_now(s, f, g, t.st_skill[i], t.st_focus[i], prio)
    else:
        q = s.ans
        forget_answer(s)
        row[PC] = ENEMY_STEP.NEXT
        if q != s.sq[f]:
            placing.lift(t, s, f)
            placing.put(t, s, f, q)
            emit(log, E.MOVES, ALL, ALL, f, q, 0, 0)
            squares.stopped(t, s, f)


@rule
def tell_aim(s: Any, f: Any, g: Any, prio: Any, log: Any) -> None:
    emit(log, E.AIMS, ALL, ALL, f, name_of(s, g), max(prio, 0), s.stack[s.sp - 1, ENEMY.WHY])


@rule
def reason(t: Any, s: Any, f: Any, able: Any, taken: Any, prio: Any) -> Any:
    """Why an enemy takes one of the figures that are left of all that it could take."""
    # SHG-19.1, SHG-19.4, SHG-19.5, SHG-19.6, SHG-19.10
    if count(able) == 1:
        return AIM.ONLY
    first = lowest(taken)
    if s.side_of[f] == SIDE.FOLLOWERS and first >= RES0:
        return AIM.RESISTOR
    if s.side_of[f] == SIDE.FOLLOWERS and first >= HEROES:
        return AIM.ALLY
    if count(taken) > 1 or prio < 0:
        return AIM.ORDER if s.opt.auto_ties == 1 else AIM.TEAM
    if first < HEROES and flags(t, s, first) & FLAG.TAUNT:
        return AIM.TAUNT
    return AIM.PRIORITY


@rule
def step_priority(t: Any, f: Any, i: Any) -> Any:
    # SHG-19.3, SHG-19.9, SHG-19.11
    return t.st_prio[i] if t.st_prio[i] >= 0 else t.k_prio[t.kind[f]]


@rule
def choose_line(t: Any, s: Any, f: Any, log: Any) -> Any:
    # SHG-18.1, SHG-18.2, SHG-18.7, SHG-18.11 to SHG-18.15, SHG-18.17
    kind = t.kind[f]
    roll = 0
    c = f - CHOSEN0
    empowered = False
    title = 0
    if c >= 0:
        draw_card(t, s, c, log)
        title = t.ai_type[s.ai_card[c] - AI0]
        empowered = targets.asides(t, s, f) > 0 and t.ai_empowered[title, 0] >= 0
    else:
        roll = below(s.rng, STREAM.DICE, 6)
        emit(log, E.ROLLS, ALL, ALL, f, roll + 1, 0, 0)
    among = lines.foes(t, s, f)
    for j in range(ENTRY_LINES):
        if c >= 0:
            line = t.ai_empowered[title, j] if empowered else t.ai_lines[title, j]
        else:
            line = t.b_table[kind, s.plus[f], s.oracle, roll, j]
        if line < 0:
            break
        if lines.resolvable(t, s, f, line, among):
            emit(log, E.LINE, ALL, ALL, f, line, j + 1, 0)
            return line
    emit(log, E.IDLE, ALL, ALL, f, 0, 0, 0)
    return NOBODY


@rule
def draw_card(t: Any, s: Any, c: Any, log: Any) -> None:
    # SHG-18.13, SHG-18.14
    if s.ai_n[c] == 0:
        for i in range(s.ai_discard_n[c]):
            s.ai_deck[c, i] = s.ai_discard[c, i]
            s.ai_discard[c, i] = EMPTY
        s.ai_n[c] = s.ai_discard_n[c]
        s.ai_discard_n[c] = 0
        shuffle(s.rng, STREAM.AI, s.ai_deck[c], s.ai_n[c])
    s.ai_n[c] -= 1
    s.ai_card[c] = s.ai_deck[c, s.ai_n[c]]
    s.ai_deck[c, s.ai_n[c]] = EMPTY
    emit(log, E.DRAWS, ALL, ALL, CHOSEN0 + c, s.ai_card[c], 0, 0)


@rule
def discard_card(t: Any, s: Any, f: Any) -> None:
    # SHG-18.13, SHG-18.15
    c = f - CHOSEN0
    if c < 0 or s.ai_card[c] < 0:
        return
    card = s.ai_card[c]
    if t.ai_stays[t.ai_type[card - AI0]] == 1:
        s.ai_aside[c, s.ai_aside_n[c]] = card
        s.ai_aside_n[c] += 1
    else:
        s.ai_discard[c, s.ai_discard_n[c]] = card
        s.ai_discard_n[c] += 1
    s.ai_card[c] = EMPTY


@rule
def do_step(t: Any, s: Any, row: Any, f: Any, line: Any, k: Any, log: Any) -> None:
    i = t.line_first[line] + k
    sort = t.st_kind[i]
    among = lines.foes(t, s, f)
    if t.st_other[i] == 1:
        among &= ~row[ENEMY.STRUCK]  # SHG-18.19
    if sort == STEP.USE:
        skill = t.st_skill[i]
        if s.cond[f, COND.DOWNED] == 0 and lines.need_met(t, s, f, s.sq[f], skill, among):
            emit(log, E.USES, ALL, ALL, f, skill, 0, 0)
            push_list(s, t.bs_list[skill], ON.USE, f, NOBODY, 0)
        return
    if sort == STEP.ATTACK:
        who = lines.attackable(t, s, f, s.sq[f], i, among)
        ask_whom(t, s, row, f, i, who, ENEMY_STEP.STRIKE)
        return
    found = lines.search(t, s, f, i)
    able = lines.available(t, s, f, line, k, found, among)
    if able <= 0:
        return
    if t.st_to[i] == TO.HEAD:
        lines.mark_squares(t, s, f, line, k, f, found, among)
        row[PC] = ENEMY_STEP.SQUARE
        ask_square(s, Q.ENEMY_SQUARE, everybody(s), False, True)
        return
    ask_whom(t, s, row, f, i, able, ENEMY_STEP.WALK)


@rule
def ask_whom(t: Any, s: Any, row: Any, f: Any, i: Any, who: Any, pc: Any) -> None:
    # SHG-6.3, SHG-18.5, SHG-19.5
    if who == 0:
        return
    if t.st_to[i] != TO.KIN or t.st_kind[i] != STEP.MOVE:
        prio = step_priority(t, f, i)
        best = targets.preferred(t, s, who, prio, f, s.sq[f])
        row[ENEMY.WHY] = reason(t, s, f, who, best, prio)
        who = best
    else:
        row[ENEMY.WHY] = AIM.KIN if count(who) > 1 else AIM.ONLY
    row[PC] = pc
    if s.opt.auto_ties == 1:
        who = 1 << lowest(who)
    ask_figure(s, Q.ENEMY_TARGET, everybody(s), who, False)


@rule
def begin_walk(t: Any, s: Any, row: Any, f: Any, g: Any, log: Any) -> None:
    line = row[ENEMY.LINE]
    k = row[ENEMY.NEXT] - 1
    i = t.line_first[line] + k
    among = lines.foes(t, s, f)
    if t.st_other[i] == 1:
        among &= ~row[ENEMY.STRUCK]
    tell_aim(s, f, g, step_priority(t, f, i), log)
    found = lines.search(t, s, f, i)
    lines.mark_squares(t, s, f, line, k, g, found, among)
    row[PC] = ENEMY_STEP.SQUARE
    ask_square(s, Q.ENEMY_SQUARE, everybody(s), False, True)
