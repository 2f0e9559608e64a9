"""The Shogun's Chosen: characters before a phase (chapters 1, 3)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.record import EMPTY
from bestiary.core.rng import shuffle

from ... import state as st
from ...moves import Q, V
from ...state import OPT, STATUS, STREAM
from ..frames import BUILD, BUILD_STEP, PC, pop
from ..questions import ask, count, forget_answer, lowest, player
from ..things.items import add_card, gain_item
from . import ki


@rule
def take_from_box(s: Any, first: Any, copies: Any) -> Any:
    """A copy of a card that is in the box, or EMPTY."""
    for card in range(first, first + copies):
        if s.box[card] == 1:
            s.box[card] = 0
            return card
    return EMPTY


@rule
def give_gear(t: Any, s: Any, h: Any, weapons: Any, armour: Any, items: Any) -> None:
    """The weapons, armour and items that a character starts with."""
    for k in range(weapons.shape[0]):
        if weapons[k] >= 0:
            first = st.WEAPON0 + weapons[k] * st.SMITH_COPIES
            card = take_from_box(s, first, st.SMITH_COPIES)
            if card >= 0:
                add_card(s.weapon[h], card)
    first = st.ARMOUR0 + armour * st.SMITH_COPIES
    s.armour[h, 0] = take_from_box(s, first, st.SMITH_COPIES)
    s.arm[h] = t.ar_resistance[armour]
    for k in range(items.shape[0]):
        if items[k] >= 0:
            card = take_from_box(s, items[k] * st.ITEM_COPIES, st.ITEM_COPIES)
            if card >= 0:
                gain_item(t, s, h, card)


@rule
def chapter_level(t: Any, s: Any) -> Any:
    if s.opt.level > 0:
        return s.opt.level
    own = t.ch_level[s.chapter]
    return own if own > 0 else 3


@rule
def new_hero(t: Any, s: Any, h: Any) -> None:
    # SHG-1.4, SHG-3.4, SHG-3.5, SHG-3.13, SHG-3.14
    for slot in range(st.SLOTS):
        s.skill[h, slot] = st.NOBODY
    s.attr[h, t.h_initial[h]] = 1
    s.kami[h] = t.h_kami[h]
    s.coins[h] = t.start_coins[h]
    s.karma[h] = t.start_karma[h]
    if s.opt.mode == OPT.MODE_CAMPAIGN and chapter_level(t, s) == 1:
        s.level[h] = 1
        s.affinity[h] = t.start_affinity[h]
        give_gear(t, s, h, t.start_weapon[h], t.start_armour[h], t.start_item[h])
    else:
        level = chapter_level(t, s)
        s.level[h] = level
        s.affinity[h] = t.pre_affinity[level - 1]
        give_gear(
            t,
            s,
            h,
            t.pre_weapon[level - 1, h],
            t.pre_armour[level - 1, h],
            t.pre_item[level - 1, h],
        )


@rule
def fill_market(s: Any) -> None:
    for card in range(st.MARKET):
        if s.box[card] == 1:
            s.box[card] = 0
            s.market[s.market_n] = card
            s.market_n += 1
    shuffle(s.rng, STREAM.MARKET, s.market, s.market_n)


@rule
def raisable(s: Any, h: Any) -> Any:
    # SHG-33.7, SHG-33.8
    found = 0
    for a in range(4):
        if s.attr[h, a] < 3:
            found |= 1 << a
    return found


@rule
def ask_attribute(s: Any, phase: Any, h: Any, which: Any) -> None:
    if count(which) == 1:
        s.verb = V.RAISE
        s.ans = lowest(which)
        return
    ask(s, phase, player(s, h))
    s.cand[0] = which


@rule
def ask_build(t: Any, s: Any) -> None:
    # SHG-3.8, SHG-3.13, SHG-3.14
    row = s.stack[s.sp - 1]
    while row[BUILD.HERO] < st.HEROES and (
        s.status[row[BUILD.HERO]] == STATUS.ABSENT or row[BUILD.TILES] >= s.level[row[BUILD.HERO]]
    ):
        row[BUILD.HERO] += 1
        row[BUILD.POINTS] = 0
        row[BUILD.TILES] = 0
    h = row[BUILD.HERO]
    if h >= st.HEROES:
        pop(s)
        return
    if row[BUILD.POINTS] < s.level[h] - 1:
        row[PC] = BUILD_STEP.ATTRIBUTE
        ask_attribute(s, Q.BUILD_ATTRIBUTE, h, raisable(s, h))
    else:
        row[PC] = BUILD_STEP.SKILL
        ask(s, Q.BUILD_SKILL, player(s, h))
        s.cand[0] = t.skill_of[h, row[BUILD.TILES], 0]
        s.cand[1] = t.skill_of[h, row[BUILD.TILES], 1]


@rule
def step_build(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    h = row[BUILD.HERO]
    if row[PC] == BUILD_STEP.ATTRIBUTE:
        s.attr[h, s.ans] += 1
        row[BUILD.POINTS] += 1
    else:
        s.skill[h, row[BUILD.TILES]] = t.skill_of[h, row[BUILD.TILES], s.ans]
        row[BUILD.TILES] += 1
    forget_answer(s)
    ask_build(t, s)


@rule
def health_of(t: Any, s: Any, h: Any) -> Any:
    # SHG-3.1, SHG-36.2, SHG-36.5
    group = s.opt.party if s.opt.party > 0 else (1 << s.opt.players) - 1
    more = t.df_health[s.opt.difficulty, s.chapter, s.party - 1]
    more += t.df_team[s.opt.difficulty, s.chapter, group]
    return max(1, t.h_health[h, s.level[h] - 1] + more)


@rule
def make_ready(t: Any, s: Any) -> None:
    # SHG-3.1, SHG-3.11
    for h in range(st.HEROES):
        if s.status[h] == STATUS.STANDING:
            s.max_hp[h] = health_of(t, s, h)
            s.hp[h] = s.max_hp[h]
            s.ap[h] = 0 if s.opt.start_ap == OPT.START_AP_EMPTY else st.MAX_AP
            ki.throw_ki(s, h, s.level[h])
