"""Totemic: the vocabulary of card effects: when, on what condition, what, to whom, and who picks."""

from __future__ import annotations

from bestiary.core.names import Names

ON = Names(
    "ON",
    (
        *("invoke", "turn_begins", "challenge_begins", "totals", "revealed", "won", "lost"),
        *("draw_action", "pays_submit", "pays_reshuffle", "rival_met"),
    ),
)
LISTENED = ON.RIVAL_MET  # those before it are looked up by row; files that are kept know no others
IF = Names(
    "IF",
    (
        *("always", "has_dominance", "no_dominance", "behind"),
        *("initiator", "challenged", "answering_threat", "close_pair"),
    ),
)
DO = Names(
    "DO",
    (
        *("draw", "discard", "gain_power", "lose_power", "gain_dominance", "exchange_dominance"),
        *("raise_totem", "challenge", "strength", "recover", "swap_offering", "sweep_offering"),
        *("steal", "peek_hand", "replace_selected", "set_draw", "set_loss"),
    ),
)
WHO = Names("WHO", ("owner", "opponent"))
PICK = Names("PICK", ("holder", "opponent", "strongest", "random"))
