"""Chapter 3: states."""

from __future__ import annotations

import pytest

from bestiary.core.record import EMPTY
from bestiary.games.klaw.events import RESULT
from bestiary.games.klaw.rules.field import cure, has_any_state
from bestiary.games.klaw.state import IS, NOBODY

from .table import Table, duel, pool


@pytest.mark.rule("KLW-3.1", "KLW-3.15")
def test_a_state_put_on_again_starts_again() -> None:
    table, _, enemy = duel("berserker", enemy={"burning": 1, "life": 10})
    table.hand(0, "molotov")
    table.play("action molotov", "decline")
    assert table.marks(enemy)["burning"] == 2  # 3 turns, of which one has begun
    assert table.life(enemy) == 8


@pytest.mark.rule("KLW-3.15")
def test_fire_burns_for_three_turns() -> None:
    table, own, _ = duel("berserker", own={"burning": 3, "life": 10})
    lives = [table.pass_until(22 + 2 * i).life(own) for i in range(4)]
    assert lives == [8, 6, 4, 4]


@pytest.mark.rule("KLW-3.2", "KLW-3.4")
def test_a_marker_of_one_full_round_stays_for_n_turns() -> None:
    table = Table(players=3)
    table.turn(1, 7)
    table.hand(1, "firefighter")
    table.host(0, "berserker")
    table.host(2, "surgeon")
    table.play("deploy firefighter")
    table.play("attack surgeon")
    assert table.told("fights")[0]["other"] == table.s.host[0]  # the only one open to seat 2
    table.roll_on().pass_until(10)
    assert "protected" in table.marks(4)
    table.pass_until(11)
    assert "protected" not in table.marks(4)


@pytest.mark.rule("KLW-3.2")
@pytest.mark.parametrize(("option", "open_in_9"), [("whole", False), ("short", True)])
def test_a_short_marker_is_gone_at_the_start_of_turn_t_plus_n(option: str, open_in_9: bool) -> None:
    table = Table(players=3, round_markers=option)
    table.turn(1, 7)
    table.host(0, "berserker")
    tobias = table.host(1, "firefighter", protected=4 if option == "whole" else 3)
    table.hand(1, "safehouse")
    table.turn(0, 6)
    table.s.mark[tobias, IS.PROTECTED] = 4 if option == "whole" else 3  # placed in turn 6, seat 0's
    table.pass_until(8)
    assert "protected" in table.marks(tobias)
    table.pass_until(9)
    assert table.offers("attack berserker") == open_in_9


@pytest.mark.rule("KLW-3.3", "KLW-3.8")
def test_sleep_is_counted_in_own_turns() -> None:
    table, _, enemy = duel(second="berserker")
    table.hand(0, "tranquilizer")
    table.play("action tranquilizer", "decline")
    table.refuses("attack berserker", "KLW-3.8")
    table.pass_until(23)
    assert "asleep" in table.marks(enemy)
    table.pass_until(24)
    assert "asleep" not in table.marks(enemy)


@pytest.mark.rule("KLW-3.3")
def test_a_reflected_sleep_lasts_for_the_senders_next_two_turns() -> None:
    table, own, _ = duel(enemy={"items": ["mirror"]})
    table.hand(0, "tranquilizer")
    table.play("action tranquilizer", "answer_item mirror")
    assert "asleep" in table.pass_until(22).marks(own)
    assert "asleep" in table.pass_until(24).marks(own)
    assert "asleep" not in table.pass_until(25).marks(own)


@pytest.mark.rule("KLW-3.4")
def test_a_protected_host_cannot_be_attacked() -> None:
    table = Table()
    table.host(0, "firefighter")
    table.turn(1, 4)
    table.hand(1, "berserker")
    table.play("deploy berserker")
    table.refuses("attack firefighter", "KLW-3.4")
    table.pass_until(7)
    assert table.marks(4) == {}


@pytest.mark.rule("KLW-3.5")
@pytest.mark.parametrize(("scope", "playable"), [("all", False), ("combat", True)])
def test_protection_covers_instant_actions_by_default(scope: str, playable: bool) -> None:
    table, _, _ = duel(enemy={"protected": 2}, protected_scope=scope)
    table.hand(0, "molotov", "gasmain")
    if playable:
        assert table.offers("action molotov") and table.offers("action gasmain")
        table.refuses("attack firefighter", "KLW-3.4")
    else:
        table.refuses("action molotov", "KLW-3.5")
        table.refuses("action gasmain", "KLW-6.6")


@pytest.mark.rule("KLW-3.6")
def test_a_protected_host_may_attack_and_be_hurt() -> None:
    table, own, _ = duel(own={"protected": 3}, enemy={"items": ["smoke"]})
    table.dice(1, 1, 6, 6)
    table.play("attack firefighter", "fight_item smoke")
    assert table.life(own) == 7


