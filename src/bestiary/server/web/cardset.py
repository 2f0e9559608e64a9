"""The card set of a table, as everybody there is told it."""

from __future__ import annotations

import msgspec


class SetName(msgspec.Struct):
    """The card set that a table plays with."""

    id: str
    name: str
    version: int
    author: str
    words: list[str]  # what it changes
