"""Cards: how often they are drawn and played, and how those fare who hold them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl

from ...run.statistics import students
from .frames import Frames, column, seat_count, shares, sittings, with_cards

DEAD = 0.02  # a card that is played in a smaller share of the hands that hold it is called dead

Labels = Mapping[str, str]


def exposures(data: Frames, labels: Labels | None = None) -> pl.DataFrame:
    """The cards that seats held, with their deals; ``labels`` gives copies of a card one name, under which
    what a seat held of them becomes one row. A card that an action named but nobody held is not here."""
    held = data.cards.filter(pl.col("drawn").is_not_null())
    cards = held.join(data.games.select("game", "deal"), on="game", how="left")
    if not labels:
        return cards
    named = cards.with_columns(pl.col("card").replace(dict(labels)))
    if len(set(labels.values())) == len(labels):
        return named
    return named.group_by("game", "seat", "card", maintain_order=True).agg(
        pl.col("deal").first(),
        pl.col("drawn").min(),
        pl.col("held").max(),
        pl.col("offered").sum(),
        pl.col("played").sum(),
        pl.col("won").first(),
    )


def cards(data: Frames, labels: Labels | None = None) -> pl.DataFrame:
    """One row for each card that was ever held.

    Columns: card; held_by (hands: games and seats that held it), drawn (their share of all hands),
    started (share of the hands that had it from the start); played (share of the hands that played it),
    plays (in a hand), offered (share of the hands that could play it at some time), turns (decisions
    during which it was held); share, low, high (wins of the hands that held it); without (wins of all
    other hands); gain, gain_low, gain_high (the difference of the two); start_gain, start_gain_low,
    start_gain_high (the same for hands that had it from the start, against all that had not); dead.
    """
    data = with_cards(data)
    held = exposures(data, labels)
    hands = data.games.height * seat_count(data)
    flags = held.lazy().select(
        "card",
        "deal",
        "won",
        "held",
        "played",
        (pl.col("played") > 0).alias("was_played"),
        (pl.col("offered") > 0).alias("was_offered"),
        (pl.col("drawn") == 0).alias("at_start"),
    )
    use = (
        flags.group_by("card")
        .agg(
            pl.len().cast(pl.Int64).alias("held_by"),
            pl.col("at_start").mean().alias("started"),
            pl.col("was_played").mean().alias("played"),
            pl.col("played").mean().alias("plays"),
            pl.col("was_offered").mean().alias("offered"),
            pl.col("held").mean().alias("turns"),
        )
        .with_columns((pl.col("held_by") / max(1, hands)).alias("drawn"))
        .collect()
    )
    rates = shares(held, ["card"]).select("card", "share", "low", "high")
    deals = deal_totals(data)
    gain = gains(held, deals)
    start = gains(held.filter(pl.col("drawn") == 0), deals).drop("without")
    start = start.rename({name: f"start_{name}" for name in start.columns if name != "card"})
    return (
        use.join(rates, on="card")
        .join(gain, on="card")
        .join(start, on="card", how="left")
        .with_columns((pl.col("played") < DEAD).alias("dead"))
        .select(
            "card", "held_by", "drawn", "started", "played", "plays", "offered", "turns", "share", "low",
            "high", "without", "gain", "gain_low", "gain_high", "start_gain", "start_gain_low",
            "start_gain_high", "dead",
        )
        .sort("card")
    )  # fmt: skip


def deal_totals(data: Frames) -> pl.DataFrame:
    """Wins and hands of each deal."""
    return (
        sittings(data)
        .group_by("deal")
        .agg(pl.col("won").sum().cast(pl.Float64).alias("W"), pl.len().cast(pl.Float64).alias("N"))
    )


def gains(held: pl.DataFrame, deals: pl.DataFrame) -> pl.DataFrame:
    """Wins of the hands in ``held`` less wins of all other hands, for each card, cluster by cluster.

    The interval is that of ``run.statistics.difference``, taken for all cards at once. A card that every
    hand held, or none, has no difference.
    """
    all_wins, all_hands = float(deals["W"].sum()), float(deals["N"].sum())
    each = (
        held.lazy()
        .group_by("card", "deal")
        .agg(pl.col("won").sum().cast(pl.Float64).alias("w"), pl.len().cast(pl.Float64).alias("n"))
    )
    sums = each.group_by("card").agg(pl.col("w").sum().alias("w1"), pl.col("n").sum().alias("n1"))
    sums = sums.with_columns((all_wins - pl.col("w1")).alias("w0"), (all_hands - pl.col("n1")).alias("n0"))
    sums = sums.with_columns(
        ((pl.col("w1") + 1) / (pl.col("n1") + 2)).alias("p1"),
        ((pl.col("w0") + 1) / (pl.col("n0") + 2)).alias("p0"),
    )
    rest = pl.col("W") - pl.col("p0") * pl.col("N")  # of a deal in which no hand held the card
    part = (pl.col("w") - pl.col("p1") * pl.col("n")) / (pl.col("n1") + 2) - (
        pl.col("W") - pl.col("w") - pl.col("p0") * (pl.col("N") - pl.col("n"))
    ) / (pl.col("n0") + 2)
    found = (
        each.join(deals.lazy(), on="deal")
        .join(sums, on="card")
        .group_by("card")
        .agg(
            (part**2).sum().alias("spread"),
            (rest**2).sum().alias("seen"),
            pl.col("w1", "n1", "w0", "n0", "p1", "p0").first(),
        )
        .collect()
    )
    wins, hands = column(deals, "W"), column(deals, "N")
    w1, n1, w0, n0, one, two = (column(found, name) for name in ("w1", "n1", "w0", "n0", "p1", "p0"))
    every = (wins**2).sum() - 2 * two * (wins * hands).sum() + two**2 * (hands**2).sum()
    others = np.maximum(0, every - column(found, "seen")) / (n0 + 2) ** 2
    added = ((1 - one) ** 2 + one**2) / (n1 + 2) ** 2 + ((1 - two) ** 2 + two**2) / (n0 + 2) ** 2
    count = float(len(wins))
    spread = np.sqrt((column(found, "spread") + others + added) * (count + 4) / (count + 3))
    reach = students(np.full(found.height, count - 1)) * spread
    with np.errstate(divide="ignore", invalid="ignore"):
        without = w0 / n0
        gain = np.where(n0 > 0, w1 / n1 - without, np.nan)
    known = n0 > 0
    made = {
        "without": np.where(known, without, np.nan),
        "gain": gain,
        "gain_low": np.where(known, np.clip(one - two - reach, -1, 1), np.nan),
        "gain_high": np.where(known, np.clip(one - two + reach, -1, 1), np.nan),
    }
    return found.select("card").with_columns(
        pl.Series(name, values, pl.Float64).fill_nan(None) for name, values in made.items()
    )
