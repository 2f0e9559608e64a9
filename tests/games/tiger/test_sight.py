"""What a learner sees, and what a seat imagines: nothing that it knows may get lost."""

from __future__ import annotations

from typing import Any

from bestiary.core.driver import Engine
from bestiary.games.tiger import GAME
from bestiary.games.tiger.moves import QUESTIONS

from .table import KINDS, Table, war

ENGINE = Engine(GAME)


def observed(states: Any, seat: int = 0) -> Any:
    return ENGINE.observe(states, seat)


def rich_position() -> Table:
    """In the middle of a war, with much on the table."""
    return war(
        [["dawn:rooster_8"], ["leopard", "mantis"], ["crane", "crane"]],
        [["mantis", "mantis"], ["turtle", "crane"], ["tiger", "panda"]],
        options={"dawn": True, "zoo": True, "players": 3, "actions": "optional", "tactical_skip": True},
        hands={0: "crane", 1: "mantis", 2: "tiger*6"},
        chance="D1 mantis, A2 leopard, D2 crane",
    )


def test_own_cards_and_memories_are_observed() -> None:
    start = ENGINE.copy(rich_position().match.state)
    before = observed(start)
    for field, index in (("hand", (0, 0, 5)), ("known", (0, 0, 2, 7)), ("heap", (0, 0, 1, 7))):
        states = ENGINE.copy(start)
        states[field][index] += 1
        assert (observed(states) != before).any()
    hidden = ENGINE.copy(start)
    hidden["hand"][0, 2, 3] += 1
    hidden["heap"][0, 1, 2, 3] += 1
    hidden["known"][0, 1, 0, 3] += 1
    assert (observed(hidden) == before).all()


def imagined(made: Table, seat: int, n: int = 40) -> list[Any]:
    return [ENGINE.resampled(made.match.state, seat, seed)[0] for seed in range(n)]


def test_imagined_worlds_keep_what_is_known_and_vary_the_rest() -> None:
    made = rich_position()
    made.s.known[0, 1, KINDS["tiger"]] = 1
    worlds = imagined(made, 0)
    third = {w["heap"][1, 2].tobytes() for w in worlds}
    assert len(third) > 10
    for w in worlds:
        cards = w["hand"][1] + w["heap"][1].sum(axis=0)
        assert cards[KINDS["tiger"]] >= 1  # known to be somewhere among the defender's cards
        assert w["heap"][1, 1, KINDS["crane"]] >= 1  # face up
        assert w["heap"][0, 1].tolist() == made.match.state[0]["heap"][0, 1].tolist()


def test_others_are_imagined_to_know_what_lies_open() -> None:
    for world in imagined(rich_position(), 0, 5):
        assert int(world["known"][1, 0, KINDS["leopard"]]) == 1  # face up
        assert int(world["known"][2, 1, KINDS["mantis"]]) == 1 and int(world["known"][2, 1].sum()) == 2
        assert not world["known"][1, 1].any()


def test_a_top_card_that_another_has_seen_is_imagined_in_its_die() -> None:
    made = rich_position()
    made.s.top[1, 2], made.s.top_seen[1, 2] = KINDS["tiger"], 2
    tops = {int(w["top"][1, 2]) for w in imagined(made, 0)}
    assert len(tops) > 3 and all(w["heap"][1, 2, int(w["top"][1, 2])] > 0 for w in imagined(made, 0))
    assert {int(w["top"][1, 2]) for w in imagined(made, 1, 5)} == {KINDS["tiger"]}


def test_spoils_in_transit_are_imagined_by_bystanders() -> None:
    made = war(
        "mantis mantis / crane crane",
        "crane leopard tiger / crane crane",
        options={"players": 3},
        hands={2: "crane*6"},
        chance="A1 mantis, D1 crane, A2 crane, D2 crane",
    )
    made.match.play("grab tiger")
    assert {int(w["loot"][0]) for w in imagined(made, 2)} > {0}
    assert {int(w["loot"][0]) for w in imagined(made, 0)} == {0}
    made.s.known[2, 1, KINDS["dragon"]] = 1
    for w in imagined(made, 2):
        rest = w["hand"][1] + w["heap"][1].sum(axis=0)
        assert rest[KINDS["dragon"]] + (int(w["loot"][0]) == KINDS["dragon"]) >= 1


def test_layouts_are_imagined_as_far_as_they_have_come() -> None:
    from .table import decks

    made = decks("crane*3 mantis*3", "turtle*6")
    made.match.play("number 2")
    made.match.play("put mantis 1")
    made.match.play("put mantis 2")
    for w in imagined(made, 1, 12):
        assert int(w["heap_n"][0, :2].sum()) == 2 and int(w["hand_n"][0]) == 4
    for _ in range(4):
        made.match.play(made.match.legal()[-1])
    sizes = {tuple(int(n) for n in w["heap_n"][0, :2]) for w in imagined(made, 1)}
    assert sizes == {(2, 4), (3, 3), (4, 2)}


def test_a_card_taken_back_is_known_to_be_with_its_owner_but_not_where() -> None:
    made = war(
        [["dawn:rooster_3"], ["rooster_15", "crane"], ["tiger", "panda", "panda"]],
        [["mantis", "mantis"], ["monkey", "monkey"], ["crane", "crane"]],
        options={"dawn": True, "extra_roosters": True, "actions": "optional"},
        chance="D1 mantis, A2 rooster_15, D2 monkey",
    )
    made.s.seen[0, 2] = 3  # the defender has looked through A 3
    made.match.play("back_from 3")
    made.match.play("back_card tiger")
    assert int(made.s.seen[0, 2]) == 1
    assert int(made.s.known[1, 0, KINDS["tiger"]]) == 1 and int(made.s.known[1, 0, KINDS["panda"]]) == 2
    assert int(made.s.hand[0, KINDS["tiger"]]) == 1 and QUESTIONS.name(int(made.s.phase)) == "back_from"
