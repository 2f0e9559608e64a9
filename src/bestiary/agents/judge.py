"""What a decision cost: the choice that was made against the best of the others, both searched alike.

The values that one search gives to the choices at its root do not compare: what it likes less it has hardly
looked at. So the two choices are compared in pairs of trees. Both trees of a pair have the same size, go
through the same deals with the same luck to come (all dealt from what the seat may know), and begin every
iteration with their choice; the first half of each tree learns, the second half is counted. Pairs have
seeds of their own, so that Student's interval over pairs is that of the difference, the noise of the trees
included.

A decision is looked at in three stages. *Look*: a search nominates a few of the other choices, fresh trees
choose the rival among them, and a few pairs give a first idea. *Weigh*: more pairs, until the loss is known
to three points or the budget is spent. *Check*: what would be held against somebody is compared once more
with larger trees and fresh luck, and only what this finds is said. Luck that chose a rival, or an
accusation, is never counted again.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from math import sqrt

import numpy as np

from bestiary.core.cards import Content
from bestiary.core.game import Game
from bestiary.core.match import ACTION, Match
from bestiary.core.record import Records
from bestiary.core.rng import mixed
from bestiary.run.statistics import student

from .tree import TreeSearch

MARGIN = 0.03  # the loss is to be known so well: half of its interval of 95%
LOSS = 0.05  # a smaller loss is not held against anybody
NOBODY = -1
SHARE, LEAST = 50, 100  # a tree has this part of the iterations of a master's move, and so many at least
SURVEY = 4  # trees' worth of iterations that nominate
NOMINEES, TRIALS = 3, 2  # choices that may be the rival, and trees in which each is tried
FIRST, FEWEST, MOST = 3, 6, 40  # pairs for a first idea, to speak of an interval, and at most
DEEPER, MOST_DEEP = 8, 12  # how much larger the trees of a check are, and how many pairs it has at most
SURE = 3.0  # even counts that all agree leave so many chances in their number (the rule of three)

Steps = Generator[None, None, None]


class Stage(IntEnum):
    """How far a decision has been judged."""

    NEW = 0
    LOOK = 1
    WEIGH = 2
    CHECK = 3


@dataclass(frozen=True)
class Figure:
    """A value, from 0 to 1, and the interval that holds the true one with 95% confidence."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half of the interval."""
        return (self.high - self.low) / 2


@dataclass
class Case:
    """A decision, and all that is known of it so far: thinking goes on from here."""

    played: int
    rival: int = NOBODY  # the best of the other choices
    stage: Stage = Stage.NEW
    mine: list[float] = field(
        default_factory=list
    )  # what each pair of trees found of the choice that was made
    other: list[float] = field(default_factory=list)  # and of the rival
    counted: int = 0  # iterations of one side behind these
    searched: int = 0  # all iterations

    @property
    def value(self) -> Figure:
        """What the choice that was made can expect."""
        return _within(_figure(self.mine, self.counted))

    @property
    def best(self) -> Figure:
        """What the best choice can expect: the rival, or the one that was made."""
        if self.loss.value <= 0:
            return self.value
        return _within(_figure(self.other, self.counted))

    @property
    def loss(self) -> Figure:
        """How much more the rival can expect; below 0 where it is worse."""
        return _figure([b - a for a, b in zip(self.mine, self.other, strict=True)], self.counted)

    @property
    def sure(self) -> bool:
        """Whether the loss is known as well as it is to be."""
        return len(self.mine) >= FEWEST and self.loss.margin <= MARGIN

    @property
    def suspect(self) -> bool:
        """Whether the loss matters and exceeds its own uncertainty."""
        return len(self.mine) >= FEWEST and self.loss.value >= LOSS and self.loss.low > 0

    @property
    def turning(self) -> bool:
        """Whether a check has found so too: a turning point."""
        return self.stage == Stage.CHECK and self.suspect

    @property
    def settled(self) -> bool:
        """Whether there is nothing more to think about."""
        return self.stage == Stage.CHECK or (self.stage == Stage.WEIGH and not self.suspect)


