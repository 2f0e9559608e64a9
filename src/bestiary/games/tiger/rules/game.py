"""Tossing Tiger: set-up, playing an action, and the end of the game (chapters 1, 2, 9, 11)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import below

from ..events import E_BONUS, E_WISHES, W_DICE, W_SILENT, W_SPOT
from ..state import (
    BASE_KINDS,
    DEAL,
    DECK_BIT,
    KINDS,
    NONE,
    ROOSTER,
    S_ACT,
    S_AFTER,
    S_BEFORE,
    S_BUILD,
    S_CHECK,
    S_COUNT,
    S_DAWN,
    S_END_CHECK,
    S_NUMBER,
    S_PAIR,
    S_REBUILD,
    S_RETURN,
    S_ROLL,
    S_SPOILS,
    S_SPOT,
    S_TURN,
    S_WAR_END,
    S_WISH_PLACE,
    SIDES,
    SPOTS,
    ZOO_KINDS,
)
from ..verbs import (
    V_ACT,
    V_BACK_CARD,
    V_BACK_FROM,
    V_BONUS,
    V_CHALLENGE,
    V_CONCEDE,
    V_COPY,
    V_DAWN,
    V_DESTROY,
    V_DISCARD,
    V_DONE,
    V_DRAW_DECK,
    V_DRAW_FROM,
    V_GAIN,
    V_GIVE,
    V_GIVE_UP,
    V_GRAB,
    V_GUESS,
    V_KEEP,
    V_LAY,
    V_LEAVE,
    V_LOOK,
    V_MERGE_FROM,
    V_MERGE_INTO,
    V_NAME,
    V_NO_DAWN,
    V_NUMBER,
    V_PAIR,
    V_PAY_CARD,
    V_PAY_MEMBER,
    V_PEEK,
    V_PILE,
    V_PUT,
    V_REMOVE,
    V_REROLL,
    V_RESHUFFLE,
    V_SILENT,
    V_SPOT,
    V_STEAL_CARD,
    V_STEAL_FROM,
    V_STOP,
    V_SWAP_FIRST,
    V_SWAP_SECOND,
    V_USE,
    V_WISH_CARD,
    V_WISH_DICE,
    V_WISH_SPOT,
)
from . import makers
from .actions import peek, reshuffle, step_act, swap_first, swap_second, take_target
from .battle import action_of
from .dawn import (
    concede,
    free_reroll,
    gain_battle,
    give_up,
    guess,
    lay_dawn,
    merge_from,
    merge_into,
    name_dawn,
    step_war_end,
)
from .dice import lay, put, step_build, step_rebuild
from .ending import step_end_check
from .roosters import back_card, back_from, name_picked, remove, steal_card, stop, stop_of, use
from .spoils import (
    grab,
    say_wish,
    settle_card,
    step_count,
    step_return,
    step_spoils,
    take_pile,
)
from .table import actor, in_use
from .war import (
    challenge,
    flees,
    pair,
    say,
    step_after,
    step_before,
    step_check,
    step_dawn,
    step_number,
    step_pair,
    step_roll,
    step_spot,
    step_turn,
    step_wish_place,
    supply,
)
from .war_pile import pay_card, pay_member, step_pay
from .zoo import draw_from_deck

# ---- set-up -----------------------------------------------------------------------------------


@rule
def setup(t: Any, s: Any, carried: Any) -> None:
    # TTR-1.2 to TTR-1.9, TTR-13.4, TTR-13.6
    s.seats = s.opt.players
    s.dawn = EMPTY
    s.rule = NONE
    s.change = NONE
    s.named = NONE
    s.guess = NONE
    s.merge_at = NONE
    s.pick = NONE
    s.act_fx = NONE
    s.given = NONE
    s.builder = NONE
    for side in range(SIDES):
        for spot in range(SPOTS):
            s.copied[side, spot] = NONE
    makers.strengths(t, s)
    makers.roosters(t, s)
    s.kinds = BASE_KINDS
    if s.opt.dawn == 1 or s.opt.together == 1:
        s.kinds = KINDS
    elif s.opt.zoo == 1:
        s.kinds = ZOO_KINDS
    for kind in range(KINDS):
        if in_use(s, np.int64(t.group[kind])):
            s.deck[kind] = t.copies[kind]
            s.deck_n += t.copies[kind]
            s.animals |= np.int64(1) << t.animal[kind]
    for p in range(s.seats):
        for _ in range(dealt(s, np.int64(p))):
            s.hand[p, draw_from_deck(s, np.int64(DEAL))] += 1
            s.hand_n[p] += 1
    s.turn = below(s.rng, DEAL, s.seats)
    s.captain[0] = 0
    s.captain[1] = 1
    s.step = S_TURN
    open_game(s)


@rule
def dealt(s: Any, p: Any) -> Any:
    # TTR-1.4, TTR-13.4
    large = (s.seats + 1) // 2
    small = s.seats // 2
    if s.opt.together == 0 or s.opt.even_teams == 0 or p % 2 == 0 or large == small:
        return np.int64(s.opt.start_cards)
    total = large * s.opt.start_cards
    return np.int64(total // small + (1 if p // 2 < total % small else 0))


@rule
def open_game(s: Any) -> None:
    """Goes to the first question; nothing that anybody could hear happens before it."""
    step_turn(s)
    while s.actors == 0:
        if s.step == S_PAIR:
            step_pair(s)
        else:
            step_number(s)


# ---- playing --------------------------------------------------------------------------------------


@rule
def apply(t: Any, s: Any, action: Any, log: Any) -> None:
    verb = t.verb[action]
    a = np.int64(t.arg[action, 0])
    b = np.int64(t.arg[action, 1])
    seat = actor(s)
    phase = s.phase
    s.actors = 0
    s.mask = 0
    s.may = 0
    if verb == V_PUT:
        put(s, a - 1, log)
    elif verb == V_LAY:
        lay(s)
    elif verb <= V_NAME:
        play_before_dice(t, s, verb, a, seat, log)
    elif verb <= V_MERGE_INTO:
        play_before_roll(t, s, verb, a, log)
    elif verb < V_PILE:
        play_action(t, s, verb, a, b, phase, log)
    else:
        play_spoils(s, verb, a, seat, log)
    advance(t, s, log)


@rule
def play_before_dice(t: Any, s: Any, verb: Any, a: Any, seat: Any, log: Any) -> None:
    if verb == V_CHALLENGE:
        challenge(s, a)
    elif verb == V_PAIR:
        pair(s, a)
    elif verb == V_NUMBER:
        say(s, a + 1, log)
    elif verb == V_SILENT:
        if s.step == S_SPOILS:
            say_wish(s, np.int64(NONE), log)
        emit(log, E_WISHES, ALL, ALL, seat, W_SILENT, 0, 0)
    elif verb == V_WISH_SPOT:
        emit(log, E_WISHES, ALL, ALL, seat, W_SPOT, a + 1, 0)
    elif verb == V_WISH_DICE:
        emit(log, E_WISHES, ALL, ALL, seat, W_DICE, a + 1, 0)
    elif verb == V_SPOT:
        supply(s, a, log)
    elif verb == V_NO_DAWN:
        s.step = S_BUILD
    elif verb == V_DAWN:
        lay_dawn(t, s, ROOSTER + a, log)
    elif s.step == S_BUILD:
        name_dawn(s, a, log)
    else:
        name_picked(s, a, log)


@rule
def play_before_roll(t: Any, s: Any, verb: Any, a: Any, log: Any) -> None:
    if verb == V_CONCEDE:
        concede(t, s, s.window - 1, flees(t, s), log)
    elif verb == V_GUESS:
        guess(s, a, log)
    elif verb == V_MERGE_FROM:
        merge_from(t, s, a, s.step == S_WAR_END, log)
    elif verb == V_MERGE_INTO:
        merge_into(t, s, a, log)


@rule
def play_action(t: Any, s: Any, verb: Any, a: Any, b: Any, phase: Any, log: Any) -> None:
    side = s.act_side
    if verb == V_REROLL and s.step != S_ACT:
        free_reroll(t, s, a, log)
    elif verb == V_GIVE_UP:
        give_up(s, a, log)
    elif verb == V_GAIN:
        gain_battle(s, a, log)
    elif verb == V_ACT:
        s.act_fx = 0
    elif verb == V_PEEK:
        peek(s, a, log)
    elif verb == V_LEAVE or verb == V_RESHUFFLE:
        reshuffle(s, verb == V_RESHUFFLE, log)
    elif verb == V_REROLL or verb == V_LOOK or verb == V_COPY or verb == V_STEAL_FROM:
        take_target(t, s, phase, a, log)
    elif verb == V_SWAP_FIRST:
        swap_first(t, s, a, log)
    elif verb == V_SWAP_SECOND:
        swap_second(t, s, a, log)
    elif verb == V_DESTROY or verb == V_DRAW_FROM:
        take_target(t, s, phase, 2 * a + b, log)
    elif verb == V_DRAW_DECK:
        take_target(t, s, phase, np.int64(DECK_BIT), log)
    elif verb == V_USE:
        use(t, s, side, action_of(s, side, s.battle), s.act_fx - 1, log)
    elif verb == V_STOP:
        action = action_of(s, side, s.battle)
        stop(t, s, side, action, stop_of(t, action, s.act_fx - 1), log)
    elif verb == V_REMOVE:
        remove(s, a, log)
    elif verb == V_DONE:
        s.left = 0
    elif verb == V_BACK_FROM:
        back_from(s, a, log)
    elif verb == V_BACK_CARD:
        back_card(s, a, log)
    elif verb == V_STEAL_CARD:
        steal_card(s, a, log)
    elif verb == V_BONUS:
        s.bonus = a + 1
        emit(log, E_BONUS, ALL, ALL, s.bonus, 0, 0, 0)


@rule
def play_spoils(s: Any, verb: Any, a: Any, seat: Any, log: Any) -> None:
    if verb == V_PILE:
        take_pile(s, a, log)
    elif verb == V_GRAB:
        grab(s, a, log)
    elif verb == V_WISH_CARD:
        say_wish(s, a, log)
    elif verb == V_KEEP:
        settle_card(s, seat, log)
    elif verb == V_DISCARD:
        settle_card(s, np.int64(NONE), log)
    elif verb == V_GIVE:
        settle_card(s, a, log)
    elif verb == V_PAY_MEMBER:
        pay_member(s, a, log)
    elif verb == V_PAY_CARD:
        pay_card(s, seat, a, log)


@rule
def advance(t: Any, s: Any, log: Any) -> None:
    """Goes on, step by step, to the next question or the end."""
    while s.actors == 0 and s.over == 0:
        step = s.step
        if step == S_BUILD:
            step_build(t, s, log)
        elif step == S_BEFORE:
            step_before(t, s)
        elif step == S_ROLL:
            step_roll(t, s, log)
        elif step == S_ACT:
            step_act(t, s, log)
        elif step == S_CHECK:
            step_check(t, s, log)
        elif step == S_AFTER:
            step_after(t, s)
        elif step == S_WAR_END:
            step_war_end(t, s)
        elif step == S_COUNT:
            step_count(t, s, log)
        elif step == S_SPOILS:
            step_spoils(t, s, log)
        elif step == S_RETURN:
            step_return(s)
        elif step == S_END_CHECK:
            step_end_check(t, s, log)
        elif step == S_TURN:
            step_turn(s)
        elif step == S_NUMBER:
            step_number(s)
        elif step == S_DAWN:
            step_dawn(s)
        elif step == S_REBUILD:
            step_rebuild(s, log)
        elif step == S_PAIR:
            step_pair(s)
        elif step == S_WISH_PLACE:
            step_wish_place(s)
        elif step == S_SPOT:
            step_spot(s, log)
        else:
            step_pay(s, log)


@rule
def carry(t: Any, s: Any, out: Any) -> None:
    out.more = 0
