"""What is sent: made for one pair of eyes, from a record that is hidden for them and nothing else."""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from msgspec.structs import replace

from ...core import words
from ...core.actions import Meaning, Saying
from ...core.cards import Content
from ...core.driver import Engine, is_plain
from ...core.events import SEE, mask
from ...core.game import Game
from ...core.language import SPOKEN, phrase, speaking, word
from ...core.match import NEXT, Match
from ...core.reading import Figures, figures_of
from ...core.record import Records, Row
from ..store.saying import KEEPING
from ..web.codec import encode
from ..web.messages import Barred, BarredChoice, Choice, Result

SPECTATOR = -1
WORLDS = 4  # deals in which a question that may be answered early is looked at
TRIED = 12  # choices of the others that are tried in each
STEPS = 64  # their decisions until the question comes
GUESS = phrase("A first guess: the machine is not at full strength yet and cannot say why.")
KNOWN = 20_000  # choices whose words are kept
SEAT = re.compile(r"\{(\d+)\}")
FORMS = 100  # kinds of records, likewise


def digest(record: Records) -> str:
    """A digest of what a seat sees."""
    return hashlib.sha256(record.tobytes()).hexdigest()[:32]


class _Form:
    """How the fields of a record are read from its bytes: plain numbers all at once, arrays one by one."""

    def __init__(self, kind: np.dtype[Any]) -> None:
        self.kind = kind
        self.names = [name for name in kind.names or () if kind[name].kind in "iuf" and not kind[name].shape]
        form, end = "@", 0
        for name in self.names:
            start = kind.fields[name][1]  # type: ignore[index]
            form += f"{start - end}x{kind[name].char}"
            end = start + kind[name].itemsize
        self.numbers = struct.Struct(form)
        self.arrays = {
            name: (field[0].shape, field[0].base, field[1])
            for name, field in (kind.fields or {}).items()
            if field[0].shape and field[0].base.kind in "iuf"
        }
        self.parts = {  # the same for lists: where it begins and ends, its format and shape
            name: (start, start + kind[name].itemsize, base.char, shape)
            for name, (shape, base, start) in self.arrays.items()
        }


_forms: dict[int, _Form] = {}  # by the object: to compare two kinds takes longer than to read a record


def _form(kind: np.dtype[Any]) -> _Form:
    found = _forms.get(id(kind))
    if found is None or found.kind is not kind:
        if len(_forms) > FORMS:
            _forms.clear()
        found = _forms[id(kind)] = _Form(kind)
    return found


class Still(Row):
    """A record that nobody changes any more, for reading: numbers and arrays come from its bytes."""

    def __init__(self, hidden: Records) -> None:
        super().__init__(np.asarray(hidden))
        content, form = hidden.tobytes(), _form(hidden.dtype)
        known = self.__dict__
        known["_bytes"], known["_form"], known["_view"] = bytearray(content), form, memoryview(content)
        known.update(zip(form.names, form.numbers.unpack_from(content), strict=True))

    def __getattr__(self, name: str) -> Any:
        known = self.__dict__
        found = known["_form"].arrays.get(name)
        if found is None:
            return super().__getattr__(name)
        value = known[name] = np.ndarray(found[0], found[1], known["_bytes"], found[2])
        return value

    def lists(self, names: Sequence[str]) -> list[list[Any]]:
        """Some of its arrays as lists: see ``core.reading``."""
        parts, content = self.__dict__["_form"].parts, self.__dict__["_view"]
        found = []
        for name in names:
            start, end, form, shape = parts[name]
            found.append(content[start:end].cast(form, shape).tolist())
        return found


def view_of(match: Match, record: Still, eyes: int) -> bytes:
    """The position as these eyes see it, without words: see ``saying``."""
    with speaking(KEEPING):
        return encode(match.game.shown(match.content, record, eyes))


