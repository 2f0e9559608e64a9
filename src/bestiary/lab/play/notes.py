"""What is noted of a game while it is played, in compiled code, bound to each game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import mix
from bestiary.lab.play.columns import (
    AT,
    BY,
    CARD,
    CARD_ROWS,
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
    SEAT,
    THROWS,
    WATCHED,
    WIDTH,
    WINNERS,
)

if TYPE_CHECKING:
    from bestiary.agents.search import read_action
    from bestiary.core.contract import returns
    from bestiary.core.scratch import Scratch
    from bestiary.lab.play.bundles import Chunk, Notes, Setting, Table


@rule(inline=True)
def number_at(bytes1: Any, words2: Any, words8: Any, at: Any, width: Any) -> Any:
    """A number of the state, by its place in bytes."""
    if width == 1:
        return np.int64(bytes1[at])
    if width == 2:
        return np.int64(words2[at // 2])
    return words8[at // 8]


@rule(inline=True)
def note_held(setting: Setting, table: Table, notes: Notes, counted: Any) -> None:
    """Notes which cards each seat holds before a decision; after the last one they are not counted."""
    slots, marks = setting.slots, notes.marks
    bytes1, words2, words8 = table.bytes1, table.words2, table.words8
    seats, number = table.states[0].seats, table.now[0].number
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
            seat = number_at(bytes1, words2, words8, slots[i, OWNER], 8)
        if seat < 0 or seat >= seats:
            continue
        if marks[seat, card, DRAWN] == 0:
            marks[seat, card, DRAWN] = number + 1
        marks[seat, card, HELD] += counted


@rule(inline=True)
def offer(marks: Any, seat: Any, card: Any, number: Any) -> None:
    """Notes, once a decision, that a choice of a seat names a card."""
    if card >= 0 and marks[seat, card, LAST] != number + 1:
        marks[seat, card, LAST] = number + 1
        marks[seat, card, OFFERED] += 1


@rule(inline=True)
def note_offered(tables: Any, setting: Setting, table: Table, notes: Notes, scratch: Scratch) -> None:
    """Notes which cards a decision lets a seat play."""
    m, now = scratch.meanings[0], table.now[0]
    for i in range(now.count):
        read_action(tables[0], table.states[0], table.choices[i], m)
        if setting.uses[m.verb] == PLAYS:
            offer(notes.marks, now.seat, m.card, now.number)
            offer(notes.marks, now.seat, m.other, now.number)


@rule(inline=True)
def note_chosen(tables: Any, setting: Setting, table: Table, notes: Notes, scratch: Scratch) -> None:
    """Notes which cards the chosen action plays or throws away."""
    m, now, marks = scratch.meanings[0], table.now[0], notes.marks
    read_action(tables[0], table.states[0], now.action, m)
    what = PLAYED
    if setting.uses[m.verb] == THROWS:
        what = DISCARDED
    elif setting.uses[m.verb] != PLAYS:
        return
    if m.card >= 0:
        marks[now.seat, m.card, what] += 1
    if m.other >= 0 and m.other != m.card:
        marks[now.seat, m.other, what] += 1


@rule
def one_in(seed: Any, stream: Any, every: Any) -> Any:
    """Whether this is one of so many: by a hash."""
    return mix(seed, stream) % np.uint64(every) == 0


@rule(inline=True)
def note_round(setting: Setting, table: Table, notes: Notes) -> None:
    """Notes how a team enters a round, at the first decision in it.

    A row has the game, the round, the health of all members, their full health, and how many stand. A
    round that passed without a decision is entered as the one after it.
    """
    now, members, rows = table.now[0], setting.members, notes.rounds
    bytes1, words2, words8 = table.bytes1, table.words2, table.words8
    current = number_at(bytes1, words2, words8, setting.round_at, setting.round_width)
    if current <= now.noted_round:
        return
    health, full, standing = 0, 0, 0
    for i in range(members.shape[0]):
        most = number_at(bytes1, words2, words8, members[i, FULL], members[i, FULL_WIDTH])
        if most <= 0:
            continue
        own = number_at(bytes1, words2, words8, members[i, HEALTH], members[i, HEALTH_WIDTH])
        full += most
        health += own
        standing += 1 if own > 0 else 0
    while now.noted_round < current and now.round_rows < rows.shape[0]:
        now.noted_round += 1
        row = rows[now.round_rows]
        row[0] = now.game
        row[1] = now.noted_round
        row[2] = health
        row[3] = full
        row[4] = standing
        now.round_rows += 1


@rule(inline=True)
def note_decision(tables: Any, table: Table, notes: Notes, scratch: Scratch) -> None:
    """Writes a row of the sample of decisions."""
    m, now, s = scratch.meanings[0], table.now[0], table.states[0]
    read_action(tables[0], s, now.action, m)
    row = notes.decisions[now.decision_rows]
    row[0] = now.game
    row[1] = now.number
    row[2] = now.seat
    row[3] = now.agent
    row[4] = s.phase
    row[5] = now.count
    row[6] = m.verb
    row[7] = m.card
    notes.values[now.decision_rows] = now.value
    now.decision_rows += 1


@rule
def note_game(tables: Any, setting: Setting, chunk: Chunk, table: Table) -> None:
    """Writes the row of a game."""
    s, now, judge = table.states[0], table.now[0], setting.judge[0]
    counts, payoffs = chunk.counts[now.game], chunk.payoffs[now.game]
    counts[DECISIONS] = now.number
    counts[MOVES] = now.moves
    counts[CHOICES] = now.total
    counts[FINISHED] = 1 if s.over != 0 else 0
    counts[BY] = table.words8[setting.by_at // 8] if setting.by_at >= 0 and s.over != 0 else -1
    counts[WINNERS] = 0
    counts[WATCHED] = now.watched
    payoffs[:] = np.nan
    if s.over == 0:
        return
    returns(tables[0], s, payoffs)
    for p in range(s.seats):
        if payoffs[p] > (judge.low + judge.high) / 2:
            counts[WINNERS] |= 1 << p


@rule
def note_cards(table: Table, notes: Notes) -> None:
    """Writes a row for every card that a seat held or could name."""
    marks, at = notes.marks, notes.filled[CARD_ROWS]
    for p in range(table.states[0].seats):
        for card in range(marks.shape[1]):
            if marks[p, card, DRAWN] == 0 and marks[p, card, OFFERED] == 0:
                continue
            row = notes.cards[at]
            row[0] = table.now[0].game
            row[1] = p
            row[2] = card
            for k in range(LAST):
                row[3 + k] = marks[p, card, k]
            at += 1
    notes.filled[CARD_ROWS] = at
