"""Totemic: the rules, by the chapters of the rulebook."""

from __future__ import annotations

from .choices import legal, meaning
from .game import apply, carry, returns
from .refusals import why
from .set_up import setup
from .sight import hide, observe, resample

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
