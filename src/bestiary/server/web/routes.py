"""The REST interface: lists and set-up. Play itself is on the socket."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, FastAPI, Header, Path, Query, Request, WebSocket
from fastapi.responses import PlainTextResponse, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.routing import WebSocketRoute

from ...core.language import speaking
from ..accounts import name_key
from ..catalog import cards_of, rules_of
from ..errors import Refused, missing
from ..judging import Judging
from ..replay import Replays
from ..sets import Sets
from ..settings import Settings
from ..store.storage import retried
from ..tables.commands import wish
from ..tables.registry import Registry
from . import costs
from .balance import Balance, balance_of
from .codec import encode
from .export import schema_of
from .messages import REMARKS, Card, TableFacts
from .replies import (
    Account,
    Again,
    GameFacts,
    MyTables,
    Opinions,
    Refusal,
    ReplayPart,
    Report,
    Rule,
    Seated,
    Session,
    TableSummary,
)
from .sockets import Sockets

TableId = Annotated[str, Path(min_length=1, max_length=24, pattern="^[A-Za-z0-9_-]+$")]
Slug = Annotated[str, Path(min_length=1, max_length=32, pattern="^[a-z0-9_]+$")]
SHORT = 100


class Body(BaseModel):
    """What is sent: unknown fields are refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid")


class SeatWish(Body):
    """Who shall sit on a seat."""

    kind: str = Field(
        "open", max_length=16, description="me, open, random, greedy, or a level such as novice"
    )
    name: str | None = Field(None, max_length=SHORT)


class ClockWish(Body):
    """How long people may think."""

    kind: Literal["none", "move", "game"] = "none"
    seconds: int = Field(300, ge=5, le=1_209_600)
    increment: int = Field(0, ge=0, le=3600, description="seconds more after each turn; for the whole game")


class Eyes(Body):
    """Spectators who look through a seat's eyes, some moves behind."""

    seat: int = Field(ge=0, le=15)
    delay: int = Field(10, ge=1, le=200)


class TableWish(Body):
    """A table to be opened."""

    game: str = Field(max_length=32)
    options: dict[Annotated[str, Field(max_length=40)], bool | int | Annotated[str, Field(max_length=60)]] = (
        Field(default_factory=dict, max_length=60)
    )
    seats: list[SeatWish] = Field(default_factory=list, max_length=8)
    clock: ClockWish = Field(default_factory=lambda: ClockWish(kind="none", seconds=300, increment=0))
    public: bool = False
    spectators: Literal["public", "none"] | Eyes = "public"
    undo: Literal["consent", "none"] = "consent"
    stand_in: Literal["novice", "adept", "master"] = "novice"
    hints: Literal["yes", "no"] | None = Field(None, description="by default where one plays machines")
    rated: bool = Field(False, description="for two who have logged in, or one and a machine; with a clock")
    set: str = Field("", max_length=24, description="the id of a card set; never at a rated table")
    set_version: int | None = Field(None, ge=1, le=100_000, description="the latest by default")


class SitWish(Body):
    """Somebody who takes a seat."""

    name: str = Field("", max_length=SHORT)
    invitation: str = Field("", max_length=SHORT)


class BranchWish(Body):
    """Where to go on from: what these eyes saw at a version."""

    at: int = Field(ge=0, le=1_000_000)
    eyes: int = Field(0, ge=0, le=15)
    seat: int = Field(0, ge=0, le=15)
    kind: str = Field("novice", max_length=16)


class NameAndPassword(Body):
    """Who somebody is."""

    name: str = Field(max_length=SHORT)
    password: str = Field(max_length=400)


class NewPassword(Body):
    """Another password, and the old one."""

    old: str = Field(max_length=400)
    new: str = Field(max_length=400)


class Password(Body):
    """A password, for what cannot be undone."""

    password: str = Field(max_length=400)


REQUESTS = (TableWish, SitWish, BranchWish, NameAndPassword, NewPassword, Password)


