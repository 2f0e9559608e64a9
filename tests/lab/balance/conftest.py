"""A plan of a test's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bestiary.core.registry import unregister

from .plans import PLAN


@pytest.fixture
def plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "plan.toml"
    path.write_text(PLAN, encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def alone() -> Iterator[None]:
    """Games from outside that a plan has made known are forgotten."""
    yield
    unregister("leduc")
