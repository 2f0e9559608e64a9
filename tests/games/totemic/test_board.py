"""The board in a terminal: what it shows, and that it fits."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from bestiary.games.totemic.board import NARROW, WIDE, board

from .table import Table, duel, new, solo


def drawn(table: Table, seat: int) -> str:
    """The board as text."""
    return "\n".join(line.plain for line in board(table.match.view(seat)).lines(WIDE))


def test_the_board_shows_both_sides_the_offering_and_the_pile() -> None:
    table = duel("fury memory menace", offering="vigor hunger agility", pile="patience", power=(11, 12))
    text = drawn(table, 0)
    for word in ("Fury", "Memory", "Menace", "Vigor", "Gain 2 power.", "Patience", "power 11", "power 12"):
        assert word in text
    assert "♛ dominance" in text and "Into the Grass" in text


def test_the_other_hand_shows_backs_and_what_is_known() -> None:
    table = duel("fury ? ?", offering="vigor ? ?").play("invoke vigor", "discard fury")
    text = drawn(table, 1)
    assert "▮▮▮" in text and "known, taken openly:  4  Vigor" in text


def test_selected_cards_are_shown_with_their_totals_once_open() -> None:
    table = duel("fury hunger ?", "resilience vigor ?", spirits=("mouse", "fox"))
    table.play("challenge", "accept", "select fury hunger")
    assert "Mouse (Seat 0) selects ▮" in drawn(table, 1) and "total" not in drawn(table, 1)
    table.play("select resilience vigor")
    assert "total 10" in drawn(table, 1) and "total 9" in drawn(table, 1)


def test_the_solo_board_shows_hierarchy_and_challenge_cards() -> None:
    table = solo("fury rivalry ?", "resilience agility cunning", used=(4,), fates=(0, 2, 6))
    text = drawn(table, 0)
    assert "Owl ↑ Turtle ↑ Wolf" in text and "3 unused, used 4" in text
    assert "Turtle (Rival)" in text and "Resilience" in text


@pytest.mark.parametrize("width", [NARROW, 60, WIDE, 120])
@pytest.mark.parametrize("seed", range(3))
def test_every_line_fits(width: int, seed: int) -> None:
    match = new(seed, players=1 + seed % 2, deal_spirits=True, match_games=3)
    while not match.game_over:
        for seat in (0, -1):
            made = board(match.view(seat)).lines(min(width, WIDE))
            assert max(line.cell_len for line in made) <= min(width, WIDE)
        match.play(match.legal()[len(match.history) % len(match.legal())])
    assert "has won" in board(match.view(0)).lines(WIDE)[0].plain


def test_a_low_terminal_shows_no_card_texts() -> None:
    table = duel(offering="vigor hunger agility")
    view = table.match.view(0)
    high, low = (board(view).lines(WIDE, low=flag) for flag in (False, True))
    assert len(low) < len(high)


def test_a_choice_says_what_it_does() -> None:
    table = duel("? ? ?", offering="venom vigor ?", spirits=("snake", "mouse"))
    said = [table.match.sentence(action) for action in table.match.legal()]
    assert "Invoke Vigor, strength 4: Gain 2 power." in said
    assert "Challenge the Mouse for 5 power" in said
    table.play("invoke venom")
    assert [table.match.sentence(a) for a in table.match.legal()] == [
        "Yes: raise the totem from 10 to 15",
        "No",
    ]
    assert "Play the Owl, power 31. Far Sight: " in new().sentence(new().find("choose owl"))


def test_without_unicode_the_board_is_plain() -> None:
    console = Console(width=80, file=StringIO(), legacy_windows=False)
    options = console.options.copy()
    options.encoding = "ascii"
    made = list(board(duel().match.view(0)).__rich_console__(console, options))
    assert all(str(line).isascii() for line in made)
