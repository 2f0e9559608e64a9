"""Compiling several games on all cores: a process for each, or several that share one.

Those that share a game begin at different parts of it and keep every rule as soon as it is compiled, where
the others find it; once one has been through all parts nothing is left for the others.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed

from ..core import builds
from ..core.game import Game
from ..core.registry import address
from ..core.starting import COMPILER
from .prepare import files

MOST = 4  # processes that share a game: more would only do the same at the same time


class Shared:
    """One game, compiled by some processes at once."""

    def __init__(self, game: Game, processes: int, told: Callable[[Game, float], None]) -> None:
        self.game, self.told = game, told
        self.processes = processes
        self.share = 0.0
        self._done = threading.Event()
        self._ended = 0
        self._lock = threading.Lock()
        self._problem = ""

    def work(self) -> tuple[Game, float, str]:
        """The game, the seconds it took (0: it was compiled already), and what went wrong."""
        where = address(self.game)
        if not where:
            return self.game, 0.0, "no other process can import it"
        if not builds.can_keep(self.game):
            return self.game, 0.0, f"{builds.folder(self.game)} cannot be written"
        began = time.perf_counter()
        with builds.alone(self.game):
            if builds.is_whole(self.game):
                return self.game, 0.0, ""
            children = [self._child(where, k) for k in range(self.processes)]
            for child in children:
                threading.Thread(target=self._hear, args=(child,), daemon=True).start()
            self._done.wait()
            for child in children:
                child.kill()
                child.wait()
            if not self._problem:
                builds.mark_whole(self.game, files())
        return self.game, time.perf_counter() - began, self._problem

    def _child(self, where: str, k: int) -> subprocess.Popen[str]:
        child = subprocess.Popen(
            [sys.executable, "-m", COMPILER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        assert child.stdin is not None
        task = {"game": where, "path": sys.path, "nice": 0, "part": k, "of": self.processes}
        child.stdin.write(json.dumps(task) + "\n")
        child.stdin.flush()
        return child

    def _hear(self, child: subprocess.Popen[str]) -> None:
        assert child.stdout is not None and child.stderr is not None
        for line in child.stdout:
            told = json.loads(line)
            self.share = max(self.share, told["done"] / max(1, told["total"]))
            self.told(self.game, self.share)
        said = child.stderr.read().strip()
        with self._lock:
            self._ended += 1
            if child.wait() == 0:
                self._done.set()
            elif self._ended == self.processes and not self._done.is_set():
                self._problem = said.splitlines()[-1] if said else f"it ended with {child.returncode}"
                self._done.set()


def compile_games(
    games: list[Game], cores: int, told: Callable[[Game, float], None]
) -> Iterator[tuple[Game, float, str]]:
    """Each game as it is done, with the seconds it took and what went wrong; the longest first."""
    each = max(1, min(MOST, cores // max(1, len(games))))
    waiting = sorted(games, key=lambda game: -len(game.rulebook.rules))
    with ThreadPoolExecutor(cores) as pool:
        for done in as_completed([pool.submit(Shared(game, each, told).work) for game in waiting]):
            yield done.result()
