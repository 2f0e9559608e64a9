"""The REST interface: lists and set-up. Play itself is on the socket."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Path, Query, Request, WebSocket
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field

from .catalog import cards_of, rules_of
from .commands import wish
from .errors import Refused, missing
from .house import House
from .review import Review
from .settings import Settings
from .sockets import Sockets
from .storage import retried

TableId = Annotated[str, Path(min_length=1, max_length=24, pattern="^[A-Za-z0-9_-]+$")]
Slug = Annotated[str, Path(min_length=1, max_length=32, pattern="^[a-z0-9_]+$")]
SHORT = 100


class Body(BaseModel):
    """What is sent: unknown fields are refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid")


class SeatWish(Body):
    """Who shall sit on a seat."""

    kind: str = Field("open", max_length=16, description="me, open, novice, adept, master, random, greedy")
    name: str | None = Field(None, max_length=SHORT)


class ClockWish(Body):
    """How long people may think."""

    kind: Literal["none", "move", "game"] = "none"
    seconds: int = Field(300, ge=5, le=604_800)


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
    clock: ClockWish = Field(default_factory=lambda: ClockWish(kind="none", seconds=300))
    public: bool = False
    spectators: Literal["public", "none"] | Eyes = "public"
    undo: Literal["consent", "none"] = "consent"
    stand_in: Literal["novice", "adept", "master"] = "novice"


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


class Problem(BaseModel):
    """Why something was refused."""

    text: str
    rule: str | None = None
    field: str | None = None


class Refusal(BaseModel):
    """A refusal."""

    error: Problem


