"""Rows of strength: fixed beforehand, played once, going on to more games, and told as they were found."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bestiary.agents.base import is_learned
from bestiary.core.errors import BestiaryError
from bestiary.lab.balance.aims import KEPT, MISSED, UNCLEAR
from bestiary.learn import network
from bestiary.run.journal import header

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))  # behind: a benchmark is called leduc, too
import taught

ROWS = """
data = "answers"
page = "page.md"
[[row]]
id = "quick"
game = "totem"
agents = ["greedy", "random"]
games = 6
seed = 3
aim = { score = 60 }
[[row]]
id = "alone"
game = "totemic"
says = "Totemic alone"
options = { players = 1, rivals = 1 }
agents = ["greedy", "random"]
games = 3
seed = 4
aim = { wins = 3 }
"""


@pytest.fixture
def plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.md").write_text(f"before\n{taught.BEGIN}\n{taught.END}\nafter\n")
    path = tmp_path / "rows.toml"
    path.write_text(ROWS, encoding="utf-8")
    return path


@pytest.fixture
def command(
    plan: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    def run(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["taught.py", "--plan", str(plan), "--cores", "1", *words])
        taught.main()
        return capsys.readouterr().out

    return run


def journal(name: str) -> bytes:
    (path,) = Path("build/strength").glob(f"{name}-*.jsonl")
    return path.read_bytes()


def test_our_own_page_is_made_of_the_answers_that_are_kept() -> None:
    plan = taught.read()  # every row can be played
    assert taught.made(plan) in plan.page.read_text(encoding="utf-8")
    assert {path.stem for path in plan.data.glob("*.json")} <= {row.id for row in plan.rows}


def test_a_row_is_played_once_and_goes_on_to_more_games(plan: Path, command: Callable[..., str]) -> None:
    assert "quick: " in command("quick")
    first = journal("quick")
    assert command("quick") == "" and journal("quick") == first
    plan.write_text(ROWS.replace("games = 6", "games = 10"))
    assert "quick: 10 games, fewer games" in command("--show")
    assert "quick: " in command("quick")
    assert journal("quick").startswith(first) and journal("quick").count(b"\n") == 11
    assert json.loads(Path("answers/quick.json").read_text())["played"] == 10
    assert "quick: 10 games, measured" in command("--show")


def test_the_page_says_what_was_found_by_which_command_and_what_is_missing(
    command: Callable[..., str],
) -> None:
    command("quick")
    page, found = Path("page.md").read_text(), json.loads(Path("answers/quick.json").read_text())
    assert page.startswith("before\n") and page.endswith("after\n")
    assert f"{found['score']['share']:.1%} ({100 * found['score']['low']:.1f} to " in page
    assert (
        "bestiary arena totem greedy random --games 6 --seed 3" in page and f"`{found['revision']}`" in page
    )
    assert "| quick | Totem | `greedy` against `random` | 6 |" in page
    assert "Not measured yet: alone (3 games)." in page
    found["score"]["share"] = 0.123
    Path("answers/quick.json").write_text(json.dumps(found))
    command("--page")
    assert "12.3% (" in Path("page.md").read_text()


def test_alone_wins_stand_side_by_side(command: Callable[..., str]) -> None:
    command("alone")
    found = json.loads(Path("answers/alone.json").read_text())
    assert [one["agent"] for one in found["wins"]] == ["greedy", "random"] and found["played"] == 3
    assert "3 each | wins " in Path("page.md").read_text()


def test_what_other_code_has_answered_stays_until_it_is_asked_again(command: Callable[..., str]) -> None:
    command("quick")
    place = Path("answers/quick.json")
    other = json.loads(place.read_text()) | {"code": "another"}
    place.write_text(json.dumps(other))
    assert "quick: 6 games, by other code" in command("--show")
    command("quick")
    assert json.loads(place.read_text())["code"] == "another"
    command("quick", "--again")
    assert json.loads(place.read_text())["code"] != "another"


def test_games_of_other_code_are_taken_over_where_they_are_played_the_same(
    command: Callable[..., str],
) -> None:
    def of_other_code(change: Callable[[list[dict[str, Any]]], None]) -> None:
        """Turns what was played into games of other code."""
        (path,) = Path("build/strength").glob("quick-*.jsonl")
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        lines[0]["code"] = "another"
        change(lines[1:])
        path.unlink()
        text = "".join(json.dumps(line) + "\n" for line in lines)
        Path("build/strength/quick-other.jsonl").write_text(text)
        answer = json.loads(place.read_text()) | {"code": "another"}
        place.write_text(json.dumps(answer))

    command("quick")
    place = Path("answers/quick.json")
    first = json.loads(place.read_text())
    of_other_code(lambda games: None)
    assert "quick: 6 games taken over, 6 played again and the same" in command("quick", "--replay", "9")
    again = json.loads(place.read_text())
    assert again["code"] == first["code"] and again["score"] == first["score"]
    Path("build/strength/quick-other.jsonl").unlink()
    of_other_code(lambda games: games[3].update(decisions=games[3]["decisions"] + 1))
    assert "is played otherwise by this code: nothing is taken over" in command("quick", "--replay", "9")
    assert json.loads(place.read_text())["code"] == "another"
    assert [path.name for path in Path("build/strength").iterdir()] == ["quick-other.jsonl"]


def test_edited_games_of_other_code_are_not_taken_over_and_spoil_nothing(command: Callable[..., str]) -> None:
    command("quick")
    (path,) = Path("build/strength").glob("quick-*.jsonl")
    head, *games = path.read_text().splitlines(keepends=True)
    path.unlink()
    answer = Path("answers/quick.json")
    answer.write_text(json.dumps(json.loads(answer.read_text()) | {"code": "another"}))
    other = Path("build/strength/quick-other.jsonl")
    for text, line in (
        ("\x00\x01 no JSON\n", "nothing to take over"),
        ("[1]\n", "nothing to take over"),
        (head + games[0] + '{"deal": "one"}\n', "is damaged in line 3"),
        (head + games[0] + games[0], "is damaged in line 3"),
    ):
        other.write_text(text)
        assert line in command("quick", "--replay", "9")
        assert [found.name for found in Path("build/strength").iterdir()] == ["quick-other.jsonl"]
        assert json.loads(answer.read_text())["code"] == "another"


def test_an_answer_to_another_question_is_none(plan: Path, command: Callable[..., str]) -> None:
    command("quick")
    plan.write_text(ROWS.replace("seed = 3", "seed = 5"))
    assert "quick: 6 games, not measured" in command("--show")


def found(low: float, high: float, **more: Any) -> dict[str, Any]:
    times = {"net": 1.0, "mcts:1000": 150.0}
    score = {"share": (low + high) / 2, "low": low, "high": high}
    return {"score": score, "fair": 0.5, "milliseconds": times, **more}


def row(**aim: float) -> taught.Row:
    return taught.Row("a", "totem", "Totem", ("net", "mcts:1000"), 10, 1, aim)


@pytest.mark.parametrize(
    ("aim", "answer", "word"),
    [
        ({"score": 60}, found(0.61, 0.7), KEPT),
        ({"score": 60}, found(0.58, 0.7), UNCLEAR),
        ({"score": 60}, found(0.5, 0.59), MISSED),
        ({"share": 1}, found(0.51, 0.6), KEPT),
        ({"share": 1}, found(0.49, 0.6), UNCLEAR),
        ({"share": 1.5}, found(0.38, 0.5, fair=0.25), KEPT),
        ({"share": 1.5}, found(0.3, 0.37, fair=0.25), MISSED),
        ({"share": 1, "faster": 100}, found(0.5, 0.6), KEPT),
        ({"share": 1, "faster": 200}, found(0.5, 0.6), MISSED),
        ({"share": 1, "faster": 200}, found(0.4, 0.6), UNCLEAR),
        ({"wins": 3}, found(0, 1, wins=[{"low": 0.7, "high": 0.9}, {"low": 0.1, "high": 0.2}]), KEPT),
        ({"wins": 3}, found(0, 1, wins=[{"low": 0.7, "high": 0.9}, {"low": 0.4, "high": 0.7}]), MISSED),
        ({"wins": 3}, found(0, 1, wins=[{"low": 0.7, "high": 0.9}, {"low": 0.2, "high": 0.4}]), UNCLEAR),
    ],
)
def test_an_aim_is_kept_or_missed_where_that_is_shown(
    aim: dict[str, float], answer: dict[str, Any], word: str
) -> None:
    assert taught.verdict(row(**aim), answer) == word


@pytest.mark.parametrize(
    ("was", "now", "line"),
    [
        ("games = 6\n", "", "Row 'quick' has no games"),
        ("games = 6", "matches = 6", "Row 'quick' has no field 'matches'"),
        ("score = 60", "goals = 60", "Row 'quick' aims at one of score, share, wins"),
        ("{ score = 60 }", "{ wins = 3 }", "wins are compared where each plays by itself"),
        ('id = "alone"', 'id = "quick"', "Two rows are called 'quick'"),
        ("rivals = 1", "rivals = 9", "rivals"),
    ],
)
def test_a_row_that_cannot_be_played_is_refused_in_a_line(plan: Path, was: str, now: str, line: str) -> None:
    plan.write_text(ROWS.replace(was, now))
    with pytest.raises(BestiaryError, match=re.escape(line)):
        taught.read(plan)


def test_other_code_of_a_learned_player_is_another_contest() -> None:
    names = {path.stem for path in network.playing(["net:400"])}
    for name in names:
        source = (network.HERE / f"{name}.py").read_text(encoding="utf-8")
        assert set(re.findall(r"^from \.(\w+) import", source, re.MULTILINE)) <= names
    assert {"led", "mind"} <= names == {path.stem for path in network.playing(["net"])}
    assert network.playing(["mcts:10", "random"]) == []


def test_the_code_of_a_learned_player_is_in_the_fingerprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = {one.id: one.contest for one in taught.read().rows}
    before = {name: header(made)["code"] for name, made in rows.items()}
    other = tmp_path / "led.py"
    other.write_text("")
    real = network.playing
    monkeypatch.setattr(
        "bestiary.run.journal.playing",
        lambda agents: [other if path.name == "led.py" else path for path in real(agents)],
    )
    changed = {name for name, made in rows.items() if header(made)["code"] != before[name]}
    assert changed == {name for name, made in rows.items() if any(map(is_learned, made.agents))}
