"""Totem: the rules, by the chapters of the rulebook."""

from __future__ import annotations

from .choices import legal, meaning, why
from .game import apply, carry, returns, setup
from .sight import hide, observe, resample
from .worth import evaluate

__all__ = [
    "apply",
    "carry",
    "evaluate",
    "hide",
    "legal",
    "meaning",
    "observe",
    "resample",
    "returns",
    "setup",
    "why",
]
