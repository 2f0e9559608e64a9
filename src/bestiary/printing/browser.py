"""A Chromium of this machine, asked over its own protocol to print pages."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..core.errors import BestiaryError
from ..extras import MissingExtra

NAMED = "BESTIARY_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
APPS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
ARGUMENTS = (
    "--headless",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,1000",  # as a desk: boards are drawn for the window
    "--remote-debugging-port=0",
)
PATIENCE = 120.0  # seconds for a page with hundreds of cards on a busy machine
PORT_FILE = "DevToolsActivePort"
READY = """new Promise((done) => {
  const look = () => {
    const wrong = document.querySelector(".choices .error");
    if (wrong) done(wrong.textContent);
    else if (document.querySelector(".sheets[data-ready]")) done("");
    else setTimeout(look, 50);
  };
  look();
})"""


class NotPrinted(BestiaryError):
    """Nothing here can print, or it has failed."""


def chromium() -> str:
    """Where a Chromium is: BESTIARY_CHROMIUM, or one on the path; nothing where there is none."""
    named = os.environ.get(NAMED, "")
    if named:
        return named
    found = next((found for name in NAMES if (found := shutil.which(name))), "")
    return found or next((app for app in APPS if Path(app).exists()), "")


class Browser:
    """A browser that runs, and a page in it."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._sent = 0
        target = self._ask("Target.createTarget", {"url": "about:blank"})["targetId"]
        attached = self._ask("Target.attachToTarget", {"targetId": target, "flatten": True})
        self._session = attached["sessionId"]
        self._ask("Page.enable")

    _session = ""

    def pdf(self, url: str) -> bytes:
        """A page of ours as a PDF, once it says that its sheets are ready."""
        self._ask("Page.navigate", {"url": url})
        self._hear(lambda said: said.get("method") == "Page.loadEventFired")
        said = self._ask("Runtime.evaluate", {"expression": READY, "awaitPromise": True})
        wrong = said.get("result", {}).get("value")
        if wrong:
            raise NotPrinted(f"The page says: {wrong}")
        made = self._ask("Page.printToPDF", {"printBackground": True, "preferCSSPageSize": True})
        return base64.b64decode(made["data"])

    def _ask(self, method: str, given: dict[str, Any] | None = None) -> dict[str, Any]:
        self._sent += 1
        number = self._sent
        asked: dict[str, Any] = {"id": number, "method": method, "params": given or {}}
        if self._session:
            asked["sessionId"] = self._session
        self._socket.send(json.dumps(asked))
        answer = self._hear(lambda said: said.get("id") == number)
        if "error" in answer:
            raise NotPrinted(f"The browser refuses {method}: {answer['error'].get('message', '')}")
        result: dict[str, Any] = answer["result"]
        return result

    def _hear(self, wanted: Any) -> dict[str, Any]:
        """The first message that is wanted; what else the browser tells is of no interest."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                said: dict[str, Any] = json.loads(
                    self._socket.recv(timeout=max(0.0, until - time.monotonic()))
                )
            except TimeoutError:
                raise NotPrinted(f"The browser has not answered for {PATIENCE:.0f} seconds.") from None
            except Exception as gone:
                raise NotPrinted(f"The browser is gone: {gone}") from None
            if wanted(said):
                return said


@contextmanager
def browser() -> Iterator[Browser]:
    """Starts a browser without a window, and ends it."""
    program = chromium()
    if not program:
        raise NotPrinted(
            "No Chromium or Chrome was found to print with: install one, or name it in BESTIARY_CHROMIUM. "
            "The page /print of `bestiary serve` prints from any browser."
        )
    try:
        from websockets.sync.client import connect
    except ModuleNotFoundError as problem:
        raise MissingExtra("Printing", "server", problem.name) from None
    with tempfile.TemporaryDirectory(prefix="bestiary-print-", ignore_cleanup_errors=True) as profile:
        arguments = [program, *ARGUMENTS, f"--user-data-dir={profile}"]
        if sys.platform == "linux" and os.geteuid() == 0:
            arguments.append("--no-sandbox")  # it refuses to run as root otherwise
        try:
            process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except OSError as problem:
            raise NotPrinted(f"{program} cannot be started: {problem.strerror}") from None
        try:
            with connect(_address(process, Path(profile), program), max_size=None, open_timeout=30) as socket:
                yield Browser(socket)
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _address(process: subprocess.Popen[bytes], profile: Path, program: str) -> str:
    """Where the browser listens: it writes that down once it does."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            port, path = (profile / PORT_FILE).read_text().split()
            return f"ws://127.0.0.1:{port}{path}"
        except (FileNotFoundError, ValueError):
            pass
        if process.poll() is not None:
            raise NotPrinted(f"{program} ended with {process.returncode} before it could print.")
        time.sleep(0.05)
    raise NotPrinted(f"{program} has not started within {PATIENCE:.0f} seconds.")
