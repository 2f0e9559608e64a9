"""Tossing Tiger: rolling a die and finding the winner of a battle (chapters 5, 7, 10, 12)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, OWNED, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import below

from ..effects import DO, IF, ON, TO, VALUE, WHAT
from ..events import FATE_LOSES, FATE_WINS, OUTCOMES, WHY, E
from ..state import ATT, DEF, DICE, NONE, OPT, ROOSTER, SIDES, TOSS, WON
from . import conditions, table

# ---- which effects a card has --------------------------------------------------------------


@rule
def action_of(s: Any, side: Any, spot: Any) -> Any:
    # TTR-14.10, TTR-12.25, TTR-14.22
    kind = s.up[side, spot]
    if kind < 0 or table.is_dawn(s, side, spot):
        return NONE
    if table.is_rooster(kind) and s.change != NONE:
        return s.change
    if s.copied[side, spot] != NONE:
        return s.copied[side, spot]
    return kind


@rule
def disables(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-10.10, TTR-11.7
    action = action_of(s, side, spot)
    return action != NONE and t.disables[action] == 1 and s.passed[side, spot] == 0


@rule
def disabled(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-10.11, TTR-10.14
    if not disables(t, s, 1 - side, spot):
        return False
    return side == DEF or not disables(t, s, side, spot)


@rule
def off(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-10.13, TTR-11.7, TTR-12.7, TTR-16.10
    if s.passed[side, spot] != 0 or s.conceded[spot] != 0:
        return True
    return disabled(t, s, side, spot)


@rule
def stopped_from_acting(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-10.12
    if side == ATT and s.opt.turtle == OPT.TURTLE_IN_ORDER:
        return False
    return disabled(t, s, side, spot)


@rule
def holds_facing(t: Any, s: Any, condition: Any, n: Any, side: Any, spot: Any) -> Any:
    # TTR-12.22
    if condition == IF.FACED_STRONG:
        return is_strong(t, s, 1 - side, spot)
    return conditions.holds(t, s, condition, n, side, spot)


# ---- strengths ---------------------------------------------------------------------------


@rule
def is_strong(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-7.1, TTR-7.10
    me = conditions.animal_at(t, s, side, spot)
    faced = conditions.animal_at(t, s, 1 - side, spot)
    if me == NONE or faced == NONE:
        return False
    if s.rule != NONE:
        if s.named == faced and conditions.dawn_effect(t, s, ON.WAR, DO.DROP_STRENGTH) != NONE:
            return False
        if s.named == me and conditions.dawn_effect(t, s, ON.WAR, DO.NO_STRENGTHS) != NONE:
            return False
    if s.dropped[faced] > 0 and spot >= s.dropped[faced]:
        return False
    if (s.strong[me] >> faced) & 1:
        return True
    if s.rule != NONE and side == ATT:
        if s.named == faced and conditions.dawn_effect(t, s, ON.WAR, DO.ADD_STRENGTH) != NONE:
            return True
    if s.gift[side, faced] > 0 and spot >= s.gift[side, faced]:
        return True
    if me == ROOSTER and s.rooster_gift[faced] > 0 and spot >= s.rooster_gift[faced]:
        return True
    return grows_strong(t, s, side, spot, faced)


@rule
def grows_strong(t: Any, s: Any, side: Any, spot: Any, faced: Any) -> Any:
    # TTR-10.8, TTR-12.26
    action = action_of(s, side, spot)
    if action == NONE or off(t, s, side, spot):
        return False
    for i in range(t.effects[action]):
        if (
            t.fx_on[action, i] != ON.CHECK
            or t.fx_do[action, i] != DO.ADD_STRENGTH
            or t.fx_to[action, i] != TO.ME
        ):
            continue
        if not conditions.holds(t, s, t.fx_if[action, i], t.fx_n[action, i], side, spot):
            continue
        if t.fx_what[action, i] == WHAT.ALL:
            return True
        if t.fx_what[action, i] == WHAT.OWN_EARLIER and conditions.shown_before(t, s, side, spot, faced):
            return True
    return False


# ---- the winner --------------------------------------------------------------------------


@rule
def bound_to_lose(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-7.9, TTR-14.8, TTR-14.9, TTR-14.11, TTR-14.12, TTR-13.30, TTR-13.35
    kind = s.up[side, spot]
    if kind < 0 or table.is_dawn(s, side, spot):
        return True
    if table.is_rooster(kind):
        if s.opt.rolled_rooster == OPT.ROLLED_ROOSTER_PLAIN:
            return False
        if s.change != NONE:
            return off(t, s, side, spot)
    return t.doom[kind] == 1


@rule
def bound_why(s: Any, side: Any, spot: Any) -> Any:
    # TTR-7.9, TTR-14.8, TTR-14.9
    if s.up[side, spot] < 0:
        return WHY.EMPTY
    return WHY.DAWN if table.is_dawn(s, side, spot) else WHY.BOUND


@rule
def fate(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-7.8: what the card's action decides, and OUTCOMES times the condition by which it does
    action = action_of(s, side, spot)
    if action == NONE or off(t, s, side, spot):
        return VALUE.NOTHING
    for i in range(t.effects[action]):
        if t.fx_on[action, i] == ON.CHECK and t.fx_do[action, i] == DO.FATE:
            if conditions.holds(t, s, t.fx_if[action, i], t.fx_n[action, i], side, spot):
                value = VALUE.WIN if t.fx_value[action, i] == VALUE.WIN else VALUE.LOSE
                return value + OUTCOMES * t.fx_if[action, i]
    return VALUE.NOTHING


@rule
def outcome(won: Any, why: Any) -> Any:
    """Who won a battle and why, in one number."""
    return won + OUTCOMES * why


@rule
def compare(s: Any, att: Any, deff: Any) -> Any:
    # TTR-7.2, TTR-7.3, TTR-7.4, TTR-7.5
    if att and deff:
        won = WON.BOTH if s.opt.battle == OPT.BATTLE_PUBLISHED else WON.NOBODY
        return outcome(won, WHY.BOTH_STRONG)
    if att or deff:
        return outcome(WON.A if att else WON.D, WHY.STRONG)
    return outcome(WON.NOBODY if s.opt.battle == OPT.BATTLE_PUBLISHED else WON.BOTH, WHY.NEITHER_STRONG)


@rule
def fated(t: Any, s: Any, spot: Any) -> Any:
    # TTR-7.7, TTR-7.8
    first = fate(t, s, ATT, spot)
    second = fate(t, s, DEF, spot)
    att = first % OUTCOMES
    deff = second % OUTCOMES
    if att == VALUE.NOTHING and deff == VALUE.NOTHING:
        return compare(s, is_strong(t, s, ATT, spot), is_strong(t, s, DEF, spot))
    if att == VALUE.WIN and deff == VALUE.WIN:
        return outcome(compare(s, True, True) % OUTCOMES, WHY.TWO_WINS)
    if att == VALUE.LOSE and deff == VALUE.LOSE:
        return outcome(WON.NOBODY, WHY.TWO_LOSSES)
    decides = first if att != VALUE.NOTHING else second
    why = (FATE_WINS if decides % OUTCOMES == VALUE.WIN else FATE_LOSES) + decides // OUTCOMES
    return outcome(WON.A if att == VALUE.WIN or deff == VALUE.LOSE else WON.D, why)


@rule
def claims(t: Any, s: Any, side: Any, spot: Any) -> Any:
    # TTR-12.17, TTR-12.18
    action = action_of(s, side, spot)
    if action == NONE or off(t, s, side, spot):
        return False
    for i in range(t.effects[action]):
        if t.fx_on[action, i] == ON.NEXT_CHECK and t.fx_do[action, i] == DO.CLAIM:
            return True
    return False


@rule
def claimed(t: Any, s: Any, spot: Any, ends: Any) -> Any:
    # TTR-12.17, TTR-12.18
    before = table.previous_battle(s, spot)
    won = ends % OUTCOMES
    if before < 0 or (won != WON.NOBODY and won != WON.BOTH):
        return ends
    att = claims(t, s, ATT, before)
    deff = claims(t, s, DEF, before)
    if att != deff:
        return outcome(WON.A if att else WON.D, WHY.CLAIMED)
    return ends


@rule
def protected(t: Any, s: Any, spot: Any, ends: Any) -> Any:
    # TTR-15.19, TTR-15.20
    if s.rule == NONE or conditions.dawn_effect(t, s, ON.WAR, DO.PROTECT) == NONE:
        return ends
    for side in range(SIDES):
        if ends % OUTCOMES == 1 << (1 - side) and conditions.animal_at(t, s, side, spot) == s.named:
            return outcome(WON.NOBODY, WHY.PROTECTED)
    return ends


@rule
def winner(t: Any, s: Any, spot: Any) -> Any:
    # TTR-7.7: who won, and OUTCOMES times why
    if s.conceded[spot] != 0:
        return outcome(1 << (2 - s.conceded[spot]), WHY.CONCEDED)
    att = bound_to_lose(t, s, ATT, spot)
    deff = bound_to_lose(t, s, DEF, spot)
    if att and deff:
        return outcome(WON.NOBODY, WHY.BOTH_BOUND)
    if att or deff:
        return outcome(WON.D if att else WON.A, bound_why(s, ATT if att else DEF, spot))
    if s.guessed[spot] != 0:
        return protected(t, s, spot, outcome(WON.A, WHY.GUESSED))
    if s.rule != NONE and conditions.animal_at(t, s, ATT, spot) == conditions.animal_at(t, s, DEF, spot):
        twins = conditions.dawn_effect(t, s, ON.WAR, DO.FATE)  # TTR-15.26
        if twins != NONE:
            side = ATT if t.fx_value[s.rule, twins] == VALUE.WIN else DEF
            return protected(t, s, spot, outcome(1 << side, WHY.TWINS))
    return protected(t, s, spot, claimed(t, s, spot, fated(t, s, spot)))


# ---- rolling and checking ------------------------------------------------------------------


@rule
def theirs(s: Any, side: Any, spot: Any) -> Any:
    """The face-up card of a die and whose it is, as an event tells it; 0 stands for no card."""
    return OWNED * s.owner[side, spot] + s.up[side, spot] - EMPTY


@rule
def toss(t: Any, s: Any, side: Any, spot: Any, log: Any) -> None:
    # TTR-10.1, TTR-10.2
    action = action_of(s, side, spot)
    if action == NONE or s.conceded[spot] != 0:
        return
    for i in range(t.effects[action]):
        if t.fx_on[action, i] == ON.SHOWN and t.fx_do[action, i] == DO.TOSS:
            s.toss[side, spot] = TOSS.HEADS + below(s.rng, DICE, 2)
            emit(log, E.TOSSES, ALL, ALL, side, spot, s.toss[side, spot], theirs(s, side, spot))


@rule
def roll(t: Any, s: Any, side: Any, spot: Any, log: Any) -> None:
    # TTR-5.2, TTR-5.3, TTR-11.7, TTR-12.6
    if s.top[side, spot] != EMPTY:
        kind = s.top[side, spot]
        table.forget_top(s, side, spot)
    else:
        kind = table.random_card(s, side, spot)
    s.clock += 1
    s.up[side, spot] = kind
    s.toss[side, spot] = TOSS.NONE
    s.copied[side, spot] = NONE
    s.passed[side, spot] = 0
    s.shown_at[side, spot] = s.clock
    emit(log, E.ROLLS, ALL, ALL, side, spot, kind, s.owner[side, spot])
    toss(t, s, side, spot, log)


@rule
def check(t: Any, s: Any, spot: Any, log: Any) -> None:
    # TTR-5.6, TTR-6.10, TTR-7.11
    for side in range(SIDES):
        if s.up[side, spot] == EMPTY and table.die_n(s, side, spot) > 0:
            roll(t, s, side, spot, log)
    ends = winner(t, s, spot)
    if log.on != 0:
        tell_disabled(t, s, spot, log)
    s.result[spot] = ends % OUTCOMES
    s.done[spot] = 1
    emit(log, E.WINS_BATTLE, ALL, ALL, spot, ends, theirs(s, ATT, spot), theirs(s, DEF, spot))


@rule
def tell_disabled(t: Any, s: Any, spot: Any, log: Any) -> None:
    # TTR-10.10, TTR-10.13
    for side in range(SIDES):
        action = action_of(s, side, spot)
        if action == NONE or t.acts[action] == 0 or s.conceded[spot] != 0:
            continue
        fresh = (
            s.done[spot] == 0 or t.fx_on[action, 0] != ON.ACT
        )  # TTR-6.7: an earlier battle has no such action
        if fresh and disabled(t, s, side, spot):
            emit(log, E.DISABLED, ALL, ALL, spot, theirs(s, side, spot), theirs(s, 1 - side, spot), 0)
