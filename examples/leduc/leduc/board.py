"""Leduc: the board in a terminal, drawn from the view of a seat and nothing else."""

from __future__ import annotations

from typing import Any


def board(shown: dict[str, Any]) -> str:
    """The position as text."""
    names = shown.get("names", ("Seat 0", "Seat 1"))
    seats = [
        f"{'>' if p in shown['asked'] else ' '} {names[p]}{' (you)' if p == shown['seat'] else ''}: "
        f"{hand}, paid {shown['paid'][p]}"
        for p, hand in enumerate(shown["hands"])
    ]
    return "\n".join([*seats, f"  Table: {shown['table']}"])