@pytest.mark.rule("KLW-3.7")
def test_attacking_does_not_end_protection() -> None:
    table = Table(players=3)
    table.host(0, "berserker")
    own = table.host(1, "firefighter", totems=["horse", "rabbit"], life=20)
    table.host(2, "surgeon")
    table.host(2, "cutpurse", support=True, life=1)
    table.turn(0, 6)
    table.dice(1, 1, 1, 1, 1, 1)
    table.play("attack berserker", "target firefighter", "flee rabbit")
    table.dice(6, 6, 6, 1, 1)
    table.play("attack firefighter", "target cutpurse")
    assert table.asked == 2 and "protected" in table.marks(own) and "resting" not in table.marks(own)
    assert table.s.turns == 8
    table.refuses("attack surgeon", "KLW-3.4")


@pytest.mark.rule("KLW-3.8")
def test_an_asleep_host_cannot_act_but_its_player_can() -> None:
    table, _, _ = duel(own={"asleep": 2, "items": ["medkit"], "life": 5})
    table.hand(0, "shot")
    table.refuses("attack firefighter", "KLW-3.8")
    table.refuses("use medkit", "KLW-3.8")
    assert table.offers("action shot")


@pytest.mark.rule("KLW-3.9")
def test_an_asleep_host_rolls_its_dice_and_nothing_else_works() -> None:
    table = Table()
    table.host(0, "firefighter")
    goro = table.host(1, "sentinel", totems=["dog"], items=["kevlar"], asleep=2)
    table.dice(4, 4, 4, 4, 1, 1, 2)
    table.play("attack firefighter").roll_on()
    assert pool(table, goro, "defence") == 5
    first = table.told("pairs")[:2]
    assert [(p["dice"], p["others"], p["result"]) for p in first] == [(4, 4, 1), (4, 4, 1)]
    assert table.told("guards") == []
    assert [alone["result"] for alone in table.told("alone")][:3] == [RESULT.A_BLOCK] * 3


@pytest.mark.rule("KLW-3.9")
@pytest.mark.parametrize(("sleepers", "life"), [("block", 9), ("strike", 6)])
def test_the_dice_of_a_sleeper_only_block(sleepers: str, life: int) -> None:
    table = Table(sleepers=sleepers)
    tobias = table.host(0, "firefighter", life=9, items=["smoke"])
    table.host(1, "sentinel", asleep=2)
    table.dice(1, 1, 6, 6, 6)
    table.play("attack firefighter")
    assert table.life(tobias) == life


@pytest.mark.rule("KLW-3.10", "KLW-3.11")
@pytest.mark.example("KLW-E23")
def test_attacking_a_sleeper() -> None:
    table = Table()
    tobias = table.host(0, "firefighter", items=["smoke"])
    goro = table.host(1, "sentinel", items=["kevlar"], asleep=2)
    table.dice(4, 3, 4, 3, 1)
    table.play("attack firefighter")
    assert (table.life(tobias), table.life(goro)) == (9, 8)
    assert len(table.told("sleeps")) == 1 and table.s.exchange == 3
    table.dice(5, 5, 4, 4, 1, 6, 6, 5)
    table.play("roll")
    assert (table.life(tobias), table.life(goro)) == (9, 5)
    assert "asleep" not in table.marks(goro)
    assert table.s.exchange == 5


@pytest.mark.rule("KLW-3.12")
def test_a_dormant_totem_gives_neither_dice_nor_power() -> None:
    table, own, _enemy = duel(own={"totems": ["tiger"]}, enemy={"life": 20})
    table.s.dormant[own, 0] = 2
    table.dice(6, 6, 1, 1, 6, 1, 1)
    table.play("attack firefighter")
    assert table.told("rolls")[0]["dice"] == 66
    assert table.told("loses") == []


@pytest.mark.rule("KLW-3.13")
def test_a_dormant_totem_still_counts_as_carried() -> None:
    table, _, enemy = duel(enemy={"totems": ["tiger", "dog"], "life": 14})
    table.hand(0, "lullaby")
    table.hand(1, "goat")
    table.dice(2)
    table.play("action lullaby", "decline", "pick_totem dog")
    assert table.life(enemy) == 14
    table.play("totem goat")
    assert table.told("checks")[0]["number"] == 3


@pytest.mark.rule("KLW-3.14")
def test_poison_takes_a_life_every_turn() -> None:
    table, own, _ = duel(own={"poisoned": 1, "life": 9})
    assert [table.pass_until(22 + 2 * i).life(own) for i in range(4)] == [8, 7, 6, 5]


@pytest.mark.rule("KLW-3.16")
def test_state_damage_comes_before_the_choice() -> None:
    table, _, enemy = duel(enemy={"poisoned": 1, "life": 1})
    table.hand(1, "antidote")
    table.play("pass")
    assert table.card(enemy) is None and table.asked == 1
    assert table.choices() == ["pass"]


@pytest.mark.rule("KLW-3.17")
def test_state_damage_is_dealt_in_own_turns_only() -> None:
    table = Table(players=4)
    for seat, code in enumerate(("firefighter", "surgeon", "berserker", "sentinel")):
        table.host(seat, code)
    table.s.mark[8, IS.POISONED] = 1
    assert table.pass_until(24).life(8) == 10


