"""Coin: who has won."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..state import SEATS


@rule
def returns(t: Any, s: Any, out: Any) -> None:
    for p in range(SEATS):
        out[p] = 0.0 if s.winner == EMPTY else (1.0 if s.winner == p else -1.0)


@rule
def carry(t: Any, s: Any, out: Any) -> None:
    out.more = 0
