"""Where matches are kept, so that nothing is lost when a game is left."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from ..core.errors import SaveError
from ..core.registry import load, names
from ..core.said import said

if TYPE_CHECKING:
    from ..core.cards import Content
    from ..core.match import Match

ENDING = ".match"
LAST = "last"


def folder() -> Path:
    """The folder of this user's matches."""
    named = os.environ.get("BESTIARY_MATCHES")
    return Path(named) if named else Path(platformdirs.user_data_dir("bestiary")) / "matches"


def new_path(slug: str) -> Path:
    """A name that no match has yet."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    path = folder() / f"{slug}-{stamp}{ENDING}"
    number = 2
    while path.exists():
        path = folder() / f"{slug}-{stamp}-{number}{ENDING}"
        number += 1
    return path


def find(name: str) -> Path:
    """The file to resume: a path, the name of a kept match, or ``last``."""
    if name == LAST and not Path(name).exists():
        kept = sorted(folder().glob(f"*{ENDING}"), key=lambda p: p.stat().st_mtime)
        if not kept:
            raise SaveError(f"There is no match in {folder()} yet.")
        return kept[-1]
    path = Path(name)
    if not path.exists() and not path.parent.name and (folder() / name).exists():
        return folder() / name
    return path


def game_of(path: Path) -> str:
    """The game that a file claims to be a match of; nothing where it claims none."""
    try:
        head = path.read_text(encoding="utf-8")[:400].splitlines()
    except (OSError, UnicodeDecodeError):
        return ""
    line = next((line for line in head if line.startswith("Game: ")), "")
    return line.removeprefix("Game: ").partition("-v")[0].strip()


def cards_of(path: Path, cards: Path | None) -> Content | None:
    """The cards of a file for the match in another one; nothing where none is named."""
    slug = game_of(path)
    return load(slug).content(cards) if cards is not None and slug in names() else None


def check_free(path: Path, match: Match) -> None:
    """Refuses a file that holds anything but an earlier stage of this very match."""
    from ..core.match import Match as Record

    if not path.exists():
        return
    if path.is_dir():
        raise SaveError(f"{path} is a folder, not a file.")
    held = Record.load(path, match.content)  # refuses what is damaged or foreign
    same = (held.game.name, held.seed, held.options) == (match.game.name, match.seed, match.options)
    if not same:
        raise SaveError(f"{path} holds another match; it is left as it is. Choose another name.")


class Keeper:
    """Writes a match after every move; a disk that fails is said once, and play goes on."""

    def __init__(self, match: Match, path: Path) -> None:
        self.match = match
        self.path = path
        self.problem = ""
        check_free(path, match)

    def write(self) -> None:
        """Keeps the match as it stands."""
        try:
            self.match.save(self.path)
            self.problem = ""
        except SaveError as problem:
            self.problem = said("Not saved: {problem}", problem=str(problem)).words

    def farewell(self) -> str:
        """How to go on later."""
        if self.problem:
            return self.problem
        if self.match.over:
            return said("The match is over and kept: {path}", path=str(self.path)).words
        cards = self.match.content.source
        own = cards == self.match.game.content().source
        other = "" if own else f" --cards {shell_word(cards)}"
        command = f"{program()} play --resume {shell_word(self.path)}{other}"
        return said("The match is kept. Go on with: {command}", command=command).words


def program() -> str:
    """The command as it can be typed here: ``make play`` runs one that no shell finds by its name."""
    import shutil

    called = Path(sys.argv[0])
    if called.name != "bestiary" or shutil.which("bestiary"):
        return "bestiary"
    return shell_word(called)


def shell_word(path: Path) -> str:
    """A path as a shell takes it."""
    import shlex

    return shlex.quote(str(path))
