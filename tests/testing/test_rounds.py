"""The mutation check knows which statements of a rule a test executes."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

TOOLS = Path(__file__).parents[2] / "tools"
RULE = '''
def strike(s):
    """Says who strikes."""
    n = 0
    if s == 0:
        n = 1
    elif s == 1:
        while n < 2:
            n += 1
    else:
        n = 4
    return n
'''


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(TOOLS)
    return importlib.import_module("rounds")


@pytest.mark.parametrize(
    ("given", "result", "lines"),
    [(0, 1, {3, 4, 5, 6, 12}), (1, 2, {3, 4, 5, 7, 8, 9, 12}), (2, 4, {3, 4, 5, 7, 11, 12})],
)
def test_a_rule_says_which_statements_are_executed(
    rounds: Any, tmp_path: Path, given: int, result: int, lines: set[int]
) -> None:
    file = tmp_path / "strike.py"
    file.write_text(RULE)
    said: set[str] = set()
    strike = FunctionType(rounds.touching(file, "strike.py")["strike"], {rounds.TOUCH: said.add})
    assert strike(given) == result
    assert said == {f"strike.py:{line}" for line in lines}
