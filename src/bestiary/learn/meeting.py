"""How strong a learner is: against another at the same table, or beside it on the same deals."""

from __future__ import annotations

from typing import Any

import torch

from .rows import Rows
from .selfplay import Player, Rival, drawn

RUN = 32  # matches in a row in which the same seat is set apart
STRIDE = 16  # steps between two looks whether all is played


def set_apart(counts: Any, share: float) -> Any:
    """A seat in every match: in the last so many of them, each seat equally often; else -1, and where one
    plays alone."""
    width = len(counts)
    first = width - round(width * share)
    numbers = torch.arange(width, device=counts.device)
    # in runs, so that matches that take turns at several sets of options meet it in every seat
    seats = (numbers - first) // RUN % counts
    return torch.where((numbers < first) | (counts < 2), -1, seats)


def duel(
    rows: Rows, own: Player, other: Player, games: int, luck: Any, lone: bool = False
) -> tuple[float, int]:
    """The score of a player against another, from 0 to 1 and a half among equals, and its games.

    Of two it is the payoff, from the worst to the best; of more, by how much its mean is above the other's.
    With more than two seats the other has one of them, or, where the player is ``lone``, all but one. Both
    sit in every seat equally often; matches count from their second game on, the first had begun.
    """
    reader, brain = own
    seats = set_apart(rows.counts, 1.0)
    rival = Rival(other, seats, lone)
    every = torch.arange(rows.width, device=reader.device)
    there = torch.arange(rows.seats, device=reader.device) < rows.counts[:, None]
    low, high = rows.payoff
    fresh = torch.zeros(rows.width, dtype=torch.bool, device=reader.device)
    total = torch.zeros((), dtype=torch.float64, device=reader.device)
    count = 0
    with torch.no_grad():
        while count < games:
            for _ in range(STRIDE):
                masks, his = rows.masks, rival.asked(rows.actors)
                chosen = drawn(brain.chances(*reader.split(rows.observations), masks)[0], luck)
                theirs = drawn(other[1].chances(*other[0].split(rows.observations), masks)[0], luck)
                rows.step(torch.where(his, theirs, chosen))
                over = rows.dones.bool()
                paid = torch.where(there, rows.rewards[:, : rows.seats], 0.0)
                apart = paid[every, seats]
                rest = (paid.sum(dim=1) - apart) / (rows.counts - 1)
                lead = (apart - rest) if lone else (rest - apart)
                total += torch.where(over & fresh, 0.5 + lead / (high - low) / 2, 0.0).sum()
                count += int((over & fresh).sum())
                fresh |= over
    return float(total) / count, count


def alone(rows: Rows, own: Player, seed: int, luck: Any) -> Any:
    """What a player, or a team of it, is paid in the first game of every match of a seed, from 0 to 1."""
    reader, brain = own
    low, high = rows.payoff
    rows.reset(seed)
    paid = torch.zeros(rows.width, dtype=torch.float64, device=reader.device)
    first = torch.ones(rows.width, dtype=torch.bool, device=reader.device)
    with torch.no_grad():
        while bool(first.any()):
            for _ in range(STRIDE):
                chosen = drawn(brain.chances(*reader.split(rows.observations), rows.masks)[0], luck)
                rows.step(chosen)
                over = rows.dones.bool() & first
                paid = torch.where(over, (rows.rewards[:, 0] - low) / (high - low), paid)
                first &= ~over
    return paid
