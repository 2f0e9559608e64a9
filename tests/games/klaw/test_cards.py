"""Chapters 1 and 2: the cards, and the Dizhi Laws with force of rule."""

from __future__ import annotations

from collections import Counter

import pytest

from bestiary.games.klaw import state as st
from bestiary.games.klaw.effects import TAG

from .table import CONTENT, Table, duel, number, pool

T = CONTENT.tables[0]


def cards(core: bool = True) -> list[int]:
    return [c for c in range(int(T["cards"])) if not (core and T["forgotten"][T["kind"][c]])]


@pytest.mark.rule("KLW-1.1", "KLW-1.11")
def test_the_core_deck_has_168_cards_of_four_kinds() -> None:
    sorts = Counter(CONTENT.cards[c].facts["kind"] for c in cards())
    assert sorts == {"host": 24, "totem": 24, "item": 60, "action": 60}
    names = Counter(CONTENT.cards[c].name for c in cards() if CONTENT.cards[c].facts["kind"] == "totem")
    assert names["Tiger"] == 2 and set(names.values()) == {2} and len(names) == 12


@pytest.mark.rule("KLW-1.2")
def test_every_host_is_inside_the_printed_ranges() -> None:
    hosts = [c.facts for c in CONTENT.cards if c.facts["kind"] == "host"]
    assert all(1 <= h["attack"] <= 3 and 1 <= h["defence"] <= 3 and 6 <= h["life"] <= 12 for h in hosts)
    mara = CONTENT.cards[number("surgeon")].facts
    assert (mara["attack"], mara["defence"], mara["life"]) == (1, 2, 9)


@pytest.mark.rule("KLW-1.3", "KLW-1.4")
@pytest.mark.example("KLW-E3")
def test_bare_hosts_roll_their_printed_dice() -> None:
    table = Table()
    tobias, goro = table.host(0, "firefighter"), table.host(1, "sentinel")
    assert pool(table, tobias, "attack") == 2
    assert pool(table, goro, "defence") == 3


@pytest.mark.rule("KLW-1.5", "KLW-7.3")
def test_a_deployed_host_has_its_printed_life_and_nothing_else() -> None:
    table = Table()
    table.host(1, "firefighter")
    table.hand(0, "berserker")
    table.play("deploy berserker")
    assert table.life(0) == 11
    assert table.marks(0).keys() == {"protected"}
    assert table.totems(0) == table.items(0) == []


@pytest.mark.rule("KLW-1.6")
def test_a_talent_in_the_hand_does_nothing() -> None:
    table, tobias, _ = duel(own={"totems": ["tiger"]})
    table.hand(0, "abbess", "dog")
    table.dice(1)
    table.play("totem dog")
    assert table.totems(tobias) == []  # a 1 with two Totems fails; Teodora's +1 did not help


@pytest.mark.rule("KLW-1.7", "KLW-1.14")
@pytest.mark.example("KLW-E4")
def test_totems_change_attack_dice_but_never_below_one() -> None:
    table = Table()
    assert pool(table, table.host(0, "firefighter", totems=["rabbit"]), "attack") == 1
    assert pool(table, table.host(0, "surgeon", totems=["rabbit2"]), "attack") == 1
    assert pool(table, table.host(1, "firefighter", totems=["tiger"]), "attack") == 4


@pytest.mark.rule("KLW-1.8")
def test_totem_defence_counts_in_the_defender_role() -> None:
    table = Table()
    mara = table.host(0, "surgeon", totems=["dog"])
    assert (pool(table, mara, "attack"), pool(table, mara, "defence")) == (1, 4)


@pytest.mark.rule("KLW-1.9")
@pytest.mark.parametrize(("totem", "life"), [("pig", 15), ("snake", 7)])
def test_totems_change_life(totem: str, life: int) -> None:
    table, own, _ = duel("surgeon")
    table.hand(0, totem)
    table.play(f"totem {totem}")
    assert table.life(own) == life


@pytest.mark.rule("KLW-1.10")
def test_a_power_works_on_a_host_and_not_in_the_hand() -> None:
    table, own, _ = duel(own={"life": 8})
    table.hand(0, "goat")
    assert table.pass_until(22).life(own) == 8
    table, own, _ = duel(own={"life": 8, "totems": ["goat"]})
    assert table.pass_until(22).life(own) == 10


@pytest.mark.rule("KLW-1.12", "KLW-18.4")
def test_life_never_exceeds_24() -> None:
    table, own, _ = duel(own={"life": 22})
    table.hand(0, "goat")
    assert table.play("totem goat").life(own) == 24
    table, own, _ = duel(own={"life": 21})
    table.hand(0, "medkit")
    assert table.play("consume medkit").life(own) == 24
    table, own, _ = duel(own={"life": 22})
    table.hand(0, "pig")
    table.play("totem pig").pass_until(22).play("remove pig")
    assert table.life(own) == 18


@pytest.mark.rule("KLW-1.13", "KLW-11.1")
def test_never_more_than_six_dice() -> None:
    table = Table()
    own = table.host(0, "firefighter", totems=["buffalo", "tiger"])
    assert pool(table, own, "attack") == 6


@pytest.mark.rule("KLW-1.15")
def test_an_item_changes_values_not_the_number_of_dice() -> None:
    table = Table()
    assert pool(table, table.host(0, "insomniac", items=["grenade"]), "attack") == 3


