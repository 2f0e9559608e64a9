"""The Shogun's Chosen: exchanges, in play and before a phase (chapters 3, 14)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.knowledge import take
from bestiary.core.record import EMPTY

from ...moves import Q, V
from ...state import BOSS_CAP, COIN_CAP, FRAME, HEAD_CAP, HEROES, ORACLE0, STATUS, cite
from ..effects import operations
from ..frames import PC, SHARE, SHARE_STEP, TRADE, TRADE_STEP, pop, push, top
from ..questions import ask, everybody, forget_answer, player
from ..turn import rounds
from . import items

PARTNER = cite("SHG-14.8")
NO_KARMA = cite("SHG-14.9")
NO_TOKENS = cite("SHG-14.10")
ONE_HAND = cite("SHG-14.12")
NOT_HERE = cite("SHG-9.7")
OK = 0

COINS_GIVEN, HEADS_GIVEN, BOSS_GIVEN = 1, 2, 4


@rule
def no_gift(t: Any, s: Any, verb: Any, a: Any, b: Any) -> Any:
    """The rule that forbids a transfer, or 0."""
    # SHG-14.9, SHG-14.10, SHG-14.12
    if verb == V.DONE:
        return OK
    if verb < V.GIVE_ITEM or verb > V.GIVE_BLESSED:
        return NOT_HERE
    if verb == V.GIVE_KARMA:
        return NO_KARMA
    if verb == V.GIVE_BLESSED:
        return NO_TOKENS
    giver = top(s, TRADE.ONE + a)
    taker = top(s, TRADE.TWO - a)
    gave = s.gave[giver, taker]
    if verb == V.GIVE_COINS:
        if gave & COINS_GIVEN:
            return ONE_HAND
        return OK if amount(s.coins[giver], b) > 0 else PARTNER
    if verb == V.GIVE_HEADS:
        if gave & HEADS_GIVEN:
            return ONE_HAND
        return OK if one_or_all(s.heads[giver], b) > 0 else PARTNER
    if verb == V.GIVE_BOSS_HEADS:
        if gave & BOSS_GIVEN:
            return ONE_HAND
        return OK if one_or_all(s.boss[giver], b) > 0 else PARTNER
    card = -1
    if verb == V.GIVE_ITEM:
        card = s.items[giver, b]
    elif verb == V.GIVE_WEAPON:
        card = s.weapon[giver, b]
    else:
        card = s.armour[giver, 0]
    if card < 0:
        return PARTNER
    return ONE_HAND if s.traded[card] == 1 else OK


@rule
def forget_trades(s: Any) -> None:
    for card in range(ORACLE0):
        s.traded[card] = 0
    for a in range(HEROES):
        for b in range(HEROES):
            s.gave[a, b] = 0


@rule
def amount(n: Any, k: Any) -> Any:
    """What the k-th amount of coins means: 1, 5 or all; 0 where it would repeat another."""
    if k == 0:
        return 1 if n >= 1 else 0
    if k == 1:
        return 5 if n >= 5 else 0
    return n if n > 1 and n != 5 else 0


@rule
def one_or_all(n: Any, k: Any) -> Any:
    if k == 0:
        return 1 if n >= 1 else 0
    return n if n > 1 else 0


@rule
def step_trade(t: Any, s: Any, log: Any) -> None:
    # SHG-14.8, SHG-14.11, SHG-14.12, SHG-14.14
    row = s.stack[s.sp - 1]
    if row[PC] == TRADE_STEP.ASK:
        row[PC] = TRADE_STEP.ANSWER
        one = row[TRADE.ONE]
        two = row[TRADE.TWO]
        ask(s, Q.TRADE_GIVE, everybody(s) if row[TRADE.TEAM] == 1 else player(s, one) | player(s, two))
        return
    verb = s.verb
    a = s.ans
    b = s.ans2
    forget_answer(s)
    if verb == V.DONE:
        if row[TRADE.TEAM] == 0:
            forget_trades(s)
        pop(s)
        return
    row[PC] = TRADE_STEP.ASK
    giver = row[TRADE.ONE + a]
    taker = row[TRADE.TWO - a]
    if verb == V.GIVE_COINS:
        n = amount(s.coins[giver], b)
        s.coins[giver] -= n
        s.coins[taker] = operations.clip(s.coins[taker] + n, COIN_CAP)
        s.gave[giver, taker] |= COINS_GIVEN
    elif verb == V.GIVE_HEADS:
        n = one_or_all(s.heads[giver], b)
        s.heads[giver] -= n
        s.heads[taker] = operations.clip(s.heads[taker] + n, HEAD_CAP)
        s.gave[giver, taker] |= HEADS_GIVEN
    elif verb == V.GIVE_BOSS_HEADS:
        n = one_or_all(s.boss[giver], b)
        s.boss[giver] -= n
        s.boss[taker] = operations.clip(s.boss[taker] + n, BOSS_CAP)
        s.gave[giver, taker] |= BOSS_GIVEN
    else:
        hand_over(s, giver, taker, verb, b)
        push(s, FRAME.LIMIT, taker, 0, 0, 0)


@rule
def hand_over(s: Any, giver: Any, taker: Any, verb: Any, b: Any) -> None:
    # SHG-27.4, SHG-27.5
    card = EMPTY
    if verb == V.GIVE_ITEM:
        card = take(s.items[giver], b)
        items.add_card(s.items[taker], card)
    elif verb == V.GIVE_WEAPON:
        card = take(s.weapon[giver], b)
        items.add_card(s.weapon[taker], card)
    else:
        card = take(s.armour[giver], 0)
        if s.armour[taker, 0] == EMPTY:
            s.arm[taker] = s.arm[giver]
        else:
            s.spare_arm[taker] = s.arm[giver]
        s.arm[giver] = 0
        items.add_card(s.armour[taker], card)
    s.traded[card] = 1


# ---- before the phase ----------------------------------------------------------------------------


@rule
def open_pairs(s: Any, closed: Any) -> Any:
    """The pairs of characters that can still exchange, as a set."""
    found = 0
    for k in range(6):
        a = rounds.pair_first(k)
        b = rounds.pair_second(k)
        if s.status[a] != STATUS.ABSENT and s.status[b] != STATUS.ABSENT and not (closed >> k) & 1:
            found |= 1 << k
    return found


@rule
def can_equip(s: Any, h: Any) -> Any:
    return s.status[h] != STATUS.ABSENT and s.weapon[h, 1] >= 0 and not (s.equipped >> h) & 1


@rule
def ask_share(s: Any) -> None:
    row = s.stack[s.sp - 1]
    row[PC] = SHARE_STEP.ANSWER
    ask(s, Q.SHARE_MAIN, everybody(s))
    s.cand[0] = open_pairs(s, row[SHARE.PAIRS])


@rule
def step_share(t: Any, s: Any, log: Any) -> None:
    """Slot 3: the pairs that have exchanged."""
    # SHG-3.2, SHG-3.9
    row = s.stack[s.sp - 1]
    if row[PC] == SHARE_STEP.ASK:
        ready = open_pairs(s, row[SHARE.PAIRS])
        for h in range(HEROES):
            if can_equip(s, h):
                ready |= 64
        if ready:
            ask_share(s)
        else:
            end_share(s)
        return
    verb = s.verb
    a = s.ans
    forget_answer(s)
    row[PC] = SHARE_STEP.ASK
    if verb == V.TRADE:
        row[SHARE.PAIRS] |= 1 << a
        push(s, FRAME.TRADE, rounds.pair_first(a), rounds.pair_second(a), 1, 0)
    elif verb == V.EQUIP:
        held = s.weapon[a, 0]
        s.weapon[a, 0] = s.weapon[a, 1]
        s.weapon[a, 1] = held
        s.equipped |= 1 << a
    else:
        end_share(s)


@rule
def end_share(s: Any) -> None:
    forget_trades(s)
    s.equipped = 0
    pop(s)
