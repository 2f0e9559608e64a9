"""Chapters 17 and 18: Singularity Checks and Events, and losing a Totem."""

from __future__ import annotations

import pytest

from .table import Table, duel, number

SIX = ("tiger", "dog", "goat", "horse", "rooster", "pig")


def gain(totems: int, *dice: int, code: str = "firefighter", **own: object) -> tuple[Table, int]:
    """A Host that carries so many Totems less one attaches the Monkey."""
    table, h, _ = duel(code, own={"totems": list(SIX[: totems - 1]), "life": 20, **own})  # type: ignore[arg-type]
    table.hand(0, "monkey")
    table.dice(*dice)
    table.play("totem monkey")
    return table, h


@pytest.mark.rule("KLW-17.2", "KLW-17.4", "KLW-17.6")
@pytest.mark.example("KLW-E9")
@pytest.mark.example("KLW-E10")
@pytest.mark.example("KLW-E25")
@pytest.mark.parametrize(("items", "fails"), [((), (0, 1, 2, 3, 4, 5, 6)), (("urn",), (0, 0, 1, 2, 3, 4, 6))])
def test_the_odds_of_a_check(items: tuple[str, ...], fails: tuple[int, ...]) -> None:
    for n, failing in enumerate(fails, 1):
        lost = [die for die in range(1, 7) if not gain(n, die, items=list(items))[0].totems(0)]
        assert len(lost) == failing and lost == list(range(1, failing + 1))


@pytest.mark.rule("KLW-17.2", "KLW-20.16")
@pytest.mark.example("KLW-E25")
def test_the_odds_with_minus_one() -> None:
    for n, failing in enumerate((0, 2, 3, 4, 5, 6, 6), 1):
        lost = [die for die in range(1, 7) if not gain(n, die, haunted=1)[0].totems(0)]
        assert len(lost) == failing


@pytest.mark.rule("KLW-17.4")
def test_the_first_totem_needs_no_roll() -> None:
    table, h = gain(1, 1, code="nihilist")
    assert table.totems(h) == ["monkey"] and table.told("checks") == [] and table.s.loaded_n == 1


@pytest.mark.rule("KLW-17.5")
@pytest.mark.parametrize(("die", "left"), [(2, 4), (1, 0)])
def test_modifiers_add_up(die: int, left: int) -> None:
    table, own, _ = duel("abbess", own={"totems": ["dragon", "dog", "goat"], "items": ["beads"]})
    table.hand(0, "horse")
    table.dice(die)
    assert len(table.play("totem horse").totems(own)) == left


@pytest.mark.rule("KLW-17.6")
def test_seven_totems_cannot_be_contained() -> None:
    table, h = gain(7, 6, code="abbess", items=["beads"])
    assert table.totems(h) == [] and table.told("checks") == [] and table.s.loaded_n == 1


@pytest.mark.rule("KLW-17.7")
@pytest.mark.example("KLW-E11")
def test_talents_on_checks() -> None:
    table, h = gain(3, 2, code="abbess")
    assert len(table.totems(h)) == 3
    table, h = gain(3, 1, code="atlas")
    assert len(table.totems(h)) == 3 and table.told("checks") == []
    table, h = gain(4, 3, code="atlas")
    assert table.totems(h) == [] and table.told("checks")[0]["number"] == 4


@pytest.mark.rule("KLW-17.8")
@pytest.mark.parametrize(("second", "left"), [(4, 2), (1, 0)])
def test_a_failed_check_may_be_repeated_once(second: int, left: int) -> None:
    table, h = gain(2, 1, second, 6, code="physicist")
    assert len(table.totems(h)) == left and table.s.loaded_n == 1


@pytest.mark.rule("KLW-17.9", "KLW-17.10")
def test_an_event_strips_every_host_of_every_player() -> None:
    table = Table(players=3, deck=20)
    hosts = [
        table.host(0, "firefighter", totems=["tiger", "dog"]),
        table.host(1, "sentinel", totems=["horse"]),
        table.host(2, "berserker", totems=["rooster", "monkey"]),
    ]
    table.hand(0, "goat")
    table.dice(1)
    table.play("totem goat")
    assert [table.totems(h) for h in hosts] == [[], [], []]
    assert table.s.deck_n == 26 - 1  # and the draw


