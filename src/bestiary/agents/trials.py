"""Trying every choice in a few deals, bound to each game (see ``core.driver.bind``).

Each deal is one that the seat holds possible, the same, with the same luck to come, for every choice.
Only a record that went through ``hide`` comes in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.rng import draw, mix, seed_streams

if TYPE_CHECKING:
    from bestiary.agents.search import finish
    from bestiary.core.contract import GUIDED, apply, resample, suggest

LOTS = 1 << 20  # keeps the lots among equals apart from the deals


@rule
def try_deal(
    t: Any,
    roots: Any,
    worlds: Any,
    work: Any,
    seat: Any,
    own: Any,
    horizon: Any,
    asked: Any,
    count: Any,
    choices: Any,
    payoffs: Any,
    log: Any,
    rng: Any,
    scratch: Any,
    totals: Any,
    tries: Any,
    least: Any,
) -> None:
    """Tries the choices that were tried at least so often in one deal, and adds up what they came to."""
    worlds[0] = roots[0]
    world = worlds[0]
    rng[0] = own
    resample(t, world, seat, rng, scratch)
    seed_streams(world.rng, draw(rng, np.int64(0)))
    luck = rng[0]
    for i in range(count):
        if tries[i] < least:
            continue
        work[0] = worlds[0]
        rng[0] = luck
        apply(t, work[0], np.int64(asked[i]), log)
        finish(t, work[0], rng, choices, log, horizon, payoffs)
        totals[i] += payoffs[seat]
        tries[i] += 1


@rule
def k_try(
    tables: Any,
    roots: Any,
    worlds: Any,
    work: Any,
    seat: Any,
    seed: Any,
    manner: Any,
    low: Any,
    high: Any,
    trust: Any,
    asked: Any,
    count: Any,
    choices: Any,
    payoffs: Any,
    logs: Any,
    rng: Any,
    scratch: Any,
    values: Any,
    tries: Any,
) -> Any:
    """Writes what each of some choices came to, from 0 to 1, and how often it was tried; the best one.

    ``manner`` has the tries to share among the choices (each has one at least), the random decisions
    after each, how many of the best are tried again, and how often. What the game suggests counts for more
    than it came to, by as much as the game trusts its habits. Lots decide among equals: the first one would
    mean the same seat as a target, game after game.
    """
    t = tables[0]
    log = logs[0]
    usual = np.int64(-1)
    if GUIDED:
        rng[0] = seed
        usual = np.int64(suggest(t, roots[0], rng, asked, count))
    lots = mix(seed, np.int64(LOTS))
    budget, horizon, keep, more = manner[0], manner[1], manner[2], manner[3]
    trials = max(np.int64(1), budget // count)
    for i in range(count):
        values[i] = 0.0
        tries[i] = 0
    for trial in range(trials):
        own = mix(seed, np.int64(trial))
        try_deal(
            t, roots, worlds, work, seat, own, horizon, asked, count, choices, payoffs, log, rng, scratch,
            values, tries, np.int64(trial),
        )  # fmt: skip
    if more > 0 and count > keep:
        lay_aside(values, tries, count, keep, usual, lots)
    for trial in range(trials, trials + more):
        own = mix(seed, np.int64(trial))
        try_deal(
            t, roots, worlds, work, seat, own, horizon, asked, count, choices, payoffs, log, rng, scratch,
            values, tries, np.int64(trial),
        )  # fmt: skip
    best = np.int64(0)
    most = -1.0
    for i in range(count):
        values[i] = (values[i] / abs(tries[i]) - low) / (high - low)
        tries[i] = abs(tries[i])
        worth = values[i] + (trust if i == usual else 0.0)
        if tries[i] == tries[best] and worth == most:
            better = mix(lots, np.int64(i)) < mix(lots, best)
        else:
            better = tries[i] > tries[best] or (tries[i] == tries[best] and worth > most)
        if better:
            best = np.int64(i)
            most = worth
    return best


@rule
def k_expect(
    tables: Any,
    roots: Any,
    worlds: Any,
    work: Any,
    seat: Any,
    seed: Any,
    times: Any,
    horizon: Any,
    low: Any,
    high: Any,
    asked: Any,
    choices: Any,
    payoffs: Any,
    logs: Any,
    rng: Any,
    scratch: Any,
    totals: Any,
    tries: Any,
) -> Any:
    """What one choice comes to on average in some deals, from 0 to 1.

    The best of several tried choices looks better than it is, since luck helped to choose it; deals that
    had no part in the choice, by another seed, tell without that fault.
    """
    totals[0] = 0.0
    tries[0] = 0
    for trial in range(times):
        try_deal(
            tables[0], roots, worlds, work, seat, mix(seed, np.int64(trial)), horizon, asked, np.int64(1),
            choices, payoffs, logs[0], rng, scratch, totals, tries, np.int64(0),
        )  # fmt: skip
    return (totals[0] / times - low) / (high - low)


@rule
def lay_aside(values: Any, tries: Any, count: Any, keep: Any, usual: Any, lots: Any) -> None:
    """Leaves the best few, by lot among equals, and the usual one; the tries of the others are marked by
    their sign."""
    for i in range(count):
        better = 0
        for j in range(count):
            if values[j] > values[i] or (
                values[j] == values[i] and mix(lots, np.int64(j)) < mix(lots, np.int64(i))
            ):
                better += 1
        if better >= keep and i != usual:
            tries[i] = -tries[i]
