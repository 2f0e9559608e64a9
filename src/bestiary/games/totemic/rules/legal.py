"""Totemic: what may be chosen, why not, and what a choice means (the decisions of the rulebook)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..moves import A, Q, V
from ..state import APART, ASPECTS, HAND, OFFERING, RIVALS, SIDES, SPIRIT_CARD, SPIRITS, STEP, TASK, cite
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
        return NO_MIRROR if s.spirit[1 - p] == spirit else 0
    if t.solo[spirit] == 0:
        return CROW_AND_MOUSE
    return ONE_TO_SIX if too_many_rivals(t, spirit, s.rivals) else 0


@rule
def pair_place(i: Any, j: Any) -> Any:
    """The number of a rising pair of places, the place of the card that lies apart included."""
    return i * (2 * HAND + 1 - i) // 2 + (j - i - 1)


@rule
def add_hand(s: Any, p: Any, out: Any) -> Any:
    for i in range(s.hand_n[p]):
        out[i] = A.DISCARD + s.hand[p, i]
    return s.hand_n[p]


@rule
def add_pairs(s: Any, p: Any, base: Any, out: Any) -> Any:
    n = 0
    for i in range(s.hand_n[p]):
        for j in range(i + 1, s.hand_n[p]):
            out[n] = base + pair_place(i, j)
            n += 1
    return n


@rule
def legal(t: Any, s: Any, out: Any) -> Any:
    phase = s.phase
    p = asked(s)
    n = 0
    if phase == Q.ACT:
        out[0] = A.DRAW
        n = 1
        for i in range(s.offering_n):
            out[n] = A.INVOKE + s.offering[i]
            n += 1
        out[n] = A.CHALLENGE
        n += 1
    elif phase == Q.ANSWER:
        out[0] = A.ACCEPT
        out[1] = A.THREATEN
        out[2] = A.SUBMIT
        n = 3
    elif phase == Q.SELECT:
        n = add_pairs(s, p, A.SELECT, out)
    elif phase == Q.PAY:
        n = add_pairs(s, p, A.PAY, out)
    elif phase == Q.INVOKE_PAY or phase == Q.TRIM or phase == Q.DISCARD:
        n = add_hand(s, p, out)
    elif phase == Q.MAY:
        out[0] = A.YES
        out[1] = A.NO
        n = 2
    else:
        n = legal_rarely(t, s, p, out)
    return n


@rule
def legal_rarely(t: Any, s: Any, p: Any, out: Any) -> Any:
    """The choices of the questions that come up once in a while."""
    phase = s.phase
    n = 0
    if phase == Q.STRONGEST:
        for i in range(s.hand_n[p]):
            if is_strongest(t, s, p, s.hand[p, i]):
                out[n] = A.DISCARD + s.hand[p, i]
                n += 1
    elif phase == Q.RECOVER:
        for i in range(s.discard_n):
            out[i] = A.RECOVER + s.discard[i]
        n = s.discard_n
    elif phase == Q.REMOVE:
        for card in range(ASPECTS):
            if is_open_to_all(s, 1 - p, card):
                out[n] = A.REMOVE + card
                n += 1
    elif phase == Q.SWAP:
        for i in range(s.hand_n[p]):
            for place in range(s.offering_n):
                out[n] = A.SWAP + i * OFFERING + place
                n += 1
        if t.fx_may[s.fx_row, s.fx_next] == 1:
            out[n] = A.PASS
            n += 1
    elif phase == Q.FEINT:
        for i in range(s.selected_n[p]):
            for place in range(s.offering_n):
                out[n] = A.FEINT + i * OFFERING + place
                n += 1
        if t.fx_may[s.fx_row, s.fx_next] == 1:
            out[n] = A.KEEP
            n += 1
    elif phase == Q.PICK:
        strength = wanted_strength(t, s, s.task)
        for i in range(candidates(s, s.task)):
            card = candidate(s, s.task, i)
            if t.strength[card] == strength:
                out[n] = A.PICK + card
                n += 1
    elif phase == Q.CHOOSE:
        for spirit in range(SPIRITS):
            if may_play(t, s, p, spirit) == 0:
                out[n] = A.CHOOSE + spirit
                n += 1
    elif phase == Q.RIVALS:
        for i in range(RIVALS):
            if not too_many_rivals(t, s.spirit[p], i + 1):
                out[n] = A.RIVALS + i
                n += 1
    elif phase == Q.TOKEN:
        for side in range(SIDES):
            out[side] = A.TOKEN + side
        n = SIDES
    elif phase == Q.BEGIN:
        out[0] = A.BEGIN
        n = 1
    return n


@rule
def why(t: Any, s: Any, action: Any) -> Any:
    verb = t.verb[action]
    a = t.arg[action, 0]
    b = t.arg[action, 1]
    wrong = wrong_verb(t, s, verb)
    if wrong != 0:
        return wrong
    return why_not(t, s, verb, a, b)


@rule
def wrong_verb(t: Any, s: Any, verb: Any) -> Any:
    """The rule that keeps a verb out of this phase, or 0."""
    phase = s.phase
    if phase == Q.OVER:
        return OVER_ALREADY
    if phase == Q.ACT:
        return 0 if verb == V.DRAW or verb == V.INVOKE or verb == V.CHALLENGE else ONE_OF_THREE_ACTIONS
    if phase == Q.ANSWER:
        return 0 if verb == V.ACCEPT or verb == V.THREATEN or verb == V.SUBMIT else ONE_OF_THREE_ANSWERS
    if phase == Q.SELECT:
        return 0 if verb == V.SELECT else TWO_FROM_HAND
    if phase == Q.PAY:
        return 0 if verb == V.PAY else DISCARD_TWO
    if phase == Q.INVOKE_PAY or phase == Q.TRIM or phase == Q.DISCARD or phase == Q.STRONGEST:
        return 0 if verb == V.DISCARD else discard_rule(s)
    if phase == Q.MAY:
        return 0 if verb == V.YES or verb == V.NO else YES_OR_NO
    if phase == Q.RECOVER:
        return 0 if verb == V.RECOVER else FROM_THE_PILE
    if phase == Q.REMOVE:
        return 0 if verb == V.REMOVE else OPPONENT_CHOOSES
    if phase == Q.SWAP:
        declines = verb == V.PASS and t.fx_may[s.fx_row, s.fx_next] == 1
        return 0 if verb == V.SWAP or declines else WITH_THE_OFFERING
    if phase == Q.FEINT:
        declines = verb == V.KEEP and t.fx_may[s.fx_row, s.fx_next] == 1
        return 0 if verb == V.FEINT or declines else SELECTED_CARD
    if phase == Q.PICK:
        return 0 if verb == V.PICK else pick_rule(s)
    if phase == Q.CHOOSE:
        return 0 if verb == V.CHOOSE else ONE_SPIRIT_EACH
    if phase == Q.RIVALS:
        return 0 if verb == V.RIVALS else ONE_TO_SIX
    if phase == Q.TOKEN:
        return 0 if verb == V.TOKEN else EQUAL_POWERS
    return 0 if verb == V.BEGIN else TIME_TO_STUDY


@rule
def discard_rule(s: Any) -> Any:
    """The rule that asks for a discard."""
    if s.phase == Q.INVOKE_PAY:
        return DISCARD_FOR_INVOKE
    if s.phase == Q.DISCARD:
        return HOLDER_DISCARDS
    if s.phase == Q.STRONGEST:
        return STRONGEST_CARD
    if s.step == STEP.DRAWN:
        return DOWN_AFTER_DRAW
    if s.step == STEP.FILL:
        return DOWN_AFTER_ABILITY
    if s.step == STEP.CHALLENGE_END:
        return DOWN_AFTER_CHALLENGE
    return DOWN_AT_TURN_END


@rule
def pick_rule(s: Any) -> Any:
    """The rule that lets the player settle a tie of the rival."""
    if s.task == TASK.TAKE:
        return RIVAL_TAKES
    if s.task == TASK.PAY_INVOKE:
        return RIVAL_LOWEST
    if s.task == TASK.SELECT:
        return RIVAL_SELECTS
    if s.task == TASK.PAY:
        return RIVAL_PAYS
    return RIVAL_DISCARDS


@rule
def why_not(t: Any, s: Any, verb: Any, a: Any, b: Any) -> Any:
    """The first rule that forbids these arguments to a verb of this phase, or 0."""
    p = asked(s)
    if verb == V.INVOKE:
        return FROM_THE_OFFERING if slot_of(s.offering[:], a) == EMPTY else 0
    if verb == V.SELECT or verb == V.PAY:
        if b == APART and s.apart[0] != EMPTY and verb == V.SELECT:
            return NOT_IN_ITS_CHALLENGE
        if b < s.hand_n[p]:
            return 0
        return TWO_FROM_HAND if verb == V.SELECT else DISCARD_TWO
    if verb == V.DISCARD:
        if a == s.apart[0]:
            return NOT_THE_SELECTED
        if slot_of(s.hand[p], a) == EMPTY:
            return discard_rule(s)
        return STRONGEST_CARD if s.phase == Q.STRONGEST and not is_strongest(t, s, p, a) else 0
    if verb == V.RECOVER:
        return FROM_THE_PILE if slot_of(s.discard[:], a) == EMPTY else 0
    if verb == V.REMOVE:
        return 0 if is_open_to_all(s, 1 - p, a) else OPPONENT_CHOOSES
    if verb == V.SWAP:
        return WITH_THE_OFFERING if a >= s.hand_n[p] or b >= s.offering_n else 0
    if verb == V.FEINT:
        return SELECTED_CARD if a >= s.selected_n[p] or b >= s.offering_n else 0
    if verb == V.PICK:
        return why_not_pick(t, s, a)
    if verb == V.CHOOSE:
        return may_play(t, s, p, a)
    if verb == V.RIVALS:
        return ONE_TO_SIX if too_many_rivals(t, s.spirit[p], a + 1) else 0
    return 0


@rule
def why_not_pick(t: Any, s: Any, card: Any) -> Any:
    if t.strength[card] == wanted_strength(t, s, s.task):
        for i in range(candidates(s, s.task)):
            if candidate(s, s.task, i) == card:
                return 0
    return pick_rule(s)


@rule
def meaning(t: Any, s: Any, action: Any, out: Any) -> None:
    verb = t.verb[action]
    a = t.arg[action, 0]
    b = t.arg[action, 1]
    p = min(asked(s), 1)
    out.verb = verb
    out.see = ALL
    if verb == V.CHOOSE:
        out.card = SPIRIT_CARD + a
    elif verb == V.RIVALS:
        out.number = a + 1
    elif verb == V.TOKEN:
        out.target = a
    elif verb == V.SELECT or verb == V.PAY:
        out.card = s.hand[p, a]
        out.other = s.apart[0] if b == APART else s.hand[p, b]
        if verb == V.SELECT and s.seats == SIDES:
            out.see = 1 << p
    elif verb == V.SWAP:
        out.card = s.hand[p, a]
        out.other = s.offering[b]
    elif verb == V.FEINT:
        out.card = s.selected[p, a]
        out.other = s.offering[b]
    elif verb == V.INVOKE or verb == V.DISCARD or verb == V.RECOVER or verb == V.REMOVE or verb == V.PICK:
        out.card = a
