"""After a match, and for one's own eyes during it: replay, record, branches."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import sqlalchemy as sa

from ..agents.base import LEARNED
from ..core import saves
from ..core.language import SPOKEN
from ..core.match import SUBSTITUTE, Entry, Match
from ..core.said import row, said
from .errors import Refused, missing
from .store.news import English, Kept, Row
from .store.queries import steps_of
from .store.schema import NEWS
from .tables.live import Live
from .tables.log import Line
from .tables.notices import set_name
from .tables.registry import Registry
from .tables.seating import BOTS, refuse_learned
from .tables.showing import SPECTATOR
from .tables.table import Table
from .tables.telling import told
from .web.messages import Entry as Said
from .web.messages import Step
from .web.replies import ReplayPart, Seated

PAGE = 200  # entries of a replay that are sent at once


class Replays:
    """Looks back at matches."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry

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

    async def replay(self, table: Table, eyes: int, start: int, count: int) -> ReplayPart:
        """A stretch of what these eyes were shown, as it was sent then."""
        count = min(count, PAGE)
        live = table.live
        if eyes == SPECTATOR:
            if live.frozen:
                raise Refused(live.frozen, 409)
            history = list(live.match.history)
            total, entries = await asyncio.to_thread(_public, live, history, start, count)
            return ReplayPart(eyes, total, entries, start)

        def ask(c: sa.Connection) -> tuple[int, list[Row], list[Kept | Step | None]]:
            mine = NEWS.c.table_id == table.id, NEWS.c.seat == eyes
            total = c.execute(sa.select(sa.func.count()).select_from(NEWS).where(*mine)).scalar_one()
            asked = sa.select(NEWS.c.n, NEWS.c.version, NEWS.c.body).where(*mine).order_by(NEWS.c.n)
            found = c.execute(asked.offset(start).limit(count)).all()
            rows = [(int(n), int(version), bytes(body)) for n, version, body in found]
            return int(total), rows, steps_of(c, table.id, eyes, rows)

        total, rows, stored = await self.registry.storage.read(ask)
        steps = await asyncio.to_thread(_told, live, rows, stored, eyes)
        # rows of earlier versions are in English: for others they are made again, as damaged ones are
        again = {
            n
            for (n, _, _), kept in zip(rows, stored, strict=True)
            if kept is None or (SPOKEN.get() is not None and isinstance(kept, English | Step))
        }
        made: dict[int, Step] = {}
        if again and not live.frozen:
            lines = await self.registry.services.reader.lines(table.id, 0)
            made = await asyncio.to_thread(_made_again, live, lines, eyes, again)
        steps = [made.get(n, step) for (n, _, _), step in zip(rows, steps, strict=True)]
        return ReplayPart(eyes, total, _mended(rows, steps), start)

    async def record(self, table: Table) -> str:
        """The match as a text record, with its seed: only after the end."""
        live = table.live
        if not live.over:
            raise Refused("The record holds the seed; it can be had once the match is over.", 403)
        if live.frozen:
            raise Refused(live.frozen, 409)
        text = await asyncio.to_thread(saves.dumps, live.match.copy())
        played = set_name(live.facts.settings.get("set"))
        named = f"Set: {played.name}, version {played.version}, {played.id}\n" if played else ""
        return text.replace("\nOptions: ", f"\n{named}Options: ", 1)

    async def branch(
        self,
        table: Table,
        eyes: int,
        version: int,
        seat: int,
        kind: str,
        person: tuple[int, str] | None,
    ) -> Seated:
        """A new table that goes on from what these eyes saw at a version."""
        live = table.live
        if not live.over:
            raise Refused("One can branch from a match that is over.", 403)
        if live.frozen:
            raise Refused(live.frozen, 409)
        if kind not in BOTS:
            raise Refused(said("A machine is one of {names}.", names=row(BOTS)), 422, field="kind")
        if kind == LEARNED:
            refuse_learned(live.match.game, len(live.seats), live.match.options)
        if not 0 <= seat < len(live.seats):
            raise missing("seat")
        match = await self._up_to(table, eyes, version)
        if match.game_over and not match.more:
            raise Refused("The match is over there; go back a little.", 409)
        return await self.registry.branch(table, match, seat, kind, person)

    async def _up_to(self, table: Table, eyes: int, version: int) -> Match:
        """The match as it stood when these eyes had this version."""
        live = table.live
        made = live.anew()
        lines = await self.registry.services.reader.lines(table.id, 0)

        def recall() -> None:
            for line in lines:
                if made.eyes[eyes].version >= version:
                    break
                made.recall(line)

        await asyncio.to_thread(recall)
        if made.eyes[eyes].version != version:
            raise Refused(said("There is no version {n}.", n=version), 404)
        return made.match


