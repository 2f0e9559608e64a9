"""``VectorEnv`` on a GPU: the same matches, step by step, in arrays that never leave its memory."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bestiary.core import jit
from bestiary.core.cards import Content
from bestiary.core.driver import KERNELS, Engine, compiled
from bestiary.core.errors import BestiaryError
from bestiary.core.game import Game
from bestiary.core.plain import Copy, entered
from bestiary.core.record import records

from ..features import Numbers
from ..listed import Listed, crowded
from ..matches import ARRAYS
from ..table import refusal
from ..vector import Step, VectorEnv
from . import together
from .build import Argument, built
from .gpu import Array, Gpu, Kernel, Launch, gpu

LOOPS = Path(__file__).with_name("device_loops.py")
LOOK = ("ask", "see", "turn")  # the kernels that show where matches stand
LOOK_COMPACT = ("ask", "note")  # the same where observations are compact
TOGETHER = ("advance", "ask", "see", "note")  # those whose matches may be held by blocks
PLAY = ("check", "advance", "deal")  # those that play an action
STEP = (*PLAY, *LOOK)  # those of a step
THREADS = 128  # in a block: four warps
LANES = 32  # threads of a warp
WORD = np.dtype(np.uint64)
ROOM = 9_600  # bytes of a block's own memory for the states of its matches
DEALT = 18_000  # the same where games are set up
SEED, EVERYONE = 11, 13  # arguments of ``deal``


def lanes(game: Game, room: int) -> int:
    """How many matches a block holds in so many bytes of its own."""
    return max(1, min(LANES, room // (stride(game) * WORD.itemsize)))


def stride(game: Game) -> int:
    """How many words lie between two states that a block holds: an odd number, for its banks of memory."""
    return (game.state.itemsize // WORD.itemsize) | 1


def held(game: Game) -> int:
    """How many matches a block holds while it plays them; none where states are large."""
    return lanes(game, ROOM) if game.state.itemsize <= compiled(game, LOOPS, KERNELS).HELD else 0


class Kernels:
    """The kernels of one game for one GPU, each built, or loaded from the disk, when it is first used."""

    def __init__(self, game: Game, device: Gpu) -> None:
        bound = compiled(game, LOOPS, KERNELS)
        self._game = game
        self._functions = bound.kernels(game.state, game.limits.legal, compiled(game).CHOICES)
        self._folder = jit.cache_folder(game.room, LOOPS, *bound.__sources__)
        self._device = device
        self._wide = game.limits.wide
        self._loaded: dict[Any, Kernel] = {}

    def ahead(self, parts: Sequence[together.Part]) -> None:
        """Has those of these parts that are not on the disk built side by side."""
        together.build_ahead(self._game, self._device.capability, self._folder, parts)

    def on(self, name: str, *arguments: Array | int) -> Launch:
        """A kernel with its arguments."""
        kinds: list[Argument] = [
            None if isinstance(one, int) else (one.dtype, len(one.shape)) for one in arguments
        ]
        key = name, tuple(kinds)
        if key not in self._loaded:
            code = built(self._functions[name], kinds, self._device.capability, self._folder, self._wide)
            self._loaded[key] = self._device.load(code.binary, code.name)
        return self._loaded[key].on(*arguments)


def kernels(game: Game, device: Gpu) -> Kernels:
    """The kernels of a game, the same for every environment of it."""
    known: dict[int, Kernels] = game.__dict__.setdefault("_kernels_on_gpu", {})
    if device.number not in known:
        known[device.number] = Kernels(game, device)
    return known[device.number]


class CudaVectorEnv(VectorEnv):
    """Many matches of a game, side by side on a GPU: what ``VectorEnv(..., device="cuda")`` makes.

    Everything is as on the CPU, but that all arrays are on the GPU: ``torch.from_dlpack(env.observations)``
    and the like see them without a copy, ``.numpy()`` copies one to the CPU. Beside them there is the list
    of what may be chosen: in ``choices`` the first ``counts`` numbers of a row. Masks and lists are only to
    be read: a step judges actions by the list, and writes what changes of a mask.

    ``step`` takes 64-bit actions that are on the GPU as they are, from any library or in ``env.actions``,
    and waits for the GPU to know whether one is illegal. ``step(actions, wait=False)`` does not wait: an
    illegal action then stops the environment, which plays no more, and the next call that waits (``step``,
    ``wait``) refuses it. All is done in the stream ``env.stream``, the default one unless another is set.
    """

    # arrays of the GPU, in the place of NumPy's
    states: Any
    seeds: Any
    games: Any
    lengths: Any
    observations: Any
    masks: Any
    _rewards: Any
    actors: Any
    dones: Any

    def _found(self) -> Gpu:
        return gpu()

    def _allot(self) -> None:
        if jit.INTERPRETED:
            raise BestiaryError('device="cuda" needs compiled rules, and NUMBA_DISABLE_JIT is set.')
        game, width = self.game, self.width
        self.gpu = self._found()
        kinds: dict[str, tuple[Any, Any]] = {
            "states": (width, game.state),
            "seeds": (width, np.uint64),
            "games": (width, np.int64),
            "lengths": (width, np.int64),
            "masks": ((width, len(game.actions)), np.int8),
            "_rewards": ((width, max(game.players)), np.float64),
            "actors": (width, np.int64),
            "dones": (width, np.bool_),
        }
        self.__dict__.update({name: self.gpu.zeros(*kind) for name, kind in kinds.items()})
        self.observations = self._blank()

    def _zeros(self, shape: int | tuple[int, ...], kind: Any) -> Any:
        return self.gpu.zeros(shape, kind)

    def _furnish(self, content: Content | None) -> None:
        game, width, device = self.game, self.width, self.gpu
        self.engine = Engine(game, content)
        self.stream = 0
        self._lanes = held(game)  # matches that a block holds
        self.choices = device.zeros((width, game.limits.legal), np.int16)
        self.counts = device.zeros(width, np.int32)
        self.actions = device.zeros(width, np.int64)  # for whoever has none of their own
        self._stop = device.empty(4, np.int64)
        self._most = device.zeros(1, np.int64)
        self._numbers = Numbers(game)
        self._go_on()
        self._bind()

    def _bind(self) -> None:
        """The kernels, with the arrays that they work on."""
        game, width, device = self.game, self.width, self.gpu
        kernels(game, device).ahead(together.STEP_COMPACT if self.compact else together.STEP)
        encoded = [game.options.encode(each) for each in self.options]
        turns = [np.asarray(encoded[(self.first + i) % len(encoded)])[0] for i in range(len(encoded))]
        options = np.resize(np.array(turns, encoded[0].dtype), width)
        blank = np.ascontiguousarray(np.asarray(game.blank)).view(WORD)
        self._raw = self.states.viewed(WORD, (width, game.state.itemsize // WORD.itemsize))
        tables = self._tables = device.array(self.engine.tables)
        self._guess: Array | None = None  # made for whoever asks for it
        self._advice: Array | None = None
        carried, logs = device.array(records(game.carried)), device.array(records(game.log))
        ended, count = device.zeros(width, np.int64), device.zeros(1, np.int64)
        self._rngs = device.zeros(width, np.uint64)
        self._threads: dict[str, int] = {}
        stop, on = self._stop, self._kernel
        self._parts = {
            "check": on("check", self.actions, self.choices, self.counts, stop),
            "advance": on(
                "advance", tables, self.states, self._raw, self.actions, logs, self.lengths, self.games,
                self.dones, self._rewards, ended, count, stop, self._lanes or LANES,
            ),
            "deal": on(
                "deal", tables, device.array(blank), device.array(options), carried, self._raw, self.seeds,
                self.games, self.lengths, ended, count, self._most, 0, self.first, 0, lanes(game, DEALT),
            ),
            "ask": on(
                "ask", tables, self.states, self._raw, self.actors, self.choices, self.counts, self.masks,
                count, stop, self._lanes or LANES,
            ),
        }  # fmt: skip
        self._parts |= self._listing() if self.compact else self._showing()

    def _showing(self) -> dict[str, Launch]:
        """The kernels that show what is seen, in rows."""
        width, size, on = self.width, self.game.observed, self._kernel
        groups = (width + LANES - 1) // LANES
        seen = self.gpu.empty((groups, size, LANES), np.float32)
        self._threads["turn"] = groups * ((size + LANES - 1) // LANES) * THREADS
        rows = self.observations.viewed(np.float32, (self.observations.size,))
        lanes = self._lanes or LANES
        return {
            "see": on("see", self._tables, self._raw, self.actors, seen, self._stop, lanes),
            "turn": on("turn", seen.viewed(np.float32, (seen.size,)), rows, width, size, self._stop),
        }

    def _listing(self) -> dict[str, Launch]:
        """The kernel that shows it in lists."""
        given = self._tables, self._raw, self.actors, *self.observations, self.game.observed, self._stop
        return {"note": self._kernel("note", *given, self._lanes or LANES)}

    @property
    def look(self) -> tuple[str, ...]:
        """The kernels that show where matches stand, in their order."""
        return LOOK_COMPACT if self.compact else LOOK

    def _kernel(self, name: str, *arguments: Array | int) -> Launch:
        return kernels(self.game, self.gpu).on(name, *arguments)

    def _launch(self, launch: Launch, threads: int) -> None:
        launch((threads + THREADS - 1) // THREADS, THREADS, self.stream)

    def _together(self, launch: Launch, lanes: int, room: bool) -> None:
        """Asks for a kernel of blocks of 32 threads, each with so many matches, which it may have to hold."""
        size = lanes * stride(self.game) * WORD.itemsize if room else 0
        launch(-(-self.width // lanes), LANES, self.stream, size)

    def _run(self, *parts: str) -> None:
        """Asks for some parts of a step, in this order."""
        for part in parts:
            if part == "deal":
                self._together(self._parts[part], lanes(self.game, DEALT), True)
            elif part in TOGETHER:
                self._together(self._parts[part], self._lanes or LANES, self._lanes > 0)
            else:
                self._launch(self._parts[part], self._threads.get(part, self.width))

    @property
    def seats(self) -> int:
        """The most seats that a match has."""
        return self._seats

    @property
    def rewards(self) -> Any:
        """The payoff of every seat, where a game has just ended."""
        return self._rewards.columns(self._seats)

    # ---- play --------------------------------------------------------------------------------

    def _begin_all(self) -> None:
        self.gpu.use()
        self.gpu.wait(self.stream)
        self._go_on()
        self._rewards.clear()
        self.dones.clear()
        self._most.clear()
        self.gpu.wait()
        deal = self._parts["deal"]
        deal.number(SEED, self.seed)
        deal.number(EVERYONE, 1)
        self._run("deal", *self.look)
        deal.number(EVERYONE, 0)
        self.gpu.wait(self.stream)
        self._seats = int(self._most.numpy()[0])
        self.wait()

    def step(self, actions: Any, wait: bool = True) -> Step:
        """Plays one action in every match; where one is illegal, refuses all and plays none."""
        self.gpu.use()
        address = self._taken(actions)
        self._parts["check"].address(0, address)
        self._parts["advance"].address(3, address)
        self._run(*PLAY, *self.look)
        if wait:
            self.wait()
        return self.now()

    def wait(self) -> None:
        """Waits until all steps are done, and refuses an illegal action if there was one, and lists that are
        not whole."""
        self.gpu.use()
        self.gpu.wait(self.stream)
        match, refused, action, many = self._stop.numpy().tolist()
        if many:
            self._stop.put([match, refused, action, 0])
            raise crowded(self.game, many)
        if refused:
            self._go_on()
            raise refusal(self.game, self._broken(match, action), f"{action} in match {match}")

    def _go_on(self) -> None:
        """Nothing is refused."""
        self._stop.put([self.width, 0, 0, 0])

    def _broken(self, i: int, action: int) -> int:
        """The rule against an action; Python says it, since nobody waits for a refusal to be compiled."""
        if not 0 <= action < len(self.game.actions):
            return -1
        why = entered(Copy().rule(self.game.rules.why))
        return int(why(self.engine.tables[0], self.states.row(i).numpy()[0], action))

    def _taken(self, actions: Any) -> int:
        """Where actions are on the GPU: in their own place, if they are there already."""
        held = getattr(actions, "__cuda_array_interface__", None)
        given: Any = np.asarray(actions) if held is None else actions
        shape = given.shape if held is None else tuple(held["shape"])
        kind = given.dtype if held is None else np.dtype(held["typestr"])
        if shape != (self.width,) or kind.kind not in "iu":
            raise BestiaryError(f"{self.width} whole numbers are needed, an action for every match.")
        if held is not None:
            if kind == np.int64 and held.get("strides") in (None, (kind.itemsize,)):
                self._held = actions  # until the next step
                return int(held["data"][0])
            given = np.asarray(actions.numpy() if isinstance(actions, Array) else actions.cpu())
        self.gpu.wait(self.stream)  # which may still be reading what was here
        self.actions.put(np.asarray(given, np.int64))
        self.gpu.wait()
        return self.actions.address

    def sample(self, seed: int = 0) -> Any:
        """A random legal action for every match, in ``env.actions``; the same for the same seed."""
        self._draw(seed)
        self.choose(self._rngs, self.actions)
        return self.actions

    def _draw(self, seed: int) -> None:
        self._launch(self._kernel("streams", self._rngs, seed, self.first), self.width)

    def choose(self, rngs: Any, actions: Any) -> None:
        """Writes a random legal action for every match, each from its own word of ``rngs``."""
        self._launch(self._kernel("choose", self.choices, self.counts, rngs, actions), self.width)

    def state(self) -> Any:
        """The true states as numbers, a row each, for critics; ``state_layout`` names them."""
        out = self.gpu.zeros((self.width, self._numbers.size), np.float32)
        for base, places, wanted in self._numbers.plan:
            fields = self.states.viewed(base, (self.width, self.game.state.itemsize // base.itemsize))
            found, put = self.gpu.array(places), self.gpu.array(wanted)
            self._launch(self._kernel("gather", fields, found, put, out), self.width * len(places))
            self.gpu.wait(self.stream)
        return out

    def _judged(self) -> Any:
        if self._guess is None:
            self._guess = self.gpu.zeros(self._rewards.shape, np.float64)
            self._parts["judge"] = self._kernel("judge", self._tables, self.states, self._guess)
        self._run("judge")
        return self._guess

    def _suggested(self, seed: int) -> Any:
        if self._advice is None:
            self._advice = self.gpu.zeros(self.width, np.int64)
            given = self._tables, self.states, self.choices, self.counts, self._rngs
            self._parts["advise"] = self._kernel("advise", *given, self._advice)
        self._draw(seed)
        self._run("advise")
        return self._advice

    # ---- copies ------------------------------------------------------------------------------

    def __deepcopy__(self, memo: dict[int, Any]) -> VectorEnv:
        self.wait()
        made = CudaVectorEnv.__new__(type(self), device="cuda")
        arrays = {name: getattr(self, name).copy() for name in ARRAYS}
        made._take({**self._kept(), "arrays": arrays}, self.game, self.engine.content)
        return made

    def __getstate__(self) -> dict[str, Any]:
        self.wait()
        return {**self._kept(), "arrays": {name: getattr(self, name).numpy() for name in ARRAYS}}

    def _take(self, data: dict[str, Any], game: Game, content: Content) -> None:
        self.gpu = self._found()
        held = {name: self._here(one) for name, one in data["arrays"].items()}
        super()._take({**data, "arrays": held}, game, content)
        self._parts["deal"].number(SEED, self.seed)
        self.masks.clear()
        self._run("ask")
        self._seats = int(self.states.numpy()["seats"].max())

    def _here(self, given: Any) -> Any:
        """Arrays on this GPU, copied from the CPU where that is where they are."""
        if isinstance(given, Listed):
            return Listed(*map(self._here, given))
        return given if isinstance(given, Array) else self.gpu.array(given)
