"""What the compiled search is handed beside a tree: a network as arrays, and room to think in."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bestiary.agents import policy
from bestiary.core.game import Game

from .answers import answers
from .network import Network
from .reading import Floats, Whole


class Mind(NamedTuple):
    """A network for compiled code, for one thread at a time."""

    plain: Whole
    few: Whole
    few_of: Whole
    few_first: Whole
    many: Whole
    many_of: Whole
    many_row: Whole
    names: Floats
    first: Floats
    first_bias: Floats
    middle: NDArray[np.float32]  # layer, from, to
    middle_bias: Floats
    turns: Whole  # seats, seat, action: the same action as the seat counts
    base: Whole  # by action: the answer of the network that it is, or the first of those of its slot
    named: Whole  # and which name of many tells what lies there; -1 for none
    policy: Floats  # answer, neuron
    policy_bias: Floats
    value: Floats  # seat from the one that is asked on, neuron
    value_bias: Floats
    seen: Floats  # room for an observation
    held: Floats  # and for what the layers make of it
    more: Floats
    shares: NDArray[np.float64]  # how likely each choice is
    worth: NDArray[np.float64]  # what seats expect, from the one that is asked on
    figures: NDArray[np.float64]  # how much it explores, worst and best payoff, 1 for a team


def mind(network: Network, game: Game, explore: float) -> Mind:
    """A network, ready for compiled code."""
    w, reading = network.weights, network.reading

    def flat(array: Any, kind: Any = np.float32) -> Any:
        return np.require(array, kind, ["C", "A", "W", "O"])

    def whole(*names: str) -> list[Any]:
        return [flat(getattr(reading, name), np.int64) for name in names]

    hidden = w["in.b"].shape[0]
    middle = network.middle
    said = answers(game, reading)
    names, bias = from_nothing(network)
    parts: list[Any] = [
        *whole("plain", "few", "few_of", "first", "many", "many_of", "many_row"),
        flat(names),
        flat(w["in.w"]),
        flat(bias),
        flat(np.stack([m for m, _ in middle]) if middle else np.zeros((0, hidden, hidden))),
        flat(np.stack([b for _, b in middle]) if middle else np.zeros((0, hidden))),
        flat(network.turns(game), np.int64),
        flat(said.base, np.int64),
        flat(said.name, np.int64),
        flat(w["policy.w"].T.copy()),
        flat(w["policy.b"]),
        flat(w["value.w"].T.copy()),
        flat(w["value.b"]),
        np.zeros(game.observed, np.float32),
        np.zeros(hidden, np.float32),
        np.zeros(hidden, np.float32),
        np.zeros(game.limits.legal, np.float64),
        np.zeros(len(w["value.b"]), np.float64),
        np.array([explore, *game.payoff, float(game.team)]),
    ]
    return Mind(*parts)


def from_nothing(network: Network) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The vectors of names as they differ from that of nothing, and the bias with nothing everywhere.

    Most names of a position name nothing: they then cost nothing."""
    w, reading = network.weights, network.reading
    bias = w["in.b"].astype(np.float64)
    if "names" not in w:
        return np.zeros((1, 1)), bias
    names = w["names"].astype(np.float64)
    blocks = w["in.w"][len(w["in.w"]) - names.shape[1] * len(reading.many) :].astype(np.float64)
    nothing = names[reading.many_row + 1]
    for i, block in enumerate(np.split(blocks, len(reading.many))):
        bias += nothing[i] @ block
    rows = dict(zip(reading.many_row.tolist(), reading.many_of.tolist(), strict=True))
    for row, of in rows.items():
        names[row : row + of + 2] -= names[row + 1].copy()
    return names, bias


def roomy(held: Mind) -> Mind:
    """The same with room of its own, for one more search."""
    rooms = {name: np.zeros_like(getattr(held, name)) for name in ("seen", "held", "more", "shares", "worth")}
    return held._replace(**rooms)


class LedTree(NamedTuple):
    """The arrays of ``agents.policy.Tree``, and what the network said of every node."""

    visits: NDArray[np.int64]
    offered: NDArray[np.int64]
    worth: NDArray[np.float64]
    parents: NDArray[np.int32]
    keys: NDArray[np.int64]
    children: NDArray[np.int32]
    slots: NDArray[np.int64]
    nodes: NDArray[np.int64]
    path: NDArray[np.int64]
    used: NDArray[np.int64]
    forced: NDArray[np.int64]
    prior: NDArray[np.float64]  # how likely the network comes here
    opened: NDArray[np.int8]  # 1 where it has said how likely each way on is


def plant(game: Game, nodes: int, observers: int, forced: int = -1) -> LedTree:
    """The roots of a search, about which the network has said nothing yet."""
    tree = policy.plant(game, nodes, observers, forced)
    return LedTree(*tree, np.zeros(nodes, np.float64), np.zeros(nodes, np.int8))
