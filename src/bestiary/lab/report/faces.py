"""The faces of cards, drawn by the page's own: the built page has them for documents read without it.

A row holds an empty place for its card. The document brings the game's face once, as a function from a card
to HTML, the icons that it draws with, and what is printed on the cards; its script draws them. Where the page
is not built, or no script runs, the words beside remain.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ... import built
from .html import Markup, Piece, join, tag
from .names import Names

PLAIN = "plain"  # the face of games that have none of their own
CREDIT = "icons from game-icons.net by Lorc, Delapouite and contributors, CC BY 3.0"
PLACE = re.compile(r'data-card="(\d+)"')


def drawing(slug: str) -> Mapping[str, str] | None:
    """How the cards of a game are drawn: script, style and icons; nothing where the page is not built."""
    folder = built.page() / "faces"
    path = folder / f"{slug}.json"
    path = path if path.is_file() else folder / f"{PLAIN}.json"
    return _read(path, path.stat().st_mtime) if path.is_file() else None


@lru_cache(maxsize=8)
def _read(path: Path, _: float) -> Mapping[str, str]:
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


def face(names: Names, label: str) -> Markup | None:
    """A place for the face of a card; nothing where there is none to draw."""
    if label not in names.printed or drawing(names.slug) is None:
        return None
    return tag("span", cls="thumb", data_card=list(names.printed).index(label))


def beside(names: Names, label: str, *words: Piece) -> Markup:
    """Words with the face of a card before them, where it can be drawn."""
    small = face(names, label)
    return join(small, tag("span", *words)) if small else join(*words)


def faced(names: Names, body: Markup) -> Markup | None:
    """What draws the faces that a document has places for."""
    wanted = sorted({int(number) for number in PLACE.findall(body)})
    made = drawing(names.slug)
    if not wanted or made is None:
        return None
    labels = list(names.printed)
    cards = {number: names.printed[labels[number]] for number in wanted}
    given = {"cards": cards, "icons": made["icons"], "style": made["style"]}
    return join(
        tag("script", _inside(json.dumps(given, ensure_ascii=False)), type_="application/json", id="faces"),
        tag("script", _inside(made["script"])),
    )


def _inside(script: str) -> Markup:
    """Text that stands in a script without ending it."""
    return Markup(script.replace("</", "<\\/").replace("<!--", "<\\u0021--"))


def origin(names: Names) -> Mapping[str, Any]:
    """Whose the pictures are."""
    return {"Pictures of cards": CREDIT} if names.printed and drawing(names.slug) else {}
