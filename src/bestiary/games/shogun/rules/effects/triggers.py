"""The Shogun's Chosen: the effects that something sets off (chapters 12, 21, 22, 24)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule

from ...effects import SKILL
from ...state import FRAME, HEROES, NOBODY
from ..figures import SOURCES, source, source_ki
from ..frames import LIST, TRIGGER, pop, push, push_list


@rule
def trigger(t: Any, s: Any, f: Any, on: Any, target: Any, by: Any) -> None:
    push(s, FRAME.TRIGGER, f, on, 0, target)
    s.stack[s.sp - 1, TRIGGER.ATTACKER] = by


@rule
def trigger_source(t: Any, s: Any, f: Any, k: Any) -> Any:
    """The k-th list of a creature that triggers can wake; -2 after the last."""
    if f < HEROES:
        if k < SOURCES:
            return source(t, s, f, k)
        if k == SOURCES and s.a_by == f:
            return s.a_list
        return -2
    kind = t.kind[f]
    if k < t.k_skills[kind]:
        skill = t.k_skill[kind] + k
        return t.bs_list[skill] if t.bs_kind[skill] == SKILL.PASSIVE else NOBODY
    if k == t.k_skills[kind] and s.a_by == f:
        return s.a_list
    return -2


@rule
def step_trigger(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    f = row[TRIGGER.FIGURE]
    while True:
        k = row[TRIGGER.NEXT]
        effects = trigger_source(t, s, f, k)
        if effects == -2:
            pop(s)
            return
        row[TRIGGER.NEXT] += 1
        if effects >= 0 and (t.list_on[effects] >> row[TRIGGER.ON]) & 1:
            ki = 0
            if f < HEROES:
                ki = s.a_ki if k == SOURCES else source_ki(s, f, k)
            target = row[TRIGGER.TARGET]
            by = row[TRIGGER.ATTACKER]
            push_list(s, effects, row[TRIGGER.ON], f, NOBODY, ki)
            s.stack[s.sp - 1, LIST.TARGET] = target
            s.stack[s.sp - 1, LIST.ATTACKER] = by
            return
