"""Many matches as a learner steps them: tensors in, tensors out, on the processor or on a GPU."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import torch
from torch.utils.dlpack import from_dlpack

from bestiary.core.errors import BestiaryError
from bestiary.core.game import Game
from bestiary.envs import VectorEnv


class Rows(Protocol):
    """Matches side by side; what they hold is written anew by every step."""

    width: int
    seats: int
    payoff: tuple[float, float]  # the worst and the best
    observations: Any  # what the seat that is asked sees
    masks: Any  # 1 for every action that it may choose
    actors: Any  # which seat that is
    rewards: Any  # the payoff of every seat, where a game has just ended
    dones: Any  # whether one has
    counts: Any  # how many seats each match has
    team: bool  # all seats win or lose together

    def reset(self, seed: int) -> None:
        """Sets all matches up anew."""

    def step(self, actions: Any) -> None:
        """Plays one action in every match; a match that ends begins anew."""

    def judged(self) -> Any:
        """What the game's own evaluation expects every seat to be paid, in every match."""


class HostRows:
    """``VectorEnv`` as tensors that share its memory."""

    def __init__(
        self, game: Game, width: int, options: Sequence[dict[str, Any]], seed: int, threads: int
    ) -> None:
        self.env = VectorEnv(game, width, list(options), threads=threads)
        self.env.reset(seed=seed)
        self.width, self.seats, self.payoff, self.team = width, self.env.seats, game.payoff, game.team
        self.counts = torch.from_numpy(self.env.states["seats"].astype("int64"))
        self.observations = torch.from_numpy(self.env.observations)
        self.masks = torch.from_numpy(self.env.masks)
        self.actors = torch.from_numpy(self.env.actors)
        self.dones = torch.from_numpy(self.env.dones)
        self.rewards = torch.from_numpy(self.env._rewards)

    def reset(self, seed: int) -> None:
        """Sets all matches up anew."""
        self.env.reset(seed=seed)

    def step(self, actions: Any) -> None:
        """Plays one action in every match."""
        self.env.step(actions.numpy())

    def judged(self) -> Any:
        """What the game's own evaluation expects every seat to be paid."""
        return torch.from_numpy(self.env.judged())


class DeviceRows:
    """``VectorEnv`` on a GPU, whose arrays PyTorch sees without a copy."""

    def __init__(self, game: Game, width: int, options: Sequence[dict[str, Any]], seed: int) -> None:
        self.env = VectorEnv(game, width, list(options), device="cuda")
        self.env.reset(seed=seed)
        self.width, self.seats, self.payoff, self.team = width, self.env.seats, game.payoff, game.team
        held: Any = self.env
        self.counts = torch.from_numpy(held.states.numpy()["seats"].astype("int64")).cuda()
        self.observations, self.masks = from_dlpack(held.observations), from_dlpack(held.masks)
        self.actors, self.dones = from_dlpack(held.actors), from_dlpack(held.dones)
        self.rewards = from_dlpack(held._rewards)

    def reset(self, seed: int) -> None:
        """Sets all matches up anew, once the last actions are played."""
        self.env.reset(seed=seed)

    def judged(self) -> Any:
        """What the game's own evaluation expects every seat to be paid, in the same memory every time."""
        return from_dlpack(self.env.judged())

    def step(self, actions: Any) -> None:
        """Plays one action in every match, all of them legal; nobody waits for the card."""
        self._actions = actions.contiguous()  # kept until they are played
        self.env.step(self._actions, wait=False)  # type: ignore[call-arg]


def rows(
    game: Game, width: int, options: Sequence[dict[str, Any]], seed: int, device: str, threads: int = 1
) -> Rows:
    """Matches on a device: ``cpu`` or ``cuda``."""
    if device == "cpu":
        return HostRows(game, width, options, seed, threads)
    if device != "cuda":
        raise BestiaryError(f"Games are learned on cpu or cuda, not on {device}.")
    if not torch.cuda.is_available():
        raise BestiaryError("There is no GPU that PyTorch can use here; --device cpu learns without.")
    return DeviceRows(game, width, options, seed)
