"""Intervals hold the truth as often as they say, on a game whose odds are known."""

from __future__ import annotations

import polars as pl

from bestiary import lab
from bestiary.core.jit import INTERPRETED
from bestiary.lab import Study
from bestiary.run.statistics import paired, wilson

from .coin import GAME

TIMES, EACH = (100, 40) if INTERPRETED else (400, 150)
ODDS = 0.60  # of seat 0: what the card file says; the charm is as likely on either side
WITH_CHARM = 0.65  # the charm adds 5 per cent for its holder


def covered(hits: pl.DataFrame, truth: float) -> float:
    """How often the interval of a share holds the truth; a row is one repetition."""
    intervals = [wilson(won, games) for won, games in hits.iter_rows()]
    return sum(i.low <= truth <= i.high for i in intervals) / len(intervals)


def test_intervals_cover_the_truth_at_their_rate() -> None:
    frames = lab.play(Study(GAME, ("random",), games=TIMES * EACH, seed=7))
    won = frames.games.select(pl.col("game") // EACH, won=pl.col("payoff_0") > 0)
    seats = won.group_by("game").agg(pl.col("won").sum(), games=pl.len()).select("won", "games")
    assert seats.height == TIMES
    charms = (
        frames.cards.filter((pl.col("card") == "charm") & (pl.col("seat") == 0))
        .group_by(pl.col("game") // EACH)
        .agg(pl.col("won").sum(), games=pl.len())
        .select("won", "games")
    )
    # three standard errors of a share of 95% around it
    reach = 3 * (0.95 * 0.05 / TIMES) ** 0.5
    assert abs(covered(seats, ODDS) - 0.95) < reach
    assert abs(covered(charms, WITH_CHARM) - 0.95) < reach
    assert covered(seats, ODDS + 0.1) < 0.9 - reach  # another truth is not covered


def test_the_agents_of_a_coin_are_equal() -> None:
    """Mirrored deals: two agents that cannot matter are shown to be even, about as often as said."""
    frames = lab.play(Study(GAME, ("random", "bulk"), games=TIMES * 20, seed=5))
    mine = pl.when(pl.col("agent_0") == "bulk").then("payoff_0").otherwise("payoff_1")
    deals = frames.games.group_by("deal", maintain_order=True).agg(((mine + 1) / 2).mean().alias("score"))
    scores = deals["score"].to_list()
    intervals = [paired(scores[i : i + 10]) for i in range(0, len(scores), 10)]
    assert len(intervals) == TIMES
    assert sum(i.low <= 0.5 <= i.high for i in intervals) / len(intervals) > 0.92
