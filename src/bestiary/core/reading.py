"""Reading a record for people: arrays as lists, cards as a view shows them, choices that are told again.

Views and choices are made anew for every position, and most of it was made before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .cards import Content
from .language import SPOKEN

if TYPE_CHECKING:
    from .actions import Saying

Figures = Callable[[Content, Any], Any]

NEITHER = (None, None)  # behind the last card: where EMPTY and UNKNOWN look


def lists(s: Any, *names: str) -> list[list[Any]]:
    """Some arrays of a record as lists of plain numbers, for whoever looks at most of them.

    >>> from bestiary.core.record import fields, record, records
    >>> lists(fields(records(record(("row", "i2", (2, 2)), ("hand", "i2", (3,))))[0]), "row", "hand")
    [[[0, 0], [0, 0]], [0, 0, 0]]
    """
    quick = getattr(type(s), "lists", None)  # a record that nobody changes any more has them at hand
    return quick(s, names) if quick else [getattr(s, name).tolist() for name in names]


class _Faces:
    def __init__(self, content: Content) -> None:
        self._cards = content.cards

    def __getitem__(self, card: int) -> dict[str, Any] | None:
        return self._cards[card].shown(card) if card >= 0 else None


def faces(content: Content) -> Sequence[dict[str, Any] | None] | _Faces:
    """All cards as a view shows them, by number; nothing for a slot without a card and one that is not known.

    Those of a view that is kept and not told are made once, and nobody may write into them.
    """
    language = SPOKEN.get()
    if language is None or language.face(0) is None:
        return _Faces(content)
    known: dict[Any, list[dict[str, Any] | None]] = content.__dict__.setdefault("_faces", {})
    if language not in known:
        known[language] = [*map(language.face, range(len(content.cards))), *NEITHER]
    return known[language]


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
