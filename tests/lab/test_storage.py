"""Studies on disk: the same bytes on any number of cores, and nothing lost whatever happens."""

from __future__ import annotations

import errno
import json
import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from bestiary import lab
from bestiary.core.errors import SaveError
from bestiary.lab import Study
from bestiary.lab.play import player, storage
from bestiary.lab.play.player import Player
from bestiary.lab.play.running import Stopped, held_back
from bestiary.lab.play.storage import files

from .coin import GAME

STUDY = Study(GAME, ("random",), games=700, seed=1, every=2)


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """All files of the study, run in one go on one core."""
    folder = tmp_path_factory.mktemp("whole") / "data"
    lab.run(STUDY, folder, cores=1)
    return bytes_of(folder)


def test_a_folder_holds_what_was_played(tmp_path: Path) -> None:
    data = lab.run(STUDY, tmp_path / "data")
    frames = lab.play(STUDY)
    again = lab.read(tmp_path / "data")
    for ours, theirs in zip(frames.all(), again.frames.all(), strict=True):
        assert_frame_equal(ours, theirs)
    assert data.complete and data.manifest["seed"] == 1 and data.manifest["games"] == 700
    assert data.manifest["names"]["charm"] == "the charm"


def test_two_cores_write_the_same_bytes(tmp_path: Path, whole: dict[str, bytes]) -> None:
    lab.run(STUDY, tmp_path / "data", cores=2)
    assert bytes_of(tmp_path / "data") == whole
    assert len(whole) == 1 + 3 * STUDY.plan.chunks > 60


def stop_after(calls: int) -> Callable[[int], None]:
    """Presses Ctrl-C when progress was told so often."""
    told = 0

    def progress(done: int) -> None:
        nonlocal told
        told += 1
        if told == calls:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("cores", [1, 2])
def test_a_run_that_was_stopped_goes_on_to_the_same_bytes(
    tmp_path: Path, whole: dict[str, bytes], cores: int
) -> None:
    folder = tmp_path / "data"
    for calls in (2, 3, 5):
        with pytest.raises(Stopped) as stopped:
            lab.run(STUDY, folder, cores=cores, progress=stop_after(calls))
        assert 0 < stopped.value.games < 700
        with pytest.raises(SaveError, match="goes on"):
            lab.read(folder)
        some = lab.read(folder, partial=True)
        assert 0 < some.games.height <= stopped.value.games and not some.complete
    lab.run(STUDY, folder, cores=cores)
    assert bytes_of(folder) == whole


