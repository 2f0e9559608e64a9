"""Chapter 11: what the words on the cards mean."""

from __future__ import annotations

from collections import Counter

import pytest

from bestiary.core.jit import INTERPRETED

from .table import duel

DRAWS = 240 if INTERPRETED else 9000


@pytest.mark.rule("TMC-11.1")
def test_draw_n() -> None:
    table = duel("fury memory menace", offering="patience ? ?", deck="vigor hunger").play("invoke patience")
    assert table.P.hand == "fury memory menace vigor hunger" and table.powers == (20, 20)


@pytest.mark.rule("TMC-11.2")
def test_the_holder_chooses_what_to_discard() -> None:
    table = duel("fury memory menace", offering="shed-skin ? ?", spirits=("mouse", "snake"))
    table.play("invoke shed-skin")
    assert table.asked == (0, "discard") and len(table.choices) == 3
    assert table.refused("draw") == "TMC-11.2" == table.refused("discard hunger")
    table.play("discard fury")
    assert table.asked == (0, "discard") and len(table.choices) == 2
    table.play("discard memory")
    assert table.P.cards == 4 and table.P.hand.startswith("menace") and table.pile == "fury memory"


@pytest.mark.rule("TMC-11.3")
def test_the_strongest_card_goes() -> None:
    table = duel("? ? ?", "fury vigor memory", offering="menace ? ?").play("invoke menace")
    assert table.asked == (1, "strongest") and table.choices == ["discard fury"]
    assert table.refused("discard memory") == "TMC-11.3" == table.refused("draw")
    table.play("discard fury")
    assert table.pile == "fury" and table.Q.hand == "vigor memory" and table.asked == (0, "invoke_pay")


@pytest.mark.rule("TMC-11.3")
def test_the_holder_chooses_among_equals() -> None:
    table = duel("? ? ?", "resilience agility memory", offering="menace ? ?").play("invoke menace")
    assert table.choices == ["discard resilience", "discard agility"]


@pytest.mark.rule("TMC-11.4")
def test_the_opponent_sees_the_hand_and_chooses() -> None:
    table = duel("? ? ?", "fury vigor memory", offering="omen ? ?", spirits=("crow", "turtle"))
    table.play("invoke omen")
    assert table.asked == (0, "remove") and table.P.knows == "fury memory vigor"
    assert sorted(table.choices) == ["remove fury", "remove memory", "remove vigor"]
    assert table.refused("remove hunger") == "TMC-11.4" == table.refused("draw")
    table.play("remove fury")
    assert table.pile == "fury" and table.P.knows == "memory vigor"


@pytest.mark.rule("TMC-11.4")
def test_a_spectator_sees_no_more_than_the_card_removed() -> None:
    table = duel("? ? ?", "fury vigor memory", offering="omen ? ?", spirits=("crow", "turtle"))
    table.play("invoke omen", "remove fury")
    assert table.match.view(-1)["seats"][1]["known"] == []


@pytest.mark.rule("TMC-11.5")
def test_a_lot_takes_each_card_equally_often() -> None:
    table = duel("? ? ?", "fury vigor memory", offering="sleight ? ?", spirits=("fox", "turtle"))
    engine, start = table.match.engine, table.match.state
    sleight = table.match.find("invoke sleight")
    taken: Counter[int] = Counter()
    for seed in range(DRAWS):
        states = engine.copy(start)
        states[0]["rng"] = seed * 7919
        engine.apply(states, sleight)
        taken[int(states[0]["hand"][0, 3])] += 1
    share = 0.2 if INTERPRETED else 0.3
    assert len(taken) == 3 and all(n > share * DRAWS for n in taken.values())


@pytest.mark.rule("TMC-11.6")
def test_gain_and_lose_have_no_limits() -> None:
    table = duel(offering="blood-draught ? ?", power=(10, 1), spirits=("mouse", "bat"))
    assert table.play("invoke blood-draught").powers == (11, -1)


@pytest.mark.rule("TMC-11.7")
def test_raising_the_totem_adds_up() -> None:
    table = duel("memory cunning ?", "fury rivalry ?", offering="venom ? ?", spirits=("snake", "turtle"))
    table.play("invoke venom")
    assert table.level == 10 and table.asked == (0, "may")
    table.play("yes")
    assert table.level == 15
    table.play("accept", "select memory cunning", "select fury rivalry")
    assert table.powers == (5, 20)


