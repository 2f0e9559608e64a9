"""The bookkeeping of self-play on VectorEnv, in numpy: whose decision was it, and what came of it.

All seats are played by one policy. A decision belongs to the seat that was asked; its successor is the
next decision of the same seat, however many of the others lie between, and the payoff at the end of a
game goes to the last decision of every seat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from bestiary.agents import Agent
from bestiary.core.game import Game
from bestiary.envs import VectorEnv
from bestiary.run.statistics import Z95

Floats = NDArray[np.float32]
# observations and masks in; actions, their log probabilities and the values of the positions out
Policy = Callable[[Floats, NDArray[np.int8]], tuple[NDArray[np.int64], Floats, Floats]]


@dataclass
class Rollout:
    """Some steps of all matches, a row for each step."""

    observations: Floats
    masks: NDArray[np.int8]
    actions: NDArray[np.int64]
    logs: Floats
    values: Floats
    actors: NDArray[np.int64]
    rewards: Floats  # of every seat
    dones: NDArray[np.bool_]
    last_actors: NDArray[np.int64]  # who is asked after the last step, and what that is worth to it
    last_values: Floats


def collect(env: VectorEnv, policy: Policy, steps: int) -> Rollout:
    """Plays so many steps from where the matches stand."""
    width, seats = env.width, env.seats
    made = Rollout(
        np.empty((steps, *env.observations.shape), np.float32),
        np.empty((steps, *env.masks.shape), np.int8),
        np.empty((steps, width), np.int64),
        np.empty((steps, width), np.float32),
        np.empty((steps, width), np.float32),
        np.empty((steps, width), np.int64),
        np.empty((steps, width, seats), np.float32),
        np.empty((steps, width), np.bool_),
        np.empty(width, np.int64),
        np.empty(width, np.float32),
    )
    for t in range(steps):
        made.observations[t], made.masks[t], made.actors[t] = env.observations, env.masks, env.actors
        made.actions[t], made.logs[t], made.values[t] = policy(env.observations, env.masks)
        step = env.step(made.actions[t])
        made.rewards[t], made.dones[t] = step.rewards, step.dones
    made.last_actors[:] = env.actors
    made.last_values[:] = policy(env.observations, env.masks)[2]
    return made


def advantages(played: Rollout, fade: float, trace: float) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Generalised advantage estimates, seat by seat: advantages, returns, and which of them are sound.

    A seat that is not asked where the rollout is cut has nothing to tell what its last decision came to:
    that decision is not learned from, and its value stands in for what followed.
    """
    steps, width, seats = played.rewards.shape
    gains = np.zeros((steps, width), np.float32)
    sound = np.ones((steps, width), np.bool_)
    every = np.arange(width)
    ahead = np.zeros((width, seats), np.float32)  # value of the seat's next decision
    carried = np.zeros((width, seats), np.float32)  # its advantage
    paid = np.zeros((width, seats), np.float32)  # payoff between this decision and the next
    known = np.zeros((width, seats), np.bool_)  # whether anything follows
    ahead[every, played.last_actors] = played.last_values
    known[every, played.last_actors] = True
    for t in range(steps - 1, -1, -1):
        over = played.dones[t]
        ahead[over], carried[over], known[over] = 0.0, 0.0, True
        paid[over] = played.rewards[t][over]
        seat, value = played.actors[t], played.values[t]
        gain = paid[every, seat] + fade * ahead[every, seat] - value + fade * trace * carried[every, seat]
        sound[t] = known[every, seat]
        gains[t] = np.where(sound[t], gain, 0.0)
        ahead[every, seat] = value
        carried[every, seat] = gains[t]
        paid[every, seat] = 0.0
        known[every, seat] = True
    return gains, gains + played.values, sound


# ---- how good it is ------------------------------------------------------------------------------

Rival = Callable[[VectorEnv, NDArray[np.int64], NDArray[np.int64]], None]  # writes actions of some matches


def random_rival(seed: int) -> Rival:
    """Any legal action, each equally likely."""
    rng = np.random.default_rng(seed)

    def choose(env: VectorEnv, where: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        drawn = rng.random((len(where), env.masks.shape[1])) * env.masks[where]
        actions[where] = drawn.argmax(axis=1)

    return choose


def agent_rival(agent: Agent, seed: int) -> Rival:
    """An agent of Bestiary, which gets what its seat may know."""
    count = [seed]

    def choose(env: VectorEnv, where: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        for i in where.tolist():
            seat = int(env.actors[i])
            actions[i] = agent.choose(env.engine.hidden(env.states, seat, i), seat, count[0])
            count[0] += 1

    return choose


@dataclass(frozen=True)
class Score:
    """The mean score, 0 for the worst payoff and 1 for the best, with its interval of 95%."""

    mean: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return f"{self.mean:.1%} ({self.low:.1%} to {self.high:.1%}, {self.games:,} games)"


def duel(game: Game, policy: Policy, rival: Rival, deals: int, seed: int) -> Score:
    """One seat for the policy, all others for the rival; every deal is played from every seat."""
    width = min(deals, 256)
    each = -(-deals // width)
    low, high = game.payoff
    env = VectorEnv(game, width)
    seats = env.seats
    scores = np.zeros((seats, width, each))
    for own in range(seats):
        env.reset(seed=seed)
        actions = np.zeros(width, np.int64)
        while (env.games < each).any():
            actions[:] = policy(env.observations, env.masks)[0]
            others = np.flatnonzero(env.actors != own)
            rival(env, others, actions)
            step = env.step(actions)
            ended = np.flatnonzero(step.dones & (env.games <= each))
            scores[own, ended, env.games[ended] - 1] = (step.rewards[ended, own] - low) / (high - low)
    by_deal = scores.mean(axis=0).ravel()
    mean = float(by_deal.mean())
    reach = Z95 * float(by_deal.std(ddof=1)) / sqrt(len(by_deal)) if len(by_deal) > 1 else 1.0
    return Score(mean, max(0.0, mean - reach), min(1.0, mean + reach), scores.size)
