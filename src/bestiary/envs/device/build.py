"""From Python functions and rules to code for a GPU, kept on disk beside what is compiled for the CPU."""

# Numba's insides have no types.
# mypy: disable-error-code="no-untyped-call, attr-defined, import-untyped, import-not-found"

from __future__ import annotations

import hashlib
import logging
import math
import os
import re
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from bestiary.core import events, jit, rng
from bestiary.core.errors import BestiaryError

from ...extras import MissingExtra, install_line
from . import narrow, pairs
from .merge import merged
from .trial import TRIAL

LOG = logging.getLogger(__name__)  # how long it takes, for who waits for it
ENTRY = re.compile(r"\.entry\s+(\S+?)\(")
REGISTERS = 128  # of a thread at most: with more, too few warps would find room at once
MOST_REGISTERS = 255  # the same where numbers have 64 bits: fewer have to be put away and fetched again
LARGE = 300  # instructions of LLVM of a rule that is better called than copied
Argument = tuple[np.dtype[Any], int] | None  # kind and axes of an array, or nothing for a whole number


class Code(NamedTuple):
    """A kernel for one kind of GPU."""

    name: str
    binary: bytes


def built(
    kernel: Callable[..., None],
    arguments: Sequence[Argument],
    capability: tuple[int, int],
    folder: Path,
    wide: Collection[str] | None = None,
) -> Code:
    """The code of a kernel, from the disk where it has been built before.

    Numbers have 32 bits but for fields of the names in ``wide``; where that is None, 64 (see ``narrow``).
    """
    kinds = " ".join("word" if one is None else f"{one[0].descr}{one[1]}" for one in arguments)
    digest = hashlib.sha256(f"{kinds} {wide} {TRIAL}".encode()).hexdigest()[:16]
    place = folder / f"{kernel.__name__}-sm{capability[0]}{capability[1]}-{digest}.cubin"
    try:
        name, _, binary = place.read_bytes().partition(b"\n")
        return Code(name.decode(), binary)
    except OSError:
        pass
    try:
        code = _build(kernel, arguments, capability, wide)
    except RuntimeError as problem:
        if type(problem).__name__ != "DynamicLibNotFoundError":
            raise
        raise BestiaryError(
            'device="cuda" needs the libraries of a CUDA toolkit (nvrtc, nvvm, nvjitlink): '
            f"{install_line('gpu')}, or install a toolkit of the driver's version."
        ) from None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part = place.with_suffix(f".{os.getpid()}")
        part.write_bytes(code.name.encode() + b"\n" + code.binary)
        part.replace(place)
    except OSError:  # a cache that cannot be written is no reason to stop
        pass
    return code


def _build(
    kernel: Callable[..., None],
    arguments: Sequence[Argument],
    capability: tuple[int, int],
    wide: Collection[str] | None,
) -> Code:
    began = time.perf_counter()
    library = typed(kernel, arguments, capability, wide)
    lowered = time.perf_counter()
    text = "\n".join(library.get_asm_strs(cc=capability))
    translated = time.perf_counter()
    entry = ENTRY.search(text)
    if entry is None:
        raise BestiaryError(f"The compiler made no kernel of {kernel.__name__}.")
    binary = assembled(text, capability, TRIAL.registers or (MOST_REGISTERS if wide is None else REGISTERS))
    ended = time.perf_counter()
    LOG.info(
        "%s: %.1f s typed and lowered, %.1f s optimised, %.1f s assembled, %d kB of PTX, %d kB of code",
        kernel.__name__, lowered - began, translated - lowered, ended - translated,
        len(text) // 1000, len(binary) // 1000,
    )  # fmt: skip
    return Code(entry.group(1), binary)


def typed(
    kernel: Callable[..., None],
    arguments: Sequence[Argument],
    capability: tuple[int, int],
    wide: Collection[str] | None,
) -> Any:
    """A kernel with all rules that it calls in LLVM's language: numba-cuda's library of it."""
    if jit.INTERPRETED:
        raise BestiaryError('device="cuda" needs compiled rules; NUMBA_DISABLE_JIT is set.')
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # NumPy 2.5 dropped it; numba-cuda 0.30 still asks for it
    try:
        from numba.cuda import types
        from numba.cuda.compiler import _compile_pyfunc_with_fixup
    except ImportError as problem:
        raise MissingExtra('VectorEnv(device="cuda")', "gpu", problem.name) from None
    _prepare()
    with _for_kind(capability), narrow.narrowed(wide):
        signature = tuple(
            types.int64 if one is None else types.Array(narrow.kind_of(one[0]), one[1], "C")
            for one in arguments
        )
        library, _ = _compile_pyfunc_with_fixup(
            kernel, types.void(*signature), device=False, abi="numba", cc=capability
        )
    library._nvvm_options["fma"] = 0  # numbers are rounded as on a CPU
    _keep_calls(library)
    if not TRIAL.apart:
        library._llvm_strs = [merged(str(module) for module in library.modules)]
    return library


