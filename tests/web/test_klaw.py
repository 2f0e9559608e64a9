"""KLAW in the browser: a whole game by clicking on the board, fights as dice, every choice in sight."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from .boards import play_board, sit_down
from .browser import Server
from .conftest import Visitors

pytestmark = pytest.mark.xdist_group("web")


def test_a_whole_game_is_played_on_the_board(visit: Visitors, server: Server) -> None:
    page = visit()
    sit_down(page, server, "klaw", {"players": 2, "totem_goal": 2}, ["me", "random"])
    expect(page.locator(".stage .question")).to_contain_text("Reveal a Host from your hand")
    clicked = play_board(page, Random(5), 900, shy=["pass", "done", "decline"], checks=15)
    assert sum(key.startswith("card:") for key in clicked) >= 1
    expect(page.locator(".stage .ask")).to_contain_text("won")
    expect(page.locator("[data-result] h2")).to_be_visible()


def test_four_at_a_phone_see_every_field(visit: Visitors, server: Server) -> None:
    page = visit(phone=True)
    sit_down(page, server, "klaw", {"players": 4}, ["me", "random", "random", "random"])
    page.locator(".stage .hand .spot.fits").first.click()
    expect(page.locator(".stage .seat")).to_have_count(4)
    expect(page.locator(".stage .mine [role=group]")).to_have_count(1)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
