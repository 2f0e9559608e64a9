"""A game of a study once more, move by move."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from bestiary import lab
from bestiary.core.errors import SaveError
from bestiary.core.jit import INTERPRETED
from bestiary.lab import Study
from bestiary.lab.play.again import again, study_of
from bestiary.lab.play.storage import MANIFEST

FEW = 3 if INTERPRETED else 12


@pytest.mark.parametrize(
    ("agents", "forbid", "lots"),
    [
        (("random",), (), ()),
        (("random", "bulk"), (), ("place",)),
        (("bulk", "bulk"), ("pair",), ()),
        (("net",), (), ()),
        (("net",), (), ("place", "restock_more")),
        (("net", "net"), ("attack",), ("place",)),
    ],
)
def test_every_game_of_a_study_can_be_seen_again(
    tmp_path: Path, agents: tuple[str, ...], forbid: tuple[str, ...], lots: tuple[str, ...]
) -> None:
    study = Study("totem", agents, FEW, 5, {"restock": "one"}, forbid=forbid, every=1, lots=lots)
    data = lab.run(study, tmp_path / "d")
    for row in data.games.to_dicts():
        match = again(data, row["game"])
        assert match.options["restock"] == "one" and len(match.history) == row["decisions"]
        assert match.returns() == [row["payoff_0"], row["payoff_1"]]
        verbs = [match.game.actions.name(entry.action) for entry in match.history]
        told = data.decisions.filter(pl.col("game") == row["game"])["verb"].to_list()
        assert verbs == told
        assert match.names == [f"{row[f'agent_{k}']} ({k + 1})" for k in (0, 1)]


def test_characters_that_take_turns_sit_where_they_sat(tmp_path: Path) -> None:
    data = lab.run(Study("totemic", ("random",), 40, 2), tmp_path / "d")
    row = data.games.row(17, named=True)
    match = again(data, 17)
    assert [match.options["spirit_0"], match.options["spirit_1"]] == [row["character_0"], row["character_1"]]


def test_a_game_that_comes_out_differently_is_not_shown(tmp_path: Path, refused: Any) -> None:
    data = lab.run(Study("totem", ("random",), 4, 1), tmp_path / "d")
    told = json.loads((tmp_path / "d" / MANIFEST).read_text())
    (tmp_path / "d" / MANIFEST).write_text(json.dumps(told | {"seed": 2}))
    assert "comes out differently" in refused("replay", "--from", tmp_path / "d", "--game", "1")
    (tmp_path / "d" / MANIFEST).write_text(json.dumps(told | {"cards": "another"}))
    assert "--cards" in refused("replay", "--from", tmp_path / "d", "--game", "1")
    assert "no game 9" in _none(data, 9)


def _none(data: Any, game: int) -> str:
    with pytest.raises(SaveError) as told:
        again(data, game)
    return str(told.value)


def test_it_is_told_in_the_terminal_and_kept(tmp_path: Path, bestiary: Any, refused: Any) -> None:
    data = lab.run(Study("totem", ("random",), 4, 1), tmp_path / "d")
    kept = tmp_path / "kept.match"
    code, out, _ = bestiary("replay", "--from", tmp_path / "d", "--game", "2", "--save", kept)
    assert code == 0 and f"{data.games['decisions'][2]:>4}  random (" in out
    code, same, _ = bestiary("replay", kept)
    assert code == 0 and same == out
    assert "--from DIR" in refused("replay")


def test_numbers_of_the_page_lead_to_games_that_are_told(tmp_path: Path, bestiary: Any) -> None:
    lab.run(Study("totem", ("random",), 30, 1), tmp_path / "d")
    page, tables = tmp_path / "page.html", tmp_path / "csv"
    code, _, _ = bestiary("lab", "report", tmp_path / "d", "-o", page, "--csv", tables)
    text = page.read_text()
    assert code == 0 and 'href="#game-' in text
    for part in text.split('href="#game-')[1:]:
        assert f'id="game-{part.partition(chr(34))[0]}"' in text
    assert "random (1): place" in text and "wins" in text.partition('id="examples"')[2]
    assert pl.read_csv(tables / "cards.csv").height == 52
    assert pl.read_csv(tables / "card_kinds.csv")["card"].to_list()[:2] == ["Power 1", "Power 10"]
    bestiary("lab", "report", tmp_path / "d", "-o", page, "--no-examples")
    assert "#game-" not in page.read_text().partition("<script>")[0]


def test_the_study_of_a_folder_is_the_one_that_was_asked_for(tmp_path: Path) -> None:
    study = Study("totem", ("random",), 6, 3, {"players": 2}, {"restock": ("any", "one")})
    data = lab.run(study, tmp_path / "d")
    found = study_of(data)
    assert [s.name for s in found.plan.stages] == [s.name for s in study.plan.stages]
