"""Engine: a game with its cards, ready to run: the ten functions, playouts, and batches."""

from __future__ import annotations

import importlib.util
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core import event as numba_event
from numpy.typing import NDArray

from . import contract, jit
from .actions import MEANING, Meaning
from .asking import anything
from .cards import Content
from .events import Happening, seen
from .game import Game
from .plain import Copy, entered
from .pool import spread
from .record import Records, records
from .scratch import Scratch, Start, scratch
from .sources import CORE, imported

KERNELS = Path(__file__).with_name("kernels.py")
CHUNK = 2048  # games that one task plays; fixed, so that results do not depend on the cores

_lock = threading.RLock()
_plain: set[Path] = set()  # rooms whose rules Python runs for now
_own_way = threading.local()


class Kernels:
    """Bound loops of a game that began plain: run by Python until the game is compiled, then compiled."""

    def __init__(self, game: Game, template: Path, uses: tuple[Path, ...]) -> None:
        self._game = game
        self._bound = compiled(game, template, *uses)
        with _lock:
            copy: Copy = game.__dict__.setdefault("_copy", Copy())
            self._plain = copy.entrance(self._bound)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._plain if self._game.room in _plain else self._bound, name)


def play_plain(game: Game) -> None:
    """From now on the rules of a game are run by Python, until ``play_compiled``.

    Every match and agent made meanwhile goes over by itself, between two calls of a rule: the record of a
    match is the same for both.
    """
    if not jit.INTERPRETED:
        _plain.add(game.room)
        jit.instead(game.room, partial(_plainly, game))


def play_compiled(game: Game) -> None:
    """The rules of a game are compiled, or loaded: for those who want nothing else, and once that is done."""
    _plain.discard(game.room)
    jit.instead(game.room, None)


def _plainly(game: Game, rule: Any, *args: Any) -> Any:
    """What Numba calls in place of a rule that is not compiled: the views of a game call some from Python."""
    if not is_plain(game):
        return type(rule)._compile_for_args(rule, *args)
    called: dict[Any, Any] = game.__dict__.setdefault("_called", {})
    kinds = [(type(arg), getattr(arg, "dtype", None), getattr(arg, "ndim", 0)) for arg in args]
    # Numba takes longer to tell the type of a record, and NumPy to compare two, than most rules take.
    key = rule, *((kind, id(dtype), ndim) for kind, dtype, ndim in kinds)
    if key not in called:
        called[key] = rule, tuple(map(numba.typeof, args)), kinds
    with _lock:
        copy: Copy = game.__dict__.setdefault("_copy", Copy())
        return entered(copy.rule(rule))


def compile_called(game: Game) -> None:
    """Compiles or loads those rules that were called so, before the next call would have to wait for it."""
    for rule, types, _ in list(game.__dict__.get("_called", {}).values()):
        rule.compile(types)


@contextmanager
def compiled_here() -> Iterator[None]:
    """What this thread makes meanwhile is compiled, whatever the others play by."""
    before, _own_way.compiled = getattr(_own_way, "compiled", False), True
    try:
        yield
    finally:
        _own_way.compiled = before


def is_compiled_here() -> bool:
    """Whether this thread has asked for compiled rules."""
    return getattr(_own_way, "compiled", False)


def is_plain(game: Game) -> bool:
    """Whether Python runs the rules of a game for now."""
    return bool(_plain) and game.room in _plain and not is_compiled_here()


def runs_plainly(rule: Any) -> bool:
    """Whether Python runs a rule for now: whoever calls it many times for a figure had better wait."""
    return jit.is_plain(rule) and not is_compiled_here()


def bind(game: Game, template: Path = KERNELS, *uses: Path) -> Any:
    """The loops of a file with the game's rules bound, as ``compiled``; plain ones while the game is."""
    return Kernels(game, template, uses) if is_plain(game) else compiled(game, template, *uses)


def compiled(game: Game, template: Path = KERNELS, *uses: Path) -> ModuleType:
    """Executes a file of compiled loops as a module of its own, with the game's rules bound.

    ``uses`` are further such files whose functions it calls, each after those that it uses itself.
    """
    with _lock:
        bound: dict[Path, ModuleType] = game.__dict__.setdefault("_bound", {})
        if template not in bound:
            name = f"bestiary_bound_{game.slug}_{template.stem}"
            spec = importlib.util.spec_from_file_location(name, template)
            if spec is None or spec.loader is None:
                raise ImportError(f"cannot bind {template}")
            module = importlib.util.module_from_spec(spec)
            module.__dict__["__room__"] = str(game.room)
            # what it imports from the core is in the fingerprint of every game
            module.__dict__["__sources__"] = sorted(
                p for p in imported([template, *uses]) if CORE not in p.parents
            )
            for function in contract.FUNCTIONS:
                module.__dict__[function] = getattr(game.rules, function)
            module.__dict__["evaluate"] = getattr(game.rules, "evaluate", game.rules.returns)
            module.__dict__["suggest"] = getattr(game.rules, "suggest", anything)
            module.__dict__["GUIDED"] = hasattr(game.rules, "suggest")
            for i, other in enumerate(uses):
                module.__dict__.update(_own(compiled(game, other, *uses[:i])))
            sys.modules[name] = module  # cached code is found again by its module
            spec.loader.exec_module(module)
            bound[template] = module
        return bound[template]


