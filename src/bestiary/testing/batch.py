"""The sweep: millions of random decisions, many games side by side, with the invariants on."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bestiary.core import jit
from bestiary.core.driver import KERNELS, Engine, bind
from bestiary.core.game import Game
from bestiary.core.record import EMPTY, UNKNOWN, Records, records
from bestiary.core.registry import load
from bestiary.core.scratch import Start

from .bench import Broken, differences, phase_name, settings_of
from .bundle import Batch
from .keeping import physical, places

LOOPS = Path(__file__).with_name("batch_kernels.py")
SEE_EVERY = 8  # decisions of the batch between two looks through a seat's eyes

WRONG = (
    "nothing",
    "the number of legal actions is 0 or over the limit",
    "legal lists an action that the game does not have",
    "legal lists an action twice",
    "why forbids a legal action",
    "why allows an action that legal does not list",
    "the log overflows",
    "the game goes on past its bound of decisions",
)


@dataclass
class Swept:
    """What a sweep has seen."""

    game: str
    decisions: int
    games: int
    looks: int
    seconds: float

    def __str__(self) -> str:
        checked = "bounds checked" if jit.CHECKED else "bounds NOT checked"
        return (
            f"{self.game}: {self.decisions} decisions in {self.games} games, {self.looks} records hidden "
            f"and dealt again, in {self.seconds:.1f} s, {checked}"
        )


def sweep(
    game: Game | str,
    decisions: int = 200_000,
    seed: int = 1,
    width: int = 1024,
    options: Mapping[str, Any] | None = None,
    quiet: bool = False,
) -> Swept:
    """Plays so many decisions or a few more, and checks each; raises ``Broken`` at the first wrong one.

    Checked are legal moves against ``why``, the bounds, every card's place, and, now and then and
    for every seat in turn, that ``hide`` gives the same bytes for a state and its resample.
    """
    game = load(game) if isinstance(game, str) else game
    engine = Engine(game)
    started = time.perf_counter()
    games = _Games(engine, seed, width, options)
    steps = max(1, -(-decisions // width))
    looks = 0
    for n in range(steps):
        games.advance()
        games.keep()
        if n % SEE_EVERY == 0:
            looks += games.see(n // SEE_EVERY)
    done = Swept(game.name, steps * width, games.begun, looks, time.perf_counter() - started)
    if not quiet:
        print(done)
    return done


class _Games:
    """Many games of random play, one decision at a time."""

    def __init__(self, engine: Engine, seed: int, width: int, options: Mapping[str, Any] | None) -> None:
        game = engine.game
        self.engine = engine
        self.game = game
        self.kernels = bind(game, LOOPS, KERNELS)
        settings = settings_of(game, options, width, seed)
        self.settings = [settings[i % len(settings)] for i in range(width)]
        encoded = np.concatenate([game.options.encode(s) for s in self.settings])
        self.origin = Start(game.blank, encoded, records(game.carried))
        self.batch = Batch(
            records(game.state, width),
            np.arange(seed, seed + width, dtype=np.uint64) * np.uint64(1_000_003),
            np.zeros(width, np.int64),
            np.zeros(width, np.int64),
            np.zeros(len(game.actions), np.int64),
            *(records(game.state, width) for _ in range(3)),
        )
        self.batch.states["over"] = 1
        self.scratch = engine.scratch()
        self.scratch.logs["on"] = 1
        self.scratch.rng[0] = seed
        self.tick = 0
        self.begun = 0

    def fail(self, i: int, what: str, seat: int | None = None) -> None:
        """Fails at one game of the batch."""
        state: Records = self.batch.states[i : i + 1]
        phase = phase_name(self.game, state)
        age = int(self.batch.ages[i])
        raise Broken(
            "sweep", self.game.name, what, self.settings[i], int(self.batch.seeds[i]), age, phase, seat
        )

    def advance(self) -> None:
        """One decision in every game."""
        self.begun += int(self.batch.states["over"].sum())
        limits = self.game.limits
        self.kernels.k_advance(
            self.engine.tables,
            self.origin,
            self.batch,
            self.tick,
            limits.legal,
            limits.decisions,
            self.scratch,
        )
        self.tick += len(self.batch.states)
        for i in np.flatnonzero(self.batch.wrong).tolist():
            self.fail(i, WRONG[int(self.batch.wrong[i])])

    def keep(self) -> None:
        """Every card in one place, in every game."""
        found = places(self.game, self.batch.states, physical(self.engine.content))
        for i, card in np.argwhere(found != 1).tolist():
            self.fail(i, f"card {card} lies in {found[i, card]} places")
        for zone in self.game.zones:
            counter = f"{zone.field}_n"
            held = np.asarray(self.batch.states[zone.field])
            if zone.flags:
                continue
            if (held < EMPTY).any():
                self.fail(int(np.argwhere(held < EMPTY)[0][0]), f"{zone.field} holds {UNKNOWN}")
            if counter in (self.game.state.names or ()):
                count = np.asarray(self.batch.states[counter])
                if count.shape == held.shape[:-1]:
                    used = np.arange(held.shape[-1]) < count[..., None]
                    odd = (held == EMPTY) == used
                    if odd.any():
                        self.fail(int(np.argwhere(odd)[0][0]), f"{zone.field} does not fit {counter}")

    def see(self, turn: int) -> int:
        """Hide gives the same bytes before and after resample, through the eyes of every seat in turn."""
        seen, again, worlds = self.batch.seen, self.batch.again, self.batch.worlds
        self.kernels.k_see(self.engine.tables, self.batch, turn, self.scratch)
        if seen.tobytes() != again.tobytes():
            raw = [np.frombuffer(s.tobytes(), np.uint8).reshape(len(s), -1) for s in (seen, again)]
            i = int(np.flatnonzero((raw[0] != raw[1]).any(axis=1))[0])
            what = differences(again[i], seen[i])
            self.fail(i, f"a record and its resample differ after hide: {what}", self.eye(i, turn))
        found = places(self.game, worlds, physical(self.engine.content))
        for i, card in np.argwhere(found != 1).tolist():
            what = f"resample puts card {card} into {found[i, card]} places"
            self.fail(i, what, self.eye(i, turn))
        return len(self.batch.states)

    def eye(self, i: int, turn: int) -> int:
        """The seat through whose eyes a game is looked at, as the kernel takes it."""
        return turn % (int(self.batch.states["seats"][i]) + 1) - 1
