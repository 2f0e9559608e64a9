"""Who listens at a table, and what they are told: each through the eyes they have, and nothing twice."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial

import msgspec

from ...core.language import Language, speaking, word
from ..store.news import Kept
from ..web.codec import encode, news_of, state_of
from ..web.connection import Socket
from ..web.messages import Message, Offer, Presence, Step, TableFacts
from ..web.messages import Table as TableMessage
from . import notices
from .autoplay import Autoplay
from .late import Late
from .live import Live
from .log import Line
from .services import Services
from .showing import SPECTATOR
from .telling import told

KEPT = 12  # steps for a reader who comes back


class Shown(msgspec.Struct, frozen=True, gc=False):
    """What a line showed a pair of eyes."""

    eyes: int
    line: int
    kept: Kept


class Audience:
    """The readers of one table."""

    def __init__(self, services: Services, live: Live, late: list[tuple[int, Kept | Step]]) -> None:
        self.services = services
        self.sockets: set[Socket] = set()
        self.left: dict[int, float] = {}
        self.take(live, late)

    def take(self, live: Live, late: list[tuple[int, Kept | Step]]) -> None:
        """Another reading of the table: what was kept of the last one does not count any more."""
        self.live = live
        self.late = Late(live, late)
        every = range(SPECTATOR, len(live.seats))
        self.recent: dict[int, deque[Shown]] = {eyes: deque(maxlen=KEPT) for eyes in every}

    @property
    def watched(self) -> bool:
        """Whether anybody sees what spectators see."""
        return any(s.seat < 0 and not s.late for s in self.sockets)

    # ---- telling ---------------------------------------------------------------------------

    def tell(self, lines: list[Line], shown: list[Shown], autoplay: Autoplay) -> None:
        """Sends what these lines mean; the last news of a seat carries its choices."""
        last = {one.eyes: i for i, one in enumerate(shown)}
        watched = self.late.seat
        for i, one in enumerate(shown):
            self.recent[one.eyes].append(one)
            if one.eyes == watched:
                self.late.add(one.line, one.kept)
            for _, readers in spoken(s for s in self.sockets if s.seat == one.eyes and not s.late):
                offer = self.offer(one.eyes, autoplay) if i == last[one.eyes] else Offer()
                self._send(readers, news_of(told(self.live, one.kept, one.line, one.eyes), offer))
        holder = starts = facts = False
        for line in lines:
            means = line.means
            if means.told is not None:
                self.everybody(partial(means.told, self.live, line))
            if means.facts:
                self.everybody(lambda: TableMessage(self.facts()))
            holder, starts, facts = holder or means.holder, starts or means.starts, facts or means.facts
        if holder:
            self.dismiss()
        if starts and not self.live.waiting:
            for socket in list(self.sockets):
                if not socket.late:
                    self.show(socket, autoplay)
        self._tell_late(facts)

    def _tell_late(self, changed: bool) -> None:
        if self.late.setting is None:
            return
        made = self.late.release()
        if changed and not made and not self.late.visible:
            made = [self.late.later]
        for _, readers in spoken(s for s in self.sockets if s.late):
            for message in made:
                self._send(readers, message())

    def everybody(self, made: Callable[[], Message]) -> None:
        """Sends something public, made for every language; late spectators hear of it later."""
        for _, readers in spoken(s for s in self.sockets if not s.late):
            self._send(readers, made())

    def _send(self, readers: list[Socket], message: Message) -> None:
        if readers:
            text = encode(message)
            for socket in readers:
                socket.put(text)

    def dismiss(self) -> None:
        """Parts with sockets whose seat is held by another token now."""
        for socket in list(self.sockets):
            if socket.seat >= 0 and socket.held != self.live.seats[socket.seat].token:
                self.sockets.discard(socket)
                with speaking(socket.language):
                    socket.dismiss(word("This seat is played from another device now."))

    # ---- showing ---------------------------------------------------------------------------

    def offer(self, seat: int, autoplay: Autoplay) -> Offer:
        """What a seat may do, and everybody's clocks."""
        made = self.live.offer(seat)
        made.clock = autoplay.clock()
        return made

    def show(self, socket: Socket, autoplay: Autoplay) -> None:
        """Sends the whole state to one reader."""
        live = self.live
        with speaking(socket.language):
            if socket.late:
                self._send([socket], self.late.current())
                return
            state = state_of(
                live.step(socket.seat),
                self.offer(socket.seat, autoplay),
                seat=socket.seat,
                table=self.facts(),
                story=live.story(socket.seat),
                chat=list(live.chat),
                undo=live.undo_asked if live.undo_asked >= 0 else None,
                frozen=word(live.frozen),
            )
        self._send([socket], state)

    def catch_up(self, socket: Socket, version: int) -> None:
        """Sends the news that a reader has missed, if they are still here."""
        if socket.late:
            return
        missed = [one for one in self.recent[socket.seat] if one.kept.version > version]
        if not missed or missed[0].kept.version != version + 1:
            return
        with speaking(socket.language):
            for one in missed:
                self._send([socket], news_of(told(self.live, one.kept, one.line, one.eyes), Offer()))

    def facts(self) -> TableFacts:
        """What everybody may know of the table."""
        return notices.facts(self.live, self.connected(), sum(s.seat < 0 for s in self.sockets))

    def open_facts(self) -> TableFacts:
        """What somebody without a seat may know of it."""
        told = self.late.facts() if self.late.setting else self.facts()
        if told.spectators == "none" and not self.live.over:
            told.asked, told.touched = [], told.created
        return told

    # ---- coming and going ------------------------------------------------------------------

    def connected(self) -> set[int]:
        """The seats whose people are here, at this process or at another."""
        return self.here() | self.services.cluster.connected(self.live.facts.id)

    def here(self) -> set[int]:
        """The seats whose people are connected to this process."""
        return {s.seat for s in self.sockets if s.seat >= 0}

    def come(self, socket: Socket, autoplay: Autoplay) -> None:
        """A reader arrives."""
        first = socket.seat not in self.here()
        self.sockets.add(socket)
        self.left.pop(socket.seat, None)
        self.show(socket, autoplay)
        if first and socket.seat >= 0:
            self._presence(socket.seat, True)

    def go(self, socket: Socket) -> None:
        """A reader leaves."""
        self.sockets.discard(socket)
        if socket.seat >= 0 and socket.seat not in self.here():
            self._presence(socket.seat, False)

    def _presence(self, seat: int, here: bool) -> None:
        """Tells everybody, and the other processes, who is here."""
        self.seen(seat)
        self.services.cluster.tell(self.live.facts.id, seat, here)

    def seen(self, seat: int) -> None:
        """Tells everybody here whether somebody is connected."""
        here = seat in self.connected()
        if not here:
            self.left[seat] = time.monotonic()
        self.everybody(lambda: Presence(seat, here))


def spoken(readers: Iterable[Socket]) -> Iterator[tuple[Language | None, list[Socket]]]:
    """Readers by their language, which is spoken while they are at hand."""
    found: dict[Language | None, list[Socket]] = {}
    for socket in readers:
        found.setdefault(socket.language, []).append(socket)
    for language, some in found.items():
        with speaking(language):
            yield language, some