def bearer(authorization: Annotated[str | None, Header(max_length=300)] = None) -> str:
    """The token of a request."""
    kind, _, token = (authorization or "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


Bearer = Annotated[str, Depends(bearer)]
Session = Annotated[str, Header(alias="X-Bestiary-Session", max_length=200)]
WRONG: dict[int | str, dict[str, Any]] = {
    code: {"model": Refusal} for code in (400, 403, 404, 409, 413, 422, 429, 503)
}


def make_routes(house: House, review: Review, sockets: Sockets, settings: Settings) -> APIRouter:
    """All paths below ``/api``."""

    def metered(request: Request) -> None:
        house.meters["requests"].take(request.client.host if request.client else "")

    api = APIRouter(prefix="/api", responses=WRONG, dependencies=[Depends(metered)])

    def address(request: Request) -> str:
        return request.client.host if request.client else ""

    # ---- games -----------------------------------------------------------------------------

    @api.get("/games")
    def games() -> list[dict[str, Any]]:
        """What can be played."""
        return house.catalog.list()

    @api.get("/games/{slug}/rules")
    def rules(slug: Slug) -> list[dict[str, Any]]:
        """The rulebook of a game."""
        return rules_of(house.catalog.game(slug))

    @api.get("/games/{slug}/cards")
    def cards(slug: Slug) -> list[dict[str, Any]]:
        """The cards of a game."""
        return cards_of(house.catalog.game(slug))

    # ---- tables ----------------------------------------------------------------------------

    @api.post("/tables", status_code=201)
    async def open_table(wish: TableWish, request: Request, session: Session = "") -> dict[str, Any]:
        """Opens a table."""
        house.catalog.game(wish.game)
        house.meters["tables"].take(address(request))
        given = wish.model_dump(mode="json")
        return await house.open(
            wish.game,
            given["options"],
            given["seats"],
            {key: given[key] for key in ("clock", "spectators", "undo", "stand_in")},
            wish.public,
            await house.people.who(session),
        )

    @api.get("/tables")
    async def tables(
        open: Annotated[int, Query(ge=0, le=1)] = 0,
        game: Annotated[str | None, Query(max_length=32, pattern="^[a-z0-9_]+$")] = None,
    ) -> list[dict[str, Any]]:
        """Public tables: those with open seats, or all that are not over."""
        return await house.lists.listed("waiting" if open else None, game)

    @api.get("/tables/{id}")
    async def table(id: TableId) -> dict[str, Any]:
        """What everybody may know of a table."""
        async with house.use(id) as found, found.look():
            return found.open_facts()

    @api.post("/tables/{id}/seats/{seat}", status_code=201)
    async def sit(
        id: TableId, seat: Annotated[int, Path(ge=0, le=15)], wish: SitWish, session: Session = ""
    ) -> dict[str, Any]:
        """Takes an open seat."""
        return await house.sit(id, seat, wish.name, wish.invitation, await house.people.who(session))

    @api.post("/tables/{id}/claim")
    async def claim(id: TableId, session: Session = "") -> dict[str, Any]:
        """A token for the seat that one holds by name: on another device."""
        person = await house.people.who(session)
        if person is None:
            raise Refused("Log in first.", 403)
        return await house.claim(id, person[0])

    @api.post("/tables/{id}/rematch")
    async def rematch(id: TableId, token: Bearer) -> dict[str, Any]:
        """Wants to play again; the new table, once everybody does. The token holds the seat there too."""
        async with house.use(id) as found:
            seat = await house.holder(found, token)
            if seat < 0:
                raise Refused("Only those who sat here can play again.", 403)
            await retried(lambda: wish(house, found, seat))
            return {"table": found.live.rematch or None, "token": token, "seat": seat}

    @api.get("/tables/{id}/record", response_class=PlainTextResponse)
    async def record(id: TableId) -> PlainTextResponse:
        """The match as a text, after the end."""
        async with house.use(id) as found, found.look():
            text = review.record(found)
        name = f"{found.live.facts.slug}-{id}.match"
        return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    @api.get("/tables/{id}/replay")
    async def replay(
        id: TableId,
        token: Bearer,
        eyes: Annotated[int | None, Query(ge=-1, le=15)] = None,
        start: Annotated[int, Query(alias="from", ge=0, le=1_000_000)] = 0,
        count: Annotated[int, Query(ge=1, le=200)] = 100,
    ) -> dict[str, Any]:
        """What a pair of eyes was shown: any after the end, one's own before."""
        async with house.use(id) as found:
            seen = review.eyes(found, await house.holder(found, token), eyes)
            return await review.replay(found, seen, start, count)

    @api.post("/tables/{id}/branch", status_code=201)
    async def branch(
        id: TableId, wish: BranchWish, request: Request, session: Session = ""
    ) -> dict[str, Any]:
        """Goes on from a point of a finished match, against machines."""
        house.meters["tables"].take(address(request))
        person = await house.people.who(session)
        async with house.use(id) as found:
            if wish.eyes >= len(found.live.seats):
                raise missing("seat")
            return await review.branch(found, wish.eyes, wish.at, wish.seat, wish.kind, person)

    @api.get("/tables/{id}/opinions")
    async def opinions(id: TableId) -> dict[str, Any]:
        """What a machine thinks of every decision, as far as it has got."""
        async with house.use(id) as found:
            return await review.opinions(found)

    # ---- people ----------------------------------------------------------------------------

    @api.post("/people", status_code=201)
    async def register(who: NameAndPassword, request: Request) -> dict[str, Any]:
        """Registers a name; gives a session."""
        house.meters["people"].take(address(request))
        return await house.people.register(who.name, who.password, house.now())

    @api.post("/people/session", status_code=201)
    async def log_in(who: NameAndPassword, request: Request) -> dict[str, Any]:
        """Gives a session to somebody who knows the password."""
        house.meters["people"].take(address(request))
        return await house.people.log_in(who.name, who.password, house.now())

    @api.delete("/people/session", status_code=204)
    async def log_out(session: Session = "") -> None:
        """Ends a session."""
        await house.people.log_out(session)

    @api.get("/people/tables")
    async def my_tables(session: Session = "") -> dict[str, Any]:
        """One's games."""
        person = await house.people.who(session)
        if person is None:
            raise Refused("Log in first.", 403)
        return {"name": person[1], "tables": await house.lists.of_person(person[0])}

    # ---- reports ---------------------------------------------------------------------------

    @api.get("/reports")
    def reports() -> list[dict[str, Any]]:
        """The laboratory's reports, the latest first."""
        folder = settings.reports
        if not folder.is_dir():
            return []
        found = sorted(folder.glob("*.html"), key=lambda p: p.stat().st_mtime, reverse=True)
        return [
            {
                "name": p.stem,
                "url": f"/reports/{p.name}",
                "made": p.stat().st_mtime,
                "bytes": p.stat().st_size,
            }
            for p in found[:200]
        ]

    return api


def make_socket(sockets: Sockets) -> Any:
    """The endpoint of play."""

    async def play(web: WebSocket, id: str) -> None:
        await sockets.serve(web, id)

    return play
