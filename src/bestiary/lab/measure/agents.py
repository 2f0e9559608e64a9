"""Agents against each other, on the same deals."""

from __future__ import annotations

from itertools import combinations
from math import log

import polars as pl

from ...run.statistics import Meeting, Rating, bradley_terry, paired, wilson
from .frames import Frames, is_shared, seat_count, sittings

PAIR = {
    "first": pl.String,
    "second": pl.String,
    "games": pl.Int64,
    "deals": pl.Int64,
    "wins": pl.Float64,
    "share": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "better": pl.String,
}
RATING = {
    "agent": pl.String,
    "elo": pl.Float64,
    "error": pl.Float64,
    "games": pl.Int64,
    "share": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
}


def agent_names(data: Frames) -> list[str]:
    """The agents that sit somewhere, by name."""
    found: set[str] = set()
    for seat in range(seat_count(data)):
        found.update(data.games[f"agent_{seat}"].drop_nulls().unique())
    return sorted(found)


def _scores(data: Frames) -> pl.DataFrame:
    """What each agent scored in each game: game, deal, agent, seats, score."""
    found = (
        sittings(data)
        .group_by("game", "agent")
        .agg(
            pl.col("deal").first(),
            pl.len().cast(pl.Int64).alias("seats"),
            pl.col("won").sum().cast(pl.Float64).alias("won"),
            pl.col("winning").first(),
        )
    )
    agents = pl.len().over("game")
    even = pl.when(agents > 1).then(1 / agents).otherwise(0.0)
    score = pl.when(pl.col("winning") > 0).then(pl.col("won") / pl.col("winning")).otherwise(even)
    return found.select("game", "deal", "agent", "seats", score.alias("score")).sort("game", "agent")


def _pair(scores: pl.DataFrame, first: str, second: str, alone: bool) -> pl.DataFrame:
    """The games of two agents with what the first scored; alone, a deal stands for a game."""
    ours = scores.filter(pl.col("agent") == first)
    theirs = scores.filter(pl.col("agent") == second)
    if not alone:
        return ours.join(theirs.select("game"), on="game")
    met = ours.join(theirs.select("deal", pl.col("score").alias("other")), on="deal")
    return met.with_columns(((1 + pl.col("score") - pl.col("other")) / 2).alias("score"))


def meetings(data: Frames) -> pl.DataFrame:
    """Every two agents that met: first, second, games, deals, wins, share, low, high, better.

    The interval is Student's over the means of deals, in which the luck of the cards has fallen out.
    """
    alone, scores = is_shared(data), _scores(data)
    rows = []
    for first, second in combinations(agent_names(data), 2):
        met = _pair(scores, first, second, alone)
        if met.is_empty():
            continue
        deals = met.group_by("deal").agg(pl.col("score").mean()).sort("deal")["score"].to_list()
        found = paired(deals)
        better = first if found.low > 0.5 else second if found.high < 0.5 else None
        won = float(met["score"].sum())
        rows.append((first, second, met.height, len(deals), won, found.share, found.low, found.high, better))
    return pl.DataFrame(rows, PAIR, orient="row")


def ratings(data: Frames) -> pl.DataFrame:
    """The agents, strongest first: agent, elo (Bradley-Terry, mean zero), error, games, share, low, high."""
    scores, rows = _scores(data), []
    for name, rating in _rated(data, scores).items():
        own = scores.filter(pl.col("agent") == name)
        found_share = wilson(float(own["score"].sum()), own.height)
        rows.append(
            (name, rating.elo, rating.error, own.height, found_share.share, found_share.low, found_share.high)
        )
    return pl.DataFrame(rows, RATING, orient="row").sort("elo", "agent", descending=[True, False])


def above(data: Frames, upper: str, lower: str) -> tuple[float, float]:
    """How many points of Elo an agent is above another, and the standard error of that."""
    rated = _rated(data, _scores(data))
    if upper not in rated or lower not in rated:
        return 0.0, 0.0
    one = rated[upper]
    return one.elo - rated[lower].elo, one.above[list(rated).index(lower)]


def swept(data: Frames, first: str, second: str) -> bool:
    """Whether one of two agents won all that was decided between them."""
    met = _pair(_scores(data), first, second, is_shared(data))
    settled = met.filter(pl.col("score") != 0.5)["score"]
    return bool(len(settled)) and settled.n_unique() == 1 and settled[0] in (0.0, 1.0)


def _rated(data: Frames, scores: pl.DataFrame) -> dict[str, Rating]:
    """Every agent's rating; of those who play alone only deals count in which one did better."""
    names, alone, seats = agent_names(data), is_shared(data), seat_count(data)
    met = []
    for a, b in combinations(range(len(names)), 2):
        found = _pair(scores, names[a], names[b], alone)
        if alone:
            found = found.filter(pl.col("score") != 0.5)
        held = found.group_by("seats").agg(pl.col("score").sum(), pl.len().alias("n")).sort("seats")
        for sat, score, n in held.iter_rows():
            start = 0.0 if alone else log(sat / (seats - sat))
            met.append(Meeting(a, b, score, n, start))
    return dict(zip(names, bradley_terry(len(names), met) if names else [], strict=True))


def budgets(data: Frames) -> pl.DataFrame:
    """Of the pairs in ``meetings``, those of one search with two budgets, the larger one first; with
    ``times``, by how much it is larger."""
    rows = []
    for row in meetings(data).iter_rows():
        first, second = (_budget(name) for name in row[:2])
        if first is None or second is None or first[0] != second[0] or first[1] == second[1]:
            continue
        a, b, games, deals, won, share, low, high, better = row
        if first[1] < second[1]:
            a, b, won, share, low, high = b, a, games - won, 1 - share, 1 - high, 1 - low
            first, second = second, first
        rows.append((a, b, games, deals, won, share, low, high, better, first[1] / second[1]))
    return pl.DataFrame(rows, PAIR | {"times": pl.Float64}, orient="row").sort("times", "first")


def _budget(agent: str) -> tuple[str, int] | None:
    kind, _, number = agent.partition(":")
    return (kind, int(number)) if number.isdigit() and int(number) > 0 else None
