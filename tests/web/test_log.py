"""The log: a line lights what it speaks of, bulk is folded, and a replay's log follows its step."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from .boards import sit_down
from .browser import STEP, Server
from .conftest import Visitors
from .test_boards import TABLES

pytestmark = pytest.mark.xdist_group("web")
LONG = 10_000  # milliseconds

# Points at every line; those that light nothing, and how many lit something other than a player.
POINT = """async () => {
  const wait = () => new Promise((done) => setTimeout(done, 2));
  const dark = [];
  let things = 0;
  for (const line of document.querySelectorAll(".log button")) {
    line.dispatchEvent(new PointerEvent("pointerenter"));
    await wait();
    const lit = [...document.querySelectorAll(".stage [data-lit]")];
    if (!lit.length) dark.push(line.textContent);
    if (lit.some((thing) => !/^seat:/.test(thing.dataset.about))) things += 1;
    line.dispatchEvent(new PointerEvent("pointerleave"));
    await wait();
  }
  return [dark, things, document.querySelectorAll(".stage [data-lit]").length];
}"""


def play(page: Page, clicks: int, seed: int = 5) -> None:
    """Some clicks, until the player is asked again or the game has ended."""
    luck = Random(seed)
    draw = luck.random()
    for _ in range(3000):
        what = page.evaluate(STEP, draw)
        if what == "over" or (clicks <= 0 and page.locator("[data-action]").count()):
            return
        if what:
            draw = luck.random()
            clicks -= 1
        page.wait_for_timeout(10)
    raise AssertionError("nobody is asked any more")


@pytest.mark.parametrize("game", TABLES)
def test_a_line_lights_what_it_speaks_of(visit: Visitors, server: Server, game: str) -> None:
    page = visit()
    sit_down(page, server, game, *TABLES[game])
    things, dark = 0, []
    for _ in range(8):  # a click while another is on its way to the server moves nothing
        play(page, 6)
        dark, things, left = page.evaluate(POINT)
        if things > 2:
            break
    assert things > 2, f"only {things} lines light anything; dark: {dark}"
    assert left == 0, "what is not pointed at is dark"


def test_a_line_is_reached_by_the_keyboard_and_its_card_shown(visit: Visitors, server: Server) -> None:
    page = visit()
    sit_down(page, server, "totem", {}, ["me", "random"])
    play(page, 8)
    page.get_by_role("log").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".log button:focus")).to_have_count(1)
    expect(page.locator(".stage [data-lit]").first).to_be_visible()
    gone = page.locator(".log button", has_text="is defeated")  # its card lies in the discard pile
    if gone.count() < 2:
        play(page, 40)
    shown = page.get_by_role("dialog").get_by_role("heading")
    for line in gone.all():
        line.click()
        if appears(shown):  # what lies on top of the pile is lit there instead; that is one card at most
            break
    expect(shown).not_to_be_empty()


def appears(what: Locator) -> bool:
    """Whether something comes to be seen."""
    try:
        what.wait_for(timeout=LONG)
    except TimeoutError:
        return False
    return True


def test_bulk_is_folded_and_a_replay_follows_its_step(visit: Visitors, server: Server) -> None:
    page = visit()
    sit_down(page, server, "totem", {}, ["me", "random"])
    dealt = page.locator(".log details").first  # cards that are dealt: one line, and the rest behind it
    expect(dealt.locator("summary")).to_have_text(re.compile(r"^\d+ more$"))
    expect(dealt.locator("p").first).to_be_hidden()
    table = page.url.rsplit("/", 1)[1]
    play(page, 10_000)
    page.goto(f"{server.url}/r/{table}?at=12")
    told = page.locator(".log .at").first
    expect(told).to_be_in_viewport()
    before = told.inner_text()
    for _ in range(6):
        page.get_by_role("button", name="One step on").click()
    expect(page.locator(".log .at").first).to_be_in_viewport()
    assert page.locator(".log .at").first.inner_text() != before
    expect(page.locator(".log .later").first).to_be_attached()
