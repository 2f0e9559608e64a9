"""The house: who may know whom, and rooms that are furnished alike."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import bestiary

HOUSE = Path(bestiary.__file__).parent
ROOMS = sorted(p.parent for p in (HOUSE / "games").glob("*/__init__.py"))
FURNITURE = {
    "__init__.py",
    "board.py",
    "cards",
    "cards.toml",
    "rulebook.toml",
    "rules",
    "state.py",
    "view.py",
}
ABOVE_A_GAME = ("agents", "run", "lab", "envs", "server", "terminal", "testing", "cli")
LONGEST = 420  # lines of a source file that is still read in one sitting


def imports(path: Path) -> Iterator[str]:
    """The full names of all modules that a file imports."""
    own = path.relative_to(HOUSE.parent).with_suffix("").parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = list(own[: -node.level]) if node.level else []
            base = ".".join([*start, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def reaches(path: Path, package: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for name in imports(path))


def test_the_core_knows_no_game_and_nothing_above() -> None:
    for path in (HOUSE / "core").rglob("*.py"):
        for name in ("games", *ABOVE_A_GAME):
            assert not reaches(path, f"bestiary.{name}"), f"{path.name} imports {name}"


@pytest.mark.parametrize("room", ROOMS, ids=lambda r: r.name)
def test_a_game_knows_only_the_core_and_itself(room: Path) -> None:
    for path in room.rglob("*.py"):
        for name in ABOVE_A_GAME:
            assert not reaches(path, f"bestiary.{name}"), f"{path.name} imports {name}"
        for other in ROOMS:
            assert other == room or not reaches(path, f"bestiary.games.{other.name}"), path.name


@pytest.mark.parametrize("package", ["envs", "server"])
def test_environments_and_server_meet_games_only_through_the_contract(package: str) -> None:
    for path in (HOUSE / package).rglob("*.py"):
        assert not reaches(path, "bestiary.games"), f"{path.name} imports a game"


@pytest.mark.parametrize("room", ROOMS, ids=lambda r: r.name)
def test_rules_know_nothing_of_screens(room: Path) -> None:
    for path in [p for p in room.rglob("*.py") if p.name not in ("__init__.py", "board.py")]:
        assert not reaches(path, "rich"), f"{path.name} draws"
        assert not reaches(path, f"bestiary.games.{room.name}.board"), f"{path.name} draws"


@pytest.mark.parametrize("room", ROOMS, ids=lambda r: r.name)
def test_all_rooms_have_the_same_furniture(room: Path) -> None:
    found = {"cards" if p.name == "cards.py" else p.name for p in room.iterdir()}  # a module, or a package
    assert found >= FURNITURE, f"missing: {sorted(FURNITURE - found)}"
    folders = {p.name for p in room.iterdir() if p.is_dir() and p.name != "__pycache__"}
    assert {"rules"} <= folders <= {"rules", "cards"}
    for folder in {p.parent for name in folders for p in (room / name).rglob("*.py")}:
        assert (folder / "__init__.py").exists(), folder
    tests = Path(__file__).parent / "games" / room.name
    assert (tests / "test_conformance.py").exists()


@pytest.mark.parametrize("room", ROOMS, ids=lambda r: r.name)
def test_a_room_exports_its_game_and_the_ten_functions(room: Path) -> None:
    from bestiary.core.contract import FUNCTIONS, OPTIONAL
    from bestiary.core.registry import load, names

    assert room.name in names()
    game = load(room.name)
    assert game.slug == room.name and game.room == room
    assert set(game.rules.__all__) - set(OPTIONAL) == set(FUNCTIONS)
    assert game.not_asked in game.rulebook.rules and game.no_more in game.rulebook.rules


def test_files_are_read_in_one_sitting() -> None:
    long = {p.name: n for p in HOUSE.rglob("*.py") if (n := len(p.read_text().splitlines())) > LONGEST}
    assert set(long) <= {"match.py"}, long
