"""What agents may expect in a position, on the scale of results; who leads by it, and who comes back.

A value is what fresh tries of the chosen action came to (or, of a search, what it believes). Tries are
played on by worse players than those at the table, and they are few, so that values lean too far to one
side, in each game by another amount. A chance is the value put right by results: log odds fitted by a
curve to who won, agent by agent, on the other half of the deals. No game helps to judge itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise

import numpy as np
import polars as pl
from numpy.typing import NDArray

from .frames import Frames, is_shared, seat_count

MARGIN = 0.1  # by which a chance must lean before it makes a leader
EDGE = 0.02  # values are kept so far from 0 and 1: few tries are never that sure
PRIOR = 4.0  # how much a curve resists to leave the diagonal, in results of games
STEPS = 20
BLOCKS = 20  # of deals, each of which is left out once

Numbers = NDArray[np.float64]

LEADS = {
    "game": pl.Int64,
    "deal": pl.Int64,
    "turning": pl.Int64,
    "lead": pl.String,
    "behind": pl.Float64,
    "ahead": pl.Float64,
}
NOBODY, CHANGED, KEPT, THROUGHOUT = "nobody leads", "changes", "kept once taken", "from start to end"
LEAD_KINDS = (THROUGHOUT, KEPT, CHANGED, NOBODY)


def sampled(data: Frames) -> pl.DataFrame:
    """The sampled decisions with deal, progress of the game (0 to 1) and whether the seat won."""
    games = data.games.select(
        "game", "deal", pl.col("decisions").alias("length"), "winners", "stage", "finished"
    )
    found = data.decisions.join(games, on="game", maintain_order="left")
    seat = pl.lit(2, pl.Int64).pow(pl.col("seat").cast(pl.Int64))
    return found.with_columns(
        (pl.col("winners").cast(pl.Int64) // seat.cast(pl.Int64) % 2 == 1).alias("won"),
        (pl.col("number") / pl.col("length").clip(1)).clip(0, 1 - 1e-9).alias("progress"),
    )


def chances(data: Frames) -> pl.DataFrame:
    """The sampled decisions that have a value, as ``sampled`` gives them, with ``chance``; a game that
    broke the bound on its length has no result to learn from and is left out."""
    return _judged(_valued(data))


def chances_without(data: Frames, blocks: int = BLOCKS) -> Iterator[pl.DataFrame]:
    """The same without one block of deals after the other, from which no curve is learned either: how far
    chances, and what is made of them, go by the games that happened to be played."""
    valued = _valued(data)
    deals = valued["deal"].unique().sort()
    blocks = min(blocks, len(deals))
    place = pl.DataFrame({"deal": deals, "block": np.arange(len(deals)) * blocks // max(1, len(deals))})
    valued = valued.join(place, on="deal", maintain_order="left")
    for block in range(blocks):
        yield _judged(valued.filter(pl.col("block") != block).drop("block"))


def _valued(data: Frames) -> pl.DataFrame:
    return sampled(data).filter(pl.col("value").is_not_null() & pl.col("finished"))


def _judged(valued: pl.DataFrame) -> pl.DataFrame:
    value, won = valued["value"].to_numpy(), valued["won"].to_numpy().astype(np.float64)
    half, game = valued["deal"].to_numpy() % 2, valued["game"].to_numpy()
    _, who = np.unique(valued["agent"].fill_null("").to_numpy(), return_inverse=True)
    logs = _log_odds(value)
    chance = np.zeros(len(value))
    for agent in range(who.max(initial=-1) + 1):
        for side in (0, 1):
            here, others = (who == agent) & (half == side), (who == agent) & (half != side)
            curve = fitted(logs[others], won[others], len(np.unique(game[others])))
            chance[here] = _chance(_powers(logs[here]) @ curve)
    return valued.with_columns(pl.Series("chance", chance, pl.Float64))


def _log_odds(values: Numbers) -> Numbers:
    kept = np.clip(values, EDGE, 1 - EDGE)
    return np.asarray(np.log(kept / (1 - kept)))


def fitted(logs: Numbers, won: Numbers, games: int = 0) -> Numbers:
    """The curve from log odds to log odds by which results come out likeliest: its start, its slope and
    how much steeper it gets (the cube), for positions that are as good as won or lost.

    Few results leave it near the diagonal (0, 1, 0): those of so many games, however many decisions were
    made in them. It never falls: rather it is a line, or flat.
    """
    prior = PRIOR * len(logs) / games if games else PRIOR
    for terms in (3, 2):
        curve = np.zeros(3)
        curve[:terms] = _climbed(_powers(logs, terms), won, prior)
        if curve[1] > 0 and curve[2] >= 0:
            return curve
    return np.array([float(_log_odds(won.mean())), 0.0, 0.0])


def _powers(logs: Numbers, terms: int = 3) -> Numbers:
    return np.stack([np.ones_like(logs), logs, (logs / 2) ** 3][:terms], axis=1)


def _climbed(powers: Numbers, won: Numbers, prior: float) -> Numbers:
    """Newton's way to the top of the likelihood, with steps halved where they lead down."""
    diagonal = np.array([0.0, 1.0, 0.0])[: powers.shape[1]]
    curve = diagonal.copy()

    def likelihood(curve: Numbers) -> float:
        odds = powers @ curve
        resists = prior / 2 * float(((curve - diagonal) ** 2).sum())
        return float((won * odds - np.logaddexp(0, odds)).sum()) - resists

    for _ in range(STEPS):
        chance = _chance(powers @ curve)
        pull = powers.T @ (won - chance) - prior * (curve - diagonal)
        bend = (powers.T * (chance * (1 - chance))) @ powers + prior * np.eye(len(curve))
        step = np.linalg.solve(bend, pull)
        before = likelihood(curve)
        while np.abs(step).max() > 1e-9 and likelihood(curve + step) < before:
            step = step / 2
        curve = curve + step
        if np.abs(step).max() < 1e-9:
            break
    return curve


