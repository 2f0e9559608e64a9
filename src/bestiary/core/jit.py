"""The one decorator that compiles a rule, and where compiled code is kept.

Numba's own cache does not notice a changed callee in another file and would run stale rules.
Compiled code therefore lives in a folder named after a fingerprint of every source it can have
come from: the rules of the engine, those of the game's room, what they import, and the file of the
function itself.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from functools import cache, partial, wraps
from pathlib import Path
from typing import Any, TypeVar, cast, overload

import numba
import numpy as np
from numba.core import types
from numba.core.dispatcher import Dispatcher

from . import sources
from .compiler import BUILD, Inner, Late, Sealed, Whole, pipeline
from .kept import cache_root

F = TypeVar("F", bound=Callable[..., Any])

_config: Any = numba.config
INTERPRETED = bool(_config.DISABLE_JIT)
CHECKED = bool(_config.BOUNDSCHECK)
SILENT = bool(os.environ.get("BESTIARY_SILENT"))  # a build without events, for mass simulation
FLAVOUR = ("checked" if CHECKED else "fast") + ("-silent" if SILENT else "")
KEPT_BUILDS = 4  # builds of one room that stay on disk; older ones are pruned

DEVICE = "_CUDATypingContext__dispatcher"  # where numba-cuda keeps the device's version of a function
UNUSED = 24 * 3600  # seconds after which an old build may go

SEALED = frozenset(
    ("setup", "legal", "apply", "why", "hide", "resample", "observe", "returns", "meaning", "carry")
    + ("evaluate", "suggest")
)

COMPILES = "_compile_for_args"  # what Numba calls where a function meets arguments of a new kind

_compiled: dict[Path, list[Any]] = {}
_instead: dict[Path, Callable[..., Any]] = {}  # what is done in place of compiling a room's rules
_folders: dict[tuple[Path, Path], Path] = {}
_homes: dict[tuple[str, str], tuple[Path, Path]] = {}


def room_of(path: Path) -> Path:
    """The folder of the game that a source file belongs to: the nearest one with a rulebook."""
    for folder in path.parents:
        if (folder / "rulebook.toml").exists():
            return folder
    return path.parent


def build_folder(room: Path, *files: Path) -> Path:
    """The folder of all that is compiled for a room, from its own rules and from further files."""
    return cache_root() / f"{room.name}-{FLAVOUR}-{sources.fingerprint(room, *files)}"


def cache_folder(room: Path, file: Path, *uses: Path) -> Path:
    """Where code compiled for this room, from this file and others that it uses, is kept."""
    key = (room, file)
    known = _folders.get(key)
    if known is None:
        known = _folders[key] = build_folder(room, file, *uses)
        _keep(room, known)
    return known


def _keep(room: Path, folder: Path) -> None:
    """Marks a build as used; where there is none yet, old ones make room for it."""
    try:
        if folder.is_dir():
            os.utime(folder)
        else:
            prune(room)
    except OSError:  # a cache that cannot be written is no reason to stop
        pass


def forget(room: Path) -> None:
    """Forgets what is compiled for a room, before its sources are imported again."""
    room = room.resolve()
    for key in [k for k in _folders if k[0] == room]:
        del _folders[key]
    for name in [n for n, home in _homes.items() if home[0] == room]:
        del _homes[name]
    _compiled.pop(room, None)
    sources.forget()


def rules_of(room: Path) -> list[Any]:
    """Every rule compiled for this room so far, in the order of declaration."""
    return list(_compiled.get(room.resolve(), []))


def instead(room: Path, call: Callable[..., Any] | None) -> None:
    """Calls this in place of compiling a rule of the room, with the rule and what it was given; also for
    rules that are declared later, in a module that is imported where it is needed. None: compiles again."""
    room = room.resolve()
    if call is None:
        _instead.pop(room, None)
    else:
        _instead[room] = call
    for known in rules_of(room):
        if call is None:
            known.__dict__.pop(COMPILES, None)
        else:
            setattr(known, COMPILES, partial(call, known))


def is_plain(rule: Any) -> bool:
    """Whether something else is done for now in place of compiling a rule."""
    return COMPILES in vars(rule)


def is_compiled(rule: Any) -> bool:
    """Whether a rule has been compiled or loaded in this process."""
    return bool(rule.overloads or (rule.inner.cache_info().currsize and rule.inner().overloads))


def load_kept(kernel: Any) -> None:
    """Loads whatever the disk has of a loop, before anybody calls it."""
    kept = getattr(kernel, "_cache", None)
    if isinstance(kernel, Dispatcher) and isinstance(kept, Late):
        for signature in kept.signatures():
            kernel.compile(signature)


def prune(room: Path) -> None:
    """Removes all but the newest builds of a room from the disk."""
    root = cache_root()
    if not root.is_dir():
        return
    builds = sorted(root.glob(f"{room.name}-{FLAVOUR}-*"), key=lambda p: p.stat().st_mtime, reverse=True)
    for old in builds[KEPT_BUILDS:]:
        if time.time() - old.stat().st_mtime > UNUSED:
            shutil.rmtree(old, ignore_errors=True)


def widened(kind: Any) -> Any:
    """The type that a rule takes an argument as: every whole number but an unsigned word is an int64."""
    numbers = cast(Any, types)
    kind = numbers.unliteral(kind)
    small = isinstance(kind, numbers.Integer) and (kind.signed or kind.bitwidth < numbers.intp.bitwidth)
    return numbers.int64 if small else kind


def widening(dispatcher: Any, taken: Callable[[Any], Any] = widened) -> Any:
    """Numba compiles a callee anew for every constant and every width of number that it is called with; one
    signature will do. ``taken`` says what an argument is taken as."""
    template = dispatcher.get_call_template

    def wide(args: Any, kws: Any) -> Any:
        return template([taken(a) for a in args], {k: taken(a) for k, a in kws.items()})

    dispatcher.get_call_template = wide
    return dispatcher


def on_device(taken: Callable[[Any], Any]) -> None:
    """Prepares all rules for being called by a CUDA kernel, which builds each anew from its Python function.

    Numba-cuda keeps what it has built at the rule itself: the one put there first widens its arguments too,
    as ``taken`` says.
    """
    from numba.cuda.dispatcher import CUDADispatcher

    for compiled in [one for rules in _compiled.values() for one in rules]:
        if not hasattr(compiled, DEVICE):
            own = {name: compiled.targetoptions[name] for name in ("nopython", "nogil", "forceinline")}
            chosen = {**own, "device": True, "debug": False, "opt": True}
            made = cast(Any, CUDADispatcher)(compiled.py_func, chosen)
            setattr(compiled, DEVICE, widening(made, taken))


NARROW = frozenset((np.int8, np.int16, np.int32, np.uint8, np.uint16, np.uint32))
WRAPS = "wraps_around"  # marks a function whose numbers are meant to


def interpreted(fn: F) -> F:
    """The same without a compiler: NumPy's small numbers would wrap around where compiled ones do not."""
    if getattr(fn, WRAPS, False):
        return np.errstate(over="ignore")(fn)

    @wraps(fn)
    def wide(*args: Any) -> Any:
        found = fn(*[np.int64(a) if type(a) in NARROW else a for a in args])
        return np.int64(found) if type(found) in NARROW else found

    return cast(F, wide)


