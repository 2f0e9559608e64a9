"""Answers: to what is asked today, of the cards and the network of today, or none."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bestiary.commands.lab_balance import lines
from bestiary.core.game import Game
from bestiary.core.registry import load
from bestiary.lab import balance
from bestiary.lab.balance import measuring

from .plans import OWN, PLAN


def test_our_own_page_is_made_of_the_answers_that_are_kept() -> None:
    plan = balance.read(OWN)  # every question can be played
    assert balance.page(plan) == plan.page.read_text(encoding="utf-8")
    assert plan.shown
    for slug, shown in balance.told(plan).items():
        assert lines(shown) == (plan.shown / f"{slug}.json").read_text(encoding="utf-8")


def test_what_a_plan_asks_is_played_once_and_told(plan: Path, bestiary: Any) -> None:
    code, out, _ = bestiary("lab", "balance", plan)
    assert code == 0 and "seats, random: 120 games" in out
    page = (plan.parent / "page.md").read_text()
    answer = json.loads((plan.parent / "answers" / "seats-random.json").read_text())
    assert f"{answer['seats'][0]['share']:.1%}" in page and "every seat within 30" in page
    played = [json.loads(one.read_text())["played"] for one in (plan.parent / "answers").glob("*-*.json")]
    assert f"3 answers, {sum(played):,} games in all, which took 0.0 hours" in page
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


def test_an_answer_about_other_cards_is_none_about_these(plan: Path, bestiary: Any) -> None:
    bestiary("lab", "balance", plan, "seats")
    kept = plan.parent / "answers" / "seats-random.json"
    kept.write_text(json.dumps(json.loads(kept.read_text()) | {"content": "older", "revision": "0ldc0de"}))
    bestiary("lab", "balance", plan, "--page")
    page = (plan.parent / "page.md").read_text()
    assert "seats by `random` (120 games, with other cards at `0ldc0de`)" in page
    assert "every seat within 30" not in page


def test_games_with_other_cards_do_not_stand_in_the_way(
    plan: Path, bestiary: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    bestiary("lab", "balance", plan, "seats")
    usual = load("totem").content()
    tables = usual.tables.copy()
    tables["power"][0, 0] += 1
    monkeypatch.setattr(Game, "content", lambda *_: replace(usual, tables=tables))
    code, out, err = bestiary("lab", "balance", plan, "seats")
    assert code == 0 and "seats, random: 120 games" in out, err


def test_another_network_is_another_player(monkeypatch: pytest.MonkeyPatch) -> None:
    (question,) = balance.read(OWN).chosen(["totem"])
    head = measuring._head(question, "net", 0, 0)
    assert measuring.same(question, "net", head)
    assert "network" not in measuring._head(question, "bulk", 0, 0)
    monkeypatch.setattr(measuring, "digest", lambda game, agents: {"network": "another"})
    assert not measuring.same(question, "net", head)


@pytest.mark.parametrize(("text", "why"), [("{}", "content is missing"), ("[]", "it is no table")])
def test_an_answer_that_is_none_is_refused_in_a_line(plan: Path, bestiary: Any, text: str, why: str) -> None:
    bestiary("lab", "balance", plan, "seats")
    (plan.parent / "answers" / "seats-random.json").write_text(text)
    code, _, err = bestiary("lab", "balance", plan, "--page")
    assert code == 2 and f"cannot be read as an answer: {why}." in " ".join(err.split())


ONE = 'seed = 3\noptions = { restock = "one" }'


@pytest.mark.parametrize(
    "change", [("random = 120", "random = 140"), ("seed = 3", "seed = 4"), ("seed = 3", ONE)]
)
def test_an_answer_to_fewer_games_or_other_deals_is_none_to_these(
    plan: Path, bestiary: Any, change: tuple[str, str]
) -> None:
    bestiary("lab", "balance", plan, "seats")
    plan.write_text(plan.read_text().replace(*change))
    _, out, _ = bestiary("lab", "balance", plan, "seats", "--show")
    assert out.strip().endswith("not measured")
    bestiary("lab", "balance", plan, "--page")
    page = (plan.parent / "page.md").read_text()
    assert "games, asked otherwise at" in page and "every seat within 30" not in page
    _, out, _ = bestiary("lab", "balance", plan, "seats")
    assert f"{140 if '140' in change[1] else 120} games" in out  # and is played without being told to


def test_what_a_lot_took_is_an_answer_to_the_question_that_asked_for_it(plan: Path, bestiary: Any) -> None:
    plan.write_text(
        PLAN.replace("seed = 3", 'seed = 3\nlots = ["place"]').replace('of = "seats"', 'of = "lots"')
    )
    bestiary("lab", "balance", plan, "seats")
    assert "not measured" not in bestiary("lab", "balance", plan, "seats", "--show")[1]
    page = (plan.parent / "page.md").read_text()
    assert "taken by lot, played by `random`" in page and "where a lot takes it" in page


def test_a_team_is_asked_what_another_weapon_makes_of_it(plan: Path, bestiary: Any) -> None:
    plan.write_text(
        """
        data = "answers"
        page = "page.md"
        [[chapter]]
        [[chapter.question]]
        id = "weapons"
        game = "shogun"
        games = { bulk = 12 }
        options = { players = 1, mode = "chapter", difficulty = "gentle" }
        aims = [{ of = "instead", within = 90 }]
        [chapter.question.instead]
        "A Kanabo" = ["preset.0.samurai.weapons.0=kanabo"]
        "The same" = ["preset.1.samurai.weapons.0=kanabo"]
        """
    )
    code, out, err = bestiary("lab", "balance", plan)
    assert code == 0 and "weapons, bulk: 36 games" in out, err
    other, same = json.loads((plan.parent / "answers" / "weapons-bulk.json").read_text())["made"]
    assert same["difference"] == 0 and other["low"] < other["high"]  # the second level is not played
    page = (plan.parent / "page.md").read_text()
    assert "| A Kanabo |" in page and "makes 90 points of difference at most" in page
    _, out, _ = bestiary("lab", "balance", plan, "--show")
    assert out.strip().endswith("12 games, measured")


def test_players_are_told_the_numbers_of_the_answers(plan: Path, bestiary: Any) -> None:
    plan.write_text(PLAN.replace('page = "page.md"', 'page = "page.md"\nshown = "shown"'), encoding="utf-8")
    bestiary("lab", "balance", plan, "seats")
    shown = json.loads((plan.parent / "shown" / "totem.json").read_text())
    answer = json.loads((plan.parent / "answers" / "seats-random.json").read_text())
    assert shown["games"] == answer["played"] == 120
    aim = next(one for one in shown["aims"] if one["aim"] == "every seat within 30 points of its share")
    assert aim["marks"][0]["player"] == "Random player" and aim["marks"][0]["word"] == "kept"
    assert aim["command"].endswith("seats -a random --seed 99")
    assert "skill" in " ".join(shown["unknown"]) or "Totem: quick player" in shown["unknown"]


def test_a_revision_is_changed_by_code_and_not_by_what_was_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bestiary.commands import lab_balance

    code, data = tmp_path / "commands" / "lab_balance.py", tmp_path / "server" / "balance" / "totem.json"
    for path in (code, data):
        path.parent.mkdir(parents=True)
        path.write_text("1")
    named = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["init", "-q"], ["add", "."], [*named, "commit", "-qm", "first"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    monkeypatch.setattr(lab_balance, "__file__", str(code))
    clean = lab_balance.revision()
    assert len(clean) == 7
    data.write_text("2")
    assert lab_balance.revision() == clean
    code.write_text("2")
    assert lab_balance.revision() == f"{clean}-changed"
