"""Totem: what a view is made of. The page's types are made from here."""

from __future__ import annotations

from typing import TypedDict

from bestiary.core.near import Near


class TotemCard(TypedDict):
    """A card, with what a page draws it by."""

    id: int
    code: str
    name: str
    text: str
    figures: str
    power: int
    colour: str
    tint: str
    letter: str
    animal: str
    ability: str
    known: bool


class Place(TypedDict):
    """A Totem; its card where the seat can name it."""

    card: TotemCard | None
    revealed: bool
    horizontal: bool


class Side(TypedDict):
    """One side of the table."""

    hand: list[TotemCard | None]
    known: list[TotemCard]
    row: list[Place | None]
    wins: int
    sum: int


class Match(TypedDict):
    """Which game of a match this is."""

    game: int
    of: int


class TotemView(TypedDict):
    """The position, through the eyes of a seat."""

    game: str
    seat: int
    phase: str
    prompt: str
    asked: list[int]
    turn: int
    turns: int
    first: int
    deck: int
    final: int
    discard: list[TotemCard]
    clash: list[TotemCard | None]
    target: int | None
    seats: list[Side]
    match: Match
    near: list[Near]
    over: bool
    winner: int | None
    by: str


View = TotemView
