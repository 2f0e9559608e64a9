"""KLAW: the chances of an exchange and of a fight, for people who choose; no rules are here.

Both sides roll whenever they may: nobody answers with an Item, a Support Host or by fleeing. An exchange is
reckoned exactly, over all rolls of both sides. So is a fight in which no card does anything but change dice;
any other is played out a number of times by the rules themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import combinations, combinations_with_replacement
from math import factorial, prod, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bestiary.core.cards import Content
from bestiary.core.driver import runs_plainly
from bestiary.core.events import log_record
from bestiary.core.jit import INTERPRETED

from ..effects import ANY_POOL, DO, FX, IF, ON, POOL
from ..state import DICE, IS, LIMITS, MAX_LIFE, NOBODY, OPT, STAGE

SAMPLES = 20 if INTERPRETED else 400  # the plain rules are a thousand times slower
TINY = 1e-6  # what rounding may leave of a certainty
SIGMA = 1.96  # deviations: 95 of 100 samples lie within
HIT, BACK = 1, 2  # what a comparison costs somebody

Bonus = tuple[int, int]  # added to so many dice
Dice = NDArray[np.int16]
Sequences = dict[tuple[int, ...], float]


@dataclass(frozen=True)
class Side:
    """The dice of one side in an exchange, and what changes them."""

    dice: int
    rerolls: tuple[tuple[int, int], ...] = ()  # so many dice up to a value
    least: tuple[int, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    lowered: tuple[Bonus, ...] = ()  # by the enemy
    armour: int = 0
    six_on: int = DICE
    safe: bool = False  # no Catastrophic Failure


@dataclass(frozen=True)
class Exchange:
    """All that the chances of one exchange depend on."""

    attacker: Side
    defender: Side
    edge: int = 0  # 1 where the attacker wins ties, -1 where the defender does
    blocks: bool = False  # the defender's dice never hit back
    uncontested: bool = True  # surplus Defence dice hit back
    capped: bool = True
    best: bool = True  # bonuses are placed where they do most


@dataclass(frozen=True)
class Chances:
    """How a fight may end for the Host that is asked about, and how far a sample may be off."""

    wins: float
    falls: float
    error: float = 0.0


# ---- rolls -----------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _plain(n: int) -> dict[tuple[int, ...], float]:
    """Every roll of n dice, the highest first, with its chance."""
    made = {}
    for roll in combinations_with_replacement(range(DICE, 0, -1), n):
        ways = factorial(n) // prod(factorial(c) for c in Counter(roll).values())
        made[roll] = ways / 6**n
    return made


def _rolls(side: Side) -> Iterator[tuple[tuple[int, ...], bool, float]]:
    """Every roll after rerolls and the Wild die, whether it is fixed, and its chance."""
    wild = side.dice == DICE
    found = _plain(side.dice - wild)
    for m, k in side.rerolls:
        again: Counter[tuple[int, ...]] = Counter()
        for roll, chance in found.items():
            n = min(m, sum(d <= k for d in roll))
            for fresh, part in _plain(n).items():
                again[tuple(sorted((*roll[: len(roll) - n], *fresh), reverse=True))] += chance * part  # type: ignore[assignment]
        found = dict(again)
    if not wild:
        for roll, chance in found.items():
            yield roll, False, chance
        return
    failure = 0 if side.safe else 1
    high = DICE + 1 - side.six_on
    yield (DICE,) * DICE, True, high / DICE
    if failure and side.six_on > 1:
        yield (1,) * DICE, True, 1 / DICE
    for value in range(1 + failure, side.six_on):
        for roll, chance in found.items():
            yield tuple(sorted((*roll, value), reverse=True)), False, chance / DICE


def _raised(dice: Dice, add: int, capped: bool) -> Dice:
    return np.maximum(dice, np.minimum(dice + add, DICE)) if capped else dice + add


def _ordered(dice: Dice) -> Dice:
    return -np.sort(-dice, axis=-1)


@dataclass
class Rolled:
    """Rolls, each once, and which of them a side shows for every roll of its own and of the enemy."""

    rolls: Dice  # by number, the highest die first
    fixed: NDArray[np.bool_]  # by number: an Exceptional Success or a Catastrophic Failure
    shown: NDArray[np.int64]

    def become(self, rolls: Dice) -> None:
        """Every roll becomes another one, but for those that are fixed."""
        self.rolls = np.where(self.fixed[:, None], self.rolls, _ordered(rolls))

    def place(self, other: Rolled, bonus: Bonus, edge: int, counted: bool, e: Exchange) -> None:
        """One bonus, against each roll of the enemy: KLW-11.6."""
        add, m = bonus
        n = self.rolls.shape[1]
        if m >= n:
            self.become(_raised(self.rolls, add, e.capped))
            return
        masks = sorted(combinations(range(n), m), key=lambda c: sum(1 << i for i in c), reverse=True)
        pairs = min(n, other.rolls.shape[1])
        size = len(self.rolls), len(other.rolls)
        best, chosen = np.full(size, -1_000, np.int16), np.zeros(size, np.int64)
        tried = np.repeat(self.rolls[:, None, :], len(masks), axis=1)
        for k, mask in enumerate(masks if e.best else masks[:1]):  # the lowest dice come first
            raised = self.rolls.copy()
            raised[:, list(mask)] = _raised(raised[:, list(mask)], add, e.capped)
            tried[:, k] = np.where(self.fixed[:, None], self.rolls, _ordered(raised))
            worth = np.zeros(size, np.int16)
            for i in range(pairs):
                ahead = 2 * (tried[:, k, i, None] - other.rolls[None, :, i]) + edge
                worth += (DICE + 1) * (ahead > 0).astype(np.int16)
                worth -= ((ahead < 0) & counted).astype(np.int16)
            better = worth > best
            best[better], chosen[better] = worth[better], k
        # a roll that is shown by several is kept once
        fixed = np.repeat(self.fixed[:, None], len(masks), axis=1)
        rows = np.concatenate([fixed[..., None], tried], axis=2).reshape(-1, n + 1)
        kept, number = np.unique(rows, axis=0, return_inverse=True)
        number = number.reshape(len(self.rolls), len(masks))
        self.shown = number[self.shown, chosen[self.shown, other.shown]]
        self.rolls, self.fixed = kept[:, 1:], kept[:, 0] == 1

    def settle(self, other: Rolled, side: Side, edge: int, counted: bool, e: Exchange) -> None:
        """The dice as they are compared."""
        for least in side.least:
            self.become(np.maximum(self.rolls, least))
        for bonus in side.bonuses:
            self.place(other, bonus, edge, counted, e)
        for add, m in side.lowered:
            lowered = self.rolls.copy()
            lowered[:, :m] = np.maximum(1, lowered[:, :m] - add)
            self.become(lowered)


@lru_cache(maxsize=4096)
def exchange(e: Exchange) -> Sequences:
    """What an exchange may cost: hits and hits back in the order of the comparisons, with their chance."""
    first, second = (list(_rolls(side)) for side in (e.attacker, e.defender))
    chances = np.outer([chance for _, _, chance in first], [chance for _, _, chance in second])
    own, other = (
        Rolled(np.array([r[0] for r in rolls], np.int16), np.array([r[1] for r in rolls]), shown)
        for rolls, shown in zip((first, second), np.indices(chances.shape), strict=True)
    )
    own.settle(other, e.attacker, e.edge, not e.blocks, e)
    other.settle(own, e.defender, -e.edge, True, e)
    size = len(own.rolls), len(other.rolls)
    code = np.zeros(size, np.int64)
    guards = np.full(size, e.defender.armour), np.full(size, e.attacker.armour)
    a, d = e.attacker.dice, e.defender.dice
    for i in range(max(a, d)):
        if i >= d:
            ahead = np.ones(size, np.int64)
        elif i >= a:
            ahead = np.full(size, -1 if e.uncontested else 0)
        else:
            ahead = 2 * (own.rolls[:, i, None] - other.rolls[None, :, i]) + e.edge
        struck = ahead > 0, (ahead < 0) & (not e.blocks)
        for cost, hits, guard in zip((HIT, BACK), struck, guards, strict=True):
            guarded = hits & (guard > 0)
            guard -= guarded
            code = np.where(hits & ~guarded, 3 * code + cost, code)
    weights = np.bincount(code[own.shown, other.shown].ravel(), chances.ravel())
    return {_digits(int(c)): float(weights[c]) for c in np.flatnonzero(weights)}


def _digits(code: int) -> tuple[int, ...]:
    made: list[int] = []
    while code:
        made.append(code % 3)
        code //= 3
    return tuple(reversed(made))


def expected(attack: int, defence: int) -> tuple[float, float]:
    """The hits and hits back that plain dice may expect, with the Wild die."""
    found = exchange(Exchange(Side(attack), Side(defence)))
    hits = sum(p * costs.count(HIT) for costs, p in found.items())
    return hits, sum(p * costs.count(BACK) for costs, p in found.items())


# ---- a position ------------------------------------------------------------------------------------


def _working(t: Any, s: Any, h: int, operation: int, pool: int) -> Iterator[Any]:
    """The effects of a Host that work always, in their order."""
    from ..rules.work import at_work, holds, places

    for j in range(int(places(s, h))):
        card = int(at_work(s, h, j))
        if card < 0:
            continue
        kind = int(t["kind"][card])
        for fx in t["fx"][kind][: int(t["effects"][kind])]:
            if fx[FX.ON] != ON.ALWAYS or fx[FX.DO] != operation:
                continue
            if pool in (ANY_POOL, fx[FX.POOL]) and holds(t, s, int(fx[FX.IF]), int(fx[FX.IF_K]), h):
                yield fx


def _side(t: Any, s: Any, h: int, enemy: int, pool: int) -> Side:
    from ..rules.dice import pool_of

    six_on = [int(fx[FX.K]) for fx in _working(t, s, h, DO.WILD_SIX_ON, ANY_POOL)]
    return Side(
        int(pool_of(t, s, h, pool)),
        tuple((int(fx[FX.M]), int(fx[FX.K])) for fx in _working(t, s, h, DO.REROLL, pool)),
        tuple(int(fx[FX.N]) for fx in _working(t, s, h, DO.AT_LEAST, pool)),
        tuple((int(fx[FX.N]), int(fx[FX.M])) for fx in _working(t, s, h, DO.VALUE, pool)),
        tuple((int(fx[FX.N]), int(fx[FX.M])) for fx in _working(t, s, enemy, DO.ENEMY_VALUE, pool)),
        sum(int(fx[FX.N]) for fx in _working(t, s, h, DO.ARMOR, pool)),
        min(six_on, default=DICE),
        any(True for _ in _working(t, s, h, DO.NO_WILD_ONE, ANY_POOL)),
    )


def described(content: Content, s: Any) -> Exchange:
    """The exchange of the fight that a record is in."""
    from ..rules.dice import only_blocks, tie_edge

    t, role = content.tables[0], int(s["role"])
    own, other = int(s["fighter"][role]), int(s["fighter"][1 - role])
    opt = s["opt"]
    return Exchange(
        _side(t, s, own, other, POOL.ATTACK),
        _side(t, s, other, own, POOL.DEFENCE),
        int(tie_edge(t, s, role)),
        bool(only_blocks(s, 1 - role)),
        int(opt["uncontested_defence"]) != OPT.UNCONTESTED_DEFENCE_BLOCK,
        int(opt["die_cap"]) != OPT.DIE_CAP_NONE,
        int(opt["bonus_dice"]) == OPT.BONUS_DICE_BEST,
    )


def supposed(s: Any, own: int, other: int) -> Any:
    """The record as if this Host had attacked that one."""
    made = np.asarray(s).reshape(1).copy()
    if not (int(made["fight"][0]) == STAGE.FIGHTING and own in made["fighter"][0]):
        made["fight"], made["exchange"], made["role"] = STAGE.FIGHTING, 1, 0
        made["fighter"][0] = own, other
        made["fallen"], made["saved"], made["outcome"] = NOBODY, 0, 0
    return made


DOINGS = (ON.FIGHT_START, ON.HIT, ON.HURT, ON.WILD_SIX, ON.WILD_ONE)
BY_LIFE = (IF.LIFE_AT_MOST, IF.ENEMY_LIFE_AT_MOST, IF.CHANCE)


def only_dice(content: Content, s: Any, hosts: tuple[int, int]) -> bool:
    """Whether no card of the two does more in a fight than change dice, whatever the Life."""
    from ..rules.work import at_work, places

    t = content.tables[0]
    for h in hosts:
        if int(s["mark"][h][IS.ASLEEP]) > 0:
            return False
        for j in range(int(places(s, h))):
            card = int(at_work(s, h, j))
            if card < 0:
                continue
            kind = int(t["kind"][card])
            if any(int(t["triggers"][kind]) >> on & 1 for on in DOINGS):
                return False
            for fx in t["fx"][kind][: int(t["effects"][kind])]:
                if fx[FX.DO] == DO.SURVIVE or (fx[FX.ON] == ON.ALWAYS and fx[FX.IF] in BY_LIFE):
                    return False
    return True


# ---- a fight ---------------------------------------------------------------------------------------


def _falls_at(costs: tuple[int, ...], cost: int) -> NDArray[np.int64]:
    """For every Life, the comparison in which it is gone; one past all of them where some is left."""
    gone = np.full(MAX_LIFE + 1, len(costs))
    taken = 0
    for i, found in enumerate(costs):
        if found == cost:
            taken += 1
            gone[taken] = i
    gone[0] = -1
    return np.minimum.accumulate(gone[::-1])[::-1] if taken else gone


def reckoned(content: Content, s: Any) -> tuple[float, float]:
    """The chances of the Host that began the fight to win and to fall, if only dice decide."""
    from ..rules.fight import EXCHANGES

    made = np.asarray(s).reshape(1).copy()
    lives = [int(made["life"][0][h]) for h in made["fighter"][0]]
    left = np.zeros((MAX_LIFE + 1, MAX_LIFE + 1))  # by the Life of both
    left[lives[0], lives[1]] = 1.0
    ends = [0.0, 0.0]
    for number in range(int(made["exchange"][0]), EXCHANGES + 1):
        role = (number + 1) % 2
        made["exchange"], made["role"] = number, role
        after = np.zeros_like(left)
        own = left if role == 0 else left.T  # the attacker's Life first
        later = after if role == 0 else after.T
        for costs, chance in exchange(described(content, _row(made))).items():
            hit, back = costs.count(HIT), costs.count(BACK)
            other_at, own_at = _falls_at(costs, HIT)[None, :], _falls_at(costs, BACK)[:, None]
            ends[role] += chance * float(own[other_at < own_at].sum()) if hit else 0.0
            ends[1 - role] += chance * float(own[own_at < other_at].sum()) if back else 0.0
            stays = own[back:, hit:] * chance
            later[: MAX_LIFE + 1 - back, : MAX_LIFE + 1 - hit] += np.where(_alive(stays.shape), stays, 0.0)
        left = after
        if left.sum() < TINY / 2:
            break
    return ends[0], ends[1]


def _alive(shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Where both have Life left."""
    made = np.ones(shape, np.bool_)
    made[0, :] = made[:, 0] = False
    return made


