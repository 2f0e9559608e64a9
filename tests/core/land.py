"""A third party's package on disk: Tiny, copied, with an entry point of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

TINY = Path(__file__).parents[1] / "testing" / "tiny"

PLAY = """
import json, sys, hashlib
from pathlib import Path
from bestiary.core.driver import Engine, on_compile
from bestiary.core.registry import load, names
room = Path(sys.argv[1])

def edit(file, old, new):
    path = room / file
    text = path.read_text()
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new))

def played():
    compiled, digest = [], hashlib.sha256()
    with on_compile(compiled.append):
        engine = Engine(load("tinyland"))
        for seed in range(30):
            states = engine.start(seed=seed)
            while not engine.over(states):
                engine.apply(states, engine.legal(states)[-1])
            digest.update(states.tobytes())
    return digest.hexdigest()[:8], len(compiled)

"""


def build(folder: Path) -> Path:
    """Lays the package ``tinyland`` out as an installer would; returns the room of its game."""
    room = folder / "tinyland"
    shutil.copytree(TINY, room, ignore=shutil.ignore_patterns("__pycache__"))
    source = (room / "__init__.py").read_text()
    (room / "__init__.py").write_text(source.replace('slug="tiny"', 'slug="tinyland"'))
    info = folder / "tinyland-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tinyland\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[bestiary.games]\ntinyland = tinyland:GAME\n")
    return room


def run(folder: Path, code: str) -> list[Any]:
    """Runs a script in a process that has the package installed; returns what it printed as JSON."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY + code, str(folder / "tinyland")],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]),
            "BESTIARY_CACHE": str(folder / "cache"),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]
