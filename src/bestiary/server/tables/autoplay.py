"""Autoplay: what a table does by itself. Clocks, machines, questions with a single answer."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from ...core.match import TIMEOUT
from ..bots import Answer
from ..store.storage import Conflict, NotStored
from ..web.timing import Clock
from .log import BEGIN, WEAKER

if TYPE_CHECKING:
    from .live import Live
    from .table import Table

log = logging.getLogger("bestiary.server")


class Autoplay:
    """Acts for one table, always under its lock and only where nothing has happened meanwhile."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._timers: list[asyncio.TimerHandle] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._thought: tuple[Live, int, asyncio.Task[None]] | None = None  # of which turn, who waits for it

    # ---- clocks ----------------------------------------------------------------------------

    def elapsed(self, now: float) -> float:
        """Seconds since the question was asked in which a server ran, at this table or not."""
        live = self.table.live
        if not live.charged or not live.times.begun:
            return 0.0
        return self.table.services.uptime.covered(live.times.since, now)

    def clock(self) -> Clock | None:
        """How much time everybody has."""
        live, times = self.table.live, self.table.live.times
        if times.kind == "none":
            return None
        elapsed, charged = self.elapsed(self.table.services.now()), live.charged
        left = [times.left(seat, elapsed if seat in charged else 0.0) for seat in range(len(live.seats))]
        running = charged if times.begun else []
        waits = 0.0 if times.begun else self._patience()
        return Clock(times.kind, times.seconds, times.increment, left, running, times.begun, waits)

    def _patience(self) -> float:
        """How long clocks still wait for those who have not come."""
        services = self.table.services
        return round(max(0.0, self.table.live.facts.created + services.settings.gather - services.now()), 1)

    def deadline(self) -> float | None:
        """When a clock starts or runs out if nothing happens: somebody must look then."""
        clock = self.clock()
        if clock is not None and not clock.begun:
            return self.table.services.now() + clock.waits
        if clock is None or not clock.running:
            return None
        return self.table.services.now() + min(clock.left[seat] for seat in clock.running)

    # ---- what the table does by itself -----------------------------------------------------

    def stir(self) -> None:
        """Sees what is to be done next without anybody's command."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
        live = self.table.live
        self._drop(live)
        if not live.asked or self.table.services.closing:
            return
        wait = (
            0.0
            if self.table.mine or self.table.services.storage.embedded
            else self.table.services.settings.patience
        )
        people = live.charged
        if not people:
            turn, seat = live.turn, live.now_asked[0]
            self._later(wait, lambda: self._think(turn, seat))
            return
        legal = live.legal(people[0]) if len(live.asked) == 1 else live.match.legal()
        if len(legal) == 1:
            low, high = self.table.services.settings.pause
            pause = low + (high - low) * secrets.randbelow(1000) / 1000
            turn = live.turn
            self._later(wait + pause, lambda: self._answer(turn, people[0]))
        clock = self.clock()
        if clock is not None and not clock.begun:
            self._later(wait + clock.waits, self._begin)
        elif clock is not None:
            turn = live.turn
            first = min(people, key=lambda seat: clock.left[seat])
            self._later(wait + clock.left[first] + 0.05, lambda: self._flag(turn, first))

    def _drop(self, live: Live) -> None:
        """Gives a thought up that is about another turn than this one."""
        if self._thought is not None and (self._thought[0] is not live or self._thought[1] != live.turn):
            task, self._thought = self._thought[2], None
            if task is not asyncio.current_task():
                task.cancel()

    def _later(self, wait: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        loop = asyncio.get_running_loop()
        self._timers.append(loop.call_later(wait, lambda: self.do(work())))

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs something of the table's own; a failure is noted, and the table looks again."""
        task = asyncio.create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (Conflict, NotStored):
            self._later(1.0, self._look_again)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("table %s", self.table.id)

    async def _look_again(self) -> None:
        async with self.table.look():
            self.stir()
        self.gather()

    def gather(self) -> None:
        """The clocks of a rematch start once everybody is there, or after a while."""
        if self._missed(self.table.live):
            self.do(self._begin())

    def _missed(self, live: Live) -> bool:
        """Whether clocks still wait though everybody is there, or has had the time to come."""
        everybody = set(live.people) <= self.table.audience.connected()
        return not live.times.begun and (everybody or self._patience() <= 0)

    async def _begin(self) -> None:
        async with self.table.change() as live:
            if self._missed(live):
                self.table.add(BEGIN)

    async def _think(self, turn: int, seat: int) -> None:
        """A machine answers, from what its seat may know."""
        live, services = self.table.live, self.table.services
        if live.turn != turn:
            return
        if self._thought is not None and not self._thought[2].done():
            return
        thinking = asyncio.current_task()
        assert thinking is not None
        self._thought = live, turn, thinking
        match, kind = live.match, live.seats[seat].kind
        mine = match.engine.copy(live.hidden(seat))  # it leaves for another thread
        legal = live.legal(seat)
        started = time.monotonic()
        least = services.settings.machine_pause
        if len(legal) == 1:  # takes as long as if there were a choice
            answer = Answer(legal[0])
            least = max(least, services.bots.took(match.game, kind))
        elif live.guided is not None and live.guided.guiding:
            answer = Answer(live.guided.reply(seat))
        else:
            answer = await services.bots.choose(self.table.id, match.game, match.content, kind, mine, seat)
        pause = least - (time.monotonic() - started)
        if pause > 0:
            await asyncio.sleep(pause)
        async with self.table.change():
            if self.table.live.turn == turn and self.table.live is live:
                if answer.share < 1 and answer.share <= live.weaker.get(seat, 2.0) / 2:
                    self.table.add(WEAKER, seat, text=f"{answer.share:.3f}")
                self.table.play(seat, answer.action)

    async def _answer(self, turn: int, seat: int) -> None:
        """The table answers a question that has one answer."""
        async with self.table.change() as live:
            legal = live.match.legal()
            if live.turn == turn and len(legal) == 1 and seat in live.asked:
                self.table.play(seat, legal[0])

    async def _flag(self, turn: int, seat: int) -> None:
        """A clock has run out."""
        async with self.table.change() as live:
            clock = self.clock()
            if live.turn == turn and clock is not None and seat in live.charged:
                if clock.left[seat] > 0:
                    self._later(clock.left[seat] + 0.05, lambda: self._flag(turn, seat))
                else:
                    self.table.leave(TIMEOUT, seat)

    def close(self) -> None:
        """Leaves the memory."""
        for timer in self._timers:
            timer.cancel()
        for task in self._tasks:
            task.cancel()
