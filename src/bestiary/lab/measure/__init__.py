"""Measures of a study, each a Polars frame: what the report draws, for anybody to use.

>>> from bestiary.lab import measure
>>> measure.MEASURES[:3]
('summary', 'seats', 'seats_by_agent')
"""

from __future__ import annotations

from .agents import above, agent_names, budgets, meetings, ratings, swept
from .cards import LEFT, cards
from .decisions import (
    branching,
    calibration,
    collapses,
    comebacks,
    hope,
    lead_changes,
    lead_kinds,
    phases,
    progress,
    verbs,
)
from .frames import Frames, is_shared, seat_count, shares, sittings
from .luck import sources
from .matchups import characters, matchups
from .outcomes import (
    attrition,
    endings,
    length_summary,
    lengths,
    losses,
    parties,
    seats,
    seats_by_agent,
    stages,
    summary,
    turns,
)
from .pairs import duels, together
from .values import chances, chances_without, leads

MEASURES = (
    "summary",
    "seats",
    "seats_by_agent",
    "stages",
    "endings",
    "lengths",
    "length_summary",
    "turns",
    "parties",
    "losses",
    "attrition",
    "characters",
    "matchups",
    "branching",
    "phases",
    "verbs",
    "progress",
    "lead_changes",
    "lead_kinds",
    "comebacks",
    "collapses",
    "calibration",
    "hope",
    "sources",
    "ratings",
    "meetings",
    "budgets",
)
CARD_MEASURES = ("cards", "together")  # these take labels of cards too

__all__ = [
    "CARD_MEASURES",
    "LEFT",
    "MEASURES",
    "Frames",
    "above",
    "agent_names",
    "attrition",
    "branching",
    "budgets",
    "calibration",
    "cards",
    "chances",
    "chances_without",
    "characters",
    "collapses",
    "comebacks",
    "duels",
    "endings",
    "hope",
    "is_shared",
    "lead_changes",
    "lead_kinds",
    "leads",
    "length_summary",
    "lengths",
    "losses",
    "matchups",
    "meetings",
    "parties",
    "phases",
    "progress",
    "ratings",
    "seat_count",
    "seats",
    "seats_by_agent",
    "shares",
    "sittings",
    "sources",
    "stages",
    "summary",
    "swept",
    "together",
    "turns",
    "verbs",
]
