"""How strong the agents are: for each game a ladder whose every step is played on mirrored deals.

    python benchmarks/strength.py                   all games; prints the table for benchmarks/strength.md
    python benchmarks/strength.py totem --games 50  one game, less exactly

Where a game has a network, it meets the two strongest of the ladder, and a search that it leads.

What is played is kept in build/strength; the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

from bestiary import load
from bestiary.core.registry import names
from bestiary.learn import known
from bestiary.run.arena import Contest, Outcome, contest, hold, warm
from bestiary.run.journal import Journal
from bestiary.run.standings import standings

KEPT = Path("build/strength")
SEED = 7
LADDER = ("random", "greedy", "mcts:100", "mcts:1000", "mcts:10000")
SHORT = LADDER[:-1]  # where ten thousand iterations a move take too long for two hundred games
LADDERS: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "totem": (LADDER, {}),
    "totemic": (LADDER, {"deal_spirits": True}),
    "tiger": (LADDER, {}),
    "klaw": (SHORT, {}),
    # greedy wins chapter 1 already: one of the hardest, alone, shows what more thought is worth
    "shogun": (SHORT, {"mode": "chapter", "chapter": 3, "players": 1}),
}


def step(slug: str, first: str, second: str, games: int, options: dict[str, Any]) -> dict[str, Any]:
    """One contest of two agents; what is kept of it already is not played again."""
    game = load(slug)
    made = contest(game, [first, second], games, SEED, options)
    return standings(played(made, KEPT / f"{slug}-{first}-{second}.jsonl".replace(":", "")))


def played(made: Contest, path: Path, cores: int | None = None) -> Outcome:
    """A contest, played to its end; what is kept of it already is not played again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    warm(made)
    with Journal(path, made) as journal:
        outcome = hold(made, cores, journal)
    if outcome.interrupted:
        raise KeyboardInterrupt
    return outcome


def row(found: dict[str, Any]) -> str:
    """A contest as a row of the table, the stronger agent first."""
    (pair,) = found["pairs"]
    by_deal = pair["by_deal"]
    times = {entry["agent"]: entry for entry in found["time"]}
    own = times[pair["second"]]
    won = ""
    if found["alone"]:
        shares = {entry["agent"]: entry["score"] for entry in found["ratings"]}
        won = (
            f" (wins {shares[pair['second']]:.0%} of its games, {pair['first']} {shares[pair['first']]:.0%})"
        )
    return (
        f"| {pair['second']} | {pair['first']} | {pair['games']} | {1 - by_deal['score']:.1%}{won} "
        f"| {1 - by_deal['high']:.1%} to {1 - by_deal['low']:.1%} "
        f"| {'yes' if pair['better'] == pair['second'] else 'no'} "
        f"| {own['milliseconds_per_move']:.1f} | {own['iterations_per_second']:,.0f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games_named", nargs="*", metavar="GAME", help=", ".join(names()))
    parser.add_argument("--games", type=int, default=200, help="games of each step")
    given = parser.parse_args()
    print("| agent | against | games | score | 95% by deal | stronger | ms a move | iterations a second |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for slug in given.games_named or LADDERS:
        ladder, options = LADDERS[slug]
        print(f"| **{slug}** | | | | | | | |")
        steps = list(pairwise(ladder))
        if not load(slug).team:
            steps.append((ladder[0], ladder[-1]))
        if known(load(slug)):
            steps += [*((agent, "net") for agent in ladder[-2:]), ("net", "net:400")]
        for first, second in steps:
            print(row(step(slug, first, second, given.games, options)), flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("Stopped; the same command goes on from here.")
