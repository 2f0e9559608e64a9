"""Tossing Tiger: the actions of Roosters, Unicorns and Birds (chapters 12, 13 and 16)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ..events import (
    E_BONUS,
    E_CONCEDES,
    E_DROPS,
    E_GIVES,
    E_HANDS_OVER,
    E_HOLDS,
    E_NAMES,
    E_REMOVES,
    E_ROOSTERS,
    E_STEALS,
    E_STOPS,
    E_TAKES_BACK,
    E_TALKS,
)
from ..state import (
    ATT,
    BY_NOBODY,
    DEF,
    MERGED,
    MOST_BONUS,
    NONE,
    P_BACK_CARD,
    P_BACK_FROM,
    P_BONUS,
    P_NAME,
    P_ROOSTER,
    P_STEAL_CARD,
    S_REBUILD,
    STOP_BIT,
    USE_BIT,
)
from ..vocabulary import (
    BY_CHOOSE,
    BY_TIMES_WON,
    COST_GIVE_PILE,
    COST_LOSE_HERE,
    DO_ADD,
    DO_BONUS,
    DO_DROP,
    DO_REBUILD,
    DO_STOP,
    DO_TAKE_BACK,
    DO_TALK,
    DO_VOID,
    TO_ROOSTERS_LATER,
    VALUE_NONE,
    VALUE_SECOND,
    WHAT_FACED,
    WHAT_PICKED,
    WHERE_NEXT,
)
from .conditions import animal_at, first_shown
from .dice import begin_rebuilding, later_dice
from .memory import gain, keep_secret, look_through, lose, note, note_die, uncover_gone
from .table import (
    bits,
    die_has,
    die_n,
    face_down_has,
    forget_top,
    has_merged,
    heap_with,
    into_hand,
    next_battle,
    offer,
    out_of_heap,
    side_mask,
)


@rule
def rooster_effect(t: Any, s: Any, side: Any, action: Any, fx: Any, log: Any) -> None:
    """An effect of a card that is handled now."""
    do = t.fx_do[action, fx]
    seat = np.int64(s.owner[side, s.battle])
    if do == DO_TALK:
        talk(s, side, log)
    elif do == DO_ADD:
        if t.fx_what[action, fx] == WHAT_PICKED:
            offer(s, P_NAME, seat, s.animals, np.int64(0))
        else:
            add_strength(t, s, side, action, fx, log)
    elif do == DO_DROP:
        drop_strength(t, s, side, log)
    elif do == DO_TAKE_BACK:
        s.left = t.fx_n[action, fx]
        offer_back(s, side)
    elif do == DO_BONUS and t.fx_by[action, fx] == BY_CHOOSE:
        if s.bonus_gone == 0:  # TTR-16.23
            mask = (1 << t.fx_max[action, fx]) - (1 << (t.fx_min[action, fx] - 1))
            offer(s, P_BONUS, seat, np.int64(mask), np.int64(0))
    elif t.fx_may[action, fx] == 1:
        if is_first_pick(t, action, fx):
            mask = offered(t, s, side, action, fx)
            if mask != 0:
                offer(s, P_ROOSTER, seat, mask, np.int64(1))
    else:
        use(t, s, side, action, fx, log)


@rule
def is_first_pick(t: Any, action: Any, fx: Any) -> Any:
    """Whether no earlier effect of the card is the alternative to this one."""
    for i in range(fx):
        if t.fx_pick[action, i] != 0 and t.fx_pick[action, i] == t.fx_pick[action, fx]:
            return False
    return True


@rule
def offered(t: Any, s: Any, side: Any, action: Any, fx: Any) -> Any:
    # TTR-16.3, TTR-16.7, TTR-16.9, TTR-16.11, TTR-16.13
    mask = np.int64(0)
    pick = t.fx_pick[action, fx]
    seat = np.int64(s.owner[side, s.battle])
    for i in range(fx, t.effects[action]):
        if i != fx and (pick == 0 or t.fx_pick[action, i] != pick):
            continue
        do = t.fx_do[action, i]
        later = next_battle(s, s.battle) != NONE
        if do == DO_STOP:
            if t.fx_cost[action, i] == COST_GIVE_PILE:
                mask |= 1 << USE_BIT
            elif later:
                mask |= 1 << STOP_BIT
        elif do == DO_VOID and t.fx_where[action, i] == WHERE_NEXT:
            if later:
                mask |= 1 << USE_BIT
        elif do == DO_VOID:
            for spot in range(s.battle):
                if s.void[spot] == 0:
                    mask |= 1 << spot
        elif do == DO_BONUS:
            if s.bonus_gone == 0:
                mask |= 1 << USE_BIT
        elif do == DO_REBUILD:
            if bits(later_dice(s, side, seat)) > 1:
                mask |= 1 << USE_BIT
    return mask


@rule
def use(t: Any, s: Any, side: Any, action: Any, fx: Any, log: Any) -> None:
    # TTR-16.8, TTR-16.10
    battle = s.battle
    seat = np.int64(s.owner[side, battle])
    if t.fx_cost[action, fx] == COST_LOSE_HERE:
        s.conceded[battle] = 1 + side
        emit(log, E_CONCEDES, ALL, ALL, seat, battle, 0, 0)
    elif t.fx_cost[action, fx] == COST_GIVE_PILE:
        s.given = battle
        s.given_by = side
        s.void[battle] = 1
        emit(log, E_HANDS_OVER, ALL, ALL, seat, battle, 0, 0)
    do = t.fx_do[action, fx]
    if do == DO_STOP:
        stop(t, s, side, action, fx, log)
    elif do == DO_VOID:
        remove(s, next_battle(s, battle), log)
    elif do == DO_BONUS:
        set_bonus(t, s, side, action, fx, log)
    elif do == DO_REBUILD:
        begin_rebuilding(s, side, seat, log)
        s.step = S_REBUILD


@rule
def stop(t: Any, s: Any, side: Any, action: Any, fx: Any, log: Any) -> None:
    # TTR-14.21, TTR-16.1, TTR-16.2, TTR-16.7
    s.stopped = 1
    value = t.fx_value[action, fx]
    if value == VALUE_NONE:
        s.war_by = BY_NOBODY
    elif value == VALUE_SECOND:
        me = animal_at(t, s, side, s.battle)
        att = first_shown(t, s, np.int64(ATT), s.battle, me)
        deff = first_shown(t, s, np.int64(DEF), s.battle, me)
        s.war_by = 1 + (DEF if deff > att else ATT)
    emit(log, E_STOPS, ALL, ALL, s.owner[side, s.battle], 0, 0, 0)


@rule
def stop_of(t: Any, action: Any, fx: Any) -> Any:
    """The effect that stops the war, among the alternatives from this one on."""
    while t.fx_do[action, fx] != DO_STOP:
        fx += 1
    return np.int64(fx)


@rule
def remove(s: Any, spot: Any, log: Any) -> None:
    # TTR-6.12, TTR-16.3, TTR-16.11
    if spot != NONE:
        s.void[spot] = 1
        emit(log, E_REMOVES, ALL, ALL, spot, 0, 0, 0)


# ---- strengths and the bonus ---------------------------------------------------------------


@rule
def add_strength(t: Any, s: Any, side: Any, action: Any, fx: Any, log: Any) -> None:
    # TTR-12.28, TTR-16.14
    animal = animal_at(t, s, side, s.battle)
    if t.fx_what[action, fx] == WHAT_FACED:
        animal = animal_at(t, s, 1 - side, s.battle)
    if animal == NONE:  # TTR-5.8
        return
    if t.fx_to[action, fx] == TO_ROOSTERS_LATER:
        if s.rooster_gift[animal] == 0:
            s.rooster_gift[animal] = s.battle + 1
        emit(log, E_ROOSTERS, ALL, ALL, animal, s.battle + 1, 0, 0)
    else:
        give_strength(s, side, animal, log)


@rule
def give_strength(s: Any, side: Any, animal: Any, log: Any) -> None:
    # TTR-12.29, TTR-16.20
    if s.gift[side, animal] == 0:
        s.gift[side, animal] = s.battle + 1
    emit(log, E_GIVES, ALL, ALL, animal, side, s.battle + 1, 0)


@rule
def name_picked(s: Any, animal: Any, log: Any) -> None:
    # TTR-16.20
    emit(log, E_NAMES, ALL, ALL, s.owner[s.act_side, s.battle], animal, 0, 0)
    give_strength(s, s.act_side, animal, log)


@rule
def drop_strength(t: Any, s: Any, side: Any, log: Any) -> None:
    # TTR-16.6
    animal = animal_at(t, s, 1 - side, s.battle)
    if animal == NONE:
        return
    if s.dropped[animal] == 0:
        s.dropped[animal] = s.battle + 1
    emit(log, E_DROPS, ALL, ALL, animal, s.battle + 1, 0, 0)


@rule
def set_bonus(t: Any, s: Any, side: Any, action: Any, fx: Any, log: Any) -> None:
    # TTR-16.9, TTR-16.21, TTR-16.23
    if s.bonus_gone != 0:
        return
    if t.fx_by[action, fx] == BY_TIMES_WON:
        won = 0
        for spot in range(s.battle):
            if s.void[spot] == 0 and (s.result[spot] >> side) & 1:
                won += 1
        s.bonus = min(s.bonus * won, MOST_BONUS)
    else:
        s.bonus = t.fx_n[action, fx]
        if t.fx_cost[action, fx] == COST_LOSE_HERE:
            s.bonus_gone = 1
    emit(log, E_BONUS, ALL, ALL, s.bonus, 0, 0, 0)


@rule
def talk(s: Any, side: Any, log: Any) -> None:
    # TTR-13.29, TTR-13.32, TTR-13.33
    s.talk |= 1 << side
    emit(log, E_TALKS, ALL, ALL, side, 0, 0, 0)
    team = side_mask(s, side)
    for spot in range(s.number):
        if s.laid[side, spot] == 1 and die_n(s, side, np.int64(spot)) > 0:
            look_through(s, side, np.int64(spot), team, log)
    if s.opt.bird_hand == 1:
        show_hands(s, side, team, log)


@rule
def show_hands(s: Any, side: Any, team: Any, log: Any) -> None:
    # TTR-13.33
    for o in range(s.seats):
        if (team >> o) & 1 == 0:
            continue
        note(s, np.int64(o))
        for kind in range(s.kinds):
            if s.hand[o, kind] > 0:
                emit(log, E_HOLDS, team, team, o, kind, s.hand[o, kind], 0)
        for v in range(s.seats):
            if v == o or (team >> v) & 1 == 0:
                continue
            for kind in range(s.kinds):
                held = np.int64(s.hand[o, kind])
                for heap in range(MERGED + 1):
                    if s.owner[side, heap] == o:
                        held += s.heap[side, heap, kind]
                s.known[v, o, kind] = held


# ---- taking back and stealing ----------------------------------------------------------------


@rule
def back_has(s: Any, side: Any, spot: Any, kind: Any) -> Any:
    # TTR-16.5: of a merged die only what the player put there
    if has_merged(s, side, spot) and s.owner[DEF, MERGED] != s.owner[side, spot]:
        n = np.int64(s.heap[side, spot, kind])
        if s.up[side, spot] == kind and n > 0:
            n -= 1
        return np.int64(n)
    return face_down_has(s, side, spot, kind)


@rule
def back_n(s: Any, side: Any, spot: Any) -> Any:
    n = 0
    for kind in range(s.kinds):
        n += back_has(s, side, spot, np.int64(kind))
    return np.int64(n)


@rule
def offer_back(s: Any, side: Any) -> None:
    # TTR-16.4, TTR-16.5
    seat = np.int64(s.owner[side, s.battle])
    mask = 0
    if s.left > 0:
        for spot in range(s.number):
            if s.owner[side, spot] == seat and s.void[spot] == 0 and s.laid[side, spot] == 1:
                if back_n(s, side, np.int64(spot)) > 0:
                    mask |= 1 << spot
    if mask == 0:
        s.left = 0
    else:
        offer(s, P_BACK_FROM, seat, np.int64(mask), np.int64(1))


@rule
def back_from(s: Any, spot: Any, log: Any) -> None:
    # TTR-16.4
    side = s.act_side
    s.pick = spot
    if back_n(s, side, spot) == 1:
        kind = np.int64(0)
        while back_has(s, side, spot, kind) == 0:
            kind += 1
        back_card(s, kind, log)
    else:
        offer(s, P_BACK_CARD, np.int64(s.owner[side, s.battle]), np.int64(0), np.int64(0))


@rule
def back_card(s: Any, kind: Any, log: Any) -> None:
    # TTR-16.4, TTR-16.5
    side = s.act_side
    spot = s.pick
    seat = np.int64(s.owner[side, s.battle])
    note_die(s, side, spot)
    heap = heap_with(s, side, spot, kind)
    out_of_heap(s, side, heap, kind)
    keep_secret(s, side, heap, np.int64(1) << seat)
    forget_top(s, side, spot)
    into_hand(s, seat, kind)
    emit(log, E_TAKES_BACK, ALL, np.int64(1) << seat, seat, kind, spot, 0)
    s.left -= 1
    s.pick = NONE
    offer_back(s, side)


@rule
def steal_look(s: Any, spot: Any, log: Any) -> None:
    # TTR-16.16
    side = s.act_side
    seat = np.int64(s.owner[side, s.battle])
    s.pick = spot
    look_through(s, 1 - side, spot, np.int64(1) << seat, log)
    if die_n(s, 1 - side, spot) == 1:
        for kind in range(s.kinds):
            if die_has(s, 1 - side, spot, np.int64(kind)) > 0:
                steal_card(s, np.int64(kind), log)
                return
    offer(s, P_STEAL_CARD, seat, np.int64(0), np.int64(0))


@rule
def steal_card(s: Any, kind: Any, log: Any) -> None:
    # TTR-16.15, TTR-16.16
    side = s.act_side
    other = 1 - side
    spot = s.pick
    seat = np.int64(s.owner[side, s.battle])
    note_die(s, other, spot)
    heap = heap_with(s, other, spot, kind)
    owner = np.int64(s.owner[other, heap])
    knowers = (np.int64(1) << seat) | (np.int64(1) << owner)
    out_of_heap(s, other, heap, kind)
    if uncover_gone(s, other, spot, kind):
        knowers = np.int64(ALL)
    keep_secret(s, other, heap, knowers)
    forget_top(s, other, spot)
    into_hand(s, seat, kind)
    emit(log, E_STEALS, ALL, knowers, seat, kind, spot, 1 if knowers == ALL else 0)
    lose(s, owner, kind, knowers)
    gain(s, seat, kind, knowers)
    s.pick = NONE
