"""Bestiary: five tabletop games of animal spirits, played, studied and learned.

>>> from bestiary import Match
>>> Match("totem", seed=7).choices()[:2]
['place C10', 'place J5']
"""

from __future__ import annotations

import importlib
import importlib.metadata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .core.driver import Engine
    from .core.errors import BestiaryError, IllegalAction
    from .core.game import Game
    from .core.match import Match
    from .core.registry import load, names, register

    __version__: str

__all__ = [
    "BestiaryError",
    "Engine",
    "Game",
    "IllegalAction",
    "Match",
    "__version__",
    "load",
    "names",
    "register",
]

_HOMES = {
    "BestiaryError": "errors",
    "Engine": "driver",
    "Game": "game",
    "IllegalAction": "errors",
    "Match": "match",
    "load": "registry",
    "names": "registry",
    "register": "registry",
}


def __getattr__(name: str) -> Any:
    """Imports on first use: the compiler takes a moment that help and refusals need not wait for."""
    if name == "__version__":
        return importlib.metadata.version("bestiary")
    if name not in _HOMES:
        raise AttributeError(f"module 'bestiary' has no attribute '{name}'")
    return getattr(importlib.import_module(f".core.{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    """What there is to use, before it is imported."""
    return sorted(__all__)
