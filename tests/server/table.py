"""A server in a thread, and people who talk to it over real sockets."""

from __future__ import annotations

import contextlib
import itertools
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from bestiary.server.settings import Limits, Settings
from bestiary.server.web.application import make_app
from bestiary.server.web.protocol import Direct, Patient

LONGEST = 30.0  # seconds that anything is waited for: a stuck server fails and does not hang

GENEROUS = Limits(
    tables=(1000.0, 100_000),
    people=(1000.0, 1000),
    requests=(1e5, 100_000),
    frames=(1e5, 100_000),
    chats=(1e5, 1000),
    sockets=5000,
    work=(1e6, 1_000_000),
    log_ins=(1000.0, 1000),
    hints=(1000.0, 1000),
    drafts=(1000.0, 1000),
)


def quick(folder: Path, **given: Any) -> Settings:
    """Settings without pauses, and with the same deal for every table: a test fails always or never."""
    usual: dict[str, Any] = {
        "database": f"sqlite:///{folder / 'tables.sqlite'}",
        "web": folder / "web",
        "reports": folder / "reports",
        "limits": GENEROUS,
        "pause": (0.0, 0.0),
        "machine_pause": 0.0,
        "absent": 0.0,
        "opinion": 8,
        "warm": (),
        "seed": 7,
    }
    return replace(Settings(), **usual | given)


class Running:
    """A server that listens on a port of its own."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self.app = make_app(settings, now)
        self.registry = self.app.state.registry
        self._listening = socket.socket()
        self._listening.bind(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._server = uvicorn.Server(
            uvicorn.Config(
                self.app,
                log_level="error",
                http=Patient,
                ws=Direct,
                ws_per_message_deflate=False,
                ws_max_size=settings.limits.message * 4,
                timeout_graceful_shutdown=1,
            )
        )
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._listening]})
        self._thread.start()
        wait_for(lambda: self._server.started or not self._thread.is_alive())

    def stop(self) -> None:
        """Closes the server."""
        self._server.should_exit = True
        self._thread.join(LONGEST)


@contextlib.contextmanager
def running(settings: Settings, now: Callable[[], float] = time.time) -> Iterator[Guest]:
    """A server for a while."""
    server = Running(settings, now)
    guest = Guest(server.port, server)
    try:
        yield guest
    finally:
        guest.close()
        server.stop()


def wait_for(true: Callable[[], Any]) -> Any:
    """Waits until something is true."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        found = true()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError("waited in vain")


class Guest:
    """Somebody who talks to a server: requests, and sockets at tables."""

    def __init__(self, port: int, server: Running | None = None) -> None:
        self.port = port
        self.server = server
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=LONGEST)
        self.players: list[Player] = []

    @property
    def registry(self) -> Any:
        assert self.server is not None
        return self.server.registry

    def close(self) -> None:
        for player in self.players:
            player.leave()
        self.http.close()

    def get(self, path: str, status: int = 200, **given: Any) -> Any:
        """The answer of a request that must have this status."""
        found = self.http.get(f"/api/{path}", **given)
        assert found.status_code == status, found.text
        return found.json() if "json" in found.headers["content-type"] else found.text

    def post(self, path: str, body: Any = None, status: int = 201, **given: Any) -> Any:
        found = self.http.post(f"/api/{path}", json=body if body is not None else {}, **given)
        assert found.status_code == status, found.text
        return found.json()

    def open(self, *kinds: str, game: str = "totem", **given: Any) -> dict[str, Any]:
        """A new table; by default two people."""
        seats = [{"kind": kind, "name": "Ann" if kind == "me" else None} for kind in kinds or ("me", "open")]
        made: dict[str, Any] = self.post("tables", {"game": game, "seats": seats, **given})
        return made

    def pair(self, **given: Any) -> tuple[Player, Player]:
        """Two people at a new table."""
        made = self.open(**given)
        word = made["invitations"]["1"].partition(":")[2]
        other = self.post(f"tables/{made['table']}/seats/1", {"name": "Ben", "invitation": word})
        return self.join(made), self.join(other)

    def join(
        self, held: dict[str, Any], version: int | None = None, headers: dict[str, str] | None = None
    ) -> Player:
        """Takes the place that a token holds; without one, a spectator's."""
        player = Player(self.port, held["table"], held.get("token"), version, headers)
        self.players.append(player)
        return player

    def watch(self, table: str) -> Player:
        return self.join({"table": table})


class Player:
    """A socket at a table; what it is sent is kept in ``said``."""

    numbers = itertools.count()

    def __init__(
        self,
        port: int,
        table: str,
        token: str | None,
        version: int | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        self.table, self.token, self.port = table, token, port
        self.said: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.socket: ClientConnection = connect(
            f"ws://127.0.0.1:{port}/api/tables/{table}/play",
            max_size=None,
            compression=None,
            legacy=True,
            max_queue=None,  # one that does not listen is closed at once all the same
            additional_headers=headers,
        )
        self.send({"type": "hello", "token": token, "version": version})
        self.state = self.hear("state")

    def leave(self) -> None:
        self.socket.close()

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, (str, bytes)) else json.dumps(message))

    def listen(self) -> dict[str, Any]:
        """The next message."""
        text = self.socket.recv(timeout=LONGEST)
        assert isinstance(text, str)
        message: dict[str, Any] = json.loads(text)
        self.raw.append(text)
        self.said.append(message)
        if message["type"] in ("state", "news"):
            self.state = {**getattr(self, "state", {}), **message}
        return message

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of these kinds; others are kept on the way."""
        while True:
            message = self.listen()
            if message["type"] in kinds:
                return message

    def misses(self, seat: int) -> None:
        """Listens until somebody is known to have left; what is said before may be of their coming."""
        while True:
            heard = self.hear("presence")
            if heard["seat"] == seat and not heard["connected"]:
                return

    def until(self, true: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Listens until the state is so."""
        while not true(self.state):
            self.hear("state", "news")
        return self.state

    def say(self, command: str, /, id: str | None = None, **words: Any) -> dict[str, Any]:
        """A command and its answer."""
        id = id or f"c{next(self.numbers)}"
        self.send({"type": command, "id": id, **words})
        while True:
            message = self.hear("ack", "refused")
            if message["id"] == id:
                return message

    def play(self, action: int | None = None, **words: Any) -> dict[str, Any]:
        """Plays an action, by default the first choice, at the version last seen."""
        if action is None:
            action = self.state["choices"][0]["action"]
        return self.say("play", **{"version": self.state["version"], "action": action} | words)

    def move(self) -> None:
        """Plays the first choice and hears what came of it."""
        version = self.state["version"]
        assert self.play()["type"] == "ack"
        self.until(lambda s: s["version"] > version)

    @property
    def asked(self) -> bool:
        return self.state["seat"] in self.state["asked"]


def both(*players: Player) -> Player:
    """The one who is asked, once everybody has heard of the same turn."""
    turn = max(p.state["version"] for p in players)
    for player in players:
        player.until(lambda s: s["version"] >= turn)
    return next(p for p in players if p.asked)
