"""Totemic: what a position consists of, what can be chosen, and what can happen."""

from __future__ import annotations

from pathlib import Path

from bestiary.core.actions import Actions, Question, Questions, Verb
from bestiary.core.game import Feature, Limits, Zone, table_record
from bestiary.core.options import Option, Options
from bestiary.core.record import record, state_record
from bestiary.core.rulebook import Rulebook

from .vocabulary import TRIGGERS

ROOM = Path(__file__).parent
RULEBOOK = Rulebook.load(ROOM / "rulebook.toml")
cite = RULEBOOK.number

# ---- sizes -------------------------------------------------------------------------------

SIDES = 2  # the two players, or the player and the rival of the solo game
PLAYER, RIVAL = 0, 1
NOBODY = -1
ASPECTS = 40  # cards 0 to 39
FATES = 4  # the challenge cards of the solo game: cards 40 to 43
CARDS = ASPECTS + FATES
SPIRITS = 12  # read like cards 44 to 55
SPIRIT_CARD = CARDS
ROWS = CARDS + SPIRITS  # rows of the table of effects
GAME_CARDS = 20  # aspects in one game
HAND = 6  # the most a hand can hold: see the limits of the rulebook
OFFERING = 3
PAIR = 2  # cards that each side selects for a challenge
LEVELS = 6
EFFECTS = 2  # effects on one card or spirit
RIVALS = 6
HIERARCHY = RIVALS + 1
APART = HAND  # as a place of a pair: the card that lies apart, which no pair may hold

# ---- options -----------------------------------------------------------------------------

SPIRIT_NAMES = (
    "badger",
    "bat",
    "crow",
    "mouse",
    "porcupine",
    "stag",
    "turtle",
    "wolf",
    "fox",
    "owl",
    "snake",
    "catfish",
)
SPIRIT_VALUES = ("choose", *SPIRIT_NAMES)
OPTIONS = Options(
    [
        Option("players", (2, 1), 2, "Two play against each other, one plays the solo game."),
        Option("match_games", (1, 3), 1, "One game, or a match of three.", ("TMC-10.7",)),
        Option(
            "spirit_0", ("choose", *SPIRIT_NAMES), "choose", "The spirit of the first seat.", ("TMC-1.6",)
        ),
        Option(
            "spirit_1", ("choose", *SPIRIT_NAMES), "choose", "The spirit of the second seat.", ("TMC-1.6",)
        ),
        Option("rivals", ("choose", 1, 2, 3, 4, 5, 6), 3, "Rivals of the solo game.", ("TMC-12.4",)),
        *RULEBOOK.options(),
    ]
)
CHOOSE_FREELY = 0  # the code of "choose", for spirits and for the number of rivals

# ---- phases: what is asked ---------------------------------------------------------------

PHASES = (
    "choose",  # a spirit
    "rivals",  # how many rivals
    "token",  # who gets the token on equal powers
    "begin",  # everything is fixed: the deal waits for a word
    "act",
    "trim",  # down to the hand size
    "discard",  # an effect makes a player discard
    "strongest",  # the same, but the strongest card
    "invoke_pay",
    "may",
    "recover",
    "swap",
    "remove",
    "answer",
    "select",
    "feint",
    "pay",
    "pick",  # the player settles a tie of the rival
    "over",
)
QUESTIONS = Questions(*map(Question, PHASES))
(
    CHOOSE,
    COUNT,
    TOKEN,
    BEGIN,
    ACT,
    TRIM,
    DISCARD,
    STRONGEST,
    INVOKE_PAY,
    MAY,
    RECOVER,
    SWAP,
    REMOVE,
    ANSWER,
    SELECT,
    FEINT,
    PAY,
    PICK,
    OVER,
) = range(len(PHASES))

# ---- steps: what runs by itself, up to the next question -----------------------------------

(
    S_DEAL,  # powers and token of a duel
    S_CONFRONT,  # powers and token of a confrontation
    S_LAY_OUT,  # deck, hands, offering
    S_TURN,
    S_ADVANTAGES,
    S_ACT,
    S_DRAWN,
    S_EFFECTS,
    S_FILL,
    S_INVOKE_PAY,
    S_CHALLENGE,
    S_ANSWER,
    S_SELECT,
    S_REVEAL,
    S_RESULT,
    S_PAY,
    S_CHALLENGE_END,
    S_RIVAL_TAKES,
    S_RIVAL_PAYS,
    S_CHECK,
    S_REFILL,
    S_OFFERING,
) = range(22)

# what the rival needs a card for
TASKS = ("take", "pay_invoke", "trim", "discard", "strongest", "select", "pay")
T_TAKE, T_PAY_INVOKE, T_TRIM, T_DISCARD, T_STRONGEST, T_SELECT, T_PAY = range(len(TASKS))

# ---- actions -----------------------------------------------------------------------------

