"""The Shogun's Chosen: the vocabulary of its cards, boards and chapters, as the tables number it."""

from __future__ import annotations

from bestiary.core.names import Names

# ---- effects: triggers, conditions, whom they fall on, operations --------------------------------

ON = Names(
    "ON",
    [
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
        "any",
    ],
)  # any: the effects of an option that was chosen
IF = Names(
    "IF",
    [
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
    ],
)
IS = Names("IS", ("ge", "le", "eq", "gt", "lt"))
COMPARISONS = {">=": IS.GE, "<=": IS.LE, "=": IS.EQ, ">": IS.GT, "<": IS.LT}
WHO = Names(
    "WHO",
    [
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
    ],
)
OF = Names("OF", ("character", "servant", "dead"), (100, 101, 102))  # classes that stand for a kind
DO = Names(
    "DO",
    [
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
    ],
)

# ---- values of the parameters --------------------------------------------------------------------

ATTR = Names("ATTR", ("power", "knowledge", "dexterity", "spirit"))
STAT = Names(
    "STAT",
    ["power", "dexterity", "spirit", "move", "armour", "nd", "hits", "range", "taken", "ap_gain", "test"],
)
STATS = len(STAT.words)
UNTIL = Names("UNTIL", ("roll", "activation", "next_start", "next_end", "round", "phase"))
LATER = UNTIL.ROLL  # a roll is never kept: its slot is for the end of the activation after this one
UNTILS = len(UNTIL.words)
FLAGS = [
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
]
FLAG = Names("FLAG", FLAGS, (1 << i for i in range(len(FLAGS))))
COND = Names("COND", ("poisoned", "bleeding", "downed", "blinded"))
CURE = Names("CURE", (*COND.words, "all", "any"))
IGNORE = Names("IGNORE", ("armour", "nd", "both"), (1, 2, 3))
TRAITS = ("keen", "stout", "nimble", "stealthy", "learned", "devout")
TERRAIN = Names(
    "TERRAIN", ["outside", "regular", "wall", "obstacle", "difficult", "special", "ladder", "door"]
)
SKILL = Names("SKILL", ("passive", "technique", "attack"))
KEYWORD = Names("KEYWORD", ("consumable", "uses", "permanent", "special"))
CLASSES = ("samurai", "shinobi", "onna_musha", "monk")
ATTACK = Names("ATTACK", ("fast", "strong", "counter"), (1, 2, 4))
ONCE = Names("ONCE", ("activation", "round"), (1, 2))
KI = Names("KI", ("one", "all"))
AT = Names("AT", ("any", "self"))
LAY = Names("LAY", ("empty", "under_targets"))
PRICE = Names("PRICE", ("market", "smith", "heads", "repair"))
SIDE = Names("SIDE", ("characters", "followers"))

# ---- priorities ----------------------------------------------------------------------------------

MOST = Names(
    "MOST",
    [
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
    ],
)
LEAST = 16  # added to a characteristic: the least of it
PRIO = Names("PRIO", ("first_initiative", "next_initiative", "nearest", "farthest"), range(32, 36))
NO_PRIORITY = -1
PRIORITIES = {f"most:{c}": i for i, c in enumerate(MOST.words)}
PRIORITIES |= {f"least:{c}": LEAST + i for i, c in enumerate(MOST.words)}
PRIORITIES |= {word: 32 + i for i, word in enumerate(PRIO.words)}

# ---- the lines of enemies ------------------------------------------------------------------------

STEP = Names("STEP", ("move", "attack", "use"))
MOVE = Names("MOVE", ("adjacent", "toward", "away", "range"))
TO = Names("TO", ("foe", "kin", "head"))
NEED = Names("NEED", ("none", "kin", "enemy", "head"))
BASIC = -1  # the printed attack of a board

# ---- dice ----------------------------------------------------------------------------------------

FACES = 6
FACE = Names("FACE", ("blank", "critical", "strike", "break", "pierce"))
MARK = Names("MARK", ("yang", "yin"), (1, 2))

# ---- what leads to the objective of a chapter, and what a position is judged by ------------------

GOAL = Names("GOAL", ("point", "door", "resistor", "foe"))
WAY_STEPS = 9
UNREACHED = 99  # squares from which there is no way
JUDGED = Names(
    "JUDGED",
    [
        "progress",
        "objective",
        "lives",
        "standing",
        "threat",
        "malice",
        "failure",
        "distress",
        "engaged",
        "start",
    ],
)
