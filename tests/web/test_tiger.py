"""Tossing Tiger in the browser: a whole game, clicked on the board."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from .browser import Server, play_out
from .conftest import Visitors
from .test_table import start

pytestmark = pytest.mark.xdist_group("web")


def test_a_whole_game_of_tossing_tiger_is_played_on_the_board(visit: Visitors, server: Server) -> None:
    page = visit()
    kinds: set[str] = set()
    for game in range(8):  # one die may decide a game before anything is divided
        start(page, server, "tiger")
        card = page.locator(".stage .hand .card").first.bounding_box()
        assert card is not None and card["width"] > 90, "between wars there is room for the deck"
        kinds |= {what.split(":")[0] for what in play_out(page, random.Random(game), 1500)}
        if "die" in kinds:
            break
    assert "die" in kinds  # cards were put on piles
    expect(page.locator("[data-result] h2")).to_have_text(re.compile("You win|You lose|Everybody|A tie| win"))
    expect(page.locator(".stage .question")).to_contain_text(re.compile("wins|share"))


def test_a_new_table_offers_the_named_ones_by_the_number_of_players(visit: Visitors, server: Server) -> None:
    page = visit()
    page.goto(f"{server.url}/new/tiger")
    tables = page.get_by_role("group", name="Table")
    expect(tables.get_by_role("radio", name=re.compile("^Reserve recommended for 2"))).to_be_checked()
    expect(tables.get_by_text("Fight Together")).to_have_count(0)
    page.get_by_label("4", exact=True).check()
    muster = tables.get_by_role("radio", name=re.compile("^Muster recommended for 4.*nine"))
    expect(muster).to_be_checked()  # the recommended table is followed ...
    expect(tables.get_by_text("Fight Together")).to_have_count(1)
    rulebook = tables.get_by_role("radio", name=re.compile("^Rulebook"))
    rulebook.check()
    page.get_by_label("3", exact=True).check()
    expect(rulebook).to_be_checked()  # ... by whoever has not chosen another
    page.get_by_label("4", exact=True).check()
    muster.check()
    page.locator("summary").click()
    expect(page.get_by_label("Least number")).to_have_value("2")
    expect(page.get_by_label("4", exact=True)).to_be_checked()  # as many players as before
    page.get_by_label("Zoo").select_option("true")
    expect(tables.get_by_role("radio", checked=True)).to_have_count(0)  # a table of one's own
