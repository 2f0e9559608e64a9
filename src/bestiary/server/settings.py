"""What a server is told: where its data lie, how long it waits, and how much it takes from anybody."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import platformdirs

from .. import built
from ..core.errors import BestiaryError, UnknownName


def default_database() -> str:
    """The database of this user: BESTIARY_DATABASE, or a file in the data folder."""
    named = os.environ.get("BESTIARY_DATABASE")
    return named or f"sqlite:///{Path(platformdirs.user_data_dir('bestiary')) / 'tables.sqlite'}"


def default_reports() -> Path:
    """The folder of the laboratory's reports: BESTIARY_REPORTS, or ``reports`` in the data folder."""
    named = os.environ.get("BESTIARY_REPORTS")
    return Path(named) if named else Path(platformdirs.user_data_dir("bestiary")) / "reports"


@dataclass(frozen=True)
class Limits:
    """What anybody may ask of a server; beyond it there is a clear refusal."""

    message: int = 4_096  # bytes of one message on a socket
    body: int = 16_384  # bytes of one request
    name: int = 40  # signs of a name
    chat: int = 400  # signs of a remark
    chats: tuple[float, int] = (0.5, 6)  # remarks a second of a seat, and at once
    frames: tuple[float, int] = (20.0, 60)  # messages a second of a socket, and at once
    tables: tuple[float, int] = (0.1, 30)  # new tables a second from an address, and at once
    people: tuple[float, int] = (0.2, 10)  # registrations and log-ins of an address
    requests: tuple[float, int] = (50.0, 200)  # other requests of an address
    work: tuple[float, int] = (200.0, 800)  # units of work a second of an address: see web/costs.py
    hints: tuple[float, int] = (0.1, 20)  # hints a second of an address, and at once
    log_ins: tuple[float, int] = (0.02, 10)  # log-ins a second of one account, from wherever
    sockets: int = 200  # open sockets of one address
    all_sockets: int = 5_000
    waiting: int = 256  # messages that wait for a slow reader before it is cut off
    live: int = 2_000  # tables in memory
    addresses: int = 10_000  # addresses whose use is remembered
    chat_kept: int = 200  # remarks that a table shows
    thoughts: int = 256  # what machines are asked besides moves, at once
    studies: int = 40  # studies of card sets that are under way or wait
    studies_each: int = 3  # of them of one address; twice as many of somebody who has logged in
    drafts: tuple[float, int] = (4.0, 40)  # changes to cards that an address has checked or studied
    proposal: int = 6_000  # games of a search for numbers; three times as many for somebody who has logged in
    study: float = 120.0  # seconds that each player of a study plays; a third of it for strangers
    judged: int = 8  # finished matches that a machine judges at once
    lines: int = 50_000  # lines in the log of one table


@dataclass(frozen=True)
class Settings:
    """A server's settings."""

    database: str = field(default_factory=default_database)
    web: Path = field(default_factory=built.page)
    reports: Path = field(default_factory=default_reports)
    limits: Limits = field(default_factory=Limits)
    pause: tuple[float, float] = (1.0, 2.5)  # before the table answers a question with one choice
    machine_pause: float = 0.6  # the least time that a machine takes
    thinkers: int = max(1, (os.cpu_count() or 2) - 1)  # threads in which machines think
    thinking: float = 2.0  # seconds within which a machine moves: under load it thinks less
    idle: float = 900.0  # seconds until a table that nobody looks at leaves the memory
    absent: float = 30.0  # seconds until an absent player can be replaced
    gather: float = 180.0  # seconds until the clocks of a rematch start, whoever has not come by then
    patience: float = 4.0  # before this process does the work that another one has begun
    opinion: int = 0  # iterations of each tree with which decisions are judged; 0: as suits the game
    study_players: tuple[str, ...] = ()  # who plays studies of cards, the quick one first; usually as suits
    warm: tuple[str, ...] | None = None  # games that are prepared at the start; all by default
    log: str = "text"  # how happenings are written down: text or json
    languages: tuple[str, ...] = ()  # files of languages that are spoken besides English
    hosts: tuple[str, ...] = ()  # the names that this server answers to; any where none is given
    session: float = 30 * 86_400.0  # seconds until somebody has to log in again
    seed: int | None = None  # for tests: the deal of every table. Whoever knows it knows every card

    @staticmethod
    def read(**given: Any) -> Settings:
        """The settings of this machine: BESTIARY_SETTINGS holds JSON, such as {"limits": {"live": 500}}."""
        text = os.environ.get("BESTIARY_SETTINGS", "{}")
        try:
            named = json.loads(text)
            limits = named.pop("limits", {})
            made = Settings(limits=replace(Limits(), **_typed(Limits(), limits)))
            read = replace(made, **_typed(made, named), **given)
            if read.log not in ("text", "json"):
                raise TypeError(f"log is text or json, not {read.log!r}")
            return read
        except (ValueError, TypeError, AttributeError) as problem:
            raise BestiaryError(f"BESTIARY_SETTINGS cannot be read: {problem}") from None


def _typed(pattern: Any, given: dict[str, Any]) -> dict[str, Any]:
    """Values of the kind that the fields have."""
    made: dict[str, Any] = {}
    for name, value in given.items():
        if name not in pattern.__dataclass_fields__ or name == "limits":
            raise UnknownName("setting", name, pattern.__dataclass_fields__)
        old = getattr(pattern, name)
        if isinstance(value, list):
            made[name] = tuple(value)
        elif isinstance(old, Path):
            made[name] = Path(value)
        elif isinstance(old, float) and isinstance(value, int):
            made[name] = float(value)
        elif old is None or isinstance(value, type(old)):
            made[name] = value
        else:
            raise TypeError(f"{name} cannot be {value!r}")
    return made
