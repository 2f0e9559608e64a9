"""Tossing Tiger, Rolling Dragon: what a position consists of, and how it is named."""

from __future__ import annotations

from pathlib import Path

from bestiary.core.actions import Question, Questions
from bestiary.core.game import Limits, Zone, table_record
from bestiary.core.record import record, state_record
from bestiary.core.rulebook import Rulebook

from .options import TigerOptions
from .verbs import ACTIONS

ROOM = Path(__file__).parent
RULEBOOK = Rulebook.load(ROOM / "rulebook.toml")
cite = RULEBOOK.number

# ---- sizes -------------------------------------------------------------------------------

SEATS = 6
SIDES = 2
ATT, DEF = 0, 1  # the two sides of a war: attacker and defender, or the two teams
KINDS = 33  # 16 animals, 16 Roosters, the Bird
ANIMALS = 18
BASE_KINDS, ZOO_KINDS = 8, 16
ROOSTERS = 16
ROOSTER = 16  # the first kind of Rooster; also the animal
BIRD_KIND, BIRD_ANIMAL = 32, 17
SPOTS = 12
MERGED = 12  # the heap that a merge moved onto another die
GATHER = 13  # the cards of later dice while they are divided anew
HEAPS = 14
CARDS = 113
DAWNS, CHANGES = 16, 14
DAWN_SET = KINDS  # sets of effects: those of the kinds, then the dawn rules, then the changes
CHANGE_SET = DAWN_SET + DAWNS
SETS = CHANGE_SET + CHANGES
EFFECTS = 3
NONE = -1
WAR_PILE_END = 10
MOST_BONUS = 12
LEAST_DECK, LEAST_TEAM_DECK = 2, 3  # fewer cards than this end the game

# ---- options -----------------------------------------------------------------------------

OPTIONS = TigerOptions(RULEBOOK)
PUBLISHED = OPTIONS.code("battle", "published")
SOFT = OPTIONS.code("pile_min", "soft")
HOLD_AUTO = OPTIONS.code("hold_back", "auto")
HOLD_ALWAYS = OPTIONS.code("hold_back", "always")
OPTIONAL = OPTIONS.code("actions", "optional")
REROLL_NEVER = OPTIONS.code("reroll_acts", "never")
IN_ORDER = OPTIONS.code("turtle", "in_order")
ABSOLUTE = OPTIONS.code("majority", "absolute")
BLIND = OPTIONS.code("grab", "blind")
PLAIN = OPTIONS.code("rolled_rooster", "plain")
RANDOM_ROOSTERS = OPTIONS.code("roosters", "random")
GENERATED = OPTIONS.code("strengths", "generated")

# ---- phases: the questions; and steps: where the war stands between them -------------------

PHASES = (
    "challenge",
    "pair",
    "number",
    "wish_place",
    "spot",
    "dawn",
    "name",
    "build",
    "concede",
    "guess",
    "merge_from",
    "merge_into",
    "act_or_peek",
    "reshuffle",
    "reroll",
    "look",
    "swap_first",
    "swap_second",
    "destroy",
    "draw",
    "copy",
    "rooster",
    "back_from",
    "back_card",
    "steal_from",
    "steal_card",
    "bonus",
    "free_reroll",
    "exchange",
    "exchange_gain",
    "pile",
    "grab",
    "wish_card",
    "keep",
    "pay_member",
    "pay_card",
    "over",
)
QUESTIONS = Questions(*map(Question, PHASES))
(
    P_CHALLENGE,
    P_PAIR,
    P_NUMBER,
    P_WISH_PLACE,
    P_SPOT,
    P_DAWN,
    P_NAME,
    P_BUILD,
    P_CONCEDE,
    P_GUESS,
    P_MERGE_FROM,
    P_MERGE_INTO,
    P_PEEK,
    P_RESHUFFLE,
    P_REROLL,
    P_LOOK,
    P_SWAP_FIRST,
    P_SWAP_SECOND,
    P_DESTROY,
    P_DRAW,
    P_COPY,
    P_ROOSTER,
    P_BACK_FROM,
    P_BACK_CARD,
    P_STEAL_FROM,
    P_STEAL_CARD,
    P_BONUS,
    P_FREE_REROLL,
    P_EXCHANGE,
    P_GAIN,
    P_PILE,
    P_GRAB,
    P_WISH_CARD,
    P_KEEP,
    P_PAY_MEMBER,
    P_PAY_CARD,
    P_OVER,
) = range(len(PHASES))

STEPS = (
    "turn",
    "pair",
    "number",
    "wish_place",
    "spot",
    "dawn",
    "build",
    "rebuild",
    "before",
    "roll",
    "act",
    "check",
    "after",
    "war_end",
    "count",
    "spoils",
    "return",
    "pay",
    "end_check",
)
(
    S_TURN,
    S_PAIR,
    S_NUMBER,
    S_WISH_PLACE,
    S_SPOT,
    S_DAWN,
    S_BUILD,
    S_REBUILD,
    S_BEFORE,
    S_ROLL,
    S_ACT,
    S_CHECK,
    S_AFTER,
    S_WAR_END,
    S_COUNT,
    S_SPOILS,
    S_RETURN,
    S_PAY,
    S_END_CHECK,
) = range(len(STEPS))

