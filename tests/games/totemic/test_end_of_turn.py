"""Chapters 9 and 10: the end of a turn, of a game and of a match."""

from __future__ import annotations

import pytest

from bestiary import Match
from bestiary.core.jit import INTERPRETED
from bestiary.core.record import readable

from .table import GAME, duel, new

GAMES = 60 if INTERPRETED else 10_000


@pytest.mark.rule("TMC-9.1")
@pytest.mark.parametrize(("power", "over"), [(5, True), (6, False)])
def test_zero_power_ends_the_game_at_the_end_of_the_turn(power: int, over: bool) -> None:
    table = duel("fury rivalry ?", "memory cunning ?", power=(20, power))
    table.challenge("fury rivalry", "memory cunning")
    assert table.match.game_over is over and table.Q.power == power - 5
    if over:
        assert table.match.asked == [] and table.refused("draw") == "TMC-9.1"
        assert GAME.endings[int(table.match.state[0]["by"])] == "one side has no power left"


@pytest.mark.rule("TMC-9.2")
def test_the_action_is_completed_first() -> None:
    table = duel(
        "memory cunning menace",
        "fury rivalry ?",
        offering="clash ? ?",
        power=(1, 20),
        spirits=("stag", "mouse"),
    )
    table.play("invoke clash", "accept", "select memory cunning", "select fury rivalry")
    assert table.P.power == -4 and table.asked == (0, "invoke_pay") and table.P.cards == 3
    table.play("discard menace")
    assert table.match.game_over and "clash" in table.P.hand and table.winner == 1


@pytest.mark.rule("TMC-9.3")
def test_the_opposing_player_is_brought_to_three() -> None:
    table = duel("fury rivalry ?", "memory cunning hunger").challenge("fury rivalry", "memory cunning")
    assert table.Q.cards == 3 and table.Q.hand.startswith("hunger")
    table = duel(offering="slow-gait ? ?", deck="hunger", spirits=("mouse", "porcupine"))
    table.play("invoke slow-gait")
    table.match.play(table.match.legal()[0])
    assert table.asked == (1, "trim") and len(table.choices) == 4
    assert table.refused("draw") == "TMC-9.3"
    table.play("discard hunger")
    assert table.Q.cards == 3 and table.asked == (1, "act")


@pytest.mark.rule("TMC-9.4")
def test_the_offering_is_filled_to_three() -> None:
    table = duel("fury memory menace", offering="vigor hunger agility", deck="rivalry")
    table.play("invoke vigor", "discard menace")
    assert table.offering == "hunger agility rivalry"
    table = duel("fury memory menace", offering="long-season hunger agility", deck="rivalry vigor patience")
    table.play("invoke long-season", "discard menace")
    assert table.offering == "rivalry vigor patience"


@pytest.mark.rule("TMC-9.5")
def test_the_totem_returns_to_five() -> None:
    table = duel("fury rivalry ?", "memory cunning ?", power=(40, 40))
    table.play("challenge", "threaten", "threaten", "threaten", "accept")
    table.play("select fury rivalry", "select memory cunning")
    assert table.asked == (1, "act") and table.level == 5 and table.powers == (40, 20)


@pytest.mark.rule("TMC-9.7")
def test_the_hand_comes_before_the_offering() -> None:
    table = duel(
        "agility rivalry menace",
        "cunning courage hunger",
        offering="courage ? ?",
        deck="? ? fury memory vigor",
    )
    table.play("invoke courage", "accept")
    table.play("select agility rivalry", "select cunning courage", "discard menace")
    assert table.Q.hand == "hunger fury memory" and table.offering.endswith("vigor")


@pytest.mark.rule("TMC-9.8", "TMC-9.9")
@pytest.mark.parametrize("second_check", [False, True])
def test_power_is_checked_once(second_check: bool) -> None:
    table = duel(
        "cunning menace ?",
        "? ? memory",
        offering="vigor vigor ?",
        deck="fury",
        deck_n=1,
        power=(10, 1),
        token=0,
        spirits=("wolf", "owl"),
        second_check=second_check,
    )
    table.play("invoke vigor", "discard cunning")
    assert table.powers == (11, 0) and table.match.game_over is second_check
    if second_check:
        assert table.winner == 0
    else:
        table.play("invoke vigor", "discard memory")
        assert table.powers == (11, 2) and not table.match.game_over


# ---- the end of the game -----------------------------------------------------------------------


