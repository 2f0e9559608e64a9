"""Information-set Monte Carlo tree search, bound to each game (see ``core.driver.bind``).

Every iteration deals what the searching seat cannot know anew (``resample``), walks down a tree whose
edges are actions by their meaning, adds one node, and plays on at random. Statistics of an edge count
only the iterations in which its action was there to be chosen.

A game that suggests actions (GUIDED) is played on by these, but for a whim now and then, and the tree
leans on them: an action is tried for what it came to and for a share of curiosity, of which the suggested
one gets most. So a search departs from the habits of the game where it has found something better.

With one observer there is one tree, whose values are kept for every seat, so that each seat chooses for
itself (MaxN); a team shares its payoff and so its values. It lets every seat answer secret choices as if
it had seen them. With several observers every seat has a tree of its own, in which the secret choices of
the others are one edge: nobody chooses by what it could not know.

A tree may be told which action every iteration begins with: two such trees with one seed go through the same
deals and the same luck, and compare two actions (``judge``).

Only a record that went through ``hide`` comes in, and the random streams inside it are seeded anew: the
search cannot see the truth, nor the luck to come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bestiary.core.asking import lowest
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import below, draw, hashed, mix, seed_streams

if TYPE_CHECKING:
    from bestiary.agents.policy import Tree
    from bestiary.core.contract import (
        GUIDED,
        apply,
        evaluate,
        legal,
        meaning,
        resample,
        returns,
        suggest,
    )
    from bestiary.core.scratch import Scratch

ROOT = 0
WHIM = 20  # one decision in so many of a guided playout is any at all
CARD_BITS, NUMBER_BITS = 12, 14  # of the words of a meaning, packed into one number


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
    key = m.verb
    key = (key << CARD_BITS) + (m.card + 2 if open_ else 0)
    key = (key << CARD_BITS) + (m.other + 2 if open_ else 0)
    key = (key << CARD_BITS) + m.target + 2
    return (key << NUMBER_BITS) + m.number + 2


@rule
def action_key(t: Any, s: Any, action: Any, m: Any) -> Any:
    """What an action does, as one number, for the seat that chooses it."""
    read_action(t, s, action, m)
    return key_of(m, True)


@rule
def find(parent: Any, key: Any, parents: Any, keys: Any, children: Any) -> Any:
    """The slot of a child in the table of edges: its own, or the free one where it would go."""
    size = keys.shape[0]
    at = np.int64(hashed(key, parent) & np.uint64(size - 1))
    while children[at] != ROOT and (keys[at] != key or parents[at] != parent):
        at = (at + 1) & (size - 1)
    return at


@rule
def play_on(t: Any, s: Any, rng: Any, choices: Any, count: Any) -> Any:
    """The place of the choice that a playout takes."""
    if GUIDED and below(rng, 0, WHIM) > 0:
        return suggest(t, s, rng, choices, count)
    return below(rng, 0, count)


@rule
def horizon(s: Any, policy: Any) -> Any:
    """How many decisions are played on before the evaluation judges; below 0: to the end."""
    return policy.alone if s.seats == 1 else policy.horizon


@rule
def finish(t: Any, s: Any, rng: Any, choices: Any, log: Any, left: Any, out: Any) -> None:
    """Plays on, to the end or for so many decisions, and writes what it came to."""
    while s.over == 0:
        if left == 0:
            evaluate(t, s, out)
            return
        left -= 1
        count = legal(t, s, choices)
        apply(t, s, choices[play_on(t, s, rng, choices, count)], log)
    returns(t, s, out)


@rule
def promising(tree: Tree, node: Any, column: Any, count: Any, hint: Any, full: Any, policy: Any) -> Any:
    """The place of the choice to try below a node, of a game that suggests ``hint``; -1: none is left.

    What was never tried is expected to come to what the node did.
    """
    slots, children, visits, worth = tree.slots, tree.children, tree.visits, tree.worth
    explore, trust = policy.explore, policy.trust
    tried_here = visits[node]
    before = worth[node, column] / tried_here if tried_here > 0 else 0.0
    best = -1.0
    pick = -1
    for i in range(count):
        child = children[slots[i]]
        if child == ROOT and full:
            continue
        share = (1.0 - trust) / count
        if i == hint:
            share += trust
        value = before
        tried = 0
        chances = tried_here
        if child != ROOT and visits[child] > 0:
            tried = visits[child]
            chances = tree.offered[child]
            value = worth[child, column] / tried
        value += explore * share * np.sqrt(chances + 1.0) / (tried + 1.0)
        if value > best:
            best = value
            pick = i
    return pick


@rule
def place_of(action: Any, choices: Any, count: Any) -> Any:
    """Where an action stands among the choices; -1: nowhere."""
    for i in range(count):
        if choices[i] == action:
            return i
    return -1


@rule
def follow(tree: Tree, m: Any, own: Any, used: Any) -> Any:
    """Every other observer goes down its own tree, by as much of the action as it may know; returns the
    nodes used."""
    nodes, parents, keys, children = tree.nodes, tree.parents, tree.keys, tree.children
    for k in range(nodes.shape[0]):
        if k == own or nodes[k] < 0:
            continue
        key = key_of(m, (m.see >> k) & 1 == 1)
        at = find(nodes[k], key, parents, keys, children)
        if children[at] == ROOT:
            if used == tree.visits.shape[0]:
                nodes[k] = -1
                continue
            children[at] = used
            parents[at] = nodes[k]
            keys[at] = key
            used += 1
        nodes[k] = children[at]
    return used


@rule
def k_search(
    tables: Any,
    roots: Any,
    seat: Any,
    seed: Any,
    iterations: Any,
    policies: Any,
    tree: Tree,
    scratch: Scratch,
) -> None:
    """Some more iterations on a tree, whose first nodes are the roots, one for each observer."""
    t, policy = tables[0], policies[0]
    explore, low, high = policy.explore, policy.low, policy.high
    work, choices, payoffs, rng = scratch.work, scratch.choices, scratch.payoffs, scratch.rng
    log, m, room = scratch.logs[0], scratch.meanings[0], scratch.room
    visits, offered, worth = tree.visits, tree.offered, tree.worth
    parents, keys, children = tree.parents, tree.keys, tree.children
    slots, nodes, path = tree.slots, tree.nodes, tree.path
    observers = nodes.shape[0]
    most = visits.shape[0]
    deepest = path.shape[0] - 1
    used = tree.used[0]
    first = visits[ROOT]
    for iteration in range(first, first + iterations):
        work[0] = roots[0]
        s = work[0]
        rng[0] = mix(seed, iteration)
        resample(t, s, seat, rng, room)
        seed_streams(s.rng, draw(rng, 0))
        depth = 0
        for k in range(observers):
            nodes[k] = k
            path[0, k] = k
        grown = False
        while s.over == 0 and not grown and depth < deepest:
            actor = lowest(s.actors)
            own = actor if observers > 1 else 0
            column = 0 if observers > 1 else actor
            node = nodes[own]
            if node < 0:
                break
            count = legal(t, s, choices)
            fresh = 0
            for i in range(count):
                slots[i] = find(node, action_key(t, s, choices[i], m), parents, keys, children)
                if children[slots[i]] == ROOT:
                    fresh += 1
            pick = place_of(tree.forced[0], choices, count) if depth == 0 else -1
            forced = pick >= 0
            if forced:
                pass
            elif GUIDED:
                hint = suggest(t, s, rng, choices, count)
                pick = promising(tree, node, column, count, hint, used == most, policy)
            elif fresh > 0 and used < most:
                skip = below(rng, 0, fresh)
                for i in range(count):
                    if children[slots[i]] == ROOT:
                        if skip == 0:
                            pick = i
                            break
                        skip -= 1
            if pick >= 0 and children[slots[pick]] == ROOT:
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
                if not GUIDED and not grown and not forced and visits[child] > 0:
                    n = visits[child]
                    value = worth[child, column] / n + explore * np.sqrt(np.log(offered[child]) / n)
                    if value > best:
                        best = value
                        pick = i
            if pick < 0:
                break
            nodes[own] = children[slots[pick]]
            if observers > 1:
                read_action(t, s, choices[pick], m)
                used = follow(tree, m, own, used)
            apply(t, s, choices[pick], log)
            depth += 1
            for k in range(observers):
                path[depth, k] = nodes[k]
        finish(t, s, rng, choices, log, horizon(s, policy), payoffs)
        for p in range(payoffs.shape[0]):
            payoffs[p] = (payoffs[p] - low) / (high - low)
        for d in range(depth + 1):
            for k in range(observers):
                node = path[d, k]
                if node < 0:
                    continue
                visits[node] += 1
                if observers > 1:
                    worth[node, 0] += payoffs[k]
                else:
                    for p in range(payoffs.shape[0]):
                        worth[node, p] += payoffs[p]
    tree.used[0] = used


@rule
def k_edges(tables: Any, states: Any, node: Any, tree: Tree, scratch: Scratch, out: Any) -> Any:
    """The child of every legal action below a node, ROOT where there is none; returns how many."""
    t, choices = tables[0], scratch.choices
    count = legal(t, states[0], choices)
    for i in range(count):
        key = action_key(t, states[0], choices[i], scratch.meanings[0])
        out[i] = tree.children[find(node, key, tree.parents, tree.keys, tree.children)]
    return count


@rule
def k_seen_edge(
    tables: Any, states: Any, action: Any, observer: Any, node: Any, tree: Tree, scratch: Scratch
) -> Any:
    """The child to which an observer's tree leads when somebody else plays an action; ROOT: none."""
    m = scratch.meanings[0]
    read_action(tables[0], states[0], action, m)
    key = key_of(m, (m.see >> observer) & 1 == 1)
    return tree.children[find(node, key, tree.parents, tree.keys, tree.children)]
