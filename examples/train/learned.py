"""What `make train` has learned, at a table: weights as plain arrays, and an agent that plays by them.

    bestiary play totemic --against examples.train.learned:Learned
    bestiary arena totemic examples.train.learned:Learned greedy --games 200

Another file of weights stands after a further colon. PyTorch is not needed for any of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from bestiary.agents import Agent, Opinion
from bestiary.core.cards import Content
from bestiary.core.errors import BestiaryError
from bestiary.core.game import Game
from bestiary.core.record import Records

WEIGHTS = Path("build/learned/best.npz")


def save(path: Path, game: str, weights: Mapping[str, Any]) -> None:
    """Writes weights, with the game and version that they were learned for."""
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, game=np.array(game), **{name: np.asarray(w, np.float32) for name, w in weights.items()})


class Learned(Agent):
    """Takes the action that the network finds likeliest."""

    name = "learned"

    def __init__(self, game: Game, content: Content | None = None, path: str | Path = WEIGHTS) -> None:
        super().__init__(game, content)
        try:
            with np.load(path) as held:
                self.weights = {name: held[name] for name in held.files}
        except FileNotFoundError:
            raise BestiaryError(f"{path}: there are no weights; `make train` learns some.") from None
        except (OSError, ValueError, BadZipFile):
            raise BestiaryError(f"{path} holds no weights.") from None
        learned = str(self.weights.pop("game", ""))
        if learned != game.name:
            raise BestiaryError(f"{path} was learned for {learned or 'nothing'}, not for {game.name}.")

    def likely(self, seen: Records, seat: int) -> dict[int, float]:
        """How likely the network would take each legal action."""
        w = self.weights
        held = self.engine.observe(seen, seat)
        for layer in ("body.0", "body.2"):
            held = np.maximum(w[f"{layer}.weight"] @ held + w[f"{layer}.bias"], 0)
        legal = self.engine.legal(seen)
        scores = (w["policy.weight"] @ held + w["policy.bias"])[legal].astype(np.float64)
        shares = np.exp(scores - scores.max())
        return dict(zip(legal, (shares / shares.sum()).tolist(), strict=True))

    def opinions(self, seen: Records, seat: int, seed: int) -> list[Opinion]:
        """The likelihoods, in place of values: the network looks once."""
        found = [Opinion(action, 1, share) for action, share in self.likely(seen, seat).items()]
        return sorted(found, key=lambda opinion: -opinion.value)

    def choose(self, seen: Records, seat: int, seed: int) -> int:
        """The likeliest; luck plays no part."""
        return self.opinions(seen, seat, seed)[0].action
