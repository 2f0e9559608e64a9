"""What a machine thinks of a finished match: every decision with its interval, in slices, stopped and gone
on with.

How decisions are judged is in ``agents/judge``: all are looked at first, so that there is a line to be seen
soon, then weighed until the loss is known to three points, and what would be a turning point is checked.
What has been found is stored every few seconds, and when somebody stops it; asking again costs no thought.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import time
from typing import Literal

import msgspec
import sqlalchemy as sa

from ..agents import judge
from ..agents.judge import Case
from ..core import words
from ..core.match import Match
from ..core.record import fields
from .errors import Refused
from .replay import versions
from .store.schema import OPINIONS
from .store.storage import Conflict, Job
from .tables.registry import Registry
from .tables.table import Table
from .web.codec import encode
from .web.replies import Decision, Figure, Opinions

TURNING = 5  # turning points that are marked
EVERY = 4.0  # seconds between two times that it is stored
ALIVE = 15.0  # seconds after which another process is taken to have stopped

log = logging.getLogger("bestiary.server")


class Kept(msgspec.Struct):
    """What was found of a match, as it is stored: the digest of what was played, cases, and what is told."""

    of: str
    cases: dict[int, Case]
    rows: dict[int, Decision]
    measured: str
    entries: int
    at: float = 0.0  # when a process was last at work on it; 0: stopped, or done

    def report(self, working: bool) -> Opinions:
        """What is replied."""
        settled = sum(row.settled for row in self.rows.values())
        done = settled == len(self.cases)
        state: Literal["finished", "working", "paused"]
        state = "finished" if done and self.of else "working" if working else "paused"
        looked = [n for n, case in self.cases.items() if case.stage > judge.Stage.NEW]
        unsure = sum(row.settled and not row.sure for row in self.rows.values())
        return Opinions(
            state=state,
            looked=len(looked),
            done=settled,
            total=len(self.cases),
            unsure=unsure,
            margin=judge.MARGIN,
            entries=self.entries,
            measured=self.measured,
            decisions=[self.rows[n] for n in looked],
            turning=judge.turning_points(self.cases, TURNING),
        )


NOTHING = Opinions("none", 0, 0, 0, 0, judge.MARGIN, 0, "", [], [])


class Judging:
    """The matches that are being judged here."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self._work: dict[str, tuple[asyncio.Task[None], Kept]] = {}

    async def opinions(self, table: Table) -> Opinions:
        """What has been found so far; nothing is begun."""
        played = _mark(self._finished(table))
        if table.id in self._work and self._work[table.id][1].of in (played, ""):
            return self._work[table.id][1].report(working=True)
        kept = await self._stored(table.id, played)
        return NOTHING if kept is None else kept.report(working=time.time() - kept.at < ALIVE)

    async def begin(self, table: Table) -> Opinions:
        """Begins, or goes on."""
        match = self._finished(table)
        played = _mark(match)
        found = await self.opinions(table)
        if found.state in ("finished", "working") or table.id in self._work:
            return found
        if len(self._work) >= self.registry.settings.limits.judged:
            raise Refused("The machine is judging other matches; ask again in a while.", 503)
        kept = Kept("", {}, {}, judge.measured(match.game, match.seats), len(match.history))
        # a copy: where taking back is free, people may go on from here while the machine thinks
        task = asyncio.create_task(self._judge(table, match.copy(), table.live.n, played, kept))
        self._work[table.id] = task, kept
        task.add_done_callback(lambda _: self._work.pop(table.id, None))
        return kept.report(working=True)

    async def stop(self, table: Table) -> Opinions:
        """Stops; what has been found is kept, and gone on with another time."""
        self._finished(table)
        if table.id in self._work:
            task, _ = self._work[table.id]
            task.cancel()
            await asyncio.wait([task])
        return await self.opinions(table)

    async def close(self) -> None:
        """Stops everything."""
        tasks = [task for task, _ in self._work.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def _finished(self, table: Table) -> Match:
        if not table.live.over:
            raise Refused("The machine speaks once the match is over.", 403)
        if table.live.frozen:
            raise Refused(table.live.frozen, 409)
        return table.live.match

    async def _stored(self, id: str, played: str) -> Kept | None:
        body = await self.registry.storage.read(
            lambda c: c.execute(
                sa.select(OPINIONS.c.body).where(OPINIONS.c.table_id == id)
            ).scalar_one_or_none()
        )
        if body is None:
            return None
        try:
            kept = msgspec.json.decode(body, type=Kept)
        except msgspec.MsgspecError:  # of an earlier version, whose opinions had no interval
            return None
        return kept if kept.of == played else None

    async def _keep(self, id: str, kept: Kept) -> None:
        body = encode(kept).decode()
        try:
            await self.registry.storage.write(Job([(OPINIONS, [{"table_id": id, "body": body}])]))
        except Conflict:  # there is an earlier one
            again = sa.update(OPINIONS).where(OPINIONS.c.table_id == id).values(body=body)
            await self.registry.storage.write(Job(updates=[again]))

    async def _judge(self, table: Table, match: Match, upto: int, played: str, kept: Kept) -> None:
        table.users += 1
        try:
            await self._prepare(table, match, upto, played, kept)
            stored = time.monotonic()
            while (next_ := judge.due(kept.cases)) is not None:
                n, stage = next_
                seat = match.history[n].seat
                mine = match.engine.hidden(match.state_at(n), seat)
                bots = self.registry.services.bots
                case = await bots.judge(table.id, match.game, match.content, kept.cases[n], stage, mine, seat)
                kept.cases[n] = case
                kept.rows[n] = _row(kept.rows[n], case, match)
                if time.monotonic() - stored > EVERY:
                    kept.at = time.time()
                    await self._keep(table.id, kept)
                    stored = time.monotonic()
        except asyncio.CancelledError:
            pass
        except Exception:
            log.exception("opinions on table %s", table.id)
        finally:
            table.users -= 1
            kept.at = 0.0
            if kept.of:
                with contextlib.suppress(Exception):  # the database is away: it is thought again
                    await self._keep(table.id, kept)

    async def _prepare(self, table: Table, match: Match, upto: int, played: str, kept: Kept) -> None:
        """The decisions of a match, and what was found of them before."""
        earlier = await self._stored(table.id, played)
        if earlier is None:
            every = await self.registry.services.reader.lines(table.id, 0)
            lines = [line for line in every if line.n <= upto]

            def found() -> tuple[dict[int, Case], dict[int, Decision]]:
                shown = versions(table.live, match, lines)
                cases = judge.decisions(match)
                return cases, {n: _decision(match, n, *shown[n]) for n in cases}

            kept.cases, kept.rows = await asyncio.to_thread(found)
        else:
            kept.cases, kept.rows = earlier.cases, earlier.rows
        kept.of = played


def _mark(match: Match) -> str:
    """A digest of all that was played: opinions are of this and nothing else."""
    return hashlib.sha256(repr(match.history).encode()).hexdigest()[:32]


def _decision(match: Match, n: int, seats: list[int], public: int) -> Decision:
    """What is told of a decision before anything is known of it."""
    entry, states = match.history[n], match.state_at(n)
    nothing = Figure(0.5, 0.0, 1.0)
    return Decision(
        n=n,
        seat=entry.seat,
        choices=len(match.engine.legal(states)),
        name=entry.name,
        said=_sentence(match, n, entry.action),
        better="",
        played=nothing,
        best=nothing,
        loss=Figure(0.0, -1.0, 1.0),
        sure=False,
        settled=False,
        versions=seats,
        public=public,
    )


def _row(row: Decision, case: Case, match: Match) -> Decision:
    """The same with what is known now."""
    told = {name: _rounded(getattr(case, of)) for name, of in FIGURES.items()}
    better = _sentence(match, row.n, case.rival)
    return msgspec.structs.replace(row, **told, better=better, sure=case.sure, settled=case.settled)


FIGURES = {"played": "value", "best": "best", "loss": "loss"}


def _rounded(figure: judge.Figure) -> Figure:
    return Figure(round(figure.value, 4), round(figure.low, 4), round(figure.high, 4))


def _sentence(match: Match, n: int, action: int) -> str:
    """A choice in words, as the one who had it was offered it."""
    entry, states = match.history[n], match.state_at(n)
    hidden = match.engine.hidden(states, entry.seat)
    meaning = match.engine.meaning(hidden, action)
    people = match.people(entry.seat)
    return words.sentence(match.game, match.content, fields(hidden[0]), meaning, people).rstrip(".")
