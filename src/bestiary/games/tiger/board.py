"""Tossing Tiger: the board in a terminal."""

from __future__ import annotations

from typing import Any

from rich.text import Text


def board(view: dict[str, Any]) -> Any:
    return Text(str(view))
