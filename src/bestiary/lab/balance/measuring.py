"""Measuring: one question, put to one player, and the answer as data."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl

from ...run.differences import difference
from ...run.statistics import wilson
from .. import measure as measures
from ..compare.questions import restricted
from ..play.running import run
from ..play.storage import Data, code_of
from ..report.names import card_words, printed
from .plan import Question

DIGITS = 5
CARD = (
    *("card", "held_by", "started", "played", "offered", "left"),
    *("start_gain", "start_gain_low", "start_gain_high", "even_gain", "even_gain_low", "even_gain_high"),
)
SHARE = ("games", "share", "low", "high")


def measure(
    question: Question,
    agent: str,
    folder: Path,
    cores: int | None = None,
    ray: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Plays what a question asks of a player, less what is in the folder already, and measures it."""
    began = time.perf_counter()
    clock = folder.with_name(f"{folder.name}.seconds")  # of all sittings
    before = float(clock.read_text()) if clock.exists() else 0.0
    try:
        data = run(question.study(agent), folder, cores, ray, progress)
    finally:
        took = before + time.perf_counter() - began
        folder.parent.mkdir(parents=True, exist_ok=True)
        clock.write_text(f"{took:.1f}")
    return {**_head(question, agent, data), **_measured(question, data), "seconds": round(took)}


def same(question: Question, agent: str, answer: dict[str, Any]) -> bool:
    """Whether an answer is to this question, and by the code that would answer it now."""
    plan = question.study(agent).plan
    asked = {"game": plan.game.name, "games": question.games[agent], "seed": question.seed}
    asked |= {"options": dict(plan.stages[0].options), "code": code_of(plan.game, plan.agents)}
    asked |= {
        "content": plan.content.fingerprint,
        "forbid": list(question.forbid),
        "against": question.against,
    }
    return all(answer.get(key) == value for key, value in asked.items())


def _head(question: Question, agent: str, data: Data) -> dict[str, Any]:
    known = data.manifest
    plan = question.study(agent).plan
    return {
        "question": question.id,
        "agent": agent,
        "against": question.against,
        "forbid": list(question.forbid),
        "game": known["game"],
        "content": known["cards"],
        "code": known["code"],
        "options": dict(plan.stages[0].options),
        "seed": known["seed"],
        "games": question.games[agent],
        "played": data.games.height,
        "deals": known["deals"],
    }


def _measured(question: Question, data: Data) -> dict[str, Any]:
    """The measures that an answer is made of."""
    if question.forbid:
        return {"difference": rows(_forgone(question, data))}
    if question.against:
        return {"wins": [_met(row, question.against) for row in rows(measures.meetings(data))]}
    found: dict[str, Any] = {"length": rows(measures.length_summary(data))[0]}
    turns = measures.turns(data)
    if turns["games"][0]:
        found["turns"] = rows(turns)[0]
    if measures.is_shared(data):
        stages = measures.stages(data)
        found["stages"] = rows(stages.filter(pl.col("seat") == 0).select("stage", *SHARE))
        found["losses"] = rows(measures.losses(data))
    else:
        found["seats"] = rows(measures.seats(data).select("seat", *SHARE, "fair"))
    found["endings"] = rows(measures.endings(data).select("ending", *SHARE))
    if measures.characters(data).height and not measures.is_shared(data):
        met = measures.matchups(data).filter(pl.col("character") < pl.col("against"))
        found["characters"] = rows(measures.characters(data).select("character", *SHARE))
        found["matchups"] = rows(met.select("character", "against", *SHARE))
    if data.cards.height and not measures.is_shared(data):
        labels = card_words(printed(data.manifest))[0]
        found["cards"] = [_card(row) for row in rows(measures.cards(data, labels).select(CARD))]
    return found


def _met(row: dict[str, Any], against: str) -> dict[str, Any]:
    """How one fares against another, whoever of the two is named first."""
    if row["second"] == against:
        return {"agent": row["first"], **{key: row[key] for key in SHARE}}
    turned = {"share": 1 - row["share"], "low": 1 - row["high"], "high": 1 - row["low"]}
    return {"agent": row["second"], "games": row["games"], **turned}


def _card(row: dict[str, Any]) -> dict[str, Any]:
    shown = wilson(row["played"] * row["held_by"], row["held_by"])
    return {**row, "played_low": round(shown.low, DIGITS), "played_high": round(shown.high, DIGITS)}


def _forgone(question: Question, data: Data) -> pl.DataFrame:
    """How much less who may not wins than who may, deal by deal."""
    found = []
    without, free = data.manifest["labels"]
    for name, mine, other in restricted(data.games, without, free, _together(data)):
        one = difference(other - mine)
        found.append(
            {"measure": name.strip() or "wins", "difference": one.mean, "low": one.low, "high": one.high}
        )
    return pl.DataFrame(found).head(1)


def _together(data: Data) -> bool:
    """Whether each player was alone with the game."""
    return bool(data.manifest["team"]) or int(data.manifest["seats"]) == 1


def rows(frame: pl.DataFrame) -> list[dict[str, Any]]:
    """A frame as data, its numbers no longer than they are good for."""
    floats = [name for name, kind in frame.schema.items() if kind.is_float()]
    return frame.with_columns(pl.col(name).round(DIGITS) for name in floats).to_dicts()
