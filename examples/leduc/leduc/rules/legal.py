"""Leduc: what may be said, why not, and what it means."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL
from bestiary.core.jit import rule

from ..moves import A, Q
from ..state import cite

NO_FOLD, NO_RAISE, ENDED = cite("LED-3"), cite("LED-4"), cite("LED-9")


@rule
def legal(t: Any, s: Any, out: Any) -> Any:
    n = 0
    for action in range(A.RAISE + 1):
        if why(t, s, action) == 0:
            out[n] = action
            n += 1
    return n


@rule
def why(t: Any, s: Any, action: Any) -> Any:
    if s.phase == Q.OVER:
        return ENDED
    if action == A.FOLD and s.paid[s.turn] == s.paid[1 - s.turn]:  # LED-3
        return NO_FOLD
    if action == A.RAISE and s.raises == t.raises:  # LED-4
        return NO_RAISE
    return 0


@rule
def meaning(t: Any, s: Any, action: Any, out: Any) -> None:
    out.verb = t.verb[action]
    out.see = ALL
