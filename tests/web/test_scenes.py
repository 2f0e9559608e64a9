"""What happens is shown before it is told: scenes are waited for. Why not is said on the spot."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .boards import STEP, sit_down
from .browser import KEPT, Server
from .conftest import Visitors

# The timeline: whenever the page changes, which beat is on it, what can be chosen, how long the log is.
WATCH = f"""
localStorage.setItem('{KEPT}', '{{"pace":"quick"}}');
window.line = [];
new MutationObserver(() => {{
  const scene = document.querySelector("[data-scene]");
  const now = {{
    scene: scene && document.querySelector(".scenes") ? Number(scene.dataset.scene) : -1,
    choices: document.querySelectorAll("[data-action]").length,
    told: document.querySelectorAll("[data-told]").length,
  }};
  if (JSON.stringify(line.at(-1)) !== JSON.stringify(now)) line.push(now);
}}).observe(document, {{ childList: true, subtree: true, attributeFilter: ["data-scene"] }});
"""
TABLES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "totem": ({}, ["me", "random"]),
    "totemic": ({}, ["me", "random"]),
    "tiger": ({"players": 2}, ["me", "random"]),
    "klaw": ({"players": 2}, ["me", "random"]),
    "shogun": ({"players": 1}, ["me"]),
}


def play_until_shown(page: Page, luck: Random, beats: int) -> list[dict[str, int]]:
    """Plays on until scenes of so many beats have been shown to their end; the timeline."""
    for _ in range(4000):
        line: list[dict[str, int]] = page.evaluate("line")
        shown = sum(a["scene"] != b["scene"] and b["scene"] >= 0 for a, b in pairwise(line))
        if shown >= beats:
            if line[-1]["scene"] < 0:
                return line
            page.wait_for_timeout(30)
        else:
            done = page.evaluate(STEP, [luck.random(), []])
            if done == "over":
                return line
            if done == "stuck":  # what is no thing on the board has a button
                page.evaluate("document.querySelector('[data-choice]')?.click()")
            page.wait_for_timeout(10)
    raise AssertionError("no scene was shown")


@pytest.mark.parametrize("game", TABLES)
def test_scenes_are_shown_to_their_end_before_anything_else(
    visit: Visitors, server: Server, game: str
) -> None:
    page = visit(init=WATCH)
    options, seats = TABLES[game]
    sit_down(page, server, game, options, seats)
    line = play_until_shown(page, Random(3), 4)
    assert any(now["scene"] >= 0 for now in line)
    for before, now in pairwise(line):
        if now["scene"] >= 0:
            assert now["choices"] == 0, "choices come when the scene has ended"
            assert now["scene"] <= before["scene"] + 1, "no beat is left out"
        if before["scene"] >= 0 and now["scene"] > before["scene"]:
            assert now["told"] == before["told"], "the log waits"


def test_a_key_goes_on_and_another_skips(visit: Visitors, server: Server) -> None:
    page = visit(init=f"localStorage.setItem('{KEPT}', '{{\"pace\":\"calm\"}}')")
    page.clock.install()  # time stands still: only hands go on
    sit_down(page, server, "totem", {}, ["me", "random"])
    luck = Random(3)
    for _ in range(2000):
        if page.locator(".clash").count():
            break
        page.evaluate(STEP, [luck.random(), []])
        page.clock.run_for(50)
    expect(page.locator(".clash")).to_be_visible()
    page.keyboard.press("Escape")
    page.clock.run_for(1000)  # it fades out
    expect(page.locator(".clash")).to_have_count(0)


def test_what_cannot_be_chosen_says_why_with_its_rule(visit: Visitors, server: Server) -> None:
    page = visit()
    sit_down(page, server, "totem", {}, ["me", "random"])
    page.locator("[data-spot='deck']").click()
    said = page.locator(".because")
    expect(said).to_contain_text("TOT-")
    said.get_by_role("button").click()
    expect(page.get_by_role("dialog")).to_be_visible()
