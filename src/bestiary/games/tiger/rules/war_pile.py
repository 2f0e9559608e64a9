"""Tossing Tiger: what the losing team pays (chapter 13)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ..events import E_PAYS
from ..state import ATT, P_PAY_CARD, P_PAY_MEMBER, S_END_CHECK, SIDES
from .memory import lose
from .table import ask, lowest, offer, side_of, speaker

NOBODY, BOTH = 0, 3  # who has won the war


@rule
def step_pay(s: Any, log: Any) -> None:
    # TTR-13.20, TTR-13.21, TTR-13.22
    while s.side < SIDES:
        side = s.side
        if s.war_won == NOBODY or (s.war_won != BOTH and (s.war_won >> side) & 1 == 0):
            mask = np.int64(0)
            for p in range(s.seats):
                if side_of(s, np.int64(p)) == side and s.hand_n[p] > 0:
                    mask |= 1 << p
            if mask != 0 and mask & (mask - 1) != 0:
                offer(s, P_PAY_MEMBER, speaker(s, side), mask, np.int64(0))
                return
            if mask != 0:
                pay_member(s, lowest(mask), log)
                return
        s.side += 1
    s.side = ATT
    s.step = S_END_CHECK


@rule
def pay_member(s: Any, p: Any, log: Any) -> None:
    # TTR-13.21
    if s.hand_n[p] == 1:
        kind = np.int64(0)
        while s.hand[p, kind] == 0:
            kind += 1
        pay_card(s, p, kind, log)
    else:
        ask(s, P_PAY_CARD, p)


@rule
def pay_card(s: Any, p: Any, kind: Any, log: Any) -> None:
    # TTR-13.20, TTR-13.21
    s.hand[p, kind] -= 1
    s.hand_n[p] -= 1
    s.war_pile[kind] += 1
    s.war_pile_n += 1
    emit(log, E_PAYS, ALL, ALL, p, kind, 0, 0)
    lose(s, p, kind, np.int64(ALL))
    s.side += 1
