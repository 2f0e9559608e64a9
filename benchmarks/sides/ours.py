"""Our sides: the Python loop, the compiled driver, VectorEnv, the PettingZoo adapter, copies."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import numpy as np

from bestiary import Match
from bestiary.core.driver import Engine
from bestiary.core.registry import load, names, register

from . import Work

sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "leduc"))
from leduc import GAME as LEDUC

WIDTH = 1024  # matches of a VectorEnv
GAMES = 16_384  # of Leduc that the driver plays at a time
FEWER = 256  # of the others, whose games are longer
COPIED = 64  # records that are copied to and fro

if "leduc" not in names():
    register(LEDUC)


def driver(slug: str, games: int) -> Work:
    """Whole games by the compiled driver, so many at a time, as a simulation runs them on each core."""
    engine = Engine(load(slug))
    options = engine.game.options.encode(engine.game.settle({}))

    def work(chunks: int) -> int:
        return sum(int(engine.chunk(options, 1, n * games, games).lengths.sum()) for n in range(chunks))

    return work


def vector(slug: str) -> Work:
    """VectorEnv: observations, masks, rewards and random legal choices of all matches, each step."""
    from bestiary.envs import VectorEnv

    env = VectorEnv(slug, WIDTH)
    rngs, actions = np.arange(WIDTH, dtype=np.uint64), np.zeros(WIDTH, np.int64)

    def work(steps: int) -> int:
        for _ in range(steps):
            env.choose(rngs, actions)
            env.step(actions)
        return steps * WIDTH

    return work


def engine_loop(slug: str) -> Work:
    """A Python loop that asks the engine for the legal actions and plays one."""
    engine = Engine(load(slug))
    options = engine.game.options.encode(engine.game.settle({}))
    pick = random.Random(1)

    def work(games: int) -> int:
        done = 0
        for seed in range(games):
            states = engine.start(options, seed)
            while not engine.over(states):
                legal = engine.legal(states)
                engine.apply(states, legal[int(pick.random() * len(legal))])
                done += 1
        return done

    return work


def match_loop(slug: str) -> Work:
    """The same with everything that a table keeps: history, events, refusals, undo."""
    pick = random.Random(1)

    def work(games: int) -> int:
        done = 0
        for seed in range(games):
            match = Match(slug, seed=seed)
            while not match.over:
                legal = match.legal()
                match.play(legal[int(pick.random() * len(legal))])
                done += 1
        return done

    return work


def adapter(slug: str) -> Work:
    """The PettingZoo adapter with the usual wrappers."""
    from bestiary.envs import aec

    return step_aec(aec.env(slug))


def step_aec(env: Any) -> Work:
    """Random play of any AEC environment: observation and mask at every step."""
    pick = random.Random(1)

    def work(games: int) -> int:
        done = 0
        for seed in range(games):
            env.reset(seed=seed)
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = observation["action_mask"].nonzero()[0]
                env.step(int(legal[int(pick.random() * len(legal))]))
                done += 1
        return done

    return work


# ---- copies ------------------------------------------------------------------------------------


def record_copies(slug: str) -> Work:
    """Whole records, inside compiled code: what a search does."""
    engine = Engine(load(slug))
    source, target = engine.new_states(COPIED), engine.new_states(COPIED)
    for i in range(COPIED):
        engine.start(seed=i, states=source, i=i)

    def work(times: int) -> int:
        engine.kernels.k_copies(source, target, times)
        return times

    return work


def engine_copies(slug: str) -> Work:
    """A copy of a position in the middle of a game, asked for from Python."""
    engine = Engine(load(slug))
    states = engine.start(seed=1)
    engine.apply(states, engine.legal(states)[0])
    return repeat(lambda: engine.copy(states))


def adapter_copies(slug: str) -> Work:
    """A copy of the PettingZoo environment in the middle of a game."""
    from bestiary.envs import aec

    env = aec.env(slug)
    env.reset(seed=1)
    env.step(int(env.last()[0]["action_mask"].nonzero()[0][0]))
    return repeat(env.clone)


def repeat(copy: Any) -> Work:
    """One call after the other."""

    def work(times: int) -> int:
        for _ in range(times):
            copy()
        return times

    return work
