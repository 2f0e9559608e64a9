"""Chapter 14: challenges of the solo game."""

from __future__ import annotations

import pytest

from .table import names, solo


@pytest.mark.rule("TMC-14.1", "TMC-14.5")
def test_the_rival_accepts_and_the_player_selects() -> None:
    table = solo("fury memory menace", turn=0).play("challenge")
    assert table.level == 5 and table.asked == (0, "select") and len(table.choices) == 3
    assert int(table.state.stack_n) == 4 and table.sides[0].view["solo"]["turned"] is None
    hidden = table.match.engine.hidden(table.match.state, 0)
    assert set(hidden[0]["stack"].tolist()) == {-2}


@pytest.mark.rule("TMC-14.2")
def test_the_rival_accepts_a_threat() -> None:
    table = solo("fury memory menace", "rivalry vigor cunning").play("threaten")
    assert table.level == 10 and table.asked == (0, "select")


@pytest.mark.rule("TMC-14.3")
def test_a_challenge_goes_no_higher_than_one_threat() -> None:
    table = solo("fury memory menace", turn=0).play("challenge")
    assert table.level == 5 and table.asked[1] == "select" and table.told("threatens", "submits") == []


@pytest.mark.rule("TMC-14.4")
def test_the_player_answers_the_rivals_challenge() -> None:
    table = solo("fury memory menace", "rivalry vigor cunning")
    assert table.asked == (0, "answer") and table.choices == ["accept", "threaten", "submit"]


@pytest.mark.rule("TMC-14.6", "TMC-14.8")
def test_the_rival_selects_its_strongest_and_adds_the_challenge_card() -> None:
    table = solo("fury memory menace", "cunning rivalry vigor", fates=(4, 0, 2, 6))
    table.play("accept", "select fury memory")
    assert table.totals == (9, 14)
    shown = [c["value"] for c in table.sides[0].view["solo"]["used"]]
    assert shown == [4] and "cunning" in table.sides[1].hand


@pytest.mark.rule("TMC-14.7")
def test_the_player_chooses_among_equals_that_the_rival_selects() -> None:
    table = solo("fury memory menace", "rivalry vigor patience").play("accept", "select fury memory")
    assert table.asked == (0, "pick") and table.choices == ["pick vigor", "pick patience"]
    assert table.refused("draw") == "TMC-14.7" == table.refused("pick rivalry")
    table.play("pick patience")
    assert "vigor" in table.sides[1].hand and "patience" in table.pile


@pytest.mark.rule("TMC-14.7")
def test_equals_that_are_both_needed_are_no_question() -> None:
    table = solo("fury memory menace", "resilience agility cunning").play("accept", "select fury memory")
    assert table.asked[1] != "pick" and table.sides[1].hand.startswith("cunning")


@pytest.mark.rule("TMC-14.9", "TMC-14.11")
def test_the_greater_total_wins() -> None:
    table = solo("fury rivalry ?", "rivalry vigor cunning", fates=(2, 0, 4, 6), power=(20, 20))
    table.play("accept", "select fury rivalry")
    assert table.totals == (13, 12) and table.powers == (20, 15)
    table = solo("fury rivalry ?", "rivalry vigor cunning", fates=(2, 0, 4, 6), power=(20, 25))
    table.play("threaten", "select fury rivalry")
    assert table.powers == (20, 15)
    table = solo("fury rivalry ?", "rivalry vigor cunning", fates=(6, 0, 4, 2), power=(20, 25))
    table.play("threaten", "select fury rivalry")
    assert table.powers == (10, 25)


@pytest.mark.rule("TMC-14.10")
@pytest.mark.parametrize(("token", "powers"), [(1, (15, 19)), (0, (19, 15))])
def test_dominance_wins_a_tie_and_is_lost(token: int, powers: tuple[int, int]) -> None:
    table = solo(
        "fury rivalry ?",
        "rivalry resilience cunning",
        fates=(2, 0, 4, 6),
        token=token,
        spirits=("owl", "bat"),
    )
    table.play("accept", "select fury rivalry")
    assert table.totals == (13, 13) and int(table.state.dominance) == 1 - token
    gained = 2 if token == 1 else 0  # the Bat feasts on a win
    assert table.powers == (powers[0], powers[1] + gained)


