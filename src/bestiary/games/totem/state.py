"""Totem: what a position consists of, what can be chosen, and what can happen."""

from __future__ import annotations

from pathlib import Path

from bestiary.core.actions import Actions, Question, Questions, Verb
from bestiary.core.events import Event, Events
from bestiary.core.game import Feature, Limits, Zone, table_record
from bestiary.core.options import Option, Options
from bestiary.core.record import record, state_record
from bestiary.core.rulebook import Rulebook

ROOM = Path(__file__).parent
RULEBOOK = Rulebook.load(ROOM / "rulebook.toml")
cite = RULEBOOK.number

# ---- sizes -------------------------------------------------------------------------------

SEATS = 2
CARDS = 52
HAND = 8  # the most a hand can hold: see the limits of the rulebook
ROW = 4
DEAL = 7
CLASH = 2
EFFECTS = 4  # effects on one card

# ---- options -----------------------------------------------------------------------------

OPTIONS = Options([Option("players", (2,), 2, "Totem is played by two.", ("TOT-2.2",)), *RULEBOOK.options()])
RESTOCK_ONE = OPTIONS.code("restock", "one")
SHIELD_RETURN = OPTIONS.code("shield_attacker", "return")
REQUISITION_MAY = OPTIONS.code("requisition", "may")
FINAL_EXTRA = OPTIONS.code("final_turn", "extra")
FINAL_ROUND = OPTIONS.code("final_turn", "round")
SUM_CONCEALED = OPTIONS.code("tie_sum", "concealed")

# ---- phases ------------------------------------------------------------------------------

PHASES = (
    "place",
    "action",
    "restock_more",
    "strike",
    "eye",
    "requisition",
    "second",
    "trim",
    "over",
)
QUESTIONS = Questions(*map(Question, PHASES))
PLACE, ACTION, RESTOCK_MORE, STRIKE, EYE, REQUISITION, SECOND, TRIM, OVER = range(len(PHASES))

# ---- actions -----------------------------------------------------------------------------

ACTIONS = Actions(
    Verb("place", "lay {card} face down", hand=DEAL),
    Verb("restock", "restock with {card}", hand=HAND),
    Verb("attack", "attack place {target} with {card}", hand=HAND, place=ROW),
    Verb("pair", "join {card} and {other} for an attack", rising=True, hand=HAND, other=HAND),
    Verb("strike", "strike place {target}", place=ROW),
    Verb("exchange", "exchange {card} with your place {target}", hand=HAND, place=ROW),
    Verb("discard", "discard {card} and draw", use="discard", hand=HAND),
    Verb("reveal", "uncover the enemy's place {target}", place=ROW),
    Verb("draw", "draw a card"),
    Verb("decline", "leave the ability unused"),
    Verb("stop", "stop"),
    Verb("trim", "throw {card} away", use="discard", hand=HAND),
)
A_PLACE = ACTIONS.base("place")
A_RESTOCK = ACTIONS.base("restock")
A_ATTACK = ACTIONS.base("attack")
A_PAIR = ACTIONS.base("pair")
A_STRIKE = ACTIONS.base("strike")
A_EXCHANGE = ACTIONS.base("exchange")
A_DISCARD = ACTIONS.base("discard")
A_REVEAL = ACTIONS.base("reveal")
A_DRAW = ACTIONS.base("draw")
A_DECLINE = ACTIONS.base("decline")
A_STOP = ACTIONS.base("stop")
A_TRIM = ACTIONS.base("trim")
(
    V_PLACE,
    V_RESTOCK,
    V_ATTACK,
    V_PAIR,
    V_STRIKE,
    V_EXCHANGE,
    V_DISCARD,
    V_REVEAL,
    V_DRAW,
    V_DECLINE,
    V_STOP,
    V_TRIM,
) = range(len(ACTIONS.verbs))

# ---- the vocabulary of effects: triggers, conditions, operations, players ------------------

TRIGGERS = ("declare_attack", "flipped_by_attack", "attack_won", "defence_won")
DECLARE_ATTACK, FLIPPED_BY_ATTACK, ATTACK_WON, DEFENCE_WON = range(4)
CONDITIONS = ("always", "fresh", "hand_left", "enemy_hidden", "deck_left")
ALWAYS, FRESH, HAND_LEFT, ENEMY_HIDDEN, DECK_LEFT = range(5)
OPERATIONS = ("join", "withstand", "reveal", "draw")
JOIN, WITHSTAND, UNCOVER, TAKE = range(4)
WHO = ("owner", "opponent")
OWNER, OPPONENT = range(2)

