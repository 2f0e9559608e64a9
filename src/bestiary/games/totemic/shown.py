"""Totemic: what a view is made of. The page's types are made from here."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from bestiary.core.near import Near


class AspectCard(TypedDict):
    """An aspect, a spirit or a challenge card, with what a page draws it by."""

    id: int
    code: str
    name: str
    text: str
    figures: str
    kind: Literal["basic", "specific", "spirit", "challenge"]
    strength: NotRequired[int]
    power: NotRequired[int]
    value: NotRequired[int]
    advantage: NotRequired[str]
    spirit: NotRequired[str | None]
    known: NotRequired[bool]
    rival: NotRequired[bool]
    solo: NotRequired[bool]


class KnownCard(AspectCard):
    """A card of a hand that the other side knows, and how."""

    how: str


class Side(TypedDict):
    """One side of the table."""

    spirit: AspectCard | None
    power: int
    bonus: int
    dominance: bool
    hand: list[AspectCard | None]
    known: list[KnownCard]
    selected: list[AspectCard | None]
    total: int | None
    wins: int


class Solo(TypedDict):
    """The hierarchy and the challenge cards of the solo game."""

    hierarchy: list[AspectCard]
    rivals: int
    beaten: int
    unused: int
    turned: AspectCard | None
    used: list[AspectCard]


class Totem(TypedDict):
    """The totem: its level, and all there are."""

    level: int
    levels: list[int]


class Match(TypedDict):
    """Which game of a match this is."""

    game: int
    of: int


class TotemicView(TypedDict):
    """The position, through the eyes of a seat."""

    game: str
    seat: int
    phase: str
    prompt: str
    asked: list[int]
    turn: int
    turns: int
    totem: Totem
    initiator: int | None
    deck: int
    reshuffles: int
    last_reshuffle: int
    offering: list[AspectCard | None]
    apart: AspectCard | None
    discard: list[AspectCard]
    seats: list[Side]
    cards: list[AspectCard]
    solo: Solo | None
    match: Match
    near: list[Near]
    over: bool
    winner: int | None


View = TotemicView
