"""News as they are stored: facts without names or sentences, packed.

A row is packed by itself (``w``), or against the last such row of its seat (``d``, with its version): they
are much alike, and that takes less time than to find out what has changed (docs/operate.md). A damaged row
breaks itself, and at most the few that were packed against it. Rows that were stored before, with finished
sentences and packed against the first row of their seat, are read as they are.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ..web.messages import Entry, Happened, Result, Step

EVERY = 32  # versions from one row that is packed by itself to the next
ALONE, AGAINST, BEFORE = (
    b"w",
    b"d",
    b"x",
)  # the first byte of a body; zlib's own is that of the rows of before
SINCE = 5  # bytes of the kind and of the version that a row was packed against

Row = tuple[int, int, bytes]  # line, version, body


class KeptResult(Result):
    """How a game ended, as it is stored: its sentences, and what they are made of; older rows lack that."""

    said: list[Any] | None = None  # who, why, then: see ``saying``


class Kept(msgspec.Struct, array_like=True):
    """A step as it is stored."""

    version: int
    entry: tuple[str, int, str] | None  # kind, seat, notation
    events: list[tuple[str, dict[str, Any]]]  # kinds and figures
    view: dict[str, Any]  # on its way into storage, encoded already
    asked: list[int]
    game: int
    result: KeptResult | None  # its sentence names seats as {0}, {1}

    def step(self) -> Step:
        """The same without its sentences."""
        entry = Entry(*self.entry, "") if self.entry else None
        events = [Happened(kind, words, "") for kind, words in self.events]
        return Step(self.version, entry, events, self.view, self.asked, self.game, self.result)


_encode = msgspec.json.Encoder().encode
_kept = msgspec.json.Decoder(Kept)
_before = msgspec.json.Decoder(Step)


class Body(NamedTuple):
    """A body on its way into the database."""

    plain: bytes
    since: int = -1  # the version that it is packed against
    other: bytes = b""

    def packed(self) -> bytes:
        """As it is stored: to be called off the event loop."""
        if self.since < 0:
            return ALONE + zlib.compress(self.plain, 6)
        # room for what it looks back at and no more: the usual quarter of a megabyte takes time to get
        window = min(15, max(10, (len(self.other) + len(self.plain)).bit_length()))
        packer = zlib.compressobj(1, wbits=window, memLevel=6, zdict=self.other)
        return AGAINST + self.since.to_bytes(SINCE - 1) + packer.compress(self.plain) + packer.flush()


class Keeper:
    """Makes the bodies of one pair of eyes, one after the other."""

    def __init__(self) -> None:
        self._last: tuple[int, bytes] | None = None

    def body(self, step: Step, view: Any, result: KeptResult | None) -> Body:
        """A step as it is stored, with a view, encoded or not, and a result that name nobody."""
        entry = (step.entry.kind, step.entry.seat, step.entry.name) if step.entry else None
        events = [(one.kind, one.words) for one in step.events]
        plain = _encode(Kept(step.version, entry, events, view, step.asked, step.game, result))
        if self._last is None or step.version - self._last[0] >= EVERY:
            self._last = step.version, plain
            return Body(plain)
        return Body(plain, *self._last)


def plainly(plain: bytes) -> Step:
    """A step from a body that was not packed, without its sentences."""
    return _kept.decode(plain).step()


def needed(rows: Sequence[Row]) -> tuple[set[int], bool]:
    """The versions that rows were packed against, and whether the first row of the seat is needed too."""
    since = {int.from_bytes(body[1:SINCE]) for _, _, body in rows if body[:1] == AGAINST}
    return since, any(body[:1] == BEFORE for _, _, body in rows)


def read(rows: Sequence[Row], others: Mapping[int, bytes], first: bytes) -> list[tuple[Step, bool] | None]:
    """Steps from rows of one seat; whether their sentences are to be made; none where one is damaged.

    ``others`` are the bodies, by version, that these were packed against; ``first`` is that of line 0.
    """
    found: list[tuple[Step, bool] | None] = []
    for n, _, body in rows:
        try:
            found.append(_read(n, body, others, first))
        except (zlib.error, msgspec.MsgspecError, UnicodeError, LookupError, ValueError):
            found.append(None)
    return found


def _read(n: int, body: bytes, others: Mapping[int, bytes], first: bytes) -> tuple[Step, bool]:
    kind = body[:1]
    if kind == BEFORE:
        return _before.decode(_unpacked(body, zlib.decompress(first) if n else b"")), False
    if kind == ALONE:
        return plainly(zlib.decompress(body[1:])), True
    if kind != AGAINST:
        raise ValueError("no news")
    other = zlib.decompress(others[int.from_bytes(body[1:SINCE])][1:])
    return plainly(_unpacked(body[SINCE:], other)), True


def _unpacked(body: bytes, other: bytes) -> bytes:
    reader = zlib.decompressobj(zdict=other) if other else zlib.decompressobj()
    return reader.decompress(body) + reader.flush()
