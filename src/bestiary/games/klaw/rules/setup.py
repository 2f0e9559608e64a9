"""KLAW: the deck, the deal and the first player (chapter 4)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import shuffle

from ..effects import SORT
from ..moves import Q
from ..state import DECK, NOBODY, OPT, SEATS, TASK
from . import fight
from .work import ask, for_each, push, roll_die

DEALT_HOSTS = 3
DEALT_CARDS = 5


@rule
def to_box(s: Any, card: Any) -> None:
    s.box[s.box_n] = card
    s.box_n += 1


@rule
def gather_sort(t: Any, s: Any, start: Any, sort: Any, other: Any) -> Any:
    """Lays the cards of one or two sorts, of the sets in play, into the deck from a place on."""
    n = start
    for card in range(t.cards):
        kind = t.kind[card]
        if t.forgotten[kind] == 1 and s.opt.forgotten == 0:
            continue
        if t.sorts[kind] == sort or t.sorts[kind] == other:
            s.deck[n] = card
            n += 1
    return n


@rule
def keep_some(t: Any, s: Any, start: Any, end: Any, keep: Any) -> Any:
    # KLW-4.1, KLW-4.2: shuffles a stretch of the deck and sends all but some of it to the box
    shuffle(s.rng, DECK, s.deck[start:end], end - start)
    if s.opt.deck == OPT.DECK_FULL:
        return end
    for i in range(start + keep, end):
        to_box(s, s.deck[i])
        s.deck[i] = EMPTY
    return min(end, start + keep)


@rule
def keep_pairs(t: Any, s: Any, start: Any, pairs: Any) -> Any:
    # KLW-4.3
    n = start
    for kind in range(t.kinds):
        if t.sorts[kind] == SORT.TOTEM and (t.forgotten[kind] == 0 or s.opt.forgotten == 1):
            s.deck[n] = kind
            n += 1
    shuffle(s.rng, DECK, s.deck[start:n], n - start)
    found = n - start
    kept = found if s.opt.deck == OPT.DECK_FULL else min(found, pairs)
    for i in range(kept, found):
        kind = s.deck[start + i]
        for copy in range(t.copies[kind]):
            to_box(s, t.first[kind] + copy)
        s.deck[start + i] = EMPTY
    for i in range(kept - 1, -1, -1):
        pair = s.deck[start + i]
        s.deck[start + 2 * i] = t.first[pair]
        s.deck[start + 2 * i + 1] = t.first[pair] + 1
    return start + 2 * kept


@rule
def deal_one(s: Any, p: Any, i: Any) -> None:
    s.hand[p, s.hand_n[p]] = s.deck[i]
    s.hand_n[p] += 1
    s.deck[i] = EMPTY


@rule
def first_player(s: Any) -> Any:
    # KLW-4.10
    tied: Any = (1 << s.seats) - 1
    while True:
        best = 0
        top = 0
        for p in range(s.seats):
            if (tied >> p) & 1:
                die = roll_die(s)
                if die > best:
                    best = die
                    top = 0
                if die == best:
                    top |= 1 << p
        tied = top
        for p in range(s.seats):
            if tied == 1 << p:
                return p


@rule
def setup(t: Any, s: Any, carried: Any) -> None:
    # KLW-4.4 to KLW-4.7
    s.seats = s.opt.players
    s.lone = NOBODY
    for p in range(SEATS):
        s.champion[p] = NOBODY
    fight.reset_fight(s)
    for card in range(t.cards):
        if t.forgotten[t.kind[card]] == 1 and s.opt.forgotten == 0:
            to_box(s, card)
    hosts = gather_sort(t, s, 0, SORT.HOST, SORT.HOST)
    hosts = keep_some(t, s, 0, hosts, s.seats * for_each(t, s, SORT.HOST))
    for _ in range(DEALT_HOSTS):
        for p in range(s.seats):
            hosts -= 1
            s.lots[s.deck[hosts]] = 1
            s.lots_n[p] += 1
            deal_one(s, p, hosts)
    totems = keep_pairs(t, s, hosts, s.seats * for_each(t, s, SORT.TOTEM) // 2)
    end = gather_sort(t, s, totems, SORT.ITEM, SORT.ACTION)
    s.deck_n = keep_some(t, s, totems, end, s.seats * for_each(t, s, SORT.ITEM))
    shuffle(s.rng, DECK, s.deck, s.deck_n)
    for _ in range(DEALT_CARDS):
        for p in range(s.seats):
            s.deck_n -= 1
            deal_one(s, p, s.deck_n)
    s.first = first_player(s)
    s.turn = s.first
    push(s, TASK.STARTING)
    ask(s, Q.REVEAL, s.first)
