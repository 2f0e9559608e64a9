"""What compiled code can have come from: a fingerprint of sources and versions; and what results come from.

Reading all of it takes as long as waking up otherwise does. A file that has neither been written nor moved
since is not read again: what was found of a room is kept with the time, size and place of each of its files.
"""

from __future__ import annotations

import ast
import hashlib
import platform
import re
import sys
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np

from . import kept

CORE = Path(__file__).resolve().parent
IMPORTS = re.compile(r"^\s*from (\.*)([\w.]*) import (\([^)]*\)|.*)$|^\s*import ([\w.]+)", re.MULTILINE)
CITED = re.compile(rb"^(?:id|status|option|default) = .*$|^values = \[[^\]]*\]", re.MULTILINE)
SETTLED = 2.0  # seconds: what was written just now could be written again without its time changing
VERSIONS = (sys.version, numba.__version__, np.__version__, platform.machine())


def imported(files: Iterable[Path]) -> set[Path]:
    """Some files, and all that they import from the packages that they are in."""
    found: set[Path] = set()
    waiting = [*files]
    while waiting:
        path = waiting.pop()
        if path in found or not path.is_file():
            continue
        found.add(path)
        for dots, module, names, whole in IMPORTS.findall(path.read_text(encoding="utf-8")):
            parts = [part for part in (module or whole).split(".") if part]
            if dots:
                folder = path.parents[len(dots) - 1].joinpath(*parts)
            else:
                top = next((p.parent for p in path.parents if parts and p.name == parts[0]), None)
                if top is None:
                    continue
                folder = top.joinpath(*parts)
            places = [folder / name for name in re.findall(r"\w+", names)] + [folder] * bool(parts)
            waiting += [
                file for place in places for file in (place.with_suffix(".py"), place / "__init__.py")
            ]
    return found


def meant(path: Path) -> bytes:
    """What compiled code can have read of a file of declarations: all but its sentences.

    The same for every Python, whatever code it makes of them.
    """
    return repr(_bare(ast.parse(path.read_bytes(), path.name))).encode()


def _bare(part: Any) -> Any:
    """A piece of a program without the places of its lines, and without sentences."""
    if isinstance(part, str):
        return "" if " " in part else part
    if isinstance(part, list):
        return [_bare(one) for one in part]
    if isinstance(part, ast.AST):
        fields = ((name, _bare(one)) for name, one in ast.iter_fields(part) if one not in (None, []))
        return type(part).__name__, *fields
    return part


def holds_rules(path: Path) -> bool:
    """Whether a file has rules of its own, and not only constants that rules read."""
    source = path.read_bytes()
    return b"@rule" in source or b"= rule(" in source


@cache
def _sources(room: Path) -> tuple[str, frozenset[Path]]:
    """A digest of the core and of a room as compiled code sees them, and the files behind it.

    What no rule is in, nor imports, is not among them: boards, views, readers of cards. Of the others that
    hold no rule themselves only their sentences are left out, so that a better word compiles nothing anew.
    """
    book = room / "rulebook.toml"
    modules = {p for folder in (CORE, room) for p in folder.rglob("*.py")}
    files = [*sorted(modules), *([book] if book.exists() else [])]

    def read() -> dict[str, Any]:
        digest = hashlib.sha256()
        closure = sorted(imported(filter(holds_rules, modules)) & modules)
        for path in closure:
            digest.update(path.name.encode())
            digest.update(path.read_bytes() if holds_rules(path) else meant(path))
        if book in files:  # rules cite entries by number, and options by place
            digest.update(b"\n".join(CITED.findall(book.read_bytes())))
        return {"digest": digest.hexdigest(), "files": [str(path) for path in closure]}

    stats = [path.stat() for path in files]
    seen = [(s.st_mtime_ns, s.st_ctime_ns, s.st_size, s.st_ino, s.st_dev) for s in stats]
    if time.time() - max(max(s.st_mtime, s.st_ctime) for s in stats) > SETTLED:
        found = kept.known("sources", repr((room, files, seen)).encode(), read)
    else:
        found = read()
    return found["digest"], frozenset(map(Path, found["files"]))


def fingerprint(room: Path, *files: Path) -> str:
    """A digest of all sources and versions that compiled code of this room depends on."""
    return hashlib.sha256(repr((VERSIONS, written(room, *files))).encode()).hexdigest()[:16]


def written(room: Path, *files: Path) -> str:
    """A digest of all sources that play games of this room: the same on any machine, as results are."""
    base, known = _sources(room)
    digest = hashlib.sha256(base.encode())
    for path in sorted({*files} - known):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def forget() -> None:
    """Has sources looked at again that may have changed."""
    _sources.cache_clear()
