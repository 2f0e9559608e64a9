"""Rules called one by one from a test: run by Python, since each would be built for a call of its own."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from bestiary.core.jit import INTERPRETED
from bestiary.core.plain import Copy, entered

_COPY = Copy()


def plain(of: Any) -> Any:
    """A rule that is run by Python, on records as they are; or a module with all its rules so.

    >>> from bestiary import Match
    >>> from bestiary.games.totem.rules import ending
    >>> int(plain(ending).totems(Match("totem").state[0], 0))
    0
    """
    if INTERPRETED:
        return of
    return _COPY.entrance(of) if isinstance(of, ModuleType) else entered(_COPY.rule(of))
