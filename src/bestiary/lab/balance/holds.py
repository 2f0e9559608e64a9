"""What holds: every aim judged by the one player whose word counts, and whether a search says so too.

A plan names both (``judged_by``, ``confirmed_by``): the first of these that a question asks and that the aim
is meant for. Of other players it is told what they say, but a game is not balanced for all strengths at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .aims import AIMS, KEPT, MISSED, UNCLEAR, Aim, Verdict, judge
from .good import SILENT, figure
from .parts import Answers, table
from .plan import Plan, Question

UNMEASURED = "unmeasured"
AGREES, DIFFERS = "agrees", "differs"
SAYS = {(KEPT, KEPT): AGREES, (MISSED, MISSED): AGREES, (KEPT, MISSED): DIFFERS, (MISSED, KEPT): DIFFERS}


@dataclass(frozen=True)
class Held:
    """An aim at a table: who judges it and what came of it, which search is asked too and what it says."""

    question: Question
    aim: Aim
    by: str
    verdict: Verdict | None
    search: str = ""
    confirms: Verdict | None = None

    @property
    def word(self) -> str:
        """Whether the aim is kept."""
        return self.verdict.word if self.verdict and self.verdict.worst else UNMEASURED

    @property
    def says(self) -> str:
        """What the search says of that; nothing where none is asked or has played."""
        if not self.search or self.confirms is None or self.confirms.worst is None:
            return ""
        return SAYS.get((self.word, self.confirms.word), SILENT)


def held(plan: Plan, question: Question, found: Answers) -> Iterator[Held]:
    """Every aim of a question."""
    for aim in question.aims:
        asked = [agent for agent in question.games if aim.meant(agent)]
        by = _first(plan.judged_by, asked)
        search = _first(plan.confirmed_by, [agent for agent in asked if agent != by])
        if by:
            yield Held(question, aim, by, _judged(aim, found, by), search, _judged(aim, found, search))


def _first(wanted: Sequence[str], asked: Sequence[str]) -> str:
    return next((agent for agent in wanted if agent in asked), "")


def _judged(aim: Aim, found: Answers, agent: str) -> Verdict | None:
    return judge(aim, found[agent]) if agent in found else None


def told(plan: Plan, known: Mapping[str, Answers]) -> Iterator[str]:
    """The part of the page: how many aims are kept, and all that are not."""
    every = _every(plan, known)
    aims = [one for one in every if not one.question.beside]
    if not aims:
        return
    yield "## What holds"
    yield f"{_counted(aims)} {_confirmed(aims)}{_beside(every)}"
    rest = [one for one in aims if one.word != KEPT]
    if rest:
        yield _table(rest)
    if against := [one for one in aims if one.word == KEPT and one.says == DIFFERS]:
        yield "Kept, while the search is sure of something else:"
        yield _table(against)


def summary(plan: Plan, known: Mapping[str, Answers]) -> str:
    """How many aims are kept, in a sentence; nothing where nobody judges any."""
    aims = [one for one in _every(plan, known) if not one.question.beside]
    return _counted(aims).replace("`", "") if aims else ""


def _every(plan: Plan, known: Mapping[str, Answers]) -> list[Held]:
    return [one for question in plan.questions for one in held(plan, question, known[question.id])]


def _counted(aims: Sequence[Held]) -> str:
    counts = Counter(one.word for one in aims)
    judges = ", ".join(f"`{name}` {n}" for name, n in Counter(one.by for one in aims).most_common())
    rest = ", ".join(f"{counts[word]} {word}" for word in (MISSED, UNCLEAR, UNMEASURED) if counts[word])
    said = f"Of {len(aims)} aims {counts[KEPT]} are kept" + (f", {rest}" if rest else "")
    return f"{said}, as those play who judge them ({judges})."


def _confirmed(aims: Sequence[Held]) -> str:
    """What searches say of the aims that are kept."""
    kept = [one for one in aims if one.word == KEPT]
    says = Counter(one.says for one in kept)
    if not any(says[word] for word in (AGREES, SILENT, DIFFERS)):
        return ""
    return (
        f"A search is asked about {len(kept) - says['']} of the {len(kept)} that are kept: it agrees about "
        f"{says[AGREES]}, cannot tell of {says[SILENT]} in as many games as it has played, and is sure of "
        f"something else at {says[DIFFERS]}."
    )


def _beside(every: Sequence[Held]) -> str:
    others = {one.question.says for one in every if one.question.beside}
    if not others:
        return ""
    them, they = ("tables are", "are") if len(others) > 1 else ("table is", "is")
    return f" {len(others)} {them} measured beside, and {they} not counted: the rulebook's stay as they are."


def _table(rows: Sequence[Held]) -> str:
    return table(
        ["table", "aim", "judged by", "verdict", "what speaks against it most", "a search"],
        [[one.question.says, one.aim.said, f"`{one.by}`", *_cells(one)] for one in rows],
    )


def _cells(one: Held) -> list[str]:
    word = f"**{one.word}**" if one.word == MISSED else one.word
    return [word, shown(one.aim, one.verdict), f"`{one.search}` {one.says}" if one.says else ""]


def shown(aim: Aim, verdict: Verdict | None) -> str:
    """The figure of a verdict that is nearest to the bounds or furthest outside."""
    if verdict is None or verdict.worst is None:
        return ""
    said = figure(verdict.worst, AIMS[aim.of].unit)
    return said if verdict.of == 1 else f"{verdict.worst.name}: {said}"
