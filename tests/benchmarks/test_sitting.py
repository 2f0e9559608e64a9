"""A sitting on a card: what is run, and what is told of it."""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from bestiary.core.registry import load

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
THERE = importlib.util.find_spec("torch") is not None
LESSON = """
[[lesson]]
name = "short"
game = "totem"
words = ["--width", "8", "--steps", "4", "--hidden", "8", "--layers", "2", "--batch", "16", "--games", "8"]
"""


@pytest.fixture(scope="module")
def sitting() -> Any:
    spec = importlib.util.spec_from_file_location("sitting", BENCHMARKS / "sitting.py")
    assert spec and spec.loader
    module = sys.modules["sitting"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def given(tmp_path: Path, **changes: Any) -> argparse.Namespace:
    usual = {"device": "cpu", "out": tmp_path, "resume": None, "of": 1, "updates": 0, "words": ""}
    return argparse.Namespace(**{**usual, **changes})


def test_every_lesson_names_tables_that_its_game_has(sitting: Any) -> None:
    from bestiary.commands.train import _tables

    all_ = sitting.lessons(BENCHMARKS / "sitting.toml", "")
    assert {one.game for one in all_} == {"klaw", "tiger", "totemic", "totem", "shogun"}
    for one in all_:
        for table in _tables(load(one.game), one.tables, None):
            load(one.game).settle(table)
        assert one.start is None or one.start.is_file()


def test_a_sitting_goes_on_from_the_one_before(sitting: Any, tmp_path: Path) -> None:
    first = tmp_path / "first"
    first.mkdir()
    lesson = sitting.Lesson("klaw", "klaw", ["players=2", "players=4"], ["--shape", "0.3"])
    fresh = lesson.command(given(tmp_path, resume=first, of=3), 100)
    assert "--resume" not in fresh
    assert fresh[fresh.index("--whole") + 1] == "300" and fresh.count("--table") == 2
    lesson.checkpoint(first).write_bytes(b"")
    again = lesson.command(given(tmp_path, resume=first), 100)
    assert again[again.index("--resume") + 1] == str(lesson.checkpoint(first)) and "--whole" not in again


def test_a_sitting_that_cannot_go_on_does_not_begin_anew(
    sitting: Any, tmp_path: Path, monkeypatch: Any
) -> None:
    (tmp_path / "lessons.toml").write_text(LESSON)
    words = ["--device", "cpu", "--updates", "1", "--lessons", tmp_path / "lessons.toml"]
    words += ["--out", tmp_path / "out", "--resume", tmp_path / "gone"]
    monkeypatch.setattr(sys, "argv", ["sitting.py", *map(str, words)])
    with pytest.raises(SystemExit, match="gone has no checkpoint of short"):
        sitting.main()
    assert not (tmp_path / "out" / "short.log").exists()


def test_a_lesson_that_is_not_there_is_refused(sitting: Any) -> None:
    with pytest.raises(SystemExit, match="no lesson chess"):
        sitting.lessons(BENCHMARKS / "sitting.toml", "klaw,chess")


def test_a_whole_sitting_on_the_processor(
    sitting: Any, tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    """Without PyTorch it ends in a line that names the lesson, and in no network."""
    (tmp_path / "lessons.toml").write_text(LESSON)
    out = tmp_path / "out"
    words = ["--device", "cpu", "--updates", "1", "--lessons", tmp_path / "lessons.toml", "--out", out]
    monkeypatch.setattr(sys, "argv", ["sitting.py", *map(str, words)])
    code = sitting.main()
    told = json.loads((out / "figures.json").read_text())["lessons"]["short"]
    if THERE:
        assert (
            code == 0 and told["updates"] == 1 and sitting.Lesson("short", "totem").checkpoint(out).is_file()
        )
        with pytest.raises(SystemExit, match="holds networks already"):
            sitting.main()
    else:
        assert code == 1 and "short: nothing learned (ended with 2" in capsys.readouterr().out
        assert "[learn]" in (out / "short.log").read_text()
