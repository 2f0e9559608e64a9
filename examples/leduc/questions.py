"""All questions of Leduc, as a network sees them."""

from __future__ import annotations

from typing import Any

import solve

from bestiary.core.record import Records
from bestiary.learn import Network


class Questions(solve.Solver):
    """The solver, which also keeps what a seat observes at each question, and what it may do."""

    def __init__(self) -> None:
        self.asked: dict[str, tuple[Any, list[int]]] = {}
        super().__init__()

    def _grow(self, states: Records, said: str) -> solve.Node:
        node = super()._grow(states, said)
        if node.seat >= 0:
            self.asked[node.key] = self.engine.observe(states, node.seat), self.engine.legal(states)
        return node

    def played_by(self, network: Network) -> solve.Strategy:
        """The strategy of a network."""
        return {key: network.likely(seen, legal)[0].tolist() for key, (seen, legal) in self.asked.items()}

    def at_random(self) -> solve.Strategy:
        """Every action as likely as any other."""
        return {key: [1 / len(legal)] * len(legal) for key, (_, legal) in self.asked.items()}
