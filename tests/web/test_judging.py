"""What the machine thinks: a hint at the table, and the chances of a finished match with their band."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .browser import Server
from .conftest import Visitors

pytestmark = pytest.mark.xdist_group("web")


def sit_down(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/new/totem")
    page.get_by_role("button", name="Play against Novice").click()
    page.wait_for_selector(".stage .spot.fits")


def test_a_hint_names_a_move_says_why_and_can_be_played(visit: Visitors, server: Server) -> None:
    page = visit(phone=True)
    sit_down(page, server)
    page.get_by_role("button", name="Hint", exact=True).click()
    hint = page.get_by_role("status").filter(has_text="Hint:")
    expect(hint).to_contain_text(re.compile(r"In \d+% of its tries you end up ahead"))
    expect(page.locator(".stage .spot.hinted")).to_have_count(1)
    hint.get_by_role("button", name="Play it").click()
    expect(page.locator(".stage .slot .veil")).to_have_count(1)
    expect(hint).to_have_count(0)


def test_between_people_there_is_no_hint_unless_the_table_has_them(visit: Visitors, server: Server) -> None:
    page = visit()
    page.goto(f"{server.url}/new/totem")
    page.get_by_text("Arrange the table").click()
    page.get_by_label("Hints by the machine").select_option("no")
    page.get_by_role("button", name="Play against Novice").click()
    page.wait_for_selector(".stage .spot.fits")
    expect(page.get_by_role("button", name="Take back")).to_be_visible()
    expect(page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)


def test_chances_have_a_band_and_thinking_can_be_stopped_and_gone_on_with(
    visit: Visitors, server: Server
) -> None:
    page = visit()
    sit_down(page, server)
    for laid in range(3):
        page.locator(".stage footer .spot.fits").first.click()
        expect(page.locator(".stage .slot .veil")).to_have_count(laid + 1)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("link", name="Replay and analysis").click()
    bots = server.app.state.registry.services.bots
    usual, bots.tree = bots.tree, 2_000  # so much that it can be stopped on the way
    try:
        page.get_by_role("button", name="What does the machine think?").click()
        chances = page.get_by_role("img", name="Winning chances over the game")
        expect(chances).to_be_visible()
        expect(page.get_by_role("progressbar")).to_be_visible()
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_text(re.compile(r"Stopped\. .* of \d+ decisions"))).to_be_visible()
    finally:
        bots.tree = usual
    page.reload()
    expect(chances).to_be_visible()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text(re.compile("loss.* within 3 points"))).to_be_visible()
    expect(chances.locator("polygon")).to_have_count(2)
    expect(chances.locator("polygon").first).to_have_attribute("points", re.compile(r"\d+\.\d,\d+\.\d "))
    expect(page.get_by_role("progressbar")).to_have_count(0)
