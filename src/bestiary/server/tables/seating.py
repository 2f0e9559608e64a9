"""Opening a table: options and seats that belong together, and who holds them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from ...agents import outside
from ...agents.base import LEARNED, LEVELS, levels
from ...core.errors import BestiaryError
from ...core.game import Game
from ...core.said import row, said
from ...learn.network import known
from ..accounts import clean_name, hashed, new_token
from ..errors import Refused
from .live import OPEN, Live, Seat
from .log import PERSON
from .showing import SPECTATOR

BOTS = (*LEVELS, LEARNED, "random", "greedy", *outside())
ME = "me"


def settle(
    game: Game, options: dict[str, Any], seats: list[dict[str, Any]]
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Options and seats that belong together."""
    try:
        if seats and "players" in game.options.all and "players" not in options:
            options = {**options, "players": len(seats)}
        settled = game.settle(options)
    except BestiaryError as problem:
        raise Refused(str(problem), 422, field="options") from None
    count = int(settled.get("players", game.players[0]))
    chosen = seats or [{"kind": ME}, *[{"kind": LEVELS[0]}] * (count - 1)]
    if len(chosen) != count:
        wrong = said("There are {n} seats, not {given}.", n=count, given=len(chosen))
        raise Refused(wrong, 422, field="seats")
    if any(seat.get("kind") == LEARNED for seat in chosen):
        refuse_learned(game, count, settled)
    return settled, chosen


def refuse_learned(game: Game, seats: int, options: Mapping[str, Any]) -> None:
    """Refuses a machine that has not learned this game, or not at such a table."""
    network = known(game)
    if network is None:
        raise Refused(f"{game.title} has no {LEARNED} yet.", 422, field="seats")
    try:
        network.refuse(game, seats, options)
    except BestiaryError as problem:
        raise Refused(str(problem), 422, field="seats") from None


def settled_settings(
    game: Game, settings: dict[str, Any], seats: list[Seat], person: tuple[int, str] | None
) -> dict[str, Any]:
    """The settings of a table, where they go together with each other and with who sits there."""
    watched = settings.get("spectators")
    if isinstance(watched, dict):
        if not 0 <= watched["seat"] < len(seats):
            nowhere = said("There is no seat {n} to look from.", n=watched["seat"])
            raise Refused(nowhere, 422, field="spectators")
        if seats[watched["seat"]].machine:
            raise Refused("Only a person can agree to be watched.", 422, field="spectators")
    if not settings.get("rated"):
        return {key: value for key, value in settings.items() if key != "rated"}
    if len(seats) != 2 or game.team:
        raise Refused("A rated table is for two who play against each other.", 422, field="rated")
    if person is None:
        raise Refused("Log in to open a rated table.", 403, field="rated")
    allowed = levels(game)
    if any(seat.machine and seat.kind not in allowed for seat in seats):
        rated = said("A machine at a rated table is one of {names}.", names=row(allowed))
        raise Refused(rated, 422, field="seats")
    if isinstance(watched, dict):
        raise Refused("Spectators of a rated table see what is public.", 422, field="spectators")
    if (settings.get("clock") or {}).get("kind", "none") == "none":
        raise Refused("A rated table needs a clock.", 422, field="clock")
    return {**settings, "undo": "none", "hints": "no"}  # everybody plays alone, and once


def seated(
    chosen: list[dict[str, Any]], person: tuple[int, str] | None, longest: int
) -> tuple[list[Seat], str, int, dict[int, str]]:
    """Who sits where, the token and seat of whoever opens the table, and words that invite others."""
    kinds = [str(seat.get("kind", OPEN)) for seat in chosen]
    if kinds.count(ME) > 1:
        raise Refused("You can hold one seat.", 422, field="seats")
    if not {ME, OPEN} & set(kinds):
        raise Refused("At least one seat is for a person.", 422, field="seats")
    held: list[Seat] = []
    token, mine, links = "", -1, {}
    for k, (kind, seat) in enumerate(zip(kinds, chosen, strict=True)):
        name = clean_name(str(seat.get("name") or ""), longest)
        if kind == ME:
            token, mine = new_token(), k
            name = name or (person[1] if person else "")
            made = Seat(PERSON, name, hashed(token), person=person[0] if person else None)
        elif kind == OPEN:
            links[k] = new_token()
            made = Seat(OPEN, name, invitation=hashed(links[k]))
        elif kind in BOTS:
            same = kinds.count(kind) > 1
            made = Seat(kind, name or kind.title() + (f" {k + 1}" if same else ""))
        else:
            good = ", ".join((ME, OPEN, *BOTS))
            wrong = said("A seat is one of {names}, not '{kind}'.", names=good, kind=kind[:20])
            raise Refused(wrong, 422, field="seats")
        made.name = made.name or f"Player {k + 1}"
        held.append(made)
    return held, token, mine, links


def seat_of(live: Live, token: str | None) -> int:
    """The seat that a token holds; -1 is a spectator."""
    if not token:
        return SPECTATOR
    wanted = hashed(token)
    for k, seat in enumerate(live.seats):
        if seat.token and secrets.compare_digest(seat.token, wanted):
            return k
    raise Refused("This token holds no seat here.", 403)
