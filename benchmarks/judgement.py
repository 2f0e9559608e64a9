"""Whether turning points hold: what the judge accuses, searched with 50,000 iterations forced on both
moves.

    python benchmarks/judgement.py totem --keep totem.jsonl          200 turning points
    python benchmarks/judgement.py klaw --keep klaw.jsonl --points 40 --minutes 4

Novices play whole matches; every decision is judged as the page and ``bestiary analyse --every`` judge it.
Every turning point, not only the five that the page shows of a match, is then searched by one tree for each
of the two moves, all of whose iterations begin with it, with luck of its own. It holds where the move named
as better comes out ahead by more than the 95% error of the two trees (from the means of 50 batches).

A line of JSON for every decision that was judged deeply is appended to the file, one match at a time; the
same command goes on where it stopped, after Ctrl-C as after ``--minutes``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from bestiary import Match, load
from bestiary.agents import make_agent
from bestiary.agents.judge import Case, Judge, decisions, drained, settle
from bestiary.core.driver import compiled_here
from bestiary.core.game import Game
from bestiary.core.rng import mixed
from bestiary.run.statistics import student, wilson

DEEP = 50_000
BATCHES = 50
WHO = "novice"
SEED = 7


def played(game: Game, players: int, seed: int) -> Match:
    """A match between novices."""
    options = {"players": players} if "players" in game.options.all else {}
    match = Match(game, options, seed=seed)
    agent = make_agent(WHO, game)
    while not match.over and not match.game_over:
        seat = match.asked[0]
        luck = int(mixed(np.uint64(seed), len(match.history)))
        match.play(agent.choose(match.engine.hidden(match.state, seat), seat, luck), seat)
    return match


def deep(
    judge: Judge, seen: Any, seat: int, seed: int, actions: tuple[int, int]
) -> tuple[list[float], float]:
    """The values of two moves by a tree each, and the 95% error of their difference."""
    batches = np.zeros((2, BATCHES))
    for k, action in enumerate(actions):
        search = judge.agent.begin(seen, seat, seed, DEEP, forced=action)
        before = 0.0
        for b in range(BATCHES):
            search.more(DEEP // BATCHES)
            batches[k, b] = (search.total - before) / (DEEP // BATCHES)
            before = search.total
    apart = batches[1] - batches[0]
    error = student(BATCHES - 1) * float(apart.std(ddof=1)) / BATCHES**0.5
    return [float(x) for x in batches.mean(axis=1)], error


def judged(judge: Judge, match: Match, seed: int) -> dict[int, Case]:
    """All decisions of a match, as everybody judges them."""
    cases = decisions(match)
    drained(settle(judge, cases, match, seed))
    return cases


def points(judge: Judge, game: Game, players: int, number: int) -> Iterator[dict[str, Any]]:
    """What is to be written down of one match: a line for itself, and one for every turning point."""
    seed = int(mixed(np.uint64(SEED), number)) >> 1
    match = played(game, players, seed)
    began = time.perf_counter()
    cases = judged(judge, match, seed)
    took = time.perf_counter() - began
    margins = sorted(case.loss.margin for case in cases.values())
    yield {
        "match": number,
        "decisions": len(cases),
        "sure": sum(case.sure for case in cases.values()),
        "widest": round(margins[-1], 4) if margins else 0.0,
        "seconds": round(took, 2),
        "iterations": sum(case.searched for case in cases.values()),
    }
    for n, case in cases.items():
        if not case.turning:
            continue
        seat = match.history[n].seat
        seen = match.engine.hidden(match.state_at(n), seat)
        luck = int(mixed(np.uint64(seed), 1_000_000 + n))
        (mine, other), error = deep(judge, seen, seat, luck, (case.played, case.rival))
        yield {
            "match": number,
            "entry": n,
            "move": match.history[n].name,
            "loss": round(case.loss.value, 4),
            "low": round(case.loss.low, 4),
            "deep": round(other - mine, 4),
            "error": round(error, 4),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--keep", type=Path, required=True, help="the file that is gone on with")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--points", type=int, default=200, help="turning points")
    parser.add_argument(
        "--minutes", type=float, default=1e9, help="stops after the match in which they are over"
    )
    given = parser.parse_args()
    lines = [json.loads(line) for line in given.keep.read_text().splitlines()] if given.keep.exists() else []
    game = load(given.game)
    with compiled_here():
        judge = Judge(game)
    ends = time.monotonic() + 60 * given.minutes
    number = max((line["match"] for line in lines), default=-1) + 1
    try:
        while count(lines) < given.points and time.monotonic() < ends:
            with compiled_here():
                made = list(points(judge, game, given.players, number))
            with given.keep.open("a") as file:
                file.writelines(json.dumps(line) + "\n" for line in made)
            lines += made
            number += 1
            print(
                f"{count(lines)} of {given.points} turning points, {number} matches",
                file=sys.stderr,
                flush=True,
            )
    except KeyboardInterrupt:
        print("stopped; the same command goes on", file=sys.stderr)
    report(given.game, lines)


def count(lines: list[dict[str, Any]]) -> int:
    """How many turning points there are."""
    return sum("deep" in line for line in lines)


def report(slug: str, lines: list[dict[str, Any]]) -> None:
    """A row of a table."""
    found = [line for line in lines if "deep" in line]
    matches = [line for line in lines if "decisions" in line]
    if not found:
        print(f"| {slug} | {len(matches)} | no turning points yet |")
        return
    holds = sum(line["deep"] > line["error"] for line in found)
    ahead = sum(line["deep"] > 0 for line in found)
    half = sum(line["deep"] >= 0.025 for line in found)
    share = wilson(holds, len(found))
    decided = sum(line["decisions"] for line in matches)
    sure = sum(line["sure"] for line in matches)
    print(
        "| game | matches | decisions | known to 3 points | turning points | hold | 95% | ahead at all "
        "| at least 2.5 points | mean loss said | found deeply | seconds a match |"
    )
    print(
        f"| {slug} | {len(matches)} | {decided} | {sure / decided:.1%} | {len(found)} | {share.share:.1%} "
        f"| {share.low:.1%} to {share.high:.1%} | {ahead / len(found):.1%} | {half / len(found):.1%} "
        f"| {100 * np.mean([x['loss'] for x in found]):.1f} "
        f"| {100 * np.mean([x['deep'] for x in found]):.1f} "
        f"| {np.mean([x['seconds'] for x in matches]):.1f} |"
    )


if __name__ == "__main__":
    main()
