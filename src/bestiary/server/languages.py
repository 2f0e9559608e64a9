"""The languages that a server speaks besides English: in files, chosen by what a browser asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from ..core.errors import BestiaryError
from ..core.language import Language, LanguageError, word
from ..core.said import Said

ENGLISH = "en"
MOST = 20  # languages of one request that are looked at


class Languages:
    """What files hold, by the tag that they are named after: ``de.toml``, or ``totem.de.toml``."""

    def __init__(self, files: Iterable[str | Path] = ()) -> None:
        found: dict[str, tuple[str, dict[str, str]]] = {}
        for path in map(Path, files):
            read, tag = Language.read(path), path.stem.rpartition(".")[2].lower()
            if tag.split("-")[0] == ENGLISH:
                raise LanguageError(
                    f"{path.name}: English is what is spoken anyway; name it after its language."
                )
            _, held = found.setdefault(tag, (read.name, {}))
            for template, other in read.templates.items():
                if held.setdefault(template, other) != other:
                    raise LanguageError(
                        f"{path.name}: {template}: another file of {tag} has other words for it"
                    )
        self.all: Mapping[str, Language] = {tag: Language(name, held) for tag, (name, held) in found.items()}

    def wanted(self, header: str | None) -> Language | None:
        """The first language of an ``Accept-Language`` that is spoken here; nothing is English."""
        if not self.all or not header:
            return None
        for tag in _ranked(header):
            if tag.split("-")[0] in (ENGLISH, "*"):
                return None
            if found := self.all.get(tag) or self.all.get(tag.split("-")[0]):
                return found
        return None


def _ranked(header: str) -> list[str]:
    """The tags of a header, the dearest first: ``de-CH, en;q=0.5``."""
    weighed: list[tuple[float, str]] = []
    for part in header.split(",")[:MOST]:
        tag, _, weight = part.partition(";q=")
        try:
            weighed.append((-float(weight or 1), tag.strip().lower()))
        except ValueError:
            continue
    return [tag for _, tag in sorted(weighed, key=lambda pair: pair[0])]


def told(problem: BestiaryError) -> str:
    """A refusal in the language of its reader."""
    made = getattr(problem, "said", None)
    return made.words if isinstance(made, Said) else word(str(problem))
