"""KLAW: cards on the move, and who knows where they went (chapters 4, 14 and 16)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.knowledge import take
from bestiary.core.record import EMPTY
from bestiary.core.rng import below

from ..effects import SORT
from ..events import E
from ..state import CARDS, CHANCE, DECK, HAND_LIMIT, IN_DECK, PUBLIC


@rule
def seen_by_all(s: Any, card: Any) -> None:
    """A card lies open: nobody has to remember where it is."""
    for v in range(PUBLIC + 1):
        s.know[v, card] = 0


@rule
def known_in(s: Any, card: Any, place: Any, owner: Any) -> None:
    # KLW-H7: everybody but the owner, who sees it, knows the place
    for v in range(s.seats):
        s.know[v, card] = place
    s.know[PUBLIC, card] = place
    if owner >= 0:
        s.know[owner, card] = 0


@rule
def drift(t: Any, s: Any, source: Any, target: Any, a: Any, b: Any, hosts: Any) -> None:
    """An unseen card went from one place to another: what was there may be here now, for all but
    the two seats who saw it; ``hosts`` where everybody knows that it was a Host."""
    for v in range(PUBLIC + 1):
        if v == a or v == b:
            continue
        for card in range(CARDS):
            if s.know[v, card] & source:
                if not hosts or t.sorts[t.kind[card]] == SORT.HOST:
                    s.know[v, card] |= target


@rule
def forget_lots(s: Any, p: Any) -> None:
    """A card left a hand unseen: nobody can count the Hosts of the deal in it any more."""
    for i in range(s.hand_n[p]):
        s.lots[s.hand[p, i]] = 0
    s.lots_n[p] = 0


@rule
def add_to_hand(s: Any, p: Any, card: Any) -> None:
    # KLW-16.7
    s.hand[p, s.hand_n[p]] = card
    s.hand_n[p] += 1
    if s.hand_n[p] > HAND_LIMIT:
        s.crowded = 1


@rule
def take_from_hand(s: Any, p: Any, i: Any, log: Any) -> Any:
    """Takes a card out of a hand, into the open."""
    card = take(s.hand[p], i)
    s.hand_n[p] -= 1
    if s.lots[card] == 1:
        s.lots[card] = 0
        s.lots_n[p] -= 1
        emit(log, E.DEALT, ALL, ALL, p, s.lots_n[p], 0, 0)  # KLW-H10
    seen_by_all(s, card)
    return card


@rule
def return_to_hand(s: Any, p: Any, card: Any, log: Any) -> None:
    # KLW-H7
    add_to_hand(s, p, card)
    known_in(s, card, 1 << p, p)
    emit(log, E.RETURNS, ALL, ALL, p, card, 0, 0)


@rule
def throw(s: Any, card: Any) -> None:
    # KLW-16.9
    s.discard[card] = 1
    seen_by_all(s, card)


@rule
def discard_from_hand(s: Any, p: Any, i: Any, log: Any) -> None:
    # KLW-16.6, KLW-16.9
    card = take_from_hand(s, p, i, log)
    throw(s, card)
    emit(log, E.DISCARDS, ALL, ALL, p, card, 0, 0)


@rule
def sink(s: Any, card: Any, log: Any) -> None:
    # KLW-17.10, KLW-18.5, KLW-H3
    s.deck[s.deck_n] = card
    s.deck_n += 1
    known_in(s, card, IN_DECK, -1)
    emit(log, E.SINKS, ALL, ALL, card, 0, 0, 0)


@rule
def top_card(s: Any) -> Any:
    """Takes a card off the deck; it is kept without an order, so any one of them."""
    j = below(s.rng, DECK, s.deck_n)
    s.deck_n -= 1
    card = s.deck[j]
    s.deck[j] = s.deck[s.deck_n]
    s.deck[s.deck_n] = EMPTY
    return card


@rule
def draw_card(t: Any, s: Any, p: Any, log: Any) -> Any:
    # KLW-16.8
    if s.deck_n == 0:
        return False
    card = top_card(s)
    drift(t, s, IN_DECK, 1 << p, p, p, False)
    s.know[p, card] = 0
    add_to_hand(s, p, card)
    emit(log, E.DRAWS, ALL, 1 << p, p, card, 0, 0)
    return True


@rule
def move_between_hands(t: Any, s: Any, p: Any, q: Any, i: Any, hosts: Any, log: Any) -> None:
    # KLW-H6: a card of q goes to p; only the two of them see which
    card = s.hand[q, i]
    forget_lots(s, q)
    take(s.hand[q], i)
    s.hand_n[q] -= 1
    add_to_hand(s, p, card)
    drift(t, s, 1 << q, 1 << p, p, q, hosts)
    s.know[p, card] = 0
    s.know[q, card] = 1 << p
    emit(log, E.STEALS, ALL, (1 << p) | (1 << q), p, q, card, 0)


@rule
def any_slot(s: Any, q: Any) -> Any:
    # KLW-21.5
    return below(s.rng, CHANCE, s.hand_n[q])


@rule
def look_into(s: Any, p: Any, q: Any) -> None:
    """A player sees the whole hand of another."""
    for card in range(CARDS):
        s.know[p, card] &= 0xFF ^ (1 << q)
    for i in range(s.hand_n[q]):
        s.know[p, s.hand[q, i]] = 1 << q


@rule
def cross_hands(s: Any, p: Any, q: Any) -> None:
    # KLW-21.9, KLW-H7: what is known of the hands moves with them
    most = max(s.hand_n[p], s.hand_n[q])
    for i in range(most):
        held = s.hand[p, i]
        s.hand[p, i] = s.hand[q, i]
        s.hand[q, i] = held
    held_n = s.hand_n[p]
    s.hand_n[p] = s.hand_n[q]
    s.hand_n[q] = held_n
    held_lots = s.lots_n[p]
    s.lots_n[p] = s.lots_n[q]
    s.lots_n[q] = held_lots
    both = (1 << p) | (1 << q)
    for v in range(PUBLIC + 1):
        for card in range(CARDS):
            at = s.know[v, card] & both
            if v == p or v == q:
                s.know[v, card] &= 0xFF ^ both
            elif at == 1 << p or at == 1 << q:
                s.know[v, card] ^= both
    for i in range(s.hand_n[q]):
        s.know[p, s.hand[q, i]] = 1 << q
    for i in range(s.hand_n[p]):
        s.know[q, s.hand[p, i]] = 1 << p
