"""Gymnasium: one learner at a table, alone, for a whole team, or in one seat against agents.

>>> import gymnasium, bestiary.envs.single
>>> env = gymnasium.make("bestiary/totem-v2", seat=0, opponents="random")
>>> observation, info = env.reset(seed=7)
>>> int(info["action_mask"].sum())
7
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np

from bestiary.agents import Agent, make_agent
from bestiary.core.cards import Content
from bestiary.core.errors import BestiaryError, IllegalAction
from bestiary.core.game import Game
from bestiary.core.record import Records
from bestiary.core.registry import load, names
from bestiary.core.rng import mix
from bestiary.extras import MissingExtra

from .features import Numbers
from .picture import MODES, render
from .table import Floats, Mask, Table
from .words import text

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as problem:
    raise MissingExtra("bestiary.envs.single", "envs", problem.name) from None

Opponents: TypeAlias = str | Agent | Mapping[int, str | Agent]

TEAM = -1  # the learner answers for every seat
END, RAISE = "end", "raise"


class SeatEnv(gymnasium.Env[Floats, np.int64]):
    """A game as one learner meets it.

    ``seat`` is the learner's; ``opponents`` names the agents of the others, one for all (``"greedy"``,
    ``"mcts:200"``) or by seat. Without a seat the learner answers for all of them, which is allowed
    where there is one, or where all win and lose together. The reward is the payoff at the end.

    The legal actions are in ``info["action_mask"]`` and ``action_masks()``. An illegal one ends the
    episode with the worst payoff, and ``info["illegal"]`` names the rule; with ``illegal="raise"`` it
    raises. An episode is one game.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        seat: int | None = None,
        opponents: Opponents = "random",
        render_mode: str | None = None,
        illegal: str = END,
        content: Content | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"render_mode is one of {', '.join(MODES)}, not {render_mode}")
        if illegal not in (END, RAISE):
            raise ValueError(f"illegal is '{END}' or '{RAISE}', not '{illegal}'")
        self.render_mode = render_mode
        self.illegal = illegal
        self.table = Table(game, options, content=content)
        self.seat = self._seat(seat)
        self._named = opponents
        self.opponents = self._agents(opponents)
        known = self.table.game
        self._numbers = Numbers(known)
        self.observation_space = spaces.Box(-np.inf, np.inf, (known.observed,), np.float32)
        self.action_space = spaces.Discrete(len(known.actions))
        self.state_space = spaces.Box(-np.inf, np.inf, (self._numbers.size,), np.float32)
        self._ended = True

    def _seat(self, seat: int | None) -> int:
        game, seats = self.table.game, self.table.seats
        if seat is None:
            if seats == 1 or game.team:
                return TEAM
            raise BestiaryError(f"In {game.title} the seats play against each other: give a seat.")
        if not 0 <= seat < seats:
            raise BestiaryError(f"There is no seat {seat}; there are seats 0 to {seats - 1}.")
        return seat

    def _agents(self, given: Opponents) -> dict[int, Agent]:
        if self.seat == TEAM:
            return {}
        game, content = self.table.game, self.table.engine.content
        others = [seat for seat in range(self.table.seats) if seat != self.seat]
        made: dict[str, Agent] = {}
        found = {}
        for seat in others:
            named = given.get(seat, "random") if isinstance(given, Mapping) else given
            if isinstance(named, str):
                if named not in made:
                    made[named] = make_agent(named, game, content)
                named = made[named]
            found[seat] = named
        return found

    # ---- play --------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """A new game: of this seed, or of one drawn from the generator that the last seed started."""
        super().reset(seed=seed)
        deal = int(self.np_random.integers(1 << 63)) if seed is None else seed
        self.table.start(deal, (options or {}).get("carried"))
        self._ended = False
        self._others()
        return self._seen()

    def step(self, action: Any) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Plays an action of the learner, and those of the others up to its next question."""
        if self._ended:
            raise gymnasium.error.ResetNeeded("the game is over: reset first")
        low, _ = self.table.game.payoff
        try:
            self.table.play(action)
        except IllegalAction as refused:
            if self.illegal == RAISE:
                raise
            self._ended = True
            seen, info = self._seen()
            return seen, low, True, False, {**info, "illegal": refused.rule}
        self._others()
        self._ended = self.table.over
        reward = self.table.returns()[max(self.seat, 0)] if self._ended else 0.0
        seen, info = self._seen()
        return seen, reward, self._ended, False, info

    def _others(self) -> None:
        """The agents play until the learner is asked, or the end; they get what they may know."""
        table = self.table
        while not table.over and table.actor in self.opponents:
            seat = table.actor
            decision = np.uint64(mix(np.uint64(table.seed), table.count))
            chance = int(mix(decision, seat)) >> 1
            table.play(self.opponents[seat].choose(table.hidden(seat), seat, chance))

    def _eye(self) -> int:
        """The seat that the learner looks through: where it plays them all, the one that is asked."""
        return max(self.table.actor, 0) if self.seat == TEAM else self.seat

    def _seen(self) -> tuple[Floats, dict[str, Any]]:
        seen, mask = self.table.look(self._eye())
        return seen, {"action_mask": mask, "seat": self._eye()}

    def action_masks(self) -> Mask:
        """1 for every legal action, as ``sb3-contrib`` asks for it."""
        return self.table.look(self._eye())[1]

    def state(self) -> Floats:
        """The true state as numbers, for critics; ``state_layout`` names them."""
        numbers: Floats = self._numbers.of(self.table.states)[0]
        return numbers

    def carry(self) -> Records:
        """What the next game of the match starts from."""
        return self.table.carry()

    # ---- looking -----------------------------------------------------------------------------

    def text(self) -> str:
        """What the learner sees, in words: the board, the question, the numbered moves."""
        return text(self.table, self._eye())

    def render(self) -> Any:
        """The board through the learner's eyes: text, or an image array."""
        return render(self.table, self.render_mode, self._eye())

    # ---- copies ------------------------------------------------------------------------------

    def clone(self) -> SeatEnv:
        """An exact, independent copy."""
        return copy.deepcopy(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> SeatEnv:
        made = SeatEnv.__new__(type(self))
        shared = ("opponents", "_named", "_numbers")  # agents remember nothing from move to move
        for name, value in self.__dict__.items():
            made.__dict__[name] = value if name in shared else copy.deepcopy(value, memo)
        return made

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "opponents"}

    def __setstate__(self, data: dict[str, Any]) -> None:
        self.__dict__.update(data)
        self.opponents = self._agents(self._named)


def register(game: Game | str) -> str:
    """Makes a game known to Gymnasium as ``bestiary/slug-vN``; returns that name."""
    game = load(game) if isinstance(game, str) else game
    name = f"bestiary/{game.name}"
    if name not in gymnasium.registry:
        gymnasium.register(name, entry_point="bestiary.envs.single:SeatEnv", kwargs={"game": game.name})
    return name


for _slug in names():
    register(_slug)
