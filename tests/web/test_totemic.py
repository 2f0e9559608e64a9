"""Totemic in the browser: a whole game, clicked on the board."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from .browser import STEP, Server, play_out
from .conftest import Visitors
from .test_table import start

pytestmark = pytest.mark.xdist_group("web")


def test_a_whole_game_of_totemic_is_played_on_the_board(visit: Visitors, server: Server) -> None:
    page = visit()
    start(page, server, "totemic")
    expect(page.locator(".stage .extra .spot.fits")).not_to_have_count(0)  # spirits to choose from
    clicked = play_out(page, random.Random(2), 3000)
    kinds = {what.split(":")[0] for what in clicked}
    assert "extra" in kinds and kinds & {"offer", "hand"}
    expect(page.locator("[data-result] h2")).to_have_text(re.compile("You win|You lose"))
    expect(page.locator(".stage .question")).to_contain_text("has won")


def test_a_challenge_is_shown_with_its_totals(visit: Visitors, server: Server) -> None:
    page = visit(init='localStorage.setItem("bestiary.settings", \'{"pace":"calm"}\')')
    lots = random.Random(4)
    draw = lots.random()
    start(page, server, "totemic")
    for _ in range(2000):
        if page.locator(".stage .reveal .total").count() == 2:
            return
        what = page.evaluate(STEP, draw)
        if what == "over":  # everybody submitted: another game
            start(page, server, "totemic")
        if what:
            draw = lots.random()
        page.wait_for_timeout(15)
    raise AssertionError("no challenge was shown")


def test_the_flat_totem_can_be_chosen(visit: Visitors, server: Server) -> None:
    page = visit()
    start(page, server, "totemic")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("The totem of Totemic").select_option("cards")
    page.keyboard.press("Escape")
    lots = random.Random(5)
    for _ in range(400):
        if page.locator(".stage .pole").count():
            break
        page.evaluate(STEP, lots.random())
        page.wait_for_timeout(15)
    expect(page.locator(".stage .pole")).to_have_class(re.compile("flat"))
