"""Tossing Tiger, Rolling Dragon: what a position consists of: sizes, options, records."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bestiary.core.cards import Content
from bestiary.core.errors import BadOption
from bestiary.core.game import Limits, Zone
from bestiary.core.names import Names
from bestiary.core.options import Option, Options, Value
from bestiary.core.record import record, state_record
from bestiary.core.rulebook import Rulebook

ROOM = Path(__file__).parent
RULEBOOK = Rulebook.load(ROOM / "rulebook.toml")
cite = RULEBOOK.number

# ---- sizes -------------------------------------------------------------------------------

SEATS = 6
SIDES = 2
PAIRS = SEATS // 2
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
LEAST_DIE, LEAST_TEAM_DIE = 2, 3  # cards of a die, where there are enough
GROUP = Names("GROUP", ("base", "zoo", "dawn", "dawn_extra", "together"))  # the sets of cards

# ---- options -----------------------------------------------------------------------------

MOST_SEED = (1 << 63) - 1


class Seed(Option):
    """An option that takes any whole number; ``values`` only names a few."""

    def parse(self, given: object) -> Value:
        """A seed from what a person typed.

        >>> Seed("strength_seed", (1, 2), 1, "").parse("12345")
        12345
        """
        text = str(given).strip()
        if isinstance(given, bool) or not text.isdigit() or int(text) > MOST_SEED:
            raise BadOption(f"Option {self.name} cannot be '{given}'; it is a whole number from 0 on.")
        return int(text)


OPTIONS = Options(
    [
        Option("players", (2, 3, 4, 5, 6), 2, "Two to six players take part.", ("TTR-1.1",)),
        *RULEBOOK.options(),
        Seed("strength_seed", (1, 2, 3), 1, "The seed of strengths = generated.", ("TTR-18.3",)),
        Seed("rooster_seed", (1, 2, 3), 1, "The seed of roosters = random.", ("TTR-14.18",)),
    ]
)
OPT = OPTIONS.codes


def clash(content: Content, options: Mapping[str, Any]) -> str:
    """Why these options do not go together, or nothing."""
    if options["together"] and options["simulwars"]:
        return "Fight Together cannot be combined with Simulwars (TTR-13.34)."
    needed, there = cards_dealt(options), deck_size(content, options)
    if needed > there:
        return (
            f"{needed} cards would be dealt, but the deck has {there}: "
            f"option start_cards cannot be {options['start_cards']} here (TTR-1.9)."
        )
    return ""


def deck_size(content: Content, options: Mapping[str, Any]) -> int:
    """The cards of all sets in use."""
    t = content.tables[0]
    return sum(
        int(n)
        for n, group in zip(t["copies"], t["group"], strict=True)
        if group_in_use(GROUP.words[group], options)
    )


def group_in_use(group: str, options: Mapping[str, Any]) -> bool:
    """Whether a set of cards takes part at a table with these options."""
    if group == "dawn_extra":
        return bool(options["dawn"] and options["extra_roosters"])
    return group == "base" or bool(options[group])


def cards_dealt(options: Mapping[str, Any]) -> int:
    """The cards that are dealt at the start."""
    players, each = int(options["players"]), int(options["start_cards"])
    if options["together"] and options["even_teams"]:
        return 2 * ((players + 1) // 2) * each
    return players * each


# ---- where a war stands between two questions ----------------------------------------------

STEP = Names(
    "STEP",
    (
        *("turn", "pair", "number", "wish_place", "spot", "dawn", "build", "rebuild", "before", "roll"),
        *("act", "check", "after", "war_end", "count", "spoils", "return", "pay", "end_check"),
    ),
)
STAGE = Names("STAGE", ("piles", "singles", "given", "wish", "settle"))  # of the spoils of one side
WON = Names("WON", ("nobody", "A", "D", "both"))  # a battle or a war: a mask of sides
WAR_BY = Names("WAR_BY", ("count", "A", "D", "nobody"))  # who wins it, where a Rooster Change says so
TOSS = Names("TOSS", ("none", "heads", "tails"))

# bits of the mask in a Rooster's question, beside the battles it may remove
USE_BIT, STOP_BIT = 12, 13
DECK_BIT = 2 * SPOTS  # of the mask in a RedPanda's question: the draw pile

# ---- streams -----------------------------------------------------------------------------

DEAL, DICE, DRAW, MAKER = range(4)

# ---- records -----------------------------------------------------------------------------

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
        ("pair", "i2", (PAIRS, SIDES)),
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

TABLES = [
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
]

# The rulebook bounds a war by 4000 decisions and a game by 200 wars, 2 more in Simulwars.
LIMITS = Limits(
    legal=48,
    decisions=202 * 4000,
    events=800,
    scratch=4 * KINDS,
    seen=640,
    wide=("strength_seed", "rooster_seed"),
)
