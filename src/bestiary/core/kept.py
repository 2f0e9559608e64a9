"""What takes a while to make and little to read: kept on the disk, by a digest of what it is made from.

An entry is sealed with its own digest and that of what it was made from. One that is torn, edited or of
something else is as good as none: what it should have been is made again.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
import tomllib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import platformdirs

MOST = 100  # entries of one kind


def cache_root() -> Path:
    """The folder that holds all compiled rules of this user, and what else need not be made again."""
    named = os.environ.get("BESTIARY_CACHE")
    return Path(named) if named else Path(platformdirs.user_cache_dir("bestiary")) / "compiled"


def known(kind: str, source: bytes, make: Callable[[], Any]) -> Any:
    """What ``make`` makes of a source, as JSON has it, made only where the disk does not have it."""
    key = hashlib.sha256(source).hexdigest()
    path = cache_root() / "kept" / kind / key[:32]
    try:
        seal, _, body = path.read_bytes().partition(b"\n")
        if seal == _seal(key, body):
            return json.loads(body)
    except (OSError, ValueError):
        pass
    made = make()
    with suppress(OSError, TypeError):  # the cache cannot be written, or JSON has no word for something
        body = json.dumps(made, ensure_ascii=False).encode()
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}")
        fresh.write_bytes(_seal(key, body) + b"\n" + body)
        fresh.replace(path)
        _prune(path.parent)
    return made


def toml(text: str) -> dict[str, Any]:
    """The tables of a TOML file, which Python parses slowly."""
    found: dict[str, Any] = known("toml", text.encode(), lambda: tomllib.loads(text))
    return found


def _seal(key: str, body: bytes) -> bytes:
    return hashlib.sha256(key.encode() + body).hexdigest().encode()


def _prune(folder: Path) -> None:
    """Removes all but the newest entries."""
    for old in sorted(folder.iterdir(), key=lambda p: p.stat().st_mtime, reverse=True)[MOST:]:
        old.unlink()
