"""Kernels built otherwise than they are, to measure what a way of building is worth (benchmarks/gpu.md).

``BESTIARY_TRIAL`` says what is otherwise, with commas between:

    wide            whole numbers of 64 bits in every game
    apart           every rule a module of its own
    registers=255   so many registers of a thread at most
"""

from __future__ import annotations

import os
from typing import NamedTuple

from bestiary.core.errors import BestiaryError

NAME = "BESTIARY_TRIAL"


class Trial(NamedTuple):
    """A way of building kernels."""

    wide: bool = False
    apart: bool = False
    registers: int | None = None


def read(text: str) -> Trial:
    """The way of building that a text names."""
    found = Trial()
    for word in filter(None, map(str.strip, text.split(","))):
        name, _, number = word.partition("=")
        if word in ("wide", "apart"):
            found = found._replace(**{word: True})
        elif name == "registers" and number.isdecimal():
            found = found._replace(registers=int(number))
        else:
            raise BestiaryError(f"{NAME} knows wide, apart and registers=NUMBER, not {word!r}.")
    return found


TRIAL = read(os.environ.get(NAME, ""))
