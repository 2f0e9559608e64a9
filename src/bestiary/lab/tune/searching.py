"""The search behind tuning: the fewest changes of numbers that meet a target, as far as is believed.

Only what the numbers can move is played. First as it is, then one long step of each number: a short one
drowns in chance. Then, round by round, those changes are chosen that let one expect the most to lie within
the bounds, by how sure one is of each; every change has to earn its place. They are played, and what that
shows is believed. All of this uses the same deals again and again; what is proposed in the end is played once
more on fresh ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import ceil

import numpy as np
from numpy.typing import NDArray

from ...run.statistics import Z95
from .scoring import Trials
from .surrogate import Number, Surrogate, chance, scaled, sign
from .targets import Score, Target

ROUNDS = 4  # of choosing and measuring; few are ever needed
PLANNED = 2  # of them that the budget is laid out for
SCREEN = 0.6  # of the budget; the rest confirms
STEP = 0.6  # how far a number is moved to see what it does, as a part of the room that it has
EARNS = 0.35  # things that a change must bring within the bounds, as far as is believed, to be made
FRESH = 0x5EED  # told apart from the seeds of the search
REST = 4  # what no change moves is confirmed with a part of the games
FEW_VALUES = 6  # of a number that are all tried where nothing else helps
FEWEST = 20  # games for each thing, whatever the budget

Say = Callable[[str], None]
Values = tuple[tuple[str, int], ...]  # changed numbers, in order
Tried = dict[Values, dict[str, Score]]


@dataclass
class Search:
    """The state of a search; ``best`` is what to propose, whenever it is stopped."""

    trials: Trials
    numbers: list[Number]
    seed: int
    budget: int
    say: Say
    best: dict[str, int] = field(default_factory=dict)
    screened: dict[str, Score] = field(default_factory=dict)  # of the best, on the deals of the search
    before: dict[str, Score] = field(default_factory=dict)  # as it is, on fresh deals
    after: dict[str, Score] = field(default_factory=dict)  # the best, on fresh deals
    confirmed: bool = False
    moved: tuple[str, ...] = ()  # the things that the best moves
    short: str = ""  # what there is to say of a budget that is too small
    surrogate: Surrogate = field(init=False)
    _spare: int = 0

    def __post_init__(self) -> None:
        self.surrogate = Surrogate(self.target, self.numbers)

    @property
    def target(self) -> Target:
        """What is aimed at."""
        return self.trials.target

    def run(self) -> None:
        """Screens, then confirms."""
        things = self.trials.things(self.seed)
        mine = [thing for thing in things if any(_moves(n, thing) for n in self.numbers)]
        spare = len(things) - self.target.wanted(len(things))
        self._spare = round(spare * len(mine) / max(1, len(things)))  # those may stay outside
        each = self._games_each(mine)
        self.short = self._too_small(mine, each)
        if self.short:
            self.say(self.short)
        tried: Tried = {}

        def play(what: str, values: Mapping[str, int]) -> None:
            moved = [t for t in mine if not values or any(_moves(n, t) for n in self._of(values))]
            scores = self.trials.scores(values, each, self.seed, moved)
            tried[tuple(sorted(values.items()))] = tried.get((), {}) | scores
            self.surrogate.add(values, scores)
            self._told(what, values, tried[tuple(sorted(values.items()))])

        play("as it is", {})
        self.screened = tried[()]
        if not self.target.shares:
            self.short = self._too_wide(self.screened["length"], mine)
            if self.short:
                self.say(self.short)
        if self._outside({}) > EARNS:
            for number in self.numbers:
                play(number.path, {number.path: self._step(number)})
            self.say(", ".join(f"{n.path} {self.surrogate.slope(n):+.3f}" for n in self.numbers))
            for turn in range(ROUNDS):
                chosen = self._choose()
                late = turn > 0 and self.trials.spent > SCREEN * self.budget
                if late or tuple(sorted(chosen.items())) in tried:
                    break
                play(f"round {turn + 1}", chosen)
                self.best = chosen
                self.screened = tried[tuple(sorted(chosen.items()))]
            self.best = self._choose()  # with all that the last round has shown
            if not self.best:
                self.best = self._try_each(play, tried)
            self.screened = tried.get(tuple(sorted(self.best.items())), self.screened)
        self._confirm(things, mine, each)

    def _of(self, values: Mapping[str, int]) -> list[Number]:
        return [number for number in self.numbers if number.path in values]

    # ---- how much to play ----------------------------------------------------------------------------

    def _plays(self, mine: list[str]) -> float:
        """How many things the search plays, all rounds together."""
        steps = sum(sum(_moves(n, thing) for thing in mine) for n in self.numbers)
        return len(mine) * (1.0 + PLANNED) + steps

    def _games_each(self, mine: list[str]) -> int:
        """Games for each thing aimed at, so that the search as a whole fits into its budget."""
        return max(FEWEST, int(SCREEN * self.budget / max(1.0, self._plays(mine))) // 2 * 2)

    def _too_small(self, mine: list[str], each: int) -> str:
        """What a budget lacks to tell a thing in the middle of the bounds from one outside them."""
        if not self.target.shares or not mine:
            return ""
        half = (self.target.high - self.target.low) / 2
        needed = ceil((Z95 * 0.5 / half) ** 2)
        if each >= needed:
            return ""
        wide = 100 * Z95 * 0.5 / each**0.5
        enough = ceil(needed * self._plays(mine) / SCREEN / 1000) * 1000
        return (
            f"The budget is small: {each} games of each of {len(mine)} that can be moved leave ±{wide:.0f} "
            f"points, and the bounds are ±{100 * half:.0f}. About {enough:,} games would do."
        )

    def _too_wide(self, score: Score, mine: list[str]) -> str:
        """The same of lengths, whose spread only the first games tell."""
        half = (self.target.high - self.target.low) / 2
        wide = Z95 * score.error
        if wide <= half:
            return ""
        enough = ceil(score.games * (wide / half) ** 2 * self._plays(mine) / SCREEN / 1000) * 1000
        return (
            f"The budget is small: {score.games} games leave ±{wide:.1f} decisions, and the bounds are "
            f"±{half:.1f}. About {enough:,} games would do."
        )

    def _step(self, number: Number) -> int:
        """A value far enough away to be seen, on the side where there is more room."""
        up = number.most - number.now >= number.now - number.least
        room = number.most - number.now if up else number.now - number.least
        size = max(1, round(STEP * room))
        return number.now + size if up else number.now - size

    def _told(self, what: str, values: Mapping[str, int], scores: Mapping[str, Score]) -> None:
        inside = self.target.count({name: score.mean for name, score in scores.items()})
        many = f"{len(values)} change{'s' * (len(values) != 1)}" if values else "no change"
        self.say(f"{what}: {inside} of {len(scores)} within the bounds, {many}, {self.trials.spent:,} games")

    # ---- what to change ------------------------------------------------------------------------------

    def _outside(self, values: Mapping[str, int]) -> float:
        """How many things are to be expected outside the bounds, beyond those that may be."""
        target = self.target
        mean, spread = self.surrogate.believed(values)
        low, high = target.scale(target.low), target.scale(target.high)
        out = np.sort(1 - within(mean, spread, low, high))
        return float(out[: len(out) - self._spare].sum())

    def _choose(self) -> dict[str, int]:
        """The changes that are believed to bring the most within: one after the other, the best first, each
        of which earns its place."""
        chosen: dict[str, int] = {}
        here = self._outside(chosen)
        while here > EARNS / 2:
            each = (_with(chosen, n, v) for n in self.numbers for v in self._free(n, chosen))
            options = [
                (self._outside(tried) + EARNS * len(tried), self._far(tried), sorted(tried.items()))
                for tried in each
            ]
            if not options or min(options)[0] >= here + EARNS * len(chosen) - 1e-9:
                break
            chosen = dict(min(options)[2])
            here = self._outside(chosen)
        for path in list(chosen):  # what later changes have made superfluous is taken back
            less = {p: v for p, v in chosen.items() if p != path}
            if self._fits(less) and self._outside(less) <= self._outside(chosen) + EARNS:
                chosen = less
        return chosen

    def _try_each(self, play: Callable[[str, Mapping[str, int]], None], tried: Tried) -> dict[str, int]:
        """Where nothing is believed to help: every value of the numbers that have few, for what they do need
        not be a straight line. The best by what was seen, if it earns its place."""
        for number in self.numbers:
            for value in self._free(number, {}):
                if number.most - number.least < FEW_VALUES and ((number.path, value),) not in tried:
                    if value != number.now:
                        play(f"{number.path} {value}", {number.path: value})
        best = min(tried, key=lambda values: self._seen_outside(tried[values]) + EARNS * len(values))
        gained = self._seen_outside(tried[()]) - self._seen_outside(tried[best])
        return dict(best) if gained > EARNS * len(best) else {}

    def _seen_outside(self, scores: Mapping[str, Score]) -> float:
        """How many things are to be expected outside the bounds, by what was seen of each alone."""
        target = self.target
        mean = np.array([scaled(target, score) for score in scores.values()])
        spread = np.sqrt([chance(target, score) for score in scores.values()])
        out = np.sort(1 - within(mean, spread, target.scale(target.low), target.scale(target.high)))
        return float(out[: len(out) - self._spare].sum())

    def _far(self, values: Mapping[str, int]) -> int:
        return sum(abs(values[n.path] - n.now) for n in self._of(values))

    def _free(self, number: Number, chosen: Mapping[str, int]) -> Iterator[int]:
        """The values that a number may take beside those of the others."""
        taken = {chosen.get(n.path, n.now) for n in self.numbers if n.path in number.others} | number.barred
        yield from (v for v in range(number.least, number.most + 1) if v not in taken)

    def _fits(self, chosen: Mapping[str, int]) -> bool:
        """Whether all numbers have values that they may have."""
        values = {n.path: chosen.get(n.path, n.now) for n in self.numbers}
        return all(values[n.path] in self._free(n, chosen) for n in self.numbers)

    def _confirm(self, things: list[str], mine: list[str], each: int) -> None:
        """Plays the cards as they are and the proposal on deals that the search has not seen; what no number
        moves is the same in both."""
        fresh = self.seed ^ FRESH
        moved = [t for t in mine if any(_moves(n, t) for n in self._of(self.best))]
        rest = [thing for thing in things if thing not in moved]
        plays = 2 * len(moved) + len(rest) / (REST if moved else 1)
        left = max(0, self.budget - self.trials.spent)
        games = max(min(each, FEWEST), int(left / max(1, plays)) // 2 * 2)
        few = max(FEWEST, games // REST // 2 * 2) if moved else games
        self.before = self.trials.scores({}, games, fresh, moved) if moved else {}
        self.before |= self.trials.scores({}, few, fresh, rest) if rest else {}
        self.before = {thing: self.before[thing] for thing in things}
        self.moved = tuple(moved)
        changed = self.trials.scores(self.best, games, fresh, moved) if moved else {}
        self.after = {name: changed.get(name, score) for name, score in self.before.items()}
        self.confirmed = True
        self._told("on fresh deals", self.best, self.after)


def within(
    mean: NDArray[np.float64], spread: NDArray[np.float64], low: float, high: float
) -> NDArray[np.float64]:
    """The chance that each of some normal quantities lies between two bounds.

    >>> within(np.array([0.0, 5.0]), np.array([1.0, 0.0]), -1.96, 1.96).round(2).tolist()
    [0.95, 0.0]
    """
    wide = np.maximum(spread, 1e-9)
    return np.asarray(_normal((high - mean) / wide) - _normal((low - mean) / wide))


def _normal(z: NDArray[np.float64]) -> NDArray[np.float64]:
    """The normal distribution function, good to 8e-8 (Abramowitz and Stegun, 26.2.17)."""
    x = np.minimum(np.abs(z), 37.0)
    t = 1 / (1 + 0.2316419 * x)
    terms = (0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429)
    tail = np.exp(-x * x / 2) / np.sqrt(2 * np.pi) * sum(c * t ** (k + 1) for k, c in enumerate(terms))
    return np.asarray(np.where(z >= 0, 1 - tail, tail))


def _moves(number: Number, thing: str) -> bool:
    return number.about is None or sign(thing, number.about) != 0


def _with(chosen: Mapping[str, int], number: Number, value: int) -> dict[str, int]:
    changed = {**chosen, number.path: value}
    if value == number.now:
        del changed[number.path]
    return changed
