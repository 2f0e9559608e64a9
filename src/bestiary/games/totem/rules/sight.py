"""Totem: what a seat may know, what it may imagine, and what a learner sees (chapter 3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.knowledge import blank, fill, gather, mark, place
from bestiary.core.record import EMPTY, UNKNOWN
from bestiary.core.rng import shuffle

from ..state import (
    CARDS,
    CLASH,
    FINAL_EXTRA,
    HAND,
    HIDDEN,
    PHASES,
    ROW,
    SEATS,
)

POWERS = 13.0


@rule
def hide(t: Any, s: Any, seat: Any) -> None:
    # TOT-3.2, TOT-3.3, TOT-5.9, TOT-2.8
    blank(s.deck)
    for p in range(SEATS):
        if p == seat:
            continue
        blank(s.hand[p])
        for i in range(ROW):
            if s.row[p, i] != EMPTY and s.face[p, i] == HIDDEN:
                s.row[p, i] = UNKNOWN


@rule
def resample(t: Any, s: Any, seat: Any, rng: Any, scratch: Any) -> None:
    # TOT-12.4 for what is known of a hand; everything else unseen can lie anywhere
    hide(t, s, seat)
    seen = scratch[:CARDS]
    pool = scratch[CARDS:]
    for card in range(CARDS):
        seen[card] = s.discard[card]
    mark(s.clash, seen)
    for p in range(SEATS):
        mark(s.row[p], seen)
        if p != seat:
            place(s.hand[p], s.shown, np.int64(1 + p), rng, np.int64(0))
        mark(s.hand[p], seen)
    n = gather(seen, pool)
    shuffle(rng, np.int64(0), pool, n)
    for p in range(SEATS):
        n = fill(s.hand[p], pool, n)
        n = fill(s.row[p], pool, n)
    fill(s.deck, pool, n)


@rule
def put_card(t: Any, card: Any, out: Any, at: Any) -> None:
    if card >= 0:
        out[at] = 1.0
        out[at + 1] = t.power[card] / POWERS
        out[at + 2 + t.colour[card]] = 1.0


@rule
def put_row(t: Any, s: Any, p: Any, out: Any, at: Any) -> Any:
    for i in range(ROW):
        card = np.int64(s.row[p, i])
        put_card(t, card, out, np.int64(at))
        if card != EMPTY:
            out[at + 6] = 1.0 if s.face[p, i] == HIDDEN else 0.0
            out[at + 7] = 1.0 - out[at + 6]
        at += 8
    return np.int64(at)


@rule
def observe(t: Any, s: Any, seat: Any, out: Any) -> None:
    me = seat if seat >= 0 else np.int64(0)
    enemy = 1 - me
    for i in range(out.shape[0]):
        out[i] = 0.0
    out[s.phase] = 1.0
    at = np.int64(len(PHASES))
    out[at] = 1.0 if (s.actors >> me) & 1 else 0.0
    out[at + 1] = 1.0 if s.turn == me else 0.0
    out[at + 2] = s.deck_n / CARDS
    out[at + 3] = s.hand_n[me] / HAND
    out[at + 4] = s.hand_n[enemy] / HAND
    out[at + 5] = s.discard_n / CARDS
    out[at + 6] = s.turns / 40.0
    out[at + 7] = s.attacks / 2.0
    out[at + 8] = s.final / 3.0
    out[at + 9] = 1.0 if s.drawer == me else 0.0
    out[at + 10] = 1.0 if s.drawer == enemy else 0.0
    out[at + 11] = s.score[me] / 7.0
    out[at + 12] = s.score[enemy] / 7.0
    out[at + 13] = s.game / 7.0
    out[at + 14] = 1.0 if s.first == me else 0.0
    at += 15
    for i in range(HAND):
        put_card(t, np.int64(s.hand[me, i]), out, at)
        at += 6
    at = put_row(t, s, me, out, at)
    at = put_row(t, s, enemy, out, at)
    for i in range(CLASH):
        put_card(t, np.int64(s.clash[i]), out, at)
        at += 6
    if s.fx_card >= 0:  # a pair that has not struck yet has no target
        out[at + s.target] = 1.0
    at += ROW
    if s.fx_card >= 0:
        out[at] = 1.0
        out[at + 1] = 1.0 if s.fx_owner == me else 0.0
        out[at + 2] = s.fx_next / 4.0
        out[at + 3] = s.fx_left / 4.0
    at += 4
    for card in range(CARDS):
        out[at + card] = s.discard[card]
        out[at + CARDS + card] = 1.0 if s.shown[card] == 1 + me else 0.0
        out[at + 2 * CARDS + card] = 1.0 if s.shown[card] == 1 + enemy else 0.0
    at += 3 * CARDS
    out[at] = s.opt.restock
    out[at + 1] = s.opt.shield_attacker
    out[at + 2] = s.opt.requisition
    out[at + 3] = 1.0 if s.opt.final_turn == FINAL_EXTRA else 0.0
    out[at + 4] = 1.0 if s.opt.final_turn > FINAL_EXTRA else 0.0
    out[at + 5] = s.opt.tie_sum
    out[at + 6] = s.opt.match_games / 7.0
    out[at + 7] = 1.0 if s.winner == me else 0.0
    out[at + 8] = 1.0 if s.winner == enemy else 0.0
