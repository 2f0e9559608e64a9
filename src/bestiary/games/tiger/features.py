"""Tossing Tiger, Rolling Dragon: the observation, which number means what."""

from __future__ import annotations

from bestiary.core.game import Feature

from .state import ANIMALS, CARDS, HEAPS, KINDS, OPTIONS, PHASES, ROOSTERS, SEATS, SIDES, SPOTS, STEPS

MASK_BITS = 26
SCALARS = (
    "may",
    "turn",
    "wars",
    "attacker",
    "defender",
    "team",
    "pairs",
    "pair_at",
    "number",
    "battle",
    "stopped",
    "war_by",
    "bonus",
    "bonus_gone",
    "named",
    "guess",
    "merge_at",
    "talk",
    "pick",
    "window",
    "act_side",
    "act_fx",
    "left",
    "given",
    "given_by",
    "side",
    "stage",
    "spot",
    "loot_n",
    "builder",
    "rebuilding",
    "build_spots",
    "build_min",
    "build_kind",
    "build_same",
    "build_kept",
    "clock",
    "war_won",
    "winners",
    "deck_n",
    "paired",
    "dawn",
    "build_at",
)
PER_HEAP = 4 + KINDS  # cards, laid, owner, who has looked; then the cards by kind
PER_DIE = 8  # face up, toss, copied, passed, shown at, top, who saw it, cards to grab
PER_BATTLE = 5  # done, result, void, conceded, guessed

OBSERVATION = (
    Feature("phase", len(PHASES), "one of the questions"),
    Feature("step", len(STEPS), "where the war stands"),
    Feature("seat", SEATS, "the seat that looks"),
    Feature("asked", SEATS, "1 for a seat that is asked"),
    Feature("offered", MASK_BITS, "the mask of what is offered"),
    Feature("scalars", len(SCALARS), "in this order, each / 16: " + ", ".join(SCALARS)),
    Feature("sides", SIDES * 5, "captain, minimum, power used, pass used, replaced; each / 8"),
    Feature("pairs", 3 * SIDES, "the pairs of the round, seat / 8"),
    Feature("decks", SEATS * 2, "cards in hand / 16, points at the end / 16"),
    Feature("hand", KINDS, "own hand by kind / 8"),
    Feature("known", SEATS * KINDS, "cards that this seat knows another has, by kind / 8"),
    Feature("heaps", SIDES * HEAPS * PER_HEAP, "size / 8, laid, owner / 8, looked / 64, cards by kind / 8"),
    Feature("dice", SIDES * SPOTS * PER_DIE, "up, toss, copied, passed, shown at, top, seen, grabs; / 64"),
    Feature("battles", SPOTS * PER_BATTLE, "done, result, void, conceded, guessed; each / 4"),
    Feature("marks", ANIMALS * 4, "first spots of gifts A, D, to Roosters, and of drops; each / 16"),
    Feature("strengths", ANIMALS * ANIMALS, "1 where the animal of the row is strong against the other"),
    Feature("roosters", ROOSTERS * 2, "dawn rule and change of every Rooster / 64"),
    Feature("loot", CARDS * 3, "card, former owner, who knows it; each / 64"),
    Feature("piles", KINDS * 3, "discards, destroyed cards, war pile; by kind / 8"),
    Feature("options", len(OPTIONS.all) - 2, "the number of every option but the seeds / 16"),
)
