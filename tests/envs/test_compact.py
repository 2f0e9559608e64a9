"""Compact observations: lists of what is not 0 say what the plain rows say, on either device."""

from __future__ import annotations

import copy
import pickle
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bestiary.core import jit
from bestiary.core.driver import Engine
from bestiary.core.errors import BestiaryError, IllegalAction
from bestiary.core.game import Game
from bestiary.core.plain import Copy, entered
from bestiary.core.registry import at, load
from bestiary.envs import Listed, VectorEnv, dense
from bestiary.envs.device.pairs import Pairs
from bestiary.testing.bench import settings_of

from ..testing.tiny import GAME as TINY
from . import pretended
from .table import games

compiled_only = pytest.mark.skipif(jit.INTERPRETED, reason="there is no kernel without the compiler")
COPIES = [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e)), lambda e: e.clone()]


def leduc() -> Game:
    sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "leduc"))
    return at("leduc:GAME")


def various(game: Game) -> list[Any]:
    """All numbers of players, and some sets of options."""
    numbers = [{"players": n} for n in game.players if "players" in game.options.all]
    return [*numbers, *settings_of(game, None, 3, seed=1)]


def same_now(mine: Any, plain: VectorEnv) -> None:
    """Equal but for the way in which observations are told, and nothing behind the lists."""
    step = mine.now()
    seen: Listed = step.observations
    if not isinstance(seen.values, np.ndarray):
        seen = seen.numpy()
    assert dense(seen, plain.game.observed).tobytes() == plain.observations.tobytes()
    assert seen.counts.tolist() == (plain.observations != 0).sum(axis=1).tolist()
    behind = np.arange(seen.values.shape[1]) >= seen.counts[:, None]
    assert not seen.places[behind].any() and not seen.values[behind].any()
    for one, other in zip(step[1:], plain.now()[1:], strict=True):
        assert np.array_equal(one if isinstance(one, np.ndarray) else one.numpy(), other)


@pytest.mark.parametrize("slug", games())
def test_the_lists_say_what_the_rows_say(slug: str) -> None:
    game = load(slug)
    mine = VectorEnv(game, 9, various(game), first=1, threads=2, compact=True)
    plain = VectorEnv(game, 9, various(game), first=1)
    for turn in range(60):
        same_now(mine, plain)
        chosen = plain.sample(seed=turn)
        mine.step(chosen)
        plain.step(chosen)
    mine.reset(seed=4)
    plain.reset(seed=4)
    same_now(mine, plain)
    assert (np.diff(mine.observations.places[0, : mine.observations.counts[0]]) > 0).all()


def test_a_game_from_outside_that_promises_nothing_has_room_for_all() -> None:
    mine, plain = VectorEnv(TINY, 3, compact=True), VectorEnv(TINY, 3)
    assert mine.observations.values.shape == plain.observations.shape
    for turn in range(20):
        same_now(mine, plain)
        mine.step(plain.sample(seed=turn))
        plain.step(plain.sample(seed=turn))


@pytest.mark.parametrize("slug", [*games(), "leduc"])
def test_every_number_that_is_not_0_is_written_once(slug: str) -> None:
    """As a GPU needs it, where what is written is noted at once."""
    game = leduc() if slug == "leduc" else load(slug)
    engine = Engine(game)
    plainly = entered(Copy().rule(game.rules.observe)) if not jit.INTERPRETED else game.rules.observe
    env = VectorEnv(game, 6, various(game))
    for turn in range(120):
        if turn % 40 == 39:
            for i in range(env.width):
                seat = int(env.actors[i])
                rows = np.zeros(game.observed, np.int16), np.zeros(game.observed, np.float32)
                pairs = Pairs(*rows, np.zeros(1, np.uint32), (game.observed,))
                plainly(engine.tables[0], engine.hidden(env.states[i : i + 1], seat)[0], seat, pairs)
                listed = Listed(rows[0][None], rows[1][None], pairs.count)
                assert len(set(rows[0][: pairs.count[0]])) == pairs.count[0]
                assert dense(listed, game.observed)[0].tobytes() == env.observations[i].tobytes()
        env.step(env.sample(seed=turn))


@compiled_only
@pytest.mark.xdist_group("totem")
def test_a_gpu_lists_the_same(gpu: pretended.Gpu) -> None:
    options: list[dict[str, object]] = [{"restock": "one"}, {}, {"match_games": 3}]
    mine: Any = VectorEnv("totem", 4, options, first=2, device="cuda", compact=True)
    plain = VectorEnv("totem", 4, options, first=2)
    mine.reset(seed=9)
    plain.reset(seed=9)
    for turn in range(90):
        same_now(mine, plain)
        chosen = plain.sample(seed=turn)
        assert np.array_equal(mine.sample(seed=turn).numpy(), chosen)
        mine.step(mine.actions if turn % 2 else chosen)
        plain.step(chosen)
    assert plain.games.sum() > 0
    told = mine.observations.places.__cuda_array_interface__
    assert told["shape"] == (4, 160) and told["typestr"] == "<i2"


