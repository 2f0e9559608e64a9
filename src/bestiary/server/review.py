"""After a match, and for one's own eyes during it: replay, record, branches, a machine's opinions."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

import sqlalchemy as sa

from ..core import saves, words
from ..core.match import ACTION, Match
from .errors import Refused, missing
from .house import House
from .live import Line, Live
from .opening import MACHINES
from .packing import unpacked
from .schema import NEWS, OPINIONS
from .storage import Conflict, Job
from .table import Table
from .wire import SPECTATOR, dumps

PAGE = 200  # entries of a replay that are sent at once
TURNING = 5  # turning points that are marked
LOSS = 0.05  # of the winning chance: below it a decision was as good as the best

log = logging.getLogger("bestiary.server")


class Review:
    """Looks back at matches."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._judged: dict[str, list[dict[str, Any]]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def eyes(self, table: Table, seat: int, wanted: int | None) -> int:
        """Whose eyes somebody may look through: any after the end, one's own before."""
        eyes = seat if wanted is None else wanted
        if not SPECTATOR <= eyes < len(table.live.seats):
            raise missing("seat")
        if not table.live.over:
            if eyes != seat:
                raise Refused("Other eyes can be looked through once the match is over.", 403)
            if eyes == SPECTATOR and table.live.facts.settings.get("spectators") != "public":
                raise Refused("This table has no spectators.", 403)
        return eyes

    async def replay(self, table: Table, eyes: int, start: int, count: int) -> dict[str, Any]:
        """A stretch of what these eyes were shown, as it was sent then."""
        count = min(count, PAGE)
        if eyes == SPECTATOR:
            async with table.look():
                total, entries = await asyncio.to_thread(_public, table.live, start, count)
            return {"eyes": eyes, "from": start, "total": total, "entries": entries}

        def ask(c: sa.Connection) -> tuple[int, list[tuple[int, bytes]]]:
            mine = NEWS.c.table_id == table.id, NEWS.c.seat == eyes
            total = c.execute(sa.select(sa.func.count()).select_from(NEWS).where(*mine)).scalar_one()
            rows = c.execute(
                sa.select(NEWS.c.n, NEWS.c.body).where(*mine).order_by(NEWS.c.n).offset(start).limit(count)
            ).all()
            return int(total), [(int(n), bytes(body)) for n, body in rows]

        total, rows = await self.house.storage.read(ask)
        first = table.firsts.get(eyes, b"")
        entries = [json.loads(unpacked(body, first if n else b"")) for n, body in rows]
        return {"eyes": eyes, "from": start, "total": total, "entries": entries}

    def record(self, table: Table) -> str:
        """The match as a text record, with its seed: only after the end."""
        live = table.live
        if not live.over:
            raise Refused("The record holds the seed; it can be had once the match is over.", 403)
        if live.frozen:
            raise Refused(live.frozen, 409)
        return saves.dumps(live.match)

    async def branch(
        self,
        table: Table,
        eyes: int,
        version: int,
        seat: int,
        kind: str,
        person: tuple[int, str] | None,
    ) -> dict[str, Any]:
        """A new table that goes on from what these eyes saw at a version."""
        live = table.live
        if not live.over:
            raise Refused("One can branch from a match that is over.", 403)
        if live.frozen:
            raise Refused(live.frozen, 409)
        if kind not in MACHINES:
            raise Refused(f"A machine is one of {', '.join(MACHINES)}.", 422, field="kind")
        if not 0 <= seat < len(live.seats):
            raise missing("seat")
        match = await self._up_to(table, eyes, version)
        if match.game_over and not match.more:
            raise Refused("The match is over there; go back a little.", 409)
        return await self.house.branch(table, match, seat, kind, person)

    async def _up_to(self, table: Table, eyes: int, version: int) -> Match:
        """The match as it stood when these eyes had this version."""
        live = table.live
        made = Live(live.facts, await self.house.seats(table.id), live.match.game)
        for line in await self.house.lines(table.id, 0):
            if made.eyes[eyes].version >= version:
                break
            made.recall(line)
        if made.eyes[eyes].version != version:
            raise Refused(f"There is no version {version}.", 404)
        return made.match

    # ---- opinions --------------------------------------------------------------------------

    async def opinions(self, table: Table) -> dict[str, Any]:
        """What a machine thinks of every decision; begun by the first who asks, then kept."""
        live = table.live
        if not live.over:
            raise Refused("The machine speaks once the match is over.", 403)
        if live.frozen:
            raise Refused(live.frozen, 409)
        total = sum(entry.kind == ACTION for entry in live.match.history)
        if table.id not in self._judged and table.id not in self._tasks:
            stored = await self.house.storage.read(
                lambda c: c.execute(
                    sa.select(OPINIONS.c.body).where(OPINIONS.c.table_id == table.id)
                ).scalar_one_or_none()
            )
            if stored is not None:
                return _report(json.loads(stored), total)
            self._begin(table)
        return _report(self._judged.get(table.id, []), total)

    def _begin(self, table: Table) -> None:
        if table.id in self._tasks:
            return
        if len(self._tasks) >= self.house.settings.limits.judged:
            raise Refused("The machine is judging other matches; ask again in a while.", 503)
        self._judged[table.id] = []
        task = asyncio.create_task(self._judge(table, table.live.match))
        self._tasks[table.id] = task
        task.add_done_callback(lambda _: self._done(table.id))

    def _done(self, id: str) -> None:
        self._tasks.pop(id, None)
        self._judged.pop(id, None)

    async def _judge(self, table: Table, match: Match) -> None:
        table.users += 1
        try:
            found = self._judged[table.id]
            for n, entry in enumerate(match.history):
                if entry.kind == ACTION:
                    found.append(await self._decision(match, n))
            with_body = [{"table_id": table.id, "body": dumps(found)}]
            await self.house.storage.write(Job([(OPINIONS, with_body)]))
        except Conflict:
            pass  # another process was quicker
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("opinions on table %s", table.id)
        finally:
            table.users -= 1

    async def _decision(self, match: Match, n: int) -> dict[str, Any]:
        entry = match.history[n]
        states = match.state_at(n)
        mine = match.engine.hidden(states, entry.seat)
        found = await self.house.machines.opinions(
            match.game, match.content, self.house.settings.opinion, mine, entry.seat
        )
        best = max(found, key=lambda o: o.visits * 10 + o.value)
        played = next((o for o in found if o.action == entry.action), best)
        return {
            "n": n,
            "seat": entry.seat,
            "choices": len(found),
            "chance": round(best.value, 4),
            "played": round(played.value, 4),
            "loss": round(max(0.0, best.value - played.value), 4),
            "name": entry.name,
            "best": words.notation(match.content, match.engine.meaning(states, best.action)),
        }

    async def close(self) -> None:
        """Stops judging; what is half done is begun again another time."""
        for task in list(self._tasks.values()):
            task.cancel()


def _report(rows: list[dict[str, Any]], total: int) -> dict[str, Any]:
    worst = sorted((row for row in rows if row["loss"] >= LOSS), key=lambda row: -row["loss"])[:TURNING]
    return {
        "done": len(rows),
        "total": total,
        "finished": len(rows) == total,
        "decisions": rows,
        "turning": sorted(row["n"] for row in worst),
    }


def _public(live: Live, start: int, count: int) -> tuple[int, list[dict[str, Any]]]:
    """What a spectator would have seen, made anew: only the news of seats are stored."""
    if live.frozen:
        raise Refused(live.frozen, 409)
    seats = [type(seat)(**seat.__dict__) for seat in live.seats]
    again = Live(live.facts, seats, live.match.game)
    again.watched = True
    entries = [again.core(SPECTATOR)]
    for entry in live.match.history:
        text = f"person|{entry.name}" if entry.kind == "substitute" else ""
        for seen in again.take(Line(again.n + 1, entry.kind, entry.seat, entry.action, text)):
            if seen.eyes == SPECTATOR:
                entries.append(again.core(SPECTATOR, seen))
    return len(entries), entries[start : start + count]
