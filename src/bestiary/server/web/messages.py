"""Every message of the socket, and the parts that they share with what REST replies (``replies.py``).

The page's types and the components of OpenAPI are made from here (``export.py``); nothing is declared twice.
A message is encoded once for each reader, with its kind as ``type``. Views are each game's own.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from .cardset import SetName
from .guided import GuideNow
from .timing import Clock, ClockRule

PROTOCOL = 2  # raised where an older page would misunderstand

Value = bool | int | str
Whole = Annotated[int, msgspec.Meta(gt=-(1 << 31), lt=1 << 31)]
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[!-~]+$")]


class Part(msgspec.Struct, gc=False):
    """A part of messages; it holds nothing that holds it, so that nobody need look for that."""


REMARKS = 50  # of a table, whose numbers are told in lists


class Card(Part):
    """A card as every game shows it; further facts differ from game to game."""

    id: int
    code: str
    name: str
    text: str
    figures: str = ""  # a line of its numbers


class Choice(Part):
    """One legal answer to the question that is asked."""

    action: int
    notation: str
    sentence: str
    verb: str
    card: int | None
    other: int | None
    target: int | None
    number: int | None


class BarredChoice(Part):
    """A choice that a rule forbids now, as a page knows choices, and the entry of the rulebook."""

    verb: str
    card: int | None
    other: int | None
    target: int | None
    number: int | None
    rule: str


class Happened(Part):
    """Something that happened, as these eyes saw it; a word that they may not know is negative."""

    kind: str
    words: dict[str, Any]
    text: str
    about: list[str] = []  # what the sentence speaks of, as a board finds it: card:7, place:1:3
    detail: bool = False  # another line sums it up


class Entry(Part):
    """An entry of the match: an action, or what else happened at the table."""

    kind: str
    seat: int
    name: str
    text: str


class Result(Part):
    """How a game ended."""

    scores: list[float]
    winners: list[int]
    text: str
    by: str
    more: bool
    who: str = ""  # who has won, and why, as its reader is told them
    why: str = ""


class Step(Part):
    """One version of what a pair of eyes is shown: as it is stored, sent and replayed."""

    version: int
    entry: Entry | None
    events: list[Happened]
    view: dict[str, Any]
    asked: list[int]
    game: int
    result: Result | None


class Offer(Part):
    """What only the seat itself is told: its choices, and what it may do besides."""

    choices: list[Choice] = []
    forced: bool = False  # a single choice: the table answers by itself
    early: bool = False  # a secret choice may be made before it is asked for
    sealed: int | None = None  # the action that was chosen early
    can_undo: bool = False
    clock: Clock | None = None
    guide: GuideNow | None = None  # at a guided table


class Told(Part):
    """A sentence of the story."""

    n: int
    text: str
    kind: str = ""  # of the event; none of an entry
    about: list[str] = []
    detail: bool = False


class Remark(Part):
    """Something that somebody said."""

    n: int
    seat: int
    text: str
    at: float


class SeatFacts(Part):
    """Who sits somewhere: a person, nobody yet (open), or a machine by its name."""

    kind: str
    name: str
    connected: bool = False
    share: float = 1.0  # of the thinking of its level that a machine had, at its least: less under load


class Watched(Part):
    """Spectators who look through a seat's eyes, some moves behind."""

    seat: int
    delay: int
    agreed: bool = False  # whether the watched person does


Spectators = Watched | Literal["public", "none"]
TableState = Literal["waiting", "playing", "over", "frozen"]


class TableFacts(Part):
    """What everybody may know of a table."""

    id: str
    game: str
    title: str
    options: dict[str, Value]
    state: TableState
    seats: list[SeatFacts]
    clock: ClockRule | None
    public: bool
    spectators: Spectators
    stand_in: str
    undo: Literal["consent", "none", "free"]
    created: float
    touched: float  # when something happened last
    asked: list[int]  # whose turn it is
    parent: str | None
    rematch: str | None
    wishes: list[int]
    frozen: str
    rated: bool  # its games count for the ratings of those who play
    rateable: bool  # not where a machine has played below its level, nor where it gave a hint
    hints: bool  # whether people may ask a machine for a hint
    watching: int
    result: Result | None
    set: SetName | None = None  # where it does not play with the game's own cards
    remarks: list[int] = []  # the numbers of the others' last remarks, for somebody who asks with a seat


# ---- what the socket says ----------------------------------------------------------------------


