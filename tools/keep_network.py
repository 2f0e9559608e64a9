"""Puts a network that was learned into its game's room, for the tables at which it is strong.

    python tools/keep_network.py klaw build/sitting/klaw.npz --players 2 --only mode=champion

A level above the master has to be one: where a network is weaker than the search, it is better refused.
What it has learned stays in its header (``tables``); ``players`` says who may sit down with it. Of files the
header keeps the names.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bestiary.core.errors import BestiaryError
from bestiary.core.registry import load
from bestiary.learn.network import Network, at_home


def keep(
    game: str, learned: Path, players: list[int], out: Path | None = None, only: Sequence[str] = ()
) -> Path:
    """Writes it, and says where."""
    found = load(game)
    network = Network.load(learned, found)
    known = [int(n) for n in network.header["players"]]
    if strange := sorted(set(players) - set(known)):
        raise BestiaryError(f"{learned.name} has learned tables of {known}, not of {strange}.")
    kept: dict[str, list[Any]] = {}
    for word in only:
        name, _, value = word.partition("=")
        kept.setdefault(name, []).append(found.settle({name: value})[name])
    said = [Path(word).name if word.startswith("/") else word for word in network.header["command"].split()]
    header = {**network.header, "players": players or known, "command": " ".join(said), "only": kept}
    place = out or at_home(found)
    replace(network, header=header).save(place)
    return place


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    reader.add_argument("game")
    reader.add_argument("network", type=Path)
    reader.add_argument(
        "--players", type=int, nargs="*", default=[], help="all that were learned, by default"
    )
    reader.add_argument(
        "--only", action="append", default=[], help="an option as it was learned: mode=chapter"
    )
    given = reader.parse_args()
    try:
        print(keep(given.game, given.network, given.players, only=given.only))
    except BestiaryError as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
