"""A hint: one move, and why, from what a seat may know.

A search finds the move, pairs of trees compare it with the next best (``judge``), and tries of both count
what happens before the seat's next turn, in the terms that the game declares (``core/counting``). A try
deals what the seat cannot know anew and goes on as the trees would. Nothing but the seat's own record comes
in.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass

import numpy as np

from bestiary.core.cards import Content
from bestiary.core.counting import Counted, counts_of
from bestiary.core.game import Game
from bestiary.core.language import phrase
from bestiary.core.record import Records
from bestiary.core.rng import mixed
from bestiary.core.said import Said, both, many, said

from .judge import FEWEST, NOBODY, SHARE, Case, Figure, Judge, Stage, measured
from .tree import Search

SURVEY = 4  # the search for a hint has this part of the iterations of a master's move
TRIES = 60  # of each of the two moves
FURTHEST = 60  # decisions of a try, where the turn does not come back
ALONE = 12  # decisions of a try of somebody who is never waited for
OFTEN = 0.25  # what happens in fewer tries is not spoken of
APART = 0.15  # from here on two shares of tries are said to differ
TOLD = 2  # what is won and what is risked: so much of each at most


@dataclass(frozen=True)
class Seen:
    """What happened in a share of the tries, and in which share with the next best move."""

    what: str
    good: bool
    share: float
    instead: float


@dataclass(frozen=True)
class Hint:
    """One move, what it can expect, how far it is ahead of the next best, and what happened in its tries."""

    action: int
    value: Figure
    next: int
    ahead: Figure  # of the next best move, in value
    seen: tuple[Seen, ...]
    alone: bool  # whether nobody else is waited for: tries have a length then, and no next turn
    measured: str

    def text(self, other: str) -> str:
        """Why, in a sentence or two; ``other`` is the next best move in words."""
        return " ".join(filter(None, (self._worth(other), self._happens())))

    def _worth(self, other: str) -> str:
        worth = _WORTH[
            "value" if self.measured.startswith("These are not") else "team" if self.measured else ""
        ]
        after = said(worth, share=self.value.value)
        if self.next == NOBODY:
            return said("{after}.", after=after).words
        if self.ahead.low > 0:
            points = many(round(100 * self.ahead.value), "{n} point", "{n} points")
            ahead = "{after}, {points} more than after the next best move ({other})."
            return said(ahead, after=after, points=points, other=other).words
        return said(
            "{after}. As far as it can tell, this is as good: {other}.", after=after, other=other
        ).words

    def _happens(self) -> str:
        when = said("within {n} decisions", n=ALONE) if self.alone else said("before your next turn")
        good = both([self._often(one) for one in self.seen if one.good][:TOLD])
        bad = both([self._often(one) for one in self.seen if not one.good][:TOLD])
        if not good.items and not bad.items:
            return ""
        if not bad.items:
            return said("{when}, {good}.", when=when, good=good).words
        certain = all(_always(one.share) for one in self.seen if not one.good)
        if not good.items:
            alone = "The price: {when}, {bad}." if certain else "The risk: {when}, {bad}."
            return said(alone, when=when, bad=bad).words
        beside = "{when}, {good}; the price: {bad}." if certain else "{when}, {good}; the risk: {bad}."
        return said(beside, when=when, good=good, bad=bad).words

    def _often(self, one: Seen) -> Said:
        often = _of_tries(one.share)
        if self.next == NOBODY or abs(one.share - one.instead) < APART:
            return said("{what} {often}", what=one.what, often=often)
        only = "{what} only {often} ({other} after the next best move)"
        if one.share > one.instead:
            only = "{what} {often} ({other} after the next best move)"
        return said(only, what=one.what, often=often, other=_of_tries(one.instead))


_WORTH = {
    "value": phrase("the machine rates your position at {share:.0%} after this move"),
    "team": phrase("in {share:.0%} of its tries you all win together"),
    "": phrase("in {share:.0%} of its tries you end up ahead"),
}


class Adviser:
    """Gives hints in a game."""

    def __init__(
        self, game: Game, content: Content | None = None, iterations: int = 0, tree: int = 0
    ) -> None:
        self.judge = Judge(game, content, tree)
        self.iterations = iterations or self.judge.tree * SHARE // SURVEY
        self.counts = counts_of(game)

    def think(self, seen: Records, seat: int, seed: int) -> Generator[None, None, Hint]:
        """A hint, with pauses; the same for the same record and seed."""
        engine = self.judge.agent.engine
        search = self.judge.agent.begin(seen, seat, seed, self.iterations)
        yield from search.slices()
        best = [opinion.action for opinion in search.opinions()]
        case = Case(best[0], rival=best[1] if len(best) > 1 else NOBODY)
        if case.rival != NOBODY:
            yield from self.judge.compare(case, seen, seat, int(mixed(np.uint64(seed), 1)), FEWEST)
            if case.loss.low > 0:  # the search was wrong about the two, beyond doubt
                case.played, case.rival = case.rival, case.played
                case.mine, case.other = case.other, case.mine
        else:
            case.mine, case.counted, case.stage = [search.total / search.done], search.done, Stage.LOOK
        shares: dict[int, dict[tuple[Counted, bool], float]] = {}
        for action in (case.played, case.rival):
            if action != NOBODY:
                shares[action] = yield from self._tries(seen, seat, seed, action)
        loss = case.loss
        return Hint(
            action=case.played,
            value=case.value,
            next=case.rival,
            ahead=Figure(-loss.value, -loss.high, -loss.low),
            seen=tuple(explained(shares[case.played], shares.get(case.rival, {}))),
            alone=int(seen[0]["seats"]) == 1 or engine.game.team,
            measured=measured(engine.game, int(seen[0]["seats"])),
        )

    def _tries(
        self, seen: Records, seat: int, seed: int, action: int
    ) -> Generator[None, None, dict[tuple[Counted, bool], float]]:
        """In which share of its tries each thing that counts happens, to whom."""
        size = self.judge.tree
        search = self.judge.agent.begin(seen, seat, int(mixed(np.uint64(seed), 2)), size, forced=action)
        yield from search.slices()
        found: dict[tuple[Counted, bool], float] = {}
        for number in range(TRIES):
            for what in self._try(seen, seat, int(mixed(np.uint64(seed), 100 + number)), action, search):
                found[what] = found.get(what, 0.0) + 1 / TRIES
            yield
        return found

    def _try(
        self, seen: Records, seat: int, seed: int, action: int, search: Search
    ) -> set[tuple[Counted, bool]]:
        """What happens in one deal until the seat's next turn, if everybody goes on as the tree would."""
        engine, agent = self.judge.agent.engine, self.judge.agent
        world, log, scratch = engine.resampled(seen, seat, seed), engine.new_log(), engine.scratch()
        question, waited = int(world[0]["phase"]), False
        alone = int(seen[0]["seats"]) == 1 or engine.game.team
        nodes = list(range(search.observers))
        happened: set[tuple[Counted, bool]] = set()
        settled: set[Counted] = set()
        for step in range(ALONE if alone else FURTHEST):
            actor = engine.actors(world)[0]
            waited = waited or actor != seat
            if waited and actor == seat and int(world[0]["phase"]) == question:
                break
            choice, nodes = agent.walked(
                world, nodes, search.tree, scratch, action if step == 0 else None, seed
            )
            engine.apply(world, choice, log=log)
            for event in engine.happenings(log, None):
                for counted in self.counts:
                    if counted.event == event.kind and not (counted.first and counted in settled):
                        settled.add(counted)
                        happened.add((counted, counted.whose(event.words, seat)))
            if engine.over(world):
                break
        return happened


