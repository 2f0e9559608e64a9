"""``bestiary lab balance PLAN``: puts the questions of a plan to several players, and makes its page."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import __version__
from ..core.errors import BestiaryError, UnknownName
from .common import Interrupted, console
from .progress import playing

if TYPE_CHECKING:
    from ..lab.balance import Plan, Question
    from ..lab.balance.checking import Checked

KEPT = Path("build/balance")
MISSING, OPEN, MEASURED, OTHER_CODE = "not measured", "to be played on", "measured", "by other code"
STALE = "to be measured again"


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
    first: Annotated[
        bool,
        typer.Option(
            "--first",
            help="Play the first games of every answer again; one that comes out otherwise counts no more.",
        ),
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option("--seed", help="Check what is measured: play it on other deals, and say what differs."),
    ] = None,
    pick: Annotated[
        int, typer.Option("--pick", min=0, help="With --seed: check so many figures, chosen at random.")
    ] = 0,
    part: Annotated[
        int, typer.Option("--part", min=1, max=100, help="With --seed: in so many percent of the games.")
    ] = 100,
    keep: Annotated[
        bool, typer.Option("--keep", help="With --seed: keep on the page how many figures agree.")
    ] = False,
    cores: Annotated[int | None, typer.Option("--cores", help="Threads; all cores by default.")] = None,
    ray: Annotated[
        str | None, typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster.")
    ] = None,
    device: Annotated[
        str,
        typer.Option(
            "--device", help="cuda: what is asked of a team that learned, and is played on, goes to a GPU."
        ),
    ] = "cpu",
) -> None:
    """Measure what a plan asks, at every strength that it names, and make its page.

    What is answered already is not played again, unless the code that plays has changed and --again is given;
    what was stopped goes on. With --seed no answer changes: all are held against other deals."""
    from ..lab import balance
    from ..lab.balance import alike

    if device not in balance.DEVICES:
        raise UnknownName("device", device, balance.DEVICES)
    found = balance.read(plan)
    asked = [
        (one, name)
        for one in found.chosen(question or [])
        for name in one.games
        if not agent or name in agent
    ]
    if seed is None:
        for name, used in (("--pick", pick), ("--part", part < 100), ("--keep", keep)):
            if used:
                raise BestiaryError(f"{name} is for checking figures: name other deals with --seed.")
    elif first:
        raise BestiaryError("--first plays the deals of the answers: it goes without --seed.")
    elif pick:
        _check_some(found, asked, seed, pick, part, cores, ray, device)
        return
    else:
        _check(found, asked, seed, part, keep, cores, ray, device)
        return
    if first:
        _hold(found, asked, cores)
        return
    out = console()
    for one, name in asked:
        state = _state(found, one, name)
        if show:
            out.print(f"{one.id}, {name}: {one.games[name]:,} games, {state}", markup=False, soft_wrap=True)
        if show or page or state == MEASURED or (state == OTHER_CODE and not again):
            continue
        before = _kept(found, one, name) if state in (OPEN, STALE) and not again else None
        answer = _measured(one, name, cores, ray, device, before)
        if alike.FIRST not in answer:
            answer[alike.FIRST] = alike.first(one, name, cores=cores)
        path = found.answer(one, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(lines(answer), encoding="utf-8")
        _write(found)
        said = f"{one.id}, {name}: {answer['played']:,} games, {answer['seconds']} s"
        out.print(said, markup=False, soft_wrap=True)
    if not show:
        _write(found)
        out.print(f"{found.page}", markup=False, soft_wrap=True)
        if said := balance.summary(found, {one.id: balance.answers(found, one) for one in found.questions}):
            out.print(said, markup=False, soft_wrap=True)


def _hold(plan: Plan, asked: list[tuple[Question, str]], cores: int | None) -> None:
    """Plays the first games of all answers again; ends with 1 where some come out otherwise."""
    from ..lab.balance import alike
    from ..lab.balance.measuring import by_now, same
    from ..lab.play.running import warm
    from ..run.compiling import compiling

    otherwise, out, errors = 0, console(), console(errors=True)
    for one, name in asked:
        answer = _kept(plan, one, name)
        if answer is None:
            said = MISSING
        elif alike.FIRST not in answer and not same(one, name, answer):
            said = f"{OTHER_CODE}, which did not note its first games; --again measures it anew"
        else:
            with compiling(one.study(name).plan.game, errors):
                warm(one.study(name))
            digests = alike.first(one, name, cores=cores)
            by = alike.GAMES if alike.FIRST in answer else alike.DIGEST
            kept = {alike.FIRST: digests} | answer
            as_before = alike.alike(kept, digests)
            otherwise += not as_before
            made = by_now(one, name, kept) if as_before else kept
            made |= {alike.AGAIN: {"revision": revision(), "by": by, "alike": as_before}}
            plan.answer(one, name).write_text(lines(made), encoding="utf-8")
            said = f"{len(digests.split()):,} games {'come out alike' if as_before else 'COME OUT OTHERWISE'}"
            if by == alike.DIGEST:
                said = "the code of today; its first games are noted"
        out.print(f"{one.id}, {name}: {said}", markup=False, soft_wrap=True)
    _write(plan)
    if otherwise:
        raise typer.Exit(1)


def _state(plan: Plan, question: Question, agent: str) -> str:
    from ..lab.balance.measuring import same, stale

    answer = _kept(plan, question, agent)
    if answer is None:
        return MISSING
    if stale(question, agent, answer):
        return STALE
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
    device: str,
    first: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Plays and measures; what was begun before goes on, and what is answered first is not played again, but
    for what is to be measured anew of it."""
    from ..lab import balance
    from ..lab.balance.measuring import measured_again, stale
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
                answer = balance.measure(question, agent, folder, cores, ray, bar.to, device)
        elif stale(question, agent, answer):
            with playing(errors, None, None) as bar:
                answer = measured_again(question, agent, answer, folder, cores, ray, bar.to)
        if agent in question.further:
            on = folder.with_name(f"{folder.name}-further")
            said = partial(errors.print, markup=False, soft_wrap=True)
            with playing(errors, None, None) as bar:
                answer = balance.played_on(question, agent, answer, on, cores, ray, said, device, bar.to)
    except Stopped as stopped:
        raise Interrupted(f"{stopped.games:,} games are kept; the same command goes on.") from None
    told = [*answer.get("revision", "").split(", "), revision()]  # none before where all was played anew
    if first and "revision" in answer and answer["played"] == first["played"] and not question.judged:
        told.pop()  # nothing was played for it
    return answer | {"revision": ", ".join(dict.fromkeys(filter(None, told)))}


