"""A source distribution, the wheel made from it, and a fresh environment, on every Python that is here."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ..web import browser as hands
from . import built

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("installed")]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def interpreter(version: str) -> str:
    """A Python of this version, on the path or among those of pyenv; nothing where there is none."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    named = [shutil.which(f"python{version}"), *map(str, kept.glob(f"{version}.*/bin/python"))]
    for python in filter(None, named):
        if subprocess.run([python, "--version"], capture_output=True).returncode == 0:
            return python
    return ""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel that was built from the source distribution alone, without Node."""
    hands.build()
    folder = tmp_path_factory.mktemp("published")
    with tarfile.open(built.build("sdist", folder / "dist")) as file:
        file.extractall(folder, filter="data")
    (source,) = folder.glob("bestiary-*")
    assert not (source / "web" / "node_modules").exists()
    shutil.rmtree(source / "web" / "src")  # nothing to build a page from
    return built.build("wheel", folder / "dist", source)


@pytest.mark.parametrize("version", PYTHONS)
def test_a_fresh_environment_shows_the_lobby(version: str, wheel: Path, tmp_path: Path) -> None:
    python = interpreter(version)
    if not python:
        pytest.skip(f"there is no Python {version} here")
    if not hands.chromium():
        pytest.skip("no Chromium was found: `make debian` installs one, or set BESTIARY_CHROMIUM")
    venv = tmp_path / "venv"
    clean = {name: value for name, value in os.environ.items() if name not in built.ALONE}
    for command in (
        [python, "-m", "venv", venv],
        [venv / "bin" / "pip", "install", "-qq", f"{wheel}[server]"],
    ):
        subprocess.run([str(word) for word in command], check=True, env=clean, cwd=tmp_path)
    said = subprocess.run([venv / "bin" / "bestiary", "games"], capture_output=True, text=True, env=clean)
    assert "The Shogun's Chosen" in said.stdout, said.stderr
    with built.served(venv / "bin" / "python", tmp_path / "home") as address, hands.browser() as chrome:
        page = hands.visitor(chrome).new_page()
        page.goto(address)
        expect(page.get_by_text("Totemic", exact=True).first).to_be_visible(timeout=hands.PATIENCE)
