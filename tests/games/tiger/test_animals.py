"""Chapters 10 and 11: the base animals, Highscore and the tactical pass."""

from __future__ import annotations

from collections import Counter

import pytest

from bestiary.core.errors import IllegalAction

from .table import Table, decks, war


def refused(made: Table, move: str) -> str:
    with pytest.raises(IllegalAction) as refusal:
        made.match.play(move)
    return refusal.value.rule


@pytest.mark.rule("TTR-10.1")
def test_tiger_is_tossed() -> None:
    down = war("tiger tiger", "mantis mantis", chance="A1 tiger, A1 down, D1 mantis")
    up = war("tiger tiger", "mantis mantis", chance="A1 tiger, A1 up, D1 mantis")
    assert (down.battles, up.battles) == (["D"], ["A"])


@pytest.mark.rule("TTR-10.1")
def test_both_faces_of_the_tiger_come_up() -> None:
    made = decks("tiger*2", "tiger*2")
    faces, engine = Counter(), made.match.engine
    for seed in range(200):
        state, log = engine.copy(made.match.state), engine.new_log()
        state["rng"][0][1] = seed * 104729
        engine.apply(state, made.match.find("number 1"), log=log)
        faces.update(h.words["toss"] for h in engine.happenings(log, None) if h.kind == "tosses")
    assert faces.total() == 400 and 170 <= faces[1] <= 230


@pytest.mark.rule("TTR-10.2")
def test_a_toss_stays_until_another_card_comes() -> None:
    row = ("tiger tiger / dragon crane", "mantis crane / dragon dragon")
    made = war(
        *row, options={"actions": "optional"}, chance="A1 tiger, A1 up, D1 mantis, A2 dragon, D2 dragon"
    )
    made.play("A decline", "D reroll 1", chance="D1 crane")
    assert made.battles[0] == "A" and len(made.events("tosses")) == 1
    again = war(
        *row, options={"actions": "optional"}, chance="A1 tiger, A1 up, D1 mantis, A2 dragon, D2 dragon"
    )
    again.play("A reroll 1", chance="A1 tiger, A1 down")
    assert again.battles[0] == "D"


@pytest.mark.rule("TTR-10.3", "TTR-12.5", "TTR-12.6")
def test_dragon_rerolls_here_or_earlier() -> None:
    made = war(
        "crane mantis / crane crane / dragon dragon",
        "mantis mantis / crane crane / crane crane",
        chance="A1 crane, D1 mantis, A2 crane, D2 crane, A3 dragon, D3 crane",
    )
    assert made.choices == ["reroll 1", "reroll 2", "reroll 3"]
    made.play("A reroll 1", chance="A1 crane")  # the same card may come up again
    assert [h.words["side"] for h in made.events("rolls")][-1] == 0  # only one's own die is rolled


@pytest.mark.rule("TTR-12.6")
def test_a_reroll_shuffles_the_whole_die() -> None:
    made = war(
        "crane mantis / dragon dragon",
        "turtle turtle / crane crane",
        options={"actions": "optional"},
        chance="A1 crane, D1 turtle, A2 dragon, D2 crane",
    )
    shown, engine = Counter(), made.match.engine
    for seed in range(200):
        state, log = engine.copy(made.match.state), engine.new_log()
        state["rng"][0][1] = seed * 104729
        engine.apply(state, made.match.find("reroll 1"), log=log)
        shown[next(h.words["card"] for h in engine.happenings(log, None) if h.kind == "rolls")] += 1
    assert set(shown) == {2, 3} and 80 <= shown[3] <= 120


@pytest.mark.rule("TTR-10.17")
def test_dice_that_change_places_are_rolled_in_the_order_of_their_battles() -> None:
    made = war(
        "crane crane / mantis mantis / leopard leopard",
        "crane crane / crane crane / crane crane",
        options={"free_concede": True},
        choices="A fight, D fight, A fight, D fight",
        chance="A1 crane, D1 crane, A2 mantis, D2 crane",
    )
    made.s.up[0, :2] = -1  # as after a Bull in each of them
    made.play("A fight", "D fight", chance="A3 leopard, D3 crane")
    made.play("A swap_first 2", "A swap_second 1", chance="A1 mantis, A2 crane")
    assert made.up("A", 1) == "mantis" and made.up("A", 2) == "crane"


