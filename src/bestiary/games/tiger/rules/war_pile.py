"""Tossing Tiger: what the losing team pays (chapter 13)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ..events import E
from ..moves import Q
from ..state import ATT, SIDES, STEP, WON
from . import memory, table


@rule
def step_pay(s: Any, log: Any) -> None:
    # TTR-13.20, TTR-13.21, TTR-13.22
    while s.side < SIDES:
        side = s.side
        if s.war_won == WON.NOBODY or (s.war_won != WON.BOTH and (s.war_won >> side) & 1 == 0):
            mask = 0
            for p in range(s.seats):
                if table.side_of(s, p) == side and s.hand_n[p] > 0:
                    mask |= 1 << p
            if mask != 0 and mask & (mask - 1) != 0:
                table.offer(s, Q.PAY_MEMBER, table.speaker(s, side), mask, 0)
                return
            if mask != 0:
                pay_member(s, table.lowest(mask), log)
                return
        s.side += 1
    s.side = ATT
    s.step = STEP.END_CHECK


@rule
def pay_member(s: Any, p: Any, log: Any) -> None:
    # TTR-13.21
    if s.hand_n[p] == 1:
        kind = 0
        while s.hand[p, kind] == 0:
            kind += 1
        pay_card(s, p, kind, log)
    else:
        table.ask(s, Q.PAY_CARD, p)


@rule
def pay_card(s: Any, p: Any, kind: Any, log: Any) -> None:
    # TTR-13.20, TTR-13.21
    s.hand[p, kind] -= 1
    s.hand_n[p] -= 1
    s.war_pile[kind] += 1
    s.war_pile_n += 1
    emit(log, E.PAYS, ALL, ALL, p, kind, 0, 0)
    memory.lose(s, p, kind, ALL)
    s.side += 1
