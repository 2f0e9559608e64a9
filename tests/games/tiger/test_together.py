"""Chapter 13: Fight Together."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary.core.errors import IllegalAction
from bestiary.games.tiger import GAME

from .table import KINDS, Table, decks, table, war

TEAMS = {"together": True}


def refused(made: Table, move: str, seat: int | None = None) -> str:
    with pytest.raises(IllegalAction) as refusal:
        made.match.play(move, seat)
    return refusal.value.rule


def teams(*hands: str, **options: Any) -> Table:
    return decks(*hands, options=TEAMS | options)


def spotted(made: Table, number: int, *spots: int) -> Table:
    """Says the number and assigns the attackers' spots; everybody is silent."""
    made.match.play(f"number {number}")
    spots_left = list(spots)
    while made.phase in ("wish_place", "spot"):
        if made.phase == "wish_place":
            made.match.play("silent")
        else:
            wanted = f"spot {spots_left[0]}" if spots_left else made.choices[0]
            if int(made.s.side) == 0 and spots_left:
                spots_left.pop(0)
            else:
                wanted = made.choices[0]
            made.match.play(wanted)
    return made


THREE = ["crane"] * 3


def clash(attacker: list[list[str]], defender: list[list[str]], owners: Any, **more: Any) -> Table:
    """A war of teams of two."""
    options = TEAMS | {"players": 4} | more.pop("options", {})
    return war(attacker, defender, owners=owners, options=options, **more)


@pytest.mark.rule("TTR-13.1", "TTR-13.2", "TTR-13.3")
@pytest.mark.parametrize("players, sizes", [(2, (1, 1)), (3, (2, 1)), (4, (2, 2)), (5, (3, 2)), (6, (3, 3))])
def test_two_even_teams_of_alternate_seats(players: int, sizes: tuple[int, int]) -> None:
    view = table(TEAMS | {"players": players}).match.view(0)["teams"]
    assert (len(view["A"]), len(view["B"])) == sizes
    assert view["A"] == list(range(0, players, 2))


@pytest.mark.rule("TTR-13.4")
def test_uneven_teams_may_be_evened_out() -> None:
    def dealt(players: int, **more: Any) -> list[int]:
        return table(TEAMS | {"even_teams": True, "players": players} | more).sizes()

    assert dealt(3) == [6, 12, 6] and dealt(5) == [6, 9, 6, 9, 6]
    assert dealt(5, start_cards=9, zoo=True) == [9, 14, 9, 13, 9]
    assert table(TEAMS | {"players": 3}).sizes() == [6, 6, 6]


@pytest.mark.rule("TTR-13.6")
def test_team_a_attacks_first() -> None:
    games = [table(TEAMS | {"players": 2 + seed % 5}, seed=seed) for seed in range(100)]
    assert all(made.phase == "number" and made.asked == 0 for made in games)
    assert all(made.match.view(0)["teams"]["attacking"] == "A" for made in games)


@pytest.mark.rule("TTR-13.5", "TTR-13.7")
def test_attack_and_captaincy_go_round() -> None:
    made = teams(*["crane*9"] * 6)
    seen = []
    for _ in range(4):
        seen.append((made.asked, *(int(c) for c in made.s.captain)))
        spotted(made, 4)
        while made.phase != "number":
            keeps = [c for c in made.match.choices() if c.startswith("put") and c.endswith(" 0")]
            made.match.play(keeps[0] if keeps else made.match.choices()[-1])
    assert [c[1] for c in seen] == [0, 2, 4, 0] and [c[2] for c in seen] == [1, 3, 5, 1]
    assert [c[0] % 2 for c in seen] == [0, 1, 0, 1]
    assert all(table(TEAMS, seed).asked == 0 for seed in range(20))


@pytest.mark.rule("TTR-13.8", "TTR-13.12")
def test_more_dice_than_members() -> None:
    made = teams(*["crane*6"] * 4)
    assert made.choices == ["number 3", "number 4"]
    assert refused(made, "number 2") == "TTR-13.8" and refused(made, "number 5") == "TTR-13.12"


@pytest.mark.rule("TTR-13.9")
def test_a_die_for_every_member_of_the_other_team() -> None:
    made = teams("crane*6", "crane*9", "crane*6", "crane*9", "crane*6")
    made.s.team = 1
    made.start_turn()
    assert made.choices[0] == "number 3"


