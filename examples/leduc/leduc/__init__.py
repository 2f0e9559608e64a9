"""Leduc hold'em: a whole game for Bestiary, from outside its package."""

from __future__ import annotations

from typing import Any

from bestiary.core.cards import Card, CardFile, Content
from bestiary.core.game import Game, Hints
from bestiary.core.record import Records

from . import rules, state


def read(file: CardFile, tables: Records) -> Content:
    """Six cards with a rank each, and the stakes."""
    t = tables[0]
    stakes = file.one("stakes")
    stakes.only("ante", "first", "second", "raises")
    t["ante"] = stakes.whole("ante", 1, 1)
    t["stake"] = [stakes.whole("first", 1, 2), stakes.whole("second", 1, 4)]
    t["raises"] = stakes.whole("raises", 0, 2)
    cards = []
    for i, entry in enumerate(file.each("card")):
        if i == state.CARDS:
            file.refuse(f"at most {state.CARDS} cards")
        entry.only("code", "name", "rank")
        t["rank"][i] = entry.whole("rank", 1, state.CARDS)
        cards.append(Card(entry.text("code"), entry.text("name")))
    if len(cards) < state.CARDS:
        file.refuse(f"expected {state.CARDS} cards, found {len(cards)}")
    return Content(tables, tuple(cards), file.path)


def view(content: Content, s: Any, seat: int) -> dict[str, Any]:
    """The position, through the eyes of a seat."""

    def name(card: int) -> str:
        return content.cards[card].code if card >= 0 else ("-" if card == -1 else "?")

    return {
        "game": "leduc",
        "seat": seat,
        "phase": state.PHASES[int(s.phase)],
        "hands": [name(int(s.hand[p, 0])) for p in range(state.SEATS)],
        "table": name(int(s.table[0])),
        "paid": [int(x) for x in s.paid],
        "asked": [p for p in range(state.SEATS) if int(s.actors) >> p & 1],
    }


def board(shown: dict[str, Any]) -> str:
    """The position as text."""
    seats = [
        f"{'>' if p in shown['asked'] else ' '} Seat {p}{' (you)' if p == shown['seat'] else ''}: "
        f"{shown['hands'][p]}, paid {shown['paid'][p]}"
        for p in range(state.SEATS)
    ]
    return "\n".join([*seats, f"  Table: {shown['table']}"])


GAME = Game(
    slug="leduc",
    version=1,
    title="Leduc",
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
    not_asked="LED-2",
    no_more="LED-9",
    payoff=(-13.0, 13.0),
    hints=Hints(explore=0.2),  # measured: benchmarks/leduc_search.py
)
