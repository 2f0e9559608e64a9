"""What two ways of playing the same deals have shown: measure by measure, and a verdict in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Any

import numpy as np
import polars as pl

from ...core.html import paragraphs, table
from ...run.differences import CLEAR, NONE, UNCLEAR, Difference, difference, together

LEVEL = 0.95
MATTERS = 0.01  # a share of games that is worth talking about
MATTERS_LONG = 0.02  # a part of the length of a game that is worth talking about
SHARE, USE, DECISIONS = "share", "use", "decisions"  # of games that are won, of hands; and a length

SCHEMA = {
    "measure": pl.String,
    "unit": pl.String,
    "baseline": pl.Float64,
    "changed": pl.Float64,
    "difference": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "deals": pl.Int64,
    "ratio": pl.Float64,
    "verdict": pl.String,
    "more": pl.Int64,
    "most": pl.Int64,
    "said": pl.String,
}


@dataclass(frozen=True)
class Measured:
    """One measure, deal by deal, in both ways of playing; the deals are the same."""

    name: str
    baseline: np.ndarray[Any, np.dtype[np.float64]]
    changed: np.ndarray[Any, np.dtype[np.float64]]
    unit: str = SHARE

    @property
    def matters(self) -> float:
        """The smallest difference that is worth talking about."""
        if self.unit != DECISIONS or not len(self.baseline):
            return MATTERS
        return MATTERS_LONG * float(self.baseline.mean())


@dataclass(frozen=True)
class Findings:
    """A comparison: a frame with one row for each measure, and what to say about it.

    Columns of the frame: measure, unit, baseline, changed, difference, low, high (intervals that hold
    all together with 95%), deals, ratio (how many times as many games on other deals these are worth,
    because both played the same ones; about 1: nothing), verdict (clear, none, unclear), for an unclear one
    the games that it still needs if the difference is as large as it looks (more) and to be sure about one
    that is just large enough to matter (most), and said.
    """

    title: str
    frame: pl.DataFrame
    games: int  # of each of the two
    differ: int  # games that came out differently in any way
    same: bool = False  # the rules read the same cards, so that nothing was played
    notes: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def verdict(self) -> str:
        """Clear where any measure is, none where all are, else unclear."""
        if self.same or not self.differ:
            return NONE
        found = self.frame["verdict"].to_list()
        return CLEAR if CLEAR in found else UNCLEAR if UNCLEAR in found else NONE

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        if self.same:
            return "No difference: to the rules these are the same cards."
        if not self.differ:
            return f"No difference: all {self.games:,} games came out the same."
        said = self.frame.filter(pl.col("verdict") == self.verdict)
        if self.verdict == NONE:
            return "No difference that matters, in any of the measures."
        if self.verdict == CLEAR:
            return f"Clear: {'; '.join(said['said'])}."
        return f"Unclear: {'; '.join(said['said'])}."

    def _repr_html_(self) -> str:
        """The comparison as a notebook shows it."""
        rows = [
            (
                row["measure"],
                level(row["baseline"], row["unit"]),
                level(row["changed"], row["unit"]),
                f"{amount(row['low'], row['unit']).split()[0]} to {amount(row['high'], row['unit'])}",
                row["verdict"],
            )
            for row in self.frame.to_dicts()
        ]
        shown = "" if self.same else table(["", "before", "after", "difference", "verdict"], rows)
        return paragraphs([self.title]) + shown + paragraphs([*self.notes, self.sentence])

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {
            "title": self.title,
            **self.facts,
            "games": self.games,
            "differ": self.differ,
            "verdict": self.verdict,
            "sentence": self.sentence,
            "notes": list(self.notes),
            "measures": self.frame.to_dicts(),
        }


def judge(measures: Sequence[Measured], games: int, share: float = 1.0) -> pl.DataFrame:
    """The frame of findings of so many games; the intervals are as wide as all measures together need. Of
    several looks while games are played, each has a share of the 5% that may go wrong."""
    level = 1 - (1 - together(LEVEL, len(measures))) * share
    return pl.DataFrame([_row(one, level, games) for one in measures], schema=SCHEMA, orient="row")


def _row(one: Measured, level: float, games: int) -> tuple[Any, ...]:
    deals = one.changed - one.baseline
    largest = 1.0 if one.unit != DECISIONS else float(np.abs(deals).max(initial=1.0))
    found = difference(deals, largest, level)
    verdict = found.verdict(one.matters)
    more = most = None
    if verdict == UNCLEAR:
        looks = max(one.matters, abs(found.mean))
        each = games / max(1, found.deals)  # not every game shows every measure
        more, most = (ceil((found.needed(x) - found.deals) * each) for x in (looks, one.matters))
    return (
        one.name,
        one.unit,
        float(one.baseline.mean()) if len(deals) else None,
        float(one.changed.mean()) if len(deals) else None,
        found.mean,
        found.low,
        found.high,
        found.deals,
        bought(one),
        verdict,
        more,
        most,
        _said(one, found, verdict, more, most),
    )


def bought(one: Measured) -> float | None:
    """How many times as many games on other deals the same deals are worth: the variance of a difference
    between games that have nothing in common, over the one that was seen.

    >>> bought(Measured("x", np.array([0.0, 1.0, 0.0, 1.0]), np.array([1.0, 0.0, 1.0, 0.0])))
    0.5
    """
    spread = float(np.var(one.changed - one.baseline)) if len(one.baseline) else 0.0
    return float(np.var(one.changed) + np.var(one.baseline)) / spread if spread > 0 else None


def _said(one: Measured, found: Difference, verdict: str, more: int | None, most: int | None) -> str:
    low, high = (amount(x, one.unit).split()[0] for x in (found.low, found.high))
    span = f"{amount(found.mean, one.unit)} ({low} to {high})"
    matters = amount(one.matters, one.unit).lstrip("+")
    if verdict == CLEAR:
        small = f", less than the {matters} that matter" if max(-found.low, found.high) < one.matters else ""
        return f"{one.name} {span}{small}"
    if verdict == NONE:
        return f"{one.name}: no difference of {matters} or more"
    needs = f"about {most:,} more games settle it"
    if more != most:
        needs = f"about {more:,} more games if it is as large as it looks, {most:,} to be sure of {matters}"
    return f"{one.name} {span}, {needs}"


def amount(value: float, unit: str) -> str:
    """A difference for people.

    >>> amount(0.0312, "share"), amount(-2.5, "decisions")
    ('+3.1 points', '-2.50 decisions')
    """
    return f"{100 * value:+.1f} points" if unit != DECISIONS else f"{value:+.2f} {unit}"


def level(value: float | None, unit: str) -> str:
    """A value for people."""
    if value is None:
        return "-"
    return f"{100 * value:.1f}%" if unit != DECISIONS else f"{value:.2f}"
