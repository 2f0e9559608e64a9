"""Plain copies of compiled rules: the same functions, run by Python, beside the ones that are compiled.

A game that is not compiled yet is played by such a copy at once. Every rule keeps the Python function it was
made from; a copy takes those functions, and gives them the globals of their modules with every rule in them
exchanged for its copy. Nothing is imported twice: cards, words and constants are the same objects, and so
the copy has no names of its own that anything could find by mistake.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher

from .jit import interpreted


class Rows:
    """An array of records as a plain rule sees it: each of them with its fields as attributes.

    NumPy's own records read an attribute ten times as slowly.
    """

    __slots__ = ("_made", "_whole", "shape")

    def __init__(self, whole: Any) -> None:
        self._whole = whole
        self._made: dict[Any, Any] = {}
        self.shape = whole.shape

    def __getitem__(self, i: Any) -> Any:
        found = self._made.get(i)
        if found is None:
            at = i if isinstance(i, tuple) else (i,)
            found = self._made[i] = opened(self._whole[(*at, ...)])
        return found

    def __setitem__(self, i: Any, value: Any) -> None:
        self._whole[i] = getattr(value, "_whole", value)


class One:
    """One record: every number is read anew, every array is a view."""

    def __init__(self, whole: Any) -> None:
        self.__dict__["_whole"] = whole

    def __getattr__(self, name: str) -> Any:
        try:
            made = opened(self._whole[name])
        except (ValueError, KeyError):
            raise AttributeError(name) from None
        self.__dict__[name] = made
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        self._whole[name] = getattr(value, "_whole", value)


@cache
def _kind(dtype: np.dtype[Any]) -> type[One]:
    """The class of one kind of record: its numbers are properties."""

    def number(name: str) -> property:
        key = f"{name} "  # no attribute can be called so

        def read(self: One) -> Any:
            held = self.__dict__
            if key not in held:
                held[key] = self._whole[name]
            return held[key][()]

        return property(read)

    single = [n for n in dtype.names or () if not dtype[n].shape and not dtype[n].names]
    return type("Record", (One,), {name: number(name) for name in single})


def opened(thing: Any) -> Any:
    """What a plain rule is handed for an array, or for a bundle of arrays."""
    if isinstance(thing, np.ndarray):
        if thing.dtype.names is None:
            return thing
        return Rows(thing) if thing.ndim else _kind(thing.dtype)(thing)
    if isinstance(thing, np.void):
        return _kind(thing.dtype)(np.asarray(thing))
    if isinstance(thing, tuple) and hasattr(thing, "_fields"):
        return type(thing)(*map(opened, thing))
    return thing


class Copy:
    """The plain copy of all that a module's rules come to."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._rules: dict[int, tuple[Any, Callable[..., Any]]] = {}
        self._globals: dict[int, dict[str, Any]] = {}
        self._modules: dict[int, ModuleType] = {}

    def entrance(self, module: ModuleType) -> ModuleType:
        """A bound module whose rules are plain, to be called from outside with arrays as they are."""
        copied = ModuleType(module.__name__)
        for name, value in vars(module).items():
            copied.__dict__[name] = entered(self.rule(value)) if isinstance(value, Dispatcher) else value
        return copied

    def rule(self, compiled: Any) -> Callable[..., Any]:
        """The copy of one rule."""
        with self._lock:
            known = self._rules.get(id(compiled))
            if known is None:
                fn = compiled.py_func
                cells = tuple(type(c)(self._value(c.cell_contents)) for c in fn.__closure__ or ())
                plain = FunctionType(
                    fn.__code__, self._of(fn.__globals__), fn.__name__, fn.__defaults__, cells
                )
                plain.__dict__.update(fn.__dict__)
                known = self._rules[id(compiled)] = compiled, interpreted(plain)
            return known[1]

    def _of(self, held: dict[str, Any]) -> dict[str, Any]:
        """The globals of a module, with copies for rules."""
        known = self._globals.get(id(held))
        if known is None:
            known = self._globals[id(held)] = {}  # before it is filled: modules name each other
            known.update({name: self._value(value) for name, value in list(held.items())})
        return known

    def _value(self, value: Any) -> Any:
        if isinstance(value, Dispatcher):
            return self.rule(value)
        if isinstance(value, ModuleType) and _holds_rules(value):
            known = self._modules.get(id(value))
            if known is None:
                known = self._modules[id(value)] = ModuleType(value.__name__)
                known.__dict__.update(self._of(vars(value)))
            return known
        return value


def _holds_rules(module: ModuleType) -> bool:
    return any(isinstance(value, Dispatcher) for value in list(vars(module).values()))


def entered(rule: Callable[..., Any]) -> Callable[..., Any]:
    """A plain rule that is called from outside, with arrays and records as they are."""

    def call(*args: Any) -> Any:
        return rule(*map(opened, args))

    return call