@pytest.mark.rule("KLW-17.11")
def test_hosts_keep_their_items_and_lose_only_the_life_of_their_totems() -> None:
    table, _, enemy = duel(
        "berserker",
        "firefighter",
        own={"totems": ["tiger"]},
        enemy={"totems": ["goat"], "items": ["grenade"], "life": 12},
    )
    table.hand(0, "dog")
    table.dice(1)
    table.play("totem dog")
    assert table.life(enemy) == 8 and table.items(enemy) == ["grenade"]


@pytest.mark.rule("KLW-17.12")
def test_the_values_of_one_host_are_added_up_first() -> None:
    table, _, enemy = duel(
        "berserker", own={"totems": ["tiger"]}, enemy={"totems": ["pig", "snake"], "life": 5}
    )
    table.hand(0, "dog")
    table.dice(1)
    assert table.play("totem dog").life(enemy) == 1


@pytest.mark.rule("KLW-17.9", "KLW-17.12")
def test_an_event_tells_what_it_costs_each_host_that_carried_totems() -> None:
    table = Table(players=4, deck=20)
    table.host(0, "firefighter", totems=["horse"], life=6)
    table.host(1, "surgeon", totems=["goat"], life=4)
    table.host(2, "berserker", totems=["tiger", "goat2"], life=5)
    table.host(3, "sentinel")
    table.hand(0, "rabbit")
    table.dice(1)
    table.play("totem rabbit")
    assert [told["host"] for told in table.told("singularity")] == [number("firefighter")]
    names = [number(code) for code in ("firefighter", "surgeon", "berserker")]
    assert table.told("loses") == [
        {"host": host, "number": lost, "life": left}
        for host, lost, left in zip(names, (2, 4, 0), (7, 0, 5), strict=True)
    ]
    assert table.told("gains") == []


@pytest.mark.rule("KLW-17.13")
def test_totems_in_hands_are_safe() -> None:
    table, _, _ = duel(own={"totems": ["horse"]})
    table.hand(0, "goat")
    table.hand(1, "tiger", "dog", "shot", "dart", "plate", "knife")
    before = table.held(1)
    table.dice(1)
    assert table.play("totem goat").held(1) == before


@pytest.mark.rule("KLW-17.14")
def test_the_hermit_keeps_her_totems_in_an_event_of_others() -> None:
    table, _, enemy = duel(
        "firefighter", "hermit", own={"totems": ["tiger"]}, enemy={"totems": ["horse"], "life": 9}
    )
    table.hand(0, "dog")
    table.dice(1)
    table.play("totem dog")
    assert table.totems(enemy) == ["horse"] and table.life(enemy) == 9


@pytest.mark.rule("KLW-17.15")
def test_but_not_in_her_own() -> None:
    table, h = gain(2, 1, code="hermit")
    assert table.totems(h) == []


@pytest.mark.rule("KLW-17.16")
def test_states_of_hosts_outlive_an_event() -> None:
    table, _, enemy = duel("berserker", own={"totems": ["tiger"]}, enemy={"totems": ["goat"], "poisoned": 1})
    table.s.dormant[enemy, 0] = 2
    table.hand(0, "dog")
    table.dice(1)
    table.play("totem dog")
    assert table.marks(enemy) == {"poisoned": 1} and table.totems(enemy) == []
    assert int(table.s.dormant[enemy].sum()) == 0


@pytest.mark.rule("KLW-17.17")
def test_effects_after_an_event_wait_until_all_totems_are_back() -> None:
    table = Table(players=3, deck=[])
    table.host(0, "nihilist")
    table.host(1, "firefighter")
    table.host(2, "berserker", totems=["tiger"])
    table.hand(2, "dog")
    table.turn(2, 22)
    table.dice(1)
    table.play("totem dog")
    assert table.held(0) == ["dog", "tiger"]


