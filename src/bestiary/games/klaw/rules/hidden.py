"""KLAW: what a seat may know, and what it may imagine (the hidden entries of the rulebook)."""

from __future__ import annotations

from typing import Any

from bestiary.core.jit import rule
from bestiary.core.knowledge import blank, fill, mark, put_unknown, unknown_slots
from bestiary.core.record import UNKNOWN
from bestiary.core.rng import below, shuffle

from ..effects import SORT
from ..moves import Q
from ..state import CARDS, HOSTS, LOADED, OPT, PUBLIC, SEATS
from . import raids
from .hand import look_into
from .work import for_each

PARTS = 1 << 20  # a die fine enough for weights
OPEN, PLACED = 1, 2  # a card that is seen: it lies open, or it was just placed where it may be
OTHERS = -1  # the sort of Items and Actions together


@rule
def is_left_out(t: Any, s: Any, card: Any) -> Any:
    """Whether everybody knows that a card is in the box: its set is not played with."""
    return s.opt.forgotten == 0 and t.forgotten[t.kind[card]] == 1


@rule
def hide(t: Any, s: Any, seat: Any) -> None:
    # KLW-H1 to KLW-H9
    blank(s.deck)
    if s.phase != Q.PICK_SCOUTED or s.ask != seat:
        blank(s.look)
    if s.over == 0:
        for i in range(s.box_n):
            if s.box[i] >= 0 and not is_left_out(t, s, s.box[i]):
                s.box[i] = UNKNOWN
        for p in range(SEATS):
            if p == seat:
                continue
            for i in range(s.hand_n[p]):
                if s.hand[p, i] >= 0:
                    s.lots[s.hand[p, i]] = 0
            blank(s.hand[p])
    for v in range(PUBLIC):
        if v != seat:
            for card in range(CARDS):
                s.know[v, card] = 0
    for i in range(LOADED):
        s.loaded[i] = 0
    s.loaded_n = 0


@rule
def put_first(zone: Any, card: Any) -> Any:
    """Puts a card into the first unknown slot; False where there is none."""
    for i in range(zone.shape[0]):
        if zone[i] == UNKNOWN:
            zone[i] = card
            return True
    return False


@rule
def room_in(s: Any, z: Any) -> Any:
    """Unknown slots of a hidden place: a hand, or the deck with what is looked at."""
    if z == SEATS:
        return unknown_slots(s.deck[:]) + unknown_slots(s.look[:])
    return unknown_slots(s.hand[z])


@rule
def put_in(s: Any, z: Any, card: Any, rng: Any) -> None:
    """Puts a card into any unknown slot of a hidden place."""
    skip = below(rng, 0, room_in(s, z))
    if z < SEATS:
        put_unknown(s.hand[z], card, skip)
        return
    looked_at = unknown_slots(s.look[:])
    if skip < looked_at:
        put_unknown(s.look[:], card, skip)
    else:
        put_unknown(s.deck[:], card, skip - looked_at)


@rule
def place_known(t: Any, s: Any, row: Any, rng: Any, seen: Any) -> None:
    """Cards of which the seat knows where they may be: those with fewest places first."""
    for size in range(1, SEATS + 2):
        for card in range(t.cards):
            mask = s.know[row, card]
            bits = 0
            for z in range(SEATS + 1):
                bits += (mask >> z) & 1
            if bits != size or seen[card] != 0:
                continue
            total = 0
            for z in range(SEATS + 1):
                if (mask >> z) & 1:
                    total += room_in(s, z)
            if total == 0:
                make_room(t, s, row, card, seen, rng)
                continue
            skip = below(rng, 0, total)
            for z in range(SEATS + 1):
                if (mask >> z) & 1:
                    room = room_in(s, z)
                    if skip < room:
                        put_in(s, z, card, rng)
                        seen[card] = PLACED
                        break
                    skip -= room


