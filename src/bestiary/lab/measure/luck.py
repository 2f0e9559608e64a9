"""Luck and skill: how much of who wins is in the deal, in the first cards, in the agents."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ...run.statistics import BLOCKS, Interval, explained, student
from .frames import Frames, seat_count, since_deal, sittings, with_cards

CHUNK = 20_000  # games whose first cards are taken at once
SOURCES = {
    "source": pl.String,
    "games": pl.Int64,
    "deals": pl.Int64,
    "share": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
}
RIDGE = 10.0  # pulls the weight of a card that is seldom held towards nothing
LEAST = 10  # games for every weight that is fitted, below which first cards are not asked


def sources(data: Frames) -> pl.DataFrame:
    """How much of the variance of who wins is explained, and by what: source, games, deals, share, low, high.

    - ``deal``: games of one deal, played by the same agents in other seats or by other agents, come out
      alike. It holds all that the seed decides at the start: first cards and the order of the deck. Only
      where deals were played more than once.
    - ``agents``: who sits where. Only where several agents play.
    - ``first cards``: what the cards held from the start foretell, by a straight line fitted to other games.
      A lower bound of the luck of the deal: the order of the deck is not in it.
    """
    rows: list[tuple[str, int, int, float, float, float]] = []
    games, deals = data.games.height, data.games["deal"].n_unique()
    seated = sittings(data).with_columns(pl.col("won").cast(pl.Float64).alias("y"))
    agents = [f"agent_{k}" for k in range(seat_count(data))]
    table = data.games.select("game", pl.concat_str(agents, separator="|").alias("table"))
    seated = seated.join(table, on="game").with_columns(
        (pl.col("y") - pl.col("y").mean().over("table", "seat")).alias("rest"),
        (pl.col("y") - pl.col("y").mean().over("seat")).alias("all"),
    )
    for name, found in (("deal", _by_deal(seated)), ("agents", _by_agents(seated))):
        if found is not None:
            rows.append((name, games, deals, found.share, found.low, found.high))
    first = first_cards(data)
    if first is not None:
        carded = with_cards(data).games
        rows.append(
            ("first cards", carded.height, carded["deal"].n_unique(), first.share, first.low, first.high)
        )
    return pl.DataFrame(rows, SOURCES, orient="row")


def _by_deal(seated: pl.DataFrame) -> Interval | None:
    groups = (
        seated.group_by("deal", "seat")
        .agg(
            pl.len().cast(pl.Float64).alias("n"),
            pl.col("rest").sum().alias("s"),
            (pl.col("rest") ** 2).sum().alias("q"),
        )
        .sort("deal", "seat")
    )
    if groups.is_empty():
        return None
    found = explained(*(groups[name].to_numpy() for name in ("n", "s", "q")))
    whole = float((seated["all"] ** 2).sum())
    if found is None or whole <= 0:
        return None
    left = float((seated["rest"] ** 2).sum()) / whole  # the agents took their part first
    return Interval(found.share * left, found.low * left, found.high * left)


def _by_agents(seated: pl.DataFrame) -> Interval | None:
    """One less what is left when the mean of each table is taken away; jackknife over blocks of deals."""
    if seated["table"].n_unique() < 2:
        return None
    deals = (
        seated.group_by("deal")
        .agg((pl.col("rest") ** 2).sum().alias("rest"), (pl.col("all") ** 2).sum().alias("all"))
        .sort("deal")
    )
    rest, whole = deals["rest"].to_numpy(), deals["all"].to_numpy()
    return _ratio(1 - rest.sum() / whole.sum(), rest, whole) if whole.sum() > 0 else None


def _ratio(share: float, rest: NDArray[np.float64], whole: NDArray[np.float64]) -> Interval | None:
    """The interval of one less a ratio of two sums, by the jackknife over blocks."""
    blocks = min(BLOCKS, len(rest))
    if blocks < 3 or whole.sum() <= 0:
        return None
    place = np.arange(len(rest)) * blocks // len(rest)
    parts = np.stack([np.bincount(place, row, blocks) for row in (rest, whole)])
    left = np.stack([rest.sum(), whole.sum()])[:, None] - parts
    if (left[1] <= 0).any():
        return None
    without = 1 - left[0] / left[1]
    spread = np.sqrt((blocks - 1) / blocks * ((without - without.mean()) ** 2).sum())
    reach = student(blocks - 1) * float(spread)
    return Interval(max(0.0, share), max(0.0, share - reach), min(1.0, max(0.0, share) + reach))


# ---- what the first cards foretell -------------------------------------------------------------------


def first_cards(data: Frames) -> Interval | None:
    """How much of the variance of who wins the cards held from the start foretell, in games that the
    fit has not seen; None where there are too few games or no such cards."""
    data = since_deal(with_cards(data))
    seats = seat_count(data)
    held = data.cards.filter(pl.col("drawn") == 0).select("game", "seat", "card")
    names = held["card"].unique().sort().to_list()
    if data.games.height < LEAST * (2 * len(names) + 1) or held.is_empty():
        return None
    if (held.group_by("seat", "card").len()["len"] == data.games.height).all():
        return None  # all hold the same
    order = {name: i for i, name in enumerate(names)}
    halves = (pl.col("deal").rank("dense").cast(pl.Int64) % 2).alias("half")  # of whole deals
    games = data.games.with_columns(halves).sort("half", "game").with_row_index("row")
    placed = (
        held.join(games.select("game", pl.col("row").cast(pl.Int64)), on="game")
        .select("row", "seat", pl.col("card").replace_strict(order, return_dtype=pl.Int64))
        .sort("row")
    )
    half = games["half"].to_numpy()
    winners = games["winners"].cast(pl.Int64).to_numpy()
    rest = np.zeros(games.height)
    whole = np.zeros(games.height)
    for seat in range(seats if seats > 2 else 1):
        won = (winners >> seat & 1).astype(np.float64)
        guess = _foretold(placed, seat, len(names), won, half)
        mean = np.array([won[half != side].mean() if (half != side).any() else 0.5 for side in (0, 1)])
        rest += (won - guess) ** 2
        whole += (won - mean[half]) ** 2
    if not (half == 0).any() or not (half == 1).any() or whole.sum() <= 0:
        return None
    return _ratio(1 - rest.sum() / whole.sum(), rest, whole)


def _foretold(
    placed: pl.DataFrame, seat: int, cards: int, won: NDArray[np.float64], half: NDArray[np.int64]
) -> NDArray[np.float64]:
    """A guess for every game from a line fitted to the other half: own cards and those of all others.

    Cards are ones and zeros, so that sums of a block are exact in small numbers too.
    """
    rows, cols = placed["row"].to_numpy(), placed["card"].to_numpy()
    mine = placed["seat"].to_numpy() == seat
    columns = np.where(mine, cols, cards + cols)
    size = 2 * cards + 1
    squares = np.zeros((2, size, size))
    products = np.zeros((2, size))
    for start, block in _blocks(rows, columns, len(won), size):
        first = int((half[start : start + len(block)] == 0).sum())  # halves follow each other
        for side, part in ((0, slice(0, first)), (1, slice(first, len(block)))):
            squares[side] += block[part].T @ block[part]
            products[side] += block[part].T @ won[start : start + len(block)][part].astype(np.float32)
    ridge = RIDGE * np.eye(size)
    ridge[-1, -1] = 1e-6
    weights = np.stack([np.linalg.solve(squares[1 - side] + ridge, products[1 - side]) for side in (0, 1)])
    guess = np.zeros(len(won))
    for start, block in _blocks(rows, columns, len(won), size):
        sides = half[start : start + len(block)]
        guess[start : start + len(block)] = np.where(sides == 0, block @ weights[0], block @ weights[1])
    return guess


def _blocks(
    rows: NDArray[np.int64], columns: NDArray[np.int64], total: int, size: int
) -> Iterator[tuple[int, NDArray[np.float32]]]:
    """The first cards of some games at a time, one row a game, with a one at the end."""
    for start in range(0, total, CHUNK):
        count = min(CHUNK, total - start)
        low, high = np.searchsorted(rows, (start, start + count))
        block = np.zeros((count, size), np.float32)
        block[rows[low:high] - start, columns[low:high]] = 1.0
        block[:, -1] = 1.0
        yield start, block
