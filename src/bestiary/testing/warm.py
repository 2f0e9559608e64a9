"""``python -m bestiary.testing.warm``: compiles all games, bounds checked, side by side.

The tests then find everything in the cache. Each game is compiled by a process of its own, at most
one for each core at a time; Numba reads its settings on import, so that only a child can be given
bounds checks.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed

from bestiary.core.driver import Engine, on_compile
from bestiary.core.errors import BestiaryError
from bestiary.core.registry import load, names


def warm(name: str) -> list[str]:
    """Compiles or loads every loop that tests use, and all rules behind it; names those compiled."""
    from bestiary.envs import Table, VectorEnv

    from .batch import sweep

    compiled: list[str] = []
    with on_compile(compiled.append):
        game = load(name)
        engine = Engine(game)
        engine.warm()
        states = engine.start(seed=1)
        engine.observe(states, 0)
        engine.playout(engine.copy(states), 1)
        engine.batch(1, cores=1)
        engine.suggest(states, 1)
        engine.kernels.k_copies(states, engine.new_states(), 1)
        sweep(game, 32, width=4, quiet=True)
        table = Table(game)
        table.look(0)
        table.play(table.legal()[0])
        for compact in (False, True):
            many = VectorEnv(game, 2, compact=compact)
            many.step(many.sample())
    return compiled


def main(given: list[str]) -> int:
    """Warms the games named, each in a child; as a child, warms one here."""
    if given[:1] == ["--here"]:
        compiled = warm(given[1])
        print(len(compiled))
        return 0
    try:
        games = [load(name) for name in given or names()]
    except BestiaryError as problem:
        print(problem, file=sys.stderr)
        return 1
    # the largest first: whoever is done early helps with the rest
    games.sort(key=lambda game: sum(p.stat().st_size for p in game.room.rglob("*.py")), reverse=True)
    bad = 0
    with ThreadPoolExecutor(max(1, os.cpu_count() or 1)) as pool:
        for done in as_completed([pool.submit(_child, game.slug) for game in games]):
            line, ok = done.result()
            print(line, flush=True)
            bad += not ok
    return 1 if bad else 0


def _child(name: str) -> tuple[str, bool]:
    started = time.perf_counter()
    print(f"{name}: bounds-checked rules, compiled the first time ...", flush=True)
    done = subprocess.run(
        [sys.executable, "-m", "bestiary.testing.warm", "--here", name],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    took = time.perf_counter() - started
    if done.returncode:
        return f"{name}: FAILED after {took:.1f} s\n{done.stderr.strip()}", False
    count = int(done.stdout.split()[-1])
    what = f"{count} functions compiled" if count else "ready, nothing to compile"
    return f"{name}: {what}, {took:.1f} s", True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