@pytest.mark.rule("KLW-3.18")
def test_burning_comes_before_poison() -> None:
    table, _, enemy = duel(enemy={"poisoned": 1, "burning": 2, "life": 2})
    table.play("pass")
    assert table.card(enemy) is None
    assert len(table.told("burns")) == 1 and table.told("sickens") == []


@pytest.mark.rule("KLW-3.19")
def test_a_shackled_host_cannot_begin_an_attack() -> None:
    table, _, _ = duel(own={"shackled": 2})
    table.refuses("attack firefighter", "KLW-3.19")


@pytest.mark.rule("KLW-3.20", "KLW-12.7")
@pytest.mark.example("KLW-E20")
def test_shackles_halve_the_attack_dice() -> None:
    pools = {
        ("firefighter", ("buffalo", "tiger")): 3,
        ("firefighter", ("buffalo",)): 3,
        ("firefighter", ("tiger",)): 2,
        ("insomniac", ()): 2,
        ("firefighter", ()): 1,
        ("surgeon", ()): 1,
    }
    for (code, totems), dice in pools.items():
        table = Table()
        h = table.host(0, code, totems=totems, shackled=2)
        assert pool(table, h, "attack") == dice
        if len(totems) == 2:
            assert pool(table, h, "defence") == 2
            table.host(1, "surgeon")
            table.refuses("attack firefighter", "KLW-3.19")


@pytest.mark.rule("KLW-3.21")
def test_iron_shackles_hold_for_three_turns() -> None:
    table, _, _enemy = duel(second="berserker")
    table.hand(0, "shackles")
    table.play("action shackles", "decline")
    for turn in (21, 23, 25):
        table.pass_until(turn).refuses("attack berserker", "KLW-3.19")
    assert table.pass_until(27).offers("attack berserker")


@pytest.mark.rule("KLW-3.22", "KLW-8.4")
def test_a_cure_of_every_harmful_state_leaves_protected_and_resting() -> None:
    table, own, _ = duel(
        own={"totems": ["tiger"], "poisoned": 1, "shackled": 2, "resting": 3, "protected": 3, "life": 6}
    )
    table.s.dormant[own, 0] = 2
    table.hand(0, "purge")
    table.play("action purge")
    assert table.marks(own).keys() == {"resting", "protected"}
    assert table.dormant(own) == [] and table.life(own) == 8


@pytest.mark.rule("KLW-3.23")
def test_a_host_that_changes_sides_keeps_its_states() -> None:
    table, _, _enemy = duel(enemy={"life": 7, "poisoned": 1})
    table.hand(0, "turncoat")
    table.play("action turncoat", "decline")
    assert table.card(1) == "apothecary" and table.life(1) == 7
    assert table.marks(1)["poisoned"] == 1


@pytest.mark.rule("KLW-3.24")
def test_a_defeat_outside_a_fight_has_no_victor() -> None:
    table, _, enemy = duel(enemy={"totems": ["tiger"], "items": ["grenade"], "life": 3})
    table.hand(0, "shot")
    table.play("action shot", "decline")
    assert table.card(enemy) is None
    assert {"apothecary", "grenade"} <= set(table.discards()) and "tiger" in table.deck()
    assert table.s.hand_n[0] == 1 and table.s.hand_n[1] == 0  # the draw, and nothing else


@pytest.mark.rule("KLW-3.23")
@pytest.mark.parametrize("in_a_fight", [False, True])
def test_nothing_of_a_host_stays_behind_in_its_place(in_a_fight: bool) -> None:
    table, _, h = duel(
        "insomniac", enemy={"totems": ["dog", "goat"], "items": ["plate"], "life": 1, "poisoned": 1}
    )
    table.s.dormant[h, 0] = table.s.rest[h, 1] = 2
    table.hand(0, "shot")
    table.dice(6, 6, 6, 1, 1, 1, 1, 1, 6)
    if in_a_fight:
        table.play("attack insomniac")
    else:
        table.play("action shot", "decline")
    s = table.s
    assert s.host[h] == EMPTY and s.life[h] == s.totem_n[h] == 0 and s.champion[1] == NOBODY
    assert not s.mark[h].any() and not s.dormant[h].any() and not s.rest[h].any()
    assert (s.items[h] == EMPTY).all() and (s.totem[h] == EMPTY).all()


@pytest.mark.rule("KLW-3.22")
def test_a_cure_of_dormant_and_resting_totems_wakes_every_one() -> None:
    table, h, _ = duel(own={"totems": ["dog", "goat"], "poisoned": 1})
    s = table.s
    s.dormant[h, 0], s.rest[h, 1] = 2, 3
    both = (1 << IS.DORMANT) | (1 << IS.RESTING)
    state, log = table.match.state[0], table.match.engine.new_log()[0]
    assert has_any_state(state, h, 1 << IS.DORMANT) and has_any_state(state, h, 1 << IS.RESTING)
    assert not has_any_state(state, h, 1 << IS.ASLEEP) and has_any_state(state, h, 1 << IS.POISONED)
    cure(state, h, both, log)
    assert not s.dormant[h].any() and not s.rest[h].any() and not has_any_state(state, h, both)
    assert table.marks(h) == {"poisoned": 1}
