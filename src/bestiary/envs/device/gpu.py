"""A GPU as the environments use it: memory, kernels, and one line that says what is missing."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from bestiary.core.errors import BestiaryError

from ...extras import MissingExtra
from .dlpack import capsule

PLAIN_ROOM = 48 * 1024  # bytes of a block that every kernel may have
LEGACY = 1  # what DLPack calls the default stream, in which everything here is done


@cache
def driver() -> ModuleType:
    """CUDA's driver as a module."""
    try:
        from cuda.bindings import driver as found  # type: ignore[import-not-found,unused-ignore]
    except ImportError as problem:
        raise MissingExtra('VectorEnv(device="cuda")', "gpu", problem.name) from None
    module: ModuleType = found
    return module


def asked(result: Any) -> Any:
    """What a call of the driver gives, or an error for people."""
    failed, *found = result
    if int(failed):
        name = driver().cuGetErrorString(failed)[1]
        said = name.decode() if isinstance(name, bytes) else str(name)
        raise BestiaryError(f"The GPU refuses: {said} (CUDA error {int(failed)}).")
    return found[0] if len(found) == 1 else found


@cache
def gpu(number: int = 0) -> Gpu:
    """The GPU of this number, ready to be used."""
    return Gpu(number)


class Gpu:
    """One GPU, and the context that it shares with other libraries of this process."""

    def __init__(self, number: int) -> None:
        cu = self.cu = driver()
        try:
            asked(cu.cuInit(0))
            count = asked(cu.cuDeviceGetCount())
        except (BestiaryError, RuntimeError) as problem:
            raise BestiaryError(
                f'device="cuda" needs a GPU and its driver, and there is none that CUDA finds here: {problem}'
            ) from None
        if not 0 <= number < count:
            raise BestiaryError(f"There is no GPU {number} here: CUDA finds {count}.")
        self.number = number
        device = asked(cu.cuDeviceGet(number))
        self._context = asked(cu.cuDevicePrimaryCtxRetain(device))
        name = asked(cu.cuDeviceGetName(128, device))
        self.name = (name if isinstance(name, bytes) else str(name).encode()).split(b"\0")[0].decode().strip()
        which = cu.CUdevice_attribute
        major, minor = (
            int(asked(cu.cuDeviceGetAttribute(one, device)))
            for one in (
                which.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                which.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
            )
        )
        self.capability = major, minor  # the kind of code that it runs
        self.processors = int(
            asked(cu.cuDeviceGetAttribute(which.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device))
        )
        self.use()

    def use(self) -> None:
        """Makes this the GPU that the calls of this thread go to."""
        asked(self.cu.cuCtxSetCurrent(self._context))

    def wait(self, stream: int = 0) -> None:
        """Waits until all that was asked in a stream is done."""
        asked(self.cu.cuStreamSynchronize(stream))

    def empty(self, shape: int | Sequence[int], kind: DTypeLike) -> Array:
        """Room for numbers or records; what is in it means nothing."""
        sizes = (shape,) if isinstance(shape, int) else tuple(shape)
        dtype = np.dtype(kind)
        memory = Memory(self, max(1, math.prod(sizes)) * dtype.itemsize)
        return Array(self, memory, memory.address, sizes, dtype)

    def zeros(self, shape: int | Sequence[int], kind: DTypeLike) -> Array:
        """The same, all zero."""
        made = self.empty(shape, kind)
        made.clear()
        return made

    def array(self, host: Any) -> Array:
        """A copy of an array of the CPU."""
        made = self.empty(np.shape(host), np.asarray(host).dtype)
        made.put(host)
        return made

    def load(self, code: bytes, name: str) -> Kernel:
        """A kernel from code that is built for this kind of GPU."""
        self.use()
        module = asked(self.cu.cuModuleLoadData(code))
        return Kernel(self, module, asked(self.cu.cuModuleGetFunction(module, name.encode())))


class Memory:
    """A stretch of a GPU's memory, given back when nobody holds it any more."""

    def __init__(self, gpu: Gpu, size: int) -> None:
        self._gpu = gpu
        gpu.use()
        self.address = int(asked(gpu.cu.cuMemAlloc(size)))

    def __del__(self) -> None:
        address = getattr(self, "address", 0)
        if address:
            try:
                self._gpu.use()
                self._gpu.cu.cuMemFree(address)
            except Exception:  # at the end of the process the driver may be gone already
                pass


