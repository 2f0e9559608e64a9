"""KLAW: set-up, playing an action, and what follows until somebody is asked (chapter 4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import shuffle

from ..events import E_KEEPS, E_PASSES
from ..state import (
    AFTERMATH,
    CHECK,
    DECK,
    DISCARD,
    EFFECT,
    FIGHT,
    FULL,
    HAND_LIMIT,
    MOMENT,
    NOBODY,
    PLAY,
    SEATS,
    SLOTS,
    SPOILS,
    STARTING,
    TURN,
    V_ANSWER_TALENT,
    V_ATTACH,
    V_ATTACK,
    V_DECLINE,
    V_DEPLOY,
    V_DEPLOY_NOW,
    V_DICE,
    V_DISCARD,
    V_DONE,
    V_FIGHT_ITEM,
    V_FLEE,
    V_HOST,
    V_KEEP,
    V_LEND,
    V_PASS,
    V_PICK_ITEM,
    V_PICK_TOTEM,
    V_PLAYER,
    V_PROMOTE,
    V_RECOVER,
    V_REMOVE,
    V_REVEAL,
    V_SCOUT,
    V_TAKE,
    V_TARGET,
    V_USE,
    V_VESSEL,
    F,
)
from ..vocabulary import IS_ACTION, IS_HOST, IS_ITEM, IS_TOTEM
from .answers import answer
from .effects import step_effect, step_moment
from .fight import choosing_side, flee_with, lend_talent, reset_fight, step_fight, use_in_fight
from .hand import discard_from_hand
from .play import (
    attach_first,
    deploy,
    equip,
    play_card,
    promote,
    remove,
    reveal,
    start_play,
    step_play,
    use_carried,
)
from .raids import deploy_last, recoverable, take_back, take_scouted, take_seen
from .singularity import step_aftermath, step_check
from .spoils import step_spoils, stow_chosen
from .thefts import picked_host, take_item, take_totem
from .turn import fortified, next_to_start, step_starting, step_turn
from .work import ask, push, roll_die

DEALT_HOSTS = 3
DEALT_CARDS = 5


# ---- set-up --------------------------------------------------------------------------------------


@rule
def to_box(s: Any, card: Any) -> None:
    s.box[s.box_n] = card
    s.box_n += 1


@rule
def gather_sort(t: Any, s: Any, start: Any, sort: Any, other: Any) -> Any:
    """Lays the cards of one or two sorts, of the sets in play, into the deck from a place on."""
    n = start
    for card in range(t.cards):
        kind = t.kind[card]
        if t.forgotten[kind] == 1 and s.opt.forgotten == 0:
            continue
        if t.sorts[kind] == sort or t.sorts[kind] == other:
            s.deck[n] = card
            n += 1
    return np.int64(n)


@rule
def keep_some(t: Any, s: Any, start: Any, end: Any, keep: Any) -> Any:
    # KLW-4.1, KLW-4.2: shuffles a stretch of the deck and sends all but some of it to the box
    shuffle(s.rng, DECK, s.deck[start:end], end - start)
    if s.opt.deck == FULL:
        return np.int64(end)
    for i in range(start + keep, end):
        to_box(s, np.int64(s.deck[i]))
        s.deck[i] = EMPTY
    return np.int64(min(end, start + keep))


@rule
def keep_pairs(t: Any, s: Any, start: Any, pairs: Any) -> Any:
    # KLW-4.3
    n = start
    for kind in range(t.kinds):
        if t.sorts[kind] == IS_TOTEM and (t.forgotten[kind] == 0 or s.opt.forgotten == 1):
            s.deck[n] = kind
            n += 1
    shuffle(s.rng, DECK, s.deck[start:n], n - start)
    found = n - start
    kept = found if s.opt.deck == FULL else min(found, pairs)
    for i in range(kept, found):
        kind = s.deck[start + i]
        for copy in range(t.copies[kind]):
            to_box(s, np.int64(t.first[kind] + copy))
        s.deck[start + i] = EMPTY
    for i in range(kept - 1, -1, -1):
        pair = np.int64(s.deck[start + i])
        s.deck[start + 2 * i] = t.first[pair]
        s.deck[start + 2 * i + 1] = t.first[pair] + 1
    return np.int64(start + 2 * kept)


@rule
def deal_one(s: Any, p: Any, i: Any) -> None:
    s.hand[p, s.hand_n[p]] = s.deck[i]
    s.hand_n[p] += 1
    s.deck[i] = EMPTY


@rule
def first_player(s: Any) -> Any:
    # KLW-4.10
    tied: Any = np.int64((1 << s.seats) - 1)
    while True:
        best = np.int64(0)
        top = np.int64(0)
        for p in range(s.seats):
            if (tied >> p) & 1:
                die = roll_die(s)
                if die > best:
                    best = die
                    top = np.int64(0)
                if die == best:
                    top |= 1 << p
        tied = top
        for p in range(s.seats):
            if tied == 1 << p:
                return np.int64(p)


@rule
def setup(t: Any, s: Any, carried: Any) -> None:
    # KLW-4.4 to KLW-4.7
    s.seats = s.opt.players
    s.lone = NOBODY
    for p in range(SEATS):
        s.champion[p] = NOBODY
    reset_fight(s)
    for card in range(t.cards):
        if t.forgotten[t.kind[card]] == 1 and s.opt.forgotten == 0:
            to_box(s, np.int64(card))
    hosts = gather_sort(t, s, np.int64(0), np.int64(IS_HOST), np.int64(IS_HOST))
    hosts = keep_some(t, s, np.int64(0), hosts, s.seats * t.deck_hosts)
    for _ in range(DEALT_HOSTS):
        for p in range(s.seats):
            hosts -= 1
            s.lots[s.deck[hosts]] = 1
            s.lots_n[p] += 1
            deal_one(s, np.int64(p), hosts)
    totems = keep_pairs(t, s, hosts, s.seats * t.deck_pairs)
    end = gather_sort(t, s, totems, np.int64(IS_ITEM), np.int64(IS_ACTION))
    s.deck_n = keep_some(t, s, totems, end, s.seats * t.deck_others)
    shuffle(s.rng, DECK, s.deck, s.deck_n)
    for _ in range(DEALT_CARDS):
        for p in range(s.seats):
            s.deck_n -= 1
            deal_one(s, np.int64(p), s.deck_n)
    s.first = first_player(s)
    s.turn = s.first
    push(s, STARTING, 0, 0, 0, 0, 0, 0)
    ask(s, 0, s.first)


# ---- playing ---------------------------------------------------------------------------------------


@rule
def apply(t: Any, s: Any, action: Any, log: Any) -> None:
    verb = np.int64(t.verb[action])
    a = np.int64(t.arg[action, 0])
    b = np.int64(t.arg[action, 1])
    s.actors = 0
    if verb <= V_DONE:
        begin(t, s, verb, a, log)
    elif verb <= V_PASS:
        choose_main(t, s, verb, a, b, log)
    elif verb <= V_PLAYER:
        choose_target(t, s, verb, a, b, log)
    elif verb >= V_DECLINE and verb <= V_ANSWER_TALENT:
        answer(t, s, verb, a, b, log)
    else:
        choose_other(t, s, verb, a, log)
    run(t, s, log)


@rule
def begin(t: Any, s: Any, verb: Any, a: Any, log: Any) -> None:
    if verb == V_REVEAL:
        reveal(t, s, a, log)
        next_to_start(s)
    elif verb == V_ATTACH:
        attach_first(t, s, a, log)
        fortified(s)
    else:
        emit(log, E_KEEPS, ALL, ALL, np.int64(s.ask), 0, 0, 0)
        next_to_start(s)


@rule
def choose_main(t: Any, s: Any, verb: Any, a: Any, b: Any, log: Any) -> None:
    # KLW-6.3
    p = np.int64(s.turn)
    if verb == V_DEPLOY:
        deploy(t, s, a, log)
    elif verb == V_ATTACK:
        start_play(s, np.int64(EMPTY), np.int64(0), p, verb, p * SLOTS + a)
    elif verb == V_REMOVE:
        remove(t, s, a, b, log)
    elif verb == V_USE:
        use_carried(t, s, p * SLOTS + a, b, log)
    elif verb == V_PROMOTE:
        promote(s, a, log)
    elif verb == V_PASS:
        emit(log, E_PASSES, ALL, ALL, p, 0, 0, 0)
        s.draw_due = 1
    else:
        play_card(t, s, verb, a, log)


@rule
def choose_target(t: Any, s: Any, verb: Any, a: Any, b: Any, log: Any) -> None:
    frame = s.task[s.tasks - 1]
    if verb == V_HOST:
        frame[F] = s.ask * SLOTS + a
    elif verb == V_TARGET:
        frame[F] = a * SLOTS + b
    elif verb == V_PLAYER:
        frame[F] = a
    else:
        equip(t, s, np.int64(frame[F]), a, log)


@rule
def choose_other(t: Any, s: Any, verb: Any, a: Any, log: Any) -> None:
    p = np.int64(s.ask)
    if verb == V_PICK_ITEM:
        take_item(t, s, picked_host(t, s), a, log)
    elif verb == V_PICK_TOTEM:
        take_totem(t, s, picked_host(t, s), a, log)
    elif verb == V_TAKE:
        take_seen(t, s, a, log)
    elif verb == V_SCOUT:
        take_scouted(t, s, p, a, log)
    elif verb == V_RECOVER:
        take_back(s, p, recoverable(t, s, a), log)
    elif verb == V_FIGHT_ITEM:
        use_in_fight(t, s, a, log)
    elif verb == V_LEND:
        lend_talent(t, s, a, log)
    elif verb == V_FLEE:
        flee_with(t, s, a)
    elif verb == V_DICE:
        s.pool[choosing_side(s)] = a + 1
    elif verb == V_VESSEL:
        stow_chosen(s, a, log)
    elif verb == V_DISCARD:
        discard_from_hand(s, p, a, log)
    elif verb == V_DEPLOY_NOW:
        s.hold = 0
        deploy_last(t, s, p, log)
    elif verb == V_KEEP:
        s.hold = 0
        emit(log, E_KEEPS, ALL, ALL, p, 0, 0, 0)


@rule
def asks_to_discard(s: Any) -> Any:
    # KLW-16.5 to KLW-16.7
    if s.crowded == 0 or s.hold == 1:
        return False
    for k in range(s.seats):
        p = np.int64((s.turn + k) % s.seats)
        if s.hand_n[p] > HAND_LIMIT:
            ask(s, DISCARD, p)
            return True
    s.crowded = 0
    return False


@rule
def run(t: Any, s: Any, log: Any) -> None:
    """Carries on with what is under way until somebody is asked or the game is over."""
    while s.over == 0 and s.actors == 0:
        if asks_to_discard(s):
            return
        kind = s.task[s.tasks - 1, 0]
        if kind == TURN:
            step_turn(t, s, log)
        elif kind == EFFECT:
            step_effect(t, s, log)
        elif kind == MOMENT:
            step_moment(t, s, log)
        elif kind == FIGHT:
            step_fight(t, s, log)
        elif kind == PLAY:
            step_play(t, s, log)
        elif kind == CHECK:
            step_check(t, s, log)
        elif kind == SPOILS:
            step_spoils(t, s, log)
        elif kind == AFTERMATH:
            step_aftermath(t, s, log)
        else:
            step_starting(s, log)


@rule
def returns(t: Any, s: Any, out: Any) -> None:
    # KLW-19.15: a shared victory is worth less, and all payoffs add up to 0
    won = 0
    for p in range(s.seats):
        if (s.winners >> p) & 1:
            won += 1
    for p in range(s.seats):
        out[p] = 0.0
        if won > 0:
            if (s.winners >> p) & 1:
                out[p] = (s.seats - won) / (s.seats - 1)
            else:
                out[p] = -won / (s.seats - 1)


@rule
def carry(t: Any, s: Any, out: Any) -> None:
    out.more = 0
