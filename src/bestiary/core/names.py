"""Named numbers: constants of compiled code that are declared once, as a list of words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from types import ModuleType


class Names(ModuleType):
    """Numbers by name, from 0 on: ``E.DRAWS``. The names in order are its ``words``.

    It is a module because that is what compiled code reads constants from.

    >>> COLOUR = Names("COLOUR", ("red", "deep blue"))
    >>> COLOUR.DEEP_BLUE, COLOUR.words
    (1, ('red', 'deep blue'))
    """

    words: tuple[str, ...]

    def __init__(self, title: str, words: Iterable[str], numbers: Iterable[int] | None = None) -> None:
        super().__init__(title)
        self.words = tuple(words)
        for word, number in zip(self.words, numbers or range(len(self.words)), strict=True):
            name = re.sub(r"\W", "_", word).upper()
            if hasattr(self, name):
                raise ValueError(f"{title}: {name} is declared twice")
            setattr(self, name, number)

    def __len__(self) -> int:
        return len(self.words)
