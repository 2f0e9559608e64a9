"""Every advantage, seen at work once, and once where it must not work."""

from __future__ import annotations

import pytest

from bestiary.games.totemic import state as st

from .table import duel

pytestmark = pytest.mark.rule("TMC-2.2")


def test_every_spirit_has_a_test() -> None:
    for name in st.SPIRIT_NAMES:
        assert any(test.startswith(f"test_{name}") for test in globals()), name


def test_badger_adds_one_when_challenged() -> None:
    table = duel("vigor hunger ?", "resilience memory ?", spirits=("mouse", "badger"))
    assert table.challenge("vigor hunger", "resilience memory").totals == (7, 8)
    table = duel("vigor hunger ?", "resilience memory ?", spirits=("badger", "mouse"))
    assert table.challenge("vigor hunger", "resilience memory").totals == (7, 7)


def test_bat_gains_two_for_a_win() -> None:
    table = duel("fury rivalry ?", "memory menace ?", spirits=("bat", "mouse"))
    assert table.challenge("fury rivalry", "memory menace").powers == (22, 15)
    table = duel("fury rivalry ?", "memory menace ?", spirits=("mouse", "bat"))
    assert table.challenge("fury rivalry", "memory menace").powers == (20, 15)


def test_crow_sees_two_cards_when_its_turn_begins() -> None:
    table = duel("? ? ?", "fury hunger vigor", spirits=("crow", "mouse"), begin=True).play("begin")
    assert len(table.P.knows.split()) == 2
    table = duel("? ? ?", "fury hunger vigor", spirits=("mouse", "crow"), begin=True).play("begin")
    assert table.P.knows == "" and table.Q.knows == ""


def test_mouse_submits_cheaply_to_a_threat() -> None:
    assert duel().play("challenge", "threaten", "submit").powers == (19, 20)


def test_porcupine_takes_one_for_a_loss() -> None:
    table = duel("fury rivalry ?", "memory menace ?", spirits=("mouse", "porcupine"))
    assert table.challenge("fury rivalry", "memory menace").powers == (19, 15)
    table = duel("fury rivalry ?", "memory menace ?", spirits=("porcupine", "mouse"))
    assert table.challenge("fury rivalry", "memory menace").powers == (20, 15)


@pytest.mark.parametrize(("token", "total"), [(0, 8), (1, 7)])
def test_stag_adds_one_with_dominance(token: int, total: int) -> None:
    table = duel("vigor hunger ?", "fury rivalry ?", spirits=("stag", "mouse"), token=token)
    assert table.challenge("vigor hunger", "fury rivalry").totals == (total, 13)


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize(
    ("powers", "left"),
    [((14, 12), (13, 12)), ((12, 12), (11, 11)), ((12, 13), (11, 12))],
    ids=["behind", "level", "ahead"],
)
def test_turtle_pays_for_a_reshuffle_unless_it_is_behind(
    powers: tuple[int, int], left: tuple[int, int], turn: int
) -> None:
    assert duel(deck_n=1, power=powers, turn=turn).play("draw").powers == left


@pytest.mark.parametrize(
    ("pair", "total"), [("vigor hunger", 8), ("fury resilience", 12), ("vigor patience", 9)]
)
def test_wolf_adds_one_for_a_close_pair(pair: str, total: int) -> None:
    table = duel(f"{pair} ?", "rivalry agility ?", spirits=("wolf", "mouse"))
    assert table.challenge(pair, "rivalry agility").totals == (total, 11)


def test_wolf_adds_nothing_with_a_single_card() -> None:
    table = duel("vigor", "rivalry agility ?", spirits=("wolf", "mouse"))
    assert table.play("challenge", "accept", "select rivalry agility").totals == (4, 11)


def test_fox_feints_for_three_power() -> None:
    table = duel("vigor hunger ?", "rivalry memory ?", offering="fury ? ?", spirits=("fox", "mouse"))
    table.challenge("vigor hunger", "rivalry memory").play("feint hunger fury")
    assert table.totals == (11, 8) and table.powers == (17, 15)


def test_owl_draws_two_cards() -> None:
    assert duel(spirits=("owl", "mouse")).play("draw").P.cards == 5


def test_snake_may_raise_the_totem_when_it_challenges() -> None:
    table = duel(spirits=("snake", "mouse")).play("challenge")
    assert table.asked == (0, "may")
    assert table.play("yes").level == 10 and table.asked == (1, "answer")
    assert duel(spirits=("snake", "mouse")).play("challenge", "no").level == 5
    assert duel(spirits=("mouse", "snake")).play("challenge").asked == (1, "answer")


def test_snake_is_not_asked_at_thirty() -> None:
    table = duel(offering="courage ? ?", spirits=("snake", "mouse"))
    table.state.level = 5
    assert table.play("invoke courage").asked == (0, "select")


def test_catfish_grows_with_the_first_reshuffle_and_gains_dominance_for_a_loss() -> None:
    table = duel("vigor hunger ?", "fury rivalry ?", spirits=("catfish", "mouse"), reshuffles=2)
    table.challenge("vigor hunger", "fury rivalry")
    assert table.totals == (8, 13) and table.P.dominant and table.powers == (15, 19)
