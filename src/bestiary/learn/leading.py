"""Networks in compiled code: the agent that searches where one leads, ``net:400``, and quick glances."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bestiary.agents.simple import SEARCH
from bestiary.agents.tree import Search, TreeSearch
from bestiary.core.cards import Content
from bestiary.core.driver import KERNELS, bind
from bestiary.core.game import Game
from bestiary.core.record import Records

from .agent import Tables, network_of
from .mind import LedTree, Mind, mind, plant, roomy

LED = Path(__file__).with_name("led.py")
EXPLORE = 0.3  # against values from 0 to 1
WAYS = 24  # ways on for which a node of the tree has room, on average


class Minds:
    """A network for compiled code, as it plays at each table."""

    def __init__(self, tables: Tables, explore: float = EXPLORE) -> None:
        self.tables, self.explore = tables, explore
        self._known: dict[int, Mind] = {}  # by the network of a table

    def at(self, seen: Records) -> Mind:
        """The one of the table of a position."""
        network = self.tables.at(seen)
        if id(network) not in self._known:
            self._known[id(network)] = mind(network, self.tables.engine.game, self.explore)
        return self._known[id(network)]


class Glances:
    """What ``net`` does, at a fraction of the time: for whoever plays many games, on one thread."""

    def __init__(self, tables: Tables) -> None:
        engine = tables.engine
        self.engine, self.minds = engine, Minds(tables)
        self.led, self.scratch = bind(engine.game, LED, KERNELS, SEARCH), engine.scratch()

    def take(self, seen: Records, seat: int, seed: int, allowed: list[int]) -> tuple[int, float]:
        """What it chooses, and what it expects, from 0 to 1."""
        mind = self.minds.at(seen)
        place = self.led.k_glance(
            self.engine.tables, seen, seat, np.uint64(seed), np.array(allowed, np.int64), self.scratch, mind
        )
        return allowed[place], float(mind.worth[0])


class NetSearch(TreeSearch):
    """A tree search that the network leads, with so many looks at deals that the seat holds possible."""

    def __init__(
        self,
        game: Game,
        content: Content | None = None,
        iterations: int = 400,
        path: str | Path | None = None,
        explore: float = EXPLORE,
    ) -> None:
        super().__init__(game, content, iterations, name=f"net:{iterations}")
        self.network = network_of(game, path)
        self.note = self.network.warning(self.engine.content)
        self.led = bind(game, LED, KERNELS, SEARCH)
        self.minds = Minds(Tables(self.network, self.engine), explore)

    def begin(self, seen: Records, seat: int, seed: int, wanted: int = 0, forced: int = -1) -> Search:
        return LedSearch(self, seen, seat, seed, wanted or self.iterations, forced)


class LedSearch(Search):
    """Such a search under way."""

    tree: LedTree  # type: ignore[assignment]

    def __init__(
        self, agent: NetSearch, seen: Records, seat: int, seed: int, wanted: int, forced: int = -1
    ) -> None:
        super().__init__(agent, seen, seat, seed, 1, forced)
        game, observers = agent.engine.game, agent._observers(seen)
        most = (wanted + 1) * (WAYS + observers) + observers + game.limits.legal
        self.wanted = wanted
        self.tree = plant(game, min(agent.room, most), observers, forced)
        self._led, self._mind = agent.led, roomy(agent.minds.at(seen))

    def more(self, iterations: int) -> None:
        self._led.k_led(
            self._agent.engine.tables,
            self._seen,
            self._seat,
            self._seed,
            iterations,
            self.tree,
            self._scratch,
            self._mind,
        )
