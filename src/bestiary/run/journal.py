"""A contest on disk: a line of JSON for the contest, and one for every game that is finished.

A run that is stopped or killed goes on where it was. A last line that was not written to its end is
played again; anything else that does not fit is refused, and the file left as it is.
"""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from .. import agents
from ..agents.plugins import sources
from ..core.errors import SaveError
from ..core.sources import fingerprint
from ..learn.network import digest, playing
from .arena import Contest, Played, Task

KIND = "bestiary arena 1"
AGENTS = Path(agents.__file__).parent


def header(made: Contest) -> dict[str, Any]:
    """What makes a contest this one, down to the code that plays; how many games it has may grow."""
    return {
        "kind": KIND,
        "game": made.game.name,
        "cards": (made.content or made.game.content()).fingerprint,
        "code": fingerprint(
            made.game.room,
            *sorted(AGENTS.glob("*.py")),
            *playing(made.agents),
            *sources(made.agents, made.own),
        ),
        "options": dict(made.options),
        "agents": list(made.agents),
        "seed": made.seed,
        **({"lone": True} if made.lone else {}),
        **digest(made.game, made.agents),
    }


class Journal:
    """The file of a contest: what it holds, and what is added."""

    def __init__(self, path: Path, made: Contest) -> None:
        self.path = path
        self.made = made
        self.games: dict[Task, Played] = {}
        self._file: IO[bytes] | None = None
        self._whole = 0  # bytes up to the end of the last whole line
        self._seatings = {task.seating for task in made.of_deal(0)}
        if path.exists():
            self._read()

    def _read(self) -> None:
        try:
            raw = self.path.read_bytes()
        except OSError as problem:
            raise SaveError(f"{self.path} cannot be read: {problem.strerror}.") from None
        head = _line(header(self.made))
        if head.startswith(raw):  # nothing yet, or killed before anything was played
            self._whole = len(head) if raw == head else 0
            return
        self._whole = raw.rfind(b"\n") + 1
        lines = raw[: self._whole].splitlines()
        torn = raw[self._whole :]
        self._check_header(lines[0] if lines else torn)
        if torn and not torn.startswith(b"{"):
            raise SaveError(f"{self.path} is damaged at its end; it is left as it is.")
        for number, line in enumerate(lines[1:], 2):
            try:
                played = self._game(json.loads(line))
            except (ValueError, KeyError, TypeError):
                raise SaveError(f"{self.path} is damaged in line {number}; it is left as it is.") from None
            self.games[played.task] = played

    def _check_header(self, line: bytes) -> None:
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict) or found.get("kind") != KIND:
            raise SaveError(f"{self.path} is not the record of a contest; it is left as it is.")
        theirs, ours = _facts(found), _facts(header(self.made))
        for key in [*ours, *theirs]:
            if theirs.get(key) != ours.get(key):
                was, now = (_said(facts.get(key)) for facts in (theirs, ours))
                raise SaveError(
                    f"{self.path} holds another contest: {key} {was}, not {now}; it is left as it is."
                )

    def _game(self, data: dict[str, Any]) -> Played:
        """A game from its line; whatever cannot have been written here is an error."""
        seats = self.made.seats
        task = Task(_whole(data["deal"]), tuple(_whole(agent) for agent in data["seating"]))
        winners = tuple(_whole(seat) for seat in data["winners"])
        moves = tuple(_whole(n) for n in data["moves"])
        iterations = tuple(_whole(n) for n in data["iterations"])
        seconds = tuple(float(n) for n in data["seconds"])
        if task in self.games or task.seating not in self._seatings:
            raise ValueError("no game of this contest")
        if not set(winners) <= set(range(seats)) or len(set(winners)) < len(winners):
            raise ValueError("no such seats")
        if not len(moves) == len(iterations) == len(seconds) == seats:
            raise ValueError("not a number for each seat")
        if not isinstance(data["finished"], bool):
            raise ValueError("neither finished nor not")
        return Played(task, winners, _whole(data["decisions"]), data["finished"], moves, iterations, seconds)

    def __enter__(self) -> Journal:
        try:
            self._file = self.path.open("r+b" if self.path.exists() else "xb", buffering=0)
            self._file.truncate(self._whole)
            self._file.seek(self._whole)
        except OSError as problem:
            raise SaveError(f"{self.path} cannot be written: {problem.strerror}.") from None
        if not self._whole:
            self._write(header(self.made))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, played: Played) -> None:
        """Writes a game, at once and once."""
        if played.task in self.games:
            return
        self.games[played.task] = played
        self._write(
            {
                "deal": played.task.deal,
                "seating": played.task.seating,
                "winners": played.winners,
                "decisions": played.decisions,
                "finished": played.finished,
                "moves": played.moves,
                "iterations": played.iterations,
                "seconds": [round(s, 6) for s in played.seconds],
            }
        )

    def _write(self, data: dict[str, Any]) -> None:
        assert self._file is not None
        try:
            self._file.write(_line(data))
        except OSError as problem:
            raise SaveError(f"{self.path} cannot be written: {problem.strerror}.") from None


def _line(data: dict[str, Any]) -> bytes:
    return (json.dumps(data) + "\n").encode()


def _whole(value: object) -> int:
    """A whole number from 0, and nothing that only looks like one."""
    if type(value) is not int or value < 0:
        raise ValueError("not a whole number")
    return value


def _facts(head: dict[str, Any]) -> dict[str, Any]:
    """A header with its options side by side with the rest."""
    options = head.get("options")
    return {key: value for key, value in head.items() if key != "options"} | (
        {f"option {key}": value for key, value in options.items()} if isinstance(options, dict) else {}
    )


def _said(value: object) -> str:
    """A value of the header as people write it."""
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "nothing" if value is None else str(value).lower()
