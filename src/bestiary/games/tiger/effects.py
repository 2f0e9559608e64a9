"""Tossing Tiger, Rolling Dragon: the vocabulary of effects: when, on what condition, what, and to whom."""

from __future__ import annotations

from bestiary.core.names import Names

ON = Names(
    "ON",
    (
        *("shown", "act", "check", "next_check", "spoils", "dawn", "war", "before_roll", "after_check"),
        *("war_end",),
    ),
)
IF = Names(
    "IF",
    (
        *("always", "heads", "tails", "lost_all_earlier", "won_all_earlier", "faced_strong"),
        *("strengths_rolled", "earlier_distinct", "seen_earlier", "no_single_winner", "twin_rolled"),
        *("won_here", "same_animal", "even_war", "won_last_alone", "lost_battles"),
    ),
)
DO = Names(
    "DO",
    (
        *("toss", "fate", "doom", "reroll", "look", "add_strength", "drop_strength", "no_strengths"),
        *("protect", "disable", "swap", "destroy", "draw", "steal", "take_back", "copy", "claim"),
        *("void", "stop", "bonus", "grab", "rebuild", "name", "fewer_piles", "merge", "guess"),
        *("exchange", "war_winner", "stages", "talk"),
    ),
)
WHO = Names("WHO", ("me", "foe", "both"))
WHAT = Names("WHAT", ("none", "own_earlier", "named", "picked", "me", "faced", "all"))
TO = Names("TO", ("none", "me", "mine", "mine_later", "roosters_later", "all", "all_later"))
WHERE = Names(
    "WHERE",
    (
        *("none", "here_or_earlier", "any_fought", "later", "earlier", "previous", "next"),
        *("deck_or_earlier",),
    ),
)
VALUE = Names("VALUE", ("nothing", "win", "lose", "count", "none", "second", "both"))
AMOUNT = Names("AMOUNT", ("n", "choose", "times_won_earlier", "seen_earlier"))
COST = Names("COST", ("free", "lose_here", "give_pile"))

# What the rules carry out: trigger and operation, each with the parameters it needs. A card file
# that pairs them otherwise is refused rather than silently ignored.
FITS: dict[tuple[str, str], tuple[str, ...]] = {
    ("shown", "toss"): (),
    ("check", "fate"): ("value",),
    ("check", "doom"): (),
    ("check", "disable"): (),
    ("check", "add_strength"): ("what", "to"),
    ("next_check", "claim"): (),
    ("spoils", "grab"): ("by",),
    ("act", "reroll"): ("where",),
    ("act", "look"): ("where",),
    ("act", "swap"): (),
    ("act", "destroy"): ("where",),
    ("act", "draw"): ("where",),
    ("act", "copy"): ("where",),
    ("act", "add_strength"): ("what", "to"),
    ("act", "drop_strength"): ("what", "to"),
    ("act", "talk"): (),
    ("act", "stop"): ("value",),
    ("act", "void"): ("where",),
    ("act", "take_back"): ("n",),
    ("act", "bonus"): (),
    ("act", "rebuild"): (),
    ("act", "steal"): (),
    ("dawn", "name"): (),
    ("war", "add_strength"): ("what", "to"),
    ("war", "drop_strength"): ("what", "to"),
    ("war", "no_strengths"): ("what",),
    ("war", "protect"): ("what",),
    ("war", "fewer_piles"): ("n",),
    ("war", "war_winner"): ("value",),
    ("war", "stages"): (),
    ("war", "fate"): ("value",),
    ("before_roll", "merge"): (),
    ("before_roll", "guess"): (),
    ("before_roll", "bonus"): (),
    ("after_check", "reroll"): ("where",),
    ("after_check", "stop"): ("value",),
    ("war_end", "reroll"): ("where",),
    ("war_end", "merge"): (),
    ("war_end", "exchange"): (),
}