@pytest.mark.rule("TTR-13.10", "TTR-13.11")
def test_the_captain_assigns_the_spots() -> None:
    made = teams("crane*6", "crane*9", "crane*9", "crane*9")
    made.match.play("number 4")
    made.match.play("silent")
    assert made.asked == 0 and made.choices == ["spot 1", "spot 3"]
    assert refused(made, "spot 2") == "TTR-13.11"
    made.match.play("spot 1")
    made.match.play("spot 1")
    assert int(made.s.owner[0, 2]) == int(made.s.owner[0, 3]) == 2  # seat 1 can fill no third die
    three = teams(*["crane*9"] * 4)
    three.match.play("number 3")
    three.match.play("silent")
    three.match.play("spot 1")
    three.match.play("spot 1")
    assert int(three.s.owner[0, 2]) == 2  # every member supplies a die
    assert three.match.view(3)["war"]["battles"][2]["A"]["owner"] == 2


@pytest.mark.rule("TTR-13.12")
def test_three_cards_in_every_die() -> None:
    made = spotted(teams("crane*7", "crane*9", "crane*9", "crane*9"), 3, 1, 3, 1)
    for spot in (1, 1):
        made.match.play(f"put crane {spot}")
    for spot in (3, 3, 3):
        made.match.play(f"put crane {spot}")
    assert made.choices == ["put 0", "put 1", "put 3"]
    made.match.play("put crane 0")
    assert made.choices == ["put 1"] and refused(made, "put crane 3") == "TTR-13.12"


@pytest.mark.rule("TTR-13.13")
def test_the_minimum_sinks_when_no_number_is_left() -> None:
    made = teams("crane*5", "crane*7", "crane*4", "crane*8")
    assert made.choices == ["number 3", "number 4"] and list(made.s.minimum) == [2, 2]
    assert refused(made, "number 5") == "TTR-13.13"
    alone = teams("crane*6", "crane*5", "crane*6")
    assert alone.choices == ["number 3", "number 4", "number 5"] and list(alone.s.minimum) == [1, 1]


@pytest.mark.rule("TTR-13.10", "TTR-13.12")
def test_exactly_three_cards_are_enough_for_a_die() -> None:
    made = teams("crane*6", "crane*6", "crane*3", "crane*6")
    assert made.choices == ["number 3"] and list(made.s.minimum) == [3, 3]
    fewer = teams("crane*6", "crane*6", "crane*2", "crane*6")
    assert list(fewer.s.minimum) == [2, 2]


@pytest.mark.rule("TTR-13.14", "TTR-13.16")
def test_whoever_supplied_the_pile_chooses() -> None:
    made = clash(
        [THREE, ["leopard"] * 3, THREE],
        [THREE, ["mantis"] * 3, THREE],
        ((0, 2, 0), (1, 3, 1)),
        chance="A1 crane, D1 crane, A2 leopard, D2 mantis",
    )
    assert made.phase == "swap_first" and made.asked == 2
    won = clash(
        [["mantis"] * 3, ["mantis"] * 3, THREE],
        [["panda"] * 3, ["panda"] * 3, THREE],
        ((0, 0, 2), (1, 3, 1)),
        chance="A1 mantis, D1 panda, A2 mantis, D2 panda, A3 crane, D3 crane",
    )
    assert won.phase == "pile" and won.asked == 0
    won = clash(
        [["mantis"] * 3, ["mantis"] * 3, THREE],
        [["panda"] * 3, ["panda"] * 3, THREE],
        ((0, 0, 2), (1, 3, 1)),
        options={"actions": "optional"},
        chance="A1 mantis, D1 panda, A2 mantis, D2 panda, A3 crane, D3 crane",
    )
    assert won.choices == ["pile 1", "pile 2"]


@pytest.mark.rule("TTR-13.15")
def test_your_animals_are_the_team_s() -> None:
    made = clash(
        [THREE, ["panda"] * 3, ["redpanda"] * 3],
        [["mantis"] * 3, THREE, ["snake"] * 3],
        ((0, 2, 2), (1, 3, 1)),
        options={"zoo": True},
        chance="A1 crane, D1 mantis, A2 panda, D2 crane, A3 redpanda, D3 snake",
    )
    assert made.battles[1] == "A" and made.asked == 2
    made.play("A draw_deck")
    assert int(made.s.hand_n[2]) == 1


