"""Every Host: its Talent, in one short story each."""

from __future__ import annotations

from typing import Any

import pytest

from .table import Table, duel, pool


def support(code: str, *, own: dict[str, Any] | None = None, enemy: dict[str, Any] | None = None) -> Table:
    """Seat 0 plays a Host as Support beside Tobias; seat 1's Brother Anselm does not answer."""
    table, _, _ = duel(own=own, enemy=enemy)
    table.hand(0, code)
    table.hand(1, "tiger", "shot")
    table.play(f"support {code}")
    return table.decline() if table.phase == "answer" else table


def fight(
    code: str, *dice: int, own: dict[str, Any] | None = None, enemy: dict[str, Any] | None = None
) -> Table:
    """A Host of seat 0 attacks Brother Anselm, who can flee in exchange 2."""
    enemy = {"life": 24, **(enemy or {})}
    enemy["items"] = [*enemy.get("items", []), "smoke"]
    table, _, _ = duel(code, own={"life": 20, **(own or {})}, enemy=enemy)
    table.dice(*dice)
    return table.play(f"attack {code}")


SIX = ["buffalo", "tiger"]  # Totems that give any Host six Attack dice
WILD_SIX = (1, 1, 1, 1, 1, 6, 1, 1)
WILD_ONE = (6, 6, 6, 6, 6, 1, 1, 1)


def test_surgeon() -> None:
    assert support("surgeon", own={"life": 6}).life(0) == 7


def test_apothecary() -> None:
    table, own, _ = duel("berserker", "surgeon", own={"poisoned": 1, "burning": 2, "life": 5})
    table.hand(0, "apothecary")
    table.play("support apothecary")
    assert table.marks(own) == {} and table.life(own) == 6


def test_bailiff() -> None:
    assert support("bailiff").marks(4) == {"shackled": 1}


def test_saboteur() -> None:
    table = support("saboteur", enemy={"items": ["plate", "knife"]})
    assert table.asked == 0
    assert table.play("pick_item plate").items(4) == ["knife"] and "plate" in table.discards()


def test_poisoner() -> None:
    assert "poisoned" in support("poisoner").marks(4)


def test_hypnotist() -> None:
    assert support("hypnotist").marks(4) == {"asleep": 1}


def test_cutpurse() -> None:
    table = support("cutpurse", enemy={"items": ["plate"]})
    assert table.items(4) == [] and "plate" in table.held(0)


def test_bodyguard() -> None:
    assert "protected" in support("bodyguard").marks(0)


def test_clairvoyant() -> None:
    table = support("clairvoyant")
    assert len(table.match.view(0)["seats"][1]["known"]) == 1  # the one that was not taken
    assert table.s.hand_n[1] == 1 and table.s.hand_n[0] == 1 and len(table.discards()) == 1


def test_highroller() -> None:
    table = fight("highroller", *WILD_SIX, own={"totems": SIX})
    assert table.told("loses")[0]["number"] == 3
    table = fight("highroller", *WILD_ONE, own={"totems": SIX})
    assert table.told("loses")[0]["number"] == 2 and table.life(0) == 18


def test_corsair() -> None:
    table = fight("corsair", *WILD_SIX, own={"totems": SIX}, enemy={"items": ["plate"]})
    assert table.play("pick_item plate").held(0) == ["plate"]
    table = fight("corsair", *WILD_ONE, own={"totems": SIX, "items": ["knife"]})
    assert table.items(0) == [] and "knife" in table.discards()


def test_unshaken() -> None:
    table = fight("unshaken", *WILD_ONE, own={"totems": SIX})
    assert [p["dice"] for p in table.told("pairs")] == [6, 6]
    table = fight("unshaken", *WILD_SIX, own={"totems": SIX})
    assert table.told("gains")[0]["number"] == 2


def test_hedgewitch() -> None:
    table = fight(
        "hedgewitch", *WILD_SIX, 1, 1, own={"totems": [*SIX, "horse"]}, enemy={"totems": ["goat", "dog"]}
    )
    assert table.asked == 0 and table.play("pick_totem goat").totems(4) == ["dog"]
    table = fight("hedgewitch", *WILD_ONE, own={"totems": [*SIX, "horse"]})
    assert table.asked == 0 and table.play("pick_totem horse").totems(0) == SIX
    assert "horse" in table.deck()


def test_abbess() -> None:
    table, own, _ = duel("abbess", own={"totems": ["tiger"]})
    table.hand(0, "dog")
    table.dice(1)
    assert len(table.play("totem dog").totems(own)) == 2


