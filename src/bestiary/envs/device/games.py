"""Whole random games on a GPU: those of ``Engine.batch``."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from bestiary.core.driver import Batch, Engine
from bestiary.core.record import records

from .env import PHASES, WORD, kernels
from .gpu import Array, gpu

THREADS = 128  # in a block
BLOCKS = 16  # for every multiprocessor
SIDE_BY_SIDE = 1 << 18  # games under way at once, where they are sorted
OFTEN = 32  # decisions of all of them after which it is asked whether there are any


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
        self._bind(engine)

    def _bind(self, engine: Engine) -> None:
        on = kernels(engine.game, self.gpu).on
        self._play = on(
            "play", self.tables, *self.origin, self.logs, self.scores, self.lengths, 0, self.limit
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


class SortedGames(RandomGames):
    """The same games, a decision of each at a time, sorted by their questions: neighbours do the same."""

    def _bind(self, engine: Engine) -> None:
        game, device = engine.game, self.gpu
        self.width = width = min(self.games, SIDE_BY_SIDE)
        states = device.zeros(width, game.state)
        raw = states.viewed(WORD, (width, game.state.itemsize // WORD.itemsize))
        number, steps, ended = (device.zeros(width, np.int64) for _ in range(3))
        rngs, drawn = (device.zeros(width, np.uint64) for _ in range(2))
        order = device.zeros(width, np.int32)
        tally, filled = (device.zeros((2, PHASES), np.int64) for _ in range(2))
        count, self._begun, self._live = (device.zeros(1, np.int64) for _ in range(3))
        on = kernels(game, device).on
        self._roll = on(
            "roll", self.tables, states, order, self._live, number, rngs, drawn, steps, self.logs,
            self.scores, self.lengths, ended, count, tally, self.limit, 0,
        )  # fmt: skip
        self._follow = on(
            "follow", self.tables, *self.origin, states, raw, number, rngs, drawn, steps, ended, count, tally,
            filled, self._begun, self.lengths, 0, 0, 0,
        )  # fmt: skip
        self._queue = on("queue", states, number, tally, filled, order, self._live, count, 0)
        self._tallies = tally, filled

    def play(self, seed: int) -> None:
        """Plays all games to their end, and waits for it."""
        blocks = (self.width + THREADS - 1) // THREADS
        self._begun.clear()
        for tally in self._tallies:
            tally.clear()
        self._follow.number(16, seed)
        self._follow.number(17, 1)
        self._follow.number(18, 1)
        self._follow(blocks, THREADS)
        self._follow.number(18, 0)
        self._queue.number(7, 1)
        self._queue(blocks, THREADS)
        turn = 0
        while int(self._live.numpy()[0]):
            for _ in range(OFTEN):
                self._roll.number(15, turn)
                self._follow.number(17, turn)
                self._queue.number(7, turn)
                self._roll(blocks, THREADS)
                self._follow(blocks, THREADS)
                self._queue(blocks, THREADS)
                turn = 1 - turn
