"""How little a perfect opponent wins against the small learner on Leduc, as it learns.

    python benchmarks/leduc.py --updates 500 --seeds 11 12

Mirror descent: every update stays near the policy that played (``stay``), the more the later, and an even
policy is worth less and less. The network has to follow these steps closely: hence many small steps of the
gradient for what was played. One core; seconds are those of the processor.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "examples" / "leduc"))
from leduc import GAME
from questions import Questions

from bestiary.learn.small import Small, SmallMethod

METHOD = SmallMethod(trace=1.0, batch=512, epochs=4, steepest=10.0, averaged=0.01)
EVEN = 0.8  # what an even policy is worth at first; then as the root of the updates falls,
LEAST = 0.05  # but no further: below, policies begin to swing
STAY = 3.0, 10.0  # at first and at the end
RATE = 1e-3, 2e-4
WIDTH, STEPS, HIDDEN = 256, 64, 128
UPDATES, EVERY = 500, 20


def rows(questions: Questions, updates: int, seed: int) -> Iterator[str]:
    """The lines of a table, as they are found."""
    learner = Small(GAME, WIDTH, STEPS, HIDDEN, seed=seed, method=METHOD)
    spent = 0.0
    for n in range(updates):
        began = time.process_time()
        learner.method = replace(METHOD, stay=between(STAY, n / updates))
        learner.update(between(RATE, n / updates), max(LEAST, EVEN / sqrt(n + 1)))
        spent += time.process_time() - began
        if (n + 1) % EVERY == 0 or n + 1 == updates:
            left = questions.exploitability(questions.played_by(learner.network()))
            yield f"| {seed} | {n + 1} | {(n + 1) * WIDTH * STEPS:,} | {spent:.0f} | {left:.3f} |"


def between(ends: tuple[float, float], done: float) -> float:
    """A figure on its way from one value to another, by equal factors."""
    first, last = ends
    return float(first * (last / first) ** done)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--updates", type=int, default=UPDATES)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1], help="one after the other")
    given = parser.parse_args()
    if given.updates < 1:
        parser.error("at least one update is needed")
    questions = Questions()
    print("| seed | updates | decisions | seconds | exploitability |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    try:
        for seed in given.seeds:
            for line in rows(questions, given.updates, seed):
                print(line, flush=True)
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
