"""Chapters 7 and 9: fortifying, and Hosts played as Support."""

from __future__ import annotations

import pytest

from .table import Table, duel, pool


@pytest.mark.rule("KLW-7.1")
def test_one_champion_at_a_time() -> None:
    table, _own, _ = duel()
    table.hand(0, "berserker")
    table.refuses("deploy berserker", "KLW-7.1")
    table = Table()
    table.host(1, "surgeon")
    table.hand(0, "berserker")
    assert table.offers("deploy berserker")


@pytest.mark.rule("KLW-7.2")
def test_a_new_host_is_protected_for_one_full_round() -> None:
    table = Table()
    table.host(1, "surgeon")
    table.hand(0, "berserker", "tiger")
    table.turn(0, 10)
    table.play("deploy berserker").refuses("attack surgeon", "KLW-3.4")
    table.play("pass", "totem tiger")
    assert table.s.turns == 13 and table.offers("attack surgeon")


@pytest.mark.rule("KLW-7.4")
def test_a_support_host_may_be_promoted() -> None:
    table = Table()
    ines = table.host(0, "bailiff", support=True)
    table.host(1, "surgeon")
    table.hand(0, "tiger", "shot", "dart", "plate", "knife", "key")
    table.refuses("totem tiger", "KLW-9.6")
    table.play("promote bailiff")
    assert table.s.hand_n[0] == 6 and table.marks(ines) == {}
    table.pass_until(22)
    assert table.offers("totem tiger") and table.offers("attack bailiff")


@pytest.mark.rule("KLW-7.5")
def test_a_totem_is_attached_to_the_champion() -> None:
    table, own, _ = duel()
    table.hand(0, "tiger")
    table.play("totem tiger")
    assert table.totems(own) == ["tiger"] and "tiger" not in table.held(0)


@pytest.mark.rule("KLW-7.6")
def test_life_is_applied_to_a_wounded_host() -> None:
    table, own, _ = duel(own={"life": 4})
    table.hand(0, "pig")
    assert table.play("totem pig").life(own) == 10


@pytest.mark.rule("KLW-7.7")
@pytest.mark.example("KLW-E2")
def test_buffalo_on_a_host_with_attack_1_rolls_4_dice() -> None:
    table, own, _ = duel("surgeon", own={"totems": ["buffalo"], "life": 20}, enemy={"life": 24})
    assert pool(table, own, "attack") == 4
    table.dice(*[1] * 12)
    table.play("attack surgeon")
    assert [r["dice"] for r in table.told("rolls")[:3:2]] == [1111, 1111]  # exchanges 1 and 3


@pytest.mark.rule("KLW-7.8")
def test_a_second_totem_is_followed_by_a_check() -> None:
    table, own, _ = duel(own={"totems": ["tiger"]})
    table.hand(0, "dog")
    table.dice(1)
    table.play("totem dog")
    assert table.totems(own) == []
    kinds = [h.kind for h in table.match.events(0)]
    assert kinds.index("singularity") < kinds.index("draws")


@pytest.mark.rule("KLW-7.9")
def test_a_totem_may_not_kill_its_own_host() -> None:
    table, own, _ = duel(own={"life": 2})
    table.hand(0, "snake")
    table.refuses("totem snake", "KLW-7.9")
    table, own, _ = duel(own={"life": 3})
    table.hand(0, "snake")
    assert table.play("totem snake").life(own) == 1


@pytest.mark.rule("KLW-7.10", "KLW-9.5")
def test_an_item_goes_to_any_own_host() -> None:
    table, _own, _ = duel()
    ines = table.host(0, "bailiff", support=True)
    table.hand(0, "kevlar")
    table.play("item kevlar")
    assert sorted(table.choices()) == ["host bailiff", "host firefighter"]
    assert table.play("host bailiff").items(ines) == ["kevlar"]


@pytest.mark.rule("KLW-7.11", "KLW-7.12")
def test_a_third_item_replaces_one_of_two() -> None:
    table, own, _ = duel(own={"items": ["grenade", "kevlar"]})
    table.hand(0, "bostaff")
    table.play("item bostaff")
    assert sorted(table.choices()) == ["replace grenade1", "replace kevlar1"]
    table.refuses("pass", "KLW-7.12")
    table.play("replace grenade")
    assert table.items(own) == ["bostaff", "kevlar"] and table.discards() == ["grenade"]


