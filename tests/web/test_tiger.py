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
        kinds |= {what.split(":")[0] for what in play_out(page, random.Random(game), 1500)}
        if "die" in kinds:
            break
    assert "die" in kinds  # cards were put on piles
    expect(page.locator("[data-result] h2")).to_have_text(re.compile("You win|You lose|Nobody"))
    expect(page.locator(".stage .question")).to_contain_text(re.compile("wins|share"))
