"""Chapters 5, 6 and 7: fighting a battle, actions in general, and who wins."""

from __future__ import annotations

from collections import Counter

import pytest

from bestiary.core.errors import IllegalAction

from .table import Table, war


def refused(made: Table, move: str, seat: int | None = None) -> str:
    with pytest.raises(IllegalAction) as refusal:
        made.match.play(move, seat)
    return refusal.value.rule


def single(a: str, d: str, **more: object) -> Table:
    """A war of one battle between two dice of equal cards."""
    return war(f"{a} {a}", f"{d} {d}", chance=more.pop("chance", f"A1 {a}, D1 {d}"), **more)  # type: ignore[arg-type]


@pytest.mark.rule("TTR-5.1", "TTR-5.5", "TTR-10.15")
def test_the_game_waits_for_the_defender_s_leopard() -> None:
    made = war(
        "crane crane / mantis mantis / crane crane",
        "leopard leopard / crane crane / crane crane",
        chance="A1 crane, D1 leopard",
    )
    assert made.asked == 1 and made.choices == ["swap_first 1", "swap_first 2", "swap_first 3"]
    assert refused(made, "swap_first 1", 0) == "TTR-5.5"
    assert made.up("A", 2) is None and made.up("D", 3) is None
    made.play("D swap_first 2")
    assert made.choices == ["swap_second 1", "swap_second 3"]


@pytest.mark.rule("TTR-5.2")
def test_one_card_of_each_die_is_turned_up_at_once() -> None:
    made = war(
        "crane mantis leopard / crane crane / crane crane",
        "crane crane crane / crane crane / crane crane",
        chance="A1 leopard, D1 crane",
    )
    assert made.up("A", 1) == "leopard" and made.up("D", 1) == "crane"
    assert [h.kind for h in made.log] == ["rolls", "rolls"]  # and no choice between the two


@pytest.mark.rule("TTR-5.3")
def test_two_cranes_in_three_cards() -> None:
    from bestiary.games.tiger.moves import ACTIONS

    made = war(
        "dragon crane crane mantis / crane crane",
        "crane crane / crane crane",
        options={"actions": "optional"},
        chance="A1 dragon, D1 crane",
    )
    engine, shown = made.match.engine, Counter()
    for seed in range(400):
        state = engine.copy(made.match.state)
        state["rng"][0][1] = seed * 7919
        state["top"][:] = -1
        log = engine.new_log()
        engine.apply(state, ACTIONS.id("reroll", 0), log=log)
        shown[engine.happenings(log, None)[1].words["card"]] += 1
    assert 170 <= shown[3] <= 230 and 75 <= shown[2] <= 125  # one half, one quarter


@pytest.mark.rule("TTR-5.4")
def test_the_attacker_s_card_acts_first() -> None:
    made = war(
        "monkey monkey / crane crane / crane crane",
        "leopard leopard / crane crane / crane crane",
        chance="A1 monkey, D1 leopard",
    )
    assert made.asked == 0 and made.phase == "look"
    made.play("A look 2")
    assert made.asked == 1 and made.phase == "swap_first"


@pytest.mark.rule("TTR-5.6", "TTR-6.3", "TTR-10.6")
def test_a_monkey_in_the_last_battle_asks_nothing() -> None:
    made = war(
        "crane crane / monkey monkey",
        "crane crane / crane crane",
        chance="A1 crane, D1 crane, A2 monkey, D2 crane",
    )
    assert made.battles == ["none", "A"] and made.wins == (1, 0)
    assert "look" not in made.met


@pytest.mark.rule("TTR-5.7", "TTR-8.8")
def test_the_face_up_card_stays_in_its_pile_and_may_be_grabbed() -> None:
    made = war(
        "crane mantis / mantis mantis",
        "crane crane / monkey monkey",
        chance="A1 mantis, D1 crane, A2 mantis, D2 monkey",
        choices="A pile 2",
    )
    assert made.phase == "grab" and made.asked == 1 and made.choices == ["grab mantis", "grab crane"]
    made.play("D grab crane")
    assert made.deck(0).count("mantis") == 3 and "mantis" in made.match.view(1)["seats"][0]["known"]


