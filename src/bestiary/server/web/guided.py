"""What a guide says to a page: part of what a seat is offered, and of what is read beside the rules."""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class GuidePage(msgspec.Struct):
    """One thing that the guide says, the entries of the rulebook that it states, what it points at."""

    say: str
    rules: list[str]
    at: list[str]  # keys of things on the board, or "move": what the first of the moves consists of


class GuideNow(msgspec.Struct):
    """Where a guided game stands: which move is asked for, what leads on, why nothing else is suggested."""

    state: Literal["asking", "waiting", "done", "left"]
    step: int
    of: int
    pages: list[GuidePage]
    moves: list[int]  # empty: any move leads on
    off: str


class GlossaryTerm(msgspec.Struct):
    """A word of the game that explains itself."""

    word: str
    also: list[str]
    text: str
    rules: list[str]


class ShortRule(msgspec.Struct):
    """A part of the rules in two minutes."""

    title: str
    say: str
    rules: list[str]


class ShortPicture(msgspec.Struct):
    """A position of the guided game, for its board to draw, and what it shows."""

    say: str
    rules: list[str]
    at: list[str]
    seat: int
    names: list[str]
    view: dict[str, Any]


class Primer(msgspec.Struct):
    """What a newcomer reads: the rules in two minutes, the words of the game, where questions stand."""

    minutes: int | None  # of the guided first game; none where there is none
    short: list[ShortRule]
    pictures: list[ShortPicture]
    terms: list[GlossaryTerm]
    questions: dict[str, list[str]]  # the entries of the rulebook behind each question
