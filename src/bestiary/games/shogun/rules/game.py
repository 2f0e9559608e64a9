"""The Shogun's Chosen: set-up, playing an answer, results, what a campaign carries (chapters 1, 3, 33)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import shuffle

from .. import state as st
from .activation import step_act, step_interact, step_item, step_move, step_pick_ki
from .attack import step_attack
from .build import chapter_level, fill_market, new_hero, step_build
from .damage import forget_attack
from .dice import step_trigger
from .ending import end_phase, ending
from .enemies import step_enemy
from .finds import step_draw, step_limit
from .harm import step_defeat, step_inflict
from .lists import step_effect, step_list
from .paths import forget_paths
from .phase import first_question, mend, step_end, step_phase
from .rounds import step_events, step_initiative, step_round
from .shove import step_shove
from .trade import step_interlude, step_share, step_trade
from .zones import step_malice, step_place, step_spawn


@rule
def setup(t: Any, s: Any, carried: Any) -> None:
    # SHG-1.1, SHG-1.2, SHG-3.3, SHG-7.16, SHG-33.17
    s.seats = s.opt.players
    clear_table(s)
    s.chapter = s.opt.chapter - 1
    s.attempt = 1
    if carried.started == 1:
        s.chapter = carried.chapter
        s.attempt = max(1, carried.attempt)
    group = s.opt.party
    if group == 0:
        group = (1 << s.opt.players) - 1
    seat = np.int64(0)
    for h in range(st.HEROES):
        s.kami[h] = st.NOBODY
        for slot in range(st.SLOTS):
            s.skill[h, slot] = st.NOBODY
        if (group >> h) & 1:
            s.status[h] = st.STANDING
            s.owner[h] = seat
            seat = (seat + 1) % s.seats
            s.party += 1
    for card in range(st.CARDS):
        s.box[card] = 1
    if carried.started == 1:
        resume(t, s, carried)
    else:
        for h in range(st.HEROES):
            if s.status[h] == st.STANDING:
                new_hero(t, s, np.int64(h))
        fill_market(s)
        if s.chapter == st.ENCOUNTER:
            # a campaign that starts with the encounter goes on with the chapter of its level
            s.resume = chapter_level(t, s) * 100 + 2
    lay_events(t, s)
    s.verb = st.NOBODY
    first_question(t, s, carried.started == 1, carried.interlude == 1 and s.opt.interlude == 1)


@rule
def clear_table(s: Any) -> None:
    """Everything that is not simply zero on an empty table."""
    s.winner = st.NOBODY
    s.active = st.NOBODY
    s.at_card = st.NOBODY
    s.step = st.IN_BETWEEN
    forget_attack(s)
    for f in range(st.CREATURES):
        s.sq[f] = st.NOBODY
        s.queue[f] = st.NOBODY
        s.side_of[f] = 0 if f < st.HEROES else 1
    for r in range(st.RESISTORS):
        s.res_sq[r] = st.NOBODY
    for q in range(st.SQUARES):
        s.at[q] = EMPTY


@rule
def lay_events(t: Any, s: Any) -> None:
    # SHG-7.11
    tier = t.ch_tier[s.chapter]
    for colour in range(2):
        n = np.int64(0)
        for i in range(st.EVENT_CARDS - 1, -1, -1):
            if t.ev_colour[i] == colour and t.ev_tier[i] == tier:
                s.event_deck[colour, n] = st.EVENT0 + i
                s.box[st.EVENT0 + i] = 0
                n += 1
        s.event_n[colour] = n
        if s.opt.event_cards != st.EVENTS_FIXED:
            shuffle(s.rng, np.int64(st.S_EVENTS), s.event_deck[colour], n)


# ---- frames --------------------------------------------------------------------------------------


@rule
def between(kind: Any) -> Any:
    """Whether nothing is unresolved when a frame of this kind comes to its turn."""
    # SHG-33.19
    if kind == st.F_ROUND or kind == st.F_EVENTS or kind == st.F_ACT or kind == st.F_MOVE:
        return True
    return kind == st.F_ENEMY or kind == st.F_INITIATIVE


@rule
def run(t: Any, s: Any, log: Any) -> None:
    """Goes on with what is under way, up to the next question or the end."""
    while s.actors == 0 and s.over == 0:
        kind = s.stack[s.sp - 1, 0]
        if between(kind):
            by = ending(t, s)
            if by != st.BY_NONE:
                end_phase(t, s, by, log)
                continue
        step(t, s, kind, log)


@rule
def step(t: Any, s: Any, kind: Any, log: Any) -> None:
    if kind == st.F_LIST:
        step_list(t, s, log)
    elif kind == st.F_EFFECT:
        step_effect(t, s, log)
    elif kind == st.F_TRIGGER:
        step_trigger(t, s, log)
    elif kind == st.F_MOVE:
        step_move(t, s, log)
    elif kind == st.F_ACT:
        step_act(t, s, log)
    elif kind == st.F_ATTACK:
        step_attack(t, s, log)
    elif kind == st.F_ENEMY:
        step_enemy(t, s, log)
    elif kind == st.F_ROUND:
        step_round(t, s, log)
    elif kind == st.F_EVENTS:
        step_events(t, s, log)
    elif kind == st.F_INITIATIVE:
        step_initiative(t, s, log)
    elif kind == st.F_DEFEAT:
        step_defeat(t, s, log)
    elif kind == st.F_INFLICT:
        step_inflict(t, s, log)
    elif kind == st.F_INTERACT:
        step_interact(t, s, log)
    elif kind == st.F_ITEM:
        step_item(t, s, log)
    elif kind == st.F_PICK_KI:
        step_pick_ki(t, s, log)
    elif kind == st.F_SHOVE:
        step_shove(t, s, log)
    elif kind == st.F_SPAWN:
        step_spawn(t, s, log)
    elif kind == st.F_PLACE:
        step_place(t, s, log)
    elif kind == st.F_MALICE:
        step_malice(t, s, log)
    elif kind == st.F_DRAW:
        step_draw(t, s, log)
    elif kind == st.F_LIMIT:
        step_limit(t, s, log)
    elif kind == st.F_TRADE:
        step_trade(t, s, log)
    elif kind == st.F_SHARE:
        step_share(t, s, log)
    elif kind == st.F_INTERLUDE:
        step_interlude(t, s, log)
    elif kind == st.F_BUILD:
        step_build(t, s, log)
    elif kind == st.F_PHASE:
        step_phase(t, s, log)
    else:
        step_end(t, s, log)


@rule
def apply(t: Any, s: Any, action: Any, log: Any) -> None:
    for i in range(st.WORDS):
        s.cand[i] = 0
    s.may = 0
    s.verb = t.verb[action]
    s.ans = t.arg[action, 0]
    s.ans2 = t.arg[action, 1]
    s.actors = 0
    run(t, s, log)
    if s.searched == 1:
        forget_paths(s)


# ---- results -------------------------------------------------------------------------------------


@rule
def returns(t: Any, s: Any, out: Any) -> None:
    # SHG-1.1, SHG-33.2
    for p in range(s.seats):
        out[p] = 0.0
        if s.over == 1:
            out[p] = 1.0 if s.winner == 1 else -1.0


@rule
def last_chapter(s: Any) -> Any:
    return s.chapter == st.ENCOUNTER - 1


@rule
def carry(t: Any, s: Any, out: Any) -> None:
    # SHG-3.3, SHG-33.15, SHG-33.16, SHG-34.2, SHG-35.8
    out.started = 1
    out.yomi = s.yomi
    out.meets = s.meets
    hand_on(s, out)
    if s.opt.mode != st.CAMPAIGN or s.over == 0:
        return
    chapter = np.int64(s.chapter)
    attempt = np.int64(s.attempt)
    interlude = np.int64(0)
    if s.chapter == st.ENCOUNTER:
        chapter = s.resume // 100 - 1
        attempt = s.resume % 100 // 2
        interlude = s.resume % 2
    elif s.winner == 1:
        if last_chapter(s):
            out.won = 1
            return
        chapter += 1
        attempt = np.int64(1)
        interlude = np.int64(1)
    else:
        if s.opt.attempts > 0 and s.attempt >= s.opt.attempts:
            out.lost = 1
            return
        attempt = np.int64(s.attempt + 1) if s.attempt < 5 else np.int64(5)
    out.more = 1
    out.chapter = chapter
    out.attempt = attempt
    out.interlude = interlude
    if s.called == 1 and s.chapter != st.ENCOUNTER:
        out.resume = (chapter + 1) * 100 + attempt * 2 + interlude
        out.chapter = st.ENCOUNTER
        out.attempt = s.meets + 1
        out.meets = s.meets + 1
        out.interlude = 0


@rule
def hand_on(s: Any, out: Any) -> None:
    """What the characters own and are."""
    for h in range(st.HEROES):
        out.status[h] = s.status[h]
        out.level[h] = s.level[h]
        out.affinity[h] = s.affinity[h]
        out.kami[h] = s.kami[h]
        out.coins[h] = s.coins[h]
        out.heads[h] = s.heads[h]
        out.boss[h] = s.boss[h]
        out.karma[h] = s.karma[h]
        out.arm[h] = s.arm[h]
        for a in range(4):
            out.attr[h, a] = s.attr[h, a]
        for k in range(st.SLOTS):
            out.skill[h, k] = s.skill[h, k]
        for k in range(st.WEAPONS_HELD):
            out.weapon[h, k] = s.weapon[h, k]
        for k in range(st.ARMOUR_HELD):
            out.armour[h, k] = s.armour[h, k]
        for k in range(st.ITEMS_HELD):
            out.items[h, k] = s.items[h, k]
    for card in range(st.MARKET):
        out.uses[card] = s.uses[card]
        out.market[card] = s.market[card]
    out.market_n = s.market_n
    out.bottom = s.bottom
    out.unlocked = s.unlocked


@rule
def resume(t: Any, s: Any, carried: Any) -> None:
    """The characters as the last phase left them."""
    s.yomi = carried.yomi
    s.meets = carried.meets
    s.resume = carried.resume
    for h in range(st.HEROES):
        s.level[h] = carried.level[h]
        s.affinity[h] = carried.affinity[h]
        s.kami[h] = carried.kami[h]
        s.coins[h] = carried.coins[h]
        s.heads[h] = carried.heads[h]
        s.boss[h] = carried.boss[h]
        s.karma[h] = carried.karma[h]
        s.arm[h] = carried.arm[h]
        for a in range(4):
            s.attr[h, a] = carried.attr[h, a]
        for k in range(st.SLOTS):
            s.skill[h, k] = carried.skill[h, k]
        for k in range(st.WEAPONS_HELD):
            s.weapon[h, k] = carried.weapon[h, k]
            if s.weapon[h, k] >= 0:
                s.box[s.weapon[h, k]] = 0
        for k in range(st.ARMOUR_HELD):
            s.armour[h, k] = carried.armour[h, k]
            if s.armour[h, k] >= 0:
                s.box[s.armour[h, k]] = 0
        for k in range(st.ITEMS_HELD):
            s.items[h, k] = carried.items[h, k]
            if s.items[h, k] >= 0:
                s.box[s.items[h, k]] = 0
    for card in range(st.MARKET):
        s.uses[card] = carried.uses[card]
        s.market[card] = carried.market[card]
        if s.market[card] >= 0:
            s.box[s.market[card]] = 0
    s.market_n = carried.market_n
    s.bottom = carried.bottom
    s.unlocked = carried.unlocked
    if s.chapter == st.ENCOUNTER:
        # SHG-34.4
        for h in range(st.HEROES):
            mend(t, s, np.int64(h))
