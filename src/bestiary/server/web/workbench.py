"""The REST interface of the workbench: what can be changed, changes checked, sets kept, studies played."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import PlainTextResponse, Response
from msgspec.structs import replace
from pydantic import Field

from ...core.changes import Changes
from ...core.differing import in_words
from ...core.errors import BestiaryError
from ...core.game import Game
from ...core.registry import address as place_of
from ...core.schema import schema
from ...core.sets import CardSet, SetChange
from ...extras import MissingExtra
from ..asking import Asked
from ..errors import Refused, missing
from ..sets import NAME, NOTES, Maker, Sets, read
from ..studies import Studies, players
from ..tables.registry import Registry
from ..workbench import CHANGES, LONG, Workbench, drafted, made
from . import costs
from .designs import Bench, Checked, Differences, RoomFacts, SavedSet, SetFacts, StudyFacts
from .messages import Card
from .routes import WRONG, Bearer, Body, SessionToken, Slug, TableId, Typed, replied

VALUES = 9  # of a curve
NO_LABORATORY = (
    "No laboratory is here to tell what a change does: whoever runs this server adds the extra 'lab'."
)
FAR = 0.6  # how far a proposed number may be from the one of the draft, as a part of it
Version = Annotated[int | None, Query(ge=1, le=100_000)]
PathOf = Annotated[str, Field(max_length=120)]


class ChangeWish(Body):
    """A change: where, and what shall stand there; or an entry that is a copy, or removed."""

    path: PathOf
    value: Any = None
    sign: Literal["", "copy", "remove"] = ""
    note: str = Field("", max_length=LONG)


class DraftWish(Body):
    """Changes to be checked; the entry that is open is told with its fields too."""

    changes: list[ChangeWish] = Field(default_factory=list, max_length=CHANGES)
    open: PathOf = ""


class SetWish(Body):
    """A set to be kept: a new one, or the next version of one."""

    game: str = Field(max_length=32)
    name: str = Field(max_length=NAME)
    notes: str = Field("", max_length=NOTES)
    changes: list[ChangeWish] = Field(default_factory=list, max_length=CHANGES)
    id: str | None = Field(None, max_length=24)
    version: int | None = Field(None, ge=1, le=100_000, description="the one that was changed")


class FileWish(Body):
    """A set as its file has it."""

    text: str = Field(max_length=14_000)


class StudyWish(Body):
    """Something to find out about changed cards."""

    game: str = Field(max_length=32)
    kind: Literal["whatif", "curve", "tune"] = "whatif"
    changes: list[ChangeWish] = Field(default_factory=list, max_length=CHANGES)
    against: list[ChangeWish] = Field(default_factory=list, max_length=CHANGES)
    options: dict[Annotated[str, Field(max_length=40)], bool | int | Annotated[str, Field(max_length=60)]] = (
        Field(default_factory=dict, max_length=60)
    )
    path: PathOf = ""
    target: str = Field("", max_length=60)
    instead: str = Field("", max_length=24, description="a study that this one makes outdated")


WISHES = (DraftWish, SetWish, FileWish, StudyWish)


def make_workbench(registry: Registry, sets: Sets, studies: Studies) -> APIRouter:
    """All paths of the workbench."""
    bench = Workbench()

    def address(request: Request) -> str:
        return request.client.host if request.client else ""

    async def metered(request: Request) -> None:
        registry.meters["requests"].take(address(request))
        cost = costs.REQUEST if request.method == "GET" else costs.of_path(request.url.path)
        registry.meters["work"].take(address(request), cost)

    api = APIRouter(prefix="/api", responses=WRONG, dependencies=[Depends(metered)])

    async def maker(token: str, session: str) -> Maker:
        person = await registry.accounts.who(session)
        return Maker(person[0], person[1]) if person else Maker(token=token)

    # ---- cards -----------------------------------------------------------------------------

    @api.get("/games/{slug}/workbench", **replied(Bench))
    async def workbench(slug: Slug) -> Response:
        """The cards of a game, and the entries that print them."""
        game = registry.catalog.game(slug)
        studies.prepare()
        return Typed((await asyncio.to_thread(bench.base, game)).bench)

    @api.post("/games/{slug}/workbench/check", **replied(Checked))
    async def check(slug: Slug, wish: DraftWish, request: Request) -> Response:
        """Changes as the loader sees them."""
        registry.meters["drafts"].take(address(request))
        wanted = drafted(wish.changes)
        return Typed(await asyncio.to_thread(bench.check, registry.catalog.game(slug), wanted, wish.open))

    @api.post("/games/{slug}/workbench/room", **replied(RoomFacts))
    async def room(slug: Slug, wish: DraftWish, request: Request) -> Response:
        """Whether the entry that is open can be copied and removed."""
        registry.meters["drafts"].take(address(request))
        wanted = drafted(wish.changes)
        return Typed(await asyncio.to_thread(bench.room, registry.catalog.game(slug), wanted, wish.open))

    @api.get("/tables/{id}/cards", **replied(list[Card]))
    async def table_cards(id: TableId) -> Response:
        """The cards that a table was opened with."""
        async with registry.use(id) as table:
            return Typed(table.live.cards)

    # ---- sets ------------------------------------------------------------------------------

    @api.post("/sets", **replied(SavedSet, 201))
    async def save(wish: SetWish, request: Request, token: Bearer, session: SessionToken = "") -> Response:
        """Keeps a set."""
        registry.meters["drafts"].take(address(request))
        game = registry.catalog.game(wish.game)
        changes = zip(drafted(wish.changes), wish.changes, strict=True)
        listed = tuple(SetChange(change, told.note) for change, told in changes)
        one = CardSet(game.name, wish.name.strip(), notes=wish.notes, changes=listed)
        return Typed(await sets.save(await maker(token, session), one, wish.id, wish.version), 201)

    @api.get("/sets", **replied(list[SetFacts]))
    async def mine(
        token: Bearer,
        session: SessionToken = "",
        game: Annotated[str | None, Query(max_length=32, pattern="^[a-z0-9_]+$")] = None,
    ) -> Response:
        """One's own sets."""
        return Typed(await sets.mine(await maker(token, session), game))

    @api.post("/sets/import", **replied(SavedSet, 201))
    async def bring(wish: FileWish, request: Request, token: Bearer, session: SessionToken = "") -> Response:
        """Keeps a set that comes as a file."""
        registry.meters["drafts"].take(address(request))
        one = read(wish.text)
        registry.catalog.game(one.game.rpartition("-v")[0] or one.game)
        drafted([one.change for one in one.changes])
        return Typed(await sets.save(await maker(token, session), one), 201)

    @api.get("/sets/{id}", **replied(SetFacts))
    async def get(
        id: TableId, token: Bearer, session: SessionToken = "", version: Version = None
    ) -> Response:
        """A set."""
        return Typed(await sets.get(id, version, await maker(token, session)))

    @api.delete("/sets/{id}", status_code=204)
    async def forget(id: TableId, token: Bearer, session: SessionToken = "") -> None:
        """Deletes a set of one's own."""
        await sets.forget(await maker(token, session), id)

    @api.get("/sets/{id}/file", response_class=PlainTextResponse)
    async def file(id: TableId, version: Version = None) -> PlainTextResponse:
        """A set as a file, for the command line or another server."""
        one = await sets.whole(id, version)
        name = f"{one.slug}.toml"
        return PlainTextResponse(
            one.text(), headers={"Content-Disposition": f'attachment; filename="{name}"'}
        )

    @api.get("/sets/{id}/diff", **replied(Differences))
    async def diff(
        id: TableId,
        request: Request,
        other: Annotated[str, Query(max_length=24)] = "",
        version: Version = None,
        other_version: Version = None,
    ) -> Response:
        """What differs from one set to another, or to the game's own cards, in words."""
        registry.meters["drafts"].take(address(request))
        one = await sets.whole(id, version)
        second = await sets.whole(other, other_version) if other else None
        if second is not None and second.game != one.game:
            raise Refused(f"These are sets of two games: {one.game} and {second.game}.", 422, field="other")
        return Typed(Differences(await asyncio.to_thread(_between, one, second)))

    # ---- studies ---------------------------------------------------------------------------

    @api.post("/studies", **replied(StudyFacts, 201))
    async def study(wish: StudyWish, request: Request, session: SessionToken = "") -> Response:
        """Begins a study."""
        registry.meters["drafts"].take(address(request))
        game = await registry.catalog.ready(wish.game)
        person = await registry.accounts.who(session)
        limits = registry.settings.limits
        try:
            asked, words = await asyncio.to_thread(_asked, game, wish)
        except MissingExtra:  # whose line names places of this machine, which are nobody else's business
            raise Refused(NO_LABORATORY, 409) from None
        asked = replace(
            asked,
            agents=registry.settings.study_players or players(game),
            seconds=limits.study * (1.0 if person else 1 / 3),
            budget=limits.proposal * (3 if person else 1),
        )
        owner = f"person {person[0]}" if person else address(request)
        return Typed(await studies.begin(owner, person is not None, game, asked, words, wish.instead), 201)

    @api.get("/studies/{id}", **replied(StudyFacts))
    async def found(id: TableId) -> Response:
        """A study, as far as it has come."""
        return Typed(await studies.get(id))

    @api.delete("/studies/{id}", **replied(StudyFacts))
    async def stop(id: TableId) -> Response:
        """Stops a study; whoever knows its id may."""
        return Typed(await studies.stop(id))

    return api


