"""How long a person waits for a machine: the time of a move of each level, in positions of whole games.

    python benchmarks/levels.py                     all games and levels
    python benchmarks/levels.py shogun --moves 60   one game, more moves

The positions come from games that the quick agent plays, of every number of players. One core.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator

import numpy as np

from bestiary import load
from bestiary.agents import make_agent
from bestiary.core.driver import Engine
from bestiary.core.record import Records
from bestiary.core.registry import names

LIMITS = {"novice": 0.1, "adept": 0.5, "master": 2.0}  # seconds
TAKEN = 0.1  # the share of the decisions that are timed


def positions(engine: Engine, count: int) -> Iterator[tuple[Records, int]]:
    """Positions in which a seat has a choice, and that seat."""
    game = engine.game
    quick = make_agent("bulk", game, engine.content)
    chance = random.Random(game.slug)
    seed = found = 0
    while True:
        seed += 1
        states = engine.start({"players": game.players[seed % len(game.players)]}, seed)
        number = 0
        while not engine.over(states):
            number += 1
            seat = engine.actors(states)[0]
            seen = engine.hidden(states, seat)
            if len(engine.legal(states)) > 1 and chance.random() < TAKEN:
                yield seen, seat
                found += 1
                if found == count:
                    return
            engine.apply(states, quick.choose(seen, seat, seed * 100_003 + number))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(names()))
    parser.add_argument("--moves", type=int, default=40, help="moves of each level")
    given = parser.parse_args()
    print("| game | level | iterations | moves | half within | 95% within | slowest | at most |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for slug in given.games or names():
        engine = Engine(load(slug))
        found = list(positions(engine, given.moves))
        for level, limit in LIMITS.items():
            agent = make_agent(level, engine.game, engine.content, cores=1)
            agent.choose(*found[0], seed=0)  # compiled by now
            taken = []
            for seed, (seen, seat) in enumerate(found):
                begun = time.perf_counter()
                agent.choose(seen, seat, seed)
                taken.append(time.perf_counter() - begun)
            half, most = np.quantile(taken, [0.5, 0.95])
            budget = getattr(engine.game.hints, level)
            print(
                f"| {slug} | {level} | {budget:,} | {len(taken)} | {half:.3f} s | {most:.3f} s "
                f"| {max(taken):.3f} s | {limit} s |",
                flush=True,
            )


if __name__ == "__main__":
    main()
