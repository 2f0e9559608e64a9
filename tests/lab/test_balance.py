"""Balance: a plan is followed or refused, aims are judged by intervals, and no number is typed."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from numpy.random import default_rng

from bestiary.commands.lab_balance import lines
from bestiary.core.game import Game
from bestiary.core.registry import load, unregister
from bestiary.lab import balance
from bestiary.lab.balance import alike, choosing, further, measuring, qualities
from bestiary.lab.balance.aims import AIMS, KEPT, MISSED, UNCLEAR, Aim, Found, flips, is_open, judge, widened
from bestiary.lab.balance.checking import claims, compared, picked
from bestiary.lab.balance.plan import BadPlan
from bestiary.lab.play.running import play
from bestiary.run.statistics import wilson

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


@pytest.fixture(autouse=True)
def alone() -> Iterator[None]:
    """Games from outside that a plan has made known are forgotten."""
    yield
    unregister("leduc")


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


def test_an_aim_says_what_varies(plan: Path) -> None:
    text = plan.read_text()
    for vary in ("", 'vary = { restock = ["any", "one"] }\n'):
        plan.write_text(
            text.replace("aims = [{", f'{vary}aims = [{{ of = "stages", within = [45, 75] }}, {{', 1)
        )
        what = "restock" if vary else "table"
        said = next(iter(balance.read(plan).questions)).aims[0].said
        assert said == f"45% to 75% of games are won, whatever the {what}"


def test_what_a_lot_took_is_an_answer_to_the_question_that_asked_for_it(plan: Path, bestiary: Any) -> None:
    plan.write_text(
        PLAN.replace("seed = 3", 'seed = 3\nlots = ["place"]').replace('of = "seats"', 'of = "lots"')
    )
    bestiary("lab", "balance", plan, "seats")
    assert "not measured" not in bestiary("lab", "balance", plan, "seats", "--show")[1]
    page = (plan.parent / "page.md").read_text()
    assert "taken by lot, played by `random`" in page and "where a lot takes it" in page


def test_things_that_are_shown_outside_have_short_names() -> None:
    row = {"share": 0.0, "low": 0.0, "high": 0.01, "phase": "build.skill"}
    text = "Take Vanish (technique, Ki 4+): Enemies cannot target you until your next activation."
    verdict = judge(Aim("chosen", 5, 100), {"chosen": [row | {"choice": text}] * 2})
    assert verdict.said == "missed (0 of 2 as measured; shown outside: Take Vanish, Take Vanish)"
    stage = row | {"stage": "chapter=3"}
    assert judge(Aim("stages", 45, 75), {"stages": [stage, stage]}).outside[0].name == "chapter 3"


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
        ('of = "seats"', 'of = "chairs"', "question 'seats': an aim is of seats, times"),
        ("random = 120", "rondom = 120", "question 'seats'"),
        ('forbid = ["attack"]', 'forbid = ["atack"]', "question 'cost'"),
        ('id = "skill"', 'id = "seats"', "two questions are called 'seats'"),
        ('page = "page.md"', "", "page names where it is kept"),
        ("games = { bulk = 20 }", "games = 20", "question 'skill' has no games"),
        ('against = "random"', 'against = "random"\nchoices = 9', "against and choices are two questions"),
        ("seed = 3", 'phases = ["platz"]', "There is no question 'platz'"),
        ("seed = 3", 'lots = ["platz"]', "There is no question 'platz'"),
        ("seed = 3", 'lots = ["place"]\nphases = ["place"]', "phases and lots are two questions"),
        ("seed = 3", "further = { bulk = 4 }", "There is no player that is asked 'bulk'"),
        ("seed = 3", "further = { random = 1 }", "random plays on up to 2 times its games or more, not 1"),
        ("seed = 3", "further = { random = 4 }", "but what an aim speaks of: matchups, stages, lots"),
        ("within = 30", 'within = 30, whose = ["net"]', "There is no player that is asked 'net'"),
        ("seed = 3", 'instead = { Boar = ["cards.C10.power=11"] }', "it is asked of those who win together"),
        ("seed = 3", 'turn = ["atack"]', "There is no verb 'atack'"),
        ("seed = 3", 'changes = { Boar = ["cards.C10.powr=11"] }', "question 'seats'"),
        ('page = "page.md"', 'page = "page.md"\noutside = { go = "nowhere" }', "there is no game go in"),
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


# ---- further looks -----------------------------------------------------------------------------------

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


def test_an_aim_that_is_meant_for_others_is_not_asked_of_a_player(plan: Path, bestiary: Any) -> None:
    plan.write_text(
        PLAN.replace("random = 120", "random = 20, greedy = 20").replace(
            "within = 30", 'within = 30, whose = ["random"]'
        )
    )
    bestiary("lab", "balance", plan, "seats")
    page = (plan.parent / "page.md").read_text()
    (line,) = [line for line in page.splitlines() if line.startswith("| Totem by chance | every seat")]
    cells = [cell.strip() for cell in line.split("|")]
    assert cells[3] in (KEPT, UNCLEAR) and cells[4] == ""


# ---- aims of every kind ------------------------------------------------------------------------------


def row(share: float, reach: float = 0.01, **more: Any) -> dict[str, Any]:
    return {"games": 1000, "share": share, "low": share - reach, "high": share + reach, **more}


def lot(choice: str, gain: float, reach: float) -> dict[str, Any]:
    return {"phase": "build", "choice": choice, "gain": gain, "low": gain - reach, "high": gain + reach}


def card(name: str, kind: str, gain: float) -> dict[str, Any]:
    told = {"card": name, "kind": kind, "offered": 0.0, "start_gain": gain, "even_gain": None}
    return told | {"start_gain_low": gain - 0.001, "start_gain_high": gain + 0.001}


@pytest.mark.parametrize(
    ("aim", "answer", "word", "worst"),
    [
        (Aim("times", 0, 120), {"seats": [row(0.29, seat=0, fair=0.25)]}, KEPT, 116),
        (Aim("times", 0, 120), {"seats": [row(0.35, seat=0, fair=0.25)]}, MISSED, 140),
        (Aim("everybody", 90, 100), {"everybody": row(0.5)}, MISSED, 50),
        (Aim("minutes", 30, 60), {"minutes": {"median": 40, "low": 39, "high": 41}}, KEPT, 40),
        (Aim("minutes", 30, 60), {"minutes": {"median": 20, "low": 19, "high": 21}}, MISSED, 20),
        (Aim("tension", 50, 100), {"tension": [row(0, stage="1", open=0.4) | {"high": 0.42}]}, MISSED, 40),
        (Aim("lots", -1e9, 5), {"by_lot": [lot("Eel", -0.08, 0.01)]}, MISSED, 8),
        (Aim("lots", -1e9, 5), {"by_lot": [lot("Eel", -0.08, 0.05)]}, UNCLEAR, 8),
        (Aim("lots", -1e9, 5), {"by_lot": [lot("Eel", -0.02, 0.01), lot("Owl", 0.09, 0.01)]}, KEPT, 2),
        (Aim("chosen", 5, 100), {"chosen": [row(0.01, 0.005, choice="Eel", phase="build")]}, MISSED, 1),
        (
            Aim("spirits", 50, 1e9),
            {"parties": [row(0.4, stage="rivals=1", party="wolf"), row(0.1, stage="rivals=1", party="fox")]},
            MISSED,
            40,
        ),
    ],
)  # fmt: skip
def test_an_aim_of_every_kind(aim: Aim, answer: dict[str, Any], word: str, worst: float) -> None:
    found = judge(aim, answer)
    assert found.word == word and found.worst
    assert found.worst.value == pytest.approx(worst)


def test_cards_are_held_against_the_mean_of_their_own_kind() -> None:
    """Hosts are worth ten points and totems nothing, and among themselves they are alike; actions are not."""
    answer = {
        "cards": [
            *(card(f"host {n}", "host", 0.1) for n in range(3)),
            *(card(f"totem {n}", "totem", 0.0) for n in range(3)),
            *(card(f"action {n}", "action", 0.2 * n) for n in range(3)),
        ]
    }
    assert judge(Aim("kinds", -3, 3, ("host", "totem")), answer).word == KEPT
    assert judge(Aim("kinds", -3, 3), answer).word == MISSED


def test_every_kind_of_aim_says_what_it_wants() -> None:
    for name in AIMS:
        said = Aim(name, 2, 3, ("host",) if name == "kinds" else ()).said
        assert "{" not in said and "  " not in said
    assert Aim("seats", -1, 1).said == "every seat within 1 point of its share"
    assert Aim("minutes", 30, 60).said == "a median game lasts 30 to 60 minutes"


# ---- other deals -------------------------------------------------------------------------------------


def test_other_deals_agree_and_a_figure_that_was_made_up_does_not(plan: Path, bestiary: Any) -> None:
    bestiary("lab", "balance", plan, "seats")
    kept = plan.parent / "answers" / "seats-random.json"
    page, before = (plan.parent / "page.md").read_text(), kept.read_text()
    code, out, _ = bestiary("lab", "balance", plan, "seats", "--seed", "44")
    assert code == 0 and "figures agree" in out
    counted = out.split(": ")[1].split()
    assert counted[0] == counted[2] and int(counted[0]) > 2
    assert kept.read_text() == before and (plan.parent / "page.md").read_text() == page  # nothing changes
    answer = json.loads(before)
    answer["seats"][0] |= {"share": 0.95, "low": 0.94, "high": 0.96}
    kept.write_text(json.dumps(answer))
    code, out, _ = bestiary("lab", "balance", plan, "seats", "--seed", "44")
    assert code == 1 and "seats, seat 1" in out and "DIFFERS" in out


def test_a_second_run_is_kept_beside_the_answers(plan: Path, bestiary: Any) -> None:
    bestiary("lab", "balance", plan)
    second = plan.parent / "answers" / "second.json"
    code, out, _ = bestiary("lab", "balance", plan, "seats", "--seed", "44", "--part", "50", "--keep")
    assert code == 0 and "figures agree" in out
    (row,) = json.loads(second.read_text())["rows"]
    assert (row["question"], row["agent"], row["seed"], row["games"]) == ("seats", "random", 44, 60)
    assert row["figures"] == row["agree"] > 2 and row["differ"] == []
    page = (plan.parent / "page.md").read_text()
    assert "## A second run" in page and "1 of 3 answers were put to other deals (seed 44; 60 games" in page
    assert bestiary("lab", "balance", plan, "seats", "--seed", "44", "--keep")[1] == ""  # not played again
    answer = plan.parent / "answers" / "seats-random.json"
    changed = json.loads(answer.read_text()) | {"revision": "an0ther"}
    changed["seats"][0] |= {"share": 0.95, "low": 0.94, "high": 0.96}
    answer.write_text(json.dumps(changed))
    bestiary("lab", "balance", plan, "--page")
    assert "## A second run" not in (plan.parent / "page.md").read_text()  # it spoke of another answer
    code, _, _ = bestiary("lab", "balance", plan, "--seed", "44", "--keep")
    page = (plan.parent / "page.md").read_text()
    assert code == 1 and "3 of 3 answers" in page and "| seats | `random` | seats, seat 1: " in page


def test_a_second_run_that_is_none_is_refused_in_a_line(plan: Path, bestiary: Any) -> None:
    bestiary("lab", "balance", plan, "seats")
    for text in ("[]", "{", '{"rows": [{}]}', '{"rows": 3}'):
        (plan.parent / "answers" / "second.json").write_text(text)
        code, _, err = bestiary("lab", "balance", plan, "--page")
        assert code == 2 and "cannot be read as a second run" in " ".join(err.split())


def test_claims_chosen_at_random_are_checked_one_by_one(plan: Path, bestiary: Any, refused: Any) -> None:
    assert "there is nothing to check" in refused("lab", "balance", plan, "--seed", "44")
    bestiary("lab", "balance", plan, "seats")
    code, out, _ = bestiary("lab", "balance", plan, "--pick", "1", "--seed", "44")
    assert code == 0 and "1 of 1 figures agree" in out and "other deals" in out
    for word in (("--pick", "1"), ("--part", "9"), ("--keep",)):
        assert "name other deals with --seed" in refused("lab", "balance", plan, *word)
    assert "was measured with seed 3" in refused("lab", "balance", plan, "seats", "--seed", "3")


def test_which_claims_are_chosen_is_by_lot_and_the_lot_by_its_seed() -> None:
    question = balance.Question("seats", "totem", "Totem", {})
    answers = [(question, agent, shares((0.6, 0.5, 0.7))) for agent in "abcdef"]
    one, two = picked(answers, 3, 1), picked(answers, 3, 1)
    assert one == two and len({agent for _, agent, _ in one}) == 3
    assert len({tuple(a for _, a, _ in picked(answers, 3, seed)) for seed in range(8)}) > 3


def test_two_runs_differ_where_both_intervals_do_not_explain_it() -> None:
    same = compared(shares((0.60, 0.55, 0.65)), shares((0.63, 0.58, 0.68)))
    apart = compared(shares((0.60, 0.55, 0.65)), shares((0.80, 0.75, 0.85)))
    assert [one.agrees for one in same] == [True] and [one.agrees for one in apart] == [False]
    assert [one.found for one in claims(shares((0.6, 0.5, 0.7)))] == [Found("0", 60, 50, 70)]


# ---- what players are told ---------------------------------------------------------------------------


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


# ---- what chances tell -------------------------------------------------------------------------------

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


# ---- the first games, played again -------------------------------------------------------------------


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
    assert "0 are of the same code" in page and "of 2 the first games, 84 in all, came out alike" in page


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
