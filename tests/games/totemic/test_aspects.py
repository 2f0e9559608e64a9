"""Every aspect, invoked once: prepare, play, look."""

from __future__ import annotations

import pytest

from bestiary.games.totemic import state as st

from .table import CONTENT, bare, duel

pytestmark = pytest.mark.rule("TMC-6.3")


def test_every_aspect_has_a_test() -> None:
    here = set(globals())
    for card in CONTENT.cards[: st.ASPECTS]:
        name = bare(card.code).replace("-", "_")
        assert any(test.startswith(f"test_{name}") for test in here), name


# ---- basic ---------------------------------------------------------------------------------


def test_determination_draws_a_card_and_gains_dominance() -> None:
    table = duel("? ? ?", offering="determination ? ?", deck="hunger", token=1).play("invoke determination")
    assert table.P.hand.endswith("hunger") and table.P.dominant and table.powers == (20, 19)


def test_courage_challenges() -> None:
    table = duel(offering="courage ? ?").play("invoke courage")
    assert table.asked == (1, "answer") and table.told("challenges") == [("challenges", 0)]


def test_vigor_gains_two() -> None:
    assert duel(offering="vigor ? ?").play("invoke vigor").powers == (22, 20)


def test_rivalry_exchanges_dominance() -> None:
    table = duel(offering="rivalry ? ?", token=0).play("invoke rivalry")
    assert table.Q.dominant and table.powers == (19, 20)


def test_fury_loses_two() -> None:
    assert duel(offering="fury ? ?").play("invoke fury").powers == (18, 20)


def test_cunning_looks_at_the_hand_and_may_challenge() -> None:
    table = duel("? ? ?", "fury hunger vigor", offering="cunning ? ?").play("invoke cunning")
    assert table.P.knows == "fury hunger vigor"
    assert table.play("yes").asked == (1, "answer")


def test_patience_draws_two() -> None:
    table = duel("? ? ?", offering="patience ? ?", deck="fury hunger").play("invoke patience")
    assert table.P.hand.endswith("fury hunger") and table.P.cards == 5


def test_memory_takes_a_card_of_the_pile() -> None:
    table = duel(offering="memory ? ?", pile="fury hunger").play("invoke memory", "recover hunger")
    assert table.P.hand.endswith("hunger") and table.pile == "fury"


def test_menace_takes_the_strongest_card() -> None:
    table = duel("? ? ?", "vigor rivalry memory", offering="menace ? ?").play("invoke menace")
    assert table.choices == ["discard rivalry"]


@pytest.mark.parametrize(("power", "gained"), [(21, 22), (20, 20), (19, 20)])
def test_resilience_helps_whoever_is_behind(power: int, gained: int) -> None:
    table = duel(offering="resilience ? ?", power=(20, power)).play("invoke resilience")
    assert table.P.power == gained


def test_agility_exchanges_a_card_with_the_offering() -> None:
    table = duel("fury ? ?", offering="agility vigor hunger").play("invoke agility", "swap fury hunger")
    assert table.offering == "vigor fury" and "hunger" in table.P.hand


def test_agility_may_be_declined() -> None:
    table = duel("fury ? ?", offering="agility vigor hunger").play("invoke agility", "pass")
    assert table.offering == "vigor hunger" and table.asked == (0, "invoke_pay")


def test_hunger_takes_two() -> None:
    assert duel(offering="hunger ? ?").play("invoke hunger").powers == (20, 18)


# ---- specific ------------------------------------------------------------------------------


def test_sett_gains_four_and_gives_dominance_away() -> None:
    table = duel(offering="sett ? ?", token=0, spirits=("mouse", "badger")).play("invoke sett")
    assert table.powers == (23, 20) and table.Q.dominant


@pytest.mark.parametrize("token", [0, 1])
def test_stubborn_bite_bites_or_gains_dominance(token: int) -> None:
    table = duel(offering="stubborn-bite ? ?", token=token, spirits=("mouse", "badger"))
    table.play("invoke stubborn-bite")
    assert table.P.dominant and table.powers == (20, 19)
    assert table.told("dominates") == ([] if token == 0 else [("dominates", 0)])


def test_blood_draught_takes_two_and_gives_one() -> None:
    table = duel(offering="blood-draught ? ?", spirits=("mouse", "bat")).play("invoke blood-draught")
    assert table.powers == (21, 18)


def test_echo_looks_and_draws() -> None:
    table = duel(
        "? ? ?", "fury hunger vigor", offering="echo ? ?", deck="memory", spirits=("mouse", "bat")
    ).play("invoke echo")
    assert table.P.knows == "fury hunger vigor" and table.P.hand.endswith("memory")


def test_trinkets_takes_two_cards_of_the_pile() -> None:
    table = duel(offering="trinkets ? ?", pile="fury hunger vigor", spirits=("mouse", "crow"))
    table.play("invoke trinkets", "recover vigor", "recover fury")
    assert table.P.hand.endswith("vigor fury") and table.pile == "hunger" and table.P.cards == 5


def test_omen_removes_a_card_of_the_other_hand() -> None:
    table = duel("? ? ?", "fury hunger vigor", offering="omen ? ?", spirits=("mouse", "crow"))
    table.play("invoke omen", "remove hunger")
    assert table.Q.hand == "fury vigor" and table.pile == "hunger"


def test_omen_takes_the_only_card_without_a_question() -> None:
    table = duel("? ? ?", "fury", offering="omen ? ?", spirits=("mouse", "crow")).play("invoke omen")
    assert table.pile == "fury" and table.asked == (0, "invoke_pay")


