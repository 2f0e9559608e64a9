"""The twin check: compiled and interpreted rules agree at every step.

A child process without the compiler replays the same seeds and choices and sends digests back.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from bestiary.core import jit
from bestiary.core.driver import Engine
from bestiary.core.game import Game
from bestiary.core.registry import address

from .bench import Bench, legal_of, walk

GAMES = 6
WHY_EVERY = 20  # decisions between two questions about every action, which are slow interpreted
SEEN_EVERY = 3  # decisions between two looks, through another seat's eyes each time

Trace = list[dict[str, str]]


def trace(game: Game, run: Mapping[str, Any]) -> Trace:
    """Digests of everything that the contract gives, for every step of a game."""
    engine = Engine(game)
    states = engine.start(run["options"], run["seed"])
    log = engine.new_log()
    choices = legal_of(engine, states)
    steps = [_step(engine, states, log, choices, 0)]
    for n, action in enumerate(run["actions"], 1):
        if action not in choices:
            steps[-1]["legal"] = f"without action {action}"
            break
        engine.apply(states, action, log=log)
        choices = legal_of(engine, states)
        steps.append(_step(engine, states, log, choices, n))
    return steps


def _step(engine: Engine, states: Any, log: Any, choices: list[int], n: int) -> dict[str, str]:
    used = int(log[0]["n"])
    parts = {
        "state": states.tobytes(),
        "legal": np.array(choices, np.int64).tobytes(),
        "events": np.asarray(log[0]["rows"][:used]).tobytes(),
        "returns": np.array(engine.returns(states)).tobytes(),
        "carry": engine.carry(states).tobytes() if states[0]["over"] else b"",
        "suggest": b"" if states[0]["over"] else repr(engine.suggest(states, n)).encode(),
    }
    if n % WHY_EVERY == 0:
        parts["why"] = engine.why_all(states).tobytes()
    if n % SEEN_EVERY == 0:
        seat = n // SEEN_EVERY % (int(states[0]["seats"]) + 1) - 1
        parts[f"hide for {seat}"] = engine.hidden(states, seat).tobytes()
        parts[f"resample for {seat}"] = engine.resampled(states, seat, n).tobytes()
        parts[f"observe for {seat}"] = engine.observe(states, seat).tobytes()
        for action in choices[:3]:
            parts[f"meaning of {action}"] = repr(engine.meaning(states, action)).encode()
    return {name: hashlib.sha256(data).hexdigest()[:10] for name, data in parts.items()}


def compiled_and_interpreted(bench: Bench) -> None:
    """Compiled and interpreted runs agree step by step."""
    if jit.INTERPRETED:  # nothing to compare with
        return
    name = address(bench.game)
    if not name:
        bench.fail("the game is not an attribute of any module, so that no other process can import it")
    runs = []
    for g in bench.few(GAMES):
        options, seed = bench.options(g), bench.seed + g
        actions = [at.action for at in walk(bench, options, seed)][:-1]
        runs.append({"options": dict(options), "seed": seed, "actions": actions})
    theirs = _child({"game": name, "path": sys.path, "runs": runs})
    for run, other in zip(runs, theirs, strict=True):
        own = trace(bench.game, run)
        for n, (here, there) in enumerate(zip(own, other, strict=False)):
            odd = [part for part in here if here[part] != there.get(part)]
            if odd:
                where = {"options": run["options"], "seed": run["seed"], "decision": n}
                bench.fail(f"compiled and interpreted rules differ in {', '.join(odd)}", **where)
        bench.count("steps played twice", len(own))


def _child(task: Mapping[str, Any]) -> list[Trace]:
    done = subprocess.run(
        [sys.executable, "-m", "bestiary.testing.interpreted"],
        input=json.dumps(task),
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"the interpreted run failed:\n{done.stderr[-2000:]}")
    result: list[Trace] = json.loads(done.stdout)
    return result
