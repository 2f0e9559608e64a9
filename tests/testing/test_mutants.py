"""Every check can fail: each mutant of Tiny is caught by the check meant for it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bestiary.testing import CHECKS

from .mutants import LEARNED, MUTANTS, WRAP, Mutant, judge, make

pytestmark = pytest.mark.xdist_group("tiny")  # one process compiles the tiny game, and keeps it

ROOT = Path(__file__).parents[2]
OUTSIDE_THE_WALK = {"dealing", "ending"}


@pytest.fixture(scope="module")
def verdicts() -> dict[str, tuple[str, str]]:
    """What the suite says about all of them, from one interpreted process."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.testing.mutants"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, tuple[str, str]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda m: m.name)
def test_a_mutant_is_caught(mutant: Mutant, verdicts: dict[str, tuple[str, str]]) -> None:
    check, said = verdicts[mutant.name]
    assert check == mutant.check, said or "nothing was noticed"


def test_the_sound_game_is_dealt_soundly(verdicts: dict[str, tuple[str, str]]) -> None:
    assert verdicts["sound"] == ["", ""]


def test_arithmetic_that_wraps_only_when_interpreted_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BESTIARY_CACHE", str(tmp_path / "cache"))
    game = make(WRAP, tmp_path, 99)
    check, said = judge(game, WRAP.check)
    assert check == WRAP.check, said
    assert "FloatingPointError: overflow" in said


def test_a_resample_that_forgets_what_a_seat_has_learned_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BESTIARY_CACHE", str(tmp_path / "cache"))
    check, said = judge(make(LEARNED, tmp_path, 98), LEARNED.check)
    assert check == LEARNED.check, said
    assert "which what was seen before rules out" in said


def test_every_check_has_a_mutant() -> None:
    meant = {m.check for m in (*MUTANTS, LEARNED, WRAP)}
    engine_only = {"undo answers", "copies", "saving", "batches"}  # these test Match, not the rules
    assert {*CHECKS} - meant - engine_only == set()
    assert meant - {*CHECKS} == OUTSIDE_THE_WALK
