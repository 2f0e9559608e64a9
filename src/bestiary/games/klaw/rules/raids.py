"""KLAW: operations on hands, the Encounter Deck and the Discard Pile (chapters 8 and 21)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..effects import DO, FX, PICK, SORT, WHO
from ..events import E
from ..moves import Q
from ..state import EFFECT, HAND_LIMIT, IN_DECK, LOOK, OPT, SLOTS
from . import field, hand, thefts
from .work import ask, enemy_of, hosts_of, seat_of


@rule
def discard_cards(t: Any, s: Any, q: Any, log: Any) -> None:
    # KLW-21.5, KLW-21.6
    n = thefts.current(t, s, FX.N)
    if thefts.current(t, s, FX.PICK) == PICK.RANDOM or s.hand_n[q] <= n:
        for _ in range(min(n, s.hand_n[q])):
            hand.discard_from_hand(s, q, hand.any_slot(s, q), log)
        return
    ask(s, Q.PICK_SEEN_CARD, s.task[s.tasks - 1, EFFECT.ACTOR])


@rule
def steal_cards(t: Any, s: Any, p: Any, q: Any, n: Any, log: Any) -> None:
    # KLW-21.5, KLW-21.6
    for _ in range(min(n, s.hand_n[q])):
        hand.move_between_hands(t, s, p, q, hand.any_slot(s, q), False, log)


@rule
def peek(s: Any, p: Any, q: Any, log: Any) -> None:
    # KLW-H1
    hand.look_into(s, p, q)
    emit(log, E.PEEKS, ALL, ALL, p, q, 0, 0)
    for i in range(s.hand_n[q]):
        emit(log, E.SEES, 1 << p, 1 << p, p, s.hand[q, i], 0, 0)


@rule
def exchange_hands(s: Any, p: Any, q: Any, log: Any) -> None:
    # KLW-21.9
    hand.cross_hands(s, p, q)
    if s.hand_n[p] > HAND_LIMIT or s.hand_n[q] > HAND_LIMIT:
        s.crowded = 1
    emit(log, E.CROSSES, ALL, ALL, p, q, 0, 0)
    both = (1 << p) | (1 << q)
    for i in range(s.hand_n[p]):
        emit(log, E.RECEIVES, both, both, p, s.hand[p, i], 0, 0)
    for i in range(s.hand_n[q]):
        emit(log, E.RECEIVES, both, both, q, s.hand[q, i], 0, 0)


@rule
def steal_from_hand(t: Any, s: Any, p: Any, q: Any, log: Any) -> None:
    # KLW-8.26: asked whatever the hand holds, so that the others learn nothing
    peek(s, p, q, log)
    if s.hand_n[q] > 0:
        ask(s, Q.PICK_SEEN_CARD, p)


@rule
def seen_player(t: Any, s: Any) -> Any:
    """The player whose hand lies open to the one who is asked."""
    frame = s.task[s.tasks - 1]
    if thefts.current(t, s, FX.WHO) == WHO.ENEMY_PLAYER:
        return seat_of(enemy_of(s, frame[EFFECT.OWN]))
    return frame[EFFECT.TARGET]


@rule
def can_take(t: Any, s: Any, card: Any) -> Any:
    # KLW-D11: by what the player has seen, for the slots of a hand are its owner's secret
    if s.know[s.ask, card] != 1 << seen_player(t, s):
        return False
    return thefts.current(t, s, FX.DO) != DO.STEAL_HOST or t.sorts[t.kind[card]] == SORT.HOST


@rule
def take_seen(t: Any, s: Any, card: Any, log: Any) -> None:
    """The card that was selected from a seen hand is discarded, or goes to the thief."""
    p = s.ask
    q = seen_player(t, s)
    slot = 0
    for i in range(s.hand_n[q]):
        if s.hand[q, i] == card:
            slot = i
    if thefts.current(t, s, FX.DO) == DO.STEAL_HOST:
        hand.move_between_hands(t, s, p, q, slot, True, log)
        if hosts_of(s, p) == 0:
            ask(s, Q.DEPLOY_NOW, p)
    else:
        hand.discard_from_hand(s, q, slot, log)


@rule
def deploy_last(t: Any, s: Any, p: Any, log: Any) -> None:
    # KLW-8.26, KLW-15.4: the card that came last, of a player without Hosts
    card = hand.take_from_hand(s, p, s.hand_n[p] - 1, log)
    h = field.enter(t, s, p, card)
    if s.opt.mode != OPT.MODE_WERE_SQUAD:
        s.champion[p] = h % SLOTS
    field.protect(s, h)
    emit(log, E.DEPLOYS, ALL, ALL, p, card, 0, 0)


@rule
def scout(t: Any, s: Any, p: Any, n: Any, log: Any) -> None:
    # KLW-21.8
    most = min(n, s.deck_n)
    for i in range(most):
        s.look[i] = hand.top_card(s)
        s.know[p, s.look[i]] = 0
        emit(log, E.SEES, 1 << p, 1 << p, p, s.look[i], 0, 0)
    s.look_n = most
    emit(log, E.LOOKS, ALL, ALL, p, most, 0, 0)
    if most == 1:
        take_scouted(t, s, p, 0, log)
    elif most > 1:
        ask(s, Q.PICK_SCOUTED, p)


@rule
def take_scouted(t: Any, s: Any, p: Any, i: Any, log: Any) -> None:
    # KLW-21.8, KLW-H2
    hand.drift(t, s, IN_DECK, 1 << p, p, p, False)
    for j in range(s.look_n):
        card = s.look[j]
        if j == i:
            hand.add_to_hand(s, p, card)
            emit(log, E.DRAWS, ALL, 1 << p, p, card, 0, 0)
        else:
            s.deck[s.deck_n] = card
            s.deck_n += 1
            s.know[p, card] = IN_DECK
    for j in range(LOOK):
        s.look[j] = EMPTY
    s.look_n = 0


@rule
def recoverable(t: Any, s: Any, kind: Any) -> Any:
    """A card of this kind on the Discard Pile, or EMPTY."""
    if kind >= t.kinds or t.sorts[kind] != thefts.current(t, s, FX.KIND):
        return EMPTY
    for i in range(t.copies[kind]):
        card = t.first[kind] + i
        if s.discard[card] == 1:
            return card
    return EMPTY


@rule
def recover(t: Any, s: Any, log: Any) -> None:
    # KLW-21.10, KLW-D13
    found = 0
    only = EMPTY
    for kind in range(t.kinds):
        card = recoverable(t, s, kind)
        if card != EMPTY:
            found += 1
            only = card
    p = s.task[s.tasks - 1, EFFECT.ACTOR]
    if found == 1:
        take_back(s, p, only, log)
    elif found > 1:
        ask(s, Q.PICK_RECOVERED, p)


@rule
def take_back(s: Any, p: Any, card: Any, log: Any) -> None:
    # KLW-21.10
    s.discard[card] = 0
    hand.return_to_hand(s, p, card, log)
