"""Spectators through a seat's eyes, some moves behind: nothing reaches them before the delay has passed.

They see nothing until the watched person agrees. What they are told of chat and seats ends where the
moves that they have not seen begin. Once the match is over nothing is left to hide.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from ...core.language import word
from ..store.news import Kept
from ..web.codec import news_of, state_of
from ..web.messages import Chat, Later, Message, Offer, SeatFacts, State, Step, TableFacts
from . import notices
from .live import Live
from .log import PERSON
from .showing import SPECTATOR
from .telling import told


class Late:
    """What late spectators of one table are shown; all of them the same."""

    def __init__(self, live: Live, news: Iterable[tuple[int, Kept | Step]] = ()) -> None:
        self.live = live
        self.news = deque(news)  # of the watched seat, with their lines; the first is what is shown
        self.showing = self.visible
        self._told = self.horizon

    @property
    def setting(self) -> dict[str, Any] | None:
        """The watched seat and the delay, at a table that has late spectators."""
        watched = self.live.facts.settings.get("spectators")
        return watched if isinstance(watched, dict) else None

    @property
    def seat(self) -> int:
        """Whose eyes they look through."""
        return int(self.setting["seat"]) if self.setting else -2

    @property
    def delay(self) -> int:
        """How many moves they are behind; none once the match is over."""
        return int(self.setting["delay"]) if self.setting and not self.live.over else 0

    @property
    def agreed(self) -> bool:
        """Whether the watched person has agreed, and still sits there."""
        return bool(self.setting) and self.live.agreed and self.live.seats[self.seat].kind == PERSON

    @property
    def visible(self) -> bool:
        """Whether anything can be shown."""
        return len(self.news) > self.delay and (self.live.over or self.agreed)

    @property
    def horizon(self) -> float:
        """The first line that they must not know of."""
        if not self.visible:
            return 0
        return self.news[1][0] if self.delay else float("inf")

    def add(self, line: int, kept: Kept) -> None:
        """News of the watched seat."""
        self.news.append((line, kept))

    def release(self) -> list[Callable[[], Message]]:
        """What they are told now, to be made for each language."""
        said: list[Callable[[], Message]] = []
        while len(self.news) > self.delay + 1:
            self.news.popleft()
            if self.showing and self.visible:
                said += [*self._remarks(), partial(self._news, *self.news[0])]
        if self.visible and not self.showing:
            said = [self.state]
            self._told = self.horizon
        self.showing = self.visible
        if self.showing:
            said += self._remarks()
        return said

    def _step(self, line: int, kept: Kept | Step) -> Step:
        return told(self.live, kept, line, self.seat)

    def _news(self, line: int, kept: Kept | Step) -> Message:
        return news_of(self._step(line, kept), Offer())

    def _remarks(self) -> list[Callable[[], Message]]:
        since, self._told = self._told, max(self._told, self.horizon)
        heard = [said for said in self.live.chat if since <= said.n < self._told]
        return [partial(Chat, said.n, said.seat, said.text, said.at) for said in heard]

    def current(self) -> Message:
        """What somebody who comes now is told."""
        return self.state() if self.visible else self.later()

    def later(self) -> Later:
        """That there is nothing to be seen yet."""
        return Later(self.seat, self.delay, self.agreed, self.facts())

    def state(self) -> State:
        """The position that they have reached; no clock, and nothing that is asked just now."""
        horizon = self.horizon
        return state_of(
            self._step(*self.news[0]),
            Offer(),
            seat=SPECTATOR,
            table=self.facts(),
            story=[],
            chat=[said for said in self.live.chat if said.n < horizon],
            undo=None,
            frozen=word(self.live.frozen),
        )

    def facts(self, watching: int = 0) -> TableFacts:
        """What they may know of the table: who sat there then, and not who is here."""
        live, horizon = self.live, self.horizon
        told = notices.facts(live, set(), watching)
        if live.over or live.waiting:
            return told
        sat = [held for n, held in live.seatings if n < horizon] or [live.seatings[0][1]]
        told.seats = [SeatFacts(kind, name) for kind, name in sat[-1]]
        told.wishes, told.rematch, told.result = [], None, None
        told.touched, told.asked = told.created, []
        return told
