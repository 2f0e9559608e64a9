"""Tossing Tiger, Rolling Dragon: what a view is made of. The page's types are made from here.

Cards are named by their codes.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from bestiary.core.near import Near


class TigerCard(TypedDict):
    """A card, with what a page draws it by."""

    id: int
    code: str
    name: str
    text: str
    figures: str
    animal: int
    set: str
    strengths: list[str]
    points: int
    title: str
    short: str
    known: bool
    dawn: NotRequired[str]
    change: NotRequired[str]


class Pile(TypedDict):
    """A die: its size, its face-up card, and its cards where the seat knows them."""

    owner: int
    laid: bool
    size: int
    up: str | None
    dawn: bool
    toss: Literal["up", "down"] | None
    cards: list[str] | None
    top: str | None
    passed: bool
    disabled: bool
    copied: str | None
    looked: list[int]


class Battle(TypedDict):
    """Two dice that face each other."""

    result: Literal["A", "D", "both", "none", "void"] | None
    conceded: Literal["A", "D"] | None
    A: Pile
    D: Pile


class Player(TypedDict):
    """A player: how many cards, and which of them the seat can name."""

    cards: int
    in_hand: int
    taken: int
    hand: list[str] | None
    known: list[str]
    side: Literal["A", "D"] | None


class War(TypedDict):
    """Two rows of dice, and what holds in this war."""

    number: int
    battle: int
    battles: list[Battle]
    bonus: int
    stopped: bool
    dawn: str | None
    dawn_rule: str | None
    dawn_text: str | None
    change: str | None
    change_text: str | None
    named: str | None
    changes: list[str]
    minimum: tuple[int, int]
    won: str | None


class Teams(TypedDict):
    """Who fights together."""

    A: list[int]
    B: list[int]
    attacking: str
    captains: list[int]


class Building(TypedDict):
    """Who divides cards; for that seat the next card, the piles so far, and what they still need."""

    builder: int
    next: NotRequired[str | None]
    text: NotRequired[str | None]
    left: NotRequired[list[str]]
    kept: NotRequired[list[str]]
    minimum: NotRequired[int]
    piles: NotRequired[dict[str, list[str]]]


class Talk(TypedDict):
    """Who may say what."""

    open: bool
    free: list[int]


class TigerView(TypedDict):
    """The position, through the eyes of a seat."""

    game: str
    seat: int
    phase: str
    prompt: str
    asked: list[int]
    turn: int
    wars: int
    war_limit: int
    attacker: int
    defender: int
    teams: Teams | None
    seats: list[Player]
    draw_pile: int
    discard: list[str]
    destroyed: list[str]
    war_pile: list[str]
    war: War | None
    loot: list[str | None]
    building: Building | None
    talk: Talk
    strengths: dict[str, list[str]]
    roosters: dict[str, tuple[str, str | None]]
    rooster_texts: dict[str, str]
    near: list[Near]
    over: bool
    winners: list[int] | None
    scores: list[int] | None
    counted: Literal["points", "cards"]


View = TigerView
CARDS = (TigerCard,)  # a page meets them in the list of cards, not in views
