"""Tossing Tiger, Rolling Dragon: what is in the box (TTR-1.2)."""

from __future__ import annotations

from itertools import groupby

from bestiary.core.box import Box, Copies, Deck
from bestiary.core.cards import Content


def box(content: Content) -> Box:
    """Every set, with as many copies of each animal as its deck has. The dice are piles of these cards."""
    copies = content.tables[0]["copies"]
    return Box(
        tuple(
            Deck(name, tuple(Copies(card, n, int(copies[n])) for n, card in cards))
            for name, cards in groupby(enumerate(content.cards), key=lambda one: one[1].kind)
        )
    )
