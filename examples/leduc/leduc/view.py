"""Leduc: what a person is shown, made from a record that is hidden for the seat."""

from __future__ import annotations

from typing import Any

from bestiary.core.cards import Content
from bestiary.core.record import EMPTY

from .moves import QUESTIONS
from .state import SEATS


def view(content: Content, s: Any, seat: int) -> dict[str, Any]:
    """The position, through the eyes of a seat."""

    def name(card: int) -> str:
        return content.cards[card].code if card >= 0 else ("-" if card == EMPTY else "?")

    return {
        "game": "leduc",
        "seat": seat,
        "phase": QUESTIONS.name(int(s.phase)),
        "hands": [name(int(s.hand[p, 0])) for p in range(SEATS)],
        "table": name(int(s.table[0])),
        "paid": [int(x) for x in s.paid],
        "asked": [p for p in range(SEATS) if int(s.actors) >> p & 1],
    }
