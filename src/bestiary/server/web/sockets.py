"""The WebSocket of a table: hello, then commands; every message is checked before it means anything."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ...core.errors import BestiaryError
from ...core.language import Language, speaking, word
from ...core.said import said
from ..accounts import hashed
from ..errors import Refused
from ..languages import told
from ..tables import showing
from ..tables.choices import choices_of
from ..tables.commands import obey
from ..tables.registry import Registry
from ..tables.showing import SPECTATOR
from ..tables.table import Table
from . import costs
from . import messages as say
from .codec import encode, id_in, read_command, read_hello, text_of
from .connection import Socket

POLICY, TOO_BIG, TOO_MANY = 1008, 1009, 1013
HELLO = 20.0  # seconds to say hello
PATIENCE = 100  # messages that are no commands, until the talk is ended
FIRST = 'The first message is {"type":"hello","token":...,"version":...}.'
COMMANDS = ", ".join(kind.__struct_config__.tag for kind in say.HEARD.__args__)  # type: ignore[attr-defined]

log = logging.getLogger("bestiary.server")


class Sockets:
    """All sockets of a server, counted by address."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.by_address: dict[str, int] = {}
        self.open = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self, web: WebSocket, id: str) -> None:
        """One connection, from hello to goodbye."""
        address = web.client.host if web.client else ""
        limits = self.registry.settings.limits
        await web.accept()
        here = self.by_address.get(address, 0)
        if here >= limits.sockets or self.open >= limits.all_sockets:
            await self._end(web, TOO_MANY, Refused("Too many connections from here; close one."))
            return
        if not self._paid(address, costs.HELLO):
            await self._end(web, TOO_MANY, Refused("Too many costly requests from here; wait a little."))
            return
        self.by_address[address] = here + 1
        self.open += 1
        try:
            await self._serve(web, id)
        except WebSocketDisconnect:
            pass
        except BestiaryError as problem:
            await self._end(web, POLICY, problem)
        finally:
            self.open -= 1
            self.by_address[address] -= 1
            if not self.by_address[address]:
                del self.by_address[address]

    def _paid(self, address: str, cost: int) -> bool:
        """Whether an address may ask for so much work now."""
        try:
            self.registry.meters["work"].take(address, cost)
        except Refused:
            return False
        return True

    async def _serve(self, web: WebSocket, id: str) -> None:
        socket = Socket(web, self.registry.settings.limits)
        socket.language = self._language(web)
        async with self.registry.use(id) as table:
            hello = await self._greeted(socket)
            if hello.protocol not in (None, say.PROTOCOL):
                await web.send_text(text_of(say.Outdated(say.PROTOCOL)))
                raise Refused("This page is older than the server: load it again.")
            socket.seat = await self.registry.holder(table, hello.token)
            socket.held = hashed(hello.token) if hello.token else ""
            async with table.look():
                self._hello(table, socket, hello.version)
            socket.start()
            try:
                await self._talk(table, socket)
            finally:
                table.go(socket)
                await socket.stop()

    async def _talk(self, table: Table, socket: Socket) -> None:
        """Listens until the end; what was said is done, also where this is cancelled meanwhile."""
        talk = asyncio.create_task(self._listen(table, socket))
        talk.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        try:
            await asyncio.shield(talk)
        except asyncio.CancelledError:
            socket.closed = True
            if not socket.busy:
                talk.cancel()
            raise

    async def _greeted(self, socket: Socket) -> say.Hello:
        try:
            return read_hello(await asyncio.wait_for(self._hear(socket), HELLO))
        except TimeoutError:
            raise Refused("Say hello first.") from None
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            raise Refused(FIRST) from None

    def _hello(self, table: Table, socket: Socket, version: int | None) -> None:
        if socket.seat == SPECTATOR:
            watched = table.live.facts.settings.get("spectators")
            if watched == "none" and not table.live.over:
                raise Refused("This table has no spectators.")
            socket.late = isinstance(watched, dict)
        if version is not None:
            table.audience.catch_up(socket, version)
        table.come(socket)

    async def _hear(self, socket: Socket) -> str:
        """The next message, if it is a text that is not too long."""
        message = await socket.hear()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or 1000)
        text = message.get("text")
        if text is None:
            raise Refused("Messages are text.")
        most = self.registry.settings.limits.message
        if len(text) * 4 > most and len(text.encode("utf-8", "surrogatepass")) > most:
            raise Refused(said("A message can have up to {n} bytes.", n=most))
        return str(text)

    async def _listen(self, table: Table, socket: Socket) -> None:
        """Commands, one after the other; what is no command is refused, and the talk goes on."""
        refused = 0
        while not socket.closed:
            text = ""
            try:
                text = await self._hear(socket)
                if not socket.frames.take():
                    raise Refused("Too many messages; wait a little.")
                said = read_command(text)
                if isinstance(said, say.HintCommand):
                    self.registry.meters["hints"].take(socket.address)
                if not self._paid(socket.address, costs.of_command(said)):
                    raise Refused("Too many costly requests from here; wait a little.")
            except (Refused, msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
                refused += 1
                self.registry.services.metrics.refusals.labels(why="message").inc()
                with speaking(socket.language):
                    socket.put(encode(say.Refused(id_in(text), clear(problem))))
                if refused > PATIENCE:
                    raise Refused("Too many messages that are no commands.") from None
                continue
            answer = await self._answer(table, socket, said)
            if isinstance(said, say.WhyCommand) and isinstance(answer, say.Ack):
                live = table.live
                version, mine = live.eyes[socket.seat].version, live.hidden(socket.seat)
                with speaking(socket.language):
                    socket.put(encode(await asyncio.to_thread(showing.barred, live.match, mine, version)))
            if isinstance(said, say.HintCommand) and isinstance(answer, say.Ack):
                self._later(self._advise(table, socket, said.id))
            stale = (
                isinstance(said, say.PlayCommand)
                and isinstance(answer, say.Refused)
                and said.version != answer.version
            )
            if stale or isinstance(said, say.SyncCommand):
                with contextlib.suppress(BestiaryError):  # the database is away: shown when it is back
                    async with table.look():
                        table.show(socket)

    def _later(self, doing: Coroutine[Any, Any, None]) -> None:
        """Does something that takes its time, while the talk goes on."""
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _advise(self, table: Table, socket: Socket, id: str) -> None:
        """Sends a hint, for the question that is asked now."""
        live, seat = table.live, socket.seat
        match, mine, version = live.match, live.hidden(seat), live.eyes[seat].version
        with speaking(socket.language):
            choices = choices_of(match, mine, seat, live.legal(seat))
        named = {choice.action: choice.sentence for choice in choices}
        bots = self.registry.services.bots
        try:
            action, hint = await bots.hint(table.id, match.game, match.content, mine, seat)
        except BestiaryError as problem:
            with speaking(socket.language):
                socket.put(encode(say.Refused(id, told(problem))))
            return
        with speaking(socket.language):
            other = named.get(hint.next, "").rstrip(".") if hint else ""
            text = hint.text(other) if hint else word(showing.GUESS)
        socket.put(encode(say.Hint(version, action, text)))

    def _count(self, answer: say.Ack | say.Refused, took: float) -> None:
        metrics = self.registry.services.metrics
        if isinstance(answer, say.Ack):
            metrics.acks.observe(took)
        else:
            metrics.refusals.labels(why="command").inc()

    async def _answer(self, table: Table, socket: Socket, heard: say.Command) -> say.Ack | say.Refused:
        """Does what was said and answers at once; whoever leaves meanwhile has said it all the same."""
        begun, socket.busy = time.perf_counter(), True
        answer = await self._obeyed(table, socket, heard)
        socket.busy = False
        self._count(answer, time.perf_counter() - begun)
        if socket.late and isinstance(answer, say.Refused):
            answer.version = None  # it would tell how far the match is
        socket.put(encode(answer))
        socket.flush()
        return answer

    async def _obeyed(self, table: Table, socket: Socket, heard: say.Command) -> say.Ack | say.Refused:
        try:
            return await obey(table, socket.seat, heard, socket.held, socket.language)
        except BestiaryError as problem:
            with speaking(socket.language):
                return say.Refused(heard.id, told(problem))
        except Exception:  # a fault of ours ends neither the talk nor the table
            log.exception("a command at table %s", table.id)
            with speaking(socket.language):
                return say.Refused(heard.id, word("That failed here; it is noted."))

    def _language(self, web: WebSocket) -> Language | None:
        """What the browser at the other end asks for."""
        return self.registry.languages.wanted(web.headers.get("accept-language"))

    async def _end(self, web: WebSocket, code: int, why: BestiaryError) -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
            with speaking(self._language(web)):
                text = text_of(say.Refused(None, told(why)))
            await web.send_text(text)
            await web.close(code)


def clear(problem: Exception) -> str:
    """What is wrong with a message, in one line for people."""
    if isinstance(problem, Refused):
        return told(problem)
    if not isinstance(problem, msgspec.ValidationError):
        return word("A message is JSON.")
    what, _, where = str(problem).partition(" - at `$.")
    field = where.rstrip("`")
    if field == "type" or "`type`" in what:
        return said("There is no such command. There is: {commands}.", commands=COMMANDS).words
    if field == "id" or "`id`" in what:
        return word("A command needs an id: 1 to 64 plain characters without spaces.")
    return f"{field}: {what}." if field else f"{what}."
