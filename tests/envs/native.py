"""A GPU that is none: what numba-cuda makes of the kernels, run by the CPU, its numbers watched.

The kernels are typed and translated as for a GPU, so that what they reckon is what a GPU would. LLVM then
makes code for the CPU of it. Every sum, product, shift and cut of 32 bits is checked: where a number does
not fit, the rule is noted. Threads that wait for each other are threads of Python's.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from bestiary.core.driver import KERNELS, compiled
from bestiary.envs.device import build
from bestiary.envs.device import env as device_env
from bestiary.envs.device import gpu as device_gpu

from . import pretended

ROOM = 8192  # words of a block's own memory
PLACES = tuple(f"{name}.{axis}" for axis in "xyz" for name in ("tid", "ntid", "ctaid", "nctaid"))
TWO = re.compile(r"^  (%\S+) = (add|sub|mul|shl|ashr|lshr)(?: nsw| nuw| exact)* i32 (\S+), (\S+)$")
CUT = re.compile(r"^  (%\S+) = trunc i64 (\S+) to i32$")
DEFINED = re.compile(r'^define .*?@"?([^"(]+)"?\(')
MOST = 1 << 20  # checked places

WATCH = """
@wrong = global [1048576 x i32] zeroinitializer
define internal void @note(i32 %id) noinline {
  %p = getelementptr [1048576 x i32], [1048576 x i32]* @wrong, i32 0, i32 %id
  %n = load i32, i32* %p
  %m = add i32 %n, 1
  store i32 %m, i32* %p
  ret void
}
"""
REDUCED = """
define internal i32 @watched.{op}(i32 %a, i32 %b, i32 %id) alwaysinline {{
  %x = sext i32 %a to i64
  %y = sext i32 %b to i64
  %r = {op} i64 %x, %y
  %c = trunc i64 %r to i32
  %w = sext i32 %c to i64
  %ok = icmp eq i64 %r, %w
  br i1 %ok, label %fine, label %bad
bad:
  call void @note(i32 %id)
  br label %fine
fine:
  ret i32 %c
}}
"""
SHIFTED = """
define internal i32 @watched.{op}(i32 %a, i32 %b, i32 %id) alwaysinline {{
  %x = sext i32 %a to i64
  %y = zext i32 %b to i64
  %small = icmp ult i32 %b, 32
  %r = {op} i64 %x, %y
  %c = trunc i64 %r to i32
  %w = sext i32 %c to i64
  %same = icmp eq i64 %r, %w
  %ok = and i1 %small, %same
  br i1 %ok, label %fine, label %bad
bad:
  call void @note(i32 %id)
  br label %fine
fine:
  ret i32 %c
}}
"""
CUTTING = """
define internal i32 @watched.trunc(i64 %a, i32 %id) alwaysinline {
  %c = trunc i64 %a to i32
  %w = sext i32 %c to i64
  %z = zext i32 %c to i64
  %signed = icmp eq i64 %a, %w
  %unsigned = icmp eq i64 %a, %z
  %ok = or i1 %signed, %unsigned
  br i1 %ok, label %fine, label %bad
bad:
  call void @note(i32 %id)
  br label %fine
fine:
  ret i32 %c
}
"""


def for_the_cpu(text: str) -> tuple[str, list[str]]:
    """A module for the CPU, and the rules whose numbers are checked in it, by the number of the place."""
    text = text.replace("llvm.nvvm.read.ptx.sreg.", "sreg.").replace("llvm.nvvm.bar.warp.sync", "wait")
    out: list[str] = []
    places: list[str] = []
    rule = ""
    for line in text.splitlines():
        if found := DEFINED.match(line):
            rule = found[1]
        if line.startswith(("target ", '@"llvm.used"', "!nvvm")) or re.match(
            r'declare .*@"?(sreg|wait)', line
        ):
            continue
        if "%dynamic_smem_size" in line:
            line = line.partition("=")[0] + "= load i32, i32* @at.room"
        line = line.replace("= external addrspace(3) global [0 x i64]", "= global [0 x i64] zeroinitializer")
        line = line.replace(" addrspace(3)", "").replace("addrspacecast", "bitcast")
        line = line.replace("[0 x i64]", f"[{ROOM} x i64]")
        if re.match(r"!\d+ = !\{ void", line):
            line = re.sub(r" = .*", " = !{ i32 0 }", line)
        if (found := TWO.match(line)) and len(places) < MOST:
            given = f"i32 {found[3]}, i32 {found[4]}, i32 {len(places)}"
            line = f"  {found[1]} = call i32 @watched.{found[2]}({given})"
            places.append(rule)
        elif (found := CUT.match(line)) and not found[2].isdigit():
            line = f"  {found[1]} = call i32 @watched.trunc(i64 {found[2]}, i32 {len(places)})"
            places.append(rule)
        out.append(line)
    head = [f'target triple = "{llvm.get_default_triple()}"', WATCH]
    head += [REDUCED.format(op=op) for op in ("add", "sub", "mul")]
    head += [SHIFTED.format(op=op) for op in ("shl", "ashr", "lshr")]
    head.append(CUTTING)
    head.append("@at.room = global i32 0\ndeclare void @pretended.wait()\ndeclare i32 @pretended.lane()")
    head.append("define internal void @wait(i32 %m) {\n  call void @pretended.wait()\n  ret void\n}")
    for place in PLACES:
        found = f'load i32, i32* @"at.{place}"' if place != "tid.x" else "call i32 @pretended.lane()"
        head.append(f'@"at.{place}" = global i32 0')
        head.append(f'define internal i32 @"sreg.{place}"() {{\n  %v = {found}\n  ret i32 %v\n}}')
    return "\n".join(head + out) + "\n", places


class Block:
    """The threads of a block: one after the other, or, where they wait for each other, at once."""

    def __init__(self) -> None:
        self.own = threading.local()
        self.barrier = threading.Barrier(device_env.LANES)
        self.pool = ThreadPoolExecutor(device_env.LANES)
        self._lane = ctypes.CFUNCTYPE(ctypes.c_int32)(lambda: self.own.lane)
        self._wait = ctypes.CFUNCTYPE(None)(lambda: self.barrier.wait() and None)
        for name, call in (("lane", self._lane), ("wait", self._wait)):
            llvm.add_symbol(f"pretended.{name}", ctypes.cast(call, ctypes.c_void_p).value)
        known = ctypes.CDLL(ctypes.util.find_library("m"))
        for name in (
            "exp",
            "sqrt",
            "tanh",
            "log",
            "floor",
            "ceil",
            "fabs",
            "fmax",
            "fmin",
        ):  # a GPU has its own
            llvm.add_symbol(f"__nv_{name}", ctypes.cast(getattr(known, name), ctypes.c_void_p).value)

    def run(self, call: Any, words: list[int], lanes: int, together: bool) -> None:
        def one(lane: int) -> None:
            self.own.lane = lane
            call(*words)

        if together:
            list(self.pool.map(one, range(lanes)))
        else:
            for lane in range(lanes):
                one(lane)


@cache
def block() -> Block:
    """The one that all kernels are run by."""
    return Block()


class Native:
    """A kernel as code of the CPU."""

    def __init__(self, library: Any) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        block()
        text, self.places = for_the_cpu(library._llvm_strs[0])
        name = re.search(r'^define void @"?([^"(]+)"?\(', text, re.M)
        assert name is not None
        module = llvm.parse_assembly(text)
        module.verify()
        machine = llvm.Target.from_default_triple().create_target_machine(opt=1)
        self.engine = llvm.create_mcjit_compiler(module, machine)
        self.engine.finalize_object()
        self.address = self.engine.get_function_address(name[1])
        self.waits = "call void @wait(" in text.replace('"wait"', "wait")

    def at(self, name: str) -> Any:
        """Where the code reads how it is run."""
        return ctypes.c_int32.from_address(self.engine.get_global_value_address(f"at.{name}"))

    def __call__(self, blocks: int, threads: int, words: list[int], room: int = 0) -> None:
        call = ctypes.CFUNCTYPE(None, *[ctypes.c_uint64] * len(words))(self.address)
        self.at("ntid.x").value, self.at("nctaid.x").value, self.at("room").value = threads, blocks, room
        number = self.at("ctaid.x")
        for number.value in range(blocks):
            block().run(call, words, threads, room > 0 and self.waits)

    def wrong(self) -> set[str]:
        """The rules in which a number did not fit."""
        address = self.engine.get_global_value_address("wrong")
        noted = np.ctypeslib.as_array((ctypes.c_int32 * MOST).from_address(address))
        return {self.places[at] for at in np.flatnonzero(noted[: len(self.places)])}


class Kernels(pretended.Kernels):
    """Kernels that the CPU runs as a GPU would."""

    def __init__(self, game: Any, device: Any) -> None:
        super().__init__(game, device)
        bound = compiled(game, device_env.LOOPS, KERNELS)
        self._real = bound.kernels(game.state, game.limits.legal, compiled(game).CHOICES)
        self.made: dict[Any, Native] = {}

    def on(self, name: str, *arguments: Any) -> Any:
        if name == "turn":  # which is the same in Python, and a matter of places alone
            return super().on(name, *arguments)
        kinds = [None if isinstance(one, int) else (one.dtype, len(one.shape)) for one in arguments]
        key = name, str(kinds)
        if key not in self.made:
            self.made[key] = Native(build.typed(self._real[name], kinds, (9, 0), self._wide))
        native = self.made[key]
        count = sum(1 if kind is None else 5 + 2 * kind[1] for kind in kinds)

        def run(blocks: int, threads: int, room: int, at: int) -> None:
            places = (ctypes.c_uint64 * count).from_address(at)
            native(blocks, threads, [ctypes.c_uint64.from_address(place).value for place in places], room)

        return device_gpu.Kernel(self._device, None, run).on(*arguments)

    def wrong(self) -> set[str]:
        """The rules in which a number did not fit, in any kernel."""
        return {f"{name}: {rule}" for (name, _), native in self.made.items() for rule in native.wrong()}
