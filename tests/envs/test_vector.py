"""VectorEnv: many matches at once are the same matches, whoever shares the work."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

from bestiary.core.driver import Engine
from bestiary.core.errors import BestiaryError, IllegalAction
from bestiary.core.plain import Copy, entered
from bestiary.core.record import same
from bestiary.core.registry import load
from bestiary.envs import VectorEnv
from bestiary.envs.vector import Step
from bestiary.testing.bench import settings_of

from .table import games


def streams(width: int, first: int = 0) -> np.ndarray[Any, Any]:
    """A stream of choices for every match, by its number."""
    return np.arange(first, first + width, dtype=np.uint64)


def play(env: VectorEnv, steps: int, rngs: np.ndarray[Any, Any]) -> Step:
    """Random legal play."""
    actions = np.zeros(env.width, np.int64)
    for _ in range(steps):
        env.choose(rngs, actions)
        env.step(actions)
    return env.now()


@pytest.mark.parametrize("slug", games())
def test_every_match_is_the_engines_match(slug: str) -> None:
    game = load(slug)
    options = [{"players": n} for n in game.players]
    env = VectorEnv(game, 6, options)
    step = env.reset(seed=3)
    engine = Engine(game)
    pick = random.Random(1)
    alone = [engine.start(options[i % len(options)], int(env.seeds[i])) for i in range(6)]
    for _ in range(300):
        chosen = []
        for i, states in enumerate(alone):
            legal, actor = engine.legal(states), engine.actors(states)[0]
            assert step.actors[i] == actor
            assert np.flatnonzero(step.masks[i]).tolist() == sorted(legal)
            assert step.observations[i].tobytes() == engine.observe(states, actor).tobytes()
            chosen.append(pick.choice(legal))
        step = env.step(np.array(chosen))
        for i, states in enumerate(alone):
            engine.apply(states, chosen[i])
            paid = step.rewards[i].tolist()
            assert step.dones[i] == engine.over(states)
            if engine.over(states):
                due = engine.returns(states)
                assert paid == due + [0.0] * (len(paid) - len(due))
                engine.start(options[i % len(options)], int(env.seeds[i]), states=states)
            else:
                assert not any(paid)
            assert same(env.states[i], states[0])


@pytest.mark.parametrize("slug", games())
def test_no_match_depends_on_its_neighbours(slug: str) -> None:
    whole = VectorEnv(slug, 12)
    whole.reset(seed=5)
    rngs = streams(12)
    play(whole, 120, rngs)
    for first, width, threads in ((0, 7, 1), (7, 5, 3)):
        part = VectorEnv(slug, width, first=first, threads=threads)
        part.reset(seed=5)
        now = play(part, 120, streams(width, first))
        at = slice(first, first + width)
        assert same(part.states, whole.states[at])
        for mine, theirs in zip(now, whole.now(), strict=True):
            assert mine.tobytes() == theirs[at].tobytes()
        part.close()


@pytest.mark.parametrize("slug", games())
def test_every_option_can_be_played_side_by_side(slug: str) -> None:
    game = load(slug)
    settings = settings_of(game, None, 40, seed=1)
    env = VectorEnv(game, len(settings), settings)
    engine = Engine(game)
    for i, options in enumerate(settings):
        alone = engine.start(options, int(env.seeds[i]))
        assert same(env.states[i], alone[0])
    play(env, 60, streams(len(settings)))
    for i, options in enumerate(settings):
        assert game.options.decode(env.states[i]["opt"]) == game.settle(options)
        allowed = np.flatnonzero(engine.why_all(env.states, i) == 0)
        assert np.array_equal(np.flatnonzero(env.masks[i]), allowed)


def test_games_end_and_begin_again_with_new_deals() -> None:
    env = VectorEnv("totem", 32)
    env.reset(seed=1)
    rngs, actions = streams(32), np.zeros(32, np.int64)
    seeds, paid = set(env.seeds.tolist()), 0
    for _ in range(400):
        env.choose(rngs, actions)
        step = env.step(actions)
        paid += int((np.abs(step.rewards).sum(axis=1) > 0).sum())
        assert step.rewards[~step.dones].any() == False  # noqa: E712
        assert not env.states["over"].any()
        seeds.update(env.seeds[step.dones].tolist())
    assert env.games.sum() > 100
    assert len(seeds) == 32 + env.games.sum()
    assert paid > 0.9 * env.games.sum()


def test_the_arrays_are_the_environments_own() -> None:
    env = VectorEnv("totem", 3)
    before = env.reset(seed=1)
    after = env.step(env.sample(seed=1))
    assert before.observations is after.observations
    assert before.masks is after.masks
    assert np.shares_memory(before.rewards, after.rewards)


def test_one_bad_action_is_refused_and_nothing_is_played() -> None:
    env = VectorEnv("totem", 8, threads=2)
    env.reset(seed=1)
    before = env.states.tobytes(), env.observations.tobytes()
    actions = env.sample(seed=1)
    actions[5] = int(np.flatnonzero(env.masks[5] == 0)[0])
    with pytest.raises(IllegalAction, match="in match 5") as refused:
        env.step(actions)
    assert refused.value.rule in load("totem").rulebook.rules
    for bad in (-1, 134, 2**40):
        actions[5] = bad
        with pytest.raises(IllegalAction, match="There are actions 0 to 133"):
            env.step(actions)
    for wrong in (np.zeros(7, np.int64), np.zeros(8), np.zeros((8, 1), np.int64)):
        with pytest.raises(BestiaryError, match="8 whole numbers"):
            env.step(wrong)
    assert (env.states.tobytes(), env.observations.tobytes()) == before


@pytest.mark.parametrize("way", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e)), lambda e: e.clone()])
def test_copies_are_exact_and_independent(way: Any) -> None:
    env = VectorEnv("totem", 5, [{"match_games": 3}, {"restock": "one"}])
    env.reset(seed=2)
    rngs = streams(5)
    play(env, 70, rngs)
    twin, again = way(env), rngs.copy()
    frozen = env.states.tobytes()
    play(twin, 70, again)
    assert env.states.tobytes() == frozen
    play(env, 70, rngs)
    assert same(env.states, twin.states)
    for mine, theirs in zip(env.now(), twin.now(), strict=True):
        assert mine.tobytes() == theirs.tobytes()


def test_a_seed_is_a_word() -> None:
    env = VectorEnv("totem", 2)
    with pytest.raises(BestiaryError, match=r"0 to 2\*\*64 - 1"):
        env.reset(seed=-1)
    with pytest.raises(BestiaryError, match="at least one match"):
        VectorEnv("totem", 0)


def test_critics_see_the_true_state_of_every_match() -> None:
    env = VectorEnv("totem", 3)
    env.reset(seed=4)
    assert env.state().shape == (3, env._numbers.size)
    assert not np.array_equal(env.state()[0], env.state()[1])


@pytest.mark.xdist_group("totem")
def test_the_games_own_evaluation_judges_every_match() -> None:
    env = VectorEnv("totem", 5, threads=2)
    play(env, 30, streams(5))
    evaluate = entered(Copy().rule(env.game.rules.evaluate))
    for i, judged in enumerate(env.judged()):
        alone = np.zeros(2)
        evaluate(env.engine.tables[0], env.states[i], alone)
        assert judged.tolist() == alone.tolist() and judged.any()
