"""How bytes come and go: requests that arrive too slowly, and messages that are written without detours."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import OPEN

from .connection import WRITER

HALF = 8.0  # seconds that a request may take to arrive
TEXT = 0x81  # the first byte of a frame that is a whole text
WHOLE = 0x80  # its bit where no other frame goes on with it
MASKED, SHORT, LONGER = 0x80, 126, 127  # the second byte: how a length is written; clients mask theirs
MASK = 4  # bytes
UNREAD = 16  # messages that wait to be read before a connection is asked to pause


class Patient(HttpToolsProtocol):
    """HTTP with a patience that ends; a slow sender holds no connection for ever."""

    half = HALF
    _due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect()

    def on_message_complete(self) -> None:
        self._arrived()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._arrived()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        super().connection_lost(exc)

    def _expect(self) -> None:
        if self._due is None:
            self._due = self.loop.call_later(self.half, self._drop)

    def _arrived(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _drop(self) -> None:
        state: Any = getattr(self.config.app, "state", None)
        if state is not None and hasattr(state, "registry"):
            state.registry.services.metrics.half_sent.inc()
        self.transport.close()


def frames_of(data: bytes) -> Iterator[tuple[int, int, int]]:
    """The frames of clients that these bytes are: where each begins, its mask and its end.

    The last one's end is behind that of the data where more is to come.
    """
    start, size = 0, len(data)
    while start < size:
        length, mask = data[start + 1] & ~MASKED if start + 1 < size else size, start + 2
        if length == SHORT:
            length, mask = int.from_bytes(data[mask : mask + 2]), mask + 2
        elif length == LONGER:
            length, mask = int.from_bytes(data[mask : mask + 8]), mask + 8
        yield start, mask, mask + MASK + length
        start = mask + MASK + length


class Direct(WebSocketsSansIOProtocol):
    """Sockets whose texts go without detours: by ASGI each that is sent would cost a task's turn and a frame,
    and the library's parser takes several times as long for each that comes. What comes otherwise than as one
    whole text is the library's, with all refusals."""

    _between = True  # whether the library has been given whole messages only, so that one may pass it by

    def data_received(self, data: bytes) -> None:
        """A command as a rule: one masked frame that is a whole text."""
        if self._between and self.handshake_complete:
            _, mask, end = next(frames_of(data))
            short = end == len(data) and data[0] == TEXT and data[1] & MASKED
            if short and end - mask - MASK <= self.config.ws_max_size and self.conn.state is OPEN:
                self.curr_msg_data_type = "text"
                self.frames = [apply_mask(data[mask + MASK :], data[mask : mask + MASK])]
                self.send_receive_event_to_app()
                return
            frames = list(frames_of(data))
            self._between = frames[-1][2] == len(data) and all(data[start] & WHOLE for start, _, _ in frames)
        super().data_received(data)

    async def run_asgi(self) -> None:
        """Lets the application find the writer, unless messages are to be compressed."""
        if not self.config.ws_per_message_deflate:
            extensions: dict[str, Any] = self.scope["extensions"]  # type: ignore[assignment]
            extensions[WRITER] = self
        await super().run_asgi()

    _unsent: list[bytes] | None = None  # what is written together, in this turn of the loop

    def put(self, text: bytes) -> int:
        """Writes a text, with all that follows in this turn of the loop; how many bytes wait."""
        if self.close_sent or self.transport.is_closing():
            return 0
        size = len(text)
        if size < 126:
            head = bytes((TEXT, size))
        elif size < 1 << 16:
            head = bytes((TEXT, 126)) + size.to_bytes(2)
        else:
            head = bytes((TEXT, 127)) + size.to_bytes(8)
        if self._unsent is None:
            self._unsent = [head, text]
            self.loop.call_soon(self.flush)
        else:
            self._unsent += head, text
        return size + self.transport.get_write_buffer_size()

    def flush(self) -> None:
        """Writes what waits for the end of the turn, before anything else is written."""
        unsent, self._unsent = self._unsent, None
        if unsent and not self.transport.is_closing():
            self.transport.writelines(unsent)

    async def send(self, message: Any) -> None:
        """What the application sends by itself comes after what it has put."""
        self.flush()
        await super().send(message)

    def shutdown(self) -> None:
        """The server closes: what was put is written."""
        self.flush()
        super().shutdown()

    def cut(self) -> None:
        """Ends a connection whose other end takes nothing."""
        self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """A message has come; reading pauses only where several wait: to pause is a system call, too."""
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() > UNREAD:
            self.read_paused = True
            self.transport.pause_reading()
