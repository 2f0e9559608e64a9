"""The board in a terminal: battle fans, the fight, and nothing that the seat may not see."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from .table import Table, duel, pool


def drawn(table: Table, seat: int, width: int = 80, ascii_only: bool = False) -> str:
    out = io.StringIO()
    encoding = "ascii" if ascii_only else "utf-8"
    raw = io.TextIOWrapper(io.BytesIO(), encoding=encoding) if ascii_only else out
    console = Console(file=raw, width=width, color_system=None, legacy_windows=False)
    console.print(table.match.game.board(table.match.view(seat)))
    if ascii_only:
        raw.flush()
        return raw.buffer.getvalue().decode("ascii")  # type: ignore[union-attr]
    return out.getvalue()


def table() -> Table:
    made = Table(players=3)
    made.host(0, "firefighter", totems=["tiger", "dog"], items=["grenade"], life=17, poisoned=1)
    made.host(1, "surgeon", asleep=2)
    made.host(1, "bailiff", support=True)
    made.hand(0, "shot", "horse")
    made.hand(1, "molotov")
    return made.ready()


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_battle_fan_shows_all_that_lies_on_a_host(width: int) -> None:
    shown = drawn(table(), 0, width)
    assert "Tiger" in shown and "Grenade" in shown and "Life 17 " in shown and "POISONED" in shown
    assert "ASLEEP 2" in shown and "no Host on the field" in shown
    assert all(len(line) <= width for line in shown.splitlines())


def test_a_battle_fan_shows_the_dice_that_a_host_would_roll() -> None:
    made, own, _ = duel(own={"totems": ["tiger", "dog"], "frenzied": 2}, enemy={"totems": ["rooster"]})
    made.s.dormant[own, 0] = 1
    shown = drawn(made.ready(), 0)
    for h in (own, 4):
        assert f"dice {pool(made, h, 'attack')}/{pool(made, h, 'defence')} " in shown
    assert pool(made, own, "defence") != pool(made, 4, "defence")


def test_only_the_own_hand_is_shown() -> None:
    made = table()
    assert "Shot from the Roof" in drawn(made, 0) and "Molotov" not in drawn(made, 0)
    assert "Molotov" in drawn(made, 1) and "Shot from the Roof" not in drawn(made, 1)
    spectator = drawn(made, -1)
    assert "Molotov" not in spectator and "Shot from the Roof" not in spectator


def test_a_fight_is_shown_with_its_dice() -> None:
    made, _, _ = duel(enemy={"items": ["smoke"]})
    made.dice(6, 4, 3, 2)
    shown = drawn(made.play("attack firefighter"), 1)
    assert "Exchange 2" in shown and "Brother Anselm attacks Tobias Ash" in shown
    assert "[6] [4]" in shown and "[3] [2]" in shown
    lines = [line.split() for line in shown.splitlines()]
    assert ["rolled", "last:", ">", ">"] in lines
    assert ["Tobias", "Ash", "[6]", "[4]", "took", "2"] in lines


def test_a_plain_terminal_gets_plain_letters() -> None:
    shown = drawn(table(), 0, ascii_only=True)
    assert "Tiger" in shown and "+--" in shown


def test_the_end_is_told() -> None:
    made = Table()
    made.host(0, "firefighter")
    made.s.lone, made.s.grace = 0, 1
    assert "Seat 0 won: the last one standing" in drawn(made.play("pass"), 0)


def test_the_bar_of_life_is_full_when_life_is() -> None:
    made = Table(players=2)
    made.host(0, "bailiff")
    assert "█" in drawn(made.ready(), 0) and "░" not in drawn(made, 0)
    made.s.life[0] -= 3
    assert "░" in drawn(made.ready(), 0)


def test_every_state_of_a_host_is_shown_in_more_rows_where_they_need_them() -> None:
    made = Table(players=2)
    states = {"poisoned": 1, "burning": 2, "shackled": 2, "resting": 2, "frozen": 1}
    made.host(0, "bailiff", **states)
    made.host(0, "surgeon", support=True)
    shown = drawn(made.ready(), 0)
    assert all(state.upper() in shown for state in states) and "…" not in shown
