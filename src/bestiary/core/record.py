"""Declaring records: the state of a match, the tables of cards, options, carried results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .jit import INTERPRETED

Field: TypeAlias = tuple[str, str] | tuple[str, str, tuple[int, ...]] | tuple[str, np.dtype[Any]]
Records: TypeAlias = NDArray[Any]

EMPTY = -1  # a slot without a card
UNKNOWN = -2  # a slot with a card that this seat cannot name

HEADER: tuple[Field, ...] = (
    ("actors", "i8"),  # mask of the seats that are asked; 0 when the game is over
    ("phase", "i8"),
    ("seats", "i8"),
    ("over", "i8"),
)


def record(*fields: Field) -> np.dtype[Any]:
    """An aligned record type, its gaps filled by named bytes.

    NumPy copies records field by field and leaves gaps as they were; two equal records would
    differ in bytes that nobody wrote. Interpreted rules read fields as attributes, and would meet a method of
    NumPy's where a field has the name of one.

    >>> record(("hand", "i2", (2, 8)), ("turn", "i8"), ("face", "u1")).names
    ('hand', 'turn', 'face', 'gap41')
    """
    if taken := [field[0] for field in fields if hasattr(np.record, field[0])]:
        raise ValueError(f"a field cannot be called {taken[0]!r}: NumPy's records have a method of that name")
    aligned = np.dtype(list(fields), align=True)
    whole: list[Any] = []
    end = 0
    for field in fields:
        kind, start = aligned.fields[field[0]][:2]  # type: ignore[index]
        if start > end:
            whole.append((f"gap{end}", "u1", (start - end,)))
        whole.append(field)
        end = start + kind.itemsize
    if aligned.itemsize > end:
        whole.append((f"gap{end}", "u1", (aligned.itemsize - end,)))
    return np.dtype(whole, align=True)


def without(whole: Records, fields: Iterable[str]) -> bytes:
    """The bytes of records but for some fields, each named with what it is in, such as ``opt.players``.

    >>> without(np.zeros(1, record(("turn", "i8"), ("face", "i8"))), ["face"])
    b'\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00'
    """
    left_out = list(fields)
    if not left_out:
        return whole.tobytes()
    kept = np.ones(whole.dtype.itemsize, bool)
    for path in left_out:
        kind, start = whole.dtype, 0
        for name in path.split("."):
            kind, offset = kind.fields[name][:2]  # type: ignore[index]
            start += offset
        kept[start : start + kind.itemsize] = False
    return np.frombuffer(whole.tobytes(), np.uint8).reshape(whole.size, -1)[:, kept].tobytes()


def state_record(fields: Sequence[Field], options: np.dtype[Any], streams: int) -> np.dtype[Any]:
    """The record of a match: the header every game has, then the fields of this one."""
    start: tuple[Field, ...] = (("rng", "u8", (streams,)), ("opt", options))
    return record(*start, *HEADER, *fields)


def records(kind: np.dtype[Any], n: int = 1) -> Records:
    """Fresh records, all zero; readable by attribute when the rules run interpreted."""
    made = np.zeros(n, kind)
    return made.view(np.recarray) if INTERPRETED else made


class Row:
    """One record for Python code: numbers and arrays as attributes, the record itself as ``record``.

    Views read hundreds of fields; attributes of a NumPy record cost ten times as much.
    """

    def __init__(self, whole: Records) -> None:
        self.__dict__["_whole"] = whole

    def __getattr__(self, name: str) -> Any:
        if name == "record":
            value: Any = self._whole.view(np.recarray)[0]
        else:
            try:
                value = self._whole[name][0]
            except (ValueError, KeyError):
                raise AttributeError(name) from None
            if isinstance(value, np.void):
                value = fields(value)
            elif not isinstance(value, np.ndarray):
                return value.item()  # read anew every time: the record may change
            elif value.dtype.names:
                value = value.view(np.recarray)
        self.__dict__[name] = value
        return value

    def __getitem__(self, name: str) -> Any:
        return self.record[name]


def fields(row: Any) -> Row:
    """One record for reading only, and quickly: for views.

    >>> fields(records(record(("turn", "i2")))[0]).turn
    0
    """
    return Row(np.asarray(row).reshape(1))


def readable(row: Any) -> Any:
    """One record with its fields as attributes, for Python code such as a test.

    >>> kind = record(("turn", "i2"))
    >>> int(readable(records(kind)[0]).turn)
    0
    """
    return np.asarray(row).reshape(1).view(np.recarray)[0]


def same(a: Any, b: Any) -> bool:
    """Whether two records are equal to the byte."""
    return bool(a.tobytes() == b.tobytes())
