"""How hard The Shogun's Chosen is: victories by chapter and number of characters, with 95% intervals.

    python benchmarks/shogun_chapters.py                    the scripted team, 100 games of each
    python benchmarks/shogun_chapters.py --player habit     what the game itself suggests, without a search
    python benchmarks/shogun_chapters.py --player random    or greedy, mcts:500 ...
    python benchmarks/shogun_chapters.py --chapters 1,3 --games 200

The scripted team is that of the tests: a sensible player, not a strong one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.games.shogun.team import Team

from bestiary.agents import make_agent
from bestiary.core.driver import Engine
from bestiary.core.record import Records
from bestiary.core.registry import load
from bestiary.run.statistics import wilson

PARTIES = (1, 2, 3, 4)
SCRIPTED = "team"
HABIT = "habit"


def suggested(engine: Engine, states: Records, seed: int) -> int:
    """What the game suggests, from what the seat asked may know."""
    action = engine.suggest(engine.hidden(states, engine.actors(states)[0]), seed)
    assert action is not None
    return action


def chooser(name: str, engine: Engine, seed: int) -> Callable[[Records, int], int]:
    """A function that answers a question: from the position, and the number of the decision."""
    if name == SCRIPTED:
        team = Team(engine, seed)
        return lambda states, n: team.choose(states)
    if name == HABIT:
        return lambda states, n: suggested(engine, states, seed * 100_003 + n)
    agent = make_agent(name, engine.game, engine.content)

    def choose(states: Records, n: int) -> int:
        seat = engine.actors(states)[0]
        return agent.choose(engine.hidden(states, seat), seat, seed * 100_003 + n)

    return choose


def won(name: str, engine: Engine, options: dict[str, object], seed: int) -> tuple[bool, int]:
    """Plays a game; whether it was won, and the decisions made."""
    states = engine.start(options, seed)
    choose = chooser(name, engine, seed)
    n = 0
    while not engine.over(states):
        engine.apply(states, choose(states, n))
        n += 1
    return engine.returns(states)[0] > 0, n


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--chapters", default="1,2,3,4,5,6,7")
    parser.add_argument("--players", default="1,2,3,4")
    parser.add_argument("--player", default=SCRIPTED, help="team, habit, random, greedy or mcts:ITERATIONS")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    engine = Engine(load("shogun"))
    parties = [int(p) for p in given.players.split(",")]
    print(f"victories of {given.player} in {given.games} games, 95% interval, mean decisions")
    print("chapter " + "".join(f"{p} character{'s' * (p > 1):<17}" for p in parties))
    for chapter in (int(c) for c in given.chapters.split(",")):
        cells = []
        for players in parties:
            options: dict[str, object] = {"mode": "chapter", "chapter": chapter, "players": players}
            played = [won(given.player, engine, options, given.seed + g) for g in range(given.games)]
            rate = wilson(sum(w for w, _ in played), given.games)
            length = sum(n for _, n in played) / given.games
            cells.append(f"{rate.share:4.0%} ({rate.low:3.0%} to {rate.high:4.0%}) {length:4.0f}")
        print(f"{chapter:^8}" + "   ".join(f"{cell:<24}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