class Array:
    """An array in a GPU's memory, which other libraries take without a copy.

    ``torch.from_dlpack(array)``, ``cupy.asarray(array)`` and whatever else knows DLPack or
    ``__cuda_array_interface__`` see the same memory; ``numpy()`` copies it to the CPU.
    """

    def __init__(
        self,
        gpu: Gpu,
        owner: object,
        address: int,
        shape: tuple[int, ...],
        dtype: np.dtype[Any],
        strides: tuple[int, ...] | None = None,
    ) -> None:
        self.gpu = gpu
        self.owner = owner  # keeps the memory
        self.address = address
        self.shape = shape
        self.dtype = dtype
        whole = [dtype.itemsize * math.prod(shape[axis + 1 :]) for axis in range(len(shape))]
        self.strides = strides or tuple(whole)
        self.contiguous = self.strides == tuple(whole)

    def __repr__(self) -> str:
        return f"<array of {self.dtype} {self.shape} on {self.gpu.name}>"

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def size(self) -> int:
        """How many numbers or records it holds."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        """How many bytes it holds."""
        return self.size * self.dtype.itemsize

    def columns(self, n: int) -> Array:
        """The first n numbers of every row, in the same memory."""
        if n == self.shape[1]:
            return self
        return Array(self.gpu, self.owner, self.address, (self.shape[0], n), self.dtype, self.strides)

    def row(self, i: int) -> Array:
        """One row, as an array of one, in the same memory."""
        at = self.address + i * self.strides[0]
        return Array(self.gpu, self.owner, at, (1, *self.shape[1:]), self.dtype)

    def viewed(self, kind: DTypeLike, shape: tuple[int, ...]) -> Array:
        """The same bytes read as numbers of another kind."""
        return Array(self.gpu, self.owner, self.address, shape, np.dtype(kind))

    # ---- to and from the CPU -----------------------------------------------------------------

    def numpy(self) -> NDArray[Any]:
        """A copy on the CPU, once everything that was asked before is done."""
        self.gpu.use()
        if not self.contiguous:
            width = self.strides[0] // self.dtype.itemsize
            whole = Array(self.gpu, self.owner, self.address, (self.shape[0], width), self.dtype)
            return np.ascontiguousarray(whole.numpy()[:, : self.shape[1]])
        host = np.empty(self.shape, self.dtype)
        if host.nbytes:
            asked(self.gpu.cu.cuMemcpyDtoH(host.ctypes.data, self.address, host.nbytes))
        return host

    def put(self, host: Any) -> None:
        """Takes over the numbers of an array of the CPU."""
        given = np.ascontiguousarray(host, self.dtype)
        if given.shape != self.shape or not self.contiguous:
            raise ValueError(f"{given.shape} into {self.shape}")
        self.gpu.use()
        if given.nbytes:
            asked(self.gpu.cu.cuMemcpyHtoD(self.address, given.ctypes.data, given.nbytes))

    def copy(self) -> Array:
        """An independent copy on the same GPU."""
        made = self.gpu.empty(self.shape, self.dtype)
        asked(self.gpu.cu.cuMemcpyDtoD(made.address, self.address, self.nbytes))
        return made

    def clear(self) -> None:
        """Sets every byte to 0."""
        self.gpu.use()
        asked(self.gpu.cu.cuMemsetD8(self.address, 0, max(1, self.nbytes)))

    # ---- to other libraries ------------------------------------------------------------------

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "descr": self.dtype.descr,
            "data": (self.address, False),
            "strides": None if self.contiguous else self.strides,
            "stream": LEGACY,
            "version": 3,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, self.gpu.number

    def __dlpack__(self, *, stream: int | None = None, **_: Any) -> Any:
        if stream not in (None, -1, LEGACY):
            self.gpu.wait()  # a stream of its own, which would not wait for ours
        steps = tuple(step // self.dtype.itemsize for step in self.strides)
        return capsule(self, self.address, self.shape, steps, self.dtype, self.__dlpack_device__())


class Kernel:
    """Code on a GPU."""

    def __init__(self, gpu: Gpu, module: Any, function: Any) -> None:
        self.gpu = gpu
        self._module = module  # holds the code
        self.function = function
        self._room = PLAIN_ROOM

    def on(self, *arguments: Array | int) -> Launch:
        """The kernel with its arguments: arrays and whole numbers of 64 bits."""
        return Launch(self, arguments)

    def allow(self, room: int) -> None:
        """Lets blocks have so many bytes of their own; beyond some they have to be asked for."""
        if room > self._room:
            cu = self.gpu.cu
            which = cu.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
            asked(cu.cuFuncSetAttribute(self.function, which, room))
            self._room = room

    def attribute(self, name: str) -> int:
        """Such as ``NUM_REGS``, ``LOCAL_SIZE_BYTES``."""
        cu = self.gpu.cu
        which = getattr(cu.CUfunction_attribute, f"CU_FUNC_ATTRIBUTE_{name}")
        return int(asked(cu.cuFuncGetAttribute(which, self.function)))


class Launch:
    """A kernel with its arguments laid out as compiled code takes them; whole numbers can be exchanged.

    An array is nothing, nothing, its size, that of an item, its address, then shape and strides.
    """

    def __init__(self, kernel: Kernel, arguments: Sequence[Array | int]) -> None:
        words: list[int] = []
        self._at: list[int] = []  # where each argument begins
        for argument in arguments:
            self._at.append(len(words))
            if isinstance(argument, Array):
                head = (0, 0, argument.size, argument.dtype.itemsize, argument.address)
                words += (*head, *argument.shape, *argument.strides)
            else:
                words.append(argument & 0xFFFF_FFFF_FFFF_FFFF)
        self.kernel = kernel
        self._held = arguments
        self._words = (ctypes.c_uint64 * len(words))(*words)
        start = ctypes.addressof(self._words)
        self._places = (ctypes.c_void_p * len(words))(*range(start, start + 8 * len(words), 8))
        self._arguments = ctypes.addressof(self._places)

    def number(self, which: int, value: int) -> None:
        """Exchanges an argument that is a whole number."""
        self._words[self._at[which]] = value & 0xFFFF_FFFF_FFFF_FFFF

    def address(self, which: int, value: int) -> None:
        """Exchanges the memory of an argument that is an array, for another of the same shape."""
        self._words[self._at[which] + 4] = value

    def __call__(self, blocks: int, threads: int, stream: int = 0, room: int = 0) -> None:
        """Asks the GPU to do it, each block with so many bytes of its own; returns at once."""
        cu = self.kernel.gpu.cu
        self.kernel.allow(room)
        done = cu.cuLaunchKernel(
            self.kernel.function, blocks, 1, 1, threads, 1, 1, room, stream, self._arguments, 0
        )
        if int(done[0]):
            asked(done)
