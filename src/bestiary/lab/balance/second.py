"""A second run: what came of it when questions were put to other deals, kept beside the answers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Any

from ...core.errors import SaveError
from .checking import Checked
from .parts import Answer, table
from .plan import Plan, Question

NAME = "second.json"  # beside the answers
FEWEST = 20  # games of a question that is asked in part
OF = ("content", "revision", "played")  # of the answer that was held against it
KEYS = ("question", "agent", "seed", "games", "figures", "agree", "differ", "revision", "of")
Row = dict[str, Any]


def part_of(question: Question, agent: str, seed: int, percent: int) -> Question:
    """The question put to other deals, in so many percent of its games; nothing is played on."""
    games = question.games[agent]
    fewer = min(games, max(FEWEST, ceil(games * percent / 100)))
    return replace(question, games={agent: fewer}, further={}).seeded(seed)


def row(question: Question, agent: str, answer: Answer, fresh: Answer, every: Sequence[Checked]) -> Row:
    """What came of one question."""
    return {
        "question": question.id,
        "agent": agent,
        "seed": fresh["seed"],
        "games": fresh["played"],
        "figures": len(every),
        "agree": sum(one.agrees for one in every),
        "differ": [one.said for one in every if not one.agrees],
        "revision": fresh["revision"],
        "of": _of(answer),
    }


def path(plan: Plan) -> Path:
    """Where a second run is kept."""
    return plan.data / NAME


def read(plan: Plan) -> list[Row]:
    """All that is kept of a second run."""
    if not path(plan).exists():
        return []
    try:
        rows: list[Row] = json.loads(path(plan).read_text(encoding="utf-8"))["rows"]
        for one in rows:
            _ = [one[key] for key in KEYS]
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise SaveError(f"{path(plan)} cannot be read as a second run: {problem}.") from None
    return rows


def kept(plan: Plan, known: Mapping[str, Mapping[str, Answer]]) -> list[Row]:
    """What speaks of the answers that there are."""
    return [one for one in read(plan) if _of(known.get(one["question"], {}).get(one["agent"])) == one["of"]]


def _of(answer: Answer | None) -> list[Any] | None:
    return None if answer is None else [answer[key] for key in OF]


def with_row(rows: Sequence[Row], new: Row) -> dict[str, Any]:
    """The rows with a new one, which takes the place of an earlier one."""
    name = new["question"], new["agent"]
    return {"rows": [*(one for one in rows if (one["question"], one["agent"]) != name), new]}


def told(rows: Sequence[Row], answers: int) -> Iterator[str]:
    """The part of the page."""
    if not rows:
        return
    figures, agree = (sum(one[key] for one in rows) for key in ("figures", "agree"))
    seeds, at = (sorted({str(one[key]) for one in rows}) for key in ("seed", "revision"))
    games = sum(one["games"] for one in rows)
    yield "## A second run"
    where = f"seed {', '.join(seeds)}; {games:,} games, at {', '.join(f'`{one}`' for one in at)}"
    yield (
        f"{len(rows)} of {answers} answers were put to other deals ({where}): {agree:,} of {figures:,} "
        "figures agree. Two agree where they differ by no more than both intervals explain, which hold "
        "with 95% for all figures of an answer together: about one answer in twenty has one that differs."
    )
    differ = [[one["question"], f"`{one['agent']}`", said] for one in rows for said in one["differ"]]
    if differ:
        yield table(["question", "player", "what differs"], differ)
