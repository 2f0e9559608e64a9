"""A server, a browser and hands: what the tests of the page and the makers of its pictures need."""

from __future__ import annotations

import asyncio
import fcntl
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from bestiary.server.settings import Limits, Settings
from bestiary.server.web.application import make_app

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 60_000  # milliseconds: a busy machine is slow, not wrong
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
SETTINGS = '{"pace":"instant"}'
KEPT = "bestiary.settings"
QUICK = f"localStorage.getItem('{KEPT}') ?? localStorage.setItem('{KEPT}', '{SETTINGS}')"


def chromium() -> str:
    """Where a Chromium is: BESTIARY_CHROMIUM, or one on the path; nothing where there is none."""
    named = os.environ.get("BESTIARY_CHROMIUM", "")
    return named or next((found for name in NAMES if (found := shutil.which(name))), "")


def build() -> None:
    """Builds the page, where something has changed; of processes that ask at once, one builds."""
    with open(WEB / "node_modules" / "building", "w") as one:
        fcntl.flock(one, fcntl.LOCK_EX)
        made = subprocess.run(["make", "web"], cwd=ROOT, capture_output=True, text=True)
    if made.returncode:
        raise RuntimeError(f"make web failed:\n{made.stdout}{made.stderr}")


def page(folder: Path) -> Path:
    """The built page in a folder of its own: whoever builds or changes one meanwhile is not in the way."""
    return Path(shutil.copytree(WEB / "dist", folder))


class Server:
    """A server in a thread of its own, as `bestiary serve` runs it, with nobody waiting for effect."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        given = {"pause": (0.01, 0.02), "machine_pause": 0.0, "warm": (), "opinion": 20, "seed": 7}
        given |= {
            "limits": Limits(tables=(100.0, 1000), work=(1e5, 100_000))
        }  # all visitors come from one address
        given |= settings
        self.settings = Settings(
            database=f"sqlite:///{folder / 'tables.sqlite'}",
            web=page(folder / "page"),
            reports=folder / "reports",
            **given,
        )
        self.app = make_app(self.settings)
        self._server = uvicorn.Server(uvicorn.Config(self.app, port=0, log_level="warning"))
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        await self._server.serve()

    def __enter__(self) -> Server:
        self.app.state.registry.catalog.warm("totem")  # compiled before anybody waits for it
        self._thread.start()
        while not self._server.started:
            if not self._thread.is_alive():
                raise RuntimeError("the server has not started")
            self._thread.join(0.02)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(10)

    def cut(self, table: str, seat: int) -> None:
        """Cuts the connections of a seat, as a bad line would."""

        async def cut() -> None:
            async with self.app.state.registry.use(table) as found:
                for socket in [s for s in found.sockets if s.seat == seat]:
                    await socket.web.close(1012)

        assert self._loop is not None
        asyncio.run_coroutine_threadsafe(cut(), self._loop).result(PATIENCE / 1000)


@contextmanager
def browser() -> Iterator[Browser]:
    """A Chromium without a window."""
    with sync_playwright() as play:
        made = play.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        yield made
        made.close()


def visitor(made: Browser, *, phone: bool = False, dark: bool = False, init: str = QUICK) -> BrowserContext:
    """Somebody with a browser of their own, in which nothing moves for show."""
    context = made.new_context(
        viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        has_touch=phone,
    )
    context.add_init_script(init)
    context.set_default_timeout(PATIENCE)
    return context


# One step of a person who clicks: a thing that glows on the board, else a choice of the list. Returns
# what was clicked, or nothing where one has to wait; says "over" at the end.
STEP = """(random) => {
  if (document.querySelector("[data-result]")) return "over";
  const pick = (list) => list[Math.floor(random * list.length)];
  const board = [...document.querySelectorAll(".stage .spot.fits")];
  const said = [...document.querySelectorAll("[data-action]")];
  const buttons = [...document.querySelectorAll(".stage button[data-choice]")];
  if (!said.length) return "";
  const things = board.length ? [...board, ...buttons] : buttons.length ? buttons : said;
  const thing = pick(things);
  thing.click();
  return thing.dataset.spot ?? thing.textContent.trim();
}"""


def play_out(page: Page, random: Any, most: int) -> list[str]:
    """Clicks until the game is over; what was clicked."""
    clicked: list[str] = []
    draw = random.random()  # one for each click, however often one has to wait
    while len(clicked) < most:
        what = page.evaluate(STEP, draw)
        if what == "over":
            return clicked
        if what:
            clicked.append(what)
            draw = random.random()
        else:
            page.wait_for_timeout(15)
    raise AssertionError(f"not over after {most} clicks; the last: {clicked[-5:]}")
