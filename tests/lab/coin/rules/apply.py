"""Coin: seat 0 calls, and wins by a roll whose odds are written in the card file."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.rng import below

from ..events import BY
from ..moves import Q
from ..state import DICE


@rule
def apply(t: Any, s: Any, action: Any, log: Any) -> None:
    chance = t.odds + t.luck[s.hand[0]] - t.luck[s.hand[1]]
    s.winner = 0 if below(s.rng, DICE, 100) < chance else 1
    s.by = BY.THE_ROLL
    s.over = 1
    s.actors = 0
    s.phase = Q.OVER
