"""The guided first game in the browser, the rules in two minutes, and words that explain themselves."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from bestiary import load
from bestiary.guide import guide_of

from .browser import Server
from .conftest import Visitors
from .test_pages import serious
from .test_table import start

pytestmark = pytest.mark.xdist_group("web")

GAMES = ("totem", "totemic", "tiger", "klaw", "shogun")

# Clicks what is ringed for a move: its things on the board in turn, or its button. Says whether it did.
# A move that was begun is gone on with while the guide still asks for it, looked up in the same breath as the
# click: the answer may come at any time, and a board may hold the next move's first thing by itself.
RINGED = """(begun) => {
  if (begun !== null) {
    if (document.querySelector(".guide header").innerText !== begun) return false;
    if (!document.querySelector(".stage .spot.held")) return false;
  }
  const spots = [...document.querySelectorAll(".stage .hinted")];
  if (spots.length) {
    const waiting = spots.find((spot) => !spot.classList.contains("held"));
    (waiting ?? spots[0]).click();
    return true;
  }
  const ring = document.querySelector(".anchor .ring")?.getBoundingClientRect();
  if (!ring) return false;
  for (const thing of document.elementsFromPoint(ring.x + ring.width / 2, ring.y + ring.height / 2)) {
    const button = thing.closest("button");
    if (button) { button.click(); return true; }
  }
  return false;
}"""

MOST_THINGS = 4  # that one move consists of


def begin(page: Page, server: Server, slug: str) -> None:
    """From the lobby into the guided game."""
    page.goto(server.url)
    page.locator("li", has=page.locator(f'a[href="/new/{slug}"]')).get_by_role("button").click()
    page.wait_for_selector(".guide")
    page.wait_for_selector(".stage .spot, .stage button")


def read_on(page: Page) -> list[str]:
    """Reads to the page that asks for the move, or to the last; what was said."""
    said = []
    while True:
        said.append(page.locator(".guide p").first.inner_text())
        on = page.locator(".guide").get_by_role("button", name="Next")
        if on.count() == 0:
            return said
        on.click()


def move(page: Page) -> None:
    """Makes the move that is asked for, by what is ringed: things in turn, until none is held any more."""
    before = page.locator(".guide").inner_text()
    expect(page.locator(".anchor .ring")).not_to_have_count(0)
    asked = page.locator(".guide header").inner_text()
    page.evaluate(RINGED, None)
    for _ in range(MOST_THINGS):
        if not page.evaluate(RINGED, asked):  # the move is on its way
            break
    expect(page.locator(".guide")).not_to_have_text(before)


def asked(page: Page, step: int) -> None:
    """Waits until the guide asks for this move."""
    expect(page.locator(".guide header")).to_contain_text(f"Move {step} of")
    expect(page.locator(".guide p").first).not_to_contain_text("is to move")


def test_totems_guide_is_played_from_the_lobby_to_its_end(visit: Visitors, server: Server) -> None:
    guide = guide_of(load("totem"))
    assert guide is not None
    page = visit()
    begin(page, server, "totem")
    for step in range(1, guide.asked + 1):
        asked(page, step)
        read_on(page)
        move(page)
    expect(page.locator(".guide")).to_contain_text("That is nearly everything")
    assert "Good luck!" in read_on(page)[-1]
    page.get_by_role("button", name="Understood").click()
    expect(page.locator(".guide")).to_have_count(0)
    expect(page.locator(".stage .spot.fits")).not_to_have_count(0)  # and the game goes on
    page.goto(server.url)
    expect(page.get_by_role("button", name=re.compile("First time.*Totem$"))).to_have_count(0)


@pytest.mark.parametrize("slug", GAMES)
def test_every_guide_begins_and_points_at_its_moves(visit: Visitors, server: Server, slug: str) -> None:
    page = visit(phone=slug == "klaw")
    begin(page, server, slug)
    for step in (1, 2):
        asked(page, step)
        read_on(page)
        move(page)
    asked(page, 3)


def test_a_move_off_the_way_is_explained_and_can_be_taken_back(visit: Visitors, server: Server) -> None:
    page = visit()
    begin(page, server, "totem")
    page.locator(".stage footer .spot.fits:not(.hinted)").last.click()
    expect(page.locator(".guide")).to_contain_text("start with Azure Mouse")
    expect(page.locator(".stage .slot .veil")).to_have_count(0)  # it has not been made
    assert serious(page) == []
    page.get_by_role("button", name="Follow the guide").click()
    expect(page.locator(".guide")).to_contain_text("Two clans meet")
    page.locator(".stage footer .spot.fits:not(.hinted)").last.click()
    page.get_by_role("button", name="Play it anyway").click()
    expect(page.locator(".guide")).to_contain_text("You have left the way of the guide")
    page.reload()
    page.get_by_role("button", name="Back to the guide").click()
    asked(page, 1)
    page.get_by_role("button", name="Play without the guide").click()
    expect(page.locator(".guide")).to_have_count(0)
    page.get_by_role("button", name="Guide", exact=True).click()
    asked(page, 1)


def test_the_rules_open_with_two_minutes_and_then_at_the_question(visit: Visitors, server: Server) -> None:
    page = visit()
    start(page, server)
    page.get_by_role("button", name="Rules").click()
    short = page.get_by_label("The rules in two minutes")
    expect(short).to_contain_text("The aim")
    expect(short.locator(".picture .totem")).to_have_count(5)  # drawn by the board itself
    short.get_by_role("button", name="TOT-2.1").click()
    expect(page.locator('[id="TOT-2.1"]')).to_be_focused()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_text("What you are asked now")).to_be_visible()
    expect(page.locator("article.at")).to_contain_text("TOT-2.")


def test_a_word_of_the_game_explains_itself(visit: Visitors, server: Server) -> None:
    page = visit()
    page.goto(f"{server.url}/rules/totem")
    word = page.locator(".term", has_text="Totems").first
    word.hover()
    bubble = page.get_by_role("tooltip")
    expect(bubble).to_contain_text("An animal spirit that defends you")
    page.mouse.move(2, 2)
    expect(bubble).to_have_count(0)
    word.focus()
    expect(bubble).to_be_visible()
    phone = visit(phone=True)
    phone.goto(f"{server.url}/rules/totem")
    phone.locator(".term", has_text="Totems").first.tap()
    expect(phone.get_by_role("tooltip")).to_contain_text("An animal spirit")
