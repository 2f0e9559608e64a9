"""Small studies beside a study: the same table with stronger players, alone and against the study's own.

What a quick agent shows may be about itself. A search that plays the same game, and the trained player where
it knows the cards, tell which verdicts are the game's; the search against the study's own agent tells what
skill is worth.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...agents.base import LEARNED, LEVELS, QUICK
from ...core.errors import SaveError
from ...core.game import Game
from ...core.pool import threads
from ...learn.network import known
from .running import play, run
from .storage import MANIFEST, Data, read, read_manifest
from .study import Study

FOLDER = "beside"  # in the folder of the study
STRONG, TRAINED, DUEL = "strong", "trained", "duel"
MOST, FEWEST = {STRONG: 1_000, TRAINED: 1_000, DUEL: 200}, 10  # games, as far as time allows
PART = {STRONG: 0.6, TRAINED: 0.1, DUEL: 0.3}  # of the time; one look of a network takes little
APART = {STRONG: 0x57A0, TRAINED: 0x7EA1, DUEL: 0xD0E1}  # deals that the study has not seen


def stronger(game: Game) -> str:
    """The search that is asked for its opinion: as strong as the second of three levels for people."""
    return f"mcts:{game.hints.adept}"


def untrained(game: Game, cards: object, seats: object, options: Mapping[str, Any]) -> str:
    """Why the trained player cannot be asked about cards of this fingerprint; nothing where it can."""
    network = known(game)
    if network is None:
        return f"{game.title} has no trained player."
    if network.header.get("cards") != cards:
        return f"The trained player of {game.title} has learned other cards than these, and was not asked."
    if not network.plays(seats):
        return f"The trained player of {game.title} has not learned tables of {seats}, and was not asked."
    if not network.plays(seats, options):
        return f"The trained player of {game.title} has not learned such tables, and was not asked."
    return ""


def is_strong(agent: str) -> bool:
    """Whether an agent looks further than a decision ahead."""
    return agent.partition(" ")[0] not in QUICK and agent != LEVELS[0]


def wanted(study: Study) -> dict[str, Study]:
    """The studies to play beside this one; none where several agents play, or something is forbidden."""
    plan = study.plan
    if len(plan.agents) > 1 or study.forbid or is_strong(plan.agents[0]):
        return {}
    strong = stronger(plan.game)
    seated = {STRONG: (strong,), TRAINED: (LEARNED,), DUEL: (plan.agents[0], strong)}
    if untrained(plan.game, plan.content.fingerprint, plan.seats, plan.game.settle(dict(study.options))):
        del seated[TRAINED]
    return {
        name: replace(study, agents=agents, games=MOST[name], seed=study.seed ^ APART[name], every=20)
        for name, agents in seated.items()
    }


def run_beside(
    study: Study,
    folder: Path,
    minutes: float,
    cores: int | None = None,
    ready: Callable[[Study], None] | None = None,
) -> list[Data]:
    """Plays what is wanted beside a study into its folder, for about so many minutes; what is there stays."""
    found = []
    for name, each in wanted(study).items():
        at = folder / FOLDER / name
        if (at / MANIFEST).exists():
            games = int(read_manifest(at)["asked"])
        else:
            games = fitting(each, 60 * minutes * PART[name], cores)
        each = replace(each, games=games)
        if ready:
            ready(each)
        found.append(run(each, at, cores))
    return found


def fitting(study: Study, seconds: float, cores: int | None) -> int:
    """How many games a time allows, from how long a few of them take; what is compiled is not counted."""
    play(replace(study, games=1), 1)
    began = time.perf_counter()
    played = play(replace(study, games=2, seed=study.seed + 1), 1).games.height
    each = (time.perf_counter() - began) / played
    games = int(seconds * threads(cores) / max(each, 1e-6))
    return max(FEWEST, min(study.games, games))


def beside(data: Data) -> dict[str, Data]:
    """The studies that were played beside one, as far as they are whole and of the same cards."""
    found = {}
    for name in (STRONG, TRAINED, DUEL):
        folder = data.folder / FOLDER / name
        if not (folder / MANIFEST).exists():
            continue
        try:
            other = read(folder)
        except SaveError:
            continue
        if all(other.manifest.get(key) == data.manifest.get(key) for key in ("game", "cards", "options")):
            found[name] = other
    return found