# bits of the mask in a Rooster's question, beside the battles it may remove
USE_BIT, STOP_BIT = 12, 13
DECK_BIT = 2 * SPOTS  # of the mask in a RedPanda's question: the draw pile

# who wins the war, where a Rooster Change says so
BY_COUNT, BY_NOBODY = 0, 3  # 1 and 2: the attackers, the defenders

# tosses
NO_TOSS, HEADS_UP, TAILS_UP = 0, 1, 2

# stages of the spoils of one side
TAKE_PILES, TAKE_SINGLES, TAKE_GIVEN, WISH, SETTLE = range(5)

# ---- streams -----------------------------------------------------------------------------

DEAL, DICE, DRAW, MAKER = range(4)

# ---- records -----------------------------------------------------------------------------

ENDINGS = ("none", "a short deck", "the last war", "a full war pile")
BY_NONE, BY_DECK, BY_WARS, BY_PILE = range(4)

STATE = state_record(
    [
        ("step", "i8"),
        ("mask", "i8"),  # what the question offers, bit by bit: spots, seats, numbers
        ("may", "i8"),  # 1 when the question may be declined
        ("kinds", "i8"),  # kinds in use are below this
        ("animals", "i8"),  # mask of the animals in use
        ("turn", "i8"),  # whose turn it is; in Simulwars who begins the round
        ("wars", "i8"),  # wars fought
        ("attacker", "i8"),  # the seats that speak for the two sides
        ("defender", "i8"),
        ("team", "i8"),  # the team that attacks
        ("captain", "i8", (SIDES,)),  # by team
        ("paired", "i8"),  # mask of the seats in a war of this round
        ("pairs", "i8"),
        ("pair_at", "i8"),
        ("pair", "i2", (3, SIDES)),
        ("number", "i8"),
        ("battle", "i8"),
        ("minimum", "i2", (SIDES,)),
        ("stopped", "i8"),
        ("war_by", "i8"),
        ("bonus", "i8"),
        ("bonus_gone", "i8"),
        ("dawn", "i8"),  # the kind of the Dawn card
        ("rule", "i8"),  # the set of effects of the dawn rule
        ("change", "i8"),  # and of the Rooster Change
        ("named", "i8"),
        ("used", "i2", (SIDES,)),  # 1 when the power of the dawn rule is used up
        ("guess", "i8"),
        ("merge_at", "i8"),  # where the merged heap lies
        ("skipped", "i2", (SIDES,)),  # 1 when the tactical pass is used up
        ("talk", "i8"),  # mask of the sides that may talk freely
        ("pick", "i8"),  # the first half of a choice in two
        ("window", "i8"),  # which of several questions in a row comes next
        ("act_side", "i8"),
        ("act_fx", "i8"),  # the effect that comes next; NONE before the card is handled
        ("replaced", "i2", (SIDES,)),
        ("left", "i8"),  # how often a question is still asked
        ("given", "i8"),  # the spot whose pile is given away
        ("given_by", "i8"),  # by this side
        ("side", "i8"),  # the side that assigns spots, takes spoils or pays
        ("stage", "i8"),
        ("spot", "i8"),
        ("asker", "i8"),  # the member who wishes or pays
        ("loot_n", "i8"),
        ("builder", "i8"),
        ("rebuilding", "i8"),
        ("build_spots", "i8"),  # mask of the spots that are filled
        ("build_min", "i8"),
        ("build_at", "i8"),  # cards placed so far: everybody sees how far the builder has come
        ("build_kind", "i8"),  # the kind that is placed next
        ("build_same", "i8"),  # cards of it that were kept in hand
        ("build_kept", "i8"),  # cards kept in hand
        ("build_done", "i8"),  # 1 when the dice are laid down; no question finds it so
        ("clock", "i8"),  # cards shown in this war
        ("war_won", "i8"),  # mask of the sides that won the war
        ("winners", "i8"),  # mask of the seats that won the game
        ("by", "i8"),  # how the game ended
        ("score", "i8", (SEATS,)),
        ("deck_n", "i8"),
        ("discard_n", "i8"),
        ("war_pile_n", "i8"),
        ("strong", "i8", (ANIMALS,)),  # the printed strengths: a mask per animal
        ("rooster_dawn", "i2", (ROOSTERS,)),
        ("rooster_change", "i2", (ROOSTERS,)),
        ("hand_n", "i2", (SEATS,)),
        ("heap_n", "i2", (SIDES, HEAPS)),
        ("laid", "i2", (SIDES, HEAPS)),  # 1 when its size is open
        ("seen", "i2", (SIDES, HEAPS)),  # mask of the seats that know its cards
        ("owner", "i2", (SIDES, HEAPS)),
        ("up", "i2", (SIDES, SPOTS)),  # the face-up card; it stays part of its heap
        ("toss", "i2", (SIDES, SPOTS)),
        ("copied", "i2", (SIDES, SPOTS)),  # the set of effects that a Chameleon has
        ("passed", "i2", (SIDES, SPOTS)),
        ("shown_at", "i2", (SIDES, SPOTS)),
        ("top", "i2", (SIDES, SPOTS)),  # a top card that was looked at
        ("top_seen", "i2", (SIDES, SPOTS)),
        ("done", "i2", (SPOTS,)),
        ("result", "i2", (SPOTS,)),  # mask of the sides that won the battle
        ("void", "i2", (SPOTS,)),
        ("conceded", "i2", (SPOTS,)),  # 1 + side
        ("guessed", "i2", (SPOTS,)),
        ("grabs", "i2", (SIDES, SPOTS)),
        ("gift", "i2", (SIDES, ANIMALS)),  # the first spot where the animal is a strength; 0 for none
        ("rooster_gift", "i2", (ANIMALS,)),
        ("dropped", "i2", (ANIMALS,)),  # the first spot where it is none any more
        ("loot", "i2", (CARDS,)),
        ("loot_from", "i2", (CARDS,)),
        ("loot_seen", "i4", (CARDS,)),
        ("tally", "i2", (KINDS,)),  # for counting; all zero between two rules
        ("hand", "i1", (SEATS, KINDS)),  # cards by kind: equal cards are the same to everybody
        ("heap", "i1", (SIDES, HEAPS, KINDS)),
        ("known", "i1", (SEATS, SEATS, KINDS)),  # of the cards of a seat, how many another knows
        ("deck", "i1", (KINDS,)),
        ("discard", "i1", (KINDS,)),
        ("gone", "i1", (KINDS,)),
        ("war_pile", "i1", (KINDS,)),
    ],
    OPTIONS.kind,
    streams=4,
)
ZONES = (Zone("up"), Zone("top"), Zone("loot"))