def _chance(odds: Numbers) -> Numbers:
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def leads(data: Frames) -> pl.DataFrame:
    """Of each game that was watched: how often the lead changed, what became of it, the lowest chance that a
    winner had, and the highest that a loser had.

    Columns: game, deal, turning, lead (one of ``LEAD_KINDS``), behind (null where nobody won, or no winner
    ever had a choice), ahead (likewise of losers).
    """
    whole = data.games.filter(pl.col("watched")).select("game")
    rows = chances(data).join(whole, on="game", how="semi").sort("game", "number")
    team, seats = is_shared(data), seat_count(data)
    made = []
    told = rows.select("game", "deal", "seat", "chance", "won").iter_rows()
    for (game, deal), decided in groupby(told, key=lambda row: row[:2]):
        played = [row[2:] for row in decided]
        lows: dict[int, float] = {}
        highs: dict[int, float] = {}
        for seat, chance, won in played:
            if won:
                lows[seat] = min(chance, lows.get(seat, 1.0))
            else:
                highs[seat] = max(chance, highs.get(seat, 0.0))
        leaders = leading([(seat, chance) for seat, chance, _ in played], seats, team)
        behind, ahead = max(lows.values(), default=None), max(highs.values(), default=None)
        made.append((game, deal, changes(leaders), kind(leaders), behind, ahead))
    return pl.DataFrame(made, LEADS, orient="row")


def leading(chances: list[tuple[int, float]], seats: int, team: bool = False) -> list[int]:
    """Who leads at each decision, or -1, from what seats may expect, one after the other.

    Between two sides (or a team and the game) a chance leans to one of them; among more seats the last
    chance of each is compared, and what comes before all are known is left out.

    >>> leading([(0, 0.7), (1, 0.7), (1, 0.55), (0, 0.7)], seats=2)
    [0, 1, -1, 0]
    """
    leaders = []
    known: dict[int, float] = {}
    for seat, chance in chances:
        first = -1
        if team or seats <= 2:
            mine = 0 if team else seat
            if abs(chance - 0.5) >= MARGIN:
                first = mine if chance > 0.5 else 1 - mine
        else:
            known[seat] = chance
            if len(known) < seats:
                continue
            best = sorted(known, key=lambda p: (-known[p], p))
            if known[best[0]] - known[best[1]] >= MARGIN:
                first = best[0]
        leaders.append(first)
    return leaders


def changes(leaders: list[int]) -> int:
    """How often the lead goes from one side to another.

    >>> changes([0, 1, -1, 1, 0])
    2
    """
    known = [who for who in leaders if who >= 0]
    return sum(one != other for one, other in pairwise(known))


def kind(leaders: list[int]) -> str:
    """What becomes of the lead: nobody ever has it, it changes, whoever takes it keeps it, or one side has it
    at every decision from the first to the last.

    >>> kind([0, 0, 0]), kind([-1, 0, -1, 0]), kind([0, 1]), kind([-1, -1])
    ('from start to end', 'kept once taken', 'changes', 'nobody leads')
    """
    if not any(who >= 0 for who in leaders):
        return NOBODY
    if changes(leaders):
        return CHANGED
    return KEPT if -1 in leaders else THROUGHOUT
