"""A study on disk: a manifest, and three Parquet files for every chunk.

A file is written under another name and renamed when it is whole; a chunk counts when its three files are
there. A run that is stopped leaves the games that are done of the chunks under way as parts, and goes on
from them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl

from ... import agents
from ...agents.plugins import sources
from ...core.cards import Card
from ...core.errors import SaveError
from ...core.game import Game
from ...core.sets import set_of
from ...core.sources import written
from ...learn.network import digest
from .study import Plan
from .tables import NAMES, Frames

KIND = "bestiary lab 2"
MANIFEST = "manifest.json"
AGENTS, PLAY = Path(agents.__file__).parent, Path(__file__).parent
PLAYING = ("bundles", "columns", "kernels", "notes", "player", "study", "tables")  # what data come from
UNLIKE = ("command", "cores")  # what may differ between two sittings
WORDS = ("given", "names", "printed", "set", "title")  # what is only said


def code_of(game: Game, named: Sequence[str]) -> str:
    """A digest of the code that plays a game with these agents: results of another one are other results.

    Which Python, NumPy or machine runs it makes no difference to them, nor to the digest.
    """
    own = (PLAY / f"{name}.py" for name in PLAYING)
    return written(game.room, *sorted(AGENTS.glob("*.py")), *own, *sources(tuple(named)))


def manifest(plan: Plan, command: str = "") -> dict[str, Any]:
    """What makes a study this one, down to the code that plays, and what readers need to know."""
    study, game = plan.study, plan.game
    return {
        "kind": KIND,
        "game": game.name,
        "title": game.title,
        "cards": plan.content.fingerprint,
        "set": own.title if (own := set_of(plan.content.source)) else None,
        "code": code_of(game, plan.agents),
        "agents": list(plan.agents),
        **digest(game, plan.agents),
        "labels": list(plan.labels),
        "forbid": list(study.forbid),
        **({"lots": list(study.lots)} if study.lots else {}),
        "options": dict(game.settle(study.options)),
        "given": {name: plain(value) for name, value in study.options.items()},
        "vary": {name: list(values) for name, values in study.vary.items()},
        "seats": plan.seats,
        "team": game.team,
        "payoff": list(game.payoff),
        "seed": study.seed,
        "asked": study.games,
        "deals": plan.deals,
        "games": plan.size,
        "chunk": plan.chunk,
        "chunks": plan.chunks,
        "every": plan.every,
        "cards_every": plan.cards_every,
        "watch": plan.watch,
        "characters": list(game.characters[: plan.seats]),
        "names": {card.code: card.name for card in plan.content.cards},
        "printed": [printed(card) for card in plan.content.cards],
        "command": command,
    }


def plain(value: object) -> object:
    """A value of an option as JSON has it."""
    return value if isinstance(value, bool | int | float | str) else str(value)


def printed(card: Card) -> dict[str, Any]:
    """What people read of a card, as the manifest keeps it."""
    return {
        "code": card.code,
        "name": card.name,
        "text": card.text,
        "facts": dict(card.facts),
        "figures": card.figures,
        "kind": card.kind,
    }


class Store:
    """The folder of one study."""

    def __init__(self, folder: Path, plan: Plan, command: str = "") -> None:
        self.folder = folder
        self.plan = plan
        self.manifest = manifest(plan, command)

    def open(self) -> None:
        """Begins the folder, or goes on with it where it holds the same study."""
        path = self.folder / MANIFEST
        try:
            if path.exists():
                self._check(read_manifest(self.folder))
                return
            if self.folder.exists() and any(self.folder.iterdir()):
                raise SaveError(f"{self.folder} holds something else; name a new folder.")
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, (json.dumps(self.manifest, indent=1) + "\n").encode())
        except OSError as problem:
            raise _full(self.folder, problem) from None

    def _check(self, found: dict[str, Any]) -> None:
        theirs, ours = _facts(found), _facts(json.loads(json.dumps(self.manifest)))
        for key in [*ours, *theirs]:
            if theirs.get(key) != ours.get(key):
                was, now = _said(theirs.get(key)), _said(ours.get(key))
                raise SaveError(
                    f"{self.folder} holds another study: {key} {was}, not {now}; it is left as it is."
                )

    def has(self, chunk: int) -> bool:
        """Whether a chunk is there, whole."""
        return _whole(self.folder, chunk)

    def part(self, chunk: int) -> Frames | None:
        """The first games of a chunk that was under way when a run was stopped."""
        if not _whole(self.folder, chunk, part=True):
            return None
        found = Frames(*(pl.read_parquet(path) for path in files(self.folder, chunk, part=True)))
        first = chunk * self.plan.chunk * len(self.plan.seatings)
        whole = found.games["game"].to_list() == list(range(first, first + found.games.height))
        return found if whole and found.games.height else None

    def write(self, chunk: int, frames: Frames, *, part: bool = False) -> None:
        """Writes a chunk, or the first games of one."""
        paths = files(self.folder, chunk, part=part)
        try:
            for frame, path in zip(frames.all(), paths, strict=True):
                write_whole(path, parquet(frame))
            if not part:
                for path in files(self.folder, chunk, part=True):
                    path.unlink(missing_ok=True)
        except OSError as problem:
            raise _full(self.folder, problem) from None


def parquet(frame: pl.DataFrame) -> bytes:
    """A table as a file; the same bytes for the same content."""
    made = BytesIO()
    frame.write_parquet(made, compression="zstd", compression_level=1, statistics=False)
    return made.getvalue()


def files(folder: Path, chunk: int, *, part: bool = False) -> list[Path]:
    """The three files of a chunk."""
    return [folder / f"{name}-{chunk:04d}{'.part' if part else ''}.parquet" for name in NAMES]


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a folder, or an error that says what the folder is."""
    path = folder / MANIFEST
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        there = "holds no study" if folder.is_dir() else "is not there"
        raise SaveError(f"{folder} {there}; bestiary lab run writes one.") from None
    except OSError as problem:
        raise SaveError(f"{path} cannot be read: {problem.strerror}.") from None
    except ValueError:
        raise SaveError(f"{path} is damaged; it is left as it is.") from None
    kind = found.get("kind") if isinstance(found, dict) else None
    if not isinstance(found, dict) or kind != KIND:
        if str(kind).startswith(KIND.rpartition(" ")[0]):
            raise SaveError(f"{folder} was written by another version of the laboratory; run it again.")
        raise SaveError(f"{path} is not the manifest of a study; it is left as it is.")
    return found