def test_atlas() -> None:
    table, own, _ = duel("atlas", own={"totems": ["tiger", "goat"]})
    table.hand(0, "dog")
    table.dice(1)
    assert len(table.play("totem dog").totems(own)) == 3 and table.told("checks") == []


def test_hermit() -> None:
    table, _, enemy = duel("firefighter", "hermit", own={"totems": ["tiger"]}, enemy={"totems": ["horse"]})
    table.hand(0, "dog")
    table.dice(1)
    assert table.play("totem dog").totems(enemy) == ["horse"]


def test_physicist() -> None:
    table, own, _ = duel("physicist", own={"totems": ["tiger"]})
    table.hand(0, "dog")
    table.dice(1, 2)
    assert len(table.play("totem dog").totems(own)) == 2 and len(table.told("checks")) == 2


def test_handler() -> None:
    table, _, enemy = duel("handler", own={"totems": SIX, "life": 20}, enemy={"life": 24, "items": ["smoke"]})
    table.dice(*WILD_SIX)
    assert "poisoned" in table.play("attack handler").marks(enemy)
    table, _, enemy = duel(second="handler")
    table.hand(0, "dart")
    assert table.play("action dart", "decline").marks(enemy) == {}


def test_firefighter() -> None:
    table, _, enemy = duel("surgeon", "firefighter")
    table.hand(0, "molotov")
    assert table.play("action molotov", "decline").marks(enemy) == {}


def test_insomniac() -> None:
    table, _, enemy = duel(second="insomniac", enemy={"totems": ["tiger"]})
    table.hand(0, "tranquilizer", "lullaby")
    assert table.play("action tranquilizer", "decline").marks(enemy) == {}
    assert table.play("pass", "action lullaby", "decline").dormant(enemy) == []


def test_escapist() -> None:
    table, _, enemy = duel(second="escapist", enemy={"life": 20})
    table.hand(0, "shackles")
    assert table.play("action shackles", "decline").marks(enemy) == {}
    table, _, enemy = duel(second="escapist", enemy={"life": 20})
    table.dice(1, 1, 1, 1)
    table.play("attack firefighter", "flee escapist")
    assert "protected" in table.marks(enemy)


def test_duellist() -> None:
    table, _, _ = duel("duellist", "firefighter")
    table.play("attack duellist")
    assert table.choices() == ["dice 1", "dice 2", "dice 3"]
    table, _, _ = duel("firefighter", "duellist")
    table.play("attack firefighter")
    assert table.asked == 1 and table.choices() == ["dice 1", "dice 2"]


@pytest.mark.parametrize(("life", "dice"), [(7, 2), (6, 3)])
def test_berserker(life: int, dice: int) -> None:
    table = Table()
    assert pool(table, table.host(0, "berserker", life=life), "attack") == dice


def test_sentinel() -> None:
    table, own, _ = duel(second="sentinel", own={"life": 20}, enemy={"items": ["smoke"]})
    table.dice(4, 4, 4, 4, 1)
    assert table.play("attack firefighter").life(own) == 17  # two ties and one uncontested


# ---- the Forgotten Totems -------------------------------------------------------------------------


@pytest.mark.parametrize(("totems", "dice"), [(["dog"], 2), (["dog", "goat"], 3)])
def test_hunter(totems: list[str], dice: int) -> None:
    table = fight("hunter", *[1] * 9, enemy={"totems": totems})
    assert len(str(table.told("rolls")[0]["dice"])) == dice


def test_boxer() -> None:
    table = fight("boxer", 1, 2, 3, 1, 1)
    assert [p["dice"] for p in table.told("pairs")] == [5, 4]
    table, _, _ = duel("firefighter", "boxer", own={"life": 20}, enemy={"life": 20})
    table.dice(1, 1, 1, 1, 2, 3, 1, 1)
    table.play("attack firefighter")
    assert [p["dice"] for p in table.told("pairs")][1:3] == [5, 4]  # exchange 2 is her first attack


def test_bloodletter() -> None:
    assert fight("bloodletter", 6, 6, 1, 1).told("gains")[0]["number"] == 1


def test_arsonist() -> None:
    table, _, enemy = duel(second="berserker")
    table.hand(0, "arsonist")
    assert table.play("support arsonist", "decline").told("marks")
    assert table.marks(enemy) == {"burning": 2} and table.life(enemy) == 9


def test_icecutter() -> None:
    assert support("icecutter").marks(4) == {"frozen": 2}


def test_exorcist() -> None:
    table = support("exorcist", enemy={"totems": ["goat", "dog"]})
    assert table.asked == 1  # its player chooses
    assert "goat" in table.play("pick_totem goat").held(1)


