"""What is noted of a game while it is played, in compiled code, bound to each game.

The same functions note it whether a whole game is played in compiled code or an agent is asked from
Python, so that both fill the same tables.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import mix
from bestiary.lab import columns
from bestiary.lab.columns import (
    AT,
    BY,
    CARD,
    CHOICES,
    DECISIONS,
    DISCARDED,
    DRAWN,
    FINISHED,
    FULL,
    FULL_WIDTH,
    HEALTH,
    HEALTH_WIDTH,
    HELD,
    LAST,
    MOVES,
    OFFERED,
    OWNER,
    PLAYED,
    PLAYS,
    SAMPLE,
    SEAT,
    THROWS,
    WATCHED,
    WIDTH,
    WINNERS,
)

if TYPE_CHECKING:
    from bestiary.agents.search import read_action
    from bestiary.core.contract import returns

# compiled code holds the numbers of that file: a change of it is a change of this one
__sources__ = (*globals().get("__sources__", ()), Path(columns.__file__).resolve())


@rule
def number_at(bytes1: Any, words2: Any, words8: Any, at: Any, width: Any) -> Any:
    """A number of the state, by its place in bytes."""
    if width == 1:
        return np.int64(bytes1[at])
    if width == 2:
        return np.int64(words2[at // 2])
    return np.int64(words8[at // 8])


@rule
def k_held(
    bytes1: Any, words2: Any, words8: Any, slots: Any, seats: Any, number: Any, marks: Any, counted: Any
) -> None:
    """Notes which cards each seat holds before a decision; after the last one they are not counted."""
    for i in range(slots.shape[0]):
        value = number_at(bytes1, words2, words8, slots[i, AT], slots[i, WIDTH])
        card = slots[i, CARD]
        if card == EMPTY:
            card = value
        elif value <= 0:
            continue
        if card < 0:
            continue
        seat = slots[i, SEAT]
        if seat < 0:
            seat = number_at(bytes1, words2, words8, slots[i, OWNER], np.int64(8))
        if seat < 0 or seat >= seats:
            continue
        if marks[seat, card, DRAWN] == 0:
            marks[seat, card, DRAWN] = number + 1
        marks[seat, card, HELD] += counted


@rule
def offer(marks: Any, seat: Any, card: Any, number: Any) -> None:
    """Notes, once a decision, that a choice of a seat names a card."""
    if card >= 0 and marks[seat, card, LAST] != number + 1:
        marks[seat, card, LAST] = number + 1
        marks[seat, card, OFFERED] += 1


@rule
def k_offered(
    tables: Any,
    states: Any,
    seat: Any,
    number: Any,
    choices: Any,
    count: Any,
    uses: Any,
    meanings: Any,
    marks: Any,
) -> None:
    """Notes which cards a decision lets a seat play."""
    m = meanings[0]
    for i in range(count):
        read_action(tables[0], states[0], np.int64(choices[i]), m)
        if uses[m.verb] == PLAYS:
            offer(marks, seat, np.int64(m.card), number)
            offer(marks, seat, np.int64(m.other), number)


@rule
def k_chosen(tables: Any, states: Any, seat: Any, action: Any, uses: Any, meanings: Any, marks: Any) -> None:
    """Notes which cards the chosen action plays or throws away."""
    m = meanings[0]
    read_action(tables[0], states[0], action, m)
    what = PLAYED
    if uses[m.verb] == THROWS:
        what = DISCARDED
    elif uses[m.verb] != PLAYS:
        return
    if m.card >= 0:
        marks[seat, m.card, what] += 1
    if m.other >= 0 and m.other != m.card:
        marks[seat, m.other, what] += 1


@rule
def k_one_in(seed: Any, stream: Any, every: Any) -> Any:
    """Whether a game is one of so many: by a hash of its deal."""
    return mix(seed, np.int64(stream)) % np.uint64(every) == 0


@rule
def k_sampled(seed: Any, number: Any, every: Any) -> Any:
    """Whether a decision is one of the sample: by a hash of its deal and number."""
    return mix(mix(seed, np.int64(SAMPLE)), number) % np.uint64(every) == 0


@rule
def k_round(
    bytes1: Any,
    words2: Any,
    words8: Any,
    round_at: Any,
    width: Any,
    members: Any,
    game: Any,
    entered: Any,
    rows: Any,
) -> None:
    """Notes how a team enters a round, at the first decision in it; ``entered`` has the last round that
    was noted and the rows there are.

    A row has the game, the round, the health of all members, their full health, and how many stand. A
    round that passed without a decision is entered as the one after it.
    """
    now = number_at(bytes1, words2, words8, round_at, width)
    if now <= entered[0]:
        return
    health, full, standing = np.int64(0), np.int64(0), np.int64(0)
    for i in range(members.shape[0]):
        most = number_at(bytes1, words2, words8, members[i, FULL], members[i, FULL_WIDTH])
        if most <= 0:
            continue
        own = number_at(bytes1, words2, words8, members[i, HEALTH], members[i, HEALTH_WIDTH])
        full += most
        health += own
        standing += 1 if own > 0 else 0
    while entered[0] < now and entered[1] < rows.shape[0]:
        entered[0] += 1
        at = entered[1]
        rows[at, 0] = game
        rows[at, 1] = entered[0]
        rows[at, 2] = health
        rows[at, 3] = full
        rows[at, 4] = standing
        entered[1] += 1


@rule
def k_sample(
    tables: Any,
    states: Any,
    game: Any,
    number: Any,
    seat: Any,
    agent: Any,
    count: Any,
    action: Any,
    value: Any,
    meanings: Any,
    rows: Any,
    values: Any,
    at: Any,
) -> None:
    """Writes a row of the sample of decisions."""
    m = meanings[0]
    read_action(tables[0], states[0], action, m)
    rows[at, 0] = game
    rows[at, 1] = number
    rows[at, 2] = seat
    rows[at, 3] = agent
    rows[at, 4] = states[0].phase
    rows[at, 5] = count
    rows[at, 6] = m.verb
    rows[at, 7] = m.card
    values[at] = value


@rule
def k_close(
    tables: Any,
    states: Any,
    words8: Any,
    by_at: Any,
    game: Any,
    number: Any,
    moves: Any,
    total: Any,
    watched: Any,
    middle: Any,
    payoffs: Any,
    counts: Any,
) -> None:
    """Writes the row of a game."""
    s = states[0]
    counts[game, DECISIONS] = number
    counts[game, MOVES] = moves
    counts[game, CHOICES] = total
    counts[game, FINISHED] = 1 if s.over != 0 else 0
    counts[game, BY] = words8[by_at // 8] if by_at >= 0 and s.over != 0 else -1
    counts[game, WINNERS] = 0
    counts[game, WATCHED] = 1 if watched else 0
    payoffs[game, :] = np.nan
    if s.over == 0:
        return
    returns(tables[0], s, payoffs[game])
    for p in range(s.seats):
        if payoffs[game, p] > middle:
            counts[game, WINNERS] |= 1 << p


@rule
def k_cards(game: Any, seats: Any, marks: Any, rows: Any, at: Any) -> Any:
    """Writes a row for every card that a seat held or could name; returns how many rows there are."""
    for p in range(seats):
        for card in range(marks.shape[1]):
            if marks[p, card, DRAWN] == 0 and marks[p, card, OFFERED] == 0:
                continue
            rows[at, 0] = game
            rows[at, 1] = p
            rows[at, 2] = card
            for k in range(LAST):
                rows[at, 3 + k] = marks[p, card, k]
            at += 1
    return np.int64(at)
