"""KLAW: what a view is made of. The page's types are made from here."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from bestiary.core.near import Near

# "class" is a word of Python, so that this one is declared by a call
KlawCard = TypedDict(
    "KlawCard",
    {
        "id": int,
        "code": str,
        "name": str,
        "text": str,
        "figures": str,
        "kind": Literal["host", "totem", "item", "action"],
        "set": str,
        "attack": NotRequired[int],
        "defence": NotRequired[int],
        "life": NotRequired[int],
        "talent": NotRequired[str],
        "power": NotRequired[str],
        "tags": NotRequired[list[str]],
        "class": NotRequired[Literal["gear", "consumable"]],
    },
)


class State(TypedDict):
    """A state that a Host or a Totem is in: for how long, and what it does."""

    name: str
    left: int | None
    lasts: str
    text: str


class Rack(TypedDict):
    """A Totem of a Host."""

    card: KlawCard
    dormant: int
    resting: int
    states: dict[str, State]


class Host(TypedDict):
    """A battle fan."""

    slot: int
    card: KlawCard
    champion: bool
    life: int
    full: int
    dice: tuple[int, int]
    states: dict[str, State]
    items: list[KlawCard]
    totems: list[Rack]
    fights: bool


class Side(TypedDict):
    """One player."""

    hand: list[KlawCard | None]
    known: list[KlawCard]
    hosts: list[Host]
    totems: int


class Fighter(TypedDict):
    """One side of a fight, with the dice that were rolled last."""

    host: KlawCard
    seat: int
    attacks: bool
    dice: list[int]
    wild: str | None
    took: int


class Fight(TypedDict):
    """A fight in progress."""

    exchange: int
    sides: tuple[Fighter, Fighter]


class KlawView(TypedDict):
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
    box: list[KlawCard] | None
    discard: list[KlawCard]
    played: KlawCard | None
    captured: list[KlawCard]
    looked_at: list[KlawCard | None]
    in_deck: list[KlawCard]
    fight: Fight | None
    seats: list[Side]
    lone: int | None
    extra_round: int
    dusk: int
    near: list[Near]
    over: bool
    winners: list[int]
    by: str


View = KlawView
