"""Further looks: what the games of an answer leave open is played on, each thing by itself, on other deals;
what lots take is met in every game, and is played on all together.

Every look doubles the games of each thing that is still open, up to so many times its games. Intervals hold
for all looks together (``aims.widened``), so that looking again until something shows does not make it show.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from math import ceil, log2
from pathlib import Path
from typing import Any

from ...run.statistics import wilson
from .. import measure as measures
from ..measure.frames import Frames
from ..play.running import run
from ..play.study import Stage, Study
from . import choosing, gpu
from .aims import AIMS, Aim, is_open, stage_name, widened
from .plan import LOTS, Question

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
    device: str = gpu.CPU,
    heard: Callable[[int, int], None] = lambda done, games: None,
) -> dict[str, Any]:
    """The answer after all further looks; ``told`` hears what is played and ``heard`` how far that is; on a
    GPU, what can be.

    The first look is the answer itself, so that nothing that it has is played again; neither are looks that
    it has had already.
    """
    began = time.perf_counter()
    times = question.further[agent]
    made = {**answer, "further": times, "looks": looks(times)}
    on_gpu = gpu.plays(question, agent, device)
    for look in range(1, looks(times)):
        if question.kind == LOTS:
            _draw_on(question, agent, made, look, folder, cores, ray, told, device, heard)
            continue
        waiting = [one for one in _waiting(question, agent, made) if one.games > 0]
        for one in waiting:
            told(f"{question.id}, {agent}: playing on, {one.name}, {one.games:,} games")
            if not on_gpu:
                _add(made, one, *_scored(question, agent, one, folder, cores, ray, heard))
        for one, wins, games in _on_gpu(question, agent, waiting, device) if on_gpu else ():
            _add(made, one, wins, games)
    if on_gpu:
        made["further_device"] = device
    return {**made, "seconds": round(made["seconds"] + time.perf_counter() - began)}


def _draw_on(
    question: Question,
    agent: str,
    made: dict[str, Any],
    look: int,
    folder: Path,
    cores: int | None,
    ray: str | None,
    told: Callable[[str], None],
    device: str,
    heard: Callable[[int, int], None],
) -> None:
    """Another look at all that lots take, where an aim leaves any of it open."""
    first = question.games[agent]
    games = min(first * 2 ** (look - 1), question.further[agent] * first - made["played"])
    if games <= 0 or made["played"] >= first * 2**look or not any(open_rows(question, agent, made)):
        return
    told(f"{question.id}, {agent}: playing on, {games:,} games")
    more = replace(question, games={agent: games}, seed=_seed(question, LOTS, look, 0))
    if gpu.answers(more, agent, device):
        measured, played, _ = gpu.answered(more, agent, device)
        found = measured["by_lot"]
    else:
        data = run(more.study(agent), folder / f"{LOTS}-{look}", cores, ray, lambda n: heard(n, games))
        found, played = choosing.worth(data), data.games.height
    made["by_lot"] = [
        {key: round(one, DIGITS) if isinstance(one, float) else one for key, one in row.items()}
        for row in choosing.both_of(made["by_lot"], found)
    ]
    made["played"] += played
    made["deals"] += played


@dataclass(frozen=True)
class Open:
    """A thing that is played on: its row, of which list, how often it will be played, in which look."""

    key: str
    row: Row
    games: int
    look: int

    @property
    def name(self) -> str:
        """What people call it."""
        if self.key == "stages":
            return stage_name(self.row["stage"])
        return f"{self.row['character']} against {self.row['against']}"


def _waiting(question: Question, agent: str, made: dict[str, Any]) -> Iterator[Open]:
    """What is open yet."""
    for key, row in open_rows(question, agent, made):
        first = question.games[agent] / len(made[key])
        more = min(row["games"], round(question.further[agent] * first) - row["games"])
        yield Open(key, row, more, 1 + round(log2(row["games"] / first)))


def _scored(
    question: Question,
    agent: str,
    one: Open,
    folder: Path,
    cores: int | None,
    ray: str | None,
    heard: Callable[[int, int], None],
) -> tuple[float, int]:
    where, wins, games = folder / f"{_slug(one.name)}-{one.look}", 0.0, 0
    for number, study in enumerate(_studies(question, agent, one)):

        def so_far(n: int, before: int = games) -> None:
            heard(before + n, one.games)

        data = run(study, where / str(number), cores, ray, so_far)
        won, played = _score(data, one.key, one.row)
        wins, games = wins + won, games + played
    return wins, games


def _on_gpu(
    question: Question, agent: str, waiting: Sequence[Open], device: str
) -> Iterator[tuple[Open, float, int]]:
    """Wins and games of all that is open, those that are played equally often side by side."""
    for games in sorted({one.games for one in waiting}):
        every = [one for one in waiting if one.games == games]
        tables = [_tables(question, agent, one)[0].options for one in every]
        seed = _seed(question, ", ".join(one.name for one in every), every[0].look, 0)
        for one, (wins, played) in zip(every, gpu.stages(question, tables, games, seed, device), strict=True):
            yield one, wins, played


def _studies(question: Question, agent: str, one: Open) -> Iterator[Study]:
    """So many games more, as often at every table at which the thing is met; only who wins is noted."""
    tables = _tables(question, agent, one)
    each = -(-one.games // len(tables))
    for number, table in enumerate(tables):
        seed = _seed(question, one.name, one.look, number)
        yield Study(
            question.game, (agent,), each, seed, table.options, every=each, cards_every=each, watch=each
        )


def _tables(question: Question, agent: str, one: Open) -> list[Stage]:
    """The tables at which a thing is met."""
    stages = question.study(agent).plan.stages
    if one.key == "stages":
        return [stage for stage in stages if stage.name == one.row["stage"]]
    met = sorted((one.row["character"], one.row["against"]))
    return [stage for stage in stages if sorted(stage.characters) == met]


def _score(data: Frames, key: str, row: Row) -> tuple[float, int]:
    """Wins and games of a thing; where both or neither wins it is half a win."""
    if key == "stages":
        (found,) = measures.seats(data).filter(seat=0).to_dicts()
    else:
        both = {name: row[name] for name in ("character", "against")}
        (found,) = measures.matchups(data).filter(**both).to_dicts()
    return found["wins"], found["games"]


def _add(made: dict[str, Any], one: Open, wins: float, games: int) -> None:
    """Counts what was won together with what the row has."""
    key, row = one.key, one.row
    whole = row["games"] + games
    found = wilson(row["share"] * row["games"] + wins, whole)
    new = {**row, "games": whole, **{name: round(one, DIGITS) for name, one in asdict(found).items()}}
    made[key] = [new if old is row else old for old in made[key]]
    made["played"] += games
    made["deals"] += games


def _slug(name: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in name)


def _seed(question: Question, name: str, look: int, table: int) -> int:
    """Deals of its own for each thing, look and table."""
    told = f"{question.id} {question.seed} {name} {look} {table}"
    return int.from_bytes(sha256(told.encode()).digest()[:6])
