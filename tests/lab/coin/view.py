"""Coin: what a person is shown."""

from __future__ import annotations

from typing import Any

from bestiary.core.cards import Content


def view(content: Content, s: Any, seat: int) -> dict[str, Any]:
    """The position as plain data."""
    return {"hand": s.hand.tolist(), "winner": int(s.winner)}
