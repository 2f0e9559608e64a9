"""Every Item, in one short story each."""

from __future__ import annotations

from typing import Any

import pytest

from .table import Table, duel


def attack(item: str, *dice: int, code: str = "insomniac", **own: Any) -> list[int]:
    """What the Attack dice of a Host with an Item count, against Zephyrine asleep (three dice)."""
    own = {"life": 20, "items": [item], **own}
    table, _, _ = duel(code, "acrobat", own=own, enemy={"life": 24, "asleep": 9})
    table.dice(*dice, 1, 1, 1)
    table.play(f"attack {code}")
    return [p["dice"] for p in table.told("pairs")][:3]


def defend(item: str, *dice: int) -> list[int]:
    """What the Defence dice of Goro with an Item count, against three dice of 1."""
    table, _, _ = duel(
        "insomniac", "sentinel", own={"life": 24}, enemy={"life": 20, "items": [item, "smoke"]}
    )
    table.dice(1, 1, 1, *dice)
    table.play("attack insomniac")
    return [p["others"] for p in table.told("pairs")]


def used(item: str, **own: Any) -> Table:
    """An Item is used at once from the hand on the own Champion."""
    table, _, _ = duel("berserker", own={"life": 9, **own})
    table.hand(0, item)
    return table.play(f"consume {item}")


def answered(item: str, action: str, code: str = "surgeon") -> tuple[Table, int, int]:
    """Seat 1 answers an Action with an Item from the hand."""
    table, own, enemy = duel(
        "surgeon" if code != "surgeon" else "berserker", code, enemy={"items": ["plate"]}
    )
    table.hand(0, action)
    table.hand(1, item, "tiger")
    table.play(f"action {action}", f"answer_hand {item}")
    assert {item, action} <= set(table.discards())
    return table, own, enemy


def test_grenade() -> None:
    assert attack("grenade", 1, 2, 5) == [5, 5, 4]


def test_knife() -> None:
    assert attack("knife", 1, 2, 5) == [6, 3, 2]


def test_katana() -> None:
    assert attack("katana", 1, 2, 6) == [6, 4, 3]


def test_gauntlets() -> None:
    assert attack("gauntlets", 1, 2, 5) == [6, 3, 2]


def test_kevlar() -> None:
    assert defend("kevlar", 2, 3, 6) == [6, 5, 4]


def test_riotshield() -> None:
    assert defend("riotshield", 2, 3, 4) == [5, 4, 3]


def test_plate() -> None:
    table, _, enemy = duel("insomniac", own={"life": 24}, enemy={"life": 20, "items": ["plate", "smoke"]})
    table.dice(6, 6, 6, 1, 1)
    assert table.play("attack insomniac").life(enemy) == 18


def test_bostaff() -> None:
    assert attack("bostaff", 1, 2, 5) == [5, 3, 2]
    assert defend("bostaff", 2, 3, 6) == [6, 4, 3]


def test_medkit() -> None:
    assert used("medkit").life(0) == 14


def test_coat() -> None:
    table, own, _ = duel(own={"life": 4})
    table.hand(0, "coat")
    assert table.play("item coat").life(own) == 7
    assert defend("coat", 2, 3, 6) == [6, 3, 3]


def test_adrenaline() -> None:
    table = used("adrenaline", asleep=2, resting=3)
    assert table.marks(0) == {} and table.life(0) == 11


def test_antidote() -> None:
    assert used("antidote", poisoned=1).marks(0) == {}
    table, _, enemy = answered("antidote", "dart")
    assert table.marks(enemy) == {}


def test_extinguisher() -> None:
    assert used("extinguisher", burning=2).marks(0) == {}
    table, _, enemy = answered("extinguisher", "molotov")
    assert table.marks(enemy) == {}


def test_key() -> None:
    assert used("key", shackled=2).marks(0) == {}
    table, _, enemy = answered("key", "shackles")
    assert table.marks(enemy) == {} and table.life(enemy) == 9


def test_salts() -> None:
    table, own, _ = duel("berserker", own={"totems": ["tiger"], "asleep": 2})
    table.s.dormant[own, 0] = 2
    table.hand(0, "salts")
    table.play("consume salts")
    assert table.marks(own) == {} and table.dormant(own) == []
    table, _, enemy = answered("salts", "tranquilizer")
    assert table.marks(enemy) == {}


def test_smoke() -> None:
    table, _, enemy = duel(enemy={"items": ["smoke"]})
    table.dice(1, 1, 1, 1)
    table.play("attack firefighter", "fight_item smoke")
    assert "protected" in table.marks(enemy)


