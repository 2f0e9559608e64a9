"""Chapter 13: the course of a fight, and fleeing."""

from __future__ import annotations

import pytest

from bestiary.games.klaw.state import IS

from .table import Table, duel, number


@pytest.mark.rule("KLW-13.1")
def test_the_roles_change_after_each_exchange() -> None:
    table, _own, _enemy = duel(own={"life": 20}, enemy={"life": 20})
    table.dice(*[1] * 12)
    table.play("attack firefighter")
    first = [(e["number"], e["host"]) for e in table.told("exchange")[:3]]
    tobias, anselm = 18, 1
    assert first == [(1, tobias), (2, anselm), (3, tobias)]


@pytest.mark.rule("KLW-13.2")
def test_the_host_that_began_may_lose() -> None:
    table, own, _enemy = duel("surgeon", own={"life": 4, "items": ["grenade"]})
    table.dice(1, 1, 1, 6, 1, 1, 1, 1, 1, 6, 1, 1)
    table.play("attack surgeon")
    assert table.card(own) is None and table.held(1) == ["grenade"]
    assert [e["number"] for e in table.told("exchange")][-1] == 4


@pytest.mark.rule("KLW-13.3", "KLW-13.7")
def test_a_consumable_may_be_used_instead_of_rolling() -> None:
    table, own, _ = duel(own={"life": 4, "items": ["medkit"]}, enemy={"life": 20, "items": ["smoke"]})
    table.dice(1, 1, 1, 1, 1, 1, 1)
    table.play("attack firefighter", "roll")
    assert table.asked == 0 and table.s.exchange == 3
    life = table.life(own)
    table.play("fight_item medkit")
    assert table.life(own) == life + 5 and len(table.told("rolls")) == 2
    assert table.s.exchange == 4 and table.asked == 1


@pytest.mark.rule("KLW-13.4")
def test_only_cards_in_play_help() -> None:
    table, _, _ = duel(own={"life": 20}, enemy={"life": 20, "items": ["plate"]})
    table.host(0, "cutpurse", support=True)
    table.hand(0, "surgeon")
    table.dice(*[1] * 7)
    table.play("attack firefighter")
    assert [c for c in table.choices() if c.startswith("lend")] == ["lend cutpurse"]


@pytest.mark.rule("KLW-13.5")
def test_the_first_exchange_must_be_rolled() -> None:
    table, _, _ = duel(own={"items": ["smoke"], "life": 20}, enemy={"life": 20})
    table.dice(*[1] * 7)
    table.play("attack firefighter")
    assert table.s.exchange == 3 and len(table.told("rolls")) == 2
    assert table.offers("fight_item smoke")


@pytest.mark.rule("KLW-13.6")
def test_a_support_host_lends_its_talent_once_a_fight() -> None:
    table, _, _ = duel(second="berserker", own={"life": 20}, enemy={"life": 20, "items": ["smoke"]})
    table.host(1, "surgeon", support=True)
    table.dice(*[1] * 9)
    table.play("attack firefighter", "target berserker", "lend surgeon")
    assert table.s.exchange == 4
    table.refuses("lend surgeon", "KLW-13.6")


@pytest.mark.rule("KLW-13.3", "KLW-13.6")
def test_each_support_host_lends_its_own_talent_instead_of_a_roll() -> None:
    table, own, enemy = duel(second="berserker", own={"life": 20}, enemy={"life": 9, "items": ["smoke"]})
    table.host(1, "surgeon", support=True)
    table.host(1, "poisoner", support=True)
    table.dice(*[1] * 30)
    table.play("attack firefighter", "target berserker")
    table.play("lend surgeon")
    assert [told["host"] for told in table.told("gains")] == [table.s.host[enemy]] and table.marks(own) == {}
    assert [told["card"] for told in table.told("uses")] == [number("surgeon")]
    while table.asked != 1:
        table.play("roll")
    table.refuses("lend surgeon", "KLW-13.6")
    assert "poisoned" in table.play("lend poisoner").marks(own)
    assert {told["host"] for told in table.told("rolls")} == {number("firefighter")}