@pytest.mark.rule("TTR-13.17", "TTR-13.18", "TTR-13.27")
def test_spoils_are_picked_by_the_owner_and_divided_by_the_captain() -> None:
    made = clash(
        [THREE, ["mantis"] * 3, THREE],
        [THREE, ["panda", "panda", "tiger"], THREE],
        ((0, 2, 0), (1, 3, 1)),
        chance="A1 crane, D1 crane, A2 mantis, D2 panda, A3 crane, D3 crane",
    )
    assert made.war == "A" and made.phase == "wish_card" and made.asked == 2
    assert made.choices == ["silent", "wish_card tiger", "wish_card panda"]
    made.match.play("wish_card tiger")
    assert all(made.events("wants", seat)[-1].words["card"] == KINDS["tiger"] for seat in range(4))
    made.match.play("silent")
    assert made.phase == "keep" and made.asked == 0 and made.choices == ["give 1", "give 3", "discard"]
    assert refused(made, "keep tiger") == "TTR-13.18" and refused(made, "give tiger 2") == "TTR-13.17"
    made.match.play("give tiger 3")
    made.match.play("give panda 3")
    made.match.play("discard panda")
    assert made.deck(2).count("tiger") == 1 and made.zone("discard") == ["panda"]
    single = clash(
        [THREE, ["mantis"] * 3, THREE],
        [THREE, ["crane", "crane", "tiger"], THREE],
        ((0, 2, 0), (1, 3, 1)),
        chance="A1 crane, D1 crane, A2 mantis, D2 crane, A3 crane, D3 crane",
    )
    assert single.phase == "grab" and single.asked == 2


@pytest.mark.rule("TTR-13.19", "TTR-15.3", "TTR-15.5")
def test_merged_piles_return_to_their_owners() -> None:
    made = clash(
        [["dawn:rooster_7"], THREE, THREE],
        [["mantis"] * 3, ["turtle"] * 3, THREE],
        ((0, 0, 2), (1, 3, 1)),
        options={"dawn": True},
        chance="D1 mantis, A2 crane, D2 turtle",
        choices="A pass",
    )
    made.play("A merge_from 2", "A merge_into 3", chance="A3 crane, D3 crane")
    assert made.battles == ["D", "A", "none"]
    while made.s.number:
        made.match.play(made.match.legal()[0])
    assert made.deck(3) == ["turtle"] * 3
    assert not made.s.known[0, 1, KINDS["crane"]]  # whose the Crane of the merged die was cannot be told


@pytest.mark.rule("TTR-13.20", "TTR-13.21")
def test_the_losers_pay() -> None:
    made = clash(
        [THREE, ["mantis"] * 3, THREE],
        [THREE, ["panda"] * 3, THREE],
        ((0, 2, 0), (1, 3, 1)),
        chance="A1 crane, D1 crane, A2 mantis, D2 panda, A3 crane, D3 crane",
        hands={3: "leopard tiger crane crane"},
    )
    while made.s.number:
        made.match.play(made.match.legal()[0])
    assert made.phase == "pay_member" and made.asked == 1 and made.choices == ["pay_member 2", "pay_member 4"]
    made.match.play("pay_member 4")
    assert made.phase == "pay_card" and made.asked == 3
    assert made.choices == ["pay_card tiger", "pay_card crane", "pay_card leopard"]
    made.match.play("pay_card leopard")
    assert made.zone("war_pile") == ["leopard"] == made.match.view(0)["war_pile"]
    tied = clash(
        [THREE] * 3,
        [THREE] * 3,
        ((0, 2, 0), (1, 3, 1)),
        chance="A1 crane, D1 crane, A2 crane, D2 crane, A3 crane, D3 crane",
        hands={0: "mantis", 1: "mantis"},
    )
    payers = []
    while tied.phase.startswith("pay"):
        payers.append(tied.asked)
        tied.match.play(tied.match.legal()[0])
    assert payers[0] == 0 and payers[2] == 1 and int(tied.s.war_pile_n) == 2


@pytest.mark.rule("TTR-13.21")
@pytest.mark.parametrize("held, asked", [(1, False), (2, True)])
def test_a_single_card_is_paid_without_asking(held: int, asked: bool) -> None:
    rolls = ", ".join(f"A{i} crane, D{i} crane" for i in (1, 2, 3))
    made = clash([THREE] * 3, [THREE] * 3, ((0, 2, 0), (1, 3, 1)), chance=rolls)
    made.s.hand[2] = 0
    made.s.hand[2, [KINDS["crane"], KINDS["tiger"]][:held]] = 1
    made.s.hand_n[2] = held
    made.match.prepare()
    made.match.play("pay_member 3")
    assert (made.phase == "pay_card") == asked and made.zone("war_pile") == ([] if asked else ["crane"])


