"""The Shogun's Chosen: the vocabulary of its content, as the tables number it."""

from __future__ import annotations

# ---- effects: triggers, conditions, operations ---------------------------------------------------

TRIGGERS = (
    "use",
    "pool",
    "hit",
    "damage",
    "kill",
    "yinyang_pre",
    "yinyang",
    "hurt",
    "always",
    "initiative",
    "start",
    "defeated",
    "event",
    "stop",
    "begin",
    "malice",
    "lost",
    "slain",
    "pass",
    "fail",
    "resurrect",
    "interlude",
    "victory",
)
(
    ON_USE,
    ON_POOL,
    ON_HIT,
    ON_DAMAGE,
    ON_KILL,
    ON_PRE,
    ON_YINYANG,
    ON_HURT,
    ON_ALWAYS,
    ON_INITIATIVE,
    ON_START,
    ON_DEFEATED,
    ON_EVENT,
    ON_STOP,
    ON_BEGIN,
    ON_MALICE,
    ON_LOST,
    ON_SLAIN,
    ON_PASS,
    ON_FAIL,
    ON_RESURRECT,
    ON_INTERLUDE,
    ON_VICTORY,
) = range(len(TRIGGERS))
ON_ANY = len(TRIGGERS)  # the effects of an option that was chosen

CONDITIONS = (
    "none",
    "ki",
    "damage",
    "range",
    "health",
    "wounded",
    "attack",
    "flanked",
    "allies_adjacent",
    "roll",
    "moved",
    "card",
    "aside",
    "activated",
    "party",
    "counter_a",
    "counter_b",
    "counter_c",
    "terrain",
    "class",
    "carries",
)
(
    IF_NONE,
    IF_KI,
    IF_DAMAGE,
    IF_RANGE,
    IF_HEALTH,
    IF_WOUNDED,
    IF_ATTACK,
    IF_FLANKED,
    IF_ALLIES,
    IF_ROLL,
    IF_MOVED,
    IF_CARD,
    IF_ASIDE,
    IF_ACTIVATED,
    IF_PARTY,
    IF_COUNTER_A,
    IF_COUNTER_B,
    IF_COUNTER_C,
    IF_TERRAIN,
    IF_CLASS,
    IF_CARRIES,
) = range(len(CONDITIONS))
COMPARISONS = (">=", "<=", "=", ">", "<")
GE, LE, EQ, GT, LT = range(5)

WHO = (
    "self",
    "target",
    "attacker",
    "actor",
    "ally",
    "allies",
    "character",
    "characters",
    "enemy",
    "enemies",
    "minion",
    "minions",
    "kin",
    "adjacent_enemies",
    "adjacent_minions",
    "adjacent_allies",
    "near_target",
    "zone_characters",
    "zone_enemies",
    "zone_minions",
    "zone_all",
    "chosen",
    "team",
)
(
    SELF,
    TARGET,
    ATTACKER,
    ACTOR,
    ALLY,
    ALLIES,
    CHARACTER,
    CHARACTERS,
    ENEMY,
    ENEMIES,
    MINION,
    MINIONS,
    KIN,
    ADJACENT_ENEMIES,
    ADJACENT_MINIONS,
    ADJACENT_ALLIES,
    NEAR_TARGET,
    ZONE_CHARACTERS,
    ZONE_ENEMIES,
    ZONE_MINIONS,
    ZONE_ALL,
    CHOSEN,
    TEAM,
) = range(len(WHO))

OPERATIONS = (
    "hits",
    "white",
    "black",
    "reroll",
    "reroll_focus",
    "safe_focus",
    "no_counter",
    "reach",
    "ignore",
    "spread",
    "wound",
    "heal",
    "guard",
    "endure",
    "repair",
    "break",
    "inflict",
    "cure",
    "bless",
    "ap",
    "mp",
    "karma",
    "coins",
    "heads",
    "affinity",
    "item",
    "ki",
    "ki_ready",
    "ki_roll",
    "step",
    "push",
    "pull",
    "swap",
    "teleport",
    "mod",
    "flag",
    "advance",
    "delay",
    "spawn",
    "decoy",
    "eat_head",
    "resist",
    "remove",
    "terrain",
    "cut",
    "open",
    "relocate",
    "malice",
    "oracle",
    "count",
    "unlock",
    "level",
    "turn",
    "choose",
    "roll",
    "test",
    "price",
    "offer",
)
(
    DO_HITS,
    DO_WHITE,
    DO_BLACK,
    DO_REROLL,
    DO_REROLL_FOCUS,
    DO_SAFE_FOCUS,
    DO_NO_COUNTER,
    DO_REACH,
    DO_IGNORE,
    DO_SPREAD,
    DO_WOUND,
    DO_HEAL,
    DO_GUARD,
    DO_ENDURE,
    DO_REPAIR,
    DO_BREAK,
    DO_INFLICT,
    DO_CURE,
    DO_BLESS,
    DO_AP,
    DO_MP,
    DO_KARMA,
    DO_COINS,
    DO_HEADS,
    DO_AFFINITY,
    DO_ITEM,
    DO_KI,
    DO_KI_READY,
    DO_KI_ROLL,
    DO_STEP,
    DO_PUSH,
    DO_PULL,
    DO_SWAP,
    DO_TELEPORT,
    DO_MOD,
    DO_FLAG,
    DO_ADVANCE,
    DO_DELAY,
    DO_SPAWN,
    DO_DECOY,
    DO_EAT_HEAD,
    DO_RESIST,
    DO_REMOVE,
    DO_TERRAIN,
    DO_CUT,
    DO_OPEN,
    DO_RELOCATE,
    DO_MALICE,
    DO_ORACLE,
    DO_COUNT,
    DO_UNLOCK,
    DO_LEVEL,
    DO_TURN,
    DO_CHOOSE,
    DO_ROLL,
    DO_TEST,
    DO_PRICE,
    DO_OFFER,
) = range(len(OPERATIONS))

