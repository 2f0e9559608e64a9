"""Errors for people: one clear line each."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any


class BestiaryError(Exception):
    """Something a person can put right; its text is one clear line."""


class UnknownName(BestiaryError):
    """A name that is not in a list, with the nearest one; ``shown`` stands for a list too long to read."""

    def __init__(self, what: str, name: str, known: Iterable[str], shown: str = "") -> None:
        names = sorted(known)
        near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
        hint = f" Did you mean {near[0]}?" if near else ""
        super().__init__(f"There is no {what} '{name}'.{hint} There is: {shown or ', '.join(names)}.")


class BadOption(BestiaryError):
    """An option or value that a game does not have."""


class CardError(BestiaryError):
    """A card file that cannot be used: names file, card, field and what was expected.

    ``table`` and ``key`` are where it is wrong, as far as that is one place; where a change is refused,
    ``path`` is the same in writing and ``file`` what the loader was reading.
    """

    path = ""
    file: Any = None

    def __init__(self, text: str, table: Any = None, key: str | int = "") -> None:
        self.table = table
        self.key = key
        super().__init__(text)


class RulebookError(BestiaryError):
    """A rulebook that cannot be used."""


class SaveError(BestiaryError):
    """A saved match that cannot be used."""


class OtherRules(SaveError):
    """A saved match of a version whose rules differ: it can be read as text, and nothing else."""


class IllegalAction(BestiaryError):
    """An action that the rules forbid; ``rule`` is the entry that forbids it."""

    def __init__(self, rule: str, text: str, tried: str = "") -> None:
        self.rule = rule
        self.tried = tried
        from .language import word  # whose refusals are errors themselves

        template = "{tried}: refused by {rule}. {text}" if tried else "refused by {rule}. {text}"
        super().__init__(word(template).format(tried=tried, rule=rule, text=word(text)))
