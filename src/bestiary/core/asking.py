"""Who is asked, and what is suggested to them by a game that suggests nothing."""

from __future__ import annotations

from typing import Any

from .jit import rule
from .rng import below

NOBODY = -1
MOST_SEATS = 16


@rule
def lowest(mask: Any) -> Any:
    """The lowest seat of a mask such as ``s.actors``: whoever answers for a team; NOBODY where none is."""
    for seat in range(MOST_SEATS):
        if (mask >> seat) & 1:
            return seat
    return NOBODY


@rule
def anything(t: Any, s: Any, rng: Any, choices: Any, count: Any) -> Any:
    """What a game without habits suggests."""
    return below(rng, 0, count)
