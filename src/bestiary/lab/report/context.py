"""A context: the data of a study, its words, and every measure taken once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from ...core.errors import SaveError
from .. import measure
from ..play.beside import beside as beside_of
from ..play.beside import is_strong
from ..play.storage import Data
from .examples import Example, link, shown_by, told, wanted
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
class Strength:
    """Another player of the same game: its data, and the measures in which strengths are compared."""

    data: measure.Frames
    label: str
    frames: Mapping[str, pl.DataFrame]

    @property
    def strong(self) -> bool:
        """Whether all who play here look further than a decision ahead."""
        return all(is_strong(name) for name in measure.agent_names(self.data))

    def rows(self, name: str) -> list[Row]:
        """The rows of a measure."""
        return self.frames[name].to_dicts()


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
    shown: Mapping[str, int] | None = None  # games that show a card or a matchup; None: none can be looked at
    strengths: tuple[Strength, ...] = ()  # others that play the same game alone
    duel: measure.Frames | None = None  # a weaker one against a stronger one

    def rows(self, name: str) -> list[Row]:
        """The rows of a measure."""
        return self.frames[name].to_dicts()

    def example(self, key: str) -> Markup | None:
        """A way to the game that stands for a number; nothing where none can be looked at."""
        if self.shown is None:
            return None
        game = self.chosen[key][0] if key in self.chosen else self.shown.get(key)
        return None if game is None else link(self.examples, game, self.folder)

    @property
    def folder(self) -> str:
        """Where the data are."""
        return str(getattr(self.data, "folder", "DIR"))

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


def strengths_of(others: Sequence[measure.Frames], names: Names) -> tuple[Strength, ...]:
    """The measures that strengths are compared in, of studies in which one agent plays alone."""
    found = []
    for other in others:
        agents = measure.agent_names(other)
        if len(agents) == 1 and other.games.height:
            taken = {name: getattr(measure, name)(other) for name in ("seats", "matchups")}
            taken["cards"] = measure.cards(other, names.labels)
            found.append(Strength(other, agents[0], taken))
    return tuple(found)


def take(
    data: measure.Frames, examples: bool = False, beside: Sequence[measure.Frames] | None = None
) -> Context:
    """Takes every measure of the data, and tells some of its games where it is asked to."""
    check(data)
    manifest: Mapping[str, Any] = getattr(data, "manifest", None) or {}
    names = names_of(manifest)
    taken = {name: getattr(measure, name)(data) for name in measure.MEASURES}
    taken |= {name: getattr(measure, name)(data, names.labels) for name in measure.CARD_MEASURES}
    taken["card_kinds"] = measure.cards(data, names.groups) if names.groups else taken["cards"].clear()
    others = [*(beside or ()), *(beside_of(data).values() if isinstance(data, Data) else ())]
    duel = next((other for other in others if len(measure.agent_names(other)) > 1), None)
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
        shown_by(data, names),
        strengths_of(others, names),
        duel,
    )
