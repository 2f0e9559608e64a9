"""Findings: what is compared with what, and what is said about it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import polars as pl
import pytest

from bestiary.lab.compare.findings import Findings, Measured, judge
from bestiary.lab.compare.pairing import differing, measured


@dataclass
class Made:
    """Frames made by hand: winners and lengths by game, two seats."""

    winners: list[int]
    decisions: list[int]
    held: list[tuple[int, int, str]] = field(default_factory=list)
    characters: list[tuple[str, str]] = field(default_factory=list)
    deals: list[int] = field(default_factory=list)

    @property
    def games(self) -> pl.DataFrame:
        n = len(self.winners)
        columns: dict[str, object] = {
            "game": range(n),
            "deal": self.deals or range(n),
            "payoff_0": [1.0 if w & 1 else -1.0 if w & 2 else 0.0 for w in self.winners],
            "payoff_1": [1.0 if w & 2 else -1.0 if w & 1 else 0.0 for w in self.winners],
            "winners": self.winners,
            "decisions": self.decisions,
        }
        if self.characters:
            columns |= {f"character_{k}": [pair[k] for pair in self.characters] for k in (0, 1)}
        return pl.DataFrame(columns)

    @property
    def cards(self) -> pl.DataFrame:
        rows = [{"game": g, "seat": s, "card": c, "drawn": 0, "played": 0} for g, s, c in self.held]
        rows.append({"game": 3, "seat": 1, "card": "a1", "drawn": None, "played": 0})  # named, not held
        kinds = {"game": pl.Int64, "seat": pl.Int8, "card": pl.String, "drawn": pl.Int32, "played": pl.Int32}
        return pl.DataFrame(rows, schema=kinds)


def named(found: list[Measured]) -> dict[str, tuple[list[float], list[float]]]:
    return {m.name: (m.baseline.tolist(), m.changed.tolist()) for m in found}


def test_seats_and_lengths_are_compared_deal_by_deal() -> None:
    old, new = Made([1, 2, 0], [10, 12, 14]), Made([1, 1, 2], [10, 13, 15])
    found = named(measured(old, new))
    assert found == {
        "seat 0 wins": ([1.0, 0.0, 0.5], [1.0, 1.0, 0.0]),
        "length": ([10.0, 12.0, 14.0], [10.0, 13.0, 15.0]),
    }
    assert differing(old, new) == 2 and differing(old, old) == 0


def test_games_of_a_deal_count_as_one() -> None:
    old, new = Made([1, 2], [10, 12], deals=[0, 0]), Made([1, 1], [10, 12], deals=[0, 0])
    assert named(measured(old, new))["seat 0 wins"] == ([0.5], [1.0])


def test_a_character_is_followed_over_the_seats() -> None:
    pairs = [("wolf", "fox"), ("fox", "wolf"), ("owl", "fox")]
    old, new = Made([1, 2, 1], [5] * 3, characters=pairs), Made([2, 2, 1], [5] * 3, characters=pairs)
    found = named(measured(old, new, characters=["wolf"]))
    assert found["wolf wins"] == ([1.0, 1.0], [0.0, 1.0])
    assert "seat 0 wins" not in found


def test_holders_of_a_card_are_compared_with_themselves() -> None:
    old = Made(
        [1, 2, 1, 1], [5] * 4, held=[(0, 0, "a1"), (0, 0, "a2"), (1, 0, "a1"), (2, 1, "a1"), (3, 0, "b")]
    )
    new = Made([2, 2, 2, 2], [5] * 4, held=[(0, 0, "a1"), (1, 1, "a1"), (2, 1, "a2"), (3, 0, "b")])
    found = named(measured(old, new, cards={"a": ["a1", "a2"]}))
    assert found["wins holding a"] == ([1.0, 0.0], [0.0, 1.0]), "game 1 had another holder, game 3 none"


def test_a_team_wins_together_and_nobody_shares_a_loss() -> None:
    old, new = Made([3, 0], [5, 5]), Made([3, 3], [5, 5])
    assert named(measured(old, new, team=True))["the table wins"] == ([1.0, 0.0], [1.0, 1.0])


def findings(baseline: list[float], changed: list[float], differ: int = 1) -> Findings:
    one = Measured("seat 0 wins", np.array(baseline), np.array(changed))
    return Findings("", judge([one], 2 * len(baseline)), len(baseline), differ)


def test_verdicts_in_words() -> None:
    clear = findings([0.0] * 500 + [1.0] * 500, [1.0] * 100 + [0.0] * 400 + [1.0] * 500)
    assert clear.verdict == "clear"
    assert clear.sentence.startswith("Clear: seat 0 wins +10.0 points (+8.")
    unclear = findings([1.0, 0.0] * 200, [0.0, 1.0] * 200)
    assert unclear.verdict == "unclear"
    assert unclear.frame["more"][0] == unclear.frame["most"][0] > 100_000, "two games a deal"
    assert unclear.sentence.startswith("Unclear: seat 0 wins +0.0 points (-9.")
    tilted = findings([1.0, 0.0] * 200 + [0.0] * 10, [0.0, 1.0] * 200 + [1.0] * 10)
    assert tilted.frame["more"][0] < tilted.frame["most"][0]
    assert "if it is as large as it looks" in tilted.sentence
    none = findings([1.0] * 1000, [1.0] * 1000, differ=3)
    assert none.sentence == "No difference that matters, in any of the measures."
    assert findings([1.0], [1.0], differ=0).sentence == "No difference: all 1 games came out the same."


def test_more_measures_need_wider_intervals() -> None:
    rng = np.random.default_rng(2)
    one = Measured("x", *(rng.integers(0, 2, 300).astype(float) for _ in range(2)))
    alone, among = judge([one], 300), judge([one] * 5, 300)
    assert among["high"][0] - among["low"][0] == pytest.approx(
        (alone["high"][0] - alone["low"][0]) * 2.5758 / 1.96, rel=0.01
    )
