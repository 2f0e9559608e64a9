"""Targets of tuning: ``matchups within 45..55``, ``60 matchups within 40..60``, ``seats within 45..55``,
``length within 60..90``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log, sqrt

from ...core.errors import BestiaryError

WRITTEN = re.compile(
    r"(?:(\d+)\s+)?(matchups|seats|length)\s+within\s+([\d.]+?)\s*\.\.\s*([\d.]+)\s*%?", re.I
)
EXAMPLES = (
    "'matchups within 45..55', '60 matchups within 40..60', 'seats within 45..55', 'length within 60..90'"
)
LITTLE = 0.5  # games won and lost that are added, so that a clean sweep has finite odds


@dataclass(frozen=True)
class Target:
    """What shall lie between which bounds; shares are from 0 to 1, lengths in decisions."""

    what: str
    low: float
    high: float
    enough: int | None = None  # so many of them suffice; all by default

    def __str__(self) -> str:
        scale = 1 if self.what == "length" else 100
        count = f"{self.enough} " if self.enough else ""
        return f"{count}{self.what} within {scale * self.low:g}..{scale * self.high:g}"

    @property
    def shares(self) -> bool:
        """Whether it is about shares of games, not about lengths."""
        return self.what != "length"

    def inside(self, value: float) -> bool:
        """Whether a value lies within the bounds."""
        return self.low <= value <= self.high

    def met(self, values: Mapping[str, float]) -> bool:
        """Whether enough of the values lie within."""
        return self.count(values) >= self.wanted(len(values))

    def count(self, values: Mapping[str, float]) -> int:
        """How many of the values lie within."""
        return sum(map(self.inside, values.values()))

    def wanted(self, of: int) -> int:
        """How many shall lie within."""
        return of if self.enough is None else min(self.enough, of)

    def scale(self, value: float) -> float:
        """A value where effects add up: log odds of a share, the logarithm of a length.

        >>> target = parse("seats within 40..60")
        >>> round(target.unscale(target.scale(0.45)), 3)
        0.45
        """
        if not self.shares:
            return log(max(value, 1e-9))
        near = min(max(value, 1e-6), 1 - 1e-6)
        return log(near / (1 - near))

    def unscale(self, value: float) -> float:
        """The way back."""
        return 1 / (1 + exp(-value)) if self.shares else exp(value)


def parse(text: str) -> Target:
    """A target as written.

    >>> parse("60 matchups within 40..60")
    Target(what='matchups', low=0.4, high=0.6, enough=60)
    """
    found = WRITTEN.fullmatch(text.strip())
    if found is None:
        raise BestiaryError(f"A target is written like {EXAMPLES}, not '{text}'.")
    what = found[2].lower()
    scale = 1.0 if what == "length" else 100.0
    low, high = float(found[3]) / scale, float(found[4]) / scale
    most = 1.0 if what != "length" else float("inf")
    if not 0 <= low < high <= most:
        raise BestiaryError(f"'{text}': the bounds rise, and shares are per cent from 0 to 100.")
    return Target(what, low, high, int(found[1]) if found[1] else None)


@dataclass(frozen=True)
class Score:
    """What one thing that is aimed at came to: a sum over games (or deals), and the sum of squares."""

    games: int
    total: float
    squares: float

    def __add__(self, other: Score) -> Score:
        return Score(self.games + other.games, self.total + other.total, self.squares + other.squares)

    def mirrored(self) -> Score:
        """The same games, as the other side sees them."""
        return Score(self.games, self.games - self.total, self.games - 2 * self.total + self.squares)

    @property
    def mean(self) -> float:
        """The mean."""
        return self.total / max(1, self.games)

    @property
    def error(self) -> float:
        """The standard error of the mean; of shares never so small as few clean wins make it."""
        n = max(1, self.games)
        variance = max(0.0, self.squares / n - self.mean**2)
        return sqrt((variance + LITTLE / n) / n)
