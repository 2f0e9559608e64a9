"""Languages: a file that has, for every English template, the template of another language.

English is what stands in the code, and is looked up nowhere. Whoever makes sentences for a reader of another
language does so within ``speaking``; that holds for the thread or task that entered it, and for no other.
"""

from __future__ import annotations

import json
import re
import string
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import BestiaryError

BARE = re.compile(r"[\w-]+", re.ASCII)  # a key that needs no quotes
NAME = "language"  # the field of a file that says what the language is called


class LanguageError(BestiaryError):
    """A file of a language that cannot be used: names file, field and what was expected."""


@dataclass(frozen=True, eq=False)  # what is kept for a language is kept under the language itself
class Language:
    """A language other than English: its name, and what each English template is in it."""

    name: str
    templates: Mapping[str, str]

    def of(self, template: str) -> str:
        """A template, word or text in this language; as it is where the file has none."""
        return self.templates.get(template, template)

    def kept(self, said: Any, capital: bool) -> str | None:
        """A sentence, where it is to be kept and not told: what it is made of; nothing in any language."""
        return None

    def face(self, number: int) -> dict[str, Any] | None:
        """A card of this number in a view that is to be kept and not told."""
        return None

    def written(self, part: Any) -> Any:
        """A part of a view that is to be kept and not told, as it is written; nothing in any language."""
        return None

    @classmethod
    def read(cls, path: Path) -> Language:
        """Reads a file, and refuses templates that name other figures than the English ones."""
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise LanguageError(f"{path}: there is no such file") from None
        except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
            raise LanguageError(f"{path}: not readable: {problem}") from None
        name = data.pop(NAME, None)
        if not isinstance(name, str) or not name:
            raise LanguageError(
                f'{path.name}: {NAME}: expected the name of the language, as {NAME} = "Latin"'
            )
        made: dict[str, str] = {}
        for field, template, other in _entries(path, data, ()):
            _fits(path, field, template, other)
            if made.setdefault(template, other) != other:
                raise LanguageError(f"{path.name}: {field}: it stands there twice, in different words")
        return cls(name, made)


SPOKEN: ContextVar[Language | None] = ContextVar("language", default=None)


class speaking:  # a class and no generator: every move passes here several times
    """Sentences that are made within are of this language; nothing is English."""

    __slots__ = ("_before", "_language")

    def __init__(self, language: Language | None) -> None:
        self._language = language

    def __enter__(self) -> None:
        self._before = SPOKEN.set(self._language)

    def __exit__(self, kind: object, problem: object, where: object) -> None:
        SPOKEN.reset(self._before)


def word(text: str) -> str:
    """A word or a text without figures, in the language of the reader."""
    language = SPOKEN.get()
    return text if language is None else language.of(text)


def phrase(text: str) -> str:
    """A template as it stands, which is said elsewhere: marked for whoever collects them."""
    return text


def figures_of(template: str) -> set[str]:
    """The names of the figures in a template.

    >>> sorted(figures_of("{who:draws|draw} {card}."))
    ['card', 'who']
    """
    return {name.split("[")[0].split(".")[0] for _, name, _, _ in string.Formatter().parse(template) if name}


def written(name: str, groups: Mapping[str, Iterable[str]], known: Mapping[str, str]) -> str:
    """A file of a language: each template with what it is there, or with itself where that is not known."""
    lines = [f"{NAME} = {_quoted(name)}"]
    for group, templates in groups.items():
        names = (part if BARE.fullmatch(part) else _quoted(part) for part in group.split("/"))
        lines += ["", f"[{'.'.join(names)}]"]
        lines += [f"{_quoted(t)} = {_quoted(known.get(t, t))}" for t in templates]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _entries(path: Path, data: Mapping[str, Any], above: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    for key, value in data.items():
        field = ".".join((*above, key))
        if isinstance(value, dict):
            yield from _entries(path, value, (*above, key))
        elif isinstance(value, str):
            yield field, key, value
        else:
            raise LanguageError(f"{path.name}: {field} = {value!r}; expected a text")


def _fits(path: Path, field: str, template: str, other: str) -> None:
    """Refuses a template that cannot stand for the English one."""
    try:
        named, found = figures_of(template), figures_of(other)
    except ValueError as problem:
        raise LanguageError(f"{path.name}: {field} = {other!r}: {problem}") from None
    if named != found:
        wanted = ", ".join(f"{{{name}}}" for name in sorted(named)) or "none"
        raise LanguageError(f"{path.name}: {field} = {other!r}; expected the figures {wanted}")
