"""Bestiary: five tabletop games of animal spirits, played, studied and learned.

>>> from bestiary import Match
>>> Match("totem", seed=7).choices()[:2]
['place C10', 'place J5']
"""

from __future__ import annotations

from .core.driver import Engine
from .core.errors import BestiaryError, IllegalAction
from .core.game import Game
from .core.match import Match
from .core.registry import load, names, register

__all__ = ["BestiaryError", "Engine", "Game", "IllegalAction", "Match", "load", "names", "register"]
