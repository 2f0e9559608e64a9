"""A record that nobody changes any more, read from its bytes: NumPy's own way to one number is a long one."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.record import Records, Row

FORMS = 100  # kinds of records that are known
PARTS = 1_000  # records within those that are known, of one kind: the options of a table stay the same


class _Form:
    """How the fields of a record are read from its bytes: plain numbers all at once, arrays one by one."""

    def __init__(self, kind: np.dtype[Any]) -> None:
        self.kind = kind
        self.names = [name for name in kind.names or () if kind[name].kind in "iuf" and not kind[name].shape]
        form, end = "@", 0
        for name in self.names:
            start = kind.fields[name][1]  # type: ignore[index]
            form += f"{start - end}x{kind[name].char}"
            end = start + kind[name].itemsize
        self.numbers = struct.Struct(form)
        self.arrays = {
            name: (field[0].shape, field[0].base, field[1])
            for name, field in (kind.fields or {}).items()
            if field[0].shape and field[0].base.kind in "iuf"
        }
        self.nested = {
            name: (start, start + field.itemsize, field)
            for name, (field, start, *_) in (kind.fields or {}).items()
            if field.names
        }
        self.known: dict[tuple[str, bytes], Still] = {}
        self.parts = {  # the same for lists: where it begins and ends, its format and shape
            name: (start, start + kind[name].itemsize, base.char, shape)
            for name, (shape, base, start) in self.arrays.items()
        }


_forms: dict[int, _Form] = {}  # by the object: to compare two kinds takes longer than to read a record


def _form(kind: np.dtype[Any]) -> _Form:
    found = _forms.get(id(kind))
    if found is None or found.kind is not kind:
        if len(_forms) > FORMS:
            _forms.clear()
        found = _forms[id(kind)] = _Form(kind)
    return found


class Still(Row):
    """A record that nobody changes any more, for reading: numbers and arrays come from its bytes."""

    def __init__(self, hidden: Records) -> None:
        super().__init__(np.asarray(hidden))
        content, form = hidden.tobytes(), _form(hidden.dtype)
        known = self.__dict__
        known["_bytes"], known["_form"] = content, form
        known.update(zip(form.names, form.numbers.unpack_from(content), strict=True))

    def __getattr__(self, name: str) -> Any:
        known = self.__dict__
        form = known["_form"]
        if (array := form.arrays.get(name)) is not None:
            value: Any = np.ndarray(array[0], array[1], bytearray(known["_bytes"]), array[2])
        elif (nested := form.nested.get(name)) is not None:
            start, end, kind = nested
            key = name, known["_bytes"][start:end]
            value = form.known.get(key)
            if value is None:
                if len(form.known) > PARTS:
                    form.known.clear()
                value = form.known[key] = Still(np.frombuffer(key[1], kind))
        else:
            return super().__getattr__(name)
        known[name] = value
        return value

    def lists(self, names: Sequence[str]) -> list[list[Any]]:
        """Some of its arrays as lists: see ``core.reading``."""
        parts, content = self.__dict__["_form"].parts, memoryview(self.__dict__["_bytes"])
        found = []
        for name in names:
            start, end, form, shape = parts[name]
            found.append(content[start:end].cast(form, shape).tolist())
        return found
