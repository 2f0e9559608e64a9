"""Characters against each other."""

from __future__ import annotations

import polars as pl

from .frames import Frames, has_characters, seat_count, shares, sittings

WITHIN = (0.4, 0.6)  # the band in which a matchup is called balanced


def _meetings(data: Frames) -> pl.DataFrame:
    """One row for each game and ordered pair of seats with different characters."""
    seated = sittings(data).filter(pl.col("character").is_not_null())
    other = seated.select(
        "game",
        pl.col("seat").alias("seat_against"),
        pl.col("character").alias("against"),
        pl.col("won").alias("lost"),
    )
    return (
        seated.join(other, on="game")
        .filter((pl.col("seat") != pl.col("seat_against")) & (pl.col("character") != pl.col("against")))
        .with_columns(
            (0.5 + (pl.col("won").cast(pl.Float64) - pl.col("lost").cast(pl.Float64)) / 2).alias("score")
        )
    )


def matchups(data: Frames, within: tuple[float, float] = WITHIN) -> pl.DataFrame:
    """Every character against every other.

    Columns: character, against, games, deals, wins (a game that both or neither won is half), share,
    low, high, first (games in which the character sat before the other) and verdict: inside or outside
    the band with 95% confidence, else unclear.
    """
    empty = not has_characters(data) or seat_count(data) < 2
    met = _meetings(data)
    if empty:
        met = met.clear()
    first = met.group_by("character", "against").agg(
        (pl.col("seat") < pl.col("seat_against")).sum().cast(pl.Int64).alias("first")
    )
    least, most = within
    return (
        shares(met, ["character", "against"], "score")
        .join(first, on=["character", "against"], how="left")
        .with_columns(
            pl.when((pl.col("low") >= least) & (pl.col("high") <= most))
            .then(pl.lit("inside"))
            .when((pl.col("high") < least) | (pl.col("low") > most))
            .then(pl.lit("outside"))
            .otherwise(pl.lit("unclear"))
            .alias("verdict")
        )
        .sort("character", "against")
    )


def characters(data: Frames) -> pl.DataFrame:
    """Every character against all others together: character, games, deals, wins, share, low, high."""
    met = _meetings(data) if has_characters(data) else _meetings(data).clear()
    return shares(met, ["character"], "score")
