"""The start of a game that is not compiled yet: played plain at once, compiled by another process meanwhile.

The process is of low priority, works on one core, keeps what it compiles on the disk, and ends when nobody
waits for it any more; what it has compiled by then stays. Once it is done, the compiled rules are loaded by a
thread, and every match and agent of the game goes over to them between two calls of a rule.
"""

from __future__ import annotations

import atexit
import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from . import builds, jit
from .driver import Engine, compiled, compiled_here, play_compiled, play_plain
from .game import Game
from .registry import address

COMPILER = "bestiary.run.prepare"  # the program of the process, above the core
AT_ONCE = "BESTIARY_START"  # set to "compiled", a game that is not compiled yet is compiled first

log = logging.getLogger("bestiary")

_begun: dict[Path, Compiling] = {}
_lock = threading.Lock()


class Compiling:
    """How far the compilation of one game has come."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.folder = builds.folder(game)
        self.done = 0
        self.total = max(1, len(jit.rules_of(game.room)))
        self.ended = threading.Event()
        self.problem = ""
        self.then: list[Callable[[], None]] = []  # called, on a thread of its own, before tables go over
        self._child: subprocess.Popen[str] | None = None
        self._thread = threading.Thread(target=self._work, name=f"compiling {game.slug}", daemon=True)

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1; 1 only at the end."""
        return 1.0 if self.ended.is_set() else min(0.99, self.done / self.total)

    def start(self) -> None:
        """Begins."""
        self._thread.start()

    def wait(self, seconds: float | None = None) -> bool:
        """Waits for the end; whether it has come."""
        return self.ended.wait(seconds)

    def stop(self) -> None:
        """Ends the process that compiles; what it has done is kept, and the game stays as it is."""
        child = self._child
        if child is not None and child.poll() is None:
            child.terminate()
            child.wait()

    def _work(self) -> None:
        try:
            where = address(self.game)
            if where and builds.can_keep(self.game):
                self._elsewhere(where)
            else:
                why = "cannot be kept on the disk" if where else "cannot be found by another process"
                self.problem = f"The compiled rules of {self.game.title} {why}: compiled in memory."
                log.warning(self.problem)
                with compiled_here():
                    Engine(self.game).warm()
            self._load()
        except Exception:
            log.exception("%s could not be compiled; it is played without.", self.game.title)
            return
        play_compiled(self.game)
        self.ended.set()

    def _elsewhere(self, where: str) -> None:
        """Has another process compile, and hears how far it is."""
        self._child = subprocess.Popen(
            [sys.executable, "-m", COMPILER, "--for-a-table"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        assert self._child.stdin is not None and self._child.stdout is not None
        self._child.stdin.write(json.dumps({"game": where, "path": sys.path}) + "\n")
        self._child.stdin.flush()  # it stays open: the process ends when this one does
        for line in self._child.stdout:
            told = json.loads(line)
            self.done, self.total = told["done"], max(1, told["total"])
        if self._child.wait() != 0:
            raise RuntimeError(f"the process that compiles {self.game.slug} ended with {self._child.returncode}")

    def _load(self) -> None:
        """Loads the compiled loops of all files that are bound here, so that nobody waits at the change."""
        for template in list(self.game.__dict__.get("_bound", ())):
            for kernel in vars(compiled(self.game, template)).values():
                jit.load_kept(kernel)
        for call in self.then:
            call()


def begin(game: Game) -> Compiling | None:
    """Has a game begin at once. None where it is compiled already, or where nothing is to be.

    >>> from bestiary.core.registry import load
    >>> begun = begin(load("totem"))
    """
    if jit.INTERPRETED or os.environ.get(AT_ONCE) == "compiled":
        return None
    where = builds.folder(game)
    with _lock:
        found = _begun.get(where)
        if found is None and not builds.is_whole(game) and not _runs(game):
            play_plain(game)
            found = _begun[where] = Compiling(game)
            found.start()
        return found


def _runs(game: Game) -> bool:
    """Whether this process has the rules of a game compiled or loaded already."""
    return bool(compiled(game).k_apply.signatures)


@atexit.register
def _stop() -> None:
    for compiling in list(_begun.values()):
        compiling.stop()
