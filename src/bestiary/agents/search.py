"""Information-set Monte Carlo tree search, bound to each game (see ``core.driver.bind``).

Every iteration deals what the searching seat cannot know anew (``resample``), walks down a tree whose
edges are actions by their meaning, adds one node, and plays on at random. Statistics of an edge count
only the iterations in which its action was there to be chosen. Values are kept for every seat, so that
each seat chooses for itself (MaxN); a team shares its payoff and so its values.

Only a record that went through ``hide`` comes in, and the random streams inside it are seeded anew: the
search cannot see the truth, nor the luck to come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import below, draw, mix, scramble, seed_streams

if TYPE_CHECKING:
    from bestiary.core.contract import apply, evaluate, legal, meaning, resample, returns

ROOT = 0
CARD_BITS, NUMBER_BITS = 12, 14  # of the words of a meaning, packed into one number
SPREAD = np.uint64(0x9E3779B97F4A7C15)


@rule
def action_key(t: Any, s: Any, action: Any, m: Any) -> Any:
    """What an action does, as one number that means the same in every deal."""
    m.card = EMPTY
    m.other = EMPTY
    m.target = EMPTY
    m.number = EMPTY
    meaning(t, s, action, m)
    key = np.int64(m.verb)
    key = (key << CARD_BITS) + np.int64(m.card) + 2
    key = (key << CARD_BITS) + np.int64(m.other) + 2
    key = (key << CARD_BITS) + np.int64(m.target) + 2
    return (key << NUMBER_BITS) + np.int64(m.number) + 2


@rule
def find(parent: Any, key: Any, parents: Any, keys: Any, children: Any) -> Any:
    """The slot of a child in the table of edges: its own, or the free one where it would go."""
    size = np.int64(keys.shape[0])
    start = scramble(np.uint64(key) ^ (np.uint64(parent) * SPREAD))
    at = np.int64(start & np.uint64(size - 1))
    while children[at] != ROOT and (keys[at] != key or parents[at] != parent):
        at = (at + 1) & (size - 1)
    return at


@rule
def lowest(mask: Any) -> Any:
    """The lowest seat of a mask: who answers for a team."""
    seat = 0
    while (mask >> seat) & 1 == 0:
        seat += 1
    return np.int64(seat)


@rule
def finish(t: Any, s: Any, rng: Any, choices: Any, log: Any, horizon: Any, out: Any) -> None:
    """Plays on at random, to the end or for some decisions, and writes what it came to."""
    left = horizon
    while s.over == 0:
        if left == 0:
            evaluate(t, s, out)
            return
        left -= 1
        count = legal(t, s, choices)
        apply(t, s, np.int64(choices[below(rng, np.int64(0), count)]), log)
    returns(t, s, out)


@rule
def k_search(
    tables: Any,
    roots: Any,
    work: Any,
    seat: Any,
    seed: Any,
    first: Any,
    iterations: Any,
    explore: Any,
    horizon: Any,
    low: Any,
    high: Any,
    used: Any,
    visits: Any,
    offered: Any,
    worth: Any,
    parents: Any,
    keys: Any,
    children: Any,
    choices: Any,
    slots: Any,
    path: Any,
    payoffs: Any,
    meanings: Any,
    logs: Any,
    rng: Any,
    scratch: Any,
) -> Any:
    """Some iterations on a tree of ``used`` nodes; returns how many it has afterwards."""
    t = tables[0]
    log = logs[0]
    m = meanings[0]
    deepest = path.shape[0] - 1
    for iteration in range(first, first + iterations):
        own = mix(seed, np.int64(iteration))
        work[0] = roots[0]
        s = work[0]
        rng[0] = own
        resample(t, s, seat, rng, scratch)
        seed_streams(s.rng, draw(rng, np.int64(0)))
        node = np.int64(ROOT)
        depth = 0
        path[0] = ROOT
        grown = False
        while s.over == 0 and not grown and depth < deepest:
            actor = lowest(s.actors)
            count = legal(t, s, choices)
            fresh = 0
            for i in range(count):
                slots[i] = find(node, action_key(t, s, choices[i], m), parents, keys, children)
                if children[slots[i]] == ROOT:
                    fresh += 1
            pick = np.int64(-1)
            if fresh > 0 and used < visits.shape[0]:
                skip = below(rng, np.int64(0), np.int64(fresh))
                for i in range(count):
                    if children[slots[i]] == ROOT:
                        if skip == 0:
                            pick = np.int64(i)
                            break
                        skip -= 1
                at = slots[pick]
                children[at] = used
                parents[at] = node
                keys[at] = action_key(t, s, choices[pick], m)
                used += 1
                grown = True
            best = -1.0
            for i in range(count):
                child = children[slots[i]]
                if child == ROOT:
                    continue
                offered[child] += 1
                if not grown and visits[child] > 0:
                    n = visits[child]
                    value = worth[child, actor] / n + explore * np.sqrt(np.log(offered[child]) / n)
                    if value > best:
                        best = value
                        pick = np.int64(i)
            if pick < 0:
                break
            node = np.int64(children[slots[pick]])
            apply(t, s, choices[pick], log)
            depth += 1
            path[depth] = node
        finish(t, s, rng, choices, log, horizon, payoffs)
        for p in range(worth.shape[1]):
            payoffs[p] = (payoffs[p] - low) / (high - low)
        for d in range(depth + 1):
            visits[path[d]] += 1
            for p in range(worth.shape[1]):
                worth[path[d], p] += payoffs[p]
    return np.int64(used)


@rule
def k_edges(
    tables: Any,
    states: Any,
    node: Any,
    parents: Any,
    keys: Any,
    children: Any,
    choices: Any,
    meanings: Any,
    out: Any,
) -> Any:
    """The child of every legal action below a node, ROOT where there is none; returns how many."""
    t = tables[0]
    count = legal(t, states[0], choices)
    for i in range(count):
        key = action_key(t, states[0], choices[i], meanings[0])
        out[i] = children[find(node, key, parents, keys, children)]
    return np.int64(count)


@rule
def k_trials(
    tables: Any,
    roots: Any,
    work: Any,
    seat: Any,
    seed: Any,
    trials: Any,
    horizon: Any,
    choices: Any,
    own_choices: Any,
    payoffs: Any,
    logs: Any,
    rng: Any,
    scratch: Any,
    totals: Any,
) -> Any:
    """Tries every legal action once in each of some deals, and adds up what it came to for the seat."""
    t = tables[0]
    log = logs[0]
    count = legal(t, roots[0], own_choices)
    for i in range(count):
        totals[i] = 0.0
    for trial in range(trials):
        own = mix(seed, np.int64(trial))
        for i in range(count):
            work[0] = roots[0]
            s = work[0]
            rng[0] = own  # the same deal and the same luck for every action
            resample(t, s, seat, rng, scratch)
            seed_streams(s.rng, draw(rng, np.int64(0)))
            apply(t, s, own_choices[i], log)
            finish(t, s, rng, choices, log, horizon, payoffs)
            totals[i] += payoffs[seat]
    return np.int64(count)