def test_scurry_draws_three_and_gives_dominance_away() -> None:
    table = duel("? ? ?", offering="scurry ? ?", deck="fury hunger vigor", token=0).play("invoke scurry")
    assert table.P.hand.endswith("fury hunger vigor") and table.Q.dominant and table.powers == (19, 20)


@pytest.mark.parametrize(("power", "left"), [(23, 19), (22, 20), (20, 18)])
def test_gnaw_takes_two_and_two_more_from_behind(power: int, left: int) -> None:
    table = duel(offering="gnaw ? ?", power=(20, power)).play("invoke gnaw")
    assert table.Q.power == left


def test_raised_quills_gains_dominance_and_takes_one() -> None:
    table = duel(offering="raised-quills ? ?", spirits=("mouse", "porcupine")).play("invoke raised-quills")
    assert table.P.dominant and table.powers == (20, 18)


def test_slow_gait_gives_dominance_and_a_card() -> None:
    table = duel(offering="slow-gait ? ?", deck="fury", token=0, spirits=("mouse", "porcupine"))
    table.play("invoke slow-gait")
    assert (
        table.Q.dominant and table.Q.hand.endswith("fury") and table.Q.cards == 4 and table.powers == (19, 20)
    )


def test_crown_of_antlers_gains_dominance() -> None:
    table = duel(offering="crown-of-antlers ? ?", spirits=("mouse", "stag")).play("invoke crown-of-antlers")
    assert table.P.dominant and table.powers == (20, 19)


def test_clash_gains_dominance_and_challenges() -> None:
    table = duel(offering="clash ? ?", spirits=("mouse", "stag")).play("invoke clash")
    assert table.P.dominant and table.asked == (1, "answer")


def test_shell_gains_two() -> None:
    assert duel(offering="shell ? ?").play("invoke shell").powers == (22, 20)


def test_long_season_sweeps_the_offering() -> None:
    table = duel(offering="long-season fury hunger").play("invoke long-season")
    assert table.pile == "fury hunger"


def test_kinship_takes_a_card_and_gains_one() -> None:
    table = duel(offering="kinship ? ?", pile="fury hunger", spirits=("mouse", "wolf"))
    table.play("invoke kinship", "recover fury")
    assert table.P.hand.endswith("fury") and table.P.power == 21


def test_pack_hunt_challenges_with_one_more() -> None:
    table = duel("fury hunger ?", "rivalry vigor ?", offering="pack-hunt ? ?", spirits=("mouse", "wolf"))
    table.play("invoke pack-hunt", "accept", "select fury hunger", "select rivalry vigor")
    assert table.totals == (11, 10)


def test_sleight_steals_a_card() -> None:
    table = duel("? ? ?", "fury", offering="sleight ? ?", spirits=("mouse", "fox")).play("invoke sleight")
    assert table.P.hand.endswith("fury") and table.Q.cards == 0


def test_false_trail_exchanges_dominance_and_draws() -> None:
    table = duel(offering="false-trail ? ?", deck="fury", token=0, spirits=("mouse", "fox"))
    table.play("invoke false-trail")
    assert table.Q.dominant and table.P.hand.endswith("fury") and table.powers == (19, 20)


def test_silent_wings_challenges_with_one_more_without_dominance() -> None:
    table = duel(
        "fury hunger ?", "rivalry vigor ?", offering="silent-wings ? ?", spirits=("mouse", "owl"), token=1
    )
    table.play("invoke silent-wings", "yes", "accept", "select fury hunger", "select rivalry vigor")
    assert table.totals == (11, 10)


def test_silent_wings_does_not_challenge_with_dominance() -> None:
    table = duel(offering="silent-wings ? ?", spirits=("mouse", "owl"), token=0).play("invoke silent-wings")
    assert table.asked == (0, "invoke_pay")


def test_old_wisdom_draws_two_and_gains_one() -> None:
    table = duel(offering="old-wisdom ? ?", deck="fury hunger", spirits=("mouse", "owl"))
    table.play("invoke old-wisdom")
    assert table.P.hand.endswith("fury hunger") and table.P.power == 21


def test_venom_raises_the_totem_and_challenges() -> None:
    table = duel(offering="venom ? ?", spirits=("mouse", "snake")).play("invoke venom")
    assert table.level == 10 and table.asked == (1, "answer")


def test_shed_skin_discards_two_and_draws_three() -> None:
    table = duel(
        "fury memory menace",
        offering="shed-skin ? ?",
        deck="hunger vigor agility",
        spirits=("mouse", "snake"),
    )
    table.play("invoke shed-skin", "discard fury", "discard menace")
    assert table.P.hand == "memory hunger vigor agility"


def test_murk_sweeps_the_offering_and_a_card_by_lot() -> None:
    table = duel("? ? ?", "hunger agility vigor", offering="murk fury rivalry", spirits=("mouse", "catfish"))
    table.play("invoke murk")
    assert table.pile.startswith("fury rivalry ") and table.Q.cards == 2 and len(table.pile.split()) == 3


@pytest.mark.parametrize(("reshuffles", "left"), [(0, 19), (1, 18), (2, 18), (9, 18)])
def test_drag_under_grows_with_the_reshuffles(reshuffles: int, left: int) -> None:
    table = duel(offering="drag-under ? ?", spirits=("mouse", "catfish"), reshuffles=reshuffles)
    assert table.play("invoke drag-under").powers == (20, left)