@pytest.mark.rule("TTR-13.22", "TTR-15.9")
def test_two_winners_do_not_pay() -> None:
    made = war(
        [["dawn:rooster_4"], ["leopard"] * 3],
        [["mantis"] * 3, ["turtle"] * 3],
        options=TEAMS | {"dawn": True},
        chance="D1 mantis, A2 leopard, D2 turtle",
        hands={0: "crane*3", 1: "crane*3"},
    )
    assert made.war == "both" and int(made.s.war_pile_n) == 0 and made.phase == "number"


@pytest.mark.rule("TTR-13.23", "TTR-13.24", "TTR-13.25")
def test_ten_cards_on_the_war_pile_end_the_game() -> None:
    made = war(
        [THREE, THREE],
        [THREE, THREE],
        options=TEAMS,
        chance="A1 crane, D1 crane, A2 crane, D2 crane",
        hands={0: "mantis*4", 1: "mantis"},
    )
    made.s.war_pile[2] = made.s.war_pile_n = 9
    made.match.play("pay_card crane")
    assert not made.match.game_over
    made.match.play("pay_card crane")
    assert made.match.game_over and int(made.s.war_pile_n) == 11 and made.match.view(0)["winners"] == [0]
    assert GAME.endings[int(made.s.by)] == "the war pile is full"


@pytest.mark.rule("TTR-13.26", "TTR-13.29", "TTR-13.36", "TTR-13.32")
def test_a_bird_opens_the_talk_and_the_dice_of_its_team() -> None:
    made = clash(
        [["bird"] * 3, ["leopard", "mantis", "crane"], ["tiger", "crane", "crane"]],
        [["leopard"] * 3, THREE, THREE],
        ((0, 2, 0), (1, 3, 1)),
        chance="A1 bird, D1 leopard",
    )
    assert made.match.view(0)["talk"] == {"open": False, "free": [0, 2]} and made.asked == 1
    battles = made.match.view(2)["war"]["battles"]
    assert battles[2]["A"]["cards"] == ["tiger", "crane", "crane"]
    assert made.match.view(0)["war"]["battles"][1]["A"]["cards"] == ["mantis", "crane", "leopard"]
    assert made.match.view(1)["war"]["battles"][1]["A"]["cards"] is None
    made.play("D swap_first 2", "D swap_second 3", chance="A2 leopard, D2 crane")
    assert made.match.view(0)["talk"]["free"] == []  # closed by the roll of battle 2
    assert made.battles[0] == "D"


@pytest.mark.rule("TTR-13.36")
def test_a_reroll_does_not_end_the_talk_and_the_next_roll_does() -> None:
    made = clash(
        [THREE, ["bird"] * 3, THREE],
        [["mantis"] * 3, ["dragon", "leopard", "leopard"], ["leopard"] * 3],
        ((0, 2, 0), (1, 3, 1)),
        chance="A1 crane, D1 mantis, A2 bird, D2 dragon",
    )
    assert made.match.view(0)["talk"]["free"] == [0, 2]
    made.play("D reroll 2", chance="D2 leopard")
    assert made.phase == "swap_first" and made.match.view(0)["talk"]["free"] == [0, 2]
    made.play("D swap_first 1", chance="D1 leopard, A3 crane, D3 mantis")
    assert made.match.view(0)["talk"]["free"] == []


@pytest.mark.rule("TTR-13.20")
def test_a_card_that_was_paid_is_no_longer_known_to_be_in_a_deck() -> None:
    made = clash(
        [THREE, THREE, ["leopard"] * 3],
        [["mantis"] * 3, ["mantis"] * 3, ["turtle"] * 3],
        ((0, 2, 0), (1, 3, 1)),
        hands={1: "tiger*3", 3: "tiger*3"},
        chance="A1 crane, D1 mantis, A2 crane, D2 mantis, A3 leopard, D3 turtle",
    )
    while made.phase != "pay_member":
        made.match.play(made.match.legal()[-1])
    made.s.known[0, 1, KINDS["tiger"]] = 3
    made.match.play("pay_member 2")
    made.match.play("pay_card tiger")
    assert int(made.s.known[0, 1, KINDS["tiger"]]) == 2 and made.zone("war_pile")[-1] == "tiger"


@pytest.mark.rule("TTR-13.27")
def test_without_spoils_there_is_nothing_to_wish_for() -> None:
    rolls = ", ".join(f"A{i} crane, D{i} crane" for i in (1, 2, 3))
    made = clash([THREE] * 3, [THREE] * 3, ((0, 2, 0), (1, 3, 1)), chance=rolls)
    assert made.battles == ["none"] * 3 and "wish_card" not in made.met and made.phase == "pay_member"


