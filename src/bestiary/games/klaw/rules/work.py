"""KLAW: what lies on a Host, what of it works, and what it adds up to (chapters 1, 3 and 21)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.names import Names
from bestiary.core.record import EMPTY
from bestiary.core.rng import below

from ..effects import ANY_POOL, DO, FX, IF, ON, SORT
from ..state import FRAME, HOSTS, IS, ITEMS, LOADED, MOMENT, NOBODY, OPT, ROLLS, SLOTS, STAGE, TASK, WORDS

# how the effects of a Host that work always add up
HOW = Names("HOW", ("sum", "most", "least", "tags", "count"))


@rule
def ask(s: Any, phase: Any, seat: Any) -> None:
    s.phase = phase
    s.ask = seat
    s.actors = 1 << seat


@rule
def push(s: Any, task: Any) -> None:
    """Begins something that the rules then carry through step by step; its other words are 0."""
    s.task[s.tasks, FRAME.TASK] = task
    s.tasks += 1


@rule
def start_moment(s: Any, trigger: Any, h: Any) -> None:
    """Begins the effects that all cards on a Host have for a trigger."""
    push(s, TASK.MOMENT)
    frame = s.task[s.tasks - 1]
    frame[MOMENT.TRIGGER] = trigger
    frame[MOMENT.HOST] = h
    frame[MOMENT.CARD] = EMPTY
    frame[MOMENT.NAME] = name_of(s, h)


@rule
def pop(s: Any) -> None:
    """Ends what was begun last; nothing stale stays behind."""
    s.tasks -= 1
    for i in range(WORDS):
        s.task[s.tasks, i] = 0


@rule
def pop_all(s: Any) -> None:
    while s.tasks > 0:
        pop(s)


@rule
def roll_die(s: Any) -> Any:
    """One die; a prepared position may foretell it."""
    if s.loaded_n > 0:
        value = s.loaded[0]
        for i in range(LOADED - 1):
            s.loaded[i] = s.loaded[i + 1]
        s.loaded[LOADED - 1] = 0
        s.loaded_n -= 1
        return value
    return below(s.rng, ROLLS, 6) + 1


# ---- Hosts ---------------------------------------------------------------------------------


@rule
def seat_of(h: Any) -> Any:
    return h // SLOTS


@rule
def name_of(s: Any, h: Any) -> Any:
    """The Host card that lies in a place."""
    return s.host[h]


@rule
def hosts_of(s: Any, p: Any) -> Any:
    """How many Hosts a player has on the field."""
    n = 0
    for i in range(SLOTS):
        if s.host[p * SLOTS + i] != EMPTY:
            n += 1
    return n


@rule
def champion_of(s: Any, p: Any) -> Any:
    # KLW-7.1, KLW-20.10
    if s.opt.mode != OPT.MODE_WERE_SQUAD:
        if s.champion[p] == NOBODY:
            return NOBODY
        return p * SLOTS + s.champion[p]
    best = NOBODY
    most = -1
    for i in range(SLOTS):
        h = p * SLOTS + i
        if s.host[h] != EMPTY and s.totem_n[h] > most:
            most = s.totem_n[h]
            best = h
    return best


@rule
def may_carry_totems(s: Any, h: Any) -> Any:
    # KLW-9.6, KLW-20.3
    return s.opt.mode == OPT.MODE_WERE_SQUAD or s.champion[h // SLOTS] == h % SLOTS


@rule
def items_on(s: Any, h: Any) -> Any:
    n = 0
    for i in range(ITEMS):
        if s.items[h, i] != EMPTY:
            n += 1
    return n


@rule
def carries(t: Any, s: Any, h: Any, kind: Any) -> Any:
    """Whether a Host carries a Totem of this kind."""
    for i in range(s.totem_n[h]):
        if t.kind[s.totem[h, i]] == kind:
            return True
    return False


@rule
def share_totem(t: Any, s: Any, h: Any, other: Any) -> Any:
    # KLW-10.3
    for i in range(s.totem_n[h]):
        if carries(t, s, other, t.kind[s.totem[h, i]]):
            return True
    return False


@rule
def round_length(s: Any) -> Any:
    # KLW-3.2: such a marker is counted down once in every turn
    if s.opt.round_markers == OPT.ROUND_MARKERS_SHORT:
        return s.seats
    return s.seats + 1


# ---- fights ----------------------------------------------------------------------------------


@rule
def fights(s: Any, h: Any) -> Any:
    return s.fight == STAGE.FIGHTING and (s.fighter[0] == h or s.fighter[1] == h)


@rule
def side_of(s: Any, h: Any) -> Any:
    """0 for the Host that began the fight, 1 for the one that was attacked."""
    return 0 if s.fighter[0] == h else 1


@rule
def enemy_of(s: Any, h: Any) -> Any:
    """The opposing Host of the fight, or NOBODY."""
    if s.fight == STAGE.QUIET:
        return NOBODY
    return s.fighter[1 - side_of(s, h)]


# ---- the cards of a Host, in the order in which they act ------------------------------------------


@rule
def places(s: Any, h: Any) -> Any:
    # KLW-21.2: the Talent, the Totems in the order they were attached, the Items by slot
    return 1 + s.totem_n[h] + ITEMS


@rule
def at_work(s: Any, h: Any, j: Any) -> Any:
    # KLW-3.9, KLW-3.12, KLW-14.22, KLW-20.14, KLW-21.4
    if s.mark[h, IS.ASLEEP] > 0:
        return EMPTY
    n = s.totem_n[h]
    if j == 0:
        return s.host[h]
    if j <= n:
        if s.dormant[h, j - 1] > 0 or (s.rest[h, j - 1] > 0 and fights(s, h)):
            return EMPTY
        return s.totem[h, j - 1]
    if s.mark[h, IS.FROZEN] > 0:
        return EMPTY
    return s.items[h, j - 1 - n]


@rule
def holds(t: Any, s: Any, condition: Any, k: Any, h: Any) -> Any:
    """Whether the condition of an effect of a card on this Host is met."""
    if condition == IF.NONE:
        return True
    if condition == IF.OPENING:
        return fights(s, h) and s.exchange == 1 and s.fighter[0] == h
    if condition == IF.EARLY:
        return fights(s, h) and s.exchange <= 2
    if condition == IF.RESPONDER:
        return fights(s, h) and s.fighter[1] == h
    if condition == IF.HITS_AT_LEAST:
        return s.dealt[side_of(s, h)] >= k
    if condition == IF.LIFE_AT_MOST:
        return s.life[h] <= k
    if condition == IF.ENEMY_LIFE_AT_MOST:
        return fights(s, h) and s.life[enemy_of(s, h)] <= k
    if condition == IF.ENEMY_TOTEMS_AT_LEAST:
        return fights(s, h) and s.totem_n[enemy_of(s, h)] >= k
    if condition == IF.HAS_ALLY:
        return hosts_of(s, seat_of(h)) > 1
    if condition == IF.HAND_AT_MOST:
        return s.hand_n[seat_of(h)] <= k
    return roll_die(s) >= k  # by chance


@rule
def always(t: Any, s: Any, h: Any, operation: Any, pool: Any, how: Any) -> Any:
    """What the effects that work always add up to, for one operation."""
    total = 0
    for j in range(places(s, h)):
        card = at_work(s, h, j)
        if card == EMPTY:
            continue
        kind = t.kind[card]
        if (t.ops[kind] >> operation) & 1 == 0:
            continue
        for e in range(t.effects[kind]):
            fx = t.fx[kind, e]
            if fx[FX.ON] != ON.ALWAYS or fx[FX.DO] != operation:
                continue
            if pool != ANY_POOL and fx[FX.POOL] != pool:
                continue
            if not holds(t, s, fx[FX.IF], fx[FX.IF_K], h):
                continue
            if how == HOW.SUM:
                total += fx[FX.N]
            elif how == HOW.MOST:
                total = max(total, fx[FX.K])
            elif how == HOW.LEAST:
                total = fx[FX.K] if total == 0 else min(total, fx[FX.K])
            elif how == HOW.TAGS:
                total |= fx[FX.TAGS]
            else:
                total += 1
    return total


@rule
def immunity(t: Any, s: Any, h: Any) -> Any:
    # KLW-8.22
    return always(t, s, h, DO.IMMUNE, ANY_POOL, HOW.TAGS)


@rule
def has(t: Any, s: Any, h: Any, operation: Any) -> Any:
    """Whether a working card of the Host has this operation."""
    return always(t, s, h, operation, ANY_POOL, HOW.COUNT) > 0


@rule
def for_each(t: Any, s: Any, sort: Any) -> Any:
    # KLW-4.1: how many cards of a sort the deck has for each player; Items and Actions count together
    short = s.opt.deck == OPT.DECK_SHORT and t.short_hosts > 0
    if sort == SORT.HOST:
        return t.short_hosts if short else t.deck_hosts
    if sort == SORT.TOTEM:
        return 2 * (t.short_pairs if short else t.deck_pairs)
    return t.short_others if short else t.deck_others


@rule
def all_totems(s: Any, p: Any) -> Any:
    """How many Totems the Hosts of a player carry."""
    n = 0
    for i in range(SLOTS):
        n += s.totem_n[p * SLOTS + i]
    return n


@rule
def next_host(s: Any, start: Any, k: Any) -> Any:
    """The k-th place of the field, clockwise from a seat and by slot."""
    return ((start + k // SLOTS) % s.seats) * SLOTS + k % SLOTS


@rule
def all_places(s: Any) -> Any:
    return min(HOSTS, s.seats * SLOTS)
