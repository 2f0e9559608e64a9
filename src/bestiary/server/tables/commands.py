"""What a player may say on a socket. Every command has an id; said twice, it is done once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from ...core.language import Language, speaking
from ...core.match import NEXT, RESIGN
from ...core.said import said as saying
from ..errors import Refused, too_much
from ..languages import told
from ..limits import Bucket
from ..store.storage import Job, retried
from ..web import messages as say
from . import showing
from .live import Live
from .log import ANSWER, ASK, CHAT, CONSENT, HINT, PERSON, REMATCH
from .table import Table

Does = Callable[[Table, int, Any], Awaitable[dict[str, Any]]]


async def obey(
    table: Table, seat: int, said: say.Command, held: str | None = None, language: Language | None = None
) -> say.Ack | say.Refused:
    """Does what was said by whoever held the seat; the acknowledgement, or the refusal with its reason."""

    async def once() -> say.Ack:
        if held is not None and held != table.live.seats[seat].token:
            raise Refused("This seat is played from another device now.", 403)
        if table.live.knows(seat, said.id):
            return say.Ack(said.id, table.live.eyes[seat].version, again=True)
        extra = await DOES[type(said)](table, seat, said)
        return say.Ack(said.id, table.live.eyes[seat].version, **extra)

    try:
        if seat < 0:
            raise Refused("Spectators watch; take a seat to play.", 403)
        return await retried(once)
    except Refused as refused:
        version = table.live.eyes[seat].version
        with speaking(language):  # for its reader alone: what is stored and sent to others is not theirs
            return say.Refused(said.id, told(refused), refused.rule or None, version)


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


async def play(table: Table, seat: int, said: say.PlayCommand) -> dict[str, Any]:
    """An action, for the version that the player saw; a secret choice may come before its question."""
    version, action = said.version, said.action
    async with table.change() as live:
        if live.knows(seat, said.id):
            return {"again": True}
        _going_on(live)
        _own(live, seat)
        match = live.match
        if not 0 <= action < len(match.game.actions):
            many = len(match.game.actions)
            none = saying(
                "There is no action {n}; {game} has {many}.", n=action, game=match.game.title, many=many
            )
            raise Refused(none)
        held = live.eyes[seat]
        mine = live.hidden(seat)
        if version != held.version and held.offered != (version, showing.digest(mine)):  # nor just foreseen
            moved = "The table has moved on: version {now}, not {seen}."
            raise Refused(saying(moved, now=held.version, seen=version))
        if seat in live.asked:
            if action not in live.legal(seat):
                rule, text = showing.refusal(match, mine, action)
                raise Refused(text, rule=rule)
            table.play(seat, action, said.id)
            return {}
        if match.game_over:
            raise Refused(match.game.rulebook.rules[match.game.no_more].text, rule=match.game.no_more)
        question = showing.early(match.engine, mine, seat)
        if question is None:
            raise Refused(match.game.rulebook.rules[match.game.not_asked].text, rule=match.game.not_asked)
        if action not in match.engine.legal(question):
            rule, text = showing.refusal(match, question, action)
            raise Refused(text, rule=rule)
        table.seal(seat, action, showing.digest(question), said.id)
    return {"sealed": True}


async def resign(table: Table, seat: int, said: say.ResignCommand) -> dict[str, Any]:
    """Gives up."""
    async with table.change() as live:
        _going_on(live)
        if live.match.over:
            raise Refused("The match is over.", rule=live.match.game.no_more)
        _own(live, seat)
        table.leave(RESIGN, seat, said.id)
    return {}


async def undo(table: Table, seat: int, said: say.UndoCommand) -> dict[str, Any]:
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
            table.undo(seat, _before_forced(live, seat, to), said.id)
        elif await asyncio.to_thread(live.match.can_undo, seat):
            table.undo(seat, await asyncio.to_thread(_unseen, live, seat), said.id)
        else:
            table.add(ASK, seat, command=said.id)
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


async def undo_answer(table: Table, seat: int, said: say.UndoAnswerCommand) -> dict[str, Any]:
    """Agrees to somebody's taking back, or not."""
    async with table.change() as live:
        asker = live.undo_asked
        if asker < 0 or seat == asker or seat not in live.owners:
            raise Refused("Nobody asks to take back.")
        table.add(ANSWER, seat, text="yes" if said.yes else "no", command=said.id)
        if said.yes and live.undo_agreed >= {k for k in live.owners if k != asker}:
            to = live.back_to(asker)
            if to >= 0:
                table.undo(asker, _before_forced(live, asker, to))
    return {}


async def chat(table: Table, seat: int, said: say.ChatCommand) -> dict[str, Any]:
    """A remark: text, never markup."""
    limits = table.services.settings.limits
    if not said.text.strip():
        raise Refused("A message needs some text.", field="text")
    if len(said.text) > limits.chat:
        raise Refused(saying("A message can have up to {n} characters.", n=limits.chat), field="text")
    if not table.remarks.setdefault(seat, Bucket(limits.chats)).take():
        raise too_much("messages")
    if await table.services.silenced(table.live.seats[seat].name):
        raise Refused("You cannot write here.", 403)
    async with table.change() as live:
        if live.closed:
            raise Refused(live.frozen)
        table.add(CHAT, seat, text=_plain(said.text), command=said.id)
    return {}


