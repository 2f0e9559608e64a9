"""Chapter 8: threats and submission."""

from __future__ import annotations

import pytest

from .table import duel


@pytest.mark.rule("TMC-8.1", "TMC-8.2")
def test_a_threat_raises_the_stake_and_passes_the_answer_on() -> None:
    table = duel("memory cunning ?", "fury rivalry ?").play("challenge", "threaten")
    assert table.level == 10 and table.asked == (0, "answer")
    assert table.choices == ["accept", "threaten", "submit"]
    table.play("accept", "select memory cunning", "select fury rivalry")
    assert table.powers == (10, 20)


@pytest.mark.rule("TMC-8.3", "TMC-8.4")
def test_at_thirty_the_challenge_is_accepted() -> None:
    table = duel("memory cunning ?", "fury rivalry ?", power=(40, 40)).play("challenge")
    asked = []
    for level in (10, 15, 20, 25, 30):
        asked.append(table.asked[0])
        table.play("threaten")
        assert table.level == level
    assert asked == [1, 0, 1, 0, 1] and table.asked == (0, "select")
    table.play("select memory cunning", "select fury rivalry")
    assert table.powers == (10, 40)


@pytest.mark.rule("TMC-8.5")
def test_a_challenge_starts_from_a_raised_totem() -> None:
    table = duel("memory cunning ?", "fury rivalry ?", offering="venom ? ?", spirits=("mouse", "snake"))
    table.play("invoke venom")
    assert table.level == 10
    table.play("threaten")
    assert table.level == 15
    table.play("accept", "select memory cunning", "select fury rivalry")
    assert table.powers == (5, 20)


@pytest.mark.rule("TMC-8.5")
def test_a_totem_at_thirty_asks_for_no_answer() -> None:
    table = duel("memory cunning ?", "fury rivalry ?", offering="venom ? ?", spirits=("mouse", "snake"))
    table.state.level = 4
    table.play("invoke venom")
    assert table.level == 30 and table.asked == (0, "select")


@pytest.mark.rule("TMC-8.6", "TMC-8.7")
def test_a_submit_ends_the_challenge_for_five_power() -> None:
    table = duel("fury memory menace", power=(20, 9))
    table.play("challenge", "threaten", "threaten", "threaten", "threaten")
    assert table.level == 25
    table.play("submit")
    assert table.powers == (20, 4) and table.asked == (0, "pay")
    assert table.told("totals", "wins", "selects") == []


@pytest.mark.rule("TMC-8.8")
def test_the_other_player_discards_two() -> None:
    table = duel("fury memory menace").play("challenge", "submit")
    assert table.choices == ["pay fury memory", "pay fury menace", "pay memory menace"]
    assert table.refused("pass") == "TMC-8.8"
    assert table.match.why(table.match.game.actions.id("pay", 0, 3)) == "TMC-8.8"
    table.play("pay fury menace")
    assert table.pile == "fury menace" and table.P.hand.startswith("memory ")


@pytest.mark.rule("TMC-8.8")
def test_a_hand_of_two_is_discarded_without_a_question() -> None:
    table = duel("fury memory").play("challenge", "submit")
    assert table.pile == "fury memory" and table.asked == (1, "act")


@pytest.mark.rule("TMC-8.9")
def test_nobody_wins_or_loses_by_a_submit() -> None:
    table = duel(spirits=("bat", "porcupine"), power=(14, 14), token=0).play("challenge", "submit")
    assert table.powers == (14, 9)
    other = duel(spirits=("bat", "porcupine"), power=(9, 14), token=0, turn=1)
    other.play("challenge", "submit")
    assert other.powers == (4, 14)


@pytest.mark.rule("TMC-8.10")
def test_who_submits_keeps_the_hand() -> None:
    table = duel("hunger rivalry agility", "fury vigor memory")
    table.play("challenge", "submit", "pay hunger rivalry")
    assert table.asked == (1, "act") and table.Q.hand == "fury vigor memory"


@pytest.mark.rule("TMC-8.11")
def test_the_initiator_may_submit_to_a_threat() -> None:
    table = duel("? ? ?", "fury vigor memory", spirits=("wolf", "turtle"))
    table.play("challenge", "threaten", "submit")
    assert table.powers == (15, 20) and table.asked == (1, "pay")
    table.play("pay fury vigor")
    assert table.pile == "fury vigor" and table.Q.hand.startswith("memory ") and table.Q.cards == 3


@pytest.mark.rule("TMC-8.12")
def test_the_two_discards_are_part_of_a_reshuffle_by_the_refill() -> None:
    table = duel("fury memory menace", deck_n=2).play("challenge", "submit", "pay fury memory")
    assert table.deck_n == 11 and {"fury", "memory"} <= set(table.deck.split())
    assert table.told("submits", "loses", "discards", "reshuffles")[:5] == [
        ("submits", 1),
        ("loses", 1),
        ("discards", 0),
        ("discards", 0),
        ("reshuffles", -1),
    ]


@pytest.mark.rule("TMC-8.13")
def test_a_submit_moves_neither_token_nor_totem() -> None:
    table = duel(power=(20, 20), token=0, spirits=("wolf", "turtle"))
    table.play("challenge", "threaten", "threaten", "submit")
    assert table.level == 15 and table.P.dominant and table.powers == (20, 15)
    table.match.play(table.match.legal()[0])
    assert table.asked == (1, "act") and table.level == 5
