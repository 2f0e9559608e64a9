"""Chapters 6, 15 and 16: the turn, players without Hosts, the end of a turn and the hand."""

from __future__ import annotations

import pytest

from bestiary.games.klaw.state import IS

from .table import Table, duel


@pytest.mark.rule("KLW-6.1")
def test_nobody_is_skipped() -> None:
    table = Table(players=4)
    for seat, code in ((0, "firefighter"), (1, "surgeon"), (3, "sentinel")):
        table.host(seat, code)
    table.turn(1, 21)
    table.play("pass")
    assert table.asked == 2 and table.choices() == ["pass"]


@pytest.mark.rule("KLW-6.2")
@pytest.mark.parametrize("markers", ["whole", "short"])
def test_the_steps_of_a_turn(markers: str) -> None:
    table, own, _ = duel(
        "berserker", own={"totems": ["goat"], "burning": 3, "life": 3, "poisoned": 0}, round_markers=markers
    )
    table.hand(0, "safehouse")
    table.play("action safehouse")
    table.pass_until(22)
    assert table.life(own) == 5  # 3 + 2 from the Safehouse, - 2 from the fire, + 2 from Graze
    kinds = [h.kind for h in table.match.events(None) if h.kind in ("turn", "burns", "gains")]
    assert kinds[-3:] == ["turn", "burns", "gains"]
    assert ("protected" in table.marks(own)) == (markers == "whole")
    assert "protected" not in table.pass_until(23).marks(own)


@pytest.mark.rule("KLW-6.3", "KLW-6.4")
def test_one_main_choice_with_one_card() -> None:
    table, own, _ = duel()
    table.hand(0, "grenade", "knife")
    table.play("item grenade")
    assert table.asked == 1 and table.items(own) == ["grenade"]
    assert table.s.hand_n[0] == 2  # one played, one drawn


@pytest.mark.rule("KLW-6.5", "KLW-16.2")
def test_a_player_may_always_pass() -> None:
    table, _, _ = duel()
    table.hand(0, "tiger", "shot", "medkit", "plate", "knife")
    assert {"pass", "totem", "attack"} <= table.verbs()
    assert table.play("pass").s.hand_n[0] == 6


@pytest.mark.rule("KLW-6.6")
def test_a_card_without_a_target_or_use_is_refused() -> None:
    table, _, enemy = duel(enemy={"protected": 3})
    table.hand(0, "sabotage", "gasmain", "antidote", "stakeout")
    table.refuses("action gasmain", "KLW-6.6")
    table.refuses("consume antidote", "KLW-6.6")
    table.s.mark[enemy, IS.PROTECTED] = 0
    table.refuses("action sabotage", "KLW-6.6")
    assert table.offers("item antidote")


@pytest.mark.rule("KLW-6.7")
def test_a_main_choice_is_carried_through() -> None:
    table = Table(players=3)
    for seat, code in enumerate(("firefighter", "surgeon", "sentinel")):
        table.host(seat, code)
    table.hand(0, "shot")
    table.play("action shot")
    assert sorted(table.choices()) == ["target sentinel", "target surgeon"]
    table.refuses("pass", "KLW-6.7")


@pytest.mark.rule("KLW-15.1")
def test_a_player_without_anything_stays_in_the_game() -> None:
    table = Table(players=4)
    for seat, code in ((0, "firefighter"), (1, "surgeon"), (2, "sentinel")):
        table.host(seat, code)
    table.turn(2, 22)
    table.play("pass")
    before = int(table.s.hand_n[3])
    table.play("pass", "keep")
    assert table.s.hand_n[3] == before + 1


@pytest.mark.rule("KLW-15.2", "KLW-15.5")
def test_without_hosts_only_deploying_and_passing_are_offered() -> None:
    table = Table()
    table.host(1, "surgeon")
    table.hand(0, "firefighter", "tiger", "grenade")
    assert sorted(table.choices()) == ["deploy firefighter", "pass"]
    table.refuses("totem tiger", "KLW-15.2")
    table.hand(0, "shot", "dart", "medkit", "plate", "knife")
    table.play("pass", "keep")
    assert table.phase == "discard"


@pytest.mark.rule("KLW-15.3")
def test_without_a_host_in_hand_the_turn_is_a_draw() -> None:
    table = Table()
    table.host(1, "surgeon")
    table.hand(0, "tiger", "shot")
    assert table.choices() == ["pass"]
    assert table.play("pass").s.hand_n[0] == 3


@pytest.mark.rule("KLW-15.4")
def test_a_host_drawn_without_hosts_may_be_deployed_at_once() -> None:
    table = Table(deck=["berserker"])
    table.host(1, "surgeon")
    table.play("pass")
    assert sorted(table.choices()) == ["deploy_now berserker", "keep"]
    table.play("deploy_now berserker")
    assert table.card(0) == "berserker" and "protected" in table.marks(0)
    assert table.s.hand_n[0] == 0 and table.asked == 1