def _answered(
    plan: Plan, asked: list[tuple[Question, str]], seed: int
) -> list[tuple[Question, str, dict[str, Any]]]:
    """What can be put to other deals."""
    kept = [(one, name, answer) for one, name in asked if (answer := _kept(plan, one, name)) is not None]
    if not kept:
        raise BestiaryError("Nothing of this is measured yet: there is nothing to check.")
    if same := [one.id for one, _, _ in kept if one.seed == seed]:
        raise BestiaryError(f"{same[0]} was measured with seed {seed}: other deals have another one.")
    return kept


def _check(
    plan: Plan,
    asked: list[tuple[Question, str]],
    seed: int,
    part: int,
    keep: bool,
    cores: int | None,
    ray: str | None,
    device: str,
) -> None:
    """Puts what is answered to other deals; ends with 1 where something differs. What is kept of a second run
    already is not played again."""
    from ..lab.balance import checking, second

    differ = 0
    for one, name, answer in _answered(plan, asked, seed):
        rows = second.kept(plan, {one.id: {name: answer}}) if keep else []
        if not any(row["seed"] == seed for row in rows):
            fresh = _measured(second.part_of(one, name, seed, part), name, cores, ray, device)
            every = checking.compared(answer, fresh)
            _said(one, name, seed, every, [row for row in every if not row.agrees])
            differ += sum(not row.agrees for row in every)
            if keep:
                at = second.path(plan)
                new = second.row(one, name, answer, fresh, every)
                at.write_text(lines(second.with_row(second.read(plan), new)), encoding="utf-8")
                _write(plan)
    if differ:
        raise typer.Exit(1)


def _check_some(
    plan: Plan,
    asked: list[tuple[Question, str]],
    seed: int,
    pick: int,
    part: int,
    cores: int | None,
    ray: str | None,
    device: str,
) -> None:
    """Puts some figures, chosen at random, to other deals; ends with 1 where one differs."""
    from ..lab.balance import checking, second

    kept = _answered(plan, asked, seed)
    chosen = checking.picked(kept, pick, seed)
    differ = 0
    for one, name, answer in kept:
        only = [claim for question, agent, claim in chosen if (question, agent) == (one, name)]
        if only:
            fresh = _measured(second.part_of(one, name, seed, part), name, cores, ray, device)
            told = [row for row in checking.compared(answer, fresh) if row.claim in only]
            _said(one, name, seed, told, told)
            differ += sum(not row.agrees for row in told)
    if differ:
        raise typer.Exit(1)


def _said(
    question: Question, agent: str, seed: int, every: Sequence[Checked], told: Sequence[Checked]
) -> None:
    """How many figures agree, and some of them."""
    agree = sum(row.agrees for row in every)
    said = f"{question.id}, {agent}, seed {seed}: {agree} of {len(every)} figures agree"
    for line in (said, *(f"  {row.said}" for row in told)):
        console().print(line, markup=False, soft_wrap=True)


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
