"""Bestiary beside its peers: the same work, one process, one core, in turns.

    make peers                                   sets the peers up in build/peers, runs everything
    python benchmarks/peers.py --rounds 3 leduc  one part: leduc, copies, search, duel, games

Every side works for the same stretch of processor time in every round, one after the other, so that
whatever else the machine does meets all alike. Figures are medians over the rounds, by the second of
processor time; ratios are medians of the ratios within a round. A peer that is not installed is said to
be missing, one that fails to have failed; then the exit code is 1. With --write the results go to
benchmarks/results.md.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

CORE = min(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
if CORE is not None:
    os.sched_setaffinity(0, {CORE})
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[_name] = "1"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

sys.path.insert(0, str(Path(__file__).parent))
import leduc_search  # noqa: E402 (threads are counted at import)
from sides import Side, ours, ratio, searches, theirs  # noqa: E402

RESULTS = Path(__file__).with_name("results.md")
LIBRARIES = ("bestiary", "numba", "numpy", "open_spiel", "rlcard", "pettingzoo", "pgx", "jax", "gymnasium")
GAMES = ("totem", "totemic", "tiger", "klaw", "shogun")
DUEL = "duel"  # the part that is no race: our search against OpenSpiel's
WIDTHS = (1024, 16384)  # games that pgx plays at once


@dataclass(frozen=True)
class Group:
    """Work that several sides do, and the side that the others are compared with."""

    key: str
    title: str
    unit: str
    note: str
    sides: list[Side]


@dataclass(frozen=True)
class Bar:
    """What is promised: so many times as fast as the fastest of some sides, or so many a second."""

    says: str
    side: str
    least: float
    against: tuple[str, ...] = ()


def groups() -> list[Group]:
    """All parts of the comparison."""
    scans = [
        Side(f"pgx {w}", f"pgx, {w:,} games at once, {theirs.SCAN} steps a call", partial(_scan, w))
        for w in WIDTHS
    ]
    steps = [
        Side(f"pgx step {w}", f"pgx, {w:,} games at once, one step a call", partial(_step, w)) for w in WIDTHS
    ]
    leduc = [
        Side("driver", "**Bestiary, compiled driver**", lambda: ours.driver("leduc", ours.GAMES)),
        Side(
            "vector",
            f"**Bestiary, VectorEnv of {ours.WIDTH:,}, observations and masks**",
            lambda: ours.vector("leduc"),
        ),
        Side("aec", "**Bestiary, PettingZoo adapter**", lambda: ours.adapter("leduc")),
        Side("engine", "**Bestiary, Python loop over the engine**", lambda: ours.engine_loop("leduc")),
        Side("match", "**Bestiary, Python loop over a match**", lambda: ours.match_loop("leduc")),
        Side("spiel", "OpenSpiel C++ through Python", lambda: theirs.spiel("leduc_poker")),
        *scans,
        *steps,
        Side("rlcard", "RLCard", lambda: theirs.rlcard("leduc-holdem")),
        Side("zoo", "PettingZoo leduc_holdem_v4", lambda: theirs.pettingzoo("leduc_holdem_v4")),
    ]
    copies = [
        Side(
            "record copy",
            "**Bestiary, in compiled code (what a search does)**",
            lambda: ours.record_copies("leduc"),
        ),
        Side("engine copy", "**Bestiary, `engine.copy` from Python**", lambda: ours.engine_copies("leduc")),
        Side(
            "aec copy",
            "**Bestiary, `clone` of the PettingZoo adapter**",
            lambda: ours.adapter_copies("leduc"),
        ),
        Side("spiel copy", "OpenSpiel C++, `state.clone()`", lambda: theirs.spiel_copies("leduc_poker")),
        Side("rlcard copy", "RLCard, `deepcopy` of the game", lambda: theirs.rlcard_copies("leduc-holdem")),
        Side("zoo copy", "PettingZoo, `deepcopy`", lambda: theirs.pettingzoo_copies("leduc_holdem_v4")),
    ]
    search = [
        Side("search", "**Bestiary**", searches.ours),
        Side("cpp bot", "OpenSpiel `pyspiel.ISMCTSBot` (C++)", searches.spiel_cpp),
        Side("python bot", "OpenSpiel `ismcts.ISMCTSBot` (Python)", searches.spiel_python),
    ]
    return [
        Group(
            "leduc",
            "Leduc hold'em, random play",
            "decisions a second",
            "OpenSpiel and pgx play the same rules. RLCard, which PettingZoo's environment is made of, has "
            "blinds in place of antes. pgx computes its observations in every step; random choices count "
            "on all sides.",
            leduc,
        ),
        Group(
            "copies",
            "Exact copies of a game of Leduc in progress",
            "copies a second",
            "pgx states are values and need none.",
            copies,
        ),
        Group(
            "search",
            "Information-set tree search on Leduc",
            "iterations a second",
            f"Searches of {searches.ITERATIONS:,} iterations from the opening question, one random playout "
            "an iteration.",
            search,
        ),
        Group(
            "games",
            "The five games, and the peers' nearest in size",
            "decisions a second",
            "Different games: the order of magnitude is what counts. Ours with their default options.",
            list(_games()),
        ),
    ]


def _scan(width: int) -> object:
    return theirs.pgx_scan("leduc_holdem", width)


def _step(width: int) -> object:
    return theirs.pgx_step("leduc_holdem", width)


def _games() -> Iterable[Side]:
    for slug in GAMES:
        yield Side(f"{slug} driver", f"**{slug}, compiled driver**", partial(ours.driver, slug, ours.FEWER))
        yield Side(f"{slug} vector", f"**{slug}, VectorEnv of {ours.WIDTH:,}**", partial(ours.vector, slug))
        yield Side(f"{slug} aec", f"**{slug}, PettingZoo adapter**", partial(ours.adapter, slug))
    for name in ("gin_rummy", "hearts"):
        yield Side(name, f"OpenSpiel C++ through Python, {name}", partial(theirs.spiel, name))
    for name in ("uno", "gin-rummy"):
        yield Side(f"rlcard {name}", f"RLCard, {name}", partial(theirs.rlcard, name))
    name = "texas_holdem_no_limit_v6"
    yield Side(f"zoo {name}", f"PettingZoo, {name}", partial(theirs.pettingzoo, name))
    for name in ("sparrow_mahjong", "backgammon"):
        label = f"pgx, {name}, {WIDTHS[0]:,} at once"
        yield Side(f"pgx {name}", label, partial(theirs.pgx_scan, name, WIDTHS[0]))


PGX = tuple(f"pgx {way}{w}" for way in ("", "step ") for w in WIDTHS)
BARS = (
    Bar("Leduc: driver beside OpenSpiel C++ through Python", "driver", 50, ("spiel",)),
    Bar("Leduc: driver beside pgx, its fastest", "driver", 25, PGX),
    Bar("Leduc: VectorEnv beside pgx, its fastest", "vector", 5, PGX),
    Bar("Leduc: PettingZoo adapter beside PettingZoo's own", "aec", 10, ("zoo",)),
    Bar("Leduc: search beside OpenSpiel's C++ bot", "search", 2, ("cpp bot",)),
    Bar("Totem: PettingZoo adapter, steps a second", "totem aec", 25_000),
    Bar("Totem: VectorEnv, steps a second", "totem vector", 1_000_000),
)


def measure(group: Group, rounds: int, seconds: float) -> None:
    """All sides of a group, in turns."""
    for side in group.sides:
        print(f"  {group.key}: {side.name.strip('*')} ...", end=" ", file=sys.stderr, flush=True)
        began = time.perf_counter()
        side.prepare(seconds)
        took = time.perf_counter() - began
        print(side.missing or f"ready after {took:.0f} s", file=sys.stderr, flush=True)
    for n in range(rounds):
        for side in group.sides:
            side.round()
        print(f"  {group.key}: round {n + 1} of {rounds}", file=sys.stderr, flush=True)


def figure(rate: float) -> str:
    """Three digits that mean something."""
    if rate >= 1e6:
        return f"{rate / 1e6:,.2f} million"
    return f"{float(f'{rate:.3g}'):,.{2 if rate < 10 else 1 if rate < 100 else 0}f}"


def table(group: Group) -> list[str]:
    """A group as a table; ratios are those of the first side, ours, to each of the others."""
    first = group.sides[0]
    compared = group.key != "games"
    lines = [f"## {group.title}", "", group.note, ""]
    lines += [f"| side | {group.unit} |" + (" the first is so many times as fast |" if compared else "")]
    lines += ["| --- | ---: |" + (" ---: |" if compared else "")]
    for side in group.sides:
        times = ""
        if compared:
            known = side.rates and first.rates
            times = " 1 |" if side is first else f" {figure(ratio(first, side))} |" if known else " |"
        lines.append(f"| {side.name} | {side.missing or figure(side.rate)} |{times}")
    return [*lines, ""]


def judged(sides: dict[str, Side]) -> list[str]:
    """The bars, and whether they are met in this run."""
    lines = ["## Bars", "", "| promise | at least | measured | met |", "| --- | ---: | ---: | --- |"]
    for bar in BARS:
        side = sides.get(bar.side)
        found = [sides[k] for k in bar.against if k in sides and sides[k].rates]
        if side is None or not side.rates or (bar.against and not found):
            lines.append(f"| {bar.says} | {bar.least:,.0f} | not measured | |")
            continue
        measured = min((ratio(side, other) for other in found), default=side.rate)
        shown, least = (f"{measured:,.1f} times", f"{bar.least:.0f} times")
        if not bar.against:
            shown, least = figure(measured), figure(bar.least)
        lines.append(f"| {bar.says} | {least} | {shown} | {'yes' if measured >= bar.least else '**no**'} |")
    return [*lines, ""]


def versions() -> str:
    """Of everything that took part."""
    found = [f"Python {platform.python_version()}"]
    for name in LIBRARIES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"{name} not installed")
    return ", ".join(found)


def duel() -> list[str]:
    """Our search against OpenSpiel's, as a section of the page; what fails says so there."""
    lines = [f"## {leduc_search.TITLE}", "", leduc_search.NOTE, ""]
    try:
        lines += leduc_search.rows()
    except ImportError as problem:
        lines.append(f"Not played: {problem.name or problem} is not installed.")
    except Exception as problem:  # the page is written all the same
        lines.append(f"**Failed**: {type(problem).__name__}: {problem}".rstrip(": "))
    return [*lines, ""]


