"""What is sent: made for one pair of eyes, from a record that is hidden for them and nothing else."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core import words
from ...core.actions import Meaning
from ...core.driver import Engine, is_plain
from ...core.events import SEE, mask
from ...core.language import phrase, speaking, word
from ...core.match import NEXT, Match
from ...core.record import Records
from ..store.saying import KEEPING
from ..web.codec import encode
from ..web.messages import Barred, BarredChoice, Result
from .still import Still

SPECTATOR = -1
WORLDS = 4  # deals in which a question that may be answered early is looked at
TRIED = 12  # choices of the others that are tried in each
STEPS = 64  # their decisions until the question comes
GUESS = phrase("A first guess: the machine is not at full strength yet and cannot say why.")
SEAT = re.compile(r"\{(\d+)\}")


def digest(record: Records) -> str:
    """A digest of what a seat sees."""
    return hashlib.sha256(record.tobytes()).hexdigest()[:32]


def view_of(match: Match, record: Still, eyes: int) -> bytes:
    """The position as these eyes see it, without words: see ``saying``."""
    with speaking(KEEPING):
        return encode(match.game.shown(match.content, record, eyes))


def named(text: str, names: Sequence[str]) -> str:
    """A sentence over seats with the names that they have, whatever signs are in those."""
    if "{" in text:
        parts = SEAT.split(text)  # in turn what stays as it is, and the number of a seat
        parts[1::2] = [names[int(n)] if int(n) < len(names) else f"{{{n}}}" for n in parts[1::2]]
        text = "".join(parts)
    return text[:1].upper() + text[1:]


def named_view(view: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """A view whose prompt names people."""
    prompt = view.get("prompt")
    return {**view, "prompt": named(prompt, names)} if prompt and "{" in prompt else view


def entry_of(notation: str, meaning: Meaning | None, kind: str, seat: int, eyes: int) -> tuple[str, int, str]:
    """An entry of the history as these eyes see it: a card that they may not know is not named."""
    name = ""
    if meaning is not None:
        name = notation if seat == eyes or meaning.see & mask(eyes) else meaning.verb
    return kind, -1 if kind == NEXT else seat, name  # of a next game nobody is told who asked for it


def result_of(match: Match, eyes: int | None = None) -> Result | None:
    """How the game ended, once it has, as these eyes are told it."""
    if not match.game_over:
        return None
    low, high = match.game.payoff
    scores = match.returns()
    winners = [seat for seat, score in enumerate(scores) if score > (low + high) / 2]
    who, why, then = words.ended(match, eyes)
    text = " ".join(part for part in (who, why, then) if part)
    why = f"{why} {then}".strip()
    return Result(scores, winners, text, match.ended_by, match.more, who, why)


def refusal(match: Match, hidden: Records, action: int) -> tuple[str, str]:
    """The rule that forbids a seat this action, and its text, judged by what the seat knows."""
    if match.game_over:
        rule = match.game.no_more
    else:
        number = match.engine.why(hidden, action)
        if not number:
            return "", phrase("This is not possible now.")
        rule = match.game.rulebook.cited(number).id
    return rule, match.game.rulebook.rules[rule].text


def barred(match: Match, hidden: Records, version: int) -> Barred:
    """Why what is not offered cannot be chosen, judged by what the seat knows.

    What the question does not ask for at all is the bulk of it, and forbidden by one entry: it is said once.
    """
    engine, book = match.engine, match.game.rulebook
    numbers = engine.why_all(hidden)
    broken, counts = np.unique(numbers[numbers > 0], return_counts=True)
    usual = int(broken[counts.argmax()]) if len(broken) else 0
    special = [int(a) for a in np.flatnonzero((numbers > 0) & (numbers != usual))]
    entries = {int(n): book.cited(int(n)).id for n in broken}
    made = []
    for action, row in zip(special, engine.meant(hidden, special).tolist(), strict=True):
        meaning = engine.read_meaning(row)
        of = meaning.card, meaning.other, meaning.target, meaning.number
        made.append(BarredChoice(meaning.verb, *of, entries[int(numbers[action])]))
    texts = {id: word(book.rules[id].text) for id in entries.values()}
    return Barred(version, made, entries.get(usual, ""), texts)


def early(engine: Engine, hidden: Records, seat: int) -> Records | None:
    """The question that comes to a seat whatever the others choose now, as the seat will see it.

    Secret choices that people make at once at a table are consecutive questions in the state, which a game
    declares. Whether the next question of a seat is such a one is found out from its own record: the others'
    choices are tried in several deals, and where the seat could not tell one from the other it may answer
    already. None where there is no such question, and while Python runs the rules: it would take seconds.
    """
    if not engine.game.questions.early or is_plain(engine.game):
        return None
    if engine.over(hidden) or seat in engine.actors(hidden):  # which everybody knows: so it is in every deal
        return None
    found: Records | None = None
    log = engine.new_log()
    for world in range(WORLDS):
        start = engine.resampled(hidden, seat, world)
        legal = engine.legal(start)
        tried = legal if len(legal) <= TRIED else [*legal[: TRIED // 2], *legal[-TRIED // 2 :]]
        for number, choice in enumerate([tried[-1], *tried[:-1]]):  # far apart first: most differ there
            reached = _until_asked(engine, start, seat, choice, world + number, log)
            if reached is None or not engine.game.questions.all[int(reached["phase"][0])].early:
                return None
            if found is None:
                found = reached
            elif reached.tobytes() != found.tobytes():
                return None
    return found


def hears(log: Records, seat: int) -> bool:
    """Whether a seat sees anything of what a log holds."""
    if log["overflow"][0]:
        raise OverflowError("one action reported more events than the game declares")
    bit = mask(seat)
    return any(see & bit for see in log["rows"][0, : log["n"][0], SEE].tolist())


def _until_asked(
    engine: Engine, start: Records, seat: int, choice: int, luck: int, log: Records
) -> Records | None:
    """Plays on without a word that the seat hears, until it is asked."""
    states = engine.copy(start)
    for step in range(STEPS):
        engine.apply(states, choice, log=log)
        if engine.over(states) or hears(log, seat):
            return None
        if seat in engine.actors(states):
            return engine.hidden(states, seat)
        legal = engine.legal(states)
        choice = legal[(luck + step * 7) % len(legal)]
    return None
