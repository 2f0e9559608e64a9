"""Tables with a name: the same options wherever they are asked for."""

from __future__ import annotations

import pytest

from bestiary import load
from bestiary.commands.common import chosen_looks, table_options
from bestiary.core.errors import BadOption, UnknownName

TIGER = load("tiger")


@pytest.mark.parametrize(
    "words",
    [["--table", "steady"], ["--table=steady"], ["--steady"], ["--players", "3", "--table", "steady"]],
)
def test_a_table_is_named_in_any_of_these_ways(words: list[str]) -> None:
    assert table_options(TIGER, None, words)["least_number"] == 2


def test_options_change_a_named_table() -> None:
    assert table_options(TIGER, ["zoo=true"], ["--least-number", "1"], "dojo") == {
        **TIGER.presets["dojo"].options,
        "least_number": "1",
        "zoo": "true",
    }


@pytest.mark.parametrize("words", [["--table", "stedy"], ["--table"]])
def test_an_unknown_table_is_refused_with_the_good_names(words: list[str]) -> None:
    with pytest.raises(UnknownName, match=r"There is no table .* dojo, menagerie, muster, .* rulebook"):
        table_options(TIGER, None, words)


def test_how_the_board_is_drawn_is_no_option_of_the_table() -> None:
    game = load("totemic")
    words = ["--players", "1", "--totem", "cards", "--rivals", "2"]
    assert chosen_looks(game, words) == ({"totem": "cards"}, ["--players", "1", "--rivals", "2"])
    assert chosen_looks(game, ["--totem=standing"]) == ({"totem": "standing"}, [])
    assert chosen_looks(load("tiger"), words) == ({}, words)


@pytest.mark.parametrize("words", [["--totem", "pole"], ["--totem"]])
def test_an_unknown_look_is_refused_with_the_good_ones(words: list[str]) -> None:
    with pytest.raises(BadOption, match="The totem is shown as standing or cards, not as"):
        chosen_looks(load("totemic"), words)
