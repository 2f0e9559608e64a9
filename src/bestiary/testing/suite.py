"""The conformance suite: every game, ours or a third party's, is run through ``check_game``."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from bestiary.core import jit
from bestiary.core.driver import Engine, compiled_here
from bestiary.core.game import Game
from bestiary.core.registry import load

from . import ending, keeping, learning, moves, news, repeat, sight, twin
from .bench import DEEP_GAMES, Bench, Broken, Edit, Position, Secret, Settings, known, settings_of, walk

DEEP_SHARE = 0.15  # share of positions of the other games
RARE_SHARE = 0.02  # share of positions for the dearest checks

ALWAYS: dict[str, Callable[[Position], None]] = {
    "legal moves": moves.legal_moves,
    "reasons": moves.reasons,
    "conservation": keeping.conservation,
    "unused slots": keeping.unused_slots,
    "header": keeping.header,
    "payoffs": ending.payoffs,
}
DEEP: dict[str, Callable[[Position], None]] = {
    "notations": moves.notations,
    "suggestions": moves.suggestions,
    "events": ending.events,
    "hiding": sight.hiding,
    "own choices": sight.own_choices,
    "looking": sight.looking,
    "news": news.news,
    "telling": news.telling,
}
RARE: dict[str, Callable[[Position], None]] = {"undo answers": sight.undo_answers, "lists": sight.lists}
WHOLE: dict[str, Callable[[Bench], None]] = {
    "set-up": ending.set_up,
    "opening": news.opening,
    "same seed": repeat.same_seed,
    "other seeds": repeat.other_seeds,
    "copies": repeat.copies,
    "saving": repeat.saving,
    "batches": ending.batches,
    "carrying": ending.carrying,
    "learning": learning.learning,
    "secret choices": ending.secret_choices,
    "tables": repeat.tables,
    "compiled and interpreted": twin.compiled_and_interpreted,
}
CHECKS = (*ALWAYS, *DEEP, *RARE, *WHOLE)
OF_POSITIONS = (*ALWAYS, *DEEP)


@dataclass
class Report:
    """What was checked, for people."""

    game: str
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    counts: dict[str, int] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        lines = [
            f"{self.game}: {self.games} games and {self.decisions} decisions of random play in "
            f"{self.seconds:.1f} s, {'bounds checked' if jit.CHECKED else 'bounds NOT checked'}"
            + (", interpreted" if jit.INTERPRETED else ""),
            f"  passed: {', '.join(self.done)}",
        ]
        lines += [f"  {n} {what}" for what, n in self.counts.items()]
        lines += [f"  skipped: {line}" for line in self.skipped]
        return "\n".join(lines)


@compiled_here()
def check_game(
    game: Game | str,
    games: int = 200,
    options: Settings | Sequence[Settings] | None = None,
    seed: int = 1,
    *,
    edited: Edit | None = None,
    secret: Secret | None = None,
    opening: Mapping[str, str] | None = None,
    forgotten: Sequence[str] = (),
    only: Collection[str] = (),
    share: float = 1.0,
    deep: int = DEEP_GAMES,
    quiet: bool = False,
) -> Report:
    """Runs a game through the whole suite; raises ``Broken`` at the first thing that is wrong.

    Without ``options`` every value of every option is played, then mixtures of them. ``edited``
    is another set of cards, or a function that changes a number in a copy of the tables.
    ``secret`` names the phases in which seats choose in secret, one after the other, each with a
    function that says for a state whether somebody still chooses after this one.
    ``opening`` says which zones lie open at the start, by default ``{"hand": "own"}`` (``"all"``
    for everybody), and which other fields are drawn openly by lot;
    ``forgotten`` names the events that tell of cards lost from sight at once, such as one shown and
    shuffled away. ``only`` restricts the run to some of ``CHECKS``, ``share`` to some of the positions.
    In the first ``deep`` games every position is looked at by every check; where that is less than usual, the
    dear checks play fewer games too.

    >>> report = check_game("totem", games=2, only={"legal moves", "reasons"}, quiet=True)
    >>> report.done
    ['legal moves', 'reasons']
    """
    if isinstance(game, str):
        game = load(game)
    for name in only:
        if name not in CHECKS:
            raise ValueError(f"there is no check '{name}'; there is {', '.join(CHECKS)}")
    started = time.perf_counter()
    bench = Bench(
        game,
        Engine(game),
        seed,
        games,
        settings_of(game, options, games, seed),
        edited,
        dict(secret or {}),
        tuple(forgotten),
        {"hand": "own"} if opening is None else opening,
        deep,
    )
    report = Report(game.name, counts=bench.counts)
    wanted = [name for name in CHECKS if not only or name in only]
    with known(game):
        _walk_all(bench, report, set(wanted), share)
        for name, check in WHOLE.items():
            if name in wanted:
                _run(bench, name, lambda check=check: check(bench))  # type: ignore[misc]
    _skips(bench, report, wanted)
    report.done = [name for name in wanted if not any(s.startswith(f"{name}:") for s in report.skipped)]
    report.seconds = time.perf_counter() - started
    if not quiet:
        print(report)
    return report


def _run(bench: Bench, name: str, check: Callable[[], None]) -> None:
    bench.running = name
    try:
        check()
    except (Broken, KeyboardInterrupt):
        raise
    except Exception as problem:
        raise Broken(name, bench.game.name, f"{type(problem).__name__}: {problem}") from problem


def _walk_all(bench: Bench, report: Report, wanted: set[str], share: float) -> None:
    """Random games; every position is checked, or a share of them, some by all checks."""
    groups = [{k: v for k, v in group.items() if k in wanted} for group in (ALWAYS, DEEP, RARE)]
    if not any(groups):
        return
    pick = random.Random(bench.seed)
    for g in range(bench.games):
        deep = g < bench.deep
        bench.running = "ending"
        at: Position | None = None
        try:
            for at in walk(bench, bench.options(g), bench.seed + g):
                if share < 1 and pick.random() >= share:
                    continue
                due = dict(groups[0])
                if deep or pick.random() < DEEP_SHARE:
                    due |= groups[1]
                if pick.random() < (5 * RARE_SHARE if deep else RARE_SHARE):
                    due |= groups[2]
                for name, check in due.items():
                    bench.running = name
                    check(at)
                bench.running = "ending"
                report.decisions += not at.over
        except (Broken, KeyboardInterrupt):
            raise
        except Exception as problem:
            what = f"{type(problem).__name__}: {problem}"
            if at is None:
                where = {"options": bench.options(g), "seed": bench.seed + g}
                raise Broken(bench.running, bench.game.name, what, **where) from problem  # type: ignore[arg-type]
            raise Broken(
                bench.running,
                bench.game.name,
                what,
                at.options,
                at.seed,
                at.decision,
                at.phase,
            ) from problem
        report.games += 1


def _skips(bench: Bench, report: Report, wanted: list[str]) -> None:
    """Says what could not be checked, so that nobody takes it for checked."""
    reasons = {
        "learning": learning.too_large(bench),
        "tables": "" if bench.edited is not None else "no edited cards were given",
        "secret choices": "" if bench.secret else "no secret phases were named",
        "compiled and interpreted": "this run is interpreted itself" if jit.INTERPRETED else "",
        "other seeds": "" if bench.game.state["rng"].shape[0] else "the game has no random streams",
    }
    report.skipped = [f"{name}: {why}" for name, why in reasons.items() if why and name in wanted]
