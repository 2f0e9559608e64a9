"""KLAW: what a learner sees, from a record that is hidden for its seat."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.game import Feature
from bestiary.core.jit import rule

from ..state import (
    CARDS,
    DEPTH,
    DICE,
    HAND,
    ITEMS,
    LOOK,
    OPTIONS,
    PHASES,
    PUBLIC,
    SEATS,
    SLOTS,
    STATES,
    TOTEMS,
    WORDS,
)

MARKS = len(STATES)
HOST_SIZE = 6 + MARKS + ITEMS + 3 * TOTEMS
SLOT_SIZE = 8
FIGHT_SIZE = 15 + 2 * DICE
GAME_SIZE = 17

OBSERVATION = (
    Feature("phase", len(PHASES), "one of the questions"),
    Feature("seat", SEATS, "this seat"),
    Feature("asked", SEATS, "who is asked, from this seat clockwise"),
    Feature("turn", SEATS, "whose turn it is, from this seat clockwise"),
    Feature(
        "game",
        GAME_SIZE,
        "seats, first player, turn number, deck, box, cards looked at, draw due, hold, "
        "crowded, lone player, extra round, Dusk, empty deck, winners, end, over, frames",
    ),
    Feature("frames", DEPTH * WORDS, "what is under way, word by word"),
    Feature(
        "fight",
        FIGHT_SIZE,
        "stage, exchange, fighters, role, pools, Wild dice, damage, fallen, saved, "
        "outcome, lenders; then the dice of both sides",
    ),
    Feature("hands", 3 * SEATS, "cards in hand, Hosts of the deal among them, Champion: per seat, clockwise"),
    Feature(
        "hosts",
        SEATS * SLOTS * HOST_SIZE,
        "every Host: card, Attack, Defence, Life, Totems, states, Items, "
        "Totems with their markers; from this seat clockwise",
    ),
    Feature("hand", HAND * SLOT_SIZE, "own hand, slot by slot: card, sort, Attack, Defence, Life"),
    Feature("open", 1 + TOTEMS + LOOK, "the card being played, captured Totems, cards looked at"),
    Feature("discard", CARDS, "1 for every card on the Discard Pile"),
    Feature("lots", CARDS, "1 for every Host of the deal still in the own hand"),
    Feature("known", 2 * (SEATS + 1) * CARDS, "where a card may be: by own knowledge, then by everybody's"),
    Feature("options", len(OPTIONS.all), "the options of the table, as the rules see them"),
)


@rule
def put_host(t: Any, s: Any, h: Any, out: Any, at: Any) -> None:
    card = np.int64(s.host[h])
    if card < 0:
        return
    kind = t.kind[card]
    out[at] = 1.0
    out[at + 1] = card / CARDS
    out[at + 2] = t.attack[kind] / 3.0
    out[at + 3] = t.defence[kind] / 3.0
    out[at + 4] = s.life[h] / 24.0
    out[at + 5] = s.totem_n[h] / 6.0
    for i in range(MARKS):
        out[at + 6 + i] = s.mark[h, i] / 4.0
    at += 6 + MARKS
    for i in range(ITEMS):
        out[at + i] = (s.items[h, i] + 1) / CARDS
    at += ITEMS
    for i in range(TOTEMS):
        out[at + 3 * i] = (s.totem[h, i] + 1) / CARDS
        out[at + 3 * i + 1] = s.dormant[h, i] / 4.0
        out[at + 3 * i + 2] = s.rest[h, i] / 5.0


@rule
def put_game(s: Any, seat: Any, out: Any, at: Any) -> Any:
    out[at] = s.seats / 4.0
    out[at + 1] = s.first / 4.0
    out[at + 2] = s.turns / 800.0
    out[at + 3] = s.deck_n / CARDS
    out[at + 4] = s.box_n / CARDS
    out[at + 5] = s.look_n / LOOK
    out[at + 6] = s.draw_due
    out[at + 7] = s.hold
    out[at + 8] = s.crowded
    out[at + 9] = (s.lone + 1) / 4.0
    out[at + 10] = s.grace / 4.0
    out[at + 11] = s.dusk / 20.0
    out[at + 12] = s.ran_out
    out[at + 13] = s.winners / 16.0
    out[at + 14] = s.by / 4.0
    out[at + 15] = s.over
    out[at + 16] = s.tasks / DEPTH
    at += GAME_SIZE
    for i in range(DEPTH):
        for j in range(WORDS):
            out[at + i * WORDS + j] = s.task[i, j] / CARDS
    at += DEPTH * WORDS
    out[at] = s.fight / 2.0
    out[at + 1] = s.exchange / 24.0
    out[at + 2] = s.role
    out[at + 3] = (s.fallen + 1) / 2.0
    out[at + 4] = s.saved
    out[at + 5] = s.outcome / 2.0
    out[at + 6] = s.lent / 65536.0
    for side in range(2):
        out[at + 7 + side] = (s.fighter[side] + 1) / 16.0
        out[at + 9 + side] = s.pool[side] / 6.0
        out[at + 11 + side] = s.wild[side] / 3.0
        out[at + 13 + side] = s.dealt[side] / 6.0
        for i in range(DICE):
            out[at + 15 + side * DICE + i] = s.die[side, i] / 6.0
    return np.int64(at + FIGHT_SIZE)


@rule
def put_cards(t: Any, s: Any, me: Any, out: Any, at: Any) -> Any:
    for i in range(HAND):
        card = np.int64(s.hand[me, i])
        if card >= 0:
            kind = t.kind[card]
            out[at] = (card + 1) / CARDS
            out[at + 1 + t.sorts[kind]] = 1.0
            out[at + 5] = t.attack[kind] / 3.0
            out[at + 6] = t.defence[kind] / 3.0
            out[at + 7] = t.life[kind] / 12.0
        at += SLOT_SIZE
    out[at] = (s.played[0] + 1) / CARDS
    for i in range(TOTEMS):
        out[at + 1 + i] = (s.captured[i] + 1) / CARDS
    at += 1 + TOTEMS
    for i in range(LOOK):
        out[at + i] = (max(s.look[i], -1) + 1) / CARDS
    return np.int64(at + LOOK)


@rule
def put_options(s: Any, out: Any, at: Any) -> None:
    out[at] = s.opt.players
    out[at + 1] = s.opt.round_markers
    out[at + 2] = s.opt.protected_scope
    out[at + 3] = s.opt.deck
    out[at + 4] = s.opt.start_fortify
    out[at + 5] = s.opt.resting_hosts
    out[at + 6] = s.opt.die_cap
    out[at + 7] = s.opt.uncontested_defence
    out[at + 8] = s.opt.hostless_actions
    out[at + 9] = s.opt.ending
    out[at + 10] = s.opt.dusk
    out[at + 11] = s.opt.totem_goal
    out[at + 12] = s.opt.mode
    out[at + 13] = s.opt.squad_size
    out[at + 14] = s.opt.forgotten


@rule
def observe(t: Any, s: Any, seat: Any, out: Any) -> None:
    for i in range(out.shape[0]):
        out[i] = 0.0
    me = np.int64(seat if seat >= 0 else 0)
    out[s.phase] = 1.0
    at = np.int64(len(PHASES))
    if seat >= 0:
        out[at + me] = 1.0
    at += SEATS
    for k in range(s.seats):
        q = (me + k) % s.seats
        out[at + k] = 1.0 if (s.actors >> q) & 1 else 0.0
        out[at + SEATS + k] = 1.0 if s.turn == q else 0.0
    at = put_game(s, me, out, at + 2 * SEATS)
    for k in range(s.seats):
        q = (me + k) % s.seats
        out[at + 3 * k] = s.hand_n[q] / HAND
        out[at + 3 * k + 1] = s.lots_n[q] / 3.0
        out[at + 3 * k + 2] = (s.champion[q] + 1) / 4.0
    at += 3 * SEATS
    for k in range(s.seats):
        q = (me + k) % s.seats
        for i in range(SLOTS):
            put_host(t, s, np.int64(q * SLOTS + i), out, np.int64(at + (k * SLOTS + i) * HOST_SIZE))
    at += SEATS * SLOTS * HOST_SIZE
    at = put_cards(t, s, me, out, at)
    row = np.int64(seat if seat >= 0 else PUBLIC)
    for card in range(CARDS):
        out[at + card] = s.discard[card]
        out[at + CARDS + card] = s.lots[card]
        for z in range(SEATS + 1):
            place = at + 2 * CARDS + z * CARDS + card
            out[place] = (s.know[row, card] >> z) & 1
            out[place + (SEATS + 1) * CARDS] = (s.know[PUBLIC, card] >> z) & 1
    at += (2 + 2 * (SEATS + 1)) * CARDS
    put_options(s, out, at)
