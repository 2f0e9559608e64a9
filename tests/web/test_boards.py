"""Every board in the middle of a game: what is asked is in sight, readable, and reachable without a mouse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest
from playwright.sync_api import Page, expect

from .boards import sit_down
from .browser import DESKTOP, PHONE, QUICK, STEP, Server
from .conftest import Visitors
from .reading import check_panel, check_readable
from .test_pages import serious

pytestmark = pytest.mark.xdist_group("web")

TABLES: dict[str, tuple[Mapping[str, object], Sequence[str]]] = {
    "totem": ({}, ["me", "random"]),
    "totemic": ({}, ["me", "random"]),
    "tiger": ({}, ["me", "random"]),
    "klaw": ({"players": 2}, ["me", "random"]),
    "shogun": ({"players": 1, "mode": "chapter", "chapter": 1}, ["me"]),
}
CLICKS = 6  # after which a game is well under way
ASKED = ".stage .question .asked, .stage .question.asked, .stage .ask.asked"
LIT = ".stage .spot.fits, .stage button[data-choice]"
SEEN = """(lit) => {
  const bottom = Math.min(innerHeight, document.querySelector(".list .bar").getBoundingClientRect().top);
  return [...document.querySelectorAll(lit)].filter((spot) => {
    const box = spot.getBoundingClientRect();
    return box.top >= 0 && box.top + box.height / 2 < bottom && box.left < innerWidth;
  }).length;
}"""


def middle(page: Page, server: Server, game: str) -> None:
    """A game some clicks old, with a question that is open; one that ends before that is begun again."""
    options, seats = TABLES[game]
    lots = Random(5)
    draw = lots.random()  # one for each click, however often one has to wait
    clicks = CLICKS
    for _ in range(2000):
        if clicks >= CLICKS:
            sit_down(page, server, game, options, seats)
            clicks = 0
        what = page.evaluate(STEP, draw)
        if not what:
            page.wait_for_timeout(10)
            continue
        draw = lots.random()
        clicks += CLICKS if what == "over" else 1
        if clicks == CLICKS and what != "over":
            page.locator(f"{ASKED}, [data-result]").first.wait_for()
            if page.locator("[data-action]").count():
                return
    raise AssertionError(f"no game of {game} was found in its middle")


@pytest.mark.parametrize("game", TABLES)
def test_a_board_is_seen_read_and_played_by_everybody(visit: Visitors, server: Server, game: str) -> None:
    page = visit()
    middle(page, server, game)
    # What is asked and what can be chosen is in sight at once, and nothing is wrong for axe.
    for size, scheme, rules in ((PHONE, "dark", ["color-contrast"]), (DESKTOP, "light", [])):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        expect(page.locator(ASKED)).to_be_in_viewport()
        assert page.evaluate(SEEN, LIT) > 0 or page.get_by_role("button", name="more below").is_visible()
        expect(page.locator(".list .bar summary")).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        expect(page.locator("[data-near]")).to_be_visible()  # how near the end is
        if size is PHONE:
            check_readable(page)
        assert serious(page, *rules) == []

    # Hovering shows a card large, with its name and text; the last one lies on top of the others.
    page.locator(".stage .card:has(.face)").last.hover()
    expect(page.locator(".float .named")).not_to_be_empty()
    page.mouse.move(2, 2)
    expect(page.locator(".float")).to_have_count(0)

    check_panel(page)

    # The keyboard alone chooses from the list.
    said = page.locator("[data-action]")
    page.locator("summary", has_text="as text").focus()
    page.keyboard.press("Enter")
    assert all(said.all_inner_texts())
    said.first.evaluate("node => (node.dataset.old = 'yes')")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-old]")).to_have_count(0)


def test_the_key_i_shows_the_card_that_has_the_focus(visit: Visitors, server: Server) -> None:
    page = visit()
    sit_down(page, server, "totem", {}, ["me", "random"])
    card = page.locator(".stage footer .spot.fits").first
    card.focus()
    page.keyboard.press("i")
    expect(page.get_by_role("dialog").get_by_role("heading")).not_to_be_empty()
    page.keyboard.press("Escape")
    expect(card).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".stage .slot .veil")).to_have_count(1)


def test_what_glows_below_the_window_is_counted_and_brought(visit: Visitors, server: Server) -> None:
    page = visit(phone=True)
    page.set_viewport_size({"width": 390, "height": 420})
    sit_down(page, server, "totem", {}, ["me", "random"])
    more = page.get_by_role("button", name="7 more below")
    more.click()
    expect(page.locator(".stage footer .spot.fits").first).to_be_in_viewport()
    expect(more).to_have_count(0)


@pytest.mark.parametrize("motion", ["full", "none"])
def test_cards_move_unless_motion_is_unwanted(visit: Visitors, server: Server, motion: str) -> None:
    counted = "window.moved = 0; const still = Element.prototype.animate;"
    counted += "Element.prototype.animate = function (...how) { moved += 1; return still.apply(this, how); };"
    page = visit(init=QUICK.replace('{"pace"', f'{{"motion":"{motion}","pace"') + ";" + counted)
    sit_down(page, server, "totem", {}, ["me", "random"])
    page.locator(".stage footer .spot.fits").first.click()
    expect(page.locator(".stage .slot .veil")).to_have_count(1)
    assert (page.evaluate("moved") > 0) == (motion == "full")
