"""Chapter 2: aim and set-up."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from bestiary import Match
from bestiary.core.driver import Engine
from bestiary.core.errors import BadOption
from bestiary.core.jit import INTERPRETED
from bestiary.core.record import same

from .table import GAME, Table, cards, dealt, position

FOUR = ["P place A3", "P place J5", "P place J10", "P place A13"]


def placed(first: int = 0) -> Table:
    """Both have placed; P has gone first and is asked for the first action."""
    table = dealt(first, q_hand="C8 A2 V9 V1 J7 C11 J3")
    table.play(*FOUR, "Q place J7", "Q place C11", "Q place A2", "Q place V9")
    return table


@pytest.mark.rule("TOT-2.1")
def test_the_aim_is_to_defeat_every_enemy_totem() -> None:
    table = position("C7 ?", "J3 -- -- --")
    table.play("P attack C7 1")
    assert table.Q.row == "-- -- -- --"
    assert table.result == "P by conquest"


@pytest.mark.rule("TOT-2.2")
@pytest.mark.parametrize("players", [1, 3, 4])
def test_totem_is_for_two(players: int) -> None:
    with pytest.raises(BadOption, match=f"played by 2, not by {players}"):
        Match(GAME, {"players": players})
    assert Match(GAME, {"players": 2}).seats == 2


@pytest.mark.rule("TOT-2.3")
def test_the_first_player_is_chosen_at_random() -> None:
    seeds, least, most = (120, 35, 85) if INTERPRETED else (10_000, 4_800, 5_200)
    engine = Engine(GAME)
    first = Counter(int(engine.start(seed=seed)[0]["first"]) for seed in range(1, seeds + 1))
    assert set(first) == {0, 1}
    assert least <= first[0] <= most


@pytest.mark.rule("TOT-2.4")
def test_each_player_is_dealt_seven_shuffled_cards() -> None:
    seeds, least, most = (208, 8, 52) if INTERPRETED else (5_200, 575, 825)
    engine = Engine(GAME)
    hands = np.concatenate([engine.start(seed=seed)[0]["hand"][0] for seed in range(1, seeds + 1)])
    times = np.bincount(hands[hands >= 0], minlength=52)
    assert times.sum() == 7 * seeds
    assert times.min() >= least and times.max() <= most
    assert [len(side["hand"]) for side in Match(GAME).view(0)["seats"]] == [7, 7]


@pytest.mark.rule("TOT-2.5")
def test_exactly_four_of_the_seven_are_laid_face_down() -> None:
    table = dealt()
    table.play(*FOUR[:3], "P stop refused TOT-2.5", "P discard C1 refused TOT-2.5")
    table.play("P place V13 refused TOT-2.5")  # not in hand
    table.play(FOUR[3], "P place C1 refused TOT-5.7")
    assert table.P.row == "(A3) (J5) (J10) (A13)"
    assert table.question == "Q place"


@pytest.mark.rule("TOT-2.6")
@pytest.mark.parametrize("first", [0, 1])
def test_nobody_learns_of_the_others_first_totems(first: int) -> None:
    """The second player sees the same to the byte, whatever the first has placed."""
    tables = [dealt(first), dealt(first)]
    tables[0].play(*FOUR)
    tables[1].play("P place C1", "P place C2", "P place V4", "P place J5")
    hidden = [t.match.engine.hidden(t.match.state, t.Q.seat) for t in tables]
    assert same(*hidden)
    assert tables[0].Q.view == tables[1].Q.view
    assert tables[0].Q.log == tables[1].Q.log
    assert tables[0].match.choices() == tables[1].match.choices()
    assert len(tables[0].match.choices()) == 7


@pytest.mark.rule("TOT-2.7")
def test_the_three_cards_left_are_the_starting_hand() -> None:
    table = dealt()
    table.play(*FOUR)
    assert table.P.hand == cards("C1 C2 V4")


@pytest.mark.rule("TOT-2.8")
def test_the_cards_not_dealt_form_the_deck() -> None:
    table = dealt(q_hand="C8 A2 V9 V1 J7 C11 J3")
    assert len(table.deck) == 52 - 2 * 7 == 38
    table.play(*FOUR, "Q place J7", "Q place C11", "Q place A2")
    assert len(table.deck) == 38
    table.play("Q place V9")
    assert len(table.deck) == 37  # the first player's start card
    assert [card for card in (table.P.view["clash"], table.P.view["discard"]) if card] == []


@pytest.mark.rule("TOT-2.9")
def test_defeated_and_discarded_cards_go_to_the_discard_pile() -> None:
    assert Match(GAME).view(0)["discard"] == []
    table = position("V9 ?", "(C4) (A1) -- --", deck=0)
    table.play("P attack V9 1")
    assert table.discarded == cards("V9 C4")


@pytest.mark.rule("TOT-2.10")
def test_places_are_filled_from_the_left() -> None:
    table = dealt()
    table.play("P place A3", "P place J10", "P place J5", "P place A13")
    assert table.P.row == "(A3) (J10) (J5) (A13)"


@pytest.mark.rule("TOT-2.11")
def test_the_discard_pile_is_open() -> None:
    table = position("J2 C1 A1 A2 A3 A4 A5 A6", deck="V1 V2 V3")
    table.play("P discard J2", "P trim C1")
    table.play("P trim A1")
    pile = {card["code"] for card in table.Q.view["discard"]}
    assert table.discarded == cards("J2 C1 A1") and pile >= table.discarded
    assert "discards Jade Frog" in table.Q.log and "discards Crimson Mouse" in table.Q.log


@pytest.mark.rule("TOT-2.12")
def test_the_discard_pile_is_never_shuffled_back() -> None:
    table = position("? ? ?", "(?) (?) (?) (?)", "(?) (?) (?) (?)", "? ? ?", deck=13)
    assert int(table.state.discard_n) == 25
    for n in range(1, 10):
        assert not table.match.game_over
        table.idle()
        assert len(table.discarded) == n
    assert table.match.game_over and table.deck == []
    assert int(table.state.discard_n) == 34


@pytest.mark.rule("TOT-2.13")
def test_the_numbers_of_cards_are_open() -> None:
    table = position("? ? ? ? ?", q_hand="? ? ?", deck=20)
    for side in (table.P, table.Q):
        assert side.view["deck"] == 20
        assert len(side.view["seats"][table.P.seat]["hand"]) == 5
        assert len(side.view["seats"][table.Q.seat]["hand"]) == 3


@pytest.mark.rule("TOT-2.14")
def test_a_totem_stays_in_its_place() -> None:
    table = position("A12 ?", "(A3) (J10) (J5) (A13)")
    table.play("P attack A12 2")
    assert table.Q.row == "(A3) -- (J5) (A13)"


@pytest.mark.rule("TOT-2.14")
def test_the_order_of_the_places_has_no_effect() -> None:
    rows = "(A3) J10 (J5) --", "(J5) -- (A3) J10"
    tables = [position("C9 J4 V10 V3", row, row="(C1) (?) -- --") for row in rows]
    assert len(tables[0].match.legal()) == len(tables[1].match.legal())
    for attacker, target in (("V10", "A3"), ("V10", "J10"), ("V3", "J5")):
        after = []
        for row in rows:
            table = position("C9 J4 V10 V3", row, row="(C1) (?) -- --")
            place = row.replace("(", "").replace(")", "").split().index(target) + 1
            table.play(f"P attack {attacker} {place}")
            after.append((sorted(table.Q.row.split()), table.P.hand, table.question))
        assert after[0] == after[1]


def test_the_first_player_begins() -> None:
    for first in (0, 1):
        table = placed(first)
        assert table.question == "P action" and table.P.seat == first
        assert f"Player {first + 1} goes first" in table.Q.log
