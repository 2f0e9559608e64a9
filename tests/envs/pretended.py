"""A GPU that is none: its memory is the CPU's, and Python runs its kernels, thread after thread.

All that is not CUDA's own is the real thing: the text of the kernels, the environment around them, and the
words in which arguments are handed over.
"""

from __future__ import annotations

import ctypes
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bestiary.core.driver import KERNELS, compiled
from bestiary.core.plain import Copy, opened
from bestiary.core.registry import load
from bestiary.envs.device import env as device_env
from bestiary.envs.device import gpu as device_gpu


class Driver:
    """As much of CUDA's driver as the environments call."""

    def __init__(self) -> None:
        self.held: dict[int, NDArray[np.uint8]] = {}

    def cuMemAlloc(self, size: int) -> tuple[int, int]:
        words = np.full(size // 8 + 1, 0xA5A5A5A5A5A5A5A5, np.uint64)  # nobody may count on zeros
        self.held[words.ctypes.data] = words.view(np.uint8)
        return 0, words.ctypes.data

    def cuMemFree(self, address: int) -> tuple[int]:
        del self.held[address]
        return (0,)

    def cuMemcpyHtoD(self, to: int, source: int, size: int) -> tuple[int]:
        ctypes.memmove(to, source, size)
        return (0,)

    cuMemcpyDtoH = cuMemcpyDtoD = cuMemcpyHtoD

    def cuMemsetD8(self, to: int, value: int, size: int) -> tuple[int]:
        ctypes.memset(to, value, size)
        return (0,)

    def cuCtxSetCurrent(self, context: Any) -> tuple[int]:
        return (0,)

    def cuStreamSynchronize(self, stream: int) -> tuple[int]:
        return (0,)

    def cuLaunchKernel(self, function: Any, *how: int) -> tuple[int]:
        blocks, threads, room, arguments = how[0], how[3], how[6], how[8]
        function(blocks, threads, room, arguments)
        return (0,)


class Cuda:
    """What kernels ask of CUDA itself. Where the threads of a block wait for each other, each is a thread of
    Python; elsewhere one runs after the other."""

    def __init__(self) -> None:
        self.at = 0
        self.blocks = 0
        self.own = threading.local()
        self.rooms: dict[int, NDArray[np.uint64]] = {}
        self.local = SimpleNamespace(array=lambda size, kind: np.full(size, 77, kind).view(Words))
        self.shared = SimpleNamespace(array=lambda size, kind: self.rooms[self.own.block])
        self.atomic = SimpleNamespace(add=self.add, max=self.max, min=self.min)
        self.barrier = threading.Barrier(device_env.LANES)
        self.lock = threading.Lock()
        self.pool = ThreadPoolExecutor(device_env.LANES)

    def grid(self, axes: int) -> int:
        return self.at

    def syncwarp(self) -> None:
        self.barrier.wait()

    @property
    def threadIdx(self) -> Any:
        return SimpleNamespace(x=self.own.thread)

    @property
    def blockIdx(self) -> Any:
        return SimpleNamespace(x=self.own.block)

    @property
    def gridDim(self) -> Any:
        return SimpleNamespace(x=self.blocks)

    def together(self, function: Any, blocks: int, room: int, given: list[Any]) -> None:
        """Runs a kernel of blocks of 32 threads, block after block: those that hold something together, and
        so wait for each other, at once."""
        self.blocks = blocks
        for block in range(blocks):
            self.rooms = {block: np.full(room // 8, 77, np.uint64).view(Words)}
            if not room:
                for lane in range(device_env.LANES):
                    self._one(function, given, block, lane)
                continue
            list(self.pool.map(partial(self._one, function, given, block), range(device_env.LANES)))

    def _one(self, function: Any, given: list[Any], block: int, lane: int) -> None:
        self.own.block, self.own.thread = block, lane
        try:
            function(*given)
        except threading.BrokenBarrierError:
            pass  # another one has failed, and says why
        except Exception:
            self.barrier.abort()  # else the others wait for ever
            raise

    def add(self, array: Any, at: int, value: int) -> Any:
        with self.lock:
            before = array[at]
            array[at] += value
            return before

    def max(self, array: Any, at: int, value: int) -> None:
        with self.lock:
            array[at] = max(array[at], value)

    def min(self, array: Any, at: int, value: int) -> None:
        with self.lock:
            array[at] = min(array[at], value)


class Words(np.ndarray[Any, np.dtype[Any]]):
    """Words of a thread that can be viewed as a record, whose fields are attributes."""

    def view(self, kind: Any = None) -> Any:  # type: ignore[override]
        return opened(np.asarray(self).view(kind))


class Gpu(device_gpu.Gpu):
    """One that is always there."""

    def __init__(self) -> None:
        self.cu = Driver()  # type: ignore[assignment]
        self.number, self.name, self.capability, self.processors = 0, "a pretended GPU", (9, 0), 1
        self._context = None


class Kernels(device_env.Kernels):
    """Kernels that Python runs."""

    def __init__(self, game: Any, device: Any) -> None:
        super().__init__(game, device)
        bound = compiled(game, device_env.LOOPS, KERNELS)
        self.cuda = Cuda()
        plain = {**Copy()._of(vars(bound)), "cuda": self.cuda}
        made = FunctionType(bound.kernels.__code__, plain, "kernels")
        self._functions = made(game.state, game.limits.legal, compiled(game).CHOICES)

        self._functions["turn"] = turn  # neighbours in a block do it together

    def ahead(self, parts: Any) -> None:
        """There is nothing to build."""

    def on(self, name: str, *arguments: Any) -> Any:
        kinds = [None if isinstance(one, int) else (one.dtype, len(one.shape)) for one in arguments]
        function = self._functions[name]

        def run(blocks: int, threads: int, room: int, at: int) -> None:
            given = read(at, kinds)
            if name in (*device_env.TOGETHER, "deal", "play"):
                self.cuda.together(function, blocks, room, given)
                return
            for self.cuda.at in range(1 if name == "turn" else blocks * threads):
                function(*given)

        kernel = device_gpu.Kernel(self._device, None, run)
        return kernel.on(*arguments)


def turn(seen: Any, observations: Any, width: Any, size: Any, stop: Any) -> None:
    """What the kernel of this name does."""
    if stop[0] >= width:
        rows = np.moveaxis(seen.reshape(-1, size, 32), 2, 1).reshape(-1)
        observations[:] = rows[: len(observations)]


class Together(Cuda):
    """The same for blocks of more threads, which have a square of memory together."""

    def __init__(self) -> None:
        super().__init__()
        self.barrier = threading.Barrier(device_env.THREADS)
        self.square: Any = None
        self.shared = SimpleNamespace(array=lambda size, kind: self.square)
        self.syncthreads = self.barrier.wait


def blocks(name: str, count: int, *arguments: Any) -> None:
    """Runs so many blocks of a kernel, one after the other."""
    game, cuda = load("totem"), Together()
    bound = compiled(game, device_env.LOOPS, KERNELS)
    made = FunctionType(bound.kernels.__code__, {**vars(bound), "cuda": cuda}, "kernels")
    kernel = made(game.state, game.limits.legal, 0)[name]

    def run(block: int, thread: int) -> None:
        cuda.own.block, cuda.own.thread = block, thread
        try:
            kernel(*arguments)
        except Exception:
            cuda.barrier.abort()  # else the others wait for ever
            raise

    for block in range(count):
        cuda.square = np.full(bound.SQUARE, np.nan, np.float32)
        threads = [threading.Thread(target=run, args=(block, n)) for n in range(device_env.THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def read(at: int, kinds: list[Any]) -> list[Any]:
    """The arguments of a kernel, from where a launch has laid them out."""
    places = (ctypes.c_uint64 * 1000).from_address(at)
    given: list[Any] = []
    k = 0
    for kind in kinds:
        axes = 0 if kind is None else kind[1]
        count = 1 if kind is None else 5 + 2 * axes
        words = [ctypes.c_uint64.from_address(places[k + n]).value for n in range(count)]
        k += count
        if kind is None:
            given.append(np.uint64(words[0]) if words[0] >> 63 else np.int64(words[0]))
            continue
        size, item, address, shape, strides = (
            words[2],
            words[3],
            words[4],
            words[5 : 5 + axes],
            words[5 + axes :],
        )
        assert item == kind[0].itemsize and size == np.prod(shape)
        raw = (ctypes.c_uint8 * max(1, size * item)).from_address(address)
        whole = np.ctypeslib.as_array(raw)[: size * item].view(kind[0]).reshape(shape)
        assert list(whole.strides) == strides or size == 0
        given.append(opened(whole))
    return given
