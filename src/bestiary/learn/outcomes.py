"""Many games of a network side by side, on a GPU or the processor, of which little is noted: who wins, and
what lots have brought.

It plays as ``net`` does, with numbers of 32 bits: the same chances, other luck. So shares agree with those of
the laboratory, game by game it is another sample.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from bestiary.core.cards import Content
from bestiary.core.errors import BestiaryError
from bestiary.core.game import Game

from .brain import Likely, player
from .context import Context
from .network import Network
from .rows import rows
from .selfplay import Lots, drawn

WAVE = 65_536  # matches at once
LOOK = 16  # steps between two looks whether all is played
CORES = 2


@dataclass(frozen=True)
class Outcomes:
    """What came of games, by game and table, and what lots were drawn in them."""

    payoffs: NDArray[np.float32]  # game, table, seat
    lots: NDArray[
        np.int32
    ]  # a row each: game, table, seat, step, action that was there, 1 where it was drawn

    @property
    def won(self) -> NDArray[np.bool_]:
        """Whether the first seat was paid anything, by game and table: of a team, whether it won."""
        return self.payoffs[..., 0] > 0


def outcomes(
    game: Game,
    network: Network,
    tables: Sequence[Mapping[str, Any]],
    games: int,
    seed: int,
    device: str,
    content: Content | None = None,
    lots: Collection[str] = (),
    wave: int = WAVE,
) -> Outcomes:
    """So many games at every table, all seats played by the network; a lot chooses among these verbs.

    Every table has deals of its own; the same seed has the same deals, whatever the cards.
    """
    each = max(1, wave // len(tables))
    found = []
    for first in range(0, games, each):
        size = min(each, games - first)
        found.append(_wave(game, network, tables, size, seed + first, device, content, lots))
        found[-1].lots[:, 0] += first
    return Outcomes(
        np.concatenate([one.payoffs for one in found]), np.concatenate([one.lots for one in found])
    )


def _wave(
    game: Game,
    network: Network,
    tables: Sequence[Mapping[str, Any]],
    games: int,
    seed: int,
    device: str,
    content: Content | None,
    lots: Collection[str],
) -> Outcomes:
    """All games at once, until the last one is over."""
    context, width = Context.read(network.header, game), games * len(tables)
    every = [dict(table) for table in tables]
    held = rows(game, width, every, seed, device, CORES, [content or game.content()], context)
    reader, brain = player(network, device)
    reader.kind, brain.whole = torch.float32, True
    net, luck = Likely(brain), torch.Generator(device).manual_seed(seed)
    drawing = _drawing(game, lots, device)
    over = torch.zeros(width, dtype=torch.bool, device=device)
    paid = torch.zeros(held.rewards.shape, dtype=torch.float32, device=device)
    noted: list[NDArray[np.int32]] = []
    held.reset(seed)
    with torch.no_grad():
        for step in range(game.limits.decisions):
            masks = held.masks
            chosen = drawn(net.chances(*reader.split(held.observations), masks)[0], luck)
            if drawing is not None:
                own = torch.ones_like(over)
                drawing.take(masks, chosen, own, luck)
                at = torch.nonzero(~own & ~over)[:, 0]
                if len(at):
                    noted.append(_drawn(at, step, masks, chosen, held.actors, len(tables)))
            held.step(chosen)
            ended = held.dones.bool() & ~over
            paid = torch.where(ended[:, None], held.rewards.float(), paid)
            over |= ended
            if step % LOOK == LOOK - 1 and bool(over.all()):
                break
    if not bool(over.all()):
        raise BestiaryError(f"A game of {game.name} did not end within {game.limits.decisions:,} decisions.")
    none = np.zeros((0, 6), np.int32)
    return Outcomes(paid.cpu().numpy().reshape(games, len(tables), -1), np.concatenate([none, *noted]))


def _drawing(game: Game, verbs: Collection[str], device: str) -> Lots | None:
    if not verbs:
        return None
    every = (game.actions.verb(action).name for action in range(len(game.actions)))
    return Lots(torch.tensor([float(verb in verbs) for verb in every], device=device))


def _drawn(at: Any, step: int, masks: Any, chosen: Any, actors: Any, tables: int) -> NDArray[np.int32]:
    """What was there where a lot was drawn, and which of it that was."""
    which, action = torch.nonzero(masks[at] != 0, as_tuple=True)
    match = at[which]
    when, seat = torch.full_like(match, step), actors[match]
    facts = match // tables, match % tables, seat, when, action, chosen[match] == action
    rows_of: NDArray[np.int32] = torch.stack([fact.int() for fact in facts], dim=1).cpu().numpy()
    return rows_of