def ended(power: tuple[int, int], token: int = 1, **options: bool) -> int | None:
    """The winner of a game that ends with these powers."""
    table = duel("fury memory menace", offering="hunger ? ?", token=token, **options)
    table.state.power[:] = (power[0], power[1] + 2)
    table.play("invoke hunger", "discard menace")
    assert table.match.game_over and table.powers == power
    return table.winner


@pytest.mark.rule("TMC-10.1", "TMC-10.3")
@pytest.mark.parametrize("token", [0, 1])
def test_more_power_wins(token: int) -> None:
    assert ended((3, -2), token) == 0
    assert ended((-2, 3), token) == 1
    assert ended((-1, 0), token) == 1
    assert ended((-4, -7), token) == 0


@pytest.mark.rule("TMC-10.2")
@pytest.mark.parametrize("token", [0, 1])
def test_dominance_decides_between_equals(token: int) -> None:
    assert ended((0, 0), token) == token
    assert ended((-3, -3), token) == token


@pytest.mark.rule("TMC-10.4")
def test_with_floor_zero_two_fallen_players_are_tied() -> None:
    assert ended((-1, 0), 0, floor_zero=True) == 0
    assert ended((0, -9), 1, floor_zero=True) == 1
    assert ended((4, -9), 1, floor_zero=True) == 0


@pytest.mark.rule("TMC-10.5")
def test_every_game_has_one_winner() -> None:
    engine = new().engine
    batch = engine.batch(GAMES, 5, {"deal_spirits": True}, cores=1)
    assert (sorted(set(batch.scores.ravel())) == [-1.0, 1.0]) and (batch.scores.sum(axis=1) == 0).all()


@pytest.mark.rule("TMC-10.6")
def test_the_fifteenth_reshuffle_ends_the_game() -> None:
    table = duel("fury memory menace", deck_n=1, power=(6, 9), reshuffles=14, spirits=("mouse", "bat"))
    table.play("draw")
    assert not table.match.game_over and table.powers == (5, 8)
    table.play("discard menace")
    assert table.match.game_over and table.winner == 1
    assert GAME.endings[int(table.match.state[0]["by"])] == "the deck is reshuffled for the last time"
    earlier = duel("fury memory menace", deck_n=1, reshuffles=13).play("draw", "discard menace")
    assert not earlier.match.game_over


# ---- the match ---------------------------------------------------------------------------------


def match_of(winners: str, **options: object) -> Match:
    """A match whose first games are won by these seats."""
    match = Match(GAME, {"spirit_0": "wolf", "spirit_1": "owl", "match_games": 3, **options}, seed=2)
    for number, winner in enumerate(winners):
        if number:
            match.next_game()
        match.play("begin")
        readable(match.state[0]).power[1 - int(winner)] = -99
        while not match.game_over:
            match.play(match.legal()[0])
        assert match.view(0)["winner"] == int(winner)
    return match


@pytest.mark.rule("TMC-10.7")
def test_a_match_has_three_games_and_a_duel_one() -> None:
    assert match_of("01").more
    assert not match_of("0", match_games=1).more


@pytest.mark.rule("TMC-10.8")
def test_two_wins_end_the_match() -> None:
    match = match_of("00")
    assert match.over and match.carry["score"][0].tolist() == [2, 0]
    assert match_of("0").more


@pytest.mark.rule("TMC-10.9")
def test_all_games_can_be_played() -> None:
    assert match_of("00", play_all_games=True).more
    assert not match_of("001", play_all_games=True).more


@pytest.mark.rule("TMC-10.10")
def test_every_game_starts_afresh() -> None:
    match = Match(GAME, {"match_games": 3}, seed=2)
    match.play("choose wolf")
    match.play("choose owl")
    s = readable(match.state[0])
    wolf = [int(x) for x in s.spirit].index(7)
    s.power[:] = -30
    s.power[wolf] = 11
    while not match.game_over:
        match.play(match.legal()[0])
    match.next_game()
    assert match.view(0)["match"] == {"game": 2, "of": 3}
    assert match.asked == [wolf] and "choose wolf" in match.choices()
    match.play("choose wolf")
    match.play("choose owl")
    assert match.view(0)["seats"][wolf]["power"] == 25


@pytest.mark.rule("TMC-10.11")
def test_more_games_win_the_match() -> None:
    match = match_of("011")
    assert match.over and match.carry["score"][0].tolist() == [1, 2]
