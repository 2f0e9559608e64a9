"""``bestiary lab report``: a page from a folder, or one line that says why not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bestiary.lab.play.storage import KIND, MANIFEST, files, parquet

from ..lab.made import contest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of two chunks, as ``lab run`` leaves it."""
    path = tmp_path / "study"
    path.mkdir()
    told = {
        "kind": KIND,
        "game": "made-v1",
        "title": "Made Up",
        "chunks": 2,
        "games": 80,
        "command": "bestiary lab run made",
    }
    (path / MANIFEST).write_text(json.dumps(told))
    made = contest(80, cards=10, hand=2)
    for chunk in (0, 1):
        for frame, file in zip((made.games, made.cards, made.decisions), files(path, chunk), strict=True):
            file.write_bytes(parquet(frame.filter((frame["game"] >= 40) == bool(chunk))))
    return path


def test_a_page_is_written_where_it_is_wanted(bestiary: Any, folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    code, out, err = bestiary("lab", "report", folder, "-o", page)
    assert (code, err) == (0, "") and out == f"80 games: {page}\n"
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    bestiary("lab", "report", folder)
    assert (folder / "report.html").read_bytes() == page.read_bytes()
    assert sorted(p.suffix for p in tmp_path.iterdir()) == ["", ".html"]


def test_figures_are_printed_as_json(bestiary: Any, folder: Path) -> None:
    code, out, _ = bestiary("lab", "report", folder, "--json")
    found = json.loads(out)
    assert code == 0 and found["summary"][0]["games"] == 80
    assert {row["seat"] for row in found["seats"]} == {0, 1}
    assert not (folder / "report.html").exists()


def test_a_run_that_was_stopped_is_refused_unless_asked_for(
    bestiary: Any, refused: Any, folder: Path
) -> None:
    files(folder, 1)[1].write_bytes(b"half-written")
    assert "1 of 2 chunks" in refused("lab", "report", folder)
    code, out, _ = bestiary("lab", "report", folder, "--partial")
    assert code == 0 and out.startswith("40 games: ")
    assert "40 games (of 80 planned)" in (folder / "report.html").read_text(encoding="utf-8")


def test_what_is_no_study_is_refused_in_one_line(refused: Any, folder: Path, tmp_path: Path) -> None:
    assert "is not there" in refused("lab", "report", tmp_path / "nowhere")
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "holds no study" in refused("lab", "report", empty)
    (empty / MANIFEST).write_text("{")
    assert "damaged" in refused("lab", "report", empty)
    (empty / MANIFEST).write_text("[]")
    assert "not the manifest of a study" in refused("lab", "report", empty)
    for file in [*files(folder, 0), *files(folder, 1)]:
        file.unlink()
    assert "0 of 2 chunks" in refused("lab", "report", folder, "--partial")


def test_tables_that_are_not_a_study_s_are_refused_in_one_line(refused: Any, folder: Path) -> None:
    for chunk in (0, 1):
        files(folder, chunk)[0].write_bytes(parquet(contest(3).games.drop("winners")))
    assert "games have no column winners" in refused("lab", "report", folder)
    files(folder, 1)[0].write_bytes(parquet(contest(3).games.select("deal")))
    assert "cannot be read" in refused("lab", "report", folder)


def test_a_page_that_cannot_be_written_is_refused_in_one_line(
    refused: Any, folder: Path, tmp_path: Path
) -> None:
    assert "is a folder" in refused("lab", "report", folder, "-o", tmp_path)
    assert "cannot be written" in refused("lab", "report", folder, "-o", tmp_path / "no" / "page.html")
