"""Tree search as an agent: budgets by iterations or by time, one tree or several."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bestiary.core.actions import MEANING
from bestiary.core.cards import Content
from bestiary.core.driver import Engine, bind
from bestiary.core.game import Game
from bestiary.core.record import Records, records
from bestiary.core.rng import mix

from .base import Agent, Opinion
from .simple import SEARCH

EXPLORE = 0.7
DEEPEST = 200  # decisions that a path through the tree may have
SLICE = 200  # iterations between two looks at the clock
MOST_NODES = 400_000  # a search by time stops growing its tree here
TREES = 4  # independent trees of a search on several cores; their number decides, not the cores


@dataclass
class Tree:
    """The arrays of one tree."""

    visits: NDArray[np.int64]
    offered: NDArray[np.int64]
    worth: NDArray[np.float64]
    parents: NDArray[np.int32]
    keys: NDArray[np.int64]
    children: NDArray[np.int32]
    used: int = 1

    @classmethod
    def plant(cls, nodes: int, seats: int) -> Tree:
        """An empty tree with room for so many nodes."""
        edges = 1 << max(6, (3 * nodes).bit_length())
        return cls(
            np.zeros(nodes, np.int64),
            np.zeros(nodes, np.int64),
            np.zeros((nodes, seats), np.float64),
            np.zeros(edges, np.int32),
            np.zeros(edges, np.int64),
            np.zeros(edges, np.int32),
        )


class TreeSearch(Agent):
    """Information-set tree search over what the seat may know."""

    def __init__(
        self,
        game: Game,
        content: Content | None = None,
        iterations: int = 0,
        seconds: float = 0.0,
        name: str = "",
        cores: int = 1,
    ) -> None:
        super().__init__(game, content)
        self.iterations = iterations
        self.seconds = seconds
        self.cores = cores
        self.name = name or (f"mcts:{iterations}" if iterations else f"mcts:{seconds:g}s")
        self.kernels = bind(game, SEARCH)
        self.searched = 0  # iterations of the last move

    def choose(self, seen: Records, seat: int, seed: int) -> int:
        legal = self.engine.legal(seen)
        if len(legal) == 1:
            self.searched = 0
            return legal[0]
        return self.opinions(seen, seat, seed)[0].action

    def opinions(self, seen: Records, seat: int, seed: int) -> list[Opinion]:
        if self.cores == 1:
            grown = [self._grow(seen, seat, seed, self.iterations)]
        else:
            share = -(-self.iterations // TREES)
            seeds = [int(mix(np.uint64(seed), np.int64(1 + k))) for k in range(TREES)]
            with ThreadPoolExecutor(self.cores) as pool:
                grown = list(pool.map(lambda own: self._grow(seen, seat, own, share), seeds))
        self.searched = sum(int(tree.visits[0]) for tree in grown)
        return self._sum_up(seen, seat, grown)

    def _grow(self, seen: Records, seat: int, seed: int, iterations: int) -> Tree:
        game = self.engine.game
        seats = max(game.players)
        tree = Tree.plant(min(MOST_NODES, (iterations or MOST_NODES) + 1), seats)
        ends = time.perf_counter() + self.seconds
        buffers = Buffers(self.engine)
        low, high = game.payoff
        done = 0
        while True:
            step = min(SLICE, iterations - done) if iterations else SLICE
            tree.used = int(
                self.kernels.k_search(
                    self.engine.tables,
                    seen,
                    buffers.work,
                    seat,
                    np.uint64(seed),
                    done,
                    step,
                    EXPLORE,
                    -1,
                    low,
                    high,
                    tree.used,
                    tree.visits,
                    tree.offered,
                    tree.worth,
                    tree.parents,
                    tree.keys,
                    tree.children,
                    buffers.choices,
                    buffers.slots,
                    buffers.path,
                    buffers.payoffs,
                    buffers.meanings,
                    buffers.log,
                    buffers.rng,
                    buffers.scratch,
                )
            )
            done += step
            if done == iterations or (not iterations and time.perf_counter() >= ends):
                return tree

    def _sum_up(self, seen: Records, seat: int, grown: list[Tree]) -> list[Opinion]:
        most = self.engine.game.limits.legal
        legal = self.engine.legal(seen)
        visits = np.zeros(len(legal), np.int64)
        worth = np.zeros(len(legal), np.float64)
        buffers = Buffers(self.engine)
        for tree in grown:
            below = np.zeros(most, np.int64)
            self.kernels.k_edges(
                self.engine.tables,
                seen,
                0,
                tree.parents,
                tree.keys,
                tree.children,
                buffers.choices,
                buffers.meanings,
                below,
            )
            nodes = below[: len(legal)]
            there = nodes > 0
            visits += np.where(there, tree.visits[nodes], 0)
            worth += np.where(there, tree.worth[nodes, seat], 0.0)
        found = [
            Opinion(action, int(visits[i]), float(worth[i] / max(1, visits[i])))
            for i, action in enumerate(legal)
        ]
        return sorted(found, key=lambda o: (-o.visits, -o.value))


class Buffers:
    """The scratch space of one search."""

    def __init__(self, engine: Engine) -> None:
        game = engine.game
        self.work = engine.new_states()
        self.choices = np.zeros(game.limits.legal, np.int64)
        self.slots = np.zeros(game.limits.legal, np.int64)
        self.path = np.zeros(DEEPEST, np.int64)
        self.payoffs = np.zeros(max(game.players), np.float64)
        self.meanings = records(MEANING)
        self.log = engine.new_log(on=False)
        self.rng = np.zeros(1, np.uint64)
        self.scratch = np.zeros(max(1, game.limits.scratch), np.int64)
