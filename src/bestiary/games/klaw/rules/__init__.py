"""KLAW: the rules, by the chapters of the rulebook."""

from __future__ import annotations

from .choices import legal, meaning
from .game import apply, carry, returns, setup
from .observe import observe
from .refusals import why
from .sight import hide, resample
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