@pytest.mark.rule("TTR-10.4")
def test_an_empty_spot_cannot_be_rerolled() -> None:
    made = war(
        "crane crane / dragon crane / crane crane",
        "mantis mantis / crane crane / crane crane",
        options={"actions": "optional", "free_concede": True},
        choices="A fight, D fight",
        chance="A1 crane, D1 mantis",
    )
    assert made.phase == "concede" and made.s.battle == 1
    made.s.heap[0, 0], made.s.heap_n[0, 0], made.s.up[0, 0] = 0, 0, -1  # its cards were drawn and destroyed
    made.play("A fight", "D fight", chance="A2 dragon, D2 crane")
    assert made.choices == ["decline", "reroll 2"]
    assert refused(made, "reroll 1") == "TTR-10.4" and refused(made, "reroll 3") == "TTR-10.3"


@pytest.mark.rule("TTR-10.4", "TTR-14.14")
def test_a_dawn_card_cannot_be_rerolled() -> None:
    made = war(
        [["dawn:rooster_8"], ["dragon", "crane"], ["crane", "crane"]],
        [["mantis", "mantis"], ["crane", "crane"], ["crane", "crane"]],
        options={"dawn": True, "actions": "optional"},
        chance="D1 mantis, A2 dragon, D2 crane",
    )
    assert made.choices == ["decline", "reroll 2"] and refused(made, "reroll 1") == "TTR-10.4"


@pytest.mark.rule("TTR-10.6", "TTR-10.7")
def test_only_the_monkey_s_player_is_told_what_is_in_the_dice() -> None:
    made = war(
        "monkey monkey / crane crane / crane crane",
        "mantis mantis / tiger tiger panda / crane crane",
        chance="A1 monkey, D1 mantis",
    )
    made.match.play("look 2")
    told = {
        (h.words["side"], h.words["place"], h.words["card"], h.words["number"])
        for h in made.events("sees", 0)
    }
    assert told == {(1, 1, 0, 2), (1, 1, 5, 1)} and not made.events("sees", 1)
    assert made.events("looks", 1)[0].words["place"] == 1


@pytest.mark.rule("TTR-10.5")
def test_mantis_and_crane_have_no_action() -> None:
    made = war("mantis mantis", "crane crane", chance="A1 mantis, D1 crane", options={"actions": "optional"})
    assert made.wins == (1, 1) and set(made.met) <= {"grab", "keep"}


@pytest.mark.rule("TTR-10.6", "TTR-10.7", "TTR-12.4")
def test_monkey_looks_through_a_later_battle() -> None:
    made = war(
        "monkey monkey / crane crane / leopard mantis",
        "mantis mantis / crane turtle / tiger leopard crane",
        chance="A1 monkey, D1 mantis",
    )
    assert made.choices == ["look 2", "look 3"]
    before = made.match.view(1)["war"]["battles"][2]["A"]
    made.match.play("look 3")
    told = {(h.words["side"], h.words["card"]) for h in made.events("sees", 0)}
    assert {(1, 0), (1, 7), (1, 3)} <= told and (0, 7) not in told  # one's own die is known already
    assert made.events("sees", 1) == [] and made.events("looks", 1)[0].words["place"] == 2
    assert before["cards"] is None


@pytest.mark.rule("TTR-10.6")
def test_what_a_monkey_saw_is_in_the_view() -> None:
    made = war(
        "monkey monkey / leopard leopard / leopard mantis",
        "mantis mantis / crane turtle / tiger leopard crane",
        options={"actions": "optional"},
        chance="A1 monkey, D1 mantis",
    )
    made.play("A look 3", chance="A2 leopard, D2 crane")
    assert made.match.view(0)["war"]["battles"][2]["D"]["cards"] == ["tiger", "crane", "leopard"]
    assert made.match.view(1)["war"]["battles"][2]["A"]["cards"] is None
    assert made.match.view(1)["war"]["battles"][2]["D"]["looked"] == [0, 1]


@pytest.mark.rule("TTR-10.8", "TTR-10.9")
def test_panda_learns_from_its_own_row() -> None:
    first = war("panda panda", "crane crane", chance="A1 panda, D1 crane")
    assert first.battles == ["both"]
    made = war(
        "crane crane / mantis mantis / panda panda",
        "mantis mantis / mantis mantis / crane crane",
        chance="A1 crane, D1 mantis, A2 mantis, D2 mantis, A3 panda, D3 crane",
    )
    assert made.battles[2] == "A"
    foreign = war(
        "mantis mantis / panda panda",
        "crane crane / crane crane",
        chance="A1 mantis, D1 crane, A2 panda, D2 crane",
    )
    assert foreign.battles[1] == "both"  # the enemy's Crane teaches nothing


