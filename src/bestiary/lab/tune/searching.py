"""The search behind tuning: the fewest changes of numbers that meet a target.

What one step of each number does is played first. Then, round by round, the fewest changes are chosen that
are believed to meet the target, and played, and believed what they show. All of this uses the same deals
again and again; what is proposed in the end is played once more on fresh ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from .scoring import Trials
from .surrogate import Number, Surrogate, sign
from .targets import Score, Target

ROUNDS = 6  # of measuring and choosing; few are ever needed
SCREEN = 0.6  # of the budget; the rest confirms
STEP = 0.12  # how far a number is moved to see what it does, as a part of it
MARGIN = 0.25  # of the half width of the bounds: what is aimed at inside them, since scores are rough
FRESH = 0x5EED  # told apart from the seeds of the search
WORTH = 0.97  # a change that leaves more of the loss than this is not worth making
NEAR = 1e-9

Say = Callable[[str], None]
Values = tuple[tuple[str, int], ...]  # changed numbers, in order


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
    surrogate: Surrogate = field(init=False)

    def __post_init__(self) -> None:
        self.surrogate = Surrogate(self.target, self.numbers)

    @property
    def target(self) -> Target:
        """What is aimed at."""
        return self.trials.target

    def run(self) -> None:
        """Screens, then confirms."""
        each = self._games_each()
        tried: dict[Values, dict[str, Score]] = {}

        def play(what: str, values: Mapping[str, int]) -> None:
            scores = self.trials.scores(values, each, self.seed)
            tried[tuple(sorted(values.items()))] = scores
            self.surrogate.add(values, scores)
            self._told(what, values, scores)

        play("as it is", {})
        self.screened = tried[()]
        if self._loss({}) > NEAR:
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
            least = min(tried, key=lambda values: (self._loss(dict(values)), len([*values])))
            self.best, self.screened = dict(least), tried[least]
        self._confirm(each)

    def _games_each(self) -> int:
        """Games for each thing aimed at, so that the search as a whole fits into its budget."""
        things = [*self.trials.scores({}, 2, self.seed)]
        rounds = 4.0
        for number in self.numbers:
            moved = [thing for thing in things if number.about is None or sign(thing, number.about)]
            rounds += len(moved) / len(things)
        return max(20, int(SCREEN * self.budget / (rounds * len(things))) // 2 * 2)

    def _step(self, number: Number) -> int:
        """A value far enough away to be seen, on the side where there is more room."""
        size = max(1, round(abs(number.now) * STEP))
        up = number.most - number.now >= number.now - number.least
        return min(number.most, number.now + size) if up else max(number.least, number.now - size)

    def _told(self, what: str, values: Mapping[str, int], scores: Mapping[str, Score]) -> None:
        inside = self.target.count({name: score.mean for name, score in scores.items()})
        many = f"{len(values)} change{'s' * (len(values) != 1)}" if values else "no change"
        self.say(f"{what}: {inside} of {len(scores)} within the bounds, {many}, {self.trials.spent:,} games")

    def _loss(self, values: Mapping[str, int], margin: float = 0.0) -> float:
        """How far things are believed to lie outside the bounds, squared; as many of the worst are left
        out as may be."""
        target = self.target
        low, high = target.scale(target.low), target.scale(target.high)
        inner = margin * (high - low) / 2
        believed = self.surrogate.expected(values)
        out = np.sort(np.maximum(0.0, np.maximum(low + inner - believed, believed - high + inner)) ** 2)
        return float(out[: target.wanted(len(out))].sum())

    def _choose(self) -> dict[str, int]:
        """The fewest changes that are believed to meet the target: one after the other, the best first."""
        chosen: dict[str, int] = {}
        here = self._loss(chosen, MARGIN)
        while here > NEAR:
            each = (_with(chosen, n, v) for n in self.numbers for v in self._free(n, chosen))
            options = [(self._loss(tried, MARGIN), len(tried), sorted(tried.items())) for tried in each]
            if not options or min(options)[0] > here * WORTH:
                break
            here, _, best = min(options)
            chosen = dict(best)
        for path in list(chosen):  # what later changes have made superfluous is taken back
            less = {p: v for p, v in chosen.items() if p != path}
            if self._fits(less) and self._loss(less, MARGIN) <= here + NEAR:
                chosen = less
        return chosen

    def _free(self, number: Number, chosen: Mapping[str, int]) -> Iterator[int]:
        """The values that a number may take beside those of the others."""
        taken = {chosen.get(n.path, n.now) for n in self.numbers if n.path in number.others} | number.barred
        yield from (v for v in range(number.least, number.most + 1) if v not in taken)

    def _fits(self, chosen: Mapping[str, int]) -> bool:
        """Whether all numbers have values that they may have."""
        values = {n.path: chosen.get(n.path, n.now) for n in self.numbers}
        return all(values[n.path] in self._free(n, chosen) for n in self.numbers)

    def _confirm(self, each: int) -> None:
        """Plays the cards as they are and the proposal on deals that the search has not seen."""
        left = max(0, self.budget - self.trials.spent)
        things = len(self.screened)
        games = max(each, left // (things * (2 if self.best else 1)) // 2 * 2)
        fresh = self.seed ^ FRESH
        self.after = self.trials.scores(self.best, games, fresh)
        self.before = self.trials.scores({}, games, fresh) if self.best else self.after
        self.confirmed = True
        self._told("on fresh deals", self.best, self.after)


def _with(chosen: Mapping[str, int], number: Number, value: int) -> dict[str, int]:
    changed = {**chosen, number.path: value}
    if value == number.now:
        del changed[number.path]
    return changed
