"""The first minute on a machine that has never run a game: nothing is compiled, and it is played at once."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from bestiary.core import jit

from . import browser as hands
from .conftest import Visitors

pytestmark = [
    pytest.mark.xdist_group("web"),
    pytest.mark.skipif(jit.INTERPRETED, reason="nothing is compiled"),
]
MOVES = 10
GAMES = ["shogun", *(pytest.param(g, marks=pytest.mark.slow) for g in ("klaw", "tiger", "totem", "totemic"))]


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[str]:
    """The address of a server with an empty cache."""
    quick = {"pause": [0.01, 0.02], "machine_pause": 0.0, "warm": []}
    made = subprocess.Popen(
        [sys.executable, "-m", "bestiary", "serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/db"],
        env={
            **os.environ,
            "BESTIARY_CACHE": str(tmp_path / "cache"),
            "BESTIARY_START": "plain",
            "BESTIARY_SETTINGS": json.dumps(quick),
            "BESTIARY_WEB": str(hands.page(tmp_path / "page")),
        },
        stdout=subprocess.PIPE,
        text=True,
    )
    assert made.stdout is not None
    found = re.search(r":(\d+)/", made.stdout.readline())
    assert found is not None
    yield f"http://127.0.0.1:{found[1]}"
    made.terminate()
    made.wait(30)


@pytest.mark.parametrize("slug", GAMES)
def test_ten_moves_are_played_while_nothing_is_compiled(
    slug: str, fresh: str, chrome: Browser, visit: Visitors
) -> None:
    page = visit()
    page.goto(fresh)
    page.locator(f'a.cover[href="/new/{slug}"]').click()
    page.locator(".levels .button.big.main").click()
    page.wait_for_url("**/t/*")
    chance = Random(1)
    clicked: list[str] = []
    while len(clicked) < MOVES:
        what = page.evaluate(hands.STEP, chance.random())
        if what == "over":
            break
        if what:
            clicked.append(what)
        page.wait_for_timeout(10)
    expect(page.locator(".stage")).to_be_visible()
    games = page.request.get(f"{fresh}/api/games").json()
    assert next(game["strength"] for game in games if game["slug"] == slug) < 1, (
        "it is still compiled meanwhile"
    )
    page.goto(fresh)
    expect(page.locator("li", has_text="warm up").first).to_be_visible()
