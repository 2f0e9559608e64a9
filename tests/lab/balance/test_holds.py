"""What holds is told in one sentence, by the player whose word counts, with all that is not kept under it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bestiary.lab import balance
from bestiary.lab.balance import holds
from bestiary.lab.balance.aims import KEPT, MISSED, UNCLEAR, Aim, Found, judge
from bestiary.lab.balance.good import FIRST, SILENT, Quantity, asked_of

from .plans import OWN, PLAN, shares

JUDGED = 'page = "page.md"\njudged_by = ["bulk", "random"]\nconfirmed_by = ["greedy"]'
GREEDY = PLAN.replace('page = "page.md"', JUDGED).replace("{ random = 20 }", "{ random = 20, greedy = 20 }")
IN, OUT, OPEN = (0.6, 0.55, 0.65), (0.9, 0.85, 0.95), (0.7, 0.5, 0.9)


def asked(plan: Path, more: str = "", games: str = "{ greedy = 20, random = 20, bulk = 20 }") -> balance.Plan:
    text = GREEDY.replace("{ random = 120 }", games).replace("seed = 3", f"seed = 3\n{more}")
    plan.write_text(text, encoding="utf-8")
    return balance.read(plan)


def aims(plan: balance.Plan, **answers: Any) -> list[holds.Held]:
    (question,) = plan.chosen(["seats"])
    return list(holds.held(plan, question, answers))


def seats(share: tuple[float, float, float]) -> dict[str, Any]:
    value, low, high = share
    return {"seats": [{"seat": 0, "fair": 0.5, "share": value, "low": low, "high": high}]}


def test_the_first_of_those_who_judge_has_the_word_whatever_others_say(plan: Path) -> None:
    even, lost = seats((0.5, 0.49, 0.51)), seats((0.95, 0.94, 0.96))
    made = asked(plan)
    first, _ = aims(made, bulk=even, random=lost, greedy=lost)
    assert (first.by, first.word, first.search, first.says) == ("bulk", KEPT, "greedy", "differs")
    first, _ = aims(made, bulk=lost, random=even, greedy=lost)
    assert (first.word, first.says) == (MISSED, "agrees")
    first, _ = aims(made, random=even)
    assert (first.by, first.word, first.says) == ("bulk", holds.UNMEASURED, "")  # nobody stands in for it
    first, _ = aims(asked(plan, games="{ random = 20 }"), random=even)
    assert (first.by, first.word, first.search, first.says) == ("random", KEPT, "", "")


@pytest.mark.parametrize(
    ("share", "says"),
    [((0.5, 0.49, 0.51), "agrees"), ((0.5, 0.1, 0.9), "cannot tell"), ((0.95, 0.94, 0.96), "differs")],
)
def test_a_search_agrees_or_cannot_tell_or_is_sure_of_something_else(
    plan: Path, share: tuple[float, float, float], says: str
) -> None:
    first, _ = aims(asked(plan), bulk=seats((0.5, 0.49, 0.51)), greedy=seats(share))
    assert first.says == says


def test_an_aim_is_judged_by_one_for_whom_it_is_meant(plan: Path) -> None:
    text = GREEDY.replace("{ random = 120 }", "{ random = 20, bulk = 20 }")
    plan.write_text(text.replace("within = 30", 'within = 30, whose = ["random"]'), encoding="utf-8")
    first, second = aims(balance.read(plan), random=seats((0.5, 0.49, 0.51)))
    assert (first.by, first.word) == ("random", KEPT) and second.by == "bulk"


def test_what_holds_is_told_at_the_top_and_all_that_does_not(plan: Path, bestiary: Any) -> None:
    made = asked(plan, games="{ random = 120 }")
    code, out, _ = bestiary("lab", "balance", plan)
    page = (plan.parent / "page.md").read_text()
    assert code == 0 and out.splitlines()[-1] in page.replace("`", "") and "aims" in out.splitlines()[-1]
    top = page.split("## What holds")[1].split("## The aims")[0]
    held = [
        one
        for question in made.questions
        for one in holds.held(made, question, balance.answers(made, question))
    ]
    kept = [one for one in held if one.word == KEPT]
    assert f"Of 4 aims {len(kept)} are kept" in top and 0 < len(kept) < 4
    for one in held:
        assert (one.aim.said in top) == (one.word != KEPT)


def test_tables_beside_are_told_and_not_counted(plan: Path, bestiary: Any) -> None:
    asked(plan, "beside = true", "{ random = 120 }")
    bestiary("lab", "balance", plan)
    page = (plan.parent / "page.md").read_text()
    assert "Of 2 aims" in page and "1 table is measured beside, and is not counted" in page
    top = page.split("## What holds")[1].split("## The aims")[0]
    assert "every seat within" not in top and "every seat within" in page


def test_a_plan_that_names_no_judge_says_nothing_of_what_holds(plan: Path, bestiary: Any) -> None:
    bestiary("lab", "balance", plan, "seats")
    assert "What holds" not in (plan.parent / "page.md").read_text()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('["bulk", "random"]', '["net"]', "judged_by: no question asks 'net'; they ask random, bulk, greedy"),
        ('["bulk", "random"]', '"bulk"', "judged_by is a list of players, not 'bulk'"),
        ('["greedy"]', '["gredy"]', "'gredy'"),
        ('["greedy"]', '[["greedy"]]', "confirmed_by: no question asks ['greedy']"),
        ("seed = 3", "seed = 3\nbeside = 1", "question 'seats': beside is true or false, not 1"),
    ],
)
def test_who_judges_is_somebody_who_is_asked(plan: Path, refused: Any, old: str, new: str, said: str) -> None:
    plan.write_text(GREEDY.replace(old, new, 1), encoding="utf-8")
    assert said in refused("lab", "balance", plan)


def test_a_share_is_neither_below_nothing_nor_above_all() -> None:
    """Widened for many at once an interval would go beyond what there can be."""
    wide = balance.aims.widened(Aim("stages", 45, 75), shares(*[(0.002, 0.0, 0.01), (0.99, 0.97, 1.0)] * 10))
    assert all(one.low >= 0 and one.high <= 100 for one in wide)
    seat = {"seats": [{"seat": 0, "fair": 0.25, "share": 0.4, "low": 0.3, "high": 0.5}]}
    assert balance.aims.widened(Aim("times", 0, 120), seat)[0].high == pytest.approx(200)


def test_what_speaks_against_an_aim_most_is_something_that_is_shown() -> None:
    """One game of one says less than a hundred of a thousand."""
    verdict = judge(Aim("stages", 45, 75), shares((0.0, 0.0, 0.8), (0.4, 0.39, 0.41)))
    assert verdict.word == MISSED and verdict.worst and verdict.worst.value == pytest.approx(40)
    unclear = judge(Aim("stages", 45, 75), shares((0.0, 0.0, 0.8), IN))
    assert unclear.word == UNCLEAR and unclear.worst and unclear.worst.value == 0


@pytest.mark.parametrize(
    ("quality", "found", "tells"),
    [
        ("skill", (2.7, 0.0, 100.0), False),
        ("skill", (46.5, 33.4, 59.5), True),
        ("depth", (2.7, -2.7, 8.1), False),
        ("depth", (11.4, 10.2, 12.7), True),
        ("first", (-1.0, -3.0, 1.0), True),
    ],
)
def test_a_figure_that_tells_nothing_is_none(
    quality: str, found: tuple[float, float, float], tells: bool
) -> None:
    one = Quantity("Go", "bulk", quality, "go", Found(quality, *found))
    assert one.tells == tells and (one.said == SILENT) == (not tells)


def test_nobody_is_first_where_all_win_together() -> None:
    plan = balance.read(OWN)
    assert FIRST not in asked_of(plan, ["The Shogun's Chosen"]) and FIRST in asked_of(plan, ["Totem"])
    told = balance.told(plan)
    assert "First move" not in [one["name"] for one in told["shogun"]["qualities"]]
    assert "First move" in [one["name"] for one in told["totem"]["qualities"]]


def test_players_are_told_who_judges_and_games_beside_are_the_judges() -> None:
    told = balance.told(balance.read(OWN))
    for slug, one in told.items():
        for aim in one["aims"]:
            assert aim["by"] in [mark["player"] for mark in aim["marks"]]
            by = next(mark for mark in aim["marks"] if mark["player"] == aim["by"])
            assert aim["word"] == by["word"]
        for quality in one["qualities"]:
            for other in quality["beside"]:
                assert "Leduc" in other["who"] or other["who"].endswith("learned player"), (slug, quality)
            for figure in quality["figures"]:
                assert quality["unit"] != "%" or figure["high"] - figure["low"] < 50
    assert any(aim["beside"] for aim in told["tiger"]["aims"])
    (about,) = told["shogun"]["about"]
    assert "`" not in about and "the learned searcher (50)" in about
