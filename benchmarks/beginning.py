"""What a new table costs the server: opened, sat down at by two who connect, and left.

    python benchmarks/beginning.py
    python benchmarks/beginning.py --tables 1000 --game klaw
    PYTHONPATH=../before/src python benchmarks/beginning.py         another version, to be measured in turn

The server is a process of its own, as in load.py; what counts is its processor time, not the players'.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

import httpx
from load import Script, Servers, seconds_of
from load_machines import strength

FIRST = 40  # tables before it counts
AT_ONCE = 10


async def begin(game: str, tables: int, servers: Servers) -> float:
    """Seconds of the server for each table."""
    base, server = servers.bases[0], servers.running[0].pid
    limits = httpx.Limits(max_connections=8)
    async with httpx.AsyncClient(base_url=base, timeout=300, limits=limits) as http:
        await http.post("/api/tables", json={"game": game})  # compiles the game, the first time
        while await strength(http, game) < 1:
            await asyncio.sleep(0.5)

        async def some(first: int, last: int) -> None:
            for start in range(first, last, AT_ONCE):
                scripts = [Script(servers.bases, seed) for seed in range(start, min(start + AT_ONCE, last))]
                await asyncio.gather(*(script.sit(http, game) for script in scripts))
                while any(text == "{}" for script in scripts for text in script.texts):
                    await asyncio.sleep(0.01)  # until both have seen the table
                for script in scripts:
                    await script.leave()

        await some(0, FIRST)
        before = seconds_of(server)
        await some(FIRST, FIRST + tables)
        return (seconds_of(server) - before) / tables


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--game", default="totem")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bestiary-beginning-") as folder:
        servers = Servers(1, f"sqlite:///{Path(folder) / 'tables.sqlite'}")
        try:
            took = asyncio.run(begin(given.game, given.tables, servers))
        finally:
            servers.stop()
    print(f"{took * 1000:.2f} ms of the server for a new table with two people who come and go")


if __name__ == "__main__":
    main()
