"""The Shogun's Chosen: how a phase ends, its results, what a campaign carries (chapters 3, 16, 31, 33)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule

from .. import state as st
from ..effects import IF, STATS, UNTILS
from ..events import BY, E
from ..moves import Q
from ..state import FRAME, OPT, STATUS
from .effects import targets
from .fight import damage, defeat
from .frames import pop, push
from .questions import forget_answer


@rule
def defeats(s: Any) -> Any:
    """How many characters count as defeated when the phase ends."""
    # SHG-16.10
    n = 0
    for h in range(st.HEROES):
        if s.status[h] == STATUS.DEFEATED or (s.moded >> h) & 1:
            n += 1
    return n


@rule
def upright(s: Any) -> Any:
    n = 0
    for h in range(st.HEROES):
        if s.status[h] == STATUS.STANDING:
            n += 1
    return n


@rule
def unpossessed(s: Any) -> Any:
    """Characters that stand without Kami Mode."""
    n = 0
    for h in range(st.HEROES):
        if s.status[h] == STATUS.STANDING and s.mode[h] == 0:
            n += 1
    return n


@rule
def failed(t: Any, s: Any) -> Any:
    c = s.chapter
    if t.fail_if[c, 0] == IF.NONE:
        return False
    for k in range(st.ATOMS):
        kind = t.fail_if[c, k]
        op = t.fail_op[c, k]
        v = t.fail_value[c, k]
        if not targets.atom(t, s, kind, op, v, st.NOBODY, 0, 0):
            return False
    return True


@rule
def ending(t: Any, s: Any) -> Any:
    # SHG-33.1, SHG-33.2, SHG-33.3, SHG-16.11, SHG-31.5
    if upright(s) == 0:
        return BY.DEFEATED
    if s.malice >= st.MAX_MALICE:
        return BY.MALICE
    if failed(t, s):
        return BY.FAILURE
    if defeat.achieved(t, s):
        return BY.OBJECTIVE if unpossessed(s) > 0 else BY.DEFEATED
    return BY.NONE


@rule
def end_phase(t: Any, s: Any, by: Any, log: Any) -> None:
    """Leaves all that is under way and goes to the end."""
    while s.sp > 0:
        pop(s)
    forget_answer(s)
    damage.forget_attack(s)
    s.by = by
    s.winner = 1 if by == BY.OBJECTIVE else 0
    s.active = st.NOBODY
    emit(log, E.ENDS, ALL, ALL, by, 0, 0, 0)
    push(s, FRAME.END, 0, 0, 0, 0)


@rule
def over(s: Any) -> None:
    s.over = 1
    s.actors = 0
    s.phase = Q.OVER
    while s.sp > 0:
        pop(s)


@rule
def lay_aside(s: Any) -> None:
    # SHG-33.4
    for f in range(st.CREATURES):
        for what in range(STATS):
            for until in range(UNTILS):
                s.mod[f, what, until] = 0
        for until in range(UNTILS):
            s.flag[f, until] = 0
        for what in range(4):
            s.cond[f, what] = 0
        s.once[f] = 0
    for h in range(st.HEROES):
        s.blessed[h] = 0


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
    if s.opt.mode != OPT.MODE_CAMPAIGN or s.over == 0:
        return
    chapter = s.chapter
    attempt = s.attempt
    interlude = 0
    if s.chapter == st.ENCOUNTER:
        chapter = s.resume // 100 - 1
        attempt = s.resume % 100 // 2
        interlude = s.resume % 2
    elif s.winner == 1:
        if last_chapter(s):
            out.won = 1
            return
        chapter += 1
        attempt = 1
        interlude = 1
    else:
        if s.opt.attempts > 0 and s.attempt >= s.opt.attempts:
            out.lost = 1
            return
        attempt = s.attempt + 1 if s.attempt < 5 else 5
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
