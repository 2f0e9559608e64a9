"""Totem's board: drawn from the view alone, readable without colour, in narrow terminals too."""

from __future__ import annotations

import io
import random
import re
from typing import Any

import pytest
from rich.console import Console

from bestiary import Match
from bestiary.games.totem.board import board


def drawn(view: dict[str, Any], width: int = 100, height: int = 60, encoding: str = "utf-8") -> str:
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(width=width, height=height, color_system=None, file=file, legacy_windows=False)
    console.print(board(view))
    file.flush()
    raw = file.buffer.getvalue()  # type: ignore[attr-defined]
    return str(raw.decode(encoding))


def after(moves: int, seed: int = 3, **options: object) -> Match:
    match = Match("totem", options, seed=seed)
    choose = random.Random(seed)
    while len(match.history) < moves and not match.game_over:
        match.play(choose.choice(match.legal()))
    return match


def codes(text: str) -> set[str]:
    return set(re.findall(r"\b[CAVJ](?:1[0-3]|[1-9])\b", text))


def test_the_own_hand_and_row_are_named_and_the_enemys_are_not() -> None:
    match = after(8)
    view = match.view(0)
    truth = match.view(1)
    mine = {c["code"] for c in view["seats"][0]["hand"]} | {
        p["card"]["code"] for p in view["seats"][0]["row"]
    }
    theirs = {c["code"] for c in truth["seats"][1]["hand"]}
    assert codes(drawn(view)) == mine
    assert not codes(drawn(view)) & theirs


def test_a_spectator_sees_no_hidden_card() -> None:
    assert codes(drawn(after(8).view(-1))) == set()


@pytest.mark.parametrize("width", [44, 50, 64, 100])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    for moves in range(0, 60, 3):
        for seat in (0, 1, -1):
            view = after(moves, match_games=3).view(seat)
            for line in drawn(view, width).splitlines():
                assert len(line) <= width


def test_hidden_revealed_and_spent_differ_without_colour() -> None:
    match = after(8)
    view = match.view(0)
    gifted = next(p for p in view["seats"][0]["row"] if p["card"]["ability"] != "none")
    hidden = drawn(view)
    gifted["revealed"], gifted["horizontal"] = True, False
    upright = drawn(view)
    gifted["horizontal"] = True
    lying = drawn(view)
    assert len({hidden, upright, lying}) == 3
    assert "spent" in lying and "spent" not in upright
    assert "╔" in upright and upright.count("╔") == hidden.count("╔") + 1


def test_an_ascii_terminal_gets_ascii() -> None:
    assert drawn(after(20).view(0), encoding="ascii").isascii()


def test_a_low_terminal_gets_a_list_instead_of_cards() -> None:
    view = after(8).view(0)
    high, low = drawn(view, height=40).splitlines(), drawn(view, height=24).splitlines()
    assert len(low) < len(high)
    assert codes("\n".join(low)) == codes("\n".join(high))


def test_the_piles_are_counted_and_the_discards_stand_by_colour() -> None:
    match = after(30)
    view = match.view(0)
    text = drawn(view)
    assert f"Deck {view['deck']} · Discard {len(view['discard'])}" in text
    for letter in "CAVJ":
        powers = [str(c["power"]) for c in view["discard"] if c["letter"] == letter]
        assert f"{letter} {' '.join(powers) or '-'}" in text


def test_the_score_of_a_match_counts_the_game_that_has_just_ended() -> None:
    match = after(300, match_games=3)
    while match.view(0)["winner"] is None:
        match = after(300, seed=match.seed + 1, match_games=3)
    assert match.game_over
    winner = match.view(0)["winner"]
    text = drawn(match.view(0)).splitlines()
    line = next(line for line in text if f"Seat {winner}" in line and "wins" in line and "hand" in line)
    assert line.rstrip().endswith("wins 1")
