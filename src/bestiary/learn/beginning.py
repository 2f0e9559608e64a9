"""The weights that a network begins with."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from .reading import VECTOR, Floats, Reading


def weights(
    reading: Reading, actions: int, hidden: int, layers: int, seed: int, heads: int = 1
) -> dict[str, Floats]:
    """Random ones: all actions about equally likely, all positions worth about nothing to all seats."""
    rng = np.random.default_rng(seed)

    def some(spread: float, *shape: int) -> Floats:
        return (spread * rng.standard_normal(shape)).astype(np.float32)

    made = {"in.w": some((2 / max(1, reading.inputs)) ** 0.5, reading.inputs, hidden)}
    made["in.b"] = np.zeros(hidden, np.float32)
    for k in range(layers - 1):
        made[f"mid{k}.w"] = some((1 / hidden) ** 0.5, hidden, hidden)
        made[f"mid{k}.b"] = np.zeros(hidden, np.float32)
    made["policy.w"] = some(0.01 / hidden**0.5, hidden, actions)
    made["policy.b"] = np.zeros(actions, np.float32)
    made["value.w"] = some(0.1 / hidden**0.5, hidden, heads)
    made["value.b"] = np.zeros(heads, np.float32)
    if len(reading.many):
        made["names"] = some(0.3, reading.rows, VECTOR)
    return made


def with_heads(weights: Mapping[str, Floats], heads: int) -> dict[str, Floats]:
    """The same weights with values for so many seats at least: what learned with fewer players goes on."""
    made = dict(weights)
    more = max(0, heads - len(made["value.b"]))
    made["value.w"] = np.pad(made["value.w"], ((0, 0), (0, more)))
    made["value.b"] = np.pad(made["value.b"], (0, more))
    return made


def with_inputs(
    weights: Mapping[str, Floats], before: Reading, after: Reading, observed: int
) -> dict[str, Floats]:
    """The same weights for a reading with other amounts behind the observation: new ones say nothing yet."""
    first = weights["in.w"]
    taken = int((before.plain < observed).sum())
    made = np.zeros((after.inputs, first.shape[1]), np.float32)
    made[:taken] = first[:taken]
    named, vectors = int(before.few_of.sum()), before.inputs - before.dense
    made[len(after.plain) : len(after.plain) + named] = first[len(before.plain) : len(before.plain) + named]
    made[after.dense :] = first[before.dense : before.dense + vectors]
    return {**weights, "in.w": made}


def scaled(weights: Mapping[str, Floats], scale: Floats) -> dict[str, Floats]:
    """The same network for the first amounts as they are, once it has read them multiplied."""
    first = weights["in.w"].copy()
    first[: len(scale)] *= scale[:, None]
    return {**weights, "in.w": first}