# ---- what follows an action: each step ends in a question or hands on to the next -----------

ASKED, RESOLVE, EFFECTS_RUN, TURN_ENDS = range(4)

# ---- endings -----------------------------------------------------------------------------

ENDINGS = ("none", "conquest", "count", "sum")
BY_NONE, BY_CONQUEST, BY_COUNT, BY_SUM = range(4)
NOBODY = -1

# ---- streams -----------------------------------------------------------------------------

LOTS, DECK = range(2)

# ---- records -----------------------------------------------------------------------------

HIDDEN, REVEALED = 0, 1

STATE = state_record(
    [
        ("turn", "i8"),  # the seat whose turn it is
        ("turns", "i8"),  # turns begun
        ("first", "i8"),  # the first player
        ("attacks", "i8"),  # attacks declared in this turn
        ("target", "i8"),  # the place that is attacked
        ("drawer", "i8"),  # who drew the last card, or NOBODY
        ("final", "i8"),  # turns to go, this one included, once the deck is empty
        ("fx_card", "i8"),  # the card whose effects are running, or EMPTY
        ("fx_owner", "i8"),
        ("fx_on", "i8"),  # their trigger
        ("fx_next", "i8"),  # the effect that comes next
        ("fx_left", "i8"),  # how often the effect still asks
        ("winner", "i8"),
        ("by", "i8"),
        ("game", "i8"),  # games of the match played before this one
        ("deck_n", "i8"),
        ("discard_n", "i8"),
        ("clash_n", "i8"),
        ("hand_n", "i8", (SEATS,)),
        ("score", "i8", (SEATS,)),  # games of the match won before this one
        ("sums", "i8", (SEATS,)),
        ("deck", "i2", (CARDS,)),  # the top is the last
        ("hand", "i2", (SEATS, HAND)),
        ("row", "i2", (SEATS, ROW)),
        ("face", "i2", (SEATS, ROW)),
        ("clash", "i2", (CLASH,)),
        ("discard", "u1", (CARDS,)),  # 1 for a card on the pile: nobody cares for its order
        ("shown", "u1", (CARDS,)),  # 1 + seat for a hand card that both players know
    ],
    OPTIONS.kind,
    streams=2,
)
ZONES = (Zone("deck"), Zone("hand"), Zone("row"), Zone("clash"), Zone("discard", flags=True))

CARRY = record(
    ("more", "i8"),
    ("game", "i8"),
    ("first", "i8"),  # 1 + the seat that goes first, 0 for the lot
    ("score", "i8", (SEATS,)),
)

TABLES = table_record(
    [
        ("deal", "i8"),
        ("row", "i8"),
        ("start_draw", "i8"),
        ("attacks_per_turn", "i8"),
        ("empty_hand_draw", "i8"),
        ("discard_draw", "i8"),
        ("hand_limit", "i8"),
        ("power", "i2", (CARDS,)),
        ("colour", "i2", (CARDS,)),
        ("joins", "i2", (CARDS,)),  # 1 for a card that may lead a pair
        ("effects", "i2", (CARDS,)),
        ("fx_on", "i2", (CARDS, EFFECTS)),
        ("fx_if", "i2", (CARDS, EFFECTS)),
        ("fx_do", "i2", (CARDS, EFFECTS)),
        ("fx_n", "i2", (CARDS, EFFECTS)),
        ("fx_who", "i2", (CARDS, EFFECTS)),
        ("fx_may", "i2", (CARDS, EFFECTS)),
    ],
    ACTIONS,
)

LIMITS = Limits(legal=100, decisions=248, events=40, scratch=2 * CARDS)

# ---- events ------------------------------------------------------------------------------

