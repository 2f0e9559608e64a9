"""The games as learning programs meet them: PettingZoo, Gymnasium, OpenSpiel, and many at once.

The extra ``envs``. Every part imports its own library on first use.

>>> from bestiary.envs import VectorEnv, layout
>>> layout("totem")["phase"].slice
slice(0, 9, None)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ..extras import MissingExtra

if TYPE_CHECKING:
    from .aec import env, raw_env
    from .features import layout, state_layout
    from .listed import Listed, dense
    from .single import SeatEnv
    from .table import Table
    from .vector import VectorEnv
    from .words import text

__all__ = [
    "Listed",
    "SeatEnv",
    "Table",
    "VectorEnv",
    "dense",
    "env",
    "layout",
    "raw_env",
    "state_layout",
    "text",
]

_HOMES = {
    "Listed": "listed",
    "SeatEnv": "single",
    "Table": "table",
    "VectorEnv": "vector",
    "dense": "listed",
    "env": "aec",
    "layout": "features",
    "raw_env": "aec",
    "state_layout": "features",
    "text": "words",
}


def __getattr__(name: str) -> Any:
    """Imports on first use: who steps vectors need not have the other libraries."""
    if name not in _HOMES:
        raise AttributeError(f"module 'bestiary.envs' has no attribute '{name}'")
    try:
        return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    except ModuleNotFoundError as problem:
        raise MissingExtra(f"bestiary.envs.{name}", "envs", problem.name) from None


def __dir__() -> list[str]:
    """What there is to use, before it is imported."""
    return sorted(__all__)
