"""The plan: what is asked of which game, by whom it is played, how often, and what is aimed at."""

from __future__ import annotations

import importlib
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...agents.base import settled
from ...core.changes import Changes
from ...core.errors import BadOption, BestiaryError, UnknownName
from ...core.registry import load, names, register
from ..play.study import Study
from .aims import AIMS, Aim

OPEN = {"low": -1e9, "high": 1e9}
CHAPTER = {"title", "text", "question"}
PLAN = {
    *("title", "text", "data", "page", "shown", "outside", "quality", "chapter"),
    *("judged_by", "confirmed_by"),
}
QUESTION = {
    *("id", "game", "says", "text", "games", "options", "vary", "seed", "aims", "quality"),
    *("forbid", "against", "ladder", "choices", "phases", "lots", "changes", "instead"),
    *("turn", "pace", "further", "judge", "beside"),
}
PLAY, FORBID, AGAINST, LADDER, CHOICES, PHASES, LOTS, CHANGES, INSTEAD = (
    *("play", "forbid", "against", "ladder", "choices", "phases", "lots", "changes", "instead"),
)
JUDGES = ("mcts", "net")  # whose trees may judge a choice
MEASURES = {
    PLAY: 3,
    CHOICES: 3,
    LADDER: 3,
}  # by kind of question, 2 of others; raised where something else is measured of games
KINDS = (
    FORBID,
    AGAINST,
    LADDER,
    CHOICES,
    PHASES,
    LOTS,
    CHANGES,
    INSTEAD,
)  # a question asks for one of these, or is played


class BadPlan(BestiaryError):
    """A plan that cannot be followed."""


@dataclass(frozen=True)
class Question:
    """One thing that is asked: a game at a table, by how many games of each player."""

    id: str
    game: str
    says: str
    games: Mapping[str, int]  # by agent
    options: Mapping[str, object] = field(default_factory=dict)
    vary: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    seed: int = 0
    aims: tuple[Aim, ...] = ()
    forbid: tuple[str, ...] = ()  # what it costs each of them to do without this
    against: str = ""  # whom each of them meets
    ladder: tuple[str, ...] = ()  # the players below each of them, weakest first
    choices: int = 0  # one decision of every game is judged, by trees of so many iterations
    judge: str = ""  # whose trees these are: a plain search's, if nobody is named
    phases: tuple[str, ...] = ()  # what they choose where this is asked
    lots: tuple[str, ...] = ()  # what each choice is worth where this is asked and a lot answers
    changes: Mapping[str, Sequence[str]] = field(
        default_factory=dict
    )  # by name: what it takes from who holds it
    instead: Mapping[str, Sequence[str]] = field(default_factory=dict)  # by name: what it makes of a team
    turn: tuple[str, ...] = ()  # who chooses one of these verbs has had a turn
    pace: float = 0.0  # seconds that people are taken to need for a decision with a choice
    further: Mapping[str, int] = field(
        default_factory=dict
    )  # by agent: how many times its games a thing may have that the others leave open
    quality: str = ""  # the row of the table of good games that it belongs to
    text: str = ""
    beside: bool = False  # measured to be compared with: its aims are not counted among ours

    @property
    def kind(self) -> str:
        """What is asked: one of ``KINDS``, or how games go."""
        return next((name for name in KINDS if getattr(self, name)), PLAY)

    @property
    def measures(self) -> int:
        """Which measures it takes of games, by number."""
        return MEASURES.get(self.kind, 2)

    @property
    def judges(self) -> tuple[str, ...]:
        """The player by whose trees choices are judged, if one is named."""
        return (settled(f"{self.judge}:{self.choices}"),) if self.judge else ()

    @property
    def judged(self) -> bool:
        """Whether it asks for chances: how long a game is open, how often somebody comes back."""
        return self.kind == PLAY and (bool(self.quality) or load(self.game).team)

    @property
    def asked(self) -> dict[str, Any]:
        """What makes it this question and no other, beside its game, its sizes and its seed."""
        found: dict[str, Any] = {"against": self.against, "choices": self.choices, "pace": self.pace}
        found["judge"] = self.judge
        for name in ("forbid", "ladder", "phases", "lots", "turn"):
            found[name] = list(getattr(self, name))
        for name in ("changes", "instead"):
            found[name] = {one: list(made) for one, made in getattr(self, name).items()}
        return found

    def answered(self, agent: str, answer: Mapping[str, Any]) -> bool:
        """Whether an answer is to this question as it is asked today: at this table, of so many games, on
        these deals."""
        asked = {**self.asked, "games": self.games[agent], "seed": self.seed}
        table = {**self.options, **{name: values[0] for name, values in self.vary.items()}}
        told = answer.get("options", {})
        return all((answer.get(key) or None) == (value or None) for key, value in asked.items()) and all(
            told.get(name) == value for name, value in table.items()
        )

    def played_on(self, agent: str, answer: Mapping[str, Any]) -> bool:
        """Whether what an answer has left open at first was played on as far as is asked."""
        return bool(answer.get("further", 1) >= self.further.get(agent, 1))

    def study(self, agent: str) -> Study:
        """What is played by an agent."""
        return Study(
            self.game,
            self.seated(agent),
            self.games[agent],
            self.seed,
            self.options,
            self.vary,
            forbid=self.forbid,
            lots=self.lots,
        )

    def seated(self, agent: str) -> tuple[str, ...]:
        """Who plays where an agent is asked."""
        if self.ladder:
            beneath = self.ladder[: self.ladder.index(agent)] if agent in self.ladder else self.ladder
            return (*beneath, agent)
        return (agent, self.against) if self.against else (agent, agent) if self.forbid else (agent,)

    def seeded(self, seed: int) -> Question:
        """The same question, put to other deals."""
        return replace(self, seed=seed)


