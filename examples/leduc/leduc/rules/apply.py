"""Leduc: a word, and what follows it."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ..events import E
from ..moves import A, Q
from .ending import finish, show_down
from .setup import ask, draw


@rule(inline=True)
def apply(t: Any, s: Any, action: Any, log: Any) -> None:
    me = s.turn
    other = 1 - me
    if action == A.FOLD:
        # LED-7
        emit(log, E.FOLDS, ALL, ALL, me, 0, 0, 0)
        finish(s, other)
        return
    s.paid[me] = s.paid[other]
    s.spoken += 1
    if action == A.RAISE:
        # LED-4
        s.paid[me] += t.stake[s.phase]
        s.raises += 1
        emit(log, E.RAISES, ALL, ALL, me, s.paid[me], 0, 0)
        ask(s, s.phase, other)
    else:
        # LED-5
        emit(log, E.CALLS, ALL, ALL, me, s.paid[me], 0, 0)
        if s.spoken == 1:
            ask(s, s.phase, other)
        elif s.phase == Q.FIRST:
            turn_card(s, log)
        else:
            show_down(t, s, log)


@rule
def turn_card(s: Any, log: Any) -> None:
    # LED-6
    s.table[0] = draw(s)
    emit(log, E.TURNS, ALL, ALL, s.table[0], 0, 0, 0)
    s.opening = s.spoken
    s.spoken = 0
    s.raises = 0
    ask(s, Q.SECOND, 0)
