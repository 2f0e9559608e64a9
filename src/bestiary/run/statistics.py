"""The few statistics that the runner and the arena report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, pi, sqrt, tan
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

Z95 = 1.959963984540054  # the normal quantile of a two-sided interval of 95%
ELO = 400 / log(10)  # points of Elo for one unit of log odds
NEAR = 1e-9  # a step of log odds that no longer matters
STEPS = 200  # far more than any contest needs
FEW = 30  # degrees of freedom up to which Student's quantile is looked up
BLOCKS = 100  # of a jackknife
LEAP = 2.0  # the longest step, in log odds: further from home the curve is too flat to trust


@dataclass(frozen=True)
class Interval:
    """A share and the interval that holds the true one with 95% confidence."""

    share: float
    low: float
    high: float


def wilson(hits: float, trials: int, z: float = Z95) -> Interval:
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


def normal(level: float) -> float:
    """The normal quantile of a two-sided interval of a level.

    >>> round(normal(0.95), 3), round(normal(0.99), 3)
    (1.96, 2.576)
    """
    return NormalDist().inv_cdf((1 + level) / 2)


def student(freedom: int, level: float = 0.95) -> float:
    """The quantile of Student's t for a two-sided interval of a level.

    Exact for one and two degrees of freedom, else by its expansion around the normal one, which is
    good to a part in a thousand at 95% from three degrees on, and at 99.5% from ten.

    >>> [round(student(n), 2) for n in (1, 4, 30)]
    [12.71, 2.78, 2.04]
    """
    if freedom == 1:
        return tan(pi * level / 2)
    if freedom == 2:
        return level * sqrt(2 / (1 - level * level))
    z = normal(level)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** (k + 1) for k, term in enumerate(terms))


def paired(scores: Sequence[float]) -> Interval:
    """Student's interval of a mean of scores from 0 to 1, such as one for each deal.

    It is drawn as if two more deals had gone one to each side: a few deals that all came out alike
    do not show how much deals differ, and would otherwise prove anything.

    >>> paired([1.0, 1.0]).low < 0.5 < paired([1.0] * 8).low
    True
    """
    if not scores:
        return Interval(0.5, 0.0, 1.0)
    drawn = np.array([0.0, 1.0, *scores])
    middle = float(drawn.mean())
    reach = student(len(drawn) - 1) * float(drawn.std(ddof=1)) / sqrt(len(drawn))
    return Interval(float(np.mean(scores)), max(0.0, middle - reach), min(1.0, middle + reach))


# ---- many proportions at once, and games that share a deal ---------------------------------------


def students(freedom: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Student's quantile for many degrees of freedom; below one of them, that of one."""
    whole = np.maximum(1, np.nan_to_num(freedom)).astype(np.int64)
    few = np.array([0.0, *(student(n) for n in range(1, FEW + 1))])
    z = Z95
    many = np.maximum(whole, FEW).astype(np.float64)
    near = z + (z**3 + z) / (4 * many) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * many**2)
    return np.asarray(np.where(whole <= FEW, few[np.minimum(whole, FEW)], near), np.float64)


