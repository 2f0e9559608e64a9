"""Tossing Tiger: what a learner sees."""

from __future__ import annotations

from typing import Any

from bestiary.core.game import Code, Feature, Observation
from bestiary.core.jit import rule
from bestiary.core.names import Names

from ..moves import QUESTIONS
from ..state import ANIMALS, CARDS, HEAPS, KINDS, OPTIONS, PAIRS, ROOSTERS, SEATS, SIDES, SPOTS, STEP

MASK_BITS = 26
SCALARS = Names(
    "SCALARS",
    (
        *("may", "wars", "team", "pairs", "number", "stopped", "bonus", "bonus_gone", "talk", "left"),
        *("loot_n", "rebuilding", "build_min", "build_same", "build_kept", "build_at", "clock", "war_won"),
        *("winners", "deck_n", "paired"),
    ),
)
NAMED = {  # what names a seat, a side, a place or a kind, and how many there are to name
    **dict.fromkeys(("turn", "attacker", "defender", "builder"), SEATS),
    **dict.fromkeys(("act_side", "given_by", "side"), SIDES),
    **dict.fromkeys(("battle", "merge_at", "pick", "given", "spot"), SPOTS),
    **dict.fromkeys(("pair_at", "act_fx", "war_by", "stage"), 8),
    **dict.fromkeys(("named", "guess"), ANIMALS),
    "window": 16,
    **dict.fromkeys(("dawn", "build_kind"), KINDS + 1),
}
NAMES = Names("NAMES", NAMED)
OPTION = Names("OPTION", (name for name in OPTIONS.all if not name.endswith("_seed")))
PER_SIDE = 5
PER_HEAP = 4 + KINDS  # cards, laid, owner, who has looked; then the cards by kind
PER_DIE = 8  # face up, toss, copied, passed, shown at, top, who saw it, cards to grab
PER_BATTLE = 5  # done, result, void, conceded, guessed
PER_ANIMAL = 4

OBSERVATION = Observation(
    (
        Feature("phase", len(QUESTIONS), "one of the questions"),
        Feature("step", len(STEP), "where the war stands"),
        Feature("seat", SEATS, "the seat that looks; all others are counted from it clockwise"),
        Feature("asked", SEATS, "1 for a seat that is asked"),
        Feature("offered", MASK_BITS, "the mask of what is offered"),
        Feature("scalars", len(SCALARS), "in this order, each / 16: " + ", ".join(SCALARS.words)),
        Feature(
            "names",
            len(NAMES),
            "in this order, each + 1 and divided by how many there are: " + ", ".join(NAMES.words),
            tuple(Code(of, (at,), len(NAMES)) for at, of in enumerate(NAMED.values())),
        ),
        Feature("filled", SPOTS, "1 for a spot that the builder fills"),
        Feature("sides", SIDES * PER_SIDE, "captain + 1, minimum, power used, pass used, replaced; each / 8"),
        Feature("pairs", PAIRS * SIDES, "the pairs of the round, seat + 1, / 8"),
        Feature("decks", SEATS * 2, "cards in hand / 16, points at the end / 16"),
        Feature("hand", KINDS, "own hand by kind / 8"),
        Feature("known", SEATS * KINDS, "cards that this seat knows another has, by kind / 8"),
        Feature(
            "heaps",
            SIDES * HEAPS * PER_HEAP,
            "size / 8, laid, owner + 1, / 8, looked / 64, cards by kind / 8",
        ),
        Feature(
            "dice",
            SIDES * SPOTS * PER_DIE,
            "up, toss, copied, passed, shown at, top, seen, grabs; / 64",
            (Code(64, (0, 5), PER_DIE), Code(64, (2,), PER_DIE)),
        ),
        Feature(
            "battles",
            SPOTS * PER_BATTLE,
            "done, result, void, conceded, guessed; each / 4",
            (Code(4, (1, 3), PER_BATTLE),),
        ),
        Feature(
            "marks", ANIMALS * PER_ANIMAL, "first spots of gifts A, D, to Roosters, and of drops; each / 16"
        ),
        Feature("strengths", ANIMALS * ANIMALS, "1 where the animal of the row is strong against the other"),
        Feature("roosters", ROOSTERS * 2, "dawn rule and change of every Rooster / 64"),
        Feature("loot", CARDS * 3, "card, former owner + 1, who knows it; each / 64"),
        Feature("piles", KINDS * 3, "discards, destroyed cards, war pile; by kind / 8"),
        Feature("options", len(OPTION), "the number of every option but the seeds / 16"),
    )
)
F = OBSERVATION.first


