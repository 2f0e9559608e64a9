"""Solves Leduc: ``python examples/leduc/solve.py`` prints the value of the game for the first player.

Counterfactual regret minimisation (CFR+) over the whole game, which is read off the engine: every
deal that its seeds give, every action that it allows, every payoff that it pays. Suits never matter,
so deals of equal ranks are joined, once the engine has paid them alike.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bestiary.core.driver import Engine
from bestiary.core.record import Records
from bestiary.core.registry import register

sys.path.insert(0, str(Path(__file__).parent))
from leduc import GAME

SEEDS = 3000  # enough to meet all 120 deals
KNOWN_VALUE = -0.0856  # of the first player, as the literature and OpenSpiel have it


Strategy = dict[str, list[float]]  # by question: how likely each of its actions is


@dataclass
class Question:
    """What a seat knows when it is asked, and what it has come to regret and to prefer."""

    actions: tuple[int, ...]
    regret: list[float] = field(default_factory=list)
    weight: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.regret = [0.0] * len(self.actions)
        self.weight = [0.0] * len(self.actions)

    def strategy(self) -> list[float]:
        """Regret matching: actions by how much they are regretted."""
        return _shares(self.regret)

    def average(self) -> list[float]:
        """The strategy that converges."""
        return _shares(self.weight)


def _shares(numbers: list[float]) -> list[float]:
    total = sum(numbers)
    return [x / total for x in numbers] if total > 0 else [1 / len(numbers)] * len(numbers)


@dataclass(frozen=True)
class Node:
    """A position of one deal: the payoff of seat 0 at an end, else who is asked, and what follows."""

    payoff: float = 0.0
    seat: int = -1
    key: str = ""
    after: tuple[Node, ...] = ()


class Solver:
    """The whole game, and the strategies of both seats."""

    def __init__(self) -> None:
        self.engine = Engine(GAME)
        self.questions: dict[str, Question] = {}
        self.deals = [(self._grow(states, ""), share) for states, share in self._deals()]
        self.rounds = 0

    def _deals(self) -> Iterator[tuple[Records, float]]:
        """One deal of every kind of ranks, with its probability."""
        all_ = {}
        for seed in range(SEEDS):
            states = self.engine.start(seed=seed)
            s = states[0]
            all_[(*s["hand"][:, 0].tolist(), int(s["deck"][s["deck_n"] - 1]))] = states
        kinds: dict[tuple[int, ...], Records] = {}
        found: Counter[tuple[int, ...]] = Counter()
        for deal, states in all_.items():
            ranks = tuple(self._rank(card) for card in deal)
            found[ranks] += 1
            if ranks in kinds and self._grow(kinds[ranks], "") != self._grow(states, ""):
                raise AssertionError(f"deals of equal ranks {ranks} are paid differently")
            kinds.setdefault(ranks, states)
        if len(all_) != 6 * 5 * 4:
            raise AssertionError(f"{len(all_)} deals of 120")
        for ranks, states in kinds.items():
            yield states, found[ranks] / len(all_)

    def _rank(self, card: int) -> int:
        return int(self.engine.tables["rank"][0, card]) if card >= 0 else 0

    def _grow(self, states: Records, said: str) -> Node:
        """The tree below a position; a question is known by the own rank, the open one, and all words."""
        if self.engine.over(states):
            return Node(payoff=self.engine.returns(states)[0])
        seat = self.engine.actors(states)[0]
        seen = self.engine.hidden(states, seat)[0]
        key = f"{self._rank(int(seen['hand'][seat, 0]))}{self._rank(int(seen['table'][0]))} {said}"
        actions = tuple(self.engine.legal(states))
        if self.questions.setdefault(key, Question(actions)).actions != actions:
            raise AssertionError(f"what looks alike has different choices: {key}")
        after = []
        for action in actions:
            child = self.engine.copy(states)
            self.engine.apply(child, action)
            turned = int(child[0]["phase"]) != int(states[0]["phase"])
            after.append(self._grow(child, said + "fcr"[action] + ("/" if turned else "")))
        return Node(0.0, seat, key, tuple(after))

    def improve(self, rounds: int) -> None:
        """Rounds of CFR+: both seats in turn, later rounds weigh more."""
        for _ in range(rounds):
            self.rounds += 1
            for seat in (0, 1):
                kept = {key: q.strategy() for key, q in self.questions.items()}
                gained: dict[str, list[float]] = {}
                for node, share in self.deals:
                    self._regret(node, seat, 1.0, share, kept, gained)
                for key, gains in gained.items():
                    q = self.questions[key]
                    q.regret = [max(0.0, r + g) for r, g in zip(q.regret, gains, strict=True)]

    def _regret(
        self,
        node: Node,
        seat: int,
        own: float,
        others: float,
        kept: dict[str, list[float]],
        gained: dict[str, list[float]],
    ) -> float:
        if node.seat < 0:
            return node.payoff if seat == 0 else -node.payoff
        shares = kept[node.key]
        if node.seat != seat:
            return sum(
                x * self._regret(child, seat, own, others * x, kept, gained)
                for x, child in zip(shares, node.after, strict=True)
                if x > 0
            )
        values = [
            self._regret(child, seat, own * x, others, kept, gained)
            for x, child in zip(shares, node.after, strict=True)
        ]
        value = sum(x * v for x, v in zip(shares, values, strict=True))
        gains = gained.setdefault(node.key, [0.0] * len(values))
        weight = self.questions[node.key].weight
        for i, v in enumerate(values):
            gains[i] += others * (v - value)
            weight[i] += self.rounds * own * shares[i]
        return value

    def learned(self) -> Strategy:
        """The strategy that both seats have come to."""
        return {key: q.average() for key, q in self.questions.items()}

    def value(self, first: Strategy | None = None, second: Strategy | None = None) -> float:
        """What the first player gets when the two play these strategies, or what they have learned."""
        learned = self.learned()
        played = (first or learned, second or learned)

        def worth(node: Node) -> float:
            if node.seat < 0:
                return node.payoff
            shares = played[node.seat][node.key]
            return sum(x * worth(child) for x, child in zip(shares, node.after, strict=True) if x > 0)

        return sum(share * worth(node) for node, share in self.deals)

    def exploitability(self, strategy: Strategy | None = None) -> float:
        """What a seat that knows the other's strategy wins against it, on average; 0 when solved."""
        kept = strategy or self.learned()
        return (self._best(self.deals, 0, kept) + self._best(self.deals, 1, kept)) / 2

    def _best(self, nodes: list[tuple[Node, float]], seat: int, kept: dict[str, list[float]]) -> float:
        """The best that a seat can do, over all deals that have come to the same words."""
        first, _ = nodes[0]
        if first.seat < 0:
            return sum(share * node.payoff for node, share in nodes) * (1 if seat == 0 else -1)
        choices = range(len(first.after))
        if first.seat != seat:
            return sum(
                self._best([(n.after[i], share * kept[n.key][i]) for n, share in nodes], seat, kept)
                for i in choices
            )
        alike: dict[str, list[tuple[Node, float]]] = {}
        for node, share in nodes:
            alike.setdefault(node.key, []).append((node, share))
        return sum(
            max(self._best([(n.after[i], share) for n, share in group], seat, kept) for i in choices)
            for group in alike.values()
        )


if __name__ == "__main__":
    register(GAME)
    solver = Solver()
    for _ in range(5):
        solver.improve(100)
        print(
            f"after {solver.rounds} rounds: value {solver.value():+.4f} (known: {KNOWN_VALUE:+.4f}), "
            f"exploitability {solver.exploitability():.4f}"
        )
