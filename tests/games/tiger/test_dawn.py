"""Chapters 14 and 15: the Dawn card and the dawn rules, each with its own test."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary.core.errors import IllegalAction

from .table import Table, decks, war

DAWN = {"dawn": True}
EXTRA = DAWN | {"extra_roosters": True}
ROOSTERS = {  # the Rooster that carries each dawn rule
    "weak_type": 1,
    "strong_type": 2,
    "superweak_type": 3,
    "tied_winner": 4,
    "one_reroll": 5,
    "early_stop": 6,
    "one_merge": 7,
    "no_winner": 8,
    "superhero_type": 9,
    "final_reroll": 10,
    "guess": 11,
    "no_ties": 12,
    "one_less": 13,
    "multi_stage": 14,
    "bait_and_switch": 15,
    "flee": 16,
}


def refused(made: Table, move: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        made.match.play(move)
    return refusal.value.rule


def dawn(rule: str, *battles: str, named: str = "", play: str = "", until: int = 9, **options: Any) -> Table:
    """A war under a dawn rule. 'mantis:crane' is a battle of two dice of equal cards; the first
    battle is the Dawn card against two Mantis. ``until``: the battles whose rolls are listed."""
    att, deff = [[f"dawn:rooster_{ROOSTERS[rule]}"]], [["mantis", "mantis"]]
    chance = ["D1 mantis"]
    for spot, battle in enumerate(battles, 2):
        a, d = battle.split(":")
        att.append(a.split("+") if "+" in a else [a, a])
        deff.append(d.split("+") if "+" in d else [d, d] if d else [])
        if spot <= until:
            chance += [f"A{spot} {a.split('+')[0]}"] + ([f"D{spot} {d.split('+')[0]}"] if d else [])
    return war(att, deff, options=EXTRA | options, chance=chance, choices=play, named=named)


# ---- the Dawn card ------------------------------------------------------------------------------


@pytest.mark.rule("TTR-14.2", "TTR-14.3", "TTR-14.4")
def test_the_attacker_may_lay_one_rooster() -> None:
    made = decks("rooster_8 rooster_12 crane*4", "rooster_1 crane*5", options=DAWN)
    made.match.play("number 3")
    assert made.asked == 0 and made.choices == ["no_dawn", "dawn rooster_8", "dawn rooster_12"]
    assert refused(made, "dawn rooster_1") == "TTR-14.2"
    made.match.play("dawn rooster_8")
    assert made.phase == "build" and made.choices == ["put 2", "put 3"]
    assert made.match.view(1)["war"]["battles"][0]["A"]["up"] == "rooster_8"
    while made.phase == "build":
        made.match.play(made.match.legal()[0])
    assert "dawn" not in [e.name for e in made.match.history if e.seat == 1]


@pytest.mark.rule("TTR-14.3")
def test_only_one_dawn_card_and_the_question_tells_nothing() -> None:
    made = decks("crane*6", "rooster_1 crane*5", options=DAWN)
    made.match.play("number 2")
    assert made.phase == "dawn" and made.choices == ["no_dawn"]


@pytest.mark.rule("TTR-14.5")
def test_a_dawn_card_needs_a_second_spot_and_counts_no_number() -> None:
    made = decks("rooster_8 crane*4", "crane*6", options=DAWN)
    assert made.choices == ["number 1", "number 2"] and refused(made, "number 3") == "TTR-3.2"
    made.match.play("number 1")
    assert "dawn" not in [e.name for e in made.match.history]


@pytest.mark.rule("TTR-14.6", "TTR-14.16")
def test_an_animal_is_named_before_the_dice_are_made() -> None:
    made = decks("rooster_2 crane*5", "crane*6", options=DAWN)
    made.match.play("number 2")
    made.match.play("dawn rooster_2")
    assert made.phase == "name" and len(made.choices) == 9 and "name rooster" in made.choices
    assert refused(made, "name snake") == "TTR-14.16"
    made.match.play("name crane")
    assert made.phase == "build" and made.asked == 1 and made.match.view(1)["war"]["named"] == "crane"
    every = decks("rooster_2 crane*8", "crane*9", options=DAWN | {"zoo": True, "together": True})
    every.match.play("number 3")
    every.match.play("dawn rooster_2")
    assert len(every.choices) == 18


@pytest.mark.rule("TTR-14.7")
def test_the_rule_ends_with_the_war() -> None:
    made = dawn("weak_type", "crane:monkey", named="crane")
    assert made.battles == ["D", "both"]
    while made.s.number:
        made.match.play(made.match.legal()[0])
    assert int(made.s.rule) == -1 and made.match.view(0)["war"] is None and int(made.s.named) == -1


@pytest.mark.rule("TTR-14.8", "TTR-14.13")
def test_the_dawn_card_loses_and_is_the_pile_of_its_spot() -> None:
    made = dawn("no_winner", "crane:crane")
    assert made.battles == ["D", "none"] and "rooster_8" in made.deck(1)
    kept = war(
        [["dawn:rooster_8"], ["crane"] * 2],
        [["mantis"] * 2, ["crane"] * 2],
        options=DAWN,
        chance="D1 mantis, A2 crane, D2 crane",
        choices="D discard",
    )
    assert kept.zone("discard") == ["rooster_8"]


@pytest.mark.rule("TTR-14.9", "TTR-14.12")
@pytest.mark.parametrize("option, battle", [("doomed", "D"), ("plain", "both")])
def test_a_rolled_rooster_without_a_change(option: str, battle: str) -> None:
    made = war(
        "rooster_1 rooster_2",
        "mantis mantis",
        options=DAWN | {"rolled_rooster": option},
        chance="A1 rooster_1, D1 mantis",
    )
    assert made.battles == [battle]


@pytest.mark.rule("TTR-14.10", "TTR-16.6")
def test_the_change_of_the_dawn_card_is_every_rooster_s_action() -> None:
    passes = "D pass, A pass, D pass, A pass, D pass"
    made = dawn("one_reroll", "mantis:rooster_9+crane", "mantis:panda", play=passes)
    assert made.battles == [
        "D",
        "D",
        "A",
    ]  # Mantis is no strength any more, but Panda still is one of the Mantis
    weak = dawn("one_reroll", "crane:rooster_9+crane", "crane:monkey", play=passes)
    assert weak.battles[2] == "both"  # the Monkey is not strong against Crane any more


@pytest.mark.rule("TTR-14.11")
def test_a_rooster_under_a_change_is_an_animal_without_strengths() -> None:
    plain = dawn("one_merge", "rooster_1+crane:mantis", play="A pass, A pass")
    assert plain.battles == ["D", "both"] and plain.wins == (1, 2)
    turtle = dawn("one_merge", "rooster_1+crane:turtle", play="A pass, A pass")
    assert turtle.battles == ["D", "D"] and turtle.wins == (0, 2)


@pytest.mark.rule("TTR-14.11", "TTR-11.7")
def test_a_rooster_that_passes_loses() -> None:
    made = dawn(
        "one_merge", "rooster_1+crane:mantis", "crane:crane", tactical_skip=True, play="A pass", until=2
    )
    assert made.phase == "act_or_peek"
    made.play("A peek 3", "A leave", "A pass", chance="A3 top crane, D3 top crane")
    assert made.battles[1] == "D"


@pytest.mark.rule("TTR-14.14")
def test_the_dawn_card_is_an_earlier_rooster() -> None:
    made = dawn("one_merge", "panda:rooster_1+crane", play="A pass, A pass")
    assert made.battles == ["D", "A"]


@pytest.mark.rule("TTR-14.15", "TTR-15.24", "TTR-12.7", "TTR-12.10")
def test_flee_is_offered_from_the_second_battle_on() -> None:
    made = dawn("flee", "monkey:tiger", "crane:crane", until=1)
    assert made.phase == "concede" and int(made.s.battle) == 1 and made.asked == 0
    made.play("A fight", "D concede", chance="A2 monkey, D2 tiger, A3 crane, D3 crane")
    assert made.battles == ["D", "A", "none"] and made.bonus == 0 and not made.events("tosses")


@pytest.mark.rule("TTR-15.25")
def test_a_lost_bonus_is_conceded_for_only_once() -> None:
    made = dawn("flee", "monkey:crane", "crane:crane", until=1)
    made.play("A concede", chance="A2 monkey, D2 crane, A3 crane, D3 crane")
    assert made.met.count("concede") == 1 and made.battles == ["D", "D", "none"]
    assert "takes_pile" not in [h.kind for h in made.log]


@pytest.mark.rule("TTR-14.19")
def test_an_extra_rooster_has_no_change() -> None:
    made = dawn("flee", "rooster_1+crane:mantis", until=1)
    made.play("A fight", "D fight", chance="A2 rooster_1, D2 mantis")
    assert made.battles == ["D", "D"]


@pytest.mark.rule("TTR-14.21", "TTR-15.10")
def test_early_stop_after_two_losses() -> None:
    made = dawn("early_stop", "mantis:crane", "turtle:leopard", "crane:crane", until=3)
    assert made.battles == ["D", "both", "D", "unfought"] and made.wins == (1, 3)


@pytest.mark.rule("TTR-14.22", "TTR-6.7")
def test_a_rooster_that_turns_up_by_a_reroll_counts_too() -> None:
    made = dawn(
        "one_reroll",
        "leopard:turtle+rooster_9",
        "crane:dragon+dragon",
        "panda:mantis",
        play="D pass, A pass, D pass",
        until=3,
    )
    assert made.battles[1] == "A" and made.phase == "reroll"
    made.play("D reroll 2", chance="D2 rooster_9")
    assert made.battles[1] == "D" and not made.s.dropped.any()  # it wins, but drops no strength


# ---- the dawn rules --------------------------------------------------------------------------------


@pytest.mark.rule("TTR-15.1", "TTR-15.2")
def test_one_less() -> None:
    made = decks("rooster_13 crane*7", "crane*8", options=DAWN)
    made.match.play("number 4")
    made.match.play("dawn rooster_13")
    while made.asked == 0:
        made.match.play(made.match.legal()[0])
    assert made.choices == ["put 1", "put 2", "put 3"]
    played = dawn("one_less", "crane:crane", "panda:")
    assert played.battles == ["D", "none", "A"]


@pytest.mark.rule("TTR-15.3", "TTR-15.4")
def test_one_merge_before_a_battle() -> None:
    made = dawn("one_merge", "crane:monkey", "mantis:crane", until=1)
    assert made.choices == ["pass", "merge_from 2", "merge_from 3"]
    assert refused(made, "merge_from 1") == "TTR-15.4"
    made.match.play("merge_from 3")
    assert made.choices == ["merge_into 1", "merge_into 2"]
    later = dawn("one_merge", "crane:monkey", "mantis:crane", play="A pass", until=2)
    later.play("A merge_from 2", "A merge_into 3", chance="A3 mantis, D3 crane")
    assert later.battles == ["D", "A", "both"] and "merge_from" not in later.met[2:]


@pytest.mark.rule("TTR-15.4", "TTR-15.5")
def test_one_merge_at_the_end_shows_a_card_that_does_not_act() -> None:
    made = dawn("one_merge", "crane:crane", "mantis:turtle+leopard", play="A pass, A pass")
    assert made.choices == ["pass", "merge_from 2", "merge_from 3"]
    made.play("A merge_from 3", "A merge_into 1", chance="D1 leopard")
    assert made.battles == ["D", "none", "A"] and "swap_first" not in made.met


@pytest.mark.rule("TTR-15.6", "TTR-15.7")
def test_one_reroll_for_each_side() -> None:
    made = dawn("one_reroll", "monkey+dragon:mantis", "crane:crane", play="D pass", until=2)
    assert made.asked == 0 and made.choices == ["pass", "reroll 2"] and made.battles[1] == "D"
    made.play("A reroll 2", chance="A2 dragon")
    assert made.battles[1] == "none" and "reroll" not in made.met  # no action of the Dragon
    assert made.asked == 1 and made.choices == ["pass", "reroll 1", "reroll 2"]
    made.play("D pass", chance="A3 crane, D3 crane")
    assert made.asked == 1  # A has none left


@pytest.mark.rule("TTR-15.8")
def test_no_winner() -> None:
    made = dawn("no_winner", "leopard:turtle", "leopard:turtle")
    assert made.wins == (2, 1) and made.war == "none" and made.sizes() == [4 + 2, 6 - 2 + 1]


@pytest.mark.rule("TTR-15.9")
def test_tied_winner() -> None:
    made = dawn("tied_winner", "leopard:turtle")
    assert made.war == "both" and made.wins == (1, 1)
    assert made.deck(0) == ["turtle", "turtle", "leopard", "leopard"] and "rooster_4" in made.deck(1)


@pytest.mark.rule("TTR-15.11", "TTR-15.12")
def test_final_reroll() -> None:
    made = dawn("final_reroll", "crane:crane", "leopard:turtle")
    assert (
        made.phase == "free_reroll" and made.asked == 0 and made.choices == ["pass", "reroll 2", "reroll 3"]
    )
    made.play("A reroll 2", chance="A2 crane")
    assert made.battles == ["D", "none", "A"]
    shared = dawn("final_reroll", "crane:crane", "mantis:crane")
    assert "free_reroll" not in shared.met and shared.phase != "free_reroll"


def staged() -> Table:
    """A war of three dice made one by one; the defender has the first to make."""
    made = decks("rooster_14 monkey*5", "mantis*7", options=DAWN)
    made.match.play("number 3")
    made.match.play("dawn rooster_14")
    return made


def make_die(made: Table, size: int) -> None:
    """Puts so many cards on the die that is made now, and keeps the others."""
    seat, battle = made.asked, int(made.s.battle)
    while made.phase == "build" and (made.asked, int(made.s.battle)) == (seat, battle):
        laid = int(made.s.heap_n[seat, battle])
        made.match.play(made.match.legal()[-1 if laid < size else 0])


@pytest.mark.rule("TTR-15.13", "TTR-15.14")
@pytest.mark.parametrize("size, last", [(2, 3), (3, 2)])
def test_multi_stage(size: int, last: int) -> None:
    made = staged()
    assert made.asked == 1  # the attacker has no die to make for battle 1
    make_die(made, size)
    assert int(made.s.heap_n[1, 0]) == size and made.s.done[0] and made.asked == 0
    make_die(made, 3)
    make_die(made, 2)
    assert made.up("A", 2) == "monkey" and "look" not in [e.name for e in made.match.history]
    assert made.events("laid")[-1].words["number"] == last  # the last die takes the rest


@pytest.mark.rule("TTR-15.14")
def test_four_cards_remain_for_two_dice() -> None:
    made = staged()
    for _ in range(3):
        assert made.choices == ["put 0", "put 1"]
        made.match.play("put mantis 1")
    assert made.choices == ["put 0"] and refused(made, "put mantis 1") == "TTR-15.14"


@pytest.mark.rule("TTR-15.16")
def test_there_is_nothing_to_exchange_without_a_battle_won() -> None:
    assert "exchange" not in dawn("bait_and_switch", "turtle:leopard", "turtle:leopard").met
    two = dawn("bait_and_switch", "turtle:leopard", "leopard:turtle")
    two.play("A give_up 3")
    assert two.choices == ["gain 1", "gain 2"]
    one = dawn("bait_and_switch", "leopard:turtle")
    one.play("A give_up 2")  # a single battle is gained without asking
    assert one.battles == ["A", "D"] and "exchange_gain" not in one.met


@pytest.mark.rule("TTR-15.15", "TTR-15.16")
def test_bait_and_switch() -> None:
    made = dawn("bait_and_switch", "leopard:turtle", "turtle:leopard", "leopard:turtle")
    assert made.battles == ["D", "A", "D", "A"] and made.choices == ["pass", "give_up 2", "give_up 4"]
    made.play("A give_up 4")
    assert made.choices == ["gain 1", "gain 3"]
    made.play("A gain 3")
    assert made.battles == ["D", "A", "A", "D"]
    mixed = dawn("bait_and_switch", "mantis:crane", "crane:crane", play="A give_up 2")
    assert mixed.choices == ["gain 1", "gain 3"]
    mixed.play("A gain 3")
    assert mixed.battles == ["D", "D", "A"]


@pytest.mark.rule("TTR-15.17", "TTR-11.4")
def test_strong_type() -> None:
    assert dawn("strong_type", "crane:mantis", named="mantis").battles == ["D", "A"]
    assert dawn("strong_type", "mantis:crane", named="mantis").battles == ["D", "both"]  # not for the foe


@pytest.mark.rule("TTR-15.18")
def test_weak_type() -> None:
    assert dawn("weak_type", "crane:monkey", named="crane").battles == ["D", "both"]


@pytest.mark.rule("TTR-15.19", "TTR-15.20", "TTR-7.7")
def test_superhero_type() -> None:
    assert dawn("superhero_type", "turtle:leopard", named="turtle").battles == ["D", "none"]
    assert dawn("superhero_type", "crane:crane", named="rooster").battles == ["D", "none"]
    claimed = dawn("superhero_type", "crane:peacock", "monkey:turtle", named="monkey", zoo=True)
    assert claimed.battles == ["D", "both", "none"]
    bird = war(
        [["dawn:rooster_9"], ["bird"] * 3],
        [["mantis"] * 3, ["crane"] * 3],
        named="bird",
        options=DAWN | {"together": True},
        chance="D1 mantis, A2 bird, D2 crane",
    )
    assert bird.battles == ["D", "D"]


@pytest.mark.rule("TTR-15.21")
def test_superweak_type() -> None:
    made = dawn("superweak_type", "mantis:crane", "crane:panda", named="panda")
    assert made.battles == ["D", "both", "both"]


@pytest.mark.rule("TTR-15.22", "TTR-15.23", "TTR-14.15")
def test_guess() -> None:
    made = dawn("guess", "crane:monkey+mantis", until=1)
    assert made.phase == "guess" and made.choices[0] == "pass"
    made.play("A guess monkey", chance="A2 crane, D2 monkey")
    assert made.battles == ["D", "A"]
    wrong = dawn("guess", "crane:monkey+mantis", until=1)
    wrong.play("A guess monkey", chance="A2 crane, D2 mantis")
    assert wrong.battles == ["D", "both"]
    rerolled = dawn("guess", "crane:dragon+mantis", "crane:crane", until=1, actions="optional")
    rerolled.play("A guess dragon", chance="A2 crane, D2 dragon")
    rerolled.play("D reroll 2", chance="D2 mantis, A3 crane, D3 crane")
    assert rerolled.battles[1] == "A" and rerolled.met.count("guess") == 1


@pytest.mark.rule("TTR-15.26")
def test_no_ties() -> None:
    assert dawn("no_ties", "mantis:mantis").battles == ["D", "A"]
    tiger = war(
        [["dawn:rooster_12"], ["tiger"] * 2],
        [["mantis"] * 2, ["tiger"] * 2],
        options=DAWN,
        chance="D1 mantis, A2 tiger, A2 down, D2 tiger, D2 up",
    )
    assert tiger.battles == ["D", "A"]
