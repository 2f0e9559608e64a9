"""The page: made from the plan and the answers alone, so that no number on it is typed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from ...core.errors import SaveError
from ...core.registry import load
from . import alike, holds, second
from .aims import MISSED, Verdict, flips, judge
from .good import QUALITIES, Quantity, asked_of, quantities
from .parts import Answer, Answers, parts, table
from .plan import Plan, Question

# what every answer says
HEAD = ("content", "options", "measures", "games", "played", "deals", "game", "seconds", "revision")
CUDA = "cuda"
OTHER = 99  # the seed that the page names for whoever wants to check it


def answers(plan: Plan, question: Question) -> dict[str, Answer]:
    """The answers that there are to what is asked today, of today's cards, in the order of the plan.

    Cards from before there were some fields are today's where nobody uses these.
    """
    cards = load(question.game).content()
    same = cards.fingerprint, cards.older.fingerprint
    return {
        agent: one
        for agent, one in _kept(plan, question).items()
        if one["content"] in same and question.answered(agent, one) and alike.stands(one)
    }


def _kept(plan: Plan, question: Question) -> dict[str, Answer]:
    paths = {agent: plan.answer(question, agent) for agent in question.games}
    return {agent: _read(path) for agent, path in paths.items() if path.exists()}


def _read(path: Path) -> Answer:
    try:
        given: Answer = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise SaveError(f"{path} cannot be read as an answer: {problem}.") from None
    if not isinstance(given, dict) or (missing := [key for key in HEAD if key not in given]):
        said = f"{missing[0]} is missing" if isinstance(given, dict) else "it is no table"
        raise SaveError(f"{path} cannot be read as an answer: {said}.")
    return given


def page(plan: Plan) -> str:
    """The whole page, in Markdown."""
    known = {question.id: answers(plan, question) for question in plan.questions}
    made = [f"# {plan.title}", plan.text.strip(), *holds.told(plan, known)]
    made += [*_summary(plan, known), *_good(plan, known)]
    made += second.told(second.kept(plan, known), sum(len(found) for found in known.values()))
    for chapter in plan.chapters:
        made += [f"## {chapter.title}", chapter.text.strip()]
        for question in chapter.questions:
            if known[question.id]:
                made += _question(plan, question, known[question.id])
    return "\n\n".join(part for part in made if part) + "\n"


def _before(question: Question, agent: str, was: Answer) -> str:
    """What is different about an answer that does not count any more."""
    if not question.answered(agent, was):
        return "asked otherwise"
    return "with other cards" if alike.stands(was) else "played otherwise"


def _summary(plan: Plan, known: Mapping[str, Answers]) -> Iterator[str]:
    """Every aim, as each player's games have it."""
    agents = list(dict.fromkeys(agent for question in plan.questions for agent in question.games))
    rows, missing = [], []
    for question in plan.questions:
        for agent, games in question.games.items():
            if agent not in known[question.id]:
                was = _kept(plan, question).get(agent)
                since = f", {_before(question, agent, was)} at `{was['revision']}`" if was else ""
                missing.append(f"{question.id} by `{agent}` ({games:,} games{since})")
        for aim in question.aims if known[question.id] else ():
            asked = [agent for agent in question.games if aim.meant(agent)]
            verdicts = {
                agent: judge(aim, known[question.id][agent]) for agent in asked if agent in known[question.id]
            }
            cells = [_word(verdicts.get(agent), agent in asked) for agent in agents]
            flip = " (flips)" if flips(list(verdicts.values())) else ""
            rows.append([question.says, aim.said + flip, *cells])
    if rows:
        yield "## The aims"
        yield table(["table", "aim", *(f"`{agent}`" for agent in agents)], rows)
        yield (
            "Kept: all of it is shown to be inside. Missed: something is shown to be outside. Unclear: "
            "neither, with the games that were played. Intervals hold with 95% for all things together that "
            "an aim speaks of, and for all looks together where what was open was played on. An aim flips "
            "where two players are sure of different things."
        )
        yield _together([answer for found in known.values() for answer in found.values()])
        yield from alike.told(known)
    yield from _earlier(plan, known)
    if missing:
        yield f"Not measured yet: {', '.join(missing)}."


def _earlier(plan: Plan, known: Mapping[str, Answers]) -> Iterator[str]:
    """Which chances were measured before their own uncertainty was."""
    found = [
        f"{question.id} by `{agent}`"
        for question in plan.questions
        for agent, answer in known[question.id].items()
        if question.judged and answer["measures"] < question.measures
    ]
    if found:
        yield (
            "How far a chance itself may be off is not yet in the intervals of comebacks and of what is "
            f"open of {', '.join(found)}, which were measured before that was done."
        )


