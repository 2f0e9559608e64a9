"""Clocks, as the page and whoever opens a table know them."""

from __future__ import annotations

from typing import Literal

import msgspec


class ClockRule(msgspec.Struct):
    """How long people may think."""

    kind: Literal["none", "move", "game"]
    seconds: int = 300
    increment: int = 0  # seconds more after each turn, where a clock is for the whole game


class Clock(msgspec.Struct):
    """How much time everybody has."""

    kind: Literal["move", "game"]
    seconds: int
    increment: int
    left: list[float]
    running: list[int]
    begun: bool  # else it starts when everybody is there
    waits: float = 0.0  # or after so many seconds
