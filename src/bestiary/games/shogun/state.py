"""The Shogun's Chosen: what a position consists of: sizes, options, records."""

from __future__ import annotations

from pathlib import Path

from bestiary.core.game import Limits, Zone
from bestiary.core.names import Names
from bestiary.core.options import Option, Options
from bestiary.core.record import Field, record, state_record
from bestiary.core.rulebook import Rulebook

from .effects import STAT, UNTILS

ROOM = Path(__file__).parent
RULEBOOK = Rulebook.load(ROOM / "rulebook.toml")
cite = RULEBOOK.number

# ---- sizes: see the limits of the rulebook -------------------------------------------------------

COLS, ROWS = 22, 20
SQUARES = COLS * ROWS
SEATS = 4
HEROES = 4
CREATURES = 48
RESISTORS = 7
DECOY = 6
RES0 = CREATURES  # resistors are numbered after the creatures
FIGURES = CREATURES + RESISTORS
MINION0, SERVANT0, WANDERER0, CHOSEN0, SHINIGAMI = 4, 40, 42, 44, 47
KINDS = 19
KIND_MINION, KIND_SERVANT, KIND_WANDERER, KIND_CHOSEN, KIND_SHINIGAMI = 4, 11, 13, 15, 18
LEVELS = 5
SLOTS = 5
SKILLS = 40
KAMI = 8
TECHNIQUES = 7  # five skill slots, two Kami skills
DICE = 9
WHITES, BLACKS = 4, 4
FOCUS = 8  # the place of the focus die
CHAPTERS = 7
ENCOUNTER = 6  # the chapter of the Shinigami, counted from 0
ZONES_MAX = 3
POINTS = 8
DOORS = 4
SPAWNS = 6
MAX_MALICE = 6
ROUNDS = 28
MAX_AP = 4
CONDITION_CAP = 4
BLESSED_CAP = 6
COIN_CAP, HEAD_CAP, BOSS_CAP, KARMA_CAP, AFFINITY_CAP, COUNTER_CAP = 9999, 99, 9, 99, 6, 9
MOD_CAP = 99
BEYOND = 100_000  # more than any range, cost or place
MP_CAP = 40
BITS = 60  # squares in one word of a set
WORDS = (SQUARES + BITS - 1) // BITS
DEPTH, WIDTH = 24, 14  # the stack of what is under way

ITEM_TYPES, ITEM_COPIES = 28, 4
WEAPON_TYPES, ARMOUR_TYPES, SMITH_COPIES = 32, 16, 2
SPECIAL_TYPES = 6
ORACLES, ORACLE_COLOUR = 16, 8
EVENT_CARDS, EVENT_TYPES = 90, 52
TIER_CARDS = 12  # random event cards of one colour and tier
AI_TYPES, AI_DECK, AI_CARDS = 22, 10, 36
MARKET = ITEM_TYPES * ITEM_COPIES
WEAPON0 = MARKET
ARMOUR0 = WEAPON0 + WEAPON_TYPES * SMITH_COPIES
SPECIAL0 = ARMOUR0 + ARMOUR_TYPES * SMITH_COPIES
ORACLE0 = SPECIAL0 + SPECIAL_TYPES
EVENT0 = ORACLE0 + ORACLES
AI0 = EVENT0 + EVENT_CARDS
CARDS = AI0 + AI_CARDS
WEAPONS_HELD, ARMOUR_HELD, ITEMS_HELD = 3, 2, 12
MARKET_ROW = 9
SMITH = 12  # blacksmith cards of one class
EVENTS_PER_CARD = 6

LISTS, EFFECTS, ATOMS = 460, 760, 3
LINES, STEPS, LINE_STEPS = 140, 300, 4
BOARD_SKILLS = 80
ENTRY_LINES = 5  # lines of one number of a behaviour table, or of one AI card

# ---- options -------------------------------------------------------------------------------------

