"""A machine in a hurry: what can be thought in a second, for a game that is not compiled yet."""

from __future__ import annotations

import time

import numpy as np

from bestiary.core.cards import Content
from bestiary.core.game import Game
from bestiary.core.record import Records

from .base import LEVELS, Opinion
from .policy import plant, policy
from .tree import TreeSearch

SECONDS = 1.0


class Hasty(TreeSearch):
    """A search of as many iterations as a level has, or as there is time for.

    What a game suggests by itself is quicker than any search, and taken as it is; where there is one choice,
    nothing is thought at all.
    """

    def __init__(
        self, game: Game, content: Content | None = None, name: str = LEVELS[0], seconds: float = SECONDS
    ) -> None:
        most = getattr(game.hints, name if name in LEVELS else LEVELS[0])
        super().__init__(game, content, iterations=most, name=name, cores=1)
        self.given = seconds

    def opinions(self, seen: Records, seat: int, seed: int) -> list[Opinion]:
        legal = self.engine.legal(seen)
        suggested = legal[0] if len(legal) == 1 else self.engine.suggest(seen, seed)
        if suggested is not None:
            others = [Opinion(a, 0, 0.5) for a in legal if a != suggested]
            return [Opinion(suggested, 1, 0.5), *others]
        ends = time.perf_counter() + self.given
        observers = self._observers(seen)
        tree = plant(self.engine.game, (self.iterations + 1) * (1 + observers), observers)
        how, scratch = policy(self.engine.game, hints=self.hints), self.engine.scratch()
        for _ in range(self.iterations):
            self.kernels.k_search(self.engine.tables, seen, seat, np.uint64(seed), 1, how, tree, scratch)
            if time.perf_counter() >= ends:
                break
        self.searched = int(tree.visits[0])
        return self._sum_up(seen, seat, [tree])
