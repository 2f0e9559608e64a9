"""Every Totem: its Power, in one short story each."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary.core.record import EMPTY
from bestiary.games.klaw import state as st
from bestiary.games.klaw.rules.field import unhook

from .table import Table, duel, pool


def fight(
    totem: str, *dice: int, enemy: dict[str, Any] | None = None, own: dict[str, Any] | None = None
) -> Table:
    """Noor Azari (3/1) with a Totem attacks Brother Anselm (1/2), who can flee in exchange 2."""
    enemy = {"life": 24, **(enemy or {})}
    enemy["items"] = [*enemy.get("items", []), "smoke"]
    table, _, _ = duel("insomniac", own={"life": 20, "totems": [totem], **(own or {})}, enemy=enemy)
    table.dice(*dice)
    return table.play("attack insomniac")


def won(totem: str, **enemy: Any) -> Table:
    """Noor with a Totem has defeated a Host."""
    table, h, _ = duel("insomniac", own={"totems": [totem], "life": 20}, enemy={"life": 1, **enemy})
    table.hand(1, "shot", "plate")
    table.dice(*[6] * min(5, pool(table, h, "attack")), *[3] * (pool(table, h, "attack") - 5), 1, 1)
    return table.play("attack insomniac")


def answered(totem: str, action: str) -> tuple[Table, int, int]:
    """Seat 1's Brother Anselm answers an Action with his Totem."""
    table, own, enemy = duel("surgeon", enemy={"totems": [totem], "life": 20})
    table.hand(0, action)
    table.play(f"action {action}", f"answer_totem {totem}")
    return table, own, enemy


def test_rat() -> None:
    assert won("rat").s.hand_n[0] == 2


def test_buffalo() -> None:
    table = fight("buffalo", 1, 2, 3, 4, 5, 4, 1, 1)
    assert [p["dice"] for p in table.told("pairs")] == [6, 5]
    table, _, _ = duel(
        "firefighter", "insomniac", own={"life": 20}, enemy={"totems": ["buffalo"], "life": 20}
    )
    table.dice(1, 1, 1, 2, 2, 2, 2, 2, 2, 1, 1)
    table.play("attack firefighter")
    assert table.told("pairs")[1]["dice"] == 2  # she did not begin


@pytest.mark.parametrize(("first", "extra"), [(6, 1), (1, 0)])
def test_tiger(first: int, extra: int) -> None:
    table, _, _ = duel(own={"totems": ["tiger"], "life": 20}, enemy={"life": 24, "items": ["smoke"]})
    table.dice(first, 1, 1, 1, 1, 1)  # two uncontested hits, and the first pair
    table.play("attack firefighter")
    assert table.s.dealt[0] == 2 + extra and len(table.told("loses")) == extra


def test_rabbit() -> None:
    table, _, enemy = duel(enemy={"totems": ["rabbit"]})
    table.dice(1, 1, 1, 1, 1, 1)
    table.play("attack firefighter", "flee rabbit")
    assert "protected" in table.marks(enemy)


def test_dragon() -> None:
    assert table_marks(fight("dragon", 6, 6, 6, 6, 1, 1)) == {"burning": 3}
    assert table_marks(fight("dragon", 6, 1, 1, 1, 5, 5)) == {"burning": 3}  # one pair and two uncontested
    assert table_marks(fight("dragon", 1, 1, 1, 1, 6, 6)) == {}
    table, own, _ = duel(own={"totems": ["tiger"]})
    table.hand(0, "dragon")
    table.dice(2)
    assert table.play("totem dragon").totems(own) == []


def table_marks(table: Table) -> dict[str, int]:
    return table.marks(4)


def test_snake() -> None:
    assert table_marks(fight("snake", 6, 1, 1, 1, 1, 1)) == {"poisoned": 1}
    table, _, enemy = answered("snake", "dart")
    assert table.marks(enemy) == {} and table.dormant(enemy) == ["snake"]


def test_horse() -> None:
    table = won("horse")
    assert table.marks(0) == {} and table.resting(0) == []


def test_goat() -> None:
    table, _, enemy = duel(enemy={"totems": ["goat"], "life": 9})
    assert table.play("pass").life(enemy) == 11


def test_monkey() -> None:
    table, own, enemy = answered("monkey", "shot")
    assert table.life(own) == 6 and table.life(enemy) == 20 and table.dormant(enemy) == ["monkey"]


def test_rooster() -> None:
    table, _, enemy = answered("rooster", "shackles")
    assert table.marks(enemy) == {}
    table, _, enemy = duel(enemy={"totems": ["rooster"]})
    table.hand(0, "tranquilizer")
    assert table.play("action tranquilizer", "decline").marks(enemy) == {}


