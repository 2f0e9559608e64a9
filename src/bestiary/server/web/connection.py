"""One connection to a table: a queue that a slow reader cannot fill, and whose eyes it looks through."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from ...core.language import Language
from ..limits import Bucket
from ..settings import Limits
from .codec import encode
from .messages import Refused

SLOW = 1013  # "try again later"
WRITER = "bestiary.writer"  # where a connection's own writer stands among the extensions of its scope
LONG = 8192  # bytes of a message, where those that wait are counted in bytes
POLICY = 1008


class Socket:
    """A player's or spectator's connection."""

    def __init__(self, web: WebSocket, limits: Limits) -> None:
        self.web = web
        client = getattr(web, "client", None)
        self.address = client.host if client else ""  # who pays for what is asked
        self.seat = -1
        self.held = ""  # the token that holds the seat, as it is stored
        self.language: Language | None = None  # what it is told everything in; nothing is English
        self.late = False  # a spectator through a seat's eyes, with a delay
        self.frames = Bucket(limits.frames)
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(limits.waiting)
        self._task: asyncio.Task[None] | None = None
        self._direct = getattr(web, "scope", {}).get("extensions", {}).get(WRITER)  # see ``protocol.Direct``
        self._most = limits.waiting * LONG
        self.closed = False
        self.dismissed = False
        self.busy = False  # whether it has said something that is being done

    @property
    def eyes(self) -> int:
        """Whose eyes it looks through; late spectators are served apart."""
        return self.seat

    async def hear(self) -> Any:
        """The next message, as ASGI has it."""
        return await (self.web if self._direct is None else self._direct).receive()

    def start(self) -> None:
        """Begins to send."""
        if self._direct is None:
            self._task = asyncio.create_task(self._send())

    def put(self, text: bytes) -> None:
        """Sends a message, later; a reader that is too slow is cut off and may come back."""
        if self.closed:
            return
        if self._direct is not None:
            if self._direct.put(text) > self._most:
                self.closed = True
                self._direct.cut()
            return
        try:
            self._queue.put_nowait(text)
        except asyncio.QueueFull:
            self.closed = True
            if self._task is not None:
                self._task.cancel()

    def flush(self) -> None:
        """What was put is on its way now."""
        if self._direct is not None:
            self._direct.flush()

    async def _send(self) -> None:
        try:
            while (text := await self._queue.get()) is not None:
                await self.web.send_text(text.decode())
            if self.dismissed:
                await self.web.close(POLICY)
        except asyncio.CancelledError:
            if not self.closed:
                raise
            with contextlib.suppress(Exception):
                await self.web.close(SLOW, "too slow")
        except (RuntimeError, WebSocketDisconnect, OSError):
            self.closed = True

    def dismiss(self, why: str) -> None:
        """Says goodbye: the connection no longer holds what it held."""
        self.put(encode(Refused(None, why)))
        if self._direct is not None:
            self._task = asyncio.create_task(self.web.close(POLICY))
        with contextlib.suppress(asyncio.QueueFull):
            self._queue.put_nowait(None)
        self.closed = self.dismissed = True

    async def stop(self) -> None:
        """Ends the sending, after what is waiting."""
        self.closed = True
        self.flush()
        if self._task is None or self._task.done():
            return
        with contextlib.suppress(asyncio.QueueFull):
            self._queue.put_nowait(None)
        with contextlib.suppress(asyncio.TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(self._task, 2.0)