ACTIONS = Actions(
    Verb("choose", "play the {card}", spirit=SPIRITS),
    Verb("rivals", "face {number} rivals", number=RIVALS),
    Verb("token", "give the dominance token to the {target}", side=SIDES),
    Verb("begin", "begin"),
    Verb("draw", "draw"),
    Verb("invoke", "invoke {card}", card=ASPECTS),
    Verb("challenge", "challenge"),
    Verb("accept", "accept the challenge"),
    Verb("threaten", "threaten: raise the totem"),
    Verb("submit", "submit"),
    Verb("select", "select {card} and {other}", rising=True, hand=HAND + 1, other=HAND + 1),
    Verb("pay", "discard {card} and {other}", use="discard", rising=True, hand=HAND + 1, other=HAND + 1),
    Verb("discard", "discard {card}", use="discard", card=ASPECTS),
    Verb("recover", "take {card} from the discard pile", use="name", card=ASPECTS),
    Verb("remove", "choose {card} in the other hand", use="name", card=ASPECTS),
    Verb("swap", "exchange {card} with {other} of the offering", use="name", hand=HAND, place=OFFERING),
    Verb("feint", "exchange {card} with {other} of the offering", use="name", selected=PAIR, place=OFFERING),
    Verb("pick", "pick {card} for the rival", use="name", card=ASPECTS),
    Verb("yes", "yes"),
    Verb("no", "no"),
    Verb("pass", "exchange nothing"),
    Verb("keep", "keep the selected cards"),
)
A_CHOOSE = ACTIONS.base("choose")
A_RIVALS = ACTIONS.base("rivals")
A_TOKEN = ACTIONS.base("token")
A_BEGIN = ACTIONS.base("begin")
A_DRAW = ACTIONS.base("draw")
A_INVOKE = ACTIONS.base("invoke")
A_CHALLENGE = ACTIONS.base("challenge")
A_ACCEPT = ACTIONS.base("accept")
A_THREATEN = ACTIONS.base("threaten")
A_SUBMIT = ACTIONS.base("submit")
A_SELECT = ACTIONS.base("select")
A_PAY = ACTIONS.base("pay")
A_DISCARD = ACTIONS.base("discard")
A_RECOVER = ACTIONS.base("recover")
A_REMOVE = ACTIONS.base("remove")
A_SWAP = ACTIONS.base("swap")
A_FEINT = ACTIONS.base("feint")
A_PICK = ACTIONS.base("pick")
A_YES = ACTIONS.base("yes")
A_NO = ACTIONS.base("no")
A_PASS = ACTIONS.base("pass")
A_KEEP = ACTIONS.base("keep")
(
    V_CHOOSE,
    V_RIVALS,
    V_TOKEN,
    V_BEGIN,
    V_DRAW,
    V_INVOKE,
    V_CHALLENGE,
    V_ACCEPT,
    V_THREATEN,
    V_SUBMIT,
    V_SELECT,
    V_PAY,
    V_DISCARD,
    V_RECOVER,
    V_REMOVE,
    V_SWAP,
    V_FEINT,
    V_PICK,
    V_YES,
    V_NO,
    V_PASS,
    V_KEEP,
) = range(len(ACTIONS.verbs))

# ---- streams -----------------------------------------------------------------------------

LOTS, DECK, FATE = range(3)

# ---- records -----------------------------------------------------------------------------

ENDINGS = ("none", "no power left", "the last reshuffle")
BY_NONE, BY_POWER, BY_RESHUFFLES = range(3)

STATE = state_record(
    [
        ("step", "i8"),  # what runs by itself next
        ("turn", "i8"),  # the side whose turn it is
        ("turns", "i8"),  # turns begun
        ("level", "i8"),  # the place of the totem on its levels
        ("dominance", "i8"),  # who holds the token
        ("reshuffles", "i8"),
        ("initiator", "i8"),  # who challenged, or NOBODY
        ("threats", "i8"),  # made in this challenge
        ("chosen", "i8"),  # sides that have selected
        ("open", "i8"),  # 1 while the selected cards lie open
        ("victor", "i8"),  # who won the challenge, or NOBODY
        ("payer", "i8"),  # who discards after a submit, or NOBODY
        ("need", "i8"),  # cards that the rival has yet to name
        ("task", "i8"),  # what the rival needs a card for
        ("moment", "i8"),  # the trigger of the advantages that run
        ("done", "i8"),  # sides whose advantages have run
        ("fx_row", "i8"),  # the card or spirit whose effects run, or EMPTY
        ("fx_owner", "i8"),
        ("fx_on", "i8"),  # their trigger
        ("fx_next", "i8"),  # the effect that comes next
        ("fx_left", "i8"),  # how much of it is left; 0 before it has begun
        ("resume", "i8"),  # where the invoke goes on after a challenge
        ("winner", "i8"),
        ("by", "i8"),  # how the game ended
        ("first", "i8"),  # who chooses a spirit first
        ("game", "i8"),  # games of the match played before this one
        ("rivals", "i8"),
        ("rung", "i8"),  # the player's place in the hierarchy, which is the rivals beaten
        ("deck_n", "i8"),
        ("discard_n", "i8"),
        ("offering_n", "i8"),
        ("stack_n", "i8"),
        ("used_n", "i8"),
        ("spirit", "i8", (SIDES,)),
        ("power", "i8", (SIDES,)),
        ("bonus", "i8", (SIDES,)),  # added to the total in this turn
        ("totals", "i8", (SIDES,)),
        ("hand_n", "i8", (SIDES,)),
        ("selected_n", "i8", (SIDES,)),
        ("old_n", "i8", (SIDES,)),  # cards held since before the last reshuffle
        ("score", "i8", (SIDES,)),  # games of the match won before this one
        ("hierarchy", "i8", (HIERARCHY,)),  # spirits from the bottom, or NOBODY
        ("deck", "i2", (GAME_CARDS,)),  # the top is the last
        ("discard", "i2", (GAME_CARDS,)),
        ("hand", "i2", (SIDES, HAND)),
        ("offering", "i2", (OFFERING,)),
        ("apart", "i2", (1,)),  # the card that is being invoked
        ("selected", "i2", (SIDES, PAIR)),
        ("stack", "i2", (FATES,)),  # unused challenge cards; the top is the last
        ("turned", "i2", (1,)),  # the challenge card of this challenge
        ("used", "i2", (FATES,)),
        ("box", "u1", (CARDS,)),
        ("shown", "u1", (ASPECTS,)),  # 1 + side for a card that everybody knows in that hand
        ("known", "u1", (ASPECTS,)),  # 1 + side for a card that both players know in that hand
        ("old", "u1", (ASPECTS,)),  # 1 for a card that was in a hand at the last reshuffle
    ],
    OPTIONS.kind,
    streams=3,
)
ZONES = (
    Zone("deck"),
    Zone("discard"),
    Zone("hand"),
    Zone("offering"),
    Zone("apart"),
    Zone("selected"),
    Zone("stack"),
    Zone("turned"),
    Zone("used"),
    Zone("box", flags=True),
)

