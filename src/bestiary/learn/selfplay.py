"""Self-play and what is learned from it: proximal policy optimisation, advantages kept seat by seat.

One network plays all seats. In some matches, or in all, a rival (an earlier state of the network, or another
network) has a seat, or all but one; what it does is not learned from. A team, whose seats are paid alike, is
one seat that is asked in several places.
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
    pull: float = 0.0  # how much it is worth to stay near a magnet: what was kept some updates ago
    magnet: int = 20  # updates after which the magnet is moved
    stay: float = 0.0  # how much it is worth to stay near the policy that played; takes the place of the clip
    shape: float = 0.0  # how much of the game's own evaluation is paid out ahead, at first; none at the end
    follow: float = 0.0  # how much it is worth to do as the game suggests, at first; nothing soon after

    def between(self, first: float, last: float, done: float) -> float:
        """A figure on its way from one value to another."""
        return first + (last - first) * min(1.0, max(0.0, done))

    def shaped(self, done: float) -> float:
        """The share of the evaluation that is paid out ahead: none in the last part of a training."""
        return self.between(self.shape, 0.0, done / UNSHAPED)

    def followed(self, done: float) -> float:
        """What doing as the game suggests is worth: nothing, once it has been learned."""
        return self.between(self.follow, 0.0, done / FOLLOWED)


Player = tuple[Reader, Brain]
UNSHAPED = 0.7  # of a training: from here on nothing but payoffs counts
FOLLOWED = 0.25  # of a training: from here on nobody is told what to do
FURTHEST = 4.0  # between two values of an amount that the network reads
MOST = 1024.0  # by which an amount is multiplied: the weights that are kept have 16 bits
TINY = 1e-6


@dataclass(frozen=True)
class Rival:
    """Another player at the table."""

    player: Player
    seats: Any  # in every match the seat that is set apart, or -1: nobody else plays there
    most: bool = False  # whether the rival has all seats but that one; else that one

    def asked(self, actors: Any) -> Any:
        """Where the rival is the one to answer."""
        return (self.seats >= 0) & ((actors == self.seats) ^ self.most)


@dataclass(frozen=True)
class Lots:
    """Decisions that a lot makes in some matches, so that one learns what to do with whatever it brings."""

    shares: Any  # of the decisions for each action; 0 for one that no lot takes

    def take(self, masks: Any, chosen: Any, own: Any, luck: Any) -> None:
        """Draws, where nothing but such choices is there, as often as that; it is not learned from."""
        share = torch.where(masks != 0, self.shares, 1.0).amin(dim=1)
        drawing = torch.rand(len(share), generator=luck, device=share.device) < share
        at = torch.nonzero(drawing & (masks.sum(dim=1, dtype=torch.int32) > 1))[:, 0]
        if len(at):
            chosen[at] = drawn(torch.where(masks[at] == 0, -1e9, 0.0), luck)
            own[at] = False


class Rollout:
    """Some steps of all matches, a row for each step; the room is used again and again."""

    def __init__(self, rows: Rows, reader: Reader, steps: int, heads: int = 1) -> None:
        width, device = rows.width, reader.device
        self.steps, self.rows, self.reader = steps, rows, reader
        self.seats = 1 if rows.team else rows.seats  # a team is one
        self.counts = torch.ones_like(rows.counts) if rows.team else rows.counts
        self.heads = heads  # values of the network

        def room(kind: Any, *more: int) -> Any:
            return torch.zeros((steps, width, *more), dtype=kind, device=device)

        self.dense = room(reader.kind, reader.reading.dense)
        self.names = room(torch.int16, len(reader.reading.many))
        self.masks = room(torch.int8, rows.masks.shape[1])
        self.actions, self.actors = room(torch.int64), room(torch.int64)
        self.logs, self.values, self.gains = room(torch.float32), room(torch.float32), room(torch.float32)
        self.aims = room(torch.float32, self.heads)  # what the values should have been
        self.rewards, self.dones = room(torch.float32, self.seats), room(torch.bool)
        self.guesses: Any = None  # of the game's own evaluation, where rewards are shaped by them
        self.own = room(torch.bool)  # whether the decision is one to learn from
        self.advice: Any = None  # what the game would have done, where that is learned from too

    def collect(
        self,
        brain: Brain,
        luck: Any,
        trace: float,
        rival: Rival | None = None,
        shape: float = 0.0,
        advised: bool = False,
        lots: Lots | None = None,
    ) -> None:
        """Plays on, with a rival in some seats; ``shape`` of the game's own evaluation is paid out ahead.
        Where it is ``advised``, what the game would do is noted beside what is done."""
        rows = self.rows
        self.advice = torch.zeros_like(self.actions) if advised else None
        if shape and self.guesses is None:
            self.guesses = torch.zeros((self.steps + 1, rows.width, self.seats), device=self.reader.device)
        against = torch.nonzero(rival.seats >= 0)[:, 0] if rival else None
        with torch.no_grad():
            for t in range(self.steps):
                dense, names = self.reader.split(rows.observations)
                masks, actors = rows.masks, rows.actors
                logs, values = brain.chances(dense, names, masks)
                chosen = drawn(logs, luck)
                self.own[t] = masks.sum(dim=1, dtype=torch.int32) > 1
                if rival is not None and against is not None and len(against):
                    self._answered(rival, against, masks, actors, chosen, luck, t)
                if lots is not None:
                    lots.take(masks, chosen, self.own[t], luck)
                self.dense[t], self.names[t], self.masks[t] = dense, names, masks
                self.actions[t], self.values[t] = chosen, values[:, 0]
                self.actors[t] = 0 if rows.team else actors
                self.logs[t] = logs.gather(1, chosen[:, None])[:, 0]
                if shape:
                    self.guesses[t] = self._even(rows.judged())
                if self.advice is not None:
                    seed = int(torch.randint(1 << 31, (), generator=luck, device=self.reader.device))
                    self.advice[t] = rows.suggested(seed)
                rows.step(chosen)
                self.rewards[t] = self._even(rows.rewards)
                self.dones[t] = rows.dones.bool()
            if shape:
                self.guesses[-1] = self._even(rows.judged())
            dense, names = self.reader.split(rows.observations)
            self._advantages(brain.chances(dense, names, rows.masks)[1], trace, shape)

    def _even(self, payoffs: Any) -> Any:
        """Payoffs of the seats, from -1 to 1."""
        low, high = self.rows.payoff
        return ((2 * payoffs[:, : self.seats] - (high + low)) / (high - low)).float()

    def _answered(
        self, rival: Rival, against: Any, masks: Any, actors: Any, chosen: Any, luck: Any, t: int
    ) -> None:
        """Writes what the rival does where it is asked."""
        reader, brain = rival.player
        logs, _ = brain.chances(*reader.split(self.rows.observations[against]), masks[against])
        his = rival.asked(actors)[against]
        chosen[against] = torch.where(his, drawn(logs, luck), chosen[against])
        self.own[t, against] &= ~his

    def _cut_off(self, last: Any) -> tuple[Any, Any]:
        """What every seat expects where play is cut off, and which seats know it: those for whom the network
        has a value, and of two the other one, which loses what the first wins."""
        asked = torch.zeros_like(self.counts) if self.rows.team else self.rows.actors
        ahead = torch.zeros((self.rows.width, self.seats + 1), device=last.device)
        known = torch.zeros(ahead.shape, dtype=torch.bool, device=last.device)
        if self.seats == 2 and self.heads == 1:
            ahead[:] = -last
            known[:] = True
        # values of seats that a match does not have go to a column too many
        there = torch.arange(self.heads, device=last.device) < self.counts[:, None]
        at = torch.where(there, self._after(asked), self.seats)
        ahead.scatter_(1, at, last)
        known.scatter_(1, at, True)
        return ahead[:, :-1].clone(), known[:, :-1].clone()

    def _after(self, asked: Any) -> Any:
        """The seats that the values are for: the one that is asked, and those that follow it."""
        return (asked[:, None] + torch.arange(self.heads, device=asked.device)) % self.counts[:, None]

    def _advantages(self, last: Any, trace: float, shape: float = 0.0) -> None:
        """Generalised advantage estimates. A decision is followed by the next one of the same seat; the
        payoff at the end of a game goes to the last decision of every seat. Where play is cut off, the last
        decision of a seat of which nobody knows what it expects is left out.

        With shaping, the guess of the game's own evaluation is paid out as it changes, and taken back at the
        end of the game: what is best to do stays best, and is rewarded sooner.
        """
        every = torch.arange(self.rows.width, device=last.device)
        ahead, known = self._cut_off(last)
        if shape:
            ahead += shape * self.guesses[-1]
        carried = torch.zeros_like(ahead)
        for t in range(self.steps - 1, -1, -1):
            over = self.dones[t][:, None]
            ahead = torch.where(over, self.rewards[t], ahead)
            carried = torch.where(over, 0.0, carried)
            known = known | over
            seat = self.actors[t]
            paid = shape * self.guesses[t] if shape else torch.zeros_like(ahead)
            self.aims[t] = (ahead + trace * carried - paid).gather(1, self._after(seat))
            before = self.values[t] + paid[every, seat]
            gain = ahead[every, seat] - before + trace * carried[every, seat]
            sound = known[every, seat]
            gain = torch.where(sound, gain, 0.0)
            self.own[t] &= sound
            self.gains[t] = gain
            ahead[every, seat], carried[every, seat], known[every, seat] = before, gain, True

    def learn(
        self,
        brain: Brain,
        optimiser: Any,
        method: Method,
        done: float,
        luck: Any,
        magnet: Brain | None = None,
    ) -> dict[str, float]:
        """One update; ``done`` is how far the training has come, from 0 to 1."""
        for group in optimiser.param_groups:
            group["lr"] = method.between(method.rate, method.rate_end, done)
        even = method.between(method.entropy, method.entropy_end, done)
        parts = (self.dense, self.names, self.masks, self.actions, self.logs, self.gains)
        dense, names, masks, actions, before, gains = (p.flatten(0, 1) for p in parts)
        aims = self.aims.flatten(0, 1)
        follow, advice = method.followed(done), None if self.advice is None else self.advice.flatten()
        seats = self.counts.repeat(self.steps)
        heads = torch.arange(self.heads, device=aims.device)
        kept = torch.nonzero(self.own.flatten())[:, 0]
        own = gains[kept]
        scaled = (gains - own.mean()) / (own.std() + 1e-8)
        batch = min(method.batch, len(kept))
        played = brain.copy() if method.stay else None
        clip = float("inf") if method.stay else method.clip
        spread = missed = torch.zeros(())
        for _ in range(method.epochs):
            order = kept[torch.randperm(len(kept), generator=luck, device=kept.device)]
            for first in range(0, len(order) - batch + 1, batch):
                at = order[first : first + batch]
                logs, guesses = brain.chances(dense[at], names[at], masks[at])
                ratio = (logs.gather(1, actions[at, None])[:, 0] - before[at]).exp()
                gain = scaled[at]
                won = torch.min(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain).mean()
                there = heads < seats[at, None]
                missed = (
                    ((guesses - aims[at]).square() * there / there.sum(dim=1, keepdim=True)).sum(dim=1).mean()
                )
                spread = -(logs.exp() * logs.clamp(min=-30)).sum(dim=1).mean()
                away = strayed(logs, magnet, dense[at], names[at], masks[at])
                other = 0.0 if advice is None else -logs.gather(1, advice[at, None]).mean()
                optimiser.zero_grad(set_to_none=True)
                lost = method.value * missed - won - even * spread + method.pull * away + follow * other
                lost = lost + method.stay * strayed(logs, played, dense[at], names[at], masks[at])
                lost.backward()
                torch.nn.utils.clip_grad_norm_(list(brain.weights.values()), method.steepest)
                optimiser.step()
        explained = 1 - gains[kept].var() / aims[kept, 0].var().clamp(min=1e-8)
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


def strayed(logs: Any, magnet: Brain | None, dense: Any, names: Any, masks: Any) -> Any:
    """How far a policy is from its magnet: the mean divergence."""
    if magnet is None:
        return 0.0
    with torch.no_grad():
        held = magnet.chances(dense, names, masks)[0].clamp(min=-30)
    return (logs.exp() * (logs.clamp(min=-30) - held)).sum(dim=1).mean()


def looked(rows: Rows, steps: int, luck: Any) -> tuple[Any, Any]:
    """How the numbers of the observations do in random play, which goes on: which of them vary, and by what
    each is multiplied to be about as large as the others. What is seldom there is not made huge."""
    low = high = rows.observations[0]
    total = squares = torch.zeros_like(low, dtype=torch.float64)
    for _ in range(steps):
        now = rows.observations
        low, high = torch.minimum(low, now.amin(dim=0)), torch.maximum(high, now.amax(dim=0))
        total, squares = total + now.double().mean(dim=0), squares + now.double().square().mean(dim=0)
        rows.step(drawn(torch.where(rows.masks == 0, -1e9, 0.0), luck))
    spread = (squares / steps - (total / steps).square()).clamp(min=0).sqrt()
    varies = high > low
    scale = torch.minimum(1 / spread.clamp(min=TINY), FURTHEST / (high - low).clamp(min=TINY))
    return varies.cpu().numpy(), torch.where(varies, scale.clamp(max=MOST), 1.0).float().cpu().numpy()


def heads_for(rows: Rows) -> int:
    """How many values a network has: one where the others' follow from it, else one for every seat."""
    return 1 if rows.team or rows.seats <= 2 else rows.seats
