"""Two quick agents: one that chooses at random, one that looks a decision ahead."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bestiary.core.cards import Content
from bestiary.core.driver import bind
from bestiary.core.game import Game
from bestiary.core.record import Records
from bestiary.core.rng import mix

from .base import Agent, Opinion

SEARCH = Path(__file__).with_name("search.py")
PLAYOUTS = 30  # a decision: cheap enough for bulk simulation


class Random(Agent):
    """Any legal action, each equally likely."""

    name = "random"

    def choose(self, seen: Records, seat: int, seed: int) -> int:
        legal = self.engine.legal(seen)
        return legal[int(mix(np.uint64(seed), np.int64(seat))) % len(legal)]


class Greedy(Agent):
    """Tries every action in a few deals and takes the one that came to most.

    A game with an evaluation is looked at one decision ahead; without one, playouts stand in. So they do
    for a game that suggests actions, which is played out well; few playouts tell little, and another
    action than the suggested one is taken only where it came to clearly more.
    """

    name = "greedy"

    def __init__(self, game: Game, content: Content | None = None) -> None:
        super().__init__(game, content)
        self.kernels = bind(game, SEARCH)
        guided = hasattr(game.rules, "suggest")
        self.horizon = 0 if hasattr(game.rules, "evaluate") and not guided else -1

    def opinions(self, seen: Records, seat: int, seed: int) -> list[Opinion]:
        game = self.engine.game
        legal = self.engine.legal(seen)
        trials = max(1, PLAYOUTS // len(legal))
        totals = np.zeros(game.limits.legal, np.float64)
        self.kernels.k_trials(
            self.engine.tables,
            seen,
            self.engine.new_states(),
            seat,
            np.uint64(seed),
            trials,
            self.horizon,
            np.zeros(game.limits.legal, np.int64),
            np.zeros(game.limits.legal, np.int64),
            np.zeros(max(game.players), np.float64),
            self.engine.new_log(on=False),
            np.zeros(1, np.uint64),
            np.zeros(max(1, game.limits.scratch), np.int64),
            totals,
        )
        low, high = game.payoff
        found = [
            Opinion(action, trials, (totals[i] / trials - low) / (high - low))
            for i, action in enumerate(legal)
        ]
        usual = self.engine.suggest(seen, seed)
        return sorted(found, key=lambda o: -o.value - game.hints.trust * (o.action == usual))

    def choose(self, seen: Records, seat: int, seed: int) -> int:
        legal = self.engine.legal(seen)
        if len(legal) == 1:
            return legal[0]
        return self.opinions(seen, seat, seed)[0].action
