"""Who sits where."""

from __future__ import annotations

import pytest

from bestiary import BestiaryError
from bestiary.terminal.seats import HUMAN, MACHINE, RANDOM, named_seats, parse_seats


def test_by_default_one_person_plays_machines() -> None:
    assert [s.kind for s in parse_seats(None, 3)] == [HUMAN, MACHINE, MACHINE]
    assert [s.kind for s in parse_seats(None, 2, "mcts:50")] == [HUMAN, "mcts:50"]


def test_names_may_be_given_and_a_saved_match_knows_its_machines() -> None:
    seats = parse_seats("Anna=human,random,Hal=random,mcts:0.5s,master,master", 6)
    names = ["Anna", "Random", "Hal (random)", "Mcts:0.5S", "Master 5", "Master 6"]
    assert [s.name for s in seats] == names
    kinds = [HUMAN, RANDOM, RANDOM, "mcts:0.5s", "master", "master"]
    assert [s.kind for s in named_seats(names)] == kinds


@pytest.mark.parametrize(
    "text", ["human", "human,human,human", "human,robot", "human,", "Random=human,human"]
)
def test_a_wrong_list_of_seats_is_one_clear_line(text: str) -> None:
    with pytest.raises(BestiaryError) as refused:
        parse_seats(text, 2)
    assert "\n" not in str(refused.value)