@pytest.mark.rule("KLW-7.13")
def test_items_cannot_be_dropped_or_taken_back() -> None:
    table, own, _ = duel(own={"items": ["grenade"]})
    table.hand(0, "bostaff")
    assert table.verbs() == {"attack", "item", "pass"}
    assert table.play("item bostaff").items(own) == ["grenade", "bostaff"]


@pytest.mark.rule("KLW-7.14")
def test_a_consumable_from_the_hand_may_be_used_at_once() -> None:
    table, own, _ = duel(own={"life": 5, "items": ["grenade", "kevlar"]})
    table.hand(0, "medkit", "smoke")
    table.refuses("consume smoke", "KLW-7.14")
    table.play("consume medkit")
    assert table.life(own) == 10 and table.items(own) == ["grenade", "kevlar"]
    assert table.discards() == ["medkit"] and table.s.hand_n[0] == 2


@pytest.mark.rule("KLW-7.14")
@pytest.mark.parametrize("state", ["asleep", "frozen"])
def test_also_on_a_sleeping_or_frozen_host(state: str) -> None:
    table, own, _ = duel(own={"life": 5, state: 2})
    table.hand(0, "medkit")
    assert table.play("consume medkit").life(own) == 10


@pytest.mark.rule("KLW-7.15")
def test_a_carried_consumable_is_used_without_a_draw() -> None:
    table, own, _ = duel(own={"items": ["antidote"], "poisoned": 1})
    table.play("use antidote")
    assert table.marks(own) == {} and table.discards() == ["antidote"] and table.s.hand_n[0] == 0


@pytest.mark.rule("KLW-7.16", "KLW-7.17", "KLW-7.18")
def test_taking_a_totem_back_is_the_whole_turn() -> None:
    table, own, _ = duel(own={"totems": ["tiger", "pig"], "life": 14})
    table.hand(0, "shot", "dart", "plate", "knife", "key")
    table.play("remove pig")
    assert pool(table, own, "defence") == 3 and table.life(own) == 8
    assert table.s.hand_n[0] == 6 and "pig" in table.held(0)
    assert table.asked == 1 and table.totems(own) == ["tiger"]


@pytest.mark.rule("KLW-7.19")
def test_taking_a_totem_back_may_defeat_the_own_host() -> None:
    table, own, _ = duel(own={"totems": ["pig", "tiger"], "life": 5})
    table.play("remove pig")
    assert table.card(own) is None and table.held(0) == ["pig"]
    assert "tiger" in table.deck() and table.discards() == ["firefighter"]


@pytest.mark.rule("KLW-7.20")
@pytest.mark.parametrize("state", ["asleep", "shackled", "resting", "protected"])
def test_any_own_host_may_be_fortified(state: str) -> None:
    table, own, _ = duel(own={state: 2})
    table.hand(0, "tiger")
    assert table.play("totem tiger").totems(own) == ["tiger"]


@pytest.mark.rule("KLW-7.21")
def test_a_host_takes_the_lowest_free_slot() -> None:
    table, _, _ = duel()
    table.host(0, "apothecary", support=True, life=1, poisoned=1)
    table.host(0, "hypnotist", support=True)
    table.hand(0, "bailiff")
    table.pass_until(22)
    assert [table.card(h) for h in range(3)] == ["firefighter", None, "hypnotist"]
    table.play("support bailiff")
    assert table.card(1) == "bailiff"


# ---- Support -----------------------------------------------------------------------------------------


@pytest.mark.rule("KLW-9.1")
def test_a_support_talent_acts_when_its_host_is_placed() -> None:
    table, own, _ = duel(own={"life": 6})
    table.hand(0, "surgeon", "sentinel")
    table.refuses("support sentinel", "KLW-9.1")
    table.play("support surgeon")
    assert table.card(1) == "surgeon" and table.life(own) == 7


@pytest.mark.rule("KLW-9.2")
def test_a_helpful_talent_aids_another_own_host() -> None:
    table, own, _ = duel("berserker", "surgeon", own={"burning": 2})
    table.hand(0, "apothecary")
    table.play("support apothecary")
    assert table.marks(own) == {} and table.life(own) == 12
    table, own, _ = duel(own={"life": 24})
    table.hand(0, "surgeon")
    table.refuses("support surgeon", "KLW-6.6")  # nobody else to help


