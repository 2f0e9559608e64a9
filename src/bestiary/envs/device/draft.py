"""Builds the kernels of games where there is no GPU, so that they travel to one ready made.

    BESTIARY_CACHE=build/kernels python -m bestiary.envs.device.draft --sm 90 totem klaw
    python -m bestiary.envs.device.draft --jobs 7 shogun

The folder that is named so holds them; with the same sources and the same variable, a machine with a GPU
loads them from there. With --jobs the kernels of a game are built by so many processes side by side.
"""

from __future__ import annotations

import argparse
import logging
import time
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from bestiary.core.game import Game
from bestiary.core.record import records
from bestiary.core.registry import at, load, names

from .env import WORD, CudaVectorEnv, Kernels, kernels
from .gpu import Array, Gpu, Kernel, Launch
from .together import PARTS, Part, build_together

NEVER = -1  # the number of a GPU that is none
ALL = tuple(name for part in PARTS for name in part)


class Silent:
    """A driver that does nothing, and does not refuse it."""

    def __getattr__(self, name: str) -> Any:
        return lambda *_: (0, 0)


class Draft(Gpu):
    """A GPU of a kind that is known, without memory: kernels are built for it, and never run."""

    def __init__(self, capability: tuple[int, int]) -> None:
        self.cu = Silent()  # type: ignore[assignment]
        self.number, self.name, self.capability, self.processors = NEVER, "a GPU elsewhere", capability, 1
        self._context = None

    def empty(self, shape: int | Sequence[int], kind: DTypeLike) -> Array:
        sizes = (shape,) if isinstance(shape, int) else tuple(shape)
        return Array(self, None, 0, sizes, np.dtype(kind))

    def load(self, code: bytes, name: str) -> Kernel:
        return Kernel(self, None, None)


class Some(Kernels):
    """Some kernels of a game; the others are passed over."""

    def __init__(self, game: Game, device: Gpu, only: Collection[str]) -> None:
        super().__init__(game, device)
        self._only = only

    def ahead(self, parts: Sequence[Part]) -> None:
        """This is where they are built."""

    def on(self, name: str, *arguments: Array | int) -> Launch:
        if name in self._only:
            return super().on(name, *arguments)
        return Kernel(self._device, None, None).on(*arguments)


class DraftEnv(CudaVectorEnv):
    """An environment that has its kernels built and plays nothing."""

    def __init__(
        self, game: Game, capability: tuple[int, int], only: Collection[str] = (), compact: bool = False
    ) -> None:
        self._draft = Draft(capability)
        known: dict[int, Kernels] = game.__dict__.setdefault("_kernels_on_gpu", {})
        known[NEVER] = Some(game, self._draft, only or ALL)
        super().__init__(game, 32, compact=compact)

    def _found(self) -> Gpu:
        return self._draft

    def wait(self) -> None:
        """Nothing is ever refused."""


def build(game: Game, capability: tuple[int, int], only: Collection[str] = ()) -> None:
    """Builds all kernels of a game, or those that are named, or finds them on the disk."""
    DraftEnv(game, capability, only, compact=True)
    env = DraftEnv(game, capability, only)
    env.sample()
    env.state()
    if hasattr(game.rules, "evaluate"):
        env.judged()
    if hasattr(game.rules, "suggest"):
        env.suggested()
    device = env.gpu
    origin = np.ascontiguousarray(np.asarray(game.blank)).view(WORD), game.options.encode(None)
    whole: list[Array | int] = [env._tables, *map(device.array, origin), device.array(records(game.carried))]
    whole += [device.array(records(game.log)), env._rewards, env.lengths, env.lengths, 0, 0, 1]
    kernels(game, device).on("play", *whole)


def found(name: str) -> Game:
    """A game by its name, or by its address (``module:attribute``) where it is not installed."""
    return at(name) if ":" in name else load(name)


def main() -> None:
    """Builds the kernels of the games that are named, or of all."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    reader.add_argument("games", nargs="*", help="all, unless some are named")
    reader.add_argument("--sm", type=int, default=90, help="the kind of GPU, such as 90")
    reader.add_argument("--jobs", type=int, default=1, help="processes side by side")
    reader.add_argument("--kernels", default="", help="some of them, such as advance,ask")
    given = reader.parse_args()
    logging.basicConfig(level=logging.INFO, format="  %(message)s")
    for name in given.games or names():
        began = time.perf_counter()
        if given.jobs > 1:
            build_together(name, divmod(given.sm, 10), PARTS, given.jobs, told=True)
        else:
            build(found(name), divmod(given.sm, 10), [part for part in given.kernels.split(",") if part])
        print(f"{name}: {time.perf_counter() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
