"""Verdicts at several strengths: which are the game's, and which the quick agent's own."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from bestiary import lab, load
from bestiary.lab import Study
from bestiary.lab.play import beside as aside
from bestiary.lab.play.beside import DUEL, STRONG, TRAINED, beside, run_beside, wanted

from ..testing.tiny import GAME as TINY
from .made import Made, contest

pytestmark = pytest.mark.xdist_group("tiny")  # one process compiles the tiny game, and keeps it


def played_by(data: Made, agent: str) -> Made:
    names = [name for name in data.games.columns if name.startswith("agent_")]
    return replace(
        data,
        games=data.games.with_columns(pl.lit(agent).alias(name) for name in names),
        decisions=data.decisions.with_columns(pl.lit(agent).alias("agent")),
    )


def always(data: Made, card: str, played: int) -> Made:
    """The same with a card that could always be played, and always or never was."""
    mine = pl.col("card") == card
    changed = data.cards.with_columns(
        pl.when(mine).then(5).otherwise("offered").cast(pl.Int32).alias("offered"),
        pl.when(mine).then(played).otherwise("played").cast(pl.Int32).alias("played"),
    )
    return replace(data, cards=changed)


@pytest.fixture(scope="module")
def quick() -> Made:
    return always(contest(1_500), "c05", 0)


def found(quick: Made, *others: Made) -> str:
    page = lab.report(quick, beside=others)
    return re.sub(r"<[^>]+>", "", page.partition('id="cards"')[2].partition("</p>")[0])


def test_a_card_is_dead_only_if_a_strong_player_leaves_it(quick: Made) -> None:
    assert "Dead" not in found(quick) and "c05 (no stronger player was asked often enough)" in found(quick)
    plays = played_by(always(contest(300, seed=2), "c05", 1), "mcts:500")
    assert "played: c00. " in found(quick, plays) and "c05 (mcts:500 plays it in 100%)" in found(quick, plays)
    leaves = played_by(always(contest(300, seed=2), "c05", 0), "mcts:500")
    assert "Dead, though it could be played: c00 and c05." in found(quick, leaves)


def test_a_weak_player_beside_it_proves_nothing(quick: Made) -> None:
    assert "Dead" not in found(quick, played_by(always(contest(300), "c05", 0), "greedy"))


def test_verdicts_that_flip_are_marked_and_come_first(quick: Made) -> None:
    other = played_by(contest(1_500, seed=2, first=-0.8), "mcts:500")  # the second seat is ahead for it
    ahead = contest(1_500, first=0.8)
    page = lab.report(ahead, beside=[other])
    rows = page.partition("<b>Verdicts at several strengths")[2].partition("<tbody>")[2].split("<tr")
    marked = [i for i, row in enumerate(rows[1:]) if ">flips<" in row]
    assert marked == list(range(len(marked))) and len(marked) >= 2
    assert ">Seat 1<" in rows[1] and "advantage" in rows[1] and "disadvantage" in rows[1]
    said = re.sub(r"<[^>]+>", "", page.partition('id="strengths"')[2].partition("</p>")[0])
    assert re.search(
        r"Of \d+ verdicts that bulk and mcts:500 are both sure of \d+ flip: Seat 1 \(seats\)", said
    )


def test_a_handful_of_games_is_sure_of_nothing(quick: Made) -> None:
    few = lab.report(quick, beside=[played_by(contest(12, seed=5), "mcts:500")])
    assert "in too few games to be sure" in few or "none flips" in few
    rows = few.partition("<b>Verdicts at several strengths")[2].partition("<tbody>")[2].split("<tr")
    worth = [row.split("<td")[-1] for row in rows[1:] if "Worth of a card" in row]
    assert worth and all("unclear" in cell or "\u2013" in cell for cell in worth)


def test_without_another_strength_the_page_says_so(quick: Made) -> None:
    page = lab.report(quick)
    assert "All verdicts of this page are about bulk; no other strength was asked." in page
    assert "How much skill is worth was not asked" in page


def test_what_is_played_beside_a_study_tells_what_skill_is_worth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(aside, "stronger", lambda game: "mcts:4")
    study = Study(TINY, ("random",), 60, 1)
    data = lab.run(study, tmp_path / "d")
    assert beside(data) == {}
    run_beside(study, tmp_path / "d", 0.01)
    strong = "mcts:4"
    found = beside(data)
    assert set(found) == {STRONG, DUEL}
    assert lab.measure.agent_names(found[STRONG]) == [strong]
    assert lab.measure.agent_names(found[DUEL]) == sorted(["random", strong])
    assert set(found[DUEL].games["seed"]).isdisjoint(data.games["seed"])
    page = lab.report(data)
    assert re.search(rf"Skill (pays|is not shown to pay): {strong} scores [\d.]+%", page)
    before = (tmp_path / "d" / "beside" / STRONG / "manifest.json").read_text()
    run_beside(study, tmp_path / "d", 5)
    assert (tmp_path / "d" / "beside" / STRONG / "manifest.json").read_text() == before, "what is there stays"


def test_a_study_by_a_search_or_by_several_needs_nobody_beside_it() -> None:
    assert wanted(Study(TINY, ("mcts:50",), 10)) == {} == wanted(Study(TINY, ("random", "bulk"), 10))


def test_a_trained_player_is_asked_where_it_knows_the_cards(tmp_path: Path) -> None:
    assert wanted(Study("totem", ("bulk",), 10))[TRAINED].agents == ("grandmaster",)
    own = tmp_path / "cards.toml"
    own.write_text(load("totem").card_file.read_text().replace("hand_limit = 6", "hand_limit = 5"))
    changed = Study("totem", ("bulk",), 10, content=own)
    untaught = Study("tiger", ("bulk",), 10, options={"dawn": True})
    assert TRAINED not in wanted(changed) and TRAINED not in wanted(untaught)
    facts = {"game": "totem-v2", "cards": changed.plan.content.fingerprint, "seats": 2}
    page = lab.report(replace(contest(60), manifest=facts))
    assert "has learned other cards than these, and was not asked" in page


def test_a_study_of_another_game_cannot_stand_beside_it(tmp_path: Path, refused: Any) -> None:
    lab.run(Study("totem", ("random",), 4), tmp_path / "a")
    lab.run(Study("totemic", ("random",), 4), tmp_path / "b")
    line = refused("lab", "report", tmp_path / "a", "--beside", tmp_path / "b", "-o", tmp_path / "x.html")
    assert "cannot stand beside it: game totemic" in line
