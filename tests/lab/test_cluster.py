"""The same bytes from a Ray cluster as from this machine alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from bestiary import BestiaryError, lab
from bestiary.lab import Study

pytest.importorskip("ray")

STUDY = Study("totem", ("random",), games=64, seed=1)


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in sorted(folder.iterdir())}


def test_a_local_cluster_of_two_workers_writes_the_same_bytes(tmp_path: Path) -> None:
    heard: list[int] = []
    lab.run(STUDY, tmp_path / "here", cores=1)
    lab.run(STUDY, tmp_path / "there", cores=2, ray="local", progress=heard.append)
    assert bytes_of(tmp_path / "there") == bytes_of(tmp_path / "here")
    assert heard[0] == 0 and heard[-1] == 64


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("127.0.0.1:1", r"no Ray cluster at 127\.0\.0\.1:1"),
        ("ray://127.0.0.1:1", "no Ray cluster"),
        ("here:there", "no Ray cluster"),
        ("nowhere", "written HOST:PORT"),
    ],
)
def test_no_cluster_is_one_line(tmp_path: Path, address: str, says: str) -> None:
    with pytest.raises(BestiaryError, match=says):
        lab.run(STUDY, tmp_path / "data", ray=address)