CARRY = record(
    ("more", "i8"),
    ("game", "i8"),
    ("loser", "i8"),  # 1 + the seat that lost the last game, 0 for the lot
    ("score", "i8", (SIDES,)),
)

TABLES = table_record(
    [
        ("hand_size", "i8"),
        ("offering_size", "i8"),
        ("submit_loss", "i8"),
        ("dominance_loss", "i8"),
        ("reshuffle_loss", "i8"),
        ("rival_challenges_at", "i8"),
        ("last_reshuffle", "i8"),
        ("levels", "i8", (LEVELS,)),
        ("strength", "i2", (CARDS,)),  # of an aspect, or the number on a challenge card
        ("aspect", "i2", (ASPECTS,)),  # the design: equal for copies
        ("owner", "i2", (ASPECTS,)),  # the spirit of a specific aspect, or NOBODY
        ("power", "i2", (SPIRITS,)),
        ("rival", "i2", (SPIRITS,)),  # 1 for a spirit that can be a rival
        ("solo", "i2", (SPIRITS,)),  # 1 for a spirit that the solo player may choose
        ("effects", "i2", (ROWS,)),
        ("listens", "i2", (ROWS, len(TRIGGERS))),  # 1 where a row has an effect of the trigger
        ("fx_on", "i2", (ROWS, EFFECTS)),
        ("fx_if", "i2", (ROWS, EFFECTS)),
        ("fx_do", "i2", (ROWS, EFFECTS)),
        ("fx_who", "i2", (ROWS, EFFECTS)),
        ("fx_n", "i2", (ROWS, EFFECTS)),
        ("fx_pick", "i2", (ROWS, EFFECTS)),
        ("fx_per", "i2", (ROWS, EFFECTS)),  # 1: times the reshuffles so far
        ("fx_max", "i2", (ROWS, EFFECTS)),
        ("fx_cost", "i2", (ROWS, EFFECTS)),
        ("fx_may", "i2", (ROWS, EFFECTS)),
    ],
    ACTIONS,
)

TURN_DECISIONS = 12  # TMC-L8
GAME_TURNS = 181  # TMC-L10
LIMITS = Limits(legal=20, decisions=RIVALS * GAME_TURNS * TURN_DECISIONS, events=96, scratch=3 * CARDS)

# ---- the observation: which number means what ----------------------------------------------

SCALARS = 50
PLANES = 13
OBSERVATION = (
    Feature("phase", len(PHASES), "one of the phases"),
    Feature("asked", 1, "1 when this seat is asked"),
    Feature("spirits", 2 * SPIRITS, "own spirit, the other's"),
    Feature("numbers", SCALARS, "powers, counts and where the turn stands: see `put_numbers`"),
    Feature("hierarchy", HIERARCHY, "(spirit + 1) / 12 from the bottom; 0 for nobody"),
    Feature("fates", 3 * FATES, "challenge cards: unused, turned, used place / 4"),
    Feature(
        "cards",
        PLANES * ASPECTS,
        "own hand place / 6, other hand place / 6, everybody knows it there: own, other; both know it there: "
        "own, other; old; offering place / 3; apart; own selected place / 2, other selected place / 2; "
        "discard place / 20; box",
    ),
    Feature("options", len(OPTIONS.all), "the options of the table, as the rules see them, / 12"),
    Feature("result", 2, "won by this seat; won by the other side"),
)
