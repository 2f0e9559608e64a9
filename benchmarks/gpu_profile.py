"""Where the time of a GPU goes: the profiler over one step of every game and over whole random games.

    python benchmarks/gpu_profile.py                 all five games
    python benchmarks/gpu_profile.py klaw --width 16384
    python benchmarks/gpu_profile.py klaw --compact       with compact observations

For every kernel: microseconds, registers, active threads of 32, millions of instructions of all warps,
cycles between two instructions of a warp, what most of them are waited for, issue slots used, warps at
work of those that find room, megabytes from and to memory. Needs ``ncu`` and the right to read the GPU's
counters.
"""

from __future__ import annotations

import argparse
import csv
import io
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from bestiary.core.driver import Engine
from bestiary.core.registry import load, names
from bestiary.envs import VectorEnv

WARM = 100  # steps until the matches are at different points of their games
WIDTH, LARGE = 65_536, {"shogun": 16_384}
GAMES, LONG = 65_536, {"klaw": 32_768, "shogun": 8_192}  # whole games, in at most about a second
SECTIONS = (
    "SpeedOfLight",
    "LaunchStats",
    "InstructionStats",
    "SchedulerStats",
    "WarpStateStats",
    "Occupancy",
)
MEMORY = ("dram__bytes_read.sum", "dram__bytes_write.sum")
KERNEL = re.compile(r"3clocals_3e\d+([a-z]+?)B|(?:^|::)([a-z]+)\[")  # as numba mangles it, and unravelled
STALL = re.compile(r"smsp__average_warps_issue_stalled_(\w+?)_per_issue_active\.ratio")
UNITS = {"ns": 1e-3, "us": 1.0, "ms": 1e3, "s": 1e6}
UNITS |= {"nsecond": 1e-3, "usecond": 1.0, "msecond": 1e3, "second": 1e6}
BYTES = {"byte": 1e-6, "Kbyte": 1e-3, "Mbyte": 1.0, "Gbyte": 1e3}
HEAD = (
    *("game", "kernel", "us", "registers", "threads of 32", "million instructions", "cycles between two"),
    *("most of them for", "issue slots", "warps at work", "MB of memory"),
)


def profiled(slug: str, width: int, games: int, compact: bool) -> None:
    """One step and whole games of a game, between two marks that the profiler heeds."""
    from bestiary.envs.device.games import RandomGames

    env: Any = VectorEnv(slug, width, device="cuda", compact=compact)
    env.reset(seed=1)
    rngs = env.gpu.array(np.arange(width, dtype=np.uint64))
    for _ in range(WARM):
        env.choose(rngs, env.actions)
        env.step(env.actions, wait=False)
    env.choose(rngs, env.actions)
    env.wait()
    whole = RandomGames(Engine(load(slug)), games)
    env.gpu.cu.cuProfilerStart()
    env.step(env.actions)
    whole.play(7)
    env.gpu.cu.cuProfilerStop()


def measured(slug: str, width: int, games: int, seconds: float, compact: bool) -> list[dict[str, str]]:
    """The rows that the profiler writes, a row for every kernel, and a row of units before them."""
    own = [sys.executable, str(Path(__file__)), slug, "--child", "--width", str(width), "--games", str(games)]
    own += ["--compact"] * compact
    asked = ["ncu", "--clock-control", "none", "--profile-from-start", "off", "--csv", "--page", "raw"]
    asked += ["--kernel-name-base", "mangled"]
    for section in SECTIONS:
        asked += ["--section", section]
    for more in (["--metrics", ",".join(MEMORY)], []):  # a name that a profiler does not know stops it
        try:
            done = subprocess.run([*asked, *more, *own], capture_output=True, text=True, timeout=seconds)
        except FileNotFoundError:
            raise SystemExit("ncu, NVIDIA's profiler, is not on the path.") from None
        except subprocess.TimeoutExpired:
            print(f"{slug}: not done in {seconds:.0f} s", file=sys.stderr)
            return []
        lines = done.stdout.splitlines()
        start = next((at for at, line in enumerate(lines) if line.startswith('"ID"')), None)
        if start is not None:
            return list(csv.DictReader(io.StringIO("\n".join(lines[start:]))))
        print(done.stdout[-800:], done.stderr[-800:], file=sys.stderr)
    return []


def number(row: dict[str, str], name: str) -> float:
    """A figure of a row; not a number where the profiler has none."""
    try:
        return float(row.get(name, "").replace(",", ""))
    except ValueError:
        return float("nan")


def plain(name: str) -> str:
    """The name of a kernel as its source has it."""
    found = KERNEL.search(name)
    return found[1] or found[2] if found else name[:40] or "?"


def line(slug: str, units: dict[str, str], row: dict[str, str]) -> list[str]:
    """What is told of a kernel."""
    stalls = {m[1]: number(row, name) for name in row if (m := STALL.fullmatch(name)) and m[1] != "selected"}
    worst = max(
        (one for one in stalls if stalls[one] == stalls[one]), key=lambda one: stalls[one], default="?"
    )
    time = number(row, "gpu__time_duration.sum") * UNITS.get(units.get("gpu__time_duration.sum", ""), 1.0)
    moved = sum(number(row, one) * BYTES.get(units.get(one, ""), 1.0) for one in MEMORY)
    return [
        slug,
        plain(row.get("Kernel Name", "")),
        f"{time:,.0f}",
        f"{number(row, 'launch__registers_per_thread'):.0f}",
        f"{number(row, 'smsp__thread_inst_executed_per_inst_executed.ratio'):.1f}",
        f"{number(row, 'smsp__inst_executed.sum') / 1e6:,.1f}",
        f"{number(row, 'smsp__average_warp_latency_per_inst_issued.ratio'):.1f}",
        f"{worst} {stalls.get(worst, float('nan')):.1f}",
        f"{100 * number(row, 'smsp__issue_active.avg.per_cycle_active'):.0f}%",
        f"{number(row, 'sm__warps_active.avg.pct_of_peak_sustained_active'):.0f}%",
        f"{moved:,.0f}",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("slugs", nargs="*", metavar="GAME")
    parser.add_argument("--width", type=int, default=0, help="matches stepped side by side")
    parser.add_argument("--games", type=int, default=0, help="whole games")
    parser.add_argument("--seconds", type=float, default=120, help="after which a game is given up")
    parser.add_argument("--compact", action="store_true", help="compact observations")
    parser.add_argument("--keep", type=Path, help="a folder for all that the profiler has written")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if not given.child:
        print(f"| {' | '.join(HEAD)} |\n|{' --- |' * len(HEAD)}", flush=True)
    for slug in given.slugs or names():
        width = given.width or LARGE.get(slug, WIDTH)
        games = given.games or LONG.get(slug, GAMES)
        if given.child:
            profiled(slug, width, games, given.compact)
            continue
        rows = measured(slug, width, games, given.seconds, given.compact)
        if given.keep and rows:
            given.keep.mkdir(parents=True, exist_ok=True)
            with (given.keep / f"{slug}.csv").open("w") as file:
                writer = csv.DictWriter(file, list(rows[0]))
                writer.writeheader()
                writer.writerows(rows)
        for row in rows[1:]:
            print(f"| {' | '.join(line(slug, rows[0], row))} |", flush=True)


if __name__ == "__main__":
    main()
