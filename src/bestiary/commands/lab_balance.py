"""``bestiary lab balance PLAN``: puts the questions of a plan to several players, and makes its page."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import __version__
from ..core.errors import BestiaryError
from .common import Interrupted, console
from .progress import playing

if TYPE_CHECKING:
    from ..lab.balance import Plan, Question

KEPT = Path("build/balance")
MISSING, OPEN, MEASURED, OTHER_CODE = "not measured", "to be played on", "measured", "by other code"


def run(
    plan: Annotated[
        Path, typer.Argument(metavar="PLAN", help="A file of questions, such as benchmarks/balance.toml.")
    ],
    question: Annotated[list[str] | None, typer.Argument(metavar="[QUESTION]...", help="Only these.")] = None,
    agent: Annotated[
        list[str] | None, typer.Option("--agent", "-a", help="Only this player; may be repeated.")
    ] = None,
    page: Annotated[
        bool, typer.Option("--page", help="Play nothing; make the page of what is there.")
    ] = False,
    show: Annotated[
        bool, typer.Option("--show", help="Play nothing; say what is measured and what is not.")
    ] = False,
    again: Annotated[bool, typer.Option("--again", help="Also what other code has answered before.")] = False,
    seed: Annotated[
        int | None,
        typer.Option("--seed", help="Check what is measured: play it on other deals, and say what differs."),
    ] = None,
    pick: Annotated[
        int, typer.Option("--pick", min=0, help="With --seed: check so many figures, chosen at random.")
    ] = 0,
    cores: Annotated[int | None, typer.Option("--cores", help="Threads; all cores by default.")] = None,
    ray: Annotated[
        str | None, typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster.")
    ] = None,
) -> None:
    """Measure what a plan asks, at every strength that it names, and make its page.

    What is answered already is not played again, unless the code that plays has changed and --again is given;
    what was stopped goes on. With --seed nothing that is kept changes: it is held against other deals."""
    from ..lab import balance

    found = balance.read(plan)
    asked = [
        (one, name)
        for one in found.chosen(question or [])
        for name in one.games
        if not agent or name in agent
    ]
    if pick and seed is None:
        raise BestiaryError("--pick takes figures to check: name other deals with --seed.")
    if seed is not None:
        _check(found, asked, seed, pick, cores, ray)
        return
    out = console()
    for one, name in asked:
        state = _state(found, one, name)
        if show:
            out.print(f"{one.id}, {name}: {one.games[name]:,} games, {state}", markup=False, soft_wrap=True)
        if show or page or state == MEASURED or (state == OTHER_CODE and not again):
            continue
        first = _kept(found, one, name) if state == OPEN and not again else None
        answer = _measured(one, name, cores, ray, first)
        path = found.answer(one, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(lines(answer), encoding="utf-8")
        _write(found)
        said = f"{one.id}, {name}: {answer['played']:,} games, {answer['seconds']} s"
        out.print(said, markup=False, soft_wrap=True)
    if not show:
        _write(found)
        out.print(f"{found.page}", markup=False, soft_wrap=True)


def _state(plan: Plan, question: Question, agent: str) -> str:
    from ..lab.balance.measuring import same

    answer = _kept(plan, question, agent)
    if answer is None:
        return MISSING
    if not question.played_on(agent, answer):
        return OPEN
    return MEASURED if same(question, agent, answer) else OTHER_CODE


def _kept(plan: Plan, question: Question, agent: str) -> dict[str, Any] | None:
    from ..lab.balance.page import answers

    found = answers(plan, question).get(agent)
    return None if found is None else dict(found)


def _measured(
    question: Question,
    agent: str,
    cores: int | None,
    ray: str | None,
    first: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Plays and measures; what was begun before goes on, and what is answered first is not played again."""
    from ..lab import balance
    from ..lab.play.running import Stopped, warm
    from ..lab.play.storage import code_of
    from ..learn.network import digest
    from ..run.compiling import compiling

    errors = console(errors=True)
    at = question.study(agent).plan
    code, games = code_of(at.game, at.agents)[:12], question.games[agent]
    about = at.content.fingerprint, digest(at.game, at.agents)  # other cards or lessons are other games
    asked = sha256(repr((question.options, question.vary, question.asked, about)).encode()).hexdigest()[:8]
    folder = KEPT / f"{question.id}-{agent.replace(':', '')}-{code}-{games}-{question.seed}-{asked}"
    try:
        with compiling(at.game, errors):
            warm(question.study(agent))
        answer = first
        if answer is None:
            with playing(errors, at.size, None) as bar:
                answer = balance.measure(question, agent, folder, cores, ray, bar.to)
        if agent in question.further:
            on = folder.with_name(f"{folder.name}-further")
            said = partial(errors.print, markup=False, soft_wrap=True)
            answer = balance.played_on(question, agent, answer, on, cores, ray, said)
    except Stopped as stopped:
        raise Interrupted(f"{stopped.games:,} games are kept; the same command goes on.") from None
    told = [*(first or {}).get("revision", "").split(", "), revision()]
    return answer | {"revision": ", ".join(dict.fromkeys(filter(None, told)))}


