"""The Shogun's Chosen in the browser: a chapter to its end, won or lost, by clicking on the board."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from .boards import play_board, sit_down
from .browser import Server
from .conftest import Visitors

pytestmark = pytest.mark.xdist_group("web")
SHY = ["end", "stop", "move", "reroll_ki", "weapons"]


def test_a_whole_chapter_alone_is_played_on_the_board(visit: Visitors, server: Server) -> None:
    """Deals are not ours to choose: now and then Akira falls before he can strike, and plays again."""
    page = visit()
    options = {"players": 1, "party": "akira", "mode": "chapter", "chapter": 2}
    clicked: list[str] = []
    for _ in range(4):
        sit_down(page, server, "shogun", options, ["me"])
        expect(page.locator(".stage .title")).to_contain_text("Chapter 2: The Red Lantern Pass")
        clicked = play_board(page, Random(3), 1500, shy=SHY, checks=40)
        assert sum(key.startswith("sq:") for key in clicked) >= 1
        expect(page.locator(".stage .question")).to_contain_text(":")
        expect(page.locator("[data-result] h2")).to_be_visible()
        if {"kind:fast", "kind:strong"} & set(clicked):
            break
    assert {"kind:fast", "kind:strong"} & set(clicked)  # an enemy was clicked, then how to attack it


def test_a_map_larger_than_a_phone_is_scrolled_in_its_frame_and_enemy_boards_are_at_hand(
    visit: Visitors, server: Server
) -> None:
    page = visit(phone=True)
    options = {"players": 2, "mode": "chapter", "chapter": 1}
    sit_down(page, server, "shogun", options, ["me", "random"])
    while not page.locator(".stage .figure").count():
        page.evaluate("document.querySelector('.stage button.spot.fits')?.click()")
        page.wait_for_timeout(10)
    expect(page.locator(".stage .sheet")).to_have_count(2)
    weapon = page.locator(".stage .sheet .face.weapon").first  # small, and yet with its dice on it
    assert weapon.locator(".dot:visible").count() >= 4
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    square = page.locator(".stage .cell [data-spot^='sq:']").first.get_attribute("data-spot") or ""
    for ruler, number in zip(("top", "side"), square.removeprefix("sq:").split(","), strict=True):
        assert number in page.locator(f".stage .ruler.{ruler}").all_inner_texts()
    page.locator(".stage .foes summary").first.click()  # the board that an enemy acts by
    expect(page.locator(".stage .foes details dd").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
