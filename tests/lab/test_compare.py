"""Comparisons on common deals: what is unchanged says so, and equal cards look different rarely enough."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import polars as pl
import pytest

from bestiary import lab
from bestiary.core.errors import BestiaryError, CardError
from bestiary.lab.blanks import blank
from bestiary.lab.compare import Joined
from bestiary.lab.curve import chart, page, svg
from bestiary.lab.findings import Findings, judge
from bestiary.lab.pairing import differing, measured

RANDOM = ("random",)


@pytest.mark.parametrize("change", ["cards.C10.power=10", "cards.C10.text=Strong.", "animal.Mouse.power=9"])
def test_what_the_rules_do_not_see_is_no_difference(change: str) -> None:
    found = lab.whatif("totem", [change], games=10, agents=RANDOM)
    assert found.verdict == "none"
    assert found.sentence == "No difference: to the rules these are the same cards."


def test_a_change_that_matters_is_clear() -> None:
    found = lab.whatif("totem", ["constants.attacks_per_turn=1"], games=400, agents=RANDOM)
    assert found.verdict == "clear" and found.games == 400
    rows = {row["measure"]: row for row in found.frame.to_dicts()}
    assert set(rows) == {"seat 0 wins", "length"}
    assert rows["length"]["verdict"] == "clear"
    assert found.sentence.startswith("Clear: ")


def test_a_comparison_is_the_same_again() -> None:
    one, two = (
        lab.whatif("totem", ["cards.C10.power=13"], games=200, agents=RANDOM, seed=5, cores=c) for c in (1, 2)
    )
    assert one.as_json() == two.as_json()
    assert one.facts["changes"] == ["cards.C10.power: 10 -> 13"]
    assert 0 < one.differ < 200, "games in which the card does not matter go as before"
    assert "wins holding Crimson Boar" in one.frame["measure"].to_list()


def test_equal_cards_with_other_luck_are_clear_in_one_study_of_twenty_at_most() -> None:
    studies, games = 200, 60
    old, new = (lab.play(lab.Study("totem", RANDOM, studies * games, seed=seed)) for seed in (1, 2))

    def part(frames: Any, study: int) -> Joined:
        mine = pl.col("game").is_between(study * games, (study + 1) * games - 1)
        return Joined(frames.games.filter(mine), frames.cards.filter(mine))

    clear = unclear = 0
    for study in range(studies):
        pair = part(old, study), part(new, study)
        measures = measured(*pair, cards={"C10": ["C10"], "A3": ["A3"]})
        found = Findings("", judge(measures, games), games, differing(*pair))
        clear += found.verdict == "clear"
        unclear += found.verdict == "unclear"
    assert clear <= 0.05 * studies + 3 * (0.05 * 0.95 * studies) ** 0.5
    assert unclear > 0.8 * studies


def test_a_card_is_worth_more_than_a_blank() -> None:
    found = lab.swap("totem", "C13", games=1500, agents=RANDOM)
    row = found.frame.filter(pl.col("measure").str.starts_with("wins holding")).row(0, named=True)
    assert row["difference"] > 0 and row["verdict"] == "clear"
    assert any("power: 13 -> 1" in note for note in found.notes)


def test_blanks_are_declared_by_kind() -> None:
    made = blank(lab.Study("klaw").plan.game, "surgeon")
    changed = {one.place.key: one.new for one in made.changed}
    assert changed["effects"] == [] and set(changed) <= {"attack", "defence", "life", "effects"}
    with pytest.raises(CardError, match=r"There is no card 'surgeo'\. Did you mean surgeon"):
        blank(made.game, "surgeo")


def test_an_agent_that_may_not_attack_loses() -> None:
    found = lab.restrict("totem", ["attack"], games=300, agents=RANDOM)
    row = found.frame.row(0, named=True)
    assert row["baseline"] == 0.5 and row["difference"] < 0
    with pytest.raises(BestiaryError, match="There is no verb or card 'atack'"):
        lab.restrict("totem", ["atack"], games=10, agents=RANDOM)


def test_a_sweep_has_a_row_for_each_value_and_can_be_drawn() -> None:
    curve = lab.sweep("totem", "cards.C10.power=8..12:2", games=150, agents=RANDOM)
    length = curve.of("length")
    assert length["value"].to_list() == ["8", "10", "12"]
    assert length["now"].to_list() == [False, True, False]
    assert length["difference"][1] == 0.0
    assert (length["low"] < length["mean"]).all() and (length["mean"] < length["high"]).all()
    lines = chart(curve, "length")
    assert len(lines) == 4 and lines[1].endswith("now") and all("o" in line for line in lines[:3])
    assert ElementTree.fromstring(svg(curve, "length")).tag.endswith("svg")
    assert page(curve).count("<svg") == len(curve.measures)
    with pytest.raises(CardError, match="expected several values"):
        lab.sweep("totem", "cards.C10.power=8", games=10, agents=RANDOM)


# ---- commands ----------------------------------------------------------------------------------------


def test_commands_tell_people_and_programs(bestiary: Any, tmp_path: Any) -> None:
    words = ("lab", "whatif", "totem", "--set", "cards.C10.power=13", "-n", "40", "-a", "random")
    code, out, _ = bestiary(*words)
    assert code == 0 and "cards.C10.power: 10 -> 13" in out and "more games" in out
    code, out, _ = bestiary(*words, "--json")
    assert code == 0 and '"verdict": "unclear"' in out
    path = tmp_path / "curve.html"
    code, out, _ = bestiary(
        "lab", "sweep", "totem", "--set", "cards.C10.power=8..10", "-n", "20", "-a", "random", "-o", path
    )
    assert code == 0 and "now" in out and "<svg" in path.read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("whatif", "totem", "--set", "cards.C10.powr=3"), "did you mean power?"),
        (("whatif", "totem", "--set", "cards.C10.power=14"), "expected a whole number from 1 to 13"),
        (("whatif", "totem", "--set", "cards.C10.power=3", "-a", "mcts:1s"), "thinks by the clock"),
        (("swap", "totem", "--card", "C14"), "There is no card 'C14'. Did you mean"),
        (("restrict", "totem", "--forbid", "atack"), "There is no verb or card 'atack'"),
        (("sweep", "totem", "--set", "cards.C10.power=3..9", "-o", "x.txt"), ".html, .svg or .json"),
        (("tune", "totem", "--target", "fair", "--vary", "cards.*.power"), "A target is written like"),
        (("tune", "totem", "--target", "seats within 45..55", "--vary", "card.*.power"), "no number of ours"),
        (("tune", "totem", "--target", "matchups within 4..5", "--vary", "a"), "no characters"),
    ],
)
def test_wrong_wishes_are_one_line(refused: Any, words: tuple[str, ...], said: str) -> None:
    assert said in refused("lab", *words)