EVENTS = Events(
    Event("begins", "{seat} goes first.", seat="seat"),
    Event("turn", "{seat}'s turn {number}.", seat="seat", number="number"),
    Event("draws", "{seat} draws {card}.", seat="seat", card="card", secret=("card",)),
    Event(
        "lays",
        "{seat} lays {card} face down in place {place}.",
        seat="seat",
        card="card",
        place="place",
        secret=("card",),
    ),
    Event(
        "exchanges",
        "{seat} exchanges place {place}: {card} goes down, {other} comes up.",
        seat="seat",
        place="place",
        card="card",
        other="card",
        secret=("card", "other"),
    ),
    Event("discards", "{seat} discards {card}.", seat="seat", card="card"),
    Event("attacks", "{seat} attacks place {place} with {card}.", seat="seat", place="place", card="card"),
    Event("joins", "{seat} joins {card} and {other} for an attack.", seat="seat", card="card", other="card"),
    Event(
        "strikes", "{seat} strikes place {place} with {number}.", seat="seat", place="place", number="number"
    ),
    Event("flips", "{seat}'s place {place} is uncovered: {card}.", seat="seat", place="place", card="card"),
    Event("withstands", "The Shield of {card} withstands the attack.", card="card"),
    Event("wins", "{number} against {power}: the attack succeeds.", number="number", power="number"),
    Event("fails", "{number} against {power}: the attack fails.", number="number", power="number"),
    Event("falls", "{seat}'s {card} in place {place} is defeated.", seat="seat", card="card", place="place"),
    Event("returns", "{card} returns to the hand of {seat}.", seat="seat", card="card"),
    Event(
        "uncovers",
        "The Eye of {seat} uncovers place {place}: {card}.",
        seat="seat",
        place="place",
        card="card",
    ),
    Event("declines", "{seat} leaves the ability unused.", seat="seat"),
    Event("stops", "{seat} stops.", seat="seat"),
    Event("last", "{seat} has drawn the last card of the deck.", seat="seat"),
    Event("counts", "{seat} has {number} Totems.", seat="seat", number="number"),
    Event("sums", "{seat} has {number} points of power.", seat="seat", number="number"),
    Event("conquers", "{seat} has defeated every enemy Totem and wins.", seat="seat"),
    Event("best", "{seat} wins.", seat="seat"),
    Event("tie", "The game is a tie."),
)
(
    E_BEGINS,
    E_TURN,
    E_DRAWS,
    E_LAYS,
    E_EXCHANGES,
    E_DISCARDS,
    E_ATTACKS,
    E_JOINS,
    E_STRIKES,
    E_FLIPS,
    E_WITHSTANDS,
    E_WINS,
    E_FAILS,
    E_FALLS,
    E_RETURNS,
    E_UNCOVERS,
    E_DECLINES,
    E_STOPS,
    E_LAST,
    E_COUNTS,
    E_SUMS,
    E_CONQUERS,
    E_BEST,
    E_TIE,
) = range(len(EVENTS.kinds))

# ---- the observation: which number means what ----------------------------------------------

CARD_SIZE = 6  # present, power / 13, one of four colours
SLOT_SIZE = CARD_SIZE + 2  # hidden, revealed
OBSERVATION = (
    Feature("phase", len(PHASES), "one of the nine phases"),
    Feature("asked", 1, "1 when this seat is asked"),
    Feature("turn", 1, "1 in this seat's own turn"),
    Feature("counts", 6, "deck / 52, own hand / 8, enemy hand / 8, discard / 52, turns / 40, attacks / 2"),
    Feature("final", 3, "turns to go / 3, drawer is this seat, drawer is the enemy"),
    Feature("match", 4, "own wins / 7, enemy wins / 7, games before / 7, 1 when this seat went first"),
    Feature("hand", HAND * CARD_SIZE, "own hand, slot by slot"),
    Feature("row", ROW * SLOT_SIZE, "own play area, place by place"),
    Feature("enemy", ROW * SLOT_SIZE, "enemy play area, place by place; an unknown card is all zero"),
    Feature("clash", CLASH * CARD_SIZE, "the cards of the attack"),
    Feature("target", ROW, "the place that is attacked"),
    Feature("effect", 4, "an effect runs; its owner is this seat; effects done / 4; times left / 4"),
    Feature("discard", CARDS, "1 for every card on the pile"),
    Feature("shown", CARDS * 2, "1 for every hand card that both know: own, then the enemy's"),
    Feature("options", 7, "restock, shield, requisition, extra, round, concealed; match length / 7"),
    Feature("result", 2, "won by this seat; won by the enemy"),
)
