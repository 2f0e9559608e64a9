"""KLAW: what a position is worth to every seat, roughly: a guess for search, not a rule of the game.

Every seat gets a score of a few things that anybody at the table would count; the scores of all seats
become chances to win. The weights were set by hand, between a first guess and one fit to played games.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..effects import DO, FX, ON, POOL, SORT, TARGET, WHO
from ..moves import V
from ..state import DICE, FIGHT, FRAME, IS, ITEMS, MAX_LIFE, NOBODY, OPT, OUTCOME, PLAY, SLOTS, STAGE, TASK
from . import aims, dice
from .ending import extra_turns
from .play import STEP
from .work import all_places, all_totems, champion_of, hosts_of, seat_of

# What one of each adds to the score of its player.
ON_FIELD = 0.2  # any Host at all
HOST = 0.1
LIFE = 0.05  # of a Host that may fight
BACK_LIFE = 0.035  # of a Support
TOTEM = 0.05
TOTEM_OVER_THREE = -0.05
ATTACK_DIE = 0.1
DEFENCE_DIE = 0.1
ITEM = 0.07
HELD_HOST = 0.3
HELD_TOTEM = 0.1
HELD_ITEM = 0.04
HELD_ACTION = 0.05
BOUND_TURN = -0.06
POISON = -0.27
BURNING_TURN = -0.15
ALONE = 1.9  # the whole extra round, as the only one with Hosts
DUSK_TOTEM = 1.2  # at the very end of Dusk
DUSK_LIFE = 0.1
RIVALRY = 0.45  # a sure victory over all other Champions
BATTLE = 1.0  # a fight that is as good as won
PROMISE = 0.04  # a Life that an effect under way will give or take

# hits of 1 to 6 dice, row by row, against 1 to 6, with the Wild die: exact
HITS = (
    0.4167, 0.2546, 0.1736, 0.1259, 0.0948, 0.1964,
    1.5787, 0.7793, 0.5066, 0.3532, 0.2588, 0.4262,
    2.6597, 2.0791, 1.1069, 0.7507, 0.5338, 0.7052,
    3.7074, 3.2498, 2.5252, 1.4084, 0.9861, 1.0577,
    4.7385, 4.3561, 3.7869, 2.9295, 1.6898, 1.5224,
    5.6370, 5.2113, 4.6973, 4.0567, 3.2280, 2.1901,
)  # fmt: skip
KILL = 8.0  # what a Host is worth beside its Life, in Life
CAPTURE = 0.15  # what a Totem of the enemy adds to a victory


@rule
def hits(own: Any, other: Any) -> Any:
    """What so many dice may expect to cost so many others, in either role."""
    return HITS[(own - 1) * DICE + other - 1]


@rule
def duel(t: Any, s: Any, h: Any, other: Any) -> Any:
    """The chance of a Host in a fight to the death, by a race of the hits that plain dice may expect."""
    attack = dice.pool_of(t, s, h, POOL.ATTACK)
    defence = dice.pool_of(t, s, h, POOL.DEFENCE)
    attack_back = dice.pool_of(t, s, other, POOL.ATTACK)
    defence_back = dice.pool_of(t, s, other, POOL.DEFENCE)
    own = max(0, s.life[h]) * (hits(attack, defence_back) + hits(defence, attack_back))
    back = max(0, s.life[other]) * (hits(attack_back, defence) + hits(defence_back, attack))
    return (own * own + 0.1) / (own * own + back * back + 0.2)


@rule
def best_prey(t: Any, s: Any, own: Any) -> Any:
    """The best fight that a Host could choose now."""
    best = 0.0
    for h in range(all_places(s)):
        if s.host[h] != EMPTY and aims.why_prey(t, s, own, h) == 0:
            best = max(best, duel(t, s, own, h) * (1.0 + CAPTURE * s.totem_n[h]))
    return best


@rule
def worth_of_damage(t: Any, s: Any, fx: Any, h: Any, reduction: Any) -> Any:
    amount = float(fx[FX.N])
    if h == NOBODY:
        return amount
    if fx[FX.PER] != 0:
        amount *= s.totem_n[h]
    amount -= reduction
    if s.life[h] <= amount:
        return s.life[h] + KILL + 3.0 * s.totem_n[h]
    return max(0.0, amount)


@rule
def worth_of_storm(s: Any, n: Any, p: Any) -> Any:
    """Damage to every enemy Host."""
    total = 0.0
    for h in range(all_places(s)):
        if s.host[h] != EMPTY and seat_of(h) != p and s.mark[h, IS.PROTECTED] == 0:
            total += n if s.life[h] > n else n + KILL
    return total


@rule
def worth_of_effect(t: Any, s: Any, fx: Any, p: Any, h: Any, q: Any, reduction: Any) -> Any:
    """What one effect is worth to its player, in Life; ``h`` and ``q`` are aimed at, or NOBODY."""
    do = fx[FX.DO]
    n = float(fx[FX.N])
    held = n if q == NOBODY else min(n, float(s.hand_n[q]))
    if do == DO.DAMAGE:
        if fx[FX.WHO] == WHO.ENEMY_HOSTS:
            return worth_of_storm(s, fx[FX.N], p)
        if fx[FX.WHO] == WHO.CHAMPION:  # a price
            return -worth_of_damage(t, s, fx, champion_of(s, p), 0)
        return worth_of_damage(t, s, fx, h, reduction)
    if do == DO.HEAL:
        return n if h == NOBODY else min(n, float(MAX_LIFE - s.life[h]))
    if do == DO.STATE:
        if h == NOBODY:
            return 2.0 + fx[FX.TURNS]
        again = s.mark[h, fx[FX.STATE]] > 0
        return (0.5 if again else 2.0 + fx[FX.TURNS]) + 0.3 * s.totem_n[h]
    if do == DO.DRAW:
        return 1.5 * n
    if do == DO.DISCARD:
        return 1.5 * held
    if do == DO.STEAL_CARD:
        return 2.5 * held
    if do == DO.SWAP_HANDS:
        return 1.0 if q == NOBODY else 2.0 * (s.hand_n[q] - s.hand_n[p])
    if do == DO.STEAL_HOST:
        return 12.0
    if do == DO.STRIP_TOTEM:
        return 5.0
    if do == DO.STEAL_ITEM or do == DO.RECOVER:
        return 2.5
    if do == DO.FORCE_CHECK:
        return 2.0 if h == NOBODY else 1.5 * s.totem_n[h]
    return 1.5


@rule
def worth_of_play(t: Any, s: Any, frame: Any) -> Any:
    """What a card on its way is worth to its player."""
    kind = frame[PLAY.KIND]
    h = NOBODY
    q = NOBODY
    if t.target[kind] == TARGET.ENEMY_PLAYER:
        q = frame[PLAY.TARGET]
    else:
        h = frame[PLAY.TARGET]
    trigger = ON.USE
    if frame[PLAY.VERB] == V.ACTION:
        trigger = ON.PLAY
    elif frame[PLAY.VERB] == V.SUPPORT:
        trigger = ON.SUPPORT
    worth = 0.0
    for e in range(t.effects[kind]):
        if t.fx[kind, e, FX.ON] == trigger:
            worth += worth_of_effect(t, s, t.fx[kind, e], frame[PLAY.ACTOR], h, q, frame[PLAY.REDUCTION])
    return worth


@rule
def add_battle(t: Any, s: Any, own: Any, other: Any, out: Any) -> None:
    """A fight under way, for both sides."""
    if s.outcome == OUTCOME.FLED or s.host[own] == EMPTY or s.host[other] == EMPTY:
        return
    ahead = duel(t, s, own, other) - 0.5
    out[seat_of(own)] += BATTLE * ahead * (1.0 + CAPTURE * s.totem_n[other])
    out[seat_of(other)] -= BATTLE * ahead * (1.0 + CAPTURE * s.totem_n[own])


@rule
def add_under_way(t: Any, s: Any, out: Any) -> None:
    """Fights and cards that have not had their effect yet."""
    for i in range(s.tasks):
        frame = s.task[i]
        if frame[FRAME.TASK] == TASK.FIGHT:
            add_battle(t, s, frame[FIGHT.OWN], frame[FIGHT.OTHER], out)
        elif frame[FRAME.TASK] == TASK.PLAY and frame[PLAY.STEP] != STEP.CLOSE:
            p = frame[PLAY.ACTOR]
            verb = frame[PLAY.VERB]
            if verb == V.ATTACK:
                out[p] += BATTLE * (best_prey(t, s, frame[PLAY.OWN]) - 0.5)
            elif verb == V.TOTEM:
                out[p] += TOTEM
            elif verb == V.ITEM:
                out[p] += ITEM
            elif verb == V.ACTION or verb == V.SUPPORT or verb == V.CONSUME:
                out[p] += PROMISE * worth_of_play(t, s, frame)


@rule
def worth_of_host(t: Any, s: Any, h: Any, fights: Any) -> Any:
    worth = HOST + TOTEM * s.totem_n[h] + TOTEM_OVER_THREE * max(0, s.totem_n[h] - 3)
    if fights:
        worth += LIFE * s.life[h]
        worth += ATTACK_DIE * dice.pool_of(t, s, h, POOL.ATTACK)
        worth += DEFENCE_DIE * dice.pool_of(t, s, h, POOL.DEFENCE)
    else:
        worth += BACK_LIFE * s.life[h]
    for i in range(ITEMS):
        if s.items[h, i] != EMPTY:
            worth += ITEM
    worth += BOUND_TURN * (s.mark[h, IS.ASLEEP] + s.mark[h, IS.SHACKLED] + s.mark[h, IS.FROZEN])
    worth += BURNING_TURN * s.mark[h, IS.BURNING]
    if s.mark[h, IS.POISONED] > 0:
        worth += POISON
    return worth


@rule
def worth_of_hand(t: Any, s: Any, p: Any) -> Any:
    worth = 0.0
    for i in range(s.hand_n[p]):
        sort = t.sorts[t.kind[s.hand[p, i]]]
        if sort == SORT.HOST:
            worth += HELD_HOST
        elif sort == SORT.TOTEM:
            worth += HELD_TOTEM
        elif sort == SORT.ITEM:
            worth += HELD_ITEM
        else:
            worth += HELD_ACTION
    return worth


@rule
def worth_of_end(s: Any, p: Any, life: Any) -> Any:
    """How near the end is, for a player who would win it."""
    worth = 0.0
    if s.lone == p:
        whole = extra_turns(s)
        worth += ALONE * (whole + 1 - s.grace) / whole
    if s.ran_out == 1 and s.opt.dusk > 0:
        near = 1.0 - s.dusk / (s.opt.dusk * s.seats + 1.0)
        worth += near * (DUSK_TOTEM * all_totems(s, p) + DUSK_LIFE * life)
    return worth


@rule
def rivalry(t: Any, s: Any, p: Any) -> Any:
    """How a player's Champion would fare against the others'."""
    own = champion_of(s, p)
    total = 0.0
    if own == NOBODY:
        return total
    for q in range(s.seats):
        other = champion_of(s, q)
        if q != p and other != NOBODY:
            total += duel(t, s, own, other) - 0.5
    return total / (s.seats - 1)


@rule
def score(t: Any, s: Any, p: Any) -> Any:
    worth = worth_of_hand(t, s, p)
    life = 0
    for i in range(SLOTS):
        h = p * SLOTS + i
        if s.host[h] != EMPTY:
            life += s.life[h]
            worth += worth_of_host(t, s, h, s.opt.mode == OPT.MODE_WERE_SQUAD or s.champion[p] == i)
    if hosts_of(s, p) > 0:
        worth += ON_FIELD
    if s.fight == STAGE.QUIET:
        worth += RIVALRY * rivalry(t, s, p)
    return worth + worth_of_end(s, p, life)


@rule
def evaluate(t: Any, s: Any, out: Any) -> None:
    for p in range(s.seats):
        out[p] = score(t, s, p)
    add_under_way(t, s, out)
    most = out[0]
    for p in range(1, s.seats):
        most = max(most, out[p])
    total = 0.0
    for p in range(s.seats):
        out[p] = np.exp(out[p] - most)
        total += out[p]
    for p in range(s.seats):
        out[p] = (s.seats * out[p] / total - 1.0) / (s.seats - 1)
