"""Wilson intervals against published values (Newcombe 1998, table I, method 3), and quantiles."""

from __future__ import annotations

import numpy as np
import pytest

from bestiary.run import wilson
from bestiary.run.statistics import quantile


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.8389, 1.0000),
    ],
)
def test_wilson_intervals_are_the_published_ones(hits: int, trials: int, low: float, high: float) -> None:
    interval = wilson(hits, trials)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)
    assert interval.share == hits / trials


def test_no_trials_tell_nothing() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


def test_quantiles_of_a_histogram_are_values_that_occurred() -> None:
    values = [3, 3, 5, 7, 7, 7, 9, 9, 9, 9]
    histogram = np.bincount(values)
    assert [quantile(histogram, q) for q in (0.0, 0.2, 0.21, 0.5, 0.6, 0.61, 1.0)] == [3, 3, 5, 7, 7, 9, 9]
