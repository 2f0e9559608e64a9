"""A guided first game in a terminal; the rules in two minutes; words that a game explains."""

from __future__ import annotations

from pathlib import Path

import pytest

from bestiary import load
from bestiary.cli import run
from bestiary.guide import begun
from bestiary.guide.finding import play
from bestiary.terminal.guided import Guided
from bestiary.terminal.keep import Keeper
from bestiary.terminal.seats import parse_seats
from bestiary.terminal.table import Table

from .conftest import ScriptedScreen


def guided(typed: list[str], folder: Path) -> tuple[Table, ScriptedScreen]:
    match, walk = begun(load("totem"))
    screen = ScriptedScreen(typed, height=60)
    seats = parse_seats("human,random", 2)
    return Table(match, seats, screen, Keeper(match, folder / "m.match"), None, Guided(walk)), screen


def test_the_script_is_played_in_a_terminal(tmp_path: Path) -> None:
    script = play(load("totem"))
    moves = [script.walk.match.history[n].name for n, said in script.stops if said.state == "asking"]
    table, screen = guided(moves, tmp_path)
    table.run()
    shown = "\n".join(screen.screens)
    assert "Guide, move 1 of 9" in shown and "Guide, move 9 of 9" in shown
    assert "TOT-12.1" in shown and "the game is yours" in shown
    assert [entry.name for entry in table.match.history] == [e.name for e in script.walk.match.history]


def test_another_move_is_explained_and_played_when_it_is_typed_again(tmp_path: Path) -> None:
    table, screen = guided(["place V13", "place V13", "guide", "place A1"], tmp_path)
    table.run()
    assert "Azure Mouse" in screen.notices[0] and "Type your move again" in screen.notices[0]
    assert any("guide takes you back" in text for text in screen.screens)
    assert [entry.name for entry in table.match.history] == ["place A1"]


def test_a_question_mark_knows_the_words_of_the_game(tmp_path: Path) -> None:
    table, screen = guided(["? shields", "? short", "? words"], tmp_path)
    table.run()
    pages = [text for text in screen.screens if "== " not in text and "TOT-12.1" in text]
    assert "The first attack on it while it is hidden fails" in pages[1]
    assert any("The aim" in text and "A turn" in text for text in pages)
    assert any("Requisition" in text and "conquest" in text for text in pages)


def test_the_rules_in_two_minutes_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "totemic", "--short"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("The aim") and "The end" in said and "TMC-9.1" in said


def test_a_guided_game_has_its_own_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "totem", "--guide", "--seed", "3", "--plain"]) == 2
    assert "A guided game has its own table" in capsys.readouterr().err


def test_a_guide_that_fits_is_said_and_one_that_is_missing_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["guide", "totem"]) == 0
    assert "Two clans meet at dusk" in capsys.readouterr().out
    assert run(["guide", "totem", "--find", "--from", "2", "--most", "1"]) == 2
    assert "None of 1 deals from 2 on fits the script of totem: 1 at step" in capsys.readouterr().err
