"""A number swept over a range, every value on the same deals: a curve with intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from typing import Any

import polars as pl

from ...core.changes import Change, Changes, parse_range, written
from ...core.errors import CardError
from ...core.game import Game
from ...core.registry import load
from ...run.differences import CLEAR, difference
from ..play.study import Study
from .findings import DECISIONS, Measured
from .pairing import measured
from .questions import Progress, concerns, dealt, facts_of, play_all, studies_for

SCHEMA = {
    "value": pl.String,
    "now": pl.Boolean,
    "measure": pl.String,
    "unit": pl.String,
    "mean": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "difference": pl.Float64,
    "difference_low": pl.Float64,
    "difference_high": pl.Float64,
    "verdict": pl.String,
    "deals": pl.Int64,
}


@dataclass(frozen=True)
class Curve:
    """A sweep: a frame with one row for each value and measure.

    Columns: value, now (whether the cards have it), measure, unit, mean, low, high (95%, of the mean),
    difference, difference_low, difference_high (95%, against the cards as they are, deal by deal),
    verdict, deals.
    """

    path: str
    frame: pl.DataFrame
    games: int  # of each value
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def measures(self) -> list[str]:
        """The measures, in order."""
        return self.frame["measure"].unique(maintain_order=True).to_list()

    def of(self, measure: str) -> pl.DataFrame:
        """The rows of one measure."""
        return self.frame.filter(pl.col("measure") == measure)

    def _repr_html_(self) -> str:
        """The curves as a notebook shows them."""
        return "".join(
            f'<div style="max-width:42rem">{svg(self, measure)}</div>' for measure in self.measures
        )

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {"path": self.path, **self.facts, "games": self.games, "curve": self.frame.to_dicts()}


def sweep(
    game: Game | str,
    setting: str,
    games: int = 2_000,
    agents: Sequence[str] = ("bulk",),
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    cards: Path | None = None,
    cores: int | None = None,
    progress: Progress | None = None,
) -> Curve:
    """What a number does: ``cards.wolf.power=18..30:2`` plays the same deals with each value."""
    found = load(game) if isinstance(game, str) else game
    path, values, each = settings(found, setting, cards)
    now = found.content(cards)
    study = Study(found, tuple(agents), games, seed, dict(options or {}), content=now)
    concerned, printed = concerns(each)
    dealing = dealt(found, (now, *(made.content for made in each)), printed)
    studies = studies_for(replace(study, among=dealing), concerned)
    contents = {made.content.fingerprint: made.content for made in each} | {now.fingerprint: now}
    size = sum(one.plan.size for one in studies)
    total = size * len(contents)
    played = {
        key: play_all([replace(one, content=content) for one in studies], cores, progress, i * size, total)
        for i, (key, content) in enumerate(contents.items())
    }
    rows = []
    for value, made in zip(values, each, strict=True):
        old, new = played[now.fingerprint], played[made.content.fingerprint]
        same = made.content.fingerprint == now.fingerprint
        for one in measured(old, new, found.team, concerned, printed):
            if len(one.baseline):
                rows.append((written(value), same, *row_of(one, same)))
    facts = {**facts_of(study), "values": [str(v) for v in values]}
    return Curve(path, pl.DataFrame(rows, SCHEMA, orient="row"), size, facts)


def settings(game: Game, setting: str, cards: Path | None) -> tuple[str, list[Any], list[Changes]]:
    """The path, the values and the cards with each of them, or an error in one line."""
    path, values = parse_range(setting)
    if len(values) < 2:
        raise CardError(f"{setting}: expected several values, such as {path}=18..30:2")
    return path, values, [Changes(game, [Change(path, value)], cards) for value in values]


def row_of(one: Measured, same: bool) -> tuple[Any, ...]:
    """What a measure came to with one value: a row of the curve from its third column on."""
    mean = float(one.changed.mean())
    spread = 1.0 if one.unit != DECISIONS else float(one.changed.std())
    around = difference(one.changed - mean, spread)
    low, high = mean + around.low, mean + around.high
    if one.unit != DECISIONS:
        low, high = max(0.0, low), min(1.0, high)
    steps = one.changed - one.baseline
    found = difference(steps, 1.0 if one.unit != DECISIONS else max(1.0, float(abs(steps).max())))
    verdict = "now" if same else found.verdict(one.matters)
    return (one.name, one.unit, mean, low, high, found.mean, found.low, found.high, verdict, found.deals)


# ---- drawing -----------------------------------------------------------------------------------------


def label(value: float, unit: str) -> str:
    """A value for people."""
    return f"{100 * value:.1f}%" if unit != DECISIONS else f"{value:.1f}"


def chart(curve: Curve, measure: str, width: int = 48) -> list[str]:
    """A small chart in text: a row for each value, with its mean between the ends of its interval."""
    rows = curve.of(measure).to_dicts()
    least, most = float(min(r["low"] for r in rows)), float(max(r["high"] for r in rows))
    wide = max(len(r["value"]) for r in rows)

    def at(x: float) -> int:
        return round((x - least) / max(most - least, 1e-12) * (width - 1))

    lines = []
    for row in rows:
        signs = [" "] * width
        for i in range(at(row["low"]), at(row["high"]) + 1):
            signs[i] = "-"
        signs[at(row["low"])], signs[at(row["high"])] = "[", "]"
        signs[at(row["mean"])] = "o"
        mark = "now" if row["now"] else "*" if row["verdict"] == CLEAR else ""
        mean = label(row["mean"], row["unit"])
        lines.append(f"{row['value']:>{wide}}  {mean:>7}  {''.join(signs)}  {mark}".rstrip())
    ends = f"{label(least, rows[0]['unit'])}{label(most, rows[0]['unit']):>{width - 5}}"
    return [*lines, " " * (wide + 11) + ends]


def svg(curve: Curve, measure: str, width: int = 640, height: int = 320) -> str:
    """The curve of one measure as a picture: means, intervals, and the value that the cards have."""
    rows = curve.of(measure).to_dicts()
    unit = rows[0]["unit"]
    least, most = float(min(r["low"] for r in rows)), float(max(r["high"] for r in rows))
    left, right, top, bottom = 64, 16, 40, 44

    def x(i: int) -> float:
        return left + (width - left - right) * (i + 0.5) / len(rows)

    def y(v: float) -> float:
        return height - bottom - (height - top - bottom) * (v - least) / max(most - least, 1e-12)

    def text(px: float, py: float, words: str, anchor: str = "middle") -> str:
        return f'<text x="{px:.1f}" y="{py:.1f}" text-anchor="{anchor}">{escape(words)}</text>'

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'font-family="sans-serif" font-size="13"><title>{escape(f"{measure} by {curve.path}")}</title>',
        text(left, 22, f"{measure} ({curve.games:,} games a value, 95% intervals)", "start"),
        text((left + width - right) / 2, height - 8, curve.path),
    ]
    for i in range(5):
        value = least + (most - least) * i / 4
        parts.append(
            f'<line x1="{left}" x2="{width - right}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#ddd"/>'
        )
        parts.append(text(left - 8, y(value) + 4, label(value, unit), "end"))
    points = " ".join(f"{x(i):.1f},{y(r['mean']):.1f}" for i, r in enumerate(rows))
    parts.append(f'<polyline points="{points}" fill="none" stroke="#1f6fb2" stroke-width="2"/>')
    for i, row in enumerate(rows):
        colour = "#b3202c" if row["now"] else "#1f6fb2"
        ends = f'y1="{y(row["low"]):.1f}" y2="{y(row["high"]):.1f}"'
        parts.append(f'<line x1="{x(i):.1f}" x2="{x(i):.1f}" {ends} stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<circle cx="{x(i):.1f}" cy="{y(row["mean"]):.1f}" r="4" fill="{colour}"/>')
        parts.append(text(x(i), height - bottom + 18, row["value"] + (" (now)" if row["now"] else "")))
    return "\n".join([*parts, "</svg>"])


def page(curve: Curve) -> str:
    """All measures as one self-contained page."""
    title = escape(f"{curve.facts.get('game', '')}: {curve.path}")
    agents = ", ".join(curve.facts.get("agents", ()))
    parts = [
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><style>'
        "body{font-family:sans-serif;max-width:46rem;margin:1rem auto;padding:0 1rem}"
        "svg{width:100%;height:auto}"
        "table{border-collapse:collapse;margin-bottom:2rem}td,th{padding:.15rem .6rem;text-align:right}"
        f"tr:nth-child(even){{background:#f4f4f4}}</style></head><body><h1>{title}</h1>"
        f"<p>{curve.games:,} games of each value on the same deals, played by {escape(agents)}, "
        f"seed {curve.facts.get('seed', 0)}. Differences are against the cards as they are.</p>"
    ]
    for measure in curve.measures:
        parts.append(svg(curve, measure))
        heads = "".join(f"<th>{h}</th>" for h in ("value", "mean", "95% interval", "difference", "", "deals"))
        parts.append(f"<table><thead><tr>{heads}</tr></thead><tbody>")
        for row in curve.of(measure).to_dicts():
            cells = cells_of(row)
            parts.append("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in cells) + "</tr>")
        parts.append("</tbody></table>")
    return "\n".join([*parts, "</body></html>"]) + "\n"


def cells_of(row: Mapping[str, Any]) -> list[str]:
    """One row for people: value, mean, interval, difference, verdict, deals."""
    unit = row["unit"]
    scale, digits, word = (100, 1, "points") if unit != DECISIONS else (1, 2, DECISIONS)
    step = f"{scale * row['difference']:+.{digits}f} {word}"
    span = f"({scale * row['difference_low']:+.{digits}f} to {scale * row['difference_high']:+.{digits}f})"
    between = f"{label(row['low'], unit)} to {label(row['high'], unit)}"
    shown = "" if row["now"] else f"{step} {span}"
    return [row["value"], label(row["mean"], unit), between, shown, row["verdict"], f"{row['deals']:,}"]
