"""What people read: prompts that name what is possible, choices with their figures, states, endings."""

from __future__ import annotations

from pathlib import Path

import pytest

from bestiary.core.cards import CardFile, found
from bestiary.core.errors import CardError
from bestiary.core.registry import load
from bestiary.core.words import result

from .table import Table, duel

GAME = load("klaw")


def choices(table: Table) -> list[str]:
    return [table.ready().match.sentence(action) for action in table.match.legal()]


def prompt(table: Table) -> str:
    return table.ready().match.prompt()


def test_the_main_question_names_only_what_is_possible() -> None:
    table, _, _ = duel()
    table.hand(0, "medkit", "shot")
    asked = prompt(table)
    assert asked == (
        "Choose one: attack with Tobias Ash, equip or use an Item, play an Instant Action, or pass."
    )
    table, _, _ = duel(own={"shackled": 2}, enemy={"protected": 2})
    table.hand(0, "shot")
    assert prompt(table) == "You can only pass."


def test_a_frenzied_host_leaves_no_choice() -> None:
    table, _, _ = duel(own={"frenzied": 2})
    assert prompt(table) == "Frenzy leaves you no choice: attack with Tobias Ash."


def test_an_attack_tells_the_dice_of_both() -> None:
    table, _, _ = duel(own={"life": 7}, enemy={"totems": ["dog"], "life": 11})
    assert (
        "Attack Brother Anselm with Tobias Ash (2 dice against 4, 7 Life against 11; "
        "wins 0%, falls 100% if nobody answers)"
    ) in choices(table)


def test_an_attack_tells_the_dice_that_the_enemy_takes_away_and_that_rest() -> None:
    table, own, _ = duel(own={"totems": ["tiger"]}, enemy={"totems": ["elephant"]})
    table.s.rest[own, 0] = 1
    told = next(choice for choice in choices(table) if choice.startswith("Attack"))
    assert "(1 die against 4" in told  # 2, not 4 with the resting Tiger, less 1 for the Elephant


@pytest.mark.parametrize(
    ("carried", "items", "told"),
    [
        ([], [], "+2 Attack, +1 Defence, -4 Life)"),
        (["dog"], [], "the Singularity Check needs 2 or more)"),
        (["dog", "goat"], ["beads"], "the Singularity Check cannot fail)"),
        (["dog", "goat", "horse", "rat", "pig", "cat"], [], "the Singularity Check cannot be passed)"),
    ],
)
def test_a_further_totem_tells_what_its_check_needs(carried: list[str], items: list[str], told: str) -> None:
    table, _, _ = duel(own={"totems": carried, "items": items})
    table.hand(0, "tiger")
    attach = next(choice for choice in choices(table) if choice.startswith("Attach Tiger"))
    assert attach.endswith(told)


def test_a_totem_with_its_own_say_in_checks_is_counted_in() -> None:
    table, _, _ = duel(own={"totems": ["dog"]})
    table.hand(0, "dragon")
    assert any("Attach Dragon" in choice and "needs 3 or more" in choice for choice in choices(table))


def test_an_answer_tells_what_it_does() -> None:
    table, _, _ = duel(enemy={"totems": ["pig"]})
    table.hand(0, "shot")
    table.hand(1, "mirror", "turtle")
    table.play("action shot")
    assert prompt(table) == (
        'Shot from the Roof targets your Brother Anselm: "An enemy Host loses 3 Life." Do you answer?'
    )
    assert {
        "Answer with Mirror Charm: Shot from the Roof is turned back on its sender",
        "Answer with Pig, which is then Dormant for a turn: Shot from the Roof does 3 less damage",
        "Reveal Turtle, which joins Brother Anselm (-3 Attack, +3 Defence, +5 Life; the Singularity Check "
        "needs 2 or more): Shot from the Roof has no effect",
    } <= set(choices(table))


def test_taking_a_totem_back_tells_the_life_that_is_left() -> None:
    table, _, _ = duel(own={"totems": ["pig", "dragon"], "life": 6})
    assert {
        "Take Pig back into your hand (Tobias Ash falls)",
        "Take Dragon back into your hand (Tobias Ash keeps 7 Life)",
    } <= set(choices(table))


