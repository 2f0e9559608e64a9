"""Builds the kernels of games where there is no GPU, so that they travel to one ready made.

    BESTIARY_CACHE=build/kernels python -m bestiary.envs.device.draft --sm 90 totem klaw
    python -m bestiary.envs.device.draft --jobs 7 shogun

The folder that is named so holds them; with the same sources and the same variable, a machine with a GPU
loads them from there. With --jobs the kernels of a game are built by so many processes side by side.
"""

from __future__ import annotations

import argparse
import logging
import subprocess
import sys
import time
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from bestiary.core.game import Game
from bestiary.core.record import records
from bestiary.core.registry import load, names

from .env import WORD, CudaVectorEnv, Kernels, kernels
from .gpu import Array, Gpu, Kernel, Launch

NEVER = -1  # the number of a GPU that is none
SMALL = ("check", "deal", "turn", "streams", "choose", "gather")
PARTS = (("advance",), ("play",), ("ask",), ("see",), ("judge",), ("advise",), SMALL)  # built side by side


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

    def on(self, name: str, *arguments: Array | int) -> Launch:
        if name in self._only:
            return super().on(name, *arguments)
        return Kernel(self._device, None, None).on(*arguments)


class DraftEnv(CudaVectorEnv):
    """An environment that has its kernels built and plays nothing."""

    def __init__(self, game: Game, capability: tuple[int, int], only: Collection[str] = ()) -> None:
        self._draft = Draft(capability)
        known: dict[int, Kernels] = game.__dict__.setdefault("_kernels_on_gpu", {})
        known.pop(NEVER, None)
        if only:
            known[NEVER] = Some(game, self._draft, only)
        super().__init__(game, 32)

    def _found(self) -> Gpu:
        return self._draft


def build(game: Game, capability: tuple[int, int], only: Collection[str] = ()) -> None:
    """Builds all kernels of a game, or those that are named, or finds them on the disk."""
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
    whole += [device.array(records(game.log)), env._rewards, env.lengths, 0, 0, 1]
    kernels(game, device).on("play", *whole)


def build_together(game: str, sm: int, jobs: int) -> None:
    """Builds the kernels of a game by processes side by side; the first that fails says why."""

    def one(part: Sequence[str]) -> None:
        given = [game, "--sm", str(sm), "--kernels", ",".join(part)]
        subprocess.run([sys.executable, "-m", __spec__.name, *given], check=True, stdout=subprocess.DEVNULL)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, PARTS))


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
            build_together(name, given.sm, given.jobs)
        else:
            build(load(name), divmod(given.sm, 10), [part for part in given.kernels.split(",") if part])
        print(f"{name}: {time.perf_counter() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