CARRY = record(("more", "i8"))

TABLES = table_record(
    [
        ("animal", "i2", (KINDS,)),
        ("copies", "i2", (KINDS,)),
        ("group", "i2", (KINDS,)),  # the set that the kind comes with
        ("printed", "i8", (ANIMALS,)),  # mask of strengths
        ("doom", "i2", (KINDS,)),
        ("acts", "i2", (SETS,)),  # 1 for a set of effects that is an action
        ("disables", "i2", (SETS,)),
        ("copier", "i2", (SETS,)),
        ("effects", "i2", (SETS,)),
        ("fx_on", "i2", (SETS, EFFECTS)),
        ("fx_if", "i2", (SETS, EFFECTS)),
        ("fx_do", "i2", (SETS, EFFECTS)),
        ("fx_who", "i2", (SETS, EFFECTS)),
        ("fx_n", "i2", (SETS, EFFECTS)),
        ("fx_min", "i2", (SETS, EFFECTS)),
        ("fx_max", "i2", (SETS, EFFECTS)),
        ("fx_what", "i2", (SETS, EFFECTS)),
        ("fx_to", "i2", (SETS, EFFECTS)),
        ("fx_where", "i2", (SETS, EFFECTS)),
        ("fx_value", "i2", (SETS, EFFECTS)),
        ("fx_by", "i2", (SETS, EFFECTS)),
        ("fx_may", "i2", (SETS, EFFECTS)),
        ("fx_once", "i2", (SETS, EFFECTS)),
        ("fx_cost", "i2", (SETS, EFFECTS)),
        ("fx_pick", "i2", (SETS, EFFECTS)),
        ("rooster_dawn", "i2", (ROOSTERS,)),
        ("rooster_change", "i2", (ROOSTERS,)),
        ("weight", "i2", (2, 5)),  # of the strength generator, for base and zoo
        ("low", "i2", (2,)),
        ("high", "i2", (2,)),
        ("fallback", "i2", (2, 8)),
        ("strengthless", "i8", (2,)),
        ("phase_rule", "i2", (len(PHASES),)),  # what a wrong verb breaks
        ("verb_rule", "i2", (len(ACTIONS.verbs),)),  # what a wrong target breaks
        ("fits", "i2", (len(PHASES), len(ACTIONS.verbs))),
        ("by_kind", "i2", (len(ACTIONS.verbs),)),
        ("by_mask", "i2", (len(ACTIONS.verbs),)),
        ("sided", "i2", (len(ACTIONS.verbs),)),
        ("targeted", "i2", (len(ACTIONS.verbs),)),
    ],
    ACTIONS,
)

# The rulebook bounds a war by 4000 decisions and a game by 200 wars, 2 more in Simulwars.
LIMITS = Limits(legal=48, decisions=202 * 4000, events=800, scratch=4 * KINDS)
