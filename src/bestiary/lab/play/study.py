"""A study: what is played, and the plan of its games.

A deal is a seed. With one agent every deal is one game; with several, every two of them play it in all
seatings in which both sit, as in the arena; where all seats win together each agent plays it alone. Games
are numbered through, deal by deal, and played in chunks of whole deals, whose size depends on the study
alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...agents.base import KNOWN, QUICK, settled
from ...core.cards import Content
from ...core.errors import BadOption, BestiaryError, UnknownName
from ...core.game import Game
from ...core.html import paragraphs
from ...core.jit import rule
from ...core.registry import load
from ...core.rng import mix
from ...run.many import check
from .among import Among

LARGEST = {"random": 16_384, "quick": 1_024, "slow": 32}  # games of a chunk, by the slowest agent
FEWEST_CHUNKS = 32  # work for many cores, where there are games enough
WITH_CARDS = 100_000  # games with rows of cards, about, unless more are asked for
WATCHED = 1_000  # games that are watched, about, unless more are asked for
SPARINGLY, AT_LEAST = 10, 200  # one game in ten of more than so many, where watching costs time


@dataclass(frozen=True)
class Study:
    """What is to be played; the same study gives the same data anywhere.

    ``vary`` lists values of options that take turns from deal to deal; characters take turns by
    themselves unless the options name them. ``content`` is a card file or content of one; ``forbid``
    names verbs and codes of cards that the first agent may not choose where it has another choice. Of a
    watched game every decision is in the sample, with what the agent may expect.
    """

    game: str | Game
    agents: tuple[str, ...] = ("bulk",)
    games: int = 10_000
    seed: int = 0
    options: Mapping[str, object] = field(default_factory=dict)
    vary: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    content: Content | Path | None = None
    forbid: tuple[str, ...] = ()
    every: int = 100  # one decision in so many is in the sample
    cards_every: int = 0  # one game in so many has rows of cards; 0: all, or about 100,000 games of more
    watch: int = 0  # one game in so many is watched; 0: one in ten, at least 200 and about 1,000 at most
    among: Among | None = None  # only deals in which some cards can appear
    lots: tuple[str, ...] = ()  # questions that a lot answers, whoever plays

    def _repr_html_(self) -> str:
        """The study as a notebook shows it."""
        plan = self.plan
        options = " ".join(f"{name}={value}" for name, value in plan.stages[0].options.items())
        said = f"{plan.size:,} games of {plan.game.name} by {', '.join(plan.labels)}, seed {self.seed}"
        return paragraphs([said, options])

    def check(self) -> None:
        """Refuses, in one line, what cannot be played; nothing is compiled or played."""
        _ = self.plan

    @cached_property
    def plan(self) -> Plan:
        """The games of the study; an error in one line where it cannot be played."""
        return Plan(self)


class Plan:
    """A study with everything looked up: its game, options, agents and seatings."""

    def __init__(self, study: Study) -> None:
        check(study.games, study.seed, None)
        self.study = study
        self.game = load(study.game) if isinstance(study.game, str) else study.game
        self.content = (
            study.content if isinstance(study.content, Content) else self.game.content(study.content)
        )
        self.agents = _agents(study.agents, bool(study.forbid))
        self.banned, self.no_cards = _forbidden(self.game, self.content, study.forbid)
        self.lots = _by_lot(self.game, study.lots)
        self.stages = list(_tables(self.game, study.options, study.vary))
        options = self.stages[0].options
        self.seats = int(options.get("players", self.game.players[0]))
        self.every = _positive("every", study.every)
        self.cards_every = study.cards_every or max(1, study.games // WITH_CARDS)
        _positive("cards_every", self.cards_every)
        judged = any(name in QUICK for name in self.agents)
        sparing = min(SPARINGLY, study.games // AT_LEAST) if judged else 1
        self.watch = study.watch or max(1, sparing, study.games // WATCHED)
        _positive("watch", self.watch)

    @property
    def labels(self) -> tuple[str, ...]:
        """The agents as the tables name them; the first one with what is forbidden to it."""
        if not self.study.forbid:
            return self.agents
        first = f"{self.agents[0]} without {', '.join(self.study.forbid)}"
        return (first, *self.agents[1:])

    @property
    def alone(self) -> bool:
        """Whether each agent sits everywhere by itself."""
        return len(self.agents) == 1 or self.game.team or self.seats == 1

    @cached_property
    def seatings(self) -> NDArray[np.int64]:
        """The agents of the seats, for each game of a deal."""
        numbers = range(len(self.agents))
        if self.alone:
            return np.array([(agent,) * self.seats for agent in numbers], np.int64)
        mixed = [
            seating
            for pair in combinations(numbers, 2)
            for seating in product(pair, repeat=self.seats)
            if len(set(seating)) == 2
        ]
        return np.array(mixed, np.int64)

    @property
    def deals(self) -> int:
        """Whole deals with at least the games asked for: of each pair, or of each agent alone."""
        each = 1 if self.alone else 2**self.seats - 2
        return -(-self.study.games // each)

    @property
    def size(self) -> int:
        """Games in all."""
        return self.deals * len(self.seatings)

    @cached_property
    def chunk(self) -> int:
        """Deals of one chunk."""
        quick = all(name in QUICK for name in self.agents)
        speed = "random" if set(self.agents) == {"random"} else "quick" if quick else "slow"
        games = min(LARGEST[speed], -(-self.size // FEWEST_CHUNKS))
        return max(1, games // len(self.seatings))

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return -(-self.deals // self.chunk)

    def size_of(self, chunk: int) -> int:
        """How many games a chunk has."""
        return (min(self.deals, (chunk + 1) * self.chunk) - chunk * self.chunk) * len(self.seatings)

    def games_of(self, chunk: int) -> Games:
        """The games of a chunk."""
        deals = np.arange(chunk * self.chunk, min(self.deals, (chunk + 1) * self.chunk), dtype=np.int64)
        per = len(self.seatings)
        among = self.study.among
        if among is None:
            seeds = np.zeros(len(deals), np.uint64)
            seeds_of(np.uint64(self.study.seed), deals, seeds)
        else:
            seeds = among.seeds(self.study.seed, deals, [stage.options for stage in self.stages])
        return Games(
            np.arange(deals[0] * per, (deals[-1] + 1) * per),
            np.repeat(deals, per),
            np.repeat(seeds, per),
            np.repeat(deals % len(self.stages), per),
            np.tile(self.seatings, (len(deals), 1)),
        )


@rule
def seeds_of(seed: Any, deals: Any, out: Any) -> None:
    """The seed of every deal, as in the arena."""
    for i in range(deals.shape[0]):
        out[i] = mix(seed, deals[i])


@dataclass(frozen=True)
class Games:
    """Games to be played, side by side: number, deal, seed, place in the list of stages, agents."""

    numbers: NDArray[np.int64]
    deals: NDArray[np.int64]
    seeds: NDArray[np.uint64]
    stages: NDArray[np.int64]
    seatings: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.numbers)

    def after(self, n: int) -> Games:
        """All but the first n."""
        return Games(self.numbers[n:], self.deals[n:], self.seeds[n:], self.stages[n:], self.seatings[n:])


@dataclass(frozen=True)
class Stage:
    """One setting of the table: its options, and what of them takes turns."""

    options: Mapping[str, Any]
    characters: tuple[str, ...]
    name: str | None


def _tables(
    game: Game, given: Mapping[str, object], vary: Mapping[str, tuple[object, ...]]
) -> Iterator[Stage]:
    """Every setting of the table that the deals take turns with."""
    for name in vary:
        if name not in game.options.all:
            raise UnknownName("option", name, game.options.all)
        if not vary[name]:
            raise BadOption(f"Option {name} takes turns with no value.")
    settled = game.settle({**given, **{name: values[0] for name, values in vary.items()}})
    seats = int(settled.get("players", game.players[0]))
    named = game.characters[:seats]
    turns: dict[str, list[object]] = {}
    for name in named:
        option = game.options.all[name]
        if name in given:
            turns[name] = [given[name]]
        elif name not in vary:
            turns[name] = [value for value in option.values if value != option.default]
    lists = {**{name: list(values) for name, values in vary.items()}, **turns}
    problem: BestiaryError | None = None
    found = 0
    for values in product(*lists.values()):
        chosen = dict(zip(lists, values, strict=True))
        try:
            options = game.settle({**given, **chosen})
        except BadOption as refused:  # two of a kind at one table, where that is not allowed
            problem = refused
            continue
        found += 1
        words = [f"{name}={options[name]}" for name in vary if name not in named]
        characters = tuple(str(options[name]) for name in named)
        yield Stage(options, characters, ", ".join(words) or None)
    if not found:
        raise problem or BadOption("These options leave nothing to play.")


def _agents(names: tuple[str, ...], restricted: bool) -> tuple[str, ...]:
    """The agents, checked; only a restricted one may meet its like."""
    if not names:
        raise BestiaryError(f"At least one agent is needed. There is: {KNOWN}.")
    found = tuple(settled(name) for name in names)
    for i, name in enumerate(found):
        if name.partition("*")[0].endswith("s") and name.startswith("mcts:"):
            raise BestiaryError(f"{name} thinks by the clock, which cannot be repeated; write mcts:2000.")
        if name in found[:i] and not (restricted and name not in found[1:i]):
            raise BestiaryError(f"{name} is named twice; an agent meets only others.")
    return found


def _forbidden(
    game: Game, content: Content, words: tuple[str, ...]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Marks of the verbs and of the cards that are forbidden."""
    verbs = [verb.name for verb in game.actions.verbs]
    codes = [card.code for card in content.cards]
    banned, no_cards = np.zeros(len(verbs), np.int64), np.zeros(len(codes), np.int64)
    for word in words:
        if word in verbs:
            banned[verbs.index(word)] = 1
        elif word in codes:
            no_cards[[i for i, code in enumerate(codes) if code == word]] = 1
        else:
            shown = f"{', '.join(sorted(verbs))}; for cards see: bestiary cards {game.slug}"
            raise UnknownName("verb or card", word, [*verbs, *codes], shown)
    return banned, no_cards


def _by_lot(game: Game, words: tuple[str, ...]) -> NDArray[np.int64]:
    """Marks of the questions that a lot answers."""
    known = game.questions.numbers.words
    for word in words:
        if word not in known:
            raise UnknownName("question", word, known)
    return np.array([word in words for word in known], np.int64)


def _positive(name: str, value: int) -> int:
    if value < 1:
        raise BestiaryError(f"{name} is at least 1, not {value}.")
    return value
