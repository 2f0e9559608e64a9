"""How hard the solo game of Totemic is: victories by spirit and number of rivals, with 95% intervals.

    python benchmarks/totemic_solo.py                                  mcts:300, 30 games of each spirit
    python benchmarks/totemic_solo.py --player greedy --rivals 3       another player, only three rivals
    python benchmarks/totemic_solo.py --player mcts:1000 --to-the-end  judged at the end of games alone

The last is how a search plays that is not told how a game stands (``Hints.alone``). What is played is kept in
build/solo; the same command goes on from there.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from bestiary import load
from bestiary.agents import Agent, make_agent
from bestiary.core.driver import Engine
from bestiary.core.sources import fingerprint
from bestiary.run.statistics import wilson

KEPT = Path("build/solo")
SEED = 7


def beaten(engine: Engine, agent: Agent, options: dict[str, Any], seed: int) -> int:
    """Plays a game; how many rivals were beaten."""
    states = engine.start(options, seed)
    decisions = 0
    while not engine.over(states):
        legal = engine.legal(states)
        action = legal[0]
        if len(legal) > 1:
            action = agent.choose(engine.hidden(states, 0), 0, seed * 100_003 + decisions)
            decisions += 1
        engine.apply(states, action)
    return int(states["rung"][0])


def played(engine: Engine, player: str, spirit: str, rivals: int, games: int, name: str) -> list[int]:
    """The rivals beaten in each game; what is kept of them is not played again."""
    agent = make_agent(player, engine.game, engine.content, cores=1)
    path = KEPT / f"{name}-{spirit}-{rivals}.jsonl"
    code = fingerprint(engine.game.room, *sorted(Path(make_agent.__code__.co_filename).parent.glob("*.py")))
    lines = path.read_text().splitlines() if path.exists() else []
    if lines and json.loads(lines[0]) != code:
        raise SystemExit(f"{path} was played with other rules or machines; move it away.")
    if not lines:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(code) + "\n")
    found = [int(line) for line in lines[1:]]
    options = engine.game.settle({"players": 1, "rivals": rivals, "spirit_0": spirit})
    for n in range(len(found), games):
        found.append(beaten(engine, agent, options, SEED * 1_000_003 + n))
        with path.open("a") as file:
            file.write(f"{found[-1]}\n")
    return found[:games]


def cell(found: list[int], rivals: int) -> str:
    """Games won, with the interval, and the mean of the rivals beaten."""
    won = wilson(sum(n == rivals for n in found), len(found))
    return f"{won.share:.0%} ({won.low:.0%} to {won.high:.0%}), {sum(found) / len(found):.1f} beaten"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--player", default="mcts:300", help="greedy, mcts:ITERATIONS ...")
    parser.add_argument("--rivals", default="1,3,5")
    parser.add_argument("--games", type=int, default=30, help="games of each spirit and number of rivals")
    parser.add_argument("--to-the-end", action="store_true", help="no evaluation: every playout to the end")
    given = parser.parse_args()
    game = load("totemic")
    if given.to_the_end:
        game.hints = replace(game.hints, alone=None)
    engine = Engine(game)
    name = f"{given.player.replace(':', '')}{'-end' * given.to_the_end}"
    spirits = [card.code for card in engine.content.cards if card.facts.get("solo")]
    numbers = [int(n) for n in given.rivals.split(",")]
    print(f"| spirit | {' | '.join(f'{n} rival' + 's' * (n > 1) for n in numbers)} |")
    print("|" + " --- |" * (len(numbers) + 1))
    totals: dict[int, list[int]] = {n: [] for n in numbers}
    for spirit in spirits:
        cells = []
        for n in numbers:
            found = played(engine, given.player, spirit, n, given.games, name)
            totals[n] += found
            cells.append(cell(found, n))
        print(f"| {spirit} | {' | '.join(cells)} |", flush=True)
    print(f"| all | {' | '.join(cell(totals[n], n) for n in numbers)} |")


if __name__ == "__main__":
    main()
