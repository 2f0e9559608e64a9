"""Tossing Tiger: the actions of Roosters, Unicorns and Birds (chapters 12, 13 and 16)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from ..effects import AMOUNT, COST, DO, TO, VALUE, WHAT, WHERE
from ..events import FACE, E
from ..moves import Q
from ..state import ATT, DEF, MERGED, MOST_BONUS, NONE, STEP, STOP_BIT, USE_BIT, WAR_BY
from . import conditions, memory, table
from .dice import begin_rebuilding, later_dice


@rule
def rooster_effect(t: Any, s: Any, side: Any, action: Any, fx: Any, log: Any) -> None:
    """An effect of a card that is handled now."""
    do = t.fx_do[action, fx]
    seat = s.owner[side, s.battle]
    if do == DO.TALK:
        talk(s, side, log)
    elif do == DO.ADD_STRENGTH:
        if t.fx_what[action, fx] == WHAT.PICKED:
            table.offer(s, Q.NAME, seat, s.animals, 0)
        else:
            add_strength(t, s, side, action, fx, log)
    elif do == DO.DROP_STRENGTH:
        drop_strength(t, s, side, log)
    elif do == DO.TAKE_BACK:
        s.left = t.fx_n[action, fx]
        offer_back(s, side)
    elif do == DO.BONUS and t.fx_by[action, fx] == AMOUNT.CHOOSE:
        if s.bonus_gone == 0:  # TTR-16.23
            mask = (1 << t.fx_max[action, fx]) - (1 << (t.fx_min[action, fx] - 1))
            table.offer(s, Q.BONUS, seat, mask, 0)
    elif t.fx_may[action, fx] == 1:
        if is_first_pick(t, action, fx):
            mask = offered(t, s, side, action, fx)
            if mask != 0:
                table.offer(s, Q.ROOSTER, seat, mask, 1)
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
    mask = 0
    pick = t.fx_pick[action, fx]
    seat = s.owner[side, s.battle]
    for i in range(fx, t.effects[action]):
        if i != fx and (pick == 0 or t.fx_pick[action, i] != pick):
            continue
        do = t.fx_do[action, i]
        later = table.next_battle(s, s.battle) != NONE
        if do == DO.STOP:
            if t.fx_cost[action, i] == COST.GIVE_PILE:
                mask |= 1 << USE_BIT
            elif later:
                mask |= 1 << STOP_BIT
        elif do == DO.VOID and t.fx_where[action, i] == WHERE.NEXT:
            if later:
                mask |= 1 << USE_BIT
        elif do == DO.VOID:
            for spot in range(s.battle):
                if s.void[spot] == 0:
                    mask |= 1 << spot
        elif do == DO.BONUS:
            if s.bonus_gone == 0:
                mask |= 1 << USE_BIT
        elif do == DO.REBUILD:
            if table.bits(later_dice(s, side, seat)) > 1:
                mask |= 1 << USE_BIT
    return mask


@rule
def use(t: Any, s: Any, side: Any, action: Any, fx: Any, log: Any) -> None:
    # TTR-16.8, TTR-16.10
    battle = s.battle
    seat = s.owner[side, battle]
    if t.fx_cost[action, fx] == COST.LOSE_HERE:
        s.conceded[battle] = 1 + side
        emit(log, E.CONCEDES, ALL, ALL, seat, battle, 0, 0)
    elif t.fx_cost[action, fx] == COST.GIVE_PILE:
        s.given = battle
        s.given_by = side
        s.void[battle] = 1
        emit(log, E.HANDS_OVER, ALL, ALL, seat, battle, 0, 0)
    do = t.fx_do[action, fx]
    if do == DO.STOP:
        stop(t, s, side, action, fx, log)
    elif do == DO.VOID:
        remove(s, table.next_battle(s, battle), log)
    elif do == DO.BONUS:
        set_bonus(t, s, side, action, fx, log)
    elif do == DO.REBUILD:
        begin_rebuilding(s, side, seat, log)
        s.step = STEP.REBUILD


@rule
def stop(t: Any, s: Any, side: Any, action: Any, fx: Any, log: Any) -> None:
    # TTR-14.21, TTR-16.1, TTR-16.2, TTR-16.7
    s.stopped = 1
    value = t.fx_value[action, fx]
    if value == VALUE.NONE:
        s.war_by = WAR_BY.NOBODY
    elif value == VALUE.SECOND:
        me = conditions.animal_at(t, s, side, s.battle)
        att = conditions.first_shown(t, s, ATT, s.battle, me)
        deff = conditions.first_shown(t, s, DEF, s.battle, me)
        s.war_by = 1 + (DEF if deff > att else ATT)
    emit(log, E.STOPS, ALL, ALL, s.owner[side, s.battle], 0, 0, 0)


@rule
def stop_of(t: Any, action: Any, fx: Any) -> Any:
    """The effect that stops the war, among the alternatives from this one on."""
    while t.fx_do[action, fx] != DO.STOP:
        fx += 1
    return fx


@rule
def remove(s: Any, spot: Any, log: Any) -> None:
    # TTR-6.12, TTR-16.3, TTR-16.11
    if spot != NONE:
        s.void[spot] = 1
        emit(log, E.REMOVES, ALL, ALL, spot, 0, 0, 0)


# ---- strengths and the bonus ---------------------------------------------------------------


@rule
def add_strength(t: Any, s: Any, side: Any, action: Any, fx: Any, log: Any) -> None:
    # TTR-12.28, TTR-16.14
    animal = conditions.animal_at(t, s, side, s.battle)
    if t.fx_what[action, fx] == WHAT.FACED:
        animal = conditions.animal_at(t, s, 1 - side, s.battle)
    if animal == NONE:  # TTR-5.8
        return
    if t.fx_to[action, fx] == TO.ROOSTERS_LATER:
        if s.rooster_gift[animal] == 0:
            s.rooster_gift[animal] = s.battle + 1
        emit(log, E.ROOSTERS, ALL, ALL, animal, s.battle + 1, 0, 0)
    else:
        give_strength(s, side, animal, log)


@rule
def give_strength(s: Any, side: Any, animal: Any, log: Any) -> None:
    # TTR-12.29, TTR-16.20
    if s.gift[side, animal] == 0:
        s.gift[side, animal] = s.battle + 1
    emit(log, E.GIVES, ALL, ALL, animal, side, s.battle + 1, s.owner[side, s.battle])


@rule
def name_picked(s: Any, animal: Any, log: Any) -> None:
    # TTR-16.20
    emit(log, E.NAMES, ALL, ALL, s.owner[s.act_side, s.battle], animal, 0, 0)
    give_strength(s, s.act_side, animal, log)


@rule
def drop_strength(t: Any, s: Any, side: Any, log: Any) -> None:
    # TTR-16.6
    animal = conditions.animal_at(t, s, 1 - side, s.battle)
    if animal == NONE:
        return
    if s.dropped[animal] == 0:
        s.dropped[animal] = s.battle + 1
    emit(log, E.DROPS, ALL, ALL, animal, s.battle + 1, 0, 0)


@rule
def set_bonus(t: Any, s: Any, side: Any, action: Any, fx: Any, log: Any) -> None:
    # TTR-16.9, TTR-16.21, TTR-16.23
    if s.bonus_gone != 0:
        return
    if t.fx_by[action, fx] == AMOUNT.TIMES_WON_EARLIER:
        won = 0
        for spot in range(s.battle):
            if s.void[spot] == 0 and (s.result[spot] >> side) & 1:
                won += 1
        s.bonus = min(s.bonus * won, MOST_BONUS)
    else:
        s.bonus = t.fx_n[action, fx]
        if t.fx_cost[action, fx] == COST.LOSE_HERE:
            s.bonus_gone = 1
    emit(log, E.BONUS, ALL, ALL, s.bonus, 0, 0, 0)


@rule
def talk(s: Any, side: Any, log: Any) -> None:
    # TTR-13.29, TTR-13.32, TTR-13.33
    s.talk |= 1 << side
    emit(log, E.TALKS, ALL, ALL, side, s.owner[side, s.battle], 0, 0)
    team = table.side_mask(s, side)
    for spot in range(s.number):
        if s.laid[side, spot] == 1 and table.die_n(s, side, spot) > 0:
            memory.look_through(s, side, spot, team, log)
    if s.opt.bird_hand == 1:
        show_hands(s, side, team, log)


@rule
def show_hands(s: Any, side: Any, team: Any, log: Any) -> None:
    # TTR-13.33
    for o in range(s.seats):
        if (team >> o) & 1 == 0:
            continue
        memory.note(s, o)
        for kind in range(s.kinds):
            if s.hand[o, kind] > 0:
                emit(log, E.HOLDS, team, team, o, kind, s.hand[o, kind], 0)
        for v in range(s.seats):
            if v == o or (team >> v) & 1 == 0:
                continue
            for kind in range(s.kinds):
                held = s.hand[o, kind]
                for heap in range(MERGED + 1):
                    if s.owner[side, heap] == o:
                        held += s.heap[side, heap, kind]
                s.known[v, o, kind] = held


# ---- taking back and stealing ----------------------------------------------------------------


@rule
def back_has(s: Any, side: Any, spot: Any, kind: Any) -> Any:
    # TTR-16.5: of a merged die only what the player put there
    if table.has_merged(s, side, spot) and s.owner[DEF, MERGED] != s.owner[side, spot]:
        n = s.heap[side, spot, kind]
        if s.up[side, spot] == kind and n > 0:
            n -= 1
        return n
    return table.face_down_has(s, side, spot, kind)


@rule
def back_n(s: Any, side: Any, spot: Any) -> Any:
    n = 0
    for kind in range(s.kinds):
        n += back_has(s, side, spot, kind)
    return n


@rule
def offer_back(s: Any, side: Any) -> None:
    # TTR-16.4, TTR-16.5
    seat = s.owner[side, s.battle]
    mask = 0
    if s.left > 0:
        for spot in range(s.number):
            if s.owner[side, spot] == seat and s.void[spot] == 0 and s.laid[side, spot] == 1:
                if back_n(s, side, spot) > 0:
                    mask |= 1 << spot
    if mask == 0:
        s.left = 0
    else:
        table.offer(s, Q.BACK_FROM, seat, mask, 1)


@rule
def back_from(s: Any, spot: Any, log: Any) -> None:
    # TTR-16.4
    side = s.act_side
    s.pick = spot
    if back_n(s, side, spot) == 1:
        kind = 0
        while back_has(s, side, spot, kind) == 0:
            kind += 1
        back_card(s, kind, log)
    else:
        table.offer(s, Q.BACK_CARD, s.owner[side, s.battle], 0, 0)


@rule
def back_card(s: Any, kind: Any, log: Any) -> None:
    # TTR-16.4, TTR-16.5
    side = s.act_side
    spot = s.pick
    seat = s.owner[side, s.battle]
    memory.note_die(s, side, spot)
    heap = table.heap_with(s, side, spot, kind)
    table.out_of_heap(s, side, heap, kind)
    memory.keep_secret(s, side, heap, 1 << seat)
    table.forget_top(s, side, spot)
    table.into_hand(s, seat, kind)
    emit(log, E.TAKES_BACK, ALL, 1 << seat, seat, kind, spot, 0)
    s.left -= 1
    s.pick = NONE
    offer_back(s, side)


@rule
def steal_look(s: Any, spot: Any, log: Any) -> None:
    # TTR-16.16
    side = s.act_side
    seat = s.owner[side, s.battle]
    s.pick = spot
    memory.look_through(s, 1 - side, spot, 1 << seat, log)
    if table.die_n(s, 1 - side, spot) == 1:
        for kind in range(s.kinds):
            if table.die_has(s, 1 - side, spot, kind) > 0:
                steal_card(s, kind, log)
                return
    table.offer(s, Q.STEAL_CARD, seat, 0, 0)


@rule
def steal_card(s: Any, kind: Any, log: Any) -> None:
    # TTR-16.15, TTR-16.16
    side = s.act_side
    other = 1 - side
    spot = s.pick
    seat = s.owner[side, s.battle]
    memory.note_die(s, other, spot)
    heap = table.heap_with(s, other, spot, kind)
    owner = s.owner[other, heap]
    knowers = (1 << seat) | (1 << owner)
    table.out_of_heap(s, other, heap, kind)
    if memory.uncover_gone(s, other, spot, kind):
        knowers = ALL
    memory.keep_secret(s, other, heap, knowers)
    table.forget_top(s, other, spot)
    table.into_hand(s, seat, kind)
    face = FACE.THE_ONE_THAT_LAY_OPEN if knowers == ALL else FACE.OUT_OF_THE_PILE
    emit(log, E.STEALS, ALL, knowers, seat, kind, spot, face)
    memory.lose(s, owner, kind, knowers)
    memory.gain(s, seat, kind, knowers)
    s.pick = NONE
