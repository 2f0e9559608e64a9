"""Setting up: one sentence where something is missing, and an environment that is mended."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SETUP = ROOT / "tools" / "setup"
LOCKS = [*sorted(ROOT.glob("requirements*.txt")), ROOT / "docs" / "requirements.txt"]


def run(folder: Path, *words: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The script in a folder, with nothing but these programs on the path."""
    system = "/usr/bin:/bin" if path is None else str(path)
    return subprocess.run(
        ["/bin/sh", str(SETUP), *words],
        cwd=folder,
        env={"PATH": system, "HOME": str(folder)},
        capture_output=True,
        text=True,
    )


def programs(folder: Path, **scripts: str) -> Path:
    """A folder of programs: those that the script itself needs, and made-up ones."""
    folder.mkdir()
    for name in ("grep", "rm", "sh"):
        (folder / name).symlink_to(f"/bin/{name}" if Path(f"/bin/{name}").exists() else f"/usr/bin/{name}")
    for name, text in scripts.items():
        program = folder / name.replace("_", ".")
        program.write_text(f"#!/bin/sh\n{text}\n")
        program.chmod(0o755)
    return folder


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "needs Node 20.19 or later: install it"),
        (
            {"npm": "exit 0", "node": '[ "$1" = --version ] && echo v18.1.0'},
            "needs Node 20.19 or later (here is v18.1.0)",
        ),
    ],
    ids=["none", "old"],
)
def test_without_node_one_sentence_says_what_to_do(tmp_path: Path, given: dict[str, str], said: str) -> None:
    done = run(tmp_path, "node", path=programs(tmp_path / "bin", **given))
    assert done.returncode == 1 and said in done.stderr and "make terminal" in done.stderr
    assert len(done.stderr.splitlines()) == 1 and done.stdout == ""


def test_an_old_python_is_named_and_a_newer_one_beside_it_is_taken(tmp_path: Path) -> None:
    old = 'case "$1" in --version) echo Python 3.9.2;; *) exit 1;; esac'
    done = run(tmp_path, "venv", "none.txt", "python3", path=programs(tmp_path / "bin", python3=old))
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1
    assert (
        "needs Python 3.11 or later (here is Python 3.9.2)" in done.stderr and "make PYTHON=" in done.stderr
    )
    both = programs(
        tmp_path / "both", python3=old, python3_12='[ "$1" = -c ] || { echo "$@" >asked; exit 1; }'
    )
    done = run(tmp_path, "venv", "none.txt", "python3", path=both)
    assert (tmp_path / "asked").read_text() == "-m venv .venv\n"
    assert "install its venv module" in done.stderr and len(done.stderr.splitlines()) == 1


def test_an_environment_that_no_longer_runs_or_was_moved_is_removed(tmp_path: Path) -> None:
    assert run(tmp_path, "sound").returncode == 0
    venv = tmp_path / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--symlinks", str(venv)], check=True)
    assert run(tmp_path, "sound").stderr == "" and venv.exists()
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    venv.rename(moved / ".venv")
    assert "made anew" in run(moved, "sound").stderr and not (moved / ".venv").exists()
    (venv / "bin").mkdir(parents=True)
    os.symlink("/no/such/python", venv / "bin" / "python")
    assert "made anew" in run(tmp_path, "sound").stderr and not venv.exists()


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_lock_names_no_registry_and_has_hashes(lock: Path) -> None:
    lines = lock.read_text().splitlines()
    assert not any("://" in line or line.startswith("--index") for line in lines)
    named = [n for n, line in enumerate(lines) if line[:1].isalnum()]
    assert named and all("--hash=sha256:" in lines[n + 1] for n in named)


def test_playing_takes_what_testing_takes_and_less_of_it() -> None:
    def pins(path: Path) -> set[str]:
        return {line.split(" ")[0] for line in path.read_text().splitlines() if line[:1].isalnum()}

    play, everything = pins(ROOT / "requirements-play.txt"), pins(ROOT / "requirements.txt")
    assert play < everything and not any(pin.startswith(("ray=", "playwright=", "mypy=")) for pin in play)
