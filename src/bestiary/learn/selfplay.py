"""Self-play and what is learned from it: proximal policy optimisation, advantages kept seat by seat.

One network plays all seats. In some matches, or in all, a rival (an earlier state of the network, or another
network) has a seat; what it does is not learned from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch

from .brain import Brain, Reader
from .rows import Rows


@dataclass(frozen=True)
class Method:
    """The figures of the method; docs/learn.md says what was tried."""

    rate: float = 5e-4
    rate_end: float = 1.5e-5
    entropy: float = 0.05  # how much an even policy is worth, at first and at the end
    entropy_end: float = 0.01
    trace: float = 0.95
    clip: float = 0.2
    epochs: int = 2
    batch: int = 65_536
    value: float = 0.5
    steepest: float = 0.5

    def between(self, first: float, last: float, done: float) -> float:
        """A figure on its way from one value to another."""
        return first + (last - first) * min(1.0, max(0.0, done))


Player = tuple[Reader, Brain]
RUN = 32  # matches in a row in which a rival has the same seat
STRIDE = 16  # steps between two looks whether a duel is over


class Rollout:
    """Some steps of all matches, a row for each step; the room is used again and again."""

    def __init__(self, rows: Rows, reader: Reader, steps: int) -> None:
        width, device = rows.width, reader.device
        self.steps, self.rows, self.reader = steps, rows, reader

        def room(kind: Any, *more: int) -> Any:
            return torch.zeros((steps, width, *more), dtype=kind, device=device)

        self.dense = room(reader.kind, reader.reading.dense)
        self.names = room(torch.int16, len(reader.reading.many))
        self.masks = room(torch.int8, rows.masks.shape[1])
        self.actions, self.actors = room(torch.int64), room(torch.int64)
        self.logs, self.values, self.gains = room(torch.float32), room(torch.float32), room(torch.float32)
        self.rewards, self.dones = room(torch.float32, rows.seats), room(torch.bool)
        self.own = room(torch.bool)  # whether the decision is one to learn from

    def collect(
        self, brain: Brain, luck: Any, trace: float, rival: Player | None = None, sides: Any = None
    ) -> None:
        """Plays on. In match ``i`` the rival has seat ``sides[i]``, or none where that is below 0."""
        rows = self.rows
        middle, reach = (rows.payoff[1] + rows.payoff[0]) / 2, (rows.payoff[1] - rows.payoff[0]) / 2
        against = torch.nonzero(sides >= 0)[:, 0] if rival is not None else None
        with torch.no_grad():
            for t in range(self.steps):
                dense, names = self.reader.split(rows.observations)
                masks, actors = rows.masks, rows.actors
                logs, values = brain.chances(dense, names, masks)
                chosen = drawn(logs, luck)
                self.own[t] = masks.sum(dim=1, dtype=torch.int32) > 1
                if rival is not None and against is not None and len(against):
                    self._answered(rival, against, sides, masks, actors, chosen, luck, t)
                self.dense[t], self.names[t], self.masks[t], self.actors[t] = dense, names, masks, actors
                self.actions[t], self.values[t] = chosen, values
                self.logs[t] = logs.gather(1, chosen[:, None])[:, 0]
                rows.step(chosen)
                self.rewards[t] = ((rows.rewards[:, : rows.seats] - middle) / reach).float()
                self.dones[t] = rows.dones.bool()
            dense, names = self.reader.split(rows.observations)
            self._advantages(brain.chances(dense, names, rows.masks)[1], trace)

    def _answered(
        self, rival: Player, against: Any, sides: Any, masks: Any, actors: Any, chosen: Any, luck: Any, t: int
    ) -> None:
        """Writes what the rival does where it is asked."""
        reader, brain = rival
        logs, _ = brain.chances(*reader.split(self.rows.observations[against]), masks[against])
        his = actors[against] == sides[against]
        chosen[against] = torch.where(his, drawn(logs, luck), chosen[against])
        self.own[t, against] &= ~his

    def _advantages(self, last: Any, trace: float) -> None:
        """Generalised advantage estimates. A decision is followed by the next one of the same seat; the
        payoff at the end of a game goes to the last decision of every seat. Where play is cut off, a seat
        that is not asked knows what the other one expects, of two; of more, its last decision is left out.
        """
        rows = self.rows
        every = torch.arange(rows.width, device=last.device)
        ahead = torch.zeros((rows.width, rows.seats), device=last.device)
        known = torch.zeros((rows.width, rows.seats), dtype=torch.bool, device=last.device)
        if rows.seats == 2:
            ahead[:] = -last[:, None]
            known[:] = True
        ahead[every, rows.actors] = last
        known[every, rows.actors] = True
        carried = torch.zeros_like(ahead)
        for t in range(self.steps - 1, -1, -1):
            over = self.dones[t][:, None]
            ahead = torch.where(over, self.rewards[t], ahead)
            carried = torch.where(over, 0.0, carried)
            known = known | over
            seat = self.actors[t]
            gain = ahead[every, seat] - self.values[t] + trace * carried[every, seat]
            sound = known[every, seat]
            gain = torch.where(sound, gain, 0.0)
            self.own[t] &= sound
            self.gains[t] = gain
            ahead[every, seat], carried[every, seat], known[every, seat] = self.values[t], gain, True

    def learn(self, brain: Brain, optimiser: Any, method: Method, done: float, luck: Any) -> dict[str, float]:
        """One update; ``done`` is how far the training has come, from 0 to 1."""
        for group in optimiser.param_groups:
            group["lr"] = method.between(method.rate, method.rate_end, done)
        even = method.between(method.entropy, method.entropy_end, done)
        parts = (self.dense, self.names, self.masks, self.actions, self.logs, self.gains, self.values)
        dense, names, masks, actions, before, gains, values = (p.flatten(0, 1) for p in parts)
        aims = gains + values
        kept = torch.nonzero(self.own.flatten())[:, 0]
        own = gains[kept]
        scaled = (gains - own.mean()) / (own.std() + 1e-8)
        batch = min(method.batch, len(kept))
        spread = missed = torch.zeros(())
        for _ in range(method.epochs):
            order = kept[torch.randperm(len(kept), generator=luck, device=kept.device)]
            for first in range(0, len(order) - batch + 1, batch):
                at = order[first : first + batch]
                logs, guesses = brain.chances(dense[at], names[at], masks[at])
                ratio = (logs.gather(1, actions[at, None])[:, 0] - before[at]).exp()
                gain = scaled[at]
                won = torch.min(ratio * gain, ratio.clamp(1 - method.clip, 1 + method.clip) * gain).mean()
                missed = (guesses - aims[at]).square().mean()
                spread = -(logs.exp() * logs.clamp(min=-30)).sum(dim=1).mean()
                optimiser.zero_grad(set_to_none=True)
                (method.value * missed - won - even * spread).backward()
                torch.nn.utils.clip_grad_norm_(list(brain.weights.values()), method.steepest)
                optimiser.step()
        explained = 1 - (aims[kept] - values[kept]).var() / aims[kept].var().clamp(min=1e-8)
        return {
            "entropy": float(spread.detach()),
            "value_error": float(missed.detach()),
            "explained": float(explained),
            "games": float(self.dones.sum()),
        }


def drawn(logs: Any, luck: Any) -> Any:
    """An action for every row, each as likely as it is (by the largest of Gumbel's numbers)."""
    even = torch.rand(logs.shape, generator=luck, device=logs.device).clamp_(1e-9, 1 - 1e-7)
    return (logs - torch.log(-torch.log(even))).argmax(dim=1)


def varying(rows: Rows, steps: int, luck: Any) -> Any:
    """Which numbers of the observations vary in random play; the matches are played on."""
    low, high = rows.observations.amin(dim=0), rows.observations.amax(dim=0)
    for _ in range(steps):
        rows.step(drawn(torch.where(rows.masks == 0, -1e9, 0.0), luck))
        low = torch.minimum(low, rows.observations.amin(dim=0))
        high = torch.maximum(high, rows.observations.amax(dim=0))
    return (high > low).cpu().numpy()


def league(width: int, seats: int, share: float, device: Any) -> Any:
    """The seat of the rival in every match: in the last so many of them, each seat equally often; else -1."""
    sides = torch.full((width,), -1, dtype=torch.int64, device=device)
    first = width - round(width * share)
    # in runs, so that matches that take turns at several sets of options meet it in every seat
    sides[first:] = torch.arange(width - first, device=device) // RUN % seats
    return sides


def duel(rows: Rows, own: Player, other: Player, games: int, luck: Any) -> tuple[float, int]:
    """The score of a player against another, from 0 for the worst payoff to 1 for the best, and its games.

    Both sit in every seat equally often; matches count from their second game on, the first had begun.
    """
    reader, brain = own
    sides = league(rows.width, rows.seats, 1.0, reader.device)
    every = torch.arange(rows.width, device=reader.device)
    low, high = rows.payoff
    fresh = torch.zeros(rows.width, dtype=torch.bool, device=reader.device)
    total = torch.zeros((), dtype=torch.float64, device=reader.device)
    count = 0
    with torch.no_grad():
        while count < games:
            for _ in range(STRIDE):
                masks, his = rows.masks, rows.actors == sides
                chosen = drawn(brain.chances(*reader.split(rows.observations), masks)[0], luck)
                theirs = drawn(other[1].chances(*other[0].split(rows.observations), masks)[0], luck)
                rows.step(torch.where(his, theirs, chosen))
                over = rows.dones.bool()
                others = rows.rewards[:, : rows.seats].sum(dim=1) - rows.rewards[every, sides]
                score = others / max(1, rows.seats - 1)
                total += torch.where(over & fresh, (score - low) / (high - low), 0.0).sum()
                count += int((over & fresh).sum())
                fresh |= over
    return float(total) / count, count
