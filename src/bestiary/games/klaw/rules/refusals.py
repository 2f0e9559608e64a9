"""KLAW: why a choice is refused, question by question: 0, or the rule against it."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY

from ..effects import ON, SORT
from ..moves import Q, V
from ..state import IS, ITEMS, NOBODY, OPT, PLAY, SLOTS, cite
from . import aims, fight, play, raids, spoils, thefts
from .work import hosts_of, items_on, seat_of

REVEAL_A_HOST = cite("KLW-5.1")
FORTIFY_OR_NOT = cite("KLW-5.4")
FREE_SLOT_ONLY = cite("KLW-5.10")
FROM_THE_HAND = cite("KLW-6.4")
CARRIED_THROUGH = cite("KLW-6.7")
ONE_CHAMPION = cite("KLW-7.1")
PROMOTE_WITHOUT_CHAMPION = cite("KLW-7.4")
ATTACH_A_TOTEM = cite("KLW-7.5")
ATTACH_AN_ITEM = cite("KLW-7.10")
TWO_ITEMS = cite("KLW-7.12")
USE_A_CONSUMABLE = cite("KLW-7.14")
REMOVE_A_TOTEM = cite("KLW-7.16")
PLAY_AN_ACTION = cite("KLW-8.1")
SUPPORT_TALENT = cite("KLW-9.1")
THREE_SUPPORTS = cite("KLW-9.7")
SUPPORT_WHOM = cite("KLW-9.13")
FULL_SQUAD = cite("KLW-20.2")
NO_PROMOTION = cite("KLW-20.11")
WITHOUT_HOSTS = cite("KLW-15.2")
DEPLOY_OR_KEEP = cite("KLW-15.4")
DOWN_TO_EIGHT = cite("KLW-16.5")
MUST_ATTACK = cite("KLW-20.15")
TAKE_WHAT_THERE_IS = cite("KLW-21.3")
FROM_THE_PILE = cite("KLW-21.10")
FROM_THE_TOP = cite("KLW-21.8")
STEAL_A_HOST = cite("KLW-8.26")
WHOLE_POOL = cite("KLW-11.2")
ROLL_OR_USE = cite("KLW-13.3")
VESSEL_TAKES = cite("KLW-14.10")


@rule
def must_attack(t: Any, s: Any, p: Any) -> Any:
    # KLW-20.15
    for i in range(SLOTS):
        h = p * SLOTS + i
        if s.host[h] != EMPTY and s.mark[h, IS.FRENZIED] > 0 and aims.why_attack(t, s, h) == 0:
            return True
    return False


@rule
def why_attack_now(t: Any, s: Any, i: Any) -> Any:
    h = s.ask * SLOTS + i
    wrong = aims.why_attack(t, s, h)
    if wrong == 0 and s.mark[h, IS.FRENZIED] == 0 and must_attack(t, s, s.ask):
        return MUST_ATTACK
    return wrong


@rule
def why_deploy(s: Any, p: Any) -> Any:
    # KLW-7.1, KLW-20.2
    if s.opt.mode == OPT.MODE_WERE_SQUAD:
        return 0 if hosts_of(s, p) < s.opt.squad_size else FULL_SQUAD
    return 0 if s.champion[p] == NOBODY else ONE_CHAMPION


@rule
def why_promote(s: Any, h: Any) -> Any:
    # KLW-7.4, KLW-20.11
    if s.opt.mode == OPT.MODE_WERE_SQUAD:
        return NO_PROMOTION
    if s.host[h] == EMPTY or s.champion[seat_of(h)] != NOBODY:
        return PROMOTE_WITHOUT_CHAMPION
    return 0


@rule
def why_hand(t: Any, s: Any, verb: Any, i: Any) -> Any:
    """Whether a card of the hand may be played in this way."""
    p = s.ask
    if i >= s.hand_n[p]:
        return FROM_THE_HAND
    card = s.hand[p, i]
    kind = t.kind[card]
    sort = t.sorts[kind]
    if verb == V.DEPLOY:
        return why_deploy(s, p) if sort == SORT.HOST else ONE_CHAMPION
    if verb == V.ACTION:
        return aims.why_action(t, s, kind, p) if sort == SORT.ACTION else PLAY_AN_ACTION
    if verb == V.SUPPORT:
        if sort != SORT.HOST or t.on_turn[kind] == 0 or (t.triggers[kind] >> ON.SUPPORT) & 1 == 0:
            return SUPPORT_TALENT
        if hosts_of(s, p) == 0:
            return SUPPORT_WHOM
        if not aims.room_for_support(s, p):
            return FULL_SQUAD if s.opt.mode == OPT.MODE_WERE_SQUAD else THREE_SUPPORTS
        return aims.why_play(t, s, kind, p, NOBODY)
    if hosts_of(s, p) == 0:
        return WITHOUT_HOSTS
    if verb == V.TOTEM:
        return why_any_carries(t, s, p, card) if sort == SORT.TOTEM else ATTACH_A_TOTEM
    if verb == V.ITEM:
        return 0 if sort == SORT.ITEM else ATTACH_AN_ITEM
    if sort != SORT.ITEM or t.consumable[kind] == 0 or t.on_turn[kind] == 0:
        return USE_A_CONSUMABLE
    return why_any_uses(t, s, p, kind)


@rule
def why_any_carries(t: Any, s: Any, p: Any, card: Any) -> Any:
    wrong = ATTACH_A_TOTEM
    for i in range(SLOTS):
        h = p * SLOTS + i
        if s.host[h] == EMPTY:
            continue
        found = aims.why_attach(t, s, h, card)
        if found == 0:
            return 0
        if s.champion[p] == i or s.opt.mode == OPT.MODE_WERE_SQUAD or wrong == ATTACH_A_TOTEM:
            wrong = found
    return wrong


@rule
def why_any_uses(t: Any, s: Any, p: Any, kind: Any) -> Any:
    wrong = USE_A_CONSUMABLE
    for i in range(SLOTS):
        h = p * SLOTS + i
        if s.host[h] == EMPTY:
            continue
        found = aims.why_consume(t, s, h, kind)
        if found == 0:
            return 0
        wrong = found
    return wrong


@rule
def why_attach_first(t: Any, s: Any, i: Any) -> Any:
    # KLW-5.4, KLW-5.10
    p = s.ask
    if i >= s.hand_n[p]:
        return FROM_THE_HAND
    card = s.hand[p, i]
    sort = t.sorts[t.kind[card]]
    h = p * SLOTS
    if s.host[h] == EMPTY:
        return WITHOUT_HOSTS
    if sort == SORT.TOTEM:
        return aims.why_attach(t, s, h, card)
    if sort == SORT.ITEM:
        return FREE_SLOT_ONLY if items_on(s, h) == ITEMS else 0
    return FORTIFY_OR_NOT


@rule
def why_own(t: Any, s: Any, i: Any) -> Any:
    h = s.ask * SLOTS + i
    if s.host[h] == EMPTY:
        return TAKE_WHAT_THERE_IS
    return play.why_aim(t, s, h)


@rule
def why_target_now(t: Any, s: Any, h: Any) -> Any:
    if s.host[h] == EMPTY:
        return TAKE_WHAT_THERE_IS
    return play.why_aim(t, s, h)


@rule
def why_seen_player(t: Any, s: Any, q: Any) -> Any:
    frame = s.task[s.tasks - 1]
    return aims.why_player(t, s, frame[PLAY.KIND], frame[PLAY.ACTOR], q)


@rule
def why_seen(t: Any, s: Any, card: Any) -> Any:
    return 0 if card < t.cards and raids.can_take(t, s, card) else STEAL_A_HOST


@rule
def why_main(t: Any, s: Any, verb: Any, a: Any, b: Any) -> Any:
    # KLW-D3
    p = s.ask
    if verb == V.ATTACK:
        return why_attack_now(t, s, a)
    if must_attack(t, s, p):
        return MUST_ATTACK
    h = p * SLOTS + min(a, SLOTS - 1)
    if verb == V.REMOVE:
        return 0 if s.host[h] != EMPTY and b < s.totem_n[h] else REMOVE_A_TOTEM
    if verb == V.USE:
        return aims.why_use(t, s, h, b)
    if verb == V.PROMOTE:
        return why_promote(s, h)
    if verb == V.PASS:
        return 0
    return why_hand(t, s, verb, a)


@rule
def why_pick(t: Any, s: Any, verb: Any, a: Any) -> Any:
    """The questions about single cards."""
    if s.phase == Q.PICK_ITEM:
        fits = verb == V.PICK_ITEM and s.items[thefts.picked_host(t, s), a] != EMPTY
        return 0 if fits else TAKE_WHAT_THERE_IS
    if s.phase == Q.PICK_TOTEM:
        return 0 if verb == V.PICK_TOTEM and a < s.totem_n[thefts.picked_host(t, s)] else TAKE_WHAT_THERE_IS
    if s.phase == Q.PICK_SEEN_CARD:
        if verb == V.TAKE:
            return why_seen(t, s, a)
        if verb == V.NOTHING:
            for card in range(t.cards):
                if why_seen(t, s, card) == 0:
                    return STEAL_A_HOST
            return 0
        return STEAL_A_HOST
    if s.phase == Q.PICK_SCOUTED:
        return 0 if verb == V.SCOUT and a < s.look_n else FROM_THE_TOP
    if s.phase == Q.PICK_RECOVERED:
        return 0 if verb == V.RECOVER and raids.recoverable(t, s, a) != EMPTY else FROM_THE_PILE
    return 0 if verb == V.VESSEL and a < spoils.captives(s) else VESSEL_TAKES


@rule
def why_start(t: Any, s: Any, verb: Any, a: Any) -> Any:
    p = s.ask
    if s.phase == Q.REVEAL:
        if verb != V.REVEAL or a >= s.hand_n[p]:
            return REVEAL_A_HOST
        return 0 if t.sorts[t.kind[s.hand[p, a]]] == SORT.HOST else REVEAL_A_HOST
    if verb == V.DONE:
        return 0
    return why_attach_first(t, s, a) if verb == V.ATTACH else FORTIFY_OR_NOT


@rule
def why_fight(t: Any, s: Any, verb: Any, a: Any) -> Any:
    if s.phase == Q.FIGHT_DICE:
        return 0 if verb == V.DICE and a < s.pool[fight.choosing_side(s)] else WHOLE_POOL
    h = s.fighter[s.role]
    if verb == V.ROLL:
        return 0
    if verb == V.FIGHT_ITEM:
        return aims.why_fight_item(t, s, h, a)
    if verb == V.LEND:
        return aims.why_lend(t, s, h, seat_of(h) * SLOTS + a)
    if verb == V.FLEE:
        return aims.why_flee(t, s, h, a)
    return ROLL_OR_USE


@rule
def why_rest(t: Any, s: Any, verb: Any, a: Any) -> Any:
    p = s.ask
    if s.phase == Q.DISCARD:
        return 0 if verb == V.DISCARD and a < s.hand_n[p] else DOWN_TO_EIGHT
    if s.phase == Q.DEPLOY_NOW:
        if verb == V.KEEP:
            return 0
        last = t.sorts[t.kind[s.hand[p, s.hand_n[p] - 1]]] == SORT.HOST
        return 0 if verb == V.DEPLOY_NOW and last else DEPLOY_OR_KEEP
    if s.phase == Q.PICK_OWN_HOST:
        return why_own(t, s, a) if verb == V.HOST else CARRIED_THROUGH
    return 0 if verb == V.REPLACE else TWO_ITEMS
