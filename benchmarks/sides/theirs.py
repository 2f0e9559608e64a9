"""The peers' sides, each as its own documentation has it: random legal play, and copies.

Everything is imported inside: a peer that is not installed is missing from the table, no more.
"""

from __future__ import annotations

import copy
import random
from typing import Any

from . import Work
from .ours import repeat, step_aec

SCAN = 64  # steps of pgx that are compiled into one call


def spiel(name: str) -> Work:
    """OpenSpiel's C++ through its Python interface; chance moves are made and not counted."""
    import pyspiel

    game = pyspiel.load_game(name)
    pick = random.Random(1)

    def work(games: int) -> int:
        done = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(_drawn(outcomes, pick.random()))
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(pick.random() * len(legal))])
                    done += 1
        return done

    return work


def _drawn(outcomes: list[tuple[int, float]], at: float) -> int:
    for action, share in outcomes:
        at -= share
        if at < 0:
            return action
    return outcomes[-1][0]


def rlcard(name: str) -> Work:
    """RLCard: every step makes the state of the next player, legal actions included."""
    import rlcard as library

    env = library.make(name, config={"seed": 1})
    pick = random.Random(1)

    def work(games: int) -> int:
        done = 0
        for _ in range(games):
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(pick.random() * len(legal))])
                done += 1
        return done

    return work


def pettingzoo(module: str) -> Work:
    """PettingZoo's own environment, stepped exactly as our adapter is."""
    return step_aec(_zoo(module))


def _zoo(module: str) -> Any:
    from importlib import import_module

    return import_module(f"pettingzoo.classic.{module}").env()


def pgx_scan(name: str, width: int) -> Work:
    """pgx, as its authors measure it: many games at once, whole stretches of play compiled into one."""
    import jax

    run, states, key = _pgx(name, width, SCAN)
    held = [states, key]

    def work(times: int) -> int:
        for _ in range(times):
            held[:] = run(*held)
        jax.block_until_ready(held[0])
        return times * SCAN * width

    return work


def pgx_step(name: str, width: int) -> Work:
    """pgx, one compiled step at a time, as a learner in Python calls it."""
    import jax

    run, states, key = _pgx(name, width, 1)
    held = [states, key]

    def work(times: int) -> int:
        for _ in range(times):
            held[:] = run(*held)
            jax.block_until_ready(held[0].observation)
        return times * width

    return work


def _pgx(name: str, width: int, steps: int) -> tuple[Any, Any, Any]:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(held: tuple[Any, Any], _: Any) -> tuple[tuple[Any, Any], None]:
        states, key = held
        key, choosing, dealing = jax.random.split(key, 3)
        logits = jnp.where(states.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(choosing, logits)
        return (step(states, actions, jax.random.split(dealing, width)), key), None

    @jax.jit
    def run(states: Any, key: Any) -> tuple[Any, Any]:
        return jax.lax.scan(one, (states, key), None, length=steps)[0]

    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), width))
    states, key = jax.block_until_ready(run(states, jax.random.PRNGKey(1)))
    return run, states, key


# ---- copies ------------------------------------------------------------------------------------


def spiel_copies(name: str) -> Work:
    """``state.clone()`` in the middle of a game."""
    import pyspiel

    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    state.apply_action(state.legal_actions()[0])
    return repeat(state.clone)


def rlcard_copies(name: str) -> Work:
    """RLCard has no copy of its own: ``copy.deepcopy`` of the game, without its environment."""
    import rlcard as library

    env = library.make(name, config={"seed": 1})
    state, _ = env.reset()
    env.step(next(iter(state["legal_actions"])))
    return repeat(lambda: copy.deepcopy(env.game))


def pettingzoo_copies(module: str) -> Work:
    """``copy.deepcopy`` of the environment."""
    env = _zoo(module)
    env.reset(seed=1)
    env.step(int(env.last()[0]["action_mask"].nonzero()[0][0]))
    return repeat(lambda: copy.deepcopy(env))
