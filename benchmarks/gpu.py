"""The games on a GPU: proves that they are the CPU's, step by step and game by game, then measures them.

    python benchmarks/gpu.py                       all five games
    python benchmarks/gpu.py totem --width 65536   one of them; examples/leduc/leduc:GAME is another

For every game it prints how long its kernels take to build (from the disk they come at once), compares
matches of all options and numbers of players with the CPU's after every step (observations, masks, rewards,
actors, ends, seeds, states), compares whole random games, then measures steps and whole games.
"""

from __future__ import annotations

import argparse
import logging
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from bestiary.core.driver import Engine
from bestiary.core.errors import BestiaryError
from bestiary.core.game import Game
from bestiary.core.registry import at, load, names, register
from bestiary.envs import VectorEnv
from bestiary.testing.bench import settings_of

CHECKED = 20_000  # whole games compared with the CPU, one by one
COMPARED = ("states", "seeds", "games", "lengths", "observations", "masks", "rewards", "actors", "dones")


def timed() -> float:
    return time.perf_counter()


def found(name: str) -> Game:
    """A game by its name, or by its address where it is not installed."""
    if ":" not in name:
        return load(name)
    place, _, attribute = name.rpartition(":")
    sys.path.insert(0, str(Path(place).resolve().parent))
    game = at(f"{Path(place).name}:{attribute}")
    register(game)
    return game


