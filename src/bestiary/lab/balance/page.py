"""The page: made from the plan and the answers alone, so that no number on it is typed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...core.errors import SaveError
from ...core.registry import load
from .aims import MISSED, Verdict, flips, judge
from .plan import Plan, Question

Answer = Mapping[str, Any]
Answers = Mapping[str, Answer]  # by player
WORTH = 6  # cards at either end of a list
HARDLY = 12  # endings and cards that are named in one cell


def answers(plan: Plan, question: Question) -> dict[str, Answer]:
    """The answers that there are, in the order of the plan."""
    found = {}
    for agent in question.games:
        path = plan.answer(question, agent)
        if path.exists():
            found[agent] = _read(path)
    return found


def _read(path: Path) -> Answer:
    try:
        given: Answer = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise SaveError(f"{path} cannot be read as an answer: {problem}.") from None
    return given


def page(plan: Plan) -> str:
    """The whole page, in Markdown."""
    known = {question.id: answers(plan, question) for question in plan.questions}
    parts = [f"# {plan.title}", plan.text.strip(), *_summary(plan, known)]
    for chapter in plan.chapters:
        parts += [f"## {chapter.title}", chapter.text.strip()]
        for question in chapter.questions:
            if known[question.id]:
                parts += _question(question, known[question.id])
    return "\n\n".join(part for part in parts if part) + "\n"


def _summary(plan: Plan, known: Mapping[str, Answers]) -> Iterator[str]:
    """Every aim, as each player's games have it."""
    agents = list(dict.fromkeys(agent for question in plan.questions for agent in question.games))
    rows, missing = [], []
    for question in plan.questions:
        for agent, games in question.games.items():
            if agent not in known[question.id]:
                missing.append(f"{question.id} by `{agent}` ({games:,} games)")
        for aim in question.aims if known[question.id] else ():
            verdicts = {agent: judge(aim, answer) for agent, answer in known[question.id].items()}
            cells = [_word(verdicts.get(agent), agent in question.games) for agent in agents]
            flip = " (flips)" if flips(list(verdicts.values())) else ""
            rows.append([question.says, aim.said + flip, *cells])
    if rows:
        yield "## The aims"
        yield table(["table", "aim", *(f"`{agent}`" for agent in agents)], rows)
        yield (
            "Kept: all of it is shown to be inside. Missed: something is shown to be outside. Unclear: "
            "neither, with the games that were played. Intervals hold with 95% for all things together that "
            "an aim speaks of. An aim flips where two players are sure of different things."
        )
    if missing:
        yield f"Not measured yet: {', '.join(missing)}."


def _word(verdict: Verdict | None, asked: bool) -> str:
    if verdict is None:
        return "not measured yet" if asked else ""
    return f"**{verdict.word}**" if verdict.word == MISSED else verdict.word


def _question(question: Question, found: Answers) -> Iterator[str]:
    yield f"### {question.says}"
    yield question.text.strip()
    yield _played(question, found)
    if question.aims and found:
        rows = []
        for aim in question.aims:
            verdicts = [judge(aim, answer) for answer in found.values()]
            rows.append(
                [aim.said, *(verdict.said for verdict in verdicts), "flips" if flips(verdicts) else ""]
            )
        yield table(["aim", *(f"`{agent}`" for agent in found), ""], rows)
    for part in (_seats, _wins, _forgone, _stages, _lengths, _endings, _characters, _matchups, _cards):
        yield from part(found)


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
        if answer is None:
            continue
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
    return said + "\n\n" + table(["players", "games", "deals", "rules", "revision", "took"], rows)


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# ---- the parts of an answer --------------------------------------------------------------------------


def _with(found: Answers, key: str) -> list[tuple[str, Any]]:
    return [(agent, answer[key]) for agent, answer in found.items() if answer.get(key)]


def _seats(found: Answers) -> Iterator[str]:
    given = _with(found, "seats")
    if given:
        most = max(len(rows) for _, rows in given)
        heads = ["wins of", *(f"seat {k + 1}" for k in range(most))]
        yield table(heads, [[f"`{agent}`", *map(share, rows)] for agent, rows in given])


def _wins(found: Answers) -> Iterator[str]:
    given = _with(found, "wins")
    if given:
        yield table(["player", "wins"], [[f"`{agent}`", share(rows[0])] for agent, rows in given])


def _forgone(found: Answers) -> Iterator[str]:
    given = _with(found, "difference")
    if given:
        rows = [
            [f"`{agent}`", f"{points(one['difference'])} ({points(one['low'])} to {points(one['high'])})"]
            for agent, (one, *_) in given
        ]
        yield table(["player", "points that it costs"], rows)


