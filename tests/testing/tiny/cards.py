"""Tiny: from the card file to the tables that the rules read."""

from __future__ import annotations

from bestiary.core.cards import Card, CardFile, Content
from bestiary.core.record import Records

from .state import SIDES


def read(file: CardFile, tables: Records) -> Content:
    """Eight cards with a value each."""
    t = tables[0]
    constants = file.one("constants")
    t["lucky"] = constants.whole("lucky", 1, SIDES + 1)
    t["bonus"] = constants.whole("bonus", 0, 9)
    cards = []
    for i, entry in enumerate(file.each("card")):
        t["value"][i] = entry.whole("value", 1, 99)
        cards.append(Card(entry.text("code"), f"card {entry.text('code')}"))
    return Content(tables, tuple(cards), file.path)
