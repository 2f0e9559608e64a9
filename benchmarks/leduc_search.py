"""Our search against OpenSpiel's on Leduc, at equal iterations, and both against the equilibrium.

    python benchmarks/leduc_search.py --iterations 100,1000

Leduc has 288 questions, suits aside. Every searcher answers each of them many times; how often it chose
what is its strategy, and two strategies meet on all deals and in both seats at once, by adding up instead
of playing hands. Answers are split into independent batches, whose spread gives the interval.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "examples" / "leduc"))
sys.path.insert(0, str(Path(__file__).parent))
from sides.ours import LEDUC
from sides.searches import spiel_bot
from solve import Solver, Strategy

from bestiary.agents.tree import TreeSearch
from bestiary.core.record import Records
from bestiary.run.statistics import student

BATCHES = 10
ROUNDS = 400  # of regret minimisation, for the equilibrium
BUDGETS = (100, 1000)  # iterations of a search
TIMES = 6  # answers to a question in each batch
TITLE = "Our search against OpenSpiel's on Leduc"
NOTE = (
    "Equal iterations, both seats, all deals (`python benchmarks/leduc_search.py`): every searcher answers "
    "all 288 questions of the game many times, and the strategies meet by adding up. How much ours explores "
    "(`explore=0.2` in `examples/leduc`) was chosen by what wins most against this same bot; the bot "
    "explores with its usual constant of 2 chips. The equilibrium is that of `examples/leduc/solve.py`; it "
    "wins against any search that does not bluff by the book."
)

Question = tuple[Records, Any, int, tuple[int, ...]]  # what the seat sees, OpenSpiel's state, seat, actions


class Questions(Solver):
    """The solver, which also keeps one position for each question, on our engine and on OpenSpiel's."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: dict[str, Question] = {}
        import pyspiel

        game = pyspiel.load_game("leduc_poker")
        for states, _ in self._deals():
            theirs = game.new_initial_state()
            for seat in (0, 1):
                theirs.apply_action(int(states[0]["hand"][seat, 0]))
            self._walk(states, theirs, "")

    def _walk(self, states: Records, theirs: Any, said: str) -> None:
        if theirs.is_chance_node():
            theirs.apply_action(int(states[0]["table"][0]))
        if self.engine.over(states):
            if theirs.returns() != self.engine.returns(states):
                raise AssertionError(f"OpenSpiel pays differently after {said}")
            return
        seat = self.engine.actors(states)[0]
        seen = self.engine.hidden(states, seat)
        own, opened = (self._rank(int(seen[0][zone].flat[at])) for zone, at in (("hand", seat), ("table", 0)))
        actions = tuple(self.engine.legal(states))
        if seat != theirs.current_player() or list(actions) != theirs.legal_actions():
            raise AssertionError(f"OpenSpiel asks differently after {said}")
        self.asked.setdefault(f"{own}{opened} {said}", (seen, theirs.clone(), seat, actions))
        for action in actions:
            child, beside = self.engine.copy(states), theirs.clone()
            self.engine.apply(child, action)
            beside.apply_action(action)
            turned = int(child[0]["phase"]) != int(states[0]["phase"])
            self._walk(child, beside, said + "fcr"[action] + ("/" if turned else ""))

    def strategies(self, name: str, answer: Callable[[Question, int], int], times: int) -> list[Strategy]:
        """What a searcher chooses, by batches of so many answers to each question."""
        made: list[Strategy] = []
        for batch in range(BATCHES):
            found: Strategy = {}
            for key, question in self.asked.items():
                actions = question[3]
                counts = [0] * len(actions)
                for n in range(times):
                    counts[actions.index(answer(question, batch * times + n))] += 1
                found[key] = [count / times for count in counts]
            made.append(found)
            print(f"  {name}: batch {batch + 1} of {BATCHES}", file=sys.stderr, flush=True)
        return made

    def duel(self, ones: list[Strategy], others: list[Strategy]) -> tuple[float, float]:
        """Chips a hand that the first wins, both seats taken equally often, and the reach of 95%."""
        won = [(self.value(a, b) - self.value(b, a)) / 2 for a, b in zip(ones, others, strict=True)]
        return statistics.fmean(won), student(len(won) - 1) * statistics.stdev(won) / sqrt(len(won))


def mean(strategies: list[Strategy]) -> Strategy:
    """All batches together."""
    return {
        key: [statistics.fmean(s[key][i] for s in strategies) for i in range(len(shares))]
        for key, shares in strategies[0].items()
    }


def rows(budgets: Sequence[int] = BUDGETS, times: int = TIMES) -> Iterator[str]:
    """The lines of a table, as they are found; without OpenSpiel an ``ImportError``."""
    table = Questions()
    table.improve(ROUNDS)
    solved = [table.learned()] * BATCHES
    yield "| iterations | | chips a hand | 95% | what the first loses to a perfect foe |"
    yield "| ---: | --- | ---: | --- | ---: |"
    for budget in budgets:
        agent = TreeSearch(LEDUC, iterations=budget)
        bot = spiel_bot(budget, 1)
        ours = table.strategies("Bestiary", lambda q, n, a=agent: a.choose(q[0], q[2], n), times)
        theirs = table.strategies("OpenSpiel", lambda q, n, b=bot: b.step(q[1]), times)
        for name, one, other in (
            ("Bestiary against OpenSpiel's C++ bot", ours, theirs),
            ("Bestiary against the equilibrium", ours, solved),
            ("OpenSpiel's C++ bot against the equilibrium", theirs, solved),
        ):
            won, reach = table.duel(one, other)
            yield (
                f"| {budget:,} | {name} | {won:+.3f} | {won - reach:+.3f} to {won + reach:+.3f} "
                f"| {table.exploitability(mean(one)):.2f} |"
            )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--iterations", default=",".join(map(str, BUDGETS)), help="of a search, separated by commas"
    )
    parser.add_argument("--times", type=int, default=TIMES, help="answers to a question in a batch, of ten")
    given = parser.parse_args()
    try:
        budgets = [int(word) for word in given.iterations.split(",")]
    except ValueError:
        parser.error(f"--iterations are whole numbers, not {given.iterations}")
    if min(budgets) < 1 or given.times < 1:
        parser.error("at least one iteration and one answer are needed")
    try:
        for line in rows(budgets, given.times):
            print(line, flush=True)
    except ImportError:
        print("OpenSpiel is not installed here: `make peers` sets it up.", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