@pytest.mark.rule("KLW-13.8")
def test_a_hostile_talent_strikes_the_enemy_fighter_even_if_protected() -> None:
    table, own, _ = duel(own={"protected": 3, "life": 20}, enemy={"life": 20, "items": ["smoke"]})
    table.host(1, "poisoner", support=True, protected=9)
    table.host(1, "bodyguard", support=True, protected=9)
    table.dice(*[1] * 6)
    table.play("attack firefighter").refuses("lend bodyguard", "KLW-13.8")
    assert "poisoned" in table.play("lend poisoner").marks(own)


@pytest.mark.rule("KLW-13.8")
def test_a_talent_needs_what_it_needs() -> None:
    table, _, _ = duel(own={"life": 20}, enemy={"life": 20, "items": ["smoke"]})
    table.host(1, "cutpurse", support=True, protected=9)
    table.dice(*[1] * 4)
    table.play("attack firefighter").refuses("lend cutpurse", "KLW-6.6")


@pytest.mark.rule("KLW-13.9", "KLW-13.10", "KLW-14.16")
def test_fleeing_ends_the_fight_and_both_survive() -> None:
    table, own, enemy = duel(enemy={"totems": ["rabbit"], "life": 10})
    table.dice(6, 6, 1, 1, 1, 1)
    table.play("attack firefighter", "flee rabbit")
    assert table.life(enemy) == 8 and table.life(own) == 7
    assert table.marks(own).keys() == {"resting"}
    assert table.marks(enemy).keys() == {"resting", "protected"}
    assert table.totems(enemy) == ["rabbit"] and table.s.fight == 0


@pytest.mark.rule("KLW-13.11")
def test_an_item_used_to_flee_is_discarded() -> None:
    table, _, enemy = duel(enemy={"items": ["plate", "smoke"]})
    table.dice(1, 1, 1, 1)
    table.play("attack firefighter", "fight_item smoke")
    assert table.items(enemy) == ["plate"] and table.discards() == ["smoke"]


@pytest.mark.rule("KLW-13.12")
def test_a_host_that_fled_is_protected_for_one_full_round() -> None:
    table = Table(players=3)
    table.host(0, "berserker")
    fled = table.host(1, "firefighter", items=["smoke"])
    table.host(2, "surgeon")
    table.turn(0, 6)
    table.dice(1, 1, 1, 1)
    table.play("attack berserker", "target firefighter", "fight_item smoke")
    table.pass_until(9)
    assert "protected" in table.marks(fled)
    assert "protected" not in table.pass_until(10).marks(fled)


@pytest.mark.rule("KLW-13.13")
@pytest.mark.parametrize("asleep", [0, 9])
def test_some_cards_forbid_fleeing(asleep: int) -> None:
    table, _, _ = duel(
        "wrestler", own={"life": 20}, enemy={"items": ["smoke", "medkit"], "totems": ["rabbit"], "life": 10}
    )
    table.dice(1, 1, 1, 1, 1, 1)
    table.play("attack wrestler")
    table.s.mark[0, IS.ASLEEP] = asleep
    if asleep:
        assert table.offers("fight_item smoke") and table.offers("flee rabbit")
    else:
        table.refuses("fight_item smoke", "KLW-13.13")
        table.refuses("flee rabbit", "KLW-13.13")


@pytest.mark.rule("KLW-13.14")
def test_two_hosts_that_only_tie_both_rest() -> None:
    table, own, enemy = duel("surgeon", "poisoner", uncontested_defence="block")
    table.s.loaded[...] = 4  # one die each way round: 24 exchanges take 60 dice
    table.s.loaded_n = 64
    table.play("attack surgeon")
    assert table.told("stands") == [{"number": 24}]
    assert table.marks(own).keys() == table.marks(enemy).keys() == {"resting"}
    assert table.card(own) == "surgeon" and table.card(enemy) == "poisoner"


