"""What a player may say on a socket. Every command has an id; said twice, it is done once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

from ..core.match import NEXT, RESIGN
from . import wire
from .errors import Refused, too_much
from .house import House
from .live import ANSWER, ASK, CHAT, CONSENT, PERSON, REMATCH, Live
from .storage import Job, retried
from .table import Table

IDS = re.compile(r"[!-~]{1,64}")

Command = Callable[[House, Table, int, dict[str, Any], str], Awaitable[dict[str, Any]]]


async def obey(
    house: House, table: Table, seat: int, said: dict[str, Any], held: str | None = None
) -> dict[str, Any]:
    """Does what was said by whoever held the seat; the acknowledgement, or the refusal with its reason."""
    name = said.get("type")
    id = said.get("id")
    shown = id if isinstance(id, str) and IDS.fullmatch(id) else None
    try:
        if not isinstance(name, str) or name not in COMMANDS:
            raise Refused(f"There is no command '{str(name)[:20]}'. There is: {', '.join(COMMANDS)}.")
        if not shown:
            raise Refused("A command needs an id: 1 to 64 plain signs without spaces.", field="id")
        if seat < 0:
            raise Refused("Spectators watch; take a seat to play.", 403)

        async def once() -> dict[str, Any]:
            if held is not None and held != table.live.seats[seat].token:
                raise Refused("This seat is played from another device now.", 403)
            if table.live.knows(seat, shown):
                return _ack(table, seat, shown, again=True)
            return _ack(table, seat, shown, **await COMMANDS[name](house, table, seat, said, shown))

        return await retried(once)
    except Refused as refused:
        answer = {"type": "refused", "id": shown, "text": str(refused), "rule": refused.rule or None}
        return {**answer, "version": table.live.eyes[seat].version}


def _ack(table: Table, seat: int, id: str, /, **extra: Any) -> dict[str, Any]:
    return {"type": "ack", "id": id, "version": table.live.eyes[seat].version, **extra}


def _number(said: dict[str, Any], key: str) -> int:
    value = said.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not -(1 << 31) < value < 1 << 31:
        raise Refused(f"{key} must be a whole number.", field=key)
    return value


def _going_on(live: Live) -> None:
    if live.frozen:
        raise Refused(live.frozen)
    if live.waiting:
        raise Refused("The match begins when every seat is taken.")


def _own(live: Live, seat: int) -> None:
    """Whoever gave a seat up, or left it to a machine, does not act for it."""
    if seat in live.gone:
        raise Refused("You have given up; somebody else plays on for you.")
    if live.seats[seat].kind != PERSON:
        raise Refused("A machine plays for you; take your seat back first.")


async def play(house: House, table: Table, seat: int, said: dict[str, Any], id: str) -> dict[str, Any]:
    """An action, for the version that the player saw; a secret choice may come before its question."""
    version, action = _number(said, "version"), _number(said, "action")
    async with table.change() as live:
        if live.knows(seat, id):
            return {"again": True}
        _going_on(live)
        _own(live, seat)
        match = live.match
        if not 0 <= action < len(match.game.actions):
            raise Refused(f"There is no action {action}; {match.game.title} has {len(match.game.actions)}.")
        held = live.eyes[seat]
        mine = live.hidden(seat)
        foreseen = held.offered == (version, wire.digest(mine))  # answered just as the question came
        if version != held.version and not foreseen:
            raise Refused(f"The table has moved on: version {held.version}, not {version}.")
        if seat in live.asked:
            if action not in match.engine.legal(mine):
                rule, text = wire.refusal(match, mine, action)
                raise Refused(text, rule=rule)
            table.play(seat, action, id)
            return {}
        if match.game_over:
            raise Refused(match.game.rulebook.rules[match.game.no_more].text, rule=match.game.no_more)
        question = wire.early(match.engine, mine, seat)
        if question is None:
            raise Refused(match.game.rulebook.rules[match.game.not_asked].text, rule=match.game.not_asked)
        if action not in match.engine.legal(question):
            rule, text = wire.refusal(match, question, action)
            raise Refused(text, rule=rule)
        table.seal(seat, action, wire.digest(question), id)
    return {"sealed": True}


async def resign(house: House, table: Table, seat: int, said: dict[str, Any], id: str) -> dict[str, Any]:
    """Gives up."""
    async with table.change() as live:
        _going_on(live)
        if live.match.over:
            raise Refused("The match is over.", rule=live.match.game.no_more)
        _own(live, seat)
        table.leave(RESIGN, seat, id)
    return {}


async def undo(house: House, table: Table, seat: int, said: dict[str, Any], id: str) -> dict[str, Any]:
    """Takes back: at once what nobody has seen, else with everybody's consent."""
    async with table.change() as live:
        _going_on(live)
        policy = live.facts.settings.get("undo")
        to = live.back_to(seat)
        if policy == "none":
            raise Refused("Nothing is taken back at this table.")
        if live.match.over and policy != "free":
            raise Refused("The match is over.", rule=live.match.game.no_more)
        if to < 0:
            raise Refused("There is nothing to take back.")
        if live.undo_asked >= 0:
            raise Refused("Somebody is asking already.")
        _own(live, seat)
        others = [k for k in live.owners if k != seat]
        if policy == "free" or not others:
            table.undo(seat, _before_forced(live, seat, to), id)
        elif await asyncio.to_thread(live.match.can_undo, seat):
            table.undo(seat, await asyncio.to_thread(_unseen, live, seat), id)
        else:
            table.add(ASK, seat, command=id)
            return {"asked": others}
    return {}


