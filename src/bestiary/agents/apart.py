"""Thinking in a process of its own, as long as Python runs the rules of a game.

Compiled search lets go of the interpreter's lock, and so thinks in a thread; a plain one would stop every
table of its process for a second. ``python -m bestiary.agents.apart`` is the other process: it answers
questions that come as pickles, and ends when nobody can ask any more.
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, BinaryIO

from bestiary.core.cards import Content
from bestiary.core.driver import play_plain
from bestiary.core.game import Game
from bestiary.core.record import Records
from bestiary.core.registry import address, at

from .base import Agent, Opinion, is_learned, make_agent

NICE = 5
QUICK = ("random",)  # who needs no more time than there is


class Apart:
    """A few such processes, begun when they are needed."""

    def __init__(self, most: int = 2) -> None:
        self._free: queue.LifoQueue[subprocess.Popen[bytes]] = queue.LifoQueue()
        self._lock = threading.Lock()
        self._all: list[subprocess.Popen[bytes]] = []
        self._most = max(1, most)
        self._closed = False

    def prepare(self, games: Iterable[Game]) -> None:
        """Has a process import games before it is asked, so that the first answer does not wait for it."""
        with self._lock:
            if self._all or self._closed:
                return
            child = self._begin()
        with suppress(OSError):
            for game in games:
                self._send(child, (address(game), None))
        self._free.put(child)

    def opinions(
        self, game: Game, content: Content, kind: str, seen: Records, seat: int, seed: int
    ) -> list[Opinion]:
        """What a machine thinks of every choice, best first, after a second at most."""
        question = address(game), (content, kind, seen.tobytes(), seat, seed)
        answer = self._answer(question) or self._answer(question)  # one that has ended is replaced once
        if answer is None:
            raise RuntimeError("the process in which machines think ends before it answers")
        if isinstance(answer, Exception):
            raise answer
        found: list[Opinion] = answer
        return found

    def _answer(self, question: Any) -> Any:
        """The answer of a free process; None where it has ended."""
        child = self._take()
        assert child.stdout is not None
        try:
            self._send(child, question)
            answer: Any = pickle.load(child.stdout)
        except (OSError, EOFError, pickle.PickleError):
            self._drop(child)
            return None
        self._free.put(child)
        return answer

    def close(self) -> None:
        """Ends all of them."""
        with self._lock:
            self._closed = True
            for child in self._all:
                child.kill()
                child.wait()
            self._all.clear()

    def _take(self) -> subprocess.Popen[bytes]:
        with suppress(queue.Empty):
            return self._free.get_nowait()
        with self._lock:
            if len(self._all) < self._most and not self._closed:
                return self._begin()
        return self._free.get()

    def _begin(self) -> subprocess.Popen[bytes]:
        child = subprocess.Popen(
            [sys.executable, "-m", "bestiary.agents.apart"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,  # Ctrl-C in a terminal is for this process alone
        )
        self._all.append(child)
        return child

    def _drop(self, child: subprocess.Popen[bytes]) -> None:
        with self._lock:
            child.kill()
            if child in self._all:
                self._all.remove(child)

    @staticmethod
    def _send(child: subprocess.Popen[bytes], question: Any) -> None:
        assert child.stdin is not None
        pickle.dump(question, child.stdin)
        child.stdin.flush()


def answered(agents: dict[Any, Agent], place: str, asked: Any) -> list[Opinion]:
    """The answer to one question; the agents are kept for the next."""
    game = at(place)
    play_plain(game)
    content, kind, record, seat, seed = asked
    key = place, content.fingerprint, kind
    if key not in agents:
        agents[key] = _agent(kind, game, content)
    agent = agents[key]
    seen = agent.engine.new_states()
    seen.view("u1")[:] = memoryview(record)
    chosen = agent.choose(seen, seat, seed) if kind in QUICK or is_learned(kind) else None
    return agent.opinions(seen, seat, seed) if chosen is None else [Opinion(chosen, 1, 0.5)]


def _agent(kind: str, game: Game, content: Content) -> Agent:
    """An agent for rules that Python runs: a network looks once, a search has a second."""
    from .hasty import Hasty

    if is_learned(kind):
        return make_agent("net", game, content)
    return make_agent(kind, game, content) if kind in QUICK else Hasty(game, content, kind)


def _imported(game: Game) -> None:
    """Imports all that the first answer of a game needs."""
    from .hasty import Hasty

    play_plain(game)
    Hasty(game)


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answers until nobody asks any more."""
    agents: dict[Any, Agent] = {}
    with suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        while True:
            place, asked = pickle.load(questions)
            if asked is None:
                _imported(at(place))
                continue
            answer: Any
            try:
                answer = answered(agents, place, asked)
            except Exception as problem:
                answer = RuntimeError(f"{type(problem).__name__}: {problem}")
            pickle.dump(answer, answers)
            answers.flush()


if __name__ == "__main__":
    with suppress(AttributeError, OSError):  # elsewhere than on POSIX
        os.nice(NICE)
    serve(sys.stdin.buffer, sys.stdout.buffer)
