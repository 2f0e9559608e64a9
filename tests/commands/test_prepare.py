"""``bestiary prepare``: what it refuses. Compiling itself is tested in core/test_starting."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bestiary.core import jit


def test_an_unknown_game_is_refused(refused: Any) -> None:
    assert "Did you mean totem?" in refused("prepare", "totme")


@pytest.mark.skipif(jit.INTERPRETED, reason="nothing is compiled")
def test_a_cache_that_cannot_be_written_is_named(
    refused: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("BESTIARY_CACHE", str(blocked / "cache"))
    said = refused("prepare", "totem")
    assert "Totem could not be compiled" in said and "cannot be written" in said
