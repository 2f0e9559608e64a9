"""What is published, built from this checkout, and what people do with it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..web.browser import ROOT

ALONE = {"PYTHONPATH", "BESTIARY_WEB", "BESTIARY_DATABASE", "BESTIARY_REPORTS", "VIRTUAL_ENV"}


def made(folder: Path, pattern: str) -> Path:
    """The one file that was built."""
    (found,) = folder.glob(pattern)
    return found


def build(kind: str, folder: Path, source: Path = ROOT) -> Path:
    """Builds an ``sdist`` or a ``wheel`` into a folder."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return made(folder, "*.whl" if kind == "wheel" else "*.tar.gz")


def unpacked(wheel: Path, folder: Path) -> Path:
    """The files of a wheel, as an installer lays them out."""
    with zipfile.ZipFile(wheel) as file:
        file.extractall(folder)
    return folder


@contextmanager
def served(python: Path | str, home: Path, path: Path | None = None, *words: str) -> Iterator[str]:
    """``bestiary serve`` outside the checkout; the address that it says."""
    home.mkdir(exist_ok=True)
    environment = {name: value for name, value in os.environ.items() if name not in ALONE}
    environment |= {"HOME": str(home), "BESTIARY_SETTINGS": json.dumps({"warm": []})}
    environment |= {"PYTHONPATH": str(path)} if path else {}
    command = [str(python), "-m", "bestiary", "serve", "--port", "0", *words]
    with subprocess.Popen(command, cwd=home, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r"http://\S+", line)
            assert found, f"bestiary serve said: {line!r}"
            yield found[0]
        finally:
            process.terminate()
