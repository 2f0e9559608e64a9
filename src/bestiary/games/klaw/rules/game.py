"""KLAW: set-up, playing an action, and what follows until somebody is asked (chapter 4)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import shuffle

from ..effects import SORT
from ..events import E
from ..moves import Q, V
from ..state import DECK, FRAME, HAND_LIMIT, NOBODY, OPT, PLAY, SEATS, SLOTS, TASK
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
    return n


@rule
def keep_some(t: Any, s: Any, start: Any, end: Any, keep: Any) -> Any:
    # KLW-4.1, KLW-4.2: shuffles a stretch of the deck and sends all but some of it to the box
    shuffle(s.rng, DECK, s.deck[start:end], end - start)
    if s.opt.deck == OPT.DECK_FULL:
        return end
    for i in range(start + keep, end):
        to_box(s, s.deck[i])
        s.deck[i] = EMPTY
    return min(end, start + keep)


@rule
def keep_pairs(t: Any, s: Any, start: Any, pairs: Any) -> Any:
    # KLW-4.3
    n = start
    for kind in range(t.kinds):
        if t.sorts[kind] == SORT.TOTEM and (t.forgotten[kind] == 0 or s.opt.forgotten == 1):
            s.deck[n] = kind
            n += 1
    shuffle(s.rng, DECK, s.deck[start:n], n - start)
    found = n - start
    kept = found if s.opt.deck == OPT.DECK_FULL else min(found, pairs)
    for i in range(kept, found):
        kind = s.deck[start + i]
        for copy in range(t.copies[kind]):
            to_box(s, t.first[kind] + copy)
        s.deck[start + i] = EMPTY
    for i in range(kept - 1, -1, -1):
        pair = s.deck[start + i]
        s.deck[start + 2 * i] = t.first[pair]
        s.deck[start + 2 * i + 1] = t.first[pair] + 1
    return start + 2 * kept


@rule
def deal_one(s: Any, p: Any, i: Any) -> None:
    s.hand[p, s.hand_n[p]] = s.deck[i]
    s.hand_n[p] += 1
    s.deck[i] = EMPTY


@rule
def first_player(s: Any) -> Any:
    # KLW-4.10
    tied: Any = (1 << s.seats) - 1
    while True:
        best = 0
        top = 0
        for p in range(s.seats):
            if (tied >> p) & 1:
                die = roll_die(s)
                if die > best:
                    best = die
                    top = 0
                if die == best:
                    top |= 1 << p
        tied = top
        for p in range(s.seats):
            if tied == 1 << p:
                return p


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
            to_box(s, card)
    hosts = gather_sort(t, s, 0, SORT.HOST, SORT.HOST)
    hosts = keep_some(t, s, 0, hosts, s.seats * t.deck_hosts)
    for _ in range(DEALT_HOSTS):
        for p in range(s.seats):
            hosts -= 1
            s.lots[s.deck[hosts]] = 1
            s.lots_n[p] += 1
            deal_one(s, p, hosts)
    totems = keep_pairs(t, s, hosts, s.seats * t.deck_pairs)
    end = gather_sort(t, s, totems, SORT.ITEM, SORT.ACTION)
    s.deck_n = keep_some(t, s, totems, end, s.seats * t.deck_others)
    shuffle(s.rng, DECK, s.deck, s.deck_n)
    for _ in range(DEALT_CARDS):
        for p in range(s.seats):
            s.deck_n -= 1
            deal_one(s, p, s.deck_n)
    s.first = first_player(s)
    s.turn = s.first
    push(s, TASK.STARTING)
    ask(s, Q.REVEAL, s.first)


# ---- playing ---------------------------------------------------------------------------------------


@rule
def apply(t: Any, s: Any, action: Any, log: Any) -> None:
    verb = t.verb[action]
    a = t.arg[action, 0]
    b = t.arg[action, 1]
    s.actors = 0
    if verb <= V.DONE:
        begin(t, s, verb, a, log)
    elif verb <= V.PASS:
        choose_main(t, s, verb, a, b, log)
    elif verb <= V.PLAYER:
        choose_target(t, s, verb, a, b, log)
    elif verb >= V.DECLINE and verb <= V.ANSWER_TALENT:
        answer(t, s, verb, a, b, log)
    else:
        choose_other(t, s, verb, a, log)
    run(t, s, log)


@rule
def begin(t: Any, s: Any, verb: Any, a: Any, log: Any) -> None:
    if verb == V.REVEAL:
        reveal(t, s, a, log)
        next_to_start(s)
    elif verb == V.ATTACH:
        attach_first(t, s, a, log)
        fortified(s)
    else:
        emit(log, E.KEEPS, ALL, ALL, s.ask, 0, 0, 0)
        next_to_start(s)


@rule
def choose_main(t: Any, s: Any, verb: Any, a: Any, b: Any, log: Any) -> None:
    # KLW-6.3
    p = s.turn
    if verb == V.DEPLOY:
        deploy(t, s, a, log)
    elif verb == V.ATTACK:
        start_play(s, EMPTY, 0, p, verb, p * SLOTS + a)
    elif verb == V.REMOVE:
        remove(t, s, a, b, log)
    elif verb == V.USE:
        use_carried(t, s, p * SLOTS + a, b, log)
    elif verb == V.PROMOTE:
        promote(s, a, log)
    elif verb == V.PASS:
        emit(log, E.PASSES, ALL, ALL, p, 0, 0, 0)
        s.draw_due = 1
    else:
        play_card(t, s, verb, a, log)


@rule
def choose_target(t: Any, s: Any, verb: Any, a: Any, b: Any, log: Any) -> None:
    frame = s.task[s.tasks - 1]
    if verb == V.HOST:
        frame[PLAY.TARGET] = s.ask * SLOTS + a
    elif verb == V.TARGET:
        frame[PLAY.TARGET] = a * SLOTS + b
    elif verb == V.PLAYER:
        frame[PLAY.TARGET] = a
    else:
        equip(t, s, frame[PLAY.TARGET], a, log)


@rule
def choose_other(t: Any, s: Any, verb: Any, a: Any, log: Any) -> None:
    p = s.ask
    if verb == V.PICK_ITEM:
        take_item(t, s, picked_host(t, s), a, log)
    elif verb == V.PICK_TOTEM:
        take_totem(t, s, picked_host(t, s), a, log)
    elif verb == V.TAKE:
        take_seen(t, s, a, log)
    elif verb == V.SCOUT:
        take_scouted(t, s, p, a, log)
    elif verb == V.RECOVER:
        take_back(s, p, recoverable(t, s, a), log)
    elif verb == V.FIGHT_ITEM:
        use_in_fight(t, s, a, log)
    elif verb == V.LEND:
        lend_talent(t, s, a, log)
    elif verb == V.FLEE:
        flee_with(t, s, a)
    elif verb == V.DICE:
        s.pool[choosing_side(s)] = a + 1
    elif verb == V.VESSEL:
        stow_chosen(s, a, log)
    elif verb == V.DISCARD:
        discard_from_hand(s, p, a, log)
    elif verb == V.DEPLOY_NOW:
        s.hold = 0
        deploy_last(t, s, p, log)
    elif verb == V.KEEP:
        s.hold = 0
        emit(log, E.KEEPS, ALL, ALL, p, 0, 0, 0)


@rule
def asks_to_discard(s: Any) -> Any:
    # KLW-16.5 to KLW-16.7
    if s.crowded == 0 or s.hold == 1:
        return False
    for k in range(s.seats):
        p = (s.turn + k) % s.seats
        if s.hand_n[p] > HAND_LIMIT:
            ask(s, Q.DISCARD, p)
            return True
    s.crowded = 0
    return False


@rule
def run(t: Any, s: Any, log: Any) -> None:
    """Carries on with what is under way until somebody is asked or the game is over."""
    while s.over == 0 and s.actors == 0:
        if asks_to_discard(s):
            return
        task = s.task[s.tasks - 1, FRAME.TASK]
        if task == TASK.TURN:
            step_turn(t, s, log)
        elif task == TASK.EFFECT:
            step_effect(t, s, log)
        elif task == TASK.MOMENT:
            step_moment(t, s, log)
        elif task == TASK.FIGHT:
            step_fight(t, s, log)
        elif task == TASK.PLAY:
            step_play(t, s, log)
        elif task == TASK.CHECK:
            step_check(t, s, log)
        elif task == TASK.SPOILS:
            step_spoils(t, s, log)
        elif task == TASK.AFTERMATH:
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
