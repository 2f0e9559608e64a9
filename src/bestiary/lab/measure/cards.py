"""Cards: how often they are drawn and played, and how those fare who hold them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ...run.statistics import clustered, difference
from .frames import Frames, seat_count, since_deal, sittings, with_cards
from .worth import by_card, worths

LEFT = 0.02  # a card that could be played and is in a smaller share of the hands that hold it is left

Labels = Mapping[str, str]
Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Held:
    """The cards that seats held: one row for each hand and card, sorted by game."""

    names: list[str]
    card: Numbers  # the place of each row's card among the names
    rows: pl.DataFrame


def held_cards(data: Frames, labels: Labels | None = None) -> Held:
    """The cards that seats held; ``labels`` gives copies of a card one name, under which what a seat held of
    them becomes one row. A card that an action named but nobody held is not here."""
    rows = data.cards
    if rows["drawn"].null_count():
        rows = rows.filter(pl.col("drawn").is_not_null())
    if not rows["game"].is_sorted():
        rows = rows.sort("game")
    codes = rows["card"].unique().sort().to_list()
    called = [(labels or {}).get(code, code) for code in codes]
    names = sorted(set(called))
    places = np.array([names.index(name) for name in called], np.int64)
    card = (
        places[rows["card"].cast(pl.Enum(codes)).to_physical().to_numpy()] if codes else np.zeros(0, np.int64)
    )
    if len(names) == len(codes):
        return Held(names, card, rows)
    merged = (
        rows.with_columns(pl.Series("card", card))
        .group_by("game", "seat", "card", maintain_order=True)
        .agg(
            pl.col("drawn").min(),
            pl.col("held").max(),
            pl.col("offered").sum(),
            pl.col("played").sum(),
            pl.col("discarded").sum(),
            pl.col("won").first(),
        )
    )
    return Held(names, merged["card"].to_numpy(), merged)


def cards(data: Frames, labels: Labels | None = None) -> pl.DataFrame:
    """One row for each card that was ever held.

    Columns: card; held_by (hands: games and seats that held it), drawn (their share of all hands),
    started (share of the hands that had it from the start); played (share of the hands that played it),
    plays (in a hand), discarded (share of the hands that threw it away), offered (share of the hands that
    could play it at some time), turns (decisions during which it was held); start_gain, start_gain_low,
    start_gain_high (how much more those won who had it from the start than those who had not, in the same
    seat and stage); even_gain, even_gain_low, even_gain_high (the same for all who ever held it, among hands
    that drew equally many cards); drew, drew_without (cards drawn by the hands with it, and by the others);
    share, low, high (wins of the hands that held it); without (wins of all other hands); gain, gain_low,
    gain_high (the difference of the two, which is confounded: whoever plays longer draws more); left (it
    could be played, and was in hardly any hand).
    """
    data = since_deal(with_cards(data))
    held = held_cards(data, labels)
    hands = data.games.height * seat_count(data)
    use = (
        held.rows.lazy()
        .select(
            pl.Series("card", held.card),
            "held",
            "played",
            (pl.col("played") > 0).alias("was_played"),
            (pl.col("discarded") > 0).alias("was_discarded"),
            (pl.col("offered") > 0).alias("was_offered"),
            (pl.col("drawn") == 0).alias("at_start"),
        )
        .group_by("card")
        .agg(
            pl.len().cast(pl.Int64).alias("held_by"),
            pl.col("at_start").mean().alias("started"),
            pl.col("was_played").mean().alias("played"),
            pl.col("played").mean().alias("plays"),
            pl.col("was_discarded").mean().alias("discarded"),
            pl.col("was_offered").mean().alias("offered"),
            pl.col("held").mean().alias("turns"),
        )
        .with_columns((pl.col("held_by") / max(1, hands)).alias("drawn"))
        .collect()
    )
    raw = data.cards.filter(pl.col("drawn").is_not_null())
    worth = worths(data, raw, held.rows, held.card, len(held.names))
    found = use.join(gains(data, held), on="card").join(worth, on="card")
    found = found.with_columns(((pl.col("played") < LEFT) & (pl.col("offered") >= LEFT)).alias("left"))
    named = pl.Series("card", held.names, pl.String)
    return (
        found.sort("card")
        .with_columns(named.gather(found.sort("card")["card"]) if found.height else named.clear())
        .select(
            "card", "held_by", "drawn", "started", "played", "plays", "discarded", "offered", "turns",
            "start_gain", "start_gain_low", "start_gain_high", "even_gain", "even_gain_low", "even_gain_high",
            "drew", "drew_without", "share", "low", "high", "without", "gain", "gain_low", "gain_high",
            "left",
        )
    )  # fmt: skip


GAINS = {
    "card": pl.Int64,
    "share": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "without": pl.Float64,
    "gain": pl.Float64,
    "gain_low": pl.Float64,
    "gain_high": pl.Float64,
}


def gains(data: Frames, held: Held) -> pl.DataFrame:
    """How those fare who hold a card, and by how much better than the others, deal by deal; no difference
    is known of a card that every hand held, or none."""
    wins, hands = deal_totals(data)
    deal, count = deal_places(data, held.rows["game"].to_numpy())
    good = held.rows["won"].to_numpy().astype(np.float64)
    rows = []
    for card, here in by_card(held.card, len(held.names)):
        mine = np.bincount(deal[here], minlength=count).astype(np.float64)
        won = np.bincount(deal[here], good[here], count).astype(np.float64)
        moments = (
            float((mine > 0).sum()),
            won.sum(),
            mine.sum(),
            (won**2).sum(),
            (won * mine).sum(),
            (mine**2).sum(),
        )
        low, high = clustered(*(np.array([float(value)]) for value in moments))
        others = hands.sum() - mine.sum()
        without = float(wins.sum() - won.sum()) / others if others else None
        share = float(won.sum() / mine.sum())
        rows.append((card, share, float(low[0]), float(high[0]), without, *_gain(won, mine, wins, hands)))
    return pl.DataFrame(rows, GAINS, orient="row")


def _gain(
    won: NDArray[np.float64], mine: NDArray[np.float64], wins: NDArray[np.float64], hands: NDArray[np.float64]
) -> tuple[float | None, float | None, float | None]:
    if not mine.any() or mine.sum() >= hands.sum():
        return None, None, None
    found = difference(won, mine, wins - won, hands - mine)
    return found.share, found.low, found.high


def deal_places(data: Frames, games: Numbers) -> tuple[Numbers, int]:
    """The place of each of these games' deal among all deals, and how many there are."""
    every = data.games.select("game", (pl.col("deal").rank("dense").cast(pl.Int64) - 1).alias("place"))
    every = every.sort("game")
    where = np.searchsorted(every["game"].to_numpy(), games)
    return every["place"].to_numpy()[where], data.games["deal"].n_unique()


def deal_totals(data: Frames) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Wins and hands of each deal."""
    found = (
        sittings(data)
        .group_by("deal")
        .agg(pl.col("won").sum().cast(pl.Float64).alias("W"), pl.len().cast(pl.Float64).alias("N"))
        .sort("deal")
    )
    return found["W"].to_numpy(), found["N"].to_numpy()
