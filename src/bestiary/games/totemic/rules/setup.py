"""Totemic: set-up, from the choice of spirits to the first turn (chapters 1 and 12)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import below, shuffle

from ..events import E
from ..moves import Q
from ..state import ASPECTS, CARDS, DECK, HIERARCHY, LOTS, NOBODY, OPT, PLAYER, SIDES, SPIRITS, STEP
from .deck import add_to_hand, fill_offering, top_card
from .sides import ask, who
from .solo import draw_hierarchy, give_token, tell_hierarchy, too_many_rivals


@rule
def setup(t: Any, s: Any, carried: Any) -> None:
    # TMC-1.6 to TMC-1.9, TMC-10.10, TMC-12.1 to TMC-12.4
    s.seats = s.opt.players
    s.dominance = NOBODY
    s.initiator = NOBODY
    s.victor = NOBODY
    s.payer = NOBODY
    s.winner = NOBODY
    s.fx_row = EMPTY
    s.game = carried.game
    for p in range(SIDES):
        s.score[p] = carried.score[p]
        s.spirit[p] = NOBODY
    for i in range(HIERARCHY):
        s.hierarchy[i] = NOBODY
    for card in range(CARDS):
        s.box[card] = 1
    s.spirit[0] = s.opt.spirit_0 - 1
    if s.seats == SIDES:
        s.spirit[1] = s.opt.spirit_1 - 1
        draft(s, carried.loser)
    else:
        prepare_solo(t, s)


@rule
def draft(s: Any, loser: Any) -> None:
    # TMC-1.7, TMC-1.8, TMC-1.9
    if s.spirit[0] == s.spirit[1]:
        s.spirit[1] = NOBODY
    for p in range(SIDES):
        if s.spirit[p] == NOBODY and s.opt.deal_spirits == 1:
            deal_spirit(s, p)
    s.step = STEP.DEAL
    if s.spirit[0] == NOBODY and s.spirit[1] == NOBODY:
        s.first = 2 - loser if loser > 0 else below(s.rng, LOTS, SIDES)
        ask(s, Q.CHOOSE, s.first)
    elif s.spirit[0] == NOBODY:
        ask(s, Q.CHOOSE, 0)
    elif s.spirit[1] == NOBODY:
        ask(s, Q.CHOOSE, 1)
    else:
        ask(s, Q.BEGIN, 0)


@rule
def deal_spirit(s: Any, p: Any) -> None:
    # TMC-1.9
    taken = s.spirit[1 - p]
    spirit = below(s.rng, LOTS, SPIRITS if taken == NOBODY else SPIRITS - 1)
    if taken != NOBODY and spirit >= taken:
        spirit += 1
    s.spirit[p] = spirit


@rule
def prepare_solo(t: Any, s: Any) -> None:
    # TMC-12.1, TMC-12.3, TMC-12.4
    s.rivals = s.opt.rivals
    s.step = STEP.CONFRONT
    while s.opt.deal_spirits == 1 and s.spirit[PLAYER] == NOBODY:
        spirit = below(s.rng, LOTS, SPIRITS)
        if t.solo[spirit] == 1 and not too_many_rivals(t, spirit, s.rivals):
            s.spirit[PLAYER] = spirit
    if s.spirit[PLAYER] == NOBODY:
        ask(s, Q.CHOOSE, PLAYER)
    elif s.rivals == OPT.RIVALS_CHOOSE:
        ask(s, Q.RIVALS, PLAYER)
    else:
        draw_hierarchy(t, s)
        ask(s, Q.BEGIN, PLAYER)


@rule
def choose(t: Any, s: Any, p: Any, spirit: Any, log: Any) -> None:
    # TMC-1.6, TMC-1.8, TMC-12.1
    s.spirit[p] = spirit
    emit(log, E.CHOOSES, ALL, ALL, p, who(s, p), 0, 0)
    if s.seats == SIDES:
        if s.spirit[1 - p] == NOBODY:
            ask(s, Q.CHOOSE, 1 - p)
    elif s.rivals == OPT.RIVALS_CHOOSE:
        ask(s, Q.RIVALS, PLAYER)
    else:
        draw_hierarchy(t, s)
        tell_hierarchy(s, log)


@rule
def deal(t: Any, s: Any, log: Any) -> None:
    # TMC-1.10 to TMC-1.12
    for p in range(SIDES):
        s.power[p] = t.power[s.spirit[p]]
        emit(log, E.MEETS, ALL, ALL, p, who(s, p), s.power[p], 0)
    if s.power[0] == s.power[1]:
        give_token(s, below(s.rng, LOTS, SIDES), log)
    else:
        give_token(s, 0 if s.power[0] > s.power[1] else 1, log)
    s.step = STEP.LAY_OUT


@rule
def lay_out(t: Any, s: Any, log: Any) -> None:
    # TMC-1.14 to TMC-1.19, TMC-12.8, TMC-12.9, TMC-12.15 to TMC-12.17, TMC-17.6, TMC-17.9, TMC-17.10
    for card in range(ASPECTS):
        owner = t.owner[card]
        if owner == NOBODY or owner == s.spirit[0] or owner == s.spirit[1]:
            s.box[card] = 0
            s.deck[s.deck_n] = card
            s.deck_n += 1
    shuffle(s.rng, DECK, s.deck, s.deck_n)
    s.turn = 1 - s.dominance
    first = s.turn if s.seats == SIDES else PLAYER
    for k in range(SIDES):
        p = first if k == 0 else 1 - first
        for _ in range(t.hand_size):
            add_to_hand(s, p, top_card(s))
    fill_offering(t, s, log)
    s.step = STEP.TURN
