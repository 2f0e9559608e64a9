"""Who wins, how long it takes, how it ends."""

from __future__ import annotations

import polars as pl

from .frames import Frames, has_characters, is_shared, seat_count, shares, sittings, winners


def summary(data: Frames) -> pl.DataFrame:
    """One row: games, deals, seats, decisions, shares of games without a winner and unfinished."""
    return data.games.select(
        pl.len().cast(pl.Int64).alias("games"),
        pl.col("deal").n_unique().cast(pl.Int64).alias("deals"),
        pl.lit(seat_count(data), pl.Int64).alias("seats"),
        pl.col("decisions").cast(pl.Int64).sum().alias("decisions"),
        (pl.col("winners") == 0).mean().alias("without_winner"),
        (~pl.col("finished")).sum().cast(pl.Int64).alias("unfinished"),
        pl.lit(data.decisions.height, pl.Int64).alias("sampled"),
        pl.lit(data.cards.height, pl.Int64).alias("exposures"),
    )


def seats(data: Frames) -> pl.DataFrame:
    """How often each seat wins: seat, games, deals, wins, share, low, high, fair.

    ``fair`` is the share that every seat would have if seats did not matter.
    """
    found = shares(sittings(data), ["seat"])
    total = found["games"].sum()
    return found.with_columns(
        (pl.col("wins").sum() / total if total else pl.lit(None, pl.Float64)).alias("fair")
    )


def seats_by_agent(data: Frames) -> pl.DataFrame:
    """The same for each agent in a seat."""
    return shares(sittings(data), ["agent", "seat"])


def endings(data: Frames) -> pl.DataFrame:
    """How games end: ending, games, share, low, high; commonest first."""
    known = data.games.filter(pl.col("ending").is_not_null())
    total = known.height
    if not total:
        return shares(known.with_columns(pl.lit(True).alias("here")), ["ending"], "here")
    each = []
    for ending in known["ending"].unique().sort():
        here = known.select("deal", (pl.col("ending") == ending).alias("here"))
        each.append(shares(here, [], "here").select(pl.lit(ending).alias("ending"), pl.all()))
    return pl.concat(each).sort("wins", "ending", descending=[True, False])


def lengths(data: Frames) -> pl.DataFrame:
    """How many games have how many decisions: decisions, games."""
    return (
        data.games.group_by(pl.col("decisions").cast(pl.Int64))
        .agg(pl.len().cast(pl.Int64).alias("games"))
        .sort("decisions")
    )


def length_summary(data: Frames) -> pl.DataFrame:
    """One row: mean, quantiles and extremes of the number of decisions in a game, and the games."""
    at = pl.col("decisions")
    return data.games.select(
        pl.len().cast(pl.Int64).alias("games"),
        at.mean().alias("mean"),
        at.std().alias("deviation"),
        *(at.quantile(q / 100, "nearest").alias(f"q{q:02d}") for q in (5, 25, 50, 75, 95)),
        at.min().alias("least").cast(pl.Int64),
        at.max().alias("most").cast(pl.Int64),
    )


def turns(data: Frames) -> pl.DataFrame:
    """One row: how many turns the games have that were watched throughout, a turn being a row of decisions by
    one seat: games, mean, deviation, quantiles, and each (decisions in a turn)."""
    whole = data.games.filter(pl.col("watched")).select("game", "decisions")
    each = (
        data.decisions.join(whole, on="game")
        .sort("game", "number")
        .group_by("game", maintain_order=True)
        .agg(
            ((pl.col("seat") != pl.col("seat").shift()).sum() + 1).alias("turns"),
            pl.len().alias("told"),
            pl.col("decisions").first(),
        )
        .filter(pl.col("told") == pl.col("decisions"))
    )
    at = pl.col("turns")
    return each.select(
        pl.len().cast(pl.Int64).alias("games"),
        at.mean().alias("mean"),
        at.std().alias("deviation"),
        *(at.quantile(q / 100, "nearest").alias(f"q{q:02d}") for q in (5, 25, 50, 75, 95)),
        (pl.col("decisions").sum() / pl.when(at.sum() > 0).then(at.sum())).alias("each"),
    )


# ---- all against the game --------------------------------------------------------------------------


def parties(data: Frames) -> pl.DataFrame:
    """For play in which all win together: how often each party wins each stage.

    Columns: stage, party (its characters, or how many seats), games, deals, wins, share, low, high.
    Empty where seats play against each other.
    """
    games = data.games
    if not is_shared(data):
        games = games.clear()
    names = [f"character_{k}" for k in range(seat_count(data)) if f"character_{k}" in games.columns]
    if names and has_characters(data):
        party = pl.concat_list(names).list.drop_nulls().list.sort().list.join(", ")
    else:
        party = pl.lit(f"{seat_count(data)} seats" if seat_count(data) > 1 else "1 seat")
    played = games.select(
        "deal", pl.col("stage").cast(pl.String), party.alias("party"), (winners() > 0).alias("won")
    )
    return shares(played, ["stage", "party"])


def losses(data: Frames) -> pl.DataFrame:
    """For play in which all win together: how lost games ended, by stage: stage, ending, games, of, share."""
    games = data.games
    if not is_shared(data):
        games = games.clear()
    lost = games.filter((pl.col("winners") == 0) & pl.col("ending").is_not_null())
    return (
        lost.group_by(pl.col("stage").cast(pl.String), "ending")
        .agg(pl.len().cast(pl.Int64).alias("games"))
        .with_columns(pl.col("games").sum().over("stage").alias("of"))
        .with_columns((pl.col("games") / pl.col("of")).alias("share"))
        .sort("stage", "games", "ending", descending=[False, True, False])
    )


ATTRITION = {
    "round": pl.Int64,
    "won": pl.Boolean,
    "games": pl.Int64,
    "health": pl.Float64,
    "health_low": pl.Float64,
    "health_high": pl.Float64,
    "standing": pl.Float64,
    "ended": pl.Int64,
}


def attrition(data: Frames) -> pl.DataFrame:
    """For play in which all win together, where the game says how its members fare: how the team enters
    each round, in games that were won and in games that were lost.

    Columns: round, won, games (that came to this round), health (mean share of the full health) with
    health_low and health_high (the middle half), standing (members, mean), ended (games whose last round
    this was). Empty for other games.
    """
    if "health" not in data.games.columns:
        return pl.DataFrame(schema=ATTRITION)
    entered = data.games.filter(pl.col("finished") & (pl.col("health").list.len() > 0)).select(
        (winners() > 0).alias("won"),
        "health",
        "standing",
        pl.int_ranges(1, pl.col("health").list.len() + 1, dtype=pl.Int64).alias("round"),
        pl.col("health").list.len().cast(pl.Int64).alias("last"),
    )
    return (
        entered.explode("health", "standing", "round")
        .group_by("round", "won")
        .agg(
            pl.len().cast(pl.Int64).alias("games"),
            pl.col("health").mean(),
            pl.col("health").quantile(0.25, "linear").alias("health_low"),
            pl.col("health").quantile(0.75, "linear").alias("health_high"),
            pl.col("standing").mean(),
            (pl.col("round") == pl.col("last")).sum().cast(pl.Int64).alias("ended"),
        )
        .sort("won", "round")
    )


def stages(data: Frames) -> pl.DataFrame:
    """How often each seat wins in each stage: stage, seat, games, deals, wins, share, low, high."""
    staged = data.games.filter(pl.col("stage").is_not_null()).select("game", pl.col("stage").cast(pl.String))
    return shares(sittings(data).join(staged, on="game"), ["stage", "seat"])
