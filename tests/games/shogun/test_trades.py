"""Random exchanges and interludes, with every purse and every card followed by hand."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import KEYWORD
from bestiary.games.shogun.moves import A
from bestiary.games.shogun.rules import things as of_things
from bestiary.games.shogun.state import FRAME
from bestiary.testing.plain import plain

from .table import Table
from .test_between import FIGURES
from .test_campaign import interlude as between_chapters

interlude = plain(of_things.interlude)
HEROES = (0, 1, 2)


def owned(s: Any, h: int) -> dict[str, Any]:
    """What a character owns."""
    cards = {name: [int(c) for c in s[name][h] if c >= 0] for name in ("weapon", "armour", "items")}
    return {
        **cards,
        **{name: int(s[name][h]) for name in ("coins", "heads", "boss", "karma", "affinity", "arm")},
    }


def excess(table: Table, own: dict[str, Any]) -> list[int]:
    """The cards of which one has to go: of three weapons, two armours, four lasting or six items."""
    if len(own["weapon"]) > 2:
        return list(own["weapon"])
    if len(own["armour"]) > 1:
        return list(own["armour"])
    market = [c for c in own["items"] if c < st.MARKET]
    keyword = table.t_record["it_keyword"]
    lasting = [c for c in market if keyword[c // st.ITEM_COPIES] == KEYWORD.PERMANENT]
    return lasting if len(lasting) > 3 else market if len(market) > 5 else []


def discards(table: Table, h: int) -> None:
    """Gives up what is too much, one card after the other, each offered and no other."""
    s = table.s
    while excess(table, owned(s, h)):
        own = owned(s, h)
        assert table.asks == "limit.discard" and int(s.actors) == 1 << int(s.owner[h])
        places = [a - A.DISCARD for a in table.match.legal()]
        cards = [
            int(s.weapon[h, k] if k < 3 else s.armour[h, k - 3] if k < 5 else s.items[h, k - 5])
            for k in places
        ]
        assert sorted(cards) == sorted(excess(table, own))
        table.match.play(A.DISCARD + places[0])
        left = owned(s, h)
        assert (
            sum(len(left[n]) for n in ("weapon", "armour", "items"))
            == sum(len(own[n]) for n in ("weapon", "armour", "items")) - 1
        )
        assert cards[0] not in left["weapon"] + left["armour"] + left["items"]
        back = s.box[cards[0]] == 1 if cards[0] >= st.MARKET else int(s.market[0]) == cards[0]
        assert back
    assert table.asks != "limit.discard"


def rich(chance: random.Random, rows: str = "AHT\n...") -> Table:
    """Three characters with purses and cards, some with nothing."""
    table = Table(rows, FIGURES, level=3, players=3)
    s = table.s
    deck = [int(c) for c in range(st.MARKET)]
    chance.shuffle(deck)
    s.items[:], s.weapon[:], s.armour[:], s.market[:], s.box[: st.ORACLE0] = -1, -1, -1, -1, 1
    s.box[: st.MARKET] = 0
    for h in HEROES:
        s.coins[h], s.heads[h], s.boss[h] = (chance.choice([0, 1, 2, 5, 7]) for _ in range(3))
        s.karma[h], s.affinity[h], s.arm[h] = chance.choice([2, 3, 9]), chance.choice([0, 5, 6]), 1
        for k in range(chance.randrange(5)):
            s.items[h, k] = deck.pop()
        for k in range(chance.randrange(3)):
            s.weapon[h, k] = st.WEAPON0 + 2 * (3 * h + k)
        if chance.random() < 0.7:
            s.armour[h, 0] = st.ARMOUR0 + 2 * h
        for card in (*s.weapon[h], *s.armour[h]):
            if card >= 0:
                s.box[card] = 0
    s.market[: len(deck)], s.market_n, s.bottom = deck, len(deck), 0
    s.kami[:] = -1
    return table


def gifts(own: dict[str, Any], side: int, gave: set[str], traded: set[int]) -> dict[int, tuple[str, int]]:
    """What one of two may give: 1, 5 or all of the coins, 1 or all of the heads, each card once."""
    found: dict[int, tuple[str, int]] = {}
    coins, amounts = own["coins"], (1, 5, own["coins"])
    for k, n in enumerate(amounts):
        again = k == 2 and n in (1, 5)
        if "coins" not in gave and 0 < n <= coins and not again:
            found[A.GIVE_COINS + side * 3 + k] = ("coins", n)
    for name, base in (("heads", A.GIVE_HEADS), ("boss", A.GIVE_BOSS_HEADS)):
        for k, n in enumerate((1, own[name])):
            if name not in gave and 0 < n <= own[name] and not (k == 1 and n == 1):
                found[base + side * 2 + k] = (name, n)
    for name, base, many in (
        ("items", A.GIVE_ITEM, st.ITEMS_HELD),
        ("weapon", A.GIVE_WEAPON, 2),
        ("armour", A.GIVE_ARMOUR, 1),
    ):
        for k, card in enumerate(own[name][:many]):
            if card not in traded:
                found[base + side * many + k] = (name, card)
    return found


@pytest.mark.rule("SHG-14.8", "SHG-14.9", "SHG-14.10", "SHG-14.11", "SHG-14.12", "SHG-14.14", "SHG-27.1")
@pytest.mark.rule("SHG-27.2", "SHG-27.3", "SHG-27.4", "SHG-27.5", "SHG-27.6")
@pytest.mark.parametrize("seed", range(8))
def test_an_exchange_gift_by_gift(seed: int) -> None:
    chance = random.Random(seed)
    table = rich(chance)
    s = table.s
    pair = chance.sample(HEROES, 2)
    table.frame(FRAME.TRADE, *pair, 0)
    table.go()
    gave: list[set[str]] = [set(), set()]
    traded: set[int] = set()
    for _ in range(12):
        own = [owned(s, h) for h in pair]
        may = {**gifts(own[0], 0, gave[0], traded), **gifts(own[1], 1, gave[1], traded)}
        assert sorted(table.match.legal()) == sorted([*may, A.DONE])
        assert int(s.actors) == 1 << int(s.owner[pair[0]]) | 1 << int(s.owner[pair[1]])
        if not may:
            break
        action = chance.choice(list(may))
        name, n = may[action]
        side = int(action not in gifts(own[0], 0, gave[0], traded))
        giver, taker = pair[side], pair[1 - side]
        table.match.play(action)
        left, got = own[side], own[1 - side]
        if name in ("coins", "heads", "boss"):
            gave[side].add(name)
            left[name] -= n
            got[name] = min(got[name] + n, st.BOSS_CAP if name == "boss" else 9999)
        else:
            traded.add(n)
            left[name].remove(n)
            got[name].append(n)
            if name == "armour":
                worn = left["arm"]
                left["arm"] = 0
                got["arm"] = got["arm"] if len(got["armour"]) > 1 else worn
        assert owned(s, giver) == left and owned(s, taker) == got
        discards(table, taker)
    table.play("done")
    assert table.asks == "nothing" and not s.traded.any() and not s.gave.any()


# ---- the interlude -------------------------------------------------------------------------------


def deals(table: Table, h: int) -> dict[int, tuple[str, int, int]]:
    """What a character may buy and sell: what it is, how much of it, and what changes hands in coins."""
    s, t = table.s, table.t_record
    own = owned(s, h)
    found: dict[int, tuple[str, int, int]] = {}
    for name, base, worth in (("heads", A.SELL_HEADS, 10), ("boss", A.SELL_BOSS_HEADS, 50)):
        for k, n in enumerate((1, own[name])):
            if 0 < n <= own[name] and not (k == 1 and n == 1):
                found[base + 2 * h + k] = (name, n, worth * n)
    for k in range(st.MARKET_ROW):
        card = int(s.row[k])
        if card >= 0 and t["it_cost"][card // st.ITEM_COPIES] <= own["coins"]:
            found[A.BUY_MARKET + h * st.MARKET_ROW + k] = (
                "items",
                card,
                -int(t["it_cost"][card // st.ITEM_COPIES]),
            )
    for k in range(st.SMITH):
        first = int(t["smith"][h, k])
        if first < 0:
            continue
        weapon = first < st.ARMOUR0
        sort = (first - (st.WEAPON0 if weapon else st.ARMOUR0)) // st.SMITH_COPIES
        level, cost = (int(t[("w_" if weapon else "ar_") + name][sort]) for name in ("level", "cost"))
        copies = [c for c in range(first, first + st.SMITH_COPIES) if s.box[c]]
        if copies and level <= s.level[h] and cost <= own["coins"]:
            found[A.BUY_SMITH + h * st.SMITH + k] = ("weapon" if weapon else "armour", copies[0], -cost)
    if own["armour"]:
        whole = int(t["ar_resistance"][(own["armour"][0] - st.ARMOUR0) // st.SMITH_COPIES])
        for k, n in enumerate((1, whole - own["arm"])):
            if 0 < n <= whole - own["arm"] and 5 * n <= own["coins"] and not (k == 1 and n == 1):
                found[A.REPAIR + 2 * h + k] = ("arm", n, -5 * n)
    if own["karma"] >= 3 and own["affinity"] < st.AFFINITY_CAP:
        found[A.DEVOTE + h] = ("affinity", 1, 0)
    return found


@pytest.mark.rule("SHG-35.1", "SHG-35.2", "SHG-35.3", "SHG-35.4", "SHG-35.5", "SHG-35.6", "SHG-27.5")
@pytest.mark.parametrize("seed", range(8))
def test_an_interlude_deal_by_deal(seed: int) -> None:
    chance = random.Random(100 + seed)
    table = rich(chance)
    s, t = table.s, table.t_record
    for h in HEROES:
        s.coins[h], s.level[h] = chance.choice([0, 12, 300]), chance.choice([1, 2, 4])
    for k in range(4):
        s.market_n -= 1
        s.row[k] = s.market[s.market_n]
        s.market[s.market_n] = -1
    table.go()
    for _ in range(10):
        may = {a: (h, *what) for h in HEROES for a, what in deals(table, h).items()}
        trades = {A.TRADE, A.TRADE + 1, A.TRADE + 3}  # the pairs of those who take part
        assert set(table.match.legal()) == {*may, *trades, A.DONE} and int(s.actors) == 0b111
        kinds = sorted({may[a][1] for a in may})
        if not kinds:
            break
        kind = chance.choice(kinds)
        action = chance.choice([a for a in may if may[a][1] == kind])
        h, name, n, coins = may[action]
        own = owned(s, h)
        others = [owned(s, g) for g in HEROES if g != h]
        table.match.play(action)
        own["coins"] += coins
        if name in ("heads", "boss"):
            own[name] -= n
        elif name == "arm":
            own["arm"] += n
        elif name == "affinity":
            own["affinity"] += 1
            own["karma"] -= 3
        elif name == "armour":
            assert all(s.box[c] for c in own["armour"])
            own["armour"] = [n]
            own["arm"] = int(t["ar_resistance"][(n - st.ARMOUR0) // st.SMITH_COPIES])
        else:
            own[name].append(n)
        assert owned(s, h) == own and [owned(s, g) for g in HEROES if g != h] == others
        assert n not in s.row.tolist() or name != "items"
        assert name not in ("weapon", "armour") or not s.box[n]
        discards(table, h)
    laid = [int(c) for c in s.row if c >= 0]
    before = sorted([*(int(c) for c in s.market[: s.market_n]), *laid])
    interlude.clear_market(table.match.state[0])
    assert sorted(int(c) for c in s.market[: s.market_n]) == before and (s.row == -1).all()
    assert int(s.bottom) == 0


@pytest.mark.rule("SHG-35.1", "SHG-14.12")
def test_after_an_interlude_all_may_be_given_again() -> None:
    tale = between_chapters(heads=1)
    s = tale.s
    s.traded[:], s.gave[:] = 1, 1
    tale.match.prepare()
    tale.play("done")
    assert tale.asks != "interlude.main" and not tale.s.traded.any() and not tale.s.gave.any()