def versions(live: Live, match: Match, lines: list[Line]) -> list[tuple[list[int], int]]:
    """Where each entry of a history is shown: the version of every seat after it, and of spectators.

    What was taken back is in the log and in what seats were sent, and is not in the history. Spectators'
    replays are made from the history.
    """
    again = live.anew()
    seats = range(len(live.seats))
    shown: list[list[int]] = []
    for line in lines:
        again.recall(line)
        history = again.match.history
        del shown[len(history) :]
        if len(history) > len(shown):
            shown.append([again.eyes[seat].version for seat in seats])
    public = [version for version, _ in _seen_by_spectators(live, match.history)]
    return [(shown[n], public[n]) for n in range(len(match.history))]


def _seen_by_spectators(live: Live, history: list[Entry]) -> Iterator[tuple[int, Step | None]]:
    """The version of spectators after each entry, and what it showed them, if anything."""
    again = live.anew()
    again.watched = True
    for entry in history:
        text = f"person|{entry.name}" if entry.kind == SUBSTITUTE else ""
        line = Line(again.n + 1, entry.kind, entry.seat, entry.action, text)
        steps = [again.step(SPECTATOR, seen) for seen in again.take(line) if seen.eyes == SPECTATOR]
        yield again.eyes[SPECTATOR].version, steps[0] if steps else None


def _public(live: Live, history: list[Entry], start: int, count: int) -> tuple[int, list[Step]]:
    """What a spectator would have seen, made anew: only the news of seats are stored."""
    opening = live.anew()
    entries = [opening.step(SPECTATOR)]
    entries += [step for _, step in _seen_by_spectators(live, history) if step is not None]
    return len(entries), entries[start : start + count]


# ---- what is damaged ---------------------------------------------------------------------------


def _told(live: Live, rows: list[Row], stored: list[Kept | Step | None], eyes: int) -> list[Step | None]:
    """Stored news with their sentences; none where they cannot be read any more."""
    kept = [(n, one) for (n, _, _), one in zip(rows, stored, strict=True)]
    return [None if one is None else told(live, one, n, eyes) for n, one in kept]


def _made_again(live: Live, lines: list[Line], eyes: int, wanted: set[int]) -> dict[int, Step]:
    """News of some lines, from the log: the rules and cards of the table are still here."""
    again = live.anew()
    made = {0: again.step(eyes)} if 0 in wanted else {}
    for line in lines:
        for seen in again.take(line):
            if seen.eyes == eyes and line.n in wanted:
                made[line.n] = again.step(eyes, seen)
    return made


def _mended(rows: list[Row], steps: list[Step | None]) -> list[Step]:
    """All steps: a damaged one is told to be lost, with the position before it."""
    whole: list[Step] = []
    for (_, version, _), step in zip(rows, steps, strict=True):
        if step is None:
            last = whole[-1] if whole else Step(version, None, [], {}, [], 0, None)
            entry = Said("lost", -1, "", "This step is lost.")
            step = Step(version, entry, [], last.view, last.asked, last.game, last.result)
        whole.append(step)
    return whole
