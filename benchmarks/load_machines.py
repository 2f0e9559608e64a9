"""People against machines at many tables: how soon machines move, and how far their levels had to shrink.

python benchmarks/load.py --machines adept --tables 100 --every 3 --game totem,totemic,klaw,tiger,shogun
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import time
from typing import Any

import httpx
from websockets.asyncio.client import connect

SOON = 3.0  # seconds: 99% of the machines' moves
QUICK = 0.100  # seconds: 99% of the acknowledgements of people's


class Person:
    """Somebody who plays one match after the other against machines, a move every few seconds."""

    def __init__(self, base: str, game: str, level: str, number: int) -> None:
        self.base, self.game, self.level = base, game, level
        self.chance = random.Random(number)
        self.acks: list[float] = []
        self.moves: list[tuple[str, float]] = []  # of machines: the game, and how long each took
        self.shares: list[float] = []  # the least of each match
        self.sent = self.refused = 0
        self.counted = 0.0
        self.state: dict[str, Any] = {}
        self.said: dict[str, float] = {}  # not answered yet
        self.waits: float | None = None  # since when a machine is asked
        self.share = 1.0

    async def play(self, http: httpx.AsyncClient, counted: float, until: float, every: float) -> None:
        """Plays until the time is over."""
        self.counted = counted
        await asyncio.sleep(self.chance.random() * every)
        while time.perf_counter() < until:
            seats = [{"kind": "me"}, {"kind": self.level}]
            made = (await http.post("/api/tables", json={"game": self.game, "seats": seats})).json()
            url = self.base.replace("http", "ws") + f"/api/tables/{made['table']}/play"
            self.state, self.waits, self.share = {}, None, 1.0
            self.said.clear()
            async with connect(url, compression=None, max_size=None, ping_interval=None) as socket:
                await socket.send(json.dumps({"type": "hello", "token": made["token"]}))
                listening = asyncio.create_task(self._listen(socket))
                await self._match(socket, until, every)
                listening.cancel()
            if self.waits is not None and time.perf_counter() >= until:
                self.moves.append((self.game, time.perf_counter() - self.waits))  # still waited for
            self.shares.append(self.share)

    async def _match(self, socket: Any, until: float, every: float) -> None:
        """A move every few seconds, while there is something to choose."""
        while not self.state.get("result") and time.perf_counter() < until:
            await asyncio.sleep(every * (0.5 + self.chance.random()))
            if not self.state.get("choices"):
                continue
            state, self.state = self.state, {}
            self.sent += 1
            action = self.chance.choice(state["choices"])["action"]
            said = {"type": "play", "id": f"m{self.sent}", "version": state["version"], "action": action}
            self.said[said["id"]] = time.perf_counter()
            await socket.send(json.dumps(said))

    async def _listen(self, socket: Any) -> None:
        """Notes when things are heard, whatever the person does meanwhile."""
        async for text in socket:
            now, heard = time.perf_counter(), json.loads(text)
            if heard["type"] == "ack":
                sent = self.said.pop(heard["id"])
                if sent >= self.counted:
                    self.acks.append(now - sent)
            elif heard["type"] == "refused":
                self.refused += 1  # an early choice whose question has gone is refused too
            elif heard["type"] == "table":
                self.share = min(seat["share"] for seat in heard["table"]["seats"])
            elif heard["type"] in ("state", "news"):
                entry = heard["entry"]
                if self.waits is not None and entry and entry["seat"] != 0 and self.waits >= self.counted:
                    self.moves.append((self.game, now - self.waits))
                self.state = heard
                self.waits = None if 0 in heard["asked"] or heard["result"] else now


async def strength(http: httpx.AsyncClient, game: str) -> float:
    """How much of a game is compiled."""
    return float(next(g["strength"] for g in (await http.get("/api/games")).json() if g["slug"] == game))


async def crowd(given: argparse.Namespace, base: str, tables: int) -> tuple[list[Person], str]:
    """All tables at once, and the server's own figures afterwards."""
    games = given.game.split(",")
    people = [Person(base, games[k % len(games)], given.machines, k) for k in range(tables)]
    limits = httpx.Limits(max_connections=8)
    async with httpx.AsyncClient(base_url=base, timeout=600, limits=limits) as http:
        for game in games:  # compiled and warm before anything is counted
            begun = Person(base, game, given.machines, 0)
            while not begun.moves or await strength(http, game) < 1:
                now = time.perf_counter()
                await begun.play(http, now, now + 5, 0.1)
        counted = time.perf_counter() + given.settle
        until = counted + given.seconds
        await asyncio.gather(*(person.play(http, counted, until, given.every) for person in people))
        return people, (await http.get("/metrics")).text


def report(people: list[Person], figures: str, given: argparse.Namespace) -> bool:
    """Prints the figures; whether the bar is met."""
    acks = sorted(took for person in people for took in person.acks)
    took = sorted(seconds for person in people for _, seconds in person.moves)
    print(f"{len(people)} tables against {given.machines}, a person's move every {given.every:g} s")
    if not acks or not took:
        return False
    told = ", ".join(f"p{p:g} {_at(acks, p) * 1000:.1f} ms" for p in (50, 99))
    print(f"{len(acks)} moves of people acknowledged: {told}; {sum(p.refused for p in people)} refused")
    told = ", ".join(f"p{p:g} {_at(took, p):.2f} s" for p in (50, 90, 99))
    print(f"{len(took)} moves of machines, the pause of 0.6 s included: {told}")
    for game in given.game.split(","):
        some = sorted(seconds for person in people for name, seconds in person.moves if name == game)
        if some:
            print(f"  {game}: {len(some)}, p50 {_at(some, 50):.2f} s, p99 {_at(some, 99):.2f} s")
    found = {name: float(value) for name, value in re.findall(r"^bestiary_(\S+) (\S+)$", figures, re.M)}
    count = found["thought_share_count"]
    full = count - found['thought_share_bucket{le="0.999"}']
    mean = found["thought_share_sum"] / max(1, count)
    print(f"{full / max(1, count):.0%} of their moves had the thinking of their level, on average {mean:.1%}")
    shares = sorted(share for person in people for share in person.shares)
    print(f"the least share of a match: median {_at(shares, 50):.1%}, lowest {shares[0]:.1%}")
    good = _at(took, 99) < SOON and _at(acks, 99) < QUICK
    print(
        f"the bar (99% of machines within {SOON:g} s, of people's moves within {QUICK * 1000:.0f} ms) is "
        + ("met" if good else "MISSED"),
        flush=True,
    )
    return good


def _at(times: list[float], percent: float) -> float:
    return times[min(len(times) - 1, int(len(times) * percent / 100))]
