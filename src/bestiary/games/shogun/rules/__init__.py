"""The Shogun's Chosen: the rules, by the chapters of the rulebook."""

from __future__ import annotations

from .choices import why
from .game import apply, carry, returns, setup
from .habit import suggest
from .judgement import evaluate
from .learner import observe
from .listing import legal
from .meaning import meaning
from .sight import hide, resample

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
    "suggest",
    "why",
]
