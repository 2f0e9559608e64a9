"""Requests that are begun and not finished: dropped after a few seconds, and counted."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HALF = 8.0  # seconds that a request may take to arrive


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
