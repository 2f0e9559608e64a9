"""What the workbench is told: cards with their fields, card sets, studies."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from .messages import Card, Part

FieldKind = Literal["text", "whole", "flag", "word", "words", "numbers", "tables"]


class Word(Part):
    """A word that may stand in a field, and what it means, where the card file says it."""

    word: str
    means: str


class FieldFacts(Part):
    """A field of an entry: what stands there, and what may."""

    key: str
    path: str
    kind: FieldKind
    least: int
    most: int
    words: list[Word]
    default: Any  # what a missing one counts as
    value: Any  # null where nothing stands there
    means: str
    tables: list[list[FieldFacts]]
    reads: list[str]  # each of the tables as a sentence


class EntryFacts(Part):
    """An entry of the card file: what it is called, the cards that it prints, and its fields."""

    path: str
    kind: str
    name: str
    cards: list[int]
    fields: list[FieldFacts]


class Bench(Part):
    """A game on the workbench."""

    game: str
    title: str
    cards: list[Card]
    entries: list[EntryFacts]
    targets: list[str]  # what can be aimed at when numbers are proposed, the usual one first


class Stale(Part):
    """A text that still speaks of a number that was changed, and how it might read."""

    path: str
    text: str
    better: str


class Checked(Part):
    """Some changes after the loader has read them."""

    good: bool
    problem: str  # why they are refused
    at: str  # the path of the field that is refused; nothing where it is about the whole
    fingerprint: str
    same: bool  # to the rules these are the game's own cards
    cards: list[Card]  # those that look different now; all where some were added or removed
    entries: list[EntryFacts]  # those that were changed, as they are now
    layout: list[EntryFacts]  # all without their fields, where cards were added or removed
    words: list[str]  # what is different, a line for each place
    stale: list[Stale]


class ChangeFacts(Part):
    """One change of a set: a value, or a whole entry that is a copy of another one or removed."""

    path: str
    value: Any
    note: str = ""
    sign: Literal["", "copy", "remove"] = ""


class RoomFacts(Part):
    """Whether an entry can be copied and removed: what the loader says against it, nothing where it can."""

    path: str  # of the copy; nothing where there is nothing to say: what is open is no card
    copy: str
    remove: str


class SetFacts(Part):
    """A card set."""

    id: str
    version: int
    game: str
    name: str
    author: str
    notes: str
    changes: list[ChangeFacts]
    words: list[str]
    at: float
    mine: bool
    last: int  # its latest version


class SavedSet(Part):
    """A set that was stored; to a guest the token with which it is theirs."""

    set: SetFacts
    token: str | None


class Differences(Part):
    """What differs from one set to another, in words."""

    lines: list[str]


class MeasureFacts(Part):
    """One measure of a comparison: before, after, and the interval of the difference."""

    measure: str
    unit: Literal["share", "use", "decisions"]
    baseline: float
    changed: float
    difference: float
    low: float
    high: float
    verdict: Literal["clear", "none", "unclear"]


class MatchupFacts(Part):
    """How a character fares against another one, with the changed cards."""

    character: str
    against: str
    games: int
    share: float
    low: float
    high: float
    verdict: Literal["inside", "outside", "unclear"]


class Verdict(Part):
    """What one player has shown so far."""

    agent: str
    games: int  # with each of the two sets of cards
    reach: float | None  # how far the widest interval reaches to either side, as a share
    done: bool
    sentence: str
    measures: list[MeasureFacts]
    matchups: list[MatchupFacts]
    notes: list[str] = msgspec.field(default_factory=list)  # of which deals and hands it speaks


class CurvePoint(Part):
    """One value of a number, and what a measure comes to with it."""

    value: str
    now: bool
    measure: str
    unit: Literal["share", "use", "decisions"]
    mean: float
    low: float
    high: float


class Proposed(Part):
    """A number that is proposed."""

    path: str
    name: str
    field: str
    old: int
    new: int


class Proposal(Part):
    """Numbers that come closer to a target, and what they come to on fresh deals."""

    target: str
    sentence: str
    met: bool
    changes: list[Proposed]
    notes: list[str]


class StudyFacts(Part):
    """A study: what was asked, and what has been found so far."""

    id: str
    kind: Literal["whatif", "curve", "tune"]
    game: str
    state: Literal["waiting", "working", "done", "stopped", "failed"]
    why: str  # where it has stopped or failed
    before: int  # studies of others that are taken in turn with it
    games: int
    asked: list[str]  # what is changed, in words
    verdicts: list[Verdict] = msgspec.field(default_factory=list)
    path: str = ""  # of a curve
    curve: list[CurvePoint] = msgspec.field(default_factory=list)
    proposal: Proposal | None = None
