"""Totemic: why a choice is refused, by the entry of the rulebook that forbids it."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..state import (
    ACT,
    ANSWER,
    APART,
    CHOOSE,
    COUNT,
    DISCARD,
    FEINT,
    INVOKE_PAY,
    MAY,
    OVER,
    PAY,
    PICK,
    RECOVER,
    REMOVE,
    S_CHALLENGE_END,
    S_DRAWN,
    S_FILL,
    SELECT,
    SIDES,
    STRONGEST,
    SWAP,
    T_PAY,
    T_PAY_INVOKE,
    T_SELECT,
    T_TAKE,
    TOKEN,
    TRIM,
    V_ACCEPT,
    V_BEGIN,
    V_CHALLENGE,
    V_CHOOSE,
    V_DISCARD,
    V_DRAW,
    V_FEINT,
    V_INVOKE,
    V_KEEP,
    V_NO,
    V_PASS,
    V_PAY,
    V_PICK,
    V_RECOVER,
    V_REMOVE,
    V_RIVALS,
    V_SELECT,
    V_SUBMIT,
    V_SWAP,
    V_THREATEN,
    V_TOKEN,
    V_YES,
    cite,
)
from .deck import slot_of
from .rival import candidate, candidates, wanted_strength
from .solo import too_many_rivals

OVER_ALREADY = cite("TMC-9.1")
ONE_SPIRIT_EACH = cite("TMC-1.6")
NO_MIRROR = cite("TMC-1.7")
TIME_TO_STUDY = cite("TMC-1.13")
CROW_AND_MOUSE = cite("TMC-12.1")
ONE_TO_SIX = cite("TMC-12.4")
EQUAL_POWERS = cite("TMC-12.12")
ONE_OF_THREE_ACTIONS = cite("TMC-4.3")
FROM_THE_OFFERING = cite("TMC-6.1")
DOWN_AFTER_DRAW = cite("TMC-5.3")
DOWN_AFTER_ABILITY = cite("TMC-6.4")
DOWN_AFTER_CHALLENGE = cite("TMC-7.15")
DOWN_AT_TURN_END = cite("TMC-9.3")
DISCARD_FOR_INVOKE = cite("TMC-6.5")
NOT_THE_SELECTED = cite("TMC-6.7")
NOT_IN_ITS_CHALLENGE = cite("TMC-6.9")
ONE_OF_THREE_ANSWERS = cite("TMC-7.2")
TWO_FROM_HAND = cite("TMC-7.3")
DISCARD_TWO = cite("TMC-8.8")
HOLDER_DISCARDS = cite("TMC-11.2")
STRONGEST_CARD = cite("TMC-11.3")
OPPONENT_CHOOSES = cite("TMC-11.4")
YES_OR_NO = cite("TMC-11.8")
FROM_THE_PILE = cite("TMC-11.10")
WITH_THE_OFFERING = cite("TMC-11.11")
SELECTED_CARD = cite("TMC-11.15")
RIVAL_DISCARDS = cite("TMC-13.11")
RIVAL_SELECTS = cite("TMC-14.7")
RIVAL_PAYS = cite("TMC-14.17")
RIVAL_TAKES = cite("TMC-15.2")
RIVAL_LOWEST = cite("TMC-15.6")


@rule
def asked(s: Any) -> Any:
    """The seat that is asked; there is never more than one."""
    return s.actors >> 1


@rule
def is_strongest(t: Any, s: Any, p: Any, card: Any) -> Any:
    # TMC-11.3
    for i in range(s.hand_n[p]):
        if t.strength[s.hand[p, i]] > t.strength[card]:
            return False
    return True


@rule
def is_open_to_all(s: Any, p: Any, card: Any) -> Any:
    """Whether both sides know a card to be in the hand of a side."""
    if s.seats < SIDES:
        return slot_of(s.hand[p], card) != EMPTY
    return s.shown[card] == 1 + p or s.known[card] == 1 + p


@rule
def may_play(t: Any, s: Any, p: Any, spirit: Any) -> Any:
    """The rule that keeps a side from a spirit, or 0."""
    if s.seats == SIDES:
        return np.int64(NO_MIRROR if s.spirit[1 - p] == spirit else 0)
    if t.solo[spirit] == 0:
        return np.int64(CROW_AND_MOUSE)
    return np.int64(ONE_TO_SIX if too_many_rivals(t, spirit, s.rivals) else 0)


@rule
def why(t: Any, s: Any, action: Any) -> Any:
    verb = np.int64(t.verb[action])
    a = np.int64(t.arg[action, 0])
    b = np.int64(t.arg[action, 1])
    wrong = wrong_verb(t, s, verb)
    if wrong != 0:
        return np.int64(wrong)
    return np.int64(why_not(t, s, verb, a, b))


@rule
def wrong_verb(t: Any, s: Any, verb: Any) -> Any:
    """The rule that keeps a verb out of this phase, or 0."""
    phase = s.phase
    if phase == OVER:
        return OVER_ALREADY
    if phase == ACT:
        return 0 if verb == V_DRAW or verb == V_INVOKE or verb == V_CHALLENGE else ONE_OF_THREE_ACTIONS
    if phase == ANSWER:
        return 0 if verb == V_ACCEPT or verb == V_THREATEN or verb == V_SUBMIT else ONE_OF_THREE_ANSWERS
    if phase == SELECT:
        return 0 if verb == V_SELECT else TWO_FROM_HAND
    if phase == PAY:
        return 0 if verb == V_PAY else DISCARD_TWO
    if phase == INVOKE_PAY or phase == TRIM or phase == DISCARD or phase == STRONGEST:
        return 0 if verb == V_DISCARD else discard_rule(s)
    if phase == MAY:
        return 0 if verb == V_YES or verb == V_NO else YES_OR_NO
    if phase == RECOVER:
        return 0 if verb == V_RECOVER else FROM_THE_PILE
    if phase == REMOVE:
        return 0 if verb == V_REMOVE else OPPONENT_CHOOSES
    if phase == SWAP:
        declines = verb == V_PASS and t.fx_may[s.fx_row, s.fx_next] == 1
        return 0 if verb == V_SWAP or declines else WITH_THE_OFFERING
    if phase == FEINT:
        declines = verb == V_KEEP and t.fx_may[s.fx_row, s.fx_next] == 1
        return 0 if verb == V_FEINT or declines else SELECTED_CARD
    if phase == PICK:
        return 0 if verb == V_PICK else pick_rule(s)
    if phase == CHOOSE:
        return 0 if verb == V_CHOOSE else ONE_SPIRIT_EACH
    if phase == COUNT:
        return 0 if verb == V_RIVALS else ONE_TO_SIX
    if phase == TOKEN:
        return 0 if verb == V_TOKEN else EQUAL_POWERS
    return 0 if verb == V_BEGIN else TIME_TO_STUDY


@rule
def discard_rule(s: Any) -> Any:
    """The rule that asks for a discard."""
    if s.phase == INVOKE_PAY:
        return DISCARD_FOR_INVOKE
    if s.phase == DISCARD:
        return HOLDER_DISCARDS
    if s.phase == STRONGEST:
        return STRONGEST_CARD
    if s.step == S_DRAWN:
        return DOWN_AFTER_DRAW
    if s.step == S_FILL:
        return DOWN_AFTER_ABILITY
    if s.step == S_CHALLENGE_END:
        return DOWN_AFTER_CHALLENGE
    return DOWN_AT_TURN_END


@rule
def pick_rule(s: Any) -> Any:
    """The rule that lets the player settle a tie of the rival."""
    if s.task == T_TAKE:
        return RIVAL_TAKES
    if s.task == T_PAY_INVOKE:
        return RIVAL_LOWEST
    if s.task == T_SELECT:
        return RIVAL_SELECTS
    if s.task == T_PAY:
        return RIVAL_PAYS
    return RIVAL_DISCARDS


@rule
def why_not(t: Any, s: Any, verb: Any, a: Any, b: Any) -> Any:
    """The first rule that forbids these arguments to a verb of this phase, or 0."""
    p = asked(s)
    if verb == V_INVOKE:
        return FROM_THE_OFFERING if slot_of(s.offering[:], a) == EMPTY else 0
    if verb == V_SELECT or verb == V_PAY:
        if b == APART and s.apart[0] != EMPTY and verb == V_SELECT:
            return NOT_IN_ITS_CHALLENGE
        if b < s.hand_n[p]:
            return 0
        return TWO_FROM_HAND if verb == V_SELECT else DISCARD_TWO
    if verb == V_DISCARD:
        if a == s.apart[0]:
            return NOT_THE_SELECTED
        if slot_of(s.hand[p], a) == EMPTY:
            return discard_rule(s)
        return STRONGEST_CARD if s.phase == STRONGEST and not is_strongest(t, s, p, a) else 0
    if verb == V_RECOVER:
        return FROM_THE_PILE if slot_of(s.discard[:], a) == EMPTY else 0
    if verb == V_REMOVE:
        return 0 if is_open_to_all(s, 1 - p, a) else OPPONENT_CHOOSES
    if verb == V_SWAP:
        return WITH_THE_OFFERING if a >= s.hand_n[p] or b >= s.offering_n else 0
    if verb == V_FEINT:
        return SELECTED_CARD if a >= s.selected_n[p] or b >= s.offering_n else 0
    if verb == V_PICK:
        return why_not_pick(t, s, a)
    if verb == V_CHOOSE:
        return may_play(t, s, p, a)
    if verb == V_RIVALS:
        return ONE_TO_SIX if too_many_rivals(t, s.spirit[p], a + 1) else 0
    return 0


@rule
def why_not_pick(t: Any, s: Any, card: Any) -> Any:
    if t.strength[card] == wanted_strength(t, s, s.task):
        for i in range(candidates(s, s.task)):
            if candidate(s, s.task, np.int64(i)) == card:
                return 0
    return pick_rule(s)
