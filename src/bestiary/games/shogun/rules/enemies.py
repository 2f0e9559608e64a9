"""The Shogun's Chosen: activations of enemies and wanderers, lines and movement (chapters 18, 19, 20, 21)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import below, shuffle

from .. import decisions as d
from .. import events as e
from .. import state as st
from .. import words as w
from .attack import attack_now
from .base import ONE, PC, ask_figure, ask_square, count, everybody, forget_answer, lowest, pop, push_list
from .dice import trigger
from .ground import stopped
from .harm import lift, put

# Slots of an enemy's activation: 2 creature, 3 line, 4 next step, 6 target of the step.
from .lines import attackable, available, foes, mark_squares, need_met, resolvable, search
from .targets import asides, preferred
from .turn import close_turn, on_special, open_turn

# ---- the activation ------------------------------------------------------------------------------


@rule
def step_enemy(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    f = np.int64(row[2])
    pc = row[PC]
    if pc > 0 and s.sq[f] < 0:
        # SHG-24.9
        forget_answer(s)
        pop(s)
        close_turn(t, s, f, log)
        return
    if pc == 0:
        row[PC] = 1
        open_turn(t, s, f, log)
    elif pc == 1:
        row[PC] = 2
        on_special(t, s, f)
    elif pc == 2:
        row[PC] = 3
        trigger(t, s, f, np.int64(w.ON_START), np.int64(st.NOBODY), np.int64(st.NOBODY))
    elif pc == 3:
        row[3] = choose_line(t, s, f, log)
        row[4] = 0
        row[PC] = 4
    elif pc == 4:
        if row[3] < 0 or row[4] >= t.line_n[row[3]]:
            discard_card(t, s, f)
            pop(s)
            close_turn(t, s, f, log)
            return
        k = np.int64(row[4])
        row[4] += 1
        do_step(t, s, row, f, np.int64(row[3]), k, log)
    elif pc == 5:
        g = np.int64(s.ans)
        forget_answer(s)
        begin_walk(t, s, row, f, g, log)
    elif pc == 6:
        g = np.int64(s.ans)
        forget_answer(s)
        i = np.int64(t.line_first[row[3]] + row[4] - 1)
        row[PC] = 4
        prio = step_priority(t, f, i)
        tell_aim(s, f, g, prio, log)
        attack_now(s, f, g, np.int64(t.st_skill[i]), np.int64(t.st_focus[i]), prio)
    else:
        q = np.int64(s.ans)
        forget_answer(s)
        row[PC] = 4
        if q != s.sq[f]:
            lift(t, s, f)
            put(t, s, f, q)
            emit(log, e.E_MOVES, ALL, ALL, f, q, 0, 0)
            stopped(t, s, f)


@rule
def tell_aim(s: Any, f: Any, g: Any, prio: Any, log: Any) -> None:
    shown = prio if s.stack[s.sp - 1, 7] > 1 else np.int64(e.ONLY_TARGET)
    emit(log, e.E_AIMS, ALL, ALL, f, g, shown, 0)


@rule
def step_priority(t: Any, f: Any, i: Any) -> Any:
    # SHG-19.3, SHG-19.9, SHG-19.11
    return np.int64(t.st_prio[i]) if t.st_prio[i] >= 0 else np.int64(t.k_prio[t.kind[f]])


@rule
def choose_line(t: Any, s: Any, f: Any, log: Any) -> Any:
    # SHG-18.1, SHG-18.2, SHG-18.7, SHG-18.11 to SHG-18.15, SHG-18.17
    kind = t.kind[f]
    roll = np.int64(0)
    c = f - st.CHOSEN0
    empowered = False
    title = np.int64(0)
    if c >= 0:
        draw_card(t, s, c, log)
        title = np.int64(t.ai_type[s.ai_card[c] - st.AI0])
        empowered = asides(t, s, f) > 0 and t.ai_empowered[title, 0] >= 0
    else:
        roll = below(s.rng, np.int64(st.S_DICE), np.int64(6))
        emit(log, e.E_ROLLS, ALL, ALL, f, roll + 1, 0, 0)
    among = foes(t, s, f)
    for j in range(st.ENTRY_LINES):
        if c >= 0:
            line = np.int64(t.ai_empowered[title, j]) if empowered else np.int64(t.ai_lines[title, j])
        else:
            line = np.int64(t.b_table[kind, s.plus[f], s.oracle, roll, j])
        if line < 0:
            break
        if resolvable(t, s, f, line, among):
            emit(log, e.E_LINE, ALL, ALL, f, line, j + 1, 0)
            return line
    emit(log, e.E_IDLE, ALL, ALL, f, 0, 0, 0)
    return np.int64(st.NOBODY)


@rule
def draw_card(t: Any, s: Any, c: Any, log: Any) -> None:
    # SHG-18.13, SHG-18.14
    if s.ai_n[c] == 0:
        for i in range(s.ai_discard_n[c]):
            s.ai_deck[c, i] = s.ai_discard[c, i]
            s.ai_discard[c, i] = EMPTY
        s.ai_n[c] = s.ai_discard_n[c]
        s.ai_discard_n[c] = 0
        shuffle(s.rng, np.int64(st.S_AI), s.ai_deck[c], np.int64(s.ai_n[c]))
    s.ai_n[c] -= 1
    s.ai_card[c] = s.ai_deck[c, s.ai_n[c]]
    s.ai_deck[c, s.ai_n[c]] = EMPTY
    emit(log, e.E_DRAWS, ALL, ALL, st.CHOSEN0 + c, s.ai_card[c], 0, 0)


@rule
def discard_card(t: Any, s: Any, f: Any) -> None:
    # SHG-18.13, SHG-18.15
    c = f - st.CHOSEN0
    if c < 0 or s.ai_card[c] < 0:
        return
    card = s.ai_card[c]
    if t.ai_stays[t.ai_type[card - st.AI0]] == 1:
        s.ai_aside[c, s.ai_aside_n[c]] = card
        s.ai_aside_n[c] += 1
    else:
        s.ai_discard[c, s.ai_discard_n[c]] = card
        s.ai_discard_n[c] += 1
    s.ai_card[c] = EMPTY


@rule
def do_step(t: Any, s: Any, row: Any, f: Any, line: Any, k: Any, log: Any) -> None:
    i = np.int64(t.line_first[line] + k)
    sort = t.st_kind[i]
    among = foes(t, s, f)
    if sort == w.STEP_USE:
        skill = np.int64(t.st_skill[i])
        if s.cond[f, w.DOWNED] == 0 and need_met(t, s, f, np.int64(s.sq[f]), skill, among):
            emit(log, e.E_USES, ALL, ALL, f, skill, 0, 0)
            push_list(s, np.int64(t.bs_list[skill]), np.int64(w.ON_USE), f, np.int64(st.NOBODY), np.int64(0))
        return
    if sort == w.STEP_ATTACK:
        who = attackable(t, s, f, np.int64(s.sq[f]), i, among)
        ask_whom(t, s, row, f, i, who, np.int64(6))
        return
    found = search(t, s, f, i)
    able = available(t, s, f, line, k, found, among)
    if able <= 0:
        return
    if t.st_to[i] == w.TO_HEAD:
        mark_squares(t, s, f, line, k, f, found, among)
        row[PC] = 7
        ask_square(s, np.int64(d.P_ENEMY_SQUARE), everybody(s), False, True)
        return
    ask_whom(t, s, row, f, i, able, np.int64(5))


@rule
def ask_whom(t: Any, s: Any, row: Any, f: Any, i: Any, who: Any, pc: Any) -> None:
    # SHG-6.3, SHG-18.5, SHG-19.5
    if who == 0:
        return
    row[7] = count(who)
    if t.st_to[i] != w.TO_KIN or t.st_kind[i] != w.STEP_MOVE:
        who = preferred(t, s, who, step_priority(t, f, i), f, np.int64(s.sq[f]))
    row[PC] = pc
    if s.opt.auto_ties == 1:
        who = ONE << lowest(who)
    ask_figure(s, np.int64(d.P_ENEMY_TARGET), everybody(s), who, False)


@rule
def begin_walk(t: Any, s: Any, row: Any, f: Any, g: Any, log: Any) -> None:
    line = np.int64(row[3])
    k = np.int64(row[4] - 1)
    i = np.int64(t.line_first[line] + k)
    among = foes(t, s, f)
    tell_aim(s, f, g, step_priority(t, f, i), log)
    found = search(t, s, f, i)
    mark_squares(t, s, f, line, k, g, found, among)
    row[PC] = 7
    ask_square(s, np.int64(d.P_ENEMY_SQUARE), everybody(s), False, True)
