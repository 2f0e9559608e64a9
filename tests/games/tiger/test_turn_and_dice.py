"""Chapters 2, 3 and 4: the turn, the number, and dividing the deck."""

from __future__ import annotations

import pytest

from bestiary.core.errors import IllegalAction

from .table import Table, decks, war


def refused(made: Table, move: str, seat: int | None = None) -> str:
    """The entry that forbids a move."""
    with pytest.raises(IllegalAction) as refusal:
        made.match.play(move, seat)
    return refusal.value.rule


def sizes(made: Table, seat: int, side: str) -> list[int]:
    return [battle[side]["size"] for battle in made.match.view(seat)["war"]["battles"]]


@pytest.mark.rule("TTR-2.1", "TTR-2.6")
def test_turns_go_round_whoever_defended() -> None:
    made = decks(*["crane*2"] * 4, turn=2)
    turns = []
    for _ in range(5):
        turns.append(made.asked + 1)
        foe = (made.asked + 1) % 4 + 1  # the next one defends, and still has the next turn
        made.match.play(f"challenge {foe}")
        made.match.play("number 1")
    assert turns == [3, 4, 1, 2, 3]


@pytest.mark.rule("TTR-2.2", "TTR-2.3")
def test_a_turn_is_a_challenge_to_anybody_else() -> None:
    made = decks(*["crane*6"] * 5, turn=1)
    assert made.choices == [f"challenge {p}" for p in (1, 3, 4, 5)]
    assert refused(made, "challenge 2") == "TTR-2.3"
    assert refused(made, "pass") == "TTR-2.2"


@pytest.mark.rule("TTR-2.4")
def test_the_same_player_may_be_attacked_again_and_again() -> None:
    made = decks("crane*2", "crane*2", "crane*2")
    for foe in (3, 3, 1, 3):
        made.match.play(f"challenge {foe}")
        made.match.play("number 1")
    assert int(made.s.wars) == 4


@pytest.mark.rule("TTR-2.5", "TTR-4.8", "TTR-3.1")
def test_the_number_is_how_many_dice_face_each_other() -> None:
    made = decks("crane*6", "mantis*6")
    made.match.play("number 3")
    assert made.match.view(1)["war"]["bonus"] == 1
    made.divide("112233")
    made.place("33221")
    assert sizes(made, 1, "A") == [0, 0, 0]
    made.divide("1")
    assert len(made.battles) == 0 and made.events("laid")
    assert [h.words["number"] for h in made.events("laid")] == [2] * 6
    assert {(h.words["side"], h.words["place"]) for h in made.events("rolls")} == {
        (side, spot) for side in (0, 1) for spot in (0, 1, 2)
    }


@pytest.mark.rule("TTR-3.2")
def test_both_must_be_able_to_follow_the_number() -> None:
    made = decks("crane*7", "crane*5")
    assert made.choices == ["number 1", "number 2"]
    assert refused(made, "number 3") == "TTR-3.2"


@pytest.mark.rule("TTR-3.3")
def test_number_one_stakes_a_whole_deck() -> None:
    made = decks("monkey*6", "crane*6")
    assert "number 1" in made.choices
    made.match.play("number 1")  # nothing to divide; Monkey beats Crane; the pile is the only one
    while made.phase == "keep":
        made.match.play("keep crane")
    assert made.match.game_over and made.sizes() == [12, 0]


@pytest.mark.rule("TTR-3.4")
def test_the_least_number_may_be_two() -> None:
    made = decks("crane*6", "crane*6", options={"least_number": 2})
    assert made.choices == ["number 2", "number 3"]
    assert refused(made, "number 1") == "TTR-3.4"
    assert decks("crane*6", "crane*3", options={"least_number": 2}).choices == ["number 1"]


@pytest.mark.rule("TTR-3.5")
def test_no_number_above_twelve() -> None:
    made = decks("crane*30", "crane*26", options={"zoo": True})
    assert made.choices[-1] == "number 12" and len(made.choices) == 12


@pytest.mark.rule("TTR-3.6")
def test_the_soft_minimum() -> None:
    made = decks("crane*6", "crane*4", options={"pile_min": "soft"})
    assert made.choices == [f"number {n}" for n in (1, 2, 3, 4)]
    assert refused(made, "number 5") == "TTR-3.6"
    made.match.play("number 4")
    assert list(made.s.minimum) == [1, 1]
    made.divide("111234")
    assert "put 1" in made.choices
    made.match.play("put crane 1")
    assert made.choices == ["put 2", "put 3", "put 4"] and refused(made, "put crane 1") == "TTR-3.6"
    even = decks("crane*8", "crane*4", options={"pile_min": "soft"})
    even.match.play("number 4")
    assert list(even.s.minimum) == [2, 1]
    assert decks("crane*6", "crane*4").choices == ["number 1", "number 2"]


@pytest.mark.rule("TTR-4.1", "TTR-4.3")
def test_exactly_so_many_piles_out_of_the_whole_deck() -> None:
    made = decks("crane*7", "crane*6")
    made.match.play("number 3")
    assert refused(made, "put crane 4") == "TTR-4.1"
    made.place("11223")
    assert made.choices == ["put 1", "put 2", "put 3"]
    made.match.play("put crane 3")
    assert refused(made, "put crane 0") == "TTR-4.3" and refused(made, "lay") == "TTR-4.3"
    made.divide("2")
    assert made.asked == 1 and made.s.hand_n[0] == 0
    assert sum(int(n) for n in made.s.heap_n[0]) == 7


