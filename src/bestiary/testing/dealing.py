"""The check of resampling: every consistent arrangement, each with the right frequency.

It needs a position with few unknown cards, which only the author of a game can prepare::

    check_dealing(game, states, seat=0, consistent=lambda s: 7 in s["hand"][1])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import permutations
from typing import Any

import numpy as np

from bestiary.core.cards import Content
from bestiary.core.driver import Engine
from bestiary.core.game import Game
from bestiary.core.record import UNKNOWN, Records, same

from .bench import Broken, phase_name
from .keeping import physical, places

MOST_UNKNOWN = 8  # 40,320 orders
SAFE = 6.0  # standard deviations: a sound game fails about once in a thousand million tries


def key_of(game: Game, state: Any) -> bytes:
    """An arrangement: all zones of a state."""
    return b"".join(np.asarray(state[zone.field]).tobytes() for zone in game.zones)


def arrangements(
    engine: Engine, states: Records, seat: int, consistent: Callable[[Any], bool] | None = None
) -> dict[bytes, float]:
    """Every arrangement that a seat holds possible, by exhaustive enumeration, all equally likely.

    ``consistent`` says what a seat knows beyond the slots that it sees, for example that a card is
    in that hand.
    """
    game = engine.game
    hidden = engine.hidden(states, seat)
    slots = [
        (zone.field, tuple(int(i) for i in index))
        for zone in game.zones
        if not zone.flags
        for index in np.argwhere(np.asarray(hidden[0][zone.field]) == UNKNOWN)
    ]
    missing = np.flatnonzero(places(game, hidden, physical(engine.content))[0] == 0).tolist()
    if len(slots) != len(missing):
        raise ValueError(f"{len(missing)} cards are unseen, but {len(slots)} slots are unknown")
    if len(slots) > MOST_UNKNOWN:
        raise ValueError(f"{len(slots)} unknown cards are too many to enumerate; at most {MOST_UNKNOWN}")
    found: set[bytes] = set()
    world = engine.copy(hidden)
    for order in permutations(missing):
        for (field, index), card in zip(slots, order, strict=True):
            world[0][field][index] = card
        if consistent is not None and not consistent(world[0]):
            continue
        if same(engine.hidden(world, seat), hidden):
            found.add(key_of(game, world[0]))
    return dict.fromkeys(found, 1.0 / len(found)) if found else {}


def check_dealing(
    game: Game,
    states: Records,
    seat: int,
    *,
    consistent: Callable[[Any], bool] | None = None,
    expected: Mapping[Any, float] | None = None,
    key: Callable[[Any], Any] | None = None,
    content: Content | None = None,
    seed: int = 1,
    per_world: int = 40,
) -> str:
    """Deals a small position again many times and compares with all that is possible.

    Without ``expected`` all arrangements are enumerated and taken to be equally likely; a caller
    whose worlds are not gives the probability of each ``key(state)``. Returns what was done.
    """
    engine = Engine(game, content)
    named = key or (lambda state: key_of(game, state))
    odds = dict(expected) if expected is not None else arrangements(engine, states, seat, consistent)
    if not odds:
        raise ValueError("no arrangement is consistent with what the seat knows")
    draws = max(2000, per_world * len(odds))
    counts: Counter[Any] = Counter()

    def fail(what: str) -> None:
        raise Broken("dealing", game.name, what, seed=seed, phase=phase_name(game, states), seat=seat)

    for n in range(draws):
        world = engine.resampled(states, seat, seed * 1_000_003 + n)
        counts[named(world[0])] += 1
    stray = [k for k in counts if k not in odds]
    if stray:
        fail(f"resample deals {len(stray)} arrangements that cannot be, such as {_show(stray[0])}")
    never = [k for k in odds if k not in counts and odds[k] * draws > SAFE * SAFE]
    if never:
        fail(f"resample never deals {len(never)} of {len(odds)} arrangements in {draws} tries")
    chi = sum((counts[k] - p * draws) ** 2 / (p * draws) for k, p in odds.items())
    z = deviation(chi, len(odds) - 1)
    if z > SAFE:
        often, seldom = (
            max(odds, key=lambda k: counts[k] / odds[k]),
            min(odds, key=lambda k: counts[k] / odds[k]),
        )
        fail(
            f"resample is biased: chi-square {chi:.0f} over {len(odds)} arrangements ({z:.1f} deviations); "
            f"dealt {counts[often]} and {counts[seldom]} times where {odds[often] * draws:.0f} and "
            f"{odds[seldom] * draws:.0f} were due"
        )
    return f"{game.name}: {draws} deals over {len(odds)} arrangements, {z:+.1f} deviations"


def deviation(chi: float, freedom: int) -> float:
    """How many standard deviations a chi-square lies above its mean (Wilson and Hilferty)."""
    if freedom < 1:
        return 0.0
    spread = 2 / (9 * freedom)
    return float(((chi / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


def _show(key: Any) -> str:
    return str(np.frombuffer(key, np.uint8).tolist()[:40]) if isinstance(key, bytes) else repr(key)