def _stages(found: Answers) -> Iterator[str]:
    given = _with(found, "stages")
    if given:
        names = list(dict.fromkeys(row["stage"] for _, rows in given for row in rows))
        each = [(agent, {row["stage"]: row for row in rows}) for agent, rows in given]
        cells = [[name, *(share(rows[name]) if name in rows else "" for _, rows in each)] for name in names]
        yield table(["won", *(f"`{agent}`" for agent, _ in each)], cells)


def _lengths(found: Answers) -> Iterator[str]:
    given = _with(found, "length")
    if given:
        rows = []
        for agent, length in given:
            turns = found[agent].get("turns")
            turn = f"{turns['q50']:.0f} ({turns['q05']:.0f} to {turns['q95']:.0f})" if turns else ""
            rows.append(
                [f"`{agent}`", f"{length['q50']:.0f} ({length['q05']:.0f} to {length['q95']:.0f})", turn]
            )
        yield table(["median, and 90% of games", "decisions with a choice", "turns"], rows)


def _endings(found: Answers) -> Iterator[str]:
    given = [(agent, rows) for agent, rows in _with(found, "endings") if len(rows) > 1]
    if given:
        rows = [
            [
                f"`{agent}`",
                ", ".join(f"{row['ending'].replace('_', ' ')} {row['share']:.0%}" for row in rows[:HARDLY]),
            ]
            for agent, rows in given
        ]
        yield table(["games end", ""], rows)


def _characters(found: Answers) -> Iterator[str]:
    given = _with(found, "characters")
    if given:
        names = sorted({row["character"] for _, rows in given for row in rows})
        each = [(agent, {row["character"]: row for row in rows}) for agent, rows in given]
        names.sort(key=lambda name: -each[0][1][name]["share"] if name in each[0][1] else 0)
        cells = [[name, *(share(rows[name]) if name in rows else "" for _, rows in each)] for name in names]
        yield table(["character", *(f"`{agent}`" for agent, _ in each)], cells)


def _matchups(found: Answers) -> Iterator[str]:
    """The most uneven of all, for whoever finds them so."""
    given = [
        (agent, {f"{row['character']} against {row['against']}": row for row in rows})
        for agent, rows in _with(found, "matchups")
    ]
    if given:
        chosen: dict[str, None] = {}
        for _, rows in given:
            chosen |= dict.fromkeys(sorted(rows, key=lambda name: -abs(rows[name]["share"] - 0.5))[:WORTH])
        cells = [[name, *(share(rows[name]) if name in rows else "" for _, rows in given)] for name in chosen]
        yield table(["most uneven", *(f"`{agent}`" for agent, _ in given)], cells)


def _cards(found: Answers) -> Iterator[str]:
    """The cards that are worth most and least to whom they are dealt, and those that are hardly played."""
    given = [(agent, {row["card"]: row for row in rows}) for agent, rows in _with(found, "cards")]
    kind = next(
        (
            k
            for k in ("start_gain", "even_gain")
            if any(r[k] is not None for _, rows in given for r in rows.values())
        ),
        "",
    )
    if kind:
        chosen: dict[str, None] = {}
        for _, rows in given:
            order = sorted(
                (name for name in rows if rows[name][kind] is not None), key=lambda n: -rows[n][kind]
            )
            chosen |= dict.fromkeys([*order[:WORTH], *order[-WORTH:]])
        what = "worth, dealt at the start" if kind == "start_gain" else "worth, among hands that drew as many"
        yield table(
            [what, *(f"`{agent}`" for agent, _ in given)],
            [[n, *(_gain(rows.get(n), kind) for _, rows in given)] for n in chosen],
        )
    if given:
        cells = []
        for agent, rows in given:
            could = [row for row in rows.values() if row["offered"] >= 0.02]
            least = sorted(could, key=lambda row: row["played"])[: HARDLY // 2]
            cells.append(
                [
                    f"`{agent}`",
                    ", ".join(f"{row['card']} {row['played']:.0%} of {row['held_by']:,}" for row in least),
                ]
            )
        if any(cell[1] for cell in cells):
            yield table(["least played, of the hands that held it", ""], cells)


def _gain(row: Mapping[str, Any] | None, kind: str) -> str:
    if row is None or row[kind] is None:
        return ""
    return f"{points(row[kind])} ({points(row[kind + '_low'])} to {points(row[kind + '_high'])})"


def share(row: Mapping[str, Any]) -> str:
    """A share with its interval."""
    return f"{row['share']:.1%} ({100 * row['low']:.1f} to {100 * row['high']:.1f})"


def points(number: float) -> str:
    """A difference in points of a hundred."""
    return f"{100 * number:+.1f}"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