@dataclass(frozen=True)
class Data:
    """A study that was written: its manifest and its tables, read when they are asked for."""

    folder: Path
    manifest: dict[str, Any]
    chunks: tuple[int, ...]  # those that are whole

    @property
    def complete(self) -> bool:
        """Whether all games are there."""
        return len(self.chunks) == int(self.manifest["chunks"])

    @cached_property
    def games(self) -> pl.DataFrame:
        """One row for each game."""
        return self._read(0)

    @cached_property
    def cards(self) -> pl.DataFrame:
        """One row for each card that a seat held or could name in a game."""
        return self._read(1)

    @cached_property
    def decisions(self) -> pl.DataFrame:
        """A sample of the decisions."""
        return self._read(2)

    @property
    def frames(self) -> Frames:
        """The three tables."""
        return Frames(self.games, self.cards, self.decisions)

    def _read(self, table: int) -> pl.DataFrame:
        paths = [files(self.folder, chunk)[table] for chunk in self.chunks]
        try:
            return pl.read_parquet(paths, glob=False)
        except (OSError, pl.exceptions.PolarsError) as problem:
            raise SaveError(f"{self.folder} cannot be read: {str(problem).splitlines()[0]}") from None


def read(folder: Path | str, *, partial: bool = False) -> Data:
    """The data of a folder; with ``partial`` also of a run that has not come to its end."""
    folder = Path(folder)
    found = read_manifest(folder)
    try:
        chunks = tuple(chunk for chunk in range(int(found["chunks"])) if _whole(folder, chunk))
    except (KeyError, TypeError, ValueError):
        raise SaveError(f"{folder / MANIFEST} is damaged; it is left as it is.") from None
    data = Data(folder, found, chunks)
    if not chunks or not (partial or data.complete):
        raise SaveError(
            f"{folder} holds {len(chunks)} of {found['chunks']} chunks; the same command goes on: "
            f"{found.get('command') or 'bestiary lab run'}"
        )
    return data


def _whole(folder: Path, chunk: int, *, part: bool = False) -> bool:
    """Whether the three files of a chunk are there and have the footer of a whole file."""
    try:
        for path in files(folder, chunk, part=part):
            pl.read_parquet_schema(path)
    except (OSError, pl.exceptions.PolarsError):
        return False
    return True


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file under another name and renames it; nothing half-written stays behind."""
    meanwhile = path.with_name(path.name + ".new")
    try:
        meanwhile.write_bytes(content)
        os.replace(meanwhile, path)
    except BaseException:
        meanwhile.unlink(missing_ok=True)
        raise


def _full(folder: Path, problem: OSError) -> SaveError:
    why = problem.strerror or str(problem)
    return SaveError(
        f"{folder} cannot be written: {why}. What is there stays usable; the same command goes on."
    )


def _facts(found: dict[str, Any]) -> dict[str, Any]:
    """What must agree, with the options side by side with the rest."""
    options = found.get("options")
    rest = {k: v for k, v in found.items() if k not in (*UNLIKE, "options", "labels", *WORDS)}
    return rest | ({f"option {k}": v for k, v in options.items()} if isinstance(options, dict) else {})


def _said(value: object) -> str:
    """A value of the manifest as people write it."""
    if isinstance(value, list):
        return " ".join(map(str, value)) or "nothing"
    return "nothing" if value is None else str(value).lower()
