"""The Shogun's Chosen: conditions (chapter 22)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ...effects import COND, FLAG
from ...events import E
from ...moves import Q, V
from ...state import CONDITION_CAP
from ..figures import flags, is_hero, is_minion, standing
from ..frames import INFLICT, INFLICT_STEP, PC, pop
from ..questions import ask, forget_answer, player


@rule
def cap(what: Any) -> Any:
    # SHG-22.4, SHG-22.21
    return 1 if what == COND.DOWNED or what == COND.BLINDED else CONDITION_CAP


@rule
def step_inflict(t: Any, s: Any, log: Any) -> None:
    # SHG-13.12, SHG-22.4, SHG-22.6, SHG-22.19, SHG-22.20
    row = s.stack[s.sp - 1]
    f = row[INFLICT.FIGURE]
    what = row[INFLICT.CONDITION]
    if row[PC] == INFLICT_STEP.BEGIN:
        able = standing(s, f) and (is_hero(f) or is_minion(f)) and s.cond[f, what] < cap(what)
        if able and what == COND.DOWNED and flags(t, s, f) & FLAG.STURDY:
            able = False
        if not able:
            pop(s)
            return
        row[PC] = INFLICT_STEP.BLESS
        if is_hero(f) and s.blessed[f] > 0:
            ask(s, Q.REACT_BLESS, player(s, f))
            return
    if s.verb == V.BLESS:
        s.blessed[f] -= 1
        emit(log, E.BLESSED, ALL, ALL, f, 0, 0, 0)
    else:
        s.cond[f, what] = min(cap(what), s.cond[f, what] + row[INFLICT.N])
        emit(log, E.CONDITION, ALL, ALL, f, what, s.cond[f, what], 0)
    forget_answer(s)
    pop(s)


@rule
def cure(s: Any, f: Any, what: Any, log: Any) -> None:
    # SHG-22.5
    if s.cond[f, what] > 0:
        s.cond[f, what] = 0
        emit(log, E.CURED, ALL, ALL, f, what, 0, 0)
