"""The agent that plays by a network, at a glance: ``net``."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bestiary.agents.base import Agent, Opinion
from bestiary.core.cards import Content
from bestiary.core.driver import Engine
from bestiary.core.errors import BestiaryError
from bestiary.core.game import Game
from bestiary.core.jit import INTERPRETED
from bestiary.core.record import Records
from bestiary.core.rng import mix

from .network import Network, at_home

if TYPE_CHECKING:
    from .leading import Glances

RARE = 0.03  # what the network would do less often is left out
WORLDS = 8  # deals in which every choice is looked at for an opinion
VISITS = 1000  # of all choices together, for opinions


def network_of(game: Game, path: str | Path | None = None) -> Network:
    """The network of a game, or of a file; a line says what is missing."""
    place = Path(path) if path else at_home(game)
    if path is None and not place.is_file():
        raise BestiaryError(
            f"{game.title} has no network: bestiary train {game.slug} --out {place} makes one."
        )
    return Network.load(place, game)


class Tables:
    """A network as it plays at each table with one set of cards: found once, and asked at every decision."""

    def __init__(self, network: Network, engine: Engine) -> None:
        self.network, self.engine = network, engine
        self._known: dict[tuple[int, bytes], Network] = {}

    def at(self, seen: Records) -> Network:
        """The network at the table of a position; one for which it is not kept is refused."""
        key = int(seen[0]["seats"]), np.asarray(seen[0]["opt"]).tobytes()
        if key not in self._known:
            game, network = self.engine.game, self.network
            options = game.options.decode(seen[0]["opt"])
            network.refuse(game, key[0], options)
            told = network.header.get("context")
            self._known[key] = network.at(game, self.engine.content, options) if told else network
        return self._known[key]


class Net(Agent):
    """Plays as the network does, with its chances: who always took the likeliest move could be read."""

    name = "net"

    def __init__(self, game: Game, content: Content | None = None, path: str | Path | None = None) -> None:
        super().__init__(game, content)
        self.network = network_of(game, path)
        self.note = self.network.warning(self.engine.content)
        self._turns = self.network.turns(game)
        self._tables = Tables(self.network, self.engine)

    def likely(self, seen: Records, seat: int, legal: list[int]) -> tuple[NDArray[np.float64], float]:
        """How likely each legal action is, and what the seat expects, from -1 to 1."""
        own = self._turns[int(seen[0]["seats"]), seat, legal]
        return self._tables.at(seen).likely(self.engine.observe(seen, seat), own)

    def choose(self, seen: Records, seat: int, seed: int) -> int:
        legal = self.engine.legal(seen)
        if len(legal) == 1:
            return legal[0]
        shares, _ = self.likely(seen, seat, legal)
        return legal[drawn(shares, seed)]

    @cached_property
    def _compiled(self) -> Glances | None:
        """The same in compiled code; it takes seconds to be there, and is for many games."""
        from .leading import Glances

        return None if INTERPRETED else Glances(self._tables)

    def glance(self, seen: Records, seat: int, seed: int, allowed: list[int]) -> tuple[int, float] | None:
        if self._compiled:
            return self._compiled.take(seen, seat, seed, allowed)
        shares, value = self.likely(seen, seat, allowed)
        return allowed[drawn(shares, seed)], (1 + value) / 2

    def opinions(self, seen: Records, seat: int, seed: int) -> list[Opinion]:
        """The network's chances as visits; the value of a choice is what the network expects after it."""
        legal = self.engine.legal(seen)
        shares, value = self.likely(seen, seat, legal)
        values = self._after(seen, seat, legal, seed, value)
        found = [
            Opinion(action, round(VISITS * float(shares[i])), float(values[i]))
            for i, action in enumerate(legal)
        ]
        return sorted(found, key=lambda o: (-o.visits, -o.value))

    def _after(
        self, seen: Records, seat: int, legal: list[int], seed: int, value: float
    ) -> NDArray[np.float64]:
        """What the seat expects after each choice, from 0 to 1, in a few deals that it holds possible.

        Of two, what the other expects tells it; of more, it is told where the seat itself goes on.
        """
        engine, game = self.engine, self.engine.game
        low, high = game.payoff
        known: NDArray[np.float64] = np.zeros((WORLDS, len(legal)))
        rows, places, signs = [], [], []
        for world in range(WORLDS):
            dealt = engine.resampled(seen, seat, int(mix(np.uint64(seed), world)))
            for i, action in enumerate(legal):
                after = engine.copy(dealt)
                engine.apply(after, action)
                if engine.over(after):
                    known[world, i] = (engine.returns(after)[seat] - low) / (high - low)
                    continue
                asked = engine.actors(after)[0]
                own = asked == seat or int(after[0]["seats"]) > 2
                rows.append(engine.observe(after, seat if own else asked))
                places.append((world, i))
                signs.append(1.0 if own else -1.0)
        if rows:
            _, values = self._tables.at(seen).look(np.stack(rows))
            for place, sign, found in zip(places, signs, values, strict=True):
                known[place] = (1 + sign * float(found)) / 2
        mean: NDArray[np.float64] = known.mean(axis=0)
        return mean


def drawn(shares: NDArray[np.float64], seed: int) -> int:
    """A place, as likely as it is; what is rare is left out."""
    kept = np.where(shares < min(RARE, shares.max()), 0.0, shares)
    reach = int(mix(np.uint64(seed), 1)) / 2**64 * kept.sum()
    return min(int(np.searchsorted(np.cumsum(kept), reach, side="right")), len(shares) - 1)
