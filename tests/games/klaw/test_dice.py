"""Chapters 10, 11 and 12: attacks, fight dice, comparisons and the Wild die."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary.games.klaw.events import RESULT
from bestiary.games.klaw.rules.fight import result_of
from bestiary.games.klaw.rules.work import roll_die
from bestiary.games.klaw.state import IS

from .table import Table, duel, number, pool


def exchange(table: Table, *dice: int, attacker: str = "firefighter") -> list[tuple[int, int, int]]:
    """The pairs of the first exchange; the next one is left to a Smoke Bomb of either side."""
    table.dice(*dice)
    table.play(f"attack {attacker}")
    return [(p["dice"], p["others"], p["result"]) for p in table.told("pairs")]


def fighters(own: dict[str, Any], enemy: dict[str, Any], **options: Any) -> tuple[Table, int, int]:
    """Two Champions; the attacked one can flee in exchange 2, so that one exchange can be looked at."""
    enemy = {"items": [], **enemy}
    enemy["items"] = [*enemy["items"], "smoke"]
    first, second = own.pop("code", "firefighter"), enemy.pop("code", "apothecary")
    return duel(first, second, own=own, enemy=enemy, **options)


# ---- attacking -----------------------------------------------------------------------------------------


@pytest.mark.rule("KLW-10.1")
def test_any_open_enemy_may_be_attacked() -> None:
    table = Table(players=3)
    for seat, code in enumerate(("firefighter", "surgeon", "sentinel")):
        table.host(seat, code)
    table.play("attack firefighter")
    assert sorted(table.choices()) == ["target sentinel", "target surgeon"]
    table.refuses("target firefighter", "KLW-10.1")


@pytest.mark.rule("KLW-10.2")
def test_bare_hosts_fight() -> None:
    table, _, _ = fighters({}, {"code": "surgeon"})
    exchange(table, 1, 1, 1, 1)
    assert table.told("rolls")[0]["dice"] == table.told("rolls")[0]["others"] == 11


@pytest.mark.rule("KLW-10.3")
def test_hosts_that_share_a_totem_cannot_fight() -> None:
    table = Table(players=3)
    table.host(0, "firefighter", totems=["tiger1", "dog"])
    table.host(1, "surgeon", totems=["goat", "tiger2"])
    table.host(2, "sentinel")
    table.play("attack firefighter")
    assert table.told("fights")[0]["other"] == number("sentinel")  # the only one left
    table = Table()
    table.host(0, "firefighter", totems=["tiger1"])
    table.host(1, "surgeon", totems=["tiger2"])
    table.refuses("attack firefighter", "KLW-10.3")
    table.turn(1).refuses("attack surgeon", "KLW-10.3")


@pytest.mark.rule("KLW-10.4")
def test_asleep_and_shackled_hosts_may_be_attacked() -> None:
    table, _, _ = duel(enemy={"asleep": 2, "shackled": 2})
    assert table.offers("attack firefighter")


@pytest.mark.rule("KLW-10.5")
def test_a_weak_host_may_attack_a_strong_one() -> None:
    table, _, _ = duel(own={"life": 1}, enemy={"life": 20, "totems": ["dog", "goat", "pig", "rat"]})
    assert table.offers("attack firefighter")


@pytest.mark.rule("KLW-10.6")
def test_a_resting_host_takes_no_part_in_fights() -> None:
    table, own, _ = duel(enemy={"resting": 2})
    table.refuses("attack firefighter", "KLW-10.6")
    table.s.mark[own, IS.RESTING] = 2
    table.s.mark[4, IS.RESTING] = 0
    table.refuses("attack firefighter", "KLW-10.6")


@pytest.mark.rule("KLW-10.6")
def test_an_exposed_resting_host_fights_without_its_totems() -> None:
    table, _, enemy = fighters({}, {"totems": ["tiger"], "resting": 2}, resting_hosts="exposed")
    table.s.rest[enemy, 0] = 2
    exchange(table, 1, 1, 1, 1)
    assert table.told("rolls")[0]["others"] == 11


@pytest.mark.rule("KLW-10.7")
def test_cards_in_the_hand_are_closed_during_a_fight() -> None:
    table, _, _ = fighters({}, {"life": 4})
    table.hand(1, "medkit")
    exchange(table, 1, 1, 1, 1)
    assert table.phase == "fight_role" and table.choices() == ["roll", "fight_item smoke1"]


@pytest.mark.rule("KLW-10.8")
@pytest.mark.parametrize(("code", "asleep"), [("berserker", True), ("insomniac", False)])
def test_nothing_in_a_fight_can_be_answered(code: str, asleep: bool) -> None:
    table, _own, _ = duel(code, own={"life": 20}, enemy={"life": 20})
    table.host(1, "hypnotist", support=True, protected=9)
    table.hand(0, "salts")
    table.dice(*[1] * 6)
    table.play(f"attack {code}", "lend hypnotist")
    assert bool(table.told("sleeps")) == asleep
    assert table.told("answers") == table.told("yields") == []


# ---- dice ----------------------------------------------------------------------------------------------


@pytest.mark.rule("KLW-11.1")
def test_pools_add_up() -> None:
    table = Table()
    tobias = table.host(0, "firefighter", totems=["tiger"])
    mara = table.host(1, "surgeon", totems=["dog"])
    assert (pool(table, tobias, "attack"), pool(table, mara, "defence")) == (4, 4)


@pytest.mark.rule("KLW-11.2")
def test_the_whole_pool_is_rolled_unless_a_card_lets_one_choose() -> None:
    table, _, _ = fighters({"totems": ["buffalo", "tiger"]}, {})
    exchange(table, 2, 2, 2, 2, 2, 2, 1, 1)
    assert table.told("rolls")[0]["dice"] == 222222
    table, _, _ = fighters({"code": "duellist", "totems": ["buffalo"]}, {})
    table.play("attack duellist")
    assert table.choices() == [f"dice {n}" for n in range(1, 7)]
    table.refuses("roll", "KLW-11.2")


@pytest.mark.rule("KLW-11.3")
def test_the_attacker_role_chooses_first() -> None:
    table, _, _ = duel("firefighter", "duellist", own={"totems": ["tiger"], "items": ["focusband"]})
    table.play("attack firefighter")
    assert table.asked == 0 and len(table.choices()) == 4
    table.play("dice 3")
    assert table.asked == 1 and table.choices() == ["dice 1", "dice 2"]
    assert table.s.pool[0] == 3 and table.told("rolls") == []


@pytest.mark.rule("KLW-11.4")
def test_one_event_shows_all_dice_before_any_life_changes() -> None:
    table, _, _ = fighters({"totems": ["tiger"]}, {"code": "sentinel"})
    exchange(table, 6, 5, 4, 3, 1, 1, 2)
    kinds = [h.kind for h in table.match.events(None)]
    assert kinds.index("rolls") < kinds.index("hurts")
    assert (table.told("rolls")[0]["dice"], table.told("rolls")[0]["others"]) == (6543, 211)


@pytest.mark.rule("KLW-11.5")
@pytest.mark.example("KLW-E5")
def test_a_bonus_counts_in_its_own_role_only() -> None:
    table, _, _ = fighters({"items": ["kevlar", "grenade"]}, {"code": "surgeon"})
    assert exchange(table, 2, 1, 6, 6)[0][0] == 5  # 2 + 3; the vest adds nothing


@pytest.mark.rule("KLW-11.6")
@pytest.mark.example("KLW-E1")
def test_the_grenade_raises_the_two_lowest_dice_where_that_is_best() -> None:
    table, _, _ = fighters(
        {"code": "insomniac", "items": ["grenade"]}, {"code": "surgeon", "totems": ["rat"]}
    )
    pairs = exchange(table, 1, 3, 5, 5, 4, 3, attacker="insomniac")
    assert pairs == [(6, 5, RESULT.A_HIT), (5, 4, RESULT.A_HIT), (4, 3, RESULT.A_HIT)]


@pytest.mark.rule("KLW-11.6")
@pytest.mark.parametrize(
    ("bonus_dice", "pairs"),
    [
        ("best", [(6, 5, RESULT.A_HIT), (6, 5, RESULT.A_HIT)]),
        ("lowest", [(5, 5, RESULT.A_TIE), (4, 5, RESULT.A_HIT_BACK)]),
    ],
)
def test_a_bonus_goes_where_it_hits_most(bonus_dice: str, pairs: list[tuple[int, int, int]]) -> None:
    own = {"totems": ["tiger", "bear"], "items": ["grenade"]}
    table, _, _ = fighters(own, {"code": "surgeon", "life": 20}, bonus_dice=bonus_dice)
    assert exchange(table, 5, 4, 3, 1, 1, 2, 5, 5) == pairs


@pytest.mark.rule("KLW-11.6")
def test_where_no_hit_is_to_be_had_a_bonus_saves_its_owner() -> None:
    table, _, _ = fighters({"items": ["katana"]}, {"code": "surgeon"})
    assert exchange(table, 4, 1, 6, 6)[0] == (6, 6, RESULT.A_TIE)  # 4 + 2, not 1 + 2


@pytest.mark.rule("KLW-11.6")
def test_the_defender_places_against_the_dice_that_stand() -> None:
    own = {"code": "insomniac", "items": ["grenade"], "life": 20}
    enemy = {"code": "surgeon", "totems": ["rat"], "items": ["kevlar"], "life": 20}
    table, _, _ = fighters(own, enemy)
    pairs = exchange(table, 5, 2, 1, 4, 4, 1, attacker="insomniac")
    assert [p[0] for p in pairs] == [5, 5, 4]  # three hits against 4, 4, 1
    assert [p[1] for p in pairs] == [6, 6, 1]  # two against 5, 5, 4; 6, 4, 3 would be better against 5, 2, 1


@pytest.mark.rule("KLW-11.7")
def test_additions_look_for_the_lowest_dice_anew() -> None:
    table, _, _ = fighters({"code": "insomniac", "items": ["grenade", "knife"]}, {"code": "sentinel"})
    pairs = exchange(table, 1, 2, 5, 1, 1, 1, attacker="insomniac")
    assert [p[0] for p in pairs] == [6, 6, 5]


@pytest.mark.rule("KLW-11.7")
@pytest.mark.example("KLW-E26")
def test_minimum_values_come_before_additions() -> None:
    table, _, _ = fighters({"code": "insomniac", "items": ["focusband", "grenade"]}, {"code": "sentinel"})
    table.dice(1, 1, 4, 1, 1, 1)
    table.play("attack insomniac", "dice 3")
    assert [p["dice"] for p in table.told("pairs")] == [5, 5, 4]


@pytest.mark.rule("KLW-11.7")
def test_reductions_by_the_enemy_come_last() -> None:
    table, _, _ = fighters({"items": ["grenade"]}, {"code": "acrobat"})
    assert [p[0] for p in exchange(table, 5, 5, 1, 1, 1)] == [5, 5]


@pytest.mark.rule("KLW-11.8")
@pytest.mark.parametrize(("cap", "value"), [("six", 6), ("none", 8)])
def test_no_die_counts_more_than_six_unless_the_table_says_so(cap: str, value: int) -> None:
    table, _, _ = fighters({"items": ["grenade"]}, {}, die_cap=cap)
    assert [p[0] for p in exchange(table, 5, 5, 1, 1)] == [value, value]


@pytest.mark.rule("KLW-11.9", "KLW-11.10", "KLW-11.11", "KLW-11.12", "KLW-11.13")
@pytest.mark.example("KLW-E6")
def test_four_dice_against_three() -> None:
    table, _, enemy = fighters(
        {"totems": ["tiger"], "life": 10}, {"code": "acrobat", "life": 10}, sleepers="strike"
    )
    table.s.mark[enemy, IS.ASLEEP] = 9  # her Talent sleeps; and so does she
    assert exchange(table, 2, 5, 3, 1, 3, 4, 3)[:3] == [
        (5, 4, RESULT.A_HIT),
        (3, 3, RESULT.A_TIE),
        (2, 3, RESULT.A_HIT_BACK),
    ]
    assert table.told("alone")[0] == {"dice": 1, "result": RESULT.A_HIT}
    assert table.told("hurts")[0]["life"] == 9 and table.told("hurts")[1]["life"] == 8


@pytest.mark.rule("KLW-11.13")
@pytest.mark.example("KLW-E7")
@pytest.mark.parametrize("seed", range(5))
def test_six_dice_against_three_hit_at_least_three_times(seed: int) -> None:
    table, _, enemy = fighters(
        {"totems": ["buffalo", "tiger"], "life": 20}, {"code": "acrobat", "life": 20}, seed=seed
    )
    table.play("attack firefighter")
    assert table.told("rolls")[0]["others"] > 110
    assert [a["result"] for a in table.told("alone")] == [RESULT.A_HIT] * 3
    assert table.s.dealt[0] >= 3 and table.life(enemy) <= 17


@pytest.mark.rule("KLW-11.14")
@pytest.mark.parametrize(("option", "lost"), [("hit", 3), ("block", 0)])
def test_surplus_defence_dice_hit_back(option: str, lost: int) -> None:
    table, own, _ = fighters({"code": "surgeon"}, {"totems": ["rabbit"]}, uncontested_defence=option)
    exchange(table, 6, 6, 1, 1, 1, attacker="surgeon")
    assert table.life(own) == 9 - lost


@pytest.mark.rule("KLW-11.15")
def test_the_highest_pair_decides_who_falls_first() -> None:
    table, own, enemy = duel(own={"life": 1}, enemy={"life": 1})
    exchange(table, 6, 1, 2, 5)
    assert table.card(enemy) is None and table.life(own) == 1


@pytest.mark.rule("KLW-11.16")
def test_damage_stays_after_the_fight() -> None:
    table, own, _enemy = duel(own={"life": 10}, enemy={"life": 1})
    table.dice(2, 1, 1, 1)
    table.s.life[own] = 6
    table.play("attack firefighter")
    assert table.pass_until(22).life(own) == 6


@pytest.mark.rule("KLW-11.17")
def test_effects_after_the_comparisons_have_an_order() -> None:
    table, _own, _enemy = duel(
        "highroller",
        own={"totems": ["buffalo", "tiger"], "life": 20},
        enemy={"totems": ["spider"], "life": 24},
    )
    table.dice(1, 1, 1, 1, 1, 6, 1, 1, 1, 1, 4)
    table.play("attack highroller")
    kinds = [h.kind for h in table.match.events(None)]
    assert kinds.index("loses") < kinds.index("marks")
    assert [e["number"] for e in table.told("loses")][:2] == [3, 1]  # High Roller, then Rend


@pytest.mark.rule("KLW-11.18")
def test_armour_is_neither_damage_taken_nor_dealt() -> None:
    table, _, enemy = fighters({"totems": ["snake"]}, {"totems": ["dog"], "life": 20})
    exchange(table, 6, 1, 1, 5, 4, 3, 2, 1)
    assert table.life(enemy) == 20 and table.marks(enemy) == {}
    table, _, enemy = fighters({"code": "insomniac"}, {"totems": ["dog"], "items": ["plate"], "life": 20})
    exchange(table, 6, 6, 6, 1, 1, 1, 1, 1, attacker="insomniac")
    assert table.life(enemy) == 19 and len(table.told("guards")) == 2


@pytest.mark.rule("KLW-11.19")
def test_two_claims_to_ties_cancel() -> None:
    table, _, _ = fighters({}, {"code": "sentinel"})
    table.dice(4, 4, 4, 4, 4)
    table.play("attack firefighter")
    assert {p["result"] for p in table.told("pairs")} == {RESULT.A_HIT_BACK}
    table.s.role = 0
    assert result_of(table.match.state[0], 0, 0) == RESULT.A_TIE
    assert result_of(table.match.state[0], 0, 1) == RESULT.A_HIT


# ---- the Wild die -----------------------------------------------------------------------------------------


def wild(own: dict[str, Any], enemy: dict[str, Any], *dice: int) -> tuple[Table, list[int]]:
    """Tobias with 6 Attack dice, unless told otherwise; returns what his dice count."""
    table, _, _ = fighters({"totems": ["buffalo", "tiger"], "life": 24, **own}, {"life": 24, **enemy})
    table.s.dormant[0, 0] = 0
    pairs = exchange(table, *dice, attacker=own.get("code", "firefighter"))
    return table, [p[0] for p in pairs] + [a["dice"] for a in table.told("alone")]


@pytest.mark.rule("KLW-12.1")
def test_six_dice_hold_a_wild_die_in_either_role() -> None:
    table, _ = wild({}, {}, 1, 1, 1, 1, 1, 3, 1, 1)
    assert len(table.told("wild")) == 1
    table, _, _ = fighters({}, {"code": "acrobat", "totems": ["dog", "pig"], "life": 20})
    exchange(table, 1, 1, 1, 1, 1, 1, 1, 4)
    assert [w["number"] for w in table.told("wild")] == [4]
    table, _, _ = fighters({}, {"totems": ["dog", "pig"]})
    exchange(table, 1, 1, 1, 1, 1, 1, 1)
    assert table.told("wild") == []


@pytest.mark.rule("KLW-12.2", "KLW-12.3")
@pytest.mark.example("KLW-E12")
@pytest.mark.parametrize(("die", "count"), [(6, 6), (1, 1)])
def test_exceptional_success_and_catastrophic_failure(die: int, count: int) -> None:
    _, dice = wild({}, {}, 1, 2, 2, 4, 5, die, 1, 1)
    assert dice == [count] * 6


@pytest.mark.rule("KLW-12.4")
def test_any_other_wild_result_is_an_ordinary_die() -> None:
    _, dice = wild({"totems": ["eagle", "tiger"], "code": "surgeon"}, {"asleep": 9}, 6, 5, 3, 3, 3, 4, 1, 1)
    assert dice == [6, 5, 4, 3, 3, 3]


@pytest.mark.rule("KLW-12.5")
def test_nothing_changes_a_fixed_roll() -> None:
    _, dice = wild({"items": ["grenade"]}, {}, 6, 6, 6, 6, 6, 1, 1, 1)
    assert dice == [1] * 6
    _, dice = wild({}, {"code": "acrobat"}, 1, 1, 1, 1, 1, 6, 1, 1, 1)
    assert dice == [6] * 6


@pytest.mark.rule("KLW-12.6")
def test_rerolls_never_touch_the_wild_die() -> None:
    table, dice = wild({"items": ["loadeddie"]}, {}, 5, 5, 5, 5, 5, 1, 1, 1)
    assert dice == [1] * 6 and table.s.loaded_n == 0


@pytest.mark.rule("KLW-12.7")
def test_fewer_than_six_dice_have_no_wild_die() -> None:
    table, _, _ = fighters({"code": "duellist", "totems": ["buffalo"]}, {})
    table.dice(1, 1, 1, 1, 1, 1, 1)
    table.play("attack duellist", "dice 5")
    assert table.told("wild") == []


@pytest.mark.rule("KLW-12.8")
def test_the_corsair_plunders_on_an_exceptional_success() -> None:
    table, _ = wild({"code": "corsair"}, {"items": ["grenade"]}, 1, 1, 1, 1, 1, 6, 1, 1)
    assert table.asked == 0 and table.phase == "pick_item"
    assert table.play("pick_item grenade").held(0) == ["grenade"]


@pytest.mark.rule("KLW-12.9")
@pytest.mark.parametrize(("own", "lost"), [(6, 0), (1, 6)])
def test_each_wild_die_governs_its_own_roll(own: int, lost: int) -> None:
    table, _ = wild({}, {"code": "acrobat", "totems": ["dog", "pig"]}, 2, 2, 2, 2, 2, own, 2, 2, 2, 2, 2, 6)
    assert table.life(0) == 24 - lost and table.life(4) == 24


def test_a_die_shows_one_to_six() -> None:
    table = Table().ready()
    rolled = [int(roll_die(table.match.state[0])) for _ in range(240)]
    assert set(rolled) == {1, 2, 3, 4, 5, 6} and 3.2 < sum(rolled) / 240 < 3.8