def test_a_state_tells_how_long_it_lasts_and_what_it_does() -> None:
    table, own, _ = duel(own={"totems": ["tiger"], "shackled": 2, "haunted": 1})
    table.s.dormant[own, 0] = 3
    host = table.ready().match.view(1)["seats"][0]["hosts"][0]
    assert host["states"]["shackled"]["lasts"] == "2 own turns left"
    assert "half its Attack dice" in host["states"]["shackled"]["text"]
    assert host["states"]["haunted"]["left"] is None
    assert host["totems"][0]["states"]["dormant"]["left"] == 3


def test_what_protects_follows_the_option() -> None:
    for scope, words in (("all", "or aim a hostile card"), ("combat", "may still be aimed")):
        table, _, _ = duel(own={"protected": 2}, protected_scope=scope)
        states = table.ready().match.view(0)["seats"][0]["hosts"][0]["states"]
        options = GAME.settle({"protected_scope": scope})
        (read,) = (c for c in GAME.readable(GAME.content(), options) if c.code == "protected")
        assert words in states["protected"]["text"] and words in read.text


def test_only_the_cards_and_states_of_the_table_are_read_up() -> None:
    content = GAME.content()
    core = GAME.readable(content, GAME.settle({}))
    every = GAME.readable(content, GAME.settle({"forgotten": True}))
    assert found(core, ["frozen"]) == [] and found(core, ["bear"]) == []
    (bear,) = found(every, ["bear", "hibernate"])
    assert bear.figures == "Attack +3 · Defence +0 · Life +5 · Power: Hibernate"
    assert "frozen" in [card.code for card in found(every, ["frozen"])]


def test_a_state_that_is_put_on_says_for_how_long() -> None:
    table, _, _ = duel()
    table.hand(0, "tranquilizer", "dart")
    story = table.play("action tranquilizer", "decline").story(1)
    assert "Your" not in story[0] and "Brother Anselm is Asleep for 2 of its player's turns." in story


def test_a_singularity_that_takes_a_costly_totem_tells_a_gain() -> None:
    table, _, _ = duel(own={"totems": ["snake"], "life": 9})
    table.hand(0, "rat")
    table.dice(1)
    story = table.play("totem rat").story(0)
    assert "Tobias Ash gains 3 Life: 11." in story


def test_the_end_says_why() -> None:
    table = Table()
    table.host(0, "firefighter")
    table.s.lone, table.s.grace = 0, 1
    table.play("pass")
    why = "Only you have Hosts on the field (1), and nobody else brought one within a whole round."
    assert result(table.match, 0) == f"You win. {why}"


def test_a_ranking_says_what_decided_it() -> None:
    table, _, _ = duel(own={"totems": ["tiger"], "life": 5}, enemy={"totems": ["dog"], "life": 8}, deck=0)
    table.s.ran_out, table.s.dusk = 1, 1
    table.play("pass")
    assert result(table.match, 0) == (
        "Player 2 wins. Dusk is over: 8 Life on the field against 5, after a tie in Totems."
    )


def test_the_totem_goal_is_told_with_its_count() -> None:
    table, _, _ = duel(own={"totems": ["tiger"]}, totem_goal=2)
    table.hand(0, "dog")
    table.dice(6)
    table.play("totem dog")
    assert result(table.match, 1) == "Player 1 wins. Player 1 carries 2 Totems on the field; the goal was 2."


@pytest.mark.parametrize("deck", ["per_player", "short"])
def test_a_deck_that_is_no_table_is_refused(tmp_path: Path, deck: str) -> None:
    source = (GAME.room / "cards.toml").read_text(encoding="utf-8")
    without = source.replace(f"[components.{deck}]", f"[components.{deck}_before]")
    path = tmp_path / "cards.toml"
    path.write_text(without.replace("[components]", f"[components]\n{deck} = 3"), encoding="utf-8")
    with pytest.raises(CardError, match=rf"{deck} = 3; expected a table of hosts, totems and items_and_acti"):
        GAME.read_content(CardFile(path))


def test_an_unknown_table_is_refused_with_its_line(tmp_path: Path) -> None:
    source = (GAME.room / "cards.toml").read_text(encoding="utf-8")
    path = tmp_path / "cards.toml"
    path.write_text(source + '\n[[card]]\nid = "thunder"\n', encoding="utf-8")
    with pytest.raises(
        CardError, match=rf"line {source.count(chr(10)) + 2}: there is no table card, only host"
    ):
        GAME.content(path)
