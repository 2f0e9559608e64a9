"""What is left open is played on, and looking again and again shows nothing that is not there."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from numpy.random import default_rng

from bestiary.lab import balance
from bestiary.lab.balance import choosing, further
from bestiary.lab.balance.aims import is_open, widened
from bestiary.run.statistics import wilson

from .plans import OWN, PLAN

MATCHUPS = """
data = "answers"
page = "page.md"
[[chapter]]
title = "Totemic"
[[chapter.question]]
id = "animals"
game = "totemic"
games = { random = 660 }
seed = 3
aims = [{ of = "matchups", within = [5, 52] }]
"""


@pytest.fixture
def animals(plan: Path, bestiary: Any) -> dict[str, Any]:
    plan.write_text(MATCHUPS, encoding="utf-8")
    assert bestiary("lab", "balance", plan)[0] == 0
    return kept(plan)


def kept(plan: Path) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads((plan.parent / "answers" / "animals-random.json").read_text())
    return answer


def test_what_is_open_is_played_on_and_nothing_else(
    plan: Path, animals: dict[str, Any], bestiary: Any
) -> None:
    (aim,) = next(iter(balance.read(plan).questions)).aims
    plan.write_text(MATCHUPS.replace("seed = 3", "seed = 3\nfurther = { random = 4 }"))
    assert "to be played on" in bestiary("lab", "balance", plan, "--show")[1]
    bestiary("lab", "balance", plan, "--page")
    assert "every matchup within" in (plan.parent / "page.md").read_text()  # what there is is shown meanwhile
    code, _, err = bestiary("lab", "balance", plan)
    assert code == 0 and "animals, random: playing on, " in err
    more = kept(plan)
    assert more["looks"] == 3 and more["played"] == sum(row["games"] for row in more["matchups"]) > 660
    first = widened(aim, animals | {"looks": 3})
    for one, row, before in zip(first, more["matchups"], animals["matchups"], strict=True):
        if not is_open(aim, one):
            assert row == before
        assert row["games"] <= 4 * before["games"]
    last = widened(aim, more)
    for one, row, before in zip(last, more["matchups"], animals["matchups"], strict=True):
        assert row["games"] == 4 * before["games"] or not is_open(aim, one)
    assert bestiary("lab", "balance", plan, "--show")[1].endswith("games, measured\n")
    page = (plan.parent / "page.md").read_text()
    assert "by `random` up to 4 times as often" in page and f"{more['played']:,}" in page


def test_what_is_answered_already_is_not_played_again(
    plan: Path, animals: dict[str, Any], bestiary: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def played(*_: Any) -> None:
        raise AssertionError

    monkeypatch.setattr(balance, "measure", played)
    played = [animals]
    for times in (2, 4):
        plan.write_text(MATCHUPS.replace("seed = 3", f"seed = 3\nfurther = {{ random = {times} }}"))
        code, out, _ = bestiary("lab", "balance", plan)
        assert code == 0 and "animals, random: " in out
        played.append(kept(plan))
        most = max(row["games"] for row in played[-1]["matchups"])
        assert most == times * max(row["games"] for row in animals["matchups"])
    assert [one.get("looks") for one in played] == [None, 2, 3]


def test_how_far_it_is_is_heard(plan: Path, animals: dict[str, Any], tmp_path: Path) -> None:
    plan.write_text(MATCHUPS.replace("seed = 3", "seed = 3\nfurther = { random = 2 }"))
    (question,) = balance.read(plan).questions
    said: list[tuple[int, int]] = []
    made = balance.played_on(
        question, "random", animals, tmp_path / "on", heard=lambda done, games: said.append((done, games))
    )
    assert all(0 <= done <= games for done, games in said)
    ends = [games for (done, games), later in zip(said, [*said[1:], (0, 0)], strict=True) if later[0] < done]
    assert sum(ends) == made["played"] - animals["played"] > 0


def test_a_team_plays_on_at_the_table_that_is_open() -> None:
    (question,) = balance.read(OWN).chosen(["shogun-samurai"])
    row = {"stage": "party=akira+jinen, chapter=3", "games": 10, "share": 0.5, "low": 0.2, "high": 0.8}
    (study,) = further._studies(question, "bulk", further.Open("stages", row, 10, 1))
    assert (study.options["party"], study.options["chapter"], study.games) == ("akira+jinen", 3, 10)
    (other,) = further._studies(question, "bulk", further.Open("stages", row, 10, 2))
    assert study.seed != other.seed


def test_two_animals_meet_in_both_orders() -> None:
    (question,) = balance.read(OWN).chosen(["totemic"])
    row = {"character": "catfish", "against": "porcupine", "games": 10, "share": 0.4, "low": 0.2, "high": 0.8}
    both = list(further._studies(question, "bulk", further.Open("matchups", row, 10, 1)))
    assert [study.games for study in both] == [5, 5] and both[0].seed != both[1].seed
    met = {study.plan.stages[0].characters for study in both}
    assert met == {("catfish", "porcupine"), ("porcupine", "catfish")}


def test_looking_again_and_again_shows_nothing_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a chapter at the very edge one plan of twenty at most claims that it is inside or outside."""
    lot = default_rng(5)
    (question,) = balance.read(OWN).chosen(["shogun-1"])
    question = replace(question, further={"net": 64})
    monkeypatch.setattr(further, "run", lambda study, *_: study.games)
    monkeypatch.setattr(
        further, "_studies", lambda *given: [replace(question.study("net"), games=given[2].games)]
    )
    monkeypatch.setattr(further, "_score", lambda games, *_: (float(lot.binomial(games, 0.75)), games))
    claimed = 0
    for _ in range(300):
        first = {"stage": "chapter=1", "games": 40, **asdict(wilson(float(lot.binomial(40, 0.75)), 40))}
        answer = {"stages": [first], "played": 40, "deals": 40, "seconds": 0}
        made = balance.played_on(question, "net", answer, Path("nowhere"))
        claimed += any(not is_open(question.aims[0], one) for one in widened(question.aims[0], made))
    assert claimed <= 20  # without regard to how often one has looked it would be 75


