"""The plan: what is asked of which game, by whom it is played, how often, and what is aimed at."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...agents.base import settled
from ...core.errors import BestiaryError
from ...core.registry import load
from ..play.study import Study
from .aims import AIMS, Aim

OPEN = {"low": -1e9, "high": 1e9}
CHAPTER = {"title", "text", "question"}
QUESTION = {"id", "game", "says", "text", "games", "options", "vary", "seed", "aims", "forbid", "against"}


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
    text: str = ""

    def study(self, agent: str) -> Study:
        """What is played by an agent."""
        agents = (agent, self.against) if self.against else (agent, agent) if self.forbid else (agent,)
        return Study(
            self.game, agents, self.games[agent], self.seed, self.options, self.vary, forbid=self.forbid
        )


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
    chapters: tuple[Chapter, ...]

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
    _known(path, "the plan", given, {"title", "text", "data", "page", "chapter"})
    for name in ("data", "page"):
        if not isinstance(given.get(name), str):
            raise BadPlan(f"{path}: {name} names where it is kept.")
    chapters = tuple(_chapter(path, one) for one in given.get("chapter", ()))
    ids = [question.id for chapter in chapters for question in chapter.questions]
    if twice := [name for name in ids if ids.count(name) > 1]:
        raise BadPlan(f"{path}: two questions are called {twice[0]!r}.")
    title, text = str(given.get("title", "Balance")), str(given.get("text", ""))
    return Plan(path, title, text, path.parent / given["data"], path.parent / given["page"], chapters)


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
            tuple(_aim(path, where, one) for one in given.get("aims", ())),
            tuple(given.get("forbid", ())),
            settled(given["against"]) if "against" in given else "",
            str(given.get("text", "")),
        )
        for agent in games:
            made.study(agent).check()
    except BadPlan:
        raise
    except (BestiaryError, ValueError, TypeError) as problem:
        raise BadPlan(f"{path}: {where}: {problem}") from None
    return made


def _aim(path: Path, where: str, given: Mapping[str, Any]) -> Aim:
    of = given.get("of")
    if of not in AIMS:
        raise BadPlan(f"{path}: {where}: an aim is of {', '.join(AIMS)}, not of {of!r}.")
    _known(path, f"{where}, aim of {of}", given, {"of", "within", "at_least", "at_most"})
    bounds = dict(OPEN)
    if "within" in given:
        within = given["within"]
        low, high = within if isinstance(within, list) else (-within, within)
        bounds = {"low": float(low), "high": float(high)}
    bounds |= {
        key: float(given[word]) for word, key in (("at_least", "low"), ("at_most", "high")) if word in given
    }
    return Aim(of, bounds["low"], bounds["high"])


def _known(path: Path, where: str, given: Mapping[str, Any], names: set[str]) -> None:
    for name in given:
        if name not in names:
            raise BadPlan(f"{path}: {where} has no field {name!r}; there is: {', '.join(sorted(names))}.")
