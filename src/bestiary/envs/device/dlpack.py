"""DLPack: how libraries hand an array in memory to each other without a copy."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # as DLPack numbers them
NAME = b"dltensor"


class Tensor(ctypes.Structure):
    """``DLTensor`` of the standard."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_kind", ctypes.c_int32),
        ("device_number", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class Managed(ctypes.Structure):
    """``DLManagedTensor`` of the standard."""


DELETER = ctypes.CFUNCTYPE(None, ctypes.POINTER(Managed))
Managed._fields_ = (("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", DELETER))

_lent: dict[int, tuple[Any, ...]] = {}  # what is in use elsewhere, by the address of its description


def _given_back(managed: Any) -> None:
    _lent.pop(ctypes.addressof(managed.contents), None)


GIVEN_BACK = DELETER(_given_back)

DESTRUCTOR = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, DESTRUCTOR)
_valid = ctypes.pythonapi.PyCapsule_IsValid
_valid.restype, _valid.argtypes = ctypes.c_int, (ctypes.c_void_p, ctypes.c_char_p)
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)


def _dropped(held: Any) -> None:
    if _valid(held, NAME):  # nobody took it: whoever does renames it
        _lent.pop(_pointer(held, NAME), None)


DROPPED = DESTRUCTOR(_dropped)


def capsule(
    owner: Any,
    address: int,
    shape: tuple[int, ...],
    steps: tuple[int, ...],
    dtype: np.dtype[Any],
    device: tuple[int, int],
) -> Any:
    """An array for another library, which keeps its owner until it needs it no more."""
    if dtype.kind not in KINDS:
        raise BufferError(f"DLPack has no numbers of the kind {dtype}")
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    strides = (ctypes.c_int64 * len(shape))(*steps)
    tensor = Tensor(address, *device, len(shape), KINDS[dtype.kind], 8 * dtype.itemsize, 1, sizes, strides, 0)
    managed = Managed(tensor, None, GIVEN_BACK)
    _lent[ctypes.addressof(managed)] = (managed, owner, sizes, strides)
    return _new(ctypes.addressof(managed), NAME, DROPPED)