@pytest.mark.rule("TTR-4.2", "TTR-4.7")
@pytest.mark.parametrize(
    "layout, good", [("112222", True), ("111222", True), ("122222", False), ("111112", False)]
)
def test_every_pile_has_two_cards(layout: str, good: bool) -> None:
    made = decks("crane*6", "crane*6")
    made.match.play("number 2")
    for spot in layout[:-1]:
        if f"put {spot}" not in made.choices:
            break
        made.match.play(f"put crane {spot}")
    last = layout[-1]
    assert (f"put {last}" in made.choices and made.s.build_at == 5) == good
    if not good:
        assert refused(made, f"put crane {last if made.s.build_at == 5 else spot}") == "TTR-4.2"


@pytest.mark.rule("TTR-4.4")
def test_where_cards_may_be_kept_in_hand() -> None:
    auto = decks("crane*7", "crane*7")
    auto.match.play("number 2")
    assert refused(auto, "put crane 0") == "TTR-4.3"
    always = decks("crane*7", "crane*7", options={"hold_back": "always"})
    always.match.play("number 2")
    always.divide("0001122")
    assert always.asked == 1 and always.s.hand_n[0] == 3
    team = decks(*["crane*9"] * 2, options={"together": True})
    team.match.play("number 2")
    team.divide("000111222")
    assert team.asked == 1 and team.s.hand_n[0] == 3
    never = decks(*["crane*9"] * 2, options={"together": True, "hold_back": "never"})
    never.match.play("number 2")
    assert refused(never, "put crane 0") == "TTR-4.4" and refused(team, "lay") == "TTR-4.7"


@pytest.mark.rule("TTR-4.5")
def test_a_pile_may_be_large() -> None:
    made = decks("crane*10", "crane*4")
    made.match.play("number 2")
    made.divide("1111111122")
    assert made.asked == 1 and int(made.s.heap_n[0, 0]) == 8


@pytest.mark.rule("TTR-4.6", "TTR-4.10")
def test_layouts_are_secret_until_both_are_finished() -> None:
    views, rows = [], []
    for layout in ("112222", "111222", "222111"):
        made = decks("crane*3 mantis*3", "turtle*6")
        made.match.play("number 2")
        made.divide(layout)
        assert made.match.view(1)["war"]["battles"][0]["A"]["laid"] is False
        hidden = made.match.engine.hidden(made.match.state, 1)
        views.append(hidden.tobytes())
        made.place("112222")
        assert sizes(made, 1, "A") == [0, 0]
        made.match.play("lay")
        rows.append([h.words["number"] for h in made.events("laid", 1)])
    assert len(set(views)) == 1
    assert rows == [[2, 4, 2, 4], [3, 3, 2, 4], [3, 3, 2, 4]]


@pytest.mark.rule("TTR-4.6", "TTR-4.10", "TTR-1.6")
def test_any_division_with_the_same_sizes_looks_the_same() -> None:
    seen = set()
    for pile in (["crane", "crane", "monkey"], ["crane", "monkey", "mantis"], ["mantis", "monkey", "monkey"]):
        rest = ["crane"] * 2 + ["mantis"] * 2 + ["monkey"] * 2
        for card in pile:
            rest.remove(card)
        made = war(
            [["leopard", "leopard"], pile, rest],
            "mantis mantis / mantis mantis / mantis mantis",
            chance="A1 leopard, D1 mantis",
        )
        for seat in (1, -1):
            hidden = made.match.engine.hidden(made.match.state, seat)
            seen.add((seat, hidden.tobytes()))
    assert len(seen) == 2


@pytest.mark.rule("TTR-4.7")
def test_no_dead_end_when_cards_are_placed_one_by_one() -> None:
    made = decks("crane*2 mantis*3", "crane*9")
    made.match.play("number 2")
    assert made.match.choices() == ["put mantis 1", "put mantis 2"]  # kinds in their order
    for _ in range(3):
        made.match.play("put mantis 1")
    assert made.choices == ["put 2"] and refused(made, "put crane 1") == "TTR-4.2"


@pytest.mark.rule("TTR-4.9", "TTR-5.1")
def test_each_fighter_orders_their_own_row() -> None:
    made = decks("mantis*4", "crane*2 monkey*2")
    made.match.play("number 2")
    made.divide("1122")
    made.divide("1122")
    rolls = [(h.words["side"], h.words["place"], h.words["card"]) for h in made.events("rolls")]
    assert rolls == [(0, 0, 2), (1, 0, 3), (0, 1, 2), (1, 1, 4)]


@pytest.mark.rule("TTR-4.11", "TTR-8.5")
def test_piles_are_not_touched_again() -> None:
    made = war(
        "leopard leopard / crane crane / crane crane",
        "mantis mantis / crane crane / crane crane",
        chance="A1 leopard, D1 mantis",
    )
    assert made.phase == "swap_first"
    assert refused(made, "put 2") == "TTR-6.1"
    assert refused(made, "grab crane") == "TTR-6.1"
    assert made.s.hand_n[0] == 0 and made.s.heap_n[1, 0] == 2


@pytest.mark.rule("TTR-4.7")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_change_of_mind_before_the_dice_are_laid(seat: int) -> None:
    made = decks("crane*2 mantis*2", "turtle*4")
    made.match.play("number 2")
    if seat == 1:
        made.divide("1122")
    made.place("1122")
    assert made.choices == ["lay"] and made.asked == seat and refused(made, "put 1") == "TTR-4.7"
    for _ in range(4):
        assert made.match.can_undo(seat)
        made.match.undo(seat)
    assert made.match.view(seat)["building"]["piles"] == {1: [], 2: []}
    made.divide("2211")
    assert not made.match.can_undo(seat) or seat == 0  # the last dice have been rolled