@pytest.mark.rule("TTR-10.10", "TTR-10.11")
def test_turtle_disables_the_card_it_faces() -> None:
    tiger = war("turtle turtle", "tiger tiger", chance="A1 turtle, D1 tiger, D1 up")
    assert tiger.wins == (1, 1)
    dragon = war("dragon dragon", "turtle turtle", chance="A1 dragon, D1 turtle")
    assert dragon.wins == (0, 0) and "reroll" not in dragon.met


@pytest.mark.rule("TTR-10.12")
def test_turtles_handled_in_order() -> None:
    made = war(
        "dragon tiger / crane crane",
        "turtle turtle / crane crane",
        options={"turtle": "in_order"},
        chance="A1 dragon, D1 turtle, A1 tiger, A1 up, A2 crane, D2 crane",
    )
    assert made.battles == ["both", "none"]
    mine = war(
        "turtle turtle", "dragon dragon", options={"turtle": "in_order"}, chance="A1 turtle, D1 dragon"
    )
    assert mine.battles == ["none"]


@pytest.mark.rule("TTR-10.13")
def test_disabling_undoes_nothing_and_spares_strengths() -> None:
    made = war(
        "monkey monkey / crane crane / crane crane",
        "dragon turtle / crane crane / crane crane",
        chance="A1 monkey, D1 dragon",
    )
    made.play("A look 3", chance="D1 turtle, A2 crane, D2 crane, A3 crane, D3 crane")
    assert made.battles[0] == "both" and made.events("looks")
    strong = war("leopard leopard", "turtle turtle", chance="A1 leopard, D1 turtle")
    assert strong.battles == ["A"]


@pytest.mark.rule("TTR-10.14")
def test_two_turtles() -> None:
    assert war("turtle turtle", "turtle turtle", chance="A1 turtle, D1 turtle").wins == (1, 1)


@pytest.mark.rule("TTR-10.15", "TTR-10.16")
def test_leopard_exchanges_any_two_piles() -> None:
    made = war(
        "leopard leopard / crane crane / mantis mantis",
        "mantis mantis / crane crane / crane crane",
        chance="A1 leopard, D1 mantis",
        choices="A swap_first 2",
    )
    assert made.choices == ["swap_second 1", "swap_second 3"]
    made.play("A swap_second 3", chance="A2 mantis, D2 crane, A3 crane, D3 crane")
    assert made.battles == ["A", "both", "none"]
    alone = war("leopard leopard", "mantis mantis", chance="A1 leopard, D1 mantis")
    assert "swap_first" not in alone.met
    dawn = war(
        [["dawn:rooster_8"], ["leopard", "leopard"]],
        [["mantis", "mantis"], ["mantis", "mantis"]],
        options={"dawn": True},
        chance="D1 mantis, A2 leopard, D2 mantis",
    )
    assert dawn.battles == ["D", "A"] and "swap_first" not in dawn.met


@pytest.mark.rule("TTR-10.17")
def test_a_fought_pile_is_gathered_and_a_fresh_one_rolled() -> None:
    made = war(
        "crane crane / leopard leopard / mantis mantis",
        "mantis mantis / crane crane / leopard leopard",
        chance="A1 crane, D1 mantis, A2 leopard, D2 crane",
    )
    made.play("A swap_first 1", "A swap_second 3", chance="A1 mantis, A3 crane, D3 leopard")
    assert made.battles[:2] == ["both", "A"] and made.phase == "swap_first"
    assert made.pile("A", 3) == ["crane", "crane"] and made.up("A", 1) == "mantis"


@pytest.mark.rule("TTR-10.18")
def test_a_leopard_may_move_its_own_pile() -> None:
    fresh = war(
        "leopard leopard / monkey monkey / crane crane",
        "mantis mantis / crane crane / crane crane",
        chance="A1 leopard, D1 mantis",
    )
    fresh.play("A swap_first 1", "A swap_second 2", chance="A1 monkey")
    assert fresh.phase == "look"  # the fresh card acts
    shown = war(
        "monkey monkey / leopard leopard",
        "leopard leopard / mantis mantis",
        options={"actions": "optional"},
        chance="A1 monkey, D1 leopard",
    )
    shown.play("A decline", "D decline", chance="A2 leopard, D2 mantis")
    shown.play("A swap_first 1")
    assert shown.battles == ["none", "D"] and shown.met.count("look") == 1  # the Monkey does not act again


# ---- Highscore ---------------------------------------------------------------------------------


