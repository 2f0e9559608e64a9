"""What is sent: made for one pair of eyes, from a record that is hidden for them and nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from ...core import words
from ...core.actions import Meaning
from ...core.cards import Content
from ...core.driver import Engine, is_plain
from ...core.events import Happening, mask
from ...core.match import Match
from ...core.record import Records, fields
from ..web.messages import Choice, Entry, Happened, Result

SPECTATOR = -1
WORLDS = 4  # deals in which a question that may be answered early is looked at
TRIED = 12  # choices of the others that are tried in each
STEPS = 64  # their decisions until the question comes
KNOWN = 20_000  # choices whose words are kept


def digest(record: Records) -> str:
    """A digest of what a seat sees."""
    return hashlib.sha256(record.tobytes()).hexdigest()[:32]


def view_of(match: Match, hidden: Records, eyes: int) -> dict[str, Any]:
    """The position as these eyes see it."""
    return match.game.shown(match.content, fields(hidden[0]), eyes)


def choices_of(match: Match, hidden: Records) -> list[Choice]:
    """Every choice of the seat whose record this is, as a page needs it."""
    game, content = match.game, match.content
    legal = match.engine.legal(hidden)
    rows = match.engine.meaning_rows(hidden, legal)
    row = fields(hidden[0])
    known: dict[Any, Choice] = content.__dict__.setdefault("_choices", {})
    made = []
    for key in zip(legal, rows, strict=True):
        choice = known.get(key)
        if choice is None:
            meaning = match.engine.read_meaning(key[1])
            choice = _choice(content, key[0], meaning, words.sentence(game, content, row, meaning))
            if isinstance(game.actions.named(meaning.verb).say, str):
                known[key] = choice  # its words depend on nothing else
                if len(known) > KNOWN:
                    known.clear()
        made.append(choice)
    return made


def _choice(content: Content, action: int, meaning: Meaning, said: str) -> Choice:
    return Choice(
        action=action,
        notation=words.notation(content, meaning),
        sentence=said,
        verb=meaning.verb,
        card=meaning.card,
        other=meaning.other,
        target=meaning.target,
        number=meaning.number,
    )


def entry_of(match: Match, meaning: Meaning | None, kind: str, seat: int, text: str, eyes: int) -> Entry:
    """An entry of the history as these eyes see it: a card that they may not know is not named."""
    name = ""
    if meaning is not None:
        seen = seat == eyes or bool(meaning.see & mask(eyes))
        name = words.notation(match.content, meaning) if seen else meaning.verb
    return Entry(kind, seat, name, text)


def events_of(match: Match, happenings: Sequence[Happening], eyes: int) -> list[Happened]:
    """What happened, as words and as a sentence for these eyes."""
    return [Happened(h.kind, h.words, match.told(h, eyes)) for h in happenings]


def result_of(match: Match) -> Result | None:
    """How the game ended, once it has."""
    if not match.game_over:
        return None
    low, high = match.game.payoff
    scores = match.returns()
    winners = [seat for seat, score in enumerate(scores) if score > (low + high) / 2]
    return Result(scores, winners, words.result(match), match.ended_by, match.more)


def refusal(match: Match, hidden: Records, action: int) -> tuple[str, str]:
    """The rule that forbids a seat this action, and its text, judged by what the seat knows."""
    if match.game_over:
        rule = match.game.no_more
    else:
        number = match.engine.why(hidden, action)
        if not number:
            return "", "This is not possible now."
        rule = match.game.rulebook.cited(number).id
    return rule, match.game.rulebook.rules[rule].text


def early(engine: Engine, hidden: Records, seat: int) -> Records | None:
    """The question that comes to a seat whatever the others choose now, as the seat will see it.

    Secret choices that people make at once at a table are consecutive questions in the state. Whether
    the next question of a seat is such a one is found out from its own record: the others' choices
    are tried in several deals, and where the seat could not tell one from the other it may answer
    already. None where there is no such question, and while Python runs the rules: it would take seconds.
    """
    if is_plain(engine.game):
        return None
    found: Records | None = None
    for world in range(WORLDS):
        start = engine.resampled(hidden, seat, world)
        if engine.over(start) or seat in engine.actors(start):
            return None
        legal = engine.legal(start)
        tried = legal if len(legal) <= TRIED else [*legal[: TRIED // 2], *legal[-TRIED // 2 :]]
        for number, choice in enumerate([tried[-1], *tried[:-1]]):  # far apart first: most differ there
            reached = _until_asked(engine, start, seat, choice, world + number)
            if reached is None:
                return None
            if found is None:
                found = reached
            elif reached.tobytes() != found.tobytes():
                return None
    return found


def _until_asked(engine: Engine, start: Records, seat: int, choice: int, luck: int) -> Records | None:
    """Plays on without a word that the seat hears, until it is asked."""
    states = engine.copy(start)
    log = engine.new_log()
    for step in range(STEPS):
        engine.apply(states, choice, log=log)
        if engine.over(states) or engine.happenings(log, seat):
            return None
        if seat in engine.actors(states):
            return engine.hidden(states, seat)
        legal = engine.legal(states)
        choice = legal[(luck + step * 7) % len(legal)]
    return None
