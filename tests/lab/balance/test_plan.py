"""A plan is followed, or refused in a line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bestiary.lab import balance
from bestiary.lab.balance.plan import BadPlan

from .plans import PLAN


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
        ("seed = 3", 'choices = 50\njudge = "bulk"', "There is no judge 'bulk'. There is: mcts, net."),
        ("seed = 3", 'judge = "net"', "judge: whose trees judge is asked where choices are judged"),
        ("seed = 3", 'choices = 0\njudge = "net"', "judge: whose trees judge is asked where"),
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
