"""Game: all that is said about a game, in one place. The registry is in ``registry``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from .actions import MAX_ARGS, Actions, Questions
from .cards import Card, CardFile, Content
from .errors import BadOption, UnknownName
from .events import Events, log_record
from .names import Names
from .options import Options, Preset
from .record import EMPTY, Records, record, records
from .rulebook import Rulebook
from .said import Person, Said


@dataclass(frozen=True)
class Zone:
    """A field of the state that holds cards: slots with card numbers, or a flag per card."""

    field: str
    flags: bool = False
    out: bool = False  # whoever lies here after the set-up is out of the game


@dataclass(frozen=True)
class Held:
    """A field of the state with the cards that seats hold, for statistics.

    Its first index is the seat, or runs over equally many places of each seat in turn, or ``owner`` is
    the field that names the seat of each. It holds slots with card numbers; with ``counts`` its last
    index is the card and its value how many.
    """

    field: str
    counts: bool = False
    owner: str = ""


@dataclass(frozen=True)
class Attrition:
    """Where a game of all against it says how its members fare, for statistics: fields of the state."""

    rounds: str  # counts the rounds, from 1 in the first
    health: str  # of each member, 0 for a fallen one
    full: str  # the most of it; 0 for one that takes no part
    members: int  # the first so many of the two are members


@dataclass(frozen=True)
class Code:
    """Numbers of a stretch that name a card or a place and count nothing: each name is divided by ``of``.

    A learner had better look names up: between two cards there is no third. With 1 it matters only whether
    a number is there.
    """

    of: int
    at: tuple[int, ...] = (0,)  # which of every so many numbers
    every: int = 1


@dataclass(frozen=True)
class Feature:
    """A named stretch of the observation."""

    name: str
    size: int
    meaning: str
    codes: tuple[Code, ...] = ()
    holds: str = ""  # the argument of choices that names one of its slots: the first code is what lies there


class Observation(tuple[Feature, ...]):
    """The stretches of an observation, in order; ``first.HAND`` is where one begins.

    >>> seen = Observation((Feature("turn", 1, "1 in the seat's own turn"), Feature("hand", 8, "own hand")))
    >>> seen.first.HAND, seen.size
    (1, 9)
    """

    first: Names
    size: int

    def __new__(cls, features: Iterable[Feature]) -> Observation:
        made = super().__new__(cls, features)
        starts = [0, *accumulate(f.size for f in made)]
        made.first = Names("F", (f.name for f in made), starts[:-1])
        made.size = starts[-1]
        return made


@dataclass(frozen=True)
class Limits:
    """The sizes that a game promises to keep; the conformance suite holds it to them."""

    legal: int  # choices in one decision
    decisions: int  # decisions in one game
    events: int  # events of one action
    scratch: int = 0  # whole numbers that resample may use
    seen: int = 0  # numbers of an observation that are not 0, for compact ones; 0: perhaps all of them
    # the fields whose numbers need more than 32 bits, where all others, and what is reckoned of them, do not:
    # a GPU then has 32 bits for all but these and ``np.int64(...)``; None: nothing is said, and it has 64
    wide: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Hints:
    """What a search is well advised to know of a game; measured, not guessed."""

    multi_observer: bool = False  # secret choices matter: every seat searches by what it may know
    horizon: int = -1  # decisions below the tree before the evaluation judges; -1: to the end
    alone: int | None = None  # the same where one seat plays by itself; None: no other
    explore: float = 0.5  # how much a search wanders, against payoffs from 0 to 1
    trust: float = 0.5  # the share of its wandering that goes to what the game suggests, where it does
    novice: int = 40  # iterations a move for people who play against it, by level
    adept: int = 1_000
    master: int = 20_000
    # the quick agent for bulk work: tries shared among the choices, random decisions after each (as for
    # the horizon), how many of the best are tried again, and how often
    bulk: tuple[int, int, int, int] = (8, -1, 3, 5)
    # how the laboratory judges what such an agent chose: fresh tries, random decisions after each
    judge: tuple[int, int] = (32, -1)


def table_record(fields: Sequence[Any], actions: Actions) -> np.dtype[Any]:
    """The record of tables: the fields of the game, and the action table."""
    size = len(actions)
    return record(*fields, ("verb", "i2", (size,)), ("arg", "i2", (size, MAX_ARGS)))


@dataclass
class Game:
    """A game, as everybody outside its room meets it."""

    slug: str
    version: int
    title: str
    players: tuple[int, ...]
    rulebook: Rulebook
    options: Options
    actions: Actions
    events: Events
    questions: Questions
    state: np.dtype[Any]
    carried: np.dtype[Any]
    tables: np.dtype[Any]
    zones: tuple[Zone, ...]
    rules: ModuleType
    read: Callable[[CardFile, Records], Content]
    view: Callable[[Content, Any, int], dict[str, Any]]
    board: Callable[[dict[str, Any]], Any]
    observation: tuple[Feature, ...]  # an Observation
    limits: Limits
    not_asked: str  # the rule that a move of somebody else breaks
    no_more: str  # the rule that a move after the end breaks
    payoff: tuple[float, float] = (-1.0, 1.0)
    finished: bool = True
    # all that people may read up at a table with these options, where that is not simply the cards
    faces: Callable[[Content, Mapping[str, Any]], Iterable[Card]] | None = None
    # why it ended as it did, from the last record: content, record, people by seat
    ended: Callable[[Content, Any, Sequence[Person]], Said] | None = None
    # how a person may have the board drawn, which changes no rule: by name the ways, the usual one first
    looks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    clash: Callable[[Content, Mapping[str, Any]], str] | None = None  # why options do not go together, or ""
    presets: Mapping[str, Preset] = field(default_factory=dict)  # named sets of options
    hints: Hints = field(default_factory=Hints)
    characters: tuple[str, ...] = ()  # the options that say who plays which character, seat by seat
    team: bool = False  # all seats win or lose together
    clockwise: bool = False  # observations count seats from the one that looks
    endless: bool = (
        False  # whether a match may go on for ever, such as a campaign that is tried again and again
    )
    held: tuple[Held, ...] = ()  # where the cards of a seat are
    endings: tuple[str, ...] = ()  # the ways to end, by the number in the field ``by`` of the state
    attrition: Attrition | None = None  # how a team wears down, round by round
    tagline: str = ""  # the game in a sentence, for its cover
    minutes: tuple[int, int] | None = None  # how long people usually play one game, or chapter
    cards: Path | None = None  # another card file than that of the room
    # the earlier versions whose matches are played alike to the byte, with the options that they did not name
    earlier: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    _contents: dict[Path, tuple[tuple[int, int], Content]] = field(default_factory=dict, repr=False)

    @property
    def name(self) -> str:
        """Slug and version: a change of rules that alters results is a new version."""
        return f"{self.slug}-v{self.version}"

    def played(self, name: str, options: Mapping[str, Any]) -> dict[str, Any] | None:
        """The options with which a match of this name and version goes on; nothing where its rules differ."""
        if name == self.name:
            return dict(options)
        for version, unnamed in self.earlier.items():
            if name == f"{self.slug}-v{version}":
                return {**unnamed, **options}
        return None

    @property
    def room(self) -> Path:
        """The folder of the game."""
        return self.rulebook.path.parent

    @property
    def card_file(self) -> Path:
        """The file of the game's own cards."""
        return self.cards or self.room / "cards.toml"

    @cached_property
    def blank(self) -> Records:
        """A state with every slot empty and everything else zero."""
        made = records(self.state)
        for zone in self.zones:
            if not zone.flags:
                made[zone.field] = EMPTY
        return made

    @cached_property
    def log(self) -> np.dtype[Any]:
        """The record of the log of one action."""
        return log_record(self.limits.events)

    @property
    def observed(self) -> int:
        """How many numbers an observation has."""
        return sum(f.size for f in self.observation)

    def readable(self, content: Content, options: Mapping[str, Any]) -> list[Card]:
        """Every card and board of a table, as people read them."""
        return [card.told for card in (self.faces(content, options) if self.faces else content.cards)]

    def prompt(self, content: Content, s: Any, people: Sequence[Person] = ()) -> str:
        """What is asked, from the record hidden for whoever is asked."""
        return self.questions.all[int(s.phase)].asked(content, s).told(people)

    def shown(self, content: Content, s: Any, seat: int, people: Sequence[Person] = ()) -> dict[str, Any]:
        """The position as a seat is shown it, with the question where it is the one that is asked."""
        asked = seat >= 0 and bool(int(s.actors) >> seat & 1)
        view = self.view(content, s, seat)
        view["prompt"] = self.prompt(content, s, people) if asked else ""
        return view

    def content(self, path: Path | None = None) -> Content:
        """The cards of a file, by default the game's own; read again whenever the file changes."""
        path = path.resolve() if path else self.card_file
        try:
            stat = path.stat()
            stamp = stat.st_mtime_ns, stat.st_size
        except OSError:
            stamp = 0, 0
        known = self._contents.get(path)
        if known is None or known[0] != stamp:
            known = stamp, self.read_content(CardFile(path.resolve()))
            self._contents[path] = known
        return known[1]

    def read_content(self, file: CardFile) -> Content:
        """The content of an opened card file."""
        tables = records(self.tables)
        tables["verb"][0], tables["arg"][0] = self.actions.tables()
        return self.read(file, tables)

    def preset(self, name: str) -> Preset:
        """The table of this name."""
        if name not in self.presets:
            raise UnknownName("table", name, self.presets)
        return self.presets[name]

    def presets_for(self, players: int) -> dict[str, Preset]:
        """The named tables that are made for so many players."""
        return {n: p for n, p in self.presets.items() if not p.players or players in p.players}

    def recommended(self, players: int) -> str:
        """The named table that is recommended for so many players, or nothing."""
        return next((name for name, p in self.presets.items() if players in p.recommended), "")

    def called(self, options: Mapping[str, Any]) -> str:
        """The named table that these options make, or nothing; the number of players does not matter."""
        own = {k: v for k, v in self.options.complete(options).items() if k != "players"}
        for name, preset in self.presets.items():
            made = {k: v for k, v in self.options.complete(preset.options).items() if k != "players"}
            if made == own and "players" not in preset.options:
                return name
        return ""

    def settle(self, options: Mapping[str, object] | None) -> dict[str, Any]:
        """Options, completed and checked, players included."""
        given = dict(options or {})
        players = given.get("players")
        if players is not None and "players" in self.options.all:
            good = " or ".join(map(str, self.players))
            if str(players) not in {str(p) for p in self.players}:
                raise BadOption(f"{self.title} is played by {good}, not by {players}.")
        settled = self.options.complete(given)
        refusal = self.clash(self.content(), settled) if self.clash else ""
        if refusal:
            raise BadOption(refusal)
        return settled
