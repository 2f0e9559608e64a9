"""Pictures of every page, for people to look at: `make pictures`. Two sizes, light and dark.

The folder is build/pictures, or the first argument; further arguments are games, all of them by default.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page

from bestiary.core.registry import names

from .browser import DESKTOP, PHONE, ROOT, STEP, Server, browser, build, chromium, play_out, visitor

CLICKS = 22  # before the picture in the middle of a game
MOST = 3000


class Album:
    """Takes a page at both sizes, light and dark."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page = page
        self.folder = folder
        self.taken = 0

    def take(self, name: str) -> None:
        """Four pictures of the page as it stands."""
        for size, box in (("desktop", DESKTOP), ("phone", PHONE)):
            self.page.set_viewport_size(box)  # type: ignore[arg-type]
            for scheme in ("light", "dark"):
                self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
                self.page.wait_for_timeout(150)
                self.page.screenshot(path=self.folder / f"{name}-{size}-{scheme}.png")
                self.taken += 1
        self.page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]

    def visit(self, name: str, address: str) -> None:
        """Goes to an address and takes it."""
        self.page.goto(address)
        self.page.wait_for_load_state("networkidle")
        self.take(name)


def game(album: Album, url: str, slug: str) -> None:
    """The pages of a game: set-up, table, end, replay, rules, cards."""
    page = album.page
    album.visit(f"{slug}-rules", f"{url}/rules/{slug}")
    album.visit(f"{slug}-cards", f"{url}/cards/{slug}")
    album.visit(f"{slug}-balance", f"{url}/balance/{slug}")
    album.visit(f"{slug}-new", f"{url}/new/{slug}")
    page.locator("summary").click()
    album.take(f"{slug}-new-arranged")
    page.locator(".button.main.big").first.click()
    page.wait_for_selector("[data-action]", state="attached", timeout=600_000)
    album.take(f"{slug}-table-start")
    lots = random.Random(7)
    clicks = 0
    draw = lots.random()
    for _ in range(2000):
        what = page.evaluate(STEP, draw)
        if what:
            clicks += 1
            draw = lots.random()
        if what == "over" or clicks >= CLICKS:
            break
        page.wait_for_timeout(20)
    page.wait_for_timeout(500)
    album.take(f"{slug}-table-middle")
    cards = page.locator(".stage .card")
    if cards.count():
        cards.last.hover()
        page.wait_for_timeout(600)
        page.screenshot(path=album.folder / f"{slug}-card-large.png")
    page.get_by_role("button", name="Rules", exact=True).click()
    album.take(f"{slug}-table-rules")
    page.keyboard.press("Escape")
    play_out(page, lots, MOST)
    album.take(f"{slug}-table-end")
    on = page.get_by_role("button", name="Next game of the match")
    if on.count():  # a campaign leads on after a lost chapter: it is enough
        on.click()
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("link", name="Replay and analysis").click()
    page.get_by_role("button", name="What does the machine think?").click()
    page.wait_for_timeout(4000)
    on = page.get_by_role("button", name="One step on")
    for _ in range(12):
        if on.is_disabled():  # a short game
            break
        on.click()
    album.take(f"{slug}-replay")


def main(words: list[str]) -> int:
    """Makes all pictures."""
    if not chromium():
        print("no Chromium was found: `make debian` installs one, or set BESTIARY_CHROMIUM", file=sys.stderr)
        return 2
    folder = Path(words[0]) if words else ROOT / "build" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    build()
    with tempfile.TemporaryDirectory() as place, Server(Path(place)) as server, browser() as made:
        page = visitor(made).new_page()
        album = Album(page, folder)
        for name, path in (("lobby", "/"), ("mine", "/mine"), ("reports", "/reports"), ("about", "/about")):
            album.visit(name, server.url + path)
        page.get_by_role("button", name="Settings").click()
        album.take("settings")
        for slug in words[1:] or names():
            print(f"{slug} ...", flush=True)
            game(album, server.url, slug)
    print(f"{album.taken} pictures in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
