"""A game from outside brings its own look: Leduc, with its board, its cover and its cards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from leduc import GAME
from playwright.sync_api import Browser, expect

from bestiary.core.registry import register, unregister

from . import browser as hands
from .conftest import Visitors

pytestmark = pytest.mark.xdist_group("leduc")


@pytest.fixture(scope="module")
def house(server: hands.Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[hands.Server]:
    """A server that knows Leduc too."""
    register(GAME)
    try:
        with hands.Server(tmp_path_factory.mktemp("leduc")) as running:
            running.app.state.registry.catalog.warm("leduc")
            yield running
    finally:
        unregister("leduc")


@pytest.fixture
def come(chrome: Browser, house: hands.Server) -> Iterator[Visitors]:
    visitors = Visitors(chrome, house)
    yield visitors
    for context in visitors.contexts:
        context.close()
    assert visitors.problems == []


def test_a_match_is_played_on_a_board_that_the_game_brings(come: Visitors, house: hands.Server) -> None:
    page = come()
    page.goto(house.url)
    expect(page.locator("bestiary-leduc-cover").first).to_be_visible()
    page.goto(f"{house.url}/new/leduc")
    page.get_by_role("button", name="Play against Novice").click()
    board = page.locator("bestiary-leduc-board")
    expect(board).to_be_visible()
    expect(board.get_by_label("a card, face down")).to_have_count(1)  # one's own hand is open
    for _ in range(4 * GAME.limits.decisions):
        call = board.get_by_role("button", name="call", exact=False)
        expect(call.or_(page.locator("[data-result]")).first).to_be_visible()
        if page.locator("[data-result]").count():
            break
        button = call.element_handle()
        button.click()
        # The machine may answer before anybody looks, so it is this button that goes, not every button.
        page.wait_for_function("button => !button.isConnected", arg=button)
    expect(page.locator("[data-result]")).to_be_visible()


def test_its_cards_are_drawn_by_it(come: Visitors, house: hands.Server) -> None:
    page = come()
    page.goto(f"{house.url}/cards/leduc")
    expect(page.locator("bestiary-leduc-face").first).to_be_visible()


def test_only_files_of_its_page_are_served(house: hands.Server) -> None:
    with httpx.Client(base_url=house.url) as http:
        assert http.get("/api/looks").json() == {"leduc": ["board", "cover", "face"]}
        script = http.get("/looks/leduc/board.js")
        assert script.status_code == 200 and script.headers["content-type"].startswith("text/javascript")
        for path in (
            "leduc/rules.py",
            "leduc/..%2Frules.py",
            "leduc/none.js",
            "totem/board.js",
            "chess/board.js",
        ):
            assert http.get(f"/looks/{path}").status_code == 404, path


def test_the_board_is_short() -> None:
    lines = [len(p.read_text().splitlines()) for p in (Path(GAME.room) / "page").glob("*.js")]
    assert sum(lines) < 150
