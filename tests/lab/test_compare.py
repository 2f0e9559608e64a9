"""Comparisons on common deals: what is unchanged says so, and equal cards look different rarely enough."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import polars as pl
import pytest

from bestiary import lab
from bestiary.core.errors import BestiaryError, CardError
from bestiary.core.jit import INTERPRETED
from bestiary.core.registry import load
from bestiary.lab.compare.control import control
from bestiary.lab.compare.curve import chart, page, svg
from bestiary.lab.compare.findings import Findings, judge
from bestiary.lab.compare.pairing import differing, measured
from bestiary.lab.compare.questions import Joined, play_all, studies_for

from .coin import GAME

RANDOM = ("random",)
GAMES = 300 if INTERPRETED else 3000


def rows(found: Findings) -> dict[str, dict[str, Any]]:
    return {row["measure"]: row for row in found.frame.to_dicts()}


@pytest.mark.parametrize("change", ["constants.odds=60", "card.charm.luck += 0"])
def test_an_unchanged_card_is_no_difference(change: str) -> None:
    found = lab.whatif(GAME, [change], games=10, agents=RANDOM)
    assert found.verdict == "none"
    assert found.sentence == "No difference: to the rules these are the same cards."


def test_what_the_rules_do_not_read_is_no_difference() -> None:
    for change in ("cards.C10.text=Strong.", "animal.Mouse.power=9"):
        assert lab.whatif("totem", [change], games=10, agents=RANDOM).same


def test_a_change_without_effect_is_no_difference() -> None:
    """The shell is changed, but so little that no roll comes out differently on these deals."""
    found = lab.whatif(GAME, ["constants.odds=61"], games=20, agents=RANDOM, seed=3)
    assert found.differ == 0 and found.verdict == "none"
    assert found.sentence == "No difference: all 20 games came out the same."


def test_a_known_difference_is_found_on_common_deals() -> None:
    """Six points more for seat 0; the same rolls, so that only one game in seventeen tells."""
    found = lab.whatif(GAME, ["constants.odds=66"], games=GAMES, agents=RANDOM, seed=1)
    row = rows(found)["seat 0 wins"]
    assert row["low"] < 0.06 < row["high"]
    assert row["verdict"] == found.verdict == "clear"
    assert found.differ == round(row["difference"] * found.games)
    assert found.sentence.startswith("Clear: seat 0 wins +")


def test_a_card_is_followed_to_its_holders() -> None:
    found = lab.whatif(GAME, ["cards.charm.luck=0"], games=GAMES, agents=RANDOM, seed=1)
    row = rows(found)["wins holding the charm"]
    assert row["low"] < -0.05 < row["high"]
    assert row["deals"] < found.games, "in some games nobody holds it"


def test_a_comparison_is_the_same_again() -> None:
    one, two = (
        lab.whatif(GAME, ["constants.odds=66"], games=200, agents=RANDOM, seed=5, cores=c) for c in (1, 2)
    )
    assert one.as_json() == two.as_json()
    assert one.facts["changes"] == ["constants.odds: 60 -> 66"]


def test_equal_cards_with_other_luck_are_clear_in_one_study_of_twenty_at_most() -> None:
    studies, games = (60, 40) if INTERPRETED else (200, 80)
    old, new = (lab.play(lab.Study(GAME, RANDOM, studies * games, seed=seed)) for seed in (1, 2))

    def part(frames: Any, study: int) -> Joined:
        mine = pl.col("game").is_between(study * games, (study + 1) * games - 1)
        return Joined(frames.games.filter(mine), frames.cards.filter(mine))

    found = []
    for study in range(studies):
        pair = part(old, study), part(new, study)
        measures = measured(*pair, cards={"charm": ["charm"], "shell": ["shell"]})
        found.append(Findings("", judge(measures, games), games, differing(*pair)).verdict)
    assert found.count("clear") <= 0.05 * studies + 3 * (0.05 * 0.95 * studies) ** 0.5
    assert found.count("unclear") > 0.8 * studies


def test_a_card_is_worth_more_than_a_blank(tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    path.write_text((GAME.room / "cards.toml").read_text() + '[blank.card]\nluck = "least"\n')
    found = lab.swap(GAME, "charm", games=GAMES, agents=RANDOM, cards=path, seed=1)
    row = rows(found)["wins holding the charm"]
    assert row["low"] < 0.05 < row["high"]
    assert found.notes == ("the blank: card.charm.luck: 5 -> 0",)
    with pytest.raises(CardError, match=r"\[blank.card\] is missing"):
        lab.swap(GAME, "charm", games=10, agents=RANDOM)


def test_blanks_are_declared_by_kind() -> None:
    made = control(load("klaw"), "surgeon")
    changed = {one.place.key: one.new for one in made.changed}
    assert changed["effects"] == [] and set(changed) <= {"attack", "defence", "life", "effects"}
    with pytest.raises(CardError, match=r"There is no card 'surgeo'\. Did you mean surgeon"):
        control(made.game, "surgeo")
    with pytest.raises(CardError, match="a blank already"):
        control(load("totemic"), "fate-0")


def test_a_ban_that_cannot_matter_costs_nothing() -> None:
    found = lab.restrict(GAME, ["call"], games=GAMES, agents=RANDOM)
    row = found.frame.row(0, named=True)
    assert row["baseline"] == 0.5 and row["low"] < 0 < row["high"]
    with pytest.raises(BestiaryError, match="There is no verb or card 'cal'"):
        lab.restrict(GAME, ["cal"], games=10, agents=RANDOM)


def test_a_sweep_has_a_row_for_each_value_and_can_be_drawn() -> None:
    curve = lab.sweep(GAME, "constants.odds=50..70:10", games=GAMES, agents=RANDOM, seed=1)
    seat = curve.of("seat 0 wins")
    assert seat["value"].to_list() == ["50", "60", "70"]
    assert seat["now"].to_list() == [False, True, False]
    for row in seat.to_dicts():
        assert row["low"] < int(row["value"]) / 100 < row["high"]
        assert row["difference_low"] <= int(row["value"]) / 100 - 0.6 <= row["difference_high"]
    lines = chart(curve, "seat 0 wins")
    assert len(lines) == 4 and lines[1].endswith("now") and all("o" in line for line in lines[:3])
    assert ElementTree.fromstring(svg(curve, "seat 0 wins")).tag.endswith("svg")
    assert page(curve).count("<svg") == len(curve.measures)
    with pytest.raises(CardError, match="expected several values"):
        lab.sweep(GAME, "constants.odds=8", games=10, agents=RANDOM)


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
        (("tune", "totem", "--target", "matchups within 4..5", "--vary", "cards.*.power"), "no characters"),
    ],
)
def test_wrong_wishes_are_one_line(refused: Any, words: tuple[str, ...], said: str) -> None:
    assert said in refused("lab", *words)


# ---- what the same deals buy ---------------------------------------------------------------------------


def test_what_the_same_deals_buy_is_measured_and_said(bestiary: Any) -> None:
    """Six points more for seat 0, with the same rolls: only one game in seventeen differs."""
    found = lab.whatif(GAME, ["constants.odds=66"], games=GAMES, agents=RANDOM, seed=1)
    row = rows(found)["seat 0 wins"]
    share, more = 0.6, 0.66
    apart = share * (1 - share) + more * (1 - more)
    assert row["ratio"] == pytest.approx(apart / (0.06 * 0.94), rel=0.35)
    code, out, _ = bestiary(
        "lab", "whatif", "totem", "--set", "cards.C10.power=13", "-n", "40", "-a", "random"
    )
    assert code == 0 and "worth" in out and "as many games on other deals" in out


def test_games_with_other_luck_buy_nothing() -> None:
    old, new = (lab.play(lab.Study(GAME, RANDOM, 2_000, seed=seed)) for seed in (1, 2))
    both = Joined(old.games, old.cards), Joined(new.games, new.cards)
    ratio = judge(measured(*both), 2_000)["ratio"][0]
    assert ratio == pytest.approx(1.0, abs=0.1)


def test_a_character_sits_in_every_seat_of_the_same_deals() -> None:
    """Seats are mirrored: a deal has the character in each seat, against the same opponent."""
    study = lab.Study("totemic", RANDOM, 44, 1)
    played = play_all(studies_for(study, ["wolf"]), 1, None, 0, 0).games
    by_deal = played.group_by("deal").agg(
        pl.col("seed").n_unique().alias("seeds"),
        pl.len().alias("games"),
        (pl.col("character_0") == "wolf").sum().alias("first"),
        pl.concat_list("character_0", "character_1").list.sort().n_unique().alias("pairs"),
    )
    assert by_deal.select("seeds", "games", "first", "pairs").unique().rows() == [(1, 2, 1, 1)]


def test_an_aspect_of_a_character_is_studied_where_that_character_plays() -> None:
    found = lab.whatif("totemic", ["cards.kinship.strength=1"], games=40, agents=RANDOM)
    assert "wolf wins" in rows(found), "Kinship is an aspect of the Wolf"
    assert rows(found)["wolf wins"]["deals"] * 2 == found.games