def _before_forced(live: Live, seat: int, to: int) -> int:
    """A question with one answer would be answered again at once: back to the one before it."""
    history = live.match.history
    while to > 0 and history[to - 1].kind == "action" and history[to - 1].seat == seat:
        if len(live.match.engine.legal(live.match.state_at(to))) > 1:
            break
        to -= 1
    return to


def _unseen(live: Live, seat: int) -> int:
    """How far back a seat may go by the engine's policy, over questions with one answer."""
    trial = live.match.copy()
    trial.undo(seat)
    while len(trial.legal()) == 1 and trial.history and trial.can_undo(seat):
        trial.undo(seat)
    return len(trial.history)


async def undo_answer(house: House, table: Table, seat: int, said: dict[str, Any], id: str) -> dict[str, Any]:
    """Agrees to somebody's taking back, or not."""
    yes = said.get("yes")
    if not isinstance(yes, bool):
        raise Refused("yes must be true or false.", field="yes")
    async with table.change() as live:
        asker = live.undo_asked
        if asker < 0 or seat == asker or seat not in live.owners:
            raise Refused("Nobody asks to take back.")
        table.add(ANSWER, seat, text="yes" if yes else "no", command=id)
        if yes and live.undo_agreed >= {k for k in live.owners if k != asker}:
            to = live.back_to(asker)
            if to >= 0:
                table.undo(asker, _before_forced(live, asker, to))
    return {}


async def chat(house: House, table: Table, seat: int, said: dict[str, Any], id: str) -> dict[str, Any]:
    """A remark: text, never markup."""
    text = said.get("text")
    most = house.settings.limits.chat
    if not isinstance(text, str) or not text.strip():
        raise Refused("A remark needs a text.", field="text")
    if len(text) > most:
        raise Refused(f"A remark has at most {most} signs.", field="text")
    if not house.chats(table, seat).take():
        raise too_much("remarks")
    async with table.change():
        table.add(CHAT, seat, text=_plain(text), command=id)
    return {}


def _plain(text: str) -> str:
    """Without signs that cannot be seen; a database holds no zero byte."""
    return "".join(c for c in text if c in "\n\t" or (c.isprintable() and not 0xD800 <= ord(c) < 0xE000))


async def next_game(house: House, table: Table, seat: int, said: dict[str, Any], id: str) -> dict[str, Any]:
    """Deals the next game of a match."""
    async with table.change() as live:
        _going_on(live)
        if not live.match.more:
            raise Refused("There is no further game in this match.")
        table.add(NEXT, seat, command=id)
    return {}


async def substitute(house: House, table: Table, seat: int, said: dict[str, Any], id: str) -> dict[str, Any]:
    """A machine takes the seat of somebody absent, or one's own; a person takes the own seat back."""
    whose, kind = _number(said, "seat"), said.get("kind")
    async with table.change() as live:
        _going_on(live)
        if live.match.over:
            raise Refused("The match is over.", rule=live.match.game.no_more)
        if not 0 <= whose < len(live.seats):
            raise Refused(f"There is no seat {whose}.")
        if kind == PERSON:
            if whose != seat or live.seats[seat].kind == PERSON:
                raise Refused("You can take your own seat back, from a machine.")
            if seat in live.gone:
                raise Refused("You have given up this seat.")
            table.replace(seat, PERSON, live.match.first_names[seat], command=id)
            return {}
        if kind != live.stand_in:
            raise Refused(f"At this table a {live.stand_in} stands in for people.", field="kind")
        if live.seats[whose].kind != PERSON:
            raise Refused("A machine holds this seat already.")
        if whose != seat and not table.absent(whose):
            wait = house.settings.absent
            raise Refused(f"{live.seats[whose].name} is here, or has been within {wait:g} seconds.")
        table.replace(whose, live.stand_in, by=seat, command=id)
    return {}


async def rematch(house: House, table: Table, seat: int, said: dict[str, Any], id: str) -> dict[str, Any]:
    """Wants to play again; once everybody does, there is a new table with the same seats."""
    await wish(house, table, seat, id)
    return {"table": table.live.rematch or None}


async def wish(house: House, table: Table, seat: int, id: str = "") -> None:
    """Notes that somebody wants a rematch."""
    made = None
    async with table.change() as live:
        if not live.over or live.frozen:
            raise Refused("The match is not over." if not live.over else live.frozen, 409)
        if live.rematch or seat in live.wishes:
            return
        wanted = {k for k in range(len(live.seats)) if live.seats[k].token}
        text = ""
        if wanted <= live.wishes | {seat}:
            made, job = house.follow_up(table)
            table.also(Job(job.inserts))
            text = made.id
        table.add(REMATCH, seat, text=text, command=id)
    if made is not None:
        house.enter(made)


async def consent(house: House, table: Table, seat: int, said: dict[str, Any], id: str) -> dict[str, Any]:
    """Agrees to being watched by late spectators, or no longer."""
    yes = said.get("yes")
    if not isinstance(yes, bool):
        raise Refused("yes must be true or false.", field="yes")
    async with table.change() as live:
        if not table.late.setting:
            raise Refused("Nobody looks through a seat's eyes at this table.")
        if seat != table.late.seat:
            raise Refused("Only the watched player can agree to being watched.", 403)
        _own(live, seat)
        table.add(CONSENT, seat, text="yes" if yes else "no", command=id)
    return {}


async def sync(house: House, table: Table, seat: int, said: dict[str, Any], id: str) -> dict[str, Any]:
    """Asks for the whole state; the socket sends it."""
    return {}


COMMANDS: dict[str, Command] = {
    "play": play,
    "resign": resign,
    "undo": undo,
    "undo_answer": undo_answer,
    "chat": chat,
    "next": next_game,
    "substitute": substitute,
    "rematch": rematch,
    "consent": consent,
    "sync": sync,
}
