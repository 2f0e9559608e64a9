"""Leduc: who wins, and how much."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ..events import E
from ..moves import Q
from ..state import CARDS, NOBODY, SEATS


@rule(inline=True)
def show_down(t: Any, s: Any, log: Any) -> None:
    # LED-8
    s.open = 1
    for p in range(SEATS):
        emit(log, E.SHOWS, ALL, ALL, p, s.hand[p, 0], 0, 0)
    mine, yours = strength(t, s, 0), strength(t, s, 1)
    finish(s, NOBODY if mine == yours else (0 if mine > yours else 1))


@rule
def strength(t: Any, s: Any, p: Any) -> Any:
    rank = t.rank[s.hand[p, 0]]
    return rank + CARDS if rank == t.rank[s.table[0]] else rank


@rule
def finish(s: Any, winner: Any) -> None:
    s.winner = winner
    s.over = 1
    s.actors = 0
    s.phase = Q.OVER


@rule
def returns(t: Any, s: Any, out: Any) -> None:
    for p in range(SEATS):
        out[p] = 0.0
    if s.winner != NOBODY:
        out[s.winner] = s.paid[1 - s.winner]
        out[1 - s.winner] = -s.paid[1 - s.winner]


@rule
def carry(t: Any, s: Any, out: Any) -> None:
    out.more = 0