@dataclass(frozen=True)
class Chapter:
    """A part of the page."""

    title: str
    text: str
    questions: tuple[Question, ...]


@dataclass(frozen=True)
class Plan:
    """All that is asked, and where the answers and the page are kept."""

    path: Path
    title: str
    text: str
    data: Path
    page: Path
    shown: Path | None  # where what players of the online table are shown is kept
    quality: str  # what is said of the table of good games
    chapters: tuple[Chapter, ...]
    judged_by: tuple[str, ...] = ()  # whose games say whether an aim is kept: the first that is asked
    confirmed_by: tuple[str, ...] = ()  # which search is asked whether it says so too

    @property
    def questions(self) -> Iterator[Question]:
        """All questions, in the order of the page."""
        for chapter in self.chapters:
            yield from chapter.questions

    def answer(self, question: Question, agent: str) -> Path:
        """Where the answer of a player is kept."""
        return self.data / f"{question.id}-{agent.replace(':', '')}.json"

    def chosen(self, ids: Sequence[str]) -> list[Question]:
        """The questions of these names; all where none is named."""
        known = {question.id: question for question in self.questions}
        for name in ids:
            if name not in known:
                raise BadPlan(f"{self.path} asks no question {name!r}; there is: {', '.join(known)}.")
        return [known[name] for name in ids] if ids else list(known.values())


def read(path: Path) -> Plan:
    """Reads a plan; what cannot be followed is refused in one line that names the question and the field."""
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise BadPlan(f"{path} cannot be read: {problem.strerror}.") from None
    except tomllib.TOMLDecodeError as problem:
        raise BadPlan(f"{path}: {problem}.") from None
    _known(path, "the plan", given, PLAN)
    for name in ("data", "page"):
        if not isinstance(given.get(name), str):
            raise BadPlan(f"{path}: {name} names where it is kept.")
    for name, folder in given.get("outside", {}).items():
        _outside(path, name, path.parent / folder)
    chapters = tuple(_chapter(path, one) for one in given.get("chapter", ()))
    ids = [question.id for chapter in chapters for question in chapter.questions]
    if twice := [name for name in ids if ids.count(name) > 1]:
        raise BadPlan(f"{path}: two questions are called {twice[0]!r}.")
    title, text = str(given.get("title", "Balance")), str(given.get("text", ""))
    shown = path.parent / given["shown"] if "shown" in given else None
    data, page = path.parent / given["data"], path.parent / given["page"]
    quality = str(given.get("quality", ""))
    judges = (_players(path, given, name, chapters) for name in ("judged_by", "confirmed_by"))
    return Plan(path, title, text, data, page, shown, quality, chapters, *judges)


def _players(
    path: Path, given: Mapping[str, Any], field_: str, chapters: Sequence[Chapter]
) -> tuple[str, ...]:
    """The players of a list, each of whom some question asks."""
    named = given.get(field_, [])
    if not isinstance(named, list):
        raise BadPlan(f"{path}: {field_} is a list of players, not {named!r}.")
    asked = dict.fromkeys(agent for part in chapters for one in part.questions for agent in one.games)
    for agent in named:
        if not isinstance(agent, str) or agent not in asked:
            raise BadPlan(f"{path}: {field_}: no question asks {agent!r}; they ask {', '.join(asked)}.")
    return tuple(named)


def _flag(given: Mapping[str, Any], name: str) -> bool:
    flag = given.get(name, False)
    if not isinstance(flag, bool):
        raise BadOption(f"{name} is true or false, not {flag!r}.")
    return flag


def _outside(path: Path, name: str, folder: Path) -> None:
    """Makes a game known that is not installed here, from the folder that holds its package."""
    if name in names():
        return
    if not (folder / name / "__init__.py").exists():
        raise BadPlan(f"{path}: outside: there is no game {name} in {folder}.")
    sys.path.insert(0, str(folder.resolve()))
    try:
        register(importlib.import_module(name).GAME)
    finally:
        sys.path.remove(str(folder.resolve()))


