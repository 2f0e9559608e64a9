"""VectorEnv: thousands of matches stepped at once by the compiled rules, numpy in and out.

>>> env = VectorEnv("totem", 4)
>>> step = env.reset(seed=1)
>>> step.observations.shape, step.masks.shape
((4, 322), (4, 134))
>>> actions = env.sample(seed=1)
>>> env.step(actions).dones.tolist()
[False, False, False, False]
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bestiary.core.cards import Content
from bestiary.core.driver import KERNELS, Engine, bind
from bestiary.core.errors import BestiaryError
from bestiary.core.game import Game
from bestiary.core.record import records
from bestiary.core.registry import load
from bestiary.core.rng import mix
from bestiary.core.scratch import Scratch, Start

from .features import Numbers
from .listed import Listed, Lists, crowded, lists, most
from .matches import ARRAYS, Matches
from .table import LOOPS, SEEDS, Floats, Mask, refusal

Settings = Mapping[str, object]
JUDGING = Path(__file__).with_name("judging.py")


class Step(NamedTuple):
    """Where all matches stand: the arrays of the environment itself, written anew by every step.

    A match that has ended is set up again at once: its reward and ``done`` tell of the game that is
    over, its observation, mask and actor of the one that begins.
    """

    observations: Any  # what the seat that is asked sees: rows of numbers, or ``Listed`` where compact
    masks: Mask  # 1 for every action that it may choose
    rewards: NDArray[np.float64]  # the payoff of every seat, where a game has just ended
    actors: NDArray[np.int64]  # the seat that is asked; where several are, the lowest
    dones: NDArray[np.bool_]  # whether a game has just ended


class Share(NamedTuple):
    """What one thread works on, and the room that it works in."""

    at: slice
    matches: Matches
    origin: Start
    scratch: Scratch
    lists: Lists | None  # where observations are compact


class VectorEnv:
    """Many matches of a game, side by side.

    ``options`` is one set for all matches, or several that the matches take in turn. Match ``i`` has
    the streams of number ``first + i`` of the seed, so that one environment of 4,096 matches and four
    of 1,024, with ``first`` 0, 1,024, 2,048 and 3,072, play the same games. ``threads`` share the work
    and change nothing else. With ``compact`` observations are lists of what is not 0 (``Listed``).
    With ``device="cuda"`` the matches, and all arrays, are on a GPU (``CudaVectorEnv``): the same games
    again, in arrays that other libraries take without a copy.
    """

    def __new__(cls, *args: Any, device: str = "cpu", **kwargs: Any) -> VectorEnv:
        if device == "cpu":
            return super().__new__(cls)
        if device != "cuda":
            raise BestiaryError(f"A VectorEnv is on the device 'cpu' or 'cuda', not '{device}'.")
        from .device.env import CudaVectorEnv

        return super().__new__(CudaVectorEnv)

    def __init__(
        self,
        game: Game | str,
        width: int,
        options: Settings | Sequence[Settings] | None = None,
        *,
        first: int = 0,
        threads: int = 1,
        content: Content | None = None,
        device: str = "cpu",
        compact: bool = False,
    ) -> None:
        if width < 1 or threads < 1 or first < 0:
            raise BestiaryError("A VectorEnv has at least one match, one thread, and no negative number.")
        self.game = load(game) if isinstance(game, str) else game
        self.width = width
        self.first = first
        self.threads = min(threads, width)
        self.compact = compact
        given = [options] if options is None or isinstance(options, Mapping) else list(options)
        self.options = [self.game.settle(each) for each in given]
        self._allot()
        self._furnish(content)
        self.reset(seed=0)

    def _allot(self) -> None:
        """The arrays of the matches."""
        game, width = self.game, self.width
        self.states = records(game.state, width)
        self.seeds = np.zeros(width, np.uint64)  # of the game in progress, as ``Engine.start`` takes it
        self.games = np.zeros(width, np.int64)  # games that have ended, by match
        self.lengths = np.zeros(width, np.int64)  # decisions of the game in progress, or just ended
        self.observations: Any = self._blank()
        self.masks = np.zeros((width, len(game.actions)), np.int8)
        self._rewards = np.zeros((width, max(game.players)), np.float64)
        self.actors = np.zeros(width, np.int64)
        self.dones = np.zeros(width, np.bool_)

    def _blank(self) -> Any:
        """Room for what is observed."""
        shape = self.width, most(self.game) if self.compact else self.game.observed
        values = self._zeros(shape, np.float32)
        if not self.compact:
            return values
        return Listed(self._zeros(shape, np.int16), values, self._zeros(self.width, np.int32))

    def _zeros(self, shape: int | tuple[int, ...], kind: Any) -> Any:
        return np.zeros(shape, kind)

    def _furnish(self, content: Content | None) -> None:
        """All that is not part of the matches: rules, cards, options, and room to work in."""
        game = self.game
        self.engine = Engine(game, content)
        self._loops = bind(game, LOOPS, KERNELS)
        encoded = [game.options.encode(each) for each in self.options]
        turns = [encoded[(self.first + i) % len(encoded)] for i in range(self.width)]
        options = np.concatenate(turns).view(type(encoded[0]))
        self._numbers = Numbers(game)
        edges = np.linspace(0, self.width, self.threads + 1).astype(int).tolist()
        arrays = {name: getattr(self, name) for name in ARRAYS}
        if self.compact:  # rows that nobody writes
            arrays["observations"] = np.zeros((self.width, 0), np.float32)
        self._shares = [
            Share(
                at,
                Matches(*(each[at] for each in arrays.values())),
                Start(game.blank, options[at], records(game.carried)),
                self.engine.scratch(),
                lists(self.observations, at, game.observed) if self.compact else None,
            )
            for at in itertools.starmap(slice, itertools.pairwise(edges))
        ]
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    @property
    def seats(self) -> int:
        """The most seats that a match has."""
        return int(self.states["seats"].max())

    @property
    def rewards(self) -> NDArray[np.float64]:
        """The payoff of every seat, where a game has just ended."""
        return self._rewards[:, : self.seats]

    def now(self) -> Step:
        """Where all matches stand."""
        return Step(self.observations, self.masks, self.rewards, self.actors, self.dones)

    # ---- play --------------------------------------------------------------------------------

    def reset(self, seed: int = 0) -> Step:
        """Sets all matches up anew."""
        if not 0 <= seed < SEEDS:
            raise BestiaryError(f"A seed is a whole number from 0 to 2**64 - 1, not {seed}.")
        self.seed = seed
        self._begin_all()
        return self.now()

    def _begin_all(self) -> None:
        self._rewards[:] = 0.0
        self.dones[:] = False
        self._fit(self._share(self._begin))

    def step(self, actions: Any) -> Step:
        """Plays one action in every match; where one is illegal, refuses all and plays none."""
        given = np.asarray(actions)
        if given.shape != (self.width,) or given.dtype.kind not in "iu":
            raise BestiaryError(f"{self.width} whole numbers are needed, an action for every match.")
        chosen = np.ascontiguousarray(given, np.int64)
        bad = [found for found in self._share(self._check, chosen) if found]
        if bad:
            i, broken = bad[0]
            raise refusal(self.game, broken, f"{chosen[i]} in match {i}")
        self._fit(self._share(self._step, chosen))
        return self.now()

    def _fit(self, longest: Sequence[int]) -> None:
        """Refuses lists that are not whole."""
        if self.compact and max(longest) > most(self.game):
            raise crowded(self.game, max(longest))

    def sample(self, seed: int = 0) -> NDArray[np.int64]:
        """A random legal action for every match, for a start; the same for the same seed."""
        actions = np.zeros(self.width, np.int64)
        self.choose(self._streams(seed), actions)
        return actions

    def _streams(self, seed: int) -> NDArray[np.uint64]:
        return np.array([mix(np.uint64(seed), self.first + i) for i in range(self.width)], np.uint64)

    def choose(self, rngs: NDArray[np.uint64], actions: NDArray[np.int64]) -> None:
        """Writes a random legal action for every match, each from its own word of ``rngs``."""
        self._share(self._choose, rngs, actions)

    def state(self) -> Floats:
        """The true states as numbers, a row each, for critics; ``state_layout`` names them."""
        return self._numbers.of(self.states)

    def judged(self) -> Any:
        """What the game's own evaluation expects every seat to be paid, a row for each match; for who shapes
        rewards. A game without one is refused."""
        if not hasattr(self.game.rules, "evaluate"):
            raise BestiaryError(f"{self.game.title} has no evaluation of its own.")
        return self._judged()

    def _judged(self) -> Any:
        found = np.zeros_like(self._rewards)
        k_judge = bind(self.game, JUDGING).k_judge
        self._share(lambda share, out: k_judge(self.engine.tables, share.matches.states, out), found)
        return found

    def suggested(self, seed: int = 0) -> Any:
        """What the game itself suggests in every match, for who learns from it, and anything where nothing is
        usual. A game that suggests nothing is refused."""
        if not hasattr(self.game.rules, "suggest"):
            raise BestiaryError(f"{self.game.title} suggests nothing by itself.")
        return self._suggested(seed)

    def _suggested(self, seed: int) -> Any:
        found, most = np.zeros(self.width, np.int64), self.game.limits.legal
        k_advise = bind(self.game, JUDGING).k_advise

        def advise(share: Share, rngs: Any, out: Any) -> None:
            k_advise(self.engine.tables, share.matches.states, np.zeros(most, np.int64), rngs, out)

        self._share(advise, self._streams(seed), found)
        return found

    # ---- the work, shared out ----------------------------------------------------------------

    def _share(self, work: Any, *arrays: Any) -> list[Any]:
        jobs = [(share, *(a[share.at] for a in arrays)) for share in self._shares]
        if self._pool is None:
            return [work(*job) for job in jobs]
        return [done.result() for done in [self._pool.submit(work, *job) for job in jobs]]

    def _begin(self, share: Share) -> Any:
        at, matches, origin, scratch, lists = share
        given = self.engine.tables, origin, np.uint64(self.seed), self.first + at.start, matches
        if lists is not None:
            return self._loops.k_begin_listed(*given, lists, scratch)
        return self._loops.k_begin(*given, scratch)

    def _check(self, share: Share, actions: Any) -> tuple[int, int] | None:
        i, broken = self._loops.k_check(self.engine.tables, share.matches.states, actions)
        return None if i < 0 else (share.at.start + int(i), int(broken))

    def _step(self, share: Share, actions: Any) -> Any:
        at, matches, origin, scratch, lists = share
        given = self.engine.tables, origin, np.uint64(self.seed), self.first + at.start, matches
        if lists is not None:
            return self._loops.k_step_listed(*given, lists, actions, scratch)
        return self._loops.k_step(*given, actions, scratch)

    def _choose(self, share: Share, rngs: Any, actions: Any) -> None:
        choices = share.scratch.choices
        self._loops.k_sample(self.engine.tables, share.matches.states, rngs, choices, actions)

    # ---- copies ------------------------------------------------------------------------------

    def clone(self) -> VectorEnv:
        """An exact, independent copy."""
        return copy.deepcopy(self)

    def close(self) -> None:
        """Ends the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def __deepcopy__(self, memo: dict[int, Any]) -> VectorEnv:
        made = VectorEnv.__new__(type(self))
        made._take(self.__getstate__(), self.game, self.engine.content)
        return made

    def __getstate__(self) -> dict[str, Any]:
        return {**self._kept(), "arrays": {name: getattr(self, name).copy() for name in ARRAYS}}

    def _kept(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "content": self.engine.content,
            "settings": (self.width, self.first, self.threads, self.options, self.seed),
            "compact": self.compact,
        }

    def __setstate__(self, data: dict[str, Any]) -> None:
        self._take(data, load(data["game"]), data["content"])

    def _take(self, data: dict[str, Any], game: Game, content: Content) -> None:
        self.game = game
        self.width, self.first, self.threads, self.options, self.seed = data["settings"]
        self.compact = data.get("compact", False)
        self.__dict__.update(data["arrays"])
        self._furnish(content)
