"""How long a command of a compiled game takes, from the shell to its end.

    python benchmarks/warm.py                          every game
    python benchmarks/warm.py shogun --beside ../old   two checkouts in turn, in one run

Each game is compiled first where it is not (``bestiary prepare``), and each command is run twice unmeasured.
Then come rounds, in which every checkout has its turn; told are medians, of the time that passed and of the
processor's, which others on it change less. ``sim`` plays a game, ``play`` shows the table, asks for a move
and finds that nobody answers. Exit code 1 where the bar of one second is missed.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from bestiary.core.registry import names

HERE = Path(__file__).resolve().parents[1]
COMMANDS = {"sim": ("--games", "1"), "play": ("--plain", "--seed", "7")}
BAR = 1.0  # seconds


def used() -> float:
    """Seconds of processor time of all processes that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def command(checkout: Path, *words: str) -> tuple[float, float]:
    """Seconds that a command takes in a checkout: on the clock, and of the processor."""
    with tempfile.TemporaryDirectory() as matches:
        env = {**os.environ, "PYTHONPATH": str(checkout / "src"), "BESTIARY_MATCHES": matches}
        env.pop("PYTHONDONTWRITEBYTECODE", None)  # Python keeps what it has translated, as it usually does
        began, before = time.perf_counter(), used()
        done = subprocess.run(
            [sys.executable, "-m", "bestiary", *words],
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        took = time.perf_counter() - began, used() - before
    if done.returncode:
        sys.exit(f"bestiary {' '.join(words)} in {checkout} ended with {done.returncode}:\n{done.stderr}")
    return took


def main() -> None:
    """Measures; exit code 1 where a command of this checkout misses the bar."""
    asked = argparse.ArgumentParser()
    asked.add_argument("games", nargs="*", choices=[[], *names()])
    asked.add_argument("--beside", type=Path, metavar="CHECKOUT")
    asked.add_argument("--rounds", type=int, default=9)
    given = asked.parse_args()
    games = given.games or names()
    checkouts = [*([given.beside.resolve()] if given.beside else []), HERE]
    missed = False
    heads = [f"{checkout.name} {word}" for word in COMMANDS for checkout in checkouts]
    print(f"| | {' | '.join(heads)} |\n| --- |{' ---: |' * len(heads)}", flush=True)
    for game in games:
        for checkout in checkouts:
            command(checkout, "prepare", game)
        row: list[list[float]] = []
        for word, more in COMMANDS.items():
            took: dict[Path, list[tuple[float, float]]] = {checkout: [] for checkout in checkouts}
            for _ in range(given.rounds + 2):
                for checkout, times in took.items():
                    times.append(command(checkout, word, game, *more))
            row += [[median(kind) for kind in zip(*times[2:], strict=True)] for times in took.values()]
            missed |= row[-1][0] > BAR
        print(f"| {game} | {' | '.join(f'{clock:.2f} ({cpu:.2f}) s' for clock, cpu in row)} |", flush=True)
    sys.exit(missed)


if __name__ == "__main__":
    main()
