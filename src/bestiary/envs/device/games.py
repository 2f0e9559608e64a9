"""Whole random games on a GPU: those of ``Engine.batch``, a thread each."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from bestiary.core.driver import Batch, Engine
from bestiary.core.record import records

from .env import WORD, kernels
from .gpu import gpu

THREADS = 128  # in a block
BLOCKS = 16  # for every multiprocessor


class RandomGames:
    """Room for many games, which are played anew with every seed."""

    def __init__(self, engine: Engine, games: int, options: Mapping[str, object] | None = None) -> None:
        game, device = engine.game, gpu()
        self.gpu = device
        self.games = games
        self.scores = device.zeros((games, max(game.players)), np.float64)
        self.lengths = device.zeros(games, np.int64)
        self._play = kernels(game, device).on(
            "play",
            device.array(engine.tables),
            device.array(np.ascontiguousarray(np.asarray(game.blank)).view(WORD)),
            device.array(game.options.encode(game.settle(options))),
            device.array(records(game.carried)),
            device.array(records(game.log)),
            self.scores,
            self.lengths,
            0,
            game.limits.decisions,
        )

    def play(self, seed: int) -> None:
        """Plays all games to their end, and waits for it."""
        self._play.number(7, seed)
        most = self.gpu.processors * BLOCKS
        self._play(min(most, (self.games + THREADS - 1) // THREADS), THREADS)
        self.gpu.wait()

    def found(self) -> Batch:
        """What came of them."""
        return Batch(self.scores.numpy(), self.lengths.numpy())
