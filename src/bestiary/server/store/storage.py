"""Storage: one writer that commits in groups, readers beside it, migrations at the start.

A job is all that one command changes, in one transaction. Jobs that arrive while the last group is
being committed, or within a few milliseconds of the first, are committed together: a commit costs a trip
to the disk and two changes of threads, however much is in it. The event loop gathers them and hands a
group over at once: each time that a thread is woken, Python's lock changes hands.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import alembic.command
import alembic.config
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError

from ...core.errors import BestiaryError
from ..logs import note
from . import news, saying
from .schema import NEWS, PACKS

GROUP = 512  # jobs of one commit
READERS = 4
ALONE = 0.004  # seconds that the first job of a group waits for others, where none came last time
GATHER = 0.02  # the same where some came: they will again
ROWS = 60  # rows of one statement; every SQLite takes 999 values
CHANNEL = "bestiary"
KNOWN = "INSERT INTO phrases (id, text) VALUES (:id, :text) ON CONFLICT DO NOTHING"

T = TypeVar("T")


class Conflict(Exception):
    """Somebody else has written these rows first."""


class NotStored(BestiaryError):
    """The database does not take anything at the moment."""


@dataclass
class Job:
    """What one command changes."""

    inserts: list[tuple[sa.Table, list[dict[str, Any]]]] = field(default_factory=list)
    updates: list[sa.Executable] = field(default_factory=list)
    changes: list[tuple[sa.Executable, dict[str, Any]]] = field(default_factory=list)  # made once, and values
    tell: str = ""  # what other processes are told, once it is stored
    done: asyncio.Future[None] | None = None


TRIES = 3  # how often something is tried against other processes that write to the same table


async def retried(work: Callable[[], Awaitable[T]]) -> T:
    """Does something again where another process has written first."""
    for _ in range(TRIES):
        try:
            return await work()
        except Conflict:
            continue
    raise NotStored("The table is busy; try again.")


def address(url: str) -> sa.URL:
    """The address of a database that a server can use."""
    try:
        made = sa.make_url(url)
    except sa.exc.ArgumentError:
        raise BestiaryError(
            f"'{url}' is no database; write sqlite:///FILE or postgresql://USER@HOST/NAME."
        ) from None
    if made.drivername in ("postgresql", "postgres"):
        made = made.set(drivername="postgresql+psycopg")
    if made.get_backend_name() not in ("sqlite", "postgresql"):
        raise BestiaryError(f"A database is SQLite or PostgreSQL, not {made.get_backend_name()}.")
    return made


def opened(url: str) -> sa.Engine:
    """A server's database, opened beside it: for commands of the operator."""
    where = address(url)
    if where.get_backend_name() == "sqlite" and not Path(where.database or "").is_file():
        raise BestiaryError(f"There is no database {where.database}.")
    engine = sa.create_engine(where)
    try:
        if not sa.inspect(engine).has_table("moderation"):
            raise BestiaryError("The database is older than this; a server that starts brings it up to date.")
    except SQLAlchemyError as problem:
        raise BestiaryError(f"The database cannot be used: {_reason(problem)}") from None
    return engine


