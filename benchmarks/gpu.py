"""Plays a game on a GPU with the rules that the CPU runs, checks it game by game, prints the rate.

    make gpu                      Totem, ten million games
    python benchmarks/gpu.py totemic --games 1000000

The kernel calls the very functions that ``@rule`` compiled for the CPU: there is no second source.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from typing import Any

os.environ.setdefault("BESTIARY_SILENT", "1")  # events would overrun the instruction cache

import numpy as np

from bestiary.core import jit
from bestiary.core.driver import Engine
from bestiary.core.errors import BestiaryError
from bestiary.core.record import records
from bestiary.core.registry import load
from bestiary.core.rng import mix

if not hasattr(np, "row_stack"):  # NumPy 2.5 dropped it; numba-cuda 0.30 still asks for it
    np.row_stack = np.vstack

THREADS = 256  # a block
BLOCKS = 64  # a multiprocessor
CHECKED = 50_000  # games compared with the CPU, one by one


def compile_play(engine: Engine) -> Any:
    """The kernel: every thread plays games in a state of its own, in its local memory."""
    from numba import cuda

    jit.on_device()
    rules = engine.kernels
    start, playout, returns = rules.k_start, rules.k_playout, rules.k_returns
    choices_stream, most = rules.CHOICES, engine.game.limits.legal
    state = engine.game.state
    limit = engine.game.limits.decisions

    @cuda.jit  # type: ignore[untyped-decorator]
    def play(
        tables: Any,
        blanks: Any,
        options: Any,
        carried: Any,
        logs: Any,
        seed: Any,
        scores: Any,
        lengths: Any,
    ) -> None:
        states = cuda.local.array(1, state)
        rng = cuda.local.array(1, np.uint64)
        choices = cuda.local.array(most, np.int16)
        game = cuda.grid(1)
        stride = cuda.gridsize(1)
        while game < lengths.shape[0]:
            own = mix(seed, np.int64(game))
            start(tables, states, np.int64(0), blanks, options, carried, own)
            rng[0] = mix(own, np.int64(choices_stream))
            lengths[game] = playout(tables, states, np.int64(0), rng, choices, logs, limit)
            returns(tables, states, np.int64(0), scores[game])
            game += stride

    return play


def run(name: str, games: int, seed: int) -> dict[str, float]:
    """Plays games 0 to n - 1 on the GPU and compares the first ones with the CPU."""
    from numba import cuda

    if not cuda.is_available():
        raise BestiaryError("There is no GPU that numba.cuda can use here.")
    engine = Engine(load(name))
    game = engine.game
    play = compile_play(engine)
    device = cuda.get_current_device()
    blocks = device.MULTIPROCESSOR_COUNT * BLOCKS
    seats = max(game.players)
    constant = [
        cuda.to_device(np.asarray(a))
        for a in (
            engine.tables,
            game.blank,
            game.options.encode(),
            records(game.carried),
            engine.new_log(on=False),
        )
    ]
    began = time.perf_counter()
    checked = min(games, CHECKED)
    scores = cuda.device_array((games, seats), np.float64)
    lengths = cuda.device_array(games, np.int64)
    play[blocks, THREADS](*constant, np.uint64(seed), scores[:checked], lengths[:checked])
    cuda.synchronize()
    compiled = time.perf_counter() - began

    cpu = engine.batch(checked, seed)
    wrong = int((lengths[:checked].copy_to_host() != cpu.lengths).sum())
    wrong += int((scores[:checked].copy_to_host() != cpu.scores).any(axis=1).sum())
    if wrong:
        raise BestiaryError(f"{wrong} of {checked} games differ from the CPU.")

    times = []
    for _ in range(3):
        began = time.perf_counter()
        play[blocks, THREADS](*constant, np.uint64(seed), scores, lengths)
        cuda.synchronize()
        times.append(time.perf_counter() - began)
    took = sorted(times)[1]
    played = lengths.copy_to_host()
    if (played < 0).any():
        raise BestiaryError("A game on the GPU did not end within the declared bound.")
    return {
        "games": float(games),
        "checked": float(checked),
        "compile_seconds": compiled,
        "seconds": took,
        "games_per_second": games / took,
        "decisions_per_second": float(played.sum()) / took,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="totem")
    parser.add_argument("--games", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    try:
        from numba import cuda

        found = run(given.game, given.games, given.seed)
        name = cuda.get_current_device().name
    except ImportError as problem:
        print(f"{problem}. On a machine with a GPU: .venv/bin/pip install -e '.[gpu]'", file=sys.stderr)
        return 2
    except BestiaryError as problem:
        print(problem, file=sys.stderr)
        return 2
    card = name.decode() if isinstance(name, bytes) else name
    print(f"{given.game} on {card}: {given.games:,} games, seed {given.seed}")
    print(f"  compiled and first games in {found['compile_seconds']:.1f} s")
    print(f"  {int(found['checked']):,} games compared with the CPU one by one: all equal")
    print(f"  {found['games_per_second'] / 1e6:,.1f} million games a second")
    print(f"  {found['decisions_per_second'] / 1e6:,.0f} million decisions a second")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
