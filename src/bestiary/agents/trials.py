"""Trying every choice in a few deals, bound to each game (see ``core.driver.bind``).

Each deal is one that the seat holds possible, the same, with the same luck to come, for every choice.
Only a record that went through ``hide`` comes in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bestiary.core.jit import rule
from bestiary.core.rng import draw, mix, seed_streams

if TYPE_CHECKING:
    from bestiary.agents.policy import Trials
    from bestiary.agents.search import finish, horizon
    from bestiary.core.contract import GUIDED, apply, resample, suggest
    from bestiary.core.scratch import Scratch

TIE_BREAK = 1 << 20  # keeps the draws among equals apart from the deals


@rule
def try_deal(
    t: Any, roots: Any, seat: Any, left: Any, count: Any, least: Any, trials: Trials, scratch: Scratch
) -> None:
    """Tries the choices that were tried at least so often in the deal of the word in ``rng``, and adds up
    what they came to."""
    worlds, work, rng, log = scratch.world, scratch.work, scratch.rng, scratch.logs[0]
    worlds[0] = roots[0]
    resample(t, worlds[0], seat, rng, scratch.room)
    seed_streams(worlds[0].rng, draw(rng, 0))
    luck = rng[0]
    for i in range(count):
        if trials.tries[i] < least:
            continue
        work[0] = worlds[0]
        rng[0] = luck
        apply(t, work[0], trials.choices[i], log)
        finish(t, work[0], rng, scratch.choices, log, left, scratch.payoffs)
        trials.values[i] += scratch.payoffs[seat]
        trials.tries[i] += 1


@rule
def k_try(
    tables: Any, roots: Any, seat: Any, seed: Any, policies: Any, count: Any, trials: Trials, scratch: Scratch
) -> Any:
    """Writes what each of ``count`` choices came to, from 0 to 1, and how often it was tried; the best one.

    What the game suggests counts for more than it came to, by as much as the game trusts its habits. Ties
    are broken at random: the first of equals would mean the same seat as a target, game after game.
    """
    t, policy, rng = tables[0], policies[0], scratch.rng
    values, tries = trials.values, trials.tries
    usual = -1
    if GUIDED:
        rng[0] = seed
        usual = suggest(t, roots[0], rng, trials.choices, count)
    ties = mix(seed, TIE_BREAK)
    once = max(1, policy.tries // count)
    left = horizon(roots[0], policy)
    for i in range(count):
        values[i] = 0.0
        tries[i] = 0
    for trial in range(once + policy.more):
        if trial == once and count > policy.keep:
            lay_aside(trials, count, policy.keep, usual, ties)
        rng[0] = mix(seed, trial)
        try_deal(t, roots, seat, left, count, trial, trials, scratch)
    best = 0
    most = -1.0
    for i in range(count):
        values[i] = (values[i] / abs(tries[i]) - policy.low) / (policy.high - policy.low)
        tries[i] = abs(tries[i])
        worth = values[i] + (policy.trust if i == usual else 0.0)
        if tries[i] == tries[best] and worth == most:
            better = mix(ties, i) < mix(ties, best)
        else:
            better = tries[i] > tries[best] or (tries[i] == tries[best] and worth > most)
        if better:
            best = i
            most = worth
    return best


@rule
def k_expect(
    tables: Any, roots: Any, seat: Any, seed: Any, policies: Any, trials: Trials, scratch: Scratch
) -> Any:
    """What the first choice comes to on average in some deals, from 0 to 1.

    The best of several tried choices looks better than it is, since luck helped to choose it; deals that
    had no part in the choice, by another seed, tell without that fault.
    """
    policy = policies[0]
    trials.values[0] = 0.0
    trials.tries[0] = 0
    for trial in range(policy.tries):
        scratch.rng[0] = mix(seed, trial)
        try_deal(tables[0], roots, seat, horizon(roots[0], policy), 1, 0, trials, scratch)
    return (trials.values[0] / policy.tries - policy.low) / (policy.high - policy.low)


@rule
def lay_aside(trials: Trials, count: Any, keep: Any, usual: Any, ties: Any) -> None:
    """Leaves the best few, ties broken at random, and the usual one; the tries of the others are marked by
    their sign."""
    values = trials.values
    for i in range(count):
        better = 0
        for j in range(count):
            if values[j] > values[i] or (values[j] == values[i] and mix(ties, j) < mix(ties, i)):
                better += 1
        if better >= keep and i != usual:
            trials.tries[i] = -trials.tries[i]
