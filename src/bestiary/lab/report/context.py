"""A context: the data of a study, its words, and every measure taken once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from ...core.errors import SaveError
from .. import measure
from .examples import Example, link, told, wanted
from .html import Markup
from .names import Names, names_of

Row = dict[str, Any]


@dataclass(frozen=True)
class Section:
    """A chapter of the report: what was found in a sentence or two, and the figures."""

    key: str
    title: str
    found: str
    body: Markup
    headline: bool = True  # whether the finding is told at the top too


@dataclass(frozen=True)
class Context:
    """What sections are written from."""

    data: measure.Frames
    manifest: Mapping[str, Any]
    names: Names
    frames: Mapping[str, pl.DataFrame]
    shared: bool
    seats: int
    agents: tuple[str, ...]
    facts: Row = field(default_factory=dict)  # the summary
    chosen: Mapping[str, tuple[int, str]] = field(default_factory=dict)  # games that stand for a number
    examples: Mapping[int, Example] = field(default_factory=dict)  # and those of them that are told

    def rows(self, name: str) -> list[Row]:
        """The rows of a measure."""
        return self.frames[name].to_dicts()

    def example(self, key: str) -> Markup | None:
        """A way to the game that stands for a number, where it is told."""
        return link(self.examples, self.chosen, key)

    def one(self, name: str) -> Row:
        """The only row of a measure."""
        return self.frames[name].row(0, named=True)


COLUMNS = {
    "games": (
        *("game", "deal", "agent_0", "payoff_0", "winners", "decisions", "moves", "choices", "finished"),
        *("watched", "ending", "stage"),
    ),
    "cards": ("game", "seat", "card", "drawn", "held", "offered", "played", "discarded", "won"),
    "decisions": ("game", "number", "seat", "agent", "phase", "choices", "verb", "value"),
}


def check(data: measure.Frames) -> None:
    """Refuses tables that are not those of a study."""
    for name, columns in COLUMNS.items():
        there = getattr(data, name).columns
        for column in columns:
            if column not in there:
                raise SaveError(f"These are not the data of a study: {name} have no column {column}.")


def take(data: measure.Frames, examples: bool = False) -> Context:
    """Takes every measure of the data, and tells some of its games where it is asked to."""
    check(data)
    manifest: Mapping[str, Any] = getattr(data, "manifest", None) or {}
    names = names_of(manifest)
    taken = {name: getattr(measure, name)(data) for name in measure.MEASURES}
    taken |= {name: getattr(measure, name)(data, names.labels) for name in measure.CARD_MEASURES}
    taken["card_kinds"] = measure.cards(data, names.groups) if names.groups else taken["cards"].clear()
    chosen = wanted(data, taken["cards"], names) if examples else {}
    return Context(
        data,
        manifest,
        names,
        taken,
        measure.is_shared(data),
        measure.seat_count(data),
        tuple(measure.agent_names(data)),
        taken["summary"].row(0, named=True),
        chosen,
        told(data, chosen),
    )
