"""The board in a terminal: the two rows of battles, what each player may see, and that it fits."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from bestiary import Match
from bestiary.games.tiger.board import NARROW, WIDE, board

from .table import Table, decks, war


def drawn(made: Table, seat: int, width: int = WIDE) -> str:
    """The board of a seat, as text."""
    return "\n".join(line.plain.rstrip() for line in board(made.match.view(seat)).lines(width))


def words_of(made: Table, seat: int) -> str:
    """The words of a board, whatever lines they stand in."""
    return " ".join(drawn(made, seat).split())


def three_battles() -> Table:
    return war(
        "leopard leopard / panda panda / crane crane",
        "mantis mantis / tiger tiger / dragon dragon turtle",
        chance="A1 leopard, D1 mantis",
    )


@pytest.mark.rule("TTR-1.6", "TTR-4.8", "TTR-4.10")
def test_two_rows_and_only_what_a_seat_may_see() -> None:
    made = three_battles()
    mine, theirs, nobody = (drawn(made, seat) for seat in (0, 1, -1))
    assert "2 panda" in mine and "2 dragon" not in mine and "3 cards" in mine
    assert "2 dragon" in theirs and "2 panda" not in theirs
    assert "leopard" in theirs and "won by" in theirs and "being made" not in theirs
    assert "2 panda" not in nobody and "2 dragon" not in nobody
    rows = mine.splitlines()
    upper, lower = (next(n for n, line in enumerate(rows) if line.startswith(s)) for s in ("A (you)", "D"))
    assert upper < lower and "leopard" in rows[upper] and "mantis" in rows[lower]
    assert "→ 1 ←" in mine and "Player 1 (A) attacks Player 2 (D)" in mine


def test_many_battles_go_on_below() -> None:
    piles = " / ".join(["crane crane"] * 7)
    made = war("leopard leopard / " + piles, "mantis mantis / " + piles, chance="A1 leopard, D1 mantis")
    assert [drawn(made, 0, width).count("won by") for width in (WIDE, NARROW)] == [2, 4]
    heads = [line for line in drawn(made, 0, NARROW).splitlines() if line.startswith("battle")]
    assert [int(n) for line in heads for n in line if n.isdigit()] == list(range(1, 9))


def test_whoever_divides_sees_the_piles_and_what_they_need() -> None:
    made = decks("crane*3 monkey*2", "turtle*6")
    made.match.play("number 2")
    made.place("1")
    text = words_of(made, 0)
    assert "at least 2 cards each" in made.match.prompt()
    assert "Next: crane (No action.), of 2 crane, 2 monkey" in text
    assert "Next" not in drawn(made, 1) and "Player 1 divides cards into dice." in drawn(made, 1)
    assert [made.match.sentence(a) for a in made.match.legal()] == [
        "Put Crouching Crane on pile 1 (has 1 card, needs 1 more)",
        "Put Crouching Crane on pile 2 (has 0 cards, needs 2 more)",
    ]
    made.place("2121")
    assert "Type undo to take a card back." in drawn(made, 0) and "lay your dice down" in made.match.prompt()
    assert made.match.story(0)[-1] == "Megakick Monkey goes to pile 1."


def test_cards_kept_in_hand_are_told_apart() -> None:
    made = decks("crane*3 monkey*3", "turtle*6", options={"hold_back": "always"})
    made.match.play("number 2")
    assert made.match.sentence(made.match.legal()[0]) == "Keep Crouching Crane in hand"
    made.place("0")
    assert "Next: crane (No action.), of 2 crane, 3 monkey. Kept in hand: crane." in words_of(made, 0)
    assert made.match.story(0)[-1] == "Crouching Crane goes to your hand."
    made.place("110")
    assert "battle.), of 2 monkey. Kept in hand: crane, monkey." in words_of(made, 0)


def test_a_rooster_says_what_it_would_do() -> None:
    made = decks("rooster_8 crane*5", "turtle*6", options={"dawn": True})
    made.match.play("number 2")
    said = made.match.sentence(made.match.find("dawn rooster_8"))
    content = made.match.content
    place = content.words["dawn"].index("no_winner")
    assert content.words["dawn_text"][place] in said and " Roosters: " in said
    made.match.play("dawn rooster_8")
    assert "Dawn card" in drawn(made, 1) and "Dawn card: Nobody wins this war as a whole" in words_of(made, 1)


def test_the_end_of_a_game() -> None:
    made = decks("monkey*2", "crane*2")
    made.match.play("number 1")
    while not made.match.game_over:
        made.match.play(made.match.legal()[0])
    assert "Player 1 won. Cards: Player 1 4, Player 2 0." in drawn(made, 1)


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2, "dawn": True, "zoo": True, "start_cards": 12},
        {"players": 5, "together": True, "start_cards": 9, "dawn": True, "hold_back": "always"},
        {"players": 3, "tactical_skip": True, "grab": "blind"},
    ],
)
def test_every_line_fits(options: dict[str, Any]) -> None:
    match = Match("tiger", options, seed=3)
    while not match.game_over and len(match.history) < 60:
        for width in (NARROW, 60, WIDE) if len(match.history) % 4 == 0 else ():
            for seat in (0, match.asked[0], -1):
                assert max(line.cell_len for line in board(match.view(seat)).lines(width)) <= width
        legal = match.legal()
        match.play(legal[(7 * len(match.history) + 3) % len(legal)])


def test_a_low_terminal_shows_no_strengths() -> None:
    view = three_battles().match.view(0)
    high, low = (board(view).lines(WIDE, low=flag) for flag in (False, True))
    assert any("Strong against" in line.plain for line in high)
    assert not any("Strong against" in line.plain for line in low)


def test_without_unicode_the_board_is_plain() -> None:
    console = Console(width=80, file=StringIO(), legacy_windows=False)
    options = console.options.copy()
    options.encoding = "ascii"
    made = list(board(three_battles().match.view(0)).__rich_console__(console, options))
    assert all(str(line).isascii() for line in made)
