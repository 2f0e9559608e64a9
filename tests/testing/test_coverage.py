"""Which entries have a test, read from syntax trees."""

from __future__ import annotations

from pathlib import Path

import pytest

from bestiary import BestiaryError, load
from bestiary.testing.coverage import EVERY, markers, measure

SOURCE = """
import pytest

def played():
    return [pytest.param(e, marks=pytest.mark.example(e["id"])) for e in EXAMPLES]

@pytest.mark.rule("TOT-1.1", "TOT-1.2")
def test_two(): ...

@pytest.mark.rule("TOT-9.99")
def test_unknown(): ...

@pytest.mark.skip
@pytest.mark.rule("TOT-1.3")
def test_skipped(): ...

@pytest.mark.rule("TOT-1.4")
def helper(): ...

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("TOT-1.5"))])
def test_parameter(n): ...

@pytest.mark.parametrize("played", played())
def test_examples(played): ...

class TestMany:
    pytestmark = pytest.mark.rule("TOT-1.6")

    @pytest.mark.rule("TOT-1.7")
    def test_method(self): ...

    async def test_later(self): ...
"""


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    path = tmp_path / "test_some.py"
    path.write_text(SOURCE)
    return path


def test_markers_count_on_tests_that_run(tests: Path) -> None:
    rules = {c.id for c in markers(tests) if c.kind == "rule"}
    assert rules == {"TOT-1.1", "TOT-1.2", "TOT-9.99", "TOT-1.5", "TOT-1.6", "TOT-1.7"}


def test_a_marker_knows_its_place(tests: Path) -> None:
    unknown = next(c for c in markers(tests) if c.id == "TOT-9.99")
    assert (unknown.line, unknown.test) == (10, "test_unknown")


def test_computed_examples_count_for_all(tests: Path) -> None:
    assert {c.id for c in markers(tests) if c.kind == "example"} == {EVERY}


def test_the_report_compares_with_the_rulebook(tests: Path) -> None:
    game = load("totem")
    report = measure(game, [tests])
    assert report.tested == 5
    assert "TOT-1.3" in report.untested and "TOT-1.4" in report.untested and "TOT-1.1" not in report.untested
    assert [c.id for c in report.unknown] == ["TOT-9.99"]
    assert report.unplayed == ()
    assert report.as_json() == {
        "game": "totem",
        "rules": len(game.rulebook.rules),
        "tested": 5,
        "untested": list(report.untested),
    }


def test_a_missing_or_broken_file_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "test_broken.py").write_text("def test(:")
    for path in (tmp_path / "nowhere", tmp_path):
        with pytest.raises(BestiaryError):
            measure(load("totem"), [path])