@contextmanager
def _for_kind(capability: tuple[int, int]) -> Iterator[None]:
    """Numba asks the GPU at hand for what kind of it a rule is built; here that is known."""
    from numba.cuda import dispatcher

    asked = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = asked


def _keep_calls(library: Any) -> None:
    """Large rules that are called from several places stay functions.

    The compiler would copy every rule into every place that calls it: megabytes of code for a large game,
    which take minutes to build and overrun the instruction cache.
    """
    rules, calls = [], Counter[str]()
    for module in library.modules:
        for rule in module.functions:
            steps = [step for block in rule.blocks for step in block.instructions]
            calls.update(getattr(step.callee, "name", "") for step in steps if step.opname == "call")
            if len(steps) > LARGE and "alwaysinline" not in rule.attributes:
                rules.append(rule)
    for rule in rules:
        if calls[rule.name] > 1:
            rule.attributes.add("noinline")


def _prepare() -> None:
    """Rules for a device; events, which nobody reads there, are left out."""
    from numba.cuda.dispatcher import CUDADispatcher

    instead: tuple[tuple[Any, Any], ...] = ((events.emit, _nothing), (rng.within, _within))
    for rule, function in instead:
        if not hasattr(rule, jit.DEVICE):
            made = CUDADispatcher(function, {"device": True, "debug": False, "opt": True})
            setattr(rule, jit.DEVICE, jit.widening(made, narrow.argument))
    _teach_roots()
    pairs.teach()
    jit.on_device(narrow.argument)


def _teach_roots() -> None:
    """NumPy's root and exponential, which evaluations use and numba-cuda 0.30 knows by ``math`` alone."""
    from numba.cuda import ufuncs
    from numba.cuda.mathimpl import get_unary_impl_for_fn_and_ty

    known = ufuncs.ufunc_db()
    for ufunc, function in ((np.sqrt, math.sqrt), (np.exp, math.exp)):

        def as_math(context: Any, builder: Any, sig: Any, args: Any, function: Any = function) -> Any:
            return get_unary_impl_for_fn_and_ty(function, sig.args[0])(context, builder, sig, args)

        known.setdefault(ufunc, {"f->f": as_math, "d->d": as_math})


def _nothing(log: Any, kind: Any, see: Any, know: Any, a: Any, b: Any, c: Any, d: Any) -> None:
    """What is reported where nobody keeps a log."""


def _within(streams: Any, stream: Any, word: Any, n: Any) -> Any:
    """``rng.within`` for a device, where dividing 64 bits takes a hundred steps and 32 are enough."""
    size = np.uint64(np.uint32(n))
    wide = (word >> rng.S32) * size
    low = wide & rng.LOW
    if low < size:
        least = np.uint64(np.uint32(rng.WHOLE - size)) % size
        while low < least:
            wide = (rng.draw(streams, stream) >> rng.S32) * size
            low = wide & rng.LOW
    return np.int32(wide >> rng.S32)


def assembled(text: str, capability: tuple[int, int], registers: int) -> bytes:
    """Machine code from PTX, with so many registers for a thread at most."""
    try:
        from cuda.bindings import nvjitlink
    except ImportError as problem:
        raise MissingExtra('VectorEnv(device="cuda")', "gpu", problem.name) from None
    options = [f"-arch=sm_{capability[0]}{capability[1]}", "-O3", f"-maxrregcount={registers}"]
    handle = nvjitlink.create(len(options), options)
    try:
        code = text.encode()
        nvjitlink.add_data(handle, nvjitlink.InputType.PTX, code, len(code), "kernel")
        nvjitlink.complete(handle)
        binary = bytearray(nvjitlink.get_linked_cubin_size(handle))
        nvjitlink.get_linked_cubin(handle, binary)
    finally:
        nvjitlink.destroy(handle)
    return bytes(binary)
