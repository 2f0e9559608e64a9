"""docs/add-a-game.md followed to the letter, in a folder of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from bestiary.core.game import Game

PAGE = Path(__file__).parents[2] / "docs" / "add-a-game.md"
FILE = re.compile(r"(?ms)^```(?:toml|python)\n(# (\S+)\n.*?)^```$")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the page, each where its first line says."""
    made = tmp_path_factory.mktemp("outside")
    for text, name in FILE.findall(PAGE.read_text(encoding="utf-8")):
        path = made / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return made


def ran(folder: Path, *command: str) -> str:
    """What a command says that is run in the folder."""
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, env=known(folder), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def known(folder: Path) -> dict[str, str]:
    """An environment in which the game is installed, as pip would do it."""
    info = folder / "bestiary_higher-1.0.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bestiary-higher\nVersion: 1.0.0\n")
    (info / "entry_points.txt").write_text("[bestiary.games]\nhigher = higher:GAME\n")
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path, "BESTIARY_CACHE": str(folder / "cache")}


def test_the_game_of_the_page_keeps_the_contract(folder: Path) -> None:
    assert "2 passed" in ran(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")


def test_the_laboratory_reports_on_it(folder: Path) -> None:
    cli = "import sys; from bestiary.cli import main; sys.exit(main())"
    ran(folder, "-c", cli, "lab", "run", "higher", "--games", "200", "--agents", "random", "-o", "study")
    ran(folder, "-c", cli, "lab", "report", "study")
    assert "Bear" in (folder / "study" / "report.html").read_text(encoding="utf-8")


def test_the_page_mentions_all_that_a_game_may_declare() -> None:
    said = set(re.findall(r"`(\w+)`", PAGE.read_text(encoding="utf-8")))
    declared = {f.name for f in fields(Game) if not f.name.startswith("_")}
    assert declared - said == set()
    shown = set(re.findall(r"(?m)^    (\w+)=", PAGE.read_text(encoding="utf-8")))
    needed = {f.name for f in fields(Game) if f.default is MISSING and f.default_factory is MISSING}
    assert needed - shown == set()
