"""Coin: a game whose odds are known. One call, one roll; the roll alone decides, helped by a charm."""

from __future__ import annotations

from typing import Any

from bestiary.core.cards import Card, CardFile, Content
from bestiary.core.game import Game, Held
from bestiary.core.record import Records

from . import rules, state


def read(file: CardFile, tables: Records) -> Content:
    """The odds of seat 0 in per cent, and what a card adds for its holder."""
    t = tables[0]
    t["odds"] = file.one("constants").whole("odds", 10, 90)
    cards = []
    for i, entry in enumerate(file.each("card")):
        t["luck"][i] = entry.whole("luck", 0, 5)
        cards.append(Card(entry.text("code"), f"the {entry.text('code')}"))
    return Content(tables, tuple(cards), file.path)


def view(content: Content, s: Any, seat: int) -> dict[str, Any]:
    """The position as plain data."""
    return {"hand": s.hand.tolist(), "winner": int(s.winner)}


GAME = Game(
    slug="coin",
    version=1,
    title="Coin",
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
    board=str,
    observation=state.OBSERVATION,
    limits=state.LIMITS,
    not_asked="COI-1",
    no_more="COI-2",
    held=(Held("hand"),),
    endings=("none", "the roll"),
)