def advised(game: Game, content: Content, seen: Records, seat: int, seed: int) -> Hint:
    """A hint, thought of without a pause."""
    thinking = Adviser(game, content).think(seen, seat, seed)
    while True:
        try:
            next(thinking)
        except StopIteration as ended:
            hint: Hint = ended.value
            return hint


def explained(
    shares: dict[tuple[Counted, bool], float], instead: dict[tuple[Counted, bool], float]
) -> Iterable[Seen]:
    """What is worth saying, what differs most from the next best first.

    Of two things of which one happens where the other does not, the likelier says all.
    """
    found = [
        Seen(what, counted.good == own, share, instead.get((counted, own), 0.0))
        for (counted, own), share in shares.items()
        if share >= OFTEN
        and (what := counted.own if own else counted.other)
        and not (counted.first and shares.get((counted, not own), 0.0) > share)
    ]
    return sorted(found, key=lambda one: (-abs(one.share - one.instead), -one.share, one.what))


def _of_tries(share: float) -> Said:
    """How often something happened; what is not quite always or never is not said to be."""
    n = round(10 * share)
    if n == 10:
        return said("in every try" if _always(share) else "in nearly every try")
    if n == 0:
        return said("hardly ever" if share > 0 else "never")
    return said("in {n} of 10 tries", n=n)


def _always(share: float) -> bool:
    return share > 1 - 0.5 / TRIES
