"""Guides: a first game that explains itself, the rules in two minutes, and the words of a game.

All of it is data in the game's room (``guide.toml``), read here, the same for every game.
"""

from __future__ import annotations

from .script import Guide, GuideError, Step, Term, guide_of
from .walk import Walk, begun

__all__ = ["Guide", "GuideError", "Step", "Term", "Walk", "begun", "guide_of"]
