"""Chapter 2: power, advantages, abilities, the pile and what is known of a hand."""

from __future__ import annotations

import pytest

from bestiary.core.record import readable
from bestiary.games.totemic import state as st

from .table import CONTENT, duel, new


@pytest.mark.rule("TMC-2.1")
def test_power_rises_above_the_printed_number() -> None:
    table = duel(offering="vigor ? ?", spirits=("fox", "turtle"), power=(34, 30)).play("invoke vigor")
    assert table.P.power == 36


@pytest.mark.rule("TMC-2.2")
@pytest.mark.parametrize("turns", [1, 40])
def test_an_advantage_is_in_force_in_every_challenge(turns: int) -> None:
    table = duel("memory menace ?", "resilience vigor ?", spirits=("mouse", "badger"))
    table.state.turns = turns
    table.challenge("memory menace", "resilience vigor")
    assert table.totals[1] == 5 + 4 + 1


@pytest.mark.rule("TMC-2.3")
def test_an_effect_without_may_is_not_asked_for() -> None:
    table = duel(offering="fury ? ?", power=(3, 20)).play("invoke fury")
    assert table.P.power == 1
    assert table.asked == (0, "invoke_pay")


@pytest.mark.rule("TMC-2.4", "TMC-5.2")
def test_drawing_or_discarding_a_card_never_uses_its_ability() -> None:
    table = duel("memory menace ?", deck="vigor").play("draw", "discard vigor")
    assert table.powers == (20, 20) and table.pile == "vigor"


@pytest.mark.rule("TMC-2.4")
def test_selecting_a_card_counts_its_strength_alone() -> None:
    table = duel("vigor hunger ?", "memory menace ?").challenge("vigor hunger", "memory menace")
    assert table.totals == (7, 4) and table.powers == (20, 15)


@pytest.mark.rule("TMC-2.5")
def test_strength_plays_no_part_in_an_invoke() -> None:
    table = duel(offering="fury ? ?", power=(20, 20)).play("invoke fury")
    assert table.powers == (18, 20)


@pytest.mark.rule("TMC-2.6")
def test_every_duel_has_the_basic_cards_and_the_four_of_its_spirits() -> None:
    names = st.SPIRIT_NAMES
    for i, own in enumerate(names):
        for j in range(i + 1, len(names)):
            match = new(spirit_0=own, spirit_1=names[j])
            match.play("begin")
            box = readable(match.state[0]).box
            used = [card for card in range(st.ASPECTS) if not box[card]]
            assert used == [*range(16), 16 + 2 * i, 17 + 2 * i, 16 + 2 * j, 17 + 2 * j]


@pytest.mark.rule("TMC-2.7")
def test_the_aspects_of_the_other_spirit_can_be_invoked() -> None:
    table = duel(offering="kinship ? ?", pile="fury", spirits=("owl", "wolf")).play("invoke kinship")
    assert table.P.power == 21 and "fury" in table.P.hand


@pytest.mark.rule("TMC-2.8")
def test_power_can_fall_below_zero() -> None:
    table = duel("memory cunning ?", "fury rivalry ?", power=(4, 20))
    table.play("challenge", "threaten", "threaten", "accept", "select memory cunning", "select fury rivalry")
    assert table.P.power == -11


@pytest.mark.rule("TMC-2.9")
@pytest.mark.parametrize(("power", "left"), [(13, 9), (12, 10)])
def test_a_condition_is_read_when_its_effect_is_reached(power: int, left: int) -> None:
    table = duel(offering="gnaw ? ?", power=(10, power)).play("invoke gnaw")
    assert table.powers == (10, left)


@pytest.mark.rule("TMC-2.10")
def test_what_cannot_be_done_in_full_is_done_in_part() -> None:
    table = duel("fury ? ?", offering="trinkets ? ?", pile="vigor", spirits=("crow", "turtle"))
    table.play("invoke trinkets")
    assert table.P.cards == 4 and table.pile == "" and table.asked == (0, "trim")


@pytest.mark.rule("TMC-2.11")
def test_the_advantage_of_the_active_player_comes_first() -> None:
    table = duel("memory cunning ?", "fury rivalry ?", spirits=("porcupine", "bat"))
    table.challenge("memory cunning", "fury rivalry")
    assert table.powers == (15, 20 - 1 + 2)
    happened = table.told("wins", "loses", "gains")
    assert happened == [("wins", 1), ("loses", 0), ("loses", 1), ("gains", 1)]


@pytest.mark.rule("TMC-2.11")
def test_the_order_follows_the_turn_not_the_seat() -> None:
    table = duel("fury rivalry ?", "memory cunning ?", spirits=("porcupine", "bat"), turn=1)
    table.challenge("fury rivalry", "memory cunning")
    assert table.told("gains", "loses") == [("loses", 0), ("gains", 1), ("loses", 1)]


@pytest.mark.rule("TMC-2.12")
def test_both_players_see_the_whole_pile() -> None:
    table = duel("fury memory menace", offering="vigor ? ?", pile="hunger agility")
    table.play("invoke vigor", "discard menace")
    for side in table.sides:
        assert [card["name"] for card in side.view["discard"]] == ["Hunger", "Agility", "Menace"]


@pytest.mark.rule("TMC-2.13")
def test_a_card_taken_openly_stays_known_until_it_leaves_the_hand() -> None:
    table = duel("fury memory menace", offering="vigor ? ?", deck="cunning patience hunger")
    table.play("invoke vigor", "discard menace")
    assert table.Q.knows == "vigor"
    assert table.Q.view["seats"][0]["hand"] == [None] * 3
    table.play("draw", "discard " + table.Q.hand.split()[0])
    table.play("draw", "discard vigor")
    assert table.Q.knows == "" and table.Q.view["seats"][0]["hand"] == [None] * 3


@pytest.mark.rule("TMC-2.13")
def test_a_hand_is_seen_only_by_its_holder() -> None:
    table = duel("fury memory menace")
    assert [card["name"] for card in table.P.view["seats"][0]["hand"]] == ["Fury", "Memory", "Menace"]
    for seat in (1, -1):
        assert table.match.view(seat)["seats"][0]["hand"] == [None] * 3


def test_every_card_says_what_it_is() -> None:
    for card in CONTENT.cards[: st.ASPECTS]:
        assert card.name and card.text and 0 <= card.facts["strength"] <= 7
