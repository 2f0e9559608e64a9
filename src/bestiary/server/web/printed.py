"""What whoever prints a game is told: types of replies, exported like the others."""

from __future__ import annotations

from typing import Any

from .messages import Card, Part


class Copies(Part):
    """A card and how many of it there are; drawn with the game's face where its id is not -1."""

    card: Card
    copies: int
    reverse: Card | None  # its other side, where that is not a back
    steps: list[str]  # the fields of a tracker


class BoxDeck(Part):
    """Cards with one back."""

    name: str
    back: str  # a word on the back
    cards: list[Copies]


class BoxToken(Part):
    """Something small that is cut out."""

    name: str
    copies: int
    code: str
    mark: str
    text: str
    across: float  # millimetres
    square: bool


class BoxDie(Part):
    """What the faces of a die mean."""

    name: str
    copies: int
    faces: list[str]
    text: str


class BoxSheet(Part):
    """A board of words."""

    card: Card
    copies: int


class BoxMap(Part):
    """A map, drawn from what the game says of it."""

    name: str
    columns: int
    rows: int
    square: float  # millimetres
    view: dict[str, Any]


class Box(Part):
    """All that is needed to play a game at a table."""

    decks: list[BoxDeck]
    tokens: list[BoxToken]
    dice: list[BoxDie]
    sheets: list[BoxSheet]
    maps: list[BoxMap]
    others: list[str]  # what cannot be printed


class WorkedExample(Part):
    """A worked example of a rulebook."""

    id: str
    title: str
    given: list[str]
    told: list[str]
    rules: list[str]
    map: list[str]


class BookletChapter(Part):
    """A section of a rulebook with its examples."""

    name: str
    rules: list[str]  # numbers of its entries
    examples: list[WorkedExample]


class Booklet(Part):
    """A rulebook in reading order."""

    title: str
    tagline: str
    chapters: list[BookletChapter]
    notation: dict[str, str]
    credits: dict[str, str]
