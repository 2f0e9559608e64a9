"""Further looks: what the games of an answer leave open is played on, each thing by itself, on other deals.

Every look doubles the games of each thing that is still open, up to so many times its games. Intervals hold
for all looks together (``aims.widened``), so that looking again until something shows does not make it show.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from hashlib import sha256
from math import ceil, log2
from pathlib import Path
from typing import Any

from ...run.statistics import wilson
from .. import measure as measures
from ..measure.frames import Frames
from ..play.running import run
from ..play.study import Stage, Study
from .aims import AIMS, Aim, is_open, stage_name, widened
from .plan import Question

DIGITS = 5
Row = dict[str, Any]


def looks(times: int) -> int:
    """How often a thing is looked at, at most, that may have so many times its games.

    >>> looks(1), looks(2), looks(32)
    (1, 2, 6)
    """
    return 1 + ceil(log2(times))


def open_rows(question: Question, agent: str, answer: Mapping[str, Any]) -> Iterator[tuple[str, Row]]:
    """The rows of an answer that an aim leaves open, and may be played on, with the list that they are of."""
    for aim in question.aims:
        key = AIMS[aim.of].further
        if key and aim.meant(agent):
            yield from ((key, row) for row in answer.get(key, ()) if _open(aim, answer, row))


def _open(aim: Aim, answer: Mapping[str, Any], row: Row) -> bool:
    name = next(AIMS[aim.of].things({AIMS[aim.of].further: [row]})).name
    return any(is_open(aim, one) for one in widened(aim, answer) if one.name == name)


def played_on(
    question: Question,
    agent: str,
    answer: dict[str, Any],
    folder: Path,
    cores: int | None = None,
    ray: str | None = None,
    told: Callable[[str], None] = lambda said: None,
) -> dict[str, Any]:
    """The answer after all further looks; ``told`` hears what is played.

    The first look is the answer itself, so that nothing that it has is played again; neither are looks that
    it has had already.
    """
    began = time.perf_counter()
    times = question.further[agent]
    made = {**answer, "further": times, "looks": looks(times)}
    for _ in range(1, looks(times)):
        for key, row in list(open_rows(question, agent, made)):
            name, first = _name(key, row), question.games[agent] / len(made[key])
            more = min(row["games"], round(times * first) - row["games"])
            if more > 0:
                look = 1 + round(log2(row["games"] / first))
                told(f"{question.id}, {agent}: playing on, {name}, {more:,} games")
                where = folder / f"{_slug(name)}-{look}"
                wins, games = 0.0, 0
                for number, study in enumerate(_studies(question, agent, key, row, more, look)):
                    won, played = _score(run(study, where / str(number), cores, ray), key, row)
                    wins, games = wins + won, games + played
                _add(made, key, row, wins, games)
    return {**made, "seconds": round(made["seconds"] + time.perf_counter() - began)}


def _studies(question: Question, agent: str, key: str, row: Row, games: int, look: int) -> Iterator[Study]:
    """So many games more, as often at every table at which the thing is met; only who wins is noted."""
    tables = _tables(question, agent, key, row)
    each = -(-games // len(tables))
    for number, table in enumerate(tables):
        seed = _seed(question, _name(key, row), look, number)
        yield Study(
            question.game, (agent,), each, seed, table.options, every=each, cards_every=each, watch=each
        )


def _tables(question: Question, agent: str, key: str, row: Row) -> list[Stage]:
    """The tables at which a thing is met."""
    stages = question.study(agent).plan.stages
    if key == "stages":
        return [stage for stage in stages if stage.name == row["stage"]]
    met = sorted((row["character"], row["against"]))
    return [stage for stage in stages if sorted(stage.characters) == met]


def _score(data: Frames, key: str, row: Row) -> tuple[float, int]:
    """Wins and games of a thing; where both or neither wins it is half a win."""
    if key == "stages":
        (found,) = measures.seats(data).filter(seat=0).to_dicts()
    else:
        both = {name: row[name] for name in ("character", "against")}
        (found,) = measures.matchups(data).filter(**both).to_dicts()
    return found["wins"], found["games"]


def _add(made: dict[str, Any], key: str, row: Row, wins: float, games: int) -> None:
    """Counts what was won together with what the row has."""
    whole = row["games"] + games
    found = wilson(row["share"] * row["games"] + wins, whole)
    new = {**row, "games": whole, **{name: round(one, DIGITS) for name, one in asdict(found).items()}}
    made[key] = [new if one is row else one for one in made[key]]
    made["played"] += games
    made["deals"] += games


def _name(key: str, row: Row) -> str:
    return stage_name(row["stage"]) if key == "stages" else f"{row['character']} against {row['against']}"


def _slug(name: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in name)


def _seed(question: Question, name: str, look: int, table: int) -> int:
    """Deals of its own for each thing, look and table."""
    told = f"{question.id} {question.seed} {name} {look} {table}"
    return int.from_bytes(sha256(told.encode()).digest()[:6])