@pytest.mark.parametrize("action", ["shot", "dart", "pickpocket", "interrogation"])
def test_mirror(action: str) -> None:
    table, own, enemy = duel("surgeon", own={"items": ["knife"]}, enemy={"items": ["plate"]})
    table.hand(0, action, "key")
    table.hand(1, "mirror", "tiger")
    table.play(f"action {action}", "answer_hand mirror")
    harmed = {
        "shot": table.life(own) == 6,
        "dart": "poisoned" in table.marks(own),
        "pickpocket": table.items(own) == [],
        "interrogation": "key" in table.discards(),
    }
    assert harmed[action] and table.items(enemy) == ["plate"]


def test_containment() -> None:
    table, own, _ = duel(
        "insomniac", own={"items": ["containment"]}, enemy={"life": 1, "totems": ["rat", "goat"]}
    )
    table.dice(6, 6, 6, 1, 1, 1, 1, 1)
    table.play("attack insomniac")
    assert table.held(0) == ["goat", "rat"] and table.totems(own) == []


def test_urn() -> None:
    table, own, _ = duel("insomniac", own={"items": ["urn"]}, enemy={"life": 1, "totems": ["rat", "goat"]})
    table.dice(6, 6, 6, 1, 1, 1, 1, 1)
    table.play("attack insomniac", "vessel rat")
    assert table.held(0) == ["rat"] and table.totems(own) == ["goat"]
    table, own, _ = duel(own={"totems": ["tiger"], "items": ["urn"]})
    table.hand(0, "dog")
    table.dice(1)
    assert len(table.play("totem dog").totems(own)) == 2


def test_beads() -> None:
    table, own, _ = duel(own={"totems": ["tiger", "goat"], "items": ["beads"]})
    table.hand(0, "dog")
    table.dice(1)
    assert len(table.play("totem dog").totems(own)) == 3


def test_loadeddie() -> None:
    assert attack("loadeddie", 3, 5, 4, 6) == [6, 5, 4]  # the 3 is rolled again
    assert attack("loadeddie", 4, 5, 4) == [5, 4, 4]
    dice = attack("loadeddie", 4, 4, 4, 4, 4, 5, totems=["tiger", "horse"])
    assert dice == [6, 6, 6]  # a Wild 5


def test_focusband() -> None:
    table, _, _ = duel("insomniac", own={"items": ["focusband"]}, enemy={"items": ["smoke"]})
    table.dice(1, 1, 1, 1)
    table.play("attack insomniac")
    assert table.choices() == ["dice 1", "dice 2", "dice 3"]
    table.play("dice 2")
    assert [p["dice"] for p in table.told("pairs")] == [2, 2]


def test_coin() -> None:
    table, _, enemy = duel("insomniac", own={"life": 20}, enemy={"life": 1, "items": ["coin", "smoke"]})
    table.dice(6, 6, 6, 1, 1)
    table.play("attack insomniac")
    assert table.life(enemy) == 2 and "coin" in table.discards() and table.items(enemy) == ["smoke"]


@pytest.mark.parametrize("action", ["pickpocket", "sabotage", "sleight"])
def test_lockbox(action: str) -> None:
    table, _, enemy = answered("lockbox", action)
    assert table.items(enemy) == ["plate"] and table.held(1) == ["tiger"]


# ---- the Forgotten Totems -------------------------------------------------------------------------


def test_chainnet() -> None:
    assert attack("chainnet", 1, 2, 5) == [5, 3, 2]
    table, _, _ = duel(own={"items": ["chainnet"]}, enemy={"items": ["smoke"], "totems": ["rabbit"]})
    table.play("attack firefighter")
    assert table.told("flees") == [] and table.phase == "main"


def test_scope() -> None:
    assert attack("scope", 1, 2, 5) == [6, 5, 2]


def test_frostblade() -> None:
    assert attack("frostblade", 1, 2, 5) == [5, 3, 2]
    for second, frozen in ((6, True), (1, False)):
        table, _, _ = duel(own={"items": ["frostblade"]}, enemy={"life": 20, "totems": ["rabbit"]})
        table.dice(6, second, 3, 3, 1, 1)
        table.play("attack firefighter")
        assert ("frozen" in table.marks(4)) == frozen


def test_salt() -> None:
    assert used("salt", haunted=1, frozen=2).marks(0) == {}
    for action in ("coldsnap", "gravewhisper"):
        table, _, enemy = answered("salt", action)
        assert table.marks(enemy) == {}


def test_rawmeat() -> None:
    table, own, _ = duel("berserker", own={"frenzied": 2, "life": 9}, enemy={"protected": 3})
    table.hand(0, "rawmeat")
    table.play("consume rawmeat")
    assert table.marks(own) == {} and table.life(own) == 12
    table, _, enemy = answered("rawmeat", "bloodscent")
    assert table.marks(enemy) == {}
