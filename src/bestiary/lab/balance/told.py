"""What players of the online table are told of how a game was balanced: the same answers in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.registry import load
from .aims import AIMS, Aim, Verdict, flips, judge
from .good import QUALITIES, figure, quantities
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
        "games": sum(answer["played"] for answer in found),
        "revisions": sorted({one for answer in found for one in answer["revision"].split(", ")}),
        "players": [_player(agent, known, asked) for agent in agents],
        "qualities": list(_qualities(plan, known, asked)),
        "aims": [row for question in asked for row in _aims(plan, question, known[question.id])],
        "cards": list(_cards(plan, asked, known)),
        "unknown": list(_unknown(asked, known)),
    }


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
    """Each quality: of this game by every player, then of the others for comparison, by their best player."""
    every = list(quantities(plan, known))
    own = dict.fromkeys(question.quality for question in asked if question.quality)
    order = {agent: n for n, agent in enumerate(PLAYERS)}
    for name, quality in QUALITIES.items():
        mine = [one for one in every if one.quality == name and one.game in own]
        beside = {one.game: one for one in every if one.quality == name and one.game not in own}
        commands = {one.question: one for one in mine}
        yield {
            "name": quality.name,
            "about": quality.about,
            "unit": quality.unit.strip(),
            "figures": [
                {**_figure(one.found), "who": _whose(one.game, one.agent, len(own) > 1), "least": one.least}
                for one in sorted(mine, key=lambda one: order.get(one.agent.partition(":")[0], 9))
            ],
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
    for aim in question.aims:
        asked = [agent for agent in question.games if aim.meant(agent)]
        verdicts = {agent: judge(aim, found[agent]) for agent in asked if agent in found}
        yield {
            "table": question.says,
            "aim": aim.said,
            "flips": flips(list(verdicts.values())),
            "marks": [{"player": player(agent), **_mark(aim, verdicts.get(agent))} for agent in asked],
            "command": command(plan, question, next(iter(found))) if found else "",
        }


def _mark(aim: Aim, verdict: Verdict | None) -> dict[str, str]:
    """A verdict in a word, with the figure that is nearest to the bounds or furthest outside."""
    if verdict is None or verdict.worst is None:
        return {"word": "unmeasured", "worst": ""}
    shown = figure(verdict.worst, AIMS[aim.of].unit)
    return {"word": verdict.word, "worst": shown if verdict.of == 1 else f"{verdict.worst.name}: {shown}"}


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
