"""The tests run the bounds-checked build: unchecked compiled code corrupts memory silently."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

if not os.environ.get("NUMBA_DISABLE_JIT"):
    os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # tests run side by side, and matrices are small
os.environ.setdefault("BESTIARY_START", "compiled")  # what is tested is compiled, but where a test says so

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

# how fast a machine is decides no test
settings.register_profile("any", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any")

for name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
    os.environ.pop(name, None)  # where the tests run decides nothing about how lines are folded and coloured
if os.environ.get("NUMBA_DISABLE_JIT"):
    np.seterr(over="raise")  # the random streams apart, nothing in a rule may wrap around

LONG = ("tests/web/", "tests/games/shogun/test_conformance", "tests/games/klaw/test_conformance")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sweep", action="store_true", help="run the long sweeps too")
    parser.addoption("--slow", action="store_true", help="run what takes minutes or needs registries too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for marker in ("sweep", "slow"):
        if not config.getoption(f"--{marker}"):
            items[:] = [item for item in items if item.get_closest_marker(marker) is None]
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))  # whoever is done early helps with the rest


@pytest.fixture
def bestiary(capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs a command: exit code, output, error line; that something is compiled first is no error."""
    from bestiary.cli import run
    from bestiary.run.compiling import TITLE

    def command(*words: str | Path) -> tuple[int, str, str]:
        code = run([str(w) for w in words])
        out, err = capsys.readouterr()
        return code, out, err.replace(f"{TITLE} ...\n", "")

    return command


@pytest.fixture
def refused(bestiary: Any) -> Any:
    """Runs a command that must be refused with one line; returns the line."""

    def command(*words: str | Path) -> str:
        code, out, err = bestiary(*words)
        assert code == 2
        assert out == ""
        assert len(err.splitlines()) == 1 and err.startswith("bestiary: ")
        assert "Traceback" not in err
        return str(err)

    return command
