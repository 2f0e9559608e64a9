"""Information-set Monte Carlo tree search, bound to each game (see ``core.driver.bind``).

Every iteration deals what the searching seat cannot know anew (``resample``), walks down a tree whose
edges are actions by their meaning, adds one node, and plays on at random. Statistics of an edge count
only the iterations in which its action was there to be chosen.

With one observer there is one tree, whose values are kept for every seat, so that each seat chooses for
itself (MaxN); a team shares its payoff and so its values. It lets every seat answer secret choices as if
it had seen them. With several observers every seat has a tree of its own, in which the secret choices of
the others are one edge: nobody chooses by what it could not know.

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
def read_action(t: Any, s: Any, action: Any, m: Any) -> None:
    """What an action does, in words that mean the same in every deal."""
    m.card = EMPTY
    m.other = EMPTY
    m.target = EMPTY
    m.number = EMPTY
    meaning(t, s, action, m)


@rule
def key_of(m: Any, open_: Any) -> Any:
    """The words of an action as one number, with its cards or, for those who may not know them, without."""
    key = np.int64(m.verb)
    key = (key << CARD_BITS) + (np.int64(m.card) + 2 if open_ else 0)
    key = (key << CARD_BITS) + (np.int64(m.other) + 2 if open_ else 0)
    key = (key << CARD_BITS) + np.int64(m.target) + 2
    return (key << NUMBER_BITS) + np.int64(m.number) + 2


@rule
def action_key(t: Any, s: Any, action: Any, m: Any) -> Any:
    """What an action does, as one number, for the seat that chooses it."""
    read_action(t, s, action, m)
    return key_of(m, True)


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
def follow(
    t: Any,
    m: Any,
    own: Any,
    nodes: Any,
    used: Any,
    most: Any,
    parents: Any,
    keys: Any,
    children: Any,
) -> Any:
    """Every other observer goes down its own tree, by as much of the action as it may know."""
    for k in range(nodes.shape[0]):
        if k == own or nodes[k] < 0:
            continue
        key = key_of(m, (m.see >> k) & 1 == 1)
        at = find(np.int64(nodes[k]), key, parents, keys, children)
        if children[at] == ROOT:
            if used == most:
                nodes[k] = -1
                continue
            children[at] = used
            parents[at] = nodes[k]
            keys[at] = key
            used += 1
        nodes[k] = children[at]
    return np.int64(used)


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
    nodes: Any,
    path: Any,
    payoffs: Any,
    meanings: Any,
    logs: Any,
    rng: Any,
    scratch: Any,
) -> Any:
    """Some iterations on a pool of ``used`` nodes, the first of them the roots, one for each observer.

    ``nodes`` has a place for each observer, ``path`` a row for each decision; ``worth`` has a column for
    each seat with one observer, and one column, for the observer, with several. Returns the nodes used.
    """
    t = tables[0]
    log = logs[0]
    m = meanings[0]
    observers = np.int64(nodes.shape[0])
    most = np.int64(visits.shape[0])
    deepest = path.shape[0] - 1
    for iteration in range(first, first + iterations):
        own_seed = mix(seed, np.int64(iteration))
        work[0] = roots[0]
        s = work[0]
        rng[0] = own_seed
        resample(t, s, seat, rng, scratch)
        seed_streams(s.rng, draw(rng, np.int64(0)))
        depth = 0
        for k in range(observers):
            nodes[k] = k
            path[0, k] = k
        grown = False
        while s.over == 0 and not grown and depth < deepest:
            actor = lowest(s.actors)
            own = actor if observers > 1 else np.int64(0)
            column = np.int64(0) if observers > 1 else actor
            node = np.int64(nodes[own])
            if node < 0:
                break
            count = legal(t, s, choices)
            fresh = 0
            for i in range(count):
                slots[i] = find(node, action_key(t, s, choices[i], m), parents, keys, children)
                if children[slots[i]] == ROOT:
                    fresh += 1
            pick = np.int64(-1)
            if fresh > 0 and used < most:
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
                    value = worth[child, column] / n + explore * np.sqrt(np.log(offered[child]) / n)
                    if value > best:
                        best = value
                        pick = np.int64(i)
            if pick < 0:
                break
            nodes[own] = children[slots[pick]]
            if observers > 1:
                read_action(t, s, choices[pick], m)
                used = follow(t, m, own, nodes, used, most, parents, keys, children)
            apply(t, s, choices[pick], log)
            depth += 1
            for k in range(observers):
                path[depth, k] = nodes[k]
        finish(t, s, rng, choices, log, horizon, payoffs)
        for p in range(payoffs.shape[0]):
            payoffs[p] = (payoffs[p] - low) / (high - low)
        for d in range(depth + 1):
            for k in range(observers):
                node = np.int64(path[d, k])
                if node < 0:
                    continue
                visits[node] += 1
                if observers > 1:
                    worth[node, 0] += payoffs[k]
                else:
                    for p in range(payoffs.shape[0]):
                        worth[node, p] += payoffs[p]
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
def k_seen_edge(
    tables: Any,
    states: Any,
    action: Any,
    observer: Any,
    node: Any,
    parents: Any,
    keys: Any,
    children: Any,
    meanings: Any,
) -> Any:
    """The child to which an observer's tree leads when somebody else plays an action; ROOT: none."""
    m = meanings[0]
    read_action(tables[0], states[0], action, m)
    key = key_of(m, (m.see >> observer) & 1 == 1)
    return np.int64(children[find(node, key, parents, keys, children)])