def _plain(text: str) -> str:
    """Without signs that cannot be seen; a database holds no zero byte."""
    return "".join(c for c in text if c in "\n\t" or (c.isprintable() and not 0xD800 <= ord(c) < 0xE000))


async def next_game(table: Table, seat: int, said: say.NextCommand) -> dict[str, Any]:
    """Deals the next game of a match."""
    async with table.change() as live:
        _going_on(live)
        if not live.match.more:
            raise Refused("There is no further game in this match.")
        table.add(NEXT, seat, command=said.id)
    return {}


async def substitute(table: Table, seat: int, said: say.SubstituteCommand) -> dict[str, Any]:
    """A machine takes the seat of somebody absent, or one's own; a person takes the own seat back."""
    whose, kind = said.seat, said.kind
    async with table.change() as live:
        _going_on(live)
        if live.match.over:
            raise Refused("The match is over.", rule=live.match.game.no_more)
        if not 0 <= whose < len(live.seats):
            raise Refused(saying("There is no seat {n}.", n=whose))
        if kind == PERSON:
            if whose != seat or live.seats[seat].kind == PERSON:
                raise Refused("You can take your own seat back, from a machine.")
            if seat in live.gone:
                raise Refused("You have given up this seat.")
            table.replace(seat, PERSON, command=said.id)
            return {}
        if live.rated:
            raise Refused("Nobody stands in for anybody at a rated table.")
        if kind != live.stand_in:
            stands_in = saying("At this table a {machine} stands in for people.", machine=live.stand_in)
            raise Refused(stands_in, field="kind")
        if live.seats[whose].kind != PERSON:
            raise Refused("A machine holds this seat already.")
        if whose != seat and not table.absent(whose):
            wait = table.services.settings.absent
            here = "{name} is here, or has been within {n:g} seconds."
            raise Refused(saying(here, name=live.seats[whose].name, n=wait))
        table.replace(whose, live.stand_in, by=seat, command=said.id)
    return {}


async def rematch(table: Table, seat: int, said: say.RematchCommand) -> dict[str, Any]:
    """Wants to play again; once everybody does, there is a new table with the same seats."""
    await wish(table, seat, said.id)
    return {"table": table.live.rematch or None}


async def wish(table: Table, seat: int, id: str = "") -> None:
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
            made, job = table.services.follow_up(table)
            table.also(Job(job.inserts))
            text = made.id
        table.add(REMATCH, seat, text=text, command=id)
    if made is not None:
        table.services.enter(made)


async def consent(table: Table, seat: int, said: say.ConsentCommand) -> dict[str, Any]:
    """Agrees to being watched by late spectators, or no longer."""
    async with table.change() as live:
        if not table.audience.late.setting:
            raise Refused("Nobody looks through a seat's eyes at this table.")
        if seat != table.audience.late.seat:
            raise Refused("Only the watched player can agree to being watched.", 403)
        _own(live, seat)
        table.add(CONSENT, seat, text="yes" if said.yes else "no", command=said.id)
    return {}


async def why(table: Table, seat: int, said: say.WhyCommand) -> dict[str, Any]:
    """Asks why something cannot be chosen; the socket sends the reasons."""
    live = table.live
    _going_on(live)
    if live.match.game_over:
        raise Refused(
            live.match.game.rulebook.rules[live.match.game.no_more].text, rule=live.match.game.no_more
        )
    if seat not in live.asked:
        raise Refused(
            live.match.game.rulebook.rules[live.match.game.not_asked].text, rule=live.match.game.not_asked
        )
    return {}


async def hint(table: Table, seat: int, said: say.HintCommand) -> dict[str, Any]:
    """Asks a machine what to do; the socket sends it. That a seat had a hint is kept."""
    async with table.change() as live:
        if not live.hints:
            raise Refused("There are no hints at this table.", 403)
        _going_on(live)
        _own(live, seat)
        if seat not in live.asked:
            rule = live.match.game.no_more if live.match.game_over else live.match.game.not_asked
            raise Refused(live.match.game.rulebook.rules[rule].text, rule=rule)
        if seat not in live.hinted:
            table.add(HINT, seat, command=said.id)
    return {}


async def sync(table: Table, seat: int, said: say.SyncCommand) -> dict[str, Any]:
    """Asks for the whole state; the socket sends it."""
    return {}


DOES: dict[type[say.Command], Does] = {
    say.PlayCommand: play,
    say.ResignCommand: resign,
    say.UndoCommand: undo,
    say.UndoAnswerCommand: undo_answer,
    say.ChatCommand: chat,
    say.NextCommand: next_game,
    say.SubstituteCommand: substitute,
    say.RematchCommand: rematch,
    say.ConsentCommand: consent,
    say.WhyCommand: why,
    say.HintCommand: hint,
    say.SyncCommand: sync,
}
