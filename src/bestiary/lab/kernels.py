"""Whole games in compiled code, bound to each game.

Agents get what they get at a table: a copy that went through ``hide``, and a seed of their own.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.rng import mix
from bestiary.lab import columns
from bestiary.lab.columns import (
    BY_AT,
    CARDS_EVERY,
    EVERY,
    FRESH,
    HORIZON,
    LIMIT,
    ROUND_AT,
    ROUND_WIDTH,
    THOUGHTS,
    TIMES,
    TRIES,
    WATCH,
    WHOLE,
    WITH_CARDS,
)

if TYPE_CHECKING:
    from bestiary.agents.search import lowest, read_action
    from bestiary.agents.trials import k_expect, k_try
    from bestiary.core.contract import apply, legal
    from bestiary.core.kernels import k_hide, k_start
    from bestiary.lab.notes import (
        k_cards,
        k_chosen,
        k_close,
        k_held,
        k_offered,
        k_one_in,
        k_round,
        k_sample,
        k_sampled,
    )

# compiled code holds the numbers of that file: a change of it is a change of this one
__sources__ = (*globals().get("__sources__", ()), Path(columns.__file__).resolve())


@rule
def k_allowed(
    tables: Any, seen: Any, choices: Any, count: Any, banned: Any, no_cards: Any, meanings: Any, out: Any
) -> Any:
    """The choices that name nothing forbidden, as far as the seat knows; all, where every one does."""
    m = meanings[0]
    n = np.int64(0)
    for i in range(count):
        read_action(tables[0], seen[0], np.int64(choices[i]), m)
        bad = banned[m.verb] != 0
        bad = bad or (m.card >= 0 and no_cards[m.card] != 0)
        bad = bad or (m.other >= 0 and no_cards[m.other] != 0)
        if not bad:
            out[n] = choices[i]
            n += 1
    if n == 0:
        for i in range(count):
            out[i] = choices[i]
        n = np.int64(count)
    return n


@rule
def k_choose(
    tables: Any,
    states: Any,
    seen: Any,
    worlds: Any,
    work: Any,
    seat: Any,
    own: Any,
    manner: Any,
    restricted: Any,
    banned: Any,
    no_cards: Any,
    low: Any,
    high: Any,
    trust: Any,
    choices: Any,
    count: Any,
    allowed: Any,
    spare: Any,
    guess: Any,
    meanings: Any,
    logs: Any,
    rng: Any,
    scratch: Any,
    values: Any,
    tries: Any,
) -> Any:
    """The action of a quick agent; after one that thinks, ``seen`` is what it saw."""
    if manner[TRIES] == 0 and restricted == 0:
        return np.int64(choices[np.int64(mix(own, seat) % np.uint64(count))])
    seen[0] = states[0]
    k_hide(tables, seen, np.int64(0), seat)
    n = np.int64(count)
    if restricted == 0:
        for i in range(count):
            allowed[i] = choices[i]
    else:
        n = k_allowed(tables, seen, choices, count, banned, no_cards, meanings, allowed)
    if n == 1:
        return np.int64(allowed[0])
    if manner[TRIES] == 0:
        return np.int64(allowed[np.int64(mix(own, seat) % np.uint64(n))])
    best = k_try(
        tables, seen, worlds, work, seat, own, manner, low, high, trust, allowed, n, spare, guess, logs, rng,
        scratch, values, tries,
    )  # fmt: skip
    return np.int64(allowed[best])


@rule
def k_games(
    tables: Any,
    states: Any,
    bytes1: Any,
    words2: Any,
    words8: Any,
    seen: Any,
    worlds: Any,
    work: Any,
    blanks: Any,
    opts: Any,
    carried: Any,
    slots: Any,
    setting: Any,
    low: Any,
    high: Any,
    trust: Any,
    manners: Any,
    restricted: Any,
    banned: Any,
    no_cards: Any,
    uses: Any,
    members: Any,
    seeds: Any,
    kinds: Any,
    seatings: Any,
    first: Any,
    stop: Any,
    done: Any,
    choices: Any,
    allowed: Any,
    spare: Any,
    guess: Any,
    meanings: Any,
    logs: Any,
    rng: Any,
    scratch: Any,
    values: Any,
    tries: Any,
    marks: Any,
    entered: Any,
    counts: Any,
    payoffs: Any,
    round_rows: Any,
    card_rows: Any,
    decision_rows: Any,
    decision_values: Any,
    filled: Any,
) -> Any:
    """Plays games from ``first`` on until all are done, a buffer is full or ``stop`` is set.

    Returns the number of the next game; ``filled`` says how many rows of cards, decisions and rounds there
    are. What an agent chose is judged by fresh tries where that is noted: in the sample, and throughout
    the games that are watched.
    """
    t = tables[0]
    log = logs[0]
    s = states[0]
    middle = (low + high) / 2
    most = setting[LIMIT]
    room = marks.shape[0] * marks.shape[1]
    for game in range(first, seeds.shape[0]):
        full = card_rows.shape[0] - filled[0] < room or decision_rows.shape[0] - filled[1] < most
        if full or round_rows.shape[0] - filled[2] < most:
            return np.int64(game)
        seed = seeds[game]
        thoughts = mix(seed, np.int64(THOUGHTS))
        recorded = k_one_in(seed, np.int64(WITH_CARDS), setting[CARDS_EVERY])
        watched = k_one_in(seed, np.int64(WHOLE), setting[WATCH])
        samples = np.int64(filled[1])
        entered[0] = 0
        entered[1] = filled[2]
        if recorded:
            marks[:] = 0
        k_start(tables, states, np.int64(0), blanks, opts[kinds[game] : kinds[game] + 1], carried, seed)
        number, moves, total = np.int64(0), np.int64(0), np.int64(0)
        while s.over == 0 and number < most:
            if stop[0] != 0:
                return np.int64(game)
            count = legal(t, s, choices)
            seat = lowest(s.actors)
            agent = np.int64(seatings[game, seat])
            action = np.int64(choices[0])
            total += count
            value = np.nan
            noted = watched or k_sampled(seed, number, setting[EVERY])
            if members.shape[0] > 0:
                k_round(
                    bytes1, words2, words8, setting[ROUND_AT], setting[ROUND_WIDTH], members, np.int64(game),
                    entered, round_rows,
                )  # fmt: skip
            if recorded:
                k_held(bytes1, words2, words8, slots, np.int64(s.seats), number, marks, np.int64(1))
                k_offered(tables, states, seat, number, choices, count, uses, meanings, marks)
            if count > 1:
                moves += 1
                own = mix(mix(thoughts, number), seat)
                action = k_choose(
                    tables, states, seen, worlds, work, seat, own, manners[agent], restricted[agent],
                    banned, no_cards, low, high, trust, choices, count, allowed, spare, guess, meanings, logs,
                    rng, scratch, values, tries,
                )  # fmt: skip
                if noted and manners[agent, TRIES] > 0:
                    allowed[0] = action
                    value = k_expect(
                        tables, seen, worlds, work, seat, mix(own, np.int64(FRESH)), setting[TIMES],
                        setting[HORIZON], low, high, allowed, spare, guess, logs, rng, scratch, values, tries,
                    )  # fmt: skip
            if recorded:
                k_chosen(tables, states, seat, action, uses, meanings, marks)
            if noted:
                k_sample(
                    tables, states, np.int64(game), number, seat, agent, count, action, value, meanings,
                    decision_rows, decision_values, samples,
                )  # fmt: skip
                samples += 1
            apply(t, s, action, log)
            number += 1
        if recorded:
            k_held(bytes1, words2, words8, slots, np.int64(s.seats), number, marks, np.int64(0))
            filled[0] = k_cards(np.int64(game), np.int64(s.seats), marks, card_rows, np.int64(filled[0]))
        filled[1] = samples
        filled[2] = entered[1]
        k_close(
            tables, states, words8, setting[BY_AT], np.int64(game), number, moves, total, watched, middle,
            payoffs, counts,
        )  # fmt: skip
        done[0] += 1
    return np.int64(seeds.shape[0])
