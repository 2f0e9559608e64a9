"""Chapter 14: spoils, absorbing, Vessels and resting."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bestiary.core.registry import load

from .table import Table, duel, number, pool

FULL_HAND = ("shot", "dart", "plate", "knife", "key", "salts", "molotov", "tranquilizer")


def victory(
    own: dict[str, Any], enemy: dict[str, Any], *checks: int, **options: Any
) -> tuple[Table, int, int]:
    """Seat 0 attacks and wins with the first pair; the dice of its checks come after."""
    table, a, b = duel(
        own.pop("code", "insomniac"), "surgeon", own=own, enemy={"life": 1, **enemy}, **options
    )
    attack, defence = pool(table, a, "attack"), pool(table, b, "defence")
    table.dice(*[6] * min(5, attack), *[3] * (attack - min(5, attack)), *[1] * min(5, defence))
    table.dice(*[2] * (defence - min(5, defence)), *checks)
    return table, a, b


def won(table: Table) -> Table:
    return table.play(f"attack {table.card(0)}")


@pytest.mark.rule("KLW-14.1")
def test_a_defeated_host_goes_to_the_discard_pile() -> None:
    table, _, enemy = victory({}, {}, deck=20)
    won(table)
    assert table.discards() == ["surgeon"] and table.s.deck_n == 20 and table.card(enemy) is None


@pytest.mark.rule("KLW-14.2")
def test_items_go_to_the_victors_hand() -> None:
    table, _, _ = victory({}, {"items": ["grenade", "medkit"]})
    table.hand(0, "shot", "dart", "plate", "knife")
    won(table)
    assert table.s.hand_n[0] == 6 and {"grenade", "medkit"} <= set(table.held(0))
    known = {c["name"] for c in table.match.view(1)["seats"][0]["known"]}
    assert known == {"Grenade", "Medkit"}  # KLW-H7


@pytest.mark.rule("KLW-14.3")
def test_a_hand_above_eight_is_discarded_down() -> None:
    table, _, _ = victory({}, {"items": ["grenade", "medkit"]})
    table.hand(0, *FULL_HAND)
    won(table)
    assert table.phase == "discard" and len(table.choices()) == 10
    table.play("discard grenade", "discard shot")
    assert table.s.hand_n[0] == 8 and table.phase == "main"


@pytest.mark.rule("KLW-14.4")
def test_all_totems_join_the_victor() -> None:
    table, own, _ = victory({"totems": ["tiger"]}, {"totems": ["dog", "goat"]}, 3)
    assert won(table).totems(own) == ["tiger", "dog", "goat"]


@pytest.mark.rule("KLW-14.5")
def test_their_life_is_applied_in_order() -> None:
    table, own, _ = victory({"life": 23}, {"totems": ["goat", "snake"]}, 2)
    assert won(table).life(own) == 22


@pytest.mark.rule("KLW-14.6", "KLW-17.3")
@pytest.mark.example("KLW-E8")
@pytest.mark.parametrize(("die", "left"), [(1, 0), (2, 0), (3, 3), (4, 3), (5, 3), (6, 3)])
def test_one_check_for_all_that_was_absorbed(die: int, left: int) -> None:
    table, own, _ = victory({"totems": ["tiger"]}, {"totems": ["dog", "goat"]}, die)
    assert len(won(table).totems(own)) == left
    assert [c["number"] for c in table.told("checks")] == [3]


@pytest.mark.rule("KLW-14.7")
def test_a_bare_enemy_brings_no_check() -> None:
    table, own, _ = victory({"totems": ["tiger", "dog", "goat", "horse"]}, {})
    assert won(table).told("checks") == [] and len(table.totems(own)) == 4


@pytest.mark.rule("KLW-14.8", "KLW-14.9")
def test_a_containment_unit_sends_totems_to_the_hand() -> None:
    table, own, _ = victory({"totems": ["tiger"], "items": ["containment"]}, {"totems": ["dog", "goat"]})
    table.hand(0, "shot", "dart", "plate", "knife")
    won(table)
    assert table.s.hand_n[0] == 6 and table.totems(own) == ["tiger"] and table.told("checks") == []
    assert table.items(own) == ["containment"] and table.phase == "main"


@pytest.mark.example("KLW-E19")
def test_a_vessel_and_a_full_hand() -> None:
    table, own, _ = victory(
        {"totems": ["tiger"], "items": ["containment"]},
        {"totems": ["dog", "goat"], "items": ["grenade", "medkit"]},
    )
    table.hand(0, *FULL_HAND)
    won(table)
    for code in ("grenade", "medkit", "dog", "shot"):
        assert table.phase == "discard" and table.asked == 0
        table.play(f"discard {code}")
    assert table.s.hand_n[0] == 8 and "goat" in table.held(0) and table.told("checks") == []
    assert table.totems(own) == ["tiger"] and table.items(own) == ["containment"]
    assert "resting" in table.marks(own) and table.phase == "main" and table.told("draws") == []


@pytest.mark.rule("KLW-14.10")
def test_a_small_vessel_takes_what_its_player_chooses() -> None:
    table, own, _ = victory({"totems": ["tiger"], "items": ["urn"]}, {"totems": ["dog", "goat"]}, 1)
    won(table)
    assert sorted(table.choices()) == ["vessel dog1", "vessel goat1"]
    table.refuses("roll", "KLW-14.10")
    table.play("vessel goat")
    assert table.held(0) == ["goat"] and table.totems(own) == ["tiger", "dog"]  # 1 + 1 = 2


@pytest.mark.rule("KLW-14.10")
def test_limits_of_several_vessels_add_up() -> None:
    table, own, _ = victory({"items": ["urn1", "urn2"]}, {"totems": ["dog", "goat"]})
    won(table)
    assert table.held(0) == ["dog", "goat"] and table.totems(own) == []


@pytest.mark.rule("KLW-14.10")
def test_two_small_vessels_are_filled_one_after_the_other() -> None:
    table, own, _ = victory({"items": ["urn1", "urn2"]}, {"totems": ["dog", "goat", "horse"]})
    won(table)
    table.play("vessel goat")
    assert table.phase == "vessel" and len(table.choices()) == 2
    table.play("vessel dog")
    assert table.held(0) == ["dog", "goat"] and table.totems(own) == ["horse"] and table.phase == "main"


@pytest.mark.rule("KLW-14.11")
def test_a_forced_totem_never_kills() -> None:
    table, own, _ = victory({"life": 1}, {"totems": ["snake"]})
    assert won(table).life(own) == 1


@pytest.mark.rule("KLW-14.12", "KLW-14.20")
@pytest.mark.example("KLW-E22")
def test_a_support_victor_leaves_the_totems_to_the_champion() -> None:
    table = Table()
    table.host(0, "handler", totems=["tiger"], life=1)
    tobias = table.host(1, "firefighter", totems=["goat"], life=13)
    goro = table.host(1, "sentinel", support=True)
    table.dice(1, 1, 1, 1, 6, 6, 6, 5)
    table.play("attack handler", "target sentinel")
    assert len(table.told("pairs")) == 1 and table.card(0) is None
    assert table.totems(tobias) == ["goat", "tiger"] and table.told("joins")[0]["number"] == 9
    assert [(c["die"], c["number"]) for c in table.told("checks")] == [(5, 2)]
    assert "resting" in table.marks(goro) and table.marks(tobias) == {}
    assert table.resting(tobias) == ["tiger"]


@pytest.mark.rule("KLW-14.12")
def test_without_a_champion_the_support_victor_becomes_champion() -> None:
    table = Table()
    table.host(0, "handler", totems=["tiger"], life=1)
    goro = table.host(1, "sentinel", support=True)
    table.dice(1, 1, 1, 1, 6, 6, 6)
    table.play("attack handler")
    assert table.totems(goro) == ["tiger"] and table.s.champion[1] == 0 and table.told("checks") == []


@pytest.mark.rule("KLW-14.13")
def test_a_second_binomial_goes_to_the_hand() -> None:
    table = Table()
    table.host(0, "handler", totems=["tiger1"], life=1)
    tobias = table.host(1, "firefighter", totems=["tiger2"])
    table.host(1, "sentinel", support=True)
    table.dice(1, 1, 1, 1, 6, 6, 6)
    table.play("attack handler")
    assert table.held(1) == ["tiger"] and table.totems(tobias) == ["tiger"] and table.told("checks") == []


@pytest.mark.rule("KLW-14.14")
def test_the_order_of_the_spoils() -> None:
    table, _, _ = victory({"totems": ["rat"]}, {"items": ["grenade", "medkit"]})
    table.hand(0, *FULL_HAND[:7])
    won(table)
    assert table.phase == "discard" and len(table.choices()) == 9
    table.play("discard grenade")
    assert table.phase == "discard" and len(table.choices()) == 10  # Hoard has drawn two
    table.play("discard medkit", "discard shot")
    assert table.s.hand_n[0] == 8 and table.phase == "main"


@pytest.mark.rule("KLW-14.15")
def test_the_victor_rests_for_one_full_round() -> None:
    table, _own, _ = victory({}, {})
    table.host(1, "bailiff", support=True)
    table.s.turns = 10
    table.play("attack insomniac", "target surgeon", "promote bailiff").refuses(
        "attack insomniac", "KLW-10.6"
    )
    table.play("pass")
    assert table.s.turns == 13 and table.offers("attack bailiff")
    assert table.pass_until(14).offers("attack insomniac")


@pytest.mark.rule("KLW-14.15")
def test_the_victor_cannot_be_attacked_in_the_next_turn() -> None:
    table = Table(players=3)
    table.host(0, "insomniac")
    table.host(1, "surgeon", life=1)
    table.host(2, "berserker")
    table.dice(6, 6, 6, 1, 1)
    table.play("attack insomniac", "target surgeon").pass_until(22).refuses("attack berserker", "KLW-10.6")
    assert table.pass_until(25).offers("attack berserker")


@pytest.mark.rule("KLW-14.15")
def test_a_victor_in_defence_rests_in_its_next_turn() -> None:
    table, own, enemy = duel(own={"life": 1}, enemy={"totems": ["dog"]})
    table.host(0, "bailiff", support=True)
    table.turn(0, 11)
    table.dice(1, 1, 6, 6, 6, 6, 6)
    table.play("attack firefighter")
    assert table.card(own) is None and table.resting(enemy) == ["dog"]
    table.refuses("attack apothecary", "KLW-10.6")
    table.play("pass", "promote bailiff")
    assert table.s.turns == 14 and table.offers("attack apothecary")


@pytest.mark.rule("KLW-14.17", "KLW-14.18", "KLW-14.22")
def test_a_binomial_that_did_not_fight_rests_too() -> None:
    table = Table(players=3)
    table.host(0, "insomniac")
    table.host(1, "surgeon", totems=["tiger1"], life=1)
    tobias = table.host(2, "firefighter", totems=["tiger2", "dog"])
    table.turn(0, 6)
    table.dice(6, 6, 6, 1, 1, 1)
    table.play("attack insomniac", "target surgeon")
    assert table.resting(tobias) == ["tiger"] and table.marks(tobias) == {}
    table.pass_until(9)
    assert table.resting(tobias) == ["tiger"]
    assert table.pass_until(10).resting(tobias) == []


def binomials() -> tuple[Table, int, int]:
    """Tobias has won a fight in turn 8; Sunniva of seat 2 carries the other Tiger."""
    table = Table(players=4)
    tobias = table.host(0, "firefighter", totems=["tiger1"], life=12)
    table.host(1, "surgeon", life=1)
    sunniva = table.host(2, "handler", totems=["tiger2", "dog"], life=20)
    table.host(3, "berserker")
    table.turn(0, 8)
    table.dice(6, 6, 6, 6, 1, 1)
    table.play("attack firefighter", "target surgeon")
    return table, tobias, sunniva


@pytest.mark.rule("KLW-14.18")
@pytest.mark.example("KLW-E18")
def test_a_partner_may_attack_without_the_resting_totem() -> None:
    table, _, _ = binomials()
    table.pass_until(10).play("attack handler")  # Ragna is the only one open to her
    assert table.told("fights")[1]["other"] == number("berserker")
    assert table.told("rolls")[1]["dice"] in range(11, 67)


@pytest.mark.rule("KLW-14.22")
@pytest.mark.example("KLW-E18")
def test_a_partner_is_vulnerable_while_its_totem_rests() -> None:
    table, _, _ = binomials()
    table.pass_until(11).play("attack berserker")  # Tobias rests
    assert table.told("fights")[1]["other"] == number("handler")
    assert table.told("rolls")[1]["others"] in range(1111, 6667)


@pytest.mark.example("KLW-E18")
def test_after_a_full_round_all_are_free_again() -> None:
    table, tobias, sunniva = binomials()
    table.pass_until(12).refuses("attack firefighter", "KLW-10.6")
    table.pass_until(13)
    assert table.marks(tobias) == {} and table.resting(sunniva) == []
    assert pool(table, sunniva, "defence") == 5


@pytest.mark.rule("KLW-14.19")
def test_resting_has_no_effect_outside_fights() -> None:
    table, _, enemy = duel(enemy={"totems": ["goat"], "resting": 3, "life": 9})
    table.s.rest[enemy, 0] = 3
    table.hand(0, "shot")
    table.play("action shot", "decline")
    assert table.life(enemy) == 8  # 9 - 3, then Graze


@pytest.mark.rule("KLW-14.20")
def test_captured_totems_rest_for_the_same_round() -> None:
    table, own, _ = victory(
        {"code": "firefighter", "totems": ["tiger"]}, {"totems": ["dog"]}, 6, resting_hosts="exposed"
    )
    table.host(1, "bailiff", support=True, protected=9)
    won(table)
    assert table.resting(own) == ["tiger", "dog"]
    table.play("promote bailiff").pass_until(23)
    assert table.resting(own) == []


@pytest.mark.rule("KLW-14.21")
def test_a_totem_that_leaves_loses_its_markers() -> None:
    table, own, _ = duel(own={"totems": ["tiger"]})
    table.s.dormant[own, 0] = 3
    table.play("remove tiger", "pass", "totem tiger")
    assert table.dormant(own) == [] and pool(table, own, "attack") == 4


@pytest.mark.rule("KLW-14.14")
def test_a_victor_that_falls_with_its_enemy_takes_nothing(tmp_path: Path) -> None:
    """No printed card does this, but the vocabulary has the words for it."""
    game = load("klaw")
    text = (game.room / "cards.toml").read_text(encoding="utf-8")
    gentle = 'do="state", state="poisoned", turns=0, who="enemy"} ]\ntext = "The Host that defeats her'
    assert text.count(gentle) == 1
    path = tmp_path / "cards.toml"
    harsh = 'do="damage", n=20, who="enemy"} ]\ntext = "The Host that defeats her'
    path.write_text(text.replace(gentle, harsh), encoding="utf-8")
    table, _, _ = duel(
        "insomniac",
        "martyr",
        own={"totems": ["rat"]},
        enemy={"life": 1, "totems": ["dog", "goat"], "items": ["grenade"]},
        deck=20,
        content=game.content(path),
    )
    table.dice(6, 6, 6, 6, 6, 1, 1)
    won(table)
    assert [f["host"] for f in table.told("falls")] == [number("insomniac")]
    assert table.discards() == ["grenade", "insomniac", "martyr"] and table.held(0) == []
    assert {"dog", "goat", "rat"} <= set(table.deck()) and table.s.deck_n == 23
    assert table.phase == "main" and table.asked == 1
