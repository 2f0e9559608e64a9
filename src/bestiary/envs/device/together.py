"""Kernels built by several processes side by side: a game is there when its largest kernel is."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bestiary.core import registry
from bestiary.core.errors import BestiaryError
from bestiary.core.game import Game

DRAFT = "bestiary.envs.device.draft"
SMALL = ("check", "deal", "turn", "streams", "choose", "gather")
STEP = (("advance",), ("ask",), ("see",), SMALL)  # what a ``VectorEnv`` needs, built side by side
STEP_COMPACT = (("advance",), ("ask",), ("note",), SMALL)  # the same where observations are compact
PARTS = (*STEP, ("note",), ("play",), ("judge",), ("advise",))

Part = Collection[str]


def build_ahead(game: Game, capability: tuple[int, int], folder: Path, parts: Sequence[Part]) -> None:
    """Has the kernels that are not on the disk built side by side, where there are cores for it.

    Whoever needs one finds it there, or builds it: nothing is lost where this cannot be done.
    """
    kind = f"sm{capability[0]}{capability[1]}"
    missing = [part for part in parts if not all(any(folder.glob(f"{name}-{kind}-*.cubin")) for name in part)]
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    name = where(game)
    jobs = min(cores, len(missing))
    if jobs < 2 or not name:
        return
    print(
        f"{game.title}: builds its code for this kind of GPU ({kind}), once, in {jobs} processes; "
        "a large game takes a minute or two.",
        file=sys.stderr,
        flush=True,
    )
    build_together(name, capability, missing, jobs)


def where(game: Game) -> str:
    """By what another process finds a game: its name, or its address; nothing where it cannot."""
    try:
        if registry.load(game.slug) is game and game.slug in registry._entries():
            return game.slug
    except BestiaryError:
        pass
    return registry.address(game)


def build_together(
    name: str, capability: tuple[int, int], parts: Sequence[Part], jobs: int, told: bool = False
) -> None:
    """Builds the kernels of a game by processes side by side, the largest first; where it is to be told, they
    say how long each takes, and the first that fails why."""
    known = dict(os.environ)
    if ":" in name:  # which is found where this process has found it
        known["PYTHONPATH"] = os.pathsep.join(path or os.getcwd() for path in sys.path)

    def one(part: Part) -> None:
        given = ["--sm", f"{capability[0]}{capability[1]}", "--kernels", ",".join(part)]
        subprocess.run(
            [sys.executable, "-m", DRAFT, name, *given],
            env=known,
            stdout=subprocess.DEVNULL,
            stderr=None if told else subprocess.DEVNULL,
            check=told,
        )

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, parts))
