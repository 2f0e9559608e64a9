"""Players behind a proxy whose servers are killed one after the other: whether anything acknowledged is lost.

python benchmarks/load.py --processes 3 --database postgresql://... --kill 10 --tables 30 --seconds 60
python benchmarks/load.py --processes 3 --database postgresql://... --drain 10     stopped, as for an upgrade

The proxy spreads connections over the processes that listen, as nginx or Caddy would: the players of a table
are at different ones. A player whose connection breaks comes back through the proxy, and says again what was
not acknowledged. In the end every acknowledged version is looked up in the replay of its seat.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import random
import time
from collections.abc import Callable
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

PAUSE = 0.2  # seconds before a player comes back
PATIENCE = 30.0  # seconds in which all that was said must be answered in the end


class Proxy:
    """Passes connections on to the ports that listen, in turn."""

    def __init__(self, ports: list[int]) -> None:
        self.ports = ports
        self._turn = itertools.count()
        self.passed = 0

    async def start(self) -> str:
        """Begins to listen; the address."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in range(len(self.ports)):
            port = self.ports[next(self._turn) % len(self.ports)]
            try:
                far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                continue
            self.passed += 1
            with contextlib.suppress(asyncio.CancelledError):  # in the end
                await asyncio.gather(_pass(reader, far_writer), _pass(far_reader, writer))
            return
        writer.close()


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError, asyncio.CancelledError):
        while some := await reader.read(65_536):
            writer.write(some)
            await writer.drain()
    with contextlib.suppress(OSError):
        writer.close()


class Pair:
    """Two seats of one table that play at random, wherever the proxy puts them."""

    def __init__(self, base: str, number: int) -> None:
        self.base = base
        self.chance = random.Random(number)
        self.held: list[dict[str, Any]] = []
        self.states: list[dict[str, Any]] = [{}, {}]
        self.sockets: list[Any] = [None, None]
        self.open: dict[str, tuple[int, dict[str, Any]]] = {}  # said, and not answered
        self.acknowledged: list[tuple[int, int]] = []
        self.back = 0  # how often somebody came back
        self.sent = 0
        self.over = False

    async def sit(self, http: httpx.AsyncClient, game: str) -> None:
        """Opens a table for both."""
        seats = [{"kind": "me"}, {"kind": "open"}]
        made = (await http.post("/api/tables", json={"game": game, "seats": seats})).json()
        word = made["invitations"]["1"].partition(":")[2]
        path = f"/api/tables/{made['table']}/seats/1"
        other = (await http.post(path, json={"name": "Ben", "invitation": word})).json()
        self.held = [made, other]

    async def stay(self, seat: int) -> None:
        """Holds a seat's connection, for as long as the match goes."""
        held = self.held[seat]
        url = self.base.replace("http", "ws") + f"/api/tables/{held['table']}/play"
        while not self.over:
            try:
                async with connect(url, compression=None, max_size=None, ping_interval=None) as socket:
                    await socket.send(json.dumps({"type": "hello", "token": held["token"]}))
                    self.sockets[seat] = socket
                    for whose, said in list(self.open.values()):
                        if whose == seat:
                            await socket.send(json.dumps(said))
                    async for text in socket:
                        self._hear(seat, json.loads(text))
            except (WebSocketException, OSError):
                pass
            self.sockets[seat] = None
            self.back += not self.over
            await asyncio.sleep(PAUSE)

    def _hear(self, seat: int, heard: dict[str, Any]) -> None:
        if heard["type"] in ("state", "news"):
            self.states[seat] = heard
        elif heard["type"] == "ack" and self.open.pop(heard["id"], None):
            self.acknowledged.append((seat, heard["version"]))
        elif heard["type"] == "refused":
            self.open.pop(heard["id"] or "", None)

    async def play(self, until: float, every: float) -> None:
        """Plays; what is left open in the end is answered or lost."""
        staying = [asyncio.create_task(self.stay(seat)) for seat in (0, 1)]
        while time.perf_counter() < until and not any(state.get("result") for state in self.states):
            await asyncio.sleep(every)
            seat = next((k for k, state in enumerate(self.states) if state.get("choices")), None)
            if seat is None or self.open or self.sockets[seat] is None:
                continue
            state, self.states[seat] = self.states[seat], {}
            self.sent += 1
            action = self.chance.choice(state["choices"])["action"]
            said = {"type": "play", "id": f"m{self.sent}", "version": state["version"], "action": action}
            self.open[said["id"]] = seat, said
            with contextlib.suppress(WebSocketException, OSError):
                await self.sockets[seat].send(json.dumps(said))
        end = time.perf_counter() + PATIENCE
        while self.open and time.perf_counter() < end:
            await asyncio.sleep(0.1)
        self.over = True
        for task in staying:
            task.cancel()

    async def lost(self, http: httpx.AsyncClient) -> int:
        """How much of what was acknowledged is not there, and what was never answered."""
        missing = len(self.open)
        for seat, held in enumerate(self.held):
            there: set[int] = set()
            while True:
                found = await http.get(
                    f"/api/tables/{held['table']}/replay",
                    params={"from": len(there), "count": 200},
                    headers={"Authorization": f"Bearer {held['token']}"},
                )
                page = found.json()
                there |= {entry["version"] for entry in page["entries"]}
                if not page["entries"] or len(there) >= page["total"]:
                    break
            missing += sum(whose == seat and version not in there for whose, version in self.acknowledged)
        return missing


async def survive(
    given: argparse.Namespace, bases: list[str], replaced: Callable[[int], str], tables: int
) -> bool:
    """Plays behind a proxy while processes are killed or stopped and come back; whether nothing was lost."""
    each, what = (given.kill, "kills") if given.kill else (given.drain, "restarts")
    proxy = Proxy([int(base.rpartition(":")[2]) for base in bases])
    base = await proxy.start()
    pairs = [Pair(base, number) for number in range(tables)]
    kills = 0
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:
        for pair in pairs:
            await pair.sit(http, given.game)
        until = time.perf_counter() + given.seconds
        playing = asyncio.gather(*(pair.play(until, given.every) for pair in pairs))
        coming: set[asyncio.Task[None]] = set()

        async def again(at: int) -> None:
            fresh = await asyncio.to_thread(replaced, at)
            proxy.ports[at] = int(fresh.rpartition(":")[2])

        while time.perf_counter() + each < until:
            await asyncio.sleep(each)
            while len(coming) >= len(proxy.ports) - 1:  # one at least is there
                _, coming = await asyncio.wait(coming, return_when=asyncio.FIRST_COMPLETED)
            coming.add(asyncio.create_task(again(kills % len(proxy.ports))))
            kills += 1
        await playing
        await asyncio.gather(*coming)
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:
        lost = sum([await pair.lost(http) for pair in pairs])
    done = sum(len(pair.acknowledged) for pair in pairs)
    print(
        f"{len(bases)} processes behind a proxy, {kills} {what} in {given.seconds:g} s: {done} moves at "
        f"{tables} tables acknowledged, {lost} lost; players came back {sum(p.back for p in pairs)} times, "
        f"{proxy.passed} connections passed",
        flush=True,
    )
    return lost == 0 and done > 0
