"""Totem: the vocabulary of card effects: when, on what condition, what, and to whom."""

from __future__ import annotations

from bestiary.core.names import Names

ON = Names("ON", ("declare_attack", "flipped_by_attack", "attack_won", "defence_won"))
IF = Names("IF", ("always", "fresh", "hand_left", "enemy_hidden", "deck_left"))
DO = Names("DO", ("join", "withstand", "reveal", "draw"))
WHO = Names("WHO", ("owner", "opponent"))
