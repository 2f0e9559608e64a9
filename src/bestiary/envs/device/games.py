"""Whole random games on a GPU: those of ``Engine.batch``."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from bestiary.core.driver import Batch, Engine
from bestiary.core.record import records

from .env import LANES, WORD, held, kernels, stride
from .gpu import Array, gpu

BLOCKS = 32  # for every multiprocessor


class RandomGames:
    """Room for many games, which are played anew with every seed: each by one thread, from start to end."""

    def __init__(self, engine: Engine, games: int, options: Mapping[str, object] | None = None) -> None:
        game, device = engine.game, gpu()
        self.gpu = device
        self.games = games
        self.limit = game.limits.decisions
        self.scores = device.zeros((games, max(game.players)), np.float64)
        self.lengths = device.zeros(games, np.int64)
        self.tables = device.array(engine.tables)
        self.logs = device.array(records(game.log))
        self.origin: tuple[Array, ...] = (
            device.array(np.ascontiguousarray(np.asarray(game.blank)).view(WORD)),
            device.array(game.options.encode(game.settle(options))),
            device.array(records(game.carried)),
        )
        self.lanes = held(game) or LANES
        self._room = held(game) * stride(game) * WORD.itemsize
        self._bind(engine)

    def _bind(self, engine: Engine) -> None:
        on = kernels(engine.game, self.gpu).on
        self._play = on(
            "play", self.tables, *self.origin, self.logs, self.scores, self.lengths, 0, self.limit, self.lanes
        )

    def play(self, seed: int) -> None:
        """Plays all games to their end, and waits for it."""
        self._play.number(7, seed)
        most = self.gpu.processors * BLOCKS
        self._play(min(most, -(-self.games // self.lanes)), LANES, 0, self._room)
        self.gpu.wait()

    def found(self) -> Batch:
        """What came of them."""
        return Batch(self.scores.numpy(), self.lengths.numpy())
