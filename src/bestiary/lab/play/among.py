"""Deals in which a card can appear: those that leave it out of the game are drawn anew."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.cards import Content
from ...core.driver import Engine
from ...core.game import Game
from ...core.rng import mix

PATIENCE = 64  # deals that are tried in the place of one


class Among:
    """The deals of a game, by the cards that they are dealt from, that have one of some cards in play.

    A deal that has one keeps its seed; any other gets the first of its further ones that does.
    """

    def __init__(self, game: Game, content: Content, codes: Collection[str]) -> None:
        self.wanted = frozenset(n for n, card in enumerate(content.cards) if card.code in codes)
        self.fields = [zone.field for zone in game.zones if zone.out]
        self._game, self._content = game, content
        self._engine: Engine | None = None  # made when it is needed: whoever only asks compiles nothing
        self._known: dict[tuple[int, int, int], int] = {}
        self._lock = Lock()
        self._tried = self._found = 0

    @property
    def share(self) -> float:
        """How many of all deals have one of the cards in play, by those that were tried."""
        return self._found / self._tried if self._tried else 1.0

    def seeds(
        self, seed: int, deals: NDArray[np.int64], stages: Sequence[Mapping[str, Any]]
    ) -> NDArray[np.uint64]:
        """A seed for every deal; the stages take turns from deal to deal."""
        with self._lock:
            found = [self._seed(seed, int(deal), int(deal) % len(stages), stages) for deal in deals]
        return np.array(found, np.uint64)

    def _seed(self, seed: int, deal: int, stage: int, stages: Sequence[Mapping[str, Any]]) -> int:
        key = seed, deal, stage
        if key not in self._known:
            first = np.uint64(mix(np.uint64(seed), deal))
            tries = (first if k == 0 else np.uint64(mix(first, k)) for k in range(PATIENCE))
            good = next((one for one in tries if self._has(int(one), stages[stage])), first)
            self._known[key] = int(good)
        return self._known[key]

    def _has(self, seed: int, options: Mapping[str, Any]) -> bool:
        """Whether a deal has one of the cards in play."""
        self._engine = self._engine or Engine(self._game, self._content)
        state = self._engine.start(options, seed)[0]
        out = {int(card) for field in self.fields for card in np.ravel(state[field])}
        found = not self.wanted <= out
        self._tried += 1
        self._found += found
        return found


def among(game: Game, contents: Sequence[Content], codes: Collection[str]) -> Among | None:
    """The deals in which cards can appear; nothing where all have them, or not all contents know them."""
    known = all(set(codes) <= {card.code for card in content.cards} for content in contents)
    if not codes or not known or not any(zone.out for zone in game.zones):
        return None
    return Among(game, contents[0], codes)
