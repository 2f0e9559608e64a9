"""Tossing Tiger: the rules, by the chapters of the rulebook."""

from __future__ import annotations

from .choices import legal, meaning, why
from .ending import returns
from .game import apply, carry, setup
from .observing import observe
from .sight import hide, resample

__all__ = [
    "apply",
    "carry",
    "hide",
    "legal",
    "meaning",
    "observe",
    "resample",
    "returns",
    "setup",
    "why",
]
