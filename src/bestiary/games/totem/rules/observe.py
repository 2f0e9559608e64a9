"""Totem: what a learner sees."""

from __future__ import annotations

from typing import Any

from bestiary.core.game import Feature, Observation
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..moves import QUESTIONS
from ..state import CARDS, CLASH, EFFECTS, HAND, HIDDEN, OPT, ROW

POWERS = 13.0
MOST_GAMES = 7.0  # of a match
CARD_SIZE = 6  # present, power / 13, one of four colours
SLOT_SIZE = CARD_SIZE + 2  # hidden, revealed
OBSERVATION = Observation(
    (
        Feature("phase", len(QUESTIONS), "one of the nine phases"),
        Feature("asked", 1, "1 when this seat is asked"),
        Feature("turn", 1, "1 in this seat's own turn"),
        Feature(
            "counts", 6, "deck / 52, own hand / 8, enemy hand / 8, discard / 52, turns / 40, attacks / 2"
        ),
        Feature("final", 3, "turns to go / 3, drawer is this seat, drawer is the enemy"),
        Feature("match", 4, "own wins / 7, enemy wins / 7, games before / 7, 1 when this seat went first"),
        Feature("hand", HAND * CARD_SIZE, "own hand, slot by slot"),
        Feature("row", ROW * SLOT_SIZE, "own play area, place by place"),
        Feature("enemy", ROW * SLOT_SIZE, "enemy play area, place by place; an unknown card is all zero"),
        Feature("clash", CLASH * CARD_SIZE, "the cards of the attack"),
        Feature("target", ROW, "the place that is attacked"),
        Feature("effect", 4, "an effect runs; its owner is this seat; effects done / 4; times left / 4"),
        Feature("discard", CARDS, "1 for every card on the pile"),
        Feature("shown", CARDS * 2, "1 for every hand card that both know: own, then the enemy's"),
        Feature(
            "options", 8, "restock, shield, requisition, extra, round, current, concealed; match length / 7"
        ),
        Feature("result", 2, "won by this seat; won by the enemy"),
    )
)
F = OBSERVATION.first


@rule
def put_card(t: Any, card: Any, out: Any, at: Any) -> None:
    if card >= 0:
        out[at] = 1.0
        out[at + 1] = t.power[card] / POWERS
        out[at + 2 + t.colour[card]] = 1.0


@rule
def put_row(t: Any, s: Any, p: Any, out: Any, at: Any) -> None:
    for i in range(ROW):
        card = s.row[p, i]
        put_card(t, card, out, at)
        if card != EMPTY:
            hidden = s.face[p, i] == HIDDEN
            out[at + CARD_SIZE] = 1.0 if hidden else 0.0
            out[at + CARD_SIZE + 1] = 0.0 if hidden else 1.0
        at += SLOT_SIZE


@rule
def observe(t: Any, s: Any, seat: Any, out: Any) -> None:
    me = max(seat, 0)
    enemy = 1 - me
    for i in range(out.shape[0]):
        out[i] = 0.0
    out[F.PHASE + s.phase] = 1.0
    out[F.ASKED] = 1.0 if (s.actors >> me) & 1 else 0.0
    out[F.TURN] = 1.0 if s.turn == me else 0.0
    out[F.COUNTS] = s.deck_n / CARDS
    out[F.COUNTS + 1] = s.hand_n[me] / HAND
    out[F.COUNTS + 2] = s.hand_n[enemy] / HAND
    out[F.COUNTS + 3] = s.discard_n / CARDS
    out[F.COUNTS + 4] = s.turns / 40.0
    out[F.COUNTS + 5] = s.attacks / 2.0
    out[F.FINAL] = s.final / 3.0
    out[F.FINAL + 1] = 1.0 if s.drawer == me else 0.0
    out[F.FINAL + 2] = 1.0 if s.drawer == enemy else 0.0
    out[F.MATCH] = s.score[me] / MOST_GAMES
    out[F.MATCH + 1] = s.score[enemy] / MOST_GAMES
    out[F.MATCH + 2] = s.game / MOST_GAMES
    out[F.MATCH + 3] = 1.0 if s.first == me else 0.0
    for i in range(HAND):
        put_card(t, s.hand[me, i], out, F.HAND + i * CARD_SIZE)
    put_row(t, s, me, out, F.ROW)
    put_row(t, s, enemy, out, F.ENEMY)
    for i in range(CLASH):
        put_card(t, s.clash[i], out, F.CLASH + i * CARD_SIZE)
    if s.fx_card >= 0:  # a pair that has not struck yet has no target
        out[F.TARGET + s.target] = 1.0
        out[F.EFFECT] = 1.0
        out[F.EFFECT + 1] = 1.0 if s.fx_owner == me else 0.0
        out[F.EFFECT + 2] = s.fx_next / EFFECTS
        out[F.EFFECT + 3] = s.fx_left / EFFECTS
    for card in range(CARDS):
        out[F.DISCARD + card] = s.discard[card]
        out[F.SHOWN + card] = 1.0 if s.shown[card] == 1 + me else 0.0
        out[F.SHOWN + CARDS + card] = 1.0 if s.shown[card] == 1 + enemy else 0.0
    out[F.OPTIONS] = s.opt.restock
    out[F.OPTIONS + 1] = s.opt.shield_attacker
    out[F.OPTIONS + 2] = s.opt.requisition
    out[F.OPTIONS + 3] = 1.0 if s.opt.final_turn == OPT.FINAL_TURN_EXTRA else 0.0
    out[F.OPTIONS + 4] = 1.0 if s.opt.final_turn == OPT.FINAL_TURN_ROUND else 0.0
    out[F.OPTIONS + 5] = 1.0 if s.opt.final_turn == OPT.FINAL_TURN_CURRENT else 0.0
    out[F.OPTIONS + 6] = s.opt.tie_sum
    out[F.OPTIONS + 7] = s.opt.match_games / MOST_GAMES
    out[F.RESULT] = 1.0 if s.winner == me else 0.0
    out[F.RESULT + 1] = 1.0 if s.winner == enemy else 0.0
