"""The sound game passes the whole suite, and the suite says what it did."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bestiary.core.registry import names
from bestiary.testing import CHECKS, Broken, check_dealing, check_game, sweep
from bestiary.testing.dealing import deviation

from .mutants import SECRET, edited, small_position
from .tiny import GAME

pytestmark = pytest.mark.xdist_group("tiny")  # one process compiles the tiny game, and keeps it

ROOT = Path(__file__).parents[2]


def test_the_sound_game_passes_everything(capsys: pytest.CaptureFixture[str]) -> None:
    report = check_game(GAME, games=60, edited=edited, secret=SECRET)
    assert report.done == list(CHECKS)
    assert report.skipped == []
    said = capsys.readouterr().out
    assert "tiny-v1: 60 games" in said and "bounds checked" in said


def test_what_was_not_checked_is_said() -> None:
    report = check_game(GAME, games=1, quiet=True)
    assert [s.split(":")[0] for s in report.skipped] == ["tables", "secret choices"]


def test_a_game_under_test_is_not_left_in_the_registry() -> None:
    check_game(GAME, games=1, only={"copies"}, quiet=True)
    assert "tiny" not in names()


def test_the_sound_game_survives_a_sweep() -> None:
    assert sweep(GAME, 20_000, width=128, quiet=True).games > 1000


def test_small_positions_are_dealt_soundly() -> None:
    states, known = small_position(GAME)
    said = check_dealing(GAME, states, 0, consistent=lambda s: known in s["hand"][1] or s["laid"][1] == known)
    assert "12 arrangements" in said


def test_dealing_against_given_odds_notices_the_wrong_ones() -> None:
    states, _ = small_position(GAME)
    fair = dict.fromkeys((0, 1), 0.5)
    with pytest.raises(Broken, match="cannot be"):
        check_dealing(GAME, states, 0, expected=fair, key=lambda s: int(s["deck"][0]))


def test_a_check_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no check 'luck'"):
        check_game(GAME, only={"luck"})


def test_equal_cards_are_no_edit() -> None:
    with pytest.raises(Broken, match="same as the game's own"):
        check_game(GAME, games=1, only={"tables"}, edited=lambda t: None, quiet=True)


def test_a_failure_names_game_seed_decision_and_seat() -> None:
    broken = Broken("hiding", "tiny-v1", "hand differs", {"bonus": True}, 7, 3, "pick", 1)
    assert str(broken) == (
        "tiny-v1 fails 'hiding' at seed 7, bonus=True, decision 3 (pick), seat 1: hand differs"
    )


def test_chi_square_is_judged_rightly() -> None:
    assert deviation(10.0, 10) < 0.5
    assert deviation(18.31, 10) == pytest.approx(1.645, abs=0.02)  # the 95 % point of the tables
    assert deviation(29.59, 10) == pytest.approx(3.09, abs=0.03)  # the 99.9 % point


def test_the_suite_runs_without_pytest() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bestiary.testing", "totm"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.strip().startswith("There is no game 'totm'. Did you mean totem?")
