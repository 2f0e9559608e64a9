"""One sitting on a card: teaches the networks of benchmarks/sitting.toml side by side, and says how it went.

    python benchmarks/sitting.py --seconds 540 --out build/sitting
    python benchmarks/sitting.py --seconds 540 --out build/sitting2 --resume build/sitting --of 3

Every training is a process of its own that ends by itself; what it has learned by then is on the disk
whatever happens to it. The folder holds for each a network, a checkpoint that the next sitting goes on from,
and what it said; ``figures.json`` and the last lines tell how far each has come. Where time is left, the
environments on the card are compared with those of the processor (benchmarks/gpu.py). Kernels had better be
built before: ``python -m bestiary.envs.device.draft``, with the same BESTIARY_CACHE.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
START = 45.0  # seconds that a training takes until it learns, and to write what it has learned
LEAST = 60.0  # seconds that a comparison with the processor is worth beginning with
GAMES = ("leduc", "totem", "totemic", "tiger", "klaw", "shogun")


@dataclass(frozen=True)
class Lesson:
    """A training of one sitting."""

    name: str
    game: str
    tables: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    start: Path | None = None  # what a first sitting goes on from

    def command(self, given: argparse.Namespace, seconds: float) -> list[str]:
        """What is run."""
        said = [sys.executable, "-m", "bestiary", "train", self.game, "--device", given.device]
        for table in self.tables:
            said += ["--table", table]
        said += self.words
        said += given.words.split()
        said += ["--out", str(given.out / f"{self.name}.npz")]
        end, whole = ("--updates", given.updates) if given.updates else ("--seconds", round(seconds))
        said += [end, str(whole)]
        if given.of > 1:
            said += ["--whole", str(whole * given.of)]
        earlier = [self.checkpoint(given.resume)] if given.resume else []
        found = [p for p in [*earlier, self.start] if p is not None and p.is_file()]
        return said + (["--resume", str(found[0])] if found else [])

    def checkpoint(self, folder: Path) -> Path:
        """Where a sitting leaves what the next one goes on from."""
        return folder / f"{self.name}.checkpoint.npz"


def lessons(path: Path, only: str) -> list[Lesson]:
    """The lessons of a file, or those of them that are named."""
    found = []
    for entry in tomllib.loads(path.read_text())["lesson"]:
        start = entry.pop("from", None)
        found.append(Lesson(**entry, start=Path(start) if start else None))
    wanted = only.split(",") if only else [one.name for one in found]
    missing = set(wanted) - {one.name for one in found}
    if missing:
        raise SystemExit(f"{path.name} has no lesson {', '.join(sorted(missing))}.")
    return [one for one in found if one.name in wanted]


def refuse_new(given: argparse.Namespace) -> None:
    """Refuses to begin anew what was meant to go on: time on a card is short."""
    if given.resume:
        new = [
            one.name
            for one in lessons(given.lessons, given.only)
            if not one.checkpoint(given.resume).is_file()
        ]
        if new:
            raise SystemExit(
                f"{given.resume} has no checkpoint of {', '.join(new)}; without --resume it would begin anew."
            )


def teach(given: argparse.Namespace, until: float) -> dict[str, int]:
    """Runs all lessons side by side; the code with which each ended."""
    seconds = max(1.0, until - time.monotonic() - START)
    running = {}
    for lesson in lessons(given.lessons, given.only):
        log = (given.out / f"{lesson.name}.log").open("w")
        command = lesson.command(given, seconds)
        log.write(" ".join(command) + "\n")
        log.flush()
        running[lesson.name] = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
        log.close()
    codes = {}
    for name, process in running.items():
        try:
            codes[name] = process.wait(None if given.updates else max(1.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()  # what it has learned is on the disk, up to its last test
            codes[name] = process.wait()
    return codes


def figures(path: Path) -> dict[str, Any]:
    """How far a training has come, from the header of its network."""
    with np.load(path) as held:
        header = json.loads(held["header"].tobytes())
    course = header["figures"]
    last = course["curve"][-1] if course["curve"] else {}
    told = {name: last.get(name) for name in ("score", "paid", "explained", "entropy")}
    return {
        "bytes": path.stat().st_size,
        "tables": header["tables"],
        "updates": course["updates"],
        "decisions": course["decisions"],
        "seconds": round(course["seconds"], 1),
        **{name: value for name, value in told.items() if value is not None},
    }


def compare(out: Path, until: float) -> None:
    """The environments on the card against those of the processor, game by game while there is time."""
    for game in GAMES:
        left = until - time.monotonic()
        if left < LEAST:
            return
        which = "examples/leduc/leduc:GAME" if game == "leduc" else game
        with (out / f"gpu-{game}.log").open("w") as log:
            command = [sys.executable, str(HERE / "gpu.py"), which]
            try:
                subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, timeout=left, check=False)
            except subprocess.TimeoutExpired:
                log.write("\nno time left\n")


def revision() -> str:
    """Which sources were taught from."""
    if shutil.which("git") is None:
        return ""
    asked = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=HERE, capture_output=True, text=True, check=False
    )
    return asked.stdout.strip()


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    reader.add_argument("--seconds", type=float, default=540.0, help="of all of it")
    reader.add_argument("--updates", type=int, default=0, help="of every training, in place of the clock")
    reader.add_argument("--out", type=Path, required=True)
    reader.add_argument("--resume", type=Path, help="the folder of an earlier sitting")
    reader.add_argument("--of", type=int, default=1, help="how many sittings there will be in all")
    reader.add_argument("--device", default="cuda")
    reader.add_argument("--lessons", type=Path, default=HERE / "sitting.toml")
    reader.add_argument("--only", default="", help="some lessons, such as klaw,tiger")
    reader.add_argument("--words", default="", help="for every training, such as '--width 64'")
    given = reader.parse_args()
    began = time.monotonic()
    until = began + given.seconds
    given.out.mkdir(parents=True, exist_ok=True)
    if any(given.out.glob("*.npz")):
        raise SystemExit(
            f"{given.out} holds networks already; --resume {given.out} goes on from them in another folder."
        )
    refuse_new(given)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    codes = teach(given, until)
    found: dict[str, Any] = {"revision": revision(), "device": given.device, "lessons": {}}
    for name, code in codes.items():
        path = given.out / f"{name}.npz"
        told = figures(path) if path.is_file() else {}
        found["lessons"][name] = {"code": code, **told}
        shown = ", ".join(f"{key} {value}" for key, value in told.items() if key != "tables")
        ended = f" (ended with {code}, see {name}.log)" if code else ""
        print(f"{name}: {shown or 'nothing learned'}{ended}")
    (given.out / "figures.json").write_text(json.dumps(found, indent=1))
    if given.device == "cuda":
        compare(given.out, until)
    print(f"{time.monotonic() - began:.0f} s; all in {given.out}")
    return int(any(codes.values()))


if __name__ == "__main__":
    sys.exit(main())
