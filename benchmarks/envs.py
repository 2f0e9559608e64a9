"""How fast the environments step: ``python benchmarks/envs.py [--compact] [GAME ...]``.

``--compact`` steps VectorEnv alone, with compact observations beside plain ones, turn by turn in one run,
and with a sum over all observations after every step, for what whoever reads them has of it.

Random legal play. A step counts with its observation and its mask; choosing the actions does not
count for VectorEnv and does for the others. Rates are given by the second and by the second of
processor time, which a busy machine does not distort.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

import numpy as np

from bestiary.core.registry import names
from bestiary.envs import SeatEnv, VectorEnv, aec

SECONDS = 1.0
REPEATS = 3
WIDTH = 1024


class Clock:
    """Wall and processor time of what runs inside."""

    def __init__(self) -> None:
        self.wall = self.processor = 0.0
        self.steps = 0

    def __enter__(self) -> None:
        self._from = time.perf_counter(), time.process_time()

    def __exit__(self, *_: object) -> None:
        self.wall += time.perf_counter() - self._from[0]
        self.processor += time.process_time() - self._from[1]


def step_aec(make: Callable[[], aec.Env], clock: Clock) -> None:
    env = make()
    pick = random.Random(1)
    with clock:
        end = time.process_time() + SECONDS
        while time.process_time() < end:
            env.reset(seed=clock.steps)
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = observation["action_mask"].nonzero()[0]
                env.step(int(legal[int(pick.random() * len(legal))]))
                clock.steps += 1


def step_seat(slug: str, clock: Clock) -> None:
    env = SeatEnv(slug, seat=0, opponents="random")
    pick = random.Random(1)
    with clock:
        end = time.process_time() + SECONDS
        while time.process_time() < end:
            _, info = env.reset(seed=clock.steps)
            over = False
            while not over:
                legal = info["action_mask"].nonzero()[0]
                _, _, over, _, info = env.step(int(legal[int(pick.random() * len(legal))]))
                clock.steps += 1


def step_vector(slug: str, threads: int, clock: Clock) -> None:
    env = VectorEnv(slug, WIDTH, threads=threads)
    rngs, actions = np.arange(WIDTH, dtype=np.uint64), np.zeros(WIDTH, np.int64)
    while clock.processor < SECONDS:
        env.choose(rngs, actions)
        with clock:
            env.step(actions)
        clock.steps += WIDTH
    env.close()


def beside(slug: str, width: int) -> str:
    """VectorEnv with plain and with compact observations, which take turns: a row of a table."""
    envs = [VectorEnv(slug, width, compact=compact) for compact in (False, True)]
    rngs, actions = np.arange(width, dtype=np.uint64), np.zeros(width, np.int64)
    steps: list[list[float]] = [[], []]
    reads: list[list[float]] = [[], []]
    for env in envs:
        env.step(env.sample(seed=1))
    end = time.process_time() + 4 * SECONDS
    while time.process_time() < end:
        envs[0].choose(rngs, actions)
        for which, env in enumerate(envs):
            began = time.process_time()
            step = env.step(actions)
            stepped = time.process_time()
            seen = step.observations.values if env.compact else step.observations
            seen.sum(axis=1)
            steps[which].append(stepped - began)
            reads[which].append(time.process_time() - stepped)
    took = [float(np.median(each)) for each in (*steps, *reads)]
    sizes = [envs[0].observations.nbytes, sum(one.nbytes for one in envs[1].observations)]
    rates = [f"{width / one:,.0f}" for one in took[:2]]
    ratios = took[0] / took[1], (took[0] + took[2]) / (took[1] + took[3]), sizes[0] / sizes[1]
    return " | ".join([slug, f"{width:,}", *rates, *(f"{ratio:.2f}" for ratio in ratios)])


def best(work: Callable[[Clock], None]) -> tuple[float, float]:
    """Steps a second, and steps a second of processor time: the best of a few runs."""
    work(Clock())
    clocks = [Clock() for _ in range(REPEATS)]
    for clock in clocks:
        work(clock)
    return max(c.steps / c.wall for c in clocks), max(c.steps / c.processor for c in clocks)


def main() -> None:
    """Prints a table."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    reader.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(names())}")
    reader.add_argument("--compact", action="store_true", help="compact observations beside plain ones")
    given = reader.parse_args()
    if strange := sorted(set(given.games) - set(names())):
        reader.error(f"there is no game {strange[0]!r}; there is: {', '.join(names())}")
    if given.compact:
        print("| game | matches | plain steps a second | compact | ratio | with reading | bytes of plain |")
        print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
        for slug in given.games or names():
            for width in (WIDTH, 8 * WIDTH):
                print(f"| {beside(slug, width)} |", flush=True)
        return
    print("| game | environment | steps a second | by processor time |")
    print("| --- | --- | ---: | ---: |")
    for slug in given.games or ["totem"]:
        rows: dict[str, Callable[[Clock], None]] = {
            "PettingZoo": lambda c, s=slug: step_aec(lambda: aec.env(s), c),  # type: ignore[misc]
            "PettingZoo, raw": lambda c, s=slug: step_aec(lambda: aec.raw_env(s), c),  # type: ignore[misc]
            "Gymnasium against random": lambda c, s=slug: step_seat(s, c),  # type: ignore[misc]
            f"VectorEnv of {WIDTH}": lambda c, s=slug: step_vector(s, 1, c),  # type: ignore[misc]
            f"VectorEnv of {WIDTH}, 2 threads": lambda c, s=slug: step_vector(s, 2, c),  # type: ignore[misc]
        }
        for name, work in rows.items():
            wall, processor = best(work)
            print(f"| {slug} | {name} | {wall:,.0f} | {processor:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
