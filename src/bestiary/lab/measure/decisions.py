"""Decisions: how many choices there are, when the game is decided, who comes back."""

from __future__ import annotations

import polars as pl

from .frames import Frames, shares
from .values import LEAD_KINDS, chances, leads, sampled

STEPS = 10  # parts into which a game is divided
BEHIND = (0.5, 0.25, 0.1)  # values below which a winner was behind, far behind, nearly lost


def branching(data: Frames) -> pl.DataFrame:
    """One row: games, decisions, choices (mean at a decision), free_choices (mean where there is more
    than one), forced (share of the decisions with one choice), moves (free decisions in a game)."""
    total = data.games.select(
        pl.len().cast(pl.Int64).alias("games"),
        pl.col("decisions").cast(pl.Int64).sum(),
        pl.col("moves").cast(pl.Int64).sum().alias("free"),
        pl.col("choices").cast(pl.Int64).sum().alias("all_choices"),
    )
    decided = pl.when(pl.col("decisions") > 0).then(pl.col("decisions"))
    free = pl.when(pl.col("free") > 0).then(pl.col("free"))
    return total.select(
        "games",
        "decisions",
        (pl.col("all_choices") / decided).alias("choices"),
        ((pl.col("all_choices") - (pl.col("decisions") - pl.col("free"))) / free).alias("free_choices"),
        (1 - pl.col("free") / decided).alias("forced"),
        (pl.col("free") / pl.when(pl.col("games") > 0).then(pl.col("games"))).alias("moves"),
    )


def phases(data: Frames) -> pl.DataFrame:
    """What is asked: phase, sampled, share (of all decisions), choices (mean), most, forced (share)."""
    return (
        data.decisions.group_by("phase")
        .agg(
            pl.len().cast(pl.Int64).alias("sampled"),
            pl.col("choices").mean(),
            pl.col("choices").max().cast(pl.Int64).alias("most"),
            (pl.col("choices") <= 1).mean().alias("forced"),
        )
        .with_columns((pl.col("sampled") / pl.col("sampled").sum()).alias("share"))
        .select("phase", "sampled", "share", "choices", "most", "forced")
        .sort("sampled", "phase", descending=[True, False])
    )


def verbs(data: Frames) -> pl.DataFrame:
    """What is chosen: verb, sampled, share (of all decisions), free (share of them with another choice),
    won (how often the game was won by who chose it)."""
    found = sampled(data)
    return (
        found.group_by("verb")
        .agg(
            pl.len().cast(pl.Int64).alias("sampled"),
            (pl.col("choices") > 1).mean().alias("free"),
            pl.col("won").mean(),
        )
        .with_columns((pl.col("sampled") / pl.col("sampled").sum()).alias("share"))
        .select("verb", "sampled", "share", "free", "won")
        .sort("sampled", "verb", descending=[True, False])
    )


def progress(data: Frames, steps: int = STEPS) -> pl.DataFrame:
    """As games go on, step by step (0 to steps - 1): step, sampled, choices (mean) with choices_low and
    choices_high (the middle half), valued (decisions with a chance), leader (share of them in which the
    side that the chance favours went on to win) with leader_low and leader_high."""
    found = sampled(data).with_columns((pl.col("progress") * steps).cast(pl.Int64).alias("step"))
    choices = found.group_by("step").agg(
        pl.len().cast(pl.Int64).alias("sampled"),
        pl.col("choices").mean(),
        pl.col("choices").quantile(0.25, "linear").alias("choices_low"),
        pl.col("choices").quantile(0.75, "linear").alias("choices_high"),
    )
    valued = chances(data).with_columns(
        (pl.col("progress") * steps).cast(pl.Int64).alias("step"),
        ((pl.col("chance") > 0.5) == pl.col("won")).alias("right"),
    )
    leader = shares(valued, ["step"], "right").select(
        "step",
        pl.col("games").alias("valued"),
        pl.col("share").alias("leader"),
        pl.col("low").alias("leader_low"),
        pl.col("high").alias("leader_high"),
    )
    return choices.join(leader, on="step", how="left").sort("step")


def calibration(data: Frames, steps: int = STEPS) -> pl.DataFrame:
    """Whether chances can be believed: step, chance (their mean), value (of the agents, as it was), games
    (decisions), deals, wins, share (of them that were won), low, high."""
    valued = chances(data).with_columns(
        (pl.col("chance").clip(0, 1 - 1e-9) * steps).cast(pl.Int64).alias("step"),
    )
    means = valued.group_by("step").agg(pl.col("chance").mean(), pl.col("value").mean())
    return shares(valued, ["step"]).join(means, on="step").sort("step")


def lead_changes(data: Frames) -> pl.DataFrame:
    """How often the lead changes in the games that were watched: turning, games, share."""
    return (
        leads(data)
        .group_by("turning")
        .agg(pl.len().cast(pl.Int64).alias("games"))
        .with_columns((pl.col("games") / pl.col("games").sum()).alias("share"))
        .sort("turning")
    )


def lead_kinds(data: Frames) -> pl.DataFrame:
    """What became of the lead in the games that were watched: lead (nobody leads, changes, kept once taken,
    from start to end), games, deals, wins (such games), share, low, high."""
    known = leads(data)
    each = []
    for name in LEAD_KINDS:
        here = known.select("deal", (pl.col("lead") == name).alias("won"))
        each.append(shares(here, []).select(pl.lit(name).alias("lead"), pl.all()))
    return pl.concat(each).filter(pl.col("games") > 0)


def comebacks(data: Frames, behind: tuple[float, ...] = BEHIND) -> pl.DataFrame:
    """How often the winner had once been behind: below, games, deals, wins (comebacks), share, low, high."""
    known = leads(data).filter(pl.col("behind").is_not_null())
    return _below(known.select("deal", pl.col("behind").alias("chance")), behind)


def collapses(data: Frames, behind: tuple[float, ...] = BEHIND) -> pl.DataFrame:
    """How often a loser had once had a chance above 1 less so much: below, games, deals, wins (collapses),
    share, low, high."""
    known = leads(data).filter(pl.col("ahead").is_not_null())
    return _below(known.select("deal", (1 - pl.col("ahead")).alias("chance")), behind)


def _below(known: pl.DataFrame, bounds: tuple[float, ...]) -> pl.DataFrame:
    each = []
    for value in bounds:
        here = known.select("deal", (pl.col("chance") < value).alias("won"))
        each.append(shares(here, []).select(pl.lit(value, pl.Float64).alias("below"), pl.all()))
    return pl.concat(each) if each else shares(known.select("deal", pl.lit(True).alias("won")), [])


def hope(data: Frames, steps: int = STEPS) -> pl.DataFrame:
    """What could be expected as games went on that were won or lost in the end: step, won, sampled,
    chance (mean), chance_low and chance_high (the middle half)."""
    return (
        chances(data)
        .with_columns((pl.col("progress") * steps).cast(pl.Int64).alias("step"))
        .group_by("step", "won")
        .agg(
            pl.len().cast(pl.Int64).alias("sampled"),
            pl.col("chance").mean(),
            pl.col("chance").quantile(0.25, "linear").alias("chance_low"),
            pl.col("chance").quantile(0.75, "linear").alias("chance_high"),
        )
        .sort("won", "step")
    )