@pytest.mark.rule("TMC-14.12")
def test_the_used_cards_go_to_their_piles() -> None:
    table = solo("fury rivalry ?", "resilience agility cunning", fates=(2, 0, 4, 6))
    table.play("accept", "select fury rivalry")
    assert table.pile == "resilience agility fury rivalry"
    assert [c["value"] for c in table.sides[0].view["solo"]["used"]] == [2]
    assert int(table.state.stack_n) == 3 and int(table.state.turned[0]) == -1


@pytest.mark.rule("TMC-14.13")
def test_both_refill_the_initiator_first() -> None:
    table = solo(
        "rivalry agility courage",
        "resilience rivalry cunning",
        deck="fury memory vigor hunger",
        offering="determination determination courage",
    )
    table.play("accept", "select rivalry agility")
    assert table.sides[1].hand == "cunning fury memory" and table.sides[0].hand == "courage vigor hunger"


@pytest.mark.rule("TMC-14.13")
def test_the_player_refills_first_after_an_own_challenge() -> None:
    table = solo(
        "rivalry agility courage",
        "hunger rivalry cunning",
        deck="fury memory vigor patience",
        offering="courage determination determination",
        turn=0,
    )
    table.play("challenge", "select rivalry agility")
    drawn = [h.words["card"] for h in table.match.events(0) if h.kind == "draws"]
    assert names(drawn[:4]) == "fury memory vigor patience"
    assert [seat for _, seat in table.told("draws")][:4] == [0, 0, 1, 1]


@pytest.mark.rule("TMC-14.14")
def test_the_last_unused_challenge_card_brings_a_new_stack() -> None:
    table = solo("fury rivalry ?", "resilience agility cunning", fates=(4, 2), used=(6, 0))
    table.play("accept", "select fury rivalry")
    assert int(table.state.stack_n) == 4 and int(table.state.used_n) == 0
    kinds = [k for k, _ in table.told("draws", "renews")]
    assert kinds == ["draws"] * 4 + ["renews"]
    earlier = solo("fury rivalry ?", "resilience agility cunning", fates=(4, 2, 6), used=(0,))
    earlier.play("accept", "select fury rivalry")
    assert int(earlier.state.stack_n) == 2 and int(earlier.state.used_n) == 2


@pytest.mark.rule("TMC-14.15", "TMC-14.16", "TMC-14.18")
def test_a_submit_costs_five_and_the_rival_its_two_strongest() -> None:
    table = solo("fury rivalry ?", "cunning rivalry vigor", power=(12, 20)).play("submit")
    assert table.powers == (7, 20) and table.pile == "rivalry vigor"
    assert table.sides[1].hand.startswith("cunning ") and table.sides[1].cards == 3
    assert int(table.state.stack_n) == 4 and int(table.state.used_n) == 0


@pytest.mark.rule("TMC-14.17")
def test_the_player_chooses_what_the_rival_discards() -> None:
    table = solo("fury rivalry ?", "rivalry vigor patience").play("submit")
    assert table.asked == (0, "pick") and table.choices == ["pick vigor", "pick patience"]
    assert table.refused("draw") == "TMC-14.17" == table.refused("pick rivalry")
    table.play("pick patience")
    assert table.pile == "rivalry patience" and table.sides[1].hand.startswith("vigor ")


@pytest.mark.rule("TMC-14.18")
def test_the_rival_refills_at_once_after_a_submit() -> None:
    table = solo("fury rivalry ?", "cunning rivalry vigor", deck="hunger agility").play("submit")
    assert table.sides[1].hand == "cunning hunger agility"
