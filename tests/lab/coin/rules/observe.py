"""Coin: what a learner sees."""

from __future__ import annotations

from typing import Any

from bestiary.core.game import Feature, Observation
from bestiary.core.jit import rule

from ..state import CARDS

OBSERVATION = Observation((Feature("hand", CARDS, "1 for the card in hand"),))
F = OBSERVATION.first


@rule
def observe(t: Any, s: Any, seat: Any, out: Any) -> None:
    for i in range(out.shape[0]):
        out[i] = 0.0
    if seat >= 0:
        out[F.HAND + s.hand[seat]] = 1.0
