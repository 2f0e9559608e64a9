"""Comparisons that go on: batches on fresh deals, judged together, as wide as all looks need."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from bestiary.core.errors import CardError
from bestiary.core.registry import load
from bestiary.lab.compare import sharpening
from bestiary.lab.compare.findings import Measured, judge
from bestiary.lab.compare.pairing import measured, telling
from bestiary.lab.compare.questions import Joined
from bestiary.lab.compare.sharpening import LOOKS, SPENT, Sharpening, Sweeping


def weak(**given: object) -> Sharpening:
    wanted = ["card.C10.power=1"]
    return Sharpening(load("totem"), ("random",), cores=1, wanted=wanted, **given)  # type: ignore[arg-type]


def test_every_batch_plays_deals_of_its_own_and_all_are_judged_together() -> None:
    one = weak()
    one.play()
    first = one.look()
    one.play()
    both = one.look()
    assert (first.games, both.games, one.games) == (32, 64, 64)
    length = both.frame.filter(both.frame["measure"] == "length").to_dicts()[0]
    assert length["deals"] == 64
    assert both.frame["baseline"].to_list() != first.frame["baseline"].to_list()
    again = weak()
    again.play(2)
    again.look()
    assert again.look().frame.equals(both.frame), "the same deals, however many are played at once"
    again.play(100)
    assert again.games == 1024 and again.pieces == 0, "the rest of a block, and the next one is laid out"


def test_pieces_are_measured_together_when_somebody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counted(old: Joined, *rest: object) -> list[Measured]:
        asked.append(old.games.height)
        return measured(old, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(sharpening, "measured", counted)
    one = weak()
    for pieces in (1, 1, 2):
        one.play(pieces)
    assert one.look().games == 128 and asked == [128]
    curve = Sweeping(load("totem"), ("random",), cores=1, path="card.C10.power", values=[1, 5])
    for _ in range(2):
        curve.play()
    assert curve.look().games == 64 and asked == [128, 64, 64], "once for each value"


def test_whoever_looks_often_is_shown_wider_intervals() -> None:
    deals = np.random.default_rng(7).normal(size=200)
    measures = [Measured("x", np.zeros(200), deals)]
    once, often = (judge(measures, 200, share).to_dicts()[0] for share in (1, SPENT[-1] / sum(SPENT)))
    assert often["high"] - often["low"] > 1.2 * (once["high"] - once["low"])
    assert list(SPENT) == sorted(SPENT) and len(SPENT) == LOOKS, "early looks have least of what may go wrong"
    one = weak()
    one.play()
    for _ in range(LOOKS):
        one.look()
    with pytest.raises(IndexError):
        one.look()


def test_other_words_on_a_card_are_nothing_to_play() -> None:
    one = Sharpening(load("totem"), ("random",), wanted=['card.C10.text="Other words."'])
    one.play()
    assert one.same and one.games == 0 and one.reach is None
    assert "same cards" in one.look().sentence


def test_a_curve_is_played_beside_what_else_is_changed() -> None:
    one = Sweeping(
        load("totem"),
        ("random",),
        cores=1,
        path="card.C10.power",
        values=[1, 13],
        changes=["card.J10.power=1"],
    )
    one.play()
    curve = one.look()
    assert curve.games == 32 and curve.frame["value"].unique().sort().to_list() == ["1", "13"]
    with pytest.raises(CardError, match="from 1 to 13"):
        Sweeping(load("totem"), path="card.C10.power", values=[1, 99])


def test_a_verdict_shows_how_often_a_changed_card_is_played() -> None:
    """Nobody who moves at random minds its power; a forbidden ability would be another thing."""
    one = weak()
    one.play(8)
    (row,) = [row for row in one.look().frame.to_dicts() if row["measure"] == "plays Crimson Boar"]
    assert row["unit"] == "use" and 0.2 < row["baseline"] < 0.6
    assert row["low"] < row["difference"] < row["high"]
    shares = [row for row in one.findings.frame.to_dicts() if row["unit"] == "share"]
    widest = max(row["high"] - row["low"] for row in shares)
    assert one.reach == pytest.approx(widest / 2), "how sharp a verdict is tells of wins"


def frames(cards: list[tuple[int, int, str, int]]) -> Joined:
    """Two games of two seats, and the cards that seats held: game, seat, card, how often it was played."""
    games = pl.DataFrame({"game": [0, 1], "deal": [0, 1], "winners": [1, 2], "decisions": [5, 7]})
    payoffs = games.with_columns(payoff_0=pl.lit(1.0), payoff_1=pl.lit(-1.0))
    held = pl.DataFrame(cards, ["game", "seat", "card", "played"], orient="row")
    return Joined(payoffs, held.with_columns(drawn=pl.lit(0)))


def test_a_card_that_only_one_side_has_is_told_by_its_use() -> None:
    old = frames([(0, 0, "wolf", 1), (1, 1, "wolf", 0)])
    new = frames([(0, 0, "cub", 2), (1, 1, "cub", 0), (1, 0, "cub", 1)])
    printed = {"Wolf": ["wolf"], "Cub": ["cub"]}
    only = {name: f"only one has {name}" for name in printed}
    found, notes = telling(measured(old, new, cards=printed), only)
    use = {one.name: (one.baseline.mean(), one.changed.mean()) for one in found if one.unit == "use"}
    assert use == {"plays Wolf": (0.25, 0.0), "plays Cub": (0.0, 0.5)}
    assert notes == ["only one has Wolf", "only one has Cub"]


def test_a_card_that_nobody_plays_is_told_by_who_holds_it() -> None:
    both = frames([(0, 0, "armour", 0), (1, 1, "armour", 0)])
    found, notes = telling(measured(both, both, cards={"Armour": ["armour"]}), {})
    assert [one.name for one in found] == ["seat 0 wins", "wins holding Armour", "holds Armour", "length"]
    assert notes == []
