"""Measures of a study, each a Polars frame: what the report draws, for anybody to use.

>>> from bestiary.lab import measure
>>> measure.__all__[1:4]
['agent_names', 'branching', 'budgets']
"""

from __future__ import annotations

from .agents import agent_names, budgets, meetings, ratings
from .cards import cards, together
from .decisions import branching, calibration, comebacks, lead_changes, phases, progress, verbs
from .frames import Frames, is_shared, seat_count, shares, sittings
from .luck import sources
from .matchups import characters, matchups
from .outcomes import (
    endings,
    length_summary,
    lengths,
    losses,
    parties,
    seats,
    seats_by_agent,
    stages,
    summary,
)

__all__ = [
    "Frames",
    "agent_names",
    "branching",
    "budgets",
    "calibration",
    "cards",
    "characters",
    "comebacks",
    "endings",
    "is_shared",
    "lead_changes",
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
    "together",
    "verbs",
]
