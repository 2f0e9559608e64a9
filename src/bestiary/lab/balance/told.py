"""What players of the online table are told of how a game was balanced: the same answers in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...core.registry import load
from . import holds
from .aims import AIMS, Aim, Verdict, judge
from .good import QUALITIES, Quantity, asked_of, quantities
from .page import answers, command
from .parts import Answers
from .plan import PLAY, Plan, Question

PLAYERS = {
    "bulk": ("Quick player", "tries every move a few times and takes the best: quick, and no master"),
    "mcts": ("Searcher", "looks ahead through a tree of possible moves before each one"),
    "net": ("Learned player", "has taught itself the game by playing against itself"),
    "net:": ("Learned searcher", "looks ahead where what it has taught itself leads"),
    "random": ("Random player", "takes any legal move"),
    "greedy": ("Simple player", "follows the game's own rules of thumb"),
}
MOST = 3  # cards at either end of a list


def told(plan: Plan) -> dict[str, dict[str, Any]]:
    """For each game of ours that is asked about: what the page of the online table shows."""
    known = {question.id: answers(plan, question) for question in plan.questions}
    ours = dict.fromkeys(question.game for question in plan.questions if not _reference(plan, question))
    return {slug: _game(plan, known, slug) for slug in ours}


def _reference(plan: Plan, question: Question) -> bool:
    """Whether a game is only there to be compared with."""
    chapter = next(one for one in plan.chapters if question in one.questions)
    return all(not one.aims for one in chapter.questions)


def _game(plan: Plan, known: Mapping[str, Answers], slug: str) -> dict[str, Any]:
    asked = [question for question in plan.questions if question.game == slug]
    found = [answer for question in asked for answer in known[question.id].values()]
    agents = dict.fromkeys(agent for question in asked for agent in question.games)
    return {
        "game": slug,
        "title": load(slug).title,
        "about": list(_about(plan, asked)),
        "games": sum(answer["played"] for answer in found),
        "revisions": sorted({one for answer in found for one in answer["revision"].split(", ")}),
        "players": [_player(agent, known, asked) for agent in agents],
        "qualities": list(_qualities(plan, known, asked)),
        "aims": [row for question in asked for row in _aims(plan, question, known[question.id])],
        "cards": list(_cards(plan, asked, known)),
        "unknown": list(_unknown(asked, known)),
    }


def _about(plan: Plan, asked: Sequence[Question]) -> Iterator[str]:
    """What is said of the questions of a game, a paragraph each, with players named as people call them."""
    for chapter in plan.chapters:
        if chapter.text and any(question in asked for question in chapter.questions):
            said = re.sub(r"`([^`]+)`", lambda found: f"the {player(found[1]).lower()}", chapter.text)
            yield from (" ".join(part.split()) for part in said.strip().split("\n\n"))


def led(agent: str) -> str:
    """The kind of a player: a learned one that searches, too, is another."""
    kind, colon, _ = agent.partition(":")
    return kind + colon if kind + colon in PLAYERS else kind


def player(agent: str) -> str:
    """What people call a player.

    >>> player("bulk"), player("mcts:300"), player("net:50")
    ('Quick player', 'Searcher (300)', 'Learned searcher (50)')
    """
    kind, _, budget = agent.partition(":")
    name = PLAYERS[led(agent)][0] if kind in PLAYERS else agent
    return f"{name} ({budget})" if budget and kind in PLAYERS else name


def _player(agent: str, known: Mapping[str, Answers], asked: list[Question]) -> dict[str, Any]:
    games = sum(known[one.id][agent]["played"] for one in asked if agent in known[one.id])
    about = PLAYERS.get(led(agent), ("", ""))[1]
    return {"name": player(agent), "agent": agent, "about": about, "games": games}


def _qualities(plan: Plan, known: Mapping[str, Answers], asked: list[Question]) -> Iterator[dict[str, Any]]:
    """Each quality: of this game by every player, then of the others for comparison, by who judges them or
    else by their best player."""
    every = list(quantities(plan, known))
    own = dict.fromkeys(question.quality for question in asked if question.quality)
    order = {agent: n for n, agent in enumerate(PLAYERS)}
    for name in asked_of(plan, own):
        quality = QUALITIES[name]
        mine = [one for one in every if one.quality == name and one.game in own]
        beside: dict[str, Quantity] = {}
        for one in every:
            if one.quality == name and one.game not in own and one.tells:
                before = beside.get(one.game)
                if before is None or before.agent not in plan.judged_by[:1]:
                    beside[one.game] = one
        commands = {one.question: one for one in mine}
        sorted_ = sorted(mine, key=lambda one: order.get(one.agent.partition(":")[0], 9))
        yield {
            "name": quality.name,
            "about": quality.about,
            "unit": quality.unit.strip(),
            "figures": [
                {**_figure(one.found), "who": _whose(one.game, one.agent, len(own) > 1), "least": one.least}
                for one in sorted_
                if one.tells
            ],
            "silent": [_whose(one.game, one.agent, len(own) > 1) for one in sorted_ if not one.tells],
            "beside": [
                {**_figure(one.found), "who": _whose(game, one.agent, True), "least": one.least}
                for game, one in beside.items()
            ],
            "command": _commands(plan, asked, commands),
        }


def _commands(plan: Plan, asked: list[Question], commands: Mapping[str, Any]) -> str:
    return "\n".join(
        command(plan, question, commands[question.id].agent) for question in asked if question.id in commands
    )


def _whose(game: str, agent: str, named: bool) -> str:
    return f"{game}, {player(agent).lower()}" if named else player(agent)


def _figure(found: Any) -> dict[str, float]:
    return {key: round(getattr(found, key), 2) for key in ("value", "low", "high")}


def _aims(plan: Plan, question: Question, found: Answers) -> Iterator[dict[str, Any]]:
    judged = {one.aim: one for one in holds.held(plan, question, found)}
    for aim in question.aims:
        asked = [agent for agent in question.games if aim.meant(agent)]
        by = judged.get(aim)
        verdicts = {agent: judge(aim, found[agent]) for agent in asked if agent in found}
        yield {
            "table": question.says,
            "aim": aim.said,
            "beside": question.beside,
            "word": by.word if by else "",
            "by": player(by.by) if by else "",
            "search": player(by.search) if by and by.says else "",
            "says": by.says if by else "",
            "marks": [{"player": player(agent), **_mark(aim, verdicts.get(agent))} for agent in asked],
            "command": command(plan, question, next(iter(found))) if found else "",
        }


def _mark(aim: Aim, verdict: Verdict | None) -> dict[str, str]:
    """A verdict in a word, with the figure that is nearest to the bounds or furthest outside."""
    if verdict is None or verdict.worst is None:
        return {"word": holds.UNMEASURED, "worst": ""}
    return {"word": verdict.word, "worst": holds.shown(aim, verdict)}


def _cards(plan: Plan, asked: list[Question], known: Mapping[str, Answers]) -> Iterator[dict[str, Any]]:
    """The cards that are worth most and least to whom they are dealt, by the last player that was asked."""
    for question in (one for one in asked if one.kind == PLAY):
        for agent, answer in list(known[question.id].items())[-1:]:
            rows = sorted(AIMS["worth"].things(answer), key=lambda one: -one.value)
            if len(rows) > 2 * MOST:
                yield {
                    "table": question.says,
                    "player": player(agent),
                    "most": [{"name": one.name, **_figure(one)} for one in rows[:MOST]],
                    "least": [{"name": one.name, **_figure(one)} for one in rows[-MOST:]],
                    "command": command(plan, question, agent),
                }


def _unknown(asked: list[Question], known: Mapping[str, Answers]) -> Iterator[str]:
    """What is asked and not answered yet."""
    for question in asked:
        missing = [player(agent) for agent in question.games if agent not in known[question.id]]
        if missing:
            yield f"{question.says}: {', '.join(missing).lower()}"
