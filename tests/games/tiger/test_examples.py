"""The worked examples of the rulebook, played."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary.core.errors import IllegalAction
from bestiary.games.tiger import GAME

from .table import KINDS, Table, decks, table, war

EXAMPLES = {example["id"]: example for example in GAME.rulebook.examples}


def marked(kind: str) -> list[Any]:
    """The examples of a type."""
    found = [id for id, e in EXAMPLES.items() if e["type"] == kind]
    return [pytest.param(id, id=id, marks=pytest.mark.example(id)) for id in found]


@pytest.mark.parametrize("id", marked("war"))
def test_a_war_of_the_rulebook(id: str) -> None:
    example = EXAMPLES[id]
    choices = list(example["choices"])
    named = ""
    if choices and choices[0].startswith("A name "):
        named = choices.pop(0).split()[-1]
    options = example.get("options", {})
    staged = "rooster_14" in str(example["attacker"])
    played = stages(example) if staged else None
    table = played or war(
        example["attacker"],
        example["defender"],
        chance=example["chance"],
        choices=choices,
        draw=example.get("draw", ()),
        options=options,
        named=named,
    )
    check(table, example["expect"])


def stages(example: dict[str, Any]) -> Table:
    """A war whose dice are made one battle at a time has to be played from the decks."""
    flat = [" ".join(card for pile in example[side] for card in pile) for side in ("attacker", "defender")]
    table = decks(flat[0].replace("dawn:", ""), flat[1], options=example["options"])
    table.match.play(f"number {len(example['attacker'])}")
    table.match.play("dawn rooster_14")
    table.run(list(example["choices"]), list(example["chance"]))
    return table


def check(table: Table, expect: dict[str, Any]) -> None:
    assert table.battles == expect["battles"]
    if "wins" in expect:
        assert list(table.wins) == expect["wins"]
    if "war" in expect:
        assert table.war == expect["war"]
    if "bonus" in expect:
        assert table.bonus == expect["bonus"]
    for seat, side in enumerate(("attacker", "defender")):
        if f"{side}_cards" in expect:
            assert table.sizes()[seat] == expect[f"{side}_cards"]
        if f"{side}_deck" in expect:
            assert sorted(table.deck(seat)) == sorted(expect[f"{side}_deck"])
    assert sorted(table.zone("gone")) == sorted(expect.get("gone", []))
    if "discard" in expect:
        assert sorted(table.zone("discard")) == sorted(expect["discard"])


@pytest.mark.parametrize("id", marked("build"))
def test_a_division_of_the_rulebook(id: str) -> None:
    example = EXAMPLES[id]
    for layout in example["legal"]:
        made = divide(example["cards"], example["number"], layout)
        assert [d["size"] for d in dice(made, "A")] == layout
    for layout in example["illegal"]:
        with pytest.raises(IllegalAction):
            divide(example["cards"], example["number"], layout)


def divide(cards: int, number: int, layout: list[int]) -> Table:
    """Cranes against Cranes; the attacker fills the piles from left to right."""
    made = decks(f"crane*{cards}", f"crane*{2 * number}")
    made.match.play(f"number {number}")
    for spot, size in enumerate(layout):
        for _ in range(size):
            made.match.play(f"put crane {spot + 1}", 0)
    made.match.play("lay", 0)  # refused if a card is left over, or a pile is missing
    return made


def dice(made: Table, side: str) -> list[dict[str, Any]]:
    return [battle[side] for battle in made.match.view(0)["war"]["battles"]]


@pytest.mark.parametrize("id", marked("put"))
def test_placing_cards_of_the_rulebook(id: str) -> None:
    example = EXAMPLES[id]
    for case in example["cases"]:
        made = decks(f"crane*{example['cards']}", "mantis*9")
        made.match.play(f"number {example['spots']}")
        for spot in case["placed"]:
            made.match.play(f"put crane {spot}")
        assert made.choices == [f"put {spot}" for spot in case["legal"]]


@pytest.mark.parametrize("id", marked("number"))
def test_numbers_of_the_rulebook(id: str) -> None:
    for case in EXAMPLES[id]["cases"]:
        sizes = [f"crane*{n}" for n in case["decks"]]
        made = decks(*sizes, options=case.get("options"))
        assert made.choices == [f"number {n}" for n in case["legal"]]


@pytest.mark.parametrize("id", marked("team_number"))
def test_team_numbers_of_the_rulebook(id: str) -> None:
    for case in EXAMPLES[id]["cases"]:
        a, d = case["attackers"], case["defenders"]
        players = len(a) + len(d)
        attack = 0 if len(a) >= len(d) else 1  # the larger team has the even seats
        sizes = [0] * players
        sizes[attack::2], sizes[1 - attack :: 2] = a, d
        made = decks(*(f"crane*{n}" for n in sizes), options={"together": True})
        made.s.team = attack
        made.start_turn()
        assert made.choices == [f"number {n}" for n in case["legal"]], case
        assert list(made.s.minimum) == [case["minimum"]] * 2, case


@pytest.mark.parametrize("id", marked("score"))
def test_scores_of_the_rulebook(id: str) -> None:
    example = EXAMPLES[id]
    made = ended(example["decks"], {"highscore": True})
    assert made.match.view(0)["scores"] == example["expect"]["scores"]
    assert winners(made) == example["expect"]["winners"]


@pytest.mark.parametrize("id", marked("end"))
def test_ends_of_the_rulebook(id: str) -> None:
    for case in EXAMPLES[id]["cases"]:
        if "decks" in case:
            made = ended([["crane"] * n for n in case["decks"]], {})
            expected = case["winners"]
        else:
            a, b = case["teams"]
            sizes = [0] * (len(a) + len(b))
            sizes[0::2], sizes[1::2] = a, b
            made = ended([["crane"] * n for n in sizes], {"together": True}, case["warpile"])
            seats = {"A": range(1, len(sizes) + 1, 2), "B": range(2, len(sizes) + 1, 2)}
            expected = sorted(p for team in case["winners"] for p in seats[team])
        assert made.match.game_over == case["over"], case
        if case["over"]:
            assert winners(made) == expected, case


def ended(hands: list[list[str]], options: dict[str, Any], war_pile: int = 0) -> Table:
    """These decks after a war: the last card of its spoils is settled, and the game looks at them."""
    from bestiary.games.tiger import state as st
    from bestiary.games.tiger.moves import Q

    made = decks(*(" ".join(hand) for hand in hands), options=options)
    s = made.s
    # one more discard ends the spoils of the second side; both teams count as winners, so nobody pays
    s.number, s.bonus, s.side, s.stage, s.war_won = 1, 1, 1, st.STAGE.SETTLE, 3
    s.step, s.phase = st.STEP.SPOILS, Q.KEEP
    s.loot_n, s.loot[0], s.loot_from[0], s.mask = 1, KINDS["mantis"], 0, 0
    s.war_pile[KINDS["mantis"]] = s.war_pile_n = war_pile
    s.actors = 1 << int(s.defender)
    made.match.prepare()
    made.match.play("discard mantis")
    return made


def winners(made: Table) -> list[int]:
    return [p + 1 for p in made.match.view(0)["winners"]]


@pytest.mark.parametrize("id", marked("generate"))
def test_generated_strengths_of_the_rulebook(id: str) -> None:
    example = EXAMPLES[id]
    made = table({"strengths": "generated", "strength_seed": example["seed"], "zoo": True})
    assert {k: sorted(v) for k, v in made.match.view(0)["strengths"].items()} == {
        k: sorted(v) for k, v in example["expect"].items()
    }


@pytest.mark.parametrize("id", marked("talk"))
def test_what_team_members_may_say(id: str) -> None:
    made = decks(*["crane*9"] * 4, options={"together": True})
    made.match.play("number 4")
    assert made.asked == 2
    said = made.choices
    assert "wish_spot 2" in said and "wish_dice 2" in said and "silent" in said
    assert all(c.split()[0] in ("silent", "wish_spot", "wish_dice") for c in said)
    verbs = [verb.name for verb in made.match.game.actions.verbs]
    assert [v for v in verbs if v.startswith(("wish", "say", "tell", "show"))] == [
        "wish_spot",
        "wish_dice",
        "wish_card",
    ]
    won = war(
        "monkey monkey monkey / crane crane crane",
        "crane crane mantis / mantis mantis turtle",
        chance="A1 monkey, D1 crane, A2 crane, D2 mantis",
        choices="A pile 1",
        options={"together": True, "players": 4},
        owners=((0, 2), (1, 3)),
    )
    assert won.phase == "grab"
    won.play("A grab mantis")
    assert won.phase == "wish_card" and won.asked == 2
    won.match.play("wish_card crane")
    won.match.play("wish_card mantis")
    assert won.phase == "keep"
