"""The house: who may know whom, and rooms that are furnished alike."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import bestiary

HOUSE = Path(bestiary.__file__).parent
ROOMS = sorted(p.parent for p in (HOUSE / "games").glob("*/__init__.py"))
FURNITURE = {"__init__.py", "board.py", "effects.py", "events.py", "moves.py", "state.py", "view.py"}
DATA = {"rulebook.toml", "cards.toml"}
AT_HOME = {  # the module of a room that holds each function of the contract, and each declaration
    "rules.setup": {"setup"},
    "rules.apply": {"apply"},
    "rules.legal": {"legal", "why", "meaning"},
    "rules.hidden": {"hide", "resample"},
    "rules.observe": {"observe", "OBSERVATION", "F"},
    "rules.advice": {"evaluate", "suggest"},
    "rules.ending": {"returns", "carry"},
    "state": {"RULEBOOK", "OPTIONS", "OPT", "STATE", "TABLES", "CARRY", "ZONES", "LIMITS", "clash"},
    "moves": {"QUESTIONS", "Q", "ACTIONS", "V", "A"},
    "events": {"EVENTS", "E", "BY"},
    "cards": {"read"},
    "view": {"view"},
    "board": {"board"},
}
MAY_LACK = {"evaluate", "suggest", "clash"}
MOST_PARAMETERS = 8  # of a loop that is bound to every game
ABOVE_A_GAME = ("agents", "learn", "run", "lab", "envs", "server", "terminal", "testing", "cli")
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


@pytest.mark.parametrize("package", ["envs", "learn", "server"])
def test_environments_learners_and_server_meet_games_only_through_the_contract(package: str) -> None:
    for path in (HOUSE / package).rglob("*.py"):
        assert not reaches(path, "bestiary.games"), f"{path.name} imports a game"


@pytest.mark.parametrize("room", ROOMS, ids=lambda r: r.name)
def test_rules_know_nothing_of_screens(room: Path) -> None:
    for path in {*room.rglob("*.py")} - {room / "board.py", room / "__init__.py"}:
        assert not reaches(path, "rich"), f"{path.name} draws"
        assert not reaches(path, f"bestiary.games.{room.name}.board"), f"{path.name} draws"


@pytest.mark.parametrize("room", ROOMS, ids=lambda r: r.name)
def test_all_rooms_have_the_same_furniture(room: Path) -> None:
    found = {p.name for p in room.iterdir() if p.is_file()}
    assert found >= FURNITURE | DATA, f"missing: {sorted((FURNITURE | DATA) - found)}"
    more = {"box.py", "cards.py", "counts.py", "words.py", "shown.py"}
    assert {name for name in found if name.endswith(".py")} <= FURNITURE | more
    folders = {p.name for p in room.iterdir() if p.is_dir() and p.name != "__pycache__"}
    assert folders - {"words"} == ({"rules"} if "cards.py" in found else {"rules", "cards"})
    tests = Path(__file__).parent / "games" / room.name
    assert (tests / "test_conformance.py").exists()


def defined(path: Path) -> set[str]:
    """The names that a module defines itself, not those that it imports."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            found |= {
                n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
            }
    return found


@pytest.mark.parametrize("room", ROOMS, ids=lambda r: r.name)
def test_everything_is_at_home_where_it_is_in_all_rooms(room: Path) -> None:
    rules = {p: defined(p) for p in room.rglob("rules/**/*.py")}
    for module, names in AT_HOME.items():
        path = room.joinpath(*module.split("."))
        homes = [path.with_suffix(".py"), *path.rglob("*.py")]  # a folder may have it in a part
        if module == "state":
            homes.append(room / "cards" / "tables.py")  # of a game whose cards are a folder
        missing = names - {n for home in homes if home.exists() for n in defined(home)} - MAY_LACK
        assert not missing, f"{module} lacks {', '.join(sorted(missing))}"
        if module.startswith("rules."):
            astray = {p.name: names & found for p, found in rules.items() if p not in homes and names & found}
            assert not astray, f"at home in {module}: {astray}"


def test_no_loop_takes_more_than_eight_parameters() -> None:
    many = {}
    for path in HOUSE.rglob("*.py"):
        if "games" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and any("rule" in ast.dump(d) for d in node.decorator_list):
                if len(node.args.args) > MOST_PARAMETERS:
                    many[f"{path.name}:{node.name}"] = len(node.args.args)
    assert not many


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
    assert not long


def test_a_local_name_does_not_hide_what_is_called() -> None:
    hidden = []
    for path in HOUSE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        outer = {a.asname or a.name for n in tree.body if isinstance(n, ast.ImportFrom) for a in n.names}
        outer |= {n.name for n in tree.body if isinstance(n, ast.FunctionDef | ast.ClassDef)}
        for function in (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)):
            names = [n for n in ast.walk(function) if isinstance(n, ast.Name)]
            own = {n.id for n in names if isinstance(n.ctx, ast.Store)}
            calls = [n.func for n in ast.walk(function) if isinstance(n, ast.Call)]
            called = {f.id for f in calls if isinstance(f, ast.Name)}
            hidden += [f"{path.name}:{function.lineno}: {name}" for name in sorted(outer & own & called)]
    assert hidden == []