def test_dog() -> None:
    table, _, enemy = duel(
        "insomniac", own={"life": 20}, enemy={"totems": ["dog"], "life": 20, "items": ["smoke"]}
    )
    table.dice(6, 6, 1, 5, 5, 5, 5, 5)
    assert table.play("attack insomniac").life(enemy) == 19


def test_pig() -> None:
    table, _, enemy = answered("pig", "bloodprice")
    assert table.life(enemy) == 18


# ---- the Forgotten Totems -------------------------------------------------------------------------


def test_bear() -> None:
    table = won("bear")
    assert table.dormant(0) == ["bear"] and table.s.dormant[0, 0] == 2  # this turn is not counted


def test_wolf() -> None:
    table = Table()
    own = table.host(0, "firefighter", totems=["wolf"])
    assert (pool(table, own, "attack"), pool(table, own, "defence")) == (4, 2)
    table.host(0, "bailiff", support=True)
    assert (pool(table, own, "attack"), pool(table, own, "defence")) == (5, 3)


def test_cat() -> None:
    table = fight("rabbit", 6, 6, 1, 1, 1, 1, enemy={"totems": ["cat"], "life": 1})
    assert table.life(4) == 3 and table.totems(4) == [] and "cat" in table.deck()


def test_eagle() -> None:
    table = fight("eagle", 1, 2, 1, 2, 1, 2, 1, 1)
    assert [p["dice"] for p in table.told("pairs")] == [3, 3]


@pytest.mark.parametrize(("life", "dice"), [(7, 5), (6, 6)])
def test_shark(life: int, dice: int) -> None:
    table, _, _ = duel(own={"totems": ["shark"], "life": 20}, enemy={"life": life, "items": ["smoke"]})
    table.dice(2, 2, 2, 2, 2, 2)
    table.play("attack firefighter")
    assert len(str(table.told("rolls")[0]["dice"])) == dice
    assert won("shark").marks(0)["frenzied"] == 2


@pytest.mark.parametrize(("second", "extra"), [(6, [2]), (1, [])])
def test_crocodile(second: int, extra: list[int]) -> None:
    table = fight("crocodile", 6, second, 1, 1, 1, 1)  # three or four hits
    kinds = [(h.kind, h.words.get("number")) for h in table.match.events(None)]
    first = kinds[: kinds.index(("exchange", 2))]
    assert [number for kind, number in first if kind == "loses"] == extra
    assert table.told("flees") == []  # the Smoke Bomb was of no use


def test_bat() -> None:
    assert fight("bat", 6, 1, 1, 1, 1, 1).told("gains")[0]["number"] == 2


def test_elephant() -> None:
    table = fight("rooster", 1, 1, 1, 1, 1, 1, 1, enemy={"totems": ["elephant"]})
    assert table.told("rolls")[0]["dice"] == 111


@pytest.mark.parametrize(("die", "caught"), [(4, True), (3, False)])
def test_spider(die: int, caught: bool) -> None:
    table, own, _ = duel(
        "insomniac", own={"life": 20}, enemy={"totems": ["spider"], "life": 20, "items": ["smoke"]}
    )
    table.dice(6, 1, 1, 5, 1, 1, 1, die)
    assert ("shackled" in table.play("attack insomniac").marks(own)) == caught


def test_owl() -> None:
    table, own, _ = duel(own={"totems": ["tiger"]})
    table.hand(0, "owl")
    table.dice(1)
    assert len(table.play("totem owl").totems(own)) == 2
    table, _, enemy = duel(enemy={"totems": ["owl"]})
    table.hand(0, "gravewhisper")
    assert "haunted" not in table.play("action gravewhisper", "decline").marks(enemy)


@pytest.mark.parametrize("action", ["shot", "molotov", "coldsnap"])
def test_turtle(action: str) -> None:
    table, _, enemy = answered("turtle", action)
    assert table.marks(enemy) == {} and table.life(enemy) == 20


def test_fox() -> None:
    table = won("fox")
    assert table.s.hand_n[0] == 1 and table.s.hand_n[1] == 1
    table, _, enemy = answered("fox", "exorcism")
    assert table.totems(enemy) == ["fox"]


@pytest.mark.rule("KLW-14.21")
def test_from_the_fullest_host_too_a_totem_goes_with_its_markers() -> None:
    table, h, _ = duel()
    s = table.s
    s.totem[h] = range(100, 100 + st.TOTEMS)
    s.dormant[h], s.rest[h], s.totem_n[h] = range(1, 1 + st.TOTEMS), range(1, 1 + st.TOTEMS), st.TOTEMS
    assert unhook(table.match.state[0], h, 1) == 101
    assert list(s.totem[h]) == [100, *range(102, 100 + st.TOTEMS), EMPTY] and s.totem_n[h] == st.TOTEMS - 1
    assert list(s.dormant[h]) == list(s.rest[h]) == [1, *range(3, 1 + st.TOTEMS), 0]
