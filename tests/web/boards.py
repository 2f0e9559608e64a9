"""Hands for the boards: a table by one request, and play by what is lit on the board alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from playwright.sync_api import Page

from .browser import Server

OPEN = """async ([game, options, seats]) => {
  const answer = await fetch("/api/tables", {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ game, options, seats: seats.map((kind) => ({ kind })) }),
  });
  const made = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(made));
  localStorage.setItem("bestiary.seats", JSON.stringify([
    { table: made.table, game, seat: made.seat, token: made.token, at: Date.now() }]));
  return made.table;
}"""

# One click on something that is lit. "" where one has to wait, "over" at the end, and "stuck" where a
# question can be answered from the list of choices only.
STEP = """([random, shy]) => {
  if (document.querySelector("[data-result]")) return "over";
  if (!document.querySelector("[data-action]")) return "";
  const held = document.querySelector(".stage .spot.held");
  const lit = [...document.querySelectorAll(".stage button.spot.fits")];
  if (!lit.length) return "stuck";
  const bold = lit.filter((spot) => !shy.includes(spot.dataset.spot));
  const things = bold.length && (held || random < 0.9) ? bold : lit;
  const thing = things[Math.floor((random * 1000) % things.length)];
  thing.click();
  return thing.dataset.spot;
}"""

# Points at every choice of the list: what lights up on the board is what the choice consists of.
# News that comes meanwhile puts the light out, so it is looked for a few times. Nothing is returned
# where the question has changed.
SHOWN = """async () => {
  const wait = () => new Promise((done) => setTimeout(done, 2));
  const found = [];
  for (const button of document.querySelectorAll("[data-action]")) {
    let keys = [];
    for (let tries = 0; tries < 20 && !keys.length; tries += 1) {
      button.dispatchEvent(new PointerEvent("pointerenter"));
      await wait();
      if (!button.isConnected) return [];
      keys = [...document.querySelectorAll(".stage .spot.hinted")].map((spot) => spot.dataset.spot);
    }
    found.push([button.textContent.trim(), [...new Set(keys)].sort().join(" ")]);
    button.dispatchEvent(new PointerEvent("pointerleave"));
  }
  await wait();
  return found;
}"""


def sit_down(
    page: Page, server: Server, game: str, options: Mapping[str, object], seats: Sequence[str]
) -> None:
    """Opens a table with these seats, one of them one's own, and goes to it."""
    page.goto(server.url)
    table = page.evaluate(OPEN, [game, dict(options), list(seats)])
    page.goto(f"{server.url}/t/{table}")
    page.wait_for_selector(".stage .spot")


def check_choices(page: Page) -> int:
    """Every choice of the question lies on the board, and no two of them are the same things."""
    shown = page.evaluate(SHOWN)
    for sentence, keys in shown:
        assert keys, f"nothing on the board stands for: {sentence}"
    assert len({keys for _, keys in shown}) == len(shown), shown
    return len(shown)


def play_board(
    page: Page, luck: Random, most: int, shy: Sequence[str] = (), checks: int = 10**9
) -> list[str]:
    """Clicks what is lit until the game is over; the keys of what was clicked. ``shy`` is clicked rarely."""
    clicked: list[str] = []
    checked = 0
    draw = luck.random()  # one for each click, however often one has to wait
    while len(clicked) < most:
        if (
            checked < checks
            and page.locator("[data-action]").count()
            and not page.locator(".spot.held").count()
        ):
            checked += min(1, check_choices(page))
        what = page.evaluate(STEP, [draw, list(shy)])
        assert what != "stuck", f"nothing is lit: {page.locator('.stage').inner_text()[:500]}"
        if what == "over":
            assert checked > 0
            return clicked
        if what:
            clicked.append(what)
            draw = luck.random()
        else:
            page.wait_for_timeout(5)
    raise AssertionError(f"not over after {most} clicks; the last: {clicked[-8:]}")
