"""A machine that never ran it: how soon the first move comes, and when a game is at full strength.

    python benchmarks/start.py                  every game, each with an empty cache and a server of its own
    python benchmarks/start.py klaw --moves 30

For each game: from ``bestiary serve`` to the address, from the click to the first choice (at a table where
the person begins), from a move to a machine's first answer, from the click to full strength; the slowest
acknowledgement of a move, the change-over included; and memory, of the server and of the process that
compiles. A person who answers at once plays against novices all the while. Exit code 1 where a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psutil
from websockets.sync.client import connect

BARS = {"address": 3.0, "choice": 2.0, "answer": 4.0}  # seconds
ACK = 0.100
COMPILER_MB = 1_500
PATIENCE = 60.0  # seconds in which something must be heard


@dataclass
class Figures:
    """What was measured of one game."""

    address: float = 0.0
    choice: float = 0.0
    answer: float = 0.0
    strength: float = 0.0
    slowest: float = 0.0
    moves: int = 0
    server_mb: int = 0
    compiler_mb: int = 0

    def missed(self) -> list[str]:
        """The bars that were missed."""
        found = [name for name, bar in BARS.items() if getattr(self, name) > bar]
        found += ["acknowledgement"] * (self.slowest > ACK) + ["memory"] * (self.compiler_mb > COMPILER_MB)
        return found


class Watch:
    """The memory of a server and of its largest child, at the most."""

    def __init__(self, server: subprocess.Popen[str], figures: Figures) -> None:
        self._server, self._figures = psutil.Process(server.pid), figures
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def _work(self) -> None:
        held = self._figures
        while not self._end.wait(0.2):
            try:
                held.server_mb = max(held.server_mb, self._server.memory_info().rss >> 20)
                for child in self._server.children(recursive=True):
                    held.compiler_mb = max(held.compiler_mb, child.memory_info().rss >> 20)
            except psutil.Error:
                continue

    def stop(self) -> None:
        self._end.set()
        self._thread.join()


class Person:
    """Somebody who plays against novices, and notes how long everything takes."""

    def __init__(self, base: str, game: dict[str, Any], figures: Figures) -> None:
        self.http = httpx.Client(base_url=base, timeout=PATIENCE)
        self.base, self.game, self.figures = base, game, figures
        self.chance = random.Random(1)
        self.began = time.perf_counter()
        self.sit()

    def sit(self) -> None:
        """Opens a table, as the click does."""
        self.clicked = time.perf_counter()
        count = next((n for n in self.game["players"] if n > 1), 1)
        seats = [{"kind": "me"}, *[{"kind": "novice"}] * (count - 1)]
        options = {"players": count} if len(self.game["players"]) > 1 else {}
        wish = {"game": self.game["slug"], "seats": seats, "options": options}
        made = self.http.post("/api/tables", json=wish).raise_for_status().json()
        self.seat = made["seat"]
        url = self.base.replace("http", "ws") + f"/api/tables/{made['table']}/play"
        self.socket = connect(url, compression=None, max_size=None, ping_interval=None).__enter__()
        self.socket.send(json.dumps({"type": "hello", "token": made["token"], "version": None}))

    def play(self, most: int) -> None:
        """Plays until the game is at full strength, and so many moves more."""
        sent, asked_machine, left = 0.0, 0.0, most
        looked = 0.0
        while left > 0:
            said = json.loads(self.socket.recv(PATIENCE))
            now = time.perf_counter()
            if said["type"] == "ack":
                self.figures.slowest = max(self.figures.slowest, now - sent)
                asked_machine = asked_machine or now
            if said["type"] not in ("state", "news"):
                continue
            entry = said.get("entry") or {}
            if entry.get("seat", self.seat) not in (self.seat, -1) and not self.figures.answer:
                self.figures.answer = now - (asked_machine or self.clicked)
            if said.get("result"):
                self.socket.close()
                self.sit()
                continue
            if not said.get("choices") or said.get("early"):
                if not self.figures.choice and said["type"] == "state":
                    self.socket.close()  # a machine begins: a person's first choice is seen at another table
                    self.sit()
                continue
            self.figures.choice = self.figures.choice or now - self.clicked
            if now - looked > 1:
                looked = now
                self.look()
            left -= bool(self.figures.strength)
            self.figures.moves += 1
            action = self.chance.choice(said["choices"])["action"]
            sent = time.perf_counter()
            move = {
                "type": "play",
                "id": str(self.figures.moves),
                "version": said["version"],
                "action": action,
            }
            self.socket.send(json.dumps(move))

    def look(self) -> None:
        """Whether the game is at full strength."""
        games = self.http.get("/api/games").json()
        share = next(game["strength"] for game in games if game["slug"] == self.game["slug"])
        if share == 1 and not self.figures.strength:
            self.figures.strength = time.perf_counter() - self.began


def measure(slug: str, moves: int) -> Figures:
    """One game, with nothing compiled."""
    figures = Figures()
    with tempfile.TemporaryDirectory(prefix="bestiary-start-") as folder:
        began = time.perf_counter()
        database = f"sqlite:///{Path(folder) / 'tables.sqlite'}"
        server = subprocess.Popen(
            [sys.executable, "-m", "bestiary", "serve", "--port", "0", "--database", database],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "BESTIARY_CACHE": str(Path(folder) / "cache")},
        )
        watch = Watch(server, figures)
        try:
            assert server.stdout is not None
            found = re.search(r":(\d+)/", server.stdout.readline())
            assert found is not None, "the server has not started"
            figures.address = time.perf_counter() - began
            base = f"http://127.0.0.1:{found[1]}"
            games = httpx.get(f"{base}/api/games", timeout=PATIENCE).json()
            person = Person(base, next(game for game in games if game["slug"] == slug), figures)
            person.play(moves)
        finally:
            watch.stop()
            server.terminate()
            server.wait(30)
    return figures


def main() -> int:
    """Measures the games named, or all."""
    from bestiary.core.registry import names

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="all by default")
    parser.add_argument("--moves", type=int, default=20, help="moves that are played at full strength")
    given = parser.parse_args()
    bad = 0
    print(
        f"{'':8} {'address':>8} {'choice':>8} {'answer':>8} {'strength':>9} {'slowest ack':>12} "
        f"{'moves':>6} {'server':>8} {'compiler':>9}"
    )
    for slug in given.games or names():
        f = measure(slug, given.moves)
        print(
            f"{slug:8} {f.address:7.2f}s {f.choice:7.2f}s {f.answer:7.2f}s {f.strength:8.1f}s "
            f"{f.slowest * 1000:9.0f} ms {f.moves:6} {f.server_mb:5} MB {f.compiler_mb:6} MB"
            + (f"   missed: {', '.join(f.missed())}" if f.missed() else ""),
            flush=True,
        )
        bad += bool(f.missed())
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
