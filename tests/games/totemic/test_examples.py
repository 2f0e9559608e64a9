"""Every worked example of the rulebook, played as it stands there."""

from __future__ import annotations

from typing import Any

import pytest

from bestiary.games.totemic import state as st

from .table import CODES, GAME, Table, duel, solo, spirit

EXAMPLES = GAME.rulebook.examples
PLAYED = [
    pytest.param(e, marks=pytest.mark.example(e["id"]), id=e["id"]) for e in EXAMPLES if e["mode"] != "carry"
]


def codes(cards: list[int]) -> str:
    return " ".join(CODES[card] for card in cards)


def set_up(example: Any, **options: Any) -> Table:
    """The position that an example starts from."""
    start = example["start"]
    turn = start["active"]
    hands = [codes(hand) for hand in start["hands"]]
    common: dict[str, Any] = {
        "offering": codes(start["offering"]),
        "deck": codes(start["deck"]),
        "pile": codes(start["discard"]),
        "power": start["power"],
        "token": start["dominance"],
        "turn": turn,
        "spirits": start["spirits"],
        "reshuffles": start["reshuffles"],
        **options,
    }
    if example["mode"] == "solo":
        fates, used = start["challenge_unused"], start["challenge_used"]
        return solo(hands[0], hands[1], fates=fates, used=used, **common)
    return duel(hands[turn], hands[1 - turn], **common)


def play_steps(table: Table, example: Any) -> None:
    """Plays the steps; a reshuffle within one gives the order that the example prescribes."""
    shuffles = list(example.get("shuffles", []))
    for step in example["steps"]:
        before = int(table.state.reshuffles)
        seat, verb, *cards = step.split()
        assert table.match.asked == [int(seat)]
        table.play(" ".join([verb, *(CODES[int(card)] for card in cards)]))
        for _ in range(int(table.state.reshuffles) - before):
            order = shuffles.pop(0)
            s = table.state
            assert sorted(order) == sorted(int(c) for c in s.deck[: int(s.deck_n)])
            s.deck[: len(order)] = order[::-1]
    assert not shuffles


def listed(zone: Any) -> list[int]:
    return [int(card) for card in zone if card >= 0]


def compare(table: Table, expect: Any) -> None:
    """Every fact that the example states about the outcome."""
    s = table.state
    found = {
        "totals": lambda: list(table.totals),
        "power": lambda: s.power.tolist(),
        "dominance": lambda: int(s.dominance),
        "active": lambda: int(s.turn),
        "hands": lambda: [listed(hand) for hand in s.hand],
        "offering": lambda: listed(s.offering),
        "deck": lambda: listed(s.deck)[::-1],
        "discard": lambda: listed(s.discard),
        "totem": lambda: table.level,
        "reshuffles": lambda: int(s.reshuffles),
        "challenge_unused_count": lambda: int(s.stack_n),
        "over": lambda: bool(s.over),
        "winner": lambda: table.winner,
    }
    for fact, value in expect.items():
        if fact != "winner_floor_zero":
            assert (fact, found[fact]()) == (fact, value)


@pytest.mark.parametrize("example", PLAYED)
def test_example(example: Any) -> None:
    table = set_up(example)
    turns = int(table.state.turns) if example["mode"] == "duel" else 2
    play_steps(table, example)
    compare(table, example["expect"])
    if not example["expect"]["over"]:
        assert int(table.state.turns) == turns + example["turns"]


@pytest.mark.example("TMC-X8")
def test_example_8_with_floor_zero() -> None:
    example = next(e for e in EXAMPLES if e["id"] == "TMC-X8")
    table = set_up(example, floor_zero=True)
    play_steps(table, example)
    assert table.winner == example["expect"]["winner_floor_zero"]


@pytest.mark.example("TMC-X12")
def test_example_12_with_a_second_check() -> None:
    example = next(e for e in EXAMPLES if e["id"] == "TMC-X12")
    table = set_up(example, second_check=True)
    table.play("invoke vigor-a", "discard cunning")
    assert table.match.game_over and table.winner == 0 and table.powers == (11, 0)


@pytest.mark.example("TMC-X2")
def test_example_2_power_carried_over() -> None:
    example = next(e for e in EXAMPLES if e["id"] == "TMC-X2")
    start, expect = example["start"], example["expect"]
    table = solo(
        "? ? ?",
        "? ? ?",
        offering="hunger ? ?",
        spirits=("owl", start["beaten"]),
        hierarchy=("owl", start["beaten"], start["next_rival"]),
        power=(start["power_left"], 2),
        turn=0,
    )
    table.play(
        "invoke hunger",
        f"discard {CODES[int(table.state.hand[0, 0])]}",
    )
    kinds = [(h.kind, h.words.get("number")) for h in table.match.events(0) if h.kind == "meets"]
    assert [number for _, number in kinds] == expect["power"]
    begun = [h.words["seat"] for h in table.match.events(0) if h.kind == "receives"]
    assert begun == [expect["dominance"]]
    turns = [h.words["seat"] for h in table.match.events(0) if h.kind == "turn"]
    assert turns[0] == expect["active"]
    assert int(table.state.spirit[st.RIVAL]) == spirit(start["next_rival"])