def test_ctrl_c_between_two_files_of_a_chunk_loses_none_of_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def parquet(frame: pl.DataFrame) -> bytes:
        made.append(frame.height)
        if len(made) == 2:
            raise KeyboardInterrupt  # as Polars does
        return original(frame)

    original = storage.parquet
    monkeypatch.setattr(storage, "parquet", parquet)
    with pytest.raises(Stopped) as stopped:
        lab.run(STUDY, tmp_path / "data", cores=1)
    assert lab.read(tmp_path / "data", partial=True).games.height == stopped.value.games > 0


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Ctrl-C as at a terminal, also where the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
def test_one_ctrl_c_comes_once_and_when_the_files_are_written() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), held_back():
        signal.raise_signal(signal.SIGINT)
        done.append("written")
    with pytest.raises(KeyboardInterrupt, match="Polars"), held_back():
        signal.raise_signal(signal.SIGINT)
        raise KeyboardInterrupt("Polars")
    assert done == ["written"] and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_games_of_a_chunk_under_way_are_kept(tmp_path: Path, whole: dict[str, bytes]) -> None:
    plan = STUDY.plan
    store = storage.Store(tmp_path / "data", plan)
    store.open()
    size = len(plan.games_of(0))
    frames = lab.play(STUDY)
    first = type(frames)(*(t.filter(t["game"] < size // 2) for t in frames.all()))
    store.write(0, first, part=True)
    heard: list[int] = []
    lab.run(STUDY, tmp_path / "data", progress=heard.append)
    assert heard[0] == size // 2 and heard[-1] == 700
    assert bytes_of(tmp_path / "data") == whole


def test_a_chunk_that_is_stopped_leaves_its_games(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "data"
    original = Player._play_on

    def halting(self: Player, chunk: Any) -> None:
        original(self, chunk)
        self.table.stop[0] = 1

    monkeypatch.setattr(player, "ROWS", 1)  # a buffer that is full after a few games
    monkeypatch.setattr(Player, "_play_on", halting)
    with pytest.raises(SaveError, match="holds 0 of"):
        lab.run(STUDY, folder, cores=1)
    monkeypatch.undo()
    kept = pl.read_parquet(files(folder, 0, part=True)[0])
    assert 0 < kept.height < STUDY.plan.size_of(0)
    lab.run(STUDY, folder)
    assert bytes_of(folder) == whole


@pytest.mark.parametrize("table", [0, 1, 2])
@pytest.mark.parametrize("harm", ["gone", "half", "empty"])
def test_a_chunk_that_is_not_whole_is_played_again(
    tmp_path: Path, whole: dict[str, bytes], table: int, harm: str
) -> None:
    folder = tmp_path / "data"
    lab.run(STUDY, folder)
    hurt = files(folder, 3)[table]
    content = hurt.read_bytes()
    hurt.unlink()
    if harm != "gone":
        hurt.write_bytes(content[: len(content) // 2] if harm == "half" else b"")
    with pytest.raises(SaveError, match=r"holds 31 of 32 chunks|holds \d+ of"):
        lab.read(folder)
    lab.run(STUDY, folder)
    assert bytes_of(folder) == whole


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seed": 2}, "seed 1, not 2"),
        ({"games": 800}, "asked 700, not 800"),
        ({"agents": ("bulk",)}, "agents random, not bulk"),
        ({"every": 3}, "every 2, not 3"),
        ({"forbid": ("charm",)}, "forbid nothing, not charm"),
    ],
)
def test_another_study_is_refused_and_says_what_differs(
    tmp_path: Path, change: dict[str, object], says: str
) -> None:
    folder = tmp_path / "data"
    store = storage.Store(folder, STUDY.plan)
    store.open()
    before = bytes_of(folder)
    with pytest.raises(SaveError, match=says):
        storage.Store(folder, replace(STUDY, **change).plan).open()  # type: ignore[arg-type]
    assert bytes_of(folder) == before


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(SaveError, match="holds something else"):
        lab.run(STUDY, tmp_path)
    with pytest.raises(SaveError, match="holds no study"):
        lab.read(tmp_path)
    with pytest.raises(SaveError, match="is not there"):
        lab.read(tmp_path / "nowhere")
    assert os.listdir(tmp_path) == ["letter.txt"]


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", json.dumps({"kind": "bestiary lab 1", "chunks": "many"})]
)
def test_a_damaged_manifest_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "manifest.json").write_text(content)
    with pytest.raises(SaveError, match=r"damaged|not the manifest"):
        lab.read(tmp_path)


def test_a_full_disk_loses_nothing_that_is_written(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "data"
    original = Path.write_bytes
    left = 20

    def filling(path: Path, content: bytes) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            original(path, content[: len(content) // 2])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return original(path, content)

    monkeypatch.setattr(Path, "write_bytes", filling)
    with pytest.raises(SaveError, match=r"No space left on device.*goes on") as problem:
        lab.run(STUDY, folder, cores=2)
    assert "\n" not in str(problem.value)
    monkeypatch.undo()
    assert not list(folder.glob("*.new"))
    assert len(lab.read(folder, partial=True).chunks) == 6  # of three files each, after the manifest
    lab.run(STUDY, folder)
    assert bytes_of(folder) == whole
