"""Coins, cards and heads: what may be given, bought and carried, at the very limits."""

from __future__ import annotations

import pytest

from bestiary.games.shogun import state as st
from bestiary.games.shogun.effects import KEYWORD
from bestiary.games.shogun.moves import V
from bestiary.games.shogun.rules import things
from bestiary.games.shogun.state import FRAME, STATUS, cite
from bestiary.testing.plain import plain

from .table import Table

exchange, interlude, items = map(plain, (things.exchange, things.interlude, things.items))

OK = 0


def position() -> Table:
    table = Table("AT.", level=3)
    table.items("akira")
    table.items("tomoe")
    return table


@pytest.mark.rule("SHG-14.11")
def test_one_five_or_all() -> None:
    given = {n: [int(exchange.amount(n, k)) for k in range(3)] for n in (0, 1, 2, 4, 5, 6, 9)}
    assert given == {
        0: [0, 0, 0],
        1: [1, 0, 0],
        2: [1, 0, 2],
        4: [1, 0, 4],
        5: [1, 5, 0],
        6: [1, 5, 6],
        9: [1, 5, 9],
    }
    assert [[int(exchange.one_or_all(n, k)) for k in range(2)] for n in range(4)] == [
        [0, 0],
        [1, 0],
        [1, 2],
        [1, 3],
    ]


@pytest.mark.rule("SHG-14.8", "SHG-14.12")
def test_what_may_be_given_and_to_whom_it_goes() -> None:
    table = position()
    s, row, t = table.s, table.match.state[0], table.t_record
    table.frame(FRAME.TRADE, 0, 2)
    partner, one_hand = cite("SHG-14.8"), cite("SHG-14.12")
    for verb, field, bit in (
        (V.GIVE_COINS, "coins", exchange.COINS_GIVEN),
        (V.GIVE_HEADS, "heads", exchange.HEADS_GIVEN),
        (V.GIVE_BOSS_HEADS, "boss", exchange.BOSS_GIVEN),
    ):
        row[field][[0, 2]] = [1, 0]
        assert [int(exchange.no_gift(t, row, verb, a, 0)) for a in (0, 1)] == [OK, partner]
        s.gave[0, 2] = bit
        assert int(exchange.no_gift(t, row, verb, 0, 0)) == one_hand
        s.gave[0, 2], s.gave[2, 0] = 7 - bit, bit
        assert int(exchange.no_gift(t, row, verb, 0, 0)) == OK
        s.gave[:] = 0
    s.weapon[0, 1] = s.armour[2, 0] = -1
    assert int(exchange.no_gift(t, row, V.GIVE_WEAPON, 0, 0)) == OK
    assert int(exchange.no_gift(t, row, V.GIVE_WEAPON, 0, 1)) == partner
    assert int(exchange.no_gift(t, row, V.GIVE_ARMOUR, 0, 0)) == OK
    assert int(exchange.no_gift(t, row, V.GIVE_ARMOUR, 1, 0)) == partner
    s.items[0, 0], s.traded[4] = 4, 1
    assert int(exchange.no_gift(t, row, V.GIVE_ITEM, 0, 0)) == one_hand
    s.items[0, 0] = 0
    assert int(exchange.no_gift(t, row, V.GIVE_ITEM, 0, 0)) == OK
    assert int(exchange.no_gift(t, row, V.DONE, 0, 0)) == OK


def test_what_was_given_is_forgotten() -> None:
    row = position().match.state[0]
    row["traded"], row["gave"] = 1, 7
    exchange.forget_trades(row)
    assert not row["gave"].any() and not row["traded"][: st.ORACLE0].any()


@pytest.mark.rule("SHG-3.2", "SHG-3.9")
def test_pairs_that_can_exchange_and_who_can_change_weapons() -> None:
    table = Table("AT.J", level=3)
    row, s = table.match.state[0], table.s
    assert int(exchange.open_pairs(row, 0)) == 0b100110
    assert int(exchange.open_pairs(row, 0b000010)) == 0b100100
    s.weapon[:, 1] = [7, 7, -1, 0]
    assert [bool(exchange.can_equip(row, h)) for h in range(4)] == [True, False, False, True]
    s.equipped = 0b1
    assert [bool(exchange.can_equip(row, h)) for h in range(4)] == [False, False, False, True]


# ---- the interlude -------------------------------------------------------------------------------


def deal(table: Table, verb: int, a: int = 0, b: int = 0) -> int:
    return int(interlude.no_deal(table.t_record, table.match.state[0], verb, a, b))


