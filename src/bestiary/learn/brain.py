"""The network while it learns, in PyTorch: the same layers as ``Network``, with gradients."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from .agent import RARE
from .answers import Answers
from .network import Network, layers_of
from .reading import EVEN, Reading

FORBIDDEN = -1e9


class Reader:
    """Observations as the first layer takes them, on the device on which they are; while a network learns,
    amounts are multiplied so that they vary about equally much."""

    def __init__(self, reading: Reading, device: Any, scale: Any = 1.0) -> None:
        def there(numbers: Any, kind: Any = torch.int64) -> Any:
            return torch.as_tensor(numbers, dtype=kind, device=device)

        self.reading = reading
        self.device = torch.device(device)
        self.kind = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        self.plain, self.few, self.many = there(reading.plain), there(reading.few), there(reading.many)
        self.few_of, self.many_of = (
            there(reading.few_of, torch.float32),
            there(reading.many_of, torch.float32),
        )
        self.few_first, self.many_row = there(reading.first - 1), there(reading.many_row)
        self.scale = there(scale, torch.float32)

    def split(self, seen: Any) -> tuple[Any, Any]:
        """As ``Reading.split``."""
        width = self.reading.dense
        dense = torch.zeros((len(seen), width + EVEN), dtype=self.kind, device=self.device)
        dense[:, : len(self.plain)] = (seen[:, self.plain] * self.scale).to(self.kind)
        held = seen[:, self.few]
        named = torch.where(self.few_of == 1, (held > 0).float(), torch.round(held * self.few_of))
        at = torch.where(named > 0, self.few_first + torch.minimum(named, self.few_of).long(), width)
        dense.scatter_(1, at, 1.0)  # what names nothing goes to columns too many
        many = torch.round(seen[:, self.many] * self.many_of) + 1
        names = self.many_row + torch.minimum(many.clamp(min=0), self.many_of + 1).long()
        return dense[:, :width], names.to(torch.int16)


class Vectors(torch.autograd.Function):
    """The vectors of names. That of nothing is not learned: it is there so often that adding up
    what it would learn takes most of the time."""

    @staticmethod
    def forward(ctx: Any, table: Any, names: Any, nothing: Any) -> Any:
        ctx.save_for_backward(names, nothing)
        ctx.rows = table.shape[0]
        return torch.nn.functional.embedding(names, table)

    @staticmethod
    def backward(ctx: Any, *slopes: Any) -> Any:
        names, nothing = ctx.saved_tensors
        there = names != nothing
        add_up = torch.ops.aten.embedding_dense_backward
        return add_up(slopes[0][there], names[there], ctx.rows, -1, False), None, None


class Brain:
    """Weights that learn."""

    def __init__(
        self,
        weights: Mapping[str, Any],
        device: Any,
        reading: Reading | None = None,
        answers: Answers | None = None,
    ) -> None:
        self.device = torch.device(device)
        self.whole = self.device.type != "cuda"  # numbers of 32 bits; else mostly of 16, which is learned by
        self.said: tuple[Any, ...] | None = None  # of every choice its answer; slots, their names and rows
        if reading and answers:
            slots = np.flatnonzero(answers.name >= 0)
            own = answers.name[slots]
            parts = answers.base, slots, own, reading.many_row[own]
            self.said = tuple(torch.as_tensor(part, device=self.device) for part in parts)
        self.nothing = torch.as_tensor(
            reading.many_row + 1 if reading else np.zeros(0), dtype=torch.int32, device=self.device
        )
        self.weights = {
            name: torch.tensor(np.asarray(w, np.float32), device=self.device).requires_grad_()
            for name, w in weights.items()
        }
        self.layers = layers_of(self.weights)
        self.actions = self.weights["policy.w"].shape[1] if weights else 0
        self.heads = self.weights["value.w"].shape[1] if weights else 1

    def look(self, dense: Any, names: Any) -> tuple[Any, Any]:
        """A score for every action, and the values from -1 to 1: for the seat that is asked, then, where the
        network has more of them, for those that follow it."""
        w = self.weights
        with torch.autocast(self.device.type, torch.bfloat16, enabled=not self.whole):
            given = dense
            if names.shape[1]:
                vectors = Vectors.apply(w["names"], names.int(), self.nothing)  # type: ignore[no-untyped-call]
                given = torch.cat([dense, vectors.flatten(1).to(dense.dtype)], dim=1)
            held = torch.relu(torch.addmm(w["in.b"], given, w["in.w"]))
            for k in range(self.layers - 1):
                held = held + torch.relu(torch.addmm(w[f"mid{k}.b"], held, w[f"mid{k}.w"]))
            scores = held @ torch.nn.functional.pad(w["policy.w"], (0, -self.actions % EVEN))
            values = torch.addmm(w["value.b"], held, w["value.w"])
        return scores[:, : self.actions].float() + w["policy.b"], torch.tanh(values.float())

    def chances(self, dense: Any, names: Any, masks: Any) -> tuple[Any, Any]:
        """The logarithm of how likely each action is, and the values."""
        scores, values = self.look(dense, names)
        if self.said is not None:
            base, slots, own, first = self.said
            said = base.repeat(len(scores), 1)
            said[:, slots] += names[:, own].long() - first
            scores = scores.gather(1, said)
        return torch.log_softmax(scores.masked_fill(masks == 0, FORBIDDEN), dim=1), values

    def arrays(self) -> dict[str, Any]:
        """The weights as plain arrays."""
        return {name: w.detach().float().cpu().numpy() for name, w in self.weights.items()}

    def copy(self) -> Brain:
        """The same as it is now; it does not learn."""
        made = Brain({}, self.device)
        made.weights = {name: w.detach().clone() for name, w in self.weights.items()}
        made.layers, made.actions, made.nothing = self.layers, self.actions, self.nothing
        made.said = self.said
        made.heads, made.whole = self.heads, self.whole
        return made

    def follow(self, other: Brain, share: float) -> None:
        """Goes a share of the way to where another one is."""
        with torch.no_grad():
            for name, w in self.weights.items():
                w.lerp_(other.weights[name].detach(), share)


def player(network: Network, device: Any) -> tuple[Reader, Brain]:
    """A network that is there already, to play with."""
    brain = Brain(network.weights, device, network.reading, network.answers)
    return Reader(network.reading, device), brain.copy()


class Likely:
    """A brain that leaves out what it would seldom do, as ``net`` does at a table."""

    def __init__(self, brain: Brain) -> None:
        self.brain = brain

    def chances(self, *seen: Any) -> tuple[Any, Any]:
        logs, values = self.brain.chances(*seen)
        most = logs.max(dim=1, keepdim=True).values
        return logs.masked_fill(logs < most.clamp(max=math.log(RARE)), FORBIDDEN), values