@pytest.mark.rule("TTR-5.8")
def test_a_die_against_an_empty_spot_is_rolled_and_wins() -> None:
    made = war(
        [["dawn:rooster_13"], ["crane", "crane"], ["panda", "panda"]],
        [["mantis", "mantis"], ["crane", "crane"], []],
        options={"dawn": True},
        chance="D1 mantis, A2 crane, D2 crane, A3 panda",
    )
    assert made.battles == ["D", "none", "A"] and made.sizes() == [4, 5]


# ---- actions --------------------------------------------------------------------------------


@pytest.mark.rule("TTR-6.1", "TTR-6.2")
def test_actions_are_compulsory_unless_the_table_says_otherwise() -> None:
    strict = war(
        "dragon crane / crane crane",
        "mantis mantis / crane crane",
        chance="A1 dragon, D1 mantis, A1 crane, A2 crane, D2 crane",
    )
    assert strict.battles[0] == "both" and "reroll" not in strict.met
    second = war(
        "crane crane / dragon crane",
        "mantis mantis / mantis mantis",
        chance="A1 crane, D1 mantis, A2 dragon, D2 mantis",
    )
    assert second.choices == ["reroll 1", "reroll 2"] and refused(second, "decline") == "TTR-6.1"
    free = war(
        "dragon crane / panda panda",
        "mantis mantis / crane crane",
        options={"actions": "optional"},
        chance="A1 dragon, D1 mantis",
    )
    assert free.choices == ["decline", "reroll 1"]
    free.play("A decline", chance="A2 panda, D2 crane")
    assert free.battles[0] == "none" and free.met.count("reroll") == 1  # each names the other


@pytest.mark.rule("TTR-6.4", "TTR-10.17")
def test_a_moved_panda_counts_without_being_handled_again() -> None:
    made = war(
        "panda panda / mantis mantis / leopard leopard",
        "mantis mantis / mantis mantis / crane crane",
        chance="A1 panda, D1 mantis, A2 mantis, D2 mantis, A3 leopard, D3 crane",
        choices="A swap_first 1, A swap_second 2",
    )
    assert made.battles == ["both", "none", "A"]  # both are strong: before, Panda was not


@pytest.mark.rule("TTR-6.5", "TTR-6.8")
def test_a_rerolled_card_acts_unless_the_table_says_never() -> None:
    row = ("dragon monkey / crane crane / crane crane", "crane crane / crane crane / crane crane")
    acts = war(*row, chance="A1 dragon, D1 crane, A1 monkey")
    assert acts.phase == "look" and acts.choices == ["look 2", "look 3"]
    never = war(
        *row,
        options={"reroll_acts": "never"},
        chance="A1 dragon, D1 crane, A1 monkey, A2 crane, D2 crane, A3 crane, D3 crane",
    )
    assert "look" not in never.met and never.battles == ["A", "none", "none"]


@pytest.mark.rule("TTR-6.6")
def test_no_card_is_replaced_twice_in_one_battle() -> None:
    made = war(
        "monkey leopard / dragon crane",
        "mantis mantis / crane crane",
        chance="A1 monkey, D1 mantis, A2 dragon, D2 crane",
        choices="",
    )
    made.play("A reroll 2", chance="A2 dragon, A1 leopard")
    assert "A reroll 1" not in made.met and made.battles == ["A", "both"]
    third = war(
        "crane crane / crane crane / dragon dragon",
        "crane crane / crane crane / crane crane",
        chance="A1 crane, D1 crane, A2 crane, D2 crane, A3 dragon, D3 crane",
    )
    third.play("A reroll 3", chance="A3 dragon")
    assert third.choices == ["reroll 1", "reroll 2"] and refused(third, "reroll 3") == "TTR-6.6"
    first = war("dragon dragon", "crane crane", chance="A1 dragon, D1 crane, A1 dragon")
    assert first.battles == ["both"]


