"""The tests run the bounds-checked build: unchecked compiled code corrupts memory silently."""

from __future__ import annotations

import os

if not os.environ.get("NUMBA_DISABLE_JIT"):
    os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sweep", action="store_true", help="run the long sweeps too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--sweep"):
        return
    items[:] = [item for item in items if item.get_closest_marker("sweep") is None]
