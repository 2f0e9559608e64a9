"""Tiny: what may be chosen, why not, and what a choice means."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL
from bestiary.core.jit import rule

from ..moves import A, Q, V
from ..state import cite

FROM_HAND = cite("TIN-1")
PEEK_OR_KEEP = cite("TIN-2")
ENDED = cite("TIN-4")


@rule
def legal(t: Any, s: Any, out: Any) -> Any:
    if s.phase == Q.PICK:
        for i in range(s.hand_n[s.turn]):
            out[i] = A.LAY + i
        return s.hand_n[s.turn]
    if s.phase == Q.PEEK:
        out[0] = A.PEEK
        out[1] = A.KEEP
        return 2
    return 0


@rule
def why(t: Any, s: Any, action: Any) -> Any:
    if s.phase == Q.OVER:
        return ENDED
    if s.phase == Q.PICK:
        fits = t.verb[action] == V.LAY and t.arg[action, 0] < s.hand_n[s.turn]
        return 0 if fits else FROM_HAND
    return 0 if t.verb[action] != V.LAY else PEEK_OR_KEEP


@rule
def meaning(t: Any, s: Any, action: Any, out: Any) -> None:
    out.verb = t.verb[action]
    out.see = ALL
    if t.verb[action] == V.LAY:
        out.card = s.hand[s.turn, t.arg[action, 0]]
        out.see = 1 << s.turn
