"""Chapter 19: the match."""

from __future__ import annotations

import pytest

from bestiary import Match
from bestiary.core.errors import BadOption

from .table import GAME
from .test_examples import finish_game, play_match


@pytest.mark.rule("TOT-19.1")
def test_a_match_is_the_best_of_3_5_or_7() -> None:
    _, match = play_match(3, 0, [0])
    assert match.more and not match.over and match.carry["more"].tolist() == [1]
    match.next_game()
    assert match.game_number == 1
    view = match.view(1)
    assert view["match"] == {"game": 2, "of": 3} and [s["wins"] for s in view["seats"]] == [1, 0]
    for games in (2, 9):
        with pytest.raises(BadOption, match="1, 3, 5, 7"):
            Match(GAME, {"match_games": games})
    _, single = play_match(1, 0, [0])
    assert single.over and single.carry["more"].tolist() == [0]


@pytest.mark.rule("TOT-19.2")
@pytest.mark.parametrize("first", [0, 1])
def test_the_players_take_it_in_turn_to_go_first(first: int) -> None:
    starters, _ = play_match(5, first, [0, 1, 0, 1, 1])
    assert starters == [first, 1 - first, first, 1 - first, first]


@pytest.mark.rule("TOT-19.3")
def test_a_match_ends_when_the_lead_cannot_be_caught() -> None:
    _, match = play_match(3, 0, [0, 0])
    assert match.over and match.carry["score"][0].tolist() == [2, 0]
    _, match = play_match(3, 0, [-1, 0])
    assert match.more
    match.next_game()
    finish_game(match, 1)
    assert match.over and match.carry["score"][0].tolist() == [1, 1]
    _, match = play_match(7, 1, [1, 1, 1])
    assert match.more
    _, match = play_match(7, 1, [1, 1, 1, 1])
    assert match.over and match.carry["score"][0].tolist() == [0, 4]


@pytest.mark.rule("TOT-19.4")
def test_tied_games_count_as_played() -> None:
    _, match = play_match(3, 0, [-1, -1])
    assert match.more
    match.next_game()
    finish_game(match, -1)
    assert match.over and match.carry["score"][0].tolist() == [0, 0]


@pytest.mark.rule("TOT-19.5")
def test_every_game_starts_anew() -> None:
    _, match = play_match(3, 0, [0])
    first_deck = match.state_at(0)[0]["deck"].tolist()
    match.next_game()
    view = match.view(0)
    assert view["deck"] == 38 and view["discard"] == [] and view["turns"] == 0
    assert view["final"] == 0 and view["by"] == "none"
    assert match.state[0]["deck"].tolist() != first_deck
    for _ in range(8):
        match.play(match.legal()[0])
    view = match.view(0)
    assert [len(side["hand"]) for side in view["seats"]] == [3, 4]  # seat 1 goes first and has drawn
    assert [sum(totem is not None for totem in side["row"]) for side in view["seats"]] == [4, 4]
    assert not any(totem["revealed"] for side in view["seats"] for totem in side["row"])
