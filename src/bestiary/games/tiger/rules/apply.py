"""Tossing Tiger: playing an action, and going on to the next question."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ..events import WISH, E
from ..moves import V
from ..state import DECK_BIT, NONE, ROOSTER, SIDES, STEP
from . import actions, battle, dawn, dice, ending, roosters, spoils, table, war, war_pile


@rule
def apply(t: Any, s: Any, action: Any, log: Any) -> None:
    verb = t.verb[action]
    a = t.arg[action, 0]
    b = t.arg[action, 1]
    seat = table.actor(s)
    phase = s.phase
    s.actors = 0
    s.mask = 0
    s.may = 0
    if verb == V.PUT:
        dice.put(s, a - 1, log)
    elif verb == V.LAY:
        dice.lay(s)
    elif verb <= V.NAME:
        play_before_dice(t, s, verb, a, seat, log)
    elif verb <= V.MERGE_INTO:
        play_before_roll(t, s, verb, a, log)
    elif verb < V.PILE:
        play_action(t, s, verb, a, b, phase, log)
    else:
        play_spoils(s, verb, a, seat, log)
    advance(t, s, log)


@rule
def play_before_dice(t: Any, s: Any, verb: Any, a: Any, seat: Any, log: Any) -> None:
    if verb == V.CHALLENGE:
        war.challenge(s, a)
    elif verb == V.PAIR:
        war.pair(s, a)
    elif verb == V.NUMBER:
        war.say(s, a + 1, log)
    elif verb == V.SILENT:
        if s.step == STEP.SPOILS:
            spoils.say_wish(s, NONE, log)
        emit(log, E.WISHES, ALL, ALL, seat, WISH.IS_SILENT, 0, 0)
    elif verb == V.WISH_SPOT:
        emit(log, E.WISHES, ALL, ALL, seat, WISH.WISHES_FOR_SPOT, a + 1, 0)
    elif verb == V.WISH_DICE:
        emit(log, E.WISHES, ALL, ALL, seat, WISH.OFFERS_DICE, a + 1, 0)
    elif verb == V.SPOT:
        war.supply(s, a, log)
    elif verb == V.NO_DAWN:
        s.step = STEP.BUILD
    elif verb == V.DAWN:
        dawn.lay_dawn(t, s, ROOSTER + a, log)
    elif s.step == STEP.BUILD:
        dawn.name_dawn(s, a, log)
    else:
        roosters.name_picked(s, a, log)


@rule
def play_before_roll(t: Any, s: Any, verb: Any, a: Any, log: Any) -> None:
    if verb == V.CONCEDE:
        dawn.concede(t, s, s.window - 1, war.flees(t, s), log)
    elif verb == V.GUESS:
        dawn.guess(s, a, log)
    elif verb == V.MERGE_FROM:
        dawn.merge_from(t, s, a, s.step == STEP.WAR_END, log)
    elif verb == V.MERGE_INTO:
        dawn.merge_into(t, s, a, log)


@rule
def play_action(t: Any, s: Any, verb: Any, a: Any, b: Any, phase: Any, log: Any) -> None:
    side = s.act_side
    if verb == V.REROLL and s.step != STEP.ACT:
        dawn.free_reroll(t, s, a, log)
    elif verb == V.GIVE_UP:
        dawn.give_up(s, a, log)
    elif verb == V.GAIN:
        dawn.gain_battle(s, a, log)
    elif verb == V.ACT:
        s.act_fx = 0
    elif verb == V.PEEK:
        actions.peek(s, a, log)
    elif verb == V.LEAVE or verb == V.RESHUFFLE:
        actions.reshuffle(s, verb == V.RESHUFFLE, log)
    elif verb == V.REROLL or verb == V.LOOK or verb == V.COPY or verb == V.STEAL_FROM:
        actions.take_target(t, s, phase, a, log)
    elif verb == V.SWAP_FIRST:
        actions.swap_first(t, s, a, log)
    elif verb == V.SWAP_SECOND:
        actions.swap_second(t, s, a, log)
    elif verb == V.DESTROY or verb == V.DRAW_FROM:
        actions.take_target(t, s, phase, SIDES * a + b, log)
    elif verb == V.DRAW_DECK:
        actions.take_target(t, s, phase, DECK_BIT, log)
    elif verb == V.USE:
        roosters.use(t, s, side, battle.action_of(s, side, s.battle), s.act_fx - 1, log)
    elif verb == V.STOP:
        action = battle.action_of(s, side, s.battle)
        roosters.stop(t, s, side, action, roosters.stop_of(t, action, s.act_fx - 1), log)
    elif verb == V.REMOVE:
        roosters.remove(s, a, log)
    elif verb == V.DONE:
        s.left = 0
    elif verb == V.BACK_FROM:
        roosters.back_from(s, a, log)
    elif verb == V.BACK_CARD:
        roosters.back_card(s, a, log)
    elif verb == V.STEAL_CARD:
        roosters.steal_card(s, a, log)
    elif verb == V.BONUS:
        s.bonus = a + 1
        emit(log, E.BONUS, ALL, ALL, s.bonus, 0, 0, 0)


@rule
def play_spoils(s: Any, verb: Any, a: Any, seat: Any, log: Any) -> None:
    if verb == V.PILE:
        spoils.take_pile(s, a, log)
    elif verb == V.GRAB:
        spoils.grab(s, a, log)
    elif verb == V.WISH_CARD:
        spoils.say_wish(s, a, log)
    elif verb == V.KEEP:
        spoils.settle_card(s, seat, log)
    elif verb == V.DISCARD:
        spoils.settle_card(s, NONE, log)
    elif verb == V.GIVE:
        spoils.settle_card(s, a, log)
    elif verb == V.PAY_MEMBER:
        war_pile.pay_member(s, a, log)
    elif verb == V.PAY_CARD:
        war_pile.pay_card(s, seat, a, log)


@rule
def advance(t: Any, s: Any, log: Any) -> None:
    """Goes on, step by step, to the next question or the end."""
    while s.actors == 0 and s.over == 0:
        step = s.step
        if step == STEP.BUILD:
            dice.step_build(t, s, log)
        elif step == STEP.BEFORE:
            war.step_before(t, s)
        elif step == STEP.ROLL:
            war.step_roll(t, s, log)
        elif step == STEP.ACT:
            actions.step_act(t, s, log)
        elif step == STEP.CHECK:
            war.step_check(t, s, log)
        elif step == STEP.AFTER:
            war.step_after(t, s)
        elif step == STEP.WAR_END:
            dawn.step_war_end(t, s)
        elif step == STEP.COUNT:
            spoils.step_count(t, s, log)
        elif step == STEP.SPOILS:
            spoils.step_spoils(t, s, log)
        elif step == STEP.RETURN:
            spoils.step_return(s)
        elif step == STEP.END_CHECK:
            ending.step_end_check(t, s, log)
        elif step == STEP.TURN:
            war.step_turn(s)
        elif step == STEP.NUMBER:
            war.step_number(s)
        elif step == STEP.DAWN:
            war.step_dawn(s)
        elif step == STEP.REBUILD:
            dice.step_rebuild(s, log)
        elif step == STEP.PAIR:
            war.step_pair(s)
        elif step == STEP.WISH_PLACE:
            war.step_wish_place(s)
        elif step == STEP.SPOT:
            war.step_spot(s, log)
        else:
            war_pile.step_pay(s, log)
