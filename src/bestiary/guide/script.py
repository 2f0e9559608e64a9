"""Reads ``guide.toml`` of a game's room; a refusal names the file, the place and the field."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from ..core.errors import BestiaryError, UnknownName
from ..core.game import Game
from ..core.rulebook import Rule
from .fitting import LEAST, MOST, OF

FILE = "guide.toml"
MOVE = ("verb", "card", "other", "target", "number", MOST, LEAST)
SHORT = ("aim", "turn", "end")
ALTERNATIVE = re.compile("A table may|Variant|With |In the .* variant")  # what holds only where chosen


class GuideError(BestiaryError):
    """A guide that cannot be used: names file, place, field and what was expected."""


@dataclass(frozen=True)
class Step:
    """Something that the guide says, and, where it asks for a move, which moves lead on.

    Its conditions say when it fits: the ``question`` that is asked, what the view shows (``when``), what
    happened since the player's last move (``after``). ``off`` says why the guide suggests no other move;
    ``reply`` are moves that the other side prefers until the player is asked again. ``name`` keeps the move
    for later texts.
    """

    say: str
    rules: tuple[str, ...] = ()
    at: tuple[str, ...] = ()  # what it points at: keys of things on the board, or "move"
    question: str = ""
    when: Mapping[str, Any] = field(default_factory=dict)
    after: tuple[Mapping[str, Any], ...] = ()
    move: Mapping[str, Any] | None = None
    off: str = ""
    reply: tuple[Mapping[str, Any], ...] = ()
    name: str = ""
    theme: bool = False  # tells a story, states no rule


@dataclass(frozen=True)
class Term:
    """A word of the game that explains itself; ``also`` are its other forms."""

    word: str
    text: str
    rules: tuple[str, ...]
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Said:
    """A part of the rules in two minutes."""

    say: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Picture:
    """A position of the guided game with what it shows: before the player's n-th move, from 1."""

    say: str
    rules: tuple[str, ...]
    move: int
    at: tuple[str, ...] = ()


@dataclass(frozen=True)
class Guide:
    """All that a game's room says for newcomers."""

    path: Path
    minutes: int
    seat: int
    seed: int
    options: Mapping[str, Any]
    replies: tuple[Mapping[str, Any], ...]
    steps: tuple[Step, ...]
    notes: tuple[Step, ...]  # said once, when they come up
    short: Mapping[str, Said]
    pictures: tuple[Picture, ...]
    terms: tuple[Term, ...]

    @property
    def asked(self) -> int:
        """How many moves the script asks for."""
        return sum(step.move is not None for step in self.steps)

    @property
    def texts(self) -> list[str]:
        """All that it says, for whoever translates it."""
        steps = [text for step in (*self.steps, *self.notes) for text in (step.say, step.off)]
        short = [*(said.say for said in self.short.values()), *(picture.say for picture in self.pictures)]
        terms = [text for term in self.terms for text in (term.word, *term.also, term.text)]
        return [text for text in (*steps, *short, *terms) if text]

    def term(self, word: str) -> Term | None:
        """What a word means here, whatever its case and form."""
        wanted = word.strip().lower()
        for term in self.terms:
            if wanted in (w.lower() for w in (term.word, *term.also)):
                return term
        return None


_read: dict[Path, tuple[int, Guide | None]] = {}


def guide_of(game: Game) -> Guide | None:
    """The guide of a game, read again where its file has changed; nothing where the room has none."""
    path = game.room / FILE
    try:
        stamp = path.stat().st_mtime_ns
    except OSError:
        return None
    known = _read.get(path)
    if known is None or known[0] != stamp:
        known = _read[path] = stamp, read(game, path)
    return known[1]