@rule
def make_room(t: Any, s: Any, row: Any, card: Any, seen: Any, rng: Any) -> None:
    """Another card that was just placed moves on to a place that is open to it."""
    for z in range(SEATS):
        if (s.know[row, card] >> z) & 1 == 0:
            continue
        for i in range(s.hand_n[z]):
            other = s.hand[z, i]
            if other < 0 or seen[other] != PLACED:
                continue
            for y in range(SEATS + 1):
                if y != z and (s.know[row, other] >> y) & 1 and room_in(s, y) > 0:
                    put_in(s, y, other, rng)
                    s.hand[z, i] = card
                    seen[card] = PLACED
                    return


@rule
def gather_unseen(t: Any, seen: Any, pool: Any, sort: Any, yes: Any) -> Any:
    """Collects the unseen cards that are, or are not, of a sort."""
    n = 0
    for card in range(t.cards):
        if seen[card] == 0 and (t.sorts[t.kind[card]] == sort) == yes:
            pool[n] = card
            n += 1
    return n


@rule
def boxed(t: Any, s: Any, sort: Any) -> Any:
    # KLW-4.1 to KLW-4.3: how many cards of a sort the box holds
    if s.opt.deck == OPT.DECK_FULL:
        return 0
    n = 0
    for kind in range(t.kinds):
        if t.forgotten[kind] == 1 and s.opt.forgotten == 0:
            continue
        is_other = t.sorts[kind] != SORT.HOST and t.sorts[kind] != SORT.TOTEM
        if t.sorts[kind] == sort or (sort == OTHERS and is_other):
            n += t.copies[kind]
    return max(0, n - s.seats * for_each(t, s, sort))


@rule
def lots_known(
    t: Any, s: Any, p: Any, hosts: Any, held: Any, unseen: Any, other: Any, left: Any, rng: Any
) -> Any:
    """How many of the Hosts known to be in a hand are of the deal; each way of dealing weighs the
    same. ``unseen`` Hosts, ``other`` places for Hosts elsewhere, ``left`` cards for the other slots."""
    d = s.lots_n[p]
    n = s.hand_n[p]
    least = max(0, max(held - (n - d), d + other - unseen))
    most = min(hosts, d)
    whole = 0.0
    weight = 1.0
    for j in range(least, most + 1):
        whole += weight
        weight *= (hosts - j) / (j + 1) * (d - j) / (n - d - held + j + 1)
        weight *= (left - d + j + 1) / (unseen - d - other + j + 1)
    pick = below(rng, 0, PARTS) / PARTS * whole
    weight = 1.0
    for j in range(least, most + 1):
        pick -= weight
        if pick < 0:
            return j
        weight *= (hosts - j) / (j + 1) * (d - j) / (n - d - held + j + 1)
        weight *= (left - d + j + 1) / (unseen - d - other + j + 1)
    return most


@rule
def deal_lots(t: Any, s: Any, seat: Any, rng: Any, seen: Any, pool: Any) -> None:
    # KLW-4.5, KLW-H10: the Hosts of the deal that other hands still hold
    for p in range(s.seats):
        if p == seat or s.lots_n[p] == 0:
            continue
        hosts = 0
        held = 0
        for i in range(s.hand_n[p]):
            if s.hand[p, i] >= 0:
                held += 1
                if t.sorts[t.kind[s.hand[p, i]]] == SORT.HOST:
                    hosts += 1
        n = gather_unseen(t, seen, pool, SORT.HOST, True)
        unseen = n
        for card in range(t.cards):
            if seen[card] == 0 and t.sorts[t.kind[card]] != SORT.HOST:
                unseen += 1
        other = boxed(t, s, SORT.HOST)
        for q in range(p + 1, s.seats):
            if q != seat:
                other += s.lots_n[q]
        left = unseen - boxed(t, s, SORT.TOTEM) - boxed(t, s, OTHERS) - other
        j = lots_known(t, s, p, hosts, held, n, other, left, rng)
        tag_known(t, s, p, j, hosts, rng)
        shuffle(rng, 0, pool, n)
        for _ in range(s.lots_n[p] - j):
            n -= 1
            if put_first(s.hand[p], pool[n]):
                seen[pool[n]] = OPEN
                s.lots[pool[n]] = 1


