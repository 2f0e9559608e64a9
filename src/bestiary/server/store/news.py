"""News as they are stored: facts without names or sentences, packed.

News that are stored together are packed together, whatever tables they are of: they are much alike, and that
takes a fifth of the time and half the room of rows that are packed each by itself (docs/operate.md). The body
of a row (``p``) says which pack and which place there. A damaged row breaks itself, a damaged pack some steps
at some tables. Rows that were stored before are read as they are: packed by themselves (``a``), or against
such a row of their seat (``c``, with its version); ``w`` and ``d`` are the same with English in their views
and results; the oldest, packed against the first row of their seat, are finished sentences.
"""

from __future__ import annotations

import secrets
import time
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ..web.messages import Result, Step
from .saying import unknown

MOST = 64  # news in one pack: whoever wants one of them reads them all
PACKED = b"p"  # the first byte of a body
NUMBER = 8  # bytes of the number of a pack, which is the time and some chance; the place follows it
CHANCE = 10  # bits
ALONE, AGAINST = b"a", b"c"
ENGLISH_ALONE, ENGLISH_AGAINST = b"w", b"d"
BEFORE = b"x"  # zlib's own, of the oldest rows
SINCE = 5  # bytes of the kind and of the version that a row was packed against

Row = tuple[int, int, bytes]  # line, version, body
Happened = tuple[str, dict[str, Any]]  # kind and figures of an event


class KeptResult(Result):
    """How a game ended, as it is stored: what its sentences are made of; before, the sentences themselves."""

    kept: list[Any] | None = None  # who, why, then: see ``saying``; seats are named {0}, {1}
    said: list[Any] | None = None  # the same with the texts of templates, as it was stored before


class Kept(msgspec.Struct, array_like=True, gc=False):
    """A step as it is stored; it holds nothing that holds it, so that nobody need look for that."""

    version: int
    entry: tuple[str, int, str] | None  # kind, seat, notation
    events: list[Happened]
    view: msgspec.Raw  # see ``saying``
    asked: list[int]
    game: int
    result: KeptResult | None


class English(Kept, array_like=True, gc=False):
    """The same with a view in English, as it was stored before; its prompt names seats as {0}, {1}."""


_encode = msgspec.json.Encoder().encode
_kept = msgspec.json.Decoder(Kept)
_english = msgspec.json.Decoder(English)
_before = msgspec.json.Decoder(Step)

Stored = Kept | Step  # a step of which the sentences are to be made, or one that has them


def news_row(table: str, seat: int, n: int, kept: Kept) -> dict[str, Any]:
    """What the n-th line showed a seat, as a row that is still to be packed: its body is one line of JSON."""
    return {"table_id": table, "seat": seat, "n": n, "version": kept.version, "body": _encode(kept)}


def packed(rows: Sequence[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Rows of news whose bodies are plain, as they are stored, and the packs that hold those."""
    made, packs = [], []
    for start in range(0, len(rows), MOST):
        part = rows[start : start + MOST]
        # in the order of time: a database likes to add at the end
        number = time.time_ns() // 1000 << CHANCE | secrets.randbits(CHANCE)
        id = number.to_bytes(NUMBER)
        packs.append({"id": id, "body": zlib.compress(b"\n".join(row["body"] for row in part), 1)})
        made += [{**row, "body": PACKED + id + place.to_bytes(2)} for place, row in enumerate(part)]
    return made, packs


def needed(rows: Sequence[Row]) -> tuple[set[int], bool]:
    """The versions that rows were packed against, and whether the first row of the seat is needed too."""
    since = {int.from_bytes(body[1:SINCE]) for _, _, body in rows if body[:1] in (AGAINST, ENGLISH_AGAINST)}
    return since, any(body[:1] == BEFORE for _, _, body in rows)


def packs_of(rows: Sequence[Row]) -> set[bytes]:
    """The packs that rows are in."""
    return {body[1 : 1 + NUMBER] for _, _, body in rows if body[:1] == PACKED}


def read(
    rows: Sequence[Row], packs: Mapping[bytes, bytes], others: Mapping[int, bytes], first: bytes
) -> list[Stored | None]:
    """Steps from rows of one seat; none where one is damaged.

    ``packs`` are those that they are in; ``others`` are the bodies, by version, that these were packed
    against; ``first`` is that of line 0.
    """
    opened = {id: _opened(body) for id, body in packs.items()}
    found: list[Stored | None] = []
    for n, _, body in rows:
        try:
            if body[:1] == PACKED:
                place = int.from_bytes(body[1 + NUMBER :])
                found.append(_kept.decode(opened[body[1 : 1 + NUMBER]][place]))
            else:
                found.append(_read_before(n, body, others, first))
        except (zlib.error, msgspec.MsgspecError, UnicodeError, LookupError, ValueError):
            found.append(None)
    return found


def _opened(pack: bytes) -> list[bytes]:
    """What is in a pack; nothing in a damaged one."""
    try:
        return zlib.decompress(pack).split(b"\n")
    except zlib.error:
        return []


def strange(found: Sequence[Stored | None]) -> bool:
    """Whether there are templates among them that are not known here."""
    kept = [one for one in found if isinstance(one, Kept)]
    return unknown(bytes(one.view) for one in kept) or unknown(_encode(one.result) for one in kept)


def _read_before(n: int, body: bytes, others: Mapping[int, bytes], first: bytes) -> Stored:
    """A row that holds itself."""
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