NAMES = ("akira", "hikaru", "tomoe", "jinen")
GROUPS = tuple("+".join(n for i, n in enumerate(NAMES) if mask >> i & 1) for mask in range(1, 16))
PARTIES = ("auto", *GROUPS)  # the place of a group is its mask
OPTIONS = Options(
    [
        Option("players", (1, 2, 3, 4), 2, "How many play; the team wins or loses together.", ("SHG-1.1",)),
        Option(
            "party",
            PARTIES,
            "auto",
            "Who takes part, dealt to the players in turn; auto: one each.",
            ("SHG-1.2",),
        ),
        Option(
            "mode",
            ("campaign", "chapter"),
            "campaign",
            "All chapters in a row from the one named, or that one alone.",
            ("SHG-1.4",),
        ),
        Option("chapter", (1, 2, 3, 4, 5, 6, 7), 1, "The chapter; 7 is the Shinigami.", ("SHG-1.4",)),
        Option(
            "level", (0, 1, 2, 3, 4, 5), 0, "The level to start with; 0: the chapter's own.", ("SHG-1.4",)
        ),
        *RULEBOOK.options(),
    ]
)
OPT = OPTIONS.codes
DIFFICULTY = tuple(map(str, OPTIONS.all["difficulty"].values))
DIFFICULTIES = len(DIFFICULTY)

# ---- streams -------------------------------------------------------------------------------------

STREAM = Names("STREAM", ("dice", "ki", "oracle", "queue", "events", "ai", "market"))

# ---- frames: what is under way, innermost last ---------------------------------------------------

FRAME = Names(
    "FRAME",
    [
        "none",
        "phase",
        "build",
        "share",
        "place",
        "round",
        "events",
        "initiative",
        "act",
        "move",
        "attack",
        "trigger",
        "list",
        "effect",
        "inflict",
        "defeat",
        "enemy",
        "spawn",
        "shove",
        "trade",
        "limit",
        "pick_ki",
        "interact",
        "item",
        "malice",
        "end",
        "interlude",
        "draw",
    ],
)

# ---- small enumerations --------------------------------------------------------------------------

NOBODY = -1
STATUS = Names("STATUS", ("absent", "standing", "defeated"))  # of a character
IN = Names("IN", ("events", "initiative", "activations", "between"))  # where the round stands
MANNER = Names("MANNER", ("action", "counter", "enemy", "enemy_counter"))  # of an attack
GAIT = Names("GAIT", ("walking", "flies", "spirit_walk"))

HERO_FIELDS: list[Field] = [
    ("status", "i8", (HEROES,)),
    ("owner", "i8", (HEROES,)),  # the seat of a character
    ("level", "i8", (HEROES,)),
    ("attr", "i8", (HEROES, 4)),
    ("affinity", "i8", (HEROES,)),
    ("kami", "i8", (HEROES,)),
    ("coins", "i8", (HEROES,)),
    ("heads", "i8", (HEROES,)),
    ("boss", "i8", (HEROES,)),
    ("karma", "i8", (HEROES,)),
    ("skill", "i8", (HEROES, SLOTS)),  # the acquired skills, NOBODY where none
    ("weapon", "i2", (HEROES, WEAPONS_HELD)),  # the first is equipped
    ("armour", "i2", (HEROES, ARMOUR_HELD)),  # the first is worn
    ("items", "i2", (HEROES, ITEMS_HELD)),
    ("uses", "i2", (MARKET,)),  # use tokens on market cards
    ("market", "i2", (MARKET,)),  # the top is the last
    ("market_n", "i8"),
    ("bottom", "i8"),  # cards under the market deck whose place everybody knows
    ("unlocked", "i8"),  # mask of the Kami unlocked in the campaign
]