@pytest.mark.rule("KLW-13.15")
def test_a_host_that_falls_by_its_own_card_is_defeated_by_the_enemy() -> None:
    table, own, enemy = duel(
        "highroller", own={"totems": ["buffalo", "tiger"], "life": 2}, enemy={"life": 20}
    )
    table.dice(1, 1, 1, 1, 1, 1, 1, 1, 5)
    table.play("attack highroller")
    assert table.card(own) is None and table.totems(enemy) == ["buffalo", "tiger"]
    assert table.told("wins")[0]["host"] == table.s.host[enemy]


@pytest.mark.rule("KLW-13.16")
def test_a_card_that_outlives_a_defeat_works_once() -> None:
    table, _, enemy = duel(
        "insomniac", own={"life": 20}, enemy={"totems": ["cat"], "items": ["coin", "smoke"], "life": 1}
    )
    table.dice(6, 6, 6, 1, 1, 1, 1)
    table.play("attack insomniac")
    assert table.life(enemy) == 3 and table.totems(enemy) == [] and "cat" in table.deck()
    assert table.items(enemy) == ["coin", "smoke"]
    assert len(table.told("pairs")) == 1 and table.phase == "fight_role"


@pytest.mark.rule("KLW-13.17")
def test_a_lender_does_not_fight() -> None:
    table, _, enemy = duel(second="berserker", own={"life": 20}, enemy={"life": 10, "items": ["smoke"]})
    mara = table.host(1, "surgeon", support=True, resting=2, shackled=2)
    sleeper = table.host(1, "apothecary", support=True, asleep=2)
    table.dice(*[1] * 5)
    table.play("attack firefighter", "target berserker")
    table.refuses("lend apothecary", "KLW-3.8")
    table.play("lend surgeon")
    assert table.told("gains") == [{"host": table.s.host[enemy], "number": 1, "life": 10}]
    assert table.card(sleeper) == "apothecary"
    assert table.marks(mara)["resting"] == 2


@pytest.mark.example("KLW-E14")
def test_a_whole_fight() -> None:
    table = Table()
    a = table.host(0, "firefighter", totems=["tiger"], items=["grenade"], life=12)
    b = table.host(1, "sentinel", totems=["dog", "pig"], life=10)
    table.dice(6, 5, 2, 1, 4, 4, 3, 2, 1, 3)
    table.dice(6, 5, 4, 2)
    table.dice(3, 3, 2, 1, 2, 2, 2, 2, 2, 6)
    table.dice(2, 6, 3, 1)
    table.dice(4)
    table.play("attack firefighter")
    hurt: dict[int, list[int]] = {18: [], 23: []}
    for event in table.match.events(None):
        if event.kind in ("hurts", "loses") and event.words["host"] in hurt:
            hurt[event.words["host"]].append(event.words["life"])
    assert hurt == {18: [10, 9, 3], 23: [7, 6, 4, 1, 0]}
    assert table.card(b) is None
    assert table.totems(a) == ["tiger", "dog", "pig"] and table.life(a) == 7 and table.items(a) == ["grenade"]
    assert table.marks(a).keys() == {"resting"} and table.told("checks")[0]["die"] == 4


@pytest.mark.example("KLW-E21")
def test_fleeing_and_the_round_after() -> None:
    table = Table(players=3)
    table.host(0, "berserker")
    tobias = table.host(1, "firefighter")
    sunniva = table.host(2, "handler", totems=["dog"], items=["smoke"])
    table.turn(1, 4)
    table.dice(3, 3, 3, 3, 3, 3)
    table.play("attack firefighter", "target handler", "fight_item smoke")
    assert (table.life(tobias), table.life(sunniva)) == (7, 7) and table.discards() == ["smoke"]
    table.pass_until(5).refuses("attack handler", "KLW-10.6")
    assert table.pass_until(6).has_no("attack berserker")
    table.pass_until(7).refuses("attack firefighter", "KLW-10.6")
    assert table.pass_until(8).offers("attack handler")
    table.pass_until(9).play("attack berserker")
    assert sorted(table.choices()) == ["target firefighter", "target handler"]
