"""Tiny: the smallest game with everything that a conformance suite can get wrong."""

from __future__ import annotations

from typing import Any

from bestiary.core.cards import Card, CardFile, Content
from bestiary.core.game import Game
from bestiary.core.record import Records

from . import rules, state


def read(file: CardFile, tables: Records) -> Content:
    """Eight cards with a value each."""
    t = tables[0]
    constants = file.one("constants")
    t["lucky"] = constants.whole("lucky", 1, state.SIDES + 1)
    t["bonus"] = constants.whole("bonus", 0, 9)
    cards = []
    for i, entry in enumerate(file.each("card")):
        t["value"][i] = entry.whole("value", 1, 99)
        cards.append(Card(entry.text("code"), f"card {entry.text('code')}"))
    return Content(tables, tuple(cards), file.path)


def view(content: Content, s: Any, seat: int) -> dict[str, Any]:
    """The position as plain data."""
    return {name: s[name].tolist() for name in ("deck", "hand", "laid", "score", "knows", "discard")}


def board(shown: dict[str, Any]) -> Any:
    """The position as text."""
    return str(shown)


GAME = Game(
    slug="tiny",
    version=1,
    title="Tiny",
    players=(2,),
    rulebook=state.RULEBOOK,
    options=state.OPTIONS,
    actions=state.ACTIONS,
    events=state.EVENTS,
    questions=state.QUESTIONS,
    state=state.STATE,
    carried=state.CARRY,
    tables=state.TABLES,
    zones=state.ZONES,
    rules=rules,
    read=read,
    view=view,
    board=board,
    observation=state.OBSERVATION,
    limits=state.LIMITS,
    not_asked="TIN-3",
    no_more="TIN-4",
)
