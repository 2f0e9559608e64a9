"""The control of a card: a blank, without strength and effects, to measure what the card is worth.

A card file says in ``[blank.KIND]`` what a blank of a kind has in its fields: a value, or "least" or
"median" of the same kind. Where it says nothing, a blank is the same card without effects.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from statistics import median_low
from typing import Any

from ...core.changes import Change, Changes, opened, owners
from ...core.errors import CardError
from ...core.game import Game
from ...core.paths import names_of, tidy

OF_ITS_KIND: dict[str, Callable[[list[Any]], Any]] = {"least": min, "median": median_low}


def control(game: Game, card: str, path: Path | None = None) -> Changes:
    """The cards of a game with a blank in place of one card, all its copies included."""
    file = opened(game, path)
    kind, number = _entry(game, card, path)
    entries: list[dict[str, Any]] = file.data[kind]
    entry = entries[number]
    declared = file.data.get("blank", {}).get(kind)
    if declared is None and not entry.get("effects"):
        raise CardError(
            f"{file.path.name}: [blank.{kind}] is missing; it says what a {kind} without worth has"
        )
    wanted = []
    for field, value in (declared or {"effects": []}).items():
        if field not in entry:
            continue  # a field that this card has by default
        if isinstance(value, str) and value in OF_ITS_KIND:
            value = OF_ITS_KIND[value]([e[field] for e in entries if field in e])
        wanted.append(Change(f"{kind}.{number_or_name(entry, entries, number)}.{field}", value))
    made = Changes(game, wanted, path)
    if not made.changed:
        raise CardError(f"{card} is a blank already: there is nothing to compare it with")
    return made


def number_or_name(entry: dict[str, Any], entries: list[dict[str, Any]], number: int) -> str:
    """A step of a path that leads to one entry of its kind alone."""
    name = (names_of(entry) or [str(number)])[0]
    same = sum(tidy(name) in map(tidy, names_of(e)) for e in entries)
    return f'"{name}"' if same == 1 else str(number)


def _entry(game: Game, card: str, path: Path | None) -> tuple[str, int]:
    """The entry of a card, by its code, its entry's name or its own name."""
    codes = owners(game, path)
    file = opened(game, path)
    wanted = tidy(card)
    for code, entry in codes.items():
        if tidy(code) == wanted:
            return entry
    found = {
        entry for entry in codes.values() if wanted in map(tidy, names_of(file.data[entry[0]][entry[1]]))
    }
    if len(found) == 1:
        return found.pop()
    if found:
        kinds = ", ".join(sorted({kind for kind, _ in found}))
        raise CardError(f"{card} names several cards ({kinds}); use a code that `bestiary cards` shows")
    near = get_close_matches(wanted, [tidy(code) for code in codes], n=3, cutoff=0.5)
    hint = f" Did you mean {' or '.join(near)}?" if near else f" See: bestiary cards {game.slug}."
    raise CardError(f"There is no card '{card}'.{hint}")
