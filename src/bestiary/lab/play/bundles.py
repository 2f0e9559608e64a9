"""What the compiled games of the laboratory are handed: the study, a chunk of games, the table, the notes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bestiary.core.record import Records, record
from bestiary.core.scratch import Start

Numbers = NDArray[np.int64]

# the game in progress
NOW = record(
    ("game", "i8"),  # its place in the chunk
    ("playing", "i8"),  # 0 before it is set up
    ("asked", "i8"),  # 1 while an agent is asked from Python
    ("seed", "u8"),
    ("thoughts", "u8"),  # the stream of seeds for agents
    ("recorded", "i8"),  # whether its cards are noted
    ("watched", "i8"),  # whether all its decisions are
    ("moves", "i8"),  # decisions with a choice so far
    ("total", "i8"),  # choices of all decisions so far
    ("noted_round", "i8"),  # the last one
    ("decision_rows", "i8"),  # filled, those of this game among them
    ("round_rows", "i8"),
    # the decision at hand
    ("number", "i8"),
    ("seat", "i8"),
    ("agent", "i8"),
    ("count", "i8"),  # legal actions
    ("allowed", "i8"),  # those that the agent may choose
    ("noted", "i8"),  # whether it is in the sample
    ("own", "u8"),  # the seed of the agent
    ("action", "i8"),  # what is chosen
    ("value", "f8"),  # and what the agent may expect of it
)


class Setting(NamedTuple):
    """What is the same in all games of a study."""

    origin: Start  # with the options of each stage
    policies: Records  # of each agent; those that are asked from Python have no tries
    asked: Numbers  # 1 for an agent that is asked from Python
    restricted: Numbers  # 1 for an agent to which something is forbidden
    banned: Numbers  # 1 for a verb that is
    no_cards: Numbers  # 1 for a card that is
    lots: Numbers  # 1 for a question that a lot answers
    judge: Records  # how a choice that is noted is judged
    uses: Numbers  # what a verb does with its card
    slots: Numbers  # where cards are held, a row each
    members: Numbers  # where the health of a team is, a row for each member
    limit: int  # decisions of a game
    every: int  # one decision in so many is in the sample
    cards_every: int  # one game in so many has rows of cards
    watch: int  # one game in so many is watched
    by_at: int  # the byte that says how a game ended, or -1
    round_at: int  # the byte of the round, and its width
    round_width: int


class Chunk(NamedTuple):
    """Games to be played, and what is noted of each."""

    seeds: NDArray[np.uint64]
    stages: Numbers
    seatings: Numbers
    counts: Numbers
    payoffs: NDArray[np.float64]


class Table(NamedTuple):
    """The game in progress: its state, also as bare numbers, and how far it is."""

    states: Records
    bytes1: NDArray[np.int8]
    words2: NDArray[np.int16]
    words8: Numbers
    choices: Numbers
    now: Records
    stop: Numbers  # not 0: leave the game at hand
    done: Numbers  # games that are finished, for those who watch


class Notes(NamedTuple):
    """Room for rows, emptied when it is full."""

    marks: NDArray[np.int32]  # of the game in progress, by seat and card
    cards: NDArray[np.int32]
    decisions: Numbers
    values: NDArray[np.float64]
    rounds: Numbers  # game, round, health, full health, how many stand
    filled: Numbers
