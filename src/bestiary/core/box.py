"""What is in the box: all that somebody needs who prints a game, declared once in ``box`` of a room.

Sizes are in millimetres. The page draws it: a card with the game's own face, everything else by its words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from .cards import Card, CardFile, Content
from .game import Game


@dataclass(frozen=True)
class Copies:
    """A card, and how many of it are in the box.

    With a ``number`` it is that card of the game and has its face; without one it is a card of words, such
    as a summary.
    """

    card: Card
    number: int = -1
    copies: int = 1
    reverse: Card | None = None  # its other side, where that is not a back
    steps: tuple[str, ...] = ()  # the fields of a tracker, on which a marker lies


@dataclass(frozen=True)
class Deck:
    """Cards with one back; ``back`` is a word on it, where a game has several."""

    name: str
    cards: tuple[Copies, ...]
    back: str = ""

    @property
    def size(self) -> int:
        """How many cards it has."""
        return sum(one.copies for one in self.cards)


@dataclass(frozen=True)
class Token:
    """Something small that is cut out; the page has a picture for its code, or shows the mark."""

    name: str
    copies: int
    code: str = ""
    mark: str = ""
    text: str = ""  # what it means, for a list beside
    across: float = 20.0
    square: bool = False


@dataclass(frozen=True)
class Die:
    """What the faces of a die mean, for whoever rolls ordinary ones."""

    name: str
    copies: int
    faces: tuple[str, ...]
    text: str = ""


@dataclass(frozen=True)
class Sheet:
    """A board of words: one of a player, an enemy, a chapter."""

    card: Card
    copies: int = 1


@dataclass(frozen=True)
class Map:
    """A map that the page draws from what the game says of it, so many squares wide and high."""

    name: str
    columns: int
    rows: int
    square: float
    view: Mapping[str, Any]


@dataclass(frozen=True)
class Box:
    """All of it."""

    decks: tuple[Deck, ...]
    tokens: tuple[Token, ...] = ()
    dice: tuple[Die, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    maps: tuple[Map, ...] = ()
    others: tuple[str, ...] = field(default=())  # what cannot be printed, and what serves instead

    @property
    def size(self) -> int:
        """How many cards it has."""
        return sum(deck.size for deck in self.decks)


def deck_of(
    content: Content, name: str, first: int = 0, end: int | None = None, *, back: str = "", copies: int = 1
) -> Deck:
    """A deck of the cards from one number to before another, equally many of each."""
    numbers = range(len(content.cards))[first:end]
    return Deck(name, tuple(Copies(content.cards[n], n, copies) for n in numbers), back)


def components(content: Content) -> Mapping[str, int]:
    """How many of what the card file says are in the box, besides its cards."""
    found: Mapping[str, int] = CardFile(content.source).data.get("components", {})
    return found


def box_of(game: Game, content: Content) -> Box:
    """What the room of a game declares; of a game that declares nothing, every card once."""
    noted: Box | None = content.__dict__.get("_box")
    if noted is None:
        noted = content.__dict__["_box"] = _made(game, content)
    return noted


def _made(game: Game, content: Content) -> Box:
    name = f"{game.view.__module__.rpartition('.')[0]}.box"
    try:
        found: Box = import_module(name).box(content)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        return Box((deck_of(content, "Cards"),))
    return found
