"""The Shogun's Chosen: characters before a phase, and its end (chapters 1, 3, 16, 25, 32, 33, 34)."""

from __future__ import annotations

from typing import Any

from bestiary.core.events import ALL, emit
from bestiary.core.jit import rule
from bestiary.core.rng import below

from ... import state as st
from ...effects import ATTR, DO, ON, STAT
from ...events import E
from ...moves import Q, V
from ...state import FRAME, OPT, STATUS, STREAM
from .. import ending
from ..effects import operations
from ..figures import armour_type
from ..frames import ARRIVAL, END, END_STEP, PC, PHASE_STEP, pop, push
from ..questions import ask, everybody, forget_answer, player
from ..things import exchange
from ..things.interlude import ask_interlude, lay_market
from . import build

# ---- characters ----------------------------------------------------------------------------------


@rule
def first_question(t: Any, s: Any, built: Any, interlude: Any) -> None:
    """What a game opens with: building characters, the interlude, or the free exchange."""
    zero = 0
    push(s, FRAME.PHASE, zero, zero, zero, zero)
    if not built:
        push(s, FRAME.BUILD, zero, zero, zero, zero)
        build.ask_build(t, s)
    elif interlude:
        push(s, FRAME.INTERLUDE, zero, zero, zero, zero)
        lay_market(t, s)
        ask_interlude(s)
    else:
        s.stack[s.sp - 1, PC] = PHASE_STEP.SHARE
        build.make_ready(t, s)
        push(s, FRAME.SHARE, zero, zero, zero, zero)
        exchange.ask_share(s)