@pytest.mark.rule("TMC-11.8")
def test_no_means_nothing_happens() -> None:
    table = duel("fury memory menace", offering="cunning ? ?").play("invoke cunning")
    assert table.asked == (0, "may") and table.choices == ["yes", "no"]
    assert table.refused("draw") == "TMC-11.8"
    table.play("no")
    assert table.asked == (0, "invoke_pay") and table.told("challenges") == []
    table.play("discard memory")
    assert table.P.hand == "fury menace cunning"


@pytest.mark.rule("TMC-11.9")
def test_an_added_amount_is_gone_after_the_turn() -> None:
    table = duel(
        "resilience vigor ?",
        "memory menace ?",
        offering="pack-hunt ? ?",
        deck="agility patience",
        spirits=("owl", "wolf"),
    )
    table.play("invoke pack-hunt", "accept", "select resilience vigor", "select memory menace")
    assert table.totals == (10, 4 + 1)
    table.play("discard " + table.P.hand.split()[0])
    table.play("challenge", "accept")
    table.match.play(table.match.legal()[0])
    table.play("select agility patience")
    assert table.totals[0] == 9


@pytest.mark.rule("TMC-11.10")
def test_a_card_is_taken_from_the_pile() -> None:
    table = duel("? ? ?", offering="memory ? ?", pile="fury vigor").play("invoke memory")
    assert table.asked == (0, "recover") and table.choices == ["recover fury", "recover vigor"]
    assert table.refused("recover hunger") == "TMC-11.10" == table.refused("draw")
    table.play("recover fury")
    assert table.P.cards == 4 and table.pile == "vigor" and table.Q.knows == "fury"


@pytest.mark.rule("TMC-11.10")
@pytest.mark.parametrize(("pile", "asked"), [("", "invoke_pay"), ("fury", "trim"), ("vigor vigor", "trim")])
def test_an_empty_pile_or_equal_cards_need_no_question(pile: str, asked: str) -> None:
    table = duel("? ? ?", offering="memory ? ?", pile=pile).play("invoke memory")
    assert table.asked == (0, asked)


@pytest.mark.rule("TMC-11.11")
def test_an_exchange_with_the_offering() -> None:
    table = duel("fury memory menace", offering="agility hunger vigor").play("invoke agility")
    assert table.asked == (0, "swap") and "pass" in table.choices
    assert table.refused("draw") == "TMC-11.11"
    assert table.match.why(table.match.game.actions.id("swap", 3, 0)) == "TMC-11.11"
    assert table.match.why(table.match.game.actions.id("swap", 0, 2)) == "TMC-11.11"
    table.play("swap memory vigor")
    assert table.offering == "hunger memory" and table.P.hand == "fury menace vigor"
    assert table.P.power == 20 and table.Q.knows == "vigor"


@pytest.mark.rule("TMC-11.12")
def test_the_other_cards_of_the_offering_go() -> None:
    table = duel("? ? ?", offering="long-season vigor fury").play("invoke long-season")
    assert table.pile == "vigor fury" and table.offering == ""
    table.match.play(table.match.legal()[0])
    assert len(table.offering.split()) == 3


@pytest.mark.rule("TMC-11.13")
def test_a_stolen_card_is_known_and_replaced_at_the_end_of_the_turn() -> None:
    table = duel("? ? ?", "fury vigor memory", offering="sleight ? ?", spirits=("fox", "turtle"))
    table.play("invoke sleight")
    assert (table.P.cards, table.Q.cards) == (4, 2)
    stolen = table.P.hand.split()[-1]
    assert table.Q.knows == stolen and table.asked == (0, "trim")
    table.match.play(table.match.legal()[0])
    table.match.play(table.match.legal()[0])
    assert (table.P.cards, table.Q.cards) == (3, 3) and "sleight" in table.P.hand


@pytest.mark.rule("TMC-11.14")
def test_both_players_know_which_cards_were_seen() -> None:
    table = duel("? ? ?", "fury memory vigor", spirits=("crow", "turtle"), begin=True).play("begin")
    seen = {card["code"] for card in table.P.view["seats"][1]["known"]}
    assert len(seen) == 2 and table.P.view["seats"][1]["hand"] == [None] * 3
    assert {card["code"] for card in table.Q.view["seats"][1]["known"]} == seen
    assert table.match.view(-1)["seats"][1]["known"] == []
    assert [h.words["card"] >= 0 for h in table.match.events(0) if h.kind == "looks"] == [True, True]
    assert [h.words["card"] for h in table.match.events(-1) if h.kind == "looks"] == [-2, -2]


