"""What the learned player answers on a GPU: questions about a team of which nothing is noted but who wins,
and what lots have brought."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from ...core.changes import Changes
from ...core.registry import load
from ...extras import MissingExtra
from ...learn.network import Network, at_home
from ...run.differences import difference
from . import choosing
from .plan import INSTEAD, LOTS, Question

if TYPE_CHECKING:
    from ...learn.outcomes import Outcomes

CPU, DEVICES = "cpu", ("cpu", "cuda")
LEARNED = "net"
OPENINGS = 10  # of every table, in which everything is offered that a lot takes


def plays(question: Question, agent: str, device: str) -> bool:
    """Whether the games of a question, or what is played on of it, are the GPU's."""
    return device != CPU and agent == LEARNED and load(question.game).team


def answers(question: Question, agent: str, device: str) -> bool:
    """Whether all of the question can be answered there."""
    return plays(question, agent, device) and question.kind in (INSTEAD, LOTS)


def answered(question: Question, agent: str, device: str) -> tuple[dict[str, Any], int, int]:
    """What is measured, in how many games of how many deals."""
    if question.kind == LOTS:
        offers, games = _by_lot(question, agent, device)
        return {"by_lot": choosing.gains(offers)}, games, games
    made = [
        (name, Changes(load(question.game), list(said)).content) for name, said in question.instead.items()
    ]
    given = _played(question, agent, device).won
    found = []
    for name, content in made:
        moved = _played(question, agent, device, content).won.astype(float) - given
        one = difference(moved.ravel())
        found.append({"instead": name, "difference": one.mean, "low": one.low, "high": one.high})
    return {"made": found}, given.size * (1 + len(made)), given.size


def stages(
    question: Question, tables: Sequence[Mapping[str, Any]], games: int, seed: int, device: str
) -> list[tuple[float, int]]:
    """Wins and games at every table."""
    won = _outcomes(question, tables, games, seed, device).won
    return [(float(share), games) for share in won.sum(axis=0)]


def _tables(question: Question, agent: str) -> list[Mapping[str, Any]]:
    return [stage.options for stage in question.study(agent).plan.stages]


def _played(question: Question, agent: str, device: str, content: Any = None) -> Outcomes:
    tables = _tables(question, agent)
    games = -(-question.games[agent] // len(tables))
    return _outcomes(question, tables, games, question.seed, device, content)


def _by_lot(question: Question, agent: str, device: str) -> tuple[pl.DataFrame, int]:
    """A row for everything that was offered where a lot chose."""
    tables, game = _tables(question, agent), load(question.game)
    labels = choosing.labels(question.study(agent), OPENINGS * len(tables))
    verbs = {game.actions.verb(action).name for _, _, action in labels}
    games = -(-question.games[agent] // len(tables))
    found = _outcomes(question, tables, games, question.seed, device, lots=verbs)
    who = ["match", "table", "seat"]
    drawn = pl.DataFrame(found.lots, [*who, "step", "action", "took"], orient="row")
    drawn = drawn.with_columns((pl.col("step").rank("dense").over(who) - 1).alias("number"))
    won = found.payoffs > 0
    offers = []
    for match, table, seat, number, action, took in drawn.select(*who, "number", "action", "took").rows():
        deal = match * len(tables) + table
        offers.append((*labels[seat, number, action], deal, bool(took), bool(won[match, table, seat])))
    return pl.DataFrame(offers, choosing.OFFER, orient="row"), games * len(tables)


def _outcomes(
    question: Question,
    tables: Sequence[Mapping[str, Any]],
    games: int,
    seed: int,
    device: str,
    content: Any = None,
    lots: Any = (),
) -> Outcomes:
    try:
        from ...learn.outcomes import outcomes
    except ImportError as problem:
        raise MissingExtra(f"--device {device}", "learn", problem.name) from None
    game = load(question.game)
    return outcomes(game, _network(question.game), tables, games, int(np.int64(seed)), device, content, lots)


@cache
def _network(slug: str) -> Network:
    game = load(slug)
    return Network.load(at_home(game), game)
