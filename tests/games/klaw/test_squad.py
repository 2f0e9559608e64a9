"""Chapter 20: Were-Squad and the Forgotten Totems."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bestiary import Match
from bestiary.core.record import readable
from bestiary.games.klaw.state import IS

from .table import CONTENT, Table, duel, pool


def squad(**options: Any) -> Table:
    return Table(mode="were_squad", **options)


@pytest.mark.rule("KLW-20.1", "KLW-20.4")
def test_a_further_host_may_be_deployed() -> None:
    table = squad()
    table.host(0, "firefighter")
    table.host(0, "sentinel")
    table.host(1, "surgeon")
    table.hand(0, "berserker")
    table.play("deploy berserker")
    assert table.card(2) == "berserker" and "protected" in table.marks(2) and table.s.hand_n[0] == 1


@pytest.mark.rule("KLW-20.2")
def test_a_full_squad_takes_no_more_hosts() -> None:
    table = squad(squad_size=3)
    for code in ("firefighter", "sentinel", "surgeon"):
        table.host(0, code)
    table.host(1, "apothecary")
    table.hand(0, "berserker", "bailiff", "turncoat")
    table.refuses("deploy berserker", "KLW-20.2")
    table.refuses("support bailiff", "KLW-20.2")
    table.refuses("action turncoat", "KLW-6.6")


@pytest.mark.rule("KLW-20.3")
def test_every_member_carries_totems_and_attacks() -> None:
    table = squad()
    table.host(0, "firefighter", life=5)
    table.host(1, "apothecary")
    table.hand(0, "surgeon", "tiger")
    table.turn(0, 6)
    table.play("support surgeon", "pass", "totem tiger", "host surgeon", "pass")
    assert table.s.turns == 10 and table.totems(1) == ["tiger"] and table.offers("attack surgeon")


@pytest.mark.rule("KLW-20.6")
def test_the_squad_has_one_main_choice() -> None:
    table = squad()
    table.host(0, "firefighter")
    table.host(0, "sentinel")
    table.host(1, "apothecary", life=1)
    table.dice(6, 6, 1, 1)
    table.play("attack firefighter")
    assert table.asked == 1


@pytest.mark.rule("KLW-20.7")
def test_a_partner_lends_its_talent_once() -> None:
    table = squad()
    table.host(0, "firefighter", life=10)
    table.host(0, "surgeon", totems=["tiger"])
    table.host(1, "apothecary", life=24)
    table.dice(*[1] * 7)
    table.play("attack firefighter", "lend surgeon")
    assert table.told("gains")[0]["number"] == 1
    assert table.has_no("lend surgeon")


@pytest.mark.rule("KLW-20.8")
def test_each_host_makes_its_own_checks() -> None:
    table = squad()
    table.host(0, "firefighter", totems=["tiger", "dog", "goat"])
    table.host(0, "sentinel", totems=["horse"])
    table.host(1, "apothecary")
    table.hand(0, "rooster")
    table.dice(2)
    table.play("totem rooster", "host sentinel")
    assert table.told("checks")[0]["number"] == 2 and len(table.totems(1)) == 2


@pytest.mark.rule("KLW-20.9")
def test_the_victor_itself_absorbs_even_beside_the_binomial() -> None:
    table = squad()
    table.host(0, "firefighter", totems=["tiger1"])
    table.host(0, "insomniac")
    table.host(1, "apothecary", totems=["tiger2"], life=1)
    table.dice(6, 6, 6, 1, 1, 1)
    table.play("attack insomniac")
    assert table.totems(1) == ["tiger"] and table.totems(0) == ["tiger"]


@pytest.mark.rule("KLW-20.10")
def test_the_champion_of_a_squad_has_the_most_totems() -> None:
    table = squad()
    table.host(0, "firefighter", totems=["horse"], life=10)
    table.host(0, "sentinel", totems=["tiger", "dog"], life=10)
    table.host(1, "apothecary")
    table.hand(0, "bloodprice")
    table.play("action bloodprice", "decline")
    assert (table.life(0), table.life(1)) == (10, 8)


@pytest.mark.rule("KLW-20.11")
def test_there_is_no_promotion() -> None:
    table = squad()
    table.host(0, "firefighter")
    table.host(1, "apothecary", life=3)
    table.host(1, "surgeon")
    table.hand(0, "shot")
    table.play("action shot", "target apothecary", "decline")
    assert table.s.lone == -1 and "promote" not in table.verbs()
    table.refuses("promote surgeon", "KLW-20.11")


# ---- the Forgotten Totems ---------------------------------------------------------------------------------


@pytest.mark.rule("KLW-20.12", "KLW-20.13")
def test_a_recommended_deck_is_drawn_from_both_sets() -> None:
    match = Match("klaw", {"forgotten": True}, seed=4)
    s = readable(match.state[0])
    cards = [int(c) for c in s.deck if c >= 0] + [int(c) for c in s.hand.ravel() if c >= 0]
    sorts = Counter(CONTENT.cards[c].facts["kind"] for c in cards)
    assert (sorts["host"], sorts["totem"], sorts["item"] + sorts["action"]) == (12, 12, 60)
    assert {CONTENT.cards[c].facts["set"] for c in cards} == {"core", "forgotten"}
    plain = Match("klaw", seed=4)
    s = readable(plain.state[0])
    in_play = [int(c) for c in s.deck if c >= 0] + [int(c) for c in s.hand.ravel() if c >= 0]
    assert {CONTENT.cards[c].facts["set"] for c in in_play} == {"core"}


@pytest.mark.rule("KLW-20.14")
def test_the_items_of_a_frozen_host_do_nothing() -> None:
    table, _own, _ = duel(
        "insomniac", own={"items": ["grenade", "medkit"], "frozen": 2}, enemy={"items": ["smoke"]}
    )
    table.refuses("use medkit", "KLW-20.14")
    table.dice(1, 3, 5, 1, 1)
    table.play("attack insomniac")
    assert [p["dice"] for p in table.told("pairs")] == [5, 3]
    assert table.told("alone")[0]["dice"] == 1


@pytest.mark.rule("KLW-20.14")
def test_frozen_is_counted_in_own_turns_and_items_can_be_stolen() -> None:
    table, _, enemy = duel(enemy={"items": ["smoke"], "frozen": 2})
    table.hand(0, "pickpocket")
    table.play("action pickpocket", "decline")
    assert table.items(enemy) == []
    assert "frozen" in table.pass_until(23).marks(enemy)
    assert "frozen" not in table.pass_until(24).marks(enemy)


@pytest.mark.rule("KLW-20.15")
def test_a_frenzied_host_must_attack_if_it_can() -> None:
    table, own, enemy = duel(own={"frenzied": 2})
    table.hand(0, "tiger")
    assert table.choices() == ["attack firefighter"]
    table.refuses("pass", "KLW-20.15")
    table.s.mark[enemy, IS.PROTECTED] = 2
    assert {"totem", "pass"} <= table.verbs()
    assert (pool(table, own, "attack"), pool(table, own, "defence")) == (3, 1)


@pytest.mark.rule("KLW-20.15")
def test_only_frenzied_members_of_a_squad_attack() -> None:
    table = squad()
    table.host(0, "firefighter", frenzied=2)
    table.host(0, "sentinel")
    table.host(1, "apothecary")
    assert table.choices() == ["attack firefighter"]
    table.refuses("attack sentinel", "KLW-20.15")


@pytest.mark.rule("KLW-20.16")
@pytest.mark.parametrize(("die", "left"), [(3, 0), (4, 3)])
def test_haunted_takes_one_from_checks(die: int, left: int) -> None:
    table, own, _ = duel(own={"totems": ["tiger", "dog"], "haunted": 1})
    table.hand(0, "goat")
    table.dice(die)
    assert len(table.play("totem goat").totems(own)) == left
    assert "haunted" in table.pass_until(28).marks(own)
