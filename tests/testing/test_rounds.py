"""The mutation check knows which statements of a rule a test executes."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
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


def test_fields_that_are_read_quickly_are_those_of_the_record(
    rounds: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("__getattribute__", "__setattr__"):  # put back afterwards
        monkeypatch.setattr(np.record, name, getattr(np.record, name))
    options = np.dtype([("goal", "i8")])
    kind = np.dtype([("turn", "i8"), ("hand", "i2", (2, 3)), ("opt", options)])
    assert rounds.field_names(kind) == {"turn", "hand", "opt", "goal"}
    rounds.read_quickly(frozenset(rounds.field_names(kind)))
    s = np.zeros(1, kind).view(np.recarray)[0]
    s.turn, s.opt.goal = 3, 7
    s.hand[1] = 4
    s.turn += 1
    assert (int(s["turn"]), int(s["opt"]["goal"]), s["hand"].tolist()) == (4, 7, [[0] * 3, [4] * 3])
    assert (int(s.turn), int(s.opt.goal), s.hand.tolist()) == (4, 7, [[0] * 3, [4] * 3])
    other = np.zeros(1, [("goal", "i8")]).view(np.recarray)[0]
    with pytest.raises(AttributeError):
        _ = other.hand
