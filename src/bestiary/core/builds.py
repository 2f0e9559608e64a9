"""What is compiled of a game, on the disk that all processes of a user share: whole or not, and by whom."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO, Any

from . import jit
from .game import Game

WHOLE = "whole.json"
LOCK = "lock"
LOOK_S = 0.2  # seconds between two looks at whether another process is done


def folder(game: Game) -> Path:
    """Where the rules of a game are kept once they are compiled, as they and this machine are now."""
    return jit.build_folder(_resolved(game.room))


@cache
def _resolved(room: Path) -> Path:
    return room.resolve()


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def is_whole(game: Game) -> bool:
    """Whether all that a table, its machines and the environments need is compiled.

    >>> from bestiary.core.registry import load
    >>> is_whole(load("totem")) in (True, False)
    True
    """
    try:
        noted = json.loads((folder(game) / WHOLE).read_text(encoding="utf-8"))
        return all(_digest(Path(file)) == digest for file, digest in noted.items())
    except (OSError, ValueError, AttributeError):
        return False


def mark_whole(game: Game, files: Iterable[Path]) -> None:
    """Notes that it is, with the loops of these files, which are compiled anew once they change."""
    target = folder(game) / WHOLE
    fresh = target.with_suffix(f".{os.getpid()}")
    fresh.write_text(json.dumps({str(file): _digest(file) for file in files}), encoding="utf-8")
    fresh.replace(target)


def can_keep(game: Game) -> bool:
    """Whether compiled rules of a game can be kept on the disk."""
    try:
        folder(game).mkdir(parents=True, exist_ok=True)
        (folder(game) / LOCK).touch()
        return True
    except OSError:
        return False


def is_taken(game: Game) -> bool:
    """Whether some process compiles these rules just now."""
    with open(folder(game) / LOCK, "a+b") as file:
        return not _taken(file)  # and lets go of it


@contextmanager
def alone(game: Game) -> Iterator[None]:
    """Only one process at a time compiles the same rules; the others wait, and find them compiled.

    Whoever dies lets go.
    """
    folder(game).mkdir(parents=True, exist_ok=True)
    with open(folder(game) / LOCK, "a+b") as file:
        while not _taken(file):
            time.sleep(LOOK_S)
        yield


if os.name == "posix":
    import fcntl

    def _taken(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except OSError:
            return False

else:  # pragma: no cover - elsewhere than on POSIX
    import msvcrt as windows

    def _taken(file: IO[bytes]) -> bool:
        try:
            file.seek(0)
            locks: Any = windows
            locks.locking(file.fileno(), locks.LK_NBLCK, 1)
            return True
        except OSError:
            return False
