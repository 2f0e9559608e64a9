"""KLAW: what a position consists of, and what can be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bestiary.core.actions import Actions, Question, Questions, Verb
from bestiary.core.errors import BadOption
from bestiary.core.game import Limits, Zone, table_record
from bestiary.core.options import Option, Options, Value
from bestiary.core.record import record, state_record
from bestiary.core.rulebook import Rulebook

ROOM = Path(__file__).parent
RULEBOOK = Rulebook.load(ROOM / "rulebook.toml")
cite = RULEBOOK.number

# ---- sizes -------------------------------------------------------------------------------

SEATS = 4
SLOTS = 4  # Hosts on one field
HOSTS = SEATS * SLOTS  # a Host on the field is seat * SLOTS + slot
CARDS = 256  # room for new cards; the card file says how many there are
KINDS = 144
ITEMS = 2
TOTEMS = 12  # on one Host, between absorbing and check
KEPT = 6  # on one Host when somebody is asked
HAND = 20  # for a moment; at most LIMIT once a question other than a discard is asked
HELD = 8
LOOK = 6  # cards that an effect may look at
DICE = 6
EFFECTS = 4  # effects on one card
DEPTH = 10  # things under way at once
WORDS = 12  # numbers that describe a thing under way
LOADED = 64

# ---- what the rulebook fixes ---------------------------------------------------------------

HAND_LIMIT = 8
MAX_LIFE = 24
SUPPORTS = 3
EXCHANGES = 24
LAST_ROUND = 200
SINGULARITY = 7  # Totems that no check can contain

# ---- options -----------------------------------------------------------------------------


class KlawOptions(Options):
    """The options of KLAW, with the one bond between two of them."""

    def complete(self, given: Mapping[str, object] | None = None) -> dict[str, Value]:
        """Refuses a Totem goal that Champion Mode cannot reach (KLW-19.14)."""
        made = super().complete(given)
        if made["mode"] == "champion" and int(made["totem_goal"]) > KEPT:
            raise BadOption(f"In Champion Mode totem_goal is at most {KEPT} (KLW-19.14).")
        return made


OPTIONS = KlawOptions(
    [Option("players", (2, 3, 4), 2, "KLAW is played by two to four.", ("KLW-6.1",)), *RULEBOOK.options()]
)
SQUAD = OPTIONS.code("mode", "were_squad")
FULL = OPTIONS.code("deck", "full")
SCOPE_COMBAT = OPTIONS.code("protected_scope", "combat")
SHORT = OPTIONS.code("round_markers", "short")
FORTIFY_ANY = OPTIONS.code("start_fortify", "any")
EXPOSED = OPTIONS.code("resting_hosts", "exposed")
BLOCK = OPTIONS.code("uncontested_defence", "block")
NO_CAP = OPTIONS.code("die_cap", "none")
ANY_ACTION = OPTIONS.code("hostless_actions", "any")
ATTRITION = OPTIONS.code("ending", "attrition")

# ---- phases: the questions ------------------------------------------------------------------

PHASES = (
    "reveal",
    "start_fortify",
    "main",
    "pick_own_host",
    "pick_replaced",
    "pick_target_host",
    "pick_target_player",
    "answer",
    "pick_item",
    "pick_totem",
    "pick_seen_card",
    "pick_scouted",
    "pick_recovered",
    "fight_role",
    "fight_dice",
    "vessel",
    "discard",
    "deploy_now",
    "over",
)
QUESTIONS = Questions(*map(Question, PHASES))
(
    REVEAL,
    START_FORTIFY,
    MAIN,
    OWN_HOST,
    REPLACED,
    TARGET_HOST,
    TARGET_PLAYER,
    ANSWER,
    PICK_ITEM,
    PICK_TOTEM,
    SEEN_CARD,
    SCOUTED,
    RECOVERED,
    FIGHT_ROLE,
    FIGHT_DICE,
    VESSEL,
    DISCARD,
    DEPLOY_NOW,
    OVER,
) = range(len(PHASES))

# ---- actions -----------------------------------------------------------------------------

ACTIONS = Actions(
    Verb("reveal", "reveal {card}", hand=HELD),
    Verb("attach", "fortify with {card}", hand=HELD),
    Verb("done", "go on without fortifying"),
    Verb("deploy", "deploy {card}", hand=HELD),
    Verb("support", "play {card} as Support", hand=HELD),
    Verb("totem", "attach {card}", hand=HELD),
    Verb("item", "equip {card}", hand=HELD),
    Verb("consume", "use {card} at once", hand=HELD),
    Verb("action", "play {card}", hand=HELD),
    Verb("attack", "attack with {card}", slot=SLOTS),
    Verb("remove", "take {card} back into the hand", use="name", slot=SLOTS, totem=KEPT),
    Verb("use", "use {card}", slot=SLOTS, item=ITEMS),
    Verb("promote", "make {card} the Champion", slot=SLOTS),
    Verb("pass", "pass"),
    Verb("host", "choose {card}", use="name", slot=SLOTS),
    Verb("replace", "replace {card}", use="discard", item=ITEMS),
    Verb("target", "aim at {card}", use="name", seat=SEATS, slot=SLOTS),
    Verb("player", "aim at player {target}", seat=SEATS),
    Verb("decline", "let it happen"),
    Verb("answer_item", "answer with {card}", slot=SLOTS, item=ITEMS),
    Verb("answer_hand", "answer with {card} from the hand", hand=HELD),
    Verb("answer_totem", "answer with the power of {card}", slot=SLOTS, totem=KEPT),
    Verb("answer_reveal", "reveal {card} and answer with it", hand=HELD),
    Verb("answer_talent", "answer with the talent of {card}", slot=SLOTS),
    Verb("pick_item", "choose {card}", use="name", item=ITEMS),
    Verb("pick_totem", "choose {card}", use="name", totem=KEPT),
    Verb("take", "take {card}", use="name", card=CARDS),
    Verb("nothing", "take nothing"),
    Verb("scout", "take {card}", use="name", place=LOOK),
    Verb("recover", "take {card} from the Discard Pile", use="name", kind=KINDS),
    Verb("roll", "roll the dice"),
    Verb("fight_item", "use {card} instead of rolling", item=ITEMS),
    Verb("lend", "call on {card} instead of rolling", slot=SLOTS),
    Verb("flee", "flee with {card}", source=KEPT + 1),
    Verb("dice", "roll {number} dice", number=DICE),
    Verb("vessel", "put {card} into the vessel", totem=KEPT),
    Verb("discard", "discard {card}", use="discard", hand=HAND),
    Verb("deploy_now", "deploy {card} at once"),
    Verb("keep", "keep the card in hand"),
)
VERBS = tuple(v.name for v in ACTIONS.verbs)
(
    V_REVEAL,
    V_ATTACH,
    V_DONE,
    V_DEPLOY,
    V_SUPPORT,
    V_TOTEM,
    V_ITEM,
    V_CONSUME,
    V_ACTION,
    V_ATTACK,
    V_REMOVE,
    V_USE,
    V_PROMOTE,
    V_PASS,
    V_HOST,
    V_REPLACE,
    V_TARGET,
    V_PLAYER,
    V_DECLINE,
    V_ANSWER_ITEM,
    V_ANSWER_HAND,
    V_ANSWER_TOTEM,
    V_ANSWER_REVEAL,
    V_ANSWER_TALENT,
    V_PICK_ITEM,
    V_PICK_TOTEM,
    V_TAKE,
    V_NOTHING,
    V_SCOUT,
    V_RECOVER,
    V_ROLL,
    V_FIGHT_ITEM,
    V_LEND,
    V_FLEE,
    V_DICE,
    V_VESSEL,
    V_DISCARD,
    V_DEPLOY_NOW,
    V_KEEP,
) = range(len(VERBS))
BASE = tuple(ACTIONS.base(name) for name in VERBS)

# ---- things under way: the first word of a frame ----------------------------------------------

NO_TASK, STARTING, TURN, PLAY, EFFECT, MOMENT, CHECK, AFTERMATH, FIGHT, SPOILS = range(10)
KIND, STEP, A, B, C, D, E, F, G, H = range(10)
# PLAY: A card, B kind, C actor, D verb, E own Host or NOBODY, F target, G reduction, H owes a check
# EFFECT: A kind, B trigger, C actor, D own Host, E target, F card of the target Host, G reduction, H card
# MOMENT: A trigger, B Host, C card whose effects run
# CHECK: A Host.  AFTERMATH: A Hosts done.  FIGHT and SPOILS: see fight.py and spoils.py

# ---- streams -----------------------------------------------------------------------------

LOTS, DECK, ROLLS, CHANCE = range(4)

# ---- knowledge: a bit for every hidden place where a card can be ---------------------------------

PUBLIC = SEATS  # the row of what everybody knows
IN_DECK = 1 << SEATS

# ---- records -----------------------------------------------------------------------------

NOBODY = -1
STATES = (
    "protected",
    "asleep",
    "dormant",
    "poisoned",
    "burning",
    "shackled",
    "resting",
    "frozen",
    "frenzied",
    "haunted",
)
(
    PROTECTED,
    ASLEEP,
    DORMANT,
    POISONED,
    BURNING,
    SHACKLED,
    RESTING,
    FROZEN,
    FRENZIED,
    HAUNTED,
) = range(len(STATES))

QUIET, FIGHTING, SORTING = range(3)  # stages of a fight
STANDING, FLED = range(2)  # how it ends, if nobody falls
NO_WILD, PLAIN_WILD, WILD_SIX, WILD_ONE = range(4)

STATE = state_record(
    [
        ("ask", "i8"),  # the seat that is asked
        ("first", "i8"),  # the first player
        ("turn", "i8"),  # the seat whose turn it is
        ("turns", "i8"),  # the number of this turn, from 0
        ("draw_due", "i8"),
        ("hold", "i8"),  # hands may be too large for a moment
        ("crowded", "i8"),  # a hand may be too large
        ("lone", "i8"),  # the only player with Hosts, or NOBODY
        ("grace", "i8"),  # turns of the extra round still to be played
        ("ran_out", "i8"),  # the deck has been empty
        ("dusk", "i8"),  # turns of Dusk still to be played
        ("winners", "i8"),  # mask
        ("by", "i8"),
        ("deck_n", "i8"),
        ("box_n", "i8"),
        ("look_n", "i8"),
        ("tasks", "i8"),  # things under way
        ("task", "i8", (DEPTH, WORDS)),
        ("fight", "i8"),  # stage of the fight
        ("exchange", "i8"),
        ("fighter", "i8", (2,)),  # Hosts: who began, who was attacked
        ("role", "i8"),  # which of them has the attacker role
        ("pool", "i8", (2,)),  # dice to be rolled
        ("wild", "i8", (2,)),
        ("dealt", "i8", (2,)),  # Life taken from the enemy in the comparisons
        ("fallen", "i8"),  # which of them has fallen, or NOBODY
        ("saved", "i8"),  # a Host outlived its defeat in this exchange
        ("outcome", "i8"),
        ("lent", "i8"),  # mask of Hosts that have lent their Talent
        ("die", "i2", (2, DICE)),
        ("hand_n", "i8", (SEATS,)),
        ("lots_n", "i8", (SEATS,)),  # Hosts of the deal still in this hand
        ("champion", "i8", (SEATS,)),  # slot, or NOBODY; not used in Were-Squad
        ("host", "i2", (HOSTS,)),
        ("life", "i2", (HOSTS,)),
        ("mark", "i2", (HOSTS, len(STATES))),  # turns left, or 1 for a state that is not counted
        ("items", "i2", (HOSTS, ITEMS)),
        ("totem_n", "i2", (HOSTS,)),
        ("totem", "i2", (HOSTS, TOTEMS)),
        ("dormant", "i2", (HOSTS, TOTEMS)),
        ("rest", "i2", (HOSTS, TOTEMS)),
        ("hand", "i2", (SEATS, HAND)),
        ("played", "i2", (1,)),  # the card that is being played
        ("captured", "i2", (TOTEMS,)),
        ("look", "i2", (LOOK,)),
        ("deck", "i2", (CARDS,)),  # unordered: a draw takes one at random
        ("box", "i2", (CARDS,)),
        ("discard", "u1", (CARDS,)),
        ("lots", "u1", (CARDS,)),  # 1 for a Host of the deal that has not left its hand
        ("know", "u1", (SEATS + 1, CARDS)),  # per seat: where a card that it cannot see may be
        ("loaded_n", "i8"),
        ("loaded", "i2", (LOADED,)),  # dice that a prepared position foretells
    ],
    OPTIONS.kind,
    streams=4,
)
ZONES = (
    Zone("host"),
    Zone("items"),
    Zone("totem"),
    Zone("hand"),
    Zone("played"),
    Zone("captured"),
    Zone("look"),
    Zone("deck"),
    Zone("box"),
    Zone("discard", flags=True),
)

CARRY = record(
    ("more", "i8"),
)

TABLES = table_record(
    [
        ("cards", "i8"),  # how many there are
        ("kinds", "i8"),
        ("deck_hosts", "i8"),  # for each player of a per_player deck
        ("deck_pairs", "i8"),
        ("deck_others", "i8"),
        ("kind", "i2", (CARDS,)),  # the kind of a card
        ("first", "i2", (KINDS,)),  # the first card of a kind
        ("copies", "i2", (KINDS,)),
        ("sorts", "i2", (KINDS,)),  # host, totem, item or action
        ("forgotten", "i2", (KINDS,)),
        ("attack", "i2", (KINDS,)),
        ("defence", "i2", (KINDS,)),
        ("life", "i2", (KINDS,)),
        ("consumable", "i2", (KINDS,)),
        ("target", "i2", (KINDS,)),
        ("needs", "i2", (KINDS,)),
        ("tags", "i8", (KINDS,)),
        ("on_turn", "i2", (KINDS,)),
        ("in_fight", "i2", (KINDS,)),
        ("unavoidable", "i2", (KINDS,)),
        ("ops", "i8", (KINDS,)),  # mask of operations that work always
        ("triggers", "i8", (KINDS,)),  # mask of triggers
        ("steals", "i2", (KINDS,)),  # 1 for a card that steals a Host
        ("answers", "i8", (KINDS,)),  # mask of tags that it answers
        ("state_tag", "i8", (len(STATES),)),
        ("fx", "i2", (KINDS, EFFECTS, 18)),
        ("effects", "i2", (KINDS,)),
    ],
    ACTIONS,
)

LIMITS = Limits(legal=160, decisions=200_000, events=1500, scratch=4 * CARDS)