@pytest.mark.rule("KLW-1.16", "KLW-1.17")
@pytest.mark.parametrize(("before", "after"), [(23, 24), (4, 7)])
def test_life_from_an_item_is_added_once_and_stays(before: int, after: int) -> None:
    table, own, _ = duel(own={"life": before})
    table.hand(0, "coat")
    table.hand(1, "pickpocket")
    table.play("item coat")
    assert table.life(own) == after
    table.play("action pickpocket", "decline")
    assert table.life(own) == after and table.items(own) == []


@pytest.mark.rule("KLW-1.18")
def test_gear_stays_and_a_used_consumable_is_discarded() -> None:
    table, own, _ = duel(own={"items": ["grenade", "medkit"], "life": 20}, enemy={"life": 20})
    table.dice(1, 1, 1, 1, *[1] * 30)
    table.play("attack firefighter", "fight_item medkit")
    while table.phase == "fight_role":
        table.play("roll")
    assert "grenade" in table.items(own)
    assert "medkit" in table.discards()


@pytest.mark.rule("KLW-1.19")
def test_items_change_singularity_checks() -> None:
    table, own, _ = duel(own={"totems": ["tiger", "dog", "goat"], "items": ["beads"]})
    table.hand(0, "horse")
    table.dice(2)
    assert len(table.play("totem horse").totems(own)) == 4


@pytest.mark.rule("KLW-1.20")
def test_an_instant_action_acts_at_once() -> None:
    table, _, enemy = duel(second="surgeon")
    table.hand(0, "shot")
    table.play("action shot", "decline")
    assert table.life(enemy) == 6


@pytest.mark.rule("KLW-1.21")
def test_markers_never_run_out() -> None:
    table = Table(players=4, mode="were_squad", squad_size=4)
    hosts = [c.code for c in CONTENT.cards if c.facts["kind"] == "host"][:16]
    totems = [c.code for c in CONTENT.cards if c.facts["kind"] == "totem"][:16]
    places = [table.host(i // 4, hosts[i], totems=[totems[i]], poisoned=1) for i in range(16)]
    for h in places:
        table.s.dormant[h, 0] = 2
    table.ready()
    view = table.match.view(3)
    shown = [host for seat in view["seats"] for host in seat["hosts"]]
    assert len(shown) == 16 and all("poisoned" in host["states"] for host in shown)
    assert all(host["totems"][0]["dormant"] for host in shown)


@pytest.mark.rule("KLW-1.22")
def test_everything_on_a_host_is_open_to_all() -> None:
    table = Table(players=4)
    table.host(
        2, "firefighter", totems=["tiger", "dog", "goat"], items=["grenade", "medkit"], life=17, poisoned=1
    )
    table.ready()
    seen = [table.match.view(seat)["seats"][2]["hosts"] for seat in (-1, 0, 1, 2, 3)]
    assert all(s == seen[0] for s in seen)
    host = seen[0][0]
    assert len(host["items"]) == 2 and len(host["totems"]) == 3 and host["life"] == 17
    assert [(name, state["lasts"]) for name, state in host["states"].items()] == [("poisoned", "until cured")]


@pytest.mark.rule("KLW-1.23")
def test_healing_may_pass_the_printed_life() -> None:
    table, own, _ = duel("surgeon")
    table.hand(0, "medkit")
    assert table.play("consume medkit").life(own) == 14


@pytest.mark.rule("KLW-2.1")
def test_a_host_without_totems_is_bare() -> None:
    table, _, enemy = duel(enemy={"totems": ["tiger"]})
    table.hand(0, "turncoat")
    table.refuses("action turncoat", "KLW-6.6")
    table.s.totem[enemy, 0] = st.NOBODY
    table.s.totem_n[enemy] = 0
    assert table.offers("action turncoat")


@pytest.mark.rule("KLW-2.2")
def test_totems_are_never_destroyed() -> None:
    table = Table(deck=40)
    table.host(0, "firefighter")
    table.host(1, "surgeon", totems=["rat"], life=1, poisoned=1)
    table.ready().play("pass")
    assert "rat" in table.deck() and table.s.deck_n == 39 + 1
    assert table.discards() == ["surgeon"]


@pytest.mark.rule("KLW-2.3")
def test_binomials_may_lie_on_two_hosts() -> None:
    table, own, enemy = duel(enemy={"totems": ["tiger2"]})
    table.hand(0, "tiger1")
    table.play("totem tiger1")
    assert table.totems(own) == table.totems(enemy) == ["tiger"]


@pytest.mark.rule("KLW-2.4")
def test_a_host_cannot_carry_both_binomials() -> None:
    table, _, _ = duel(own={"totems": ["tiger1"]})
    table.hand(0, "tiger2")
    table.refuses("totem tiger2", "KLW-2.4")


@pytest.mark.rule("KLW-2.5")
def test_several_totems_add_up() -> None:
    table, own, _ = duel()
    table.hand(0, "tiger", "goat")
    table.dice(2)
    table.play("totem tiger", "pass", "totem goat")
    assert (pool(table, own, "attack"), pool(table, own, "defence"), table.life(own)) == (4, 3, 9)
    assert table.play("pass").life(own) == 11  # Graze


@pytest.mark.rule("KLW-2.6")
def test_a_totem_works_from_the_moment_it_is_attached() -> None:
    table, _own, _ = duel("surgeon", "firefighter", own={"life": 20})
    table.hand(0, "rabbit")
    table.dice(1, 1, 1, 1, 1, 1)
    table.play("totem rabbit", "attack firefighter")
    assert table.told("rolls")[0]["others"] == 1111
    assert table.offers("flee rabbit")


def test_the_tags_of_states_are_those_of_the_card_file() -> None:
    assert T["state_tag"][st.IS.POISONED] == 1 << TAG.POISON
    assert T["state_tag"][st.IS.PROTECTED] == 0