# ---- values of the parameters --------------------------------------------------------------------

ATTRIBUTES = ("power", "knowledge", "dexterity", "spirit")
POWER, KNOWLEDGE, DEXTERITY, SPIRIT = range(4)
STATS = (
    "power",
    "dexterity",
    "spirit",
    "move",
    "armour",
    "nd",
    "hits",
    "range",
    "taken",
    "ap_gain",
    "test",
)
(
    ST_POWER,
    ST_DEXTERITY,
    ST_SPIRIT,
    ST_MOVE,
    ST_ARMOUR,
    ST_ND,
    ST_HITS,
    ST_RANGE,
    ST_TAKEN,
    ST_AP_GAIN,
    ST_TEST,
) = range(len(STATS))
UNTIL = ("roll", "activation", "next_start", "next_end", "round", "phase")
U_ROLL, U_ACTIVATION, U_START, U_END, U_ROUND, U_PHASE = range(6)
U_LATER = 0  # the slot of "roll", which is never kept: until the end of the activation after this one
UNTILS = 6
FLAGS = (
    "no_move",
    "no_kami",
    "no_focus",
    "no_heal",
    "flying",
    "spectral",
    "swift",
    "untargetable",
    "taunt",
    "sturdy",
    "skip",
    "double_attack",
)
(
    NO_MOVE,
    NO_KAMI,
    NO_FOCUS,
    NO_HEAL,
    FLYING,
    SPECTRAL,
    SWIFT,
    UNTARGETABLE,
    TAUNT,
    STURDY,
    SKIP,
    DOUBLE_ATTACK,
) = (1 << i for i in range(len(FLAGS)))
NEGATIVE = ("poisoned", "bleeding", "downed", "blinded")
POISONED, BLEEDING, DOWNED, BLINDED = range(4)
CURE_ALL, CURE_ANY = 4, 5
CURES = (*NEGATIVE, "all", "any")
DEFENCES = ("armour", "nd", "both")
IGNORES = {"armour": 1, "nd": 2, "both": 3}
TRAITS = ("keen", "stout", "nimble", "stealthy", "learned", "devout")
TERRAINS = ("outside", "regular", "wall", "obstacle", "difficult", "special", "ladder", "door")
OUTSIDE, REGULAR, WALL, OBSTACLE, DIFFICULT, SPECIAL, STAIRS, DOOR = range(8)
SKILL_KINDS = ("passive", "technique", "attack")
PASSIVE, TECHNIQUE, ATTACK_SKILL = range(3)
KEYWORDS = ("consumable", "uses", "permanent", "special")
CONSUMABLE, USES, PERMANENT, SPECIAL_ITEM = range(4)
CLASSES = ("samurai", "shinobi", "onna_musha", "monk")
FAST, STRONG, COUNTER = 1, 2, 4
MANNERS = {"fast": FAST, "strong": STRONG, "counter": COUNTER}
ONCE_ACTIVATION, ONCE_ROUND = 1, 2
KI_ONE, KI_ALL = 0, 1
AT_ANY, AT_SELF = 0, 1
AT_EMPTY, AT_TARGETS = 0, 1
PRICES = ("market", "smith", "heads", "repair")
P_MARKET, P_SMITH, P_HEADS, P_REPAIR = range(4)
SIDES = ("characters", "followers")
OURS, THEIRS = 0, 1

# ---- priorities ----------------------------------------------------------------------------------

CHARACTERISTICS = (
    "health",
    "armour",
    "power",
    "knowledge",
    "dexterity",
    "spirit",
    "heads",
    "coins",
    "karma",
    "ap",
    "ki",
    "conditions",
)
(C_HEALTH, C_ARMOUR, C_POWER, C_KNOWLEDGE, C_DEXTERITY, C_SPIRIT, C_HEADS, C_COINS, C_KARMA, C_AP, C_KI) = (
    range(11)
)
C_CONDITIONS = 11
LEAST = 16  # added to a characteristic: the least of it
BY_FIRST, BY_NEXT, BY_NEAREST, BY_FARTHEST = 32, 33, 34, 35
NO_PRIORITY = -1
PRIORITIES = {f"most:{c}": i for i, c in enumerate(CHARACTERISTICS)}
PRIORITIES |= {f"least:{c}": LEAST + i for i, c in enumerate(CHARACTERISTICS)}
PRIORITIES |= {
    "first_initiative": BY_FIRST,
    "next_initiative": BY_NEXT,
    "nearest": BY_NEAREST,
    "farthest": BY_FARTHEST,
}

# ---- the lines of enemies ------------------------------------------------------------------------

STEP_MOVE, STEP_ATTACK, STEP_USE = range(3)
MOVES = ("adjacent", "toward", "away", "range")
M_ADJACENT, M_TOWARD, M_AWAY, M_RANGE = range(4)
GOALS = ("foe", "kin", "head")
TO_FOE, TO_KIN, TO_HEAD = range(3)
NEEDS = ("none", "kin", "enemy", "head")
NEED_NONE, NEED_KIN, NEED_ENEMY, NEED_HEAD = range(4)
BASIC = -1  # the printed attack of a board

# ---- dice ----------------------------------------------------------------------------------------

FACES = 6
FOCUS_RESULTS = ("blank", "critical", "strike", "break", "pierce")
BLANK, CRITICAL, STRIKE, BREAK, PIERCE = range(5)
MARKS = {"yang": 1, "yin": 2}
YANG, YIN = 1, 2
