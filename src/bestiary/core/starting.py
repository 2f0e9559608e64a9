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
import time
from pathlib import Path

from . import builds, jit
from .driver import (
    Engine,
    compile_called,
    compiled,
    compiled_here,
    is_compiled_here,
    play_compiled,
    play_plain,
)
from .game import Game
from .registry import address

NICE = 15
COMPILER = "bestiary.run.prepare"  # the program of the process, above the core
AT_ONCE = "BESTIARY_START"  # "compiled": a game that is not compiled yet is compiled before it begins

log = logging.getLogger("bestiary")

_begun: dict[Path, Compiling] = {}
_change = threading.Condition()
_closing = threading.Event()


class Compiling:
    """The compilation of one game, and how far it has come."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.asked = False  # whether somebody plays it, or wants to
        self.done = 0
        self.total = 1
        self.problem = ""
        self.failed = False
        self.ended = threading.Event()
        self._child: subprocess.Popen[str] | None = None
        self._stopped = False

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1; 1 only at the end."""
        return 1.0 if self.ended.is_set() else min(0.99, self.done / self.total)

    def wait(self, seconds: float | None = None) -> bool:
        """Waits for the end; whether it has come."""
        return self.ended.wait(seconds)

    def stop(self) -> None:
        """Ends the process that compiles; what it has done is kept, and the game stays as it is."""
        self._stopped = True
        if self._child is not None and self._child.poll() is None:
            self._child.terminate()

    def work(self) -> None:
        """Compiles, loads what was compiled, and has everybody go over to it; nothing of it where stopped."""
        self._stopped = False
        try:
            where = address(self.game)
            if where and builds.can_keep(self.game):
                self._elsewhere(where)
            else:
                self._here("cannot be kept on the disk" if where else "cannot be found by another process")
            if self._stopped:
                return
            self._load()
        except Exception:
            log.exception("%s could not be compiled; it is played without.", self.game.title)
            self.failed = True
            return
        play_compiled(self.game)
        self.ended.set()

    def _here(self, why: str) -> None:
        self.problem = f"The compiled rules of {self.game.title} {why}: they are compiled in memory."
        log.warning(self.problem)
        with compiled_here():
            Engine(self.game).warm()

    def _elsewhere(self, where: str) -> None:
        """Has another process compile, and hears how far it is; waits where somebody else's does already."""
        while builds.is_taken(self.game) and not self._stopped:
            time.sleep(builds.LOOK_S)
        if self._stopped or builds.is_whole(self.game):
            return
        self._child = subprocess.Popen(
            [sys.executable, "-m", COMPILER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,  # Ctrl-C in a terminal is for this process, which ends the other quietly
        )
        with self._child as child:
            assert child.stdin is not None and child.stdout is not None
            child.stdin.write(json.dumps({"game": where, "path": sys.path, "nice": NICE}) + "\n")
            child.stdin.flush()  # and it stays open: the process ends when this one does
            for line in child.stdout:
                told = json.loads(line)
                self.done, self.total = told["done"], max(1, told["total"])
            if child.wait() != 0 and not self._stopped:
                raise RuntimeError(f"the process that compiles it ended with {child.returncode}")

    def _load(self) -> None:
        """Loads the compiled loops of all files that are bound here, so that nobody waits at the change."""
        for template in list(self.game.__dict__.get("_bound", ())):
            for kernel in list(vars(compiled(self.game, template)).values()):
                jit.load_kept(kernel)
        compile_called(self.game)


def begin(game: Game) -> Compiling | None:
    """Has a game begin at once, and its compilation before all that nobody has asked for.

    None where it is compiled already, or where nothing is to be.

    >>> from bestiary.core.registry import load
    >>> begun = begin(load("totem"))
    """
    found = _noted(game)
    if found is None or found.ended.is_set():
        return found
    with _change:
        if not found.asked:
            found.asked = True
            play_plain(game)
            for other in _begun.values():
                if not other.asked:
                    other.stop()  # and goes on afterwards
        _change.notify_all()
    return found


def later(game: Game) -> Compiling | None:
    """Has a game compiled when there is nothing more urgent."""
    found = _noted(game)
    with _change:
        _change.notify_all()
    return found


def of(game: Game) -> Compiling | None:
    """The compilation of a game that was begun in this process."""
    return _begun.get(builds.folder(game)) if _begun else None


def _noted(game: Game) -> Compiling | None:
    if jit.INTERPRETED or is_compiled_here() or os.environ.get(AT_ONCE) == "compiled":
        return None
    where = builds.folder(game)
    with _change:
        found = _begun.get(where)
        if found is None and not _runs(game) and not builds.is_whole(game):
            found = _begun[where] = Compiling(game)
            if len(_begun) == 1:
                threading.Thread(target=_work, name="compiling", daemon=True).start()
    return found


def _runs(game: Game) -> bool:
    """Whether this process has the rules of a game compiled or loaded already."""
    return bool(compiled(game).k_apply.signatures)


def _work() -> None:
    """One game after the other, those first that somebody has asked for."""
    while True:
        with _change:
            while not (due := [c for c in _begun.values() if not c.ended.is_set() and not c.failed]):
                _change.wait()
            if _closing.is_set():
                return
        max(due, key=lambda c: c.asked).work()


@atexit.register
def _stop() -> None:
    _closing.set()
    for compiling in list(_begun.values()):
        compiling.stop()