@pytest.mark.rule("KLW-9.3")
def test_a_hostile_talent_may_be_answered() -> None:
    table, _, enemy = duel()
    table.hand(0, "bailiff")
    table.hand(1, "key")
    table.play("support bailiff", "answer_hand key")
    assert table.marks(enemy) == {} and table.card(1) == "bailiff"
    table, _, _ = duel(enemy={"protected": 2})
    table.hand(0, "bailiff")
    table.refuses("support bailiff", "KLW-3.5")


@pytest.mark.rule("KLW-9.4")
def test_a_support_host_is_protected_for_one_full_round() -> None:
    table, _, _ = duel(second="berserker", own={"protected": 20}, enemy={"life": 24})
    table.hand(0, "surgeon")
    table.s.life[0] = 9
    table.play("support surgeon").refuses("attack berserker", "KLW-3.4")
    table.pass_until(23)
    assert table.offers("attack berserker")


@pytest.mark.rule("KLW-9.6")
def test_support_hosts_carry_no_totems() -> None:
    table, _, _ = duel(own={"totems": ["tiger1"]})
    table.host(0, "bailiff", support=True)
    table.hand(0, "tiger2")
    assert table.has_no("totem tiger2")


@pytest.mark.rule("KLW-9.7")
def test_at_most_three_support_hosts() -> None:
    table, _, _ = duel()
    for code in ("hypnotist", "surgeon", "cutpurse"):
        table.host(0, code, support=True)
    table.hand(0, "bailiff")
    table.refuses("support bailiff", "KLW-9.7")


@pytest.mark.rule("KLW-9.8")
def test_a_support_talent_is_no_later_main_choice() -> None:
    table, _own, _ = duel(own={"life": 5}, enemy={"life": 24})
    table.host(0, "surgeon", support=True)
    assert table.verbs() == {"attack", "pass"}
    table.dice(1, 1, 1, 1, 1, 1, 1)
    table.play("attack firefighter")
    assert table.offers("lend surgeon") and table.s.exchange == 3


@pytest.mark.rule("KLW-9.9")
def test_a_support_host_does_not_attack() -> None:
    table, _, _ = duel(own={"asleep": 2})
    table.host(0, "bailiff", support=True)
    table.refuses("attack bailiff", "KLW-9.9")


@pytest.mark.rule("KLW-9.10")
def test_a_support_host_fights_with_its_own_dice() -> None:
    table, _own, _enemy = duel()
    table.host(1, "bodyguard", support=True)
    table.dice(1, 1, 1, 1, 1, 1, 1, 1)
    table.play("attack firefighter", "target bodyguard")
    assert [(r["dice"], r["others"]) for r in table.told("rolls")[:2]] == [(11, 111), (1, 11)]


@pytest.mark.rule("KLW-9.11", "KLW-19.1")
def test_a_support_host_keeps_its_player_in_the_game() -> None:
    table, _, enemy = duel(enemy={"life": 3})
    table.host(1, "bailiff", support=True)
    table.hand(0, "shot")
    table.play("action shot", "target apothecary", "decline")
    assert table.card(enemy) is None and table.s.grace == 0 and table.s.lone == -1


@pytest.mark.rule("KLW-9.12")
def test_a_support_talent_does_nothing_as_champion() -> None:
    table = Table()
    table.host(1, "firefighter")
    table.host(0, "bailiff", support=True, life=3)
    table.hand(0, "surgeon")
    table.play("deploy surgeon")
    assert table.life(0) == 3
    table, _own, _ = duel("surgeon", own={"life": 20}, enemy={"life": 20})
    table.dice(*[1] * 40)
    table.play("attack surgeon")
    assert table.phase == "main"  # never asked in the fight


@pytest.mark.rule("KLW-9.13")
def test_without_a_host_nobody_can_support() -> None:
    table = Table()
    table.host(1, "firefighter")
    table.hand(0, "bailiff")
    table.refuses("support bailiff", "KLW-9.13")
    assert table.offers("deploy bailiff")


@pytest.mark.rule("KLW-2.4", "KLW-9.6")
def test_a_totem_is_refused_for_what_the_champion_lacks() -> None:
    table = Table()
    table.host(0, "firefighter", totems=["tiger1"])
    table.host(0, "surgeon", support=True)
    table.hand(0, "tiger2")
    table.refuses("totem tiger2", "KLW-2.4")  # not KLW-9.6, the reason of the Support
    table = Table()
    table.host(1, "surgeon", support=True)
    table.host(1, "firefighter")
    table.hand(1, "tiger1")
    assert table.turn(1, 21).offers("totem tiger1")