@pytest.mark.rule("SHG-35.2", "SHG-35.5", "SHG-35.6")
def test_deals_at_their_limits() -> None:
    table = position()
    s = table.s
    s.kami[:], s.cand[0] = -1, 0b10
    assert deal(table, V.DONE) == OK and deal(table, V.YES) == cite("SHG-9.7")
    assert deal(table, V.TRADE, 1) == OK and deal(table, V.TRADE, 0) == interlude.SHARE
    for verb, field in ((V.SELL_HEADS, "heads"), (V.SELL_BOSS_HEADS, "boss")):
        table.match.state[0][field][:] = [0, 9, 1, 9]
        assert [deal(table, verb, a) for a in range(4)] == [
            interlude.SELL,
            interlude.SHARE,
            OK,
            interlude.SHARE,
        ]
        assert deal(table, verb, 2, 1) == interlude.SELL  # one is not all
    for karma, affinity, wanted in (
        (3, 5, OK),
        (2, 5, interlude.DEVOTE),
        (3, st.AFFINITY_CAP, interlude.DEVOTE),
    ):
        s.karma[0], s.affinity[0] = karma, affinity
        assert deal(table, V.DEVOTE) == wanted
    s.affinity[:] = 0
    table.armour("akira", "o_yoroi", 2)
    for coins, worn, b, wanted in (
        (5, 2, 0, OK),
        (4, 2, 0, interlude.REPAIR),
        (10, 2, 1, OK),
        (9, 2, 1, interlude.REPAIR),
    ):
        s.coins[0], s.arm[0] = coins, worn
        assert deal(table, V.REPAIR, 0, b) == wanted
    s.arm[0] = 4
    assert deal(table, V.REPAIR) == interlude.REPAIR
    table.armour("akira", None)
    assert deal(table, V.REPAIR) == interlude.REPAIR


@pytest.mark.rule("SHG-35.3", "SHG-35.4", "SHG-33.12")
def test_cards_for_exactly_their_price() -> None:
    table = position()
    s, t, row = table.s, table.t_record, table.match.state[0]
    s.kami[:], s.row[:], s.row[1] = -1, -1, 0
    cost = int(t["it_cost"][0])
    for coins, wanted in ((cost, OK), (cost - 1, interlude.BUY)):
        s.coins[0] = coins
        assert deal(table, V.BUY_MARKET, 0, 1) == wanted
    assert deal(table, V.BUY_MARKET, 0, 0) == interlude.BUY
    s.coins[0] = 9999
    for j in range(st.SMITH):
        first = int(t["smith"][0, j])
        if first < 0:
            assert deal(table, V.BUY_SMITH, 0, j) == interlude.BUY_SMITH
            continue
        level, price = int(interlude.smith_level(t, first)), int(interlude.smith_price(t, row, 0, first))
        s.box[first : first + st.SMITH_COPIES], s.level[0] = 1, level
        s.coins[0] = price
        assert deal(table, V.BUY_SMITH, 0, j) == OK
        assert int(interlude.smith_card(t, row, 0, j)) == first
        s.box[first] = 0
        assert int(interlude.smith_card(t, row, 0, j)) == first + 1
        s.box[first + 1] = 0
        assert deal(table, V.BUY_SMITH, 0, j) == interlude.BUY_SMITH
        s.box[first], s.coins[0] = 1, price - 1
        assert deal(table, V.BUY_SMITH, 0, j) == interlude.BUY_SMITH
        s.coins[0], s.level[0] = price, level - 1
        assert deal(table, V.BUY_SMITH, 0, j) == interlude.BUY_SMITH


@pytest.mark.rule("SHG-35.3")
def test_the_row_goes_back_into_the_deck() -> None:
    row = position().match.state[0]
    row["row"][:], row["row"][[1, 3]] = -1, [0, 5]
    row["market"][:], row["market"][:2], row["market_n"], row["bottom"] = -1, [8, 9], 2, 2
    interlude.clear_market(row)
    assert sorted(row["market"][:4].tolist()) == [0, 5, 8, 9] and row["market_n"] == 4
    assert row["bottom"] == 0 and (row["row"] == -1).all()


# ---- what can be carried -------------------------------------------------------------------------