class Storage:
    """The database of a server."""

    def __init__(self, url: str) -> None:
        self.url = address(url)
        self.embedded = self.url.get_backend_name() == "sqlite"
        self._lock_file: Any = None
        if self.embedded:
            self._own_file()
        self.engine = self._engine()
        self._waiting: list[Job] = []  # for the next group; the event loop's own
        self._gathering = False  # whether a time is set at which they are handed over
        self._busy = False  # whether the writer has a group
        self._many = False  # whether the last group had several jobs: then it pays to wait for more
        self._groups: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._writer: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._connection: sa.Connection | None = None  # the writer's
        self._phrases: set[str] = set()  # the ids of templates that are stored
        self.groups = 0
        self.jobs = 0

    def _engine(self) -> sa.Engine:
        if not self.embedded:
            return sa.create_engine(self.url, pool_size=READERS + 2, pool_recycle=1800)
        engine = sa.create_engine(self.url, connect_args={"timeout": 10, "check_same_thread": False})

        @sa.event.listens_for(engine, "connect")
        def opened(connection: Any, _: Any) -> None:
            cursor = connection.cursor()
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("PRAGMA synchronous=FULL")  # what is acknowledged survives a power cut too
            cursor.execute("PRAGMA busy_timeout=10000")
            cursor.close()

        return engine

    def _own_file(self) -> None:
        """One process per SQLite file: two would not hear of each other's moves."""
        name = self.url.database
        if not name or name == ":memory:":
            raise BestiaryError("The database needs a file, such as sqlite:///tables.sqlite.")
        path = Path(name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock_file = open(f"{path}.lock", "w")  # noqa: SIM115
        except OSError as problem:
            raise BestiaryError(f"The database {path} cannot be opened: {problem.strerror}.") from None
        try:
            import fcntl
        except ImportError:  # no such locks on Windows
            return
        try:
            fcntl.flock(self._lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock_file.close()
            raise BestiaryError(
                f"Another server uses {path}. Several share tables through PostgreSQL (--database)."
            ) from None

    # ---- opening and closing ---------------------------------------------------------------

    def migrate(self) -> None:
        """Brings the schema up to date; several processes may start at once."""
        config = alembic.config.Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        try:
            with self.engine.begin() as connection:
                if not self.embedded:
                    connection.execute(sa.text("SELECT pg_advisory_xact_lock(5241978)"))
                config.attributes["connection"] = connection
                alembic.command.upgrade(config, "head")
        except alembic.util.CommandError as problem:
            raise BestiaryError(f"The database was made by a newer version: {problem}") from None
        except SQLAlchemyError as problem:
            reason = _reason(problem)
            shown = self.url.render_as_string(hide_password=True)
            raise BestiaryError(f"The database {shown} cannot be used: {reason}") from None

    def start(self) -> None:
        """Starts the writer, from within the event loop."""
        self._loop = asyncio.get_running_loop()
        self._writer = threading.Thread(target=self._write_all, name="writer", daemon=True)
        self._writer.start()

    async def close(self) -> None:
        """Writes what waits, and closes."""
        if self._writer is not None:
            self._groups.put(self._waiting)
            self._waiting = []
            self._groups.put(None)
            await asyncio.to_thread(self._writer.join)
            if self._connection is not None:
                self._connection.close()
        self._readers.shutdown(wait=True)
        self.engine.dispose()
        if self._lock_file is not None:
            self._lock_file.close()

    # ---- reading ---------------------------------------------------------------------------

    async def read(self, ask: Callable[[sa.Connection], T]) -> T:
        """Asks the database, off the event loop."""

        def asked() -> T:
            with self.engine.connect() as connection:
                return ask(connection)

        def twice() -> T:
            try:
                return asked()
            except OperationalError:  # a connection that died meanwhile; the pool has noticed
                return asked()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, twice)
        except SQLAlchemyError as problem:
            note(logging.ERROR, "not read", reason=_reason(problem))
            raise NotStored("The database does not answer at the moment; try again.") from problem

    # ---- writing ---------------------------------------------------------------------------

    async def write(self, job: Job) -> None:
        """Returns once the job is stored; raises ``Conflict`` where its rows are there already."""
        assert self._loop is not None, "the storage is not started"
        job.done = self._loop.create_future()
        self._waiting.append(job)
        self._gather()
        await job.done

    def _gather(self) -> None:
        """Hands over what waits in a moment, unless the writer is busy: then as soon as it is not."""
        if self._waiting and not self._gathering and not self._busy:
            assert self._loop is not None
            self._gathering = True
            self._loop.call_later(GATHER if self._many else ALONE, self._hand_over)

    def _hand_over(self) -> None:
        self._gathering = False
        group, self._waiting = self._waiting[:GROUP], self._waiting[GROUP:]
        if group:
            self._busy, self._many = True, len(group) > 1
            self._groups.put(group)

    def _wrote(self, group: list[Job], problems: list[Exception | None]) -> None:
        self._busy = False
        _resolve(group, problems)
        self._gather()

    def _write_all(self) -> None:
        while (group := self._groups.get()) is not None:
            if group:
                self._write_group(group)

    def _write_group(self, group: list[Job]) -> None:
        self.groups += 1
        self.jobs += len(group)
        problems: list[Exception | None]
        try:
            self._commit(group)
            problems = [None] * len(group)
        except Exception as problem:
            if len(group) == 1 and isinstance(problem, IntegrityError):
                problems = [Conflict()]
            else:
                problems = [self._alone(job) for job in group]
        assert self._loop is not None
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wrote, group, problems)

    def _alone(self, job: Job) -> Exception | None:
        """One job of a group that failed: its own fault, or another's."""
        try:
            self._commit([job])
        except IntegrityError:
            return Conflict()
        except Exception as problem:
            note(
                logging.ERROR, "not stored", reason=_reason(problem), rows=sum(len(r) for _, r in job.inserts)
            )
            failed = NotStored("This could not be stored; nothing is lost. Try again.")
            failed.__cause__ = problem
            return failed
        return None

    def _commit(self, group: list[Job]) -> None:
        rows: dict[str, tuple[sa.Table, list[dict[str, Any]]]] = {}
        for job in group:
            for table, new in job.inserts:
                rows.setdefault(table.name, (table, []))[1].extend(new)
        if NEWS.name in rows:
            made, packs = news.packed(rows[NEWS.name][1])
            rows[NEWS.name], rows[PACKS.name] = (NEWS, made), (PACKS, packs)
        phrases: list[tuple[str, str]] = []
        if len(saying.TEXTS) > len(self._phrases):
            phrases = [one for one in list(saying.TEXTS.items()) if one[0] not in self._phrases]
        with self._writing() as connection:
            if phrases:  # which sentences of these rows may be made of; another process may have been first
                connection.execute(sa.text(KNOWN), [{"id": id, "text": text} for id, text in phrases])
            for table, new in rows.values():
                self._insert(connection, table, new)
            for job in group:
                for statement in job.updates:
                    connection.execute(statement)
                for statement, values in job.changes:
                    connection.execute(statement, values)
            told = [{"channel": CHANNEL, "payload": job.tell} for job in group if job.tell]
            if told and not self.embedded:
                connection.execute(sa.text("SELECT pg_notify(:channel, :payload)"), told)
        self._phrases.update(id for id, _ in phrases)

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        """A transaction on the writer's own connection, which is given up when anything fails."""
        if self._connection is None:
            self._connection = self.engine.connect()
        try:
            with self._connection.begin():
                yield self._connection
        except BaseException:
            connection, self._connection = self._connection, None
            connection.close()
            raise

    def _insert(self, connection: sa.Connection, table: sa.Table, rows: list[dict[str, Any]]) -> None:
        """New rows. SQLite takes many in one statement, else Python's lock would change hands with each."""
        if not self.embedded and rows:
            connection.execute(sa.insert(table), rows)
            return
        for start in range(0, len(rows), ROWS):
            part = rows[start : start + ROWS]
            names = list(part[0])
            marks = f"({','.join('?' * len(names))})"
            into = ",".join(f'"{name}"' for name in names)
            connection.exec_driver_sql(
                f"INSERT INTO {table.name} ({into}) VALUES {','.join([marks] * len(part))}",
                tuple(row[name] for row in part for name in names),
            )


def _reason(problem: Exception) -> str:
    """Why a database refused, in one line."""
    return (str(getattr(problem, "orig", None) or problem).strip() or repr(problem)).splitlines()[0]


def _resolve(group: list[Job], problems: list[Exception | None]) -> None:
    for job, problem in zip(group, problems, strict=True):
        assert job.done is not None
        if job.done.done():
            continue
        if problem is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(problem)
