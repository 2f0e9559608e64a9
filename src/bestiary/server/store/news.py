"""News as they are stored: facts without names or sentences, packed.

A row is packed by itself (``a``), or against the last such row of its seat (``c``, with its version): they
are much alike, and that takes less time than to find out what has changed (docs/operate.md). A damaged row
breaks itself, and at most the few that were packed against it. Rows that were stored before are read as they
are: ``w`` and ``d`` have English in their views and results, the oldest, packed against the first row of
their seat, are finished sentences.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ..web.messages import Result, Step
from .saying import unknown

EVERY = 32  # versions from one row that is packed by itself to the next
ALONE, AGAINST = b"a", b"c"  # the first byte of a body
ENGLISH_ALONE, ENGLISH_AGAINST = b"w", b"d"
BEFORE = b"x"  # zlib's own, of the oldest rows
SINCE = 5  # bytes of the kind and of the version that a row was packed against

Row = tuple[int, int, bytes]  # line, version, body


class KeptResult(Result):
    """How a game ended, as it is stored: what its sentences are made of; before, the sentences themselves."""

    kept: list[Any] | None = None  # who, why, then: see ``saying``; seats are named {0}, {1}
    said: list[Any] | None = None  # the same with the texts of templates, as it was stored before


class Kept(msgspec.Struct, array_like=True):
    """A step as it is stored."""

    version: int
    entry: tuple[str, int, str] | None  # kind, seat, notation
    events: list[tuple[str, dict[str, Any]]]  # kinds and figures
    view: msgspec.Raw  # see ``saying``
    asked: list[int]
    game: int
    result: KeptResult | None


class English(Kept, array_like=True):
    """The same with a view in English, as it was stored before; its prompt names seats as {0}, {1}."""


_encode = msgspec.json.Encoder().encode
_kept = msgspec.json.Decoder(Kept)
_english = msgspec.json.Decoder(English)
_before = msgspec.json.Decoder(Step)

Stored = Kept | Step  # a step of which the sentences are to be made, or one that has them


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

    def body(self, kept: Kept) -> Body:
        """A step as it is stored."""
        plain = _encode(kept)
        if self._last is None or kept.version - self._last[0] >= EVERY:
            self._last = kept.version, plain
            return Body(plain)
        return Body(plain, *self._last)


def needed(rows: Sequence[Row]) -> tuple[set[int], bool]:
    """The versions that rows were packed against, and whether the first row of the seat is needed too."""
    since = {int.from_bytes(body[1:SINCE]) for _, _, body in rows if body[:1] in (AGAINST, ENGLISH_AGAINST)}
    return since, any(body[:1] == BEFORE for _, _, body in rows)


def read(rows: Sequence[Row], others: Mapping[int, bytes], first: bytes) -> list[Stored | None]:
    """Steps from rows of one seat; none where one is damaged.

    ``others`` are the bodies, by version, that these were packed against; ``first`` is that of line 0.
    """
    found: list[Stored | None] = []
    for n, _, body in rows:
        try:
            found.append(_read(n, body, others, first))
        except (zlib.error, msgspec.MsgspecError, UnicodeError, LookupError, ValueError):
            found.append(None)
    return found


def strange(found: Sequence[Stored | None]) -> bool:
    """Whether there are templates among them that are not known here."""
    kept = [one for one in found if isinstance(one, Kept)]
    return unknown(bytes(one.view) for one in kept) or unknown(_encode(one.result) for one in kept)


def _read(n: int, body: bytes, others: Mapping[int, bytes], first: bytes) -> Stored:
    kind = body[:1]
    if kind == BEFORE:
        return _before.decode(_unpacked(body, zlib.decompress(first) if n else b""))
    if kind in (ALONE, ENGLISH_ALONE):
        plain = zlib.decompress(body[1:])
    elif kind in (AGAINST, ENGLISH_AGAINST):
        other = zlib.decompress(others[int.from_bytes(body[1:SINCE])][1:])
        plain = _unpacked(body[SINCE:], other)
    else:
        raise ValueError("no news")
    return (_kept if kind in (ALONE, AGAINST) else _english).decode(plain)


def _unpacked(body: bytes, other: bytes) -> bytes:
    reader = zlib.decompressobj(zdict=other) if other else zlib.decompressobj()
    return reader.decompress(body) + reader.flush()
