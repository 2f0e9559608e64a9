"""What the named tables of Tossing Tiger make of the game, for two to six players who search.

    python benchmarks/tiger_tables.py                         all tables, as in docs/balance-story.md
    python benchmarks/tiger_tables.py steady --players 3,4    only these
    python benchmarks/tiger_tables.py --games 200             more exactly
    python benchmarks/tiger_tables.py --show                  what has been played so far

Every seat searches: what is said at the opening, how many seats ever attack, how many wars there are. Then
the searcher and a simple machine hold every other seat, on each deal both ways round: half of the victories
means that searching gains nothing. What is played is kept in build/tables; the same command goes on from
there.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bestiary import load
from bestiary.agents import Agent, make_agent
from bestiary.core.driver import Engine
from bestiary.core.sources import fingerprint
from bestiary.run.statistics import paired, wilson

KEPT = Path("build/tables")
SEARCHER, SIMPLE = "mcts:300", "greedy"
SEED = 7
HEADINGS = (
    *("players", "table", "games", "the first number said", "seats that attack", "wars a game"),
    *("over after one war", "decisions", "skill"),
)


def play(engine: Engine, options: Mapping[str, Any], seed: int, agents: Sequence[Agent]) -> dict[str, Any]:
    """A game, each seat by its agent: the numbers said, who attacked, how it ended."""
    states = engine.start(options, seed)
    numbers: list[int] = []
    attacked: set[int] = set()
    decisions = 0
    while not engine.over(states):
        seat = engine.actors(states)[0]
        legal = engine.legal(states)
        action = legal[0]
        if len(legal) > 1:
            action = agents[seat].choose(engine.hidden(states, seat), seat, seed * 100_003 + decisions)
            decisions += 1
        if engine.game.actions.name(action) == "number":
            numbers.append(engine.meaning(states, action).number or 0)
            team = int(states["team"][0])
            attacked |= set(range(team, len(agents), 2)) if options["together"] else {seat}
        engine.apply(states, action)
    winners = int(states["winners"][0])
    return {
        "numbers": numbers,
        "attacked": len(attacked),
        "decisions": decisions,
        "winners": [p for p in range(len(agents)) if winners >> p & 1],
    }


class Kept:
    """What was played with a table: a line of JSON for every game, after one that says by what."""

    def __init__(self, path: Path, head: Mapping[str, Any]) -> None:
        self.path = path
        self.lines: dict[str, dict[str, Any]] = {}
        first = json.dumps(head)
        whole = path.read_text().splitlines() if path.exists() else []
        if whole and whole[0] != first:
            raise SystemExit(f"{path} was played with other rules or machines; move it away.")
        for line in whole[1:]:
            self.lines.update(json.loads(line))
        if not whole:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(first + "\n")

    def add(self, name: str, played: dict[str, Any]) -> None:
        self.lines[name] = played
        with self.path.open("a") as file:
            file.write(json.dumps({name: played}) + "\n")


def measured(engine: Engine, name: str, players: int, games: int, show: bool) -> str:
    """A row of the report: whatever of it was not played yet is played now."""
    game = engine.game
    options = game.settle({**game.preset(name).options, "players": players})
    code = fingerprint(game.room, *sorted(Path(make_agent.__code__.co_filename).parent.glob("*.py")))
    head = {"options": options, "searcher": SEARCHER, "simple": SIMPLE, "seed": SEED, "code": code}
    kept = Kept(KEPT / f"tiger-{name}-{players}.jsonl", head)
    searcher, simple = make_agent(SEARCHER, game, cores=1), make_agent(SIMPLE, game)
    for n in range(0 if show else games):
        if f"self {n}" not in kept.lines:
            kept.add(f"self {n}", play(engine, options, SEED * 1_000_003 + n, [searcher] * players))
        for half in (0, 1):
            if n % 2 == 0 and f"skill {n} {half}" not in kept.lines:
                seated = [searcher if p % 2 == half else simple for p in range(players)]
                kept.add(f"skill {n} {half}", play(engine, options, SEED * 2_000_003 + n, seated))
    return row(kept.lines, name, players)


def row(lines: Mapping[str, dict[str, Any]], name: str, players: int) -> str:
    """What was played with a table, as a row."""
    own = [played for key, played in lines.items() if key.startswith("self")]
    if not own:
        return f"| {players} | {name} | 0 |" + " |" * (len(HEADINGS) - 3)
    said = Counter(played["numbers"][0] for played in own)
    openings = ", ".join(f"{number}: {count / len(own):.0%}" for number, count in sorted(said.items()))
    attack = sum(played["attacked"] for played in own) / (players * len(own))
    wars = sum(len(played["numbers"]) for played in own) / len(own)
    single = wilson(sum(len(played["numbers"]) == 1 for played in own), len(own))
    decisions = sum(played["decisions"] for played in own) / len(own)
    skill = paired(pairs(lines))
    return (
        f"| {players} | {name} | {len(own)} | {openings} | {attack:.0%} | {wars:.1f} | {single.share:.0%} "
        f"| {decisions:.0f} | {skill.share:.0%} ({skill.low:.0%} to {skill.high:.0%}) |"
    )


def pairs(lines: Mapping[str, dict[str, Any]]) -> list[float]:
    """Of each deal that was played both ways round, the searcher's share of the victories."""
    found = []
    for key, first in lines.items():
        if key.startswith("skill") and key.endswith(" 0") and (second := lines.get(f"{key[:-1]}1")):
            halves = [(first, 0), (second, 1)]
            found.append(sum(share(played["winners"], half) for played, half in halves) / 2)
    return found


def share(winners: Sequence[int], half: int) -> float:
    """The searcher's share of a victory, where it held the seats of one half; nobody's is shared."""
    return sum(p % 2 == half for p in winners) / len(winners) if winners else 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("tables", nargs="*", metavar="TABLE")
    parser.add_argument("--players", default="2,3,4,5,6")
    parser.add_argument("--games", type=int, default=60, help="games of each row, and as many for the skill")
    parser.add_argument("--show", action="store_true", help="play nothing")
    given = parser.parse_args()
    engine = Engine(load("tiger"))
    print(f"| {' | '.join(HEADINGS)} |")
    print("|" + " --- |" * len(HEADINGS))
    for players in (int(n) for n in given.players.split(",")):
        for name in given.tables or engine.game.presets:
            if name in engine.game.presets_for(players):
                print(measured(engine, name, players, given.games, given.show), flush=True)


if __name__ == "__main__":
    main()