def _own(module: ModuleType) -> dict[str, Any]:
    """The functions that a bound file defines itself."""
    plain = {name: getattr(value, "py_func", value) for name, value in vars(module).items()}
    mine = [n for n, f in plain.items() if isinstance(f, FunctionType) and f.__module__ == module.__name__]
    return {name: getattr(module, name) for name in mine}


@lru_cache(64)
def _blank_log(kind: np.dtype[Any], on: bool) -> bytes:
    """A log without events: one is made for every action, and NumPy would write it field by field."""
    log = np.zeros(1, kind)
    log["on"] = int(on)
    return log.tobytes()


@dataclass(frozen=True)
class Batch:
    """The results of many games: payoffs by game and seat, decisions by game."""

    scores: NDArray[np.float64]
    lengths: NDArray[np.int64]


class Engine:
    """A game with one set of cards.

    >>> from bestiary.core.registry import load
    >>> engine = Engine(load("totem"))
    >>> states = engine.start(seed=7)
    >>> len(engine.legal(states))
    7
    """

    def __init__(self, game: Game, content: Content | None = None) -> None:
        self.game = game
        self.content = content or game.content()
        # what came from another process may be read-only, which would be a type of its own to compile for
        self.tables = np.require(self.content.tables, requirements=["C", "A", "W"])
        self.kernels = bind(game)
        self._quiet = self.new_log(on=False)

    # ---- records -------------------------------------------------------------------------

    def new_states(self, n: int = 1) -> Records:
        """States for n matches, not started."""
        return records(self.game.state, n)

    def new_log(self, on: bool = True) -> Records:
        """A log for the events of one action."""
        made: Records = np.frombuffer(bytearray(_blank_log(self.game.log, on)), self.game.log)
        return made.view(np.recarray) if jit.INTERPRETED else made

    def scratch(self) -> Scratch:
        """Fresh room to work in, for the compiled loops of one thread."""
        return scratch(self.game)

    def start(
        self,
        options: Mapping[str, object] | Records | None = None,
        seed: int = 0,
        carried: Records | None = None,
        states: Records | None = None,
        i: int = 0,
    ) -> Records:
        """Sets up a game in ``states[i]``, by default in a new record."""
        if states is None:
            states = self.new_states()
        if not isinstance(options, np.ndarray):
            options = self.game.options.encode(self.game.settle(options))
        if carried is None:
            carried = records(self.game.carried)
        k = self.kernels
        k.k_start(self.tables, states, i, self.game.blank, options, carried, np.uint64(seed))
        return states

    def copy(self, states: Records, i: int = 0) -> Records:
        """An independent copy of one state."""
        # by its bytes: NumPy would copy field by field
        copied: Records = np.frombuffer(bytearray(states[i : i + 1].tobytes()), states.dtype)
        return copied.view(np.recarray) if jit.INTERPRETED else copied

    # ---- the contract --------------------------------------------------------------------

    def legal(self, states: Records, i: int = 0) -> list[int]:
        """The legal actions of those asked."""
        out = np.empty(self.game.limits.legal, np.int64)
        legal: list[int] = out[: self.kernels.k_legal(self.tables, states, i, out)].tolist()
        return legal

    def apply(self, states: Records, action: int, i: int = 0, log: Records | None = None) -> None:
        """Plays an action, which must be legal."""
        log = self._quiet if log is None else log
        log["n"] = 0
        self.kernels.k_apply(self.tables, states, i, action, log)

    def why(self, states: Records, action: int, i: int = 0) -> int:
        """0 where legal, else the number of the rule that forbids the action."""
        return int(self.kernels.k_why(self.tables, states, i, action))

    def why_all(self, states: Records, i: int = 0) -> NDArray[np.int64]:
        """``why`` for every action of the game."""
        out = np.empty(len(self.game.actions), np.int64)
        self.kernels.k_why_all(self.tables, states, i, out)
        return out

    def hidden(self, states: Records, seat: int, i: int = 0) -> Records:
        """A copy that holds only what the seat may know."""
        copied = self.copy(states, i)
        self.kernels.k_hide(self.tables, copied, 0, seat)
        return copied

    def resampled(self, states: Records, seat: int, seed: int, i: int = 0) -> Records:
        """A copy in which all that the seat cannot know is dealt again."""
        copied = self.copy(states, i)
        rng = np.zeros(1, np.uint64)
        scratch = np.zeros(max(1, self.game.limits.scratch), np.int64)
        self.kernels.k_resample(self.tables, copied, 0, seat, np.uint64(seed), rng, scratch)
        return copied

    def observe(self, states: Records, seat: int, i: int = 0) -> NDArray[np.float32]:
        """Features for a learner, from what the seat may know."""
        out = np.zeros(self.game.observed, np.float32)
        self.kernels.k_observe(self.tables, states, i, seat, self.new_states(), out)
        return out

    def returns(self, states: Records, i: int = 0) -> list[float]:
        """The payoff of every seat."""
        out = np.zeros(max(self.game.players), np.float64)
        self.kernels.k_returns(self.tables, states, i, out)
        return [float(x) for x in out[: int(states[i]["seats"])]]

    def suggest(self, states: Records, seed: int, i: int = 0) -> int | None:
        """The action that the game suggests to those asked; ``None`` where it suggests none."""
        if not hasattr(self.game.rules, "suggest"):
            return None
        choices = np.empty(self.game.limits.legal, np.int64)
        rng = np.array([seed], np.uint64)
        return int(self.kernels.k_suggest(self.tables, self.copy(states, i), 0, rng, choices))

    def meaning(self, states: Records, action: int, i: int = 0) -> Meaning:
        """What an action does, in words that mean the same in every position."""
        return self.meanings(states, [action], i)[0]

    def meanings(self, states: Records, actions: Iterable[int], i: int = 0) -> list[Meaning]:
        """What each of these actions does."""
        return [self.read_meaning(row) for row in self.meant(states, actions, i).tolist()]

    def meant(self, states: Records, actions: Iterable[int], i: int = 0) -> Records:
        """The same as numbers, for who keeps what it has made of them."""
        wanted = np.array(list(actions), np.int64)
        out = records(MEANING, len(wanted))
        self.kernels.k_meanings(self.tables, states, i, wanted, out)
        return out

    def read_meaning(self, row: tuple[int, ...]) -> Meaning:
        """Such numbers in words."""
        verb, *words, see = row
        card, other, target, number = (None if w == -1 else w for w in words)
        return Meaning(self.game.actions.verbs[verb].name, card, other, target, number, see)

    def carry(self, states: Records, i: int = 0) -> Records:
        """What the next game starts from."""
        out = records(self.game.carried)
        self.kernels.k_carry(self.tables, states, i, out)
        return out

    # ---- who is asked --------------------------------------------------------------------

    def actors(self, states: Records, i: int = 0) -> list[int]:
        """The seats that are asked; any of them may answer."""
        asked = int(states["actors"][i])  # the field first: a record of its own takes three times as long
        return [seat for seat in range(int(states["seats"][i])) if asked >> seat & 1]

    def over(self, states: Records, i: int = 0) -> bool:
        """Whether the game has ended."""
        return bool(states["over"][i])

    def happenings(self, log: Records, seat: int | None) -> list[Happening]:
        """The events of the last action that a seat may see; ``None`` sees everything."""
        return seen(self.game.events, log[0], seat)

    # ---- many games ----------------------------------------------------------------------

    def playout(self, states: Records, seed: int, i: int = 0) -> int:
        """Plays a state to its end at random; returns the decisions made."""
        rng = np.array([seed], np.uint64)
        choices = np.empty(self.game.limits.legal, np.int64)
        return int(
            self.kernels.k_playout(
                self.tables, states, i, rng, choices, self._quiet, self.game.limits.decisions
            )
        )

    def chunk(self, options: Records, seed: int, first: int, n: int) -> Batch:
        """Plays n games at random on this thread, from game number ``first`` on."""
        scores = np.zeros((n, max(self.game.players)), np.float64)
        lengths = np.zeros(n, np.int64)
        origin = Start(self.game.blank, options, records(self.game.carried))
        limit = self.game.limits.decisions
        self.kernels.k_batch(
            self.tables, origin, np.uint64(seed), first, limit, scores, lengths, self.scratch()
        )
        return Batch(scores, lengths)

    def batch(
        self,
        games: int,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        cores: int | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Batch:
        """Plays many games at random on all cores; the same numbers on any number of them."""
        encoded = self.game.options.encode(self.game.settle(options))
        chunks = [(first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)]
        parts = [Batch(np.zeros((0, max(self.game.players))), np.zeros(0, np.int64))]

        def take(chunk: tuple[int, int], part: Batch) -> None:
            parts.append(part)
            if progress:
                progress(chunk[1])

        if spread(lambda chunk: self.chunk(encoded, seed, *chunk), chunks, take, cores=cores, in_order=True):
            raise KeyboardInterrupt
        return Batch(
            np.concatenate([part.scores for part in parts]), np.concatenate([part.lengths for part in parts])
        )

    def warm(self) -> None:
        """Compiles or loads everything that one match needs, so that play does not stutter."""
        states = self.start()
        log = self.new_log()
        action = self.legal(states)[0]
        self.why_all(states)
        self.why(states, action)
        self.meaning(states, action)
        self.hidden(states, 0)
        self.resampled(states, 0, 1)
        self.apply(states, action, log=log)
        self.returns(states)
        self.carry(states)


@contextmanager
def on_compile(started: Callable[[str], None]) -> Iterator[None]:
    """Calls ``started`` with the name of every rule that is compiled meanwhile, not loaded."""

    class Listener(numba_event.Listener):  # type: ignore[misc]
        def on_start(self, event: Any) -> None:
            started(event.data["dispatcher"].py_func.__name__)

        def on_end(self, event: Any) -> None:
            pass

    if jit.INTERPRETED:
        yield
        return
    with numba_event.install_listener("numba:compile", Listener()):
        yield
