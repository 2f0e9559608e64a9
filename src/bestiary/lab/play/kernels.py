"""Whole games in compiled code, bound to each game.

Agents get what they get at a table: a copy that went through ``hide``, and a seed of their own. Where one
is asked from Python the compiled code returns, and is called again with the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bestiary.core.asking import lowest
from bestiary.core.jit import rule
from bestiary.core.rng import mix
from bestiary.lab.play.columns import (
    CARD_ROWS,
    DECISION_ROWS,
    FRESH,
    LOT,
    ROUND_ROWS,
    SAMPLE,
    THOUGHTS,
    WHOLE,
    WITH_CARDS,
)

if TYPE_CHECKING:
    from bestiary.agents.policy import Trials
    from bestiary.agents.search import read_action
    from bestiary.agents.trials import k_expect, k_try
    from bestiary.core.contract import apply, legal
    from bestiary.core.kernels import k_hide, start
    from bestiary.core.scratch import Scratch
    from bestiary.lab.play.bundles import Chunk, Notes, Setting, Table
    from bestiary.lab.play.notes import (
        note_cards,
        note_chosen,
        note_decision,
        note_game,
        note_held,
        note_offered,
        note_round,
        one_in,
    )


@rule
def narrow(tables: Any, setting: Setting, table: Table, trials: Trials, scratch: Scratch) -> Any:
    """Writes the choices that name nothing forbidden, as far as the seat knows; all, where every one does."""
    m, now = scratch.meanings[0], table.now[0]
    choices, count, n = table.choices, now.count, 0
    for i in range(count):
        bad = False
        if setting.restricted[now.agent] != 0:
            read_action(tables[0], scratch.seen[0], choices[i], m)
            bad = setting.banned[m.verb] != 0
            bad = bad or (m.card >= 0 and setting.no_cards[m.card] != 0)
            bad = bad or (m.other >= 0 and setting.no_cards[m.other] != 0)
        if not bad:
            trials.choices[n] = choices[i]
            n += 1
    if n == 0:
        for i in range(count):
            trials.choices[i] = choices[i]
        n = count
    return n


@rule(inline=True)
def choose(tables: Any, setting: Setting, table: Table, trials: Trials, scratch: Scratch) -> None:
    """The action of a quick agent; after one that thinks, ``seen`` is what it saw.

    For one that is asked from Python the choices are written, and that an answer is needed.
    """
    now, seen = table.now[0], scratch.seen
    agent, seat, count = now.agent, now.seat, now.count
    asked, tries = setting.asked[agent] != 0, setting.policies[agent].tries
    lot = setting.lots[table.states[0].phase] != 0
    if tries == 0 and setting.restricted[agent] == 0 and not asked and not lot:
        now.action = table.choices[np.int64(mix(now.own, seat) % np.uint64(count))]
        return
    seen[0] = table.states[0]
    k_hide(tables, seen, 0, seat)
    if lot:
        now.action = table.choices[np.int64(mix(now.own, LOT) % np.uint64(count))]
        return
    n = narrow(tables, setting, table, trials, scratch)
    now.allowed = n
    now.action = trials.choices[0]
    if n == 1:
        return
    if asked:
        now.asked = 1
    elif tries == 0:
        now.action = trials.choices[np.int64(mix(now.own, seat) % np.uint64(n))]
    else:
        own = setting.policies[agent : agent + 1]
        now.action = trials.choices[k_try(tables, seen, seat, now.own, own, n, trials, scratch)]


@rule
def begin(tables: Any, setting: Setting, chunk: Chunk, table: Table, notes: Notes) -> Any:
    """Sets up the next game; False where all are done or there may be no room for what is noted of it."""
    now, filled, origin = table.now[0], notes.filled, setting.origin
    if now.game == chunk.seeds.shape[0]:
        return False
    marked = notes.marks.shape[0] * notes.marks.shape[1]
    if (
        notes.cards.shape[0] - filled[CARD_ROWS] < marked
        or notes.decisions.shape[0] - filled[DECISION_ROWS] < setting.limit
        or notes.rounds.shape[0] - filled[ROUND_ROWS] < setting.limit
    ):
        return False
    seed = chunk.seeds[now.game]
    now.playing = 1
    now.asked = 0
    now.seed = seed
    now.thoughts = mix(seed, THOUGHTS)
    now.recorded = one_in(seed, WITH_CARDS, setting.cards_every)
    now.watched = one_in(seed, WHOLE, setting.watch)
    now.number = 0
    now.moves = 0
    now.total = 0
    now.noted_round = 0
    now.decision_rows = filled[DECISION_ROWS]
    now.round_rows = filled[ROUND_ROWS]
    if now.recorded != 0:
        notes.marks[:] = 0
    options = origin.options[chunk.stages[now.game]]
    start(tables[0], table.states, 0, origin.blanks, options, origin.carried, seed)
    return True


@rule(inline=True)
def ask(tables: Any, setting: Setting, chunk: Chunk, table: Table, notes: Notes, scratch: Scratch) -> None:
    """The next decision: who has it, and what is noted before it."""
    s, now = table.states[0], table.now[0]
    count = legal(tables[0], s, table.choices)
    now.count = count
    now.total += count
    now.seat = lowest(s.actors)
    now.agent = chunk.seatings[now.game, now.seat]
    now.action = table.choices[0]
    now.value = np.nan
    now.noted = now.watched
    if now.noted == 0:
        now.noted = one_in(mix(now.seed, SAMPLE), now.number, setting.every)
    if setting.members.shape[0] > 0:
        note_round(setting, table, notes)
    if now.recorded != 0:
        note_held(setting, table, notes, 1)
        note_offered(tables, setting, table, notes, scratch)


@rule(inline=True)
def carry_out(
    tables: Any, setting: Setting, table: Table, notes: Notes, trials: Trials, scratch: Scratch
) -> None:
    """What is chosen is noted and played.

    It is judged by fresh tries where that is noted: in the sample, and throughout the games that are watched.
    """
    now = table.now[0]
    if now.noted != 0 and now.count > 1 and setting.policies[now.agent].tries > 0:
        trials.choices[0] = now.action
        fresh = mix(now.own, FRESH)
        now.value = k_expect(tables, scratch.seen, now.seat, fresh, setting.judge, trials, scratch)
    if now.recorded != 0:
        note_chosen(tables, setting, table, notes, scratch)
    if now.noted != 0:
        note_decision(tables, table, notes, scratch)
    apply(tables[0], table.states[0], now.action, scratch.logs[0])
    now.number += 1


@rule
def close(tables: Any, setting: Setting, chunk: Chunk, table: Table, notes: Notes) -> None:
    """What is noted of a game at its end."""
    now = table.now[0]
    if now.recorded != 0:
        note_held(setting, table, notes, 0)
        note_cards(table, notes)
    notes.filled[DECISION_ROWS] = now.decision_rows
    notes.filled[ROUND_ROWS] = now.round_rows
    note_game(tables, setting, chunk, table)
    table.done[0] += 1
    now.game += 1
    now.playing = 0


@rule
def k_games(
    tables: Any,
    setting: Setting,
    chunk: Chunk,
    table: Table,
    notes: Notes,
    trials: Trials,
    scratch: Scratch,
) -> Any:
    """Plays games until all are done, a buffer is full, ``stop`` is set, or an agent is to be asked.

    Returns whether an agent is to be asked: ``now`` says which, ``scratch.seen`` what it sees, and the first
    ``now.allowed`` of the trials' choices what it may choose. The next call finds the answer in ``now``.
    """
    s, now = table.states[0], table.now[0]
    if now.asked != 0:
        now.asked = 0
        carry_out(tables, setting, table, notes, trials, scratch)
    while now.playing != 0 or begin(tables, setting, chunk, table, notes):
        while s.over == 0 and now.number < setting.limit:
            if table.stop[0] != 0:
                now.playing = 0
                return False
            ask(tables, setting, chunk, table, notes, scratch)
            if now.count > 1:
                now.moves += 1
                now.own = mix(mix(now.thoughts, now.number), now.seat)
                choose(tables, setting, table, trials, scratch)
                if now.asked != 0:
                    return True
            carry_out(tables, setting, table, notes, trials, scratch)
        close(tables, setting, chunk, table, notes)
    return False
