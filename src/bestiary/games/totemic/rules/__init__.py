"""Totemic: the rules, by the chapters of the rulebook."""

from __future__ import annotations

from .advice import evaluate
from .apply import apply
from .ending import carry, returns
from .hidden import hide, resample
from .legal import legal, meaning, why
from .observe import observe
from .setup import setup

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