@pytest.mark.rule("TMC-11.14")
def test_seen_cards_are_forgotten_when_they_leave_the_hand() -> None:
    table = duel("fury rivalry ?", "hunger memory vigor", offering="cunning ? ?").play("invoke cunning")
    assert table.P.knows == "hunger memory vigor"
    table.play("yes", "accept", "select fury rivalry", "select memory vigor")
    assert table.P.knows == "hunger"


@pytest.mark.rule("TMC-11.15")
def test_the_fox_exchanges_a_selected_card() -> None:
    table = duel(
        "fury hunger ?", "resilience vigor ?", offering="rivalry vigor memory", spirits=("mouse", "fox")
    )
    table.challenge("fury hunger", "resilience vigor")
    assert table.asked == (1, "feint") and len(table.choices) == 2 * 3 + 1
    assert table.Q.view["seats"][0]["total"] == 10 and table.Q.view["seats"][1]["total"] == 9
    assert table.refused("draw") == "TMC-11.15"
    table.play("feint vigor rivalry")
    assert table.totals == (10, 11) and table.powers == (15, 17)
    assert table.offering == "vigor vigor memory" and table.pile == "fury hunger resilience rivalry"


@pytest.mark.rule("TMC-11.15")
def test_the_fox_may_keep_its_cards() -> None:
    table = duel("fury hunger ?", "resilience vigor ?", spirits=("mouse", "fox"))
    table.challenge("fury hunger", "resilience vigor").play("keep")
    assert table.powers == (20, 15)


@pytest.mark.rule("TMC-11.15")
def test_the_fox_takes_nothing_from_an_empty_place() -> None:
    table = duel("fury hunger ?", "resilience vigor ?", offering="? ?", spirits=("mouse", "fox"))
    table.challenge("fury hunger", "resilience vigor")
    assert len(table.choices) == 2 * 2 + 1
    assert table.match.why(table.match.game.actions.id("feint", 0, 2)) == "TMC-11.15"


@pytest.mark.rule("TMC-11.15")
def test_without_an_offering_the_fox_is_not_asked() -> None:
    table = duel("fury hunger ?", "resilience vigor ?", offering="", spirits=("mouse", "fox"))
    table.challenge("fury hunger", "resilience vigor")
    assert table.powers == (20, 15) and table.asked[1] == "act"


@pytest.mark.rule("TMC-11.16")
def test_the_owl_draws_two() -> None:
    table = duel("fury memory menace", spirits=("owl", "turtle"), deck_n=9).play("draw")
    assert table.P.cards == 5 and table.deck_n == 7
    for _ in range(2):
        assert table.asked == (0, "trim")
        table.match.play(table.match.legal()[0])
    assert table.P.cards == 3 and table.asked == (1, "act")


@pytest.mark.rule("TMC-11.17")
def test_a_replaced_loss_leaves_others_alone() -> None:
    table = duel(deck_n=1, power=(12, 13), spirits=("turtle", "wolf"), token=0).play("draw")
    assert table.powers == (12, 12)
    table = duel(offering="rivalry ? ?", power=(12, 13), spirits=("turtle", "wolf"), token=0)
    assert table.play("invoke rivalry").powers == (11, 13)


@pytest.mark.rule("TMC-11.17", "TMC-2.11")
@pytest.mark.parametrize(("turn", "left"), [(0, (12, 12)), (1, (11, 12))])
def test_whoever_is_at_turn_pays_for_a_reshuffle_first(turn: int, left: tuple[int, int]) -> None:
    """One behind, the Turtle pays where the other has paid before it: it is level by then."""
    table = duel(deck_n=1, power=(12, 13), spirits=("turtle", "wolf"), turn=turn).play("draw")
    assert table.powers == left


@pytest.mark.rule("TMC-11.18")
def test_only_a_submit_to_a_threat_is_cheap_for_the_mouse() -> None:
    challenged = duel(turn=1).play("challenge", "submit")
    assert challenged.powers == (15, 20)
    threatened = duel().play("challenge", "threaten", "submit")
    assert threatened.powers == (19, 20)
    other = duel().play("challenge", "submit")
    assert other.powers == (20, 15)


@pytest.mark.rule("TMC-11.19")
def test_effects_count_reshuffles_up_to_their_maximum() -> None:
    table = duel("resilience hunger ?", "memory menace ?", spirits=("catfish", "mouse"), reshuffles=5)
    table.challenge("resilience hunger", "memory menace")
    assert table.totals == (9, 4)
    table = duel(offering="drag-under ? ?", spirits=("catfish", "mouse"), reshuffles=5)
    assert table.play("invoke drag-under").powers == (20, 18)
