"""Totemic: what a learner sees."""

from __future__ import annotations

from typing import Any

from bestiary.core.game import Code, Feature, Observation
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..moves import QUESTIONS
from ..state import ASPECTS, FATES, GAME_CARDS, HAND, HIERARCHY, NOBODY, OFFERING, OPTIONS, PAIR, SPIRITS

SIDE_SIZE = 14
COURSE = 22
SIDE = (
    "power / 30, bonus / 4, total / 26, hand / 6, selected / 2, old cards / 6, wins / 3; 1 for the holder of "
    "dominance, whose turn it is, who challenged, who won the challenge, who discards after a submit, whose "
    "effect runs, who chooses a spirit first"
)
OBSERVATION = Observation(
    (
        Feature("phase", len(QUESTIONS), "one of the phases"),
        Feature("asked", 1, "1 when this seat is asked"),
        Feature("spirit", SPIRITS, "own spirit"),
        Feature("other_spirit", SPIRITS, "the other's spirit"),
        Feature("side", SIDE_SIZE, f"of the own side: {SIDE}"),
        Feature("other_side", SIDE_SIZE, "the same of the other side"),
        Feature(
            "course",
            COURSE,
            "step / 22, turns / 181, level / 5, reshuffles / 15, threats / 5, sides that have selected / 2, "
            "selected cards lie open, cards the rival has yet to name / 2, what for / 7, moment / 10, sides "
            "whose advantages have run / 2, (card of the effect + 1) / 56, its trigger / 10, effects done "
            "/ 2, how much is left / 4, where the invoke goes on / 2, games before / 3, rivals / 6, "
            "beaten / 6, deck / 20, discard / 20, offering / 3",
            (
                Code(22, (0,), COURSE),
                Code(7, (8,), COURSE),
                Code(10, (9, 12), COURSE),
                Code(56, (11,), COURSE),
            ),
        ),
        Feature("hierarchy", HIERARCHY, "(spirit + 1) / 12 from the bottom; 0 for nobody", (Code(12),)),
        Feature("unused", FATES, "1 for every challenge card that may lie on the stack"),
        Feature("turned", FATES, "1 for the challenge card of this challenge"),
        Feature("used", FATES, "used challenge cards: place / 4"),
        Feature("hand", ASPECTS, "own hand: place / 6", (Code(HAND),)),
        Feature("other_hand", ASPECTS, "the other hand: place / 6", (Code(1),)),
        Feature("shown", ASPECTS, "everybody knows it in the own hand"),
        Feature("other_shown", ASPECTS, "everybody knows it in the other hand"),
        Feature("known", ASPECTS, "both players know it in the own hand"),
        Feature("other_known", ASPECTS, "both players know it in the other hand"),
        Feature("old", ASPECTS, "it was in a hand at the last reshuffle"),
        Feature("offering", ASPECTS, "place / 3", (Code(OFFERING),)),
        Feature("apart", ASPECTS, "the card that is being invoked"),
        Feature("selected", ASPECTS, "selected by this side: place / 2", (Code(PAIR),)),
        Feature("other_selected", ASPECTS, "selected by the other side: place / 2", (Code(PAIR),)),
        Feature("discard", ASPECTS, "place / 20", (Code(1),)),
        Feature("box", ASPECTS, "1 for a card that is not in this game"),
        Feature("options", len(OPTIONS.all), "the options of the table, as the rules see them, / 12"),
        Feature("result", 2, "won by this seat; won by the other side"),
    )
)
F = OBSERVATION.first


@rule
def put_zone(zone: Any, size: Any, out: Any, at: Any) -> None:
    """The place of every card of a zone that can be named."""
    for i in range(zone.shape[0]):
        if zone[i] >= 0:
            out[at + zone[i]] = (i + 1) / size


@rule
def put_flags(flags: Any, code: Any, out: Any, at: Any) -> None:
    for card in range(ASPECTS):
        if flags[card] == code:
            out[at + card] = 1.0


@rule
def put_side(s: Any, p: Any, out: Any, at: Any) -> None:
    out[at] = s.power[p] / 30.0
    out[at + 1] = s.bonus[p] / 4.0
    out[at + 2] = s.totals[p] / 26.0
    out[at + 3] = s.hand_n[p] / HAND
    out[at + 4] = s.selected_n[p] / PAIR
    out[at + 5] = s.old_n[p] / HAND
    out[at + 6] = s.score[p] / 3.0
    out[at + 7] = 1.0 if s.dominance == p else 0.0
    out[at + 8] = 1.0 if s.turn == p else 0.0
    out[at + 9] = 1.0 if s.initiator == p else 0.0
    out[at + 10] = 1.0 if s.victor == p else 0.0
    out[at + 11] = 1.0 if s.payer == p else 0.0
    out[at + 12] = 1.0 if s.fx_owner == p else 0.0
    out[at + 13] = 1.0 if s.first == p else 0.0