@pytest.mark.example("KLW-E15")
def test_an_event_with_three_players() -> None:
    table = Table(players=3, deck=30)
    tobias = table.host(0, "firefighter", totems=["dragon", "pig"], life=13)
    ragna = table.host(1, "berserker", totems=["snake"], items=["knife"], life=5)
    mara = table.host(2, "surgeon", totems=["goat"], items=["medkit"], life=3)
    table.hand(0, "rabbit")
    table.dice(3)
    table.play("totem rabbit")
    assert table.told("joins")[0]["number"] == 16
    assert (table.told("checks")[0]["total"], table.told("checks")[0]["number"]) == (2, 3)
    assert table.life(tobias) == 8 and table.life(ragna) == 7 and table.items(ragna) == ["knife"]
    assert table.told("gains") == [{"host": number("berserker"), "number": 2, "life": 7}]  # a Totem of -2
    assert table.card(mara) is None and table.discards() == ["medkit", "surgeon"]
    assert table.s.deck_n == 35 - 1


@pytest.mark.example("KLW-E16")
def test_a_hidden_totem_as_answer_and_its_price() -> None:
    table, ragna, tobias = duel(
        "berserker",
        "firefighter",
        own={"totems": ["rabbit"], "life": 14},
        enemy={"totems": ["buffalo", "pig"], "life": 12},
    )
    table.hand(0, "dart")
    table.hand(1, "snake")
    table.dice(2)
    table.play("action dart", "answer_reveal snake")
    assert table.told("joins")[0]["number"] == 10 and table.told("checks")[0]["number"] == 3
    assert table.life(tobias) == 9 and table.totems(tobias) == [] and table.marks(tobias) == {}
    assert table.life(ragna) == 11 and table.totems(ragna) == []
    assert table.s.deck_n == 30 + 4 - 1 and table.discards() == ["dart"] and table.s.hand_n[0] == 1


@pytest.mark.example("KLW-E28")
def test_a_full_rack_and_full_life() -> None:
    table, own, _ = duel(
        "firefighter",
        own={"totems": ["tiger", "goat", "dog"], "life": 22},
        enemy={"totems": ["pig", "snake"], "life": 1},
    )
    table.dice(6, 6, 6, 6, 1, 1, 1, 1, 4)
    table.play("attack firefighter")
    assert [j["number"] for j in table.told("joins")] == [24, 22]
    assert table.told("checks")[0]["number"] == 5 and table.life(own) == 20


# ---- losing a Totem ---------------------------------------------------------------------------


@pytest.mark.rule("KLW-18.1", "KLW-18.5")
def test_losing_a_totem_costs_its_life_value() -> None:
    table, _, enemy = duel(enemy={"totems": ["goat"], "life": 11}, deck=20)
    table.hand(0, "exorcism")
    table.play("action exorcism", "decline")
    assert table.life(enemy) == 7 and table.s.deck_n == 21 - 1


@pytest.mark.rule("KLW-18.2")
def test_a_host_without_life_is_removed() -> None:
    table, _, enemy = duel(enemy={"totems": ["goat"], "life": 4})
    table.hand(0, "exorcism")
    assert table.play("action exorcism", "decline").card(enemy) is None


@pytest.mark.rule("KLW-18.3")
def test_losing_a_negative_totem_gives_life_back() -> None:
    table, own, _ = duel(own={"totems": ["snake"], "life": 6})
    assert table.play("remove snake").life(own) == 8
    table, own, _ = duel(own={"totems": ["snake"], "life": 23})
    assert table.play("remove snake").life(own) == 24


@pytest.mark.rule("KLW-18.5")
def test_a_banished_totem_returns_to_its_players_hand() -> None:
    table, _, enemy = duel(enemy={"totems": ["tiger", "dog"]})
    table.hand(0, "banishment")
    table.play("action banishment", "decline", "pick_totem tiger")
    assert table.held(1) == ["tiger"] and table.totems(enemy) == ["dog"]