def page(done: list[Group], played: list[str], given: argparse.Namespace) -> str:
    """The results as a page."""
    sides = {side.key: side for group in done for side in group.sides}
    lines = [
        "# Beside the peers",
        "",
        "Written by `make peers` (`python benchmarks/peers.py --write`): one process on one core, "
        f"{given.rounds} rounds in which every side works for {given.seconds:g} s of processor time, one "
        "after the other. Figures are medians by the second of processor time on a small shared machine; "
        "on another one compare the ratios.",
        "",
        f"{versions()}; {platform.system()} on {platform.machine()}.",
        "",
        *judged(sides),
    ]
    for group in done:
        lines += table(group)
    return "\n".join([*lines, *played])


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    known = {group.key: group for group in groups()}
    parts = [*known, DUEL]
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(parts)}; all by default")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.25, help="of every side in every round")
    parser.add_argument("--write", action="store_true", help=f"into benchmarks/{RESULTS.name}")
    given = parser.parse_args()
    unknown = [part for part in given.parts if part not in parts]
    if unknown:
        parser.error(f"there is no part '{unknown[0]}'; there are {', '.join(parts)}")
    if given.rounds < 1 or given.seconds <= 0:
        parser.error("at least one round, and more than 0 seconds")
    if given.write and given.parts:
        parser.error("--write is for the whole run, without parts")
    wanted = given.parts or parts
    done = [group for key, group in known.items() if key in wanted]
    began = time.perf_counter()
    try:
        for group in done:
            measure(group, given.rounds, given.seconds)
        played = duel() if DUEL in wanted else []
    except KeyboardInterrupt:
        print("Stopped; nothing is written.", file=sys.stderr)
        return 130
    made = page(done, played, given)
    print(made)
    print(f"in {(time.perf_counter() - began) / 60:.1f} minutes", file=sys.stderr)
    if given.write:
        RESULTS.write_text(made, encoding="utf-8")
    failed = [side.name.strip("*") for group in done for side in group.sides if side.failed]
    if any(line.startswith("**Failed**") for line in played):
        failed.append(leduc_search.TITLE)
    for name in failed:
        print(f"failed: {name}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
