"""KLAW: the words of which effects are made, as numbers for the rules.

A word is one entry here, one line in ``[vocabulary]`` of the card file, and one branch or function
of the interpreter in ``rules/effects.py`` (what is done) or ``rules/work.py`` (what works always).
"""

from __future__ import annotations

from bestiary.core.names import Names

SORT = Names("SORT", ("host", "totem", "item", "action"))
ON = Names(
    "ON",
    (
        "always",
        "fight_start",
        "hit",
        "hurt",
        "wild_six",
        "wild_one",
        "stance",
        "win",
        "defeated",
        "turn_start",
        "check_passed",
        "event",
        "attach",
        "support",
        "use",
        "react",
        "play",
    ),
)
IF = Names(
    "IF",
    (
        "none",
        "opening",
        "early",
        "responder",
        "hits_at_least",
        "life_at_most",
        "enemy_life_at_most",
        "enemy_totems_at_least",
        "has_ally",
        "hand_at_most",
        "chance",
    ),
)
WITH_K = ("hits_at_least", "life_at_most", "enemy_life_at_most", "enemy_totems_at_least", "hand_at_most")
DO = Names(
    "DO",
    (
        "dice",
        "enemy_dice",
        "value",
        "enemy_value",
        "reroll",
        "at_least",
        "choose_dice",
        "win_ties",
        "armor",
        "wild_six_on",
        "no_wild_one",
        "damage",
        "heal",
        "state",
        "cure",
        "immune",
        "dormant",
        "draw",
        "discard",
        "steal_card",
        "peek",
        "scout",
        "recover",
        "steal_item",
        "break_item",
        "swap_items",
        "swap_hands",
        "strip_totem",
        "steal_host",
        "check",
        "check_free",
        "check_reroll",
        "force_check",
        "event_shield",
        "vessel",
        "flee",
        "no_flee",
        "survive",
        "negate",
        "reduce",
        "reflect",
    ),
)
WHO = Names("WHO", ("self", "enemy", "target", "champion", "enemy_hosts", "target_player", "enemy_player"))
TARGET = Names("TARGET", ("none", "own_host", "enemy_host", "enemy_player"))
NEEDS = Names(
    "NEEDS",
    (
        "nothing",
        "item",
        "item_swap",
        "totem",
        "two_totems",
        "bare",
        "hand",
        "deck",
        "discard_item",
        "useful",
        "struck",
    ),
)
PICK = Names("PICK", ("actor", "owner", "random", "this"))
POOL = Names("POOL", ("attack", "defence"))
ANY_POOL = -1  # where an operation has none
TO = Names("TO", ("deck", "owner_hand", "taker"))
ZONE = Names("ZONE", ("field", "hand"))
TAG = Names(
    "TAG",
    (
        "damage",
        "poison",
        "burn",
        "sleep",
        "bind",
        "theft",
        "sabotage",
        "totem",
        "hand",
        "host",
        "rest",
        "frost",
        "frenzy",
        "haunt",
    ),
)

# The words of one effect, as columns of ``t.fx[kind, effect]``.
FX = Names(
    "FX",
    (
        "on",
        "if",
        "if_k",
        "do",
        "n",
        "m",
        "k",
        "pool",
        "who",
        "per",
        "state",
        "turns",
        "states",
        "tags",
        "pick",
        "zone",
        "dest",
        "kind",
    ),
)
