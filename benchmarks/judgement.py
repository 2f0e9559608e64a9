"""Whether turning points hold: what the judge accuses, searched with up to 50,000 iterations forced on both
moves.

    python benchmarks/judgement.py totem --keep totem.jsonl          200 turning points
    python benchmarks/judgement.py klaw --keep klaw.jsonl --sift --points 40 --minutes 4
    python benchmarks/judgement.py shogun --keep shogun.jsonl --sift --careless 4
    python benchmarks/judgement.py totem --keep whole.jsonl --whole  looks that would have ended it, checked

Novices play whole matches; decisions are judged as the page and ``bestiary analyse --every`` judge them.
Every turning point, not only the five that the page shows of a match, is then searched by one tree for each
of the two moves, all of whose iterations begin with it, with luck of its own. The two are compared after
5,000, 10,000, 20,000 and 50,000 iterations (from the means of batches of 500), each time at 98.75%, so that
all four together err at most five times in a hundred: a turning point holds where the move named as better
is ahead by more than that error at one of them, is refuted where it is behind by more, and does not hold
where 50,000 iterations leave it open.

``--sift`` lets go early of decisions that will hardly be turning points: those in whose first three pairs
there is no loss, and those whose loss is under five points with 95% confidence after six. What is left is
judged exactly as without. ``--every`` takes a part of a match's decisions only. With ``--careless 4`` one
decision in four is made at random, and these are judged: where novices turn a game too seldom to wait for.

A line of JSON for every decision is appended to the file; the same command goes on where it stopped, after
Ctrl-C as after ``--minutes``.
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
from bestiary.agents.judge import FEWEST, LOSS, Case, Judge, Stage, decisions, drained
from bestiary.core.driver import compiled_here
from bestiary.core.game import Game
from bestiary.core.record import Records
from bestiary.core.rng import mixed
from bestiary.run.statistics import student, wilson

LOOKS = (5_000, 10_000, 20_000, 50_000)
BATCH = 500
LEVEL = 1 - 0.05 / len(LOOKS)  # an error of 5% in all, spent in equal parts
HOLDS, OPEN, REFUTED = "holds", "open", "refuted"
WHO = "novice"
SEED = 7

Line = dict[str, Any]


def played(game: Game, players: int, seed: int, careless: int = 0) -> tuple[Match, set[int]]:
    """A match between novices, and which of its entries they have made at random: one in ``careless``."""
    options = {"players": players} if "players" in game.options.all else {}
    match = Match(game, options, seed=seed)
    agent = make_agent(WHO, game)
    blind: set[int] = set()
    while not match.over and not match.game_over:
        seat, n, legal = match.asked[0], len(match.history), match.legal()
        luck, lots = int(mixed(np.uint64(seed), n)), int(mixed(np.uint64(seed), 2_000_000 + n)) >> 1
        if careless and len(legal) > 1 and lots % careless == 0:
            blind.add(n)
            match.play(legal[lots // careless % len(legal)], seat)
        else:
            match.play(agent.choose(match.engine.hidden(match.state, seat), seat, luck), seat)
    return match, blind


def verdict(apart: list[float]) -> tuple[str, float]:
    """What batches of differences say at a look, and the error of their mean."""
    error = student(len(apart) - 1, LEVEL) * float(np.std(apart, ddof=1)) / len(apart) ** 0.5
    mean = float(np.mean(apart))
    return (HOLDS if mean > error else REFUTED if mean < -error else OPEN), error


def deep(
    judge: Judge, seen: Records, seat: int, seed: int, actions: tuple[int, int], whole: bool
) -> tuple[float, float, list[str]]:
    """By how much the second of two moves is ahead, the error of that, and the verdict of every look."""
    trees = [judge.agent.begin(seen, seat, seed, LOOKS[-1], forced=action) for action in actions]
    apart: list[float] = []
    said: list[str] = []
    error = 0.0
    for look in LOOKS:
        while BATCH * len(apart) < look:
            before = [tree.total for tree in trees]
            for tree in trees:
                tree.more(BATCH)
            mine, other = (tree.total - was for tree, was in zip(trees, before, strict=True))
            apart.append((other - mine) / BATCH)
        word, error = verdict(apart)
        said.append(word)
        if word != OPEN and not whole:
            break
    return float(np.mean(apart)), error, said


def hopeless(case: Case) -> str:
    """Why a decision will hardly be a turning point, as ``--sift`` sees it."""
    if len(case.mine) < FEWEST:
        return "no loss in the first pairs" if case.loss.value <= 0 else ""
    return "under five points" if case.loss.high < LOSS else ""


def judged(judge: Judge, case: Case, seen: Records, seat: int, seed: int, sift: bool) -> str:
    """Judges a decision to its end; the first reason for which sifting lets it go, or would have."""
    drained(judge.think(case, Stage.LOOK, seen, seat, seed))
    reason = hopeless(case)
    if not (reason and sift):
        drained(judge.compare(case, seen, seat, seed, FEWEST))
        reason = reason or hopeless(case)
    if not (reason and sift):
        drained(judge.think(case, Stage.WEIGH, seen, seat, seed))
        if not case.settled:
            drained(judge.think(case, Stage.CHECK, seen, seat, seed))
    return reason


def lines_of(
    judge: Judge, game: Game, given: argparse.Namespace, number: int, known: set[int]
) -> Iterator[Line]:
    """What is to be written down of one match: a line for every decision that is not known yet, and one
    for its end."""
    seed = int(mixed(np.uint64(SEED), number)) >> 1
    match, blind = played(game, given.players, seed, given.careless)
    cases = {n: case for n, case in decisions(match).items() if n in blind or not given.careless}
    for k, (n, case) in enumerate(cases.items()):
        if (k + number) % given.every or n in known:
            continue
        seat = match.history[n].seat
        seen = match.engine.hidden(match.state_at(n), seat)
        began = time.process_time()
        reason = judged(judge, case, seen, seat, int(mixed(np.uint64(seed), n)), given.sift)
        line: Line = {
            "match": number,
            "entry": n,
            "move": match.history[n].name,
            "stage": case.stage.name.lower(),
            "let go": reason,
            "sure": case.sure,
            "loss": round(case.loss.value, 4),
            "low": round(case.loss.low, 4),
            "iterations": case.searched,
            "seconds": round(time.process_time() - began, 2),
        }
        if case.turning:
            luck = int(mixed(np.uint64(seed), 1_000_000 + n))
            apart, error, said = deep(judge, seen, seat, luck, (case.played, case.rival), given.whole)
            line |= {"deep": round(apart, 4), "error": round(error, 4), "looks": said}
            line["deep seconds"] = round(time.process_time() - began - line["seconds"], 2)
        yield line
    yield {"match": number, "decisions": len(cases)}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--keep", type=Path, required=True, help="the file that is gone on with")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--points", type=int, default=200, help="turning points")
    parser.add_argument("--minutes", type=float, default=1e9, help="stops after so many")
    parser.add_argument("--sift", action="store_true", help="lets go early of what will hardly be one")
    parser.add_argument("--every", type=int, default=1, help="judges every so many decisions only")
    parser.add_argument(
        "--careless", type=int, default=0, help="one in so many is random, and only it judged"
    )
    parser.add_argument("--first", type=int, default=0, help="the match to begin with")
    parser.add_argument("--whole", action="store_true", help="50,000 iterations, whatever looks say")
    given = parser.parse_args()
    lines = [json.loads(line) for line in given.keep.read_text().splitlines()] if given.keep.exists() else []
    if count(lines) < given.points:
        try:
            gather(given, lines)
        except KeyboardInterrupt:
            print("stopped; the same command goes on", file=sys.stderr)
    report(given.game, lines)


def gather(given: argparse.Namespace, lines: list[Line]) -> None:
    """Goes on until there are enough turning points, or the time is over."""
    ends = time.monotonic() + 60 * given.minutes
    game = load(given.game)
    with compiled_here():
        judge = Judge(game)
        number = max((line["match"] + 1 for line in lines if "decisions" in line), default=given.first)
        while True:
            known = {line["entry"] for line in lines if line["match"] == number and "entry" in line}
            for line in lines_of(judge, game, given, number, known):
                lines.append(line)
                with given.keep.open("a") as file:
                    file.write(json.dumps(line) + "\n")
                if count(lines) >= given.points or time.monotonic() >= ends:
                    return
            number += 1
            print(f"{count(lines)} of {given.points} turning points, {number} matches", file=sys.stderr)


def count(lines: list[Line]) -> int:
    """How many turning points there are."""
    return sum("deep" in line for line in lines)


def report(slug: str, lines: list[Line]) -> None:
    """A row of a table."""
    found = [line for line in lines if "deep" in line]
    judged = [line for line in lines if "entry" in line]
    matches = len({line["match"] for line in judged})
    if not found:
        print(f"| {slug} | {matches} | {len(judged)} | no turning points yet |")
        return
    holds = sum(line["looks"][-1] == HOLDS for line in found)
    refuted = sum(line["looks"][-1] == REFUTED for line in found)
    early = sum(line["looks"][0] != OPEN for line in found)
    # A look that would have ended a point says something else than its last one: only --whole can tell.
    changed = sum(next((w for w in x["looks"] if w != OPEN), OPEN) != x["looks"][-1] for x in found)
    missed = sum(bool(line["let go"]) for line in found)
    share = wilson(holds, len(found))
    print(
        "| game | matches | decisions | turning points | hold | 95% | refuted | left open | decided at 5,000 "
        "| mean loss said | found deeply | CPU seconds a decision | a deep check |"
    )
    print(
        f"| {slug} | {matches} | {len(judged)} | {len(found)} | {share.share:.1%} "
        f"| {share.low:.1%} to {share.high:.1%} | {refuted} | {len(found) - holds - refuted} "
        f"| {early / len(found):.0%} | {100 * np.mean([x['loss'] for x in found]):.1f} "
        f"| {100 * np.mean([x['deep'] for x in found]):.1f} "
        f"| {np.mean([x['seconds'] for x in judged]):.1f} "
        f"| {np.mean([x['deep seconds'] for x in found]):.1f} |"
    )
    print(f"looks overturned: {changed}; turning points that sifting would have let go: {missed}")


if __name__ == "__main__":
    main()
