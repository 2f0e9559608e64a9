"""How often tuning finds a number that was put wrong, by how far it is off and by the budget.

    python benchmarks/plants_power.py --repeats 200

Twelve characters are as strong as each other but for what is special about two of them (0.2 in log odds), and
one has a power that is off by some points, each worth 0.05 in log odds, as the Badger's of Totemic is. Games
are drawn by chance from the odds that follow; the search is the one that ``lab.tune`` makes. Found: what is
proposed lies within five points of the right number.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Mapping
from itertools import combinations
from math import exp

import numpy as np

from bestiary.lab.tune.searching import Search
from bestiary.lab.tune.surrogate import Number
from bestiary.lab.tune.targets import Score, parse

NAMES = tuple("abcdefghijkl")
RIGHT, SPECIAL, WORTH = 26, 0.2, 0.05
NEAR = 5  # points from the right number that count as found
TARGET = "matchups within 40..60"


class Odds:
    """What a search plays, drawn by chance."""

    def __init__(self, wrong: int, seed: int) -> None:
        self.target = parse(TARGET)
        self.wrong, self.spent = wrong, 0
        self._chance = np.random.default_rng(seed)
        self._special = {f"{a} {b}": self._chance.normal(0, SPECIAL) for a, b in combinations(NAMES, 2)}

    def things(self, seed: int) -> list[str]:
        """All matchups."""
        return [*self._special]

    def scores(
        self, values: Mapping[str, int], games: int, seed: int, only: Collection[str] | None = None
    ) -> dict[str, Score]:
        """So many games of each."""
        found = {}
        off = values.get("power", self.wrong) - RIGHT
        for thing, special in self._special.items():
            if only is not None and thing not in only:
                continue
            better = WORTH * off * ((thing[0] == "a") - (thing[-1] == "a"))
            won = int(self._chance.binomial(games, 1 / (1 + exp(-special - better))))
            found[thing] = Score(games, won, won)
            self.spent += games
        return found


def proposed(off: int, budget: int, seed: int) -> tuple[int | None, str]:
    """What a search proposes, and what it has said of its budget beforehand."""
    number = Number("power", RIGHT + off, RIGHT - 13, RIGHT + 13, frozenset("a"))
    search = Search(Odds(number.now, seed), [number], seed, budget, lambda line: None)  # type: ignore[arg-type]
    search.run()
    return search.best.get("power"), search.short


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=200)
    given = parser.parse_args()
    print("| games | says that they are too few | off by | found | nothing proposed | wrong |")
    print("| ---: | --- | ---: | ---: | ---: | ---: |")
    for budget in (2_000, 4_000, 8_000, 16_000):
        for off in (0, 4, 6, 8, 11):
            made = [proposed(off, budget, seed) for seed in range(given.repeats)]
            none = sum(value is None for value, _ in made)
            found = sum(value is not None and abs(value - RIGHT) <= NEAR for value, _ in made)
            few = "yes" if made[0][1] else "no"
            shares = [f"{100 * n / len(made):.0f}%" for n in (found, none, len(made) - found - none)]
            print(f"| {budget:,} | {few} | {off} | {' | '.join(shares)} |", flush=True)


if __name__ == "__main__":
    main()
