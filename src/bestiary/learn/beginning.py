"""The weights that a network begins with."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from .reading import BEYOND, VECTOR, Floats, Reading


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
    weights: Mapping[str, Floats], before: Reading, after: Reading, upto: int, seed: int = 0
) -> dict[str, Floats]:
    """The same weights for another reading: what is read at a place below ``upto`` says what it said, and
    whatever is read now and was not before says nothing yet."""
    first = weights["in.w"]
    made = np.zeros((after.inputs, first.shape[1]), np.float32)
    now = dict(after.inputs_by_place())
    for place, inputs in before.inputs_by_place():
        if place < upto:
            made[now[place]] = first[inputs]
    if not len(after.many):
        return {**weights, "in.w": made}
    names = (0.3 * np.random.default_rng(seed).standard_normal((after.rows, VECTOR))).astype(np.float32)
    there = dict(zip(after.many.tolist(), after.many_row.tolist(), strict=True))
    for place, of, row in zip(before.many.tolist(), before.many_of, before.many_row, strict=True):
        vectors = np.arange(of + BEYOND)
        names[there[place] + vectors] = weights["names"][row + vectors]
    return {**weights, "in.w": made, "names": names}


def scaled(weights: Mapping[str, Floats], scale: Floats) -> dict[str, Floats]:
    """The same network for the first amounts as they are, once it has read them multiplied."""
    first = weights["in.w"].copy()
    first[: len(scale)] *= scale[:, None]
    return {**weights, "in.w": first}
