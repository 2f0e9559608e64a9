"""What measures are taken of: the three frames, seats one under the other, and shares with intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ...run.statistics import clustered


class Frames(Protocol):
    """The data of a study: one row a game, one a card that a seat held, one a sampled decision."""

    @property
    def games(self) -> pl.DataFrame: ...

    @property
    def cards(self) -> pl.DataFrame: ...

    @property
    def decisions(self) -> pl.DataFrame: ...


@dataclass(frozen=True)
class Part:
    """Some games of a study with what belongs to them."""

    games: pl.DataFrame
    cards: pl.DataFrame
    decisions: pl.DataFrame
    manifest: Mapping[str, Any] = field(default_factory=dict)


def _told(data: Frames) -> Mapping[str, Any]:
    return getattr(data, "manifest", None) or {}


def with_cards(data: Frames) -> Frames:
    """The games that have rows of cards: of large studies not all have."""
    there = data.games.join(data.cards.select("game").unique(), on="game", how="semi")
    return Part(there, data.cards, data.decisions, _told(data)) if there.height < data.games.height else data


def since_deal(data: Frames) -> Frames:
    """The same with draws counted from the deal on, where that comes after decisions without a choice only
    (to begin, say): what is dealt then is held from the start, since nobody has chosen anything yet."""
    known = data.cards.filter(pl.col("drawn").is_not_null())
    dealt = known.group_by("game").agg(pl.col("drawn").min().cast(pl.Int64).alias("dealt"))
    late = dealt.filter(pl.col("dealt") > 0)
    before = data.decisions.join(late, on="game").filter(pl.col("number") < pl.col("dealt"))
    if before.is_empty() or (before["choices"] > 1).any():
        return data
    cards = data.cards.join(dealt, on="game", how="left", maintain_order="left")
    drawn = (pl.col("drawn") - pl.col("dealt").fill_null(0)).cast(data.cards.schema["drawn"])
    return Part(data.games, cards.with_columns(drawn).drop("dealt"), data.decisions, _told(data))


def seat_count(data: Frames) -> int:
    """How many seats the games have."""
    return sum(name.startswith("payoff_") for name in data.games.columns)


def has_characters(data: Frames) -> bool:
    """Whether seats play characters."""
    return "character_0" in data.games.columns and data.games["character_0"].null_count() < data.games.height


def won(seat: int) -> pl.Expr:
    """Whether a seat is among the winners."""
    return (pl.col("winners").cast(pl.Int64) // (1 << seat) % 2 == 1).alias("won")


def winners() -> pl.Expr:
    """How many seats won."""
    return pl.col("winners").cast(pl.Int64).bitwise_count_ones().cast(pl.Int64).alias("winning")


def sittings(data: Frames) -> pl.DataFrame:
    """One row for each game and seat: game, deal, seat, agent, character, won, winning (how many won)."""
    each = []
    for seat in range(seat_count(data)):
        character = f"character_{seat}"
        each.append(
            data.games.select(
                "game",
                "deal",
                pl.lit(seat, pl.Int8).alias("seat"),
                pl.col(f"agent_{seat}").alias("agent"),
                (pl.col(character) if character in data.games.columns else pl.lit(None, pl.String)).alias(
                    "character"
                ),
                won(seat),
                winners(),
            )
        )
    return pl.concat(each)


def is_shared(data: Frames) -> bool:
    """Whether all seats win and lose together, by the manifest; without one, whether every payoff is the
    same at every table and not all are draws. A game for one is shared with nobody and counts as such."""
    seats = seat_count(data)
    told = _told(data).get("team")
    if seats == 1 or told is not None:
        return seats == 1 or bool(told)
    if data.games.is_empty():
        return False
    same = data.games.select(
        pl.all_horizontal(pl.col(f"payoff_{k}") == pl.col("payoff_0") for k in range(seats))
        .all()
        .alias("same"),
        (pl.col("payoff_0") != 0).any().alias("any"),
    ).row(0)
    return bool(same[0] and same[1])


def shares(frame: pl.DataFrame, by: Sequence[str], hit: str = "won") -> pl.DataFrame:
    """How often ``hit`` is true (or its mean, from 0 to 1) in each group, with intervals that mind that
    games of a deal are alike.

    Columns: those of ``by``, then games, deals, wins, share, low, high; sorted by the groups.
    """
    sums = (
        frame.lazy()
        .group_by(*by, "deal")
        .agg(pl.col(hit).cast(pl.Float64).sum().alias("h"), pl.len().cast(pl.Float64).alias("t"))
        .group_by(*by)
        .agg(*MOMENTS)
        .collect()
        if by
        else frame.lazy()
        .group_by("deal")
        .agg(pl.col(hit).cast(pl.Float64).sum().alias("h"), pl.len().cast(pl.Float64).alias("t"))
        .select(*MOMENTS)
        .collect()
    )
    return intervals(sums).sort(*by) if by else intervals(sums)


MOMENTS = (
    pl.len().cast(pl.Int64).alias("deals"),
    pl.col("h").sum().alias("wins"),
    pl.col("t").sum().alias("games"),
    (pl.col("h") ** 2).sum().alias("hh"),
    (pl.col("h") * pl.col("t")).sum().alias("ht"),
    (pl.col("t") ** 2).sum().alias("tt"),
)


def intervals(sums: pl.DataFrame) -> pl.DataFrame:
    """Sums over deals, turned into shares with intervals."""
    names = ("wins", "games", "hh", "ht", "tt")
    low, high = clustered(column(sums, "deals"), *(column(sums, name) for name in names))
    return sums.with_columns(
        pl.col("games").cast(pl.Int64),
        (pl.col("wins") / pl.when(pl.col("games") > 0).then(pl.col("games"))).alias("share"),
        pl.Series("low", low, pl.Float64),
        pl.Series("high", high, pl.Float64),
    ).drop("hh", "ht", "tt")


def column(frame: pl.DataFrame, name: str) -> NDArray[np.float64]:
    """A column as numbers; a missing one is not a number."""
    return frame[name].cast(pl.Float64).fill_null(float("nan")).to_numpy()
