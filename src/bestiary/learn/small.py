"""A small learner that needs nothing but NumPy: the method of ``selfplay``, its gradients written out.

For games as small as Leduc, and for tests: ``bestiary train`` learns the others with PyTorch.

>>> from bestiary import load
>>> learner = Small(load("totem"), width=8, steps=4, hidden=8, layers=2)
>>> learner.update(learner.method.rate, learner.method.entropy) > 0
True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bestiary.core.game import Game
from bestiary.envs import VectorEnv

from . import beginning
from .network import FORMAT, Network, layout_of
from .reading import VECTOR, Floats, Whole, reading

FORBIDDEN = np.float32(-1e9)
AT_ONCE = 2048  # rows of one pass where nothing is learned
LEAST = -30  # of the logarithm of a chance
FIRST, SECOND, TINY = 0.9, 0.999, 1e-5  # of Adam


@dataclass(frozen=True)
class SmallMethod:
    """The figures of the method: what does well on Leduc."""

    rate: float = 2e-3
    entropy: float = 0.1
    trace: float = 0.95
    clip: float = 0.2
    epochs: int = 2
    batch: int = 2048
    value: float = 0.5
    steepest: float = 0.5
    averaged: float = 0.02  # how fast the weights that are kept follow those that learn
    pull: float = 0.0  # how much it is worth to stay near a magnet: what was kept some updates ago
    magnet: int = 20  # updates after which the magnet is moved
    stay: float = 0.0  # how much it is worth to stay near the policy that played; takes the place of the clip


class Passed:
    """A batch on its way through the layers, with all that the way back needs."""

    def __init__(self, weights: Mapping[str, Floats], dense: Floats, names: Whole) -> None:
        self.w, self.names = weights, names
        self.given = dense
        if names.shape[1]:
            vectors = weights["names"][names].reshape(len(dense), -1)
            self.given = np.concatenate([dense, vectors], axis=1)
        self.held = [np.maximum(self.given @ weights["in.w"] + weights["in.b"], 0)]
        self.added: list[Floats] = []
        k = 0
        while f"mid{k}.w" in weights:
            before = self.held[-1]
            self.added.append(np.maximum(before @ weights[f"mid{k}.w"] + weights[f"mid{k}.b"], 0))
            self.held.append(before + self.added[-1])
            k += 1
        self.scores = self.held[-1] @ weights["policy.w"] + weights["policy.b"]
        self.values: Floats = np.tanh(self.held[-1] @ weights["value.w"] + weights["value.b"])[:, 0]

    def chances(self, masks: NDArray[np.int8]) -> Floats:
        """The logarithm of how likely each action is."""
        scores = np.where(masks == 0, FORBIDDEN, self.scores)
        scores = scores - scores.max(axis=1, keepdims=True)
        logs: Floats = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        return logs

    def back(self, scores: Floats, values: Floats) -> dict[str, Floats]:
        """The gradients of all weights, from those of the scores and of the values."""
        w = self.w
        bent = (values * (1 - self.values**2))[:, None]
        last = self.held[-1]
        found = {"policy.w": last.T @ scores, "policy.b": scores.sum(axis=0)}
        found |= {"value.w": last.T @ bent, "value.b": bent.sum(axis=0)}
        down = scores @ w["policy.w"].T + bent @ w["value.w"].T
        for k in range(len(self.added) - 1, -1, -1):
            through = down * (self.added[k] > 0)
            found[f"mid{k}.w"] = self.held[k].T @ through
            found[f"mid{k}.b"] = through.sum(axis=0)
            down = down + through @ w[f"mid{k}.w"].T
        through = down * (self.held[0] > 0)
        found["in.w"] = self.given.T @ through
        found["in.b"] = through.sum(axis=0)
        if self.names.shape[1]:
            vectors = (through @ w["in.w"].T)[:, -self.names.shape[1] * VECTOR :]
            found["names"] = np.zeros_like(w["names"])
            np.add.at(found["names"], self.names, vectors.reshape(*self.names.shape, VECTOR))
        return found


@dataclass(frozen=True)
class Played:
    """Decisions to learn from, a row each."""

    dense: Floats
    names: Whole
    masks: NDArray[np.int8]
    actions: Whole
    logs: Floats  # how likely each action was
    gains: Floats
    aims: Floats  # what the decision came to: what its value should have been

    def __getitem__(self, at: Any) -> Played:
        return Played(*(getattr(self, name)[at] for name in self.__dataclass_fields__))

    def seen_by(self, weights: Mapping[str, Floats]) -> Passed:
        """What a network makes of them."""
        return Passed(weights, self.dense, self.names)

    def parts(self) -> Iterator[Played]:
        """Some rows at a time: what fits into a cache is quick."""
        for k in range(0, len(self.actions), AT_ONCE):
            yield self[k : k + AT_ONCE]


class Small:
    """A run of learning for two seats."""

    def __init__(
        self,
        game: Game,
        width: int = 512,
        steps: int = 16,
        hidden: int = 64,
        layers: int = 2,
        seed: int = 1,
        method: SmallMethod | None = None,
    ) -> None:
        self.game, self.steps, self.method = game, steps, method or SmallMethod()
        self.env = VectorEnv(game, width)
        self.env.reset(seed=seed)
        self.luck = np.random.default_rng(seed)
        self.reading = reading(game)
        self.weights = beginning.weights(self.reading, len(game.actions), hidden, layers, seed)
        self.mean = {name: w.copy() for name, w in self.weights.items()}
        self._moments = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in self.weights.items()}
        self._taken = self.updates = 0
        self.magnet: Mapping[str, Floats] = {}

    def update(self, rate: float, entropy: float) -> float:
        """Plays some steps of all matches and learns from them; returns how even the policy was."""
        if self.method.pull and self.updates % self.method.magnet == 0:
            self.magnet = {name: w.copy() for name, w in self.mean.items()}
        played = self._play()
        played = played[played.masks.sum(axis=1) > 1]
        self._improve(played, rate, entropy)
        self.updates += 1
        share = max(self.method.averaged, 1 / (1 + self.updates))
        for name, w in self.weights.items():
            self.mean[name] += np.float32(share) * (w - self.mean[name])
        return float(evenness(played.logs).mean())

    def run(self, updates: int) -> Network:
        """So many updates; the network that comes of them."""
        for _ in range(updates):
            self.update(self.method.rate, self.method.entropy)
        return self.network()

    def network(self) -> Network:
        """What is kept: the mean of the weights over the last updates."""
        game = self.game
        header = {
            "format": FORMAT,
            "game": game.name,
            "layout": layout_of(game),
            "cards": game.content().fingerprint,
            "players": [self.env.seats],
            "figures": {"updates": self.updates},
        }
        return Network(header, self.reading, {name: w.copy() for name, w in self.mean.items()})

    # ---- play --------------------------------------------------------------------------------

    def _play(self) -> Played:
        env, steps, width = self.env, self.steps, self.env.width
        low, high = self.game.payoff
        dense = np.empty((steps, width, self.reading.dense), np.float32)
        names = np.empty((steps, width, len(self.reading.many)), np.int64)
        masks = np.empty((steps, *env.masks.shape), np.int8)
        actors, actions = np.empty((steps + 1, width), np.int64), np.empty((steps, width), np.int64)
        logs, values = np.empty(masks.shape, np.float32), np.empty((steps + 1, width), np.float32)
        rewards, dones = np.empty((steps, width, 2), np.float32), np.empty((steps, width), np.bool_)
        for t in range(steps + 1):
            actors[t] = env.actors
            split = self.reading.split(env.observations)
            passed = Passed(self.weights, *split)
            values[t] = passed.values
            if t == steps:
                break
            (dense[t], names[t]), masks[t] = split, env.masks
            logs[t] = passed.chances(masks[t])
            actions[t] = (logs[t] + self.luck.gumbel(size=logs[t].shape)).argmax(axis=1)
            step = env.step(actions[t])
            rewards[t], dones[t] = 2 * (step.rewards - low) / (high - low) - 1, step.dones
        gains = advantages(values, actors, rewards, dones, self.method.trace)
        found: Any = (dense, names, masks, actions, logs, gains, gains + values[:-1])
        return Played(*(x.reshape(steps * width, *x.shape[2:]) for x in found))

    # ---- learning ----------------------------------------------------------------------------

    def _held(self, played: Played) -> Floats:
        """How likely each action is to the magnet, if there is one."""
        if not self.magnet:
            return played.logs
        return np.concatenate([part.seen_by(self.magnet).chances(part.masks) for part in played.parts()])

    def _improve(self, played: Played, rate: float, entropy: float) -> None:
        """Proximal policy optimisation."""
        scaled = (played.gains - played.gains.mean()) / (played.gains.std() + 1e-8)
        held = self._held(played)
        parts = max(1, len(scaled) // self.method.batch)
        for _ in range(self.method.epochs):
            for at in np.array_split(self.luck.permutation(len(scaled)), parts):
                self._step(played[at], scaled[at], held[at], rate, entropy)

    def _step(self, played: Played, gain: Floats, held: Floats, rate: float, entropy: float) -> None:
        """One step down the gradient of what is to be small."""
        method, size = self.method, np.float32(len(gain))
        passed = played.seen_by(self.weights)
        logs = passed.chances(played.masks)
        shares = np.exp(logs)
        actions, before = played.actions[:, None], played.logs
        ratio = np.exp(np.take_along_axis(logs - before, actions, 1)[:, 0])
        clip = np.inf if method.stay else method.clip
        free = np.where(gain > 0, ratio < 1 + clip, ratio > 1 - clip)
        pull = np.where(free, -gain * ratio, 0.0)[:, None]
        scores = -pull * shares
        scores[np.arange(len(gain)), played.actions] += pull[:, 0]
        scores += entropy * shares * (np.maximum(logs, LEAST) + evenness(logs))
        scores += method.stay * strayed(logs, before) + method.pull * strayed(logs, held)
        values = 2 * method.value * (passed.values - played.aims)
        found = passed.back((scores / size).astype(np.float32), (values / size).astype(np.float32))
        length = float(np.sqrt(sum(float((g**2).sum()) for g in found.values())))
        self._descend(found, rate, min(1.0, method.steepest / (length + 1e-6)))

    def _descend(self, found: dict[str, Floats], rate: float, short: float) -> None:
        """Adam."""
        self._taken += 1
        fix = np.sqrt(1 - SECOND**self._taken) / (1 - FIRST**self._taken)
        for name, gradient in found.items():
            slope, bend = self._moments[name]
            slope += (1 - FIRST) * (short * gradient - slope)
            bend += (1 - SECOND) * ((short * gradient) ** 2 - bend)
            self.weights[name] -= (rate * fix * slope / (np.sqrt(bend) + TINY)).astype(np.float32)


def evenness(logs: Floats) -> Floats:
    """The entropy of a policy."""
    found: Floats = -(np.exp(logs) * np.maximum(logs, LEAST)).sum(axis=1, keepdims=True)
    return found


def strayed(logs: Floats, held: Floats) -> Floats:
    """The gradient, by the scores, of how far a policy is from another: their divergence."""
    away, shares = np.maximum(logs, LEAST) - np.maximum(held, LEAST), np.exp(logs)
    found: Floats = shares * (away - (shares * away).sum(axis=1, keepdims=True))
    return found


def advantages(
    values: Floats, actors: Whole, rewards: Floats, dones: NDArray[np.bool_], trace: float
) -> Floats:
    """Generalised advantage estimates of two seats, as ``selfplay`` makes them: a decision is followed by the
    next one of the same seat, and what one seat expects where play is cut off, the other one does not."""
    steps, width = dones.shape
    every = np.arange(width)
    ahead = np.repeat(-values[-1][:, None], 2, axis=1)
    ahead[every, actors[-1]] = values[-1]
    carried = np.zeros_like(ahead)
    gains = np.zeros((steps, width), np.float32)
    for t in range(steps - 1, -1, -1):
        over = dones[t]
        ahead[over], carried[over] = rewards[t][over], 0.0
        seat = actors[t]
        gains[t] = ahead[every, seat] - values[t] + trace * carried[every, seat]
        ahead[every, seat], carried[every, seat] = values[t], gains[t]
    return gains
