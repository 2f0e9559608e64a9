"""Tiny: the board in a terminal."""

from __future__ import annotations

from typing import Any


def board(shown: dict[str, Any]) -> Any:
    """The position as text."""
    return str(shown)
