"""``bestiary print``: what it refuses. That it prints is tested with the page, in web/test_print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bestiary.printing import browser


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--paper", "a5"), "The paper is a4 or letter, not 'a5'."),
        (("--ink", "red"), "The ink is full or low, not 'red'."),
        (("--what", "maps"), "The part of Totem is cards or rules, not 'maps'."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_there_is_not_is_refused_with_what_there_is(
    refused: Any, words: tuple[str, ...], said: str
) -> None:
    assert said in refused("print", "totem", *words)


def test_a_folder_that_is_not_there_is_named(refused: Any, tmp_path: Path) -> None:
    assert str(tmp_path / "none") in refused("print", "totem", "-o", tmp_path / "none")


def test_without_a_browser_it_says_what_to_do(
    refused: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(browser.NAMED, raising=False)
    monkeypatch.setattr(browser, "APPS", ())
    said = refused("print", "totem", "-o", tmp_path)
    assert "No Chromium" in said and browser.NAMED in said


def test_a_browser_that_cannot_be_started_is_named(
    refused: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(browser.NAMED, str(tmp_path / "chrome"))
    assert "chrome cannot be started" in refused("print", "totem", "-o", tmp_path)


def test_a_browser_that_ends_at_once_is_named(
    refused: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "chrome"
    program.write_text("#!/bin/sh\nexit 7\n")
    program.chmod(0o755)
    monkeypatch.setenv(browser.NAMED, str(program))
    assert "ended with 7" in refused("print", "totem", "-o", tmp_path)