class Message(msgspec.Struct, tag_field="type", tag=str.lower):
    """A message to a player or spectator."""


class News(Message):
    """One version further."""

    version: int
    entry: Entry | None
    events: list[Happened]
    view: dict[str, Any]
    asked: list[int]
    game: int
    result: Result | None
    choices: list[Choice] = []
    forced: bool = False
    early: bool = False
    sealed: int | None = None
    can_undo: bool = False
    clock: Clock | None = None
    guide: GuideNow | None = None


class State(Message):
    """All there is."""

    version: int
    entry: Entry | None
    events: list[Happened]
    view: dict[str, Any]
    asked: list[int]
    game: int
    result: Result | None
    choices: list[Choice]
    forced: bool
    early: bool
    sealed: int | None
    can_undo: bool
    clock: Clock | None
    guide: GuideNow | None
    seat: int
    table: TableFacts
    story: list[Told]
    chat: list[Remark]
    undo: int | None
    frozen: str


class Later(Message):
    """To late spectators: there is nothing to be seen yet."""

    seat: int
    delay: int
    agreed: bool
    table: TableFacts


class Ack(Message):
    """A command is stored."""

    id: str
    version: int
    again: bool = False  # it had been before
    sealed: bool = False  # it waits for its question
    asked: list[int] | None = None  # who is asked for consent
    table: str | None = None  # where the next match is played


class Refused(Message):
    """A command is not done, and why."""

    id: str | None
    text: str
    rule: str | None = None
    version: int | None = None


class Barred(Message):
    """Why what is not offered cannot be chosen, from what the seat knows; texts are by entry."""

    version: int
    choices: list[BarredChoice]
    otherwise: str  # the entry that bars all that is not named
    texts: dict[str, str]


class Hint(Message):
    """The move that a machine would make, and why, from what the seat may know."""

    version: int  # of the question that it answers
    action: int
    text: str


class Table(Message):
    """The table has changed, besides the match."""

    table: TableFacts


class Presence(Message):
    """Somebody has come or gone."""

    seat: int
    connected: bool


class Chat(Message):
    """Somebody said something."""

    n: int
    seat: int
    text: str
    at: float


class Undo(Message):
    """Somebody asks to take back, or answers; ``open`` is whose wish is undecided, or -1."""

    seat: int
    asks: bool
    yes: bool
    open: int


class Rematch(Message):
    """Who wants to play again, and where."""

    wishes: list[int]
    table: str | None


class Outdated(Message):
    """The page speaks another protocol than the server: it should be loaded again."""

    protocol: int


SAID = (
    News | State | Later | Ack | Refused | Barred | Hint | Table | Presence | Chat | Undo | Rematch | Outdated
)


# ---- what the socket hears ---------------------------------------------------------------------


class Hello(msgspec.Struct, tag_field="type", tag="hello"):
    """The first message: who comes, what was seen last, and which protocol is spoken."""

    token: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    version: Whole | None = None
    protocol: int | None = None


def _snake(name: str) -> str:
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name.removesuffix("Command"))[1:]


class Command(msgspec.Struct, tag_field="type", tag=_snake, kw_only=True):
    """What a player may say. Every command has an id; said twice, it is done once."""

    id: Id


class PlayCommand(Command):
    """An action, for the version that the player saw."""

    version: Whole
    action: Whole


class ResignCommand(Command):
    """Gives up."""


class UndoCommand(Command):
    """Takes back: at once what nobody has seen, else with everybody's consent."""


class UndoAnswerCommand(Command):
    """Agrees to somebody's taking back, or not."""

    yes: bool


class ChatCommand(Command):
    """A remark: text, never markup."""

    text: str


class NextCommand(Command):
    """Deals the next game of a match."""


class SubstituteCommand(Command):
    """A machine takes the seat of somebody absent, or one's own; ``person`` takes the own seat back."""

    seat: Whole
    kind: str


class RematchCommand(Command):
    """Wants to play again."""


class ConsentCommand(Command):
    """Agrees to being watched by late spectators, or no longer."""

    yes: bool


class WhyCommand(Command):
    """Asks why what is not offered cannot be chosen."""


class HintCommand(Command):
    """Asks a machine what to do."""


class SyncCommand(Command):
    """Asks for the whole state."""


PLAYS = PlayCommand | ResignCommand | UndoCommand | UndoAnswerCommand | NextCommand | SubstituteCommand
HEARD = PLAYS | ChatCommand | RematchCommand | ConsentCommand | WhyCommand | HintCommand | SyncCommand
