"""What is kept on the disk is what would be made, or it is made again."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from bestiary.core import jit, kept, sources
from bestiary.core.cards import CardFile
from bestiary.core.registry import load, names

from .land import build

SIM = """
import sys
from bestiary.cli import run
code = run(["sim", "totem", "--games", "11", "--cores", "1"])
awake = [name for name in ("scipy.linalg", "numba.np.linalg", "numba.np.arraymath") if name in sys.modules]
sys.exit(code or ", ".join(awake) or 0)
"""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BESTIARY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


class Maker:
    """Makes something of a source, and counts how often."""

    def __init__(self) -> None:
        self.made = 0

    def known(self, source: bytes = b"source") -> object:
        return kept.known("things", source, lambda: self._make(source))

    def _make(self, source: bytes) -> object:
        self.made += 1
        return {"of": source.decode(), "numbers": [1, 2.5]}


def entry(cache: Path) -> Path:
    (found,) = (cache / "kept" / "things").iterdir()
    return found


def test_what_is_known_is_not_made_again(cache: Path) -> None:
    maker = Maker()
    assert maker.known() == maker.known() == {"of": "source", "numbers": [1, 2.5]}
    assert maker.made == 1
    assert maker.known(b"other") == {"of": "other", "numbers": [1, 2.5]}


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(path.read_bytes()[:-3]),
        lambda path: path.write_bytes(path.read_bytes().replace(b"2.5", b"2.6")),
        lambda path: path.write_bytes(b'{"of": "source", "numbers": []}'),
        lambda path: path.write_bytes(b"\xff\x00" * 40),
    ],
    ids=["empty", "torn", "edited", "bare", "noise"],
)
def test_an_entry_that_is_not_whole_is_made_again(cache: Path, spoil: Callable[[Path], object]) -> None:
    maker = Maker()
    whole = maker.known()
    spoil(entry(cache))
    assert maker.known() == whole and maker.made == 2
    assert maker.known() == whole and maker.made == 2, "and is whole again"


def test_an_entry_of_something_else_is_not_taken(cache: Path) -> None:
    maker = Maker()
    whole = maker.known()
    mine = entry(cache)
    maker.known(b"other")
    (other,) = (path for path in mine.parent.iterdir() if path != mine)
    mine.write_bytes(other.read_bytes())
    assert maker.known() == whole


def test_where_nothing_can_be_written_everything_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("BESTIARY_CACHE", str(tmp_path / "file" / "cache"))
    maker = Maker()
    assert maker.known() == maker.known()
    assert maker.made == 2


def test_old_entries_make_room(cache: Path) -> None:
    maker = Maker()
    for n in range(kept.MOST + 5):
        maker.known(str(n).encode())
    assert len([*(cache / "kept" / "things").iterdir()]) == kept.MOST


def test_what_json_has_no_word_for_is_read_all_the_same(cache: Path) -> None:
    text = "day = 2026-11-16\n"
    assert kept.toml(text) == kept.toml(text) == tomllib.loads(text)


@pytest.mark.parametrize("name", names())
def test_card_files_and_rulebooks_are_read_alike_from_both(cache: Path, name: str) -> None:
    game = load(name)
    for path in (game.card_file, game.rulebook.path, *game.room.glob("campaign.toml")):
        text = path.read_text(encoding="utf-8")
        plain = repr(tomllib.loads(text))  # the order of its keys included
        assert repr(kept.toml(text)) == plain
        assert repr(kept.toml(text)) == plain
    assert any((cache / "kept" / "toml").iterdir())


def test_an_edited_card_is_read_anew(cache: Path, tmp_path: Path) -> None:
    path = build(tmp_path) / "cards.toml"
    before = CardFile(path).data
    path.write_text(path.read_text().replace("bonus = 3", "bonus = 4"))
    assert repr(before).replace("'bonus': 3", "'bonus': 4") == repr(CardFile(path).data) != repr(before)


def fingerprint(room: Path) -> str:
    sources.forget()
    return sources.fingerprint(room)


def test_sources_that_have_not_changed_are_not_read_again(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = build(tmp_path)
    monkeypatch.setattr(sources, "SETTLED", 1e9)
    first = fingerprint(room)
    assert not cache.exists(), "what was written just now may be written again without its time changing"
    monkeypatch.setattr(sources, "SETTLED", -1e9)
    assert fingerprint(room) == first
    monkeypatch.setattr(sources, "imported", None)
    assert fingerprint(room) == first


def test_an_edit_that_keeps_size_and_time_has_another_fingerprint(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "SETTLED", -1e9)
    room = build(tmp_path)
    state, edited = room / "state.py", room / "edited"
    first = fingerprint(room)
    edited.write_text(state.read_text().replace("SIDES = 6", "SIDES = 5"))
    times = state.stat().st_atime_ns, state.stat().st_mtime_ns
    edited.replace(state)
    os.utime(state, ns=times)
    assert fingerprint(room) != first


def test_what_results_come_from_is_the_same_under_other_versions(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = build(tmp_path)
    compiled, written = fingerprint(room), sources.written(room)
    monkeypatch.setattr(sources, "VERSIONS", ("another Python", "another NumPy"))
    assert fingerprint(room) != compiled and sources.written(room) == written


def test_sentences_of_a_declaration_make_no_difference_and_numbers_do(tmp_path: Path) -> None:
    path = tmp_path / "moves.py"
    path.write_text('"""Some moves."""\nSAYS = "take a card"\nMOST = 3  # of them\n')
    before = sources.meant(path)
    path.write_text('"""Other words."""\n\nSAYS = "take one card"\nMOST = 3\n')
    assert sources.meant(path) == before
    path.write_text('"""Other words."""\n\nSAYS = "take one card"\nMOST = 4\n')
    assert sources.meant(path) != before


@pytest.mark.skipif(jit.INTERPRETED, reason="nothing is compiled")
def test_a_command_that_compiles_nothing_wakes_no_compiler() -> None:
    for _ in range(2):  # the first may have to compile
        done = subprocess.run([sys.executable, "-c", SIM], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