def _check(
    plan: Plan, asked: list[tuple[Question, str]], seed: int, pick: int, cores: int | None, ray: str | None
) -> None:
    """Puts what is answered to other deals; ends with 1 where something differs."""
    from ..lab.balance import checking

    kept = [(one, name, answer) for one, name in asked if (answer := _kept(plan, one, name)) is not None]
    if not kept:
        raise BestiaryError("Nothing of this is measured yet: there is nothing to check.")
    if same := [one.id for one, _, _ in kept if one.seed == seed]:
        raise BestiaryError(f"{same[0]} was measured with seed {seed}: other deals have another one.")
    out = console()
    differ = 0
    chosen = checking.picked(kept, pick, seed) if pick else []
    for one, name, answer in kept:
        only = [claim for question, agent, claim in chosen if (question, agent) == (one, name)]
        if pick and not only:
            continue
        fresh = _measured(replace(one, further={}).seeded(seed), name, cores, ray)
        every = checking.compared(answer, fresh)
        told = [row for row in every if row.claim in only] if pick else every
        differ += sum(not row.agrees for row in told)
        out.print(
            f"{one.id}, {name}, seed {seed}: {sum(row.agrees for row in told)} of {len(told)} figures agree",
            markup=False,
            soft_wrap=True,
        )
        for row in told:
            if pick or not row.agrees:
                out.print(f"  {row.said}", markup=False, soft_wrap=True)
    if differ:
        raise typer.Exit(1)


def _write(plan: Plan) -> None:
    from ..lab.balance import page, told

    plan.page.write_text(page(plan), encoding="utf-8")
    if plan.shown:
        plan.shown.mkdir(parents=True, exist_ok=True)
        for slug, shown in told(plan).items():
            (plan.shown / f"{slug}.json").write_text(lines(shown), encoding="utf-8")


def lines(answer: dict[str, Any]) -> str:
    """An answer as JSON, every fact and every row in a line of its own, so that a change of one is seen."""

    def said(value: object) -> str:
        if isinstance(value, list) and value:
            return "[\n" + ",\n".join(f"  {json.dumps(one)}" for one in value) + "\n ]"
        return json.dumps(value)

    return "{\n" + ",\n".join(f' "{key}": {said(value)}' for key, value in answer.items()) + "\n}\n"


def revision() -> str:
    """The revision of the code that plays, or the version of the package where there is no checkout."""

    def git(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["git", *words], cwd=Path(__file__).parents[1], capture_output=True, text=True)

    try:
        named = git("rev-parse", "--short=7", "HEAD")
        if named.returncode:
            return __version__
        code = (".", ":!server/balance")  # what is made of the answers plays nothing
        return named.stdout.strip() + "-changed" * git("diff", "--quiet", "HEAD", "--", *code).returncode
    except OSError:
        return __version__
