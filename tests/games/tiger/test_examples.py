"""The worked examples of the rulebook, played."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary.games.tiger import GAME

from .table import Table, decks, war

EXAMPLES = {example["id"]: example for example in GAME.rulebook.examples}


def of_type(*types: str) -> Any:
    return pytest.mark.parametrize(
        "id",
        [
            pytest.param(id, marks=pytest.mark.example(id), id=id)
            for id, e in EXAMPLES.items()
            if e["type"] in types
        ],
    )


@of_type("war")
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
    table.run([f"A number {len(example['attacker'])}"], []) if False else table.match.play("number 2")
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
