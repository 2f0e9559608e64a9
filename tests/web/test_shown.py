"""What happens is seen and heard; a card says what is on it, and an ending who won and by how much."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from .boards import sit_down
from .browser import KEPT, QUICK, STEP, Server, play_out
from .conftest import Visitors
from .test_boards import TABLES

pytestmark = pytest.mark.xdist_group("web")

# Every voice that the page lets sound is counted; nothing has to be heard.
VOICES = """
window.voices = 0;
for (const kind of ["createOscillator", "createBufferSource"]) {
  const made = AudioContext.prototype[kind];
  AudioContext.prototype[kind] = function () { voices += 1; return made.call(this); };
}"""


def play_until(page: Page, server: Server, game: str, done: Callable[[], bool]) -> None:
    """Clicks about until something is to be seen; a game that ends before is begun again."""
    luck = Random(3)
    draw = luck.random()
    what = "over"
    for _ in range(3000):
        if what == "over":
            sit_down(page, server, game, *TABLES[game])
        if done():
            return
        what = page.evaluate(STEP, draw)
        if what:
            draw = luck.random()
        page.wait_for_timeout(10)
    raise AssertionError("it was never to be seen")


@pytest.mark.parametrize("sound", ["off", "quiet"])
def test_dice_and_cards_are_heard_where_sounds_are_wanted(
    visit: Visitors, server: Server, sound: str
) -> None:
    page = visit(init=QUICK.replace('{"pace"', f'{{"sound":"{sound}","pace"') + ";" + VOICES)
    sit_down(page, server, "totem", {}, ["me", "random"])
    page.locator(".stage footer .spot.fits").first.click()
    expect(page.locator(".stage .slot .veil")).to_have_count(1)
    page.wait_for_timeout(100)
    assert (page.evaluate("voices") > 0) == (sound != "off")


def test_power_counts_down_and_says_by_how_much(visit: Visitors, server: Server) -> None:
    page = visit(init=QUICK.replace('{"pace"', '{"motion":"full","pace"'))
    page.add_init_script(
        "window.changes = []; new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach("
        "(node) => node.parentElement?.classList?.contains('tick') && node.nodeName === 'I' &&"
        " changes.push(node.textContent)))).observe(document, { childList: true, subtree: true })"
    )
    play_until(page, server, "totemic", lambda: bool(page.evaluate("changes.length")))
    assert re.fullmatch(r"[+\u2212]\d+", page.evaluate("changes[0]"))


def test_an_enemy_acts_by_a_line_of_its_board_that_is_pointed_at(visit: Visitors, server: Server) -> None:
    page = visit(init=f"localStorage.setItem('{KEPT}', '{{\"pace\":\"quick\"}}')")
    board = page.locator("[data-activation]")
    play_until(page, server, "shogun", lambda: board.count() > 0)
    expect(board.locator(".follows")).to_have_count(1)
    expect(board.locator(".here")).to_have_count(1)


def test_a_host_says_its_life_and_what_it_carries(visit: Visitors, server: Server) -> None:
    page = visit()
    hosts = page.locator(".fan .host .card")
    play_until(page, server, "klaw", lambda: hosts.count() > 0)
    hosts.first.hover()
    live = page.locator(".float .live")
    expect(live).to_contain_text(re.compile(r"\d+ of \d+ Life"))
    expect(live).to_contain_text("Attack dice")
    life, full = map(int, re.findall(r"\d+", live.inner_text())[:2])
    share = live.locator(".bar span").evaluate("node => parseFloat(node.style.width)")
    assert share == pytest.approx(100 * life / full, abs=0.5)  # full when life is
    page.mouse.move(2, 2)
    expect(live).to_have_count(0)
    button = page.locator("button.spot:has(.card .face)").first
    button.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(page.locator(".float .named")).not_to_be_empty()  # by focus as by the pointer


def test_the_own_panel_and_cards_to_take_are_in_sight(visit: Visitors, server: Server) -> None:
    page = visit()
    taken = page.locator(".floating .spot")
    play_until(page, server, "tiger", lambda: bool(taken.count() and page.locator("[data-action]").count()))
    expect(page.locator("footer.own [data-player]")).to_be_in_viewport(ratio=1)
    bar = page.locator(".list .bar").bounding_box()
    for k in range(taken.count()):
        expect(taken.nth(k)).to_be_in_viewport(ratio=1)
        box = taken.nth(k).bounding_box()
        assert box and bar and box["y"] + box["height"] <= bar["y"]


@pytest.mark.parametrize("game", ["totem", "totemic", "tiger"])
def test_an_ending_says_who_won_and_the_count_and_opens_what_was_hidden(
    visit: Visitors, server: Server, game: str
) -> None:
    page = visit()
    sit_down(page, server, game, *TABLES[game])
    play_out(page, Random(4), 3000)
    end = page.locator("[data-result]")
    expect(end.get_by_role("heading")).to_have_text(re.compile("^You win$|^You lose: Random wins$|^A tie$"))
    expect(end.locator(".words p").first).to_have_text(re.compile(r"\d|no Totem"))
    backs = page.locator(".stage header .card:not(:has(.face)), .stage .row .card:not(:has(.face))")
    draw_pile = page.locator(".stage header [data-key=deck] .card")
    assert backs.count() == draw_pile.count(), "nothing lies face down but a pile"
