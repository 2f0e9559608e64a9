"""Coin: what may be called, why not, and what it means."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL
from bestiary.core.jit import rule

from ..moves import A, Q
from ..state import cite

ENDED = cite("COI-2")


@rule
def legal(t: Any, s: Any, out: Any) -> Any:
    if s.phase == Q.OVER:
        return 0
    out[0] = A.CALL
    out[1] = A.CALL + 1
    return 2


@rule
def why(t: Any, s: Any, action: Any) -> Any:
    return ENDED if s.phase == Q.OVER else 0


@rule
def meaning(t: Any, s: Any, action: Any, out: Any) -> None:
    out.verb = t.verb[action]
    out.number = t.arg[action, 0]
    out.see = ALL
