"""Choices: how many of them matter, and what is chosen where something is offered.

Both look at games of a study once more, move by move. A choice matters where the best one is worth two points
more than the second, as pairs of trees find it that grow with the same luck (``agents.judge``); one decision
of every game is judged, so that decisions are as independent as games.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from math import hypot, sqrt
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ...agents.base import make_agent
from ...agents.judge import SURVEY, Case, Figure, Judge, Stage, drained
from ...agents.tree import TreeSearch
from ...core.errors import BestiaryError
from ...core.match import Match
from ...core.record import Records, fields
from ...core.rng import mixed
from ...core.words import sentence
from ...run.differences import together
from ...run.statistics import Z95, student, wilson
from ..measure.frames import shares
from ..play.again import again, openings, study_of
from ..play.storage import Data
from ..play.study import Study

SEARCH = "mcts"  # by whose trees choices are judged, where nobody else is named
POINTS = 0.02  # by which the best must be worth more than the second
PAIRS = (6, 12, 24, 48, 96, 192, 384)  # of trees, after which is looked whether a decision is settled
LEVEL = together(0.95, len(PAIRS))  # of every look, so that all of them hold
TOLD = f"{PAIRS[-1]}-judged.jsonl"
OFFER = {
    "phase": pl.String,
    "choice": pl.String,
    "deal": pl.Int64,
    "took": pl.Boolean,
    "won": pl.Boolean,
}


@dataclass(frozen=True)
class Judged:
    """One decision: whether it matters, does not, or was not settled with the trees that were grown."""

    game: int
    number: int  # of the decision in its game
    choices: int
    gap: float
    low: float
    high: float

    @property
    def matters(self) -> bool | None:
        """None where it is not settled."""
        return _matters(self)


def judged(
    data: Data, tree: int, seed: int, by: str = SEARCH, progress: Callable[[int], None] | None = None
) -> list[Judged]:
    """One decision of each game, judged by the trees of a searcher; what is kept in the folder already is not
    judged again."""
    path = data.folder / f"{by}-{tree}-{TOLD}"
    known = [Judged(**json.loads(line)) for line in path.read_text().splitlines()] if path.exists() else []
    done = {one.game for one in known}
    study = study_of(data)
    game, content = study.plan.game, study.plan.content
    searcher = make_agent(f"{by}:{tree}", game, content, cores=1)
    assert isinstance(searcher, TreeSearch)
    judge = Judge(game, content, tree)
    judge.agent = searcher
    for number in data.games["game"].to_list():
        if number not in done and (found := _one(judge, again(data, number, study), number, seed)):
            known.append(found)
            with path.open("a", encoding="utf-8") as out:
                out.write(json.dumps(asdict(found)) + "\n")
        if progress:
            progress(number)
    return sorted(known, key=lambda one: one.game)


def _one(judge: Judge, match: Match, game: int, seed: int) -> Judged | None:
    """A decision of a match, by lot among those with a choice."""
    free = [n for n in range(len(match.history)) if len(match.engine.legal(match.state_at(n))) > 1]
    if not free:
        return None
    own = int(mixed(np.uint64(seed), game))
    number = free[own % len(free)]
    state = match.state_at(number)
    seat = match.history[number].seat
    gap = gap_of(judge, match.engine.hidden(state, seat), seat, own)
    return Judged(game, number, len(match.engine.legal(state)), gap.value, gap.low, gap.high)


def gap_of(judge: Judge, seen: Records, seat: int, seed: int) -> Figure:
    """How much more the choice that a search likes best is worth than the best of the others; below 0 where
    that one proves better. Pairs are grown until it is plain whether that is two points, or they are many;
    the interval holds for all looks together."""
    search = judge.agent.begin(seen, seat, int(mixed(np.uint64(seed), 0)), SURVEY * judge.tree)
    drained(search.slices())
    case = Case(search.opinions()[0].action)
    drained(judge.think(case, Stage.LOOK, seen, seat, seed))
    for pairs in PAIRS:
        drained(judge.compare(case, seen, seat, seed, pairs))
        gap = _gap(np.array(case.mine) - np.array(case.other))
        if _matters(gap) is not None:
            break
    return gap


def _gap(found: NDArray[np.float64]) -> Figure:
    """The mean of what pairs have found, with an interval that holds for all looks."""
    reach = student(len(found) - 1, LEVEL) * float(np.std(found, ddof=1)) / sqrt(len(found))
    mean = float(np.mean(found))
    return Figure(mean, mean - reach, mean + reach)


def _matters(gap: Figure | Judged) -> bool | None:
    """Whether one of two choices is worth two points more than the other; None where it is not settled."""
    if gap.low > POINTS or gap.high < -POINTS:
        return True
    return False if gap.low > -POINTS and gap.high < POINTS else None


def matter(decided: Sequence[Judged]) -> dict[str, Any]:
    """The share of decisions that matter: games, unsure, share, low, high. The interval reaches from none of
    the unsettled ones to all of them."""
    sure = sum(one.matters is True for one in decided)
    unsure = sum(one.matters is None for one in decided)
    measured = sum(abs(one.gap) >= POINTS for one in decided)
    low = wilson(sure, len(decided)).low
    high = wilson(sure + unsure, len(decided)).high
    share = measured / len(decided) if decided else 0.0
    return {"games": len(decided), "unsure": unsure, "share": share, "low": low, "high": high}


# ---- what is chosen ----------------------------------------------------------------------------------


def chosen(
    data: Data, phases: Sequence[str], progress: Callable[[int], None] | None = None
) -> list[dict[str, Any]]:
    """What is chosen where something is asked: phase, choice, offered, share (of those who were offered it),
    low, high, chose (how many did), won (the share of their games that were won), won_low, won_high.

    What they win goes along with the choice; it need not be its doing.
    """
    study = study_of(data)
    offers = []
    for row in data.games.select("game", "deal", "winners").iter_rows(named=True):
        match = again(data, int(row["game"]), study)
        for phase, label, seat, took in _offers(match, phases):
            offers.append((phase, label, int(row["deal"]), took, bool(row["winners"] >> seat & 1)))
        if progress:
            progress(int(row["game"]))
    table = pl.DataFrame(offers, OFFER, orient="row")
    by = ["phase", "choice"]
    how_often = shares(table, by, "took").rename({"games": "offered", "wins": "chose"})
    winning = shares(table.filter(pl.col("took")), by).select(
        *by,
        pl.col("share").alias("won"),
        pl.col("low").alias("won_low"),
        pl.col("high").alias("won_high"),
    )
    found = how_often.join(winning, on=by, how="left").sort("phase", "share", descending=[False, True])
    return found.with_columns(pl.col("chose").cast(pl.Int64)).drop("deals").to_dicts()


def worth(data: Data) -> list[dict[str, Any]]:
    """What each choice is worth where a lot has chosen: phase, choice, offered, chose, won (the share of
    their games), others (the same of those who got something else), gain (the difference), low, high.

    Nobody chose, so the difference is the choice's doing. Deals are what is independent: one deal may offer
    the same several times. Lots are looked at that are drawn at the beginning (``openings``).
    """
    study = study_of(data)
    games = data.games.select("game", "deal", "winners").rows()
    offers = [
        (phase, label, int(deal), took, bool(winners >> seat & 1))
        for (_, deal, winners), match in zip(games, openings(study, [row[0] for row in games]), strict=True)
        for phase, label, seat, took in _offers(match, study.lots)
    ]
    return gains(pl.DataFrame(offers, OFFER, orient="row"))


def labels(study: Study, games: int) -> dict[tuple[int, int, int], tuple[str, str]]:
    """Question and words of what a lot meets in the beginnings of so many games: by seat, by the how manieth
    lot of that seat it is, and by choice."""
    found: dict[tuple[int, int, int], tuple[str, str]] = {}
    for match in openings(replace(study, games=games), range(games)):
        drawn: Counter[int] = Counter()
        for states, phase, legal, seat, _ in _asked(match, study.lots):
            for action in legal:
                said = phase, _label(match, states, action, seat)
                if found.setdefault((seat, drawn[seat], action), said) != said:
                    raise BestiaryError(f"lots: {said[1]!r} is not what every game offers there.")
            drawn[seat] += 1
    return found


def gains(offers: pl.DataFrame) -> list[dict[str, Any]]:
    """What was won with each thing that was offered, and with something else."""
    table = offers.with_columns(pl.col("won").cast(pl.Float64))
    by, took = ["phase", "choice"], pl.col("took")
    mine, others = (pl.col("won").filter(one).mean() for one in (took, ~took))
    moved = (
        pl.when(took)
        .then((pl.col("won") - mine) / took.sum())
        .otherwise((others - pl.col("won")) / (~took).sum())
    )
    each = table.with_columns(moved.over(by).alias("moved"))
    spread = (
        each.group_by(*by, "deal").agg(pl.sum("moved")).group_by(by).agg((pl.col("moved") ** 2).sum().sqrt())
    )
    found = table.group_by(by).agg(
        pl.len().alias("offered"),
        took.sum().cast(pl.Int64).alias("chose"),
        mine.alias("won"),
        others.alias("others"),
    )
    gain, reach = pl.col("won") - pl.col("others"), Z95 * pl.col("moved")
    both = found.join(spread, on=by).filter(pl.col("won").is_not_null() & pl.col("others").is_not_null())
    told = both.with_columns(gain.alias("gain"), (gain - reach).alias("low"), (gain + reach).alias("high"))
    return told.drop("moved").sort("phase", "gain", "choice", descending=[False, True, False]).to_dicts()


def both_of(rows: Sequence[dict[str, Any]], more: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What each choice is worth by two samples of different deals together, as ``worth`` has it of one."""
    both: dict[tuple[str, str], dict[str, Any]] = {}
    for row in (*rows, *more):
        name = row["phase"], row["choice"]
        both[name] = _summed(both[name], row) if name in both else row
    return sorted(both.values(), key=lambda row: (row["phase"], -row["gain"], row["choice"]))