@compiled_only
@pytest.mark.parametrize("slug", [*games(), "leduc"])
def test_a_gpu_lists_every_game(gpu: pretended.Gpu, slug: str) -> None:
    game = leduc() if slug == "leduc" else load(slug)
    options = various(game)[-4:]
    mine: Any = VectorEnv(game, 4, options, device="cuda", compact=True)
    plain = VectorEnv(game, 4, options)
    for turn in range(3):
        same_now(mine, plain)
        mine.step(plain.sample(seed=turn))
        plain.step(plain.sample(seed=turn))
    same_now(mine, plain)


@compiled_only
@pytest.mark.xdist_group("totem")
def test_a_refused_action_leaves_the_lists_alone(gpu: pretended.Gpu) -> None:
    for where in ("cpu", "cuda"):
        env: Any = VectorEnv("totem", 2, device=where, compact=True)
        before = [np.array(one if where == "cpu" else one.numpy()) for one in env.observations]
        with pytest.raises(IllegalAction, match="action 500 in match 1"):
            env.step(np.array([VectorEnv("totem", 2).sample(seed=1)[0], 500]))
        for one, other in zip(env.observations, before, strict=True):
            assert np.array_equal(one if where == "cpu" else one.numpy(), other)


@compiled_only
@pytest.mark.xdist_group("totem")
@pytest.mark.parametrize("where", ["cpu", "cuda"])
@pytest.mark.parametrize("way", COPIES)
def test_copies_are_exact_and_independent(gpu: pretended.Gpu, way: Any, where: str) -> None:
    env: Any = VectorEnv("totem", 2, device=where, compact=True)
    plain = VectorEnv("totem", 2)
    for turn in range(5):
        env.step(plain.sample(seed=turn))
        plain.step(plain.sample(seed=turn))
    twin, other = way(env), way(plain)
    for turn in range(5):
        twin.step(other.sample(seed=turn))
        other.step(other.sample(seed=turn))
    assert twin.compact
    same_now(twin, other)
    same_now(env, plain)


@compiled_only
@pytest.mark.xdist_group("totem")
@pytest.mark.parametrize("where", ["cpu", "cuda"])
def test_a_list_that_does_not_fit_is_refused(gpu: pretended.Gpu, where: str, monkeypatch: Any) -> None:
    game = load("totem")
    plain = VectorEnv(game, 2)
    counts = (plain.observations != 0).sum(axis=1)
    most = int(counts.max())
    monkeypatch.setattr(game, "limits", replace(game.limits, seen=most))
    fits: Any = VectorEnv(game, 2, device=where, compact=True)
    same_now(fits, plain)
    with pytest.raises(BestiaryError, match=rf"its lists have room for {most} \(Limits.seen\)"):
        for turn in range(80):
            fits.step(plain.sample(seed=turn))
            plain.step(plain.sample(seed=turn))
            same_now(fits, plain)
    monkeypatch.setattr(game, "limits", replace(game.limits, seen=most - 1))
    with pytest.raises(BestiaryError, match=f"Totem: {most} numbers of an observation"):
        VectorEnv(game, 2, device=where, compact=True)


@compiled_only
@pytest.mark.xdist_group("totem")
def test_who_does_not_wait_hears_later_of_the_longest(gpu: pretended.Gpu, monkeypatch: Any) -> None:
    game = load("totem")
    plain = VectorEnv(game, 2)
    most = int(np.count_nonzero(plain.observations, axis=1).max())
    monkeypatch.setattr(game, "limits", replace(game.limits, seen=most))
    env: Any = VectorEnv(game, 2, device="cuda", compact=True)
    longest = 0
    for turn in range(30):
        env.step(plain.sample(seed=turn), wait=False)
        plain.step(plain.sample(seed=turn))
        longest = max(longest, int(np.count_nonzero(plain.observations, axis=1).max()))
    assert longest > most
    env.step(np.full(2, 500), wait=False)
    with pytest.raises(BestiaryError, match=f"Totem: {longest} numbers"):
        env.wait()
    with pytest.raises(IllegalAction, match="action 500"):
        env.wait()
    env.wait()


def test_an_observation_too_long_for_lists_is_refused(monkeypatch: Any) -> None:
    monkeypatch.setattr(Game, "observed", property(lambda self: 40_000))
    with pytest.raises(BestiaryError, match="40000 numbers: too long for lists"):
        VectorEnv("totem", 2, compact=True)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_numbers_are_noted_and_told_again(data: Any) -> None:
    size = data.draw(st.integers(1, 40))
    value = st.one_of(st.just(0.0), st.floats(width=32, allow_nan=False), st.integers(-9, 9))
    row = data.draw(st.lists(value, min_size=size, max_size=size))
    order = data.draw(st.permutations(range(size)))
    room = data.draw(st.integers(0, size))
    pairs = Pairs(np.zeros(room, np.int16), np.zeros(room, np.float32), np.zeros(1, np.uint32), (size,))
    for k in range(size):
        pairs[k] = 0.0
    for k in order:
        pairs[k] = row[k]
    plain = np.array(row, np.float32) + np.float32(0)  # no 0 with a sign
    held = [k for k in order if plain[k] != 0]
    assert pairs.count[0] == len(held)
    assert pairs.places[: len(held)].tolist() == held[:room]
    if len(held) <= room:
        listed = Listed(pairs.places[None], pairs.values[None], pairs.count)
        assert dense(listed, size)[0].tobytes() == plain.tobytes()
