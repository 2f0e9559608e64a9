"""Aims are judged by intervals that hold together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bestiary.lab import balance
from bestiary.lab.balance.aims import AIMS, KEPT, MISSED, UNCLEAR, Aim, flips, judge

from .plans import PLAN, shares


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