def _chapter(path: Path, given: Mapping[str, Any]) -> Chapter:
    where = f"chapter {given.get('title', '?')!r}"
    _known(path, where, given, CHAPTER)
    questions = tuple(_question(path, one) for one in given.get("question", ()))
    return Chapter(str(given.get("title", "")), str(given.get("text", "")), questions)


def _question(path: Path, given: Mapping[str, Any]) -> Question:
    where = f"question {given.get('id', '?')!r}"
    _known(path, where, given, QUESTION)
    for name, kind in (("id", str), ("game", str), ("games", dict)):
        if not isinstance(given.get(name), kind) or not given[name]:
            raise BadPlan(f"{path}: {where} has no {name}.")
    try:
        games = {settled(agent): int(n) for agent, n in given["games"].items()}
        made = Question(
            given["id"],
            given["game"],
            str(given.get("says", load(given["game"]).title)),
            games,
            given.get("options", {}),
            {name: tuple(values) for name, values in given.get("vary", {}).items()},
            int(given.get("seed", 0)),
            tuple(_aim(path, where, one, given.get("vary", {})) for one in given.get("aims", ())),
            tuple(given.get("forbid", ())),
            settled(given["against"]) if "against" in given else "",
            tuple(settled(agent) for agent in given.get("ladder", ())),
            int(given.get("choices", 0)),
            str(given.get("judge", "")),
            tuple(given.get("phases", ())),
            tuple(given.get("lots", ())),
            given.get("changes", {}),
            given.get("instead", {}),
            tuple(given.get("turn", ())),
            float(given.get("pace", 0)),
            {settled(agent): int(n) for agent, n in given.get("further", {}).items()},
            str(given.get("quality", "")),
            str(given.get("text", "")),
            _flag(given, "beside"),
        )
        _check(made)
    except BadPlan:
        raise
    except (BestiaryError, ValueError, TypeError) as problem:
        raise BadPlan(f"{path}: {where}: {problem}") from None
    return made


def _check(question: Question) -> None:
    """Refuses what cannot be asked of the game."""
    game = load(question.game)
    if several := [name for name in KINDS if getattr(question, name)][1:]:
        raise BadOption(f"{question.kind} and {several[0]} are two questions.")
    if question.judge not in ("", *JUDGES):
        raise UnknownName("judge", question.judge, list(JUDGES))
    if question.judge and not question.choices:
        raise BadOption("judge: whose trees judge is asked where choices are judged: choices = ITERATIONS.")
    for agent in question.games:
        question.study(agent).check()
    for judge in question.judges:
        Study(question.game, (judge,), 1, options=question.options, vary=question.vary).check()
    _further(question)
    for agent in (agent for aim in question.aims for agent in aim.whose):
        _asked(question, agent)
    known = {"phases": [asked.name for asked in game.questions.all]}
    known["turn"] = [verb.name for verb in game.actions.verbs]
    for field_, there in known.items():
        for name in getattr(question, field_):
            if name not in there:
                raise UnknownName("question" if field_ == "phases" else "verb", name, there)
    for made in (*question.changes.values(), *question.instead.values()):
        Changes(game, made)
    if question.instead and not game.team:
        raise BadOption("instead: it is asked of those who win together; ask others for changes.")


def _further(question: Question) -> None:
    """Refuses to play on what nobody plays, or what is no share of games by itself."""
    for agent, times in question.further.items():
        _asked(question, agent)
        if times < 2:
            raise BadOption(f"further: {agent} plays on up to 2 times its games or more, not {times}.")
    if question.further and not any(AIMS[aim.of].further for aim in question.aims):
        known = ", ".join(name for name, kind in AIMS.items() if kind.further)
        raise BadOption(f"further: nothing is played on but what an aim speaks of: {known}.")


def _asked(question: Question, agent: str) -> None:
    if agent not in question.games:
        raise UnknownName("player that is asked", agent, list(question.games))


def _aim(path: Path, where: str, given: Mapping[str, Any], vary: Mapping[str, Any]) -> Aim:
    of = given.get("of")
    if of not in AIMS:
        raise BadPlan(f"{path}: {where}: an aim is of {', '.join(AIMS)}, not of {of!r}.")
    _known(path, f"{where}, aim of {of}", given, {"of", "within", "at_least", "at_most", "only", "whose"})
    bounds = dict(OPEN)
    if "within" in given:
        within = given["within"]
        low, high = within if isinstance(within, list) else (-within, within)
        bounds = {"low": float(low), "high": float(high)}
    bounds |= {
        key: float(given[word]) for word, key in (("at_least", "low"), ("at_most", "high")) if word in given
    }
    only, stage = tuple(given.get("only", ())), " and ".join(vary) or "table"
    whose = tuple(settled(agent) for agent in given.get("whose", ()))
    return Aim(of, bounds["low"], bounds["high"], only, stage, whose)


def _known(path: Path, where: str, given: Mapping[str, Any], names: set[str]) -> None:
    for name in given:
        if name not in names:
            raise BadPlan(f"{path}: {where} has no field {name!r}; there is: {', '.join(sorted(names))}.")
