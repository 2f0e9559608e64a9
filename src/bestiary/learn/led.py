"""Tree search led by a network, bound to each game: its policy says what to try, its value what it comes to.

Deals, trees and observers are those of ``agents.search``. Only the seat that searches looks for what is best,
and its team with it. A rival plays as the network would in its place, with what it holds in the deal: its
node stands for all its hands, and what is best for them together would be best for none. A leaf is a node of
the seat that is asked: the network looks at what that seat may know, and nothing is played on. What it says
of the ways on holds for one deal; in another one, where a seat may do what it could not do before, that is as
likely as any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bestiary.core.asking import lowest
from bestiary.core.jit import rule
from bestiary.core.rng import draw, mix, seed_streams

if TYPE_CHECKING:
    from bestiary.agents.search import action_key, find, follow, place_of, read_action
    from bestiary.core.contract import apply, legal, resample, returns
    from bestiary.core.kernels import k_observe
    from bestiary.core.scratch import Scratch
    from bestiary.learn.mind import LedTree, Mind

ROOT = 0
RARE = 0.03  # what the network would do less often is left out, as ``net`` does
WORD = 1.0 / 2.0**64
NOTHING = 1  # what ``name_at`` says of a name of nothing: its vector is in the bias already


@rule
def add(rows: Any, row: Any, times: Any, out: Any) -> None:
    """Adds a row of a matrix, so many times."""
    for j in range(out.shape[0]):
        out[j] += times * rows[row, j]


@rule
def name_at(mind: Mind, i: Any) -> Any:
    """What one of the names of many says: less than nothing, nothing, or which thing."""
    of = mind.many_of[i]
    return min(max(int(np.rint(mind.seen[mind.many[i]] * np.float32(of))) + 1, 0), of + 1)


@rule
def read(mind: Mind) -> None:
    """The first layer: most inputs are zero and cost nothing."""
    seen, held, first = mind.seen, mind.held, mind.first
    for j in range(held.shape[0]):
        held[j] = mind.first_bias[j]
    for i in range(mind.plain.shape[0]):
        x = seen[mind.plain[i]]
        if x != 0.0:
            add(first, i, x, held)
    for i in range(mind.few.shape[0]):
        x = seen[mind.few[i]]
        if x > 0.0:
            of = mind.few_of[i]
            thing = 1 if of == 1 else min(of, int(np.rint(x * np.float32(of))))
            if thing > 0:
                add(first, mind.few_first[i] + thing - 1, np.float32(1.0), held)
    size = mind.names.shape[1]
    at = first.shape[0] - size * mind.many.shape[0]
    for i in range(mind.many.shape[0]):
        thing = name_at(mind, i)
        if thing == NOTHING:
            continue
        row = mind.many_row[i] + thing
        for k in range(size):
            add(first, at + i * size + k, mind.names[row, k], held)
    for j in range(held.shape[0]):
        held[j] = max(held[j], np.float32(0.0))


@rule
def think(mind: Mind, seats: Any, actor: Any, choices: Any, count: Any) -> None:
    """Writes how likely each choice is, and what the seat whose observation lies there expects, from 0 to 1;
    behind that, where the network knows it, what the seats that follow expect."""
    held, more, shares = mind.held, mind.more, mind.shares
    read(mind)
    for layer in range(mind.middle.shape[0]):
        rows = mind.middle[layer]
        for j in range(more.shape[0]):
            more[j] = mind.middle_bias[layer, j]
        for i in range(held.shape[0]):
            if held[i] != 0.0:
                add(rows, i, held[i], more)
        for j in range(held.shape[0]):
            held[j] += max(more[j], np.float32(0.0))
    most = -1e30
    for i in range(count):
        action = mind.turns[seats, actor, choices[i]]
        slot = mind.named[action]
        action = mind.base[action]
        if slot >= 0:
            action += name_at(mind, slot)
        score = np.float64(mind.policy_bias[action])
        for j in range(held.shape[0]):
            score += held[j] * mind.policy[action, j]
        shares[i] = score
        most = max(most, score)
    total = 0.0
    for i in range(count):
        shares[i] = np.exp(shares[i] - most)
        total += shares[i]
    for i in range(count):
        shares[i] /= total
    for head in range(mind.worth.shape[0]):
        value = np.float64(mind.value_bias[head])
        for j in range(held.shape[0]):
            value += held[j] * mind.value[head, j]
        mind.worth[head] = (1.0 + np.tanh(value)) / 2.0


@rule
def share_out(mind: Mind, actor: Any, seats: Any, payoffs: Any) -> None:
    """What every seat expects, from 0 to 1; where the network knows it of one, others have what is left."""
    own = mind.worth[0]
    heads = mind.worth.shape[0]
    for p in range(payoffs.shape[0]):
        after = (p - actor + seats) % seats
        if p == actor or mind.figures[3] != 0.0:
            payoffs[p] = own
        elif heads > 1 and p < seats and after < heads:
            payoffs[p] = mind.worth[after]
        else:
            payoffs[p] = (1.0 - own) / max(1, seats - 1)


@rule
def unfold(t: Any, s: Any, node: Any, count: Any, tree: LedTree, scratch: Scratch, mind: Mind) -> None:
    """Gives a node a child for every choice, as likely as the network says."""
    used = tree.used[0]
    if used + count > tree.visits.shape[0]:
        return
    for i in range(count):
        key = action_key(t, s, scratch.choices[i], scratch.meanings[0])
        at = find(node, key, tree.parents, tree.keys, tree.children)
        if tree.children[at] == ROOT:
            tree.children[at] = used
            tree.parents[at] = node
            tree.keys[at] = key
            tree.prior[used] = mind.shares[i]
            used += 1
    tree.used[0] = used
    tree.opened[node] = 1


@rule
def chosen(
    t: Any, s: Any, node: Any, column: Any, count: Any, tree: LedTree, scratch: Scratch, mind: Mind
) -> Any:
    """The place of the choice to try below a node: what it came to, and a share of curiosity."""
    slots, children, visits, worth, prior = tree.slots, tree.children, tree.visits, tree.worth, tree.prior
    total = 0.0
    for i in range(count):
        key = action_key(t, s, scratch.choices[i], scratch.meanings[0])
        at = find(node, key, tree.parents, tree.keys, tree.children)
        if children[at] == ROOT:  # it was not there when the node was opened
            if tree.used[0] == visits.shape[0]:
                slots[i] = -1
                continue
            children[at] = tree.used[0]
            tree.parents[at] = node
            tree.keys[at] = key
            prior[children[at]] = 1.0 / count
            tree.used[0] += 1
        slots[i] = at
        total += prior[children[at]]
        tree.offered[children[at]] += 1
    before = worth[node, column] / max(1, visits[node])
    best = -1.0
    pick = -1
    for i in range(count):
        if slots[i] < 0:
            continue
        child = children[slots[i]]
        tried = visits[child]
        value = worth[child, column] / tried if tried > 0 else before
        chance = prior[child] / total if total > 0.0 else 1.0 / count
        value += mind.figures[0] * chance * np.sqrt(np.float64(tree.offered[child])) / (tried + 1.0)
        if value > best:
            best = value
            pick = i
    return pick


@rule
def consider(tables: Any, work: Any, actor: Any, count: Any, scratch: Scratch, mind: Mind) -> None:
    """Has the network look at a position as the seat that is asked sees it."""
    k_observe(tables, work, 0, actor, scratch.seen, mind.seen)
    think(mind, work[0].seats, actor, scratch.choices, count)


@rule
def picked(mind: Mind, luck: Any, count: Any) -> Any:
    """The place of a choice, as likely as the network says, by a number below 1; what is rare is left out."""
    shares = mind.shares
    most = 0.0
    for i in range(count):
        most = max(most, shares[i])
    least = min(RARE, most)
    total = 0.0
    for i in range(count):
        total += shares[i] if shares[i] >= least else 0.0
    reach = luck * total
    pick = -1
    for i in range(count):
        if shares[i] >= least and reach >= 0.0:
            pick = i
            reach -= shares[i]
    return pick


@rule
def k_glance(tables: Any, seen: Any, seat: Any, seed: Any, choices: Any, scratch: Scratch, mind: Mind) -> Any:
    """The place of a choice that the network takes at a glance, as ``net`` does; ``mind.worth`` says what the
    seat expects."""
    count = choices.shape[0]
    k_observe(tables, seen, 0, seat, scratch.seen, mind.seen)
    think(mind, seen[0].seats, seat, choices, count)
    return picked(mind, np.float64(mix(seed, 1)) * WORD, count)


@rule
def enter(t: Any, s: Any, node: Any, pick: Any, tree: LedTree, scratch: Scratch) -> Any:
    """Where a choice leads that was not looked for: its node, new if need be; -1 where the tree is full."""
    if node < 0:
        return -1
    key = action_key(t, s, scratch.choices[pick], scratch.meanings[0])
    at = find(node, key, tree.parents, tree.keys, tree.children)
    if tree.children[at] == ROOT:
        if tree.used[0] == tree.visits.shape[0]:
            return -1
        tree.children[at] = tree.used[0]
        tree.parents[at] = node
        tree.keys[at] = key
        tree.used[0] += 1
    return tree.children[at]


@rule
def first_choice(t: Any, s: Any, seat: Any, tree: LedTree, scratch: Scratch, mind: Mind) -> Any:
    """The choice to look at next, and how often that was done; -1 where the root is not open or is told.

    It is made before anything is dealt, so that every choice is tried in the same deals, with the same luck,
    one after the other: what differs between two of them is then what they do, and not what was dealt.
    """
    observers = tree.nodes.shape[0]
    root = seat if observers > 1 else ROOT
    if tree.opened[root] == 0 or tree.forced[0] >= 0:
        return -1, 0
    count = legal(t, s, scratch.choices)
    pick = chosen(t, s, root, 0 if observers > 1 else seat, count, tree, scratch, mind)
    if pick < 0:
        return -1, 0
    return scratch.choices[pick], tree.visits[tree.children[tree.slots[pick]]]


@rule
def k_led(
    tables: Any,
    roots: Any,
    seat: Any,
    seed: Any,
    iterations: Any,
    tree: LedTree,
    scratch: Scratch,
    mind: Mind,
) -> None:
    """Some more iterations on a tree, whose first nodes are the roots, one for each observer."""
    t = tables[0]
    work, choices, payoffs, rng = scratch.work, scratch.choices, scratch.payoffs, scratch.rng
    log, m = scratch.logs[0], scratch.meanings[0]
    visits, worth, nodes, path = tree.visits, tree.worth, tree.nodes, tree.path
    low, high = mind.figures[1], mind.figures[2]
    observers = nodes.shape[0]
    deepest = path.shape[0] - 1
    first = visits[ROOT]
    for iteration in range(first, first + iterations):
        work[0] = roots[0]
        s = work[0]
        begin, tried = first_choice(t, s, seat, tree, scratch, mind)
        rng[0] = mix(seed, tried if begin >= 0 else iteration)
        resample(t, s, seat, rng, scratch.room)
        seed_streams(s.rng, draw(rng, 0))
        depth = 0
        for k in range(observers):
            nodes[k] = k
            path[0, k] = k
        judged = False
        while s.over == 0 and not judged:
            actor = lowest(s.actors)
            own = actor if observers > 1 else 0
            node = nodes[own]
            count = legal(t, s, choices)
            rival = actor != seat and mind.figures[3] == 0.0
            forced = place_of(tree.forced[0], choices, count) if depth == 0 else -1
            if node < 0 or depth == deepest or tree.opened[node] == 0:
                consider(tables, work, actor, count, scratch, mind)
                if node >= 0 and depth < deepest:
                    unfold(t, s, node, 0 if rival else count, tree, scratch, mind)
                pick = forced
            elif forced >= 0:
                pick = forced
            elif depth == 0 and begin >= 0:
                pick = place_of(begin, choices, count)
            elif rival:
                consider(tables, work, actor, count, scratch, mind)
                pick = picked(mind, draw(rng, 0) * WORD, count)
            else:
                pick = chosen(t, s, node, 0 if observers > 1 else actor, count, tree, scratch, mind)
                if pick < 0:  # the tree is full
                    consider(tables, work, actor, count, scratch, mind)
            if pick < 0:
                share_out(mind, actor, s.seats, payoffs)
                judged = True
                break
            nodes[own] = enter(t, s, node, pick, tree, scratch)
            if observers > 1:
                read_action(t, s, choices[pick], m)
                tree.used[0] = follow(tree, m, own, tree.used[0])  # type: ignore[arg-type]
            apply(t, s, choices[pick], log)
            depth += 1
            for k in range(observers):
                path[depth, k] = nodes[k]
        if not judged:
            returns(t, s, payoffs)
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