def scored(*hands: str, **options: object) -> Table:
    """The last war is fought by two who are left with what they had: Crane against Crane."""
    made = decks(*hands, options={"highscore": True, "war_limit": 10, **options})
    made.s.wars = 9
    return made


@pytest.mark.rule("TTR-11.1", "TTR-11.2", "TTR-11.3", "TTR-11.4")
def test_strengths_are_negative_points() -> None:
    made = scored("crane*2", "crane*2", "mantis leopard", "turtle tiger panda")
    made.match.play("challenge 2")
    made.match.play("number 1")
    assert made.match.view(0)["scores"] == [-4, -4, -8, -1] and made.match.view(0)["winners"] == [3]


@pytest.mark.rule("TTR-11.5")
def test_highscore_ends_as_usual_and_is_shared() -> None:
    made = decks(
        "monkey*2", "crane*2", "crane turtle mantis", "turtle crane*2 turtle", options={"highscore": True}
    )
    made.match.play("challenge 2")
    made.match.play("number 1")
    made.match.play("discard crane")
    made.match.play("discard crane")
    assert made.match.game_over and made.match.view(0)["scores"] == [-8, 0, -6, -6]
    assert made.match.view(0)["winners"] == [1]
    tie = scored("crane*2", "crane*2", "mantis mantis", "turtle*4")
    tie.match.play("challenge 2")
    tie.match.play("number 1")
    assert tie.match.view(0)["winners"] == [0, 1, 3]


@pytest.mark.rule("TTR-13.34")
def test_teams_add_their_points_up() -> None:
    made = war(
        [["crane"] * 3, ["crane"] * 3],
        [["crane"] * 3, ["crane"] * 3],
        options={"together": True, "highscore": True, "war_limit": 10},
        chance="A1 crane, D1 crane, A2 crane, D2 crane",
        hands={0: "leopard", 1: "mantis mantis mantis"},
    )
    made.s.wars = 9
    made.match.play("pay_card crane")
    made.match.play("pay_card mantis")
    assert made.match.view(0)["scores"] == [-15, -18] and made.match.view(0)["winners"] == [0]


# ---- the tactical pass -----------------------------------------------------------------------------


@pytest.mark.rule("TTR-11.6")
def test_an_action_given_up_for_a_look_ahead() -> None:
    made = war(
        "dragon dragon / crane monkey / crane crane",
        "crane crane / mantis turtle / crane crane",
        options={"tactical_skip": True},
        chance="A1 dragon, D1 crane",
    )
    assert made.choices == ["act", "peek 2", "peek 3"]
    made.play("A peek 2", chance="A2 top crane, D2 top mantis")
    assert made.choices == ["leave", "reshuffle"]
    assert made.match.view(0)["war"]["battles"][1]["D"]["top"] == "mantis"
    assert made.match.view(1)["war"]["battles"][1]["D"]["top"] is None
    made.play("A leave", chance="A3 crane, D3 crane")  # battle 2 shows what was on top
    assert made.battles == ["both", "both", "none"] and "act_or_peek" not in made.met[2:]


@pytest.mark.rule("TTR-11.6")
def test_no_pass_without_an_action_or_a_later_battle() -> None:
    made = war(
        "mantis mantis / dragon dragon",
        "crane crane / mantis mantis",
        options={"tactical_skip": True},
        chance="A1 mantis, D1 crane, A2 dragon, D2 mantis",
    )
    assert made.phase == "reroll"


@pytest.mark.rule("TTR-11.7")
def test_a_top_card_moves_with_its_pile() -> None:
    made = war(
        "dragon dragon / leopard leopard / crane mantis",
        "crane crane / mantis mantis / turtle mantis",
        options={"tactical_skip": True},
        chance="A1 dragon, D1 crane",
    )
    made.play("A peek 3", "A leave", chance="A3 top crane, D3 top mantis, A2 leopard, D2 mantis")
    assert made.phase == "swap_first"
    made.play("A swap_first 2", "A swap_second 3", chance="A2 crane, A3 leopard")
    assert made.battles[:2] == ["both", "both"] and made.pile("A", 3) == ["leopard", "leopard"]


@pytest.mark.rule("TTR-11.7")
def test_a_pass_switches_the_whole_action_off() -> None:
    made = war(
        "tiger tiger / crane crane",
        "mantis mantis / crane crane",
        options={"tactical_skip": True},
        chance="A1 tiger, A1 down, D1 mantis",
    )
    made.play("A peek 2", "A leave", chance="A2 top crane, D2 top crane")
    assert made.battles == ["both", "none"]
