"""Reading a record for people: arrays as lists, cards as a view shows them, choices that are told again.

Views and choices are made anew for every position, and most of it was made before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from .cards import Content
from .language import SPOKEN

if TYPE_CHECKING:
    from .actions import Saying

Figures = Callable[[Content, Any], Any]

MOST = 20_000  # parts of views that are kept, of each sort


def lists(s: Any, *names: str) -> list[list[Any]]:
    """Some arrays of a record as lists of plain numbers, for whoever looks at most of them.

    >>> from bestiary.core.record import fields, record, records
    >>> lists(fields(records(record(("row", "i2", (2, 2)), ("hand", "i2", (3,))))[0]), "row", "hand")
    [[[0, 0], [0, 0]], [0, 0, 0]]
    """
    quick = getattr(type(s), "lists", None)  # a record that nobody changes any more has them at hand
    return quick(s, names) if quick else [getattr(s, name).tolist() for name in names]


class _Made(dict[Any, Any]):
    """Parts of views, made at every look."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self._make = make

    def __missing__(self, key: Any) -> Any:
        return self._make(key)


class _Written(_Made):
    """The same as they are written, made once."""

    def __init__(self, make: Callable[[Any], Any], write: Callable[[Any], Any]) -> None:
        super().__init__(make)
        self._write = write

    def __missing__(self, key: Any) -> Any:
        if len(self) > MOST:
            self.clear()
        made = self[key] = self._write(self._make(key))
        return made


def parts(content: Content, make: Callable[[Content, Any], Any]) -> dict[Any, Any]:
    """Parts of a view by the numbers that alone they are made of, besides the cards.

    Those of a view that is kept and not told are made once.
    """
    language = SPOKEN.get()
    known: dict[Any, _Made] = content.__dict__.setdefault("_parts", {})
    found = known.get((language, make))
    if found is None:
        found = _Made(partial(make, content))
        if language is not None and language.written(None) is not None:
            found = known[language, make] = _Written(partial(make, content), language.written)
    return found


def _face(content: Content, card: int) -> dict[str, Any] | None:
    return content.cards[card].shown(card) if card >= 0 else None


def faces(content: Content) -> dict[int, Any]:
    """Cards as a view shows them, by number; nothing for a slot without a card and one that is not known."""
    return parts(content, _face)


def given(figures: Figures, of: str = "") -> Callable[[Saying], Saying]:
    """For what a verb says: with the same meaning and these figures of the position it says the same.

    With ``of``, a field of a meaning such as ``target``, there is a figure for every place, card or number.
    Who tells many choices may then look once, and tell it again without asking. It names no people, whose
    names differ by table.
    """

    def marked(say: Saying) -> Saying:
        say.figures = figures, of  # type: ignore[attr-defined]
        return say

    return marked


def figures_of(say: Saying) -> tuple[Figures | None, str]:
    """The figures of the position that a saying depends on, where it says so, and for what it has each."""
    return getattr(say, "figures", (None, ""))
