"""KLAW: what a position consists of: sizes, options, records."""

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

from .effects import FX

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
LAST_ROUND = 200
PATIENCE = 5  # extra rounds
SINGULARITY = 7  # Totems that no check can contain

# ---- options -----------------------------------------------------------------------------

OPTIONS = Options(
    [Option("players", (2, 3, 4), 2, "KLAW is played by two to four.", ("KLW-6.1",)), *RULEBOOK.options()]
)
OPT = OPTIONS.codes


def clash(content: Content, options: Mapping[str, Any]) -> str:
    """Why options do not go together: Champion Mode cannot reach every Totem goal."""
    goal = options["totem_goal"]
    if options["mode"] == "champion" and (goal == "all" or goal > KEPT):
        return f"In Champion Mode totem_goal is at most {KEPT} (KLW-19.14)."
    return ""


# ---- things under way: what each word of a frame says -------------------------------------------

TASK = Names(
    "TASK",
    ("none", "starting", "turn", "play", "effect", "moment", "check", "aftermath", "fight", "spoils"),
)


def frame(title: str, *words: str) -> Names:
    """The words of a frame; the task itself and its step are the first two of each."""
    return Names(title, ("task", "step", *words))


FRAME = frame("FRAME")
STARTING = frame("STARTING", "done")  # seats
TURN = frame("TURN", "done")  # slots
PLAY = frame("PLAY", "card", "kind", "actor", "verb", "own", "target", "reduction", "owes")
EFFECT = frame("EFFECT", "kind", "trigger", "actor", "own", "target", "aimed", "reduction", "card")
MOMENT = frame("MOMENT", "trigger", "host", "card", "name")
CHECK = frame("CHECK", "host", "name")
AFTERMATH = frame("AFTERMATH", "done")  # places
FIGHT = frame("FIGHT", "own", "other")
SPOILS = frame("SPOILS", "victor", "loser", "name", "room")

# ---- streams -----------------------------------------------------------------------------

LOTS, DECK, ROLLS, CHANCE = range(4)

# ---- knowledge: a bit for every hidden place where a card can be ---------------------------------

PUBLIC = SEATS  # the row of what everybody knows
IN_DECK = 1 << SEATS

# ---- records -----------------------------------------------------------------------------

NOBODY = -1
IS = Names(
    "IS",
    (
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
    ),
)
STAGE = Names("STAGE", ("quiet", "fighting", "sorting"))  # of a fight
OUTCOME = Names("OUTCOME", ("standing", "fled"))  # if nobody falls

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
        ("mark", "i2", (HOSTS, len(IS))),  # turns left, or 1 for a state that is not counted
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
    Zone("box", out=True),
    Zone("discard", flags=True),
)

CARRY = record(("more", "i8"))

TABLES = [
    ("cards", "i8"),  # how many there are
    ("kinds", "i8"),
    ("deck_hosts", "i8"),  # for each player of a per_player deck
    ("deck_pairs", "i8"),
    ("deck_others", "i8"),
    ("short_hosts", "i8"),  # for each player of a short deck; 0 in files that know none
    ("short_pairs", "i8"),
    ("short_others", "i8"),
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
    ("state_tag", "i8", (len(IS),)),
    ("fx", "i2", (KINDS, EFFECTS, len(FX))),
    ("effects", "i2", (KINDS,)),
]

LIMITS = Limits(legal=160, decisions=200_000, events=1500, scratch=4 * CARDS, seen=896, wide=("ops",))