def _between(one: CardSet, second: CardSet | None) -> list[str]:
    game = one.loaded()
    first = made(game, [change.change for change in one.changes])
    if second is None:
        return in_words(Changes(game, []), first)
    return in_words(first, made(game, [change.change for change in second.changes]))


def _asked(game: Game, wish: StudyWish) -> tuple[Asked, list[str]]:
    """A study that can be played, and what it changes in words; what cannot is refused before it waits."""
    from ...lab.play.study import Study  # whose packages a server for playing need not have
    from ...lab.tune.targets import parse

    wanted, against = drafted(wish.changes), drafted(wish.against)
    new, old = made(game, wanted), made(game, against)
    try:
        Study(game, ("bulk",), 1, 0, dict(wish.options), content=new.content).check()
        given: dict[str, Any] = {}
        if wish.kind == "curve":
            given = {"path": wish.path, "values": _values(game, new, wish.path)}
        elif wish.kind == "tune":
            parse(wish.target)
            given = {"target": wish.target, "vary": _vary(game, new, wish.path)}
    except Refused:
        raise
    except BestiaryError as problem:
        raise Refused(str(problem), 422) from None
    return (
        Asked(
            place_of(game),
            wish.kind,
            wanted,
            against,
            options=dict(wish.options),
            **given,
        ),
        in_words(old, new),
    )


