"""The Shogun's Chosen: what a search is told: how a phase will probably end, and the usual answer."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.rng import below

from ..effects import JUDGED
from .judgement import habits, worth


@rule
def suggest(t: Any, s: Any, rng: Any, choices: Any, count: Any) -> Any:
    """What is usually done here, and anything where nothing is usual."""
    found = habits.usual(t, s, choices, count)
    return found if found >= 0 else below(rng, 0, count)


@rule
def evaluate(t: Any, s: Any, out: Any) -> None:
    """The team's payoff as a guess: the chance of victory, spread from -1 to 1."""
    total = 0.0
    for what in range(len(JUDGED.words)):
        total += t.judge[what] * worth.judged(t, s, what)
    guess = np.tanh(total / 2.0)
    if s.winner >= 0:
        guess = 1.0 if s.winner == 1 else -1.0
    for p in range(s.seats):
        out[p] = guess
