"""Tiny: a sensible choice without much thought."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.rng import below

from ..moves import Q


@rule
def suggest(t: Any, s: Any, rng: Any, choices: Any, count: Any) -> Any:
    if s.phase == Q.PICK:
        best = 0
        for i in range(count):
            if t.value[s.hand[s.turn, i]] > t.value[s.hand[s.turn, best]]:
                best = i
        return best
    return below(rng, 0, count)