def equal_steps(game: Game, width: int, steps: int) -> tuple[int, int]:
    """Steps matches of all options on both; the comparisons made, and the games that ended meanwhile."""
    settings: list[Mapping[str, Any]] = [
        {"players": n} for n in game.players if "players" in game.options.all
    ]
    settings += settings_of(game, None, max(40, width // 4), seed=1)
    mine: Any = VectorEnv(game, width, settings, first=3, device="cuda")
    theirs = VectorEnv(game, width, settings, first=3, threads=4)
    mine.reset(seed=11)
    theirs.reset(seed=11)
    for turn in range(steps + 1):
        for name in COMPARED:
            one, other = getattr(mine, name).numpy(), np.ascontiguousarray(getattr(theirs, name))
            if one.dtype != other.dtype or one.tobytes() != other.tobytes():
                wrong = [i for i in range(width) if one[i].tobytes() != other[i].tobytes()]
                raise BestiaryError(
                    f"{game.slug}: {name} of {len(wrong)} of {width} matches differ after {turn} steps, "
                    f"first in match {wrong[0]}, options {settings[(3 + wrong[0]) % len(settings)]}"
                )
        chosen = theirs.sample(seed=turn)
        if mine.sample(seed=turn).numpy().tobytes() != chosen.tobytes():
            raise BestiaryError(f"{game.slug}: other actions are sampled after {turn} steps")
        mine.step(mine.actions)
        theirs.step(chosen)
    theirs.close()
    return width * (steps + 1), int(theirs.games.sum())


def equal_games(game: Game, games: int) -> None:
    """Plays whole games on both."""
    from bestiary.envs.device.games import RandomGames, SortedGames

    engine = Engine(game)
    cpu = engine.batch(games, 7)
    for way in (RandomGames, SortedGames):
        mine = way(engine, games)
        mine.play(7)
        here = mine.found()
        wrong = (here.lengths != cpu.lengths) | (here.scores != cpu.scores).any(axis=1)
        if wrong.any():
            raise BestiaryError(
                f"{game.slug}: {int(wrong.sum())} of {games} games of {way.__name__} differ from the CPU's"
            )


def stepping(game: Game, width: int, seconds: float) -> dict[str, float]:
    """Steps with observations and masks, random legal actions chosen on the GPU; shares of the kernels."""
    from bestiary.envs.device.env import STEP

    env: Any = VectorEnv(game, width, device="cuda")
    env.reset(seed=1)
    rngs = env.gpu.array(np.arange(width, dtype=np.uint64))
    pick = env._kernel("choose", env.choices, env.counts, rngs, env.actions)

    def steps(n: int) -> float:
        began = timed()
        for _ in range(n):
            env._launch(pick, width)
            env.step(env.actions, wait=False)
        env.wait()
        return timed() - began

    steps(100)  # until the matches are at different points of their games
    count = max(20, int(seconds / (steps(20) / 20)))
    took = steps(count)
    shares = dict.fromkeys(STEP, 0.0)
    for _ in range(20):
        env._launch(pick, width)
        for part in STEP:
            env.gpu.wait()
            began = timed()
            env._run(part)
            env.gpu.wait()
            shares[part] += (timed() - began) / 20
    return {"rate": width * count / took, "step": took / count, **shares}


def whole_games(game: Game, games: int, way: Any) -> tuple[float, float]:
    """Games and decisions a second, of three runs the middle one."""
    mine = way(Engine(game), games)
    times = []
    for _ in range(3):
        began = timed()
        mine.play(7)
        times.append(timed() - began)
    lengths = mine.lengths.numpy()
    if (lengths < 0).any():
        raise BestiaryError(f"{game.slug}: a game did not end within the declared bound")
    took = sorted(times)[1]
    return games / took, float(lengths.sum()) / took


def revision() -> str:
    """The revision of these sources, where git knows it."""
    try:
        said = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True)
        return said.stdout.strip() or "unknown"
    except OSError:
        return "unknown"


def report(game: Game, given: argparse.Namespace) -> None:
    """All of one game."""
    slug, began = game.slug, timed()
    first: Any = VectorEnv(game, 1, device="cuda")
    print(f"{slug} on {first.gpu.name}: kernels of a step there after {timed() - began:.1f} s", flush=True)
    if "equal" in given.only:
        compared, ended = equal_steps(game, given.check_width, given.check_steps)
        print(f"  {compared:,} observations with all beside them equal to the CPU's; {ended:,} games ended")
        equal_games(game, given.checked)
        print(f"  {given.checked:,} whole random games equal to the CPU's, one by one", flush=True)
    if "step" in given.only:
        speed = stepping(game, given.width, given.seconds)
        print(f"  {speed['rate'] / 1e6:.2f} million steps a second with observations and masks")
        took = {part: f"{1e6 * seconds:.0f}" for part, seconds in speed.items() if part != "rate"}
        parts = ", ".join(f"{part} {time}" for part, time in took.items())
        print(f"    microseconds for {given.width:,} matches, then of every kernel alone: {parts}")
    if "play" in given.only:
        from bestiary.envs.device.games import RandomGames, SortedGames

        for way in (RandomGames, SortedGames):
            games, decisions = whole_games(game, given.games, way)
            rates = f"{decisions / 1e6:.1f} million decisions, {games / 1e6:.2f} million whole games a second"
            print(f"  {rates} ({way.__name__})", flush=True)
    print(f"  done in {timed() - began:.0f} s", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games_named", nargs="*", metavar="GAME")
    parser.add_argument("--width", type=int, default=32_768, help="matches that are stepped side by side")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long stepping is measured")
    parser.add_argument("--games", type=int, default=1_000_000, help="whole games that are measured")
    parser.add_argument("--checked", type=int, default=CHECKED, help="whole games that are compared")
    parser.add_argument("--check-width", type=int, default=256, help="matches that are compared")
    parser.add_argument("--check-steps", type=int, default=300, help="steps that are compared")
    parser.add_argument("--only", nargs="*", default=["equal", "step", "play"], metavar="equal|step|play")
    given = parser.parse_args()
    logging.basicConfig(format="  %(message)s", level=logging.INFO, stream=sys.stdout)
    print(f"revision {revision()}", flush=True)
    failed = 0
    for name in given.games_named or names():
        try:
            report(found(name), given)
        except BestiaryError as problem:
            print(problem, file=sys.stderr, flush=True)
            failed = 2
    return failed


if __name__ == "__main__":
    raise SystemExit(main())
