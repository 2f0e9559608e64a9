"""The page in a real Chromium, before a real server. Without a Chromium there is nothing to test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from . import browser as hands

expect.set_options(timeout=hands.PATIENCE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[hands.Server]:
    """A server with the built page."""
    if not hands.chromium():
        pytest.skip("no Chromium was found: `make debian` installs one, or set BESTIARY_CHROMIUM")
    hands.build()
    folder: Path = tmp_path_factory.mktemp("web")
    (folder / "reports").mkdir()
    (folder / "reports" / "balance-of-totem.html").write_text("<title>Balance</title><p>A report.</p>")
    with hands.Server(folder) as running:
        yield running


@pytest.fixture(scope="module")
def chrome(server: hands.Server) -> Iterator[Browser]:
    """One browser for the tests of a file: as long as it is driven, no other test can begin a loop."""
    with hands.browser() as made:
        yield made


class Visitors:
    """Makes pages, and remembers what went wrong on any of them."""

    def __init__(self, chrome: Browser, server: hands.Server) -> None:
        self.chrome = chrome
        self.server = server
        self.contexts: list[BrowserContext] = []
        self.problems: list[str] = []

    def __call__(self, *, phone: bool = False, dark: bool = False, init: str = hands.QUICK) -> Page:
        context = hands.visitor(self.chrome, phone=phone, dark=dark, init=init)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        return page

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(f"{message.type}: {message.text}")


@pytest.fixture
def visit(chrome: Browser, server: hands.Server) -> Iterator[Visitors]:
    """Opens a page for a new visitor; a test whose pages complain in the console fails."""
    visitors = Visitors(chrome, server)
    yield visitors
    for context in visitors.contexts:
        context.close()
    assert visitors.problems == []