@rule
def seat_from(s: Any, me: Any, p: Any) -> Any:
    """A seat from the one that looks clockwise, counted from 1; 0 for nobody."""
    return (p - me) % s.seats + 1 if p >= 0 else 0


@rule
def observe(t: Any, s: Any, seat: Any, out: Any) -> None:
    for i in range(out.shape[0]):
        out[i] = 0.0
    out[F.PHASE + s.phase] = 1.0
    out[F.STEP + s.step] = 1.0
    if seat >= 0:
        out[F.SEAT + seat] = 1.0
    me = max(seat, 0)
    for k in range(s.seats):
        out[F.ASKED + k] = (s.actors >> ((me + k) % s.seats)) & 1
    for i in range(MASK_BITS):
        out[F.OFFERED + i] = (s.mask >> i) & 1
    put_scalars(s, out)
    put_names(s, me, out)
    put_sides(s, me, out)
    put_cards(s, seat, me, out)
    put_heaps(s, me, out)
    put_dice(s, out)
    put_battles(s, out)
    put_animals(s, out)
    put_options(s, out)


@rule
def put_scalars(s: Any, out: Any) -> None:
    out[F.SCALARS + SCALARS.MAY] = s.may / 16.0
    out[F.SCALARS + SCALARS.WARS] = s.wars / 16.0
    out[F.SCALARS + SCALARS.TEAM] = s.team / 16.0
    out[F.SCALARS + SCALARS.PAIRS] = s.pairs / 16.0
    out[F.SCALARS + SCALARS.NUMBER] = s.number / 16.0
    out[F.SCALARS + SCALARS.STOPPED] = s.stopped / 16.0
    out[F.SCALARS + SCALARS.BONUS] = s.bonus / 16.0
    out[F.SCALARS + SCALARS.BONUS_GONE] = s.bonus_gone / 16.0
    out[F.SCALARS + SCALARS.TALK] = s.talk / 16.0
    out[F.SCALARS + SCALARS.LEFT] = s.left / 16.0
    out[F.SCALARS + SCALARS.LOOT_N] = s.loot_n / 16.0
    out[F.SCALARS + SCALARS.REBUILDING] = s.rebuilding / 16.0
    out[F.SCALARS + SCALARS.BUILD_MIN] = s.build_min / 16.0
    out[F.SCALARS + SCALARS.BUILD_SAME] = s.build_same / 16.0
    out[F.SCALARS + SCALARS.BUILD_KEPT] = s.build_kept / 16.0
    out[F.SCALARS + SCALARS.BUILD_AT] = s.build_at / 16.0
    out[F.SCALARS + SCALARS.CLOCK] = s.clock / 16.0
    out[F.SCALARS + SCALARS.WAR_WON] = s.war_won / 16.0
    out[F.SCALARS + SCALARS.WINNERS] = s.winners / 16.0
    out[F.SCALARS + SCALARS.DECK_N] = s.deck_n / 16.0
    out[F.SCALARS + SCALARS.PAIRED] = s.paired / 16.0