@rule
def tag_known(t: Any, s: Any, p: Any, j: Any, hosts: Any, rng: Any) -> None:
    """Marks j of the known Hosts of a hand as dealt, each equally likely."""
    need = j
    for i in range(s.hand_n[p]):
        card = s.hand[p, i]
        if card < 0 or t.sorts[t.kind[card]] != SORT.HOST:
            continue
        if below(rng, 0, hosts) < need:
            s.lots[card] = 1
            need -= 1
        hosts -= 1


@rule
def fill_box(t: Any, s: Any, rng: Any, seen: Any, pool: Any) -> None:
    # KLW-H4
    n = gather_unseen(t, seen, pool, SORT.HOST, True)
    shuffle(rng, 0, pool, n)
    for i in range(boxed(t, s, SORT.HOST)):
        if i < n and put_first(s.box[:], pool[i]):
            seen[pool[i]] = OPEN
    n = 0
    for kind in range(t.kinds):
        if t.sorts[kind] == SORT.TOTEM and seen[t.first[kind]] == 0 and seen[t.first[kind] + 1] == 0:
            pool[n] = kind
            n += 1
    shuffle(rng, 0, pool, n)
    for i in range(boxed(t, s, SORT.TOTEM) // 2):
        if i < n:
            for copy in range(2):
                twin = t.first[pool[i]] + copy
                if put_first(s.box[:], twin):
                    seen[twin] = OPEN
    n = 0
    for card in range(t.cards):
        sort = t.sorts[t.kind[card]]
        if seen[card] == 0 and sort != SORT.HOST and sort != SORT.TOTEM:
            pool[n] = card
            n += 1
    shuffle(rng, 0, pool, n)
    for i in range(boxed(t, s, OTHERS)):
        if i < n and put_first(s.box[:], pool[i]):
            seen[pool[i]] = OPEN


@rule
def mark_open(t: Any, s: Any, seen: Any) -> None:
    """Marks every card that lies open to the seat."""
    for card in range(CARDS):
        seen[card] = s.discard[card]
    mark(s.host, seen)
    mark(s.played, seen)
    mark(s.captured, seen)
    mark(s.look, seen)
    mark(s.box, seen)
    for h in range(HOSTS):
        mark(s.items[h], seen)
        mark(s.totem[h], seen)
    for p in range(SEATS):
        mark(s.hand[p], seen)


@rule
def mix_hand(s: Any, row: Any, p: Any, rng: Any) -> None:
    """The slots of another hand say nothing, but for a card that came last."""
    n = s.hand_n[p]
    shuffle(rng, 0, s.hand[p], n)
    if s.phase != Q.DEPLOY_NOW or s.ask != p:
        return
    for i in range(n):
        card = s.hand[p, n - 1]
        if s.know[row, card] != 1 << p:
            return
        s.hand[p, n - 1] = s.hand[p, i]
        s.hand[p, i] = card


@rule
def resample(t: Any, s: Any, seat: Any, rng: Any, scratch: Any) -> None:
    hide(t, s, seat)
    seen = scratch[:CARDS]
    pool = scratch[CARDS : 2 * CARDS]
    row = seat if seat >= 0 else PUBLIC
    mark_open(t, s, seen)
    place_known(t, s, row, rng, seen)
    if s.over == 0:
        deal_lots(t, s, seat, rng, seen, pool)
        fill_box(t, s, rng, seen, pool)
    n = 0
    for card in range(t.cards):
        if seen[card] == 0:
            pool[n] = card
            n += 1
    shuffle(rng, 0, pool, n)
    for p in range(s.seats):
        n = fill(s.hand[p], pool, n)
    n = fill(s.look, pool, n)
    fill(s.deck, pool, n)
    for p in range(s.seats):
        if p == seat:
            continue
        if s.over == 0:
            mix_hand(s, row, p, rng)
        for card in range(CARDS):
            s.know[p, card] = s.know[PUBLIC, card]
        for i in range(s.hand_n[p]):
            s.know[p, s.hand[p, i]] = 0
    if s.phase == Q.PICK_SEEN_CARD and s.ask != seat:
        look_into(s, s.ask, raids.seen_player(t, s))