def _summed(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    offered, chose = one["offered"] + other["offered"], one["chose"] + other["chose"]
    won = sum(row["won"] * row["chose"] for row in (one, other)) / chose
    others = sum(row["others"] * (row["offered"] - row["chose"]) for row in (one, other)) / (offered - chose)
    reach = hypot(*(row["offered"] / offered * (row["high"] - row["gain"]) for row in (one, other)))
    gain = won - others
    counts = {"offered": offered, "chose": chose, "won": won, "others": others}
    return {**one, **counts, "gain": gain, "low": gain - reach, "high": gain + reach}


def _asked(match: Match, phases: Sequence[str]) -> Iterator[tuple[Records, str, list[int], int, int]]:
    """Where one of these was asked in a match, with a choice: state, question, choices, seat, choice."""
    words = match.game.questions.numbers.words
    for n, entry in enumerate(match.history):
        states = match.state_at(n)
        phase = words[int(states[0]["phase"])]
        if phase in phases and len(legal := match.engine.legal(states)) > 1:
            yield states, phase, legal, entry.seat, entry.action


def _offers(match: Match, phases: Sequence[str]) -> Iterator[tuple[str, str, int, bool]]:
    """All that was offered in a match where one of these was asked, with a choice."""
    for states, phase, legal, seat, chosen in _asked(match, phases):
        for action in legal:
            yield phase, _label(match, states, action, seat), seat, action == chosen


def _label(match: Match, states: Records, action: int, seat: int) -> str:
    hidden = fields(match.engine.hidden(states, seat)[0])
    meaning = match.engine.meaning(states, action)
    return sentence(match.game, match.content, hidden, meaning, match.people(None))