class Judge:
    """Judges decisions of a game, from records that are hidden for their seats."""

    def __init__(self, game: Game, content: Content | None = None, tree: int = 0) -> None:
        self.tree = tree or max(LEAST, game.hints.master // SHARE)
        self.agent = TreeSearch(game, content, iterations=self.tree, cores=1)

    def think(self, case: Case, stage: Stage, seen: Records, seat: int, seed: int) -> Steps:
        """Brings a case to a stage, with pauses; the same for the same record and seed."""
        own = int(mixed(np.uint64(seed), stage))
        if stage == Stage.LOOK:
            yield from self._nominate(case, seen, seat, own)
            yield from self.compare(case, seen, seat, seed, FIRST)
        elif stage == Stage.WEIGH:
            while len(case.mine) < FEWEST or (not case.sure and len(case.mine) < MOST):
                yield from self.compare(case, seen, seat, seed, len(case.mine) + 1)
        elif stage == Stage.CHECK:
            case.mine, case.other, case.counted = [], [], 0
            while len(case.mine) < FEWEST or (not case.sure and len(case.mine) < MOST_DEEP):
                yield from self.compare(case, seen, seat, own, len(case.mine) + 1, DEEPER)
        case.stage = stage

    def _nominate(self, case: Case, seen: Records, seat: int, seed: int) -> Steps:
        """Finds the rival: what a search looks at most, tried again in trees that had no part in that."""
        search = self.agent.begin(seen, seat, seed, SURVEY * self.tree)
        yield from search.slices()
        case.searched += search.done
        found = [o.action for o in search.opinions() if o.action != case.played][:NOMINEES]
        worth = dict.fromkeys(found, 0.0)
        for trial in range(TRIALS if len(found) > 1 else 0):
            luck = int(mixed(np.uint64(seed), 1 + trial))
            for action in found:
                worth[action] += yield from self._grown(case, seen, seat, luck, self.tree, action)
        case.rival = max(found, key=lambda action: worth[action])

    def compare(self, case: Case, seen: Records, seat: int, seed: int, pairs: int, larger: int = 1) -> Steps:
        """Pairs of trees, until there are so many."""
        tree = self.tree * larger
        while len(case.mine) < pairs:
            luck = int(mixed(np.uint64(seed), 1_000 + len(case.mine)))
            mine = yield from self._grown(case, seen, seat, luck, tree, case.played)
            other = yield from self._grown(case, seen, seat, luck, tree, case.rival)
            case.mine.append(mine)
            case.other.append(other)
            case.counted += tree - tree // 2

    def _grown(
        self, case: Case, seen: Records, seat: int, seed: int, size: int, action: int
    ) -> Generator[None, None, float]:
        """What the second half of a tree that begins with an action comes to."""
        search = self.agent.begin(seen, seat, seed, size, forced=action)
        yield from search.slices(size // 2)
        learnt = search.total
        yield from search.slices()
        case.searched += search.done
        return (search.total - learnt) / (size - size // 2)


def due(cases: Mapping[int, Case]) -> tuple[int, Stage] | None:
    """Which decision of a match is next, and to which stage: all are looked at before any is weighed."""
    for stage in (Stage.LOOK, Stage.WEIGH, Stage.CHECK):
        for n, case in cases.items():
            if case.stage < stage and not case.settled:
                return n, stage
    return None


def decisions(match: Match) -> dict[int, Case]:
    """The decisions of a match in which there was a choice, by the number of their entry."""
    found = {}
    for n, entry in enumerate(match.history):
        if entry.kind == ACTION and len(match.engine.legal(match.state_at(n))) > 1:
            found[n] = Case(entry.action)
    return found


def turning_points(cases: Mapping[int, Case], most: int) -> list[int]:
    """The entries that cost most, in order."""
    worst = sorted((n for n, case in cases.items() if case.turning), key=lambda n: -cases[n].loss.value)
    return sorted(worst[:most])


def measured(game: Game, seats: int) -> str:
    """What the values of a game are, where they are not simply the chance to win."""
    hints = game.hints
    horizon = hints.alone if seats == 1 and hints.alone is not None else hints.horizon
    if horizon >= 0:
        when = "right after the moves that were searched" if horizon == 0 else f"{horizon} moves further on"
        guess = "the game's own estimate of how it stands"
        return f"These are not chances to win: {guess} {when}, from lost to won."
    if game.payoff != (-1.0, 1.0):
        low, high = game.payoff
        return f"These are not chances to win: the expected payoff, from {low:g} (0%) to {high:g} (100%)."
    if game.team:
        return "The chance that all win together, where everybody plays on by the game's own rules of thumb."
    return ""


def _figure(values: Sequence[float], counted: int) -> Figure:
    """The mean of what pairs found, with Student's interval; one pair alone tells nothing of its luck."""
    if not values:
        return Figure(0.5, 0.0, 1.0)
    mean = float(np.mean(values))
    if len(values) == 1:
        return Figure(mean, mean - 1.0, mean + 1.0)
    reach = student(len(values) - 1) * float(np.std(values, ddof=1)) / sqrt(len(values))
    reach = max(reach, SURE / counted)
    return Figure(mean, mean - reach, mean + reach)


def _within(figure: Figure) -> Figure:
    return Figure(figure.value, max(0.0, figure.low), min(1.0, figure.high))


def settle(judge: Judge, cases: Mapping[int, Case], match: Match, seed: int) -> Iterator[None]:
    """Thinks about a whole match, with a pause after each thing that was thought."""
    while (next_ := due(cases)) is not None:
        n, stage = next_
        seat = match.history[n].seat
        seen = match.engine.hidden(match.state_at(n), seat)
        drained(judge.think(cases[n], stage, seen, seat, int(mixed(np.uint64(seed), n))))
        yield


def drained(steps: Iterable[None]) -> None:
    """Thinks without a pause."""
    for _ in steps:
        pass