def _wholes(game: Game, new: Changes) -> dict[str, tuple[int, int, int]]:
    """All numbers of the cards by their paths: least, now, most."""
    found = {}
    waiting = [field for entry in schema(game, new.file) for field in entry.fields]
    while waiting:
        one = waiting.pop()
        waiting += [inner for table in one.tables for inner in table]
        if one.asked.kind == "whole" and isinstance(one.value, int):
            found[one.path] = one.asked.least, one.value, one.asked.most
    return found


def _values(game: Game, new: Changes, path: str) -> list[int]:
    """A few values over the range of a number, nearer to what it is now."""
    if path not in (numbers := _wholes(game, new)):
        raise missing("number")
    least, now, most = numbers[path]
    reach = max(4, round(FAR * abs(now)))
    low, high = max(least, now - reach), min(most, now + reach)
    count = min(VALUES, high - low + 1)
    return sorted({low + round(k * (high - low) / max(1, count - 1)) for k in range(count)} | {now})


def _vary(game: Game, new: Changes, path: str) -> list[str]:
    """The numbers that a proposal may change: one that was named, or all that the draft has changed."""
    numbers = _wholes(game, new)
    named: Sequence[str] = [path] if path else [one.place.path for one in new.changed]
    found = []
    for one in named:
        if one in numbers:
            least, now, most = numbers[one]
            reach = max(4, round(FAR * abs(now)))
            found.append(f"{one}={max(least, now - reach)}..{min(most, now + reach)}")
    if not found:
        raise Refused("Change a number first, or name one: numbers are proposed in place of those.", 422)
    return found