def clustered(
    clusters: NDArray[np.float64],
    hits: NDArray[np.float64],
    trials: NDArray[np.float64],
    hits_squared: NDArray[np.float64],
    hits_trials: NDArray[np.float64],
    trials_squared: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Wilson intervals of many proportions whose trials come in clusters, such as the games of a deal.

    Every number is a sum over the clusters of one proportion: of their hits, trials, squares and
    products. Trials of a deal are alike and say less than as many from different deals: Wilson's
    formula is given the number of trials that would say as much, by the variance between clusters. It
    is never more than there are. With one trial in each cluster this is plain Wilson.

    >>> low, high = clustered(*(np.array([v]) for v in (10.0, 5.0, 10.0, 5.0, 5.0, 10.0)))
    >>> round(float(low[0]), 4), round(float(high[0]), 4)
    (0.2366, 0.7634)
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        share = hits / trials
        residual = hits_squared - 2 * share * hits_trials + share**2 * trials_squared
        alike = trials * share * (1 - share)
        inflation = np.where(alike > 0, residual * clusters / (clusters - 1) / alike, trials / clusters)
        # one cluster shows nothing of how much clusters differ: it counts as one trial
        inflation = np.where(clusters > 1, inflation, trials)
        single = trials_squared <= trials
        inflation = np.where(single, 1.0, np.maximum(1.0, inflation))
        z = np.where(single, Z95, students(clusters - 1.0))
        count = trials / inflation
        shrink = 1 + z * z / count
        middle = (share + z * z / (2 * count)) / shrink
        reach = z / shrink * np.sqrt(np.maximum(0, share * (1 - share)) / count + (z / (2 * count)) ** 2)
    low = np.where(hits <= 0, 0.0, np.clip(middle - reach, 0, 1))
    high = np.where(hits >= trials, 1.0, np.clip(middle + reach, 0, 1))
    return np.where(trials > 0, low, 0.0), np.where(trials > 0, high, 1.0)


def difference(
    hits: NDArray[np.float64],
    trials: NDArray[np.float64],
    other_hits: NDArray[np.float64],
    other_trials: NDArray[np.float64],
) -> Interval:
    """The difference of two proportions, cluster by cluster: what one seat wins, the other may lose.

    One hit and one miss is added to either side before the spread is taken (as Agresti and Caffo do),
    so that a few trials that all came out alike prove nothing.

    >>> won, one = np.repeat([1.0, 0.0], [60, 40]), np.ones(100)
    >>> found = difference(won, one, 1 - won, one)
    >>> round(found.share, 2), round(found.low, 2), round(found.high, 2)
    (0.2, 0.0, 0.39)
    """
    first, second = float(trials.sum()), float(other_trials.sum())
    if not first or not second:
        return Interval(0.0, -1.0, 1.0)
    one = (float(hits.sum()) + 1) / (first + 2)
    two = (float(other_hits.sum()) + 1) / (second + 2)
    parts = (hits - one * trials) / (first + 2) - (other_hits - two * other_trials) / (second + 2)
    both = int(((trials > 0) | (other_trials > 0)).sum())
    # the four added trials, each a cluster of its own
    added = ((1 - one) ** 2 + one**2) / (first + 2) ** 2 + ((1 - two) ** 2 + two**2) / (second + 2) ** 2
    spread = sqrt((float((parts**2).sum()) + added) * (both + 4) / (both + 3))
    reach = student(max(1, both - 1)) * spread
    middle = one - two
    share = float(hits.sum()) / first - float(other_hits.sum()) / second
    return Interval(share, max(-1.0, middle - reach), min(1.0, middle + reach))


def explained(
    counts: NDArray[np.float64], sums: NDArray[np.float64], squares: NDArray[np.float64]
) -> Interval | None:
    """The share of a variance that lies between groups (the intra-class correlation), by analysis of
    variance; None where no group has two values, or all values are equal.

    Given for each group: how many values, their sum, the sum of their squares. The interval is from the
    jackknife over at most 100 blocks of groups.

    >>> twos = np.full(50, 2.0)
    >>> explained(twos, np.repeat([0.0, 2.0], 25), np.repeat([0.0, 2.0], 25)).share
    1.0
    """
    totals = np.stack([np.ones_like(counts), counts, sums, sums**2 / counts, squares, counts**2])
    share = float(_between(totals.sum(axis=1)))
    if not np.isfinite(share) or counts.max(initial=0) < 2:
        return None
    blocks = min(BLOCKS, len(counts))
    place = np.arange(len(counts)) * blocks // len(counts)
    parts = np.stack([np.bincount(place, row, blocks) for row in totals])
    without = _between(totals.sum(axis=1)[:, None] - parts)
    if blocks < 3 or not np.isfinite(without).all():
        return Interval(max(0.0, share), 0.0, 1.0)
    spread = sqrt((blocks - 1) / blocks * float(((without - without.mean()) ** 2).sum()))
    reach = student(blocks - 1) * spread
    return Interval(max(0.0, share), max(0.0, share - reach), min(1.0, max(0.0, share) + reach))


def _between(totals: NDArray[np.float64]) -> NDArray[np.float64]:
    groups, count, total, between, squares, counts_squared = totals
    with np.errstate(divide="ignore", invalid="ignore"):
        outer = (between - total**2 / count) / (groups - 1)
        inner = (squares - between) / (count - groups)
        size = (count - counts_squared / count) / (groups - 1)
        return np.asarray((outer - inner) / (outer + (size - 1) * inner))


@dataclass(frozen=True)
class Meeting:
    """What two players scored against each other: the first ``won`` so much of some ``games``."""

    first: int
    second: int
    won: float
    games: float
    start: float = 0.0  # log odds of the first among equals, such as by more seats


@dataclass(frozen=True)
class Rating:
    """A strength in points of Elo, with the standard error of it, and of what it is above each player."""

    elo: float
    error: float
    above: tuple[float, ...] = ()


def bradley_terry(players: int, meetings: Sequence[Meeting]) -> list[Rating]:
    """The ratings that make the results most likely; their mean is zero.

    Half a game won by each is added to every pairing, so that a clean sweep has a finite rating.
    Errors are those of the inverse information, taken in the space of ratings that add up to zero.

    >>> [round(r.elo) for r in bradley_terry(2, [Meeting(0, 1, 75, 100)])]
    [94, -94]
    """
    pairs = [Meeting(a, b, 0.5, 1.0) for a in range(players) for b in range(a)]
    every = [*pairs, *meetings]
    first = np.array([m.first for m in every], np.int64)
    second = np.array([m.second for m in every], np.int64)
    won = np.array([m.won for m in every])
    games = np.array([m.games for m in every])
    start = np.array([m.start for m in every])
    strength = np.zeros(players)
    spread = np.zeros((players, players))
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(strength[second] - strength[first] - start))
        slope = np.zeros(players)
        np.add.at(slope, first, won - games * expected)
        np.add.at(slope, second, games * expected - won)
        weight = games * expected * (1 - expected)
        information = np.zeros((players, players))
        for a, b, sign in ((first, first, 1), (second, second, 1), (first, second, -1), (second, first, -1)):
            np.add.at(information, (a, b), sign * weight)
        # a common shift of all ratings is no news: it is held still, and taken out again
        level = np.trace(information) / players or 1.0
        shift = np.full((players, players), 1 / players)
        spread = np.linalg.inv(information + level * shift) - shift / level
        step = spread @ slope
        longest = float(np.abs(step).max(initial=0.0))
        strength += step * min(1.0, LEAP / max(longest, NEAR))
        if longest < NEAR:
            break
    own = np.diag(spread)
    above = ELO * np.sqrt(np.maximum(0.0, own[:, None] + own - 2 * spread))
    return [
        Rating(ELO * float(strength[p]), ELO * sqrt(max(0.0, float(own[p]))), tuple(above[p].tolist()))
        for p in range(players)
    ]
