"""Totemic: what a position consists of: sizes, options, records."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bestiary.core.cards import Content
from bestiary.core.game import Limits, Zone
from bestiary.core.names import Names
from bestiary.core.options import Option, Options
from bestiary.core.record import record, state_record
from bestiary.core.rulebook import Rulebook

from .effects import LISTENED

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
    *("badger", "bat", "crow", "mouse", "porcupine", "stag"),
    *("turtle", "wolf", "fox", "owl", "snake", "catfish"),
)
SPIRIT_VALUES = ("choose", *SPIRIT_NAMES)
OPTIONS = Options(
    [
        Option("players", (2, 1), 2, "Two play against each other, one plays the solo game."),
        Option("match_games", (1, 3), 1, "One game, or a match of three.", ("TMC-10.7",)),
        Option("spirit_0", SPIRIT_VALUES, "choose", "The spirit of the first seat.", ("TMC-1.6",)),
        Option("spirit_1", SPIRIT_VALUES, "choose", "The spirit of the second seat.", ("TMC-1.6",)),
        Option("rivals", ("choose", 1, 2, 3, 4, 5, 6), 3, "Rivals of the solo game.", ("TMC-12.4",)),
        *RULEBOOK.options(),
    ]
)
OPT = OPTIONS.codes


def clash(content: Content, options: Mapping[str, Any]) -> str:
    """Why a choice of spirits and rivals cannot be played, or nothing."""
    spirit = options["spirit_0"]
    if spirit == "choose":
        return ""
    if options["players"] == SIDES:
        return f"Both seats cannot play the {spirit} (TMC-1.7)." if spirit == options["spirit_1"] else ""
    facts = content.cards[SPIRIT_CARD + SPIRIT_NAMES.index(spirit)].facts
    if not facts["solo"]:
        return f"The {spirit} cannot be chosen in the solo game (TMC-12.1)."
    if facts["rival"] and options["rivals"] == RIVALS:
        return f"The {spirit} is one of the six rivals: at most 5 are left (TMC-12.4)."
    return ""


# ---- steps -------------------------------------------------------------------------------

# what runs by itself, up to the next question
STEP = Names(
    "STEP",
    (
        "deal",  # powers and token of a duel
        "confront",  # powers and token of a confrontation
        "lay_out",  # deck, hands, offering
        *("turn", "advantages", "act", "drawn", "effects", "fill", "invoke_pay"),
        *("challenge", "answer", "select", "reveal", "result", "pay", "challenge_end"),
        *("rival_takes", "rival_pays", "check", "refill", "offering"),
    ),
)
# what the rival needs a card for
TASK = Names("TASK", ("take", "pay_invoke", "trim", "discard", "strongest", "select", "pay"))

# ---- streams -----------------------------------------------------------------------------

LOTS, DECK, FATE = range(3)

# ---- records -----------------------------------------------------------------------------

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

TABLES = [
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
    ("listens", "i2", (ROWS, LISTENED)),  # 1 where a row has an effect of the trigger
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
]

TURN_DECISIONS = 12  # TMC-L8
GAME_TURNS = 181  # TMC-L10
LIMITS = Limits(
    legal=20, decisions=RIVALS * GAME_TURNS * TURN_DECISIONS, events=96, scratch=3 * CARDS, seen=160, wide=()
)
