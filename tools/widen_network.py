"""Lets a network that was learned before a game had an option go on playing: it takes no notice of it.

    python tools/widen_network.py shogun src/bestiary/games/shogun/network.npz difficulty

The option has to be the last of the observation, and to change nothing where it has its default: then no
weight changes, and at such tables neither does an answer. What the network is told beside the observation
comes after it, and moves on by a place.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bestiary.core.errors import BestiaryError
from bestiary.core.game import Game, Observation
from bestiary.core.registry import load
from bestiary.learn.network import Network, layout_of


def narrower(game: Game, options: int) -> Game:
    """The game as it was observed without the last options."""
    *others, last = game.observation
    if last.name != "options":
        raise BestiaryError(f"{game.title} does not observe its options last.")
    return replace(game, observation=Observation((*others, replace(last, size=last.size - options))))


def widen(game: Game, path: Path, younger: Sequence[str], out: Path | None = None) -> Path:
    """Writes it, and says where."""
    if list(game.options.all)[-len(younger) :] != list(younger):
        raise BestiaryError(f"The last options of {game.title} are not {', '.join(younger)}.")
    before = narrower(game, len(younger))
    network = Network.load(path, before)
    plain = network.reading.plain.copy()
    plain[plain >= before.observed] += len(younger)
    header = {**network.header, "layout": layout_of(game)}
    content = game.content()
    if content.older.fingerprint == header["cards"]:
        header["cards"] = content.fingerprint
    place = out or path
    replace(network, header=header, reading=replace(network.reading, plain=plain)).save(place)
    return place


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    reader.add_argument("game")
    reader.add_argument("network", type=Path)
    reader.add_argument("options", nargs="+", help="the options that it has not learned")
    given = reader.parse_args()
    try:
        print(widen(load(given.game), given.network, given.options))
    except BestiaryError as problem:
        print(problem, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
