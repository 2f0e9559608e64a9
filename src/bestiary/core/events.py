"""Events: what happened, and who may see how much of it.

A rule reports with ``emit(log, KIND, see, know, a, b, c, d)``: the seats in ``see`` learn that it
happened, those in ``know`` also learn its secret words. A log that is off costs one comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from .jit import SILENT, rule
from .names import Names
from .record import EMPTY, UNKNOWN, record
from .said import Said

SPECTATOR = 1 << 15
ALL = 0xFFFF
WORDS = 4
OWNED = 1000  # the factor of the seat in a word that is something of somebody
KIND, SEE, KNOW, FIRST = 0, 1, 2, 3


if SILENT:

    @rule
    def emit(log: Any, kind: Any, see: Any, know: Any, a: Any, b: Any, c: Any, d: Any) -> None:
        """Reports nothing: this build keeps no events."""

else:

    @rule
    def emit(log: Any, kind: Any, see: Any, know: Any, a: Any, b: Any, c: Any, d: Any) -> None:
        """Reports an event, if anybody keeps the log."""
        if log.on == 0:
            return
        n = log.n
        if n >= log.rows.shape[0]:
            log.overflow = 1
            return
        log.rows[n, 0] = kind
        log.rows[n, 1] = see
        log.rows[n, 2] = know
        log.rows[n, 3] = a
        log.rows[n, 4] = b
        log.rows[n, 5] = c
        log.rows[n, 6] = d
        log.n = n + 1


def log_record(most: int) -> np.dtype[Any]:
    """The record of a log that holds at most this many events of one action."""
    return record(("on", "i8"), ("n", "i8"), ("overflow", "i8"), ("rows", "i4", (most, FIRST + WORDS)))


@cache
def _kept(n: int) -> np.dtype[Any]:
    return log_record(max(1, n))


def trimmed(log: Any) -> Any:
    """A log with room for no more than it holds: a long match keeps thousands."""
    kind = _kept(int(log["n"][0]))
    # by its bytes: what comes before the rows is the same in both, and behind the last row there are zeros
    return np.frombuffer(bytearray(log.tobytes()[: kind.itemsize]), kind)


def mask(seat: int) -> int:
    """The mask of one seat; -1 is a spectator."""
    return SPECTATOR if seat < 0 else 1 << seat


Telling: TypeAlias = Callable[[Mapping[str, int]], "str | Said"]


class Event:
    """A kind of event: its sentence and its words, in order, each of a kind.

    Kinds of words: ``seat``, ``card``, ``place`` (shown from 1; of whoever the word
    ``seat`` names), ``enemy place`` (of the other one of two), ``number``, ``character`` (a card as which
    whoever the word ``seat`` names plays), or the name of a list that the game declares in ``words``. A seat
    and a character are a ``Person``: ``{seat:'s}``, ``{seat:draws|draw}``. A list after ``'s``, such as
    ``'s animal``, is something of a seat: "your Tiger" (``OWNED`` times the seat, and its place in the list).
    A function in place of the sentence chooses one by the numbers of the words, or says it with more figures.
    A detail tells how something came about that another line sums up: a log folds it.
    """

    def __init__(
        self,
        name: str,
        say: str | Telling,
        *,
        secret: tuple[str, ...] = (),
        detail: bool = False,
        **words: str,
    ) -> None:
        self.name = name
        self.say = say
        self.secret = secret
        self.detail = detail
        self.words = words
        self.hides = tuple(word in secret for word in words)  # word by word
        if len(words) > WORDS:
            raise ValueError(f"event {name}: at most {WORDS} words")


class Events:
    """All kinds of events of a game.

    >>> events = Events(Event("draws", "{seat} draws {card}", seat="seat", card="card"))
    >>> events.numbers.DRAWS, events.kind("draws").say
    (0, '{seat} draws {card}')
    """

    def __init__(self, *kinds: Event) -> None:
        self.kinds = kinds
        self.numbers = Names("E", (k.name for k in kinds))
        self._by_name = {k.name: k for k in kinds}

    def kind(self, name: str) -> Event:
        """A kind of event by its name."""
        return self._by_name[name]


class Happening(NamedTuple):
    """One event as one seat saw it; a word that the seat may not know is ``UNKNOWN``."""

    kind: str
    words: dict[str, int]


def rows_of(log: Any) -> list[list[int]]:
    """What a log holds, as plain numbers: read once, however many look."""
    if log["overflow"]:
        raise OverflowError("one action reported more events than the game declares")
    rows: list[list[int]] = log["rows"][: int(log["n"])].tolist()
    return rows


def seen(events: Events, log: Any, seat: int | None) -> list[Happening]:
    """The events of a log that a seat may see; ``None`` sees everything."""
    return seen_in(events, rows_of(log), seat)


def seen_in(events: Events, rows: Iterable[list[int]], seat: int | None) -> list[Happening]:
    """The same of what such logs hold."""
    found, bit = [], ALL if seat is None else mask(seat)
    for row in rows:
        if not row[SEE] & bit:
            continue
        kind, values = events.kinds[row[KIND]], row[FIRST:]
        if kind.secret and not row[KNOW] & bit:
            values = [
                UNKNOWN if hides and value != EMPTY else value
                for hides, value in zip(kind.hides, values, strict=False)
            ]
        found.append(Happening(kind.name, dict(zip(kind.words, values, strict=False))))
    return found
