"""Differences on common deals: intervals and verdicts are right as often as they say."""

from __future__ import annotations

import numpy as np
import pytest

from bestiary.run.differences import CLEAR, NONE, UNCLEAR, difference, together
from bestiary.run.statistics import student

PUBLISHED = {  # two-sided quantiles of Student's t at 90, 99 and 99.5%
    1: (6.314, 63.657, 127.32),
    2: (2.920, 9.925, 14.089),
    12: (1.782, 3.055, 3.428),
    30: (1.697, 2.750, 3.030),
    120: (1.658, 2.617, 2.860),
}


@pytest.mark.parametrize("freedom", PUBLISHED)
def test_quantiles_at_other_levels_are_the_published_ones(freedom: int) -> None:
    found = [student(freedom, level) for level in (0.90, 0.99, 0.995)]
    assert found == pytest.approx(PUBLISHED[freedom], rel=0.002)


def test_verdicts() -> None:
    assert difference([0.1, -0.1] * 2000 + [0.5] * 400).verdict(0.01) == CLEAR
    assert difference([-0.5] * 400 + [0.0] * 400).verdict(0.01) == CLEAR
    assert difference([0.0] * 1000).verdict(0.01) == NONE
    assert difference([0.5, -0.5] * 50).verdict(0.01) == UNCLEAR
    assert difference([]).verdict(0.01) == UNCLEAR
    assert difference([1.0, 1.0, 1.0]).verdict(0.01) == UNCLEAR, "three deals prove nothing"


# How one deal can differ where nothing does: chances of -1, -1/2, 0, 1/2, 1.
EQUAL = [(0.25, 0.0, 0.5, 0.0, 0.25), (0.02, 0.0, 0.96, 0.0, 0.02), (0.1, 0.2, 0.4, 0.2, 0.1)]


@pytest.mark.parametrize("chances", EQUAL)
@pytest.mark.parametrize("deals", [30, 300])
@pytest.mark.parametrize("measures", [1, 4])
def test_equal_cards_look_different_no_more_often_than_stated(
    chances: tuple[float, ...], deals: int, measures: int
) -> None:
    chance = np.random.default_rng(11)
    level = together(0.95, measures)
    rounds = 2000
    drawn = chance.choice([-1, -0.5, 0, 0.5, 1], size=(rounds, measures, deals), p=chances)
    false = sum(any(difference(one, level=level).verdict(0.0) == CLEAR for one in study) for study in drawn)
    assert false / rounds < 0.05 + 3 * (0.05 * 0.95 / rounds) ** 0.5
    if deals == 300 and measures == 1 and chances != EQUAL[1]:
        assert false / rounds > 0.035, "and hardly less often: the interval is no wider than it must be"


def test_the_deals_asked_for_show_the_difference_as_often_as_they_promise() -> None:
    chance = np.random.default_rng(3)
    chances = (0.2, 0.0, 0.5, 0.0, 0.3)  # a difference of 0.1
    values = np.array([-1, -0.5, 0, 0.5, 1])
    first = difference(chance.choice(values, size=200, p=chances))
    deals = first.needed(0.1)
    assert deals > 200
    shown = np.mean(
        [difference(chance.choice(values, size=deals, p=chances)).verdict(0.01) == CLEAR for _ in range(600)]
    )
    assert 0.74 < shown < 0.86


def test_half_the_size_needs_four_times_the_deals_and_what_is_shown_needs_no_more() -> None:
    found = difference(np.tile([0.5, -0.5], 50))
    assert found.needed(0.01) == pytest.approx(4 * found.needed(0.02), rel=0.001)
    assert found.needed(1.0) == found.deals
