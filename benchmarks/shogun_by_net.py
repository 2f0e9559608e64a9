"""How often the learned team of The Shogun's Chosen wins with other numbers of a level of difficulty.

    python benchmarks/shogun_by_net.py --device cuda --levers=-4,1,0 --levers=-3,1,0 --out build/levers.json
    python benchmarks/shogun_by_net.py --difficulty grim --players 2

``--levers`` are three numbers that take the place of the level's own in every chapter: health of the
samurai, hits of the enemies, samurai more for whom enemies are placed; without, the campaign is played as it
is. Every chapter is played by the parties that a table has by itself, or by those that are named. The network
is told the level, not the numbers: it sees them. Play ends when all but one game in 200 are over; how many
were not is said.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from bestiary.core.cards import Content
from bestiary.core.registry import load
from bestiary.learn.brain import Likely, player
from bestiary.learn.context import Context
from bestiary.learn.network import Network, at_home
from bestiary.learn.rows import rows
from bestiary.learn.selfplay import drawn

GAME = load("shogun")
LEVELS = tuple(map(str, GAME.options.all["difficulty"].values))
CHAPTERS = tuple(GAME.options.all["chapter"].values)
FIELDS = ("df_health", "df_hits", "df_party")
NEARLY = 0.995  # of the games have to end
MOST = 2000  # decisions of a game
STRIDE = 16  # steps between two looks whether all is played


def with_levers(chosen: Sequence[str]) -> Content:
    """The campaign with these numbers in all chapters, one set of them for each level."""
    content = GAME.content()
    tables = content.tables.copy()
    for level, said in enumerate(chosen):
        for field, number in zip(FIELDS, map(int, said.split(",")), strict=True):
            tables[field][0][level] = number
    return replace(content, tables=tables)


def asked(level: str, players: Sequence[int], parties: Sequence[str]) -> list[dict[str, Any]]:
    """The tables: every chapter with each number of samurai, or with each party that is named."""
    teams: list[dict[str, Any]] = [{"players": n} for n in players]
    if parties:
        teams = [{"players": party.count("+") + 1, "party": party} for party in parties]
    return [
        {"mode": "chapter", "chapter": chapter, "difficulty": level, **team}
        for team in teams
        for chapter in CHAPTERS
    ]


def played(held: Any, team: Any, seed: int) -> tuple[Any, Any]:
    """Which matches were won in their first game, and which ended."""
    reader, brain = team
    held.reset(seed)
    luck = torch.Generator(reader.device).manual_seed(seed)
    won = torch.zeros(held.width, dtype=torch.bool, device=reader.device)
    over = torch.zeros_like(won)
    with torch.no_grad():
        for step in range(MOST):
            chosen = drawn(brain.chances(*reader.split(held.observations), held.masks)[0], luck)
            held.step(chosen)
            ended = held.dones.bool() & ~over
            won |= ended & (held.rewards[:, 0] > 0)
            over |= ended
            if step % STRIDE == 0 and float(over.float().mean()) >= NEARLY:
                break
    return won.cpu().numpy(), over.cpu().numpy()


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    reader.add_argument("--network", type=Path, default=at_home(GAME))
    reader.add_argument("--device", default="cpu")
    reader.add_argument("--difficulty", default="standard", choices=LEVELS)
    reader.add_argument("--levers", action="append", default=[], metavar="HEALTH,HITS,PARTY")
    reader.add_argument("--players", type=int, nargs="+", default=[1, 2, 3, 4])
    reader.add_argument("--party", nargs="*", default=[], help="such as akira+tomoe, in place of --players")
    reader.add_argument("--games", type=int, default=100, help="of every chapter and party")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--out", type=Path)
    given = reader.parse_args()
    began = time.monotonic()
    network = Network.load(given.network, GAME)
    context = Context.read(network.header, GAME)
    levels = LEVELS if given.levers else [given.difficulty]
    tables = [one for level in levels for one in asked(level, given.players, given.party)]
    levers = list(given.levers)
    levers += levers[-1:] * (-len(levers) % len(LEVELS))  # a campaign has three levels, each with numbers
    contents = [with_levers(levers[i : i + len(LEVELS)]) for i in range(0, len(levers), len(LEVELS))]
    contents = contents or [GAME.content()]
    width = len(contents) * len(tables) * given.games
    held: Any = rows(GAME, width, tables, given.seed, given.device, 2, contents, context)
    for at, (name, value) in enumerate(context.settings):  # all are told the same level
        if name == "difficulty":
            held.beside[:, at] = float(value == given.difficulty)
    reader_of, brain = player(network, given.device)
    won, over = played(held, (reader_of, Likely(brain)), given.seed)
    parts = len(contents), given.games, len(levels), len(tables) // len(levels)
    shares = (won.reshape(parts).sum(axis=1) / over.reshape(parts).sum(axis=1)).reshape(-1, parts[-1])
    found = []
    for said, own in zip(given.levers or ["as it is"], shares, strict=False):
        print(f"{given.difficulty} {said}: victories in percent, chapters {CHAPTERS[0]} to {CHAPTERS[-1]}")
        for first in range(0, parts[-1], len(CHAPTERS)):
            team = tables[first].get("party") or f"{tables[first]['players']} samurai"
            won = own[first : first + len(CHAPTERS)]
            print(f"  {team:28}" + "".join(f"{100 * w:5.0f}" for w in won))
            found.append(
                {"level": given.difficulty, "levers": said, "team": team, "won": np.round(won, 4).tolist()}
            )
    print(f"{width} games, {int((~over).sum())} of them not ended, {time.monotonic() - began:.0f} s")
    if given.out:
        given.out.write_text(json.dumps({"games": given.games, "seed": given.seed, "found": found}, indent=1))


if __name__ == "__main__":
    main()
