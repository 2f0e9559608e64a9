"""The WebSocket of a table: hello, then commands; every message is checked before it means anything."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from ..core.errors import BestiaryError
from .commands import obey
from .errors import Refused
from .house import House
from .people import hashed
from .socket import Socket
from .table import Table
from .wire import SPECTATOR, dumps

POLICY, TOO_BIG, TOO_MANY = 1008, 1009, 1013
log = logging.getLogger("bestiary.server")

HELLO = 20.0  # seconds to say hello


class Sockets:
    """All sockets of a server, counted by address."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.by_address: dict[str, int] = {}
        self.open = 0

    async def serve(self, web: WebSocket, id: str) -> None:
        """One connection, from hello to goodbye."""
        address = web.client.host if web.client else ""
        limits = self.house.settings.limits
        await web.accept()
        here = self.by_address.get(address, 0)
        if here >= limits.sockets or self.open >= limits.all_sockets:
            await self._end(web, TOO_MANY, "Too many connections from here; close one.")
            return
        self.by_address[address] = here + 1
        self.open += 1
        try:
            await self._serve(web, id)
        except WebSocketDisconnect:
            pass
        except BestiaryError as problem:
            await self._end(web, POLICY, str(problem))
        finally:
            self.open -= 1
            self.by_address[address] -= 1
            if not self.by_address[address]:
                del self.by_address[address]

    async def _serve(self, web: WebSocket, id: str) -> None:
        socket = Socket(web, self.house.settings.limits)
        async with self.house.use(id) as table:
            try:
                said = await asyncio.wait_for(self._hear(socket), HELLO)
            except TimeoutError:
                raise Refused("Say hello first.") from None
            token = said.get("token")
            if said.get("type") != "hello" or not (token is None or isinstance(token, str)):
                raise Refused('The first message is {"type":"hello","token":...,"version":...}.')
            socket.seat = await self.house.holder(table, token)
            socket.held = hashed(token) if token else ""
            async with table.look():
                self._hello(table, socket, said.get("version"))
            socket.start()
            try:
                await self._listen(table, socket)
            finally:
                table.go(socket)
                await socket.stop()

    def _hello(self, table: Table, socket: Socket, version: Any) -> None:
        if socket.seat == SPECTATOR:
            watched = table.live.facts.settings.get("spectators")
            if watched == "none" and not table.live.over:
                raise Refused("This table has no spectators.")
            socket.late = isinstance(watched, dict)
        if isinstance(version, int) and not isinstance(version, bool):
            table.catch_up(socket, version)
        table.come(socket)

    async def _hear(self, socket: Socket) -> dict[str, Any]:
        """The next message, if it is one."""
        message = await socket.web.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or 1000)
        text = message.get("text")
        if text is None:
            raise Refused("Messages are text.")
        if len(text.encode("utf-8", "surrogatepass")) > self.house.settings.limits.message:
            raise Refused(f"A message has at most {self.house.settings.limits.message} bytes.")
        try:
            said = json.loads(text)
        except (ValueError, RecursionError):
            raise Refused("A message is JSON.") from None
        if not isinstance(said, dict):
            raise Refused("A message is a JSON object.")
        return said

    async def _listen(self, table: Table, socket: Socket) -> None:
        """Commands, one after the other; what is no command is refused, and the talk goes on."""
        refused = 0
        while not socket.closed:
            try:
                said = await self._hear(socket)
                if not socket.frames.take():
                    raise Refused("Too many messages; wait a little.")
            except Refused as problem:
                refused += 1
                socket.put(dumps({"type": "refused", "id": None, "text": str(problem), "rule": None}))
                if refused > 100:
                    raise
                continue
            try:
                answer = await asyncio.shield(obey(self.house, table, socket.seat, said, socket.held))
            except BestiaryError as problem:
                id = said.get("id") if isinstance(said.get("id"), str) else None
                answer = {"type": "refused", "id": id, "text": str(problem), "rule": None}
            except Exception:  # a fault of ours ends neither the talk nor the table
                log.exception("a command at table %s", table.id)
                text = "That failed here; it is noted."
                answer = {"type": "refused", "id": None, "text": text, "rule": None}
            if socket.late:
                answer.pop("version", None)  # it would tell how far the match is
            socket.put(dumps(answer))
            stale = answer["type"] == "refused" and said.get("version") != answer.get("version")
            if said.get("type") == "sync" or (said.get("type") == "play" and stale):
                with contextlib.suppress(BestiaryError):  # the database is away: shown when it is back
                    async with table.look():
                        table.show(socket)

    async def _end(self, web: WebSocket, code: int, why: str) -> None:
        try:
            await web.send_text(dumps({"type": "refused", "id": None, "text": why, "rule": None}))
            await web.close(code)
        except (RuntimeError, WebSocketDisconnect, OSError):
            pass
