"""Tables with a name: the same options wherever they are asked for."""

from __future__ import annotations

import pytest

from bestiary import load
from bestiary.commands.common import table_options
from bestiary.core.errors import UnknownName

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
    with pytest.raises(UnknownName, match=r"There is no table .* dojo, published, reserve, rulebook"):
        table_options(TIGER, None, words)