@rule
def put_names(s: Any, me: Any, out: Any) -> None:
    out[F.NAMES + NAMES.TURN] = seat_from(s, me, s.turn) / SEATS
    out[F.NAMES + NAMES.ATTACKER] = seat_from(s, me, s.attacker) / SEATS
    out[F.NAMES + NAMES.DEFENDER] = seat_from(s, me, s.defender) / SEATS
    out[F.NAMES + NAMES.BUILDER] = seat_from(s, me, s.builder) / SEATS
    out[F.NAMES + NAMES.ACT_SIDE] = (s.act_side + 1) / SIDES
    out[F.NAMES + NAMES.GIVEN_BY] = (s.given_by + 1) / SIDES
    out[F.NAMES + NAMES.SIDE] = (s.side + 1) / SIDES
    out[F.NAMES + NAMES.BATTLE] = (s.battle + 1) / SPOTS
    out[F.NAMES + NAMES.MERGE_AT] = (s.merge_at + 1) / SPOTS
    out[F.NAMES + NAMES.PICK] = (s.pick + 1) / SPOTS
    out[F.NAMES + NAMES.GIVEN] = (s.given + 1) / SPOTS
    out[F.NAMES + NAMES.SPOT] = (s.spot + 1) / SPOTS
    out[F.NAMES + NAMES.PAIR_AT] = (s.pair_at + 1) / 8
    out[F.NAMES + NAMES.WINDOW] = (s.window + 1) / 16
    out[F.NAMES + NAMES.ACT_FX] = (s.act_fx + 1) / 8
    out[F.NAMES + NAMES.WAR_BY] = (s.war_by + 1) / 8
    out[F.NAMES + NAMES.STAGE] = (s.stage + 1) / 8
    out[F.NAMES + NAMES.NAMED] = (s.named + 1) / ANIMALS
    out[F.NAMES + NAMES.GUESS] = (s.guess + 1) / ANIMALS
    out[F.NAMES + NAMES.DAWN] = (s.dawn + 1) / (KINDS + 1)
    out[F.NAMES + NAMES.BUILD_KIND] = (s.build_kind + 1) / (KINDS + 1)
    for spot in range(SPOTS):
        out[F.FILLED + spot] = (s.build_spots >> spot) & 1


@rule
def put_options(s: Any, out: Any) -> None:
    out[F.OPTIONS + OPTION.PLAYERS] = s.opt.players / 16.0
    out[F.OPTIONS + OPTION.START_CARDS] = s.opt.start_cards / 16.0
    out[F.OPTIONS + OPTION.LEAST_NUMBER] = s.opt.least_number / 16.0
    out[F.OPTIONS + OPTION.PILE_MIN] = s.opt.pile_min / 16.0
    out[F.OPTIONS + OPTION.HOLD_BACK] = s.opt.hold_back / 16.0
    out[F.OPTIONS + OPTION.ACTIONS] = s.opt.actions / 16.0
    out[F.OPTIONS + OPTION.REROLL_ACTS] = s.opt.reroll_acts / 16.0
    out[F.OPTIONS + OPTION.BATTLE] = s.opt.battle / 16.0
    out[F.OPTIONS + OPTION.MAJORITY] = s.opt.majority / 16.0
    out[F.OPTIONS + OPTION.GRAB] = s.opt.grab / 16.0
    out[F.OPTIONS + OPTION.WAR_LIMIT] = s.opt.war_limit / 16.0
    out[F.OPTIONS + OPTION.TURTLE] = s.opt.turtle / 16.0
    out[F.OPTIONS + OPTION.HIGHSCORE] = s.opt.highscore / 16.0
    out[F.OPTIONS + OPTION.TACTICAL_SKIP] = s.opt.tactical_skip / 16.0
    out[F.OPTIONS + OPTION.ZOO] = s.opt.zoo / 16.0
    out[F.OPTIONS + OPTION.FREE_CONCEDE] = s.opt.free_concede / 16.0
    out[F.OPTIONS + OPTION.TOGETHER] = s.opt.together / 16.0
    out[F.OPTIONS + OPTION.EVEN_TEAMS] = s.opt.even_teams / 16.0
    out[F.OPTIONS + OPTION.BIRD_HAND] = s.opt.bird_hand / 16.0
    out[F.OPTIONS + OPTION.DAWN] = s.opt.dawn / 16.0
    out[F.OPTIONS + OPTION.ROLLED_ROOSTER] = s.opt.rolled_rooster / 16.0
    out[F.OPTIONS + OPTION.ROOSTERS] = s.opt.roosters / 16.0
    out[F.OPTIONS + OPTION.EXTRA_ROOSTERS] = s.opt.extra_roosters / 16.0
    out[F.OPTIONS + OPTION.SIMULWARS] = s.opt.simulwars / 16.0
    out[F.OPTIONS + OPTION.STRENGTHS] = s.opt.strengths / 16.0


