"""The few statistics that the runner reports."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Z95 = 1.959963984540054  # the normal quantile of a two-sided interval of 95%


@dataclass(frozen=True)
class Interval:
    """A share and the interval that holds the true one with 95% confidence."""

    share: float
    low: float
    high: float


def wilson(hits: int, trials: int, z: float = Z95) -> Interval:
    """The Wilson score interval of a proportion; sound for few trials and near 0 and 1.

    >>> interval = wilson(5, 10)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.2366, 0.7634)
    """
    if trials <= 0:
        return Interval(0.0, 0.0, 1.0)
    share = hits / trials
    shrink = 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / shrink
    reach = z / shrink * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    low = 0.0 if hits == 0 else max(0.0, middle - reach)
    high = 1.0 if hits == trials else min(1.0, middle + reach)
    return Interval(share, low, high)


def quantile(histogram: NDArray[np.int64], q: float) -> int:
    """The smallest value that at least a share q of all values does not exceed.

    >>> quantile(np.array([0, 3, 0, 1]), 0.5), quantile(np.array([0, 3, 0, 1]), 0.9)
    (1, 3)
    """
    total = int(histogram.sum())
    if total == 0:
        return 0
    needed = max(1, int(np.ceil(q * total - 1e-9)))
    return int(np.searchsorted(np.cumsum(histogram), needed))
