"""Totemic: hands, the deck and the pile, and who knows which card (chapters 2 and 5)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.knowledge import take
from bestiary.core.record import EMPTY
from bestiary.core.rng import shuffle

from ..effects import ON
from ..events import CAUSE, E
from ..moves import Q
from ..state import DECK, SIDES, TASK
from .rival import rival_slot
from .sides import ask, instead, is_rival, lose_power, who

# ---- who knows which card ------------------------------------------------------------------


@rule
def show(s: Any, p: Any, card: Any) -> None:
    # TMC-2.13; in the solo game every hand lies open anyway
    if s.seats == SIDES:
        s.shown[card] = 1 + p


@rule
def learn(s: Any, p: Any, card: Any) -> None:
    # TMC-11.14, TMC-13.12
    if s.seats == SIDES:
        s.known[card] = 1 + p


@rule
def forget(s: Any, p: Any, card: Any) -> None:
    # TMC-2.13: it has left the hand
    s.shown[card] = 0
    s.known[card] = 0
    if s.old[card] == 1:
        s.old[card] = 0
        s.old_n[p] -= 1


@rule
def account(s: Any) -> None:
    """After a reshuffle the deck is known as a set, and so, by elimination, are the hands."""
    if s.seats < SIDES:
        return
    for p in range(SIDES):
        for i in range(s.hand_n[p]):
            card = s.hand[p, i]
            s.known[card] = 1 + p
            s.old[card] = 1
        s.old_n[p] = s.hand_n[p]


# ---- hands -------------------------------------------------------------------------------


@rule
def slot_of(zone: Any, card: Any) -> Any:
    """The place of a card in a zone, or EMPTY."""
    for i in range(zone.shape[0]):
        if zone[i] == card:
            return i
    return EMPTY


@rule
def add_to_hand(s: Any, p: Any, card: Any) -> None:
    s.hand[p, s.hand_n[p]] = card
    s.hand_n[p] += 1


@rule
def take_from_hand(s: Any, p: Any, i: Any) -> Any:
    """Takes a card out of a hand, in the open."""
    card = take(s.hand[p], i)
    s.hand_n[p] -= 1
    forget(s, p, card)
    return card


@rule
def throw(s: Any, card: Any) -> None:
    # TMC-2.12
    s.discard[s.discard_n] = card
    s.discard_n += 1


@rule
def discard_from_hand(s: Any, p: Any, i: Any, log: Any) -> None:
    # TMC-2.12
    card = take_from_hand(s, p, i)
    throw(s, card)
    emit(log, E.DISCARDS, ALL, ALL, p, who(s, p), card, 0)


# ---- the deck ------------------------------------------------------------------------------


@rule
def reshuffle(t: Any, s: Any, log: Any) -> None:
    # TMC-5.5, TMC-5.6, TMC-5.9, TMC-13.9, TMC-13.10
    for i in range(s.discard_n):
        s.deck[i] = s.discard[i]
        s.discard[i] = EMPTY
    s.deck_n = s.discard_n
    s.discard_n = 0
    shuffle(s.rng, DECK, s.deck, s.deck_n)
    s.reshuffles += 1
    emit(log, E.RESHUFFLES, ALL, ALL, s.reshuffles, 1 if s.seats == SIDES else 0, 0, 0)
    account(s)
    for i in range(SIDES):
        p = s.turn if i == 0 else 1 - s.turn  # TMC-2.11
        if is_rival(s, p) and s.opt.tireless_rivals == 1:
            continue
        lose_power(s, p, instead(t, s, p, ON.PAYS_RESHUFFLE, t.reshuffle_loss), CAUSE.RESHUFFLE, log)


@rule
def deck_ready(t: Any, s: Any, log: Any) -> Any:
    # TMC-5.8, TMC-5.11
    if s.deck_n == 0 and s.discard_n > 0:
        reshuffle(t, s, log)
    return s.deck_n > 0


@rule
def top_card(s: Any) -> Any:
    s.deck_n -= 1
    card = s.deck[s.deck_n]
    s.deck[s.deck_n] = EMPTY
    return card


@rule
def run_out(t: Any, s: Any, log: Any) -> None:
    # TMC-5.5, TMC-5.7
    if s.deck_n == 0 and s.discard_n > 0 and s.opt.late_reshuffle == 0:
        reshuffle(t, s, log)


@rule
def draw_card(t: Any, s: Any, p: Any, log: Any) -> Any:
    # TMC-5.1, TMC-5.2, TMC-5.10, TMC-11.1
    if not deck_ready(t, s, log):
        return False
    card = top_card(s)
    add_to_hand(s, p, card)
    know = ALL if s.seats < SIDES else 1 << p
    emit(log, E.DRAWS, ALL, know, p, who(s, p), card, 0)
    run_out(t, s, log)
    return True


@rule
def fill_offering(t: Any, s: Any, log: Any) -> None:
    # TMC-1.18, TMC-9.4
    while s.offering_n < t.offering_size and deck_ready(t, s, log):
        card = top_card(s)
        s.offering[s.offering_n] = card
        s.offering_n += 1
        emit(log, E.OFFERS, ALL, ALL, card, 0, 0, 0)
        run_out(t, s, log)


@rule
def trimmed(t: Any, s: Any, p: Any, log: Any) -> Any:
    """Discards down to the hand size; False while somebody has to choose a card."""
    # TMC-5.3, TMC-6.4, TMC-7.15, TMC-9.3, TMC-13.11
    while s.hand_n[p] > t.hand_size:
        if not is_rival(s, p):
            ask(s, Q.TRIM, p)
            return False
        slot = rival_slot(t, s, TASK.TRIM, 1)
        if slot == EMPTY:
            return False
        discard_from_hand(s, p, slot, log)
    return True


@rule
def filled(t: Any, s: Any, p: Any, log: Any) -> Any:
    """Draws or discards to the hand size; False while somebody has to choose a card."""
    # TMC-6.4, TMC-7.15, TMC-9.3
    while s.hand_n[p] < t.hand_size:
        if not draw_card(t, s, p, log):
            break
    return trimmed(t, s, p, log)