def _together(every: list[Answer]) -> str:
    """How much was played, and how long that took."""
    games, hours = sum(one["played"] for one in every), sum(one["seconds"] for one in every) / 3600
    return f"{len(every)} answers, {games:,} games in all, which took {hours:.1f} hours."


def _good(plan: Plan, known: Mapping[str, Answers]) -> Iterator[str]:
    """What makes them good games: every quality of every game, by strength."""
    every = list(quantities(plan, known))
    if not every:
        return
    yield "## What makes them good games"
    yield plan.quality.strip()
    yield "\n".join(f"- {one.name}: {one.about}." for one in QUALITIES.values())
    by: dict[tuple[str, str], dict[str, Quantity]] = {}
    for one in every:
        by.setdefault((one.game, one.agent), {})[one.quality] = one
    order = list(dict.fromkeys(question.quality for question in plan.questions if question.quality))
    rows = [
        [game, f"`{agent}`", *(found[name].said if name in found else "" for name in QUALITIES)]
        for (game, agent), found in sorted(by.items(), key=lambda item: order.index(item[0][0]))
    ]
    yield table(["game", "player", *(one.name.lower() for one in QUALITIES.values())], rows)
    for game in order:
        missing = [
            QUALITIES[name].name.lower()
            for name in asked_of(plan, (game,))
            if not any(one.game == game and one.quality == name for one in every)
        ]
        if missing:
            yield f"Of {game} not known yet, by any player: {', '.join(missing)}."


def command(plan: Plan, question: Question, agent: str, seed: int = OTHER) -> str:
    """What puts a question to other deals and says whether they agree."""
    where = f"{plan.path.parent.name}/{plan.path.name}"
    return f"bestiary lab balance {where} {question.id} -a {agent} --seed {seed}"


def _word(verdict: Verdict | None, asked: bool) -> str:
    if verdict is None:
        return "not measured yet" if asked else ""
    return f"**{verdict.word}**" if verdict.word == MISSED else verdict.word


def _question(plan: Plan, question: Question, found: Answers) -> Iterator[str]:
    yield f"### {question.says}"
    yield question.text.strip()
    yield _played(question, found)
    yield f"To check on other deals: `{command(plan, question, next(iter(found)))}`"
    if question.aims and found:
        rows = []
        for aim in question.aims:
            judged = {agent: judge(aim, answer) for agent, answer in found.items() if aim.meant(agent)}
            cells = [judged[agent].said if agent in judged else "" for agent in found]
            rows.append([aim.said, *cells, "flips" if flips(list(judged.values())) else ""])
        yield table(["aim", *(f"`{agent}`" for agent in found), ""], rows)
    yield from parts(found)


def _played(question: Question, found: Answers) -> str:
    """By whom, how often, at which revision."""
    game = load(question.game)
    set_by = [f"{name}={_value(value)}" for name, value in question.options.items()]
    set_by += [f"{name}={','.join(map(_value, values))} in turn" for name, values in question.vary.items()]
    rows = []
    for agent in question.games:
        answer = found.get(agent)
        whom = f"`{agent}`"
        whom += f" against `{question.against}`" if question.against else ""
        whom += f" without {', '.join(question.forbid)} against itself" if question.forbid else ""
        whom = ", ".join(f"`{one}`" for one in question.seated(agent)) if question.ladder else whom
        if answer is None:
            continue
        if answer.get("device") == CUDA:
            whom += ", on a GPU"
        took = f"{answer['seconds'] / 60:.1f}" if answer["seconds"] >= 60 else f"{answer['seconds']} s"
        took += " min" if answer["seconds"] >= 60 else ""
        rows.append(
            [
                whom,
                f"{answer['played']:,}",
                f"{answer['deals']:,}",
                f"`{answer['game']}`",
                f"`{answer['revision']}`",
                took,
            ]
        )
    said = f"{game.title}{': ' + ', '.join(set_by) if set_by else ''}; seed {question.seed}."
    on = [
        f"`{who}` up to {one['further']} times as often{', on a GPU' * (one.get('further_device') == CUDA)}"
        for who, one in found.items()
        if "further" in one
    ]
    said += f" What the first games left open was played on: by {', '.join(on)}." if on else ""
    return said + "\n\n" + table(["players", "games", "deals", "rules", "revision", "took"], rows)


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
