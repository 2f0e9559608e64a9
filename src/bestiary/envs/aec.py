"""PettingZoo: every game as an AEC environment.

>>> from bestiary.envs import aec
>>> env = aec.env("totem")
>>> env.reset(seed=7)
>>> env.agent_selection
'player_1'
>>> observation, reward, terminated, truncated, info = env.last()
>>> int(observation["action_mask"].sum())
7

An episode is one game. Where the options make a match of several, ``env.carry()`` is what the next
one starts from: ``env.reset(options={"carried": env.carry()})``.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from bestiary.core.cards import Content
from bestiary.core.game import Game
from bestiary.core.record import Records
from bestiary.extras import MissingExtra

from .features import Numbers
from .picture import MODES, render
from .table import Floats, Table
from .words import text

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as problem:
    raise MissingExtra("bestiary.envs.aec", "envs", problem.name) from None

Observation = dict[str, Any]


def env(slug: Game | str, **options: Any) -> Env:
    """The environment of a game, with PettingZoo's usual wrappers: an illegal action ends the
    episode with the worst payoff for whoever chose it."""
    raw = raw_env(slug, **options)
    low, _ = raw.table.game.payoff
    return Env(_Bounds(_Legal(raw, illegal_reward=low)))


class raw_env(AECEnv[str, Observation, int]):
    """The environment without wrappers: an illegal action raises ``IllegalAction``."""

    def __init__(
        self,
        slug: Game | str,
        render_mode: str | None = None,
        content: Content | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"render_mode is one of {', '.join(MODES)}, not {render_mode}")
        self.render_mode = render_mode
        self.table = Table(slug, options, content=content)
        game = self.table.game
        self.metadata = {
            "name": f"{game.slug}_v{game.version}",
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._numbers = Numbers(game)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, (game.observed,), np.float32),
                    "action_mask": spaces.Box(0, 1, (len(game.actions),), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(game.actions)) for agent in self.possible_agents}
        self.state_space = spaces.Box(-np.inf, np.inf, (self._numbers.size,), np.float32)
        self._source: int | None = None  # the last seed that was given
        self._chance: np.random.Generator | None = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    # ---- play --------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: of this seed, or of one drawn from the generator that the last seed started."""
        if seed is not None:
            self._source, self._chance = seed, None
            deal = seed
        else:
            if self._chance is None:  # made when it is needed: this takes as long as many a deal
                self._chance, _ = seeding.np_random(self._source)
            deal = int(self._chance.integers(1 << 63))
        self.table.start(deal, (options or {}).get("carried"))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.actor]
        self._skip_agent_selection = None

    def step(self, action: Any) -> None:
        """Plays an action of the seat that is asked; where several are, the lowest answers."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.play(action)
        self._cumulative_rewards[agent] = 0.0
        if self.table.over:
            self.rewards = dict(zip(self.agents, self.table.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[self.table.actor]

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and what it may choose now: nothing, unless it is asked."""
        seen, mask = self.table.look(self._seats[agent])
        return {"observation": seen, "action_mask": mask}

    def state(self) -> Floats:
        """The true state as numbers, for critics; ``bestiary.envs.layout`` names them."""
        numbers: Floats = self._numbers.of(self.table.states)[0]
        return numbers

    def carry(self) -> Records:
        """What the next game of the match starts from."""
        return self.table.carry()

    # ---- looking -----------------------------------------------------------------------------

    def text(self, agent: str | int) -> str:
        """What an agent sees, in words: the board, the question, its numbered moves."""
        return text(self.table, agent if isinstance(agent, int) else self._seats[agent])

    def render(self) -> Any:
        """The board through the eyes of the seat that is asked: text, or an image array."""
        return render(self.table, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    # ---- copies ------------------------------------------------------------------------------

    def clone(self) -> raw_env:
        """An exact, independent copy."""
        return copy.deepcopy(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> raw_env:
        made = raw_env.__new__(type(self))
        memo[id(self)] = made
        for name, value in self.__dict__.items():
            made.__dict__[name] = value if name in SHARED else copy.deepcopy(value, memo)
        return made


# What no game changes: copies have it in common. Spaces of actions are drawn from, and are not here.
SHARED = ("observation_spaces", "state_space", "possible_agents", "metadata", "_seats", "_numbers")


def _of_raw(name: str) -> property:
    return property(lambda self: getattr(self._raw, name))


class _Direct:
    """PettingZoo's wrappers hand every attribute down one by one, which takes most of a step."""

    agents = _of_raw("agents")
    agent_selection = _of_raw("agent_selection")
    rewards = _of_raw("rewards")
    terminations = _of_raw("terminations")
    truncations = _of_raw("truncations")
    infos = _of_raw("infos")
    _cumulative_rewards = _of_raw("_cumulative_rewards")

    def __init__(self, env: Any, **settings: Any) -> None:
        super().__init__(env, **settings)  # type: ignore[call-arg]
        self._raw = env.unwrapped

    def action_space(self, agent: str) -> Any:
        return self._raw.action_spaces[agent]


class _Legal(_Direct, wrappers.TerminateIllegalWrapper[str, Observation, int]):
    pass


class _Bounds(_Direct, wrappers.AssertOutOfBoundsWrapper[str, Observation, int]):
    pass


class Env(_Direct, wrappers.OrderEnforcingWrapper[str, Observation, int]):
    """The wrapped environment, with exact copies."""

    def clone(self) -> Env:
        """An exact, independent copy."""
        return copy.deepcopy(self)

    def __str__(self) -> str:
        return str(self.env)
