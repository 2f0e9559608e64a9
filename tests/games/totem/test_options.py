"""The options of a table: every value, and what a bad one is told."""

from __future__ import annotations

import pytest

from bestiary import Match
from bestiary.core.errors import BadOption, UnknownName

from .table import GAME

VALUES = {
    "restock": ["any", "one"],
    "shield_attacker": ["discard", "return"],
    "requisition": ["must", "may"],
    "final_turn": ["current", "extra", "round", "action"],
    "tie_sum": ["all", "concealed"],
    "match_games": [1, 3, 5, 7],
}


def test_the_options_of_the_rulebook_and_their_defaults() -> None:
    assert set(GAME.options.all) == {"players", *VALUES}
    assert {name: list(GAME.options.all[name].values) for name in VALUES} == VALUES
    defaults = {name: values[0] for name, values in VALUES.items()} | {"final_turn": "action"}
    assert GAME.settle({}) == {"players": 2, **defaults}


@pytest.mark.parametrize(("name", "value"), [(n, v) for n, values in VALUES.items() for v in values])
def test_every_value_starts_a_game(name: str, value: object) -> None:
    for given in (value, str(value)):
        match = Match(GAME, {name: given}, seed=1)
        assert match.options[name] == value
        assert GAME.options.decode(match.state[0]["opt"])[name] == value
        assert len(match.legal()) == 7


@pytest.mark.parametrize("name", VALUES)
def test_a_bad_value_is_told_the_good_ones(name: str) -> None:
    good = ", ".join(map(str, VALUES[name]))
    with pytest.raises(BadOption) as refused:
        Match(GAME, {name: "sometimes"})
    assert f"Option {name} cannot be 'sometimes'; it can be {good} (TOT-" in str(refused.value)


@pytest.mark.parametrize("players", [0, 1, 3, 4, "many"])
def test_a_bad_number_of_players(players: object) -> None:
    with pytest.raises(BadOption, match=f"Totem is played by 2, not by {players}"):
        Match(GAME, {"players": players})


def test_an_unknown_option_is_told_the_known_ones() -> None:
    with pytest.raises(UnknownName, match=r"no option 'restok'. Did you mean restock\? There is: final_turn"):
        Match(GAME, {"restok": "one"})
