"""The hidden information: what each seat sees, remembers and is shown on the board."""

from __future__ import annotations

import pytest

from bestiary.core.record import readable
from bestiary.games.tiger import GAME
from bestiary.games.tiger import state as st

from .table import Table, decks, war


def test_face_up_cards_are_remembered_by_all() -> None:
    made = decks("mantis turtle", "crane*2", "crane*6")
    made.match.play("challenge 2")
    made.match.play("number 1")
    rolled = made.events("rolls")[0].words["card"]
    while made.s.number:
        made.match.play(made.match.legal()[0])
    card = GAME.content().cards[rolled].code
    holder = next(p for p in (0, 1) if card in made.deck(p))
    if holder == 0:
        assert card in made.match.view(2)["seats"][0]["known"]


def test_a_bystander_does_not_learn_which_hidden_card_changed_hands() -> None:
    made = war(
        "mantis mantis / crane crane",
        "crane leopard tiger / crane crane",
        options={"players": 3},
        hands={2: "crane*6"},
        chance="A1 mantis, D1 crane, A2 crane, D2 crane",
    )
    made.play("A grab tiger")
    assert made.events("takes", 2)[0].words["card"] == st.NONE - 1
    assert "tiger" in made.match.view(1)["seats"][0]["known"]
    assert "tiger" not in made.match.view(2)["seats"][0]["known"]
    assert "crane" in made.match.view(2)["seats"][1]["known"]  # it lay face up and came home


def test_a_discard_is_seen_by_everybody() -> None:
    made = war(
        "mantis mantis / crane crane",
        "crane leopard tiger / crane crane",
        options={"players": 3},
        hands={2: "crane*6"},
        chance="A1 mantis, D1 crane, A2 crane, D2 crane",
    )
    made.play("A grab tiger", "A discard")
    assert all(made.match.view(seat)["discard"] == ["tiger"] for seat in (-1, 0, 1, 2))


def test_knowledge_moves_with_a_swapped_pile() -> None:
    made = war(
        "monkey monkey / crane crane / crane crane",
        "leopard leopard / tiger tiger / panda turtle",
        chance="A1 monkey, D1 leopard",
        choices="A look 3",
    )
    before = made.match.view(0)["war"]["battles"]
    assert before[2]["D"]["cards"] == ["panda", "turtle"] and before[1]["D"]["cards"] is None
    made.match.play("swap_first 2")
    hidden = readable(made.match.engine.hidden(made.match.state, 0)[0])
    assert not hidden.heap[1, 1].any()
    made.play("D swap_second 3", chance="A2 crane, D2 turtle, A3 crane, D3 tiger, D3 up")
    assert made.match.view(0)["war"]["battles"][1]["D"]["cards"] == ["panda", "turtle"]
    assert made.match.view(0)["war"]["battles"][2]["D"]["cards"] is None


def divisions(made: Table) -> list[Table]:
    """Every way to divide the deck of whoever builds."""
    if made.phase != "build" or made.asked != 0:
        return [made]
    found = []
    for action in made.match.legal():
        copied = Table(made.match.copy())
        copied.match.play(action)
        found += divisions(copied)
    return found


@pytest.mark.rule("TTR-4.6", "TTR-4.10")
def test_every_division_with_the_same_sizes_looks_the_same_to_the_enemy() -> None:
    made = decks("crane*2 mantis*2 tiger*2", "turtle*6", options={"free_concede": True})
    made.match.play("number 2")
    ways = divisions(made)
    assert len(ways) == 50  # 2 to the 6th less those with a pile of fewer than two cards
    building, laid = set(), {}
    for way in ways:
        building.add(seen_by(way, 1))
        while way.phase == "build":
            way.match.play(way.match.legal()[0])
        assert way.phase == "concede"  # before anything is rolled
        sizes = tuple(int(n) for n in way.s.heap_n[0, :2])
        laid.setdefault(sizes, set()).add(seen_by(way, 1))
    assert len(building) == 1
    assert {sizes: len(views) for sizes, views in laid.items()} == {(2, 4): 1, (3, 3): 1, (4, 2): 1}


def seen_by(made: Table, seat: int) -> bytes:
    """All that a seat can tell of a game: its record, what it may do, what it has heard."""
    match = made.match
    heard = [(h.kind, h.words) for h in match.events(seat)]
    may = match.legal() if made.asked == seat else []
    return match.engine.hidden(match.state, seat).tobytes() + repr((heard, may)).encode()
