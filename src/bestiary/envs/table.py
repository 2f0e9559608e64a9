"""One game in progress, as every adapter holds it: seats, buffers, exact copies."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bestiary.core.cards import Content
from bestiary.core.driver import KERNELS, Engine, bind
from bestiary.core.errors import BestiaryError, IllegalAction
from bestiary.core.game import Game
from bestiary.core.record import Records, records
from bestiary.core.registry import load
from bestiary.core.starting import begin

LOOPS = Path(__file__).with_name("loops.py")
SEEDS = 1 << 64

Floats: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.int8]


def refusal(game: Game, broken: int, action: object) -> IllegalAction:
    """The error for an action that is not legal; ``broken`` as the compiled loops give it."""
    if broken < 0:
        return IllegalAction(
            "no rule", f"There are actions 0 to {len(game.actions) - 1}.", f"action {action}"
        )
    rule = game.rulebook.cited(broken)
    return IllegalAction(rule.id, rule.text, f"action {action}")


class Table:
    """One game of a set of options, from its seed to its end; always set up.

    >>> table = Table("totem", seed=7)
    >>> table.actor, table.seats
    (1, 2)
    >>> table.play(table.legal()[0])
    >>> table.actor
    1
    """

    def __init__(
        self,
        game: Game | str,
        options: Mapping[str, object] | None = None,
        seed: int = 0,
        content: Content | None = None,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        self.options = self.game.settle(options)
        self._furnish(content)
        self.states = self.engine.new_states()
        self.start(seed)

    def _furnish(self, content: Content | None) -> None:
        begin(self.game)
        self.engine = Engine(self.game, content)
        self.loops = bind(self.game, LOOPS, KERNELS)
        self._encoded = self.game.options.encode(self.options)
        self._scratch = self.engine.scratch()

    def start(self, seed: int, carried: Records | None = None) -> None:
        """Sets up a new game; ``carried`` is what an earlier game of the match hands on."""
        if not 0 <= seed < SEEDS:
            raise BestiaryError(f"A seed is a whole number from 0 to 2**64 - 1, not {seed}.")
        self.seed = seed
        self.engine.start(self._encoded, seed, carried, self.states)
        self.seats = int(self.states["seats"][0])
        self.count = 0
        self._turn()

    def _turn(self) -> None:
        self.actor = int(self.loops.k_actor(self.states, 0))
        self.over = self.actor < 0

    # ---- play --------------------------------------------------------------------------------

    def play(self, action: Any, log: Records | None = None) -> None:
        """Plays an action for whoever is asked, or refuses it with the rule that forbids it."""
        if self.over:
            rule = self.game.rulebook.rules[self.game.no_more]
            raise IllegalAction(rule.id, rule.text, f"action {action}")
        number = operator.index(action)
        broken = self.loops.k_play(
            self.engine.tables, self.states, 0, number, self._scratch.logs if log is None else log
        )
        if broken:
            raise refusal(self.game, broken, action)
        self.count += 1
        self._turn()

    def legal(self) -> list[int]:
        """The legal actions of whoever is asked."""
        return [] if self.over else self.engine.legal(self.states)

    def look(self, seat: int) -> tuple[Floats, Mask]:
        """What a seat observes, and 1 for every action that it may choose now."""
        seen = np.empty(self.game.observed, np.float32)
        mask = np.empty(len(self.game.actions), np.int8)
        room = self._scratch
        self.loops.k_look(self.engine.tables, self.states, 0, seat, room.seen, room.choices, seen, mask)
        return seen, mask

    def hidden(self, seat: int) -> Records:
        """The record that holds only what a seat may know."""
        return self.engine.hidden(self.states, seat)

    def returns(self) -> list[float]:
        """The payoff of every seat."""
        return self.engine.returns(self.states)

    def carry(self) -> Records:
        """What the next game of the match starts from."""
        return self.engine.carry(self.states)

    # ---- copies ------------------------------------------------------------------------------

    def copy(self) -> Table:
        """An exact, independent copy."""
        made: Table = Table.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made.states = self.states.copy()
        made._scratch = self.engine.scratch()
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        own = self.engine.content is self.game.content()
        return {
            "game": self.game.name,
            "options": self.options,
            "cards": self.engine.content.fingerprint,
            "content": None if own else self.engine.content,
            "states": np.asarray(self.states).tobytes(),
            "seed": self.seed,
            "count": self.count,
        }

    def __setstate__(self, data: dict[str, Any]) -> None:
        self.game = load(data["game"])
        self.options = data["options"]
        self._furnish(data["content"])
        if self.engine.content.fingerprint != data["cards"]:
            raise BestiaryError(f"This game of {self.game.name} was played with other cards.")
        self.states = records(self.game.state)
        self.states[0] = np.frombuffer(data["states"], self.game.state)[0]
        self.seats = int(self.states["seats"][0])
        self.seed = data["seed"]
        self.count = data["count"]
        self._turn()