def _row(made: Any) -> Any:
    return made.view(np.recarray)[0]


def sampled(content: Content, s: Any, own: int, other: int, seat: int) -> tuple[float, float] | None:
    """The same, from fights that the rules play out; none while Python runs them: it would take seconds."""
    from ..rules.rehearsal import rehearse

    start = np.asarray(s).reshape(1)
    rng, room = np.zeros(1, np.uint64), np.zeros(LIMITS.scratch, np.int64)
    log = _row(np.zeros(1, log_record(LIMITS.events)))
    work = start.copy()
    times = 0 if runs_plainly(rehearse) else SAMPLES  # called all the same, to be compiled with the others
    wins, falls = rehearse(content.tables[0], start, work, own, other, seat, times, rng, room, log)
    return (wins / times, falls / times) if times else None


_KNOWN: dict[bytes, Chances] = {}
KEPT = 4096


def of_fight(content: Content, s: Any, own: int, other: int, seat: int) -> Chances | None:
    """How a fight of these two may end for the first of them: the one in progress, or one that it begins.

    None where that takes samples, until the rules are compiled.
    """
    made = supposed(s, own, other)
    whole = content.fingerprint.encode() + bytes([own, other]) + made.tobytes()
    key = blake2b(whole, digest_size=16).digest()
    found = _KNOWN.get(key) or _reckon(content, made, own, other, seat)
    if found is not None:
        if len(_KNOWN) >= KEPT:
            _KNOWN.clear()
        _KNOWN[key] = found
    return found


def _reckon(content: Content, made: Any, own: int, other: int, seat: int) -> Chances | None:
    began = int(made["fighter"][0, 0]) == own
    if only_dice(content, _row(made), (own, other)):
        first, second = reckoned(content, _row(made))
        return Chances(first, second) if began else Chances(second, first)
    found = sampled(content, _row(made), own, other, seat)
    if found is None:
        return None
    wins, falls = found
    return Chances(wins, falls, SIGMA * sqrt(max(wins * (1 - wins), 0.25 / SAMPLES) / SAMPLES))
