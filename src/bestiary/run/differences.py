"""Differences between two ways of playing the same deals, and what they prove.

Deals are compared one by one, so that the luck of the cards falls out. A verdict is one of three:
clear (the interval leaves zero out), none (all that the interval holds is too small to matter), or
unclear, and then how many deals would settle it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from .statistics import normal, student

CLEAR, NONE, UNCLEAR = "clear", "none", "unclear"
POWER = 0.8  # the chance with which the deals that are asked for show a difference that is there


@dataclass(frozen=True)
class Difference:
    """A mean difference by deal, with the interval that holds the true one."""

    mean: float
    low: float
    high: float
    deals: int
    spread: float  # standard deviation of one deal
    level: float = 0.95

    def verdict(self, matters: float) -> str:
        """Clear, none or unclear, where ``matters`` is the smallest difference worth talking about."""
        if self.low > 0 or self.high < 0:
            return CLEAR
        if self.deals and self.low > -matters and self.high < matters:
            return NONE
        return UNCLEAR

    def needed(self, size: float) -> int:
        """The deals in all that show a difference of a size, where there is one, with 80% chance.

        If there is none, as many deals nearly always show that it is smaller than that.
        """
        reach = normal(self.level) + normal(2 * POWER - 1)
        return max(self.deals, ceil((reach * self.spread / size) ** 2)) if size > 0 else self.deals


def difference(
    deals: Sequence[float] | NDArray[np.float64], largest: float = 1.0, level: float = 0.95
) -> Difference:
    """Student's interval of a mean of differences, one for each deal.

    It is drawn as if two more deals had come out as differently as they can, one to each side: deals
    that are few, or among which few differ at all, do not show how much deals differ. ``largest`` is
    how much one deal can differ, such as 1 for a share of games won.

    >>> found = difference([0.0] * 98)
    >>> found.mean, round(found.high, 4)
    (0.0, 0.0282)
    """
    given = np.asarray(deals, np.float64)
    n = len(given)
    if n == 0:
        return Difference(0.0, -largest, largest, 0, largest, level)
    drawn = np.concatenate([[largest, -largest], given])
    middle = float(drawn.mean())
    spread = float(drawn.std(ddof=1))
    reach = student(n + 1, level) * spread / sqrt(n + 2)
    return Difference(float(given.mean()), middle - reach, middle + reach, n, spread, level)


def together(level: float, measures: int) -> float:
    """The level of each of several intervals that hold all together with the level (Bonferroni).

    >>> round(together(0.95, 5), 3)
    0.99
    """
    return 1 - (1 - level) / max(1, measures)