@pytest.mark.rule("SHG-27.1", "SHG-27.2", "SHG-27.3")
def test_of_which_cards_one_has_to_go() -> None:
    table = position()
    s, t, row = table.s, table.t_record, table.match.state[0]
    s.weapon[0], s.armour[0] = [st.WEAPON0, st.WEAPON0 + 1, -1], [st.ARMOUR0, -1]
    lasting = next(i for i in range(st.ITEM_TYPES) if t["it_keyword"][i] == KEYWORD.PERMANENT)
    once = next(i for i in range(st.ITEM_TYPES) if t["it_keyword"][i] == KEYWORD.CONSUMABLE)

    def over(n_lasting: int, n_once: int) -> int:
        s.items[0] = -1
        cards = [lasting * st.ITEM_COPIES + k for k in range(n_lasting)]
        cards += [once * st.ITEM_COPIES + k % 4 for k in range(n_once)]
        s.items[0, : len(cards)] = cards
        return int(items.excess(t, row, 0))

    assert over(3, 2) == 0 and over(0, 5) == 0
    assert over(4, 0) == 0b1111 << 5 and over(4, 1) == 0b1111 << 5
    assert over(3, 3) == 0b111111 << 5 and over(0, 6) == 0b111111 << 5
    over(0, 5)
    s.items[0, 5] = st.MARKET  # a card that is not of the market is one too many for nobody
    assert int(items.excess(t, row, 0)) == 0
    s.armour[0, 1] = st.ARMOUR0 + 2
    assert over(4, 0) == 0b11000
    s.weapon[0, 2] = 0
    assert over(4, 0) == 0b111


@pytest.mark.rule("SHG-27.1", "SHG-27.2", "SHG-27.6")
def test_where_a_card_goes_that_has_to_go() -> None:
    table = position()
    s, t, row = table.s, table.t_record, table.match.state[0]
    s.weapon[0], s.armour[0] = [st.WEAPON0, st.WEAPON0 + 3, st.WEAPON0 + 5], [st.ARMOUR0, st.ARMOUR0 + 3]
    s.box[st.WEAPON0 : st.SPECIAL0], s.arm[0], s.spare_arm[0] = 0, 1, 2
    items.put_back(t, row, 0, 1)
    assert s.weapon[0].tolist() == [st.WEAPON0, st.WEAPON0 + 5, -1] and s.box[st.WEAPON0 + 3] == 1
    items.put_back(t, row, 0, 4)
    assert (s.arm[0], s.spare_arm[0], s.armour[0].tolist()) == (1, 0, [st.ARMOUR0, -1])
    s.armour[0, 1], s.spare_arm[0] = st.ARMOUR0 + 3, 2
    items.put_back(t, row, 0, 3)
    assert (s.arm[0], s.spare_arm[0], s.armour[0].tolist()) == (2, 0, [st.ARMOUR0 + 3, -1])
    s.items[0, :2], s.uses[7] = [3, 7], 2
    s.market[:], s.market[:2], s.market_n, s.bottom = -1, [8, 9], 2, 0
    items.put_back(t, row, 0, 6)
    assert s.market[:3].tolist() == [7, 8, 9] and (s.market_n, s.bottom, s.uses[7]) == (3, 1, 0)
    assert s.items[0, :2].tolist() == [3, -1]


def test_the_market_deck_is_drawn_from_the_top() -> None:
    row = position().match.state[0]
    row["market"][:], row["market"][:3], row["market_n"], row["bottom"] = -1, [7, 8, 9], 3, 2
    assert [int(items.draw_market(row)) for _ in range(4)] == [9, 8, 7, -1]
    assert row["market_n"] == row["bottom"] == 0 and (row["market"] == -1).all()


@pytest.mark.rule("SHG-15.4", "SHG-15.5")
def test_a_card_that_is_used_up_is_shuffled_into_the_market() -> None:
    row = position().match.state[0]
    row["market"][:], row["market"][:2], row["market_n"], row["bottom"], row["uses"][5] = -1, [8, 9], 2, 2, 3
    items.to_market(row, 5)
    assert sorted(row["market"][:3].tolist()) == [5, 8, 9]
    assert (row["market_n"], row["bottom"], row["uses"][5]) == (3, 0, 0)


@pytest.mark.rule("SHG-15.2", "SHG-15.4", "SHG-15.5")
@pytest.mark.parametrize("keyword", [KEYWORD.CONSUMABLE, KEYWORD.USES, KEYWORD.PERMANENT])
def test_what_becomes_of_an_item_after_its_use(keyword: int) -> None:
    table = position()
    s, t = table.s, table.t_record
    sort = next(i for i in range(st.ITEM_TYPES) if t["it_keyword"][i] == keyword)
    card = sort * st.ITEM_COPIES + 1
    t["it_list"][sort] = -1
    for uses in (2, 1):
        s.market[:], s.market_n, s.item_used[card] = -1, 0, 0
        s.items[0, 0], s.uses[card] = card, uses
        table.frame(FRAME.ITEM, 0, card)
        table.go()
        kept = keyword == KEYWORD.PERMANENT or (keyword == KEYWORD.USES and uses > 1)
        assert (card in s.items[0]) == kept and bool(s.item_used[card]) == kept
        assert (card in s.market[: s.market_n]) != kept


def test_an_absent_character_has_no_part_in_it() -> None:
    table = position()
    assert int(table.s.status[1]) == STATUS.ABSENT
    assert deal(table, V.SELL_HEADS, 1) == interlude.SHARE
