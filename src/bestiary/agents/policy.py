"""What the compiled loops of the agents are handed: how to choose, and the arrays of trials and of a tree."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bestiary.core.game import Game, Hints
from bestiary.core.record import Records, record, records

PLAYOUTS = 30  # of greedy, a decision: cheap enough for bulk simulation
DEEPEST = 200  # decisions that a path through a tree may have

POLICY = record(
    ("tries", "i8"),  # shared among the choices; each has one at least. 0: chooses at random
    ("horizon", "i8"),  # random decisions after a choice before the evaluation judges; -1: to the end
    ("alone", "i8"),  # the same in a game of one seat
    ("keep", "i8"),  # so many of the best are tried again
    ("more", "i8"),  # so often
    ("explore", "f8"),
    ("trust", "f8"),  # how much the habits of the game count for
    ("low", "f8"),  # the range of payoffs
    ("high", "f8"),
)


def policy(
    game: Game,
    tries: int = 0,
    horizon: int | None = None,
    keep: int = 0,
    more: int = 0,
    hints: Hints | None = None,
) -> Records:
    """How an agent looks at a game."""
    hints = hints or game.hints
    made = records(POLICY)
    looks = hints.horizon if horizon is None else horizon
    alone = looks if hints.alone is None else hints.alone
    made[0] = tries, looks, alone, keep, more, hints.explore, hints.trust, *game.payoff
    return made


def greedy(game: Game) -> Records:
    """How greedy looks at a game."""
    return policy(game, PLAYOUTS)


def bulk(game: Game) -> Records:
    """How bulk looks at a game."""
    return policy(game, *game.hints.bulk)


class Trials(NamedTuple):
    """The choices that are tried, what they came to, and how often each was tried."""

    choices: NDArray[np.int64]
    values: NDArray[np.float64]
    tries: NDArray[np.int64]


def trials(game: Game) -> Trials:
    """Room for the trials of any decision of a game."""
    most = game.limits.legal
    return Trials(np.zeros(most, np.int64), np.zeros(most, np.float64), np.zeros(most, np.int64))


class Tree(NamedTuple):
    """The arrays of one search: a pool of nodes, a table of the edges between them, and the way down."""

    visits: NDArray[np.int64]
    offered: NDArray[np.int64]
    worth: NDArray[np.float64]  # a column for each seat; with several observers one, for the observer
    parents: NDArray[np.int32]
    keys: NDArray[np.int64]
    children: NDArray[np.int32]
    slots: NDArray[np.int64]  # the edge of each choice at hand
    nodes: NDArray[np.int64]  # where each observer is
    path: NDArray[np.int64]  # a row for each decision, a column for each observer
    used: NDArray[np.int64]  # nodes, the roots among them
    forced: NDArray[np.int64]  # the action with which every iteration begins; -1: any


def plant(game: Game, nodes: int, observers: int, forced: int = -1) -> Tree:
    """Nothing but the roots, one for each observer, with room for so many nodes."""
    edges = 1 << max(6, (2 * nodes).bit_length())
    return Tree(
        np.zeros(nodes, np.int64),
        np.zeros(nodes, np.int64),
        np.zeros((nodes, 1 if observers > 1 else max(game.players)), np.float64),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.int64),
        np.zeros(edges, np.int32),
        np.zeros(game.limits.legal, np.int64),
        np.zeros(observers, np.int64),
        np.zeros((DEEPEST, observers), np.int64),
        np.array([observers], np.int64),
        np.array([forced], np.int64),
    )
