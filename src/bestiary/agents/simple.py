"""Quick agents: one that chooses at random, two that look a decision ahead."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from bestiary.core.cards import Content
from bestiary.core.driver import bind
from bestiary.core.game import Game
from bestiary.core.record import Records
from bestiary.core.rng import mix

from .base import Agent, Opinion

SEARCH = Path(__file__).with_name("search.py")
TRIALS = Path(__file__).with_name("trials.py")
PLAYOUTS = 30  # a decision: cheap enough for bulk simulation


class Manner(NamedTuple):
    """How an agent tries its choices."""

    tries: int  # shared among the choices; each has one at least
    horizon: int  # random decisions after a choice before the evaluation judges; -1: to the end
    keep: int  # so many of the best are tried again
    more: int  # so often


class Random(Agent):
    """Any legal action, each equally likely."""

    name = "random"

    def choose(self, seen: Records, seat: int, seed: int) -> int:
        legal = self.engine.legal(seen)
        return legal[int(mix(np.uint64(seed), np.int64(seat))) % len(legal)]


class Trier(Agent):
    """Tries every action in a few deals and takes the one that came to most.

    A game that suggests actions is played out well, but few playouts tell little: another action than the
    suggested one is taken only where it came to clearly more.
    """

    manner: Manner

    def __init__(self, game: Game, content: Content | None = None) -> None:
        super().__init__(game, content)
        self.kernels = bind(game, TRIALS, SEARCH)

    def opinions(self, seen: Records, seat: int, seed: int) -> list[Opinion]:
        game = self.engine.game
        legal = self.engine.legal(seen)
        values = np.zeros(len(legal), np.float64)
        tries = np.zeros(len(legal), np.int64)
        best = self.kernels.k_try(
            self.engine.tables,
            seen,
            self.engine.new_states(),
            self.engine.new_states(),
            seat,
            np.uint64(seed),
            np.array(self.manner, np.int64),
            *map(float, game.payoff),
            float(game.hints.trust),
            np.array(legal, np.int64),
            len(legal),
            np.zeros(game.limits.legal, np.int64),
            np.zeros(max(game.players), np.float64),
            self.engine.new_log(on=False),
            np.zeros(1, np.uint64),
            np.zeros(max(1, game.limits.scratch), np.int64),
            values,
            tries,
        )
        found = [Opinion(a, int(tries[i]), float(values[i])) for i, a in enumerate(legal)]
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
        self.manner = greedy_manner(game)


class Bulk(Trier):
    """About as good as greedy at a fraction of the time, for games by the hundred thousand."""

    name = "bulk"

    def __init__(self, game: Game, content: Content | None = None) -> None:
        super().__init__(game, content)
        self.manner = bulk_manner(game)


def greedy_manner(game: Game) -> Manner:
    """How greedy looks at a game."""
    return Manner(PLAYOUTS, game.hints.horizon, 0, 0)


def bulk_manner(game: Game) -> Manner:
    """How bulk looks at a game."""
    return Manner(*game.hints.bulk)
