"""The Shogun's Chosen: set-up (chapters 1, 3, 33)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import shuffle

from .. import state as st
from ..state import IN, OPT, STATUS, STREAM
from .fight import damage
from .turn import build, phase


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
    seat = 0
    for h in range(st.HEROES):
        s.kami[h] = st.NOBODY
        for slot in range(st.SLOTS):
            s.skill[h, slot] = st.NOBODY
        if (group >> h) & 1:
            s.status[h] = STATUS.STANDING
            s.owner[h] = seat
            seat = (seat + 1) % s.seats
            s.party += 1
    for card in range(st.CARDS):
        s.box[card] = 1
    if carried.started == 1:
        resume(t, s, carried)
    else:
        for h in range(st.HEROES):
            if s.status[h] == STATUS.STANDING:
                build.new_hero(t, s, h)
        build.fill_market(s)
        if s.chapter == st.ENCOUNTER:
            # a campaign that starts with the encounter goes on with the chapter of its level
            s.resume = build.chapter_level(t, s) * 100 + 2
    lay_events(t, s)
    s.verb = st.NOBODY
    phase.first_question(t, s, carried.started == 1, carried.interlude == 1 and s.opt.interlude == 1)


@rule
def clear_table(s: Any) -> None:
    """Everything that is not simply zero on an empty table."""
    s.winner = st.NOBODY
    s.active = st.NOBODY
    s.at_card = st.NOBODY
    s.step = IN.BETWEEN
    damage.forget_attack(s)
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
        n = 0
        for i in range(st.EVENT_CARDS - 1, -1, -1):
            if t.ev_colour[i] == colour and t.ev_tier[i] == tier:
                s.event_deck[colour, n] = st.EVENT0 + i
                s.box[st.EVENT0 + i] = 0
                n += 1
        s.event_n[colour] = n
        if s.opt.event_cards != OPT.EVENT_CARDS_FIXED:
            shuffle(s.rng, STREAM.EVENTS, s.event_deck[colour], n)


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
            phase.mend(t, s, h)