@rule
def put_sides(s: Any, me: Any, out: Any) -> None:
    for side in range(SIDES):
        at = F.SIDES + side * PER_SIDE
        out[at] = seat_from(s, me, s.captain[side]) / 8.0
        out[at + 1] = s.minimum[side] / 8.0
        out[at + 2] = s.used[side] / 8.0
        out[at + 3] = s.skipped[side] / 8.0
        out[at + 4] = s.replaced[side] / 8.0
        for i in range(PAIRS):
            out[F.PAIRS + SIDES * i + side] = seat_from(s, me, s.pair[i, side]) / 8.0


@rule
def put_heaps(s: Any, me: Any, out: Any) -> None:
    for side in range(SIDES):
        for heap in range(HEAPS):
            at = F.HEAPS + (side * HEAPS + heap) * PER_HEAP
            out[at] = s.heap_n[side, heap] / 8.0
            out[at + 1] = s.laid[side, heap]
            out[at + 2] = seat_from(s, me, s.owner[side, heap]) / 8.0
            out[at + 3] = s.seen[side, heap] / 64.0
            if s.heap_n[side, heap] > 0:
                for kind in range(KINDS):
                    out[at + 4 + kind] = s.heap[side, heap, kind] / 8.0


@rule
def put_dice(s: Any, out: Any) -> None:
    for side in range(SIDES):
        for spot in range(SPOTS):
            at = F.DICE + (side * SPOTS + spot) * PER_DIE
            out[at] = (s.up[side, spot] + 1) / 64.0
            out[at + 1] = s.toss[side, spot] / 64.0
            out[at + 2] = (s.copied[side, spot] + 1) / 64.0
            out[at + 3] = s.passed[side, spot] / 64.0
            out[at + 4] = s.shown_at[side, spot] / 64.0
            out[at + 5] = (s.top[side, spot] + 1) / 64.0
            out[at + 6] = s.top_seen[side, spot] / 64.0
            out[at + 7] = s.grabs[side, spot] / 64.0


@rule
def put_battles(s: Any, out: Any) -> None:
    for spot in range(SPOTS):
        at = F.BATTLES + spot * PER_BATTLE
        out[at] = s.done[spot] / 4.0
        out[at + 1] = s.result[spot] / 4.0
        out[at + 2] = s.void[spot] / 4.0
        out[at + 3] = s.conceded[spot] / 4.0
        out[at + 4] = s.guessed[spot] / 4.0


@rule
def put_animals(s: Any, out: Any) -> None:
    for animal in range(ANIMALS):
        at = F.MARKS + animal * PER_ANIMAL
        for side in range(SIDES):
            out[at + side] = s.gift[side, animal] / 16.0
        out[at + 2] = s.rooster_gift[animal] / 16.0
        out[at + 3] = s.dropped[animal] / 16.0
        for other in range(ANIMALS):
            out[F.STRENGTHS + animal * ANIMALS + other] = (s.strong[animal] >> other) & 1
    for i in range(ROOSTERS):
        out[F.ROOSTERS + 2 * i] = s.rooster_dawn[i] / 64.0
        out[F.ROOSTERS + 2 * i + 1] = (s.rooster_change[i] + 1) / 64.0


@rule
def put_cards(s: Any, seat: Any, me: Any, out: Any) -> None:
    for k in range(s.seats):
        p = (me + k) % s.seats
        out[F.DECKS + 2 * k] = s.hand_n[p] / 16.0
        out[F.DECKS + 2 * k + 1] = s.score[p] / 16.0
    for kind in range(KINDS):
        out[F.PILES + kind] = s.discard[kind] / 8.0
        out[F.PILES + KINDS + kind] = s.gone[kind] / 8.0
        out[F.PILES + 2 * KINDS + kind] = s.war_pile[kind] / 8.0
        if seat >= 0:
            out[F.HAND + kind] = s.hand[seat, kind] / 8.0
            for k in range(s.seats):
                out[F.KNOWN + k * KINDS + kind] = s.known[seat, (me + k) % s.seats, kind] / 8.0
    for i in range(s.loot_n):
        out[F.LOOT + 3 * i] = (s.loot[i] + 3) / 64.0
        out[F.LOOT + 3 * i + 1] = seat_from(s, me, s.loot_from[i]) / 64.0
        out[F.LOOT + 3 * i + 2] = s.loot_seen[i] / 64.0
