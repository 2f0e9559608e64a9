"""Two studies side by side: what differs is told, what does not is not, and intervals hold the truth."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest

from bestiary import lab
from bestiary.lab import Study
from bestiary.lab.report.context import take
from bestiary.lab.report.sides import Pair, Value, changes, pairs
from bestiary.run.differences import CLEAR
from bestiary.run.statistics import wilson

from .made import contest
from .test_report import EVIL, Reader


def short(page: str) -> str:
    """What the page says in short."""
    return re.sub(r"<[^>]+>", " ", page.partition("In short")[2].partition("</header>")[0])


def test_a_planted_advantage_is_in_the_headline_and_nothing_else_is() -> None:
    fair, planted = contest(1_500, seed=1, first=0.0), contest(1_500, seed=2, first=0.9)
    said = short(lab.side_by_side(fair, planted))
    assert "1 of" in said and "Seat 1 wins" in said and "differ clearly" in said
    assert "worth of" not in said and "decisions in a game" not in said


def test_two_runs_of_one_make_differ_in_nothing() -> None:
    page = lab.side_by_side(contest(400, seed=3), contest(400, seed=4))
    assert "None of" in short(page) and "stand out" in short(page)
    Reader(page)


def test_differences_of_shares_hold_the_truth_at_their_rate() -> None:
    chance, times = np.random.default_rng(5), 2_000
    held = 0
    for games, more, odds in ((60, 200, 0.5), (400, 80, 0.1)):
        for _ in range(times // 2):
            each = [(int(chance.binomial(n, p)), n) for n, p in ((games, odds), (more, odds + 0.05))]
            values = [Value(won / n, (w := wilson(won, n)).low, w.high, n) for won, n in each]
            low, high = Pair("", "", "share", *values).between()
            held += low <= 0.05 <= high
    assert abs(held / times - 0.95) < 3 * (0.95 * 0.05 / times) ** 0.5 + 0.005


def wrong(repetitions: range) -> tuple[int, int]:
    """How many of the numbers of equal studies are called different, of how many."""
    found = [
        pair.verdict()
        for seed in repetitions
        for pair in pairs(*(take(contest(150, 100 + 2 * seed + k, characters=3)) for k in (0, 1)))
    ]
    return found.count(CLEAR), len(found)


def test_equal_studies_look_different_no_more_often_than_is_said() -> None:
    called, of = wrong(range(6))
    assert of > 400 and called <= 0.05 * of + 3 * (0.05 * 0.95 * of) ** 0.5


@pytest.mark.sweep
def test_equal_studies_look_different_no_more_often_than_is_said_in_many() -> None:
    called, of = wrong(range(150))
    assert 0.03 < called / of < 0.065


def test_what_the_cards_differ_in_is_told_in_words() -> None:
    row = {"code": "a", "name": "Ant", "figures": "power 3", "text": "Bites."}
    new = {**row, "figures": "power 5"}
    only = {**row, "code": "b", "name": "Bee"}
    said = changes({"printed": [row, only]}, {"printed": [new]})
    assert said == ["Bee is only in the first.", "Ant: power 3 → power 5"]


def test_words_from_outside_are_escaped() -> None:
    made = contest(100, characters=3)
    evil = replace(
        made,
        games=made.games.with_columns(pl.lit(EVIL).alias("ending")),
        cards=made.cards.with_columns(pl.col("card") + EVIL),
        manifest={"title": EVIL, "set": EVIL, "game": EVIL},
    )
    page = lab.side_by_side(evil, evil)
    assert page.count("<script>") == 1 and EVIL in Reader(page).text


def test_the_command_writes_one_page_of_two_studies(bestiary: Any, refused: Any, tmp_path: Any) -> None:
    for seed in (1, 2):
        lab.run(Study("totem", ("random",), 30, seed), tmp_path / f"run{seed}")
    first, second, page = tmp_path / "run1", tmp_path / "run2", tmp_path / "two.html"
    code, out, _ = bestiary(
        "lab", "report", first, "--against", second, "-o", page, "--csv", tmp_path / "csv"
    )
    assert code == 0 and "30 and 30 games" in out
    read = Reader(page.read_text(encoding="utf-8"))
    assert "run1" in read.text and "They differ in the deals (seed)." in read.text
    assert (tmp_path / "csv" / "differences.csv").read_text().startswith("chapter,about,unit,first")
    manifest = second / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"seats": 2', '"seats": 3'))
    assert "cannot stand against it: seats 3, not 2" in refused("lab", "report", first, "--against", second)
