"""The games on a GPU: proves that they are the CPU's, step by step and game by game, then measures them.

    python benchmarks/gpu.py                       all five games
    python benchmarks/gpu.py totem --width 65536   one of them; examples/leduc/leduc:GAME is another
    python benchmarks/gpu.py tiger --compact       compact observations beside plain ones

For every game it prints how long its kernels take to build (from the disk they come at once), compares
matches of all options and numbers of players with the CPU's after every step (observations, masks, rewards,
actors, ends, seeds, states), compares whole random games, then measures steps and whole games.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import logging
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from bestiary.core.driver import Batch, Engine
from bestiary.core.errors import BestiaryError
from bestiary.core.game import Game
from bestiary.core.registry import at, load, names, register
from bestiary.envs import Listed, VectorEnv, dense
from bestiary.testing.bench import settings_of

LONG = 5.0  # seconds of whole games after which they are not played again
CHECKED = 20_000  # whole games compared with the CPU, one by one
MOST = 1 << 18  # matches that are stepped side by side, in at most so much room
ROOM = 8 << 30
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


def stepped(game: Game, width: int, steps: int, **where: Any) -> dict[str, Any]:
    """Steps matches of all options at random: digests of every array after every step, and games ended."""
    settings: list[Mapping[str, Any]] = [
        {"players": n} for n in game.players if "players" in game.options.all
    ]
    settings += settings_of(game, None, max(40, width // 4), seed=1)
    env: Any = VectorEnv(game, width, settings, first=3, **where)
    env.reset(seed=11)
    marks = []
    for turn in range(steps + 1):
        arrays = {name: getattr(env, name) for name in COMPARED}
        arrays["observations"] = rows(arrays["observations"], game.observed)
        arrays["sample"] = env.sample(seed=turn)
        marks.append({name: digest(array) for name, array in arrays.items()})
        env.step(arrays["sample"])
    games = env.games if isinstance(env.games, np.ndarray) else env.games.numpy()
    return {"marks": marks, "ended": int(games.sum()), "observations": width * (steps + 1)}


def rows(seen: Any, size: int) -> Any:
    """Observations as plain rows, where they are lists that hold nothing but them."""
    if not isinstance(seen, Listed):
        return seen
    held = seen.numpy()
    behind = np.arange(held.values.shape[1]) >= held.counts[:, None]
    if held.places[behind].any() or held.values[behind].any() or not held.values[~behind].all():
        raise BestiaryError("lists hold something behind their ends, or a 0")
    return dense(held, size)


def digest(array: Any) -> str:
    """What tells an array from every other one."""
    held = np.ascontiguousarray(array) if isinstance(array, np.ndarray) else array.numpy()
    kind = f"{held.dtype.str if held.dtype.names is None else held.dtype.descr}{held.shape}"
    return hashlib.sha256(kind.encode() + held.tobytes()).hexdigest()[:24]


def whole(batch: Batch) -> list[str]:
    return [digest(batch.scores), digest(batch.lengths)]


def on_cpu(game: Game, given: argparse.Namespace) -> dict[str, Any]:
    """What the CPU makes of the steps and games that are compared."""
    steps = stepped(game, given.check_width, given.check_steps, threads=2)
    return {**steps, "games": whole(Engine(game).batch(given.checked, 7)), "checked": given.checked}


def compare(game: Game, given: argparse.Namespace, cpu: dict[str, Any]) -> None:
    """The same on the GPU: every array after every step, and whole games."""
    from bestiary.envs.device.games import RandomGames

    for compact in (False, True) if given.compact else (False,):
        gpu = stepped(game, given.check_width, given.check_steps, device="cuda", compact=compact)
        for turn, (one, other) in enumerate(zip(gpu["marks"], cpu["marks"], strict=True)):
            wrong = [name for name in one if one[name] != other[name]]
            if wrong:
                raise BestiaryError(
                    f"{game.slug}: {', '.join(wrong)} differ from the CPU's after {turn} steps"
                )
        what = f"{cpu['observations']:,} {'compact ' if compact else ''}observations"
        print(f"  {what} with all beside them equal to the CPU's; {cpu['ended']:,} games ended", flush=True)
    mine = RandomGames(Engine(game), given.checked)
    mine.play(7)
    if whole(mine.found()) != cpu["games"]:
        raise BestiaryError(f"{game.slug}: whole games differ from the CPU's")
    print(f"  {given.checked:,} whole random games equal to the CPU's", flush=True)


def fitting(game: Game) -> int:
    """How many matches are worth stepping side by side: the more the better, up to some gigabytes."""
    each = game.state.itemsize + 8 * game.observed + len(game.actions)
    return min(MOST, 1 << (ROOM // each).bit_length() - 1)


def stepping(game: Game, width: int, seconds: float, compact: bool) -> dict[str, float]:
    """Steps with observations and masks, random legal actions chosen on the GPU; shares of the kernels."""
    from bestiary.envs.device.env import PLAY

    env: Any = VectorEnv(game, width, device="cuda", compact=compact)
    parts = (*PLAY, *env.look)
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
    shares = dict.fromkeys(parts, 0.0)
    for _ in range(20):
        env._launch(pick, width)
        for part in parts:
            env.gpu.wait()
            began = timed()
            env._run(part)
            env.gpu.wait()
            shares[part] += (timed() - began) / 20
    return {"rate": width * count / took, "step": took / count, **shares}


def whole_games(game: Game, games: int, pace: int) -> tuple[float, float]:
    """Games and decisions a second: of three runs the middle one, or a long one."""
    from bestiary.envs.device import games as device_games
    from bestiary.envs.device.games import RandomGames

    device_games.PACE = pace or device_games.PACE
    mine = RandomGames(Engine(game), games)
    times: list[float] = []
    while len(times) < 3 and sum(times) < LONG:
        began = timed()
        mine.play(7)
        times.append(timed() - began)
    lengths = mine.lengths.numpy()
    if (lengths < 0).any():
        raise BestiaryError(f"{game.slug}: a game did not end within the declared bound")
    took = sorted(times)[len(times) // 2]
    return games / took, float(lengths.sum()) / took


def revision() -> str:
    """The revision of these sources, where git knows it."""
    try:
        said = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True)
        return said.stdout.strip() or "unknown"
    except OSError:
        return "unknown"


def report(game: Game, given: argparse.Namespace, kept: Mapping[str, Any]) -> None:
    """All of one game."""
    slug, began = game.slug, timed()
    first: Any = VectorEnv(game, 1, device="cuda")
    print(f"{slug} on {first.gpu.name}: kernels of a step there after {timed() - began:.1f} s", flush=True)
    if "equal" in given.only:
        compare(game, given, kept[slug] if slug in kept else on_cpu(game, given))
    if "step" in given.only:
        width = given.width or fitting(game)
        rates = []
        for compact in (False, True) if given.compact else (False,):
            speed = stepping(game, width, given.seconds, compact)
            rates.append(speed.pop("rate"))
            what = f"{'compact ' if compact else ''}observations and masks"
            print(f"  {rates[-1] / 1e6:.2f} million steps a second with {what}")
            parts = ", ".join(f"{part} {1e6 * seconds:.0f}" for part, seconds in speed.items())
            print(f"    microseconds for {width:,} matches, then of every kernel alone: {parts}", flush=True)
        if given.compact:
            print(f"  {rates[1] / rates[0]:.2f} times as many steps with compact observations", flush=True)
    if "play" in given.only:
        games, decisions = whole_games(game, given.games, given.pace)
        print(
            f"  {decisions / 1e6:.1f} million decisions, {games / 1e6:.3f} million whole games a second",
            flush=True,
        )
    print(f"  done in {timed() - began:.0f} s", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games_named", nargs="*", metavar="GAME")
    parser.add_argument(
        "--width", type=int, default=0, help="matches stepped side by side; 0: as many as fit"
    )
    parser.add_argument("--seconds", type=float, default=3.0, help="how long stepping is measured")
    parser.add_argument("--games", type=int, default=1_000_000, help="whole games that are measured")
    parser.add_argument("--pace", type=int, default=0, help="decisions after which threads begin new games")
    parser.add_argument("--checked", type=int, default=CHECKED, help="whole games that are compared")
    parser.add_argument("--check-width", type=int, default=256, help="matches that are compared")
    parser.add_argument("--check-steps", type=int, default=300, help="steps that are compared")
    parser.add_argument("--only", nargs="*", default=["equal", "step", "play"], metavar="equal|step|play")
    parser.add_argument("--compact", action="store_true", help="compact observations beside plain ones")
    parser.add_argument("--write", type=Path, help="keeps the CPU's results in this file; needs no GPU")
    parser.add_argument("--against", type=Path, help="compares with results kept so, perhaps elsewhere")
    given = parser.parse_args()
    kept = json.loads(given.against.read_text()) if given.against else {}
    logging.basicConfig(format="  %(message)s", level=logging.INFO, stream=sys.stdout)
    print(f"revision {revision()}", flush=True)
    failed = 0
    for name in given.games_named or names():
        try:
            game = found(name)
            if given.write:
                kept[game.slug] = on_cpu(game, given)
                given.write.write_text(json.dumps(kept))
            else:
                report(game, given, kept)
        except BestiaryError as problem:
            print(problem, file=sys.stderr, flush=True)
            failed = 2
    return failed


if __name__ == "__main__":
    raise SystemExit(main())
