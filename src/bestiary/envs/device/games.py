"""Whole random games on a GPU: those of ``Engine.batch``."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from bestiary.core.driver import Batch, Engine
from bestiary.core.record import records

from .env import LANES, WORD, kernels
from .gpu import Array, gpu

BLOCKS = 32  # for every multiprocessor
PACE = 64  # decisions after which those whose games have ended begin others
SEED = 8  # an argument of ``play``


class RandomGames:
    """Room for many games, which are played anew with every seed.

    Each is played by one thread from start to end, which then takes another.
    """

    def __init__(self, engine: Engine, games: int, options: Mapping[str, object] | None = None) -> None:
        game, device = engine.game, gpu()
        self.gpu = device
        self.games = games
        self.limit = game.limits.decisions
        self.scores = device.zeros((games, max(game.players)), np.float64)
        self.lengths = device.zeros(games, np.int64)
        self._following = device.zeros(1, np.int64)  # the next game that nobody plays yet
        self.tables = device.array(engine.tables)
        self.logs = device.array(records(game.log))
        self.origin: tuple[Array, ...] = (
            device.array(np.ascontiguousarray(np.asarray(game.blank)).view(WORD)),
            device.array(game.options.encode(game.settle(options))),
            device.array(records(game.carried)),
        )
        self._bind(engine)

    def _bind(self, engine: Engine) -> None:
        on = kernels(engine.game, self.gpu).on
        self._play = on(
            "play", self.tables, *self.origin, self.logs, self.scores, self.lengths, self._following,
            0, self.limit, PACE,
        )  # fmt: skip

    def play(self, seed: int) -> None:
        """Plays all games to their end, and waits for it."""
        self._following.clear()
        self._play.number(SEED, seed)
        most = self.gpu.processors * BLOCKS
        self._play(min(most, -(-self.games // LANES)), LANES)
        self.gpu.wait()

    def found(self) -> Batch:
        """What came of them."""
        return Batch(self.scores.numpy(), self.lengths.numpy())