def read(game: Game, path: Path) -> Guide:
    """A guide file, checked against the game: entries, questions, verbs, options."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise GuideError(f"{path}: not readable: {problem}") from None
    return _Reader(game, path, data).guide()


class _Reader:
    """Reads one file; knows where it is, for refusals."""

    def __init__(self, game: Game, path: Path, data: Mapping[str, Any]) -> None:
        self.game, self.path, self.data = game, path, data
        self.where = "the head"
        self.options: dict[str, Any] = {}

    def refuse(self, key: str, wish: str) -> NoReturn:
        raise GuideError(f"{self.path}: {self.where}: {key}: {wish}")

    def get(self, data: Mapping[str, Any], key: str, kind: Any, otherwise: Any = None) -> Any:
        value = data.get(key, otherwise)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            wish = {str: "a text", int: "a whole number", list: "a list", dict: "a table"}[kind]
            self.refuse(key, f"expected {wish}" if key in data else f"is missing; expected {wish}")
        return value

    def known(self, data: Mapping[str, Any], keys: Sequence[str]) -> None:
        for key in data:
            if key not in keys:
                self.refuse(key, f"there is no such field; there are {', '.join(keys)}")

    def guide(self) -> Guide:
        head = ("minutes", "seat", "seed", "options", "reply", "step", "note", "picture", "term", *SHORT)
        self.known(self.data, head)
        try:
            self.options = self.game.settle(self.get(self.data, "options", dict, {}))
        except BestiaryError as problem:
            self.refuse("options", str(problem))
        seat = self.get(self.data, "seat", int, 0)
        if not 0 <= seat < int(self.options.get("players", self.game.players[0])):
            self.refuse("seat", "there is no such seat")
        steps = tuple(self.step(n, entry, "step") for n, entry in enumerate(self.entries("step"), 1))
        if not any(step.move is not None for step in steps):
            self.refuse("step", "a guide asks for at least one move")
        asked = sum(step.move is not None for step in steps)
        self.where = "the head"
        return Guide(
            self.path,
            self.get(self.data, "minutes", int),
            seat,
            self.get(self.data, "seed", int),
            self.options,
            tuple(self.pattern(p, "reply") for p in self.entries("reply")),
            steps,
            tuple(self.step(n, entry, "note") for n, entry in enumerate(self.entries("note"), 1)),
            {part: self.said(part) for part in SHORT if part in self.data},
            tuple(self.picture(n, entry, asked) for n, entry in enumerate(self.entries("picture"), 1)),
            tuple(self.term(entry) for entry in self.entries("term")),
        )

    def entries(self, key: str) -> list[Mapping[str, Any]]:
        found: list[Mapping[str, Any]] = self.get(self.data, key, list, [])
        return found

    def rules(self, data: Mapping[str, Any], *, needed: bool) -> tuple[str, ...]:
        """The entries that a text states: there, and in force at the guide's table."""
        cited = self.get(data, "rules", list, [])
        for id in cited:
            rule = self.game.rulebook.rules.get(id)
            if rule is None:
                self.refuse("rules", f"the rulebook has no entry {id}")
            if rule.status == "option" and rule.option in self.options and not self.on(rule):
                self.refuse("rules", f"{id} holds only with the option {rule.option}, which is off")
        if needed and not cited:
            self.refuse("rules", "a text cites the entries that it states, or is marked theme = true")
        return tuple(cited)

    def on(self, rule: Rule) -> bool:
        """Whether an entry of an option holds at this table: the option is set, or the entry says what holds
        where it is not."""
        set_here = self.options[rule.option] != self.game.options.all[rule.option].default
        return set_here or self.options[rule.option] is True or not ALTERNATIVE.match(rule.text)

    def step(self, n: int, data: Mapping[str, Any], kind: str) -> Step:
        self.where = f"{kind} {n}"
        self.known(data, tuple(Step.__dataclass_fields__))
        theme = bool(data.get("theme", False))
        question = self.get(data, "question", str, "")
        if question and question not in self.game.questions.numbers.words:
            self.unknown("question", question, self.game.questions.numbers.words)
        move = data.get("move")
        off = self.get(data, "off", str, "")
        if move is not None:
            self.pattern(self.get(data, "move", dict), "move")
            if move and not off:
                self.refuse("off", "say why the guide suggests no other move")
        if kind == "note" and move is not None:
            self.refuse("move", "a note asks for no move")
        at = self.get(data, "at", list, ["move"] if move else [])
        if "move" in at and move is None:
            self.refuse("at", "there is no move to point at")
        return Step(
            say=self.get(data, "say", str),
            rules=self.rules(data, needed=not theme),
            at=tuple(at),
            question=question,
            when=self.get(data, "when", dict, {}),
            after=tuple(self.happening(one) for one in self.get(data, "after", list, [])),
            move=move,
            off=off,
            reply=tuple(self.pattern(p, "reply") for p in self.get(data, "reply", list, [])),
            name=self.get(data, "name", str, ""),
            theme=theme,
        )

    def happening(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        kinds = [kind.name for kind in self.game.events.kinds]
        if data.get("kind") not in kinds:
            self.unknown("after", str(data.get("kind")), kinds)
        return data

    def pattern(self, data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
        for word in data:
            if word not in (*MOVE, "question"):
                self.unknown(key, word, (*MOVE, "question"))
        verbs = self.game.actions.numbers.words
        named = data.get("verb", [])
        for verb in [named] if isinstance(named, str) else named:
            if verb not in verbs:
                self.unknown(f"{key}.verb", verb, verbs)
        target = data.get("target")
        if isinstance(target, Mapping) and OF not in target:
            self.refuse(f"{key}.target", f"a filter says where in the view it looks: {OF} = ...")
        return data

    def unknown(self, key: str, name: str, known: Sequence[str]) -> NoReturn:
        self.refuse(key, str(UnknownName(key.split(".")[-1], name, known)))

    def said(self, part: str) -> Said:
        self.where = f"[{part}]"
        data = self.get(self.data, part, dict)
        self.known(data, ("say", "rules"))
        return Said(self.get(data, "say", str), self.rules(data, needed=True))

    def picture(self, n: int, data: Mapping[str, Any], asked: int) -> Picture:
        self.where = f"picture {n}"
        self.known(data, ("say", "rules", "move", "at"))
        move = self.get(data, "move", int)
        if not 1 <= move <= asked + 1:
            self.refuse("move", f"the script asks for moves 1 to {asked}; {asked + 1} is after the last")
        at = tuple(self.get(data, "at", list, []))
        return Picture(self.get(data, "say", str), self.rules(data, needed=True), move, at)

    def term(self, data: Mapping[str, Any]) -> Term:
        self.where = f"term {data.get('word', '')}"
        self.known(data, ("word", "text", "rules", "also"))
        also = tuple(self.get(data, "also", list, []))
        text = self.get(data, "text", str)
        return Term(self.get(data, "word", str), text, self.rules(data, needed=True), also)
