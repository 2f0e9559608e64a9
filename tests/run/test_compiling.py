"""The progress of a cold start is shown when something is compiled, and only then."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from rich.console import Console

from bestiary import load
from bestiary.run import compiling as module
from bestiary.run.compiling import TITLE, compiling


def watched(monkeypatch: pytest.MonkeyPatch, *, terminal: bool, rules: list[str]) -> str:
    @contextmanager
    def on_compile(started: Callable[[str], None]) -> Iterator[None]:
        for name in rules:
            started(name)
        yield

    monkeypatch.setattr(module, "on_compile", on_compile)
    out = io.StringIO()
    with compiling(load("totem"), Console(file=out, force_terminal=terminal, width=100)):
        pass
    return out.getvalue()


def test_a_warm_start_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    assert watched(monkeypatch, terminal=True, rules=[]) == ""
    assert watched(monkeypatch, terminal=False, rules=[]) == ""


def test_a_cold_start_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = watched(monkeypatch, terminal=True, rules=["setup", "legal"])
    assert TITLE in shown and "legal" in shown


def test_without_a_terminal_one_line_says_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert watched(monkeypatch, terminal=False, rules=["setup", "legal"]) == f"{TITLE} ...\n"
