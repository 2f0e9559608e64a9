"""Compiling a game ahead of its use: here, in one process of low priority, or in many at once.

``python -m bestiary.run.prepare`` is the process that ``core.starting`` and ``bestiary prepare`` start. It is
told which game by a line of JSON, tells by such lines how far it is, and ends when whoever started it does.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import numba
import numpy as np

from ..agents import make_agent
from ..agents.simple import SEARCH, TRIALS
from ..core import builds, jit, registry
from ..core.driver import KERNELS, Engine, bind, compiled_here, on_compile
from ..core.game import Game
from ..core.match import Match
from ..core.record import records
from ..envs.table import LOOPS, Table
from ..extras import MissingExtra

TOLD = 120  # decisions of a game after which people have been told most of what there is
DEALS = 2  # games of each size: in one alone a question that is rarely asked may be missing
COLLECT = (100_000, 20, 100)  # of Python's garbage: compilers make much that stays
LOOPS_OF = ((KERNELS,), (SEARCH,), (TRIALS, SEARCH), (LOOPS, KERNELS))


def files() -> list[Path]:
    """The files of loops that are compiled for every game."""
    return sorted({file for row in LOOPS_OF for file in row})


def roots(game: Game) -> list[Callable[[], object]]:
    """The loops around single functions of the contract, the largest first: compiled without being called."""
    engine = Engine(game)
    k, t, s, own = engine.kernels, engine.tables, engine.new_states(), engine.scratch()
    word, numbers = np.uint64(0), own.choices
    calls = [
        (k.k_apply, (t, s, 0, 0, engine.new_log())),
        (k.k_legal, (t, s, 0, numbers)),
        (k.k_why_all, (t, s, 0, numbers)),
        (k.k_start, (t, s, 0, game.blank, game.options.encode(), records(game.carried), word)),
        (k.k_resample, (t, s, 0, 0, word, own.rng, own.room)),
        (k.k_observe, (t, s, 0, 0, s, np.zeros(1, np.float32))),
        (k.k_meanings, (t, s, 0, numbers, own.meanings)),
    ]
    if hasattr(game.rules, "suggest"):
        calls.insert(1, (k.k_suggest, (t, s, 0, own.rng, numbers)))
    kind: Any = numba.typeof
    return [partial(kernel.compile, tuple(map(kind, given))) for kernel, given in calls]


def steps(game: Game) -> list[Callable[[], object]]:
    """All that is used, used once."""
    engine = Engine(game)
    seen: dict[str, Any] = {}

    def start() -> Any:
        if not seen:
            states = engine.start()
            seat = engine.actors(states)[0]
            seen.update(states=states, seat=seat, hidden=engine.hidden(states, seat))
        return engine.copy(seen["states"])

    def think(kind: str) -> Callable[[], object]:
        def choose() -> int:
            start()
            made = make_agent(kind, game, cores=1)
            made.opinions(seen["hidden"], seen["seat"], 0)
            return made.choose(seen["hidden"], seen["seat"], 0)

        return choose

    def turns() -> None:
        table = Table(game)
        table.look(0)
        table.play(table.legal()[0])

    def many() -> None:
        with suppress(MissingExtra):
            from ..envs import VectorEnv

            made = VectorEnv(game, 2)
            made.step(made.sample())

    return [
        engine.warm,
        think("greedy"),
        think("mcts:1"),
        lambda: engine.suggest(start(), 1),
        lambda: engine.observe(start(), 0),
        lambda: engine.playout(start(), 1),
        lambda: engine.batch(1, cores=1),
        turns,
        many,
        partial(told_once, game),
    ]


def told_once(game: Game, seed: int = 0) -> None:
    """Tells people at tables of every size, dealt and played by lot, all that they are told there: what a
    game says and shows calls rules of its own, which nobody at a table shall wait for."""
    for number, players in enumerate(DEALS * game.players):
        match = Match(game, {"players": players} if "players" in game.options.all else {}, seed=seed + number)
        lots = np.random.default_rng(seed + number)
        for _ in range(TOLD):
            if match.over or match.game_over:
                break
            seat = match.asked[0]
            match.prompt()
            match.view(seat)
            said = [match.sentence(action) for action in match.legal()]
            match.play(match.legal()[lots.integers(len(said))], seat)


def prepare(game: Game, told: Callable[[int, int], None], part: int = 0, of: int = 1) -> int:
    """Compiles or loads everything; returns how many rules were compiled.

    Of several processes that do so, each begins with another part, and all find what the others have done.
    """
    compiled: list[str] = []

    def started(name: str) -> None:
        compiled.append(name)
        rules = jit.rules_of(game.room)
        told(sum(1 for rule in rules if jit.is_compiled(rule)), len(rules))

    with compiled_here(), on_compile(started):
        for template, *uses in LOOPS_OF:
            bind(game, template, *uses)  # so that all rules are counted from the start
        for compile_one in roots(game)[part::of]:
            compile_one()
        for use in steps(game)[:: -1 if part % 2 else 1]:
            use()
    return len(compiled)


def _tell(done: int, total: int) -> None:
    print(json.dumps({"done": done, "total": total}), flush=True)


def _end_with_parent() -> None:
    sys.stdin.read()
    os._exit(1)


def main() -> None:
    """The process: one game, or a share of it, for whoever started it."""
    task = json.loads(sys.stdin.readline())
    sys.path[:] = task["path"]
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(AttributeError, OSError):  # elsewhere than on POSIX
        os.nice(task["nice"])
    gc.set_threshold(*COLLECT)
    game = registry.at(task["game"])
    if "of" in task:  # one of several that share the work, and the lock of whoever started them
        prepare(game, _tell, task["part"], task["of"])
    else:
        with builds.alone(game):
            if not builds.is_whole(game):
                prepare(game, _tell)
                builds.mark_whole(game, files())
    sys.stdout.flush()
    os._exit(0)  # nothing is to be tidied up, and LLVM takes its time


if __name__ == "__main__":
    main()
