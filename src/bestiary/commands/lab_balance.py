"""``bestiary lab balance PLAN``: puts the questions of a plan to several players, and makes its page."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import __version__
from .common import Interrupted, console
from .progress import playing

if TYPE_CHECKING:
    from ..lab.balance import Plan

KEPT = Path("build/balance")


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
    cores: Annotated[int | None, typer.Option("--cores", help="Threads; all cores by default.")] = None,
    ray: Annotated[
        str | None, typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster.")
    ] = None,
) -> None:
    """Measure what a plan asks, at every strength that it names, and make its page.

    What is answered already is not played again, unless the code that plays has changed and --again is given;
    what was stopped goes on."""
    from ..lab import balance
    from ..lab.balance.measuring import same
    from ..lab.play.running import Stopped, warm
    from ..lab.play.storage import code_of
    from ..run.compiling import compiling

    found = balance.read(plan)
    out, errors = console(), console(errors=True)
    for one in found.chosen(question or []):
        for name, games in one.games.items():
            path = found.answer(one, name)
            before = json.loads(path.read_text(encoding="utf-8")) if path.exists() else None
            state = (
                "not measured"
                if before is None
                else "measured"
                if same(one, name, before)
                else "by other code"
            )
            if show:
                out.print(f"{one.id}, {name}: {games:,} games, {state}", markup=False, soft_wrap=True)
            if show or page or (agent and name not in agent) or state == "measured":
                continue
            if before is not None and not again:
                continue
            at = one.study(name).plan
            folder = (
                KEPT
                / f"{one.id}-{name.replace(':', '')}-{code_of(at.game, at.agents)[:12]}-{games}-{one.seed}"
            )
            try:
                with compiling(at.game, errors):
                    warm(one.study(name))
                with playing(errors, at.size, None) as bar:
                    answer = balance.measure(one, name, folder, cores, ray, bar.to)
            except Stopped as stopped:
                raise Interrupted(f"{stopped.games:,} games are kept; the same command goes on.") from None
            answer["revision"] = revision()
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(lines(answer), encoding="utf-8")
            _write(found)
            out.print(
                f"{one.id}, {name}: {answer['played']:,} games, {answer['seconds']} s",
                markup=False,
                soft_wrap=True,
            )
    if not show:
        _write(found)
        out.print(f"{found.page}", markup=False, soft_wrap=True)


def _write(plan: Plan) -> None:
    from ..lab.balance import page

    plan.page.write_text(page(plan), encoding="utf-8")


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
        return named.stdout.strip() + "-changed" * git("diff", "--quiet", "HEAD", "--", ".").returncode
    except OSError:
        return __version__
