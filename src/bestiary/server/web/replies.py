"""What REST replies, as types; exported like the messages of the socket."""

from __future__ import annotations

from typing import Literal

import msgspec

from . import designs
from .balance import Balance
from .cardset import SetName
from .guided import Primer
from .messages import (
    Card,
    Part,
    Result,
    SeatFacts,
    Spectators,
    Step,
    TableFacts,
    TableState,
    Value,
)
from .printed import Booklet, Box
from .timing import ClockRule


class Option(Part):
    """An option as a form shows it."""

    name: str
    text: str
    rule: str | None
    rules: list[str]
    kind: Literal["choice", "flag", "number"]
    choices: list[Value]
    default: Value


class Preset(Part):
    """A table with a name."""

    about: str
    options: dict[str, Value]
    players: list[int]  # the numbers of players that it is made for
    recommended: list[int]  # the numbers of players for whom it is recommended


class GameFacts(Part):
    """A game in the lobby."""

    slug: str
    name: str
    title: str
    tagline: str
    minutes: tuple[int, int] | None
    players: list[int]
    finished: bool
    strength: float  # how much of its rules is compiled: at 1 machines are at full strength
    levels: list[str]
    learned: list[int]  # at tables of how many the level that taught itself plays
    taught: dict[str, list[str | int | bool]]  # and with which values of an option, where not with all
    options: list[Option]
    presets: dict[str, Preset]
    characters: list[str]
    team: bool
    solo: bool
    guided: int | None  # the minutes of its guided first game, where there is one
    balanced: bool  # whether there is a page on how it was balanced
    actions: int
    rules: int


class Rule(Part):
    """An entry of a rulebook."""

    id: str
    section: str
    text: str
    why: str
    option: str
    status: str


class TableSummary(Part):
    """A table in a list."""

    id: str
    game: str
    state: TableState
    options: dict[str, Value]
    seats: list[SeatFacts]
    spectators: Spectators
    clock: ClockRule | None
    rated: bool
    result: Result | None
    created: float
    touched: float
    set: SetName | None = None  # where it does not play with the game's own cards
    seat: int | None = None  # mine, in the list of my games
    asked: list[int] = msgspec.field(default_factory=list)  # whose turn it is, there too
    remarks: list[int] = msgspec.field(
        default_factory=list
    )  # the numbers of the others' last remarks, there too


class Seated(Part):
    """A seat that was taken: the token holds it."""

    table: str
    token: str | None
    seat: int
    invitations: dict[str, str] = msgspec.field(default_factory=dict)


class Again(Part):
    """A rematch: its table, once everybody wants it. The token holds the seat there too."""

    table: str | None
    token: str
    seat: int


class ReplayPart(Part):
    """A stretch of what a pair of eyes was shown."""

    eyes: int
    total: int
    entries: list[Step]
    start: int = msgspec.field(name="from")


class Figure(Part):
    """A value and its interval of 95%."""

    value: float
    low: float
    high: float


class Decision(Part):
    """What a machine thinks of one decision: what the choice made and the best can expect."""

    n: int  # the entry of the match, from 0
    seat: int
    choices: int
    name: str  # what was chosen, in notation
    said: str  # the same in words
    better: str  # the best of the others, in words
    played: Figure
    best: Figure
    loss: Figure  # how much more the best of the others can expect; below 0 where it is worse
    sure: bool  # whether the loss is known as well as it is to be
    settled: bool  # whether nothing more is thought about it
    versions: list[int] = msgspec.field(default_factory=list)  # of every seat after it
    public: int = 0  # of spectators: where a replay shows it


class Opinions(Part):
    """What a machine thinks of a match so far; decisions are those in which there was a choice."""

    state: Literal["none", "working", "paused", "finished"]
    looked: int  # decisions that have been looked at
    done: int  # about which nothing more is thought
    total: int
    unsure: int  # of those: the budget was spent before the loss was known well
    margin: float  # how well it is to be known
    entries: int  # of the match: how long the line is
    measured: str  # what the values are, where they are not chances to win
    decisions: list[Decision]
    turning: list[int]  # the entries that cost most, beyond doubt


class Session(Part):
    """Somebody who has logged in."""

    session: str
    name: str


class Played(Part):
    """A table at which somebody sat."""

    table: str
    seat: int
    game: str
    state: str
    created: float


class Spoken(Part):
    """Something that somebody said, and where."""

    table: str
    at: float
    text: str


class Scored(Part):
    """A game at a rated table: won 1, tied 0.5, lost 0, and the points after it."""

    table: str
    game: str
    score: float
    points: float
    at: float


class Designed(Part):
    """A version of a card set that somebody has made; its changes as JSON."""

    set: str
    version: int
    game: str
    name: str
    changes: str
    at: float


class Account(Part):
    """All that is kept of a person."""

    name: str
    created: float
    tables: list[Played]
    chat: list[Spoken]
    rated: list[Scored]
    sets: list[Designed]


class Rating(Part):
    """How well somebody plays a game, by the games of rated tables."""

    game: str
    points: int
    games: int


class MyTables(Part):
    """Somebody's games, and their ratings."""

    name: str
    tables: list[TableSummary]
    ratings: list[Rating]


class Report(Part):
    """A report of the laboratory."""

    name: str
    url: str
    made: float  # seconds since 1970
    bytes: int


class Problem(Part):
    """Why something was refused."""

    text: str
    rule: str | None = None
    field: str | None = None


class Refusal(Part):
    """A refusal."""

    error: Problem


REPLIES: tuple[type[msgspec.Struct], ...] = (
    *(Card, GameFacts, Rule, TableFacts, TableSummary, Seated, Again, ReplayPart, Opinions, Session),
    *(designs.Bench, designs.Checked, designs.RoomFacts, designs.SetFacts, designs.SavedSet),
    designs.Differences,
    designs.StudyFacts,
    *(MyTables, Account, Report, Refusal, Primer, Box, Booklet, Balance),
)
