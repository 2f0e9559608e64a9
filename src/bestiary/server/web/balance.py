"""How a game was balanced, for players who are curious: made by ``bestiary lab balance``, shipped as data."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from ..errors import missing
from .messages import Part

MADE = Path(__file__).parents[1] / "balance"


class BalancePlayer(Part):
    """A player that was asked: what people call it, and how many games it has played for this."""

    name: str
    agent: str
    about: str
    games: int


class BalanceFigure(Part):
    """A number with its interval of 95%, and of whom it is."""

    who: str
    value: float
    low: float
    high: float
    least: bool  # a lower bound


class BalanceQuality(Part):
    """One thing that makes a game good: by every player, and of other games beside it."""

    name: str
    about: str
    unit: str
    figures: list[BalanceFigure]
    silent: list[str]  # players whose games are too few to tell
    beside: list[BalanceFigure]
    command: str  # what checks it on other deals, a line each


class BalanceMark(Part):
    """What a player's games say of an aim, with the figure nearest to its bounds or furthest outside."""

    player: str
    word: Literal["kept", "missed", "unclear", "unmeasured"]
    worst: str


class BalanceAim(Part):
    """Something that was aimed at, at one table."""

    table: str
    aim: str
    beside: bool  # measured to be compared with, and not aimed at
    word: Literal["kept", "missed", "unclear", "unmeasured", ""]  # as the player has it who judges it
    by: str  # that player
    search: str  # that was asked whether it says so too
    says: Literal["agrees", "cannot tell", "differs", ""]
    marks: list[BalanceMark]
    command: str


class BalanceCard(Part):
    """What a card is worth to whom it is dealt, in points of a hundred."""

    name: str
    value: float
    low: float
    high: float


class BalanceCards(Part):
    """The cards that are worth most and least at a table."""

    table: str
    player: str
    most: list[BalanceCard]
    least: list[BalanceCard]
    command: str


class Balance(Part):
    """How a game was balanced."""

    game: str
    title: str
    about: list[str]  # how it was asked about, a paragraph each
    games: int  # that machines have played for it
    revisions: list[str]
    players: list[BalancePlayer]
    qualities: list[BalanceQuality]
    aims: list[BalanceAim]
    cards: list[BalanceCards]
    unknown: list[str]


@cache
def balance_of(slug: str) -> Balance:
    """What is known of a game; a game from outside the package has nothing."""
    path = MADE / f"{slug}.json"
    if not path.exists():
        raise missing("page")
    return msgspec.json.decode(path.read_bytes(), type=Balance)


def has_balance(slug: str) -> bool:
    """Whether there is anything to show."""
    return (MADE / f"{slug}.json").exists()