@rule
def step_phase(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    zero = 0
    row[PC] += 1
    if row[PC] == PHASE_STEP.SHARE:
        build.make_ready(t, s)
        push(s, FRAME.SHARE, zero, zero, zero, zero)
    elif row[PC] == PHASE_STEP.PLACE:
        push(s, FRAME.PLACE, zero, ARRIVAL.START, zero, zero)
    else:
        pop(s)
        push(s, FRAME.ROUND, zero, zero, zero, zero)


# ---- the end -------------------------------------------------------------------------------------


@rule
def step_end(t: Any, s: Any, log: Any) -> None:
    row = s.stack[s.sp - 1]
    pc = row[PC]
    if pc == END_STEP.BEGIN:
        ending.lay_aside(s)
        if s.opt.mode != OPT.MODE_CAMPAIGN:
            ending.over(s)  # SHG-33.18
            return
        row[END.FALLEN] = ending.defeats(s)
        row[PC] = END_STEP.RESURRECT
    elif pc == END_STEP.RESURRECT:
        resurrect(t, s, row, log)
    elif pc == END_STEP.LOSE:
        s.attr[row[END.HERO], s.ans] -= 1
        forget_answer(s)
        row[END.HERO] += 1
        row[PC] = END_STEP.RESURRECT
    elif pc == END_STEP.RESTORE:
        restore(t, s, row, log)
        row[END.HERO] = 0
        row[PC] = END_STEP.LEVEL
    elif pc == END_STEP.LEVEL:
        next_level(t, s, row, log)
    elif pc == END_STEP.RAISED:
        s.attr[row[END.HERO], s.ans] += 1
        forget_answer(s)
        row[PC] = END_STEP.TILE
    elif pc == END_STEP.TILE:
        h = row[END.HERO]
        row[PC] = END_STEP.TILED
        ask(s, Q.LEVEL_SKILL, player(s, h))
        s.cand[0] = t.skill_of[h, s.level[h] - 1, 0]
        s.cand[1] = t.skill_of[h, s.level[h] - 1, 1]
    elif pc == END_STEP.TILED:
        h = row[END.HERO]
        s.skill[h, s.level[h] - 1] = t.skill_of[h, s.level[h] - 1, s.ans]
        forget_answer(s)
        row[END.HERO] += 1
        row[PC] = END_STEP.LEVEL
    elif pc == END_STEP.KAMI:
        ask_kami(s, row)
    elif pc == END_STEP.TAKE:
        take_kami(s, row)
    else:
        mark_yomi(t, s, row[END.FALLEN])
        ending.over(s)


@rule
def resurrect(t: Any, s: Any, row: Any, log: Any) -> None:
    # SHG-25.4, SHG-25.5, SHG-25.6, SHG-25.7, SHG-23.3, SHG-34.5
    h = row[END.HERO]
    if h >= st.HEROES:
        row[PC] = END_STEP.RESTORE
        return
    row[END.HERO] += 1
    fell = s.status[h] == STATUS.DEFEATED or (s.moded >> h) & 1 == 1
    if s.status[h] == STATUS.ABSENT or not fell:
        return
    s.status[h] = STATUS.STANDING
    s.mode[h] = 0
    s.hp[h] = s.max_hp[h]
    if s.chapter == st.ENCOUNTER:
        return
    rolled = 1 + below(s.rng, STREAM.DICE, 6)
    total = rolled + spirit_now(t, s, h) + known_path(t, s, h)
    emit(log, E.RESURRECTS, ALL, ALL, h, total, s.level[h], 0)
    if total >= s.level[h]:
        return
    losable = 0
    for a in range(4):
        least = 1 if t.h_initial[h] == a else 0
        if s.attr[h, a] > least:
            losable |= 1 << a
    if losable == 0:
        return
    row[END.HERO] = h
    row[PC] = END_STEP.LOSE
    build.ask_attribute(s, Q.END_ATTRIBUTE, h, losable)


@rule
def spirit_now(t: Any, s: Any, h: Any) -> Any:
    """Spirit with what the worn armour adds; the dice are put away."""
    total = s.attr[h, ATTR.SPIRIT]
    worn = armour_type(s, h)
    if worn >= 0 and t.ar_list[worn] >= 0:
        first = t.list_first[t.ar_list[worn]]
        for i in range(first, first + t.list_n[t.ar_list[worn]]):
            if t.fx_do[i] == DO.MOD and (t.fx_what[i] == STAT.SPIRIT or t.fx_what[i] == STAT.TEST):
                total += t.fx_n[i]
    return total


@rule
def known_path(t: Any, s: Any, h: Any) -> Any:
    # SHG-23.3
    kami = s.kami[h]
    if kami < 0 or s.affinity[h] < t.kami_affinity[kami, 0]:
        return 0
    effects = t.kami_list[kami, 0]
    i = t.list_first[effects]
    return t.fx_n[i] if t.fx_on[i] == ON.RESURRECT else 0


@rule
def restore(t: Any, s: Any, row: Any, log: Any) -> None:
    # SHG-33.5, SHG-33.6, SHG-33.14, SHG-34.6
    for h in range(st.HEROES):
        if s.status[h] == STATUS.ABSENT:
            continue
        s.hp[h] = s.max_hp[h]
        if s.winner == 0 or s.chapter == st.ENCOUNTER:
            mend(t, s, h)
    if s.winner == 1:
        reward(t, s, row, log)


@rule
def mend(t: Any, s: Any, h: Any) -> None:
    worn = armour_type(s, h)
    if worn >= 0:
        s.arm[h] = max(s.arm[h], t.ar_resistance[worn])


@rule
def reward(t: Any, s: Any, row: Any, log: Any) -> None:
    """The entries of a victory; they fall on every character that took part."""
    effects = t.ch_victory[s.chapter]
    if effects < 0:
        return
    first = t.list_first[effects]
    for i in range(first, first + t.list_n[effects]):
        do = t.fx_do[i]
        n = t.fx_n[i]
        if do == DO.LEVEL:
            row[END.LEVELS] = 1
        elif do == DO.UNLOCK:
            operations.unlock(t, s, i, log)
        for h in range(st.HEROES):
            if s.status[h] == STATUS.ABSENT:
                continue
            if do == DO.COINS:
                operations.gain_coins(s, h, n, log)
            elif do == DO.AFFINITY:
                operations.gain_affinity(s, h, n, log)
            elif do == DO.KARMA:
                operations.gain_karma(s, h, n, log)


@rule
def next_level(t: Any, s: Any, row: Any, log: Any) -> None:
    # SHG-33.7 to SHG-33.13, SHG-3.12
    h = row[END.HERO]
    if h >= st.HEROES or row[END.LEVELS] == 0:
        row[PC] = END_STEP.KAMI
        row[END.HERO] = 0
        return
    if s.status[h] == STATUS.ABSENT or s.level[h] >= st.LEVELS:
        row[END.HERO] += 1
        return
    s.level[h] += 1
    s.max_hp[h] = build.health_of(t, s, h)
    s.hp[h] = s.max_hp[h]
    emit(log, E.LEVEL, ALL, ALL, h, s.level[h], 0, 0)
    row[PC] = END_STEP.RAISED
    which = build.raisable(s, h)
    if which == 0:
        row[PC] = END_STEP.TILE
        return
    build.ask_attribute(s, Q.LEVEL_ATTRIBUTE, h, which)


@rule
def offered_kami(s: Any, who: Any) -> Any:
    """The Kami that can be taken: by anybody (who is NOBODY), or by the character of a mission."""
    # SHG-32.1, SHG-32.2, SHG-32.4
    found = 0
    for k in range(st.KAMI):
        free = True
        for h in range(st.HEROES):
            if s.status[h] != STATUS.ABSENT and s.kami[h] == k:
                free = False
        if not free:
            continue
        fresh = (s.opened >> k) & 1 == 1
        if who >= 0:
            if fresh and s.personal[k] == who + 1:
                found |= 1 << k
        elif (fresh and s.personal[k] == 0) or (s.unlocked >> k) & 1:
            found |= 1 << k
    return found


@rule
def ask_kami(s: Any, row: Any) -> None:
    """First what anybody may take, then the personal missions."""
    if s.opened == 0 or row[END.HERO] > st.HEROES:
        s.unlocked |= s.opened
        s.opened = 0
        for k in range(st.KAMI):
            s.personal[k] = 0
        row[PC] = END_STEP.YOMI
        return
    who = row[END.HERO] - 1
    offered = offered_kami(s, who)
    if offered == 0 or (who >= 0 and s.status[who] == STATUS.ABSENT):
        row[END.HERO] += 1
        return
    row[PC] = END_STEP.TAKE
    ask(s, Q.KAMI_CHANGE, everybody(s) if who < 0 else player(s, who))
    s.cand[0] = offered
    s.cand[1] = who


@rule
def take_kami(s: Any, row: Any) -> None:
    # SHG-32.3
    if s.verb == V.TAKE_KAMI:
        s.kami[s.ans] = s.ans2
        s.unlocked &= ~(1 << s.ans2)
        s.opened &= ~(1 << s.ans2)
        if s.opened == 0:
            row[END.HERO] = st.HEROES
    forget_answer(s)
    row[END.HERO] += 1
    row[PC] = END_STEP.KAMI


@rule
def mark_yomi(t: Any, s: Any, fallen: Any) -> None:
    # SHG-34.1, SHG-34.2, SHG-34.3
    if s.opt.yomi == 0:
        return
    if s.chapter == st.ENCOUNTER:
        return
    for _ in range(fallen):
        if s.yomi < t.boxes:
            s.yomi += 1
            if t.bold[s.yomi] == 1:
                s.called = 1