@pytest.mark.rule("TTR-6.7", "TTR-7.11")
def test_a_card_in_an_earlier_battle_does_not_act() -> None:
    made = war(
        "monkey leopard / crane crane / dragon dragon",
        "mantis mantis / crane crane / turtle mantis",
        chance="A1 monkey, D1 mantis",
    )
    made.play("A look 2", chance="A2 crane, D2 crane, A3 dragon, D3 mantis")
    assert made.battles[0] == "D"
    made.play("A reroll 1", chance="A1 leopard")
    assert made.battles[0] == "A" and "swap_first" not in made.met


@pytest.mark.rule("TTR-6.9")
def test_only_changed_battles_are_checked_again() -> None:
    made = war(
        "monkey monkey / snake snake / mantis mantis",
        "crane mantis / crane crane / dragon dragon",
        options={"zoo": True},
        chance="A1 monkey, D1 crane",
    )
    made.play("A look 2", chance="A2 snake, D2 crane, A3 mantis, D3 dragon")
    assert made.battles == ["A", "A", "unfought"]
    made.play("D reroll 1", chance="D1 mantis")
    assert made.battles == ["D", "A", "none"]  # the Snake keeps what it won


@pytest.mark.rule("TTR-6.10", "TTR-12.11", "TTR-12.20")
def test_a_die_without_a_face_is_rolled_before_a_check() -> None:
    made = war(
        "crane mantis / bull bull / dragon dragon",
        "monkey turtle turtle / crane crane / crane crane",
        options={"zoo": True},
        chance="A1 crane, D1 monkey",
        choices="",
    )
    made.play("D look 2", chance="A2 bull, D2 crane")
    made.play("A destroy 1 D", chance="A3 dragon, D3 crane")
    assert made.battles[0] == "D" and made.up("D", 1) is None and made.zone("gone") == ["monkey"]
    made.play("A reroll 1", chance="A1 mantis, D1 turtle")
    assert made.battles[0] == "both"


@pytest.mark.rule("TTR-6.11", "TTR-8.3")
def test_won_and_lost() -> None:
    made = war(
        "crane crane / turtle turtle / monkey monkey",
        "mantis mantis / dragon dragon / crane crane",
        chance="A1 crane, D1 mantis, A2 turtle, D2 dragon, A3 monkey, D3 crane",
    )
    assert made.battles == ["both", "none", "A"] and made.wins == (2, 1)


@pytest.mark.rule("TTR-6.12", "TTR-6.14")
def test_a_void_battle_is_no_part_of_the_war() -> None:
    made = war(
        [["dawn:rooster_7"], ["peacock", "peacock"], ["crane", "crane"], ["mantis", "mantis"]],
        [["mantis", "mantis"], ["rooster_1", "crane"], ["crane", "crane"], ["crane", "crane"]],
        options={"dawn": True, "zoo": True},
        chance="D1 mantis, A2 peacock, D2 rooster_1",
        choices="A pass",
    )
    made.play("D use", "A pass", chance="A4 mantis, D4 crane")
    assert made.battles == ["D", "both", "void", "A"]  # the Peacock's next battle is the fourth
    assert made.up("A", 3) is None and made.up("D", 3) is None


@pytest.mark.rule("TTR-6.13")
def test_earlier_animals_are_those_that_lie_there() -> None:
    made = war(
        "crane mantis / dragon dragon / panda panda",
        "turtle turtle / crane crane / crane crane",
        chance="A1 crane, D1 turtle, A2 dragon, D2 crane",
    )
    made.play("A reroll 1", chance="A1 mantis, A3 panda, D3 crane")
    assert made.battles[2] == "both"  # Crane is gone, so the Panda is not strong


# ---- who wins -------------------------------------------------------------------------------


