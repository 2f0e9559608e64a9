"""The registry: games come from packages through the entry point group ``bestiary.games``."""

from __future__ import annotations

import importlib
import sys
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from . import jit
from .errors import UnknownName
from .game import Game

GROUP = "bestiary.games"

_added: dict[str, Game] = {}
_loaded: dict[str, tuple[str, Game]] = {}


def register(game: Game) -> None:
    """Makes a game known in this process, without a package."""
    _added[game.slug] = game


def unregister(slug: str) -> None:
    """Takes back what ``register`` did."""
    _added.pop(slug, None)


def names() -> list[str]:
    """The slugs of all games."""
    return sorted({*_entries(), *_added})


def load(name: str) -> Game:
    """The game of this name, by slug (``totem``) or with its version (``totem-v2``).

    A game whose sources have changed since it was loaded is imported again, so that an edit is
    seen in the same process too.
    """
    slug, _, version = name.partition("-v")
    if slug in _added:
        game = _added[slug]
    else:
        entries = _entries()
        if slug not in entries:
            raise UnknownName("game", slug, names())
        game = _current(entries[slug])
    if version and version != str(game.version):
        raise UnknownName("game", name, [game.name])
    return game


def address(game: Game) -> str:
    """Where a game can be imported from, ``module:attribute``, by the rules it has; nothing where nowhere."""
    for name, module in list(sys.modules.items()):
        if name == "__main__" or module is None:
            continue
        for attribute, value in list(getattr(module, "__dict__", {}).items()):
            if isinstance(value, Game) and value.rules is game.rules:
                return f"{name}:{attribute}"
    return ""


def at(place: str) -> Game:
    """The game of such an address."""
    module, _, attribute = place.partition(":")
    found: Game = getattr(importlib.import_module(module), attribute)
    return found


def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _current(entry: EntryPoint) -> Game:
    known = _loaded.get(entry.name)
    if known is not None:
        stamp, game = known
        if stamp == _stamp(game.room):
            return game
        _drop(entry.module, game.room)
    fresh: Game = entry.load()
    _loaded[entry.name] = _stamp(fresh.room), fresh
    return fresh


def _stamp(room: Path) -> str:
    parts = []
    for path in sorted([*room.rglob("*.py"), room / "rulebook.toml"]):
        if path.exists():
            stat = path.stat()
            parts.append(f"{path.name}:{stat.st_mtime_ns}:{stat.st_size}")
    return "|".join(parts)


def _drop(module: str, room: Path) -> None:
    for name in [n for n in sys.modules if n == module or n.startswith(f"{module}.")]:
        del sys.modules[name]
    importlib.invalidate_caches()
    jit.forget(room)
