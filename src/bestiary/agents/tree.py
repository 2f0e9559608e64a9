"""Tree search as an agent: budgets by iterations or by time, one tree or several side by side."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from bestiary.core import words
from bestiary.core.actions import Meaning
from bestiary.core.cards import Content
from bestiary.core.driver import bind
from bestiary.core.game import Game, Hints
from bestiary.core.record import Records
from bestiary.core.rng import mix, mixed
from bestiary.core.scratch import Scratch

from .base import Agent, Opinion
from .policy import Tree, plant, policy
from .simple import SEARCH

PAUSE = 0.025  # seconds after which a search pauses
FIRST = 4  # iterations of a search before it knows how long one takes
FASTER = 4  # how many times as many it tries next, at most
TRUSTED = 5  # visits that an answer in a tree needs to be taken in a try
SLICE = 100  # iterations between two looks at the clock
MOST_NODES = 400_000  # a search by time stops growing its tree here


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
        scratch = self.engine.scratch()
        nodes = list(range(self._observers(seen)))
        line: list[tuple[int, str]] = []
        while len(line) < length and not self.engine.over(world):
            actor = self.engine.actors(world)[0]
            action, _ = self._liked(world, nodes, tree, scratch, 1)
            if action is None:
                break
            meaning = self.engine.meaning(world, action)
            line.append((actor, words.notation(self.engine.content, _as_seen(meaning, seat))))
            nodes = self._below(world, action, nodes, tree, scratch)
            self.engine.apply(world, action)
        return line

    def walked(
        self, world: Records, nodes: list[int], tree: Tree, scratch: Scratch, given: int | None, seed: int
    ) -> tuple[int, list[int]]:
        """What a try plays (what is given, what the tree likes, or anything), and where it then is in it."""
        action = given
        if action is None:
            action, legal = self._liked(world, nodes, tree, scratch, TRUSTED)
            if action is None:
                luck = int(mixed(np.uint64(seed), int(nodes[0]) + 7 * len(legal)))
                action = self.engine.suggest(world, luck)
                action = legal[luck % len(legal)] if action is None else action
        return action, self._below(world, action, nodes, tree, scratch)

    def _liked(
        self, world: Records, nodes: list[int], tree: Tree, scratch: Scratch, least: int
    ) -> tuple[int | None, list[int]]:
        """What was searched most of what is legal here, if it was so often; and what is legal."""
        own = self.engine.actors(world)[0] if len(nodes) > 1 else 0
        legal = self.engine.legal(world)
        if nodes[own] < 0:
            return None, legal
        below = self._edges(world, nodes[own], tree, scratch)[: len(legal)]
        visits = np.where(below > 0, tree.visits[below], 0)
        best = int(visits.argmax())
        return (legal[best] if visits[best] >= least else None), legal

    def _below(
        self, world: Records, action: int, nodes: list[int], tree: Tree, scratch: Scratch
    ) -> list[int]:
        """Where every observer is once an action is played; -1: outside the tree."""
        own = self.engine.actors(world)[0] if len(nodes) > 1 else 0
        found = [
            self._follow(world, action, k, at, tree, scratch) if k != own and at >= 0 else at
            for k, at in enumerate(nodes)
        ]
        if nodes[own] >= 0:
            legal = self.engine.legal(world)
            below = self._edges(world, nodes[own], tree, scratch)[: len(legal)]
            found[own] = int(below[legal.index(action)]) or -1
        return found

    def _follow(
        self, world: Records, action: int, observer: int, node: int, tree: Tree, scratch: Scratch
    ) -> int:
        tables = self.engine.tables
        at = self.kernels.k_seen_edge(tables, world, action, observer, node, tree, scratch)
        return int(at) or -1

    def _observers(self, seen: Records) -> int:
        return int(seen[0]["seats"]) if self.hints.multi_observer else 1

    def _search(self, seen: Records, seat: int, seed: int) -> list[Tree]:
        if self.trees == 1:
            grown = [self._grow(seen, seat, seed, self.iterations)]
        else:
            share = -(-self.iterations // self.trees)
            seeds = [int(mix(np.uint64(seed), 1 + k)) for k in range(self.trees)]
            with ThreadPoolExecutor(min(self.cores, self.trees)) as pool:
                grown = list(pool.map(lambda own: self._grow(seen, seat, own, share), seeds))
        self.searched = sum(int(tree.visits[0]) for tree in grown)
        return grown

    def _grow(self, seen: Records, seat: int, seed: int, iterations: int) -> Tree:
        ends = time.perf_counter() + self.seconds
        search = self.begin(seen, seat, seed, iterations)
        while True:
            search.more(iterations or SLICE)
            if iterations or time.perf_counter() >= ends:
                return search.tree

    def begin(self, seen: Records, seat: int, seed: int, wanted: int = 0, forced: int = -1) -> Search:
        """A search of so many iterations, by default as many as a move gets, for whoever wants to stop on
        the way; every one begins with the forced action, if there is one."""
        return Search(self, seen, seat, seed, wanted or self.iterations, forced)

    def _edges(self, states: Records, node: int, tree: Tree, scratch: Scratch) -> NDArray[np.int64]:
        below = np.zeros(self.engine.game.limits.legal, np.int64)
        self.kernels.k_edges(self.engine.tables, states, node, tree, scratch, below)
        return below

    def _sum_up(self, seen: Records, seat: int, grown: list[Tree]) -> list[Opinion]:
        legal = self.engine.legal(seen)
        visits = np.zeros(len(legal), np.int64)
        worth = np.zeros(len(legal), np.float64)
        observers = self._observers(seen)
        scratch = self.engine.scratch()
        root, column = (self.engine.actors(seen)[0], 0) if observers > 1 else (0, seat)
        for tree in grown:
            nodes = self._edges(seen, root, tree, scratch)[: len(legal)]
            there = nodes > 0
            visits += np.where(there, tree.visits[nodes], 0)
            worth += np.where(there, tree.worth[nodes, column], 0.0)
        found = [
            Opinion(action, int(visits[i]), float(worth[i] / max(1, visits[i])))
            for i, action in enumerate(legal)
        ]
        return sorted(found, key=lambda o: (-o.visits, -o.value))


class Search:
    """A search under way, some iterations at a time; it comes to the same as one that is not interrupted."""

    def __init__(
        self, agent: TreeSearch, seen: Records, seat: int, seed: int, wanted: int, forced: int = -1
    ) -> None:
        game, observers = agent.engine.game, agent._observers(seen)
        most = ((wanted or agent.room) + 1) * (1 if observers == 1 else 1 + observers)
        self.tree = plant(game, min(agent.room, most), observers, forced)
        self.wanted = wanted
        self._agent, self._seen, self._seat, self._seed = agent, seen, seat, np.uint64(seed)
        self._policy, self._scratch = policy(game, hints=agent.hints), agent.engine.scratch()

    @property
    def done(self) -> int:
        """The iterations so far."""
        return int(self.tree.visits[0])

    def more(self, iterations: int) -> None:
        """Some more iterations."""
        self._agent.kernels.k_search(
            self._agent.engine.tables,
            self._seen,
            self._seat,
            self._seed,
            iterations,
            self._policy,
            self.tree,
            self._scratch,
        )

    def slices(self, upto: int = 0, short: Callable[[], bool] = lambda: False) -> Iterator[None]:
        """All iterations, or so many, or until time is short; pauses after every fortieth of a second."""
        upto = upto or self.wanted
        some, left = FIRST, PAUSE
        while self.done < upto:
            some = min(some, upto - self.done)
            started = time.perf_counter()
            self.more(some)
            took = time.perf_counter() - started
            if short():
                return
            left -= took
            if left <= 0:
                left = PAUSE
                yield
            some = max(1, min(FASTER * some, int(left / max(1e-7, took / some))))

    @property
    def observers(self) -> int:
        """How many trees it is: one, or one for every seat."""
        return int(self.tree.nodes.shape[0])

    @property
    def total(self) -> float:
        """What all iterations so far came to for the seat, each from 0 to 1."""
        return float(self.tree.worth[self._seat, 0] if self.observers > 1 else self.tree.worth[0, self._seat])

    def opinions(self) -> list[Opinion]:
        """What it thinks so far."""
        return self._agent._sum_up(self._seen, self._seat, [self.tree])


def _as_seen(meaning: Meaning, seat: int) -> Meaning:
    """What a seat would learn of an action."""
    if (meaning.see >> seat) & 1:
        return meaning
    return Meaning(meaning.verb, None, None, meaning.target, meaning.number, meaning.see)
