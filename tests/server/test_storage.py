"""Storage: grouped commits, conflicts, migrations, and a database that fails."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bestiary.core.errors import BestiaryError
from bestiary.server.store.schema import LOG, META
from bestiary.server.store.storage import Conflict, Job, NotStored, Storage

from .table import both, quick, running


def line(n: int, text: str = "") -> dict[str, Any]:
    empty = {"seat": 0, "action": 0, "command": "", "at": 0.0, "spent": 0.0, "digest": ""}
    return {"table_id": "t", "n": n, "kind": "chat", "text": text, **empty}


def opened(folder: Path) -> Storage:
    storage = Storage(f"sqlite:///{folder / 'tables.sqlite'}")
    storage.migrate()
    return storage


def lines(storage: Storage) -> list[int]:
    with storage.engine.connect() as c:
        return list(c.execute(sa.select(LOG.c.n).order_by(LOG.c.n)).scalars())


def held(storage: Storage) -> threading.Event:
    """Lets the writer wait, with whatever it commits next, until the event comes."""
    hold, commit = threading.Event(), storage._commit

    def waits(group: list[Job]) -> None:
        hold.wait(10)
        commit(group)

    storage._commit = waits  # type: ignore[method-assign]
    return hold


def test_jobs_that_arrive_together_are_committed_together(tmp_path: Path) -> None:
    async def write() -> tuple[int, int]:
        storage = opened(tmp_path)
        storage.start()
        hold = held(storage)
        first = asyncio.create_task(storage.write(Job([(LOG, [line(1)])])))
        await asyncio.sleep(0.05)
        rest = [asyncio.create_task(storage.write(Job([(LOG, [line(n)])]))) for n in range(2, 202)]
        await asyncio.sleep(0.05)
        hold.set()
        await asyncio.gather(first, *rest)
        assert lines(storage) == list(range(1, 202)), "what is done is stored"
        counted = storage.groups, storage.jobs
        await storage.close()
        return counted

    groups, jobs = asyncio.run(write())
    assert jobs == 201 and groups == 2


def test_what_waits_when_a_storage_closes_is_stored_first(tmp_path: Path) -> None:
    async def write() -> None:
        storage = opened(tmp_path)
        storage.start()
        hold = held(storage)
        tasks = [asyncio.create_task(storage.write(Job([(LOG, [line(1)])])))]
        await asyncio.sleep(0.05)
        tasks += [asyncio.create_task(storage.write(Job([(LOG, [line(n)])]))) for n in (2, 3)]
        await asyncio.sleep(0)
        closing = asyncio.create_task(storage.close())
        await asyncio.sleep(0)
        hold.set()
        await asyncio.gather(closing, *tasks)

    asyncio.run(write())
    again = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    assert lines(again) == [1, 2, 3]


def test_a_job_that_fails_does_not_harm_its_neighbours(tmp_path: Path) -> None:
    async def write() -> list[Any]:
        storage = opened(tmp_path)
        storage.start()
        await storage.write(Job([(LOG, [line(1)])]))
        hold = held(storage)
        wait = storage.write(Job())
        jobs = [
            Job([(LOG, [line(2)])]),
            Job([(LOG, [line(3), line(1)])]),  # the first line is there already
            Job(updates=[sa.text("update nothing set x = 1")]),
            Job([(LOG, [line(4)])]),
        ]
        tasks = [asyncio.create_task(w) for w in (wait, *(storage.write(job) for job in jobs))]
        await asyncio.sleep(0.05)
        hold.set()
        found = await asyncio.gather(*tasks, return_exceptions=True)
        assert lines(storage) == [1, 2, 4], "all of a job or nothing"
        await storage.close()
        return [type(f) for f in found[1:]]

    assert asyncio.run(write()) == [type(None), Conflict, NotStored, type(None)]


def test_migrations_make_the_schema(tmp_path: Path) -> None:
    storage = opened(tmp_path)
    storage.migrate()  # a second time: nothing to do
    found = sa.inspect(storage.engine)
    for table in META.sorted_tables:
        columns = {c["name"]: (str(c["type"]), c["nullable"]) for c in found.get_columns(table.name)}
        wanted = {
            c.name: (c.type.compile(storage.engine.dialect), c.nullable and not c.primary_key)
            for c in table.columns
        }
        assert {k: v[0] for k, v in columns.items()} == {k: v[0] for k, v in wanted.items()}
        assert {i["name"] for i in found.get_indexes(table.name)} >= {i.name for i in table.indexes}
    asyncio.run(storage.close())


def test_one_server_for_one_file(tmp_path: Path) -> None:
    storage = opened(tmp_path)
    with pytest.raises(BestiaryError, match="Another server uses"):
        opened(tmp_path)
    asyncio.run(storage.close())
    asyncio.run(opened(tmp_path).close())


@pytest.mark.parametrize(
    ("url", "line"),
    [
        ("nonsense", "is no database"),
        ("mysql://x/y", "SQLite or PostgreSQL"),
        ("sqlite://", "needs a file"),
        ("sqlite:////proc/nothing/x.sqlite", "cannot be opened"),
        ("postgresql://nobody@127.0.0.1:1/none", "cannot be used"),
    ],
)
def test_a_database_that_cannot_be(url: str, line: str) -> None:
    with pytest.raises(BestiaryError, match=line):
        Storage(url).migrate()


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_text("this is a letter, not a database" * 100)
    with pytest.raises(BestiaryError, match="cannot be used: file is not a database"):
        opened(tmp_path)


@pytest.mark.parametrize("table", ["log", "opinions"])
def test_a_move_that_cannot_be_stored_is_refused_and_not_played(tmp_path: Path, table: str) -> None:
    """Where the log is away the table cannot be read either; else only the move's own job fails."""
    with running(quick(tmp_path)) as guest:
        mover = both(*guest.pair())
        registry = guest.registry
        live = registry.tables[mover.table]
        if table == "opinions":
            live._job.updates.append(sa.text("update away set x = 1"))
        with registry.storage.engine.begin() as c:
            c.execute(sa.text(f"alter table {table} rename to away2"))
        refused = mover.play()
        assert refused["type"] == "refused", "not stored, not acknowledged"
        assert live.stale == (table == "log")
        with registry.storage.engine.begin() as c:
            c.execute(sa.text(f"alter table away2 rename to {table}"))
        mover.say("sync")
        assert mover.hear("state")["version"] == 0, "as if it had not been said"
        assert mover.play()["type"] == "ack"
