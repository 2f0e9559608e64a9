"""Rules in 32 bits, as a GPU runs them: the CPU's games, and no number that overflows."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bestiary.core import jit
from bestiary.core.driver import Engine
from bestiary.core.registry import at, load, names
from bestiary.envs import VectorEnv, dense
from bestiary.envs.device import build
from bestiary.envs.device import env as device_env
from bestiary.envs.device import games as device_games
from bestiary.testing.bench import settings_of

pytest.importorskip("numba_cuda")
pytestmark = pytest.mark.skipif(jit.INTERPRETED, reason="there is no kernel without the compiler")

from . import native, pretended  # noqa: E402

STEPS, WIDTH, GAMES = 150, 32, 400


def found(slug: str) -> Any:
    """One of the house, or the example."""
    if slug != "leduc":
        return load(slug)
    sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "leduc"))
    return at("leduc:GAME")


@pytest.mark.parametrize("slug", [*names(), "leduc"])
def test_the_games_are_those_of_the_cpu_and_no_number_overflows(slug: str, monkeypatch: Any) -> None:
    game = found(slug)
    gpu = pretended.Gpu()
    made = native.Kernels(game, gpu)
    for module in (device_env, device_games):
        monkeypatch.setattr(module, "gpu", lambda: gpu)
        monkeypatch.setattr(module, "kernels", lambda game, device: made)
    theirs = Engine(game).batch(GAMES, 7, cores=1)
    whole = device_games.RandomGames(Engine(game), GAMES)
    whole.play(7)
    assert np.array_equal(whole.found().lengths, theirs.lengths)
    assert np.array_equal(whole.found().scores, theirs.scores)
    options = [{"players": n} for n in game.players if "players" in game.options.all]
    options += settings_of(game, None, WIDTH - len(options), seed=1)
    mine: Any = VectorEnv(game, WIDTH, options, device="cuda")
    listing: Any = VectorEnv(game, WIDTH, options, device="cuda", compact=True)
    cpu = VectorEnv(game, WIDTH, options)
    for turn in range(STEPS):
        for one, other in zip(mine.now(), cpu.now(), strict=True):
            assert np.array_equal(one.numpy(), other)
        seen = listing.observations.numpy()
        assert dense(seen, game.observed).tobytes() == cpu.observations.tobytes()
        assert np.array_equal(seen.counts, np.count_nonzero(cpu.observations, axis=1))
        for name in ("states", "seeds", "games", "lengths"):
            assert getattr(mine, name).numpy().tobytes() == getattr(cpu, name).tobytes(), name
        chosen = cpu.sample(seed=turn)
        assert np.array_equal(mine.sample(seed=turn).numpy(), chosen)
        mine.step(chosen)
        listing.step(chosen)
        cpu.step(chosen)
        if turn % 10 == 0 and hasattr(game.rules, "suggest"):
            assert np.array_equal(mine.suggested(seed=turn).numpy(), cpu.suggested(seed=turn))
        if turn % 10 == 0 and hasattr(game.rules, "evaluate"):
            assert np.array_equal(mine.judged().numpy(), cpu.judged())
    assert not made.wrong() or game.limits.wide is None


@pytest.mark.parametrize(("wide", "fits"), [((), False), (("n",), True), (None, True)])
def test_a_number_that_does_not_fit_is_noticed(wide: tuple[str, ...] | None, fits: bool) -> None:
    def square(rows: Any) -> None:
        rows[0].n = rows[0].n * rows[0].n

    rows = np.full(1, 70_000, np.int64).view([("n", np.int64)])
    made = native.Native(build.typed(square, [(rows.dtype, 1)], (9, 0), wide))
    made(1, 1, [0, 0, 1, 8, rows.ctypes.data, 1, 8])
    assert bool(made.wrong()) is not fits
    assert bool(rows["n"][0] == 70_000**2) is fits
