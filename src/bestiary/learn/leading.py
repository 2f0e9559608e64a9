"""The agent that searches where a network leads: ``net:400``."""

from __future__ import annotations

from pathlib import Path

from bestiary.agents.simple import SEARCH
from bestiary.agents.tree import Search, TreeSearch
from bestiary.core.cards import Content
from bestiary.core.driver import KERNELS, bind
from bestiary.core.game import Game
from bestiary.core.record import Records

from .agent import network_of, seated
from .mind import LedTree, Mind, mind, plant, roomy

LED = Path(__file__).with_name("led.py")
EXPLORE = 0.3  # against values from 0 to 1
WAYS = 24  # ways on for which a node of the tree has room, on average


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
        self.explore = explore
        self._minds: dict[int, Mind] = {}  # by the network of a table

    def begin(self, seen: Records, seat: int, seed: int, wanted: int = 0, forced: int = -1) -> Search:
        return LedSearch(self, seen, seat, seed, wanted or self.iterations, forced)

    def mind(self, seen: Records) -> Mind:
        """The network for compiled code, as it plays at this table."""
        network = seated(self.network, self.engine, seen)
        if id(network) not in self._minds:
            self._minds[id(network)] = mind(network, self.engine.game, self.explore)
        return self._minds[id(network)]


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
        self._led, self._mind = agent.led, roomy(agent.mind(seen))

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
