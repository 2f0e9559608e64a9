"""Quick agents: one that chooses at random, two that look a decision ahead."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bestiary.core.cards import Content
from bestiary.core.driver import bind
from bestiary.core.game import Game
from bestiary.core.record import Records
from bestiary.core.rng import mix

from . import policy
from .base import Agent, Opinion

SEARCH = Path(__file__).with_name("search.py")
TRIALS = Path(__file__).with_name("trials.py")


class Random(Agent):
    """Any legal action, each equally likely."""

    name = "random"

    def choose(self, seen: Records, seat: int, seed: int) -> int:
        legal = self.engine.legal(seen)
        return legal[int(mix(np.uint64(seed), seat)) % len(legal)]


class Trier(Agent):
    """Tries every action in a few deals and takes the one that came to most.

    A game that suggests actions is played out well, but few playouts tell little: another action than the
    suggested one is taken only where it came to clearly more.
    """

    policy: Records

    def __init__(self, game: Game, content: Content | None = None) -> None:
        super().__init__(game, content)
        self.kernels = bind(game, TRIALS, SEARCH)

    def opinions(self, seen: Records, seat: int, seed: int) -> list[Opinion]:
        legal = self.engine.legal(seen)
        tried = policy.trials(self.engine.game)
        tried.choices[: len(legal)] = legal
        best = self.kernels.k_try(
            self.engine.tables,
            seen,
            seat,
            np.uint64(seed),
            self.policy,
            len(legal),
            tried,
            self.engine.scratch(),
        )
        found = [Opinion(a, int(tried.tries[i]), float(tried.values[i])) for i, a in enumerate(legal)]
        return sorted(found, key=lambda o: (o.action != legal[best], -o.visits, -o.value))

    def choose(self, seen: Records, seat: int, seed: int) -> int:
        legal = self.engine.legal(seen)
        if len(legal) == 1:
            return legal[0]
        return self.opinions(seen, seat, seed)[0].action


class Greedy(Trier):
    """Thirty tries a decision, judged as a search of the game judges: by its evaluation or at the end."""

    name = "greedy"

    def __init__(self, game: Game, content: Content | None = None) -> None:
        super().__init__(game, content)
        self.policy = policy.greedy(game)


class Bulk(Trier):
    """About as good as greedy at a fraction of the time, for games by the hundred thousand."""

    name = "bulk"

    def __init__(self, game: Game, content: Content | None = None) -> None:
        super().__init__(game, content)
        self.policy = policy.bulk(game)