class Typed(Response):
    """A reply of a declared type."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return encode(content)


def replied(kind: Any, status: int = 200) -> dict[str, Any]:
    """How a path documents the type of its reply."""
    content = {"application/json": {"schema": schema_of(kind)}}
    return {
        "status_code": status,
        "response_model": None,
        "responses": {status: {"description": "", "content": content}},
    }


async def bearer(authorization: Annotated[str | None, Header(max_length=300)] = None) -> str:
    """The token of a request."""
    kind, _, token = (authorization or "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


Bearer = Annotated[str, Depends(bearer)]
SessionToken = Annotated[str, Header(alias="X-Bestiary-Session", max_length=200)]
WRONG: dict[int | str, dict[str, Any]] = {
    code: {"description": "", "content": {"application/json": {"schema": schema_of(Refusal)}}}
    for code in (400, 403, 404, 409, 413, 422, 429, 503)
}


def make_routes(
    registry: Registry, replays: Replays, judging: Judging, settings: Settings, sets: Sets
) -> APIRouter:
    """All paths below ``/api``."""

    def address(request: Request) -> str:
        return request.client.host if request.client else ""

    async def metered(request: Request) -> None:
        registry.meters["requests"].take(address(request))
        registry.meters["work"].take(address(request), costs.of_path(request.url.path))

    api = APIRouter(prefix="/api", responses=WRONG, dependencies=[Depends(metered)])

    def reader(request: Request) -> AbstractContextManager[None]:
        """What is made within is in the language that the browser asks for."""
        return speaking(registry.languages.wanted(request.headers.get("accept-language")))

    async def known(session: str) -> int:
        person = await registry.accounts.who(session)
        if person is None:
            raise Refused("Log in first.", 403)
        return person[0]

    # ---- games -----------------------------------------------------------------------------

    @api.get("/games", **replied(list[GameFacts]))
    def games(request: Request) -> Response:
        """What can be played."""
        with reader(request):
            return Typed(registry.catalog.list())

    @api.get("/games/{slug}/rules", **replied(list[Rule]))
    def rules(slug: Slug, request: Request) -> Response:
        """The rulebook of a game."""
        with reader(request):
            return Typed(rules_of(registry.catalog.game(slug)))

    @api.get("/games/{slug}/cards", **replied(list[Card]))
    def cards(slug: Slug, request: Request) -> Response:
        """The cards of a game."""
        with reader(request):
            return Typed(cards_of(registry.catalog.game(slug)))

    @api.get("/games/{slug}/balance", **replied(Balance))
    def balance(slug: Slug) -> Response:
        """How a game was balanced, and what is not known yet."""
        return Typed(balance_of(registry.catalog.game(slug).slug))

    # ---- tables ----------------------------------------------------------------------------

    @api.post("/tables", **replied(Seated, 201))
    async def open_table(wish: TableWish, request: Request, session: SessionToken = "") -> Response:
        """Opens a table."""
        registry.catalog.game(wish.game)
        registry.meters["tables"].take(address(request))
        given = wish.model_dump(mode="json")
        made = await registry.open(
            wish.game,
            given["options"],
            given["seats"],
            {key: given[key] for key in ("clock", "spectators", "undo", "stand_in", "hints", "rated")},
            wish.public,
            await registry.accounts.who(session),
            await sets.at_table(wish.game, wish.set, wish.set_version, wish.rated) if wish.set else None,
        )
        return Typed(made, 201)

    @api.get("/tables", **replied(list[TableSummary]))
    async def tables(
        open: Annotated[int, Query(ge=0, le=1)] = 0,
        game: Annotated[str | None, Query(max_length=32, pattern="^[a-z0-9_]+$")] = None,
    ) -> Response:
        """Public tables: those with open seats, or all that are not over."""
        return Typed(await registry.lists.listed("waiting" if open else None, game))

    @api.get("/tables/{id}", **replied(TableFacts))
    async def table(id: TableId, token: Bearer, request: Request) -> Response:
        """What everybody may know of a table; whoever sits there is told as at the table."""
        async with registry.use(id) as found:
            seat = await registry.holder(found, token)
            async with found.look():
                with reader(request):
                    facts = found.facts() if seat >= 0 else found.audience.open_facts()
                if seat >= 0:
                    facts.remarks = [said.n for said in found.live.chat if said.seat != seat][-REMARKS:]
                return Typed(facts)

    @api.post("/tables/{id}/seats/{seat}", **replied(Seated, 201))
    async def sit(
        id: TableId, seat: Annotated[int, Path(ge=0, le=15)], wish: SitWish, session: SessionToken = ""
    ) -> Response:
        """Takes an open seat."""
        person = await registry.accounts.who(session)
        return Typed(await registry.sit(id, seat, wish.name, wish.invitation, person), 201)

    @api.post("/tables/{id}/claim", **replied(Seated))
    async def claim(id: TableId, session: SessionToken = "") -> Response:
        """A token for the seat that one holds by name: on another device."""
        return Typed(await registry.claim(id, await known(session)))

    @api.post("/tables/{id}/rematch", **replied(Again))
    async def rematch(id: TableId, token: Bearer) -> Response:
        """Wants to play again; the new table, once everybody does. The token holds the seat there too."""
        async with registry.use(id) as found:
            seat = await registry.holder(found, token)
            if seat < 0:
                raise Refused("Only those who sat here can play again.", 403)
            await retried(lambda: wish(found, seat))
            return Typed(Again(found.live.rematch or None, token, seat))

    @api.get("/tables/{id}/record", response_class=PlainTextResponse)
    async def record(id: TableId) -> PlainTextResponse:
        """The match as a text, after the end."""
        async with registry.use(id) as found:
            text = await replays.record(found)
        name = f"{found.live.facts.slug}-{id}.match"
        return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    @api.get("/tables/{id}/replay", **replied(ReplayPart))
    async def replay(
        id: TableId,
        token: Bearer,
        request: Request,
        eyes: Annotated[int | None, Query(ge=-1, le=15)] = None,
        start: Annotated[int, Query(alias="from", ge=0, le=1_000_000)] = 0,
        count: Annotated[int, Query(ge=1, le=200)] = 100,
    ) -> Response:
        """What a pair of eyes was shown: any after the end, one's own before."""
        async with registry.use(id) as found:
            seen = replays.eyes(found, await registry.holder(found, token), eyes)
            with reader(request):
                return Typed(await replays.replay(found, seen, start, count))

    @api.post("/tables/{id}/branch", **replied(Seated, 201))
    async def branch(id: TableId, wish: BranchWish, request: Request, session: SessionToken = "") -> Response:
        """Goes on from a point of a finished match, against machines."""
        registry.meters["tables"].take(address(request))
        person = await registry.accounts.who(session)
        async with registry.use(id) as found:
            if wish.eyes >= len(found.live.seats):
                raise missing("seat")
            made = await replays.branch(found, wish.eyes, wish.at, wish.seat, wish.kind, person)
        return Typed(made, 201)

    @api.get("/tables/{id}/opinions", **replied(Opinions))
    async def opinions(id: TableId) -> Response:
        """What a machine thinks of every decision, as far as it has got."""
        async with registry.use(id) as found:
            return Typed(await judging.opinions(found))

    @api.post("/tables/{id}/opinions", **replied(Opinions))
    async def judge(id: TableId) -> Response:
        """Has a machine think about every decision, or go on with it."""
        async with registry.use(id) as found:
            return Typed(await judging.begin(found))

    @api.delete("/tables/{id}/opinions", **replied(Opinions))
    async def judge_no_more(id: TableId) -> Response:
        """Stops that; what was found is kept."""
        async with registry.use(id) as found:
            return Typed(await judging.stop(found))

    # ---- people ----------------------------------------------------------------------------

    @api.post("/people", **replied(Session, 201))
    async def register(who: NameAndPassword, request: Request) -> Response:
        """Registers a name; gives a session."""
        registry.meters["people"].take(address(request))
        return Typed(await registry.accounts.register(who.name, who.password), 201)

    @api.post("/people/session", **replied(Session, 201))
    async def log_in(who: NameAndPassword, request: Request) -> Response:
        """Gives a session to somebody who knows the password."""
        registry.meters["people"].take(address(request))
        registry.meters["log_ins"].take(name_key(who.name))
        return Typed(await registry.accounts.log_in(who.name, who.password), 201)

    @api.delete("/people/session", status_code=204)
    async def log_out(session: SessionToken = "") -> None:
        """Ends a session."""
        await registry.accounts.log_out(session)

    @api.delete("/people/sessions", status_code=204)
    async def log_out_everywhere(session: SessionToken = "") -> None:
        """Ends all of one's sessions, on every device."""
        await registry.accounts.log_out_everywhere(await known(session))

    @api.put("/people/password", **replied(Session))
    async def change_password(wish: NewPassword, request: Request, session: SessionToken = "") -> Response:
        """Another password; all sessions end, and a new one is given."""
        registry.meters["people"].take(address(request))
        return Typed(await registry.accounts.change_password(await known(session), wish.old, wish.new))

    @api.get("/people/account", **replied(Account))
    async def take_along(request: Request, session: SessionToken = "") -> Response:
        """All that is kept of oneself."""
        registry.meters["people"].take(address(request))
        return Typed(await registry.accounts.taken_along(await known(session)))

    @api.post("/people/account/delete", status_code=204)
    async def delete_account(wish: Password, request: Request, session: SessionToken = "") -> None:
        """Deletes one's account; the tables remain, with an unnamed player."""
        registry.meters["people"].take(address(request))
        person = await known(session)
        await registry.accounts.delete(person, wish.password)
        registry.forget_person(person)

    @api.get("/people/tables", **replied(MyTables))
    async def my_tables(request: Request, session: SessionToken = "") -> Response:
        """One's games."""
        person = await registry.accounts.who(session)
        if person is None:
            raise Refused("Log in first.", 403)
        with reader(request):
            tables = await registry.lists.of_person(person[0])
        return Typed(MyTables(person[1], tables, await registry.services.ratings.of_person(person[0])))

    # ---- reports ---------------------------------------------------------------------------

    @api.get("/reports", **replied(list[Report]))
    def reports() -> Response:
        """The laboratory's reports, the latest first."""
        folder = settings.reports
        if not folder.is_dir():
            return Typed([])
        found = sorted(folder.glob("*.html"), key=lambda p: p.stat().st_mtime, reverse=True)[:200]
        sizes = [(p, p.stat()) for p in found]
        return Typed([Report(p.stem, f"/reports/{p.name}", s.st_mtime, s.st_size) for p, s in sizes])

    return api


def add_socket(app: FastAPI, sockets: Sockets) -> None:
    """The endpoint of play, looked for before all others: it is opened most often."""

    async def play(web: WebSocket) -> None:
        await sockets.serve(web, web.path_params["id"])

    app.router.routes.insert(0, WebSocketRoute("/api/tables/{id}/play", play))
