"""A second language for tests: English in capitals, by way of the file that a translator makes."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from string import Formatter
from tempfile import TemporaryDirectory

from bestiary import load
from bestiary.commands.words import catalogue
from bestiary.core.language import Language, written

ENGLISH = re.compile(r"[a-z]")  # the language of these tests has capitals only, and so have its people


def capital(template: str) -> str:
    """A template in a language that is English in capitals."""
    made = ""
    for text, name, spec, _ in Formatter().parse(template):
        made += text.upper().replace("{", "{{").replace("}", "}}")
        if name is not None:
            made += f"{{{name}:{spec.upper() if spec and '|' in spec else spec}}}"
    return made


def file_of(slug: str, path: Path) -> Path:
    """The file of that language for a game."""
    found = catalogue(load(slug))
    every = [template for templates in found.values() for template in templates]
    path.write_text(written("LOUD", found, {t: capital(t) for t in every}), encoding="utf-8")
    return path


@cache
def loud(slug: str) -> Language:
    """That language, as it is read."""
    with TemporaryDirectory() as folder:
        return Language.read(file_of(slug, Path(folder) / "loud.toml"))
