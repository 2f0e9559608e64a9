"""What is measured otherwise, and what other code plays."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bestiary.lab import balance
from bestiary.lab.balance import alike, measuring, qualities
from bestiary.lab.play.running import play

from .plans import OWN, PLAN

OPENED = """
[[chapter.question]]
id = "opened"
game = "totem"
quality = "Totem"
games = { bulk = 40 }
[[chapter.question]]
id = "chapters"
game = "shogun"
games = { bulk = 12 }
options = { players = 1, mode = "chapter" }
vary = { chapter = [2, 7] }
aims = [{ of = "tension", at_least = 50 }]
"""


def test_chances_are_told_of_the_first_games(
    plan: Path, bestiary: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "JUDGED", 10)
    plan.write_text(PLAN + OPENED, encoding="utf-8")
    bestiary("lab", "balance", plan, "seats", "opened")
    answer = json.loads((plan.parent / "answers" / "opened-bulk.json").read_text())
    few = play(replace(balance.read(plan).chosen(["opened"])[0].study("bulk"), games=10, watch=1))
    of_few = {"open": qualities.openness(few), "comebacks": qualities.comebacks(few)}
    assert answer["length"]["games"] == 40
    for name, row in of_few.items():
        assert row is not None and answer[name] == measuring.rounded(row)
    seats = json.loads((plan.parent / "answers" / "seats-random.json").read_text())
    assert "open" not in seats  # nobody asked


@pytest.mark.parametrize("name", ["opened", "chapters", "seats"])
def test_what_is_measured_otherwise_is_measured_again_and_all_else_stays(
    name: str, plan: Path, bestiary: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "JUDGED", 10)
    plan.write_text(PLAN + OPENED, encoding="utf-8")
    bestiary("lab", "balance", plan, name)
    (at,) = (plan.parent / "answers").iterdir()
    answer = json.loads(at.read_text())
    earlier = {"measures": 1, "revision": "0ldc0de", "open": {"games": 1, "share": 0.5, "low": 0, "high": 1}}
    if "tension" in answer:
        earlier["tension"] = [row | {"open": 0.123} for row in answer["tension"]]
    at.write_text(json.dumps(answer | earlier))
    assert "to be measured again" in bestiary("lab", "balance", plan, name, "--show")[1]
    of_old = f"open of {name} by `bulk`, which were measured before that"
    assert (of_old in balance.page(balance.read(plan))) == (name != "seats")
    shutil.rmtree("build")  # no game of it is kept
    bestiary("lab", "balance", plan, name)
    again = json.loads(at.read_text())
    told = {"revision": again["revision"], "seconds": again["seconds"]}
    assert again == answer | told and again["revision"].startswith("0ldc0de")
    played = sum(path.name.endswith("-judged") for path in Path("build/balance").glob("*"))
    assert played == (name != "seats") and (played or again["revision"] == "0ldc0de")
    assert ", measured" in bestiary("lab", "balance", plan, name, "--show")[1]
    assert "were measured before that" not in balance.page(balance.read(plan))


LADDER = """
[[chapter.question]]
id = "ladder"
game = "totem"
games = { bulk = 6 }
ladder = ["random"]
"""


def test_a_ladder_that_is_looked_at_anew_is_of_the_code_of_today(plan: Path, bestiary: Any) -> None:
    plan.write_text(PLAN + LADDER, encoding="utf-8")
    bestiary("lab", "balance", plan, "ladder")
    (at,) = (plan.parent / "answers").iterdir()
    answer = json.loads(at.read_text())
    at.write_text(json.dumps(answer | {"measures": 1, "revision": "0ldc0de"}))
    bestiary("lab", "balance", plan, "ladder")
    again = json.loads(at.read_text())  # all of it was played again, and what a second run said is of others
    assert again["revision"] == answer["revision"] != "0ldc0de" and again["measures"] == answer["measures"]


def test_an_answer_of_code_that_plays_alike_holds(plan: Path, bestiary: Any) -> None:
    bestiary("lab", "balance", plan, "seats", "skill")
    at = plan.parent / "answers" / "seats-random.json"
    answer = json.loads(at.read_text())
    at.write_text(json.dumps(answer | {"code": "earlier", "revision": "0ldc0de"}))
    assert "by other code" in bestiary("lab", "balance", plan, "seats", "--show")[1]
    code, out, _ = bestiary("lab", "balance", plan, "--first")
    assert code == 0 and "seats, random: 64 games come out alike" in out
    assert "cost, random: not measured" in out
    held = json.loads(at.read_text())
    assert {key: held[key] for key in ("code", "seats")} == {key: answer[key] for key in ("code", "seats")}
    assert held["revision"] == "0ldc0de" != held["again"]["revision"]
    assert "seats, random: 120 games, measured" in bestiary("lab", "balance", plan, "--show")[1]
    page = (plan.parent / "page.md").read_text()
    assert f"All 2 answers were held against the code of `{held['again']['revision']}`" in page
    assert "of the same code" not in page and ": the first games, 84 in all, came out alike" in page


def test_an_answer_whose_games_come_out_otherwise_counts_no_more(plan: Path, bestiary: Any) -> None:
    bestiary("lab", "balance", plan, "seats")
    at = plan.parent / "answers" / "seats-random.json"
    answer = json.loads(at.read_text())
    digests = answer["first_games"].split()
    at.write_text(json.dumps(answer | {"first_games": " ".join([*digests[:-1], "0" * 8])}))
    code, out, _ = bestiary("lab", "balance", plan, "seats", "--first")
    assert code == 1 and "COME OUT OTHERWISE" in out
    page = (plan.parent / "page.md").read_text()
    assert "every seat within 30" not in page and "played otherwise at" in page
    assert "120 games" in bestiary("lab", "balance", plan, "seats")[1]  # it is asked again
    assert json.loads(at.read_text()) == answer | {"seconds": json.loads(at.read_text())["seconds"]}


@pytest.mark.parametrize(
    ("name", "agent"), [("totemic", "bulk"), ("klaw-skill", "net"), ("shogun-1", "bulk")]
)
def test_first_games_are_those_of_the_whole_question(name: str, agent: str) -> None:
    (question,) = balance.read(OWN).chosen([name])
    whole = alike.digests(play(replace(question.study(agent), games=40)).games)
    assert alike.first(question, agent, games=4).split() == whole[:4] and len(set(whole)) > 20


def test_other_code_that_noted_no_games_is_not_vouched_for(plan: Path, bestiary: Any) -> None:
    bestiary("lab", "balance", plan, "seats", "skill")
    for name in ("seats-random", "skill-bulk"):
        at = plan.parent / "answers" / f"{name}.json"
        at.write_text(json.dumps({k: v for k, v in json.loads(at.read_text()).items() if k != "first_games"}))
    at.write_text(json.dumps(json.loads(at.read_text()) | {"code": "earlier"}))
    code, out, _ = bestiary("lab", "balance", plan, "--first")
    assert code == 0 and "seats, random: the code of today; its first games are noted" in out
    assert "skill, bulk: by other code, which did not note its first games; --again measures it anew" in out
    page = (plan.parent / "page.md").read_text()
    assert "1 of 2 answers were held" in page and "1 are of the same code" in page
    assert "64 games come out alike" in bestiary("lab", "balance", plan, "seats", "--first")[1]
    at = plan.parent / "answers" / "seats-random.json"
    at.write_text(json.dumps(json.loads(at.read_text()) | {"device": "cuda"}))
    bestiary("lab", "balance", plan, "--page")
    assert "Of 1, which a GPU answered" in (plan.parent / "page.md").read_text()


def test_first_games_are_on_the_deals_of_the_answer(plan: Path, refused: Any) -> None:
    assert "goes without --seed" in refused("lab", "balance", plan, "--first", "--seed", "5")


OFTEN = ("totem", "totemic", "klaw-2", "tiger-2", "shogun-2")


@pytest.mark.parametrize("agent", ["bulk", "net"])
@pytest.mark.parametrize("name", OFTEN)
def test_what_our_page_says_is_what_the_code_of_today_plays(name: str, agent: str) -> None:
    """Red where what plays has changed: ``lab balance --first`` tells which answers count no more."""
    plan = balance.read(OWN)
    (question,) = plan.chosen([name])
    answer = balance.answers(plan, question).get(agent)
    assert answer is None or alike.alike(answer, alike.first(question, agent, games=2))
