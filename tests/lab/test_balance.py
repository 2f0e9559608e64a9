"""Balance: a plan is followed or refused, aims are judged by intervals, and no number is typed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bestiary.lab import balance
from bestiary.lab.balance.aims import KEPT, MISSED, UNCLEAR, Aim, flips, judge
from bestiary.lab.balance.plan import BadPlan

OWN = Path(__file__).parents[2] / "benchmarks" / "balance.toml"
PLAN = """
data = "answers"
page = "page.md"
[[chapter]]
title = "Totem"
[[chapter.question]]
id = "seats"
game = "totem"
says = "Totem by chance"
games = { random = 120 }
seed = 3
aims = [{ of = "seats", within = 30 }, { of = "worth", at_most = 1 }]
[[chapter.question]]
id = "skill"
game = "totem"
games = { bulk = 20 }
against = "random"
aims = [{ of = "wins", at_least = 50 }]
[[chapter.question]]
id = "cost"
game = "totem"
games = { random = 20 }
forbid = ["attack"]
aims = [{ of = "costs", at_least = 0 }]
"""


@pytest.fixture
def plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "plan.toml"
    path.write_text(PLAN, encoding="utf-8")
    return path


def test_our_own_page_is_made_of_the_answers_that_are_kept() -> None:
    plan = balance.read(OWN)  # every question can be played
    assert balance.page(plan) == plan.page.read_text(encoding="utf-8")


def test_what_a_plan_asks_is_played_once_and_told(plan: Path, bestiary: Any) -> None:
    code, out, _ = bestiary("lab", "balance", plan)
    assert code == 0 and "seats, random: 120 games" in out
    page = (plan.parent / "page.md").read_text()
    answer = json.loads((plan.parent / "answers" / "seats-random.json").read_text())
    assert f"{answer['seats'][0]['share']:.1%}" in page and "every seat within 30" in page
    assert json.loads((plan.parent / "answers" / "skill-bulk.json").read_text())["wins"][0]["agent"] == "bulk"
    _, out, _ = bestiary("lab", "balance", plan, "--show")
    assert out.splitlines() == [
        "seats, random: 120 games, measured",
        "skill, bulk: 20 games, measured",
        "cost, random: 20 games, measured",
    ]
    _, out, _ = bestiary("lab", "balance", plan)
    assert "games" not in out  # nothing is played twice
    assert (plan.parent / "page.md").read_text() == page


def test_a_number_of_an_answer_is_the_number_of_the_page(plan: Path, bestiary: Any) -> None:
    bestiary("lab", "balance", plan, "seats")
    kept = plan.parent / "answers" / "seats-random.json"
    answer = json.loads(kept.read_text())
    answer["seats"][0] |= {"share": 0.987, "low": 0.98, "high": 0.99}
    kept.write_text(json.dumps(answer))
    bestiary("lab", "balance", plan, "--page")
    page = (plan.parent / "page.md").read_text()
    assert "98.7% (98.0 to 99.0)" in page and "shown outside: seat 1" in page


def shares(*rows: tuple[float, float, float]) -> dict[str, Any]:
    return {
        "stages": [
            {"stage": str(n), "share": share, "low": low, "high": high}
            for n, (share, low, high) in enumerate(rows)
        ]
    }


@pytest.mark.parametrize(
    ("rows", "word"),
    [
        ([(0.6, 0.55, 0.65)], KEPT),
        ([(0.6, 0.40, 0.80)], UNCLEAR),
        ([(0.3, 0.25, 0.35)], MISSED),
        ([(0.6, 0.55, 0.65), (0.9, 0.85, 0.95)], MISSED),
        ([(0.6, 0.46, 0.74)] * 20, UNCLEAR),  # each inside, all together not
        ([(0.44, 0.435, 0.4499)] * 20, UNCLEAR),  # each outside, none of twenty surely
        ([], UNCLEAR),
    ],
)
def test_an_aim_is_kept_or_missed_where_that_is_shown(
    rows: list[tuple[float, float, float]], word: str
) -> None:
    assert judge(Aim("stages", 45, 75), shares(*rows)).word == word


def test_an_aim_flips_where_two_are_sure_of_different_things() -> None:
    aim = Aim("stages", 45, 75)
    inside, outside, unclear = (
        judge(aim, shares(row)) for row in ((0.6, 0.55, 0.65), (0.9, 0.85, 0.95), (0.7, 0.5, 0.9))
    )
    assert flips([inside, outside]) and not flips([inside, unclear]) and not flips([outside, unclear])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("seed = 3", "sead = 3", "question 'seats' has no field 'sead'"),
        ('of = "seats"', 'of = "chairs"', "question 'seats': an aim is of seats, worth"),
        ("random = 120", "rondom = 120", "question 'seats'"),
        ('forbid = ["attack"]', 'forbid = ["atack"]', "question 'cost'"),
        ('id = "skill"', 'id = "seats"', "two questions are called 'seats'"),
        ('page = "page.md"', "", "page names where it is kept"),
        ("games = { bulk = 20 }", "games = 20", "question 'skill' has no games"),
    ],
)
def test_a_plan_that_cannot_be_followed_is_refused_in_one_line(
    old: str, new: str, said: str, plan: Path, refused: Any
) -> None:
    plan.write_text(PLAN.replace(old, new), encoding="utf-8")
    assert said in refused("lab", "balance", plan)
    with pytest.raises(BadPlan):
        balance.read(plan)


def test_a_question_that_is_not_asked_is_refused(plan: Path, refused: Any) -> None:
    assert "there is: seats, skill, cost" in refused("lab", "balance", plan, "sits")
