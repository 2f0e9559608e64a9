"""What is believed of all that was played: how each thing aimed at answers to each number.

On the scale of log odds (of shares) or logarithms (of lengths) effects add up. A matchup is the strength
of one character less that of the other, and what is special about the two; a character's number moves its
strength. All is fitted together to everything played so far, each result by its weight, with a prior: what
is special about two characters is small, and numbers of one name (such as power) do about the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from .targets import Score, Target

SPECIAL = 0.25  # how much is special about two characters, in log odds, about
ALIKE = 0.5  # how much numbers of one name differ in what they do, as a part of it
VAGUE = 10.0  # as good as no prior


@dataclass(frozen=True)
class Number:
    """A number that may be tuned."""

    path: str
    now: int
    least: int
    most: int
    about: frozenset[str] | None  # the characters that it concerns; nothing: all
    others: frozenset[str] = frozenset()  # the numbers that it differs from now, and shall go on to
    barred: frozenset[int] = frozenset()  # values that numbers have which stay as they are

    @property
    def name(self) -> str:
        """The last step of its path: numbers of one name do about the same."""
        return self.path.rpartition(".")[2]


def sign(thing: str, about: frozenset[str]) -> int:
    """Whether a thing aimed at is about a character: 1 in the first place, -1 in the second, 0 not."""
    first, _, second = thing.partition(" ")
    return (first in about) - (second in about)


@dataclass
class Surrogate:
    """Everything played so far, and what follows from it."""

    target: Target
    numbers: Sequence[Number]
    _rows: dict[tuple[str, tuple[tuple[str, int], ...]], Score] = field(default_factory=dict)
    _base: NDArray[np.float64] | None = None  # what is believed of each thing as it is; None: to be fitted
    _fitted: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))  # what is fitted, and its
    _cover: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 0)))  # covariance
    _plain: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 0)))  # features as it is
    _moved: dict[str, NDArray[np.float64]] = field(default_factory=dict)  # and what a step of a number adds

    def add(self, values: Mapping[str, int], scores: Mapping[str, Score]) -> None:
        """Takes in what some values came to; what was known already counts once."""
        for thing, score in scores.items():
            mine = sorted((n.path, values[n.path]) for n in self.numbers if self._moves(n, thing, values))
            self._rows[thing, tuple(mine)] = score
        self._base = None

    @staticmethod
    def _moves(number: Number, thing: str, values: Mapping[str, int]) -> bool:
        return number.path in values and (number.about is None or sign(thing, number.about) != 0)

    def expected(self, values: Mapping[str, int]) -> NDArray[np.float64]:
        """What each thing is believed to come to, on the scale where effects add up."""
        return self.believed(values)[0]

    def believed(self, values: Mapping[str, int]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The same, and how sure that is: the standard deviation of each."""
        if self._base is None:
            fit, self._cover = self._fit()
            self._plain = self._features_of({})
            self._moved = {n.path: self._features_of({n.path: n.now + 1}) - self._plain for n in self.numbers}
            self._fitted, self._base = fit, self._plain @ fit
        features = self._plain.copy()
        for number in self.numbers:
            if number.path in values:
                features += (values[number.path] - number.now) * self._moved[number.path]
        spread = np.sqrt(np.maximum(0.0, ((features @ self._cover) * features).sum(axis=1)))
        return features @ self._fitted, spread

    def slope(self, number: Number) -> float:
        """What one step of a number does to its character, or to the first thing aimed at."""
        moved = self.expected({number.path: number.now + 1}) - self.expected({})
        signs = [sign(thing, number.about) if number.about else 1 for thing in self.things]
        first = next((i for i, one in enumerate(signs) if one), 0)
        return float(moved[first] * signs[first])

    # ---- the fit -----------------------------------------------------------------------------------

    @property
    def things(self) -> list[str]:
        """The things aimed at, in order."""
        return list(dict.fromkeys(thing for thing, _ in self._rows))

    @property
    def _matched(self) -> bool:
        return self.target.what == "matchups"

    def _columns(self) -> list[tuple[str, str]]:
        """What is fitted: each thing for itself, the strength of characters, the effects of numbers."""
        columns = [("special", thing) for thing in self.things]
        if self._matched:
            columns += [("strength", who) for who in sorted({w for t in self.things for w in t.split(" ")})]
        for number in self.numbers:
            if number.about is None:
                columns += [(number.path, thing) for thing in self.things]
            else:
                columns.append((number.path, ""))
        return columns

    def _features_of(self, values: Mapping[str, int]) -> NDArray[np.float64]:
        return np.array([self._features(thing, values) for thing in self.things])

    def _features(self, thing: str, values: Mapping[str, int]) -> list[float]:
        moves = {n.path: values.get(n.path, n.now) - n.now for n in self.numbers}
        about = {n.path: n.about for n in self.numbers}
        row = []
        for what, which in self._columns():
            if what == "special":
                row.append(float(which == thing))
            elif what == "strength":
                row.append(float(sign(thing, frozenset({which}))))
            elif (who := about[what]) is None:
                row.append(float(moves[what] * (which == thing)))
            else:
                row.append(float(moves[what] * sign(thing, who)))
        return row

    def _fit(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        columns = self._columns()
        design = np.array([self._features(thing, dict(values)) for thing, values in self._rows])
        seen = np.array([scaled(self.target, score) for score in self._rows.values()])
        weight = np.array([1 / chance(self.target, score) for score in self._rows.values()])
        width = np.array([SPECIAL if self._matched and what == "special" else VAGUE for what, _ in columns])
        middle = np.zeros(len(columns))
        first, _ = _ridge(design, seen, weight, middle, width)
        names = {n.path: n.name for n in self.numbers if n.about is not None}
        tried = np.abs(design).sum(axis=0) > 0
        for name in set(names.values()):  # numbers of one name are drawn to their mean
            mine = [i for i, (what, _) in enumerate(columns) if names.get(what) == name]
            known = [i for i in mine if tried[i]]
            if known:
                middle[mine] = first[known].mean()
                width[mine] = max(1e-3, ALIKE * abs(float(first[known].mean())))
        return _ridge(design, seen, weight, middle, width)


def _ridge(
    design: NDArray[np.float64],
    seen: NDArray[np.float64],
    weight: NDArray[np.float64],
    middle: NDArray[np.float64],
    width: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Weighted least squares, drawn to a middle as strongly as the widths say, with its covariance."""
    pull = np.diag(1 / width**2)
    cover = np.linalg.inv(design.T @ (weight[:, None] * design) + pull)
    side = design.T @ (weight * seen) + pull @ middle
    return np.asarray(cover @ side, np.float64), np.asarray(cover, np.float64)


def scaled(target: Target, score: Score) -> float:
    """A mean where effects add up; of shares, as if half a game more had been won and lost."""
    if not target.shares:
        return target.scale(score.mean)
    return target.scale((score.total + 0.5) / (score.games + 1))


def chance(target: Target, score: Score) -> float:
    """The variance of a mean where effects add up."""
    if not target.shares:
        return max(1e-9, (score.error / max(1e-9, score.mean)) ** 2)
    near = (score.total + 0.5) / (score.games + 1)
    return 1 / ((score.games + 1) * near * (1 - near))