@overload
def rule(fn: F) -> F: ...
@overload
def rule(*, inline: bool = ..., wraps_around: bool = ...) -> Callable[[F], F]: ...
def rule(fn: F | None = None, *, inline: bool = False, wraps_around: bool = False) -> F | Callable[[F], F]:
    """Compiles a rule on first use; under ``NUMBA_DISABLE_JIT=1`` it runs as it is.

    Whole numbers reach it as 64 bits, whatever they were kept as. One that is ``inline`` is compiled into
    whatever calls it: for what is short and done in every decision, where a call would cost as much as the
    work. Code grows with every caller, so anything else is better called. One that ``wraps_around`` counts on
    unsigned numbers doing so, which NumPy would warn about.

    >>> @rule
    ... def twice(n):
    ...     return n + n
    >>> twice(21), twice(np.int8(100))
    (42, 200)
    """
    if fn is None:
        return partial(_rule, inline=inline, wraps_around=wraps_around)
    return _rule(fn)


def _rule(fn: F, inline: bool = False, wraps_around: bool = False) -> F:
    if wraps_around:
        setattr(fn, WRAPS, True)
    if INTERPRETED:
        return interpreted(fn)
    room, folder = _home(fn)
    if folder is not None:
        setattr(fn, BUILD, folder.name)
    called = Sealed if fn.__name__ in SEALED and folder is not None else Inner
    whole = _made(fn, Whole, folder, inline)
    whole.inner = cache(lambda: widening(_made(fn, called, folder, inline)))  # most are called by few
    whole.get_call_template = lambda args, kws: whole.inner().get_call_template(args, kws)
    whole.get_overload = lambda sig: whole.inner().get_overload(sig)
    if folder is not None:
        _compiled.setdefault(room, []).append(whole)
        if room in _instead:
            setattr(whole, COMPILES, partial(_instead[room], whole))
    return cast(F, whole)


def _home(fn: Any) -> tuple[Path, Path | None]:
    """The room that a rule belongs to, and where its code is kept; nowhere if it was typed at a prompt."""
    name = fn.__code__.co_filename, fn.__globals__.get("__room__", "")
    if name not in _homes:
        try:
            file = Path(name[0]).resolve(strict=True)
        except OSError:
            return Path(), None
        room = Path(name[1]).resolve() if name[1] else room_of(file)
        _homes[name] = room, cache_folder(room, file, *fn.__globals__.get("__sources__", ()))
    return _homes[name]


def _made(fn: Any, kind: type[Inner], folder: Path | None, inline: bool) -> Any:
    """What Numba makes of a function, built as one of that kind: Python calls the whole, rules the others."""
    chosen: dict[str, Any] = {
        "nogil": True,
        "forceinline": inline,
        "no_cfunc_wrapper": True,
        "no_cpython_wrapper": kind is not Whole,
        "pipeline_class": pipeline(kind),
    }
    made: Any = numba.njit(**chosen)(fn)
    if folder is not None:
        made._cache = Late(fn, kind, folder)
    return made
