"""Leduc: from the card file to the tables that the rules read."""

from __future__ import annotations

from bestiary.core.cards import Card, CardFile, Content
from bestiary.core.record import Records

from .state import CARDS

PAIRS = "With a card of its rank laid open it is a pair, which beats every single card."


def read(file: CardFile, tables: Records) -> Content:
    """Six cards with a rank each, and the stakes."""
    t = tables[0]
    file.only("stakes", "card")
    stakes = file.one("stakes")
    stakes.only("ante", "first", "second", "raises")
    t["ante"] = stakes.whole("ante", 1, 1)
    t["stake"] = [stakes.whole("first", 1, 2), stakes.whole("second", 1, 4)]
    t["raises"] = stakes.whole("raises", 0, 2)
    cards = []
    for i, entry in enumerate(file.each("card")):
        if i == CARDS:
            file.refuse(f"at most {CARDS} cards")
        entry.only("code", "name", "rank")
        t["rank"][i] = entry.whole("rank", 1, CARDS)
        rank = int(t["rank"][i])
        figures = f"Rank {rank}"
        cards.append(Card(entry.text("code"), entry.text("name"), PAIRS, {"rank": rank}, figures))
    if len(cards) < CARDS:
        file.refuse(f"expected {CARDS} cards, found {len(cards)}")
    return Content(tables, tuple(cards), file.path)
