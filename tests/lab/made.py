"""Data of a made-up game with known odds, in the laboratory's three frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

CARDS = {
    "game": pl.Int64,
    "seat": pl.Int8,
    "card": pl.String,
    "drawn": pl.Int32,
    "held": pl.Int32,
    "offered": pl.Int32,
    "played": pl.Int32,
    "discarded": pl.Int32,
    "won": pl.Boolean,
}
DECISIONS = {
    "game": pl.Int64,
    "number": pl.Int32,
    "seat": pl.Int8,
    "agent": pl.String,
    "phase": pl.String,
    "choices": pl.Int32,
    "verb": pl.String,
    "card": pl.String,
    "value": pl.Float64,
}


@dataclass
class Made:
    """Three frames, and what a folder says about them."""

    games: pl.DataFrame
    cards: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=CARDS))
    decisions: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=DECISIONS))
    manifest: Mapping[str, Any] = field(default_factory=dict)


def games(
    winners: Sequence[int],
    seats: int = 2,
    deals: Sequence[int] | None = None,
    agents: Sequence[Sequence[str]] | None = None,
    characters: Sequence[Sequence[str]] | None = None,
    **columns: Sequence[Any],
) -> pl.DataFrame:
    """The frame of games with these winners (bit masks); everything else may be left to be plain."""
    count = len(winners)
    mask = np.array(winners, np.int64)
    data: dict[str, Any] = {
        "game": pl.Series(range(count), dtype=pl.Int64),
        "deal": pl.Series(deals if deals is not None else range(count), dtype=pl.Int64),
        "seed": pl.Series(range(count), dtype=pl.UInt64),
    }
    for k in range(seats):
        data[f"agent_{k}"] = pl.Series(
            [row[k] for row in agents] if agents else ["bulk"] * count, dtype=pl.String
        )
        payoff = np.where(mask == 0, 0.0 if seats > 1 else -1.0, np.where(mask >> k & 1 == 1, 1.0, -1.0))
        data[f"payoff_{k}"] = pl.Series(payoff, dtype=pl.Float64)
        if characters:
            data[f"character_{k}"] = pl.Series([row[k] for row in characters], dtype=pl.String)
    data |= {
        "winners": pl.Series(mask, dtype=pl.Int64),
        "decisions": pl.Series(columns.pop("decisions", [20] * count), dtype=pl.Int32),
        "moves": pl.Series(columns.pop("moves", [15] * count), dtype=pl.Int32),
        "choices": pl.Series(columns.pop("choices", [80] * count), dtype=pl.Int64),
        "finished": pl.Series(columns.pop("finished", [True] * count), dtype=pl.Boolean),
        "watched": pl.Series(columns.pop("watched", [True] * count), dtype=pl.Boolean),
        "ending": pl.Series(columns.pop("ending", [None] * count), dtype=pl.String),
        "stage": pl.Series(columns.pop("stage", [None] * count), dtype=pl.String),
    }
    return pl.DataFrame(data | {name: pl.Series(values) for name, values in columns.items()})


def contest(
    deals: int,
    seed: int = 1,
    agents: Sequence[str] = ("bulk",),
    characters: int = 0,
    cards: int = 30,
    hand: int = 6,
    first: float = 0.1,
) -> Made:
    """Many games for two with known odds: seat 0 has ``first`` log odds ahead, a card of number c adds
    to them as far as c is above the middle, a character likewise; the later agent is stronger by one."""
    chance = np.random.default_rng(seed)
    seatings = [(0, 0)] if len(agents) == 1 else [(0, 1), (1, 0)]
    hands = np.argsort(chance.random((deals, cards)), axis=1)[:, : 2 * hand]
    worth = np.linspace(-0.5, 0.5, cards)
    people = np.argsort(chance.random((deals, max(2, characters))), axis=1)[:, :2]
    strength = np.linspace(-0.6, 0.6, max(2, characters)) if characters else np.zeros(2)
    order = np.repeat(np.arange(deals), len(seatings))
    sat = np.array([seatings[i % len(seatings)] for i in range(len(order))])
    start = worth[hands[:, :hand]].sum(axis=1) - worth[hands[:, hand:]].sum(axis=1)
    odds = (
        first
        + start[order]
        + (sat[:, 0] - sat[:, 1])
        + (strength[people[:, 0]] - strength[people[:, 1]])[order]
    )
    won = chance.random(len(order)) < 1 / (1 + np.exp(-odds))
    length = 20 + chance.poisson(12, len(order))
    table = games(
        np.where(won, 1, 2).tolist(),
        deals=order.tolist(),
        agents=[[agents[a] for a in row] for row in sat],
        characters=[[f"beast {p}" for p in people[d]] for d in order] if characters else None,
        decisions=length.tolist(),
        moves=(length - chance.binomial(length, 0.2)).tolist(),
        choices=(length * 4 + chance.integers(0, 40, len(order))).tolist(),
        ending=np.where(chance.random(len(order)) < 0.7, "last totem", "empty deck").tolist(),
    )
    return Made(
        table,
        _hands(chance, hands, hand, order, won, length),
        _decided(chance, order, won, length, agents, sat),
    )


def _hands(
    chance: np.random.Generator,
    hands: np.ndarray,
    hand: int,
    order: np.ndarray,
    won: np.ndarray,
    length: np.ndarray,
) -> pl.DataFrame:
    size = hands.shape[1]
    game = np.repeat(np.arange(len(order)), size)
    seat = np.tile(np.repeat([0, 1], hand), len(order))
    card = hands[order].ravel()
    count = len(game)
    late = np.where(chance.random(count) < 0.5, 0, chance.integers(1, 15, count))
    offered = chance.integers(0, 8, count)
    return pl.DataFrame(
        {
            "game": game,
            "seat": seat,
            "card": [f"c{c:02d}" for c in card],
            "drawn": late,
            "held": chance.integers(1, 20, count),
            "offered": offered,
            "played": np.where((offered > 2) & (card > 0), 1, 0),
            "discarded": np.where(offered == 1, 1, 0),
            "won": won[game] == (seat == 0),
        }
    ).cast(CARDS).sort("game", "seat", "card")  # fmt: skip


def _decided(
    chance: np.random.Generator,
    order: np.ndarray,
    won: np.ndarray,
    length: np.ndarray,
    agents: Sequence[str],
    sat: np.ndarray,
) -> pl.DataFrame:
    game = np.repeat(np.arange(len(order)), 3)
    number = (chance.random(len(game)) * length[game]).astype(np.int64)
    seat = number % 2
    sure = number / length[game]
    truth = np.where(won[game] == (seat == 0), 1.0, 0.0)
    value = np.clip(0.5 + (truth - 0.5) * sure + chance.normal(0, 0.15, len(game)), 0, 1)
    names = np.array(agents)[sat[game, seat]]
    return pl.DataFrame(
        {
            "game": game,
            "number": number,
            "seat": seat,
            "agent": names,
            "phase": np.where(number % 3 == 0, "draw", "action"),
            "choices": 1 + chance.poisson(4 * (1 - sure / 2)),
            "verb": chance.choice(["attack", "restock", "discard"], len(game)),
            "card": None,
            "value": value,
        }
    ).cast(DECISIONS).sort("game", "number")  # fmt: skip
