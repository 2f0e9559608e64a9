"""What a move costs the server, without network: two connected seats, one process, processor time.

    python benchmarks/moves.py                 1,200 moves of Totem at 40 tables, without a database
    python benchmarks/moves.py --game klaw --moves 400
    python benchmarks/moves.py --stored        with SQLite, a group of moves for each commit
    python benchmarks/moves.py --fresh         deals that were not played before, as a server meets them

Without --fresh all tables have one deal and play the same games again and again: whatever a server keeps
is there, and a cache looks better than it is. With it every table has a deal of its own, and each time is a
process of its own that has played other games before.

A command goes the way of a socket's from its text on, and what both seats are sent is counted, with a digest:
two versions that send the same bytes have the same one. Another one is measured by its sources:

    PYTHONPATH=/path/to/other/src python benchmarks/moves.py
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import hashlib
import pstats
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec

from bestiary.server.memory import Memory
from bestiary.server.settings import Limits, Settings
from bestiary.server.store.storage import Job
from bestiary.server.tables.registry import Registry
from bestiary.server.web.codec import read_command
from bestiary.server.web.connection import WRITER, Socket
from bestiary.server.web.sockets import Sockets

OTHERS = 1_000_000  # the first seed of games that are played before, and not measured
Took = list[tuple[int, list[float]]]  # moves, and the seconds of each or of all that were stored together


class Measured(msgspec.Struct):
    """What was played, and what it took."""

    took: Took
    sent: int
    digest: str


class Line:
    """Stands for a connection: keeps the last position that was sent, and counts."""

    def __init__(self) -> None:
        self.position: dict[str, Any] = {}
        self.texts: list[bytes] = []
        self.sent = 0

    def put(self, text: bytes) -> int:
        self.texts.append(bytes(text))
        return 0

    def flush(self) -> None:
        """Nothing waits here."""

    def read(self, digest: Any) -> dict[str, Any]:
        """The last position; what was sent counts towards the digest of all."""
        for text in self.texts:
            self.sent += len(text)
            said = msgspec.json.decode(text)
            if said["type"] in ("state", "news"):
                self.position = said
            if said["type"] != "state":  # it names the table, which is drawn at random
                digest.update(text)
        self.texts.clear()
        return self.position


class Players:
    """Both seats of one table, moved at random."""

    def __init__(self, registry: Registry, seed: int, own_deals: bool) -> None:
        self.registry, self.chance, self.number = registry, random.Random(seed), 0
        self.own_deals = own_deals
        self.sockets = Sockets(registry)

    async def sit(self, game: str) -> None:
        """A new table."""
        if self.own_deals:
            self.registry.settings = replace(self.registry.settings, seed=self.chance.getrandbits(60))
        seats = [{"kind": "me", "name": "Ann"}, {"kind": "open"}]
        made = await self.registry.open(game, {}, seats, {})
        word = made.invitations["1"].partition(":")[2]
        await self.registry.sit(made.table, 1, "Ben", word, None)
        self.table = self.registry.tables[made.table]
        self.lines, self.held = [], []
        for seat in range(2):
            line = Line()
            web: Any = SimpleNamespace(client=None, scope={"extensions": {WRITER: line}})
            held = Socket(web, self.registry.settings.limits)
            held.seat, held.held = seat, self.table.live.seats[seat].token
            self.table.come(held)
            self.lines.append(line)
            self.held.append(held)

    def next(self, digest: Any) -> tuple[int, str] | None:
        """Whose move it is and what is sent; nothing where the match is over."""
        for seat, line in enumerate(self.lines):
            position = line.read(digest)
            if position.get("choices"):
                self.number += 1
                action = self.chance.choice(position["choices"])["action"]
                said = {"id": f"m{self.number}", "version": position["version"], "action": action}
                return seat, msgspec.json.encode({"type": "play", **said}).decode()
        return None

    async def move(self, seat: int, text: str) -> None:
        """Does what was said."""
        await self.sockets._answer(self.table, self.held[seat], read_command(text))


async def played(given: argparse.Namespace, folder: Path) -> Measured:
    """Plays the same games several times: what they took."""
    limits = replace(Limits(), live=100_000)
    database = f"sqlite:///{folder / 'tables.sqlite'}"
    never = (3600.0, 3600.0)  # every move is scripted: the table answers nothing by itself
    settings = Settings(database=database, limits=limits, warm=(), seed=7, pause=never)
    registry = Registry(settings, lambda: 1.7e9)
    registry.storage.migrate()
    await registry.start()
    await registry.catalog.prepare(given.game)
    if not given.stored:
        registry.storage.write = nothing  # type: ignore[method-assign]
    memory, profile = Memory(), cProfile.Profile() if given.profile else None
    took: Took = []
    for time_no in range(given.times + 1):  # the first one makes what is made once
        first = OTHERS if given.fresh and not time_no else 0
        tables = [Players(registry, seed, given.fresh) for seed in range(first, first + given.tables)]
        for one in tables:
            await one.sit(given.game)
        memory.settle()
        digest = hashlib.sha256()
        found: Took = []
        while sum(n for n, _ in found) < given.moves:
            found.append(await turn(given, tables, digest, profile if time_no == given.times else None))
        if time_no:
            took = least(took, found)
    sent = sum(line.sent for one in tables for line in one.lines)
    await registry.close()
    if profile:
        pstats.Stats(profile).sort_stats(given.profile).print_stats(60)
    return Measured(took, sent, digest.hexdigest()[:12])


def least(before: Took, now: Took) -> Took:
    """The least that each move, or each group of them, has taken."""
    pairs = zip(before or now, now, strict=True)
    return [(n, [*map(min, one, other)]) for (n, one), (_, other) in pairs]


def in_processes(given: argparse.Namespace) -> Measured:
    """The same with deals that were not played before, in as many processes as it is to be played times."""
    took: Took = []
    for _ in range(given.times):
        told = subprocess.run(
            [sys.executable, __file__, *sys.argv[1:], "--once"], check=True, stdout=subprocess.PIPE
        )
        found = msgspec.json.decode(told.stdout, type=Measured)
        took = least(took, found.took)
    return Measured(took, found.sent, found.digest)


async def turn(
    given: argparse.Namespace, tables: list[Players], digest: Any, profile: cProfile.Profile | None
) -> tuple[int, list[float]]:
    """A move at every table: how many, and the processor time of each, or of all that are stored together."""
    wanted = []
    for one in tables:
        if (said := one.next(digest)) is None:
            await one.sit(given.game)
        else:
            wanted.append((one, *said))
    if profile:
        profile.enable()
    used: list[float] = []
    if given.stored:
        begun = time.process_time()
        await asyncio.gather(*(one.move(seat, text) for one, seat, text in wanted))
        used.append(time.process_time() - begun)
    else:
        for one, seat, text in wanted:
            begun = time.process_time()
            await one.move(seat, text)
            used.append(time.process_time() - begun)
    if profile:
        profile.disable()
    return len(wanted), used


async def nothing(job: Job) -> None:
    """In place of a database."""


def main() -> None:
    """Plays once."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--game", default="totem")
    parser.add_argument("--moves", type=int, default=1200)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--times", type=int, default=3, help="the least time of so many counts, move by move")
    parser.add_argument("--stored", action="store_true", help="with SQLite")
    parser.add_argument("--profile", choices=("tottime", "cumtime"), help="tell where the time goes")
    parser.add_argument("--fresh", action="store_true", help="with deals that were not played before")
    parser.add_argument("--once", action="store_true", help=argparse.SUPPRESS)  # one of these processes
    given = parser.parse_args()
    if given.fresh and not given.once:
        found = in_processes(given)
    else:
        given.times = 1 if given.once else given.times
        with tempfile.TemporaryDirectory(prefix="bestiary-moves-") as folder:
            found = asyncio.run(played(given, Path(folder)))
    if given.once:
        sys.stdout.buffer.write(msgspec.json.encode(found))
        return
    moves, seconds = sum(n for n, _ in found.took), sum(sum(used) for _, used in found.took)
    print(
        f"{given.game}: {moves} moves, {seconds / moves * 1e6:.0f} microseconds of processor time each; "
        f"{found.sent} bytes sent to those who sit, digest {found.digest}",
        flush=True,
    )


if __name__ == "__main__":
    main()
