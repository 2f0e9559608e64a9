"""What makes a game a good one, in numbers: depth, luck and skill, comebacks, how long it is open.

Each is a row with a value and its interval. Depth is counted in steps: a player is one step above another
whom it beats in 60% of games, so that steps of different games compare.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import log10, sqrt
from typing import Any

import numpy as np
import polars as pl

from ...core.errors import BestiaryError
from ...run.statistics import Z95, student
from .. import measure as measures
from ..measure.frames import Frames, Part, shares, sittings

STEP = 400 * log10(0.6 / 0.4)  # Elo between two of whom one wins 60%
BLOCKS = 20  # of the jackknife over deals
OPEN = 0.1  # whose chance is nearer to 0 or 1 than this, has won or lost
UNDECIDED = pl.col("chance").is_between(OPEN, 1 - OPEN)


def depth(data: Frames, lowest: str, highest: str) -> dict[str, Any]:
    """How many steps a player is above another: steps, low, high; swept where a rung lost every game to the
    one above it, so that the ladder is at least so long.

    Where all games went one way they all do without some deals, too, and deals would seem to tell everything:
    the interval is at least as wide as ratings by so many games are uncertain.
    """
    found, error = measures.above(data, highest, lowest)
    deals = data.games["deal"].unique().sort()
    blocks = min(BLOCKS, len(deals))
    place = pl.DataFrame({"deal": deals, "block": np.arange(len(deals)) * blocks // max(1, len(deals))})
    placed = data.games.join(place, on="deal")
    without = []
    for block in range(blocks):
        games = placed.filter(pl.col("block") != block).drop("block")
        if games.height:
            part = Part(games, data.cards, data.decisions, _manifest(data))
            without.append(measures.above(part, highest, lowest)[0])
    if len(without) < 3:
        raise BestiaryError("A ladder needs three deals or more.")
    reach = max(_reach(without), Z95 * error)
    rungs = measures.ratings(data)["agent"].to_list()
    return {
        "games": data.games.height,
        "rungs": list(reversed(rungs)),
        "steps": found / STEP,
        "low": (found - reach) / STEP,
        "high": (found + reach) / STEP,
        "swept": any(measures.swept(data, *pair) for pair in pairwise(rungs)),
    }


def _reach(without: Sequence[float]) -> float:
    """How far a figure may be off, from what it is without each block of deals (jackknife)."""
    blocks = len(without)
    apart = np.array(without) - np.mean(without)
    return student(blocks - 1) * sqrt((blocks - 1) / blocks * float((apart**2).sum()))


def _fitted(row: dict[str, Any], name: str, without: Sequence[float]) -> dict[str, Any]:
    """The row with the interval of a share that goes by chances: these are uncertain, too, by the curve that
    makes them of values, and so it is at least as wide as without any block of deals."""
    reach = _reach(without) if len(without) > 2 else 0.0
    low, high = max(0.0, row[name] - reach), min(1.0, row[name] + reach)
    return {**row, "low": min(row["low"], low), "high": max(row["high"], high)}


def _manifest(data: Frames) -> dict[str, Any]:
    return dict(getattr(data, "manifest", None) or {})


def sources(data: Frames) -> list[dict[str, Any]]:
    """What of who wins is explained by the deal, and what by who plays."""
    found = measures.sources(data)
    return found.filter(pl.col("source").is_in(["deal", "agents"])).to_dicts()


def openness(data: Frames) -> dict[str, Any] | None:
    """The share of decisions made by somebody who can still win and still lose: games (decisions), share,
    low, high. None where no player has an idea of its chances."""
    told = measures.chances(data)
    if told.is_empty():
        return None
    undecided = told.select("deal", UNDECIDED.alias("won"))
    without = [float(one.select(UNDECIDED.mean()).item()) for one in measures.chances_without(data)]
    return _fitted(_row(shares(undecided, [])), "share", without)


def comebacks(data: Frames) -> dict[str, Any] | None:
    """How often a winner's chance had once been below half of the usual one: below, games, share, low,
    high."""
    usual = sittings(data)["won"].mean()
    if not usual:
        return None
    below = float(usual) / 2  # type: ignore[arg-type]
    found = measures.comebacks(data, (below,))
    if not found.height or not found["games"][0]:
        return None
    watched = data.games.filter(pl.col("watched")).select("game")
    without = [_came_back(one.join(watched, on="game"), below) for one in measures.chances_without(data)]
    return {"below": below, **_fitted(_row(found), "share", without)}


def _came_back(told: pl.DataFrame, below: float) -> float:
    """The share of games of which no winner was always above a chance."""
    lows = told.filter("won").group_by("game", "seat").agg(pl.col("chance").min())
    behind = lows.group_by("game").agg(pl.col("chance").max() < below)
    return float(behind["chance"].mean() or 0.0)  # type: ignore[arg-type]


def first_move(data: Frames) -> dict[str, Any]:
    """How much more than its share the first seat wins: share, low, high, as differences."""
    row = measures.seats(data).filter(pl.col("seat") == 0).to_dicts()[0]
    return {"games": row["games"], **{key: row[key] - row["fair"] for key in ("share", "low", "high")}}


def everybody(data: Frames, verbs: tuple[str, ...]) -> dict[str, Any] | None:
    """In how many of the games that were watched every seat had a turn: games, share, low, high."""
    seats = measures.seat_count(data)
    whole = data.games.filter(pl.col("watched")).select("game", "deal")
    had = (
        data.decisions.filter(pl.col("verb").is_in(list(verbs)))
        .join(whole, on="game", how="semi")
        .group_by("game")
        .agg(pl.col("seat").n_unique().alias("seats"))
    )
    games = whole.join(had, on="game", how="left").select(
        "deal", (pl.col("seats").fill_null(0) == seats).alias("won")
    )
    return _row(shares(games, [])) if games.height else None


def minutes(data: Frames, pace: float) -> dict[str, Any]:
    """The minutes of a median game at so many seconds for a decision with a choice, with the interval of the
    median (by the ranks that hold it)."""
    moves = np.sort(data.games["moves"].to_numpy())
    count = len(moves)
    reach = 0.98 * sqrt(count)
    low, high = (int(np.clip(np.floor(count / 2 + sign * reach), 0, count - 1)) for sign in (-1, 1))
    found = {"median": float(np.median(moves)), "low": float(moves[low]), "high": float(moves[high])}
    return {"games": count, "pace": pace, **{key: value * pace / 60 for key, value in found.items()}}


def stages(data: Frames) -> list[dict[str, Any]]:
    """How long the stages of a game for a team are: stage, games, decisions and rounds (medians)."""
    games = data.games.with_columns(pl.col("stage").cast(pl.String))
    rounds = pl.col("health").list.len().median() if "health" in games.columns else pl.lit(None, pl.Float64)
    found = games.group_by("stage").agg(
        pl.len().cast(pl.Int64).alias("games"),
        pl.col("moves").median().alias("decisions"),
        rounds.alias("rounds"),
    )
    return found.sort("stage").to_dicts()


def tension(data: Frames) -> dict[str, dict[str, Any]]:
    """By stage: open, the share of decisions at which the team can still win and still lose, with its
    interval."""
    stage = pl.col("stage").cast(pl.String)
    told = measures.chances(data).select("deal", stage, UNDECIDED.alias("won"))
    found = shares(told, ["stage"]).select("stage", pl.col("share").alias("open"), "low", "high")
    without: dict[str, list[float]] = {}
    for one in measures.chances_without(data):
        for name, share in one.group_by(stage).agg(UNDECIDED.mean()).iter_rows():
            without.setdefault(name, []).append(share)
    rows = {row.pop("stage"): row for row in found.to_dicts()}
    return {name: _fitted(row, "open", without.get(name, [])) for name, row in rows.items()}


def _row(found: pl.DataFrame) -> dict[str, Any]:
    return {key: found[key][0] for key in ("games", "share", "low", "high")}