@pytest.mark.rule("TTR-13.36")
def test_the_last_bird_talks_till_the_spoils() -> None:
    last = clash(
        [THREE, THREE, ["bird"] * 3],
        [THREE, THREE, ["mantis", "mantis", "crane"]],
        ((0, 2, 0), (1, 3, 1)),
        chance="A1 crane, D1 crane, A2 crane, D2 crane, A3 bird, D3 mantis",
    )
    assert last.phase == "wish_card" and last.match.view(0)["talk"]["free"] == [0, 2]
    while last.s.number:
        last.match.play(last.match.legal()[0])
    assert last.phase.startswith("pay") and last.match.view(0)["talk"]["free"] == []


@pytest.mark.rule("TTR-13.27")
def test_wishes_are_fixed_phrases_that_everybody_hears() -> None:
    made = teams(*["crane*9"] * 6)
    made.match.play("number 4")
    assert made.asked == 2
    assert made.choices == [
        "silent",
        *(f"wish_spot {n}" for n in (1, 2, 3, 4)),
        *(f"wish_dice {n}" for n in (1, 2, 3, 4)),
    ]
    assert refused(made, "wish_spot 5") == "TTR-13.27"
    made.match.play("wish_spot 2")
    assert made.asked == 4 and refused(made, "wish_dice 1", 2) == "TTR-5.5"
    assert all(made.events("wishes", seat) for seat in range(6))


@pytest.mark.rule("TTR-13.28")
def test_nine_birds_join_the_deck() -> None:
    birds = table(TEAMS).s
    assert int(birds.deck[32] + birds.hand[:, 32].sum()) == 9 and int(birds.deck_n) == 57 - 12
    assert int(table().s.deck[32]) == 0


@pytest.mark.rule("TTR-13.30", "TTR-13.31", "TTR-13.35")
def test_a_bird_always_loses() -> None:
    def first(a: str, d: str) -> Table:
        return war(
            [[a] * 3, THREE], [[d] * 3, THREE], options=TEAMS, chance=f"A1 {a}, D1 {d}, A2 crane, D2 crane"
        )

    assert first("bird", "crane").battles[0] == "D"
    assert first("bird", "bird").battles[0] == "none" and len(first("bird", "bird").events("talks")) == 2
    turtle = first("bird", "turtle")
    assert turtle.battles[0] == "D" and not turtle.events("talks")
    dawn = war(
        [["dawn:rooster_8"], THREE],
        [["bird"] * 3, THREE],
        options=TEAMS | {"dawn": True},
        chance="D1 bird, A2 crane, D2 crane",
    )
    assert dawn.battles[0] == "none"


@pytest.mark.rule("TTR-13.33")
@pytest.mark.parametrize("open_hands", [False, True])
def test_talk_may_include_the_hand(open_hands: bool) -> None:
    made = clash(
        [["bird"] * 3, THREE, THREE],
        [["leopard"] * 3, THREE, THREE],
        ((0, 2, 0), (1, 3, 1)),
        options={"bird_hand": open_hands},
        chance="A1 bird, D1 leopard",
        hands={0: "tiger"},
    )
    assert ("tiger" in made.match.view(2)["seats"][0]["known"]) == open_hands
    assert "tiger" not in made.match.view(1)["seats"][0]["known"]


@pytest.mark.rule("TTR-15.27", "TTR-15.1", "TTR-15.2")
def test_one_less_leaves_a_member_without_a_die() -> None:
    made = teams("crane*6", "rooster_13 crane*8", "crane*6", "crane*9", "crane*6", dawn=True)
    made.s.team = 1
    made.start_turn()
    made.match.play("number 3")
    while made.phase != "dawn":
        made.match.play({"wish_place": "silent"}.get(made.phase, made.choices[0]))
    made.match.play("dawn rooster_13")
    askers = set()
    while made.phase == "build":
        askers.add(made.asked)
        made.match.play(made.match.legal()[-1])
    last = [h.words["place"] for h in made.events("laid") if h.words["side"] == 1]
    assert sorted(last) == [0, 1] and len(askers & {0, 2, 4}) == 2


@pytest.mark.rule("TTR-14.20")
def test_a_dawn_card_of_a_team_needs_a_second_spot() -> None:
    made = spotted(teams("rooster_1 crane*8", *["crane*9"] * 3, dawn=True), 3, 1, 3, 1)
    assert made.phase == "dawn" and made.asked == 0 and made.choices == ["no_dawn", "dawn rooster_1"]
    other = spotted(teams("rooster_1 crane*8", *["crane*9"] * 3, dawn=True), 3, 1, 3, 3)
    assert other.phase == "build"
