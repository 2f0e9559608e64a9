"""Many matches as a learner steps them: tensors in, tensors out, on the processor or on a GPU."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import torch
from torch.utils.dlpack import from_dlpack

from bestiary.core.cards import Content
from bestiary.core.errors import BestiaryError
from bestiary.core.game import Game
from bestiary.envs import VectorEnv

from .context import Context
from .turning import back, turns


class Rows(Protocol):
    """Matches side by side; what they hold is written anew by every step."""

    width: int
    seats: int
    payoff: tuple[float, float]  # the worst and the best

    @property
    def observations(self) -> Any:
        """What the seat that is asked sees."""

    @property
    def masks(self) -> Any:
        """1 for every action that it may choose."""

    @property
    def actors(self) -> Any:
        """Which seat that is."""

    @property
    def rewards(self) -> Any:
        """The payoff of every seat, where a game has just ended."""

    @property
    def dones(self) -> Any:
        """Whether one has."""

    counts: Any  # how many seats each match has
    team: bool  # all seats win or lose together

    def reset(self, seed: int) -> None:
        """Sets all matches up anew."""

    def step(self, actions: Any) -> None:
        """Plays one action in every match; a match that ends begins anew."""

    def judged(self) -> Any:
        """What the game's own evaluation expects every seat to be paid, in every match."""

    def suggested(self, seed: int) -> Any:
        """What the game itself would do in every match."""


class HostRows:
    """``VectorEnv`` as tensors that share its memory."""

    def __init__(
        self,
        game: Game,
        width: int,
        options: Sequence[dict[str, Any]],
        seed: int,
        threads: int,
        first: int = 0,
        content: Content | None = None,
    ) -> None:
        self.env = VectorEnv(game, width, list(options), first=first, threads=threads, content=content)
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

    def suggested(self, seed: int) -> Any:
        """What the game itself would do."""
        return torch.from_numpy(self.env.suggested(seed))


class DeviceRows:
    """``VectorEnv`` on a GPU, whose arrays PyTorch sees without a copy."""

    def __init__(
        self,
        game: Game,
        width: int,
        options: Sequence[dict[str, Any]],
        seed: int,
        first: int = 0,
        content: Content | None = None,
    ) -> None:
        self.env = VectorEnv(game, width, list(options), first=first, content=content, device="cuda")
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

    def suggested(self, seed: int) -> Any:
        """What the game itself would do, in the same memory every time."""
        return from_dlpack(self.env.suggested(seed))

    def step(self, actions: Any) -> None:
        """Plays one action in every match, all of them legal; nobody waits for the card."""
        self._actions = actions.contiguous()  # kept until they are played
        self.env.step(self._actions, wait=False)  # type: ignore[call-arg]


class SideBySide:
    """Matches with several sets of cards, one after the other as one; behind every observation stands what
    the network is told beside it."""

    def __init__(self, parts: Sequence[Rows], beside: Any) -> None:
        self.parts, self.beside = parts, beside
        self.width, self.seats = sum(p.width for p in parts), max(p.seats for p in parts)
        self.payoff, self.team = parts[0].payoff, parts[0].team
        self.counts = torch.cat([p.counts for p in parts])
        self._edges = [p.width for p in parts]

    def _joined(self, name: str) -> Any:
        return torch.cat([getattr(p, name) for p in self.parts])

    @property
    def observations(self) -> Any:
        return torch.cat([self._joined("observations"), self.beside], dim=1)

    @property
    def masks(self) -> Any:
        return self._joined("masks")

    @property
    def actors(self) -> Any:
        return self._joined("actors")

    @property
    def rewards(self) -> Any:
        return self._joined("rewards")

    @property
    def dones(self) -> Any:
        return self._joined("dones")

    def reset(self, seed: int) -> None:
        """Sets all matches up anew."""
        for part in self.parts:
            part.reset(seed)

    def step(self, actions: Any) -> None:
        """Plays one action in every match."""
        for part, own in zip(self.parts, actions.split(self._edges), strict=True):
            part.step(own)

    def judged(self) -> Any:
        """What the game's own evaluation expects every seat to be paid."""
        return torch.cat([part.judged() for part in self.parts])

    def suggested(self, seed: int) -> Any:
        """What the game itself would do."""
        return torch.cat([part.suggested(seed) for part in self.parts])


class Turned:
    """Matches whose choices are numbered as the seat that is asked counts."""

    def __init__(self, held: Rows, game: Game) -> None:
        self.held = held
        self.width, self.seats, self.payoff, self.team = held.width, held.seats, held.payoff, held.team
        self.counts = held.counts
        there = turns(game)
        self._turned, self._back = (
            torch.as_tensor(t, device=held.counts.device) for t in (there, back(there))
        )

    @property
    def observations(self) -> Any:
        return self.held.observations

    @property
    def masks(self) -> Any:
        return self.held.masks.gather(1, self._back[self.counts, self.held.actors.long()])

    @property
    def actors(self) -> Any:
        return self.held.actors

    @property
    def rewards(self) -> Any:
        return self.held.rewards

    @property
    def dones(self) -> Any:
        return self.held.dones

    def _as(self, table: Any, actions: Any) -> Any:
        return table[self.counts, self.held.actors.long(), actions]

    def reset(self, seed: int) -> None:
        """Sets all matches up anew."""
        self.held.reset(seed)

    def step(self, actions: Any) -> None:
        """Plays one action in every match."""
        self.held.step(self._as(self._back, actions))

    def judged(self) -> Any:
        """What the game's own evaluation expects every seat to be paid."""
        return self.held.judged()

    def suggested(self, seed: int) -> Any:
        """What the game itself would do."""
        return self._as(self._turned, self.held.suggested(seed))


def rows(
    game: Game,
    width: int,
    options: Sequence[dict[str, Any]],
    seed: int,
    device: str,
    threads: int = 1,
    contents: Sequence[Content] = (),
    context: Context | None = None,
) -> Rows:
    """Matches on a device: ``cpu`` or ``cuda``; with several sets of cards, equally many with each."""
    if device not in ("cpu", "cuda"):
        raise BestiaryError(f"Games are learned on cpu or cuda, not on {device}.")
    if device == "cuda" and not torch.cuda.is_available():
        raise BestiaryError("There is no GPU that PyTorch can use here; --device cpu learns without.")
    contents = contents or [game.content()]
    edges = [width * k // len(contents) for k in range(len(contents) + 1)]
    parts: list[Rows] = []
    told = []
    settled = [game.settle(dict(table)) for table in options]
    for content, first, last in zip(contents, edges, edges[1:], strict=False):
        how: dict[str, Any] = {"first": first, "content": content}
        if device == "cpu":
            parts.append(HostRows(game, last - first, options, seed, threads, **how))
        else:
            parts.append(DeviceRows(game, last - first, options, seed, **how))
        if context:
            each = [context.of(content.tables, table) for table in settled]
            told += [each[i % len(each)] for i in range(first, last)]
    made = parts[0]
    if len(parts) > 1 or (context and context.size):
        made = SideBySide(parts, torch.tensor(np.array(told, np.float32).reshape(width, -1), device=device))
    return Turned(made, game) if game.clockwise else made
