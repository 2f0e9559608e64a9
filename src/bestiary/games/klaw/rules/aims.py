"""KLAW: what may be aimed at what, and attached to whom (chapters 6 to 10); 0, or the rule against it."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..effects import DO, FX, NEEDS, ON, SORT, TARGET
from ..state import IS, KEPT, MAX_LIFE, NOBODY, OPT, SLOTS, SUPPORTS, cite
from . import field, work
from .effects import open_to_harm

BOTH_BINOMIALS = cite("KLW-2.4")
SAFE_FROM_ATTACK = cite("KLW-3.4")
SAFE_FROM_HARM = cite("KLW-3.5")
ASLEEP_ACTS_NOT = cite("KLW-3.8")
SHACKLED_ATTACKS_NOT = cite("KLW-3.19")
POINTLESS = cite("KLW-6.6")
NOT_THERE = cite("KLW-21.3")
LIFE_LEFT = cite("KLW-7.9")
AIMED_AT_OTHERS = cite("KLW-8.3")
HELPS_ANOTHER = cite("KLW-9.2")
NO_TOTEMS_FOR_SUPPORT = cite("KLW-9.6")
SUPPORT_STAYS_BACK = cite("KLW-9.9")
OPPONENTS_ONLY = cite("KLW-10.1")
SHARED_TOTEM = cite("KLW-10.3")
RESTS = cite("KLW-10.6")
FROZEN_ITEMS = cite("KLW-20.14")
ONLY_THEFT = cite("KLW-15.6")
CANNOT_FLEE = cite("KLW-13.13")
ONCE_A_FIGHT = cite("KLW-13.6")
IN_PLAY_ONLY = cite("KLW-13.4")
TURNS_ONLY = cite("KLW-13.8")
NO_LENDING_CHAMPION = cite("KLW-9.12")


@rule
def why_attach(t: Any, s: Any, h: Any, card: Any) -> Any:
    # KLW-2.4, KLW-7.9, KLW-9.6
    if not work.may_carry_totems(s, h):
        return NO_TOTEMS_FOR_SUPPORT
    if work.carries(t, s, h, t.kind[card]):
        return BOTH_BINOMIALS
    if s.life[h] + t.life[t.kind[card]] <= 0:
        return LIFE_LEFT
    return 0


@rule
def useful(t: Any, s: Any, kind: Any, trigger: Any, h: Any) -> Any:
    # KLW-6.6
    for e in range(t.effects[kind]):
        fx = t.fx[kind, e]
        if fx[FX.ON] != trigger:
            continue
        if fx[FX.DO] == DO.HEAL:
            if s.life[h] < MAX_LIFE:
                return True
        elif fx[FX.DO] == DO.CURE:
            if field.has_any_state(s, h, fx[FX.STATES]):
                return True
        elif fx[FX.DO] == DO.STATE and fx[FX.STATE] == IS.PROTECTED:
            if s.mark[h, IS.PROTECTED] < work.round_length(s):
                return True
        else:
            return True
    return False


@rule
def trigger_of(t: Any, kind: Any) -> Any:
    """The trigger for which a card is used, played or called on."""
    for e in range(t.effects[kind]):
        on = t.fx[kind, e, FX.ON]
        if on == ON.PLAY or on == ON.SUPPORT or on == ON.USE:
            return on
    return NOBODY


@rule
def meets(t: Any, s: Any, kind: Any, p: Any, h: Any) -> Any:
    """Whether a Host has what a card of this player needs."""
    needs = t.needs[kind]
    if needs == NEEDS.ITEM:
        return work.items_on(s, h) > 0
    if needs == NEEDS.ITEM_SWAP:
        return work.items_on(s, h) > 0 and work.champion_of(s, p) != NOBODY
    if needs == NEEDS.TOTEM:
        return s.totem_n[h] > 0
    if needs == NEEDS.TWO_TOTEMS:
        return s.totem_n[h] > 1
    if needs == NEEDS.BARE:
        return s.totem_n[h] == 0 and field.has_room(s, p)
    if needs == NEEDS.USEFUL:
        return useful(t, s, kind, trigger_of(t, kind), h)
    return True


@rule
def why_target(t: Any, s: Any, kind: Any, p: Any, own: Any, h: Any) -> Any:
    # KLW-3.5, KLW-8.3, KLW-9.2, KLW-9.3
    if t.target[kind] == TARGET.OWN_HOST:
        if work.seat_of(h) != p or h == own:
            return HELPS_ANOTHER
    else:
        if work.seat_of(h) == p:
            return AIMED_AT_OTHERS
        if not open_to_harm(s, h):
            return SAFE_FROM_HARM
    return 0 if meets(t, s, kind, p, h) else POINTLESS


@rule
def why_player(t: Any, s: Any, kind: Any, p: Any, q: Any) -> Any:
    # KLW-8.3, KLW-D7
    if q >= s.seats:
        return NOT_THERE
    if q == p:
        return AIMED_AT_OTHERS
    return POINTLESS if t.needs[kind] == NEEDS.HAND and s.hand_n[q] == 0 else 0


@rule
def why_play(t: Any, s: Any, kind: Any, p: Any, own: Any) -> Any:
    # KLW-6.6: whether a card finds a target
    if t.target[kind] == TARGET.NONE:
        return 0 if untargeted(t, s, kind, p) else POINTLESS
    if t.target[kind] == TARGET.ENEMY_PLAYER:
        for q in range(s.seats):
            if why_player(t, s, kind, p, q) == 0:
                return 0
        return POINTLESS
    worst = POINTLESS
    for h in range(work.all_places(s)):
        if s.host[h] == EMPTY or (work.seat_of(h) == p) != (t.target[kind] == TARGET.OWN_HOST):
            continue
        wrong = why_target(t, s, kind, p, own, h)
        if wrong == 0:
            return 0
        if wrong == SAFE_FROM_HARM:
            worst = wrong
    return worst


@rule
def untargeted(t: Any, s: Any, kind: Any, p: Any) -> Any:
    """Whether a card without a target would do something."""
    needs = t.needs[kind]
    if needs == NEEDS.DECK:
        return s.deck_n > 0
    if needs == NEEDS.DISCARD_ITEM:
        for card in range(t.cards):
            if s.discard[card] == 1 and t.sorts[t.kind[card]] == SORT.ITEM:
                return True
        return False
    if needs == NEEDS.STRUCK:
        for h in range(work.all_places(s)):
            if s.host[h] != EMPTY and work.seat_of(h) != p and open_to_harm(s, h):
                return True
        return False
    return True


@rule
def why_action(t: Any, s: Any, kind: Any, p: Any) -> Any:
    # KLW-15.6
    any_goes = s.opt.hostless_actions == OPT.HOSTLESS_ACTIONS_ANY
    if not any_goes and t.steals[kind] == 0 and work.hosts_of(s, p) == 0:
        return ONLY_THEFT
    return why_play(t, s, kind, p, NOBODY)


@rule
def room_for_support(s: Any, p: Any) -> Any:
    # KLW-9.7, KLW-20.2
    n = work.hosts_of(s, p)
    if s.opt.mode == OPT.MODE_WERE_SQUAD:
        return n < s.opt.squad_size
    return n - (1 if s.champion[p] != NOBODY else 0) < SUPPORTS


@rule
def why_prey(t: Any, s: Any, own: Any, h: Any) -> Any:
    # KLW-3.4, KLW-10.1, KLW-10.3, KLW-10.6
    if work.seat_of(h) == work.seat_of(own):
        return OPPONENTS_ONLY
    if s.mark[h, IS.PROTECTED] > 0:
        return SAFE_FROM_ATTACK
    if s.mark[h, IS.RESTING] > 0 and s.opt.resting_hosts != OPT.RESTING_HOSTS_EXPOSED:
        return RESTS
    return SHARED_TOTEM if work.share_totem(t, s, own, h) else 0


@rule
def why_attack(t: Any, s: Any, h: Any) -> Any:
    # KLW-3.8, KLW-3.19, KLW-9.9, KLW-10.6
    if s.host[h] == EMPTY:
        return NOT_THERE
    if not work.may_carry_totems(s, h):
        return SUPPORT_STAYS_BACK
    if s.mark[h, IS.ASLEEP] > 0:
        return ASLEEP_ACTS_NOT
    if s.mark[h, IS.SHACKLED] > 0:
        return SHACKLED_ATTACKS_NOT
    if s.mark[h, IS.RESTING] > 0:
        return RESTS
    worst = OPPONENTS_ONLY
    for other in range(work.all_places(s)):
        if s.host[other] == EMPTY or work.seat_of(other) == work.seat_of(h):
            continue
        wrong = why_prey(t, s, h, other)
        if wrong == 0:
            return 0
        worst = wrong
    return worst


@rule
def why_use(t: Any, s: Any, h: Any, i: Any) -> Any:
    # KLW-3.8, KLW-7.15, KLW-20.14
    if s.host[h] == EMPTY or s.items[h, i] == EMPTY:
        return NOT_THERE
    kind = t.kind[s.items[h, i]]
    if t.on_turn[kind] == 0:
        return POINTLESS
    if s.mark[h, IS.ASLEEP] > 0:
        return ASLEEP_ACTS_NOT
    if s.mark[h, IS.FROZEN] > 0:
        return FROZEN_ITEMS
    return 0 if useful(t, s, kind, ON.USE, h) else POINTLESS


@rule
def why_consume(t: Any, s: Any, h: Any, kind: Any) -> Any:
    # KLW-6.6, KLW-7.14
    return 0 if useful(t, s, kind, ON.USE, h) else POINTLESS


# ---- instead of rolling, in a fight ---------------------------------------------------------------


@rule
def may_flee(t: Any, s: Any, h: Any) -> Any:
    # KLW-13.13
    return not work.has(t, s, work.enemy_of(s, h), DO.NO_FLEE)


@rule
def lets_flee(t: Any, kind: Any, trigger: Any) -> Any:
    for e in range(t.effects[kind]):
        if t.fx[kind, e, FX.ON] == trigger and t.fx[kind, e, FX.DO] == DO.FLEE:
            return True
    return False


@rule
def why_fight_item(t: Any, s: Any, h: Any, i: Any) -> Any:
    # KLW-13.3, KLW-13.13
    if s.items[h, i] == EMPTY:
        return NOT_THERE
    kind = t.kind[s.items[h, i]]
    if t.in_fight[kind] == 0:
        return POINTLESS
    if s.mark[h, IS.FROZEN] > 0:
        return FROZEN_ITEMS
    if lets_flee(t, kind, ON.USE):
        return 0 if may_flee(t, s, h) else CANNOT_FLEE
    return 0 if useful(t, s, kind, ON.USE, h) else POINTLESS


@rule
def why_lend(t: Any, s: Any, h: Any, other: Any) -> Any:
    # KLW-9.12, KLW-13.6, KLW-13.8, KLW-13.17, KLW-20.7
    if s.host[other] == EMPTY or other == h:
        return IN_PLAY_ONLY
    kind = t.kind[s.host[other]]
    if (t.triggers[kind] >> ON.SUPPORT) & 1 == 0 or t.in_fight[kind] == 0:
        return TURNS_ONLY
    if s.opt.mode != OPT.MODE_WERE_SQUAD and s.champion[work.seat_of(other)] == other % SLOTS:
        return NO_LENDING_CHAMPION
    if s.mark[other, IS.ASLEEP] > 0:
        return ASLEEP_ACTS_NOT
    if (s.lent >> other) & 1:
        return ONCE_A_FIGHT
    target = h if t.target[kind] == TARGET.OWN_HOST else work.enemy_of(s, h)
    return 0 if meets(t, s, kind, work.seat_of(h), target) else POINTLESS


@rule
def why_flee(t: Any, s: Any, h: Any, source: Any) -> Any:
    # KLW-13.9, KLW-13.13: a Totem by its place, or the Talent
    card = s.host[h]
    if source < KEPT:
        card = s.totem[h, source]
        if card == EMPTY or s.dormant[h, source] > 0 or s.rest[h, source] > 0:
            return NOT_THERE
    if not lets_flee(t, t.kind[card], ON.STANCE):
        return NOT_THERE
    return 0 if may_flee(t, s, h) else CANNOT_FLEE
