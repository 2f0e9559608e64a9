"""Tree search as an agent: budgets by iterations or by time, one tree or several side by side."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bestiary.core import words
from bestiary.core.actions import MEANING, Meaning
from bestiary.core.cards import Content
from bestiary.core.driver import Engine, bind
from bestiary.core.game import Game, Hints
from bestiary.core.record import Records, records
from bestiary.core.rng import mix

from .base import Agent, Opinion
from .simple import SEARCH

DEEPEST = 200  # decisions that a path through the tree may have
SLICE = 100  # iterations between two looks at the clock
MOST_NODES = 400_000  # a search by time stops growing its tree here


@dataclass
class Tree:
    """The arrays of one search: a pool of nodes, and a table of the edges between them."""

    visits: NDArray[np.int64]
    offered: NDArray[np.int64]
    worth: NDArray[np.float64]
    parents: NDArray[np.int32]
    keys: NDArray[np.int64]
    children: NDArray[np.int32]
    used: int

    @classmethod
    def plant(cls, nodes: int, seats: int, observers: int) -> Tree:
        """Nothing but the roots, with room for so many nodes."""
        edges = 1 << max(6, (2 * nodes).bit_length())
        return cls(
            np.zeros(nodes, np.int64),
            np.zeros(nodes, np.int64),
            np.zeros((nodes, 1 if observers > 1 else seats), np.float64),
            np.zeros(edges, np.int32),
            np.zeros(edges, np.int64),
            np.zeros(edges, np.int32),
            observers,
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
        trees: int = 1,
        cores: int | None = None,
        hints: Hints | None = None,
    ) -> None:
        super().__init__(game, content)
        self.iterations = iterations
        self.seconds = seconds
        self.trees = trees
        self.cores = cores or os.cpu_count() or 1
        self.name = name or (f"mcts:{iterations}" if iterations else f"mcts:{seconds:g}s")
        self.hints = hints or game.hints
        self.kernels = bind(game, SEARCH)
        self.room = MOST_NODES
        self.searched = 0  # iterations of the last move
        self._last: tuple[bytes, int, int, list[Tree]] | None = None

    def choose(self, seen: Records, seat: int, seed: int) -> int:
        legal = self.engine.legal(seen)
        if len(legal) == 1:
            self.searched = 0
            return legal[0]
        return self.opinions(seen, seat, seed)[0].action

    def opinions(self, seen: Records, seat: int, seed: int) -> list[Opinion]:
        grown = self._search(seen, seat, seed)
        self._last = seen.tobytes(), seat, seed, grown
        return self._sum_up(seen, seat, grown)

    def expected(self, seen: Records, seat: int, seed: int, length: int = 6) -> list[tuple[int, str]]:
        """The likely continuation: who plays what, in notation, as far as the seat could tell.

        One deal that the seat holds possible is played on with the moves that were searched most: in
        the search behind the last opinions, where they were about the same question.
        """
        if self._last is None or self._last[:3] != (seen.tobytes(), seat, seed):
            self.opinions(seen, seat, seed)
        assert self._last is not None
        tree = self._last[3][0]
        world = self.engine.resampled(seen, seat, seed)
        buffers = Buffers(self.engine, self._observers(seen))
        nodes = list(range(self._observers(seen)))
        line: list[tuple[int, str]] = []
        while len(line) < length and not self.engine.over(world):
            actor = self.engine.actors(world)[0]
            own = actor if len(nodes) > 1 else 0
            legal = self.engine.legal(world)
            below = self._edges(world, nodes[own], tree, buffers)[: len(legal)]
            visits = np.where(below > 0, tree.visits[below], 0)
            best = int(visits.argmax())
            if visits[best] == 0:
                break
            meaning = self.engine.meaning(world, legal[best])
            line.append((actor, words.notation(self.engine.content, _as_seen(meaning, seat))))
            for k in range(len(nodes)):
                if k != own and nodes[k] >= 0:
                    nodes[k] = self._follow(world, legal[best], k, nodes[k], tree, buffers)
            nodes[own] = int(below[best])
            self.engine.apply(world, legal[best])
        return line

    def _follow(
        self, world: Records, action: int, observer: int, node: int, tree: Tree, buffers: Buffers
    ) -> int:
        at = self.kernels.k_seen_edge(
            self.engine.tables,
            world,
            action,
            observer,
            node,
            tree.parents,
            tree.keys,
            tree.children,
            buffers.meanings,
        )
        return int(at) or -1

    def _observers(self, seen: Records) -> int:
        return int(seen[0]["seats"]) if self.hints.multi_observer else 1

    def _search(self, seen: Records, seat: int, seed: int) -> list[Tree]:
        if self.trees == 1:
            grown = [self._grow(seen, seat, seed, self.iterations)]
        else:
            share = -(-self.iterations // self.trees)
            seeds = [int(mix(np.uint64(seed), np.int64(1 + k))) for k in range(self.trees)]
            with ThreadPoolExecutor(min(self.cores, self.trees)) as pool:
                grown = list(pool.map(lambda own: self._grow(seen, seat, own, share), seeds))
        self.searched = sum(int(tree.visits[0]) for tree in grown)
        return grown

    def _grow(self, seen: Records, seat: int, seed: int, iterations: int) -> Tree:
        game = self.engine.game
        observers = self._observers(seen)
        tree = Tree.plant(
            min(self.room, ((iterations or self.room) + 1) * (1 if observers == 1 else 1 + observers)),
            max(game.players),
            observers,
        )
        ends = time.perf_counter() + self.seconds
        buffers = Buffers(self.engine, observers)
        low, high = game.payoff
        done = 0
        while True:
            step = iterations or SLICE
            tree.used = int(
                self.kernels.k_search(
                    self.engine.tables,
                    seen,
                    buffers.work,
                    seat,
                    np.uint64(seed),
                    done,
                    step,
                    self.hints.explore,
                    self.hints.trust,
                    self.hints.horizon,
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
                    buffers.nodes,
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

    def _edges(self, states: Records, node: int, tree: Tree, buffers: Buffers) -> NDArray[np.int64]:
        below = np.zeros(self.engine.game.limits.legal, np.int64)
        self.kernels.k_edges(
            self.engine.tables,
            states,
            node,
            tree.parents,
            tree.keys,
            tree.children,
            buffers.choices,
            buffers.meanings,
            below,
        )
        return below

    def _sum_up(self, seen: Records, seat: int, grown: list[Tree]) -> list[Opinion]:
        legal = self.engine.legal(seen)
        visits = np.zeros(len(legal), np.int64)
        worth = np.zeros(len(legal), np.float64)
        observers = self._observers(seen)
        buffers = Buffers(self.engine, observers)
        root, column = (self.engine.actors(seen)[0], 0) if observers > 1 else (0, seat)
        for tree in grown:
            nodes = self._edges(seen, root, tree, buffers)[: len(legal)]
            there = nodes > 0
            visits += np.where(there, tree.visits[nodes], 0)
            worth += np.where(there, tree.worth[nodes, column], 0.0)
        found = [
            Opinion(action, int(visits[i]), float(worth[i] / max(1, visits[i])))
            for i, action in enumerate(legal)
        ]
        return sorted(found, key=lambda o: (-o.visits, -o.value))


def _as_seen(meaning: Meaning, seat: int) -> Meaning:
    """What a seat would learn of an action."""
    if (meaning.see >> seat) & 1:
        return meaning
    return Meaning(meaning.verb, None, None, meaning.target, meaning.number, meaning.see)


class Buffers:
    """The scratch space of one search."""

    def __init__(self, engine: Engine, observers: int) -> None:
        game = engine.game
        self.work = engine.new_states()
        self.choices = np.zeros(game.limits.legal, np.int64)
        self.slots = np.zeros(game.limits.legal, np.int64)
        self.nodes = np.zeros(observers, np.int64)
        self.path = np.zeros((DEEPEST, observers), np.int64)
        self.payoffs = np.zeros(max(game.players), np.float64)
        self.meanings = records(MEANING)
        self.log = engine.new_log(on=False)
        self.rng = np.zeros(1, np.uint64)
        self.scratch = np.zeros(max(1, game.limits.scratch), np.int64)
