"""Coin: from the card file to the tables that the rules read."""

from __future__ import annotations

from bestiary.core.cards import Card, CardFile, Content
from bestiary.core.record import Records


def read(file: CardFile, tables: Records) -> Content:
    """The odds of seat 0 in per cent, and what a card adds for its holder."""
    t = tables[0]
    t["odds"] = file.one("constants").whole("odds", 10, 90)
    cards = []
    for i, entry in enumerate(file.each("card")):
        t["luck"][i] = entry.whole("luck", 0, 5)
        cards.append(Card(entry.text("code"), f"the {entry.text('code')}"))
    return Content(tables, tuple(cards), file.path)