@pytest.mark.rule("KLW-15.4")
def test_it_may_be_kept_and_the_others_cannot_tell() -> None:
    told = []
    for card in ("berserker", "shot"):
        table = Table(deck=[card])
        table.host(1, "surgeon")
        table.play("pass", "keep")
        told.append(table.story(1))
        assert table.card(0) is None and table.held(0) == [card]
    assert told[0] == told[1]


@pytest.mark.rule("KLW-15.6")
@pytest.mark.parametrize(("option", "choices"), [("steal_only", 2), ("any", 3)])
def test_without_hosts_only_host_stealing_actions(option: str, choices: int) -> None:
    table = Table(hostless_actions=option)
    table.host(1, "surgeon")
    table.hand(0, "molotov", "turncoat")
    assert len(table.choices()) == choices
    if option == "steal_only":
        table.refuses("action molotov", "KLW-15.6")


@pytest.mark.rule("KLW-15.7")
def test_a_player_who_loses_the_last_host_at_the_start_goes_on() -> None:
    table, _, enemy = duel(enemy={"poisoned": 1, "life": 1})
    table.hand(1, "berserker")
    table.play("pass")
    assert table.card(enemy) is None and table.offers("deploy berserker")


@pytest.mark.rule("KLW-16.1")
def test_playing_a_card_ends_with_a_draw() -> None:
    table, _, _ = duel()
    table.hand(0, "grenade", "shot", "dart", "plate", "knife", "tiger")
    assert table.play("item grenade").s.hand_n[0] == 6


@pytest.mark.rule("KLW-16.3")
def test_no_card_is_drawn_after_a_fight() -> None:
    table, _, _ = duel(own={"totems": ["rabbit"]}, enemy={"totems": ["dog"], "items": ["smoke"]})
    table.hand(0, "shot", "dart")
    table.play("attack firefighter", "fight_item smoke")
    assert table.s.hand_n[0] == 2 and table.asked == 1


@pytest.mark.rule("KLW-16.4")
def test_no_card_is_drawn_without_a_card_from_the_hand() -> None:
    table, _, _ = duel(own={"totems": ["tiger", "dog"]})
    table.hand(0, "shot", "dart", "plate", "knife", "grenade", "key")
    assert table.play("remove dog").s.hand_n[0] == 7


@pytest.mark.rule("KLW-16.5", "KLW-16.6")
def test_the_ninth_card_leads_to_a_discard_of_free_choice() -> None:
    table = Table(deck=["tiger"])
    table.host(0, "firefighter")
    table.host(1, "surgeon")
    table.hand(0, "shot", "dart", "plate", "knife", "grenade", "key", "medkit", "salts")
    table.play("pass")
    assert table.phase == "discard" and table.asked == 0 and len(table.choices()) == 9
    assert table.offers("discard tiger")
    table.refuses("pass", "KLW-16.5")
    assert table.play("discard shot").s.hand_n[0] == 8


@pytest.mark.rule("KLW-16.7")
def test_a_hand_that_grows_in_another_turn_is_trimmed_at_once() -> None:
    table, _, _ = duel(enemy={"totems": ["tiger"]})
    table.hand(0, "banishment")
    table.hand(1, "shot", "dart", "plate", "knife", "grenade", "key", "medkit", "salts")
    table.play("action banishment", "decline")
    assert table.phase == "discard" and table.asked == 1 and table.s.turn == 0
    table.play("discard shot")
    assert table.s.turn == 1 and "tiger" in table.held(1)


@pytest.mark.rule("KLW-16.8")
def test_an_empty_deck_gives_nothing() -> None:
    table = Table(deck=[])
    table.host(0, "firefighter")
    table.host(1, "surgeon")
    table.hand(0, "shot", "dart", "plate", "knife", "grenade")
    table.pile("medkit1", "medkit2", "key")
    table.play("pass")
    assert table.s.hand_n[0] == 5 and table.s.deck_n == 0 and len(table.discards()) == 3


@pytest.mark.rule("KLW-16.9")
def test_a_totem_discarded_from_the_hand_goes_to_the_pile() -> None:
    table, _, _ = duel()
    table.hand(0, "tiger", "dart", "plate", "knife", "grenade", "key", "medkit", "salts")
    table.play("pass", "discard tiger")
    assert table.s.deck_n == 29 and "tiger" in table.discards()


@pytest.mark.rule("KLW-16.10")
def test_the_turns_go_round() -> None:
    table = Table(players=3)
    for seat, code in enumerate(("firefighter", "surgeon", "sentinel")):
        table.host(seat, code)
    table.turn(1, 0)
    order = []
    for _ in range(6):
        order.append(table.ready().asked)
        table.play("pass")
    assert order == [1, 2, 0, 1, 2, 0]
