"""Measuring: one question, put to one player, and the answer as data."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from ...core.changes import Changes
from ...learn.network import digest
from ...run.differences import difference
from ...run.statistics import wilson
from .. import measure as measures
from ..compare.questions import restricted, whatif
from ..measure.frames import Frames, has_characters
from ..play.running import run
from ..play.storage import Data, code_of
from ..report.names import card_words, printed
from . import choosing, gpu, qualities
from .plan import AGAINST, CHANGES, CHOICES, FORBID, INSTEAD, LADDER, LOTS, PHASES, Question

DIGITS = 5
JUDGED = 2_000  # games, the first of a question, at every decision of which chances are told
CHANCES = ("comebacks", "open")  # what is measured of these alone
NOBODY_KNOWS = {"open": None, "low": None, "high": None}
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
    device: str = gpu.CPU,
) -> dict[str, Any]:
    """Plays what a question asks of a player, less what is in the folder already, and measures it; on a GPU
    what is asked of a team that learned."""
    began = time.perf_counter()
    clock = folder.with_name(f"{folder.name}.seconds")  # of all sittings
    before = float(clock.read_text()) if clock.exists() else 0.0
    if gpu.answers(question, agent, device):
        measured, played, deals = gpu.answered(question, agent, device)
        found = {key: [rounded(row) for row in rows] for key, rows in measured.items()}
        head = {**_head(question, agent, played, deals), "device": device}
        return {**head, **found, "seconds": round(time.perf_counter() - began)}
    try:
        if question.kind == CHANGES:
            return _changed(question, agent, cores, progress, began)
        if question.kind == INSTEAD:
            return _instead(question, agent, folder, cores, ray, progress, began)
        data = run(question.study(agent), folder, cores, ray, progress)
        found = _measured(question, agent, data)
        if question.judged:
            found = told_chances(found, _judged(question, agent, data, folder, cores, ray))
    finally:
        took = before + time.perf_counter() - began
        folder.parent.mkdir(parents=True, exist_ok=True)
        clock.write_text(f"{took:.1f}")
    head = _head(question, agent, data.games.height, int(data.manifest["deals"]))
    return {**head, **found, "seconds": round(took)}


def _judged(
    question: Question,
    agent: str,
    data: Data | None,
    folder: Path,
    cores: int | None,
    ray: str | None,
    progress: Callable[[int], None] | None = None,
) -> Data:
    """The first games of a question, all of them watched; nothing is played again that is so already."""
    study = question.study(agent)
    if data is not None and study.games <= JUDGED and study.plan.watch == 1:
        return data
    few = replace(study, games=min(study.games, JUDGED), watch=1)
    return run(few, folder.with_name(f"{folder.name}-judged"), cores, ray, progress)


def told_chances(found: dict[str, Any], judged: Frames) -> dict[str, Any]:
    """What was measured, with what chances tell of the games of which they are told."""
    rows = {"comebacks": qualities.comebacks(judged), "open": qualities.openness(judged)}
    made = found | {name: rounded(row) for name, row in rows.items() if row}
    if "tension" in found:
        by_stage = qualities.tension(judged)
        made["tension"] = [row | rounded(by_stage.get(row["stage"], {})) for row in found["tension"]]
    return made


def measured_again(
    question: Question,
    agent: str,
    answer: dict[str, Any],
    folder: Path,
    cores: int | None = None,
    ray: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """An answer of which something else is measured now; of its games only those are played that this
    needs, and they come out as they did. Choices and ladders are looked at anew."""
    if question.kind in (CHOICES, LADDER):
        return measure(question, agent, folder, cores, ray, progress)
    began = time.perf_counter()
    found = {key: value for key, value in answer.items() if key not in CHANCES}
    if "tension" in found:
        found["tension"] = [row | NOBODY_KNOWS for row in found["tension"]]
    if question.judged:
        found = told_chances(found, _judged(question, agent, None, folder, cores, ray, progress))
    took = round(found["seconds"] + time.perf_counter() - began)
    return {**found, "measures": question.measures, "seconds": took}


def same(question: Question, agent: str, answer: dict[str, Any], besides: tuple[str, ...] = ()) -> bool:
    """Whether an answer is to this question, by the code that would answer it now; besides some fields."""
    asked = _head(question, agent, 0, 0)
    beyond = ("played", "deals", *besides)
    return all(answer.get(key) == value for key, value in asked.items() if key not in beyond)


def stale(question: Question, agent: str, answer: dict[str, Any]) -> bool:
    """Whether all about an answer is as it would be now but for what is measured of its games."""
    return not same(question, agent, answer) and same(question, agent, answer, ("measures",))


def by_now(question: Question, agent: str, answer: dict[str, Any]) -> dict[str, Any]:
    """The answer as one by the cards and the code of now, which play it as those did that gave it."""
    measured = {"measures": answer["measures"]}  # what was measured of the games stays what it is
    return {**answer, **_head(question, agent, answer["played"], answer["deals"]), **measured}


def _head(question: Question, agent: str, played: int, deals: int) -> dict[str, Any]:
    plan = question.study(agent).plan
    return {
        "question": question.id,
        "agent": agent,
        **{key: value for key, value in question.asked.items() if value},
        "game": plan.game.name,
        "content": plan.content.fingerprint,
        "code": code_of(plan.game, plan.agents),
        **digest(plan.game, (*plan.agents, *question.judges)),  # another network is another player
        "options": dict(plan.stages[0].options),
        "seed": question.seed,
        "measures": question.measures,
        "games": question.games[agent],
        "played": played,
        "deals": deals,
    }


def _measured(question: Question, agent: str, data: Data) -> dict[str, Any]:
    """The measures that an answer is made of."""
    if question.kind == FORBID:
        return {"difference": rows(_forgone(question, data))}
    if question.kind == AGAINST:
        return {"wins": [_met(row, question.against) for row in rows(measures.meetings(data))]}
    if question.kind == LADDER:
        met = measures.meetings(data).select("first", "second", *SHARE)
        return {
            "depth": rounded(qualities.depth(data, question.seated(agent)[0], agent)),
            "sources": [rounded(row) for row in qualities.sources(data)],
            "meetings": rows(met),
        }
    if question.kind == CHOICES:
        judged = choosing.judged(data, question.choices, question.seed, question.judge or choosing.SEARCH)
        return {"matter": rounded(choosing.matter(judged))}
    if question.kind == PHASES:
        return {"chosen": [rounded(row) for row in choosing.chosen(data, question.phases)]}
    if question.kind == LOTS:
        return {"by_lot": [rounded(row) for row in choosing.worth(data)]}
    return measures_of(question, data)


def measures_of(question: Question, data: Frames) -> dict[str, Any]:
    """How games went, but for what chances tell."""
    found: dict[str, Any] = {"length": rows(measures.length_summary(data))[0]}
    turns = measures.turns(data)
    if turns["games"][0]:
        found["turns"] = rows(turns)[0]
    if measures.is_shared(data):
        stages = measures.stages(data)
        found["stages"] = rows(stages.filter(pl.col("seat") == 0).select("stage", *SHARE))
        found["losses"] = rows(measures.losses(data))
        found["tension"] = [rounded(row) | NOBODY_KNOWS for row in qualities.stages(data)]
        if has_characters(data):
            found["parties"] = rows(measures.parties(data).select("stage", "party", *SHARE))
    else:
        found["seats"] = rows(measures.seats(data).select("seat", *SHARE, "fair"))
        found["first"] = rounded(qualities.first_move(data))
    found["endings"] = rows(measures.endings(data).select("ending", *SHARE))
    if measures.characters(data).height and not measures.is_shared(data):
        met = measures.matchups(data).filter(pl.col("character") < pl.col("against"))
        found["characters"] = rows(measures.characters(data).select("character", *SHARE))
        found["matchups"] = rows(met.select("character", "against", *SHARE))
    if data.cards.height and not measures.is_shared(data):
        labels, _, kinds = card_words(printed(getattr(data, "manifest", {})))
        given = rows(measures.cards(data, labels).select(CARD))
        found["cards"] = [_card(row, kinds.get(row["card"], "")) for row in given]
    for name, row in (
        ("everybody", qualities.everybody(data, question.turn) if question.turn else None),
        ("minutes", qualities.minutes(data, question.pace) if question.pace else None),
    ):
        if row:
            found[name] = rounded(row)
    return found


def _changed(
    question: Question, agent: str, cores: int | None, progress: Callable[[int], None] | None, began: float
) -> dict[str, Any]:
    """What changes of cards take from those who hold the card, on the same deals; played in one sitting."""
    found, played = [], 0
    for name, made in question.changes.items():
        heard = (lambda n, _, before=played: progress(before + n)) if progress else None
        both = whatif(
            question.game, list(made), question.games[agent], (agent,), question.seed, question.options,
            cores=cores, progress=heard,
        )  # fmt: skip
        played += 2 * both.games
        held = both.frame.filter(pl.col("measure").str.starts_with("wins holding")).to_dicts()
        for row in held:
            lost = {"difference": -row["difference"], "low": -row["high"], "high": -row["low"]}
            found.append(rounded({"measure": name, **lost}))
    head = _head(question, agent, played, played // 2)
    return {**head, "difference": found, "seconds": round(time.perf_counter() - began)}


def _instead(
    question: Question,
    agent: str,
    folder: Path,
    cores: int | None,
    ray: str | None,
    progress: Callable[[int], None] | None,
    began: float,
) -> dict[str, Any]:
    """What a team wins more or less with other cards, on the same deals."""
    study = question.study(agent)
    given = run(study, folder / "given", cores, ray, progress).games
    found, played = [], given.height
    for number, (name, made) in enumerate(question.instead.items()):
        heard = (lambda n, before=played: progress(before + n)) if progress else None
        other = replace(study, content=Changes(study.plan.game, list(made)).content)
        games = run(other, folder / str(number), cores, ray, heard).games
        played += games.height
        both = games.select("deal", new=_won).join(given.select("deal", old=_won), on="deal")
        one = difference((both["new"] - both["old"]).to_numpy())
        found.append(rounded({"instead": name, "difference": one.mean, "low": one.low, "high": one.high}))
    head = _head(question, agent, played, given.height)
    return {**head, "made": found, "seconds": round(time.perf_counter() - began)}


_won = (pl.col("winners") > 0).cast(pl.Float64)


def _met(row: dict[str, Any], against: str) -> dict[str, Any]:
    """How one fares against another, whoever of the two is named first."""
    if row["second"] == against:
        return {"agent": row["first"], **{key: row[key] for key in SHARE}}
    turned = {"share": 1 - row["share"], "low": 1 - row["high"], "high": 1 - row["low"]}
    return {"agent": row["second"], "games": row["games"], **turned}


def _card(row: dict[str, Any], kind: str) -> dict[str, Any]:
    shown = wilson(row["played"] * row["held_by"], row["held_by"])
    return {
        **row,
        **({"kind": kind} if kind else {}),
        "played_low": round(shown.low, DIGITS),
        "played_high": round(shown.high, DIGITS),
    }


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


def rounded(row: dict[str, Any]) -> dict[str, Any]:
    """A row, its numbers no longer than they are good for."""
    return {key: round(value, DIGITS) if isinstance(value, float) else value for key, value in row.items()}