def test_what_lots_leave_open_is_played_on_all_together(plan: Path, bestiary: Any) -> None:
    asked = 'seed = 3\nlots = ["place"]\nfurther = { random = 4 }'
    aims = '{ of = "lots", at_most = AIM }'
    for most, played in ((100, 120), (1, 480)):  # nothing is open; something is to the end
        plan.write_text(
            PLAN.replace("seed = 3", asked).replace(
                '{ of = "seats", within = 30 }', aims.replace("AIM", str(most))
            )
        )
        shutil.rmtree(plan.parent / "answers", ignore_errors=True)
        code, _, err = bestiary("lab", "balance", plan, "seats")
        assert code == 0 and ("seats, random: playing on, 240 games" in err) == (played == 480)
        answer = json.loads((plan.parent / "answers" / "seats-random.json").read_text())
        assert (answer["played"], answer["deals"], answer["looks"]) == (played, played, 3)
        if played == 120:
            first = {row["choice"]: row for row in answer["by_lot"]}
    (row, *_) = answer["by_lot"]
    assert row["offered"] > 2 * first[row["choice"]]["offered"]
    assert row["high"] - row["low"] < 0.8 * (first[row["choice"]]["high"] - first[row["choice"]]["low"])
    assert row["gain"] == pytest.approx(row["won"] - row["others"], abs=2e-5)
    assert "seats, random: 120 games, measured" in bestiary("lab", "balance", plan, "seats", "--show")[1]
    assert "by `random` up to 4 times as often." in (plan.parent / "page.md").read_text()


def test_two_samples_of_lots_are_as_good_as_one_of_both() -> None:
    lot = default_rng(3)
    rows = [
        ("build.skill", choice, deal, took == choice, bool(lot.random() < (0.55 if took == "Rally" else 0.5)))
        for deal in range(4000)
        for took in [lot.choice(["Rally", "Stab", "Vanish"][: 2 + (deal % 4 == 0)])]
        for choice in ["Rally", "Stab", "Vanish"][: 2 + (deal % 4 == 0)]
    ]
    parts = [[row for row in rows if (row[2] < 1000) == first] for first in (True, False)]
    few, many, whole = (
        choosing.gains(pl.DataFrame(one, choosing.OFFER, orient="row")) for one in (*parts, rows)
    )
    made = choosing.both_of(few, many)
    assert [row["choice"] for row in made] == [row["choice"] for row in whole] and len(made) == 3
    for both, one in zip(made, whole, strict=True):
        assert both["offered"] == one["offered"] and both["chose"] == one["chose"]
        assert both["gain"] == pytest.approx(one["gain"])
        assert both["high"] - both["low"] == pytest.approx(one["high"] - one["low"], rel=0.02)
    assert choosing.both_of(few, []) == choosing.both_of([], few) == few
