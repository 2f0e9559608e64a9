"""The benchmark: what one game does on this machine."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from ..core.driver import CHUNK, Engine
from ..core.errors import BestiaryError
from ..core.record import records
from .compiling import compiling
from .many import simulate

if TYPE_CHECKING:
    from rich.console import Console

    from ..core.game import Game

LONG_ENOUGH_S = 1.5  # a measurement this long is steady
BEST_OF = 3
COPIED = 64  # records that are copied to and fro
START = "from bestiary import Engine, load; Engine(load({slug!r})).batch(1)"


@dataclass(frozen=True)
class Figures:
    """The measurements of one game."""

    decisions_per_second_core: float
    decisions_per_second_all: float
    copies_per_second: float
    state_bytes: int
    cores: int
    warm_start_seconds: float
    cold_compilation_seconds: float | None

    def as_json(self) -> dict[str, Any]:
        """The shape that ``bestiary bench --json`` prints for a game."""
        return {k: round(v, 3) if isinstance(v, float) else v for k, v in asdict(self).items()}

    def rows(self) -> list[tuple[str, str]]:
        """The same for people."""
        cold = self.cold_compilation_seconds
        return [
            ("decisions a second, one core", f"{self.decisions_per_second_core / 1e6:.2f} million"),
            (
                f"decisions a second, all {self.cores} cores",
                f"{self.decisions_per_second_all / 1e6:.2f} million",
            ),
            ("copies a second", f"{self.copies_per_second / 1e6:.1f} million"),
            ("state", f"{self.state_bytes:,} bytes"),
            ("warm start, one game included", f"{self.warm_start_seconds:.2f} s"),
            ("cold compilation", "not measured" if cold is None else f"{cold:.1f} s"),
        ]


def measure(game: Game, console: Console, *, cold: bool = True) -> Figures:
    """Measures a game; the starts in processes of their own."""
    engine = Engine(game)
    with compiling(game, console):
        engine.batch(1)
        _copies(engine, 1)
    with console.status(f"{game.slug}: playing"):
        cores = os.cpu_count() or 1
        one = _decisions(engine, 1)
        every = _decisions(engine, cores) if cores > 1 else one
        copies = _copies(engine, 200_000)
    with console.status(f"{game.slug}: starting"):
        warm = _start(game)
    chilled = None
    if cold:
        with (
            console.status(f"{game.slug}: compiling from nothing"),
            tempfile.TemporaryDirectory(prefix="bestiary-") as folder,
        ):
            chilled = _start(game, {"BESTIARY_CACHE": folder})
    return Figures(one, every, copies, game.state.itemsize, cores, warm, chilled)


def _decisions(engine: Engine, cores: int) -> float:
    """Decisions a second: the best of a few runs, for other work on the machine only slows it."""
    games = CHUNK * cores
    _, seconds = _played(engine, games, cores, 1)
    games = max(games, int(games / seconds * LONG_ENOUGH_S))
    runs = [_played(engine, games, cores, seed) for seed in range(BEST_OF)]
    return max(decisions / seconds for decisions, seconds in runs)


def _played(engine: Engine, games: int, cores: int, seed: int) -> tuple[int, float]:
    """Decisions made, and the seconds that they took."""
    began = time.perf_counter()
    results = simulate(engine, games, seed, cores=cores)
    if results.interrupted:
        raise KeyboardInterrupt
    return results.decisions, time.perf_counter() - began


def _copies(engine: Engine, times: int) -> float:
    source, target = records(engine.game.state, COPIED), records(engine.game.state, COPIED)
    engine.kernels.k_copies(source, target, 1)
    best = 0.0
    for _ in range(BEST_OF):
        began = time.perf_counter()
        engine.kernels.k_copies(source, target, times)
        best = max(best, times / (time.perf_counter() - began))
    return best


def _start(game: Game, extra: dict[str, str] | None = None) -> float:
    """Seconds from nothing to one finished game, in a process of its own."""
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", START.format(slug=game.slug)],
        env={**os.environ, **(extra or {})},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no word"])[-1]
        raise BestiaryError(f"{game.slug} did not start in a process of its own: {last}")
    return time.perf_counter() - began
