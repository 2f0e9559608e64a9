"""Every Instant Action, in one short story each; and all cards have such a story."""

from __future__ import annotations

from typing import Any

from . import test_hosts, test_items, test_totems
from .table import CONTENT, Table, duel

HELD = ("tiger", "plate", "key")


def act(action: str, *, own: dict[str, Any] | None = None, enemy: dict[str, Any] | None = None) -> Table:
    """Seat 0 (Ragna) plays an Action; seat 1 (Mara, three cards in hand) does not answer."""
    table, _, _ = duel("berserker", "surgeon", own=own, enemy=enemy)
    table.hand(0, action, "shot3")
    table.hand(1, *HELD)
    table.play(f"action {action}")
    return table.decline() if table.phase == "answer" else table


def test_shot() -> None:
    assert act("shot").life(4) == 6


def test_bloodprice() -> None:
    table = act("bloodprice")
    assert (table.life(4), table.life(0)) == (4, 9)


def test_backlash() -> None:
    assert act("backlash", enemy={"totems": ["dog", "goat"], "life": 20}).told("loses")[0]["number"] == 4


def test_gasmain() -> None:
    table, own, enemy = duel()
    other = table.host(1, "bailiff", support=True)
    table.hand(0, "gasmain")
    table.play("action gasmain")
    assert [table.life(h) for h in (own, enemy, other)] == [9, 8, 5]


def test_dart() -> None:
    assert act("dart").told("marks")[0]["host"] == 0


def test_molotov() -> None:
    table = act("molotov")
    assert table.marks(4) == {"burning": 2} and table.life(4) == 7  # its first turn has begun


def test_tranquilizer() -> None:
    assert act("tranquilizer").marks(4) == {"asleep": 2}


def test_lullaby() -> None:
    table = act("lullaby", enemy={"totems": ["goat", "dog"]})
    assert table.asked == 0
    assert table.play("pick_totem dog").dormant(4) == ["dog"] and table.s.dormant[4, 1] == 3


def test_shackles() -> None:
    table = act("shackles")
    assert table.marks(4) == {"shackled": 3} and table.life(4) == 8


def test_pickpocket() -> None:
    table = act("pickpocket", enemy={"items": ["knife", "coat"]})
    assert table.asked == 0
    assert "coat" in table.play("pick_item coat").held(0) and table.items(4) == ["knife"]


def test_sleight() -> None:
    table = act("sleight")
    assert table.s.hand_n[1] == 2 and len(set(HELD) & set(table.held(0))) == 1


def test_turncoat() -> None:
    table = act("turncoat", enemy={"items": ["knife"], "life": 5})
    assert table.card(1) == "surgeon" and table.items(1) == ["knife"] and table.life(1) == 5
    assert table.life(0) == 4  # of 11
    table = act("turncoat", own={"life": 7})
    assert table.card(0) == "surgeon" and table.discards() == ["berserker", "turncoat"]


def test_pressgang() -> None:
    table, _, _ = duel()
    table.hand(0, "pressgang")
    table.hand(1, "tiger", "surgeon")
    table.play("action pressgang", "decline")
    assert table.choices() == ["take surgeon"]
    assert "surgeon" in table.play("take surgeon").held(0) and table.held(1) == ["tiger"]
    assert table.life(0) == 3  # of 9
    table, _, _ = duel(own={"life": 6})
    table.hand(0, "pressgang")
    table.hand(1, "surgeon")
    table.play("action pressgang", "decline", "take surgeon", "deploy_now surgeon")
    assert table.card(0) == "surgeon" and table.life(0) == 9


def test_exorcism() -> None:
    table = act("exorcism", enemy={"totems": ["goat", "dog"]})
    assert table.asked == 1
    assert table.play("pick_totem dog").totems(4) == ["goat"] and "dog" in table.deck() + table.held(0)


def test_banishment() -> None:
    table = act("banishment", enemy={"totems": ["goat", "dog"]})
    assert table.choices() == ["pick_totem goat1", "pick_totem dog1"]
    assert table.asked == 0 and "dog" in table.play("pick_totem dog").held(1)


def test_heist() -> None:
    table = act("heist", enemy={"totems": ["goat", "dog"]})
    assert table.asked == 1 and table.play("pick_totem dog").totems(0) == ["dog"]


def test_overload() -> None:
    table, _, enemy = duel(enemy={"totems": ["goat", "dog"]})
    table.hand(0, "overload")
    table.dice(1)
    assert table.play("action overload", "decline").totems(enemy) == []
    table, _, _ = duel(enemy={"totems": ["goat"]})
    table.hand(0, "overload")
    table.refuses("action overload", "KLW-6.6")


def test_interrogation() -> None:
    table = act("interrogation")
    assert sorted(table.choices()) == ["take key1", "take plate1", "take tiger1"]
    table.play("take tiger1")
    assert "tiger" in table.discards()
    assert [c["name"] for c in table.match.view(0)["seats"][1]["known"]] == ["Plate Harness", "Shackle Key"]


def test_crossedwires() -> None:
    table = act("crossedwires")
    assert table.held(1) == ["shot"] and set(HELD) <= set(table.held(0))


def test_sabotage() -> None:
    table = act("sabotage", enemy={"items": ["knife", "coat"]})
    assert table.items(4) == [] and {"knife", "coat"} <= set(table.discards())


def test_quickswap() -> None:
    table = act("quickswap", own={"items": ["knife"]}, enemy={"items": ["coat", "plate2"]})
    assert table.items(0) == ["coat", "plate"] and table.items(4) == ["knife"]


def test_purge() -> None:
    table = act("purge", own={"poisoned": 1, "haunted": 1, "life": 5})
    assert table.marks(0) == {} and table.life(0) == 7


def test_safehouse() -> None:
    table = act("safehouse", own={"life": 5})
    assert "protected" in table.marks(0) and table.life(0) == 7
    table, _, _ = duel(own={"protected": 3, "life": 24})
    table.hand(0, "safehouse")
    table.refuses("action safehouse", "KLW-6.6")


def test_stakeout() -> None:
    table = act("stakeout")
    assert table.phase == "pick_scouted" and len(table.choices()) == 4


# ---- the Forgotten Totems -------------------------------------------------------------------------


def test_coldsnap() -> None:
    table = act("coldsnap")
    assert table.marks(4) == {"frozen": 2} and table.life(4) == 7


def test_bloodscent() -> None:
    assert act("bloodscent").marks(4) == {"frenzied": 2}


def test_gravewhisper() -> None:
    table = act("gravewhisper", enemy={"totems": ["goat", "dog"]})
    assert table.marks(4) == {"haunted": 1} and len(table.dormant(4)) == 1


def test_panic() -> None:
    table = act("panic")
    assert table.s.hand_n[1] == 1 and len(table.discards()) == 3


def test_secondwind() -> None:
    table = act("secondwind", own={"resting": 3, "shackled": 2, "poisoned": 1, "life": 5})
    assert table.marks(0) == {"poisoned": 1} and table.life(0) == 8


def test_every_card_has_its_story() -> None:
    told = {name[5:] for module in (test_hosts, test_totems, test_items) for name in vars(module)}
    told |= {name[5:] for name in globals()}
    codes = {card.code.rstrip("0123456789") for card in CONTENT.cards}
    assert codes - told == set()