@pytest.mark.rule("TTR-7.1", "TTR-7.2")
def test_the_strong_card_wins_alone() -> None:
    assert single("mantis", "monkey").wins == (1, 0)
    assert single("monkey", "crane").battles == ["A"]
    assert single("mantis", "crane").battles == ["both"]


@pytest.mark.rule("TTR-7.3", "TTR-10.11")
def test_two_strong_cards_win_nothing() -> None:
    made = single("turtle", "dragon")
    assert made.battles == ["none"] and made.wins == (0, 0)


@pytest.mark.rule("TTR-7.4")
def test_neither_strong_both_win() -> None:
    made = single("mantis", "crane")
    assert made.wins == (1, 1) and made.deck(0) == ["mantis", "crane"]


@pytest.mark.rule("TTR-7.5")
def test_the_published_outcome() -> None:
    made = war(
        "turtle turtle / mantis mantis / monkey monkey",
        "dragon dragon / crane crane / crane crane",
        options={"battle": "published"},
        chance="A1 turtle, D1 dragon, A2 mantis, D2 crane, A3 monkey, D3 crane",
        choices="A pile 1",
    )
    assert made.battles == ["both", "none", "A"] and made.wins == (2, 1)


@pytest.mark.rule("TTR-7.6")
def test_an_animal_may_be_its_own_strength() -> None:
    made = war(
        "crane crane / mantis mantis",
        "crane crane / mantis mantis",
        chance="A1 crane, D1 crane, A2 mantis, D2 mantis",
    )
    assert made.battles == ["none", "both"]


@pytest.mark.rule("TTR-7.8")
@pytest.mark.parametrize("battle, wins", [("seed", (1, 1)), ("published", (2, 2))])
def test_fates_combine(battle: str, wins: tuple[int, int]) -> None:
    made = war(
        " / ".join(["tiger tiger"] * 4),
        " / ".join(["tiger tiger"] * 4),
        options={"battle": battle},
        chance="A1 tiger, A1 up, D1 tiger, D1 down, A2 tiger, A2 up, D2 tiger, D2 up,"
        "A3 tiger, A3 down, D3 tiger, D3 down, A4 tiger, A4 down, D4 tiger, D4 up",
    )
    middle = "none" if battle == "seed" else "both"
    assert made.battles == ["A", middle, "none", "D"] and made.wins == wins


@pytest.mark.rule("TTR-7.7")
def test_a_bird_loses_even_after_a_right_guess() -> None:
    made = war(
        [["dawn:rooster_11"], ["bird", "bird", "bird"]],
        [["mantis"] * 3, ["crane"] * 3],
        options={"together": True, "dawn": True},
        chance="D1 mantis",
        choices="",
    )
    made.play("A guess crane", chance="A2 bird, D2 crane")
    assert made.battles == ["D", "D"]


@pytest.mark.rule("TTR-7.9")
def test_an_empty_spot_loses() -> None:
    made = war(
        [["crane", "crane"], ["crane", "crane"]],
        [["crane", "crane"], []],
        chance="A1 crane, D1 crane, A2 crane",
    )
    assert made.battles == ["none", "A"]
    bird = war(
        [["crane"] * 3, ["bird"] * 3],
        [["crane"] * 3, []],
        options={"together": True},
        chance="A1 crane, D1 crane, A2 bird",
    )
    assert bird.battles == ["none", "none"]


@pytest.mark.rule("TTR-7.10", "TTR-15.18")
def test_taking_a_strength_away_beats_adding_it() -> None:
    made = war(
        [["dawn:rooster_1"], ["crane", "crane"], ["panda", "panda"]],
        [["mantis", "mantis"], ["monkey", "monkey"], ["crane", "crane"]],
        options={"dawn": True},
        named="crane",
        chance="D1 mantis, A2 crane, D2 monkey, A3 panda, D3 crane",
    )
    assert made.battles == ["D", "both", "both"]
