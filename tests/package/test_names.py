"""What people import: names that are there, listed, and cheap until they are used."""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import subprocess
import sys
from pathlib import Path

import pytest

import bestiary
from bestiary import extras

PUBLIC = ("bestiary", "bestiary.agents", "bestiary.envs", "bestiary.lab", "bestiary.run", "bestiary.testing")


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_is_there_and_listed(name: str) -> None:
    module = importlib.import_module(name)
    assert set(module.__all__) <= set(dir(module))
    for public in module.__all__:
        assert getattr(module, public) is not None


def test_the_version_is_that_of_the_package() -> None:
    assert bestiary.__version__ == importlib.metadata.version("bestiary")


def test_importing_the_package_does_not_wait_for_the_compiler() -> None:
    asked = "import sys, bestiary; dir(bestiary); print('numba' in sys.modules, 'numpy' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["False", "False"]


@pytest.mark.parametrize(
    ("part", "library"), [("aec", "pettingzoo"), ("single", "gymnasium"), ("spiel", "pyspiel")]
)
def test_a_missing_extra_is_named_with_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, part: str, library: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, f"bestiary.envs.{part}", raising=False)
    with pytest.raises(ImportError, match=rf"needs more packages \({library}.* pip install .*\[envs\]"):
        importlib.import_module(f"bestiary.envs.{part}")


class Installed:
    """A distribution as pip has noted it."""

    def __init__(self, address: str) -> None:
        self.text = json.dumps({"url": address}) if address else None

    def read_text(self, name: str) -> str | None:
        return self.text


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("", "pip install 'bestiary[lab]'"),
        ("file:///x/bestiary.whl", "pip install 'bestiary[lab] @ file:///x/bestiary.whl'"),
    ],
)
def test_the_line_works_before_publication_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: str, line: str
) -> None:
    monkeypatch.setattr(extras, "__file__", str(tmp_path / "lib" / "bestiary" / "extras.py"))
    monkeypatch.setattr(extras.metadata, "distribution", lambda name: Installed(address))
    assert extras.install_line("lab") == line
