"""Timeline: the entries of a match, what each of them told, and the match after any of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .driver import Engine
from .errors import BestiaryError
from .events import trimmed
from .record import Records, records
from .rng import mixed

CHECKPOINT = 16  # entries between two kept points; the ones between are replayed

ACTION, RESIGN, TIMEOUT, SUBSTITUTE, NEXT = "action", "resign", "timeout", "substitute", "next"


@dataclass(frozen=True)
class Entry:
    """One entry of the history: an action, or what else happened at the table."""

    kind: str
    seat: int
    action: int = -1
    name: str = ""  # the action in notation, or the new holder of the seat


@dataclass
class Point:
    """The match after some entries: what a replay needs to go on from."""

    states: Records
    carried: Records
    game: int = 0
    ended: str = ""
    gone: tuple[int, ...] = field(default_factory=tuple)

    def copy(self) -> Point:
        return Point(_copied(self.states), _copied(self.carried), self.game, self.ended, self.gone)


def _copied(kept: Records) -> Records:
    """A copy by its bytes: NumPy would copy field by field."""
    made: Records = np.frombuffer(bytearray(kept.tobytes()), kept.dtype)
    return made.view(type(kept))


class Timeline:
    """The entries of a match and the point that they lead to; earlier points are replayed."""

    def __init__(self, engine: Engine, options: Mapping[str, object], seed: int) -> None:
        self.engine = engine  # of one process: it does not travel with a pickle
        self.seed = seed
        self.options = engine.game.options.encode(options)
        self.entries: list[Entry] = []
        self.logs: list[Records] = []
        self.now = self._deal(records(engine.game.carried), 0)
        self.kept = {0: self.now.copy()}

    def _deal(self, carried: Records, game: int, gone: tuple[int, ...] = ()) -> Point:
        seed = self.seed if game == 0 else int(mixed(np.uint64(self.seed), game))
        return Point(self.engine.start(self.options, seed, carried), carried, game, gone=gone)

    def append(self, entry: Entry) -> None:
        """Goes on by an entry."""
        self.now, log = self._after(self.now, entry)
        self.entries.append(entry)
        self.logs.append(trimmed(log))
        if len(self.entries) % CHECKPOINT == 0:
            self.kept[len(self.entries)] = self.now.copy()

    def _after(self, point: Point, entry: Entry) -> tuple[Point, Records]:
        """The point that an entry makes of this one, and the log of it."""
        log = self.engine.new_log()
        if entry.kind == ACTION:
            self.engine.apply(point.states, entry.action, log=log)
        elif entry.kind in (RESIGN, TIMEOUT):
            point.gone = (*point.gone, entry.seat)
            enough = 1 if self.engine.game.team else 2
            if len(set(range(point.states[0]["seats"])) - set(point.gone)) < enough:
                point.ended = entry.kind
        elif entry.kind == SUBSTITUTE:
            point.gone = tuple(seat for seat in point.gone if seat != entry.seat)
        elif entry.kind == NEXT:
            point = self._deal(self.engine.carry(point.states), point.game + 1, point.gone)
        return point, log

    def at(self, n: int) -> Point:
        """The match after n entries."""
        start = max(k for k in self.kept if k <= n)
        point = self.kept[start].copy()
        for entry in self.entries[start:n]:
            point, _ = self._after(point, entry)
        return point

    def rewind(self, n: int) -> None:
        """Goes back to the first n entries."""
        if not 0 <= n <= len(self.entries):
            raise BestiaryError(f"The match has {len(self.entries)} entries, not {n}.")
        self.now = self.at(n)
        del self.entries[n:]
        del self.logs[n:]
        self.kept = {k: v for k, v in self.kept.items() if k <= n}

    def restart(self) -> None:
        """Takes the point that it has come to for the start."""
        self.entries.clear()
        self.logs.clear()
        self.kept = {0: self.now.copy()}

    def copy(self) -> Timeline:
        """An independent copy, for the same engine."""
        made = Timeline.__new__(Timeline)
        made.__dict__ |= self.__dict__
        made.entries = list(self.entries)
        made.logs = [log.copy() for log in self.logs]
        made.now = self.now.copy()
        made.kept = {k: v.copy() for k, v in self.kept.items()}
        return made

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "engine"}
