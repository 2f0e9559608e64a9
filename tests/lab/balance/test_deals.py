"""Other deals: what agrees, and what was made up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bestiary.lab import balance
from bestiary.lab.balance.aims import Found
from bestiary.lab.balance.checking import claims, compared, picked

from .plans import shares


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