@rule
def put_course(s: Any, out: Any) -> None:
    out[F.COURSE] = s.step / 22.0
    out[F.COURSE + 1] = s.turns / 181.0
    out[F.COURSE + 2] = s.level / 5.0
    out[F.COURSE + 3] = s.reshuffles / 15.0
    out[F.COURSE + 4] = s.threats / 5.0
    out[F.COURSE + 5] = s.chosen / 2.0
    out[F.COURSE + 6] = s.open
    out[F.COURSE + 7] = s.need / 2.0
    out[F.COURSE + 8] = s.task / 7.0
    out[F.COURSE + 9] = s.moment / 10.0
    out[F.COURSE + 10] = s.done / 2.0
    out[F.COURSE + 11] = (s.fx_row + 1) / 56.0
    out[F.COURSE + 12] = s.fx_on / 10.0
    out[F.COURSE + 13] = s.fx_next / 2.0
    out[F.COURSE + 14] = s.fx_left / 4.0
    out[F.COURSE + 15] = s.resume / 2.0
    out[F.COURSE + 16] = s.game / 3.0
    out[F.COURSE + 17] = s.rivals / 6.0
    out[F.COURSE + 18] = s.rung / 6.0
    out[F.COURSE + 19] = s.deck_n / GAME_CARDS
    out[F.COURSE + 20] = s.discard_n / GAME_CARDS
    out[F.COURSE + 21] = s.offering_n / OFFERING


@rule
def put_fates(s: Any, out: Any) -> None:
    gone = 0  # a bit for every challenge card that no longer lies on the stack
    for i in range(FATES):
        if s.used[i] != EMPTY:
            gone |= 1 << (s.used[i] - ASPECTS)
            out[F.USED + s.used[i] - ASPECTS] = (i + 1) / FATES
    if s.turned[0] != EMPTY:
        gone |= 1 << (s.turned[0] - ASPECTS)
        out[F.TURNED + s.turned[0] - ASPECTS] = 1.0
    for i in range(FATES):
        out[F.UNUSED + i] = 1.0 if s.stack_n > 0 and (gone >> i) & 1 == 0 else 0.0


@rule
def put_cards(s: Any, me: Any, out: Any) -> None:
    other = 1 - me
    put_zone(s.hand[me], HAND, out, F.HAND)
    put_zone(s.hand[other], HAND, out, F.OTHER_HAND)
    put_flags(s.shown[:], 1 + me, out, F.SHOWN)
    put_flags(s.shown[:], 1 + other, out, F.OTHER_SHOWN)
    put_flags(s.known[:], 1 + me, out, F.KNOWN)
    put_flags(s.known[:], 1 + other, out, F.OTHER_KNOWN)
    put_flags(s.old[:], 1, out, F.OLD)
    put_zone(s.offering[:], OFFERING, out, F.OFFERING)
    put_zone(s.apart[:], 1, out, F.APART)
    put_zone(s.selected[me], PAIR, out, F.SELECTED)
    put_zone(s.selected[other], PAIR, out, F.OTHER_SELECTED)
    put_zone(s.discard[:], GAME_CARDS, out, F.DISCARD)
    put_flags(s.box[:], 1, out, F.BOX)


@rule
def put_options(s: Any, out: Any) -> None:
    o = s.opt
    out[F.OPTIONS] = o.players / 12.0
    out[F.OPTIONS + 1] = o.match_games / 12.0
    out[F.OPTIONS + 2] = o.spirit_0 / 12.0
    out[F.OPTIONS + 3] = o.spirit_1 / 12.0
    out[F.OPTIONS + 4] = o.rivals / 12.0
    out[F.OPTIONS + 5] = o.deal_spirits / 12.0
    out[F.OPTIONS + 6] = o.late_reshuffle / 12.0
    out[F.OPTIONS + 7] = o.second_check / 12.0
    out[F.OPTIONS + 8] = o.floor_zero / 12.0
    out[F.OPTIONS + 9] = o.play_all_games / 12.0
    out[F.OPTIONS + 10] = o.plain_rivals / 12.0
    out[F.OPTIONS + 11] = o.tireless_rivals / 12.0


@rule
def observe(t: Any, s: Any, seat: Any, out: Any) -> None:
    me = max(seat, 0)
    other = 1 - me
    for i in range(out.shape[0]):
        out[i] = 0.0
    out[F.PHASE + s.phase] = 1.0
    out[F.ASKED] = 1.0 if (s.actors >> me) & 1 else 0.0
    if s.spirit[me] != NOBODY:
        out[F.SPIRIT + s.spirit[me]] = 1.0
    if s.spirit[other] != NOBODY:
        out[F.OTHER_SPIRIT + s.spirit[other]] = 1.0
    put_side(s, me, out, F.SIDE)
    put_side(s, other, out, F.OTHER_SIDE)
    put_course(s, out)
    for i in range(HIERARCHY):
        out[F.HIERARCHY + i] = (s.hierarchy[i] + 1) / 12.0
    put_fates(s, out)
    put_cards(s, me, out)
    put_options(s, out)
    out[F.RESULT] = 1.0 if s.winner == me else 0.0
    out[F.RESULT + 1] = 1.0 if s.winner == other else 0.0
