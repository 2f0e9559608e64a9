"""Totem: what is in the box (TOT-1.1)."""

from __future__ import annotations

from bestiary.core.box import Box, Copies, Deck, deck_of
from bestiary.core.cards import Card, Content

SUMMARIES = 2


def box(content: Content) -> Box:
    """52 Totem cards and 2 summary cards."""
    lines = content.words["summary"][0].replace(". ", ".\n")
    summary = Card("summary", "Totem", lines, figures="Summary")
    return Box((deck_of(content, "Totem cards"), Deck("Summary cards", (Copies(summary, copies=SUMMARIES),))))