STATE = state_record(
    [
        *HERO_FIELDS,
        ("stack", "i8", (DEPTH, WIDTH)),
        ("sp", "i8"),
        ("verb", "i8"),  # the answer to the last question, or NOBODY
        ("ans", "i8"),
        ("ans2", "i8"),
        ("cand", "i8", (WORDS,)),  # what may be answered: figures or squares, as sets
        ("may", "i8"),  # 1: the question can be declined
        ("chapter", "i8"),  # from 0
        ("attempt", "i8"),  # from 1
        ("party", "i8"),  # characters that started the phase
        ("rounds", "i8"),
        ("step", "i8"),  # where the round stands
        ("malice", "i8"),
        ("oracle", "i8"),  # 0 green, 1 red
        ("counter", "i8", (3,)),
        ("winner", "i8"),  # 1 won, 0 lost, NOBODY undecided
        ("by", "i8"),
        ("yomi", "i8"),  # marked boxes
        ("meets", "i8"),  # encounters with the Shinigami so far
        ("called", "i8"),  # 1: the Shinigami comes before the next phase
        ("resume", "i8"),  # what follows an encounter: 1 interlude, 0 repeat
        ("opened", "i8"),  # mask of the Kami unlocked in this phase
        ("personal", "i8", (KAMI,)),  # 1 + the character of a personal mission
        ("queue", "i8", (CREATURES,)),
        ("queue_n", "i8"),
        ("at_card", "i8"),  # the place of the active card; cards before it are rotated
        ("active", "i8"),
        ("sq", "i8", (CREATURES,)),
        ("hp", "i8", (CREATURES,)),
        ("max_hp", "i8", (CREATURES,)),
        ("arm", "i8", (CREATURES,)),  # current armour
        ("plus", "i8", (CREATURES,)),  # 1: the upgraded board
        ("side_of", "i8", (CREATURES,)),
        ("cond", "i8", (CREATURES, 4)),
        ("blessed", "i8", (HEROES,)),
        ("mod", "i2", (CREATURES, len(STAT.words), UNTILS)),
        ("flag", "i8", (CREATURES, UNTILS)),
        ("once", "i8", (CREATURES,)),  # effects limited to once that were used
        ("upgraded", "i8"),  # mask of the kinds marked + in this chapter
        ("ap", "i8", (HEROES,)),
        ("mp", "i8"),
        ("bonus", "i8"),
        ("moved", "i8"),  # squares the active creature entered in this activation
        ("moves", "i8"),  # move actions taken in this activation
        ("attacks", "i8"),  # attack actions taken in this activation
        ("withdrawn", "i8"),
        ("mode", "i8", (HEROES,)),  # Kami Mode: 1 in the activation it began, 2 after it
        ("moded", "i8"),  # mask of the characters that used Kami Mode in this phase
        ("kami_used", "i8", (HEROES,)),  # mask of the Kami skills used in this phase
        ("ki", "i8", (HEROES, SLOTS)),  # the dice in the slots, 0 for none
        ("supply", "i8", (HEROES, 7)),  # how many dice of each value
        ("exhausted", "i8", (HEROES,)),
        ("spare_arm", "i8", (HEROES,)),  # the value of a second armour, until one is given up
        ("item_used", "i2", (MARKET,)),
        ("traded", "i2", (ORACLE0,)),  # cards that changed hands in this exchange
        ("gave", "i8", (HEROES, HEROES)),  # coins 1, heads 2, boss heads 4
        ("equipped", "i8"),  # mask of those who chose their weapon before the phase
        ("ground", "i2", (SQUARES,)),
        ("at", "i2", (SQUARES,)),  # who stands there: a figure, or EMPTY
        ("floor", "i2", (SQUARES,)),  # heads
        ("floor_boss", "i2", (SQUARES,)),
        ("zone", "i8", (ZONES_MAX,)),  # 1 revealed
        ("revealed", "i8", (ZONES_MAX,)),  # in order
        ("revealed_n", "i8"),
        ("door", "i8", (DOORS,)),  # 1 closed, 2 open
        ("point", "i8", (POINTS,)),  # 1 in play
        ("res_sq", "i8", (RESISTORS,)),
        ("res_tokens", "i8", (RESISTORS,)),
        ("pending", "i8", (8,)),  # effects on the queue that wait for initiative
        ("pending_who", "i8", (8,)),
        ("pending_n", "i8"),
        ("oracle_deck", "i2", (ORACLES,)),
        ("oracle_n", "i8"),
        ("drawn", "i2", (ORACLES,)),
        ("drawn_n", "i8"),
        ("event_deck", "i2", (2, TIER_CARDS)),  # green and red cards of the tier, the top is the last
        ("event_n", "i8", (2,)),
        ("sleeve", "i2", (ZONES_MAX, 2)),  # green (or purple) and red card of a zone
        ("shown", "i2", (ZONES_MAX, 2, EVENTS_PER_CARD)),  # the events revealed so far
        ("shown_n", "i8", (ZONES_MAX, 2)),
        ("ai_deck", "i2", (4, AI_DECK)),
        ("ai_n", "i8", (4,)),
        ("ai_discard", "i2", (4, AI_DECK)),
        ("ai_discard_n", "i8", (4,)),
        ("ai_aside", "i2", (4, AI_DECK)),
        ("ai_aside_n", "i8", (4,)),
        ("ai_card", "i2", (4,)),  # the card being resolved
        ("row", "i2", (MARKET_ROW,)),  # the market of the interlude
        ("box", "u1", (CARDS,)),  # 1 for a card that is not in play
        # the attack under way
        ("a_by", "i8"),
        ("a_on", "i8"),
        ("a_now", "i8"),
        ("a_from", "i8"),  # the square the attack is made from
        ("a_place", "i8"),  # the square of the first target when it was chosen
        ("a_range", "i8"),  # from the attacker to the target at hand
        ("a_manner", "i8"),
        ("a_kind", "i8"),  # fast, strong, counter, as a mask
        ("a_skill", "i8"),  # skill slot, or board skill, or NOBODY
        ("a_list", "i8"),  # the effects of that skill
        ("a_ki", "i8"),
        ("a_focus", "i8"),
        ("a_white", "i8"),
        ("a_black", "i8"),
        ("a_rerolls", "i8"),
        ("a_refocus", "i8"),
        ("a_rerolled", "i8"),
        ("a_safe", "i8"),
        ("a_no_counter", "i8"),
        ("a_targets", "i8"),
        ("a_waiting", "i8"),
        ("a_hits", "i8"),
        ("a_extra", "i8"),  # hits added for the target at hand
        ("a_pre", "i8"),  # hits added by yin-yang
        ("a_ignore", "i8"),
        ("a_pre_ignore", "i8"),
        ("a_guard", "i8"),
        ("a_damage", "i8"),
        ("a_first", "i8"),  # damage to the first target
        ("a_yinyang", "i8"),
        ("a_result", "i8"),  # the face of the focus die, or NOBODY
        ("a_prio", "i8"),
        ("a_dice", "i8", (DICE,)),  # faces, NOBODY for a die that is not rolled
        ("searched", "i8"),  # 1 while the two fields below hold something; 0 between actions
        ("dist", "i2", (SQUARES,)),  # scratch of the path finder: 1 + the cost of a square
        ("frontier", "i2", (2 * SQUARES,)),  # scratch
    ],
    OPTIONS.kind,
    streams=7,
)
ZONES = (
    Zone("weapon"),
    Zone("armour"),
    Zone("items"),
    Zone("market"),
    Zone("oracle_deck"),
    Zone("drawn"),
    Zone("event_deck"),
    Zone("sleeve"),
    Zone("ai_deck"),
    Zone("ai_discard"),
    Zone("ai_aside"),
    Zone("ai_card"),
    Zone("row"),
    Zone("box", flags=True),
)

CARRY = record(
    ("more", "i8"),
    ("started", "i8"),  # 1: a campaign is under way
    ("chapter", "i8"),
    ("attempt", "i8"),
    ("interlude", "i8"),  # 1: an interlude comes first
    ("yomi", "i8"),
    ("meets", "i8"),
    ("called", "i8"),
    ("resume", "i8"),
    ("won", "i8"),
    ("lost", "i8"),
    ("arm", "i8", (HEROES,)),
    ("after", "i8"),  # the chapter that follows an encounter
    ("after_attempt", "i8"),
    *HERO_FIELDS,
)

LIMITS = Limits(legal=480, decisions=40000, events=2000, scratch=2 * CARDS, seen=1536)
