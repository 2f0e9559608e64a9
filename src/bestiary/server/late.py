"""Spectators through a seat's eyes, some moves behind: nothing reaches them before the delay has passed.

They see nothing until the watched person agrees. What they are told of chat and seats ends where the
moves that they have not seen begin. Once the match is over nothing is left to hide.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any

from . import notices
from .live import PERSON, Live
from .wire import SPECTATOR, dumps, joined


class Late:
    """What late spectators of one table are shown; all of them the same."""

    def __init__(self, live: Live, news: Iterable[tuple[int, str]] = ()) -> None:
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

    def add(self, line: int, text: str) -> None:
        """News of the watched seat."""
        self.news.append((line, text))

    def release(self) -> list[str]:
        """What they are told now."""
        said: list[str] = []
        while len(self.news) > self.delay + 1:
            self.news.popleft()
            if self.showing and self.visible:
                text = joined('{"type":"news"}', joined(self.news[0][1], dumps(self._offer())))
                said += [*self._remarks(), text]
        if self.visible and not self.showing:
            said = [self.state()]
            self._told = self.horizon
        self.showing = self.visible
        if self.showing:
            said += self._remarks()
        return said

    def _remarks(self) -> list[str]:
        since, self._told = self._told, max(self._told, self.horizon)
        return [dumps({"type": "chat", **said}) for said in self.live.chat if since <= said["n"] < self._told]

    def _offer(self) -> dict[str, Any]:
        return {**self.live.offer(SPECTATOR), "clock": None}

    def current(self) -> str:
        """What somebody who comes now is told."""
        return self.state() if self.visible else self.later()

    def later(self) -> str:
        """That there is nothing to be seen yet."""
        told = {"type": "later", "seat": self.seat, "delay": self.delay, "agreed": self.agreed}
        return dumps({**told, "table": self.facts()})

    def state(self) -> str:
        """The position that they have reached."""
        horizon = self.horizon
        rest = {
            "seat": SPECTATOR,
            "table": self.facts(),
            "story": [],
            "chat": [said for said in self.live.chat if said["n"] < horizon],
            "undo": None,
            "frozen": self.live.frozen,
        }
        return joined('{"type":"state"}', joined(self.news[0][1], dumps({**self._offer(), **rest})))

    def facts(self, watching: int = 0) -> dict[str, Any]:
        """What they may know of the table: who sat there then, and not who is here."""
        live, horizon = self.live, self.horizon
        told = notices.facts(live, set(), watching)
        if live.over or live.waiting:
            return told
        sat = [held for n, held in live.seatings if n < horizon] or [live.seatings[0][1]]
        seats = [{"kind": kind, "name": name, "connected": False} for kind, name in sat[-1]]
        return {**told, "seats": seats, "wishes": [], "rematch": None, "result": None}
