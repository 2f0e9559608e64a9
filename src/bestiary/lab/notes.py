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
    DRAWN,
    FINISHED,
    HELD,
    LAST,
    MARGIN,
    MOVES,
    OFFERED,
    OWNER,
    PLAYED,
    SAMPLE,
    SEAT,
    TURNING,
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
    tables: Any, states: Any, seat: Any, number: Any, choices: Any, count: Any, meanings: Any, marks: Any
) -> None:
    """Notes which cards the choices of a decision name."""
    m = meanings[0]
    for i in range(count):
        read_action(tables[0], states[0], np.int64(choices[i]), m)
        offer(marks, seat, np.int64(m.card), number)
        offer(marks, seat, np.int64(m.other), number)


@rule
def k_chosen(tables: Any, states: Any, seat: Any, action: Any, meanings: Any, marks: Any) -> None:
    """Notes which cards the chosen action names."""
    m = meanings[0]
    read_action(tables[0], states[0], action, m)
    if m.card >= 0:
        marks[seat, m.card, PLAYED] += 1
    if m.other >= 0 and m.other != m.card:
        marks[seat, m.other, PLAYED] += 1


@rule
def k_sampled(seed: Any, number: Any, every: Any) -> Any:
    """Whether a decision is one of the sample: by a hash of its deal and number."""
    return mix(mix(seed, np.int64(SAMPLE)), number) % np.uint64(every) == 0


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
def k_value(seat: Any, value: Any, seats: Any, team: Any, worth: Any, lows: Any, lead: Any) -> None:
    """Notes what a seat thinks of its position: ``lead`` is who leads and how often that changed.

    Between two sides (or a team and the game) a value leans to one of them; among more seats the last
    value of each is compared, once all are known.
    """
    worth[seat] = value
    lows[seat] = min(lows[seat], value)
    first = np.int64(-1)
    if team != 0 or seats <= 2:
        mine = np.int64(0) if team != 0 else seat
        if value >= 0.5 + MARGIN:
            first = mine
        elif value <= 0.5 - MARGIN:
            first = 1 - mine
    else:
        best, second = -1.0, -1.0
        for p in range(seats):
            if np.isnan(worth[p]):
                return
            if worth[p] > best:
                second = best
                best = worth[p]
                first = np.int64(p)
            elif worth[p] > second:
                second = worth[p]
        if best - second < MARGIN:
            return
    if first >= 0 and first != lead[0]:
        if lead[0] >= 0:
            lead[1] += 1
        lead[0] = first


@rule
def k_begin(marks: Any, worth: Any, lows: Any, lead: Any, recorded: Any) -> None:
    """Clears what is noted of one game."""
    if recorded:
        marks[:] = 0
    worth[:] = np.nan
    lows[:] = np.inf
    lead[0] = -1
    lead[1] = 0


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
    middle: Any,
    payoffs: Any,
    worth: Any,
    lows: Any,
    lead: Any,
    counts: Any,
    behind: Any,
) -> None:
    """Writes the row of a game."""
    s = states[0]
    counts[game, DECISIONS] = number
    counts[game, MOVES] = moves
    counts[game, CHOICES] = total
    counts[game, FINISHED] = 1 if s.over != 0 else 0
    counts[game, BY] = words8[by_at // 8] if by_at >= 0 and s.over != 0 else -1
    counts[game, WINNERS] = 0
    counts[game, TURNING] = -1
    for p in range(s.seats):
        if not np.isnan(worth[p]):
            counts[game, TURNING] = lead[1]
    behind[game] = np.nan
    payoffs[game, :] = np.nan
    if s.over == 0:
        return
    returns(tables[0], s, payoffs[game])
    for p in range(s.seats):
        if payoffs[game, p] > middle:
            counts[game, WINNERS] |= 1 << p
            if lows[p] <= 1.0 and not (behind[game] <= lows[p]):
                behind[game] = lows[p]


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
            for k in range(4):
                rows[at, 3 + k] = marks[p, card, k]
            at += 1
    return np.int64(at)
