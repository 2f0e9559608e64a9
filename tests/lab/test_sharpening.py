"""Comparisons that go on: batches on fresh deals, judged together, as wide as all looks need."""

from __future__ import annotations

import numpy as np
import pytest

from bestiary.core.errors import CardError
from bestiary.core.registry import load
from bestiary.lab.compare.findings import Measured, judge
from bestiary.lab.compare.sharpening import LOOKS, Sharpening, Sweeping


def weak(**given: object) -> Sharpening:
    wanted = ["card.C10.power=1"]
    return Sharpening(load("totem"), ("random",), cores=1, wanted=wanted, **given)  # type: ignore[arg-type]


def test_every_batch_plays_deals_of_its_own_and_all_are_judged_together() -> None:
    one = weak()
    one.play(32)
    first = one.look()
    one.play(32)
    both = one.look()
    assert (first.games, both.games, one.games) == (32, 64, 64)
    length = both.frame.filter(both.frame["measure"] == "length").to_dicts()[0]
    assert length["deals"] == 64
    assert both.frame["baseline"].to_list() != first.frame["baseline"].to_list()
    again = weak()
    again.play(32)
    again.play(32)
    assert again.look().frame.equals(both.frame), "the same study gives the same data"


def test_whoever_looks_often_is_shown_wider_intervals() -> None:
    deals = np.random.default_rng(7).normal(size=200)
    measures = [Measured("x", np.zeros(200), deals)]
    once, often = (judge(measures, 200, looks).to_dicts()[0] for looks in (1, LOOKS))
    assert often["high"] - often["low"] > 1.2 * (once["high"] - once["low"])


def test_other_words_on_a_card_are_nothing_to_play() -> None:
    one = Sharpening(load("totem"), ("random",), wanted=['card.C10.text="Other words."'])
    one.play(32)
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
    one.play(16)
    curve = one.look()
    assert curve.games == 16 and curve.frame["value"].unique().sort().to_list() == ["1", "13"]
    with pytest.raises(CardError, match="from 1 to 13"):
        Sweeping(load("totem"), path="card.C10.power", values=[1, 99])
