"""Totemic: the words that effects of cards are made of, in the order of their numbers."""

from __future__ import annotations

TRIGGERS = (
    "invoke",
    "turn_begins",
    "challenge_begins",
    "totals",
    "revealed",
    "won",
    "lost",
    "draw_action",
    "pays_submit",
    "pays_reshuffle",
)
(
    INVOKED,
    TURN_BEGINS,
    CHALLENGE_BEGINS,
    TOTALS,
    REVEALED,
    WON,
    LOST,
    DRAW_ACTION,
    PAYS_SUBMIT,
    PAYS_RESHUFFLE,
) = range(len(TRIGGERS))
CONDITIONS = (
    "always",
    "has_dominance",
    "no_dominance",
    "behind",
    "initiator",
    "challenged",
    "answering_threat",
    "close_pair",
)
(
    ALWAYS,
    HAS_DOMINANCE,
    NO_DOMINANCE,
    BEHIND,
    INITIATOR,
    CHALLENGED,
    ANSWERING_THREAT,
    CLOSE_PAIR,
) = range(len(CONDITIONS))
OPERATIONS = (
    "draw",
    "discard",
    "gain_power",
    "lose_power",
    "gain_dominance",
    "exchange_dominance",
    "raise_totem",
    "challenge",
    "strength",
    "recover",
    "swap_offering",
    "sweep_offering",
    "steal",
    "peek_hand",
    "replace_selected",
    "set_draw",
    "set_loss",
)
(
    DO_DRAW,
    DO_DISCARD,
    DO_GAIN,
    DO_LOSE,
    DO_DOMINANCE,
    DO_EXCHANGE,
    DO_RAISE,
    DO_CHALLENGE,
    DO_STRENGTH,
    DO_RECOVER,
    DO_SWAP,
    DO_SWEEP,
    DO_STEAL,
    DO_PEEK,
    DO_REPLACE,
    DO_SET_DRAW,
    DO_SET_LOSS,
) = range(len(OPERATIONS))
WHO = ("owner", "opponent")
OWNER, OPPONENT = range(len(WHO))
PICKS = ("holder", "opponent", "strongest", "random")
BY_HOLDER, BY_OPPONENT, BY_STRENGTH, BY_LOT = range(len(PICKS))
