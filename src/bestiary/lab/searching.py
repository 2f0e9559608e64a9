"""The search behind tuning: the fewest changes of numbers that meet a target.

Effects are taken to add up on the scale of log odds. Round by round the search measures what one step of
each number does, picks on that model the fewest changes that meet the target, and plays them. All of this
uses the same deals again and again; what is proposed in the end is played once more on fresh ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from .scoring import Trials
from .targets import Score, Target

ROUNDS = 6  # of measuring and choosing; few are ever needed
SCREEN = 0.6  # of the budget; the rest confirms
STEP = 0.12  # how far a number is moved to see what it does, as a part of it
MARGIN = 0.25  # of the half width of the bounds: what is aimed at inside them, since scores are rough
FRESH = 0x5EED  # told apart from the seeds of the search
WORTH = 0.97  # a change that leaves more of the loss than this is not worth making
NEAR = 1e-9

Say = Callable[[str], None]
Slopes = dict[tuple[str, str], float]  # by number and thing aimed at


@dataclass(frozen=True)
class Number:
    """A number that may be tuned."""

    path: str
    now: int
    least: int
    most: int
    about: frozenset[str] | None
    others: frozenset[str] = frozenset()  # the numbers that it differs from now, and shall go on to
    barred: frozenset[int] = frozenset()  # values that numbers have which stay as they are

    @property
    def step(self) -> int:
        """A step large enough to be seen, towards the middle of the range."""
        size = max(1, round(abs(self.now) * STEP))
        return size if self.most - self.now >= self.now - self.least else -size


@dataclass
class Search:
    """The state of a search; ``best`` is what to propose, whenever it is stopped."""

    trials: Trials
    numbers: list[Number]
    seed: int
    budget: int
    say: Say
    best: dict[str, int] = field(default_factory=dict)
    before: dict[str, Score] = field(default_factory=dict)  # on fresh deals
    after: dict[str, Score] = field(default_factory=dict)
    screened: dict[str, Score] = field(default_factory=dict)  # of the best, on the deals of the search
    confirmed: bool = False

    @property
    def target(self) -> Target:
        return self.trials.target

    def run(self) -> None:
        """Screens, then confirms."""
        each = self._games_each()
        now: dict[str, int] = {}
        self.screened = self.trials.scores(now, each, self.seed)
        at = estimates(self.target, self.screened)
        self._told("as it is", now, self.screened)
        slopes: dict[tuple[str, str], float] = {}
        for number in range(1, ROUNDS + 1):
            if self._loss(at) < NEAR or self.trials.spent > SCREEN * self.budget:
                break
            if not slopes:
                slopes = self._slopes(each)
            chosen = self._choose(now, at, slopes)
            if chosen == now:
                break
            tried = self.trials.scores(chosen, each, self.seed)
            self._told(f"round {number}", chosen, tried)
            if self._better(chosen, tried):
                self.best, self.screened = chosen, tried
            now, at = chosen, estimates(self.target, tried)
        self._prune(each)
        self._confirm(each)

    def _games_each(self) -> int:
        """Games for each thing aimed at, so that the search as a whole fits into its budget."""
        things = [*self.trials.scores({}, 2, self.seed)]
        rounds = 4.0
        for number in self.numbers:
            moved = [name for name in things if number.about is None or _sign(name, number.about)]
            rounds += len(moved) / len(things)
        return max(20, int(SCREEN * self.budget / (rounds * len(things))) // 2 * 2)

    def _told(self, what: str, values: Mapping[str, int], scores: Mapping[str, Score]) -> None:
        inside = self.target.count(means(scores))
        many = f"{len(values)} changes" if values else "no change"
        self.say(f"{what}: {inside} of {len(scores)} within the bounds, {many}, {self.trials.spent:,} games")

    def _loss(self, scaled: Mapping[str, float], margin: float = 0.0) -> float:
        """How far values lie outside the bounds, squared; as many of the worst are left out as may be."""
        target = self.target
        low, high = target.scale(target.low), target.scale(target.high)
        inner = margin * (high - low) / 2
        out = sorted(max(0.0, low + inner - x, x - high + inner) ** 2 for x in scaled.values())
        return sum(out[: target.wanted(len(out))])

    def _better(self, values: Mapping[str, int], scores: Mapping[str, Score]) -> bool:
        new, old = (self._loss(estimates(self.target, s)) for s in (scores, self.screened))
        return (new, len(values)) < (old, len(self.best))

    def _slopes(self, each: int) -> Slopes:
        """What one step of each number does to each thing; of a character, the same in all its matches."""
        found: Slopes = {}
        for number in self.numbers:
            moved = self.trials.scores({number.path: number.now + number.step}, each, self.seed)
            rises = {
                name: (_scaled(self.target, moved[name]) - _scaled(self.target, old)) / number.step
                for name, old in self.screened.items()
            }
            if number.about is not None:
                signs = {name: sign for name in rises if (sign := _sign(name, number.about))}
                mean = sum(sign * rises[name] for name, sign in signs.items()) / max(1, len(signs))
                rises = {name: sign * mean for name, sign in signs.items()}
                self.say(f"{number.path}: {mean:+.3f} log odds a step, {self.trials.spent:,} games")
            found |= {(number.path, name): rise for name, rise in rises.items()}
        return found

    def _choose(self, now: Mapping[str, int], at: Mapping[str, float], slopes: Slopes) -> dict[str, int]:
        """The fewest changes that meet the target on the model: one after the other, the best first."""

        def loss(values: Mapping[str, int]) -> float:
            scaled = dict(at)
            moves = {n.path: values.get(n.path, n.now) - now.get(n.path, n.now) for n in self.numbers}
            for (path, name), slope in slopes.items():
                scaled[name] += slope * moves[path]
            return self._loss(scaled, MARGIN)

        chosen = dict(now)
        here = loss(chosen)
        while here > NEAR:
            each = (_with(chosen, n, v) for n in self.numbers for v in self._free(n, chosen))
            options = [(loss(tried), len(tried), sorted(tried.items())) for tried in each if tried != chosen]
            if not options or min(options)[0] > here * WORTH:
                break
            here, _, best = min(options)
            chosen = dict(best)
        for path in list(chosen):  # what later changes have made superfluous is taken back
            less = {p: v for p, v in chosen.items() if p != path}
            if self._fits(less) and loss(less) <= here + NEAR:
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

    def _prune(self, each: int) -> None:
        """Takes changes back one by one, while the target stays as well met as it is."""
        for path in sorted(self.best, key=lambda p: self._distance(p)):
            if self.trials.spent > (SCREEN + (1 - SCREEN) / 3) * self.budget:
                return
            less = {p: v for p, v in self.best.items() if p != path}
            if not self._fits(less):
                continue
            tried = self.trials.scores(less, each, self.seed)
            new, old = (self._loss(estimates(self.target, scores)) for scores in (tried, self.screened))
            if new <= old + NEAR:
                self.best, self.screened = less, tried
                self._told(f"{path} can stay", less, tried)

    def _distance(self, path: str) -> float:
        number = next(n for n in self.numbers if n.path == path)
        return abs(self.best[path] - number.now) / max(1, abs(number.now))

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


def means(scores: Mapping[str, Score]) -> dict[str, float]:
    """The means by name."""
    return {name: score.mean for name, score in scores.items()}


def _scaled(target: Target, score: Score) -> float:
    """A mean where effects add up; of shares, as if half a game more had been won and lost."""
    if not target.shares:
        return target.scale(score.mean)
    return target.scale((score.total + 0.5) / (score.games + 1))


def estimates(target: Target, scores: Mapping[str, Score]) -> dict[str, float]:
    """What is believed of each thing, on the scale where effects add up.

    A matchup is the strength of one character less that of the other, and what is special about the two.
    The first is known from all their games, the second from few; it is believed as far as the matchups
    differ by more than chance would have it.
    """
    raw = {name: _scaled(target, score) for name, score in scores.items()}
    if target.what != "matchups":
        return raw
    pairs = {name: name.split(" ") for name in raw}
    names = sorted({one for pair in pairs.values() for one in pair})
    strength = dict.fromkeys(names, 0.0)
    for name, (a, b) in pairs.items():
        strength[a] += raw[name] / len(names)
        strength[b] -= raw[name] / len(names)
    rest = {name: raw[name] - strength[a] + strength[b] for name, (a, b) in pairs.items()}
    chance = sum((1 / (s.games + 1)) / max(1e-3, s.mean * (1 - s.mean)) for s in scores.values())
    spread = sum(x * x for x in rest.values()) * len(rest) / max(1, len(rest) - len(names) + 1)
    belief = max(0.0, 1 - chance / max(NEAR, spread))
    return {name: strength[a] - strength[b] + belief * rest[name] for name, (a, b) in pairs.items()}


def _sign(name: str, about: frozenset[str]) -> int:
    """Whether a thing aimed at is about a character: 1 in the first place, -1 in the second, 0 not."""
    first, _, second = name.partition(" ")
    return (first in about) - (second in about)


def _with(chosen: Mapping[str, int], number: Number, value: int) -> dict[str, int]:
    changed = {**chosen, number.path: value}
    if value == number.now:
        del changed[number.path]
    return changed