def named(text: str, names: Sequence[str]) -> str:
    """A sentence over seats with the names that they have, whatever signs are in those."""
    if "{" in text:
        text = SEAT.sub(lambda seat: names[int(seat[1])] if int(seat[1]) < len(names) else seat[0], text)
    return text[:1].upper() + text[1:]


def named_view(view: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """A view whose prompt names people."""
    prompt = view.get("prompt")
    return {**view, "prompt": named(prompt, names)} if prompt and "{" in prompt else view


# a choice, what it means, how it is said where that depends on the position, and on which figures of it
_Known: TypeAlias = "tuple[Choice, Meaning, Saying | None, Figures | None]"


def choices_of(
    match: Match, hidden: Records, seat: int, legal: list[int], row: Still | None = None
) -> list[Choice]:
    """Every choice of the seat whose record this is, as a page needs it."""
    game, content = match.game, match.content
    rows = match.engine.meaning_rows(hidden, legal)
    row, people = row or Still(hidden), match.people(seat)
    spoken = content.__dict__.setdefault("_choices", {})  # language by language
    known: dict[Any, _Known] = spoken.setdefault(SPOKEN.get(), {})
    made = []
    for key in zip(legal, rows, strict=True):
        found = known.get(key)
        if found is None:
            if len(known) > KNOWN:
                known.clear()
            found = known[key] = _choice(game, content, key[0], match.engine.read_meaning(key[1]))
        choice, meaning, say, figures = found
        if say is not None:  # its words depend on the position
            again = (key, figures(content, row, meaning)) if figures is not None else None
            told = known.get(again) if again else None
            if told is None:
                said = say(content, row, meaning)
                told = replace(choice, sentence=said.told(people)), meaning, None, None
                if again:
                    known[again] = told
            choice = told[0]
        made.append(choice)
    return made


def _choice(game: Game, content: Content, action: int, meaning: Meaning) -> _Known:
    """A choice, but for a sentence that depends on the position: how that is said."""
    say = game.actions.verb(action).say
    choice = Choice(
        action=action,
        notation=words.notation(content, meaning),
        sentence=words.spoken(content, say, meaning) if isinstance(say, str) else "",
        verb=meaning.verb,
        card=meaning.card,
        other=meaning.other,
        target=meaning.target,
        number=meaning.number,
    )
    if isinstance(say, str):
        return choice, meaning, None, None
    return choice, meaning, say, figures_of(say)


def entry_of(match: Match, meaning: Meaning | None, kind: str, seat: int, eyes: int) -> tuple[str, int, str]:
    """An entry of the history as these eyes see it: a card that they may not know is not named."""
    name = ""
    if meaning is not None:
        seen = seat == eyes or bool(meaning.see & mask(eyes))
        name = words.notation(match.content, meaning) if seen else meaning.verb
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
    for action, row in zip(special, engine.meaning_rows(hidden, special), strict=True):
        meaning = engine.read_meaning(row)
        of = meaning.card, meaning.other, meaning.target, meaning.number
        made.append(BarredChoice(meaning.verb, *of, entries[int(numbers[action])]))
    texts = {id: word(book.rules[id].text) for id in entries.values()}
    return Barred(version, made, entries.get(usual, ""), texts)


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


def hears(log: Records, seat: int) -> bool:
    """Whether a seat sees anything of what a log holds."""
    if log["overflow"][0]:
        raise OverflowError("one action reported more events than the game declares")
    bit = mask(seat)
    return any(see & bit for see in log["rows"][0, : log["n"][0], SEE].tolist())


def _until_asked(engine: Engine, start: Records, seat: int, choice: int, luck: int) -> Records | None:
    """Plays on without a word that the seat hears, until it is asked."""
    states = engine.copy(start)
    log = engine.new_log()
    for step in range(STEPS):
        engine.apply(states, choice, log=log)
        if engine.over(states) or hears(log, seat):
            return None
        if seat in engine.actors(states):
            return engine.hidden(states, seat)
        legal = engine.legal(states)
        choice = legal[(luck + step * 7) % len(legal)]
    return None