def test_tinker() -> None:
    table, _, _ = duel()
    table.pile("plate")
    table.hand(0, "tinker")
    assert "plate" in table.play("support tinker").held(0)
    table, _, _ = duel()
    table.pile("shot")
    table.hand(0, "tinker")
    table.refuses("support tinker", "KLW-6.6")


def test_gravedigger() -> None:
    table, _, _ = duel("gravedigger", own={"totems": ["tiger"]}, enemy={"life": 1})
    table.pile("shot", "plate")
    table.dice(6, 6, 6, 1, 1)
    assert table.play("attack gravedigger").held(0) == ["shot"]


@pytest.mark.parametrize(("cards", "drawn"), [(3, 1), (4, 0)])
def test_strategist(cards: int, drawn: int) -> None:
    table, _, _ = duel(second="strategist")
    table.hand(1, *("shot", "dart", "plate", "knife")[:cards])
    assert table.play("pass").s.hand_n[1] == cards + drawn


def test_ironman() -> None:
    assert fight("ironman", 1, 1, 6, 6).life(0) == 19


def test_mirrordancer() -> None:
    table, own, enemy = duel("surgeon", "mirrordancer")
    table.hand(0, "coldsnap")
    table.play("action coldsnap", "answer_talent mirrordancer")
    assert table.life(own) == 7 and "frozen" in table.marks(own) and table.marks(enemy) == {}


def test_provocateur() -> None:
    assert support("provocateur").marks(4) == {"frenzied": 2}


def test_medium() -> None:
    table = support("medium")
    assert table.marks(4) == {"haunted": 1} and table.life(4) == 9


def test_wrestler() -> None:
    table, _, _ = duel("wrestler", enemy={"items": ["smoke"], "life": 24})
    table.play("attack wrestler")
    assert table.told("flees") == [] and table.phase == "main"


def test_sharpshooter() -> None:
    table = fight("sharpshooter", 1, 2, 6, 5, 1, 1)
    assert table.told("rolls")[0]["dice"] == 65


def test_acrobat() -> None:
    table, _, _ = duel("insomniac", "acrobat", enemy={"items": ["smoke"]})
    table.dice(6, 5, 3, 1, 1, 1)
    table.play("attack insomniac")
    assert [p["dice"] for p in table.told("pairs")] == [5, 4, 3]


def test_trapper() -> None:
    table, own, _ = duel("insomniac", "trapper", own={"life": 20}, enemy={"life": 20, "items": ["smoke"]})
    table.dice(6, 6, 1, 1)
    table.play("attack insomniac")
    assert table.marks(own)["shackled"] == 3  # two turns after this one
    assert table.told("rolls")[0]["dice"] == 66
    table, _, enemy = duel("trapper", own={"life": 20}, enemy={"life": 20, "items": ["smoke"]})
    table.dice(1, 1, 1, 1)
    assert table.play("attack trapper").marks(enemy) == {}


def test_matriarch() -> None:
    table = Table()
    wu = table.host(0, "matriarch")
    assert pool(table, wu, "defence") == 1
    table.host(0, "bailiff", support=True)
    assert pool(table, wu, "defence") == 3


@pytest.mark.parametrize(("die", "count"), [(4, 6), (3, 3)])
def test_cardsharp(die: int, count: int) -> None:
    table = fight("cardsharp", 1, 1, 1, 1, 1, die, 1, 1, own={"totems": ["tiger", "horse"]})
    assert table.told("pairs")[0]["dice"] == count


def test_martyr() -> None:
    table, own, _ = duel("insomniac", "martyr", enemy={"life": 1})
    table.dice(6, 6, 6, 1)
    assert "poisoned" in table.play("attack insomniac").marks(own)


def test_smuggler() -> None:
    table, own, _ = duel("smuggler", own={"totems": ["tiger"]}, enemy={"life": 1, "totems": ["goat", "dog"]})
    table.dice(6, 6, 6, 6, 1, 1, 1, 1, 2, 6)
    table.play("attack smuggler", "vessel goat")
    assert table.held(0) == ["goat"] and table.totems(own) == ["tiger", "dog"]


def test_sunmonk() -> None:
    table, own, _ = duel("sunmonk", own={"totems": ["tiger"]})
    table.hand(0, "rooster")
    table.dice(2)
    assert table.play("totem rooster").life(own) == 5


def test_nihilist() -> None:
    table, own, _ = duel("nihilist", own={"totems": ["tiger"], "life": 20})
    table.hand(0, "dog")
    table.dice(2)
    table.play("totem dog")
    assert table.totems(own) == [] and table.s.hand_n[0] == 3  # two, and the draw
