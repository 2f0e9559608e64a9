"""KLAW: the words of which effects are made, as numbers for the rules.

A word is one entry here, one line in ``[vocabulary]`` of the card file, and one branch or function
of the interpreter in ``rules/effects.py`` (what is done) or ``rules/work.py`` (what works always).
"""

from __future__ import annotations

SORTS = ("host", "totem", "item", "action")
IS_HOST, IS_TOTEM, IS_ITEM, IS_ACTION = range(4)

TRIGGERS = (
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
)
(
    ALWAYS,
    ON_FIGHT_START,
    ON_HIT,
    ON_HURT,
    ON_WILD_SIX,
    ON_WILD_ONE,
    ON_STANCE,
    ON_WIN,
    ON_DEFEATED,
    ON_TURN_START,
    ON_CHECK_PASSED,
    ON_EVENT,
    ON_ATTACH,
    ON_SUPPORT,
    ON_USE,
    ON_REACT,
    ON_PLAY,
) = range(len(TRIGGERS))

CONDITIONS = (
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
)
(
    IF_NONE,
    IF_OPENING,
    IF_EARLY,
    IF_RESPONDER,
    IF_HITS,
    IF_LIFE,
    IF_ENEMY_LIFE,
    IF_ENEMY_TOTEMS,
    IF_ALLY,
    IF_HAND,
    IF_CHANCE,
) = range(len(CONDITIONS))
WITH_K = ("hits_at_least", "life_at_most", "enemy_life_at_most", "enemy_totems_at_least", "hand_at_most")

OPERATIONS = (
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
)
(
    DO_DICE,
    DO_ENEMY_DICE,
    DO_VALUE,
    DO_ENEMY_VALUE,
    DO_REROLL,
    DO_AT_LEAST,
    DO_CHOOSE_DICE,
    DO_WIN_TIES,
    DO_ARMOR,
    DO_WILD_SIX_ON,
    DO_NO_WILD_ONE,
    DO_DAMAGE,
    DO_HEAL,
    DO_STATE,
    DO_CURE,
    DO_IMMUNE,
    DO_DORMANT,
    DO_DRAW,
    DO_DISCARD,
    DO_STEAL_CARD,
    DO_PEEK,
    DO_SCOUT,
    DO_RECOVER,
    DO_STEAL_ITEM,
    DO_BREAK_ITEM,
    DO_SWAP_ITEMS,
    DO_SWAP_HANDS,
    DO_STRIP_TOTEM,
    DO_STEAL_HOST,
    DO_CHECK,
    DO_CHECK_FREE,
    DO_CHECK_REROLL,
    DO_FORCE_CHECK,
    DO_EVENT_SHIELD,
    DO_VESSEL,
    DO_FLEE,
    DO_NO_FLEE,
    DO_SURVIVE,
    DO_NEGATE,
    DO_REDUCE,
    DO_REFLECT,
) = range(len(OPERATIONS))

WHO = ("self", "enemy", "target", "champion", "enemy_hosts", "target_player", "enemy_player")
W_SELF, W_ENEMY, W_TARGET, W_CHAMPION, W_ENEMY_HOSTS, W_TARGET_PLAYER, W_ENEMY_PLAYER = range(len(WHO))

TARGETS = ("none", "own_host", "enemy_host", "enemy_player")
T_NONE, T_OWN_HOST, T_ENEMY_HOST, T_ENEMY_PLAYER = range(len(TARGETS))

NEEDS = (
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
)
(
    N_NOTHING,
    N_ITEM,
    N_ITEM_SWAP,
    N_TOTEM,
    N_TWO_TOTEMS,
    N_BARE,
    N_HAND,
    N_DECK,
    N_DISCARD_ITEM,
    N_USEFUL,
    N_STRUCK,
) = range(len(NEEDS))

PICKS = ("actor", "owner", "random", "this")
P_ACTOR, P_OWNER, P_RANDOM, P_THIS = range(len(PICKS))

POOLS = ("attack", "defence")
ATTACK_POOL, DEFENCE_POOL = range(len(POOLS))

DESTS = ("deck", "owner_hand", "taker")
TO_DECK, TO_OWNER_HAND, TO_TAKER = range(len(DESTS))

PLACES = ("field", "hand")
ON_FIELD, IN_HAND = range(len(PLACES))

TAGS = (
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
)
TAG_SLEEP = 1 << TAGS.index("sleep")
TAG_REST = 1 << TAGS.index("rest")

# The words of one effect, as columns of ``t.fx[kind, effect]``.
COLUMNS = (
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
)
(
    FX_ON,
    FX_IF,
    FX_IF_K,
    FX_DO,
    FX_N,
    FX_M,
    FX_K,
    FX_POOL,
    FX_WHO,
    FX_PER,
    FX_STATE,
    FX_TURNS,
    FX_STATES,
    FX_TAGS,
    FX_PICK,
    FX_ZONE,
    FX_DEST,
    FX_KIND,
) = range(len(COLUMNS))
